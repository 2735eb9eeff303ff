"""Figures of one NVIDIA card: parity with the CPU, parts and streams of the full-size shape, the PyTorch peer. Prints JSON.

    python -m tests.bench.gpu WORK --starter CHECKPOINT --tokenizer FOLDER [--clips FOLDER] [--peer] [--streams N …]

WORK takes a seeded checkpoint of the full size (4 GB) and its fp16 bundle (4 GB).
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import sys
import threading
import time
import wave
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.cli.bench import default_audio, device_memory_mb, measure_floor, measure_parts, measure_stream
from inference.options import PRESETS, SAMPLE_RATE, Shortcuts, StreamOptions
from inference.providers import open_model
from inference.recognizer import Recognizer
from onnx_export.convert import convert
from tests.bench.scripted import PassShape, Script, ScriptedGenerator
from tests.synthetic_checkpoint import write_checkpoint

TOKENS_PER_SECOND = 3.5
CHANGED_SHARE = 0.35


def say(what: str, **figures: Any) -> None:
    print(json.dumps({"stage": what, **figures}), flush=True)


def parity(work: Path, starter: Path, clips: Path) -> dict[str, Any]:
    """Greedy tokens of every clip: fp16 on CUDA against float32 on the CPU, teacher-forced and free-running."""
    for precision in ("fp32", "fp16"):
        if not (work / precision).exists():
            convert(starter, work / precision, precision)
    exact = Recognizer.load(work / "fp32", "cpu")
    notices: list[str] = []
    fast = Recognizer.load(work / "fp16", "cuda", on_notice=notices.append)
    options = StreamOptions(language="English")
    total = same = n_texts = same_texts = 0
    for path in sorted(clips.rglob("*.wav")):
        with wave.open(str(path), "rb") as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / np.float32(32768)
        for start in range(0, len(samples), 15 * SAMPLE_RATE):
            piece = samples[start : start + 15 * SAMPLE_RATE]
            if len(piece) < SAMPLE_RATE // 10:
                continue
            ids = []
            for recognizer in (exact, fast):
                generator = recognizer.chain.new_generator(options)
                generator.append(piece)
                ids.append(list(generator.run("", 0, len(piece), 256).ids))
            forced = teacher_forced(fast, piece, ids[0], options)
            total += len(ids[0])
            same += sum(a == b for a, b in zip(ids[0], forced, strict=True))
            n_texts += 1
            same_texts += ids[0] == ids[1]
    stream_same = stream_total = 0
    for path in sorted(clips.glob("*.wav"))[:4]:
        with wave.open(str(path), "rb") as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / np.float32(32768)
        events = []
        for recognizer in (exact, fast):
            stream = recognizer.stream(options)
            events.append([*stream.feed(samples), *stream.finish()])
        stream_total += 1
        stream_same += events[0] == events[1]
    return {
        "provider": fast.provider,
        "notices": notices,
        "tokens": total,
        "token_agreement": same / max(1, total),
        "clips": n_texts,
        "identical_transcripts": same_texts,
        "streams": stream_total,
        "identical_streams": stream_same,
    }


def teacher_forced(recognizer: Recognizer, samples: Any, ids: list[int], options: StreamOptions) -> list[int]:
    """The best token at each place of an answer, given the exact one before it; through the captured graphs."""
    from inference.audio_tower import AudioEncoder
    from inference.log_mel import log_mel
    from inference.prompt import Prompt

    prompt = Prompt.build(recognizer.chain.tokenizer, language=options.language)
    decoder, tower = recognizer.model.decoder, recognizer.model.tower
    tail = prompt.tail("")
    pieces = [prompt.head, *AudioEncoder(tower).encode(log_mel(samples)), tail]
    cache = decoder.new_cache()
    said = decoder.next_ids(pieces, cache, [sum(map(len, pieces)) - 1])
    for start in range(0, len(ids) - 1, 8):
        step = ids[: len(ids) - 1][start : start + 8]
        said += decoder.next_ids([step], cache, range(len(step)))
    return said


def scripted_stream(
    recognizer: Recognizer, samples: Any, options: StreamOptions
) -> tuple[dict[str, Any], list[PassShape]]:
    script = Script(recognizer.chain.tokenizer, len(samples) / SAMPLE_RATE, TOKENS_PER_SECOND, CHANGED_SHARE)
    shapes: list[PassShape] = []
    recognizer.chain.new_generator = lambda o: ScriptedGenerator(recognizer, script, o, shapes, Shortcuts())  # type: ignore[method-assign]
    warm = recognizer.stream(options)  # kernels, page cache
    for start in range(0, 4 * SAMPLE_RATE, options.chunk_samples):
        warm.feed(samples[start : start + options.chunk_samples])
    warm.finish()
    del warm
    gc.collect()
    shapes.clear()
    result = measure_stream(recognizer.stream(options), samples, options)
    shown = result["tokens"]
    return {**result, "tokens_per_second_of_script": TOKENS_PER_SECOND, "answer_tokens": shown}, shapes


def at_once(recognizer: Recognizer, samples: Any, options: StreamOptions, numbers: Sequence[int]) -> None:
    """Numbers of streams that one thread recognises in turn, each as one speaker without a pause, in real time; prints each.

    A chunk's lag is from its last sample to its text. Real time is kept where 95 of 100 chunks lag no more than a chunk's length.
    """
    step, chunk_s = options.chunk_samples, options.chunk_samples / SAMPLE_RATE
    for number in numbers:
        streams = [recognizer.stream(options) for _ in range(number)]
        lags: list[float] = []
        busy_s = 0.0
        begun = time.perf_counter()
        # Speakers begin at different times, spread over one chunk: stream i's chunk k is there at (k + 1 + i / number) chunks.
        for turn in range(number * (len(samples) // step)):
            k, i = divmod(turn, number)
            there = begun + (k + 1 + i / number) * chunk_s
            time.sleep(max(0.0, there - time.perf_counter()))
            at = time.perf_counter()
            streams[i].feed(samples[k * step : (k + 1) * step])
            now = time.perf_counter()
            busy_s += now - at
            lags.append((now - there) * 1e3)
        p50, p95, most = np.percentile(lags, [50, 95, 100])
        say(
            f"{number} streams at once",
            chunk_ms=options.chunk_ms,
            seconds=len(samples) / SAMPLE_RATE,
            lag_ms_p50=float(p50),
            lag_ms_p95=float(p95),
            lag_ms_max=float(most),
            busy_share=busy_s / (time.perf_counter() - begun),
            keeps_real_time=bool(p95 <= chunk_s * 1e3),
            device_mb=device_memory_mb(),
        )
        del streams
        gc.collect()  # a scripted generator refers to itself, and to its rows on the card


def full_size(work: Path, tokenizer: Path, peer: bool, streams: Sequence[int]) -> None:
    checkpoint, bundle = work / "full", work / "full-fp16"
    begun = time.perf_counter()
    if not checkpoint.exists():
        write_checkpoint(checkpoint, size="full", seed=1, tokenizer=tokenizer)
    written = time.perf_counter()
    if not bundle.exists():
        convert(checkpoint, bundle, "fp16")
    say("full-size bundle", write_s=written - begun, convert_s=time.perf_counter() - written)
    before = device_memory_mb()
    begun = time.perf_counter()
    notices: list[str] = []
    opener = functools.partial(open_model, streams=max(streams, default=1))
    recognizer = Recognizer.load(bundle, "cuda", on_notice=notices.append, opener=opener)
    say(
        "load",
        ready_s=time.perf_counter() - begun,
        **vars(recognizer.load_times),
        provider=recognizer.provider,
        notices=notices,
        device_mb=(device_memory_mb() or 0) - (before or 0),
    )
    parts = measure_parts(recognizer.model, recognizer.bundle)
    say("parts", **parts)
    samples = default_audio(60.0)
    for options in (
        StreamOptions(language="English"),
        replace(PRESETS["responsive"], language="English"),
    ):
        result, shapes = scripted_stream(recognizer, samples, options)
        say(f"stream {options.chunk_ms} ms", **result, device_mb=(device_memory_mb() or 0) - (before or 0))
        if options.chunk_ms == 320:
            at_320 = (result["rtf"] * result["audio_s"], shapes)
    at_once(recognizer, samples[: 24 * SAMPLE_RATE], StreamOptions(language="English"), streams)
    say("handed over", **handed_over(bundle))
    if peer:  # last: PyTorch keeps the memory it has taken
        ours_s, shapes = at_320
        peer_s = peer_stream(recognizer, shapes)
        say("torch peer 320 ms", compute_s=peer_s, ours_s=ours_s, ratio=peer_s / ours_s)
    # Last of all: the copy's session slows every other graph of the process by 7 % from then on.
    say("floor", **measure_floor("cuda", recognizer.bundle, parts))


def handed_over(bundle: Path, provider: str = "cuda") -> dict[str, Any]:
    """As the program does it: one thread loads, another captions. What settling costs, and whether a first word waits."""
    notices: list[str] = []
    loaded: list[Recognizer] = []
    loader = threading.Thread(
        target=lambda: loaded.append(Recognizer.load(bundle, provider, on_notice=notices.append)), name="loader"
    )
    loader.start()
    loader.join()
    recognizer = loaded[0]
    begun = time.perf_counter()
    recognizer.settle()
    settle_s = time.perf_counter() - begun
    options = StreamOptions(language="English")
    samples = default_audio(12.0)
    first, second = (measure_stream(recognizer.stream(options), samples, options) for _ in range(2))
    return {
        "settle_s": settle_s,
        "first_stream_ms_max": first["chunk_ms_max"],
        "second_stream_ms_max": second["chunk_ms_max"],
        "same_tokens": first["tokens"] == second["tokens"],
        "provider": recognizer.provider,
        "notices": notices,
    }


def peer_stream(recognizer: Recognizer, shapes: list[PassShape]) -> float:
    from tests.bench.torch_peer import TorchPeer

    peer = TorchPeer(recognizer.bundle.config)
    for shape in shapes[:3]:
        peer.run(shape)
    return sum(peer.run(shape) for shape in shapes)


def exhausted(work: Path) -> dict[str, Any]:
    """What is said, and what runs, when the card's memory is taken."""
    import torch

    free, _ = torch.cuda.mem_get_info()
    taken = torch.empty(free - (300 << 20), dtype=torch.uint8, device="cuda")
    notices: list[str] = []
    recognizer = Recognizer.load(work / "fp16", "auto", on_notice=notices.append)
    text = recognizer.transcribe(default_audio(6.0), StreamOptions(language="English")).text
    del taken
    torch.cuda.empty_cache()
    return {"provider": recognizer.provider, "notices": notices, "text": text}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--starter", type=Path)
    parser.add_argument("--clips", type=Path)
    parser.add_argument("--tokenizer", type=Path)
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--streams", type=int, nargs="*", default=(), help="numbers of streams at once to try")
    args = parser.parse_args(argv)
    args.work.mkdir(parents=True, exist_ok=True)
    if args.starter and args.clips:
        say("parity", **parity(args.work, args.starter, args.clips))
        say("memory exhausted", **exhausted(args.work))
    if args.tokenizer:
        full_size(args.work, args.tokenizer, args.peer, args.streams)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""`r2t2-captions bench`: what this machine does with this model, and how far that is from what it could do.

Prints load and warm-up times, milliseconds per part of a pass, per-chunk times and the real-time factor of a stream, peak
memory, and for the decoder the floor: bytes of its weights over the memory bandwidth measured here, with the ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
import wave
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

import resources
from app import __version__
from inference.bundle import Bundle, open_bundle
from inference.errors import RecognizerError
from inference.options import PRESETS, SAMPLE_RATE, Shortcuts, StreamOptions
from inference.providers import Model
from inference.recognizer import Recognizer, Stream

Float32 = NDArray[np.float32]

PREFILL_ROWS = (8, 32, 64, 128)
_PAST = 600  # positions before the measured rows: about 16 s of audio, its text and a hotword list


def main(argv: list[str] | None = None) -> int:
    from app.cli.common import chunk_ms

    parser = argparse.ArgumentParser(
        prog="r2t2-captions bench", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("--provider", default="auto", help="auto, cuda, dml, coreml or cpu")
    parser.add_argument("--model", type=Path, default=resources.ROOT / "starter", help="bundle folder")
    parser.add_argument(
        "--audio", type=Path, help="recording to stream; the bundled sample, repeated to 30 s, by default"
    )
    parser.add_argument("--preset", choices=sorted(PRESETS), default="balanced")
    parser.add_argument("--chunk-ms", type=chunk_ms, help="audio per pass, instead of the preset's")
    parser.add_argument("--threads", type=int, help="CPU threads of one graph")
    parser.add_argument(
        "--without",
        nargs="*",
        default=[],
        choices=list(vars(Shortcuts())),
        help="shortcuts to switch off, for diagnosis",
    )
    parser.add_argument(
        "--predict",
        metavar="MODEL",
        help="what to expect of a model that is not here yet, from a few layers of its shape: confucius4-r2t2, or a folder",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args(argv)
    if args.predict is not None:
        return predict(args.predict, args.threads, as_json=args.json)
    options = PRESETS[args.preset]
    if args.chunk_ms is not None:
        options = replace(options, chunk_ms=args.chunk_ms, first_chunk_ms=None)
    try:
        samples = read_audio(args.audio) if args.audio else default_audio()
        result = measure(args.model, args.provider, samples, options, threads=args.threads, without=args.without)
    except (RecognizerError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(result, indent=1) if args.json else as_table(result))
    return 0


def predict(name: str, threads: int | None, *, as_json: bool) -> int:
    """Prints what every precision and provider of this computer would do with a model; returns the exit status."""
    from app.engine.prediction import Prediction, predict_all, recommended
    from app.models.catalogue import load_catalogue
    from app.models.errors import ModelError

    try:
        if Path(name).is_dir():
            bundle = open_bundle(Path(name))
            config, sizes = bundle.config, {bundle.precision: bundle.n_bytes}
        else:
            entry = load_catalogue().entry(name)
            if entry.shape is None:
                raise ModelError(f"The shape of {name} is not known.")
            config, sizes = entry.shape, {key: item.disk for key, item in entry.footprints.items()}
        found = predict_all(config, sizes, threads)
    except (RecognizerError, ModelError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    best = recommended(found)

    def row(one: Prediction) -> dict[str, Any]:
        return {
            "precision": one.precision,
            "provider": one.provider,
            "memory_gb": round(one.memory_bytes / 1e9, 1),
            "pass_fixed_ms": round(one.cost.fixed_s * 1e3, 1),
            "pass_ms_per_s": round(one.cost.per_s * 1e3, 1),
            "step_ms": one.step_ms,
            "load": round(one.load, 2),
            "words_after_s": round(one.words_after_s, 1) if one.keeps_up else None,
            "recommended": one is best,
        }

    rows = [row(one) for one in found]
    if as_json:
        print(json.dumps({"model": name, "cpu_threads": threads or 0, "predictions": rows}, indent=1))
        return 0
    for one in rows:
        words = f"words after about {one['words_after_s']} s" if one["words_after_s"] else "cannot keep up with speech"
        mark = "  (recommended)" if one["recommended"] else ""
        print(f"{one['precision']:5} {one['provider']:5} {one['memory_gb']:4} GB  {words}{mark}")
    if best is None:
        print("Use the starter model on this computer.")
    return 0


def measure(
    model: Path,
    provider: str,
    samples: Float32,
    options: StreamOptions,
    *,
    threads: int | None = None,
    without: Sequence[str] = (),
) -> dict[str, Any]:
    """All figures as a flat dictionary; the keys are documented in docs/bench.md. Raises RecognizerError.

    `without`: names of `Shortcuts` to switch off.
    """
    shortcuts = replace(Shortcuts(), **dict.fromkeys(without, False))
    before = device_memory_mb()
    started = time.perf_counter()
    notices: list[str] = []
    recognizer = Recognizer.load(model, provider, threads=threads, shortcuts=shortcuts, on_notice=notices.append)
    ready_s = time.perf_counter() - started
    result: dict[str, Any] = {
        "version": __version__,
        "onnxruntime": ort.__version__,
        "machine": platform.platform(),
        "cpu_threads": threads or 0,
        "model": recognizer.bundle.name,
        "precision": recognizer.bundle.precision,
        "provider": recognizer.provider,
        "notices": notices,
        "without": list(without),
        "load_s": recognizer.load_times.open_s,
        "self_test_s": recognizer.load_times.self_test_s,
        "warmup_s": recognizer.load_times.warm_up_s,
        "ready_s": ready_s,
    }
    result |= measure_parts(recognizer.model, recognizer.bundle)
    result |= measure_stream(recognizer.stream(options), samples, options)
    result["host_peak_mb"] = host_peak_mb()
    result["host_mb"] = host_mb()
    result |= measure_floor(recognizer.provider, recognizer.bundle, result)
    used = device_memory_mb()
    result["device_mb"] = used - before if used is not None and before is not None else None
    return result


def measure_parts(model: Model, bundle: Bundle) -> dict[str, Any]:
    """Milliseconds (medians) per convolution chunk, attention window, prefill of N rows and decode step."""
    audio = bundle.config.audio
    rng = np.random.default_rng(0)
    features = rng.standard_normal((1, audio.n_mels, audio.chunk_frames)).astype(np.float32)
    chunks = [model.tower.stem(features)[0]] * audio.chunks_per_window
    decoder = model.decoder
    cache = decoder.grown(decoder.new_cache(), _PAST + max(PREFILL_ROWS))
    ids = [i % bundle.config.decoder.vocab_size for i in range(max(PREFILL_ROWS))]

    def run(n_rows: int) -> None:
        cache.length = _PAST
        decoder.next_ids([ids[:n_rows]], cache, range(max(0, n_rows - 6), n_rows))

    result: dict[str, Any] = {
        "stem_chunk_ms": median_ms(lambda: wait(model.tower.stem(features)[0])),
        "tower_window_ms": median_ms(lambda: wait(model.tower.window(chunks))),
        "decode_step_ms": median_ms(lambda: run(1)),
    }
    for n_rows in PREFILL_ROWS:
        result[f"prefill_{n_rows}_ms"] = median_ms(lambda n=n_rows: run(n))  # type: ignore[misc]
    return result


def wait(rows: Any) -> None:
    """Rows that stay on a device are only started."""
    if hasattr(rows, "wait"):
        rows.wait()


def measure_floor(provider: str, bundle: Bundle, parts: dict[str, Any]) -> dict[str, Any]:
    """The least time of a decode step: its weights' bytes over the memory bandwidth measured here; and the ratios."""
    bandwidth = memory_bandwidth(provider)
    if bandwidth is None:
        return {}
    floor_ms = bundle.files["decoder.weights"].size / bandwidth * 1e3
    return {
        "bandwidth_gb_s": bandwidth / 1e9,
        "decode_floor_ms": floor_ms,
        "decode_over_floor": parts["decode_step_ms"] / floor_ms,
        "prefill_32_over_floor": parts["prefill_32_ms"] / floor_ms,
    }


def measure_stream(stream: Stream, samples: Float32, options: StreamOptions) -> dict[str, Any]:
    """Per-chunk times and the real-time factor of one uninterrupted utterance, fed chunk by chunk as fast as it goes."""
    step = options.chunk_samples
    times: list[float] = []
    for start in range(0, len(samples), step):
        begun = time.perf_counter()
        stream.feed(samples[start : start + step])
        times.append((time.perf_counter() - begun) * 1e3)
    begun = time.perf_counter()
    stream.finish()
    final_ms = (time.perf_counter() - begun) * 1e3
    cost = stream.times
    audio_s = len(samples) / SAMPLE_RATE
    return {
        "audio_s": audio_s,
        "chunk_ms": options.chunk_ms,
        "rtf": (sum(times) + final_ms) / 1e3 / audio_s,
        "chunk_ms_p50": float(np.percentile(times, 50)),
        "chunk_ms_p95": float(np.percentile(times, 95)),
        "chunk_ms_max": max(times),
        "final_ms": final_ms,
        "passes": cost.n_passes,
        "tokens": cost.n_tokens,
        "confirmed_share": cost.n_confirmed / max(1, cost.n_tokens),
        "kept_rows_share": cost.n_kept_rows / max(1, cost.n_kept_rows + cost.n_prefill_rows),
        "features_ms_per_pass": cost.features_s * 1e3 / max(1, cost.n_passes),
        "tower_ms_per_pass": cost.tower_s * 1e3 / max(1, cost.n_passes),
        "prefill_ms_per_pass": cost.prefill_s * 1e3 / max(1, cost.n_passes),
        "decode_ms_per_pass": cost.decode_s * 1e3 / max(1, cost.n_passes),
    }


def median_ms(call: Callable[[], object], *, repeat: int = 15, warm: int = 3) -> float:
    for _ in range(warm):
        call()
    times = []
    for _ in range(repeat):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return float(np.median(times)) * 1e3


def memory_bandwidth(provider: str) -> float | None:
    """Bytes per second, read and written, of a large copy in the memory that holds the weights; None where unknown."""
    if provider == "cuda":
        return cuda_bandwidth()
    source = np.ones(1 << 26, np.float32)
    target = np.empty_like(source)
    return 2 * source.nbytes / (median_ms(lambda: np.copyto(target, source), repeat=5, warm=1) / 1e3)


def cuda_bandwidth() -> float | None:
    """Of a device-to-device copy through ONNX Runtime itself: an Identity graph over 1 GiB."""
    from onnx import TensorProto, helper

    n = 1 << 28
    info = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [n]) for name in ("x", "y")]
    graph = helper.make_graph([helper.make_node("Neg", ["x"], ["y"])], "copy", info[:1], info[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    session = ort.InferenceSession(model.SerializeToString(), providers=["CUDAExecutionProvider"])
    binding = session.io_binding()
    values = [ort.OrtValue.ortvalue_from_shape_and_type([n], np.float32, "cuda", 0) for _ in range(2)]
    binding.bind_ortvalue_input("x", values[0])
    binding.bind_ortvalue_output("y", values[1])
    return 2 * 4 * n / (median_ms(lambda: session.run_with_iobinding(binding)) / 1e3)


def host_peak_mb() -> float | None:
    """Largest resident size of this process so far."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def host_mb() -> float | None:
    """Resident size of this process now; None where that is not to be had without another package."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def device_memory_mb() -> float | None:
    """Memory in use on the first NVIDIA card, by whatever program; None without one."""
    import shutil
    import subprocess

    tool = shutil.which("nvidia-smi")
    if tool is None:
        return None
    command = [tool, "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    lines = answer.stdout.split()
    return float(lines[0]) if lines and lines[0].isdigit() else None


def read_audio(path: Path) -> Float32:
    """A recording as float32 mono 16 kHz. Raises OSError or ValueError."""
    from app.base.translation import translate
    from app.capture.ports import CaptureError
    from app.engine.pieces import read_pieces

    try:
        pieces = [piece.samples for piece in read_pieces(path)]
    except CaptureError as error:
        raise ValueError(str(error)) from error
    if not pieces:
        raise ValueError(translate("Audio", "“{path}” contains no sound.").format(path=path))
    return np.concatenate(pieces)


def default_audio(seconds: float = 30.0) -> Float32:
    """The bundled sample, repeated."""
    with wave.open(str(resources.ROOT / "sample.wav"), "rb") as file:
        pcm = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    samples = pcm.astype(np.float32) / np.float32(32768)
    return np.tile(samples, int(np.ceil(seconds * SAMPLE_RATE / len(samples))))[: int(seconds * SAMPLE_RATE)]


def as_table(result: dict[str, Any]) -> str:
    """For people."""

    def show(value: Any) -> str:
        return f"{value:.3f}" if isinstance(value, float) else str(value)

    width = max(map(len, result))
    return "\n".join(f"{name:<{width}}  {show(value)}" for name, value in result.items() if value not in (None, []))


if __name__ == "__main__":
    sys.exit(main())

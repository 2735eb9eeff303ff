"""Is the cost of a chunk flat? One utterance without a pause for 60 s, and a stream of half an hour; JSON.

    python -m tests.bench.flat BUNDLE AUDIO_FOLDER [--minutes 30] [--threads N] [--chunk-ms 320]

Compute is processor time of the whole process, so that other programs do not count; memory is the resident size after each minute.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from inference.options import SAMPLE_RATE, Shortcuts, StreamOptions
from inference.recognizer import Recognizer
from tests.inference.starter_golden import read_clip
from tests.inference.test_starter_golden import _with


def chunk_costs(
    recognizer: Recognizer, samples: np.ndarray, options: StreamOptions
) -> tuple[list[float], list[float], Any]:
    """Processor and wall-clock milliseconds of every chunk of one uninterrupted utterance."""
    stream = recognizer.stream(options)
    cpu, wall = [], []
    for start in range(0, len(samples), options.chunk_samples):
        c, w = time.process_time(), time.perf_counter()
        stream.feed(samples[start : start + options.chunk_samples])
        cpu.append((time.process_time() - c) * 1e3)
        wall.append((time.perf_counter() - w) * 1e3)
    stream.finish()
    return cpu, wall, stream.times


def mean_between(costs: list[float], chunk_ms: int, start_s: float, end_s: float) -> float:
    return float(np.mean(costs[int(start_s * 1000 / chunk_ms) : int(end_s * 1000 / chunk_ms)]))


def minute_of_speech(folder: Path) -> np.ndarray:
    return read_clip(folder / "notld_60s_i_dont_want_anyones_life_on_my_hands.wav")


def one_utterance(recognizer: Recognizer, folder: Path, chunk_ms: int) -> dict[str, Any]:
    samples = minute_of_speech(folder)
    options = StreamOptions(language="English", chunk_ms=chunk_ms)
    cpu, wall, times = chunk_costs(recognizer, samples, options)
    early, late = mean_between(cpu, chunk_ms, 5, 15), mean_between(cpu, chunk_ms, 50, 60)
    off_cpu, _, _ = chunk_costs(_with(recognizer, Shortcuts.none()), samples, options)
    return {
        "chunk_ms": chunk_ms,
        "rtf": sum(wall) / 1e3 / (len(samples) / SAMPLE_RATE),
        "cpu_rtf": sum(cpu) / 1e3 / (len(samples) / SAMPLE_RATE),
        "chunk_ms_p50": float(np.median(wall)),
        "chunk_ms_p95": float(np.percentile(wall, 95)),
        "cpu_ms_5_15_s": early,
        "cpu_ms_50_60_s": late,
        "late_over_early": late / early,
        "all_off_over_all_on": sum(off_cpu) / sum(cpu),
        "confirmed_share": times.n_confirmed / max(1, times.n_tokens),
    }


def half_an_hour(recognizer: Recognizer, folder: Path, minutes: int) -> dict[str, Any]:
    """Speech without end: the same minute again and again in one utterance, so that minutes can be compared."""
    samples = minute_of_speech(folder)
    options = StreamOptions(language="English")
    stream = recognizer.stream(options)
    process = psutil.Process()
    cpu_s, memory_mb = [], []
    for _ in range(minutes):
        begun = time.process_time()
        for start in range(0, len(samples), options.chunk_samples):
            stream.feed(samples[start : start + options.chunk_samples])
        cpu_s.append(time.process_time() - begun)
        gc.collect()
        memory_mb.append(process.memory_info().rss / 1e6)
    stream.finish()
    # The first minute starts with an empty window, the second is the first like all others.
    return {
        "minutes": minutes,
        "last_over_first": cpu_s[-1] / cpu_s[0],
        "last_over_second": cpu_s[-1] / cpu_s[1],
        "memory_change_mb": memory_mb[-1] - memory_mb[1],
        "cpu_s": [round(x, 2) for x in cpu_s],
        "memory_mb": [round(x, 1) for x in memory_mb],
    }


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("audio", type=Path)
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--chunk-ms", type=int, nargs="*", default=[320, 160])
    args = parser.parse_args(argv)
    recognizer = Recognizer.load(args.bundle, "cpu", threads=args.threads)
    for chunk_ms in args.chunk_ms:
        print(json.dumps({"one_utterance": one_utterance(recognizer, args.audio, chunk_ms)}), flush=True)
    if args.minutes:
        print(json.dumps({"endless": half_an_hour(recognizer, args.audio, args.minutes)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

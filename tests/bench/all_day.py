"""Is an all-day program level? Hours of speech through segmenter, streams and model as fast as they go; JSON, a line a turn.

    python -m tests.bench.all_day AUDIO_FOLDER [--hours 1.0] [--preset automatic] [--model BUNDLE] [--step-ms N] [--untidy]

Each line has the hours heard, the resident memory, and of the C library's heaps what is in use and what lies free in
between (glibc only): memory that grows in use is held by something, memory that grows free is scattered. The last line has
the growth per hour, by a straight line through everything after the first third: through the rows at which free memory had
just been given back, as what lies between them depends on when one looks. No row is taken in the middle of an utterance.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from app.base.events import EngineEvent, FinalLine
from app.engine.captioner import Captioner
from app.engine.model_in_use import TIDY_EVERY_S
from app.engine.pace import named_options
from app.engine.segmenter import Segmenter
from app.models.installed import starter_folder
from inference.options import SAMPLE_RATE, StreamOptions
from inference.providers import return_freed_memory
from inference.recognizer import Recognizer
from tests.bench.accuracy import clips

BLOCK = SAMPLE_RATE // 25
TURN_S = TIDY_EVERY_S / 3


class Heaps(ctypes.Structure):
    """glibc's `struct mallinfo2`."""

    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"
    )]  # fmt: skip


def heaps() -> dict[str, float]:
    """Megabytes in use, free in between, and in mappings of their own; empty where the C library does not tell."""
    tell = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if tell is None:
        return {}
    tell.restype = Heaps
    found = tell()
    named = {"in_use_mb": found.uordblks, "free_mb": found.fordblks, "mapped_mb": found.hblkhd}
    return {name: round(value / 1e6, 1) for name, value in named.items()}


def blocks(folder: Path, seed: int = 0) -> Iterator[np.ndarray]:
    """Speech without end: the recordings in ever-new orders, loudnesses and pauses, in blocks as a device gives them."""
    rng = np.random.default_rng(seed)
    sounds = [samples for _, samples in clips(folder)]
    rest = np.zeros(0, np.float32)
    while True:
        loud = np.float32(rng.uniform(0.3, 1.0))
        pause = np.zeros(int(rng.uniform(0.1, 2.0) * SAMPLE_RATE), np.float32)
        rest = np.concatenate([rest, sounds[rng.integers(len(sounds))] * loud, pause])
        whole = len(rest) // BLOCK * BLOCK
        yield from rest[:whole].reshape(-1, BLOCK)
        rest = rest[whole:]


def listen(
    recognizer: Recognizer, folder: Path, options: StreamOptions, hours: float, *, tidy: bool
) -> Iterator[dict[str, Any]]:
    """A row every hundred seconds of sound; `tidy` gives freed memory back as often as the engine does."""
    lines = 0

    def take(event: EngineEvent) -> None:
        nonlocal lines
        lines += isinstance(event, FinalLine)

    captioner, segmenter = Captioner(take), Segmenter()
    process = psutil.Process()
    heard, row_at, tidy_at = 0, TURN_S, TIDY_EVERY_S
    for block in blocks(folder):
        captioner.push(segmenter.push(block), options)
        while captioner.work(recognizer):
            pass
        heard += len(block)
        if heard >= row_at * SAMPLE_RATE and captioner.idle:  # an utterance holds some megabytes while it lasts
            gc.collect()
            if tidied := tidy and heard >= tidy_at * SAMPLE_RATE:
                tidy_at += TIDY_EVERY_S
                return_freed_memory()
            row_at += TURN_S
            row = {"hours": round(heard / SAMPLE_RATE / 3600, 3), "lines": lines, "tidied": tidied}
            yield {**row, "memory_mb": round(process.memory_info().rss / 1e6, 1), **heaps()}
        if heard >= hours * 3600 * SAMPLE_RATE:
            return


def growth_mb_per_hour(rows: list[dict[str, Any]]) -> float:
    """The slope of a straight line through the memory after the first third, of rows just tidied where there are any."""
    late = rows[len(rows) // 3 :]
    late = [row for row in late if row["tidied"]] or late
    if len(late) < 2:
        return float("nan")
    return float(np.polyfit([row["hours"] for row in late], [row["memory_mb"] for row in late], 1)[0])


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("audio", type=Path)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--preset", default="responsive")
    parser.add_argument("--step-ms", type=int)
    parser.add_argument("--untidy", action="store_true", help="never give freed memory back to the system")
    parser.add_argument("--model", type=Path, default=starter_folder())
    args = parser.parse_args(argv)
    options = named_options(args.preset)
    if args.step_ms:
        options = replace(options, chunk_ms=args.step_ms, first_chunk_ms=None)
    recognizer = Recognizer.load(args.model, "cpu")
    rows = []
    for row in listen(recognizer, args.audio, options, args.hours, tidy=not args.untidy):
        rows.append(row)
        print(json.dumps(row), flush=True)
    print(json.dumps({"growth_mb_per_hour": round(growth_mb_per_hour(rows), 2)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

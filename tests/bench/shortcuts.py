"""Does any shortcut change anything? Every clip whole, half quiet, and joined to three minutes; float32 on the CPU.

    python -m tests.bench.shortcuts BUNDLE AUDIO_FOLDER [--chunk-ms 320]

Prints one JSON line a clip (differing chunks for each shortcut off and for all off: must be 0), then the compute with all on and
all off, and the share of tokens confirmed from the draft.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from inference.options import Shortcuts, StreamOptions
from inference.recognizer import Recognizer
from tests.inference.starter_golden import read_clip
from tests.inference.test_starter_golden import _with, quiet_then_loud


def outcome(
    recognizer: Recognizer, samples: np.ndarray, shortcuts: Shortcuts, step: int
) -> tuple[list[Any], float, Any]:
    stream = _with(recognizer, shortcuts).stream(StreamOptions(chunk_ms=step // 16))
    begun = time.process_time()
    chunks: list[Any] = [stream.feed(samples[start : start + step]) for start in range(0, len(samples), step)]
    chunks.append(stream.finish())
    return chunks, time.process_time() - begun, stream.times


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("audio", type=Path)
    parser.add_argument("--chunk-ms", type=int, default=320)
    parser.add_argument("--only", default="", help="clips whose name holds this")
    args = parser.parse_args(argv)
    recognizer = Recognizer.load(args.bundle, "cpu", threads=1)
    step = args.chunk_ms * 16
    clips = {path.stem: read_clip(path) for path in sorted(args.audio.glob("*.wav"))}
    joined = np.concatenate(list(clips.values()))
    cases = dict(clips)
    cases |= {f"{name} at -{db} dB, then loud": quiet_then_loud(x, db) for db in (36, 80) for name, x in clips.items()}
    cases["joined"] = np.tile(joined, int(np.ceil(180 * 16_000 / len(joined))))
    modes = {"none": Shortcuts.none()}
    modes |= {f"no {name}": replace(Shortcuts(), **{name: False}) for name in vars(Shortcuts())}
    worst = 0
    for name, samples in cases.items():
        if args.only not in name:
            continue
        expected, on_s, times = outcome(recognizer, samples, Shortcuts(), step)
        differing = {}
        off_s = 0.0
        for mode, shortcuts in modes.items():
            chunks, seconds, _ = outcome(recognizer, samples, shortcuts, step)
            differing[mode] = sum(a != b for a, b in zip(chunks, expected, strict=True))
            off_s = seconds if mode == "none" else off_s
        worst = max(worst, *differing.values())
        print(
            json.dumps(
                {
                    "clip": name,
                    "seconds": len(samples) / 16_000,
                    "chunks": len(expected),
                    "differing": differing,
                    "cpu_s_all_on": on_s,
                    "cpu_s_all_off": off_s,
                    "ratio": off_s / on_s,
                    "confirmed_share": times.n_confirmed / max(1, times.n_tokens),
                }
            ),
            flush=True,
        )
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())

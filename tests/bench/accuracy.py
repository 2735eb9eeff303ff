"""Words: error rates offline and streamed, hotwords with and without the box, and whether each clip's last word comes.

    python -m tests.bench.accuracy BUNDLE AUDIO_FOLDER [--only endings|wer|hotwords]

Prints JSON lines. Error rates on lower-case words without punctuation. A starter model is judged by shape, not by its words.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from inference.events import Committed, Final
from inference.options import SAMPLE_RATE, StreamOptions
from inference.recognizer import Recognizer
from tests.inference.starter_golden import read_clip

CHUNKS_MS = (80, 160, 320, 1000, 2000)
ENDPOINT_ZEROS = np.zeros(300 * SAMPLE_RATE // 1000, np.float32)
LONGEST_S = 21.0


def words(text: str) -> list[str]:
    return re.sub(r"[^a-z0-9' ]", " ", text.lower().replace("\u2019", "'")).replace("'", "").split()


def word_errors(reference: str, text: str) -> tuple[int, int]:
    """Substitutions, insertions and deletions, and the reference's length."""
    ours, theirs = words(text), words(reference)
    row = list(range(len(ours) + 1))
    for i, expected in enumerate(theirs, 1):
        corner, row[0] = row[0], i
        for j, said in enumerate(ours, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (said != expected))
    return row[-1], len(theirs)


def streamed(recognizer: Recognizer, samples: np.ndarray, options: StreamOptions) -> tuple[list[str], list[Final]]:
    """Committed deltas and final lines of one utterance with its 300 ms of zeros."""
    stream = recognizer.stream(options)
    events: list[Any] = []
    for start in range(0, len(samples), options.chunk_samples):
        events += stream.feed(samples[start : start + options.chunk_samples])
    events += [*stream.feed(ENDPOINT_ZEROS), *stream.finish()]
    shown = ""
    for event in events:  # what is on screen only grows, and each final carries what stands there
        shown += event.text if isinstance(event, Committed) else event.remainder
        if isinstance(event, Final):
            assert event.shown == shown, (event.shown, shown)
            shown = ""
    assert shown == ""
    return [e.text for e in events if isinstance(e, Committed)], [e for e in events if isinstance(e, Final)]


def clips(folder: Path) -> Iterator[tuple[dict[str, Any], np.ndarray]]:
    for item in json.loads((folder / "manifest.json").read_text(encoding="utf-8")):
        yield item, read_clip(folder / item["file"])


def endings(recognizer: Recognizer, folder: Path) -> dict[str, Any]:
    """Of every clip and chunk size: is the streamed final's last word the offline run's?"""
    table: dict[str, dict[int, str]] = {}
    right = total = 0
    for item, samples in clips(folder):
        end = samples[-int(15 * SAMPLE_RATE) :] if len(samples) > LONGEST_S * SAMPLE_RATE else samples
        offline = words(
            recognizer.transcribe(np.concatenate([end, ENDPOINT_ZEROS]), StreamOptions(language="English")).text
        )
        row: dict[int, str] = {}
        for chunk_ms in CHUNKS_MS:
            _, finals = streamed(recognizer, samples, StreamOptions(language="English", chunk_ms=chunk_ms))
            last = next((words(f.text)[-1] for f in reversed(finals) if words(f.text)), "")
            expected = offline[-1] if offline else ""
            row[chunk_ms] = "ok" if last == expected else f"{last} / {expected}"
            right += last == expected
            total += 1
        table[item["file"]] = row
    return {"last_word_share": right / total, "cases": total, "table": table}


def wer(recognizer: Recognizer, folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    sums = {"offline": [0, 0], "stream": [0, 0]}
    for item, samples in clips(folder):
        if not item["text"] or item["seconds"] > LONGEST_S:
            continue
        _, finals = streamed(recognizer, samples, StreamOptions(language="English"))
        texts = {
            "offline": recognizer.transcribe(samples, StreamOptions(language="English")).text,
            "stream": " ".join(final.text for final in finals),
        }
        found[item["file"]] = {}
        for way, text in texts.items():
            errors, n = word_errors(item["text"], text)
            sums[way][0] += errors
            sums[way][1] += n
            found[item["file"]][way] = 100 * errors / n
    return {"clips": found, **{way: 100 * errors / n for way, (errors, n) in sums.items()}}


def hotwords(recognizer: Recognizer, folder: Path) -> dict[str, Any]:
    """Share of hot words spelled exactly, with each clip's words and distractors in the box and with an empty box."""
    right = {"with": 0, "without": 0}
    total = 0
    for item, samples in clips(folder / "hotwords"):
        boxes: dict[str, Sequence[str]] = {"with": [*item["hotwords"], *item["distractors"]], "without": ()}
        for way, box in boxes.items():
            options = StreamOptions(language="English", hotwords=tuple(box))
            text = recognizer.transcribe(samples, options).text
            right[way] += sum(word in text for word in item["hotwords"])
        total += len(item["hotwords"])
    shares = {way: 100 * n / total for way, n in right.items()}
    return {**shares, "gain_points": shares["with"] - shares["without"], "words": total}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("audio", type=Path)
    parser.add_argument("--only", choices=("endings", "wer", "hotwords"))
    args = parser.parse_args(argv)
    recognizer = Recognizer.load(args.bundle, "cpu", threads=1)
    for name, measure in (("wer", wer), ("hotwords", hotwords), ("endings", endings)):
        if args.only in (None, name):
            print(json.dumps({name: measure(recognizer, args.audio)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

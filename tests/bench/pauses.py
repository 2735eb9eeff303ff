"""Words of two recordings dictated with a pause between them, against the same two dictated alone.

    python -m tests.bench.pauses BUNDLE AUDIO_FOLDER [--pairs N] [--clips REGEX]

Prints a JSON line for each preset and room, with the word errors in per cent: of both recordings dictated alone, of one
dictation with a pause in it by its length, and of the same sound given to one stream ("undivided"). Each recording is in
the room's noise from its beginning to its end.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from itertools import permutations
from pathlib import Path

import numpy as np

from app.base.events import DictationFinalized, EngineEvent
from app.engine.dictation import Dictation
from inference.options import PRESETS, SAMPLE_RATE, StreamOptions, preset
from inference.recognizer import Recognizer
from tests.bench.accuracy import clips, streamed, word_errors

PAUSES_S = (0.3, 1.0, 4.0, 8.0, 15.0, 25.0, 40.0, 120.0)
ROOMS_DBFS = {"quiet": -60.0, "noisy": -45.0}
LONGEST_UNDIVIDED_S = 40.0
BLOCK = SAMPLE_RATE // 10


def dictated(recognizer: Recognizer, sound: np.ndarray, options: StreamOptions) -> str:
    """The text of one dictation of `sound`, by its final lines."""
    said: list[str] = []

    def note(event: EngineEvent) -> None:
        if isinstance(event, DictationFinalized):
            said.append(event.line.text)

    dictation = Dictation(1, options, 0, note, limit=len(sound))
    for at in range(0, len(sound), BLOCK):
        dictation.push(sound[at : at + BLOCK], at)
        while dictation.work(recognizer):
            pass
    dictation.end(len(sound))
    while dictation.work(recognizer):
        pass
    return " ".join(said)


def measure(
    recognizer: Recognizer, recordings: list[tuple[str, np.ndarray]], n_pairs: int, preset_name: str, room_dbfs: float
) -> dict[str, object]:
    options = preset(preset_name, language="English")
    random = np.random.default_rng(0)
    errors: defaultdict[str, int] = defaultdict(int)
    n_words = 0

    def in_room(samples: np.ndarray) -> np.ndarray:
        return samples + random.normal(0.0, 10 ** (room_dbfs / 20), len(samples)).astype(np.float32)

    pairs = list(permutations(recordings, 2))
    for (text, first), (next_text, second) in pairs[:: max(len(pairs) // n_pairs, 1)][:n_pairs]:
        reference = f"{text} {next_text}"
        alone = " ".join(dictated(recognizer, in_room(samples), options) for samples in (first, second))
        failed, total = word_errors(reference, alone)
        errors["alone"] += failed
        n_words += total
        for pause_s in PAUSES_S:
            quiet = np.zeros(int(pause_s * SAMPLE_RATE), np.float32)
            sound = in_room(np.concatenate([first, quiet, second]))
            errors[f"{pause_s:g} s"] += word_errors(reference, dictated(recognizer, sound, options))[0]
            if pause_s <= LONGEST_UNDIVIDED_S:
                _, finals = streamed(recognizer, sound, options)
                whole = " ".join(final.text for final in finals)
                errors[f"{pause_s:g} s undivided"] += word_errors(reference, whole)[0]
    rates = {way: round(100 * failed / n_words, 1) for way, failed in errors.items()}
    return {"preset": preset_name, "room_dbfs": room_dbfs, "pairs": n_pairs, "words": n_words, "word_errors": rates}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("audio", type=Path)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument(
        "--clips", default="^(libri|jfk)", help="which recordings, by file name: read or spoken clearly"
    )
    args = parser.parse_args(argv)
    recognizer = Recognizer.load(args.bundle, "cpu", threads=1)
    recordings = [(item["text"], samples) for item, samples in clips(args.audio) if re.match(args.clips, item["file"])]
    for name in PRESETS:
        for room_dbfs in ROOMS_DBFS.values():
            print(json.dumps(measure(recognizer, recordings, args.pairs, name, room_dbfs)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

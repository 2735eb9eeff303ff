"""How long after its end each spoken word is on screen, per preset, step and for Automatic; JSON, one line for each.

    python -m tests.bench.word_delay AUDIO_FOLDER [--model BUNDLE] [--presets …] [--steps MS …] [--repeat N]

The recordings are those of AUDIO_FOLDER/word_times.json, with the time of each word. The real segmenter, streams and
model run in sound time: each 20 ms arrive when they would, and work takes the time that it takes here; only the waiting is
left out. A word counts when it is recognised, from its end to the moment its last letter is committed. The last words of
an utterance wait for the pause that ends it (600 ms); they are also given apart.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.base.events import CommittedLine, EngineEvent, FinalLine
from app.engine.captioner import Captioner
from app.engine.pace import Pace, named_options, words_after_s
from app.engine.probe import measure_cost, probe_sound
from app.engine.segmenter import FRAME, Segmenter
from app.models.installed import starter_folder
from inference.options import PRESETS, SAMPLE_RATE, StreamOptions
from inference.recognizer import Recognizer
from tests.bench.accuracy import word_errors, words
from tests.inference.starter_golden import read_clip

SILENCE = np.zeros(SAMPLE_RATE, np.float32)
Word = tuple[str, float, float]


class Heard:
    """The text of a clip, letter by letter, with the time at which each was shown."""

    def __init__(self) -> None:
        self.text = ""
        self.shown_s: list[float] = []
        self.final_from: list[bool] = []
        self._waiting: list[tuple[str, bool]] = []

    def take(self, event: EngineEvent) -> None:
        if isinstance(event, CommittedLine):
            self._waiting.append((event.text, False))
        elif isinstance(event, FinalLine):
            self._waiting.append((event.remainder + " ", True))

    def shown(self, now_s: float) -> None:
        """What came since is on screen now."""
        for text, final in self._waiting:
            self.text += text
            self.shown_s += [now_s] * len(text)
            self.final_from += [final] * len(text)
        self._waiting.clear()

    def words(self) -> list[tuple[str, float, bool]]:
        """Each word as it is compared, when it was whole on screen, and whether only the end of its line brought it."""
        found: list[tuple[str, float, bool]] = []
        at = 0
        for piece in self.text.split():
            at = self.text.index(piece, at) + len(piece)
            found += [(word, self.shown_s[at - 1], self.final_from[at - 1]) for word in words(piece)]
        return found


def hear(recognizer: Recognizer, samples: np.ndarray, options: StreamOptions, pace: Pace) -> tuple[Heard, float]:
    """The clip in sound time, and the share of it that was spent computing."""
    heard = Heard()
    captioner = Captioner(heard.take, pace=pace)
    segmenter = Segmenter()
    sound = np.concatenate([samples, SILENCE])
    blocks = deque(range(0, len(sound) // FRAME * FRAME, FRAME))
    now_s = spent_s = 0.0
    while blocks or not captioner.idle:
        while blocks and (blocks[0] + FRAME) / SAMPLE_RATE <= now_s:
            at = blocks.popleft()
            captioner.push(segmenter.push(sound[at : at + FRAME]), options)
        begun = time.perf_counter()
        worked = captioner.work(recognizer, merge=True)
        took_s = time.perf_counter() - begun
        if worked:
            now_s, spent_s = now_s + took_s, spent_s + took_s
            heard.shown(now_s)
        elif blocks:
            now_s = max(now_s, (blocks[0] + FRAME) / SAMPLE_RATE)
        else:
            captioner.push(segmenter.flush(), options)
    return heard, spent_s * SAMPLE_RATE / len(samples)


def delays(spoken: Sequence[Word], heard: Heard) -> tuple[list[float], list[float]]:
    """Seconds from the end of each word that was recognised to its being shown: all, and those that a line's end brought."""
    said = [(word, end_s) for text, _, end_s in spoken for word in words(text)]
    shown = heard.words()
    matcher = difflib.SequenceMatcher(None, [word for word, _ in said], [word for word, *_ in shown], autojunk=False)
    everything, last = [], []
    for block in matcher.get_matching_blocks():
        for i in range(block.size):
            _, at_s, final = shown[block.b + i]
            everything.append(at_s - said[block.a + i][1])
            if final:
                last.append(everything[-1])
    return everything, last


def percentiles(values: Sequence[float]) -> dict[str, float] | None:
    """p50 and p95 in seconds, and how many there are."""
    if not values:
        return None
    return {
        "p50": round(float(np.percentile(values, 50)), 3),
        "p95": round(float(np.percentile(values, 95)), 3),
        "n": len(values),
    }


def measure(
    recognizer: Recognizer, folder: Path, options: StreamOptions, pace: Pace, repeat: int = 1
) -> dict[str, Any]:
    """The figures of one way to recognise, over all clips with word times."""
    every: list[float] = []
    last: list[float] = []
    loads: list[float] = []
    wrong = total = 0
    for name, spoken in json.loads((folder / "word_times.json").read_text(encoding="utf-8")).items():
        for turn in range(repeat):
            heard, load = hear(recognizer, read_clip(folder / name), options, pace)
            found = delays(spoken, heard)
            every, last, loads = every + found[0], last + found[1], [*loads, load]
            if turn == 0:
                errors = word_errors(" ".join(word for word, *_ in spoken), heard.text)
                wrong, total = wrong + errors[0], total + errors[1]
    used = pace.resolved(options)
    return {
        "chunk_ms": used.chunk_ms,
        "held_back": used.unfixed_token_num,
        "delay_s": percentiles(every),
        "of_these_by_the_end_of_a_line_s": percentiles(last),
        "estimate_s": round(words_after_s(used, pace.cost), 3) if pace.cost is not None else None,
        "load": round(float(np.mean(loads)), 3),
        "wrong_words": wrong,
        "words": total,
    }


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("audio", type=Path)
    parser.add_argument("--model", type=Path, default=starter_folder())
    parser.add_argument("--provider", default="auto")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--presets", nargs="*", default=["automatic", *PRESETS])
    parser.add_argument("--steps", type=int, nargs="*", default=[], help="also these steps, five tokens held back")
    parser.add_argument("--held-back", type=int, nargs="*", default=[5], help="tokens held back at these steps")
    parser.add_argument("--repeat", type=int, default=1)
    args = parser.parse_args(argv)
    recognizer = Recognizer.load(args.model, args.provider, threads=args.threads)
    cost = measure_cost(recognizer, StreamOptions(), probe_sound())
    pace = Pace()
    pace.use(cost)
    about = {"model": recognizer.bundle.name, "precision": recognizer.bundle.precision, "provider": recognizer.provider}
    print(json.dumps({**about, "fixed_s": round(cost.fixed_s, 4), "per_s": round(cost.per_s, 4)}), flush=True)
    runs = [(name, named_options(name, language="English")) for name in args.presets]
    for held in args.held_back:
        for step in args.steps:
            options = replace(StreamOptions(language="English"), chunk_ms=step, unfixed_token_num=held)
            runs.append((f"{step} ms, {held} held back", options))
    for name, options in runs:
        print(json.dumps({"preset": name, **measure(recognizer, args.audio, options, pace, args.repeat)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

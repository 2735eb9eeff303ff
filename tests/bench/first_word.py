"""The first word after the start, of a quiet voice: `python -m tests.bench.first_word RECORDING… [--dbfs -54] [--times 20]`; JSON.

An engine with the model that comes with the program opens a virtual microphone on a private sound server. As soon as it
listens, one of the recordings is played, its first word at once, so quietly. Compared is the first word of the first line with the
first word that the same model writes of the same recording, whole and loud.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from app.base.events import EngineEvent, FinalLine, Status
from app.capture.ports import SourceSpec
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice, load_recognizer
from app.engine.pace import named_options
from inference.options import SAMPLE_RATE
from tests.desktop.kit import Sound, wait_until

SENTENCE_S = 6.0
LOUD_DBFS = -24.0


def sentence(path: Path) -> np.ndarray:
    """16 kHz mono from the first word on, at most `SENTENCE_S`."""
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono = soxr.resample(samples.mean(axis=1), rate, SAMPLE_RATE)
    first = int(np.flatnonzero(np.abs(mono) > 0.1 * np.abs(mono).max())[0])
    return mono[max(first - SAMPLE_RATE // 20, 0) :][: int(SENTENCE_S * SAMPLE_RATE)]


def at_level(samples: np.ndarray, dbfs: float) -> np.ndarray:
    return np.clip(samples / np.sqrt(np.mean(samples**2)) * 10 ** (dbfs / 20), -1, 1)


def first_word(text: str) -> str:
    return (text.split() or [""])[0].strip(".,;:!?\"'").lower()


def one_run(sound: Sound, wav: Path) -> str:
    """The text of the first line."""
    listening, over = threading.Event(), threading.Event()
    lines: list[str] = []

    def hear(event: EngineEvent) -> None:
        if isinstance(event, Status) and event.state in ("listening", "no_sound") and event.provider:
            listening.set()
        if isinstance(event, FinalLine) and event.shown.strip():
            lines.append(event.shown)
            over.set()

    setup = EngineSetup(SourceSpec("microphone"), named_options("balanced"), ModelChoice(), probe_speed=False)
    engine = Engine(setup, hear)
    thread = threading.Thread(target=engine.run)
    thread.start()
    try:
        wait_until(listening.is_set, what="the microphone")
        sound.play(wav, block=True)
        over.wait(30)
    finally:
        engine.stop(5.0)
        thread.join(20)
    return lines[0] if lines else ""


def measure(paths: list[Path], dbfs: float, times: int) -> dict[str, Any]:
    model = load_recognizer(ModelChoice(), lambda text: None)
    sounds = [sentence(path) for path in paths]
    wanted = [first_word(model.transcribe(at_level(one, LOUD_DBFS), named_options("balanced")).text) for one in sounds]
    model.close()
    sound = Sound()
    os.environ.update(sound.variables)
    try:
        wavs = []
        for number, one in enumerate(sounds):
            wavs.append(sound.folder / f"quiet-{number}.wav")
            soundfile.write(wavs[-1], soxr.resample(at_level(one, dbfs), SAMPLE_RATE, 44_100), 44_100, subtype="FLOAT")
        found = []
        for run in range(times):
            text = one_run(sound, wavs[run % len(wavs)])
            found.append((wanted[run % len(wavs)], text))
            print(json.dumps({"wanted": found[-1][0], "line": text}), file=sys.stderr, flush=True)
            time.sleep(0.2)
    finally:
        sound.close()
    right = sum(first_word(text) == word for word, text in found)
    return {
        "dbfs": dbfs,
        "times": times,
        "with_first_word": right,
        "wrong": [pair for pair in found if first_word(pair[1]) != pair[0]],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="+", type=Path)
    parser.add_argument("--dbfs", type=float, default=-54.0)
    parser.add_argument("--times", type=int, default=20)
    args = parser.parse_args()
    print(json.dumps(measure(args.recordings, args.dbfs, args.times)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Is the first word there when captions resume after a long pause, for which the model was let go of? JSON.

    python -m tests.bench.resume [--turns 20] [--model BUNDLE]

Captions hear the sample, pause until the model's memory is free, and resume while the sample is spoken again from its
first moment, in real time, `--turns` times. Printed are the first words of each line, how many lines begin as they do
without a pause, the resident memory with the model and without it, and from the resumption to the model's return.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from app.base.events import EngineEvent, FinalLine
from app.capture.ports import SourceSpec
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice
from app.engine.pieces import read_pieces
from app.engine.probe import SAMPLE
from app.models.installed import starter_folder
from inference.options import PRESETS, SAMPLE_RATE
from inference.providers import return_freed_memory
from tests.bench.live_path import Player, summary

HEARD_S = 8.0
SILENCE_S = 1.5
REST_S = 0.5
TIMEOUT_S = 120.0
FIRST_WORDS = 3


def wait(condition: Callable[[], object], what: str) -> None:
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.005)


def measure(clip: np.ndarray, model: ModelChoice, turns: int) -> dict[str, Any]:
    """`clip` is spoken once without a pause before it and `turns` times after one."""
    sound = np.concatenate([clip, np.zeros(int(SILENCE_S * SAMPLE_RATE), np.float32)])
    players: list[Player] = []
    lines: list[str] = []

    def open_input(_spec: SourceSpec, _notify: Callable[[str], None]) -> Player:
        players.append(Player(sound))
        players[-1].ready = len(players) > 1
        return players[-1]

    def hear(event: EngineEvent) -> None:
        if isinstance(event, FinalLine):
            lines.append(event.text)

    setup = EngineSetup(SourceSpec("microphone"), PRESETS["balanced"], model, probe_speed=False, rest_after_s=REST_S)
    engine = Engine(setup, hear, opener=open_input)
    thread = threading.Thread(target=engine.run)
    thread.start()
    process = psutil.Process()
    memory: dict[str, list[float]] = {"loaded_mb": [], "resting_mb": []}
    back_s: list[float] = []
    said: list[str] = []
    try:
        wait(lambda: engine.recognizer is not None and players, "the model")
        players[0].ready = True
        for _ in range(turns + 1):
            wait(lambda: players[-1].ended, "the sample to be heard")
            memory["loaded_mb"].append(process.memory_info().rss / 1e6)
            engine.pause()
            wait(lambda: engine.recognizer is None, "the model to be let go of")
            said.append(" ".join(lines))
            lines.clear()
            return_freed_memory()
            memory["resting_mb"].append(process.memory_info().rss / 1e6)
            opened, resumed = len(players), time.monotonic()
            engine.resume()
            wait(lambda: engine.recognizer is not None, "the model again")
            back_s.append(time.monotonic() - resumed)
            wait(lambda before=opened: len(players) > before, "the microphone again")
    finally:
        engine.stop()
        thread.join()
    first = [" ".join(text.split()[:FIRST_WORDS]) for text in said]
    return {
        "turns": turns,
        "complete": sum(words == first[0] for words in first[1:]),
        "first_words": first,
        "model_back_s": summary(back_s),
        **{name: round(sum(values) / len(values), 1) for name, values in memory.items()},
    }


def main(arguments: list[str] | None = None) -> int:
    """Prints one JSON object. Returns 1 if a first word was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--model", type=Path, default=starter_folder())
    args = parser.parse_args(arguments)
    clip = np.concatenate([piece.samples for piece in read_pieces(SAMPLE)])[: int(HEARD_S * SAMPLE_RATE)]
    found = measure(clip, ModelChoice(str(args.model.absolute())), args.turns)
    json.dump(found, sys.stdout, indent=1)
    print()
    return 0 if found["complete"] == found["turns"] else 1


if __name__ == "__main__":
    sys.exit(main())

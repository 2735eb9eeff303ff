"""How soon words come, on this machine, through the real worker: `python -m tests.bench.live_path [--seconds N] …`.

Prints JSON. A recording is played into the engine as a device delivers it. Measured are, for each utterance:

* `first_committed_s`: from the moment the first word had been heard whole (`--word-ms` after its beginning) to its text.
* `final_s`: from the last sound of speech to the final line; the endpoint pause is part of it.
* `real_time_factor`: time spent recognising / length of what was recognised, at 320 ms unless `--chunk-ms` says else.
* `lag_max_s`: the longest backlog.

The recording is `resources/sample.wav` unless `--file` names another; its beginning and end of speech are found by level,
not by the program's own detector.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.base.events import CommittedLine, EngineEvent, FinalLine, Status
from app.capture.listener import Heard
from app.capture.ports import SourceSpec
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice, RecognizerLike, load_recognizer
from app.engine.pieces import read_pieces
from app.engine.probe import SAMPLE
from app.models.installed import starter_folder
from inference.events import StreamEvent
from inference.options import PRESETS, SAMPLE_RATE, StreamOptions

BLOCK_S = 0.02
SPEECH_DBFS = -45.0
PAUSE_S = 2.0


class Clocked:
    """The recogniser with a stop watch around its passes."""

    def __init__(self, inner: RecognizerLike, spent: list[float]) -> None:
        self._inner, self._spent = inner, spent

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def stream(self, options: StreamOptions) -> ClockedStream:
        return ClockedStream(self._inner.stream(options), self._spent)


class ClockedStream:
    """A stream whose time is taken."""

    def __init__(self, inner: Any, spent: list[float]) -> None:
        self._inner, self._spent = inner, spent

    def _timed(self, do: Callable[[], list[StreamEvent]]) -> list[StreamEvent]:
        started = time.perf_counter()
        events = do()
        self._spent.append(time.perf_counter() - started)
        return events

    def feed(self, samples: np.ndarray, *, merge: bool = False) -> list[StreamEvent]:
        return self._timed(lambda: self._inner.feed(samples, merge=merge))

    def finish(self) -> list[StreamEvent]:
        return self._timed(self._inner.finish)


class Player:
    """A device that plays samples in real time once the model is ready; knows when each sample was heard."""

    paced = True
    device = "bench"
    problem = ""
    live = True
    latency_s = 0.0

    def __init__(self, samples: np.ndarray) -> None:
        self._samples = samples
        self._at = 0
        self.began = 0.0
        self.ready = False

    @property
    def ended(self) -> bool:
        return self._at >= len(self._samples)

    def read(self, timeout_s: float) -> Heard | None:
        if not self.ready or self.ended:
            time.sleep(timeout_s)
            return None
        self.began = self.began or time.monotonic()
        due = min(int((time.monotonic() - self.began) * SAMPLE_RATE), len(self._samples))
        if due - self._at < BLOCK_S * SAMPLE_RATE and due < len(self._samples):
            time.sleep(min(timeout_s, BLOCK_S))
            return None
        part, self._at = self._samples[self._at : due], due
        return Heard(part)

    def heard_now(self) -> int:
        if not self.began:
            return 0
        return min(int((time.monotonic() - self.began) * SAMPLE_RATE), len(self._samples))

    def time_of(self, position_s: float) -> float:
        """When the sample at that time of the recording was heard."""
        return self.began + position_s

    def devices_changed(self, devices: object) -> None:
        """The bench has one device."""

    def release(self) -> None:
        """The bench has one device."""

    def close(self) -> None:
        """Nothing to close."""


def speech_bounds(samples: np.ndarray) -> tuple[float, float]:
    """First and last second at which the recording is louder than `SPEECH_DBFS`, by 10 ms frames."""
    frame = SAMPLE_RATE // 100
    power = np.mean(np.square(samples[: len(samples) // frame * frame]).reshape(-1, frame), axis=1)
    loud = np.flatnonzero(10 * np.log10(np.maximum(power, 1e-12)) > SPEECH_DBFS)
    return float(loud[0] / 100), float((loud[-1] + 1) / 100)


def measure(clip: np.ndarray, options: StreamOptions, model: ModelChoice, turns: int, word_s: float) -> dict[str, Any]:
    """Plays the clip `turns` times with pauses between and takes the times."""
    pause = np.zeros(int(PAUSE_S * SAMPLE_RATE), np.float32)
    sound = np.concatenate([pause, *[part for _ in range(turns) for part in (clip, pause)]])
    length_s, pause_s = len(clip) / SAMPLE_RATE, PAUSE_S
    begins = [pause_s + turn * (length_s + pause_s) for turn in range(turns)]
    first_s, last_s = speech_bounds(clip)
    spent: list[float] = []
    player = Player(sound)
    seen: list[tuple[float, EngineEvent]] = []

    def hear(event: EngineEvent) -> None:
        seen.append((time.monotonic(), event))
        if isinstance(event, Status) and event.model:
            player.ready = True

    def load(choice: ModelChoice, notice: Callable[[str], None]) -> RecognizerLike:
        return Clocked(load_recognizer(choice, notice), spent)  # type: ignore[return-value]

    setup = EngineSetup(SourceSpec("microphone"), options, model, probe_speed=False, stop_at_end=True)
    Engine(setup, hear, load=load, opener=lambda spec, notify: player).run()

    firsts, finals = [], []
    for begin in begins:
        window = (begin, begin + length_s + pause_s)
        told = [(at, e) for at, e in seen if window[0] <= at - player.began <= window[1] + PAUSE_S]
        committed = [at for at, e in told if isinstance(e, CommittedLine) and begin <= e.start_s < window[1]]
        ended = [at for at, e in told if isinstance(e, FinalLine) and begin <= e.end_s < window[1]]
        if committed:
            firsts.append(committed[0] - player.time_of(begin + first_s + word_s))
        if ended:
            finals.append(ended[-1] - player.time_of(begin + last_s))
    recognised = sum(e.end_s - e.start_s for _, e in seen if isinstance(e, FinalLine))
    lags = [e.lag_s for _, e in seen if isinstance(e, Status)]
    return {
        "chunk_ms": options.chunk_ms,
        "turns": turns,
        "clip_s": round(length_s, 2),
        "first_committed_s": summary(firsts),
        "final_s": summary(finals),
        "real_time_factor": round(sum(spent) / recognised, 3) if recognised else None,
        "pass_ms": summary([value * 1000 for value in spent if value > 0.001]),
        "lag_max_s": max(lags, default=0.0),
    }


def summary(values: list[float]) -> dict[str, float] | None:
    """Median, 95th percentile and largest."""
    if not values:
        return None
    return {
        "median": round(statistics.median(values), 3),
        "p95": round(float(np.percentile(values, 95)), 3),
        "max": round(max(values), 3),
        "n": len(values),
    }


def main(arguments: list[str] | None = None) -> int:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description="How soon words come, through the real worker.")
    parser.add_argument("--file", type=Path, default=SAMPLE)
    parser.add_argument("--seconds", type=float, default=15.0, help="of the recording that are used")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--chunk-ms", type=int, default=320)
    parser.add_argument("--preset", choices=tuple(PRESETS), default="balanced")
    parser.add_argument("--word-ms", type=int, default=300, help="length of the first word")
    parser.add_argument("--model", type=Path, default=starter_folder())
    parser.add_argument("--provider", default="auto")
    args = parser.parse_args(arguments)
    clip = np.concatenate([piece.samples for piece in read_pieces(args.file)])[: int(args.seconds * SAMPLE_RATE)]
    options = PRESETS[args.preset]
    if args.preset == "balanced":
        options = replace(options, chunk_ms=args.chunk_ms)
    found = measure(
        clip, options, ModelChoice(str(args.model.absolute()), args.provider), args.turns, args.word_ms / 1000
    )
    machine = {"cpu": platform.processor() or platform.machine(), "cores": os.cpu_count(), "preset": args.preset}
    json.dump({**machine, **found}, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Microphone and computer together: two inputs at 16 kHz, added sample by sample.

The two have clocks of their own and either may fall silent or away. `Mixer` (pure) lets the one wait a moment for the
other and then continues without it: nothing of either is ever thrown away.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from app.capture.device import Devices
from app.capture.listener import Heard, SoundInput
from app.capture.ports import Samples
from inference.options import SAMPLE_RATE

WAIT = SAMPLE_RATE * 150 // 1000
"""How far one input may run ahead of the other before it continues alone."""
STEP = SAMPLE_RATE * 60 // 1000
"""It continues alone in steps of at least this, so that drifting clocks leave rare small gaps, not many."""


class Mixer:
    """Adds two streams of samples."""

    def __init__(self) -> None:
        self._waiting = [np.zeros(0, np.float32), np.zeros(0, np.float32)]

    @property
    def waiting(self) -> tuple[int, int]:
        """Samples of each input that wait for the other."""
        return len(self._waiting[0]), len(self._waiting[1])

    def push(self, index: int, samples: Samples) -> None:
        """Takes sound of input 0 or 1."""
        self._waiting[index] = np.concatenate([self._waiting[index], samples])

    def take(self, *, alone: bool = False) -> Samples:
        """What can be said now. With `alone` neither waits for the other."""
        first, second = self._waiting
        both = min(len(first), len(second))
        mixed = first[:both] + second[:both]
        self._waiting = [first[both:], second[both:]]
        for index, rest in enumerate(self._waiting):
            surplus = len(rest) if alone else len(rest) - WAIT
            if surplus > (0 if alone else STEP):
                mixed = np.concatenate([mixed, rest[:surplus]])
                self._waiting[index] = rest[surplus:]
        return np.asarray(np.clip(mixed, -1.0, 1.0), np.float32)


class MixedInput:
    """Two inputs as one; see `SoundInput`. The first (the microphone) is named first."""

    paced = True

    def __init__(self, first: SoundInput, second: SoundInput) -> None:
        self._inputs = (first, second)
        self._mixer = Mixer()
        self._given = 0
        self._fresh, self._lost_s = False, 0.0  # of what waits in the mixer

    def read(self, timeout_s: float) -> Heard | None:
        for index, source in enumerate(self._inputs):
            wait = timeout_s / len(self._inputs)
            while (heard := source.read(wait)) is not None:
                self._fresh |= heard.fresh and index == 0
                self._lost_s += heard.lost_s
                self._mixer.push(index, heard.samples)
                wait = 0.0
        samples = self._mixer.take(alone=not all(source.live for source in self._inputs))
        if not len(samples):
            return None
        self._given += len(samples)
        mixed = Heard(samples, self._fresh, self._lost_s)
        self._fresh, self._lost_s = False, 0.0
        return mixed

    @property
    def device(self) -> str:
        return " + ".join(source.device for source in self._inputs if source.device)

    @property
    def problem(self) -> str:
        problems = [source.problem for source in self._inputs]
        return problems[0] or problems[1] if all(problems) else ""

    @property
    def live(self) -> bool:
        return any(source.live for source in self._inputs)

    @property
    def ended(self) -> bool:
        return False

    @property
    def latency_s(self) -> float:
        return max(source.latency_s for source in self._inputs) + WAIT / SAMPLE_RATE

    def heard_now(self) -> int:
        return self._given + max(self._mixer.waiting)

    def devices_changed(self, devices: Devices) -> None:
        self._each(lambda source: source.devices_changed(devices))

    def release(self) -> None:
        self._each(lambda source: source.release())

    def close(self) -> None:
        self._each(lambda source: source.close())

    def _each(self, do: Callable[[SoundInput], None]) -> None:
        for source in self._inputs:
            do(source)

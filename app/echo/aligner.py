"""What the computer plays, sample for sample beside what the microphone hears, though each has a clock of its own.

The microphone is the master and is never altered. The computer's sound is interpolated onto its samples, at the ratio
of the two clocks (`StreamClock`), which changes slowly and without steps. It stands ahead of the microphone, so that a
canceller has heard it before its echo comes. What is missing of it is silence of the exact length.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.echo.stream_clock import StreamClock
from inference.options import SAMPLE_RATE

Samples = npt.NDArray[np.float32]

AHEAD_S = 0.04
"""How far the computer's sound stands ahead at first; the echo itself takes 0 to some 100 ms more."""
KEPT_S = 1.5
"""Of the computer's sound, for an echo that comes later than was thought."""
WAIT_S = 0.5
"""How long the microphone waits for the computer's sound; then silence stands in its place."""
OFF_S = 0.04
OFF_CHECKS = 3
"""Beside where the clocks say it belongs by so much, at so many looks a second apart, it is put there."""
TAPS, PHASES = 32, 1024


def _interpolation_table() -> Samples:
    """Weights [PHASES, TAPS] of a sinc under a Kaiser window: row p reads p / PHASES behind a sample."""
    at = np.arange(TAPS) - (TAPS // 2 - 1)
    shifted = at[None, :] - np.arange(PHASES)[:, None] / PHASES
    inside = np.clip(1.0 - (shifted / (TAPS / 2)) ** 2, 0.0, None)
    weights = np.sinc(shifted) * np.i0(9.0 * np.sqrt(inside)) / np.i0(9.0)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


_TABLE = _interpolation_table()


def interpolate(samples: Samples, at: np.ndarray) -> Samples:
    """float32 [n], the values at fractional positions `at` [m]; what lies outside is silence."""
    phases = np.round(at * PHASES).astype(np.int64)
    first = phases // PHASES - (TAPS // 2 - 1)
    low, high = int(first[0]), int(first[-1]) + TAPS
    part = np.zeros(high - low, np.float32)
    begin, end = max(low, 0), min(high, len(samples))
    if begin < end:
        part[begin - low : end - low] = samples[begin:end]
    windows = np.lib.stride_tricks.sliding_window_view(part, TAPS)[first - low]
    return np.asarray(np.einsum("nt,nt->n", windows, _TABLE[phases % PHASES]), np.float32)


class _Stream:
    """Sound that waits: `samples` begin at position `start`."""

    def __init__(self) -> None:
        self.samples = np.zeros(0, np.float32)
        self.start = 0
        self.clock = StreamClock()

    @property
    def end(self) -> int:
        return self.start + len(self.samples)

    def push(self, samples: Samples, at: float, fresh: bool) -> None:
        if fresh:
            self.clock = StreamClock()
        if len(samples):
            self.clock.note(self.end, at)
            self.samples = np.concatenate([self.samples, samples])

    def drop(self, before: int) -> None:
        n = min(max(before - self.start, 0), len(self.samples))
        self.samples = self.samples[n:]
        self.start += n


class Aligner:
    """See the module. All sound is float32 mono at 16 kHz; one thread uses it.

    Attributes:
        moves: how often the computer's sound was put elsewhere in one jump: what was learnt of the echo is void then.
    """

    def __init__(self) -> None:
        self.moves = 0
        self._microphone, self._computer = _Stream(), _Stream()
        self._ahead_s = AHEAD_S
        self._at: float | None = None  # position in the computer's sound of the microphone's next sample
        self._ratio = 1.0
        self._checked = 0  # position in the microphone's sound
        self._off = 0

    @property
    def waiting(self) -> int:
        """Samples of the microphone that were not given yet."""
        return len(self._microphone.samples)

    def push_microphone(self, samples: Samples, at: float, *, fresh: bool = False) -> None:
        """Sound whose first sample was heard at monotonic time `at`; `fresh` if it does not follow what came before."""
        self._microphone.push(samples, at, fresh)
        if fresh:
            self._at = None

    def push_computer(self, samples: Samples, at: float, *, fresh: bool = False) -> None:
        """As `push_microphone`, of what the computer plays."""
        self._computer.push(samples, at, fresh)
        if fresh:
            self._at = None

    def shift(self, seconds: float) -> None:
        """Puts the computer's sound ahead by so much more, in one jump (negative: less)."""
        self._ahead_s += seconds
        if self._at is not None:
            self._at += round(seconds * SAMPLE_RATE)
        self.moves += 1

    def take(self, *, wait: bool, multiple: int = 1) -> tuple[Samples, Samples]:
        """What the microphone heard, and the computer's sound beside it, both [n].

        With `wait` the microphone waits a moment for the computer's sound; n is a multiple of `multiple`.
        """
        microphone, computer = self._microphone, self._computer
        n = len(microphone.samples)
        if wait and n:
            n = max(self._covered(n), n - int(WAIT_S * SAMPLE_RATE), 0)
        n -= n % multiple
        heard = microphone.samples[:n]
        if not n:
            return heard, heard
        if self._at is None:
            reference = np.zeros(n, np.float32)
        else:
            reference = interpolate(computer.samples, self._at - computer.start + self._ratio * np.arange(n))
            self._at += self._ratio * n
        microphone.drop(microphone.start + n)
        behind = self._at if self._at is not None else computer.end
        computer.drop(int(behind) - int(KEPT_S * SAMPLE_RATE))
        self._follow_clocks()
        return heard, reference

    def _covered(self, n: int) -> int:
        """For how many of the microphone's next samples the computer's sound is there."""
        if self._at is None:
            self._lock()
        if self._at is None:
            return 0
        return min(n, int((self._computer.end - TAPS - self._at) / self._ratio))

    def _lock(self) -> None:
        if self._microphone.clock.started and self._computer.clock.started:
            self._at = float(round(self._place()))
            self._off = 0
            self.moves += 1

    def _place(self) -> float:
        """Where the clocks say that the microphone's next sample lies in the computer's sound."""
        heard_at = self._microphone.clock.time(self._microphone.start)
        return self._computer.clock.position(heard_at + self._ahead_s)

    def _follow_clocks(self) -> None:
        """Once a second: the ratio of the clocks, and whether the place is still right."""
        if self._at is None or self._microphone.start - self._checked < SAMPLE_RATE:
            return
        self._checked = self._microphone.start
        mine, other = self._microphone.clock, self._computer.clock
        if mine.steady and other.steady:
            ratio = mine.seconds_per_sample / other.seconds_per_sample
            doubt = SAMPLE_RATE * (mine.doubt + other.doubt)
            self._ratio += 0.5 * ((ratio if abs(ratio - 1.0) > 2 * doubt else 1.0) - self._ratio)
        self._off = self._off + 1 if abs(self._place() - self._at) > OFF_S * SAMPLE_RATE else 0
        if self._off >= OFF_CHECKS:
            self._at, self._off = float(round(self._place())), 0
            self.moves += 1

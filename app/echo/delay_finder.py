"""How far the echo lies behind what the computer plays: the peak of their cross-correlation while the computer speaks.

C. Knapp, G. Carter, "The generalized correlation method for estimation of time delay", 1976 (PHAT weighting: a room's
echoes and a voice's colour move no peak). With headphones there is no echo and no peak, and nothing is said.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from inference.options import SAMPLE_RATE

Samples = npt.NDArray[np.float32]

EARLIEST_S, LATEST_S = -0.2, 0.6
SPAN_S = 1.5
"""Of the microphone's sound in one look."""
EVERY_S = 0.25
BAND_HZ = (200, 4000)
ACTIVE_POWER = 1e-5
"""-50 dBFS: the computer is playing something."""
PROMINENT = 9.0
"""A peak has this many times the root mean square of the whole correlation."""
SAME_S = 0.005
"""Two looks in a row agree within this."""


class DelayFinder:
    """Takes both sounds side by side, float32 at 16 kHz; see the module."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """The two sounds lie otherwise from now on."""
        self._length = int((SPAN_S + LATEST_S - EARLIEST_S) * SAMPLE_RATE)
        self._microphone = np.zeros(0, np.float32)
        self._computer = np.zeros(0, np.float32)
        self._new = 0
        self._last: float | None = None

    def push(self, microphone: Samples, computer: Samples) -> float | None:
        """Both [n]; the delay in seconds when it has been seen twice, else None."""
        self._microphone = np.concatenate([self._microphone, microphone])[-self._length :]
        self._computer = np.concatenate([self._computer, computer])[-self._length :]
        self._new += len(microphone)
        if self._new < EVERY_S * SAMPLE_RATE or len(self._microphone) < self._length:
            return None
        self._new = 0
        if float(np.mean(np.square(self._computer))) < ACTIVE_POWER:
            return None
        found, last = self._look(), self._last
        self._last = found
        return found if found is not None and last is not None and abs(found - last) < SAME_S else None

    def _look(self) -> float | None:
        latest, span = int(LATEST_S * SAMPLE_RATE), int(SPAN_S * SAMPLE_RATE)
        size = 1 << (2 * self._length).bit_length()
        part = np.zeros(self._length, np.float32)
        part[latest : latest + span] = self._microphone[latest : latest + span]
        product = np.fft.rfft(part, size) * np.conj(np.fft.rfft(self._computer, size))
        hertz = np.fft.rfftfreq(size, 1 / SAMPLE_RATE)
        magnitude = np.abs(product)
        weight = (hertz >= BAND_HZ[0]) & (hertz <= BAND_HZ[1]) & (magnitude > 1e-6 * magnitude.max(initial=0.0))
        product[weight] /= magnitude[weight]
        product[~weight] = 0.0
        correlation = np.fft.irfft(product, size)
        first = int(EARLIEST_S * SAMPLE_RATE)
        seen = np.abs(np.concatenate([correlation[first:], correlation[: latest + 1]]))
        peak = int(seen.argmax())
        if seen[peak] < PROMINENT * float(np.sqrt(np.mean(np.square(seen)))):
            return None
        return (peak + first) / SAMPLE_RATE

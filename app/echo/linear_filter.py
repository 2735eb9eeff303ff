"""A linear echo canceller: what the computer plays goes through a learnt filter and is subtracted from the microphone.

A partitioned-block frequency-domain Kalman filter (F. Kuech, E. Mabande, G. Enzner, "State-space architecture of the
partitioned-block-based acoustic echo controller", 2014). It takes 10 to 20 dB of the echo away, no more, since a
loudspeaker distorts; speech that comes at the same time passes untouched, which no stronger canceller manages.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from inference.options import SAMPLE_RATE

Samples = npt.NDArray[np.float32]

BLOCK = SAMPLE_RATE // 100
"""Samples of 10 ms, in and out."""
PARTITIONS = 40
"""Of 10 ms: the longest echo, its delay included."""
KEEP = 0.999
"""How little the echo's path changes from block to block."""
FIRST = 0.5
"""Uncertainty of the filter's first taps in the beginning."""
BAD_BLOCKS = 5
"""So many blocks in a row that became louder: the path has changed."""


class LinearFilter:
    """See the module. One stream, one thread."""

    def __init__(self) -> None:
        bins = BLOCK + 1
        self._played = np.zeros((PARTITIONS, bins), np.complex64)
        self._weights = np.zeros((PARTITIONS, bins), np.complex64)
        decay = np.exp(-np.arange(PARTITIONS) / 12.0)[:, None]
        self._first = (FIRST * decay * np.ones(bins)).astype(np.float32)
        self._uncertain = self._first.copy()
        self._noise: npt.NDArray[np.floating] = np.full(bins, 1e-2, np.float32)
        self._before = np.zeros(BLOCK, np.float32)
        self._power = np.full(2, 1e-8)  # of the microphone, and of what is left, smoothed
        self._bad = 0
        self._share = 1.0  # of the cancelled sound in what comes out

    def process(self, microphone: Samples, computer: Samples) -> Samples:
        """Two blocks [BLOCK] -> the microphone without the echo."""
        self._played[1:] = self._played[:-1].copy()
        self._played[0] = np.fft.rfft(np.concatenate([self._before, computer]))
        self._before = computer
        echo = np.fft.irfft((self._played * self._weights).sum(axis=0))[BLOCK:]
        left = microphone - echo.astype(np.float32)
        self._learn(left)
        self._watch(microphone, left)
        target = 0.0 if self._power[1] > self._power[0] else 1.0  # never louder than before
        ramp = np.linspace(self._share, target, BLOCK, dtype=np.float32)
        self._share = target
        return np.asarray(microphone + ramp * (left - microphone), np.float32)

    def _learn(self, left: Samples) -> None:
        error = np.fft.rfft(np.concatenate([np.zeros(BLOCK, np.float32), left]))
        power = np.square(self._played.real) + np.square(self._played.imag)
        self._noise = 0.8 * self._noise + 0.2 * np.square(np.abs(error))
        gain = self._uncertain / ((self._uncertain * power).sum(axis=0) + 2 * self._noise + 1e-4)
        step = np.fft.irfft(gain * np.conj(self._played) * error, axis=1)
        step[:, BLOCK:] = 0
        self._weights += np.fft.rfft(step, axis=1)
        known = np.square(self._weights.real) + np.square(self._weights.imag)
        self._uncertain = KEEP * (1 - 0.5 * gain * power) * self._uncertain + (1 - KEEP) * known + 1e-9

    def _watch(self, microphone: Samples, left: Samples) -> None:
        """Begins again from half of what is known where the filter only does harm."""
        powers = np.array([np.mean(np.square(microphone)), np.mean(np.square(left))])
        self._power = 0.9 * self._power + 0.1 * powers
        self._bad = self._bad + 1 if self._power[1] > 1.2 * self._power[0] + 1e-7 else 0
        if self._bad == BAD_BLOCKS:
            self._bad = 0
            self._weights /= 2
            self._uncertain = np.maximum(self._uncertain, self._first / 4)

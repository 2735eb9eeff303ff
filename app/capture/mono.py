"""From any number of channels to one, without losing a voice that is on one channel alone.

A microphone on input 5 of an interface, a dead right channel, a stereo microphone with one side inverted: the plain
average makes each of them quiet or silent. The rule here follows the loudness of the channels instead.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]

DEAD_RATIO = 10.0 ** (-20.0 / 10.0)
"""A stereo channel 20 dB below the other counts as dead."""
CANCEL_RATIO = 0.1
"""The average has less than this share of the channels' power: they are of opposite sign."""
SWITCH_RATIO = 10.0 ** (6.0 / 10.0)
"""Another channel takes over when it is 6 dB louder."""


class MonoMix:
    """Mixes blocks of one stream. One or two channels are averaged where that loses nothing, else the loudest is taken.

    The choice follows held levels (they fall by half in a second), and changes only for a channel that is clearly
    louder, so that it does not flutter between words.
    """

    HALF_LIFE_S = 1.0

    def __init__(self, channels: int, rate: int) -> None:
        self._power = np.zeros(channels)
        self._rate = rate
        self._chosen = 0

    def __call__(self, frames: Samples) -> Samples:
        """float32 [n, channels] -> float32 [n]."""
        channels = frames.shape[1]
        if channels == 1:
            return np.ascontiguousarray(frames[:, 0])
        if not len(frames):
            return np.zeros(0, np.float32)
        now = np.mean(np.square(frames, dtype=np.float64), axis=0)
        self._power = np.maximum(now, self._power * 0.5 ** (len(frames) / self._rate / self.HALF_LIFE_S))
        if self._power.max() > self._power[self._chosen] * SWITCH_RATIO:
            self._chosen = int(self._power.argmax())
        if channels == 2 and self._power.min() >= self._power.max() * DEAD_RATIO:
            average: Samples = frames.mean(axis=1, dtype=np.float32)
            if float(np.mean(np.square(average, dtype=np.float64))) >= CANCEL_RATIO * float(now.mean()):
                return average
        return np.ascontiguousarray(frames[:, self._chosen])


def dbfs(samples: Samples) -> float:
    """Root mean square in decibels below full scale, -120..0."""
    if not len(samples):
        return -120.0
    rms = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    return float(np.clip(20.0 * np.log10(max(rms, 1e-6)), -120.0, 0.0))

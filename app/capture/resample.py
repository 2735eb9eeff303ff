"""Any rate to the recogniser's 16 kHz, in a stream: soxr with its state made fresh for each recording."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import soxr

from inference.options import SAMPLE_RATE

Samples = npt.NDArray[np.float32]


class To16k:
    """Resamples portions of one recording; a new recording takes a new object: nothing of the old may be left in it.

    The output's sample n stands for the input's time n / 16000 s; the whole output has round(n * 16000 / rate) samples,
    give or take one.
    """

    def __init__(self, rate: int) -> None:
        self.rate = rate
        self._stream = (
            None if rate == SAMPLE_RATE else soxr.ResampleStream(rate, SAMPLE_RATE, 1, dtype="float32", quality="HQ")
        )

    def __call__(self, samples: Samples) -> Samples:
        """float32 [n] -> what can be said so far (the filter holds some milliseconds back)."""
        if self._stream is None:
            return samples
        return np.asarray(self._stream.resample_chunk(np.ascontiguousarray(samples, np.float32)), np.float32)

    def finish(self) -> Samples:
        """What was held back. Nothing may be resampled after it."""
        if self._stream is None:
            return np.zeros(0, np.float32)
        return np.asarray(self._stream.resample_chunk(np.zeros(0, np.float32), last=True), np.float32)

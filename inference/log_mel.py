"""Whisper's log-mel features, computed once per frame while audio arrives.

16 kHz mono in; 128 Slaney mels of 25 ms Hann windows every 10 ms out: log10 power with a floor of 8 below the maximum of ALL
frames so far, then (x + 4) / 4. Raw log power is kept per frame and the floor is applied on read, because a louder sound
later moves the floor under every earlier frame. Within 1e-4 of `WhisperFeatureExtractor` (transformers 4.57).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inference.options import SAMPLE_RATE

N_FFT = 400
HOP = 160
_PAD = N_FFT // 2
_POWER_FLOOR = 1e-10
_DYNAMIC_RANGE = 8.0

Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]


def slaney_filterbank(n_mels: int) -> Float64:
    """Area-normalised triangular filters on Slaney's mel scale, 0..8000 Hz: [N_FFT / 2 + 1, n_mels]."""

    def to_mel(hz: Float64) -> Float64:
        linear = hz * 3 / 200
        return np.where(hz < 1000, linear, 15 + np.log(np.maximum(hz, 1e-9) / 1000) * 27 / np.log(6.4))

    def to_hz(mel: Float64) -> Float64:
        return np.where(mel < 15, mel * 200 / 3, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))

    edges = to_hz(np.linspace(0, float(to_mel(np.array(SAMPLE_RATE / 2))), n_mels + 2))
    bins = np.linspace(0, SAMPLE_RATE / 2, N_FFT // 2 + 1)
    slopes = edges[None] - bins[:, None]
    widths = np.diff(edges)
    rising, falling = -slopes[:, :-2] / widths[:-1], slopes[:, 2:] / widths[1:]
    bank: Float64 = np.maximum(0, np.minimum(rising, falling)) * (2 / (edges[2:] - edges[:-2]))
    return bank


class _Filters:
    """A bank of triangular filters as the few weights that are not zero: two at most for each frequency."""

    def __init__(self, bank: Float64) -> None:
        # A filter too narrow for any frequency keeps one weight of zero, since no sum may be empty.
        bins = [np.flatnonzero(column) if column.any() else np.zeros(1, np.int64) for column in bank.T]
        self._bins = np.concatenate(bins)
        self._weights = np.concatenate([column[i] for column, i in zip(bank.T, bins, strict=True)])
        self._starts = np.concatenate([[0], np.cumsum([len(i) for i in bins])[:-1]])

    def __call__(self, power: Float64) -> Float64:
        """[n, n_bins] -> [n, n_mels]. Summed row by row: a frame's value does not depend on how many come with it."""
        sums: Float64 = np.add.reduceat(power[:, self._bins] * self._weights, self._starts, axis=1)
        return sums


class LogMel:
    """The features of one utterance's audio, which only grows at its end and is dropped at its beginning.

    Attributes:
        n_samples: samples held (appended and not dropped).
        n_unchanged: leading frames of the last `features()` that were the same in the one before.
    """

    def __init__(self, n_mels: int = 128, *, incremental: bool = True) -> None:
        """`incremental` False computes every frame on each read; the result is the same to the bit."""
        self._filters = _Filters(slaney_filterbank(n_mels))
        self._window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(N_FFT) / N_FFT)
        self._incremental = incremental
        self._samples = np.zeros(0, np.float32)
        self._raw = np.zeros((0, n_mels), np.float32)
        self._peaks = np.zeros(0, np.float32)
        self._scaled = np.zeros((0, n_mels), np.float32)
        self._scaled_floor: np.float32 | None = None
        self._n_kept = 0
        self.n_samples = 0
        self.n_unchanged = 0

    @property
    def n_frames(self) -> int:
        """Frames that the audio so far gives; none until there is enough to reflect at the edges (201 samples)."""
        return self.n_samples // HOP if self.n_samples > _PAD else 0

    def append(self, samples: Float32) -> None:
        """Adds samples [n] in -1..1."""
        needed = self.n_samples + len(samples)
        if needed > len(self._samples):
            grown = np.zeros(max(needed, 2 * len(self._samples), SAMPLE_RATE), np.float32)
            grown[: self.n_samples] = self._samples[: self.n_samples]
            self._samples = grown
        self._samples[self.n_samples : needed] = samples
        self.n_samples = needed

    def drop(self, n_samples: int) -> None:
        """Forgets the oldest samples. Whole hops keep the later frames; the first two are computed anew (they reflect)."""
        n_samples = min(n_samples, self.n_samples)
        left = self.n_samples - n_samples
        self._samples[:left] = self._samples[n_samples : self.n_samples].copy()
        self.n_samples = left
        n_frames, rest = divmod(n_samples, HOP)
        self._scaled_floor = None
        if rest or n_frames >= self._n_kept:
            self._n_kept = 0
            return
        kept = self._n_kept - n_frames
        self._raw[:kept] = self._raw[n_frames : self._n_kept].copy()
        self._peaks[:kept] = self._peaks[n_frames : self._n_kept].copy()
        self._n_kept = kept
        edge = min(kept, -(-_PAD // HOP))
        if self.n_samples > _PAD:
            self._raw[:edge] = self._log_power(0, edge)
            self._peaks[:edge] = self._raw[:edge].max(1)
        else:
            self._n_kept = 0

    def features(self) -> Float32:
        """All frames as float32 [n_mels, n_frames]; a view that the next call may overwrite, frame after frame in memory."""
        n_frames = self.n_frames
        if n_frames > len(self._raw):
            n_rows = max(n_frames, 2 * len(self._raw), 200)
            self._raw, self._scaled = _grown(self._raw, n_rows), _grown(self._scaled, n_rows)
        first = self._n_kept if self._incremental else 0
        self.n_unchanged = 0
        if first < n_frames:
            self._raw[first:n_frames] = self._log_power(first, n_frames)
        # A frame is final once its window ends inside the audio.
        self._n_kept = max(0, min(n_frames, (self.n_samples - _PAD) // HOP + 1))
        if n_frames:
            floor = self._floor(first, n_frames)
            if floor != self._scaled_floor:
                first, self._scaled_floor = 0, floor
            self.n_unchanged = first
            scaled = self._scaled[first:n_frames]
            np.maximum(self._raw[first:n_frames], floor, out=scaled)
            scaled += np.float32(4)
            scaled /= np.float32(4)
        return self._scaled[:n_frames].T

    def _floor(self, first: int, n_frames: int) -> np.float32:
        """The floor under all frames, of which those before `first` are known."""
        self._peaks = _grown(self._peaks, len(self._raw))
        self._peaks[first:n_frames] = self._raw[first:n_frames].max(1)
        return np.float32(self._peaks[:n_frames].max() - np.float32(_DYNAMIC_RANGE))

    def _log_power(self, first: int, last: int) -> Float32:
        """log10 mel power of frames first..last, with the audio reflected at both ends."""
        start, stop = first * HOP - _PAD, (last - 1) * HOP + _PAD
        index = np.arange(start, stop)
        end = self.n_samples - 1
        index = np.abs(index)
        index = np.where(index > end, 2 * end - index, index)
        samples = self._samples[index].astype(np.float64)
        frames = np.lib.stride_tricks.sliding_window_view(samples, N_FFT)[::HOP] * self._window
        spectrum = np.fft.rfft(frames, axis=-1)
        power = spectrum.real**2 + spectrum.imag**2
        logs: Float32 = np.log10(np.maximum(self._filters(power), _POWER_FLOOR)).astype(np.float32)
        return logs


def _grown(array: Float32, n_rows: int) -> Float32:
    """`array` with at least `n_rows` rows, the old ones first."""
    if len(array) >= n_rows:
        return array
    grown = np.zeros((n_rows, *array.shape[1:]), np.float32)
    grown[: len(array)] = array
    return grown


def log_mel(samples: Float32, n_mels: int = 128) -> Float32:
    """Features of a whole clip [n] -> [n_mels, n_frames]."""
    state = LogMel(n_mels)
    state.append(samples)
    return state.features()

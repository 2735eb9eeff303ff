"""The audio tower: features in, embedding rows out, one array per attention window, finished work kept between passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from inference.arrays import Float32, Rows
from inference.config import AudioTowerConfig, conv_output_length


class AudioTower(Protocol):
    """The two graphs of the tower."""

    @property
    def config(self) -> AudioTowerConfig: ...

    def stem(self, features: Float32) -> Sequence[Rows]:
        """Convolutions: [N, n_mels, F] -> N times [T, d_model]."""

    def window(self, chunks: Sequence[Rows]) -> Rows:
        """Transformer over one attention window: the rows of its chunks [.., d_model] -> [T, output_dim]."""


@dataclass(eq=False)
class _Chunk:
    frames: Float32  # [n_frames, n_mels], as the features lie in memory
    width: int  # frames handed to the convolutions: a lone short chunk is not padded, a short one after others is
    rows: Rows


@dataclass(eq=False)
class _Window:
    chunks: tuple[_Chunk, ...]
    rows: Rows


class AudioEncoder:
    """One utterance's audio embeddings.

    A convolution chunk or an attention window is reused only while the features it was computed from are bit-identical:
    a louder sound moves the log-mel floor and with it all earlier features, and then everything is computed again.
    """

    def __init__(self, tower: AudioTower, *, reuse: bool = True) -> None:
        self._tower = tower
        self._reuse = reuse
        self._chunks: list[_Chunk] = []
        self._windows: list[_Window] = []

    def encode(self, features: Float32, n_unchanged: int = 0) -> list[Rows]:
        """Embedding rows of features [n_mels, n_frames], one array [T, output_dim] per attention window.

        The very same array object is returned again for a window that has not changed. `n_unchanged`: leading frames
        known to be those of the last call, which need not be looked at.
        """
        config = self._tower.config
        if not self._reuse:
            self._chunks, self._windows = [], []
        self._chunks = self._encode_chunks(features, n_unchanged)
        size = config.chunks_per_window
        windows: list[_Window] = []
        for i, start in enumerate(range(0, len(self._chunks), size)):
            chunks = tuple(self._chunks[start : start + size])
            known = self._windows[i] if i < len(self._windows) else None
            if known is not None and known.chunks == chunks:
                windows.append(known)
            else:
                rows = self._tower.window([chunk.rows for chunk in chunks])
                windows.append(_Window(chunks, rows))
        self._windows = windows
        return [window.rows for window in windows]

    def drop_windows(self, n: int) -> None:
        """Forgets the oldest attention windows, as their audio was dropped."""
        del self._windows[:n]
        del self._chunks[: n * self._tower.config.chunks_per_window]

    def _encode_chunks(self, features: Float32, n_unchanged: int) -> list[_Chunk]:
        config = self._tower.config
        n_frames, length = features.shape[1], config.chunk_frames
        width = min(n_frames, length)
        pieces = [features[:, start : start + length] for start in range(0, n_frames, length)]
        chunks: list[_Chunk | None] = [None] * len(pieces)
        for i, (piece, known) in enumerate(zip(pieces, self._chunks, strict=False)):
            same = (i + 1) * length <= n_unchanged or np.array_equal(known.frames, piece.T)
            if known.width == width and same:
                chunks[i] = known
        missing = [i for i, chunk in enumerate(chunks) if chunk is None]
        if missing:
            padded = np.zeros((len(missing), config.n_mels, width), np.float32)
            for row, i in enumerate(missing):
                padded[row, :, : pieces[i].shape[1]] = pieces[i]
            for i, rows in zip(missing, self._tower.stem(padded), strict=True):
                chunks[i] = _Chunk(
                    np.array(pieces[i].T, order="C"), width, rows[: conv_output_length(pieces[i].shape[1])]
                )
        return [chunk for chunk in chunks if chunk is not None]

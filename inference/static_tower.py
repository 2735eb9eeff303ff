"""The audio tower from graphs with fixed shapes, for devices that compile each shape (CoreML)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from inference.arrays import Float32, HostRows
from inference.config import AudioTowerConfig

_MASKED = -30_000.0  # in fp16's range, and far below any score


class StaticAudioTower:
    """See `inference.audio_tower.AudioTower`: one graph for a full chunk, one for a window padded to its full length.

    A lone short chunk, which must not be padded, goes to `short_stem`, the portable graph on the CPU.
    """

    def __init__(self, stem: Any, layers: Any, short_stem: Any, config: AudioTowerConfig) -> None:
        self.config = config
        self._stem, self._layers, self._short_stem = stem, layers, short_stem
        self._dtype = np.float16 if stem.get_inputs()[0].type == "tensor(float16)" else np.float32
        self._n_tokens = config.chunks_per_window * config.chunk_tokens

    def stem(self, features: Float32) -> Sequence[HostRows]:
        """Convolutions: [N, n_mels, F] -> N times [T, d_model]."""
        short = features.shape[2] != self.config.chunk_frames
        session = self._short_stem if short else self._stem
        return [
            session.run(["embeddings"], {"features": chunk[None].astype(self._dtype, copy=False)})[0][0]
            for chunk in features
        ]

    def window(self, chunks: Sequence[HostRows]) -> HostRows:
        """One attention window: the rows of its chunks [.., d_model] -> [T, output_dim]."""
        embeddings = np.concatenate(chunks)
        n_tokens = len(embeddings)
        padded = np.zeros((1, self._n_tokens, self.config.d_model), self._dtype)
        padded[0, :n_tokens] = embeddings
        bias = np.zeros((1, 1, 1, self._n_tokens), self._dtype)
        bias[..., n_tokens:] = _MASKED
        return self._layers.run(["audio"], {"embeddings": padded, "key_bias": bias})[0][0, :n_tokens]  # type: ignore[no-any-return]

"""A few layers of a model's real shape with made-up weights: what a model costs on a computer before it is there.

The graphs are the exporter's own, in every precision, so a provider does per layer what it would do with the whole model.
The values mean nothing; times and memory are what they are for.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from inference.bundle import Bundle, FileInfo, SelfTest
from inference.config import ModelConfig, SpecialTokens
from onnx_export.checkpoint import Checkpoint, Float32, expected_shapes
from onnx_export.convert import write_graphs
from onnx_export.precision import PRECISIONS

LAYERS = 3
"""Of the tower and of the decoder: together more than a processor's cache holds, as the whole model is."""
VOCABULARY = 4096


def sample_config(config: ModelConfig) -> ModelConfig:
    """The shape with few layers and a small vocabulary."""
    return ModelConfig(
        replace(config.audio, n_layers=min(LAYERS, config.audio.n_layers)),
        replace(
            config.decoder,
            n_layers=min(LAYERS, config.decoder.n_layers),
            vocab_size=min(VOCABULARY, config.decoder.vocab_size),
        ),
    )


def layer_parameters(config: ModelConfig) -> int:
    """Weights of one layer of the decoder."""
    beginning = "decoder.layers.0."
    return sum(math.prod(shape) for name, shape in expected_shapes(config).items() if name.startswith(beginning))


class _MadeUp(Checkpoint):
    """Weights out of a small block of noise, again and again: made as fast as they are written."""

    def __init__(self, config: ModelConfig) -> None:
        self.config = config
        self._shapes = expected_shapes(config)
        self._noise = np.random.default_rng(0).standard_normal(1 << 20).astype(np.float32) * np.float32(0.02)

    def tensor(self, name: str) -> Float32:
        return self._filled(self._shapes[name])

    def rows(self, name: str, start: int, stop: int) -> Float32:
        return self._filled((stop - start, *self._shapes[name][1:]))

    def shape(self, name: str) -> tuple[int, ...]:
        return self._shapes[name]

    def _filled(self, shape: tuple[int, ...]) -> Float32:
        return np.resize(self._noise, shape)


def write_sample(config: ModelConfig, precision: str, folder: Path) -> Bundle:
    """Writes a bundle without tokenizer and manifest into an empty `folder`. Raises OSError."""
    small = sample_config(config)
    write_graphs(_MadeUp(small), folder, PRECISIONS[precision])
    return Bundle(
        folder=folder,
        name="sample",
        model_id="",
        revision="",
        licence="",
        precision=precision,
        languages=(),
        config=small,
        tokens=SpecialTokens(0, 0, 0, 0, 0, 0, ()),
        files={path.name: FileInfo(path.stat().st_size, "") for path in folder.iterdir()},
        self_test=SelfTest((), 0, (), ()),
    )

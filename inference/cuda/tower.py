"""The audio tower on CUDA: one shape for each graph, captured, because every new shape costs a fast card half a second.

A window of any length is padded to a full one and its length goes in as a mask: on such a card a full window takes no
longer than a short one. Chunks go through the convolutions one or two at a time or, where many are new, in batches of a
window. A lone short chunk (the first second of an utterance) must not be changed by its padding: a mask goes with it.

What the graphs make stays on the card, and nobody waits for it: the host continues with the prompt's text meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inference.arrays import Float32
from inference.config import AudioTowerConfig, conv_output_length
from inference.cuda.card import CapturedGraph
from inference.cuda.rows import DeviceRows, DeviceTable
from inference.device_memory import DEVICE, on_device
from inference.errors import RecognizerError
from inference.messages import translate

N_WINDOWS = 64
"""Attention windows on the card, 27 MB at the full size: eight minutes in one pass, or a dozen streams."""
STREAM_WINDOWS = 5
"""That one stream refers to at most: two of the rolling window, the one that grows, and both of a pass that begins anew."""


class GraphedAudioTower:
    """See `inference.audio_tower.AudioTower`.

    Attributes:
        audio: the table that holds the windows' rows.
    """

    def __init__(
        self, stem: Any, layers: Any, config: AudioTowerConfig, device: str = "cuda", *, streams: int = 1
    ) -> None:
        """`streams`: how many may be open at once; the tables cannot grow."""
        self.config = config
        self._dtype = np.float16 if stem.get_inputs()[0].type == "tensor(float16)" else np.float32
        self._n_tokens = config.chunks_per_window * config.chunk_tokens
        n_windows = max(N_WINDOWS, STREAM_WINDOWS * streams)
        n_chunks = 2 + n_windows * config.chunks_per_window
        self._embeddings = DeviceTable(n_chunks, config.chunk_tokens, config.d_model, self._dtype, device)
        self.audio = DeviceTable(n_windows, self._n_tokens, config.output_dim, self._dtype, device)
        self._sizes = tuple(sorted({1, 2, config.chunks_per_window}))
        self._chunks = {n: _Chunks(stem, device, n, config, self._embeddings, self._dtype) for n in self._sizes}
        self._window = _Replay(
            layers,
            device,
            {
                "rows": np.zeros(self._n_tokens, np.int64),
                "key_lengths": key_lengths(self._n_tokens, self._n_tokens),
                "places": np.zeros((self._n_tokens, 1), np.int64),
            },
            {"embeddings": self._embeddings, "past_audio": self.audio},
            ("audio", self.audio),
        )
        self._n_valid = self._n_tokens

    def stem(self, features: Float32) -> Sequence[DeviceRows]:
        """Convolutions: [N, n_mels, F] -> N times [T, d_model], on the card."""
        rows: list[DeviceRows] = []
        most = self._sizes[-1]
        for start in range(0, len(features), most):
            piece = features[start : start + most]
            n = next(size for size in self._sizes if size >= len(piece))
            rows += self._chunks[n].convolve(piece)
        return rows

    def window(self, chunks: Sequence[DeviceRows]) -> DeviceRows:
        """One attention window: the rows of its chunks [.., d_model] -> [T, output_dim], on the card."""
        places = np.concatenate([chunk.places for chunk in chunks])
        n_valid = len(places)
        if n_valid > self._n_tokens:
            raise RecognizerError(
                translate("Recognizer", "An attention window holds {0} embeddings, not {1}.").format(
                    self._n_tokens, n_valid
                )
            )
        out = self.audio.take()
        rows = np.zeros(self._n_tokens, np.int64)
        rows[:n_valid] = places
        inputs: dict[str, NDArray[Any]] = {"rows": rows, "places": out.places[:, None]}
        if n_valid != self._n_valid:
            self._n_valid = n_valid
            inputs["key_lengths"] = key_lengths(n_valid, self._n_tokens)
        self._window(inputs)
        return out[:n_valid]

    def prepare(self) -> None:
        """Captures the graphs, so that no word waits for them."""
        for n in self._sizes:
            features = np.zeros((n, self.config.n_mels, self.config.chunk_frames), np.float32)
            for _ in range(2):
                chunks = self.stem(features)
        for _ in range(2):
            self.window(chunks).wait()


class _Chunks:
    """The convolutions of up to `n` chunks."""

    def __init__(
        self, stem: Any, device: str, n: int, config: AudioTowerConfig, table: DeviceTable, dtype: type[np.floating]
    ) -> None:
        self._n = n
        self._table = table
        self._n_frames = self._length = config.chunk_frames
        self._padded = np.zeros((n, config.n_mels, self._n_frames), dtype)
        inputs = {
            "features": self._padded,
            "valid": valid_columns(self._n_frames, self._n_frames).astype(dtype),
            "places": np.zeros((n * config.chunk_tokens, 1), np.int64),
        }
        self._replay = _Replay(stem, device, inputs, {"past_embeddings": table}, ("embeddings", table), number=n)

    def convolve(self, features: Float32) -> list[DeviceRows]:
        """[N, n_mels, F], N at most n and F at most a chunk's frames -> N times [T, d_model]."""
        n_chunks, _, length = features.shape
        self._padded[:n_chunks, :, :length] = features
        self._padded[:n_chunks, :, length:] = 0
        rows = [self._table.take() for _ in range(n_chunks)]
        places = np.concatenate([*(row.places for row in rows), *[self._table.spare] * (self._n - n_chunks)])
        inputs = {"features": self._padded, "places": places[:, None]}
        if length != self._length:
            self._length = length
            inputs["valid"] = valid_columns(length, self._n_frames).astype(self._padded.dtype)
        self._replay(inputs)
        n_tokens = conv_output_length(length)
        return [row[:n_tokens] for row in rows]


def valid_columns(n_frames: int, n_total: int) -> Float32:
    """The convolutions' mask [1, 1, 1, ceil(n_total / 2)] for a chunk of `n_frames` padded to `n_total`."""
    return (np.arange(-(-n_total // 2)) < -(-n_frames // 2)).astype(np.float32)[None, None, None]


def key_lengths(n_valid: int, n_total: int) -> NDArray[np.int32]:
    """MultiHeadAttention's one-dimensional mask for one sequence: key length, query starts, key starts.

    This form, and not the single length, is what the memory-efficient kernel takes.
    """
    return np.array([n_valid, 0, n_total, 0, n_total], np.int32)


class _Replay:
    """One captured graph that writes into a table."""

    def __init__(
        self,
        session: Any,
        device: str,
        inputs: dict[str, NDArray[Any]],
        tables: dict[str, DeviceTable],
        output: tuple[str, DeviceTable],
        *,
        number: int = 1,
    ) -> None:
        self._graph = CapturedGraph(session, number)
        self._inputs = {name: on_device(array, device) for name, array in inputs.items()}
        for name, value in [*self._inputs.items(), *((name, table.value) for name, table in tables.items())]:
            self._graph.binding.bind_ortvalue_input(name, value)
        self._graph.binding.bind_ortvalue_output(output[0], output[1].value)

    def __call__(self, inputs: dict[str, NDArray[Any]]) -> None:
        """Sets the inputs that have changed and starts the graph; whoever reads its rows waits for it."""
        with DEVICE:
            for name, array in inputs.items():
                self._inputs[name].update_inplace(np.ascontiguousarray(array))
            self._graph.run()

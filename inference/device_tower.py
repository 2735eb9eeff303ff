"""The audio tower on CUDA: one shape for each graph, captured, because every new shape costs a fast card half a second.

A window of any length is padded to a full one and its length goes in as a mask: on such a card a full window takes no
longer than a short one. Chunks go through the convolutions one or two at a time or, where many are new, in batches of a
window. A lone short chunk (the first second of an utterance) must not be changed by its padding: a mask goes with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from inference.config import AudioTowerConfig, conv_output_length
from inference.errors import RecognizerError

Rows = NDArray[Any]


class GraphedAudioTower:
    """See `inference.audio_tower.AudioTower`."""

    def __init__(self, stem: Any, layers: Any, config: AudioTowerConfig, device: str = "cuda") -> None:
        self.config = config
        self._stem = stem
        self._dtype = np.float16 if stem.get_inputs()[0].type == "tensor(float16)" else np.float32
        n_tokens = config.chunks_per_window * config.chunk_tokens
        self._sizes = tuple(sorted({1, 2, config.chunks_per_window}))
        n_columns = -(-config.chunk_frames // 2)
        shape = config.n_mels, config.chunk_frames
        self._chunks = {
            n: _Replay(
                stem,
                device,
                {
                    "features": np.zeros((n, *shape), self._dtype),
                    "valid": np.ones((1, 1, 1, n_columns), self._dtype),
                },
                ("embeddings", np.zeros((n, config.chunk_tokens, config.d_model), self._dtype)),
                graph_id=n,
            )
            for n in self._sizes
        }
        self._padded = {n: np.zeros((n, *shape), self._dtype) for n in self._sizes}
        self._lengths = dict.fromkeys(self._sizes, config.chunk_frames)
        self._window = _Replay(
            layers,
            device,
            {
                "embeddings": np.zeros((1, n_tokens, config.d_model), self._dtype),
                "key_lengths": key_lengths(n_tokens, n_tokens),
            },
            ("audio", np.zeros((1, n_tokens, config.output_dim), self._dtype)),
        )
        self._n_tokens = n_tokens

    def stem(self, features: NDArray[np.float32]) -> Rows:
        n_tokens = conv_output_length(features.shape[2])
        most = self._sizes[-1]
        rows = [
            self._convolved(features[start : start + most])[:, :n_tokens] for start in range(0, len(features), most)
        ]
        return rows[0] if len(rows) == 1 else np.concatenate(rows)

    def _convolved(self, features: NDArray[np.float32]) -> Rows:
        n_chunks, _, n_frames = features.shape
        n = next(size for size in self._sizes if size >= n_chunks)
        padded = self._padded[n]
        padded[:n_chunks, :, :n_frames] = features
        padded[:n_chunks, :, n_frames:] = 0
        inputs = {"features": padded}
        if self._lengths[n] != n_frames:
            self._lengths[n] = n_frames
            inputs["valid"] = valid_columns(n_frames, self.config.chunk_frames).astype(self._dtype)
        return self._chunks[n](inputs)[:n_chunks]

    def prepare(self) -> None:
        """Captures the graphs, so that no word waits for them."""
        for n in self._chunks:
            features = np.zeros((n, self.config.n_mels, self.config.chunk_frames), np.float32)
            for _ in range(2):
                self.stem(features)
        for _ in range(2):
            self.window(np.zeros((self._n_tokens, self.config.d_model), self._dtype))

    def window(self, embeddings: Rows) -> Rows:
        n_tokens = len(embeddings)
        if n_tokens > self._n_tokens:
            raise RecognizerError(f"An attention window holds {self._n_tokens} embeddings, not {n_tokens}.")
        padded = np.zeros((1, self._n_tokens, self.config.d_model), self._dtype)
        padded[0, :n_tokens] = embeddings
        return self._window({"embeddings": padded, "key_lengths": key_lengths(n_tokens, self._n_tokens)})[0, :n_tokens]


class StaticAudioTower:
    """The tower from graphs with fixed shapes: one full chunk, one window padded to its full length.

    For devices that compile each shape (CoreML). A lone short chunk, which must not be padded, goes to `short_stem`, the
    portable graph on the CPU.
    """

    def __init__(self, stem: Any, layers: Any, short_stem: Any, config: AudioTowerConfig) -> None:
        self.config = config
        self._stem, self._layers, self._short_stem = stem, layers, short_stem
        self._dtype = np.float16 if stem.get_inputs()[0].type == "tensor(float16)" else np.float32
        self._n_tokens = config.chunks_per_window * config.chunk_tokens

    def stem(self, features: NDArray[np.float32]) -> Rows:
        short = features.shape[2] != self.config.chunk_frames
        session = self._short_stem if short else self._stem
        rows = [
            session.run(["embeddings"], {"features": chunk[None].astype(self._dtype, copy=False)})[0]
            for chunk in features
        ]
        return np.concatenate(rows)

    def window(self, embeddings: Rows) -> Rows:
        n_tokens = len(embeddings)
        padded = np.zeros((1, self._n_tokens, self.config.d_model), self._dtype)
        padded[0, :n_tokens] = embeddings
        bias = np.zeros((1, 1, 1, self._n_tokens), self._dtype)
        bias[..., n_tokens:] = _MASKED
        return self._layers.run(["audio"], {"embeddings": padded, "key_bias": bias})[0][0, :n_tokens]  # type: ignore[no-any-return]


_MASKED = -30_000.0  # in fp16's range, and far below any score


def valid_columns(n_frames: int, n_total: int) -> NDArray[np.float32]:
    """The convolutions' mask [1, 1, 1, ceil(n_total / 2)] for a chunk of `n_frames` padded to `n_total`."""
    return (np.arange(-(-n_total // 2)) < -(-n_frames // 2)).astype(np.float32)[None, None, None]


def key_lengths(n_valid: int, n_total: int) -> NDArray[np.int32]:
    """MultiHeadAttention's one-dimensional mask for one sequence: key length, query starts, key starts.

    This form, and not the single length, is what the memory-efficient kernel takes.
    """
    return np.array([n_valid, 0, n_total, 0, n_total], np.int32)


class _Replay:
    """One graph with fixed device buffers, captured at its first run."""

    def __init__(
        self,
        session: Any,
        device: str,
        inputs: dict[str, NDArray[Any]],
        output: tuple[str, NDArray[Any]],
        *,
        graph_id: int = 1,
    ) -> None:
        self._session = session
        self._binding = session.io_binding()
        self._inputs = {name: ort.OrtValue.ortvalue_from_numpy(array, device, 0) for name, array in inputs.items()}
        self._output = ort.OrtValue.ortvalue_from_numpy(output[1], device, 0)
        for name, value in self._inputs.items():
            self._binding.bind_ortvalue_input(name, value)
        self._binding.bind_ortvalue_output(output[0], self._output)
        self._options = ort.RunOptions()
        self._options.add_run_config_entry("gpu_graph_id", str(graph_id))

    def __call__(self, inputs: dict[str, NDArray[Any]]) -> Rows:
        for name, array in inputs.items():
            self._inputs[name].update_inplace(np.ascontiguousarray(array))
        self._session.run_with_iobinding(self._binding, self._options)
        return self._output.numpy()  # type: ignore[no-any-return]

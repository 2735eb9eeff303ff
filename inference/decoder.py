"""The decoder graph over a key/value cache that the caller can extend, rewind and overwrite. Greedy ids out."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from inference.arrays import HostRows, Ids
from inference.bundle import EMBEDDING, EMBEDDING_SCALE, Bundle
from inference.config import DecoderConfig
from inference.device_memory import DEVICE, free, on_device
from inference.errors import RecognizerError
from inference.messages import translate

Piece = Any
"""A piece of a prompt: token ids (a list, tuple or range of ints), or rows [n, hidden] in their place (`inference.arrays.Rows`)."""


def rotary_tables(n_positions: int, head_dim: int, theta: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """cos and sin [n_positions, head_dim / 2] of the half-split rotary embedding."""
    inverse = 1.0 / theta ** (np.arange(0, head_dim, 2) / head_dim)
    angles = np.arange(n_positions)[:, None] * inverse[None]
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def is_ids(piece: Piece) -> bool:
    return isinstance(piece, (list, tuple, range))


class EmbeddingTable:
    """Token embeddings, looked up by the host from a memory map: only the rows that are used are ever read."""

    def __init__(self, bundle: Bundle, dtype: type[np.floating]) -> None:
        config = bundle.config.decoder
        shape = (config.vocab_size, config.hidden_size)
        path = bundle.path(EMBEDDING)
        self._scale: NDArray[np.float32] | None = None
        self._dtype = dtype
        floats: dict[str, np.dtype[Any]] = {"fp32": np.dtype(np.float32), "fp16": np.dtype(np.float16)}
        stored = floats.get(bundle.precision, np.dtype(np.int8))
        if stored == np.int8:
            self._scale = np.fromfile(bundle.path(EMBEDDING_SCALE), np.float32)
        self._table = np.memmap(path, stored, "r", shape=shape)

    def rows(self, ids: Sequence[int] | Ids) -> HostRows:
        """[n] ids -> [n, hidden]."""
        index = np.asarray(ids, np.int64)
        rows = self._table[index]
        if self._scale is None:
            return np.asarray(rows, self._dtype)
        return np.asarray(rows * self._scale[index][:, None], self._dtype)


class CacheBuffers:
    """Keys, values and rotary tables for `capacity` positions, on the device; read and written in place by the graph."""

    def __init__(self, config: DecoderConfig, dtype: type[np.floating], capacity: int, device: str) -> None:
        self.capacity = capacity
        self.device = device
        self.named: dict[str, Any] = {}
        shape = (1, config.n_kv_heads, capacity, config.head_dim)
        # One array per buffer: an OrtValue made from a host array shares its memory. Zeros, because CUDA's kernels
        # multiply rows beyond the end by zero, and zero times NaN is NaN.
        for i in range(config.n_layers):
            for part in ("key", "value"):
                self.named[f"{part}_{i}"] = on_device(np.zeros(shape, dtype), device)
        tables = rotary_tables(capacity, config.head_dim, config.rope_theta)
        self.rotary = {
            name: on_device(table.astype(dtype), device)
            for name, table in zip(("rotary_cos", "rotary_sin"), tables, strict=True)
        }

    def __del__(self, lock: Any = DEVICE) -> None:
        free(self, lock)

    def bind(self, binding: Any) -> None:
        for name, value in self.rotary.items():
            binding.bind_ortvalue_input(name, value)
        for name, value in self.named.items():
            binding.bind_ortvalue_input(f"past_{name}", value)
            binding.bind_ortvalue_output(f"present_{name}", value)


class KeyValueCache:
    """One stream's place in a cache. Its buffers go to the next stream when it is no longer referred to.

    Attributes:
        length: positions that hold the rows of the current prompt; whoever runs the decoder keeps it right.
    """

    def __init__(self, buffers: CacheBuffers) -> None:
        self.buffers = buffers
        self.length = 0

    @property
    def capacity(self) -> int:
        return self.buffers.capacity


class Decoder:
    """Runs one decoder session; streams bring their own caches.

    Attributes:
        max_asked: most rows of one call whose next token can be asked for.
        usual_capacity: positions of a new cache: 18 s of audio (234), the text of 16 s and a short hotword list. A longer
            list lets it grow. On the full-size shape a position takes 230 KB in float32.
    """

    max_asked = 1 << 30
    usual_capacity = 512

    def __init__(
        self, session: ort.InferenceSession, bundle: Bundle, *, device: str = "cpu", buckets: Sequence[int] = ()
    ) -> None:
        """`buckets`: row counts that calls are padded to, for devices that prepare each shape anew; none on the CPU."""
        self.config = bundle.config.decoder
        types = {item.name: item.type for item in session.get_inputs()}
        self.dtype: type[np.floating] = np.float16 if types["past_key_0"] == "tensor(float16)" else np.float32
        self.embedding = EmbeddingTable(bundle, self.dtype)
        self._session = session
        self._device = device
        self._buckets = tuple(sorted(buckets))
        self._most_padding = max((b - a - 1 for a, b in pairwise((0, *self._buckets))), default=0)
        self._free: list[CacheBuffers] = []
        self._bound: CacheBuffers | None = None
        self._binding: Any = None

    def new_cache(self, capacity: int | None = None) -> KeyValueCache:
        """An empty cache for one stream, in the smallest fitting buffers that an earlier stream has left, if any.

        The smallest, because attention on a card looks over all of a cache, used or not.
        """
        capacity = min(capacity or self.usual_capacity, self.config.max_positions)
        fitting = (buffers for buffers in self._free if buffers.capacity >= capacity)
        buffers = min(fitting, key=lambda buffers: buffers.capacity, default=None)
        if buffers is None:
            buffers = CacheBuffers(self.config, self.dtype, capacity, self._device)
        else:
            self._free.remove(buffers)
        cache = KeyValueCache(buffers)
        weakref.finalize(cache, self._free.append, buffers)
        return cache

    def grown(self, cache: KeyValueCache, needed: int) -> KeyValueCache:
        """`cache` itself when `needed` positions (padding included) fit, else a larger empty one. Raises RecognizerError."""
        needed += self._most_padding
        if needed <= cache.capacity:
            return cache
        if needed > self.config.max_positions:
            raise RecognizerError(
                translate(
                    "Recognizer",
                    "The prompt needs {0} positions, but the model has {1}. Shorten the hotwords or the audio.",
                ).format(needed, self.config.max_positions)
            )
        capacity = cache.capacity
        while capacity < needed:
            capacity *= 2
        return self.new_cache(capacity)

    def next_ids(self, pieces: Sequence[Piece], cache: KeyValueCache, asked: Sequence[int]) -> list[int]:
        """Appends the pieces, S rows in all, behind the cache's `length`; the greedy next token after each asked row."""
        ids, _ = self._run(pieces, cache, asked, logits=False)
        return ids

    def next_logits(
        self, pieces: Sequence[Piece], cache: KeyValueCache, asked: Sequence[int]
    ) -> tuple[list[int], NDArray[np.float32]]:
        """As `next_ids`, with the logits [R, vocab] as float32 (tests, self-test, precision report)."""
        ids, logits = self._run(pieces, cache, asked, logits=True)
        assert logits is not None
        return ids, logits.astype(np.float32)

    def rows(self, pieces: Sequence[Piece]) -> HostRows:
        """The pieces as embedding rows [S, hidden] on the host."""
        return np.concatenate(
            [self.embedding.rows(piece) if is_ids(piece) else np.asarray(piece, self.dtype) for piece in pieces]
        )

    def _run(
        self, pieces: Sequence[Piece], cache: KeyValueCache, asked: Sequence[int], *, logits: bool
    ) -> tuple[list[int], HostRows | None]:
        rows = self.rows(pieces)
        n_rows, n_asked = len(rows), len(asked)
        padded = next((b for b in self._buckets if b >= n_rows), n_rows)
        if cache.length + padded > cache.capacity:
            raise RecognizerError(translate("Recognizer", "The decoder's cache is full."))
        if padded > n_rows:
            # Rows behind the real ones: causal attention keeps them out, and the next call overwrites theirs.
            rows = np.concatenate([rows, np.zeros((padded - n_rows, rows.shape[1]), rows.dtype)])
        binding = self._bind(cache.buffers)
        total = cache.length + padded
        binding.bind_cpu_input("inputs_embeds", np.ascontiguousarray(rows[None], self.dtype))
        binding.bind_cpu_input("logit_rows", np.array(asked, np.int64))
        binding.bind_cpu_input("seqlens_k", np.array([total - 1], np.int32))
        binding.bind_cpu_input("total_sequence_length", np.array([total], np.int32))
        # Host OrtValues share the array's memory, so the results are written into these.
        ids = np.empty((1, n_asked), np.int64)
        binding.bind_ortvalue_output("token_ids", ort.OrtValue.ortvalue_from_numpy(ids))
        out: NDArray[Any] | None = None
        if logits:
            out = np.empty((1, n_asked, self.config.vocab_size), self.dtype)
            binding.bind_ortvalue_output("logits", ort.OrtValue.ortvalue_from_numpy(out))
        self._session.run_with_iobinding(binding)
        if logits:
            self._bound = None  # the next plain call must not write logits into a buffer that is gone
        cache.length += n_rows
        return ids[0].tolist(), None if out is None else out[0]

    def _bind(self, buffers: CacheBuffers) -> Any:
        if self._bound is not buffers:
            self._binding = self._session.io_binding()
            buffers.bind(self._binding)
            self._bound = buffers
        return self._binding

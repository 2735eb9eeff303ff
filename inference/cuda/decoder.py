"""The decoder on CUDA: fixed device buffers and one captured CUDA graph per row count.

A decode step on a fast card is bound by kernel launches, not by arithmetic; a captured graph launches all of them at
once. It wants every input and output at the same address and every shape the same, so rows are padded to a few counts,
the position travels in `seqlens_k`, and `total_sequence_length` is the cache's capacity for all calls. Ids and the places
of audio rows go to the card, ids come back, and nothing else. (Figures in `tests/bench/RESULTS.md`.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnxruntime as ort

from inference.arrays import HostRows, Ids
from inference.bundle import Bundle
from inference.cuda.card import CapturedGraph, run_options
from inference.cuda.rows import DeviceRows, DeviceTable
from inference.decoder import CacheBuffers, Decoder, KeyValueCache, Piece, is_ids
from inference.device_memory import DEVICE, on_device
from inference.errors import RecognizerError
from inference.messages import translate

ROW_COUNTS = (1, 64, 96, 128, 160, 192, 240, 288)
"""Padded row counts: a step; what a pass adds, early and late in a window; everything, after the floor of the features
moved. 128 rows cost a tenth more than 32, so few counts are enough, and each has to be prepared."""

ASKED = 8
"""Rows asked for their next token in a call of several rows: the last of the prompt and up to seven of a draft."""


@dataclass
class _Call:
    """The buffers of one row count over one cache."""

    graph: CapturedGraph
    host_tokens: Ids  # stale ones behind the new ones do no harm: causal attention keeps them out
    tokens: Any
    asked: Any
    position: Any
    ids: Any


class GraphedDecoder(Decoder):
    """As `Decoder`; calls without logits go through captured graphs."""

    max_asked = ASKED

    def __init__(
        self, session: ort.InferenceSession, bundle: Bundle, audio: DeviceTable, *, device: str = "cuda"
    ) -> None:
        """`audio`: the table in which the audio rows of prompts lie."""
        super().__init__(session, bundle, device=device, buckets=ROW_COUNTS)
        self._audio = audio
        self._calls: dict[tuple[int, int], _Call] = {}
        self._n_graphs = 0

    def prepare(self) -> None:
        """Captures the graphs of one cache, which the first stream will use, so that no word waits for them."""
        cache = self.new_cache()
        for count in ROW_COUNTS:
            for _ in range(2):  # the first run prepares kernels and captures, the second replays
                cache.length = 0
                self.next_ids([[0] * count], cache, [count - 1])

    def _run(
        self, pieces: Sequence[Piece], cache: KeyValueCache, asked: Sequence[int], *, logits: bool
    ) -> tuple[list[int], HostRows | None]:
        here = all(is_ids(piece) or (isinstance(piece, DeviceRows) and piece.lie_in(self._audio)) for piece in pieces)
        with DEVICE:
            if logits or not here:
                return self._run_once(self.rows(pieces), cache, asked)
            return self._run_captured(pieces, cache, asked), None

    def _run_captured(self, pieces: Sequence[Piece], cache: KeyValueCache, asked: Sequence[int]) -> list[int]:
        # As the graph wants them: a token as itself, the audio row at place p as -1 - p.
        tokens = np.concatenate(
            [np.asarray(piece, np.int64) if is_ids(piece) else -1 - piece.places for piece in pieces]
        )
        ids: list[int] = []
        for start in range(0, len(tokens), ROW_COUNTS[-1]):
            part = tokens[start : start + ROW_COUNTS[-1]]
            wanted = [row - start for row in asked if start <= row < start + len(part)]
            said = self._replay(part, cache, wanted or [0])
            ids += said if wanted else []
        return ids

    def _replay(self, tokens: Ids, cache: KeyValueCache, asked: Sequence[int]) -> list[int]:
        n_rows, n_asked = len(tokens), len(asked)
        count = next(c for c in ROW_COUNTS if c >= n_rows)
        if cache.length + count > cache.capacity:
            raise RecognizerError(translate("Recognizer", "The decoder's cache is full."))
        call = self._call(cache.buffers, count)
        call.host_tokens[0, :n_rows] = tokens
        call.tokens.update_inplace(call.host_tokens)
        if count > 1:
            wanted = np.zeros(ASKED, np.int64)
            wanted[:n_asked] = asked
            call.asked.update_inplace(wanted)
        call.position.update_inplace(np.array([cache.length + count - 1], np.int32))
        call.graph.run()
        cache.length += n_rows
        return call.ids.numpy()[0, :n_asked].tolist()  # type: ignore[no-any-return]

    def _call(self, buffers: CacheBuffers, count: int) -> _Call:
        key = (id(buffers), count)
        if key not in self._calls:
            self._calls[key] = self._new_call(buffers, count)
        return self._calls[key]

    def _new_call(self, buffers: CacheBuffers, count: int) -> _Call:
        n_asked = 1 if count == 1 else ASKED
        device = self._device
        self._n_graphs += 1
        call = _Call(
            CapturedGraph(self._session, self._n_graphs),
            host_tokens=np.zeros((1, count), np.int64),
            tokens=on_device(np.zeros((1, count), np.int64), device),
            asked=on_device(np.zeros(n_asked, np.int64), device),
            position=on_device(np.zeros(1, np.int32), device),
            ids=on_device(np.zeros((1, n_asked), np.int64), device),
        )
        binding = call.graph.binding
        buffers.bind(binding)
        binding.bind_ortvalue_input("tokens", call.tokens)
        binding.bind_ortvalue_input("audio", self._audio.value)
        binding.bind_ortvalue_input("logit_rows", call.asked)
        binding.bind_ortvalue_input("seqlens_k", call.position)
        total = np.array([buffers.capacity], np.int32)
        binding.bind_ortvalue_input("total_sequence_length", ort.OrtValue.ortvalue_from_numpy(total))
        binding.bind_ortvalue_output("token_ids", call.ids)
        return call

    def _run_once(self, rows: HostRows, cache: KeyValueCache, asked: Sequence[int]) -> tuple[list[int], HostRows]:
        """Rows from the host, all of them in place of audio; without a captured graph, with logits."""
        total = cache.length + len(rows)
        binding = self._session.io_binding()
        cache.buffers.bind(binding)
        binding.bind_cpu_input("tokens", -1 - np.arange(len(rows), dtype=np.int64)[None])
        binding.bind_cpu_input("audio", np.ascontiguousarray(rows, self.dtype))
        binding.bind_cpu_input("logit_rows", np.array(asked, np.int64))
        binding.bind_cpu_input("seqlens_k", np.array([total - 1], np.int32))
        binding.bind_cpu_input("total_sequence_length", np.array([total], np.int32))
        for name in ("token_ids", "logits"):
            binding.bind_output(name, "cpu")
        self._session.run_with_iobinding(binding, run_options(waited_for=True))
        # Outputs stand in the order in which they were bound: the cache's first, these two last.
        ids, logits = (value.numpy() for value in binding.get_outputs()[-2:])
        cache.length = total
        return ids[0].tolist(), logits[0]

"""Two threads and one card: nothing is captured while a session is opened, and a graph is captured once for each thread.

What CUDA answers otherwise (seen on a card): both sides fail, the captions and the model that is loaded beside them.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
import pytest

from inference import decoder, providers
from inference.bundle import Bundle, open_bundle
from inference.config import DecoderConfig
from inference.cuda import rows as cuda_rows
from inference.cuda.card import CapturedGraph, Captures
from inference.cuda.card import Session as OpenSession
from inference.device_memory import DEVICE, free
from inference.errors import ProviderError
from inference.providers import PLANS


class Session:
    """Notes which graph it is asked to run; "-1" is none. What a card would do with it cannot run here."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def io_binding(self) -> object:
        return object()

    def run_with_iobinding(self, binding: object, options: Any) -> None:
        self.asked.append(options.get_run_config_entry("gpu_graph_id"))


def on_another_thread(work: Any) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_a_graph_is_replayed_by_its_number_and_captured_for_each_thread() -> None:
    session, captures = Session(), Captures()
    first, second = CapturedGraph(session, 1, captures), CapturedGraph(session, 2, captures)
    for graph in (first, first, second):
        graph.run()
    on_another_thread(first.run)
    assert session.asked == ["1", "1", "2", "1"]


def test_while_a_session_is_opened_nothing_new_is_captured_and_what_is_captured_is_replayed() -> None:
    session, captures = Session(), Captures()
    known, new = CapturedGraph(session, 1, captures), CapturedGraph(session, 2, captures)
    known.run()
    with captures.while_opening():
        known.run()
        new.run()
        on_another_thread(known.run)  # not captured there
        with captures.while_opening():
            new.run()
        new.run()
    new.run()
    assert session.asked == ["1", "1", "-1", "-1", "-1", "-1", "2"]


def test_opening_waits_for_the_end_of_a_capture() -> None:
    captures, order = Captures(), []

    def open_one() -> None:
        with captures.while_opening():
            order.append("opened")

    opener = threading.Thread(target=open_one)
    with captures.attempt() as may_capture:
        assert may_capture
        opener.start()
        opener.join(0.2)
        order.append("captured")
    opener.join()
    assert order == ["captured", "opened"]


def test_a_failed_capture_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session, captures = Session(), Captures()
    graph = CapturedGraph(session, 1, captures)
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(session, "run_with_iobinding", lambda *_: 1 / 0)
        graph.run()
    with captures.while_opening():
        graph.run()
    graph.run()
    assert session.asked == ["-1", "1"]


class Held:
    """Something on the card: notes whether the card was held by whoever freed it."""

    def __init__(self, freed: list[bool]) -> None:
        self._freed = freed

    def __del__(self) -> None:
        got: list[bool] = []
        on_another_thread(lambda: got.append(DEVICE.acquire(blocking=False)))
        self._freed.append(not got[0])


def test_what_lies_on_the_card_is_freed_by_whoever_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeing is work on the card: it would end another thread's capture. Also when nobody calls `close`."""
    freed: list[bool] = []
    monkeypatch.setattr(cuda_rows, "on_device", lambda array, where: Held(freed))
    monkeypatch.setattr(decoder, "on_device", lambda array, where: Held(freed))
    table = cuda_rows.DeviceTable(2, 4, 3, np.float16, "cuda")
    buffers = decoder.CacheBuffers(DecoderConfig(8, 1, 1, 1, 4, 8, 16, 1e6, 1e-6, 64, True), np.float16, 8, "cuda")
    session: Any = Held(freed)
    opened = OpenSession(session)
    graph = CapturedGraph(Session(), 1)
    graph.binding = Held(freed)
    del table, buffers, session, opened, graph
    assert len(freed) == 2 + 2 + 2 + 1 + 1
    assert all(freed)


def test_a_stream_of_a_freed_model_gets_an_error_that_the_next_provider_can_follow() -> None:
    session = OpenSession(Session())
    free(session)
    with pytest.raises(AttributeError, match="freed"):
        session.run_with_iobinding(None, None)


@pytest.mark.parametrize("name", ["cuda", "cpu"])
def test_sessions_for_the_card_are_opened_under_that_rule(
    name: str, starter_bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    captures, may_capture = Captures(), []

    def opened(*_: Any, **__: Any) -> Any:
        with captures.attempt() as allowed:
            may_capture.append(allowed)
        raise RuntimeError("no card here")

    monkeypatch.setattr(providers, "CAPTURES", captures)
    monkeypatch.setattr(ort, "InferenceSession", opened)
    bundle: Bundle = open_bundle(starter_bundle)
    with pytest.raises((ProviderError, providers.BundleError)):
        providers._session(bundle, providers.STEM_GRAPH, PLANS[name], None)
    assert may_capture == [name == "cpu"]
    with captures.attempt() as allowed:
        assert allowed, "an opening that failed is over"

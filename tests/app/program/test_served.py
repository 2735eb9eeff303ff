"""Other programs on the captions' model: the switch, captions first, and the end."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication

from app.base.events import CommittedLine, EngineEvent, FinalLine
from app.base.settings import ServeSettings
from app.capture.ports import SourceSpec
from app.engine.guests import NoGuests
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice
from app.program import served
from app.program.served import Hosting, ProgramAccess
from app.serve.listening import WebServer
from app.serve.turns import Turns
from inference.options import SAMPLE_RATE, StreamOptions
from inference.recognizer import Transcription
from tests.app.scripted import WORD, Loader, Script, ScriptedInput
from tests.app.serve.api_kit import BOUNDARY, eventually, form, tone, wav

pytestmark = pytest.mark.usefixtures("application")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def until(condition: Callable[[], object], what: str) -> None:
    """As `eventually`, while Qt's thread does what it is asked to."""
    eventually(lambda: (QCoreApplication.processEvents(), condition())[1], what)


class Running:
    """An engine at work with a scripted model and microphone, and the access of other programs to it."""

    def __init__(self, script: Script) -> None:
        self.loader = Loader(main=script)
        self.microphone = ScriptedInput()
        self.on_event: Callable[[EngineEvent], object] = lambda event: None
        setup = EngineSetup(SourceSpec("microphone"), StreamOptions(), ModelChoice("main"), probe_speed=False)
        self.engine = Engine(setup, self._hear, load=self.loader, opener=lambda spec, notice: self.microphone)
        self.hosting = Hosting(Turns(), self.engine.host)
        self.access = ProgramAccess(WebServer(), self.hosting, StreamOptions(language="English"), 600)
        self.port = free_port()
        self.access.set_settings(ServeSettings(enabled=True, port=self.port))
        self.thread = threading.Thread(target=self.engine.run)
        self.thread.start()
        eventually(lambda: self.hosting.turns.host.name, "the model")

    def _hear(self, event: EngineEvent) -> None:
        self.on_event(event)

    def transcribe(self) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        connection.request("POST", "/v1/audio/transcriptions", form(wav(tone(1.28))), {"Content-Type": kind})
        return connection.getresponse()

    def close(self) -> None:
        self.engine.stop(5.0)
        self.thread.join(30)
        self.access.close()


@pytest.fixture
def running() -> Iterator[Running]:
    made = Running(Script())
    yield made
    made.close()


def test_other_programs_use_the_model_of_the_captions(running: Running) -> None:
    assert b"w0 w1 w2 w3" in running.transcribe().read()
    assert len(running.loader.loaded) == 1, "no second model is loaded"


def test_captions_come_first() -> None:
    """The microphone's sound comes when three pieces of a recording wait: it is captioned before the second of them."""
    running = Running(Script(hold_from=1))
    model, order = running.loader.loaded[0], []
    transcribe = model.transcribe

    def noted(samples: np.ndarray, options: StreamOptions) -> Transcription:
        answer = transcribe(samples, options)
        order.append("recording")
        return answer

    model.transcribe = noted  # type: ignore[method-assign]
    running.on_event = lambda event: order.append("captions") if isinstance(event, CommittedLine) else None
    try:
        pieces = [running.hosting.turns.transcribe(tone(1.0), StreamOptions()) for _ in range(3)]
        eventually(lambda: model.passes, "the first piece to be in work")
        running.microphone.put(np.concatenate([tone(1.28), np.zeros(WORD, np.float32)]))
        running.loader.passes.set()
        eventually(lambda: all(piece.done() for piece in pieces) and "captions" in order, "everything")
        assert order[:2] == ["recording", "captions"]
        assert [piece.result().text for piece in pieces] == ["w0 w1 w2 w3"] * 3
    finally:
        running.close()


def test_switching_it_off_frees_the_port_and_on_again_serves(running: Running) -> None:
    running.access.set_settings(ServeSettings(enabled=False, port=running.port))
    with pytest.raises(ConnectionRefusedError):
        running.transcribe()
    until(lambda: not running.engine._has_guests, "the engine to be free to rest")
    running.access.set_settings(ServeSettings(enabled=True, port=running.port))
    assert running.transcribe().status == 200


def test_switching_it_off_keeps_nobody_waiting_and_answers_who_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """The request cannot end before the switch is off, nor the switch take as long as the request."""
    monkeypatch.setattr(served, "CLOSING_S", 60.0)
    running = Running(Script(hold_from=1))
    answers: list[bytes] = []
    asking = threading.Thread(target=lambda: answers.append(running.transcribe().read()))
    try:
        asking.start()
        eventually(lambda: running.loader.loaded[0].passes, "the request to be in work")
        running.access.set_settings(ServeSettings(enabled=False, port=running.port))
        assert not answers
        with pytest.raises(ConnectionRefusedError):
            running.transcribe()
        running.loader.passes.set()
        until(lambda: answers and not running.engine._has_guests, "the answer")
        assert b"w0 w1 w2 w3" in answers[0]
    finally:
        running.loader.passes.set()
        asking.join(60)
        running.close()


def test_off_is_the_default() -> None:
    assert not ServeSettings().enabled


def test_a_port_that_is_taken_is_one_message() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        notices: list[str] = []
        hosted: list[object] = []
        access = ProgramAccess(WebServer(), Hosting(Turns(), hosted.append), StreamOptions(), 600)
        access.notice.connect(notices.append)
        access.set_settings(ServeSettings(enabled=True, port=other.getsockname()[1]))
        assert len(notices) == 1
        assert "another port" in notices[0]
        assert not hosted


def test_when_the_captions_end_nobody_waits(running: Running) -> None:
    running.engine.stop(5.0)
    running.thread.join(30)
    answer = running.transcribe()
    assert answer.status == 503
    assert b"ended" in answer.read()


def test_the_model_is_not_freed_for_others(running: Running) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=30)
    connection.request("POST", "/v1/tasks/unload_all_models")
    assert connection.getresponse().status == 409


def test_a_recording_waits_for_live_speech(running: Running) -> None:
    """Its piece is recognised after the line, not between two of its words."""
    order: list[str] = []
    running.on_event = lambda event: order.append("line") if isinstance(event, FinalLine) else None
    running.microphone.put(tone(1.28))
    eventually(lambda: running.engine._voices.speaking, "the speech")
    running.hosting.use("recordings", True)
    piece = running.hosting.turns.transcribe_patiently(tone(0.64), StreamOptions())
    piece.add_done_callback(lambda done: order.append("recording"))
    eventually(lambda: running.hosting.turns.live and running.hosting.turns._pieces, "the piece to wait")
    running.microphone.put(tone(1.28))
    eventually(lambda: not running.engine._voices.pending, "the speech to be recognised")
    assert not piece.done()
    running.microphone.put(np.zeros(SAMPLE_RATE, np.float32))
    assert piece.result(30).text == "w0 w1"
    eventually(lambda: len(order) == 2, "the line")
    assert order == ["line", "recording"]


def test_the_model_that_rests_is_loaded_again_for_recordings(running: Running) -> None:
    running.access.set_settings(ServeSettings(enabled=False, port=running.port))
    running.engine.set_rest_after(0.01)
    running.engine.pause()
    until(lambda: running.engine.recognizer is None, "the model to rest")
    running.hosting.use("recordings", True)
    assert running.hosting.turns.transcribe_patiently(tone(0.64), StreamOptions()).result(30).text == "w0 w1"
    running.hosting.use("recordings", False)
    eventually(lambda: running.engine.recognizer is None, "the model to rest again")


def test_the_turns_are_hosted_while_anybody_uses_them() -> None:
    hosted: list[object] = []
    hosting = Hosting(Turns(), hosted.append)
    hosting.use("programs", True)
    hosting.use("recordings", True)
    hosting.use("programs", False)
    assert hosted == [hosting.turns]
    hosting.use("recordings", False)
    assert isinstance(hosted[-1], NoGuests)
    assert len(hosted) == 2

"""Servers that take sound as a stream, and those that recognise whole utterances: right text, or one message and the local
model, which takes the utterance over without a lost or doubled word."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from app.base.events import EngineEvent
from app.base.settings import Server
from app.engine import model_in_use
from app.engine.model_loading import ModelChoice, load_recognizer
from app.models.servers import server_id
from app.remote import official
from app.remote.errors import ServerError
from app.remote.kept import KeptStream
from app.remote.opening import open_remote
from inference.errors import ProviderError, RecognizerError
from inference.events import Committed, Final, StreamEvent
from inference.options import SAMPLE_RATE, StreamOptions, preset
from inference.recognizer import Recognizer
from tests.app.remote.conftest import MakeServer
from tests.app.remote.official_stand_in import WORD, OfficialStandIn
from tests.app.remote.test_chain import text_of
from tests.app.scripted import Script, ScriptedRecognizer
from tests.app.serve.api_kit import Served, served

STEP = 1600
OPTIONS = StreamOptions()


@pytest.fixture
def stand_in() -> Iterator[OfficialStandIn]:
    server = OfficialStandIn()
    yield server
    server.close()


@pytest.fixture(scope="module")
def our_server() -> Iterator[Served]:
    with served(load_recognizer, model=ModelChoice(), options=OPTIONS, token="secret") as running:
        yield running


def noise(words: float) -> np.ndarray:
    """Sound in which so many words are heard."""
    return np.random.default_rng(1).uniform(-0.5, 0.5, round(words * WORD)).astype(np.float32)


def feed(stream: object, samples: np.ndarray) -> list[StreamEvent]:
    feed_one = stream.feed  # type: ignore[attr-defined]
    return [event for at in range(0, len(samples), STEP) for event in feed_one(samples[at : at + STEP])]


def words(n: int) -> str:
    return " ".join(f"w{i}" for i in range(n))


@pytest.mark.parametrize("leaks", [False, True])
@pytest.mark.parametrize("length", [0.4, 3.0, 5.3, 20.0])
def test_the_official_server_is_heard_to_the_last_word(stand_in: OfficialStandIn, leaks: bool, length: float) -> None:
    stand_in.leaks = leaks
    recognizer = open_remote(stand_in.url)
    options = preset("balanced", language="English", hotwords=("Elinor",), context="A novel.")
    stream = recognizer.stream(options)
    events = feed(stream, noise(length)) + stream.finish()
    assert text_of(events) == words(int(np.ceil(length)))
    assert stream.finish() == []
    header = stand_in.headers[-1]
    assert (header["language"], header["use_vad"]) == ("English", False)
    assert header["system_prompt"] == "A novel.\nElinor"
    recognizer.close()


@pytest.mark.parametrize("fault", ["closes", "hangs", "dies"])
def test_a_local_model_takes_over_what_the_official_server_drops(
    stand_in: OfficialStandIn, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(official, "MOST_BEHIND_S", 5.0)
    recognizer = open_remote(stand_in.url, answer_s=5.0)
    stand_in.close_at = 20 if fault == "closes" else None
    stand_in.hang_at = 20 if fault == "hangs" else None
    stream = recognizer.stream(OPTIONS)
    sound = noise(20)
    events = feed(stream, sound[: 8 * WORD])
    if fault == "dies":
        stand_in.close()
    try:
        with pytest.raises(ProviderError) as raised:
            events += feed(stream, sound[8 * WORD : 12 * WORD])
            stream.finish()
        assert "\n" not in str(raised.value)
    finally:
        if fault == "dies":
            stand_in.__init__()  # type: ignore[misc]  # for the fixture's end
    events += stream.let_go()
    local = ScriptedRecognizer(Script(), "cpu")
    stream.continue_with(local)
    fed = sum(len(piece) for piece in stream._sound)  # type: ignore[union-attr]
    events += feed(stream, sound[fed:])
    events += stream.finish()
    shown = "".join(event.text for event in events if isinstance(event, Committed))
    final = events[-1]
    assert isinstance(final, Final)
    assert shown + final.remainder == final.shown == words(20)
    recognizer.close()


def test_a_key_or_a_prompt_that_is_refused_is_a_message(stand_in: OfficialStandIn) -> None:
    stand_in.key = "mine"
    with pytest.raises(ProviderError, match="did not accept the access token"):
        open_remote(stand_in.url)
    open_remote(stand_in.url, "mine").close()
    stand_in.refuses = True
    with pytest.raises(ProviderError, match="prompt too long"):
        open_remote(stand_in.url, "mine")


def test_a_stream_goes_only_to_the_server_with_the_pinned_certificate(certificates: list[Path]) -> None:
    mine, other = [path.with_name("cert.pem").read_text() for path in certificates]
    server = OfficialStandIn(certificates[0])
    try:
        recognizer = open_remote(server.url, certificate=mine)
        stream = recognizer.stream(OPTIONS)
        assert text_of(feed(stream, noise(3)) + stream.finish()) == words(3)
        recognizer.close()
        for certificate in ("", other):
            with pytest.raises(ProviderError, match="could not be verified") as raised:
                open_remote(server.url, certificate=certificate)
            assert isinstance(raised.value.__cause__, ServerError)
            assert raised.value.__cause__.untrusted
    finally:
        server.close()


def test_our_own_server_is_known_by_asking_and_gives_the_text_of_its_model(
    our_server: Served, starter: Recognizer, speech: np.ndarray
) -> None:
    recognizer = open_remote(our_server.url, our_server.token)
    assert isinstance(recognizer, official.StreamingServer)
    assert recognizer.bundle.name == f"R2T2 on 127.0.0.1:{our_server.port}"
    stream = recognizer.stream(OPTIONS)
    there = text_of(feed(stream, speech) + stream.finish()).split()
    here = starter.transcribe(speech).text.split()
    assert abs(len(there) - len(here)) < 6
    assert len(set(there) & set(here)) > len(set(here)) * 0.6
    recognizer.close()
    with pytest.raises(ProviderError):
        open_remote(our_server.url.replace("http", "ws"), "wrong")


def test_a_server_that_cannot_continue_a_text_recognises_whole_utterances(
    make_server: MakeServer, starter: Recognizer, speech: np.ndarray
) -> None:
    server = make_server()
    server.templates = "none"
    notices: list[str] = []
    recognizer = open_remote(server.url, notify=notices.append)
    assert notices == [recognizer.note]
    assert "only at the end of each utterance" in recognizer.note
    stream = recognizer.stream(OPTIONS)
    assert feed(stream, speech) == []
    (final,) = stream.finish()
    assert isinstance(final, Final)
    assert final.text == final.shown == recognizer.transcribe(speech).text
    here = starter.transcribe(speech).text.split()
    assert len(set(final.text.split()) & set(here)) > len(set(here)) * 0.6
    long = recognizer.stream(OPTIONS)
    events: Sequence[StreamEvent] = feed(long, np.concatenate([speech, np.zeros(SAMPLE_RATE, np.float32), speech]))
    assert len(events) == 1, "the first part is recognised while the second is spoken"
    assert text_of([*events, *long.finish()]).split()[: len(final.text.split()) - 2]
    recognizer.close()


def test_such_a_server_is_left_in_the_middle_of_an_utterance_too(
    make_server: MakeServer, starter: Recognizer, speech: np.ndarray
) -> None:
    server = make_server()
    server.templates = "none"
    recognizer = open_remote(server.url)
    stream = recognizer.stream(OPTIONS)
    events = feed(stream, speech)
    server.kill()
    with pytest.raises(ProviderError):
        stream.finish()
    stream.let_go()
    stream.continue_with(starter)
    events += stream.finish()
    assert len(text_of(events).split()) > 10
    recognizer.close()


@pytest.mark.logs("the recogniser gave up")
def test_such_a_server_returns_between_two_utterances_and_not_within_one(
    stand_in: OfficialStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could not know what was said before."""
    monkeypatch.setattr(model_in_use, "LOOK_AFTER_S", (0.05,))
    monkeypatch.setattr(model_in_use, "SWAP_AFTER_S", 0.0)
    server = Server(stand_in.url)
    choice = ModelChoice(server_id(server), server=server)
    notices: list[EngineEvent] = []
    commands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def load(wanted: ModelChoice, notice: Callable[[str], None]) -> Any:
        return ScriptedRecognizer(Script("local"), "cpu") if wanted.server is None else load_recognizer(wanted, notice)

    models = model_in_use.ModelInUse(
        choice, ModelChoice(), load, notices.append, commands.put, clock=time.monotonic, probe=False
    )
    models.load_first(OPTIONS)
    commands.get(timeout=20)()
    models.swap()
    assert models.recognizer is not None
    assert models.recognizer.provider == "server"
    models.note_failure(ProviderError("It is gone."), OPTIONS)
    commands.get(timeout=20)()
    models.swap()
    assert models.recognizer.provider == "cpu"
    time_limit = time.monotonic() + 20
    while commands.empty():
        assert time.monotonic() < time_limit
        models.look_for_server(OPTIONS)
        time.sleep(0.01)
    commands.get()()
    assert not models.may_swap(busy=True)
    assert models.may_swap(busy=False)
    models.swap()
    assert models.recognizer.provider == "server"
    assert [type(event).__name__ for event in notices] == ["Notice", "Notice"]
    models.close_old()
    models.close()


@pytest.mark.parametrize("failing", range(1, 6))
def test_a_recogniser_that_fails_while_it_catches_up_costs_no_word(failing: int) -> None:
    """What it said before it failed is on screen, and the next one continues behind it."""

    class Gone:
        def feed(self, samples: np.ndarray) -> str:
            raise ProviderError("The server is gone.")

        finish = close = lambda self: None

    stream, events = KeptStream(lambda options: Gone(), preset("balanced", language="English")), []  # type: ignore[arg-type,return-value]
    with pytest.raises(ProviderError):
        stream.feed(noise(18))
    with pytest.raises(RecognizerError):
        stream.feed(noise(18))
    events += stream.let_go()
    for recogniser in (ScriptedRecognizer(Script(fail_at=(failing,)), "cpu"), ScriptedRecognizer(Script(), "cpu")):
        stream.continue_with(recogniser)
        try:
            events += stream.feed(np.zeros(0, np.float32))
            events += stream.finish()
        except ProviderError:
            events += stream.let_go()
    assert text_of(events) == words(36)


def test_an_answer_that_comes_at_any_moment_is_counted(
    stand_in: OfficialStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop notes it while this thread looks how far behind the server is."""

    def later() -> float:
        time.sleep(0.05)
        return time.monotonic()

    recognizer = open_remote(stand_in.url)
    stream = recognizer.stream(OPTIONS)
    monkeypatch.setattr(official, "time", SimpleNamespace(monotonic=later))
    events = feed(stream, noise(3))
    assert text_of(events + stream.finish()) == words(3)
    recognizer.close()

"""Streams on servers that die, hang, refuse and come back: no word is lost or doubled, and what was wrong has a message."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from app.remote.errors import ServerError
from app.remote.opening import ServerRecognizer, open_remote
from inference.errors import ProviderError, RecognizerError
from inference.events import Committed, Final, StreamEvent
from inference.options import StreamOptions, preset
from inference.recognizer import Recognizer, Stream
from tests.app.remote.conftest import MakeServer
from tests.app.remote.network import Network, NoNetworkError, network
from tests.app.remote.vllm_stand_in import VllmStandIn
from tests.app.serve.api_kit import eventually

OPTIONS = StreamOptions(chunk_ms=640)
STEP = 5120


def caption(
    recognizer: ServerRecognizer | Recognizer, samples: np.ndarray, options: StreamOptions = OPTIONS
) -> list[StreamEvent]:
    stream = recognizer.stream(options)
    events = [event for at in range(0, len(samples), STEP) for event in stream.feed(samples[at : at + STEP])]
    return events + stream.finish()


def text_of(events: Sequence[StreamEvent]) -> str:
    """What stands on screen: it may only grow, and the final line has to be all of it."""
    *committed, final = events
    shown = "".join(event.text for event in committed if isinstance(event, Committed))
    assert isinstance(final, Final)
    assert final.shown == shown + final.remainder
    return final.shown


@pytest.fixture
def undisturbed(make_server: MakeServer, starter_bundle: Path, speech: np.ndarray) -> list[StreamEvent]:
    """What one server that is always there gives."""
    recognizer = open_remote(make_server().url, bundles=[starter_bundle])
    events = caption(recognizer, speech)
    recognizer.close()
    assert len(text_of(events).split()) > 10
    return events


def test_a_server_with_our_model_gives_the_text_that_this_computer_gives(
    undisturbed: list[StreamEvent], starter: Recognizer, speech: np.ndarray
) -> None:
    assert caption(starter, speech) == undisturbed


def test_without_our_tokenizer_the_server_encodes_and_nothing_else_changes(
    make_server: MakeServer, undisturbed: list[StreamEvent], speech: np.ndarray
) -> None:
    recognizer = open_remote(make_server().url)
    assert caption(recognizer, speech) == undisturbed


def test_hotwords_context_and_language_are_in_the_question(
    make_server: MakeServer, starter_bundle: Path, speech: np.ndarray
) -> None:
    server = make_server()
    recognizer = open_remote(server.url, bundles=[starter_bundle])
    options = preset("balanced", language="English", hotwords=("Marianne", "Elinor"), context="A novel.")
    recognizer.transcribe(speech[:32_000], options)
    context, samples, beginning, _ = server.asked[-1]
    assert (context, beginning) == ("A novel.\nMarianne, Elinor", "language English<asr_text>")
    assert np.array_equal(samples, speech[:32_000]), "sound of 16 bits comes to the server as it is"


@pytest.mark.parametrize("at", [3, 8, 12])
def test_a_stream_whose_server_dies_continues_at_the_other(
    make_server: MakeServer, undisturbed: list[StreamEvent], starter_bundle: Path, speech: np.ndarray, at: int
) -> None:
    first, second = make_server(), make_server()
    notices: list[str] = []
    recognizer = open_remote(f"{first.url}, {second.url}", bundles=[starter_bundle], notify=notices.append)
    stream = recognizer.stream(OPTIONS)
    events: list[StreamEvent] = []
    for number, begin in enumerate(range(0, len(speech), STEP)):
        if number == at:
            first.kill()
        events += stream.feed(speech[begin : begin + STEP])
    assert events + stream.finish() == undisturbed
    assert len(notices) == 1
    assert f"Continuing with 127.0.0.1:{second.port}" in notices[0]


def test_two_servers_of_which_one_is_always_dead_and_four_streams_at_once(
    make_server: MakeServer, undisturbed: list[StreamEvent], speech: np.ndarray
) -> None:
    """The dead one changes every few passes, whatever streams are doing; neither end has our tokenizer."""
    servers = (make_server(), make_server())
    recognizer = open_remote(" ".join(server.url for server in servers))
    heard: dict[int, list[StreamEvent]] = {}
    done = threading.Event()

    def run(number: int) -> None:
        heard[number] = caption(recognizer, speech)

    def murder() -> None:
        turn, before = 0, 0
        while not done.wait(0.01):
            if sum(len(server.asked) for server in servers) - before >= 7:
                before = sum(len(server.asked) for server in servers)
                servers[turn].kill()
                done.wait(0.05)
                servers[turn].start()
                turn = 1 - turn

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    killer = threading.Thread(target=murder)
    for thread in (*threads, killer):
        thread.start()
    for thread in threads:
        thread.join(120)
    done.set()
    killer.join(10)
    assert [heard.get(number) for number in range(4)] == [undisturbed] * 4


def break_down(server: VllmStandIn, how: str) -> None:
    """Something that does not pass."""
    match how:
        case "killed":
            server.kill()
        case "stopped":
            server.hangs.set()
        case "out of memory":
            server.refuse += [500] * 20
        case "garbage":
            server.garbage = True
        case "another model":
            server.name = "other"
        case "no token":
            server.token = "changed"
        case "link down":
            assert server.network is not None
            server.network.down()


FAULTS = ["killed", "stopped", "out of memory", "garbage", "another model", "no token"]


@pytest.mark.parametrize("how", FAULTS)
def test_with_no_server_left_a_model_of_this_computer_takes_the_stream_over(
    make_server: MakeServer,
    undisturbed: list[StreamEvent],
    starter_bundle: Path,
    starter: Recognizer,
    speech: np.ndarray,
    how: str,
) -> None:
    """Everything that was shown stays, the rest follows, and the error is one message."""
    server = make_server()
    recognizer = open_remote(server.url, bundles=[starter_bundle], answer_s=5.0 if how == "stopped" else 60.0)
    stream: Stream = recognizer.stream(OPTIONS)
    half = len(speech) // 2 // STEP * STEP
    # What the undisturbed stream asked is answered at once: no time limit can be met before the fault.
    events = [event for at in range(0, half, STEP) for event in stream.feed(speech[at : at + STEP])]
    break_down(server, how)
    with pytest.raises(ProviderError) as raised:
        for at in range(half, len(speech), STEP):
            events += stream.feed(speech[at : at + STEP])
    fed = at + STEP
    assert len(str(raised.value)) > 10
    assert "\n" not in str(raised.value)
    events += stream.let_go()
    recognizer.close()
    stream.continue_with(starter)
    for at in range(fed, len(speech), STEP):
        events += stream.feed(speech[at : at + STEP])
    assert text_of(events + stream.finish()) == text_of(undisturbed)
    if how == "stopped":
        assert server.cancelled == 1, "the server works on for nobody"


@pytest.fixture
def apart() -> Iterator[Network]:
    """A network of its own."""
    try:
        with network() as made:
            yield made
    except NoNetworkError as error:
        pytest.skip(str(error))


def test_a_link_that_breaks_in_mid_utterance_loses_no_word_and_the_server_is_back_with_it(
    make_server: MakeServer,
    undisturbed: list[StreamEvent],
    starter_bundle: Path,
    starter: Recognizer,
    speech: np.ndarray,
    apart: Network,
) -> None:
    """No connection is closed: packets are lost, and later they are not."""
    server = make_server(network=apart)
    recognizer = open_remote(server.url, bundles=[starter_bundle], answer_s=5.0)
    stream = recognizer.stream(OPTIONS)
    events, lost_at = [], len(speech) // 3 // STEP * STEP
    back_at = 2 * lost_at
    for at in range(0, len(speech), STEP):
        if at == lost_at:
            break_down(server, "link down")
            with pytest.raises(ProviderError):
                for lost in range(at, back_at, STEP):
                    events += stream.feed(speech[lost : lost + STEP])
            fed = lost + STEP
            events += stream.let_go()
            stream.continue_with(starter)
        elif at == back_at:
            apart.up()
            eventually(lambda: can_ask(recognizer), "the server")
            stream.continue_with(recognizer)
            asked = len(server.asked)
        if at < lost_at or at >= fed:
            events += stream.feed(speech[at : at + STEP])
    assert text_of(events + stream.finish()) == text_of(undisturbed)
    assert len(server.asked) > asked, "the server continues what the model of this computer continued"
    recognizer.close()


def can_ask(recognizer: ServerRecognizer) -> bool:
    try:
        recognizer.chain.model.check()
    except ServerError:
        return False
    return True


def test_a_link_that_is_gone_for_a_moment_is_not_noticed(
    make_server: MakeServer, undisturbed: list[StreamEvent], starter_bundle: Path, speech: np.ndarray, apart: Network
) -> None:
    """What was lost is sent again by the system; the answer is late, and there is no other."""
    server = make_server(network=apart)
    recognizer = open_remote(server.url, bundles=[starter_bundle])
    stream, events = recognizer.stream(OPTIONS), []
    for number, at in enumerate(range(0, len(speech), STEP)):
        back = threading.Timer(0.3, apart.up)
        if number in (6, 13):
            apart.down()
            back.start()
        events += stream.feed(speech[at : at + STEP])
        if number in (6, 13):
            back.join()
    assert events + stream.finish() == undisturbed
    recognizer.close()


def test_a_fault_that_passes_is_waited_for(
    make_server: MakeServer, undisturbed: list[StreamEvent], starter_bundle: Path, speech: np.ndarray
) -> None:
    server = make_server()
    recognizer = open_remote(server.url, bundles=[starter_bundle])
    server.refuse += [500, 503, 429]
    assert caption(recognizer, speech) == undisturbed


def test_a_stream_goes_on_at_the_same_server_once_it_is_back(
    make_server: MakeServer, undisturbed: list[StreamEvent], starter_bundle: Path, speech: np.ndarray
) -> None:
    """`serve` has no other model: the pass that failed is repeated."""
    server = make_server()
    recognizer = open_remote(server.url, bundles=[starter_bundle])
    stream = recognizer.stream(OPTIONS)
    events = stream.feed(speech[:64_000])
    server.kill()
    with pytest.raises(ProviderError):
        stream.feed(speech[64_000:80_000])
    with pytest.raises(ProviderError):
        stream.finish()
    server.start()
    for at in range(80_000, len(speech), STEP):
        events += stream.feed(speech[at : at + STEP])
    assert events + stream.finish() == undisturbed


def test_a_server_that_comes_later_stands_in_for_the_first(make_server: MakeServer, speech: np.ndarray) -> None:
    first, second = make_server(), make_server()
    first.kill()
    notices: list[str] = []
    recognizer = open_remote(f"{first.url} {second.url}", notify=notices.append)
    assert recognizer.bundle.name == f"r2t2 on 127.0.0.1:{second.port}"
    assert len(notices) == 1


@pytest.mark.parametrize("policy", ["request", "server"])
def test_a_template_is_sent_only_where_it_is_needed(make_server: MakeServer, speech: np.ndarray, policy: str) -> None:
    server = make_server()
    server.templates = policy
    recognizer = open_remote(server.url)
    assert recognizer.chain.model.facts.template == (policy == "request")
    assert recognizer.transcribe(speech[:64_000]).text


def test_what_cannot_be_used_is_refused_with_the_reason(make_server: MakeServer) -> None:
    for change, words in (
        ({"max_model_len": 512}, "too short"),
        ({"takes_sound": False}, "does not take sound"),
        ({"token": "secret"}, "did not accept the access token"),
        ({"garbage": True}, "invalid response"),
    ):
        server = make_server()
        for name, value in change.items():
            setattr(server, name, value)
        with pytest.raises(ProviderError, match=words):
            open_remote(server.url)
        assert server.asked == []
    with pytest.raises(ProviderError, match="Could not connect"):
        dead = make_server()
        dead.kill()
        open_remote(dead.url)


def test_the_token_is_sent_and_a_long_list_of_hotwords_is_cut_with_a_message(make_server: MakeServer) -> None:
    server = make_server()
    server.token = "secret"
    notices: list[str] = []
    recognizer = open_remote(server.url, "secret", notify=notices.append)
    words = tuple(f"zqxj{n}w" for n in range(300))
    recognizer.stream(preset("balanced", hotwords=words))
    assert ["hotwords are too many" in notice for notice in notices] == [True]
    with pytest.raises(RecognizerError, match="the limit is"):
        recognizer.stream(preset("balanced", hotwords=(*words, "x" * 4000)))

"""The server for other programs over real HTTP: what it answers, whom it refuses, how it ends."""

from __future__ import annotations

import http.client
import itertools
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from inference.errors import BundleError
from tests.app.scripted import Loader, Script
from tests.app.serve.api_kit import BOUNDARY, Answer, Served, eventually, form, parse_event, pcm, served, tone, wav

TOKEN = "the-right-token"
GRANULARITIES = "timestamp_granularities[]"
FORM = f"multipart/form-data; boundary={BOUNDARY}"
SPEECH = wav(tone(1.28))


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(token=TOKEN, max_bytes=2_000_000, names=("captions.school.example",)) as running:
        yield running


def error_of(answer: Answer) -> str:
    """The message of an error, whose shape is OpenAI's."""
    (error,) = answer.json.values()
    assert set(error) == {"message", "type", "param", "code"}
    assert error["message"] and error["type"]
    return str(error["message"])


# Recordings ------------------------------------------------------------------------------------------------------


def test_a_recording_is_transcribed(server: Served) -> None:
    answer = server.transcribe(SPEECH, model="whisper-1", temperature="0")
    assert answer.status == 200
    assert answer.json == {"text": "w0 w1 w2 w3", "usage": {"type": "duration", "seconds": 1.28}}
    assert answer.headers["Server"] == "r2t2-captions"
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_every_format_of_an_answer(server: Served) -> None:
    text = server.transcribe(SPEECH, response_format="text")
    assert (text.body, text.headers["Content-Type"]) == (b"w0 w1 w2 w3\n", "text/plain; charset=utf-8")
    assert server.transcribe(SPEECH, response_format="srt").body.startswith(b"1\n00:00:00,000 --> 00:00:01,")
    assert server.transcribe(SPEECH, response_format="vtt").body.startswith(b"WEBVTT")
    verbose = server.transcribe(SPEECH, response_format="verbose_json").json
    assert (verbose["language"], verbose["duration"], verbose["text"]) == ("english", 1.28, "w0 w1 w2 w3")
    (segment,) = verbose["segments"]
    assert (segment["start"], segment["end"], segment["text"]) == (0.0, 1.28, "w0 w1 w2 w3")
    assert "words" not in verbose


def test_words_have_times_when_they_are_asked_for(server: Served) -> None:
    asked = {"response_format": "verbose_json", "timestamp_granularities[]": "word"}
    words = server.transcribe(SPEECH, **asked).json["words"]
    assert [word["word"] for word in words] == ["w0", "w1", "w2", "w3"]
    assert all(0 <= word["start"] < word["end"] <= 1.28 for word in words)
    assert all(one["end"] <= other["start"] + 0.001 for one, other in itertools.pairwise(words))


def test_a_recording_as_a_stream_of_events(server: Served) -> None:
    answer = server.transcribe(wav(tone(41.0)), stream="true")
    assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    *deltas, done = answer.events
    assert len(deltas) == 3, "one for each piece"
    assert {event["type"] for event in deltas} == {"transcript.text.delta"}
    assert "".join(event["delta"] for event in deltas) == done["text"]
    assert done["type"] == "transcript.text.done"
    assert len(done["segments"]) == 3
    assert done["text"] == server.transcribe(wav(tone(41.0))).json["text"]


@pytest.mark.parametrize(
    ("program", "fields"),
    [
        (
            "VoiceInk",
            {"model": "large", "response_format": "json", "temperature": "0", "language": "en", "prompt": "R2T2"},
        ),
        ("OpenWhispr", {"model": "whisper-1", "language": "en", "prompt": "Kubernetes, Ångström"}),
        ("TypeWhisper", {"model": "scripted", "response_format": "json", "prompt": ""}),
        ("Buzz", {"model": "whisper-1", "response_format": "verbose_json", GRANULARITIES: "word", "prompt": "A talk."}),
        ("Subtitle Edit", {"model": "whisper-1", "response_format": "json", GRANULARITIES: ("word", "segment")}),
        (
            "Subtitle Edit, streaming",
            {"model": "x", "response_format": "json", GRANULARITIES: ("word",), "stream": "true"},
        ),
    ],
)
def test_requests_as_known_programs_send_them(server: Served, program: str, fields: dict[str, str]) -> None:
    """What each needs of the answer: a text, segments with times, events with names."""
    answer = server.transcribe(SPEECH, **fields)
    assert answer.status == 200, program
    if "stream" in fields:
        *deltas, done = answer.events
        assert "".join(delta["delta"] for delta in deltas) == done["text"] == "w0 w1 w2 w3"
        assert [(segment["start"], segment["end"]) for segment in done["segments"]] == [(0.0, 1.28)]
        return
    assert answer.json["text"] == "w0 w1 w2 w3"
    if fields.get("response_format") == "verbose_json":
        assert all(segment["start"] < segment["end"] for segment in answer.json["segments"])


def test_a_recording_without_speech_has_no_text(server: Served) -> None:
    quiet = wav(tone(1.0) * 0)
    assert server.transcribe(quiet).json["text"] == ""
    (done,) = server.transcribe(quiet, stream="true").events
    assert (done["text"], done["segments"]) == ("", [])


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"response_format": "docx"}, "docx"),
        ({"language": "Klingon"}, "Klingon"),
        ({"prompt": ", ".join(f"word{number}" for number in range(600))}, "characters"),
        ({"prompt": "x" * 20_000}, "longer than"),
    ],
)
def test_what_cannot_be_done_is_said(server: Served, fields: dict[str, str], says: str) -> None:
    answer = server.transcribe(SPEECH, **fields)
    assert answer.status == 400
    assert says in error_of(answer)


def test_languages_are_codes_or_names() -> None:
    loader = Loader(main=Script())
    with served(loader) as server:
        for language in ("en", "English", "en-GB", ""):
            assert server.transcribe(SPEECH, language=language).status == 200


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", FORM),
        (b"nothing", FORM),
        (form(None, model="x"), FORM),
        (form(SPEECH)[:-40], FORM),
        (form(SPEECH).replace(b"\r\n", b"\n"), FORM),
        (form(SPEECH), "multipart/form-data"),
        (form(SPEECH), "multipart/mixed; boundary=" + BOUNDARY),
        (form(SPEECH), "application/json"),
        (b'{"file": "/etc/passwd"}', "application/json"),
        (form(b"no sound at all"), FORM),
        (form(b""), FORM),
        (form(SPEECH[:30]), FORM),
    ],
)
def test_a_form_that_is_none_or_holds_no_sound_is_a_bad_request(server: Served, body: bytes, kind: str) -> None:
    answer = server.ask("POST", "/v1/audio/transcriptions", body, Content_Type=kind)
    assert answer.status == 400
    error_of(answer)


def test_a_message_about_a_recording_has_the_name_that_its_sender_knows(server: Served) -> None:
    message = error_of(server.transcribe(b"no sound at all", name="../../secret/talk.webm"))
    assert "talk.webm" in message
    assert tempfile.gettempdir() not in message


def test_a_recording_that_is_too_large_is_refused(server: Served) -> None:
    answer = server.transcribe(wav(tone(70.0)))
    assert answer.status == 413
    assert "2,000,000" in error_of(answer)


def test_no_recording_stays_on_the_disk(server: Served) -> None:
    def left() -> list[Path]:
        return list(Path(tempfile.gettempdir()).glob("r2t2-recording-*"))

    before = set(left())
    server.transcribe(SPEECH)
    server.transcribe(b"damaged")
    eventually(lambda: set(left()) <= before, "the recordings to go")
    assert server.turns.n_recordings == 0


def test_a_client_that_leaves_frees_its_place() -> None:
    loader = Loader(main=Script(hold_from=1))
    with served(loader, recordings=1) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("POST", "/v1/audio/transcriptions", form(SPEECH), {"Content-Type": FORM})
        eventually(lambda: loader.loaded[0].passes, "the recording to begin")
        refused = server.transcribe(SPEECH)
        assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
        assert "1 recordings" in error_of(refused)
        connection.close()
        loader.passes.set()
        eventually(lambda: server.turns.n_recordings == 0, "the place to be free")
        assert server.transcribe(SPEECH).status == 200


# Live sound ------------------------------------------------------------------------------------------------------


class Live:
    """A client of the live route that sends and reads at once."""

    def __init__(self, server: Served, query: str = "", head: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        self.socket.sendall(
            f"POST /v1/audio/transcriptions/live{query} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Authorization: Bearer {server.token}\r\n{head}Transfer-Encoding: chunked\r\n\r\n".encode()
        )
        self.response = http.client.HTTPResponse(self.socket, method="POST")

    def send(self, data: bytes) -> None:
        self.socket.sendall(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def end(self) -> None:
        self.socket.sendall(b"0\r\n\r\n")

    def begin(self) -> int:
        self.response.begin()
        return self.response.status

    def event(self) -> dict[str, object]:
        lines = [self.response.readline().decode().strip() for _ in range(3)]
        return parse_event("\n".join(lines[:2])) if lines[1] else {"data": lines[0]}

    def hear(self, text: str) -> None:
        """Deltas until they are this text."""
        heard = ""
        while heard != text:
            event = self.event()
            assert event["type"] == "transcript.text.delta"
            heard += str(event["delta"])
            assert text.startswith(heard)

    def rest(self) -> list[dict[str, object]]:
        return Answer(self.response.status, self.response.headers, self.response.read()).events


def test_live_sound_is_answered_while_it_arrives(server: Served) -> None:
    live = Live(server)
    live.send(pcm(tone(1.28)))
    assert live.begin() == 200
    live.hear("w0 w1 w2")
    live.send(pcm(tone(0.64)))
    live.hear(" w3 w4")
    live.end()
    *deltas, done = live.rest()
    assert done["type"] == "transcript.text.done"
    assert str(done["text"]).startswith("w0 w1 w2 w3 w4")
    assert all(delta["type"] == "transcript.text.delta" for delta in deltas)


def test_live_sound_of_other_kinds(server: Served) -> None:
    stereo = np.repeat(np.repeat(tone(1.28), 2), 2).astype("<f4").tobytes()
    live = Live(server, "?sample_rate=32000&channels=2&sample_format=f32le&language=en&prompt=Kubernetes")
    for at in range(0, len(stereo), 1001):  # cut anywhere, also within a sample
        live.send(stereo[at : at + 1001])
    live.end()
    assert live.begin() == 200
    *_, done = live.rest()
    assert str(done["text"]).startswith("w0 w1 w2 w3")


@pytest.mark.parametrize(
    "query",
    ["?sample_rate=5", "?sample_rate=x", "?channels=99", "?sample_format=mp3", "?language=Klingon", "?channels=0"],
)
def test_live_sound_that_cannot_be_read_is_a_bad_request(server: Served, query: str) -> None:
    live = Live(server, query)
    assert live.begin() == 400
    assert server.turns.n_streams == 0


def test_the_stream_beyond_the_limit_is_told_to_come_later() -> None:
    with served(streams=2) as server:
        kept = [Live(server), Live(server)]
        for live in kept:
            live.send(pcm(tone(0.5)))
            assert live.begin() == 200
        late = Live(server)
        assert late.begin() == 503
        assert late.response.headers["Retry-After"] == "5"
        kept[0].socket.close()
        kept[0].response.close()
        eventually(lambda: Live(server).begin() == 200, "the place to be free")
        for live in (*kept, late):
            live.socket.close()
            live.response.close()


def test_expect_100_continue_is_answered(server: Served) -> None:
    """As curl sends it."""
    live = Live(server, head="Expect: 100-continue\r\n")
    assert live.socket.recv(100).startswith(b"HTTP/1.1 100")


# Who may ask -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sent", ["Bearer wrong", "Bearer", "Basic x", f"Basic {TOKEN}", "Bearer the-right-toke", f"Bearer {TOKEN}x"]
)
def test_a_wrong_token_is_refused(server: Served, sent: str) -> None:
    for method, path in (
        ("GET", "/v1/models"),
        ("POST", "/v1/audio/transcriptions"),
        ("POST", "/v1/audio/transcriptions/live"),
        ("GET", "/v1/realtime"),
        ("GET", "/metrics"),
        ("POST", "/v1/tasks/unload_all_models"),
        ("GET", "/nothing"),
    ):
        answer = server.ask(method, path, Authorization=sent)
        assert answer.status == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        error_of(answer)


def test_without_a_token_any_or_none_is_taken() -> None:
    with served() as server:
        for sent in ("", "Bearer", "Bearer sk-anything"):
            assert server.ask("GET", "/v1/models", Authorization=sent).status == 200


def test_another_host_and_another_origin_are_refused(server: Served) -> None:
    for path in ("/health", "/v1/models", "/v1/realtime", "/asr_stream_api_v1"):
        assert server.ask("GET", path, Host="evil.example").status == 403
        assert server.ask("GET", path, Host=f"127.0.0.1:{server.port + 1}").status == 403
        assert server.ask("GET", path, Origin="http://evil.example").status == 403
        assert server.ask("GET", path, Origin="null").status == 403
    assert server.ask("GET", "/health", Host="captions.school.example").status == 200
    assert server.ask("GET", "/health", Origin=f"http://127.0.0.1:{server.port}").status == 200


def test_it_listens_on_this_computer_alone(server: Served) -> None:
    """The kernel says so."""
    listening = {c.laddr.ip for c in psutil.Process().net_connections("inet") if c.status == psutil.CONN_LISTEN}
    assert listening == {"127.0.0.1"}


# About the server ------------------------------------------------------------------------------------------------


def test_models_and_health(server: Served) -> None:
    (model,) = server.ask("GET", "/v1/models").json["data"]
    assert (model["id"], model["object"]) == ("scripted", "model")
    assert server.ask("GET", "/v1/models/whisper-1").json["id"] == "whisper-1"
    assert server.ask("GET", "/health", Authorization="").json["status"] == "ok"


def test_unknown_addresses_and_methods_are_errors_in_words(server: Served) -> None:
    assert server.ask("GET", "/v1/chat/completions").status == 404
    wrong = server.ask("GET", "/v1/audio/transcriptions")
    assert (wrong.status, wrong.headers["Allow"]) == (405, "POST")
    assert server.ask("GET", "/v1/realtime").status == 426
    error_of(wrong)


@pytest.mark.parametrize("path", ["/health", "/nothing", "/v1/audio/transcriptions"])
def test_an_expectation_that_is_no_text_is_an_error_in_words(server: Served, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nExpect: ".encode() + b"\xfc\r\n\r\n"
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 417 ")


def test_metrics_count_what_happens(server: Served) -> None:
    def values() -> dict[str, float]:
        lines = server.ask("GET", "/metrics").body.decode().splitlines()
        return {name: float(value) for name, value in (line.split() for line in lines if not line.startswith("#"))}

    before = values()
    server.transcribe(SPEECH)
    after = values()
    assert after["r2t2_captions_recordings_total"] == before["r2t2_captions_recordings_total"] + 1
    assert after["r2t2_captions_sound_seconds_total"] == pytest.approx(
        before["r2t2_captions_sound_seconds_total"] + 1.28
    )
    assert after["r2t2_captions_model_loaded"] == 1


def test_while_the_model_loads_requests_wait_and_health_says_so() -> None:
    loader = Loader(main=Script())
    loader.gate.clear()
    with served(loader, ready=False) as server:
        health = server.ask("GET", "/health")
        assert (health.status, health.json["status"]) == (503, "loading")
        answers: list[Answer] = []
        asking = threading.Thread(target=lambda: answers.append(server.transcribe(SPEECH)))
        asking.start()
        eventually(lambda: server.turns.n_recordings, "the request to wait")
        loader.gate.set()
        asking.join(30)
        assert answers[0].json["text"] == "w0 w1 w2 w3"


def test_a_model_that_cannot_be_loaded_is_said() -> None:
    with served(Loader(main=Script(load_error=BundleError("The model is damaged."))), ready=False) as server:
        eventually(lambda: server.turns.host.problem, "the failure")
        health = server.ask("GET", "/health")
        assert (health.status, health.json["status"]) == (503, "failed")
        answer = server.transcribe(SPEECH)
        assert answer.status == 503
        assert "damaged" in error_of(answer)


def test_an_unloaded_model_comes_back_with_the_next_request() -> None:
    loader = Loader(main=Script())
    with served(loader) as server:
        assert server.ask("POST", "/v1/tasks/unload_all_models").json == {"unloaded": ["scripted"]}
        eventually(lambda: loader.loaded[0].closed, "the model to be freed")
        assert server.transcribe(SPEECH).json["text"] == "w0 w1 w2 w3"
        assert len(loader.loaded) == 2


def test_a_model_that_captions_use_is_not_unloaded() -> None:
    with served(unload=None) as server:
        assert server.ask("POST", "/v1/tasks/unload_all_models").status == 409


# The end ---------------------------------------------------------------------------------------------------------


def test_what_was_said_is_recognised_when_the_server_stops() -> None:
    with served() as server:
        live = Live(server)
        live.send(pcm(tone(1.28)))
        assert live.begin() == 200
        live.hear("w0 w1 w2")
        stopping = threading.Thread(target=server.listener.close)
        stopping.start()
        *_, done = live.rest()
        assert str(done["text"]).startswith("w0 w1 w2 w3")
        stopping.join(10)
        assert not stopping.is_alive()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port), timeout=1)


def test_idle_connections_do_not_hold_up_the_end() -> None:
    with served(closing_s=20.0) as server:
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
        began = time.monotonic()
        server.listener.close()
        assert time.monotonic() - began < 15, "nobody was asking for anything"
        for connection in idle:
            connection.close()


def test_the_command_refuses_to_listen_to_others_without_a_secret(capsys: pytest.CaptureFixture[str]) -> None:
    from app.cli.main import main

    assert main(["serve", "--host", "0.0.0.0", "--port", "0"]) == 1
    assert "--token" in capsys.readouterr().err

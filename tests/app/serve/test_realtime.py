"""`/v1/realtime` in the three dialects that clients speak."""

from __future__ import annotations

import asyncio
import base64
import json
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import aiohttp
import numpy as np
import pytest

from app.engine.model_loading import Samples
from tests.app.serve.api_kit import Served, eventually, pcm, served, tone

DELTA = "conversation.item.input_audio_transcription.delta"
COMPLETED = "conversation.item.input_audio_transcription.completed"
QUIET = np.zeros(16_000, np.float32)


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(token="key") as running:
        yield running


class Client:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send_json({"type": kind, **fields})

    async def get(self) -> dict[str, Any]:
        event: dict[str, Any] = await self.socket.receive_json(timeout=30)
        return event

    async def until(self, kind: str) -> list[dict[str, Any]]:
        events = [await self.get()]
        while events[-1]["type"] != kind:
            events.append(await self.get())
        return events

    async def append(self, samples: Samples, rate: int = 24_000) -> None:
        sound = np.interp(np.arange(0, len(samples), 16_000 / rate), np.arange(len(samples)), samples)
        for at in range(0, len(sound), rate // 5):
            audio = base64.b64encode(pcm(sound[at : at + rate // 5])).decode()
            await self.say("input_audio_buffer.append", audio=audio)


def talk(server: Served, talking: Callable[[Client], Awaitable[Any]], query: str = "?intent=transcription") -> Any:
    async def run() -> Any:
        head = {"Authorization": "Bearer key"}
        async with (
            aiohttp.ClientSession(headers=head) as http,
            http.ws_connect(f"{server.url}/v1/realtime{query}") as socket,
        ):
            return await talking(Client(socket))

    return asyncio.run(run())


def configured(**input_: Any) -> dict[str, Any]:
    return {"type": "transcription", "audio": {"input": input_}}


def test_the_client_ends_each_utterance(server: Served) -> None:
    async def talking(client: Client) -> list[dict[str, Any]]:
        assert (await client.get())["type"] == "session.created"
        await client.say("session.update", session=configured(turn_detection=None, transcription={"model": "any"}))
        updated = await client.get()
        assert updated["session"]["audio"]["input"]["turn_detection"] is None
        events = []
        for seconds in (1.28, 0.96):
            await client.append(tone(seconds))
            await client.say("input_audio_buffer.commit")
            events += await client.until(COMPLETED)
        return events

    events = talk(server, talking)
    assert {event["type"] for event in events} == {DELTA, "input_audio_buffer.committed", COMPLETED}
    first, second = [event for event in events if event["type"] == COMPLETED]
    assert first["transcript"].startswith("w0 w1 w2 w3")
    assert second["transcript"].startswith("w0 w1 w2")
    for completed in (first, second):
        deltas = [e["delta"] for e in events if e["type"] == DELTA and e["item_id"] == completed["item_id"]]
        assert "".join(deltas) == completed["transcript"]
        assert completed["usage"]["type"] == "duration"
    committed = [event for event in events if event["type"] == "input_audio_buffer.committed"]
    assert [event["previous_item_id"] for event in committed] == [None, first["item_id"]]


def test_the_server_finds_the_utterances(server: Served) -> None:
    async def talking(client: Client) -> list[dict[str, Any]]:
        detection = {"type": "server_vad", "silence_duration_ms": 400}
        await client.say("session.update", session=configured(turn_detection=detection))
        await client.append(np.concatenate([QUIET, tone(1.3), QUIET, tone(0.9), QUIET]))
        return [*await client.until(COMPLETED), *await client.until(COMPLETED)]

    events = talk(server, talking)
    kinds = [event["type"].rpartition(".")[2] for event in events if event["type"] != DELTA]
    assert kinds == ["created", "updated", *(["speech_started", "speech_stopped", "committed", "completed"] * 2)]
    started = [event["audio_start_ms"] for event in events if event["type"].endswith("speech_started")]
    assert 900 < started[0] < 1_200
    assert 3_100 < started[1] < 3_500


def test_text_comes_while_the_utterance_lasts(server: Served) -> None:
    async def talking(client: Client) -> str:
        await client.say("session.update", session=configured(turn_detection=None))
        await client.append(tone(1.3))
        return str((await client.until(DELTA))[-1]["delta"])

    assert talk(server, talking).startswith("w0")


def test_the_older_flat_shape(server: Served) -> None:
    async def talking(client: Client) -> str:
        transcription = {"model": "any", "language": "en", "prompt": "Kubernetes, Ångström"}
        session = {"input_audio_format": "pcm16", "input_audio_transcription": transcription, "turn_detection": None}
        await client.say("transcription_session.update", session=session)
        await client.append(tone(1.28))
        await client.say("input_audio_buffer.commit")
        return str((await client.until(COMPLETED))[-1]["transcript"])

    assert talk(server, talking, "?model=any&intent=transcription&language=en").startswith("w0 w1 w2 w3")


def test_the_dialect_of_vllm(server: Served) -> None:
    async def talking(client: Client) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        await client.say("session.update", model="any")
        await client.say("input_audio_buffer.commit")
        await client.append(tone(1.28), rate=16_000)
        await client.say("input_audio_buffer.commit", final=True)
        events = await client.until("transcription.done")
        await client.say("input_audio_buffer.commit", final=True)
        return events, await client.until("transcription.done")

    events, nothing = talk(server, talking)
    deltas = [event["delta"] for event in events if event["type"] == "transcription.delta"]
    assert "".join(deltas) == events[-1]["text"]
    assert events[-1]["text"].startswith("w0 w1 w2 w3")
    assert nothing[-1]["text"] == ""


def test_cleared_sound_gives_no_text(server: Served) -> None:
    async def talking(client: Client) -> list[dict[str, Any]]:
        await client.say("session.update", session=configured(turn_detection=None))
        await client.append(tone(0.2))
        await client.say("input_audio_buffer.clear")
        await client.until("input_audio_buffer.cleared")
        await client.append(tone(0.96))
        await client.say("input_audio_buffer.commit")
        return await client.until(COMPLETED)

    assert talk(server, talking)[-1]["transcript"].startswith("w0 w1")


def test_after_clearing_there_is_no_sound_to_commit(server: Served) -> None:
    async def talking(client: Client) -> str:
        await client.say("session.update", session=configured(turn_detection=None))
        await client.append(tone(0.2))
        await client.say("input_audio_buffer.clear")
        await client.say("input_audio_buffer.commit")
        return str((await client.until("error"))[-1]["error"]["message"])

    async def talking_as_vllm(client: Client) -> str:
        await client.say("session.update", model="any")
        await client.append(tone(0.2), rate=16_000)
        await client.say("input_audio_buffer.clear")
        await client.say("input_audio_buffer.commit", final=True)
        return str((await client.until("transcription.done"))[-1]["text"])

    assert talk(server, talking) == "There is no sound to commit."
    assert talk(server, talking_as_vllm) == ""


def test_a_message_of_slow_sound_takes_no_more_memory_than_it_is_long(server: Served) -> None:
    """1000 samples a second are 16 for each at 16 kHz: a message of the largest size would take a gigabyte."""

    async def talking(client: Client) -> int:
        await client.say("session.update", session=configured(format={"rate": 1000}))
        await client.until("session.updated")
        tracemalloc.reset_peak()
        await client.say("input_audio_buffer.append", audio=base64.b64encode(bytes(1 << 20)).decode())
        await client.say("input_audio_buffer.clear")
        await client.until("input_audio_buffer.cleared")
        return tracemalloc.get_traced_memory()[1]

    tracemalloc.start()
    try:
        assert talk(server, talking) < 16 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "message",
    [
        "no json",
        "[]",
        '"text"',
        {"type": "nonsense"},
        {"type": None},
        {},
        {"type": "session.update"},
        {"type": "session.update", "session": 5},
        {"type": "session.update", "session": {"type": "telephone"}},
        {"type": "session.update", "session": configured(format={"type": "audio/pcmu"})},
        {"type": "session.update", "session": configured(format={"rate": 5})},
        {"type": "session.update", "session": configured(format={"rate": "x"})},
        {"type": "session.update", "session": configured(transcription={"language": "Klingon"})},
        {"type": "session.update", "session": configured(transcription={"language": 7})},
        {"type": "input_audio_buffer.append"},
        {"type": "input_audio_buffer.append", "audio": "not base64!"},
        {"type": "input_audio_buffer.append", "audio": 5},
        {"type": "input_audio_buffer.commit"},
    ],
)
def test_a_message_that_cannot_be_followed_is_an_error_and_no_end(server: Served, message: Any) -> None:
    async def talking(client: Client) -> tuple[dict[str, Any], str]:
        text = message if isinstance(message, str) else json.dumps({**message, "event_id": "mine"})
        await client.socket.send_str(text)
        error = (await client.until("error"))[-1]
        await client.say("session.update", session=configured(turn_detection=None))
        await client.append(tone(0.96))
        await client.say("input_audio_buffer.commit")
        return error, str((await client.until(COMPLETED))[-1]["transcript"])

    event, text = talk(server, talking)
    assert event["error"]["message"]
    assert event["error"]["type"] == "invalid_request_error"
    assert event["error"]["event_id"] == ("mine" if isinstance(message, dict) else None)
    assert text.startswith("w0 w1")


def test_one_session_too_many_is_told_so() -> None:
    with served(token="key", streams=1) as server:

        async def talking(client: Client) -> None:
            async def refused(late: Client) -> None:
                error = await late.get()
                assert error["error"]["type"] == "server_busy"
                await late.socket.receive()
                assert late.socket.close_code == 1013

            await asyncio.to_thread(talk, server, refused)

        talk(server, talking)
        eventually(lambda: server.turns.busy is False, "the place to be free")


def test_what_was_said_is_recognised_when_the_server_stops() -> None:
    with served(token="key") as server:

        async def talking(client: Client) -> str:
            await client.say("session.update", session=configured(turn_detection=None))
            await client.append(tone(1.3))
            await client.until(DELTA)
            stopping = asyncio.ensure_future(asyncio.to_thread(server.listener.close))
            text = str((await client.until(COMPLETED))[-1]["transcript"])
            await client.socket.receive()
            assert client.socket.close_code == 1001
            await stopping
            return text

        assert talk(server, talking).startswith("w0 w1 w2 w3")

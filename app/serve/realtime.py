"""`/v1/realtime`: a WebSocket for transcription as OpenAI's clients speak it, with the dialects of vLLM and speaches.

Sound comes as base64 of 16-bit samples. Text goes out while it is spoken: one item for each utterance, deltas that only grow,
then the item's whole text. With `turn_detection` the server finds the utterances; without it the client ends each with
`input_audio_buffer.commit`. A client that sends `model` beside the `type` of `session.update` speaks vLLM's dialect.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from dataclasses import dataclass, field, replace
from typing import Any

from aiohttp import web

from app.base.events import CommittedLine, FinalLine, UtteranceStarted
from app.serve import answers
from app.serve.asking import AskedError, asked_endpoint_ms, asked_options
from app.serve.async_stream import AsyncStream, GrowingText, Pcm
from app.serve.sockets import GoneError, both, open_socket, parse, receive, send_json
from app.serve.turns import BusyError, Ended, StreamNews, Turns
from inference.options import SAMPLE_RATE, StreamOptions

RATE, VLLM_RATE = 24_000, 16_000
IDLE_TIMEOUT_S = 600.0
AUDIO = "input_audio_buffer"
TEXT = "conversation.item.input_audio_transcription"
TRY_LATER, GOING_AWAY = 1013, 1001


@dataclass(frozen=True)
class Wishes:
    """What a session is set to.

    Attributes:
        options: how to recognise.
        endpoint_ms: silence that ends an utterance, None if the client ends them.
        rate: samples per second of the sound that comes.
        transcription, turn_detection: as the client has put them.
        vllm: it speaks vLLM's dialect.
    """

    options: StreamOptions
    endpoint_ms: int | None
    rate: int = RATE
    transcription: dict[str, Any] = field(default_factory=dict)
    turn_detection: dict[str, Any] | None = None
    vllm: bool = False

    def session(self) -> dict[str, Any]:
        """As OpenAI's server describes it."""
        input_ = {
            "format": {"type": "audio/pcm", "rate": self.rate},
            "transcription": self.transcription,
            "turn_detection": self.turn_detection,
            "noise_reduction": None,
        }
        return {"type": "transcription", "object": "realtime.transcription_session", "audio": {"input": input_}}


def read_update(wishes: Wishes, base: StreamOptions, default_ms: int, message: dict[str, Any]) -> Wishes:
    """The wishes after a `session.update`. Raises AskedError."""
    session = message.get("session")
    if not isinstance(session, dict):
        if "model" not in message:
            raise AskedError("The message has no session.", "session")
        return replace(wishes, options=asked_options(base, message), endpoint_ms=None, rate=VLLM_RATE, vllm=True)
    if session.get("type", "transcription") not in ("transcription", "realtime"):
        raise AskedError("This server only transcribes.", "session.type")
    asked = _input_of(session)
    rate = _rate(asked.get("format"), wishes.rate)
    if isinstance(asked.get("transcription"), dict):
        transcription = asked["transcription"]
        wishes = replace(wishes, options=asked_options(base, transcription), transcription=transcription)
    if "turn_detection" in asked:
        detection = asked["turn_detection"]
        found = isinstance(detection, dict) and detection.get("type") != "none"
        wishes = replace(
            wishes,
            endpoint_ms=asked_endpoint_ms(detection.get("silence_duration_ms"), default_ms) if found else None,
            turn_detection=detection if found else None,
        )
    return replace(wishes, rate=rate)


def _input_of(session: dict[str, Any]) -> dict[str, Any]:
    """`session.audio.input`, or what stands for it in the older flat shape."""
    audio = session.get("audio")
    inner = audio.get("input") if isinstance(audio, dict) else None
    flat = {
        "format": session.get("input_audio_format"),
        "transcription": session.get("input_audio_transcription"),
        **({"turn_detection": session["turn_detection"]} if "turn_detection" in session else {}),
    }
    return inner if isinstance(inner, dict) else flat


def _rate(asked: Any, present: int) -> int:
    if asked is None or asked == "pcm16":
        return present
    if not isinstance(asked, dict) or asked.get("type", "audio/pcm") != "audio/pcm":
        raise AskedError("Only audio/pcm, 16 bits, can be read.", "session.audio.input.format")
    rate = asked.get("rate") or present
    try:
        Pcm(rate)
    except (ValueError, TypeError) as error:
        raise AskedError("This rate cannot be read.", "session.audio.input.format.rate") from error
    return int(rate)


async def answer_realtime(
    request: web.Request, turns: Turns, base: StreamOptions, endpoint_ms: int
) -> web.StreamResponse:
    """One session. Raises AskedError for a query that cannot be followed."""
    options = asked_options(base, request.query)
    socket = await open_socket(request, heartbeat=True)
    detection = {"type": "server_vad", "silence_duration_ms": endpoint_ms}
    wishes = Wishes(options, endpoint_ms, turn_detection=detection)
    try:
        async with AsyncStream(turns, options, endpoint_ms) as stream:
            session = Session(socket, stream, wishes, endpoint_ms)
            await session.say("session.created", session=wishes.session())
            await both(session.hear(), session.tell())
        await socket.close(code=GOING_AWAY)
    except GoneError:
        pass
    except TimeoutError:
        await socket.close(message=b"Nothing was sent for too long.")
    except BusyError as error:
        await _refuse(socket, error)
    return socket


async def _refuse(socket: web.WebSocketResponse, error: BusyError) -> None:
    try:
        await send_json(socket, {"type": "error", **answers.error_body(str(error), "server_busy")})
        await socket.close(code=TRY_LATER)
    except GoneError:
        pass


class Session:
    """Messages of the client in, events out."""

    def __init__(self, socket: web.WebSocketResponse, stream: AsyncStream, wishes: Wishes, default_ms: int) -> None:
        self._socket, self._stream = socket, stream
        self._wishes, self._default_ms = wishes, default_ms
        self._base = wishes.options
        self._pcm = Pcm(wishes.rate)
        self._fed_at_commit = 0
        self._text = GrowingText()  # of all utterances
        self._item = ""
        self._item_text = ""
        self._last_item: str | None = None
        self._final = False

    async def say(self, kind: str, **fields: Any) -> None:
        """Raises GoneError."""
        await send_json(self._socket, {"type": kind, "event_id": f"event_{secrets.token_hex(8)}", **fields})

    async def hear(self) -> None:
        """Until the client goes. Raises GoneError or TimeoutError."""
        while True:
            text = await receive(self._socket, IDLE_TIMEOUT_S)
            message = parse(text) if isinstance(text, str) else None
            event_id = message.get("event_id") if message is not None else None
            try:
                if message is None:
                    raise AskedError("A message has to be a JSON object.")
                await self._follow(message)
            except AskedError as error:
                await self._say_error(error, event_id)

    async def _follow(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind == f"{AUDIO}.append":
            await self._append(message.get("audio"))
        elif kind == f"{AUDIO}.commit":
            await self._commit(final=message.get("final") is True)
        elif kind == f"{AUDIO}.clear":
            self._stream.clear()
            self._fed_at_commit = self._stream.fed
            await self.say(f"{AUDIO}.cleared")
        elif kind in ("session.update", "transcription_session.update"):
            await self._update(message)
        else:
            raise AskedError(f"There is no message of the type “{str(kind)[:100]}”.", "type")

    async def _update(self, message: dict[str, Any]) -> None:
        before, wishes = self._wishes, read_update(self._wishes, self._base, self._default_ms, message)
        self._wishes = wishes
        if wishes.rate != before.rate:
            self._pcm = Pcm(wishes.rate)
        if (wishes.options, wishes.endpoint_ms) != (before.options, before.endpoint_ms):
            self._stream.change(wishes.options, wishes.endpoint_ms)
        await self.say("session.updated", session=wishes.session())

    async def _append(self, audio: Any) -> None:
        try:
            data = base64.b64decode(audio, validate=True)
        except (binascii.Error, ValueError, TypeError) as error:
            raise AskedError("“audio” has to be base64 of 16-bit samples.", "audio") from error
        for samples in self._pcm.portions(data):
            await self._stream.feed(samples)

    async def _commit(self, *, final: bool) -> None:
        nothing, self._fed_at_commit = self._stream.fed == self._fed_at_commit, self._stream.fed
        if self._wishes.vllm:
            if final and nothing:
                await self._say_done()
            elif final:
                self._final = True
                self._stream.endpoint()
            else:
                self._fed_at_commit = 0  # vLLM's first commit only starts
        elif nothing:
            raise AskedError("There is no sound to commit.")
        else:
            self._stream.endpoint()

    async def _say_done(self) -> None:
        usage = answers.usage(self._stream.fed / SAMPLE_RATE)
        await self.say("transcription.done", text=self._text.text, usage=usage)
        self._text, self._final = GrowingText(), False

    async def _say_error(self, error: AskedError, event_id: Any) -> None:
        if self._wishes.vllm:
            await self.say("error", error=str(error), code="invalid_request_error")
            return
        body = answers.error_body(str(error), "invalid_request_error", param=error.param)["error"]
        await self.say("error", error={**body, "event_id": event_id if isinstance(event_id, str) else None})

    async def tell(self) -> None:
        """Until the stream has ended. Raises GoneError."""
        async for news in self._stream:
            if isinstance(news, Ended):
                if news.problem:
                    await self.say("error", **answers.error_body(news.problem, "server_error"))
            elif self._wishes.vllm:
                await self._tell_vllm(news)
            else:
                await self._tell_openai(news)

    async def _tell_vllm(self, news: StreamNews) -> None:
        if delta := self._text.add(news):
            await self.say("transcription.delta", delta=delta)
        if self._final and isinstance(news, FinalLine):
            await self._say_done()

    async def _tell_openai(self, news: StreamNews) -> None:
        if isinstance(news, UtteranceStarted):
            self._last_item, self._item = self._item or None, f"item_{secrets.token_hex(8)}"
            self._item_text = ""
            if self._wishes.turn_detection is not None:
                start_ms = round(news.start_s * 1000)
                await self.say(f"{AUDIO}.speech_started", item_id=self._item, audio_start_ms=start_ms)
        elif isinstance(news, CommittedLine):
            await self._say_delta(news.text)
        elif isinstance(news, FinalLine):
            await self._say_delta(news.remainder)
            if self._wishes.turn_detection is not None:
                await self.say(f"{AUDIO}.speech_stopped", item_id=self._item, audio_end_ms=round(news.end_s * 1000))
            await self.say(f"{AUDIO}.committed", item_id=self._item, previous_item_id=self._last_item)
            await self.say(
                f"{TEXT}.completed",
                item_id=self._item,
                content_index=0,
                transcript=self._item_text,
                usage=answers.usage(news.end_s - news.start_s),
            )

    async def _say_delta(self, text: str) -> None:
        delta = text if self._item_text else text.lstrip()
        if delta:
            self._item_text += delta
            await self.say(f"{TEXT}.delta", item_id=self._item, content_index=0, delta=delta)

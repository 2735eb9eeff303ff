"""The protocol of the official server (`ws_server.py` of Confucius4-R2T2), without its faults.

One JSON header, then binary messages of 16-bit sound; each is answered by one `success` message per chunk and an empty one.
The text `YOUDAO_ONETIME_ASR_STREAM_EOS` ends it. What is different from the official server, all of it mended:

* the end of the sound is recognised, also what is shorter than a chunk, with 300 ms of silence behind it;
* text only grows: where the stable text shrinks or is rewritten, nothing is garbled, and a loop is not sent twice;
* an end of speech loses no words (`use_vad`), and every session has a detector of its own;
* every error has words; languages may be codes; `sample_rate` and `channels` count; a WAV header may have any length.
"""

from __future__ import annotations

import struct
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from aiohttp import web

from app.base.events import CommittedLine, FinalLine
from app.engine.model_loading import Samples
from app.serve.asking import AskedError, asked_options
from app.serve.async_stream import AsyncStream, Pcm
from app.serve.guard import same_secret
from app.serve.sockets import GoneError, both, open_socket, parse, receive, send_json
from app.serve.turns import BusyError, Ended, Processed, Turns
from inference.options import MAX_CONTEXT_CHARS, PRESETS, SAMPLE_RATE, StreamOptions

END = "YOUDAO_ONETIME_ASR_STREAM_EOS"
HEADER_TIMEOUT_S = 10.0
IDLE_TIMEOUT_S = 120.0
MAX_MESSAGE = 1 << 20
MAX_ID = 200
SMOOTH = "Smooth the text"
UNAUTHORISED, BAD_HEADER, TRY_LATER, FAILED, OK = 4401, 1008, 1013, 1011, 1000


class RefusedError(Exception):
    """A session ends with these words and this code. `request_id` is None where the header has none."""

    def __init__(self, message: str, code: int, request_id: str | None = None) -> None:
        super().__init__(message)
        self.code, self.request_id = code, request_id


@dataclass(frozen=True)
class Header:
    """What the first message asks for.

    Attributes:
        request_id: given back in every message.
        options: how to recognise.
        use_vad: a pause ends a segment.
        pcm: reads its sound.
    """

    request_id: str
    options: StreamOptions
    use_vad: bool
    pcm: Pcm


def read_header(message: str | bytes, token: str, base: StreamOptions) -> Header:
    """Raises RefusedError."""
    fields = parse(message)
    if fields is None or fields.get("requestId") is None:
        raise RefusedError("json header is expected", OK)
    request_id = str(fields["requestId"])[:MAX_ID]
    if token and not same_secret(str(fields.get("secret_key", "")), token):
        raise RefusedError("The secret_key is wrong.", UNAUTHORISED, request_id)
    prompt = fields.get("system_prompt") or ""
    if not isinstance(prompt, str):
        raise RefusedError("system_prompt must be a string", BAD_HEADER, request_id)
    if len(prompt.strip()) > MAX_CONTEXT_CHARS:
        message = f"system_prompt is longer than {MAX_CONTEXT_CHARS} characters"
        raise RefusedError(message, BAD_HEADER, request_id)
    context = "\n".join(part for part in (SMOOTH if fields.get("smooth") else "", prompt.strip()) if part)
    policy = replace(
        PRESETS["responsive"],
        context=context or base.context,
        hotwords=base.hotwords,
        rollback_punctuation=fields.get("mode", "slow") != "slow",
    )
    try:
        options = asked_options(policy, {"language": fields.get("language")})
        pcm = Pcm(int(fields.get("sample_rate") or SAMPLE_RATE), int(fields.get("channels") or 1))
    except (AskedError, ValueError, TypeError, OverflowError) as error:
        raise RefusedError(str(error), BAD_HEADER, request_id) from error
    return Header(request_id, options, bool(fields.get("use_vad")), pcm)


async def answer_official(
    request: web.Request, turns: Turns, base: StreamOptions, endpoint_ms: int, token: str
) -> web.StreamResponse:
    """One session."""
    socket = await open_socket(request, heartbeat=False, max_message=MAX_MESSAGE)
    request_id: str | None = None
    try:
        header = read_header(await receive(socket, HEADER_TIMEOUT_S), token, base)
        request_id = header.request_id
        async with AsyncStream(turns, header.options, endpoint_ms if header.use_vad else None) as stream:
            session = Session(socket, header, stream)
            connected = {"status": "connected", "requestId": request_id, "msg": ""}
            await send_json(socket, {**connected, "active_connections": turns.n_streams})
            await both(session.hear(), session.tell())
        await socket.close()
    except GoneError:
        pass
    except TimeoutError:
        await _refuse(socket, request_id, "Nothing was sent for too long.", OK)
    except BusyError as error:
        await _refuse(socket, request_id, str(error), TRY_LATER)
    except RefusedError as error:
        await _refuse(socket, request_id or error.request_id, str(error), error.code)
    return socket


async def _refuse(socket: web.WebSocketResponse, request_id: str | None, message: str, code: int) -> None:
    named = {} if request_id is None else {"requestId": request_id}
    try:
        await send_json(socket, {"status": "error", **named, "msg": message})
        await socket.close(code=code, message=message.encode()[:100])
    except GoneError:
        pass


class Session:
    """Sound in, messages out."""

    def __init__(self, socket: web.WebSocketResponse, header: Header, stream: AsyncStream) -> None:
        self._socket, self._header, self._stream = socket, header, stream
        self._wav = WavHead()
        self._chunk = header.options.first_chunk_samples
        self._waiting: list[Any] = []  # samples of a chunk that is not whole
        self._n_waiting = 0
        self._chunks: deque[tuple[int, float]] = deque()  # (where it ends, when it came)
        self._messages: deque[int] = deque()  # where each message that is not acknowledged ends
        self._text = ""
        self._reset = self._ending = False

    async def hear(self) -> None:
        """Until the client says that it is the end. Raises GoneError, TimeoutError or RefusedError."""
        while (message := await receive(self._socket, IDLE_TIMEOUT_S)) != END:
            if isinstance(message, bytes):
                await self._take(message)
        self._ending = True
        self._stream.end()

    async def _take(self, message: bytes) -> None:
        if len(message) % 2:
            raise RefusedError("A message with an odd number of bytes is no 16-bit sound.", BAD_HEADER)
        for samples in self._header.pcm.portions(self._wav.strip(message)):
            await self._feed(samples)
        self._messages.append(self._stream.fed)
        await self._stream.feed(np.zeros(0, np.float32))  # is told when everything before it has been recognised

    async def _feed(self, samples: Samples) -> None:
        while len(samples):
            part, samples = samples[: self._chunk - self._n_waiting], samples[self._chunk - self._n_waiting :]
            self._n_waiting += len(part)
            await self._stream.feed(part)
            if self._n_waiting == self._chunk:
                self._chunks.append((self._stream.fed, time.monotonic()))
                self._chunk, self._n_waiting = self._header.options.chunk_samples, 0

    async def tell(self) -> None:
        """Until everything is recognised. Raises GoneError or RefusedError."""
        async for news in self._stream:
            if self._reset and not self._ending:
                await self._send(reset=True)
            if isinstance(news, CommittedLine):
                self._text += news.text
            elif isinstance(news, FinalLine):
                self._text += news.remainder
                self._reset = True
            elif isinstance(news, Processed):
                await self._processed(news.position)
            elif isinstance(news, Ended):
                if news.problem:
                    raise RefusedError(news.problem, FAILED)
                await self._send(reset=True)

    async def _processed(self, position: int) -> None:
        now = time.monotonic()
        came: float | None = None
        while self._chunks and self._chunks[0][0] <= position:
            came = self._chunks.popleft()[1]
        if came is not None:
            spent_ms = round((now - came) * 1000, 1)
            await self._send(reset=False, asr_cost_ms=spent_ms, total_cost_ms=spent_ms, lag_ms=spent_ms)
        while self._messages and self._messages[0] <= position:
            self._messages.popleft()
            await send_json(self._socket, {})

    async def _send(self, *, reset: bool, **times: float) -> None:
        message = {"text": self._text, "reset": reset, **times}
        self._text, self._reset = "", False
        await send_json(self._socket, {"status": "success", "requestId": self._header.request_id, "msg": message})


class WavHead:
    """Leaves out the header of a WAV file that is sent as if it were sound, whatever its length."""

    def __init__(self) -> None:
        self._head: bytearray | None = bytearray()

    def strip(self, data: bytes) -> bytes:
        """The sound of the next message."""
        if self._head is None:
            return data
        self._head += data
        head = bytes(self._head)
        if not b"RIFF".startswith(head[:4]) or len(head) > MAX_MESSAGE:
            self._head = None
            return head
        begin = _sound_begins(head)
        if begin is None:
            return b""
        self._head = None
        return head[begin:]


def _sound_begins(head: bytes) -> int | None:
    """Where the samples of a WAV file begin, None where that is not known yet."""
    at = 12
    while at + 8 <= len(head):
        name, size = struct.unpack_from("<4sI", head, at)
        if name == b"data":
            return at + 8
        at += 8 + size + size % 2
    return None

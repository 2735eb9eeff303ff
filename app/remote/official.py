"""A server that takes sound as a stream and returns text: the official one of Confucius4-R2T2 (`/asr_stream_api_v1`), and
`r2t2-captions serve`, which speaks the same protocol. For slow lines: an eighth of the sound that vLLM is sent.

The official server's faults are worked around: it decodes no tail (silence is appended), its detector of pauses loses words
(never used), it repeats segments and lets metadata through (taken out), and it fails without a word (the answer to the end
is the only proof that a text is whole).
"""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
import time
import uuid
from collections import deque
from typing import Any

import aiohttp
import numpy as np

from app.base.translation import translate
from app.remote.address import Address
from app.remote.kept import KeptStream, Samples, transcribe_kept
from app.remote.link import CONNECT_S, Access, pinned_context
from inference.errors import ProviderError
from inference.hotwords import build_context
from inference.options import SAMPLE_RATE, StreamOptions
from inference.recognizer import Transcription
from inference.text import ASR_TEXT_TAG, clean_markers, join_segments, strip_language_head

PATH = "/asr_stream_api_v1"
END = "YOUDAO_ONETIME_ASR_STREAM_EOS"
PUBLIC_KEY = "test0102"
"""The key that the official server and its client have in their source: no protection."""
MESSAGE_SAMPLES = SAMPLE_RATE * 160 // 1000
TAIL_SAMPLES = SAMPLE_RATE // 2
UNAUTHORISED = 4401
MOST_BEHIND_S = 6.0
"""Sound that waits for its acknowledgement at most; then the server counts as lost."""


class StreamedHearing:
    """One utterance in a session of its own. A thread with an event loop of `StreamingServer` does the talking."""

    def __init__(self, server: StreamingServer, options: StreamOptions) -> None:
        self._server = server
        self._waiting: list[Samples] = []
        self._texts: deque[tuple[str, bool]] = deque()
        self._text = self._before = ""
        self._sent: deque[float] = deque()  # when each message went whose acknowledgement is not noted
        self._n_acknowledged = self._n_noted = 0  # the first is the event loop's, all others this thread's
        self._problem = ""
        self._ended = threading.Event()
        self._out: asyncio.Queue[bytes | str | None] = asyncio.Queue()
        self._closed = self._end_sent = False
        self._task = asyncio.run_coroutine_threadsafe(self._run(options), server.loop)

    def feed(self, samples: Samples) -> str:
        """See `app.remote.kept.Hearing`."""
        self._waiting.append(samples)
        sound = np.concatenate(self._waiting)
        whole = len(sound) // MESSAGE_SAMPLES * MESSAGE_SAMPLES
        for at in range(0, whole, MESSAGE_SAMPLES):
            self._send(sound[at : at + MESSAGE_SAMPLES])
        self._waiting = [sound[whole:]]
        return self._heard()

    def finish(self) -> str:
        """See `app.remote.kept.Hearing`."""
        sound = np.concatenate([*self._waiting, np.zeros(TAIL_SAMPLES, np.float32)])
        sound = np.concatenate([sound, np.zeros(-len(sound) % MESSAGE_SAMPLES, np.float32)])
        for at in range(0, len(sound), MESSAGE_SAMPLES):
            self._send(sound[at : at + MESSAGE_SAMPLES])
        self._put(END)
        if not self._ended.wait(self._server.access.answer_s):
            self._fail(translate("Remote", "{0} does not answer in time.").format(self._server.address.host))
        return self._heard()

    def close(self) -> None:
        """See `app.remote.kept.Hearing`."""
        if not self._closed:
            self._closed = True
            self._put(None)
            self._task.cancel()

    def _send(self, samples: Samples) -> None:
        whole = np.clip(np.rint(samples * np.float32(32768)), -32768, 32767).astype("<i2")
        self._sent.append(time.monotonic())
        self._put(whole.tobytes())

    def _put(self, message: bytes | str | None) -> None:
        self._server.loop.call_soon_threadsafe(self._out.put_nowait, message)

    def _heard(self) -> str:
        """All text so far. Raises ProviderError."""
        while self._texts:
            text, reset = self._texts.popleft()
            self._text += text
            if reset:
                self._before, self._text = self._joined(), ""
        if self._problem:
            raise ProviderError(self._problem)
        while self._n_noted < self._n_acknowledged:
            self._n_noted += 1
            if self._sent:
                self._sent.popleft()
        if self._sent and not self._ended.is_set() and time.monotonic() - self._sent[0] > MOST_BEHIND_S:
            self._fail(translate("Remote", "{0} does not answer in time.").format(self._server.address.host))
        return self._joined()

    def _joined(self) -> str:
        """The segments that are over, and the one that grows, without leaks of the protocol."""
        text = clean_markers(self._text, in_text=True)
        text = text.partition(ASR_TEXT_TAG)[2] if ASR_TEXT_TAG in text else strip_language_head(text)
        text = text.lstrip()
        return join_segments(self._before, text) if self._before and text else self._before or text

    def _fail(self, problem: str) -> None:
        self._problem = problem
        raise ProviderError(problem)

    # On the event loop

    async def _run(self, options: StreamOptions) -> None:
        host = self._server.address.host
        try:
            async with self._server.connect() as socket:
                await socket.send_str(json.dumps(self._header(options)))
                sender = asyncio.ensure_future(self._pass_on(socket))
                try:
                    await self._listen(socket)
                finally:
                    sender.cancel()
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            message = translate("Remote", "Could not connect to {0} ({1}).")
            self._problem = self._problem or message.format(host, str(error) or type(error).__name__)
        finally:
            if not self._ended.is_set():
                lost = translate("Remote", "{0} ended the connection.").format(host)
                self._problem = self._problem or lost
            self._ended.set()

    def _header(self, options: StreamOptions) -> dict[str, Any]:
        return {
            "requestId": str(uuid.uuid4()),
            "secret_key": self._server.access.token or PUBLIC_KEY,
            "language": options.language or "zhen",
            "use_vad": False,
            "mode": "fast" if options.rollback_punctuation else "slow",
            "system_prompt": build_context(options.context, options.hotwords),
            "channels": 1,
            "sample_rate": SAMPLE_RATE,
        }

    async def _pass_on(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        while (message := await self._out.get()) is not None:
            if message == END:
                self._end_sent = True
            await (socket.send_str(message) if isinstance(message, str) else socket.send_bytes(message))

    async def _listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Until the server closes. Whatever its code: unless the answer to the end came last, the tail is lost."""
        complete = False
        async for message in socket:
            found = json.loads(message.data) if message.type is aiohttp.WSMsgType.TEXT else None
            if not isinstance(found, dict):
                continue
            if not found:
                self._n_acknowledged += 1
                continue
            if found.get("status") == "error":
                error = found.get("error") or found.get("msg") or ""
                self._problem = str(error.get("message", "") if isinstance(error, dict) else error)
                return
            body = found.get("msg")
            if isinstance(body, dict):
                reset = bool(body.get("reset"))
                self._texts.append((str(body.get("text") or ""), reset))
                complete = reset and self._end_sent
        if complete:
            self._ended.set()
        elif socket.close_code == UNAUTHORISED:
            refused = translate("Remote", "{0} did not accept the access token.")
            self._problem = refused.format(self._server.address.host)


class StreamingServer:
    """A recogniser on a server that takes sound as a stream.

    Attributes:
        bundle: what is used.
        delay_s: what a short question took.
        takes_over, note: see `app.remote.opening.ServerRecognizer`.
    """

    takes_over = False
    note = ""
    provider = "server"
    delay_s = 0.0

    def __init__(self, address: Address, access: Access, bundle: Any) -> None:
        self.address, self.access, self.bundle = address, access, bundle
        self._ssl: ssl.SSLContext | bool = pinned_context(access.certificate) if access.certificate else True
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="server", daemon=True)
        self._thread.start()
        self._session: aiohttp.ClientSession | None = None

    def connect(self) -> Any:
        """A connection, as a context; on the loop."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(connect=CONNECT_S), trust_env=not self.address.near
            )
        headers = {"Authorization": f"Bearer {self.access.token}"} if self.access.token else {}
        return self._session.ws_connect(
            self.address.url + PATH, ssl=self._ssl, headers=headers, autoping=True, max_msg_size=1 << 22
        )

    def settle(self) -> None:
        """Nothing belongs to a thread."""

    def stream(self, options: StreamOptions) -> KeptStream:
        """A new utterance in a session of its own."""
        return KeptStream(lambda asked: StreamedHearing(self, asked), options)

    def transcribe(self, samples: Samples, options: StreamOptions = StreamOptions()) -> Transcription:  # noqa: B008  frozen
        """A whole clip, as fast as the server takes it. Raises ProviderError."""
        return transcribe_kept(self, samples, options)

    def check(self) -> None:
        """Has half a second of silence recognised, and notes how long that takes. Raises ProviderError."""
        started = time.perf_counter()
        self.transcribe(np.zeros(0, np.float32))
        self.delay_s = time.perf_counter() - started

    def close(self) -> None:
        """Closing again is harmless."""
        if self.loop.is_closed():
            return

        async def end() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._session is not None:
                await self._session.close()

        asyncio.run_coroutine_threadsafe(end(), self.loop).result(5)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(5)
        self.loop.close()

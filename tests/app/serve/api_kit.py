"""A server for other programs in this process, on any model, and clients that are no more than HTTP."""

from __future__ import annotations

import http.client
import io
import json
import time
import wave
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from app.engine.model_loading import Load, ModelChoice, Samples
from app.serve.listening import LOOPBACK, Listener, WebServer
from app.serve.model_thread import ModelThread
from app.serve.offer import Service
from app.serve.turns import RECORDINGS, STREAMS, Turns
from inference.options import SAMPLE_RATE, StreamOptions
from tests.app.scripted import Loader, Script

BOUNDARY = "----a-boundary-of-tests"


@dataclass
class Served:
    """A server that runs.

    Attributes:
        turns, model, listener: its parts.
        notices: what it said.
    """

    turns: Turns
    model: ModelThread
    listener: Listener
    token: str
    notices: list[str]

    @property
    def port(self) -> int:
        return self.listener.port

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One request; the token is sent unless `Authorization` is given."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=60)
        sent = {
            "Authorization": f"Bearer {self.token}",
            **{name.replace("_", "-"): text for name, text in headers.items()},
        }
        connection.request(method, path, body, {name: text for name, text in sent.items() if text})
        response = connection.getresponse()
        answer = Answer(response.status, response.headers, response.read())
        connection.close()
        return answer

    def transcribe(self, recording: bytes, name: str = "speech.wav", **fields: str | tuple[str, ...]) -> Answer:
        """A recording as OpenAI's clients send it."""
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        return self.ask("POST", "/v1/audio/transcriptions", form(recording, name, **fields), Content_Type=kind)


@dataclass(frozen=True)
class Answer:
    """Of a request."""

    status: int
    headers: Any
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def events(self) -> list[dict[str, Any]]:
        """Server-Sent Events; each has to have its name before its data, and the last is `[DONE]`."""
        *blocks, end = self.body.decode().removesuffix("\n\n").split("\n\n")
        assert end == "data: [DONE]"
        return list(map(parse_event, blocks))


def parse_event(block: str) -> dict[str, Any]:
    name, data = block.split("\n")
    found: dict[str, Any] = json.loads(data.removeprefix("data: "))
    assert name == f"event: {found['type']}"
    return found


def form(recording: bytes | None, name: str = "speech.wav", **fields: str | tuple[str, ...]) -> bytes:
    """A multipart form; `recording` None leaves the file out. A field with several values comes as often."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, values in fields.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    if recording is not None:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        parts.append(head.encode() + b"Content-Type: audio/wav\r\n\r\n" + recording + b"\r\n")
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


def wav(samples: Samples, rate: int = SAMPLE_RATE) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(pcm(samples))
    return file.getvalue()


def pcm(samples: Samples) -> bytes:
    """16-bit samples."""
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()


def tone(seconds: float) -> Samples:
    """What the scripted model takes for speech; voice activity detection does, too."""
    at = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    sound = sum(np.sin(2 * np.pi * 140 * n * at) / n for n in range(1, 12)) * (0.6 + 0.4 * np.sin(2 * np.pi * 4 * at))
    return (0.2 * sound).astype(np.float32)


def eventually(condition: Callable[[], object], what: str, timeout_s: float = 30.0) -> None:
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


@contextmanager
def served(
    load: Load | None = None,
    *,
    token: str = "",
    streams: int = STREAMS,
    recordings: int = RECORDINGS,
    options: StreamOptions = StreamOptions(language="English"),  # noqa: B008  frozen
    closing_s: float = 10.0,
    ready: bool = True,
    model: ModelChoice = ModelChoice("main"),  # noqa: B008  frozen
    **service: Any,
) -> Iterator[Served]:
    """A server on `load`, the scripted model by default; `ready` waits for the model."""
    from app.serve.api import api_app

    notices: list[str] = []
    turns = Turns(streams=streams, recordings=recordings)
    thread = ModelThread(turns, model, options, notices.append, load=load or Loader(main=Script()), probe=False)
    offer = replace(Service(turns, options, token=token, unload=thread.unload), **service)
    listener = WebServer().listen(LOOPBACK, 0, lambda: api_app(offer), closing_s=closing_s)
    try:
        thread.start()
        if ready:
            eventually(lambda: turns.host.name, "the model")
        yield Served(turns, thread, listener, token, notices)
    finally:
        listener.close()
        thread.stop(10.0)

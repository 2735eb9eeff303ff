"""Requests and messages that nobody should send, from a seed: broken HTTP, forms, chunked bodies, frames and JSON.

`attack(port, seed, n)` sends `n` of them, each on a connection of its own, and returns what went wrong: a server that does not
answer in time, or answers what it never should. Most are valid requests with something broken in them, which go deeper than
noise.
"""

from __future__ import annotations

import base64
import json
import os
import random
import socket
import struct
from collections.abc import Callable

from tests.app.serve.api_kit import BOUNDARY, form, pcm, tone, wav

TIMEOUT_S = 20.0
NASTY = (
    "",
    "\0",
    "\x7f",
    "é",
    "𝕏" * 50,
    "x" * 5000,
    "%00",
    "../" * 20,
    "{}",
    "[" * 2000,
    "null",
    "-1",
    "1e999",
    "NaN",
    "'\"",
    "\r\n",
)
ROUTES = (
    "/v1/audio/transcriptions", "/v1/audio/transcriptions/live", "/v1/realtime", "/asr_stream_api_v1", "/asr_stream_api_v0",
    "/v1/models", "/health", "/metrics", "/v1/tasks/unload_all_models", "/", "/nothing", "//", "/v1/models/%ff",
)  # fmt: skip
METHODS = ("GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "TRACE", "CONNECT", "gEt", "")
EVENTS = (
    "session.update", "transcription_session.update", "input_audio_buffer.append", "input_audio_buffer.commit",
    "input_audio_buffer.clear", "response.create", "",
)  # fmt: skip
SPEECH = wav(tone(0.4))
SOUND = pcm(tone(0.2))


def attack(port: int, seed: int, n: int) -> list[str]:
    """What went wrong, "" removed; `seed` and the number of a case make it again."""
    return [
        found for number in range(n) if (found := _one(port, random.Random(f"{seed}/{number}"), f"{seed}/{number}"))
    ]


def _one(port: int, rng: random.Random, name: str) -> str:
    make = rng.choice(MAKERS)
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S) as connection:
            return _converse(connection, make(rng, port), rng, f"{name} {make.__name__}")
    except TimeoutError:
        return f"{name} {make.__name__}: no connection in time"
    except OSError:
        return ""  # it may hang up at any time


def _converse(connection: socket.socket, parts: list[bytes], rng: random.Random, name: str) -> str:
    for part in parts:
        connection.sendall(part)
    if rng.random() < 0.1:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset, not a good-bye
        return ""
    if rng.random() < 0.5:
        connection.shutdown(socket.SHUT_WR)
        return _read_to_end(connection, name)
    connection.settimeout(0.05)
    try:
        head = connection.recv(4096)
    except TimeoutError:
        head = b""
    return _judge(head, name)


def _read_to_end(connection: socket.socket, name: str) -> str:
    head = b""
    try:
        while data := connection.recv(1 << 16):
            head = (head + data)[:4096]
    except TimeoutError:
        return f"{name}: not closed in time"
    return _judge(head, name)


def _judge(head: bytes, name: str) -> str:
    if b"Traceback" in head or head.startswith((b"HTTP/1.1 500", b"HTTP/1.0 500")):
        return f"{name}: {head[:300]!r}"
    return ""


def _nasty(rng: random.Random) -> str:
    return (
        rng.choice(NASTY)
        if rng.random() < 0.7
        else "".join(chr(rng.randrange(1, 0x300)) for _ in range(rng.randrange(20)))
    )


def _value(rng: random.Random, depth: int = 0) -> object:
    kind = rng.randrange(8 if depth < 3 else 5)
    if kind < 2:
        return _nasty(rng)
    if kind < 5:
        return rng.choice((None, True, False, 0, -1, 1 << 70, 1.5, float("nan"), 24_000, 16_000))
    if kind == 5:
        return [_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(KEYS): _value(rng, depth + 1) for _ in range(rng.randrange(5))}


KEYS = (
    "type", "session", "audio", "input", "format", "rate", "transcription", "language", "prompt", "turn_detection", "model",
    "silence_duration_ms", "requestId", "secret_key", "use_vad", "system_prompt", "sample_rate", "channels", "mode", "final", "x",
)  # fmt: skip


def _broken(rng: random.Random, data: bytes) -> bytes:
    """The same with bytes changed, lost, doubled or cut off."""
    if not data or rng.random() < 0.3:
        return data
    found = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(found) + 1)
        what = rng.randrange(4)
        if what == 0 and at < len(found):
            found[at] = rng.randrange(256)
        elif what == 1:
            del found[at : at + rng.randrange(1, 30)]
        elif what == 2:
            found[at:at] = rng.randbytes(rng.randrange(1, 30))
        else:
            del found[at:]
    return bytes(found)


def _head(rng: random.Random, port: int, method: str, path: str, *headers: str) -> bytes:
    host = rng.choice((f"127.0.0.1:{port}",) * 12 + ("evil.example", "", _nasty(rng)))
    lines = [f"{method} {path} HTTP/1.{rng.choice('1111110')}", f"Host: {host}", *headers]
    if rng.random() < 0.2:
        lines.append(
            f"{rng.choice(('Origin', 'Expect', 'Content-Length', 'Authorization', 'X', 'Cookie'))}: {_nasty(rng)}"
        )
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "replace")


def noise(rng: random.Random, port: int) -> list[bytes]:
    return [rng.randbytes(rng.randrange(600))]


def broken_request(rng: random.Random, port: int) -> list[bytes]:
    query = f"?{rng.choice(('sample_rate', 'language', 'channels', 'x'))}={_nasty(rng)}" if rng.random() < 0.4 else ""
    head = _head(rng, port, rng.choice(METHODS), rng.choice(ROUTES) + query, "Content-Length: 5")
    return [_broken(rng, head), b"hello"]


def broken_form(rng: random.Random, port: int) -> list[bytes]:
    fields = {rng.choice(("language", "prompt", "response_format", "stream", "hotwords", "model")): _nasty(rng)}
    body = _broken(
        rng, form(_broken(rng, SPEECH) if rng.random() < 0.8 else None, _nasty(rng)[:40] or "a.wav", **fields)
    )
    length = len(body) if rng.random() < 0.8 else rng.choice((0, 10, len(body) + 100, -1, 1 << 40))
    kind = rng.choice(
        (f"multipart/form-data; boundary={BOUNDARY}",) * 6 + ("multipart/form-data", "text/plain", "multipart/x")
    )
    route = "/v1/audio/transcriptions"
    return [_head(rng, port, "POST", route, f"Content-Type: {kind}", f"Content-Length: {length}"), body]


def broken_chunks(rng: random.Random, port: int) -> list[bytes]:
    query = f"?sample_rate={rng.choice(('16000', '8000', '0', 'x', '48000'))}&channels={rng.choice('1127')}"
    head = _head(rng, port, "POST", f"/v1/audio/transcriptions/live{query}", "Transfer-Encoding: chunked")
    chunks = [f"{len(SOUND):x}\r\n".encode() + SOUND + b"\r\n" for _ in range(rng.randrange(4))]
    return [head, *(_broken(rng, chunk) for chunk in chunks), rng.choice((b"0\r\n\r\n", b"", b"zz\r\n"))]


def _handshake(rng: random.Random, port: int, path: str) -> bytes:
    key = base64.b64encode(rng.randbytes(16)).decode()
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13")
    head = _head(rng, port, "GET", path, *upgrade)
    return _broken(rng, head) if rng.random() < 0.1 else head


def _frame(rng: random.Random, opcode: int, data: bytes) -> bytes:
    """A masked frame, now and then a wrong one."""
    if rng.random() < 0.05:
        opcode = rng.randrange(256)
    mask = rng.randbytes(4)
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    return (
        _broken(rng, bytes([0x80 | opcode]) + size + mask + masked)
        if rng.random() < 0.1
        else (bytes([0x80 | opcode]) + size + mask + masked)
    )


def _text(rng: random.Random, message: object) -> bytes:
    data = json.dumps(message).encode()[:60_000]
    return _frame(rng, 1, _broken(rng, data) if rng.random() < 0.3 else data)


def realtime_messages(rng: random.Random, port: int) -> list[bytes]:
    parts = [
        _handshake(
            rng, port, rng.choice(("/v1/realtime", "/v1/realtime?intent=transcription", "/v1/realtime?language=zz"))
        )
    ]
    for _ in range(rng.randrange(6)):
        message = {"type": rng.choice(EVENTS)}
        if rng.random() < 0.7:
            message |= {rng.choice(KEYS): _value(rng) for _ in range(rng.randrange(4))}
        if str(message["type"]).endswith("append") and rng.random() < 0.5:
            message["audio"] = base64.b64encode(SOUND).decode()
        parts.append(_text(rng, message) if rng.random() < 0.9 else _frame(rng, 2, rng.randbytes(50)))
    return parts


def official_messages(rng: random.Random, port: int) -> list[bytes]:
    parts = [_handshake(rng, port, rng.choice(("/asr_stream_api_v0", "/asr_stream_api_v1")))]
    header = {"requestId": "x", "language": "English", "use_vad": rng.random() < 0.5}
    if rng.random() < 0.5:
        header |= {rng.choice(KEYS): _value(rng) for _ in range(rng.randrange(4))}
    parts.append(_text(rng, header if rng.random() < 0.8 else _value(rng)))
    for _ in range(rng.randrange(5)):
        sound = rng.choice(
            (SOUND, SOUND[: rng.randrange(200) * 2], b"RIFF" + SOUND, b"", rng.randbytes(rng.randrange(99)))
        )
        parts.append(_frame(rng, rng.choice((2, 2, 2, 1)), sound))
    parts.append(
        _frame(rng, 1, b"YOUDAO_ONETIME_ASR_STREAM_EOS") if rng.random() < 0.7 else _frame(rng, 8, os.urandom(2))
    )
    return parts


MAKERS: tuple[Callable[[random.Random, int], list[bytes]], ...] = (
    noise,
    broken_request,
    broken_form,
    broken_form,
    broken_chunks,
    broken_chunks,
    realtime_messages,
    realtime_messages,
    official_messages,
    official_messages,
)

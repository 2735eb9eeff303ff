"""What the WebSocket routes share: opening one with limits, and reading JSON that may be anything."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable
from typing import Any

from aiohttp import WSMsgType, web

MAX_MESSAGE = 16 << 20
HEARTBEAT_S = 30.0
SEND_TIMEOUT_S = 20.0
CLOSING_S = 2.0


class GoneError(Exception):
    """The other side has closed the connection, or takes nothing any more."""


async def open_socket(
    request: web.Request, *, heartbeat: bool, max_message: int = MAX_MESSAGE
) -> web.WebSocketResponse:
    """A WebSocket on this request. Raises HTTPBadRequest where none was asked for."""
    socket = web.WebSocketResponse(
        heartbeat=HEARTBEAT_S if heartbeat else None, max_msg_size=max_message, timeout=CLOSING_S, compress=False
    )
    try:
        asked = socket.can_prepare(request)
    except ValueError as error:  # a key that is no base64
        raise web.HTTPBadRequest(text="This is no request for a WebSocket.") from error
    if not asked:
        raise web.HTTPUpgradeRequired(text="This address is for WebSockets.", headers={"Upgrade": "websocket"})
    await socket.prepare(request)
    return socket


async def receive(socket: web.WebSocketResponse, timeout_s: float) -> str | bytes:
    """The next message. Raises GoneError at the end of the connection, TimeoutError when none comes in time."""
    async with asyncio.timeout(timeout_s):
        message = await socket.receive()
    if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
        data: str | bytes = message.data
        return data
    raise GoneError


async def send_json(socket: web.WebSocketResponse, message: dict[str, Any]) -> None:
    """Raises GoneError."""
    if socket.closed:
        raise GoneError
    try:
        async with asyncio.timeout(SEND_TIMEOUT_S):
            await socket.send_str(json.dumps(message, ensure_ascii=False))
    except (ConnectionError, TimeoutError, RuntimeError) as error:
        raise GoneError from error


def parse(text: str | bytes) -> dict[str, Any] | None:
    """An object, None for everything else."""
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(text)
        if isinstance(found, dict):
            return found
    return None


async def both(reading: Awaitable[None], writing: Awaitable[None]) -> None:
    """Reads and writes at once until writing is done or either fails; then the other one is ended."""
    reader, writer = asyncio.ensure_future(reading), asyncio.ensure_future(writing)
    try:
        await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        if reader.done() and reader.exception() is not None:
            reader.result()
        await writer
    finally:
        for task in (reader, writer):
            task.cancel()
        await asyncio.gather(reader, writer, return_exceptions=True)

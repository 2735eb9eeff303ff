"""The caption page, read-only: `/TOKEN/` and its files, `/TOKEN/events` (Server-Sent Events), `/TOKEN/earlier` (JSON).

Given a `SecretPage`, makes the application that serves it. A wrong token is answered with 403. Nothing is written, nothing
is logged that holds the token.

Each event is a JSON object. The first one says whether the page has to begin anew (`fresh`). `lines` are pieces of lines:
`n` (the line), `at` (where the text begins in it), `text`, `done`, and `who` speaks where the line begins. Their event's
number is `EPOCH-POSITION`. A browser that comes back gives the last number that it has seen, as `Last-Event-ID` or
`?after=`, and is sent what it missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from datetime import datetime
from http import HTTPStatus
from uuid import uuid4

from aiohttp import web

from app.serve.caption_log import CaptionLog, Portion
from app.serve.guard import expect, new_app, plain, same_secret
from app.serve.secret_page import SecretPage
from app.serve.viewers import Seat, Viewer, device_of

HEARTBEAT_S = 10.0
SEND_TIMEOUT_S = 20.0
"""For a browser to take what is sent to it."""
SEND_BUFFER = 1 << 16
DEAD_MS = 30_000
"""After which the system gives up a connection whose other end does not answer, where it lets us choose."""
MAX_KEY = 32


class Bell:
    """Wakes every stream of the event loop in which it was made when something has changed, from any thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._rung = False

    @property
    def next(self) -> asyncio.Event:
        """Set at the next change. To be had before one looks whether there has been one."""
        return self._event

    def ring(self) -> None:
        if not self._rung:
            self._rung = True
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._rung = False
        self._event.set()
        self._event = asyncio.Event()


def page_app(page: SecretPage) -> web.Application:
    """The application that serves `page`; to be made in the web server's thread."""
    bell = Bell()

    async def answer(request: web.Request) -> web.StreamResponse:
        response = await _answer(request, page, bell)
        response.force_close()  # or a page that has loaded would hold its connections, and a sleeping phone find them dead
        return response

    async def listen(app: web.Application) -> AsyncIterator[None]:
        page.log.changed.connect(bell.ring)
        yield
        page.log.changed.disconnect(bell.ring)

    async def cut_off(app: web.Application) -> None:
        page.cut_off(over=False)

    app = new_app()
    app.router.add_get("/{path:.*}", answer, expect_handler=expect)
    app.cleanup_ctx.append(listen)
    app.on_shutdown.append(cut_off)
    return app


async def _answer(request: web.Request, page: SecretPage, bell: Bell) -> web.StreamResponse:
    token, slash, name = request.path.removeprefix("/").partition("/")
    if not same_secret(token, page.token):
        return plain(HTTPStatus.FORBIDDEN, "This is not the address of the captions.")
    if not slash:
        query = f"?{request.query_string}" if request.query_string else ""
        raise web.HTTPPermanentRedirect(f"/{token}/{query}")
    if name == "events":
        return await _events(request, page, bell, token)
    if name == "earlier":
        return _earlier(request, page.log)
    if name not in page.files:
        return plain(HTTPStatus.NOT_FOUND, "There is nothing here.")
    content_type, body = page.files[name]
    return web.Response(body=body, headers={"Content-Type": content_type})


def _earlier(request: web.Request, log: CaptionLog) -> web.Response:
    try:
        number = int(request.query.get("before", ""))
    except ValueError:
        return plain(HTTPStatus.BAD_REQUEST, "Before which line?")
    portion = log.before(number)
    return web.json_response({"lines": _lines(portion), "more": portion.more})


async def _events(request: web.Request, page: SecretPage, bell: Bell, token: str) -> web.StreamResponse:
    key = request.query.get("viewer", "")[:MAX_KEY] or uuid4().hex
    if request.method == "HEAD":
        if page.viewers.full:
            return _full()
        return web.Response(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    viewer = Viewer(device_of(request.headers.get("User-Agent", "")), request.remote or "", datetime.now())
    seat = page.viewers.enter(key, viewer)
    if seat is None:
        return _full()
    try:
        if token != page.token:  # changed since it was compared; see `SecretPage.change_token`
            return plain(HTTPStatus.FORBIDDEN, "This is not the address of the captions.")
        return await _stream(request, page, bell, seat)
    finally:
        page.viewers.leave(seat)


def _full() -> web.Response:
    return plain(HTTPStatus.SERVICE_UNAVAILABLE, "Too many browsers show the captions already.")


async def _stream(request: web.Request, page: SecretPage, bell: Bell, seat: Seat) -> web.StreamResponse:
    _tune(request)
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    await response.prepare(request)
    try:
        async for event in _told(request, page, bell, seat):
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await response.write(event.encode())
    except TimeoutError:
        if request.transport is not None:  # it stopped reading: there is no use in saying good-bye
            request.transport.abort()
    return response


async def _told(request: web.Request, page: SecretPage, bell: Bell, seat: Seat) -> AsyncIterator[str]:
    """Event after event: what is new since the reader's place, or a beat by which a page knows that it is not forgotten.

    The log is read at the pace of the reader: one that is slow is given more at once.
    """
    log = page.log
    position = _place(request, log)
    portion = log.newest() if position is None else Portion((), position, True)
    first = portion.pieces[0].number if portion.pieces else 0
    state = log.state
    event = _event(
        {"fresh": position is None, "earlier": log.has_before(first), "state": state, "lines": _lines(portion)},
        log,
        portion,
    )
    while seat.farewell is None:  # asked after the log was read: nothing that was said later is told
        if event:
            yield event
        changed = bell.next
        portion = log.after(portion.position)
        event = ""
        if portion.pieces:
            event = _event({"lines": _lines(portion)}, log, portion)
        elif log.state != state:
            state = log.state
            event = _event({"state": state})
        elif seat.farewell is None:
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await changed.wait()
            except TimeoutError:
                event = _event({})
    if seat.farewell:
        yield _event({"over": True})


def _place(request: web.Request, log: CaptionLog) -> int | None:
    """The position that the browser has reached in this very log, None if it has none."""
    text = request.headers.get("Last-Event-ID") or request.query.get("after", "")
    epoch, _dash, position = text.partition("-")
    return int(position) if epoch == log.epoch and position.isdecimal() and len(position) < 16 else None


def _event(message: dict[str, object], log: CaptionLog | None = None, portion: Portion | None = None) -> str:
    number = f"id: {log.epoch}-{portion.position}\n" if log is not None and portion is not None else ""
    return f"{number}data: {json.dumps(message, ensure_ascii=False, separators=(',', ':'))}\n\n"


def _lines(portion: Portion) -> list[dict[str, object]]:
    return [
        {"n": piece.number, "at": piece.at, "text": piece.text, "done": piece.done}
        | ({"who": piece.speaker} if piece.speaker and piece.at == 0 else {})
        for piece in portion.pieces
    ]


def _tune(request: web.Request) -> None:
    """A small buffer, so that a reader who does not read is noticed; a dead one, even without a word from it."""
    assert request.transport is not None
    connection = request.transport.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    user_timeout = getattr(socket, "TCP_USER_TIMEOUT", None)
    if user_timeout is not None:
        connection.setsockopt(socket.IPPROTO_TCP, user_timeout, DEAD_MS)

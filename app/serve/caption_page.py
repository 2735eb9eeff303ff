"""The caption page: `/TOKEN/` (page, style, script) and `/TOKEN/events` (Server-Sent Events), read-only.

Given a `SecretPage`, makes the application that serves it. A wrong token is answered with 403. Nothing is written, nothing
is logged that holds the token.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from http import HTTPStatus

from aiohttp import web

from app.serve.guard import new_app, plain, same_secret
from app.serve.secret_page import SecretPage

HEARTBEAT_S = 10.0
SEND_TIMEOUT_S = 10.0
"""For a browser to take what is sent to it."""
SEND_BUFFER = 1 << 16


def page_app(page: SecretPage) -> web.Application:
    """The application that serves `page`."""

    async def answer(request: web.Request) -> web.StreamResponse:
        return await _answer(request, page)

    async def cut_off(app: web.Application) -> None:
        page.hub.close()

    app = new_app()
    app.router.add_get("/{path:.*}", answer)
    app.on_shutdown.append(cut_off)
    return app


async def _answer(request: web.Request, page: SecretPage) -> web.StreamResponse:
    token, slash, name = request.path.removeprefix("/").partition("/")
    if not same_secret(token, page.token):
        return plain(HTTPStatus.FORBIDDEN, "This is not the address of the captions.")
    if not slash:
        query = f"?{request.query_string}" if request.query_string else ""
        raise web.HTTPPermanentRedirect(f"/{token}/{query}")
    if name == "events":
        return await _stream(request, page, token)
    if name not in page.files:
        return plain(HTTPStatus.NOT_FOUND, "There is nothing here.")
    content_type, body = page.files[name]
    return web.Response(body=body, content_type=content_type, charset="utf-8")


async def _stream(request: web.Request, page: SecretPage, token: str) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    if request.method == "HEAD":
        return response
    loop, wake = asyncio.get_running_loop(), asyncio.Event()
    client = page.hub.subscribe(lambda: loop.call_soon_threadsafe(wake.set))
    if client is None:
        return plain(HTTPStatus.SERVICE_UNAVAILABLE, "Too many browsers show the captions already.")
    try:
        if token != page.token:  # changed since it was compared; see `SecretPage.change_token`
            return plain(HTTPStatus.FORBIDDEN, "This is not the address of the captions.")
        assert request.transport is not None
        request.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        await response.prepare(request)
        while True:
            wake.clear()
            messages = client.take()
            if messages == []:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), HEARTBEAT_S)
                messages = client.take()
            if messages is None:
                break
            # a comment when nothing was said: finds out whether the browser is still there
            text = "".join(f"data: {message}\n\n" for message in messages) or ":\n\n"
            await asyncio.wait_for(response.write(text.encode()), SEND_TIMEOUT_S)
    except TimeoutError:
        if request.transport is not None:  # it stopped reading: there is no use in saying good-bye
            request.transport.abort()
    finally:
        page.hub.unsubscribe(client)
    return response

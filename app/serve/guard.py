"""Who may ask: the checks that every request to the web server passes before anything else looks at it.

A page of another site can make the user's browser call this computer, under a name that it lets point here (DNS
rebinding) or from its own script. So the `Host` of a request has to be the address it arrived at, and the `Origin`, which
browsers send with what a script asks, has to be this server's own. Secrets are compared in constant time.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

if TYPE_CHECKING:
    from aiohttp.typedefs import Middleware

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEADERS = {
    "Server": "r2t2-captions",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""What every answer carries."""

LOOPBACKS = ("127.0.0.1", "::1")


def is_our_host(header: str | None, address: str, port: int, names: Collection[str] = ()) -> bool:
    """Whether a request's Host header names this server: by the IP address it arrived at, `localhost` there, or one of
    `names`, under which it is known (behind a proxy, with whatever port).

    Browsers leave out port 80, which is that of HTTP.
    """
    text = (header or "").lower()
    if text.startswith("["):
        name, bracket, rest = text[1:].partition("]")
        colon, asked = rest[:1], rest[1:]
        if not bracket or colon not in ("", ":"):
            return False
    else:
        name, colon, asked = text.partition(":")
    if name in names:
        return True
    ours = (address, "localhost") if address in LOOPBACKS else (address,)
    return name in ours and (asked == str(port) if colon else port == 80)


def is_our_origin(origin: str | None, host: str | None) -> bool:
    """Whether a script that sends this `Origin` came from this server. Programs that are no browsers send none."""
    return origin is None or origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())


def same_secret(one: str, other: str) -> bool:
    """Takes as long whatever they have in common."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def new_app(
    names: Collection[str] = (),
    *,
    outer: Collection[Middleware] = (),
    max_body: int = 0,
    headers: Mapping[str, str] = HEADERS,
) -> web.Application:
    """An application without routes that refuses what is meant for another host or comes from another origin.

    Args:
        names: host names under which it may be asked, besides the address that it listens on.
        outer: middlewares around that check.
        max_body: bytes that a request may bring where its handler reads it whole.
        headers: what every answer carries.
    """

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        here = request.transport.get_extra_info("sockname") if request.transport is not None else None
        host = request.headers.get("Host")
        if here is None or not is_our_host(host, here[0], here[1], names):
            raise web.HTTPForbidden(text="This is not the address of this server.\n")
        if not is_our_origin(request.headers.get("Origin"), host):
            raise web.HTTPForbidden(text="Pages of other sites may not use this server.\n")
        return await handler(request)

    async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(headers)

    app = web.Application(middlewares=(*outer, check), client_max_size=max_body)
    app.on_response_prepare.append(add_headers)
    return app


async def expect(request: web.Request) -> None:
    """What `Expect` asks for, as an `expect_handler` of every route: aiohttp's own fails where the header is no text."""
    if request.headers.get("Expect", "").lower() != "100-continue":
        raise web.HTTPExpectationFailed(text="Only 100-continue can be expected.")
    await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    request.writer.output_size = 0  # the answer has not begun yet


def request_log() -> logging.Logger:
    """The log of the web server's own troubles. A request that is no HTTP, or nobody who waits for the answer, is none."""
    log = logging.getLogger(f"{__package__}.requests")
    if not log.filters:
        log.addFilter(_is_ours)
    return log


def _is_ours(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | ConnectionError)


def plain(status: HTTPStatus, text: str) -> web.Response:
    """A short answer in words."""
    return web.Response(status=status, text=text + "\n")

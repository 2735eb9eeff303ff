"""The web server: one asyncio loop in one thread, and any number of listeners in it.

    web = WebServer()
    listener = web.listen("127.0.0.1", 0, make_app)     # bound when it returns; `make_app` runs in the server's thread
    …
    listener.close()                                    # the thread ends with the last listener

A listener is a socket, a `web.Application` of aiohttp and a limit on connections. Another page, on another interface, is
another listener; its application begins with `app.serve.guard.new_app`. aiohttp takes a good part of a second to import, so
only the server's thread does, once something listens: whoever connects meanwhile waits in the socket's backlog.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiohttp import web
    from aiohttp.web_server import Server

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
MAX_CONNECTIONS = 48
REQUEST_TIMEOUT_S = 10.0
"""For the head of a request to arrive, and for a connection that asks for nothing more."""
LINGERING_S = 3.0
"""A client that still sends when it is answered has this long to notice."""
CLOSING_S = 1.0
"""Requests in progress have this long to end when a listener is closed, unless it is given longer."""
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

MakeApp = Callable[[], "web.Application"]


class ListenError(Exception):
    """The address cannot be listened on; the text says why."""


class WebServer:
    """See the module. The methods may be called from any thread but the server's own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: set[Listener] = set()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None

    def listen(
        self,
        host: str,
        port: int,
        make_app: MakeApp,
        *,
        max_connections: int = MAX_CONNECTIONS,
        closing_s: float = CLOSING_S,
    ) -> Listener:
        """Listens on `host`, a local address or name, until the listener is closed. `port` 0 takes a free one.

        Raises ListenError.
        """
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            bound = socket.create_server((host, port), family=family, backlog=64)
        except (OSError, OverflowError) as error:
            raise ListenError(f"port {port}: {getattr(error, 'strerror', None) or error}") from error
        with self._lock:
            listener = Listener(self, self._begin(), bound, make_app, max_connections, closing_s)
            self._listeners.add(listener)
        return listener

    def _begin(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            running = threading.Event()
            self._thread = threading.Thread(
                target=lambda: asyncio.run(self._live(running)), name="web server", daemon=True
            )
            self._thread.start()
            running.wait()
        assert self._loop is not None
        return self._loop

    async def _live(self, running: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        over = self._over = asyncio.Event()
        running.set()
        await over.wait()

    def _forget(self, listener: Listener) -> None:
        """The thread ends with the last listener."""
        with self._lock:
            self._listeners.discard(listener)
            if self._listeners or self._loop is None or self._thread is None or self._over is None:
                return
            thread = self._thread
            self._loop.call_soon_threadsafe(self._over.set)
            self._loop = self._thread = self._over = None
        thread.join()


class Listener:
    """One address that is listened on; made by `WebServer.listen`.

    Attributes:
        host, port: where it listens.
    """

    def __init__(
        self,
        server: WebServer,
        loop: asyncio.AbstractEventLoop,
        bound: socket.socket,
        make_app: MakeApp,
        max_connections: int,
        closing_s: float,
    ) -> None:
        self.host, self.port = bound.getsockname()[:2]
        self._server, self._loop, self._bound = server, loop, bound
        self._max_connections, self._closing_s = max_connections, closing_s
        self._runner: web.AppRunner | None = None
        self._accepting: asyncio.Server | None = None
        self._closed = False
        self._opening: Future[None] = asyncio.run_coroutine_threadsafe(self._open(make_app), loop)

    def close(self) -> None:
        """Stops listening and ends every connection. Closing again is harmless."""
        if not self._closed:
            self._end(self._begin_closing(), lambda: None)

    def close_later(self, done: Callable[[], None] = lambda: None) -> None:
        """Stops listening. Requests in progress have their time, and `done` is called then, on another thread."""
        if not self._closed:
            threading.Thread(target=self._end, args=(self._begin_closing(), done), name="closing", daemon=True).start()

    def _begin_closing(self) -> Future[None]:
        self._closed = True
        deaf = threading.Event()
        closing = asyncio.run_coroutine_threadsafe(self._close(deaf), self._loop)
        deaf.wait()  # another may listen there from now on
        return closing

    def _end(self, closing: Future[None], done: Callable[[], None]) -> None:
        closing.result()
        self._server._forget(self)
        done()

    async def _open(self, make_app: MakeApp) -> None:
        try:
            from aiohttp import web

            from app.serve.guard import request_log

            self._runner = web.AppRunner(
                make_app(),
                access_log=None,  # addresses hold secrets
                logger=request_log(),
                handler_cancellation=True,
                keepalive_timeout=REQUEST_TIMEOUT_S,
                shutdown_timeout=self._closing_s,
                lingering_time=LINGERING_S,
            )
            await self._runner.setup()
            server = self._runner.server
            assert server is not None
            self._accepting = await self._loop.create_server(
                lambda: _Door(server, self._max_connections), sock=self._bound
            )
        except Exception:
            log.exception("the web server cannot serve port %s", self.port)
            self._bound.close()

    async def _close(self, deaf: threading.Event) -> None:
        await asyncio.wrap_future(self._opening)
        if self._accepting is not None:
            self._accepting.close()
        deaf.set()
        if self._runner is not None:
            await self._runner.cleanup()


class _Door(asyncio.Protocol):
    """Lets a connection in, unless it is one too many."""

    def __init__(self, server: Server, most: int) -> None:
        self._server, self._most = server, most

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if len(self._server.connections) >= self._most:
            transport.write(BUSY)
            transport.close()
            return
        inside = self._server()
        transport.set_protocol(inside)
        inside.connection_made(transport)

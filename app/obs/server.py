"""The caption page's HTTP server: 127.0.0.1 only, a secret token in every address, one thread for each browser.

Given a `Hub`, serves `/TOKEN/` (page, style, script) and `/TOKEN/events` (Server-Sent Events). A wrong token or a
request that was meant for another host (DNS rebinding) is answered with 403. Nothing is written, nothing is logged
that holds the token.
"""

from __future__ import annotations

import hmac
import logging
import socket
import threading
import time
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from importlib.resources.abc import Traversable
from typing import cast
from urllib.parse import urlsplit

from app.obs.hub import Hub

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
MAX_CONNECTIONS = 48
REQUEST_TIMEOUT_S = 10.0
"""For a request to arrive, and for a browser to take what is sent to it."""
HEARTBEAT_S = 10.0
RETRY_S = 0.2
"""Pause after a connection could not be accepted."""
SEND_BUFFER = 1 << 16
SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class PageServerError(Exception):
    """The page cannot be served; the text says why."""


class PageServer:
    """Listens from its making until `close`.

    Attributes:
        port: where it listens.
        token: the secret in its addresses; `change_token` puts another one there.
    """

    def __init__(self, port: int, token: str, hub: Hub, files: Mapping[str, tuple[str, bytes]]) -> None:
        """`files` maps names below the token ("" is the page) to content type and content. Raises PageServerError."""
        self.token = token
        self.hub = hub
        self.files = files
        try:
            self._listener = socket.create_server((HOST, port), backlog=16)
        except (OSError, OverflowError) as error:
            raise PageServerError(f"port {port}: {getattr(error, 'strerror', None) or error}") from error
        self.port: int = self._listener.getsockname()[1]
        self._closing = False
        self._connections: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._accept, name="caption page", daemon=True)
        self._thread.start()

    def change_token(self, token: str) -> None:
        """The old address is worthless at once: browsers that are connected with it are cut off. Any thread."""
        if token == self.token:
            return
        self.token = token
        # A browser that was let in before this line is in the hub now, or finds its token wrong when it is.
        self._cut_all()

    def _cut_all(self) -> None:
        self.hub.close()
        with self._lock:
            for connection in self._connections:
                _shut(connection)

    def close(self) -> None:
        """Stops listening and ends every connection; takes some milliseconds."""
        self._closing = True
        try:
            # wakes `accept`, which no other way does on all systems
            socket.create_connection((HOST, self.port), timeout=1).close()
        except OSError as error:
            log.debug("caption page: the listener was gone already: %s", error)
        self._thread.join(2)
        self._listener.close()
        self._cut_all()

    def _accept(self) -> None:
        told = False
        while True:
            try:
                connection, address = self._listener.accept()
            except OSError as error:
                if self._closing:
                    return
                # A browser that hung up at once, or too many open files at the moment: the page stays.
                if not told:
                    log.warning("caption page: a connection could not be accepted: %s", error)
                told = True
                time.sleep(RETRY_S)
                continue
            told = False
            with self._lock:
                welcome = not self._closing and len(self._connections) < MAX_CONNECTIONS
                if welcome:
                    self._connections.add(connection)
            if welcome:
                threading.Thread(target=self._serve, args=(connection, address), daemon=True).start()
            else:
                connection.close()
            if self._closing:
                return

    def _serve(self, connection: socket.socket, address: tuple[str, int]) -> None:
        try:
            connection.settimeout(REQUEST_TIMEOUT_S)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            _Handler(connection, address, self)  # type: ignore[arg-type]
        except OSError as error:  # the browser went away or stopped reading: its own affair
            log.debug("caption page: connection ended: %s", error)
        finally:
            with self._lock:
                self._connections.discard(connection)
            _shut(connection)
            connection.close()


def _shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError as error:
        log.debug("caption page: connection was closed already: %s", error)


def is_our_host(header: str | None, port: int) -> bool:
    """Whether a request's Host header names this machine by an address that no other site can have.

    Browsers leave out port 80, which is that of HTTP.
    """
    name, colon, asked = (header or "").lower().partition(":")
    return name in (HOST, "localhost") and (asked == str(port) if colon else port == 80)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"  # a connection serves one request: the event stream ends with its connection

    @property
    def page(self) -> PageServer:
        return cast(PageServer, self.server)

    def version_string(self) -> str:
        return "r2t2-captions"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: addresses hold the token."""

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, body: bool) -> None:
        try:
            target = urlsplit(self.path)
        except ValueError:
            self._send(HTTPStatus.BAD_REQUEST, "text/plain; charset=utf-8", b"This is no address.\n", body)
            return
        token, slash, name = target.path.removeprefix("/").partition("/")
        right = hmac.compare_digest(token.encode(), self.page.token.encode())
        if not right or not is_our_host(self.headers.get("Host"), self.page.port):
            self._send(
                HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", b"This is not the address of the captions.\n", body
            )
        elif not slash:
            self.send_response(HTTPStatus.PERMANENT_REDIRECT)
            self.send_header("Location", f"/{token}/" + (f"?{target.query}" if target.query else ""))
            self.end_headers()
        elif name == "events":
            if body:
                self._stream(token)
            else:
                self._send(HTTPStatus.OK, "text/event-stream; charset=utf-8", b"", body)
        elif name in self.page.files:
            self._send(HTTPStatus.OK, *self.page.files[name], body)
        else:
            self._send(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"There is nothing here.\n", body)

    def _send(self, status: HTTPStatus, content_type: str, content: bytes, body: bool) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        for key, value in SECURITY_HEADERS.items():
            self.send_header(key, value)
        self.end_headers()
        if body:
            self.wfile.write(content)

    def _stream(self, token: str) -> None:
        client = self.page.hub.subscribe()
        if token != self.page.token:  # changed since it was compared; see `change_token`
            if client is not None:
                self.page.hub.unsubscribe(client)
            return
        if client is None:
            message = b"Too many browsers show the captions already.\n"
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain; charset=utf-8", message, True)
            return
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream; charset=utf-8")
            for key, value in SECURITY_HEADERS.items():
                self.send_header(key, value)
            self.end_headers()
            while (messages := client.take(HEARTBEAT_S)) is not None:
                # a comment when nothing was said: finds out whether the browser is still there
                text = "".join(f"data: {message}\n\n" for message in messages) or ":\n\n"
                self.wfile.write(text.encode())
        finally:
            self.page.hub.unsubscribe(client)


def load_files(folder: Traversable) -> dict[str, tuple[str, bytes]]:
    """The page's files for `PageServer`. Raises OSError."""
    return {
        "": ("text/html; charset=utf-8", (folder / "index.html").read_bytes()),
        "page.css": ("text/css; charset=utf-8", (folder / "page.css").read_bytes()),
        "page.js": ("text/javascript; charset=utf-8", (folder / "page.js").read_bytes()),
    }

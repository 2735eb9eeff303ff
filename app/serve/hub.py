"""Between the captions and the browsers that show them: what was said lately, and a bounded queue for each browser.

Every method may be called from any thread and returns at once; `wake` must, too. A browser that does not keep up is dropped, not waited
for; when it connects again it is given the last lines whole.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable

MAX_WAITING = 500
"""Messages a browser may be behind: minutes of speech."""
KEPT_LINES = 20
MAX_CLIENTS = 16


class Client:
    """One browser's queue. Made by `Hub.subscribe`."""

    def __init__(self, first: str, wake: Callable[[], object]) -> None:
        self._messages = deque([first])
        self._lock = threading.Lock()
        self._wake = wake
        self._closed = False

    def put(self, message: str) -> bool:
        """False: the browser is too far behind or gone."""
        with self._lock:
            if self._closed or len(self._messages) >= MAX_WAITING:
                self._closed = True
            else:
                self._messages.append(message)
            closed = self._closed
        self._wake()
        return not closed

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self._wake()

    def take(self) -> list[str] | None:
        """All messages that wait, None when this browser was dropped."""
        with self._lock:
            if self._closed:
                return None
            taken = list(self._messages)
            self._messages.clear()
            return taken


class Hub:
    """Messages are JSON objects: `{"type": "lines", "lines": [{"n", "text", "done"}, …]}` first, then
    `{"type": "append", "n", "text"}` for text that follows what line n had, and `{"type": "done", "n"}`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._clients: set[Client] = set()
        self._lines: dict[int, tuple[list[str], bool]] = {}

    @property
    def n_clients(self) -> int:
        with self._lock:
            return len(self._clients)

    def append(self, number: int, text: str) -> None:
        """`text` follows what line `number` had; the line begins with its first text."""
        with self._lock:
            parts, _done = self._lines.setdefault(number, ([], False))
            parts.append(text)
            while len(self._lines) > KEPT_LINES:
                del self._lines[next(iter(self._lines))]
            self._tell({"type": "append", "n": number, "text": text})

    def finish(self, number: int) -> None:
        with self._lock:
            if number in self._lines:
                self._lines[number] = (self._lines[number][0], True)
                self._tell({"type": "done", "n": number})

    def subscribe(self, wake: Callable[[], object]) -> Client | None:
        """A queue that begins with the last lines; None when there are too many browsers.

        `wake` is called from any thread when there is something to take.
        """
        with self._lock:
            if len(self._clients) >= MAX_CLIENTS:
                return None
            lines = [{"n": n, "text": "".join(parts), "done": done} for n, (parts, done) in self._lines.items()]
            client = Client(json.dumps({"type": "lines", "lines": lines}, ensure_ascii=False), wake)
            self._clients.add(client)
            return client

    def unsubscribe(self, client: Client) -> None:
        with self._lock:
            self._clients.discard(client)

    def close(self) -> None:
        """Drops every browser."""
        with self._lock:
            for client in self._clients:
                client.close()
            self._clients.clear()

    def _tell(self, message: dict[str, object]) -> None:
        text = json.dumps(message, ensure_ascii=False)
        self._clients = {client for client in self._clients if client.put(text)}

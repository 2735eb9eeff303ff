"""The keys that this program is about to press itself, shared by whoever presses them and whoever listens. Pure."""

from __future__ import annotations

import threading
import time
from collections import deque

LEDGER_S = 2.0
"""An entry that the server never reported is dropped after this long, so that it cannot swallow a key of the user."""


class Ledger:
    """Key events that this program is about to send, so that the hotkeys do not take them for the user's.

    One thread writes an entry before it sends the event, another takes it out when the server reports the event. If the
    person's own event comes first, it takes the entry and ours is taken for theirs: the sum is the same.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._expected: dict[tuple[int, bool], deque[float]] = {}

    def expect(self, keycode: int, pressed: bool) -> None:
        with self._lock:
            self._expected.setdefault((keycode, pressed), deque()).append(time.monotonic())

    def take(self, keycode: int, pressed: bool) -> bool:
        """Whether this event was ours."""
        with self._lock:
            entries = self._expected.get((keycode, pressed))
            while entries and time.monotonic() - entries[0] > LEDGER_S:
                entries.popleft()
            if not entries:
                return False
            entries.popleft()
            return True

"""Who reads a caption page at the moment: a seat for each browser, and how many there are.

Used by the web server's thread alone, but for `now` and `send_away`, which any thread may call.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.base.listeners import Listeners

DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
"""(part of a browser's `User-Agent`, the device's name), in the order in which they are looked for."""


@dataclass(frozen=True)
class Viewer:
    """One browser that shows the captions.

    Attributes:
        device: what it says it runs on, "" if it does not.
        address: its IP address.
        since: when it came.
    """

    device: str
    address: str
    since: datetime


def device_of(user_agent: str) -> str:
    """The device's name in a browser's `User-Agent`, "" for one that is not known."""
    return next((name for part, name in DEVICES if part in user_agent), "")


class Seat:
    """One browser's place.

    Attributes:
        farewell: what ends its stream: None while it may stay, then whether it is told that the page is over.
    """

    def __init__(self, key: str, viewer: Viewer) -> None:
        self.key = key
        self.viewer = viewer
        self.farewell: bool | None = None


class Viewers:
    """The seats of a page.

    Attributes:
        changed: called with all viewers, the first to come first, when one comes or goes; on any thread.
    """

    def __init__(self, limit: int) -> None:
        self.changed: Listeners[tuple[Viewer, ...]] = Listeners()
        self._limit = limit
        self._seats: dict[str, Seat] = {}

    @property
    def now(self) -> tuple[Viewer, ...]:
        return tuple(seat.viewer for seat in tuple(self._seats.values()))

    @property
    def full(self) -> bool:
        return len(self._seats) >= self._limit

    def enter(self, key: str, viewer: Viewer) -> Seat | None:
        """A seat for a browser, None when all are taken. Who comes again with the same `key` keeps the time it came.

        A phone that lost its network comes again before the server can know that its old connection is dead.
        """
        old = self._seats.get(key)
        if old is None and self.full:
            return None
        if old is not None:
            old.farewell = False
            viewer = Viewer(viewer.device, viewer.address, old.viewer.since)
        seat = self._seats[key] = Seat(key, viewer)
        self.changed.emit(self.now)
        return seat

    def leave(self, seat: Seat) -> None:
        if self._seats.get(seat.key) is seat:
            del self._seats[seat.key]
            self.changed.emit(self.now)

    def send_away(self, *, over: bool) -> None:
        """Ends every stream at its next turn; `over` tells the pages not to come back. The first farewell counts."""
        for seat in tuple(self._seats.values()):
            if seat.farewell is None:
                seat.farewell = over

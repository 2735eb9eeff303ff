"""How far a long piece of work is: the event that command line and dialog show, and its pure arithmetic."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

"""What installing a model goes through, in this order; a model from a folder has no `list` and no `download`."""


@dataclass(frozen=True)
class Progress:
    """One step forward.

    Attributes:
        stage: "list", "download", "convert", "test" or "switch".
        fraction: of this stage, 0..1.
        detail: what is being worked on: a file's name, a tensor's name, a message.
        done_bytes, total_bytes: of the download; 0 elsewhere.
        bytes_per_s: 0 while nothing can be said.
        left_s: seconds left of this stage, None while nothing can be said.
    """

    stage: str
    fraction: float
    detail: str = ""
    done_bytes: int = 0
    total_bytes: int = 0
    bytes_per_s: float = 0.0
    left_s: float | None = None


OnProgress = Callable[[Progress], None]
IsCancelled = Callable[[], bool]


def ignore_progress(_: Progress) -> None:
    """For callers that show nothing."""


def never_cancelled() -> bool:
    return False


class RateMeter:
    """Bytes per second over the last few seconds, so that a changed network shows soon and a hiccup does not.

    `add` is given the clock (seconds, monotonic) and the bytes done so far; bytes that were there before the first
    call do not count as speed.
    """

    def __init__(self, window_s: float = 6.0) -> None:
        self._window_s = window_s
        self._points: deque[tuple[float, int]] = deque()

    def add(self, now_s: float, done_bytes: int) -> None:
        if self._points and done_bytes < self._points[-1][1]:
            self._points.clear()  # a file was begun again: old points would give a negative speed
        self._points.append((now_s, done_bytes))
        while len(self._points) > 2 and now_s - self._points[1][0] >= self._window_s:
            self._points.popleft()

    @property
    def bytes_per_s(self) -> float:
        """0 until half a second has passed."""
        if len(self._points) < 2:
            return 0.0
        (start_s, start), (end_s, end) = self._points[0], self._points[-1]
        return (end - start) / (end_s - start_s) if end_s - start_s >= 0.5 else 0.0


def seconds_left(total_bytes: int, done_bytes: int, bytes_per_s: float) -> float | None:
    """None while the speed is unknown or nothing moves."""
    if bytes_per_s < 1.0:
        return None
    return max(0, total_bytes - done_bytes) / bytes_per_s

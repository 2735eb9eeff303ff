"""What the insertion needs from a system: pressing keys, and knowing which window has the focus.

Two protocols with one implementation per system (`x11_keyboard`, `windows_keyboard`, `macos_keyboard`,
`portal_keyboard`, `wayland_tools`). All calls may block for as long as the keys take and are made from the insertion
thread only.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol


class TypingError(Exception):
    """Keys could not be pressed; the message is for the user.

    Attributes:
        typed: characters of the text that had been typed by then.
    """

    typed = 0


@dataclass(frozen=True)
class Window:
    """A window that text is meant for.

    Attributes:
        handle: the system's own number for it; two windows with the same are the same, whatever their title has become.
        application: what tells the program (WM_CLASS, executable name, bundle id), lower case.
        title: what the user calls it.
    """

    handle: int
    application: str = field(default="", compare=False)
    title: str = field(default="", compare=False)


class Typist(Protocol):
    """Presses keys in whatever window has the focus.

    Attributes:
        sees_modifiers: it knows which modifiers the user holds, and `lift` lets go of them.
    """

    sees_modifiers: bool

    def can_type(self, text: str) -> bool:
        """Whether every character can be typed at all."""

    def can_type_directly(self, text: str) -> bool:
        """Whether every character is on the keyboard as it is now, so that typing it cannot go wrong."""

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        """Types `text`; `go_on` is asked between small groups of characters. Returns how many characters were typed.

        Raises TypingError.
        """

    def press(self, chord: str) -> None:
        """Presses a combination such as `ctrl+v` once. Raises TypingError."""

    def modifiers_held(self) -> bool:
        """Whether a modifier is down, so that what is typed now would be taken for a shortcut."""

    def lift(self) -> None:
        """Makes the system believe that nothing is held. Does nothing where that cannot be done."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Read:
    """How a window read the clipboard for one paste.

    Attributes:
        count: how often it read the text.
        slowest_s: the longest time between two things that it asked, from the key press on.
    """

    count: int
    slowest_s: float


class Readings:
    """When programs ask for a text on the clipboard, and when they read it. Noted in one thread, waited for in another."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._last_s = 0.0
        self._count = 0
        self._slowest_s = 0.0

    def note(self) -> None:
        """A program has read it."""
        with self._changed:
            self._ask()
            self._count += 1
            self._changed.notify_all()

    def ask(self) -> None:
        """A program asks what there is to read: it has not finished, however many times it has read."""
        with self._changed:
            self._ask()

    def _ask(self) -> None:
        now_s = time.monotonic()
        if self._last_s:
            self._slowest_s = max(self._slowest_s, now_s - self._last_s)
        self._last_s = now_s

    def clear(self) -> None:
        """What was asked and read until now does not count; a key is pressed now."""
        with self._changed:
            self._count = 0
            self._slowest_s = 0.0
            self._last_s = time.monotonic()

    def wait(self, timeout_s: float) -> bool:
        """Waits for the first reading; whether there was one."""
        with self._changed:
            return self._changed.wait_for(lambda: self._count > 0, timeout_s)

    def wait_until_quiet(self, quiet_s: Callable[[float], float], longest_s: float, *, expected: int = 1) -> Read:
        """Returns when there were `expected` readings and nothing was asked any more for `quiet_s(slowest_s)`, or after
        `longest_s`: a clipboard manager may read for ever. `slowest_s` is the longest time between two things asked."""
        end_s = time.monotonic() + longest_s
        with self._changed:
            while True:
                quiet_at_s = end_s
                if self._count >= expected:
                    quiet_at_s = min(self._last_s + quiet_s(self._slowest_s), end_s)
                left_s = quiet_at_s - time.monotonic()
                if left_s <= 0:
                    return Read(self._count, self._slowest_s)
                self._changed.wait(left_s)


class Focus(Protocol):
    """Knows the focused window, where the system tells it."""

    def current(self) -> Window | None:
        """The focused window, None when none has the focus or the system does not tell."""

    def knows(self) -> bool:
        """Whether the system tells which window has the focus at all."""

    def exists(self, window: Window) -> bool: ...

    def activate(self, window: Window) -> bool:
        """Gives the focus to a window; whether it has it now."""

    def close(self) -> None: ...


class UnknownFocus:
    """For systems that do not tell (Wayland): there is no window to compare with."""

    def current(self) -> Window | None:
        return None

    def knows(self) -> bool:
        return False

    def exists(self, window: Window) -> bool:
        return True

    def activate(self, window: Window) -> bool:
        return False

    def close(self) -> None:
        return


@dataclass(frozen=True)
class Box:
    """A rectangle in logical pixels."""

    x: float
    y: float
    width: float
    height: float

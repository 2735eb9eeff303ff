"""What the two X11 modules share: connections, names of keycodes, and the ledger of keys that we press ourselves."""

from __future__ import annotations

import threading
import time
from collections import deque

from Xlib import XK, X, display, error  # type: ignore[import-untyped]

from app.base.translation import translate
from app.hotkeys.keys import key_of_keysym, keysym_of

LEDGER_S = 2.0
"""An entry that the server never reported is dropped after this long, so that it cannot swallow a key of the person."""

LOCKS = (0, X.LockMask, X.Mod2Mask, X.LockMask | X.Mod2Mask)
"""A grab must be made for each state of Caps Lock and Num Lock."""

MODIFIER_MASKS = {"ctrl": X.ControlMask, "alt": X.Mod1Mask, "shift": X.ShiftMask, "super": X.Mod4Mask}


class X11Error(Exception):
    """The X server cannot be reached or lacks something; the message is a sentence."""


def connect(name: str | None = None) -> display.Display:
    """A connection of its own. Raises X11Error."""
    try:
        return display.Display(name)
    except (error.DisplayError, error.XError, OSError, RuntimeError) as failure:
        sentence = translate("Dictation", "The display {name} cannot be reached: {reason}")
        raise X11Error(sentence.format(name=name or "", reason=failure)) from failure


_WRAP_MS = 1 << 32

CLOCK_JUMP_S = 5.0
"""No event waits this long: one of the clocks stood still (sleep) or another server answers."""


class Ledger:
    """Key events that this program is about to send, so that the hotkeys do not take them for the person's.

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


class ServerClock:
    """Turns the X server's time stamps (milliseconds that begin again after 49 days) into our monotonic seconds.

    The quickest event seen so far tells how far the two clocks are apart; an event that arrives late keeps its own time.
    """

    def __init__(self) -> None:
        self._last_ms: int | None = None
        self._total_ms = 0
        self._offset_s = 0.0

    def seconds(self, server_ms: int, now_s: float) -> float:
        """When the event stamped `server_ms` happened; never later than `now_s`, when it is looked at."""
        if self._last_ms is None:
            self._offset_s = now_s
        else:
            step = (server_ms - self._last_ms) % _WRAP_MS
            self._total_ms += step if step < _WRAP_MS // 2 else step - _WRAP_MS
        self._last_ms = server_ms
        offset_s = now_s - self._total_ms / 1000
        if offset_s < self._offset_s or offset_s > self._offset_s + CLOCK_JUMP_S:
            self._offset_s = offset_s
        return self._total_ms / 1000 + self._offset_s


def read_keymap(connection: display.Display) -> list[list[int]]:
    """Keysyms of every keycode (row 0 is the smallest keycode), read from the server now."""
    low = connection.display.info.min_keycode
    high = connection.display.info.max_keycode
    return [list(row) for row in connection.get_keyboard_mapping(low, high - low + 1)]


def name_keycodes(connection: display.Display, keymap: list[list[int]]) -> dict[int, str]:
    """Keycode -> key name. On a keyboard of two scripts the Latin group names the key, as hotkeys are written in it."""
    low = connection.display.info.min_keycode
    names: dict[int, str] = {}
    for number, row in enumerate(keymap):
        found = [key_of_keysym(row[column]) for column in (0, 2) if column < len(row)]
        named = [name for name in found if name]
        latin = [name for name in named if len(name) > 1 or name.isascii()]
        if named:
            names[low + number] = (latin or named)[0]
    return names


def keycode_of(names: dict[int, str], key: str) -> int | None:
    """The keycode of a key name; the plain keysym's own if several carry the name."""
    codes = [code for code, name in names.items() if name == key]
    return codes[0] if codes else None


def keysym_name(key: str) -> str:
    """X's own name of a key, for messages."""
    return str(XK.keysym_to_string(keysym_of(key)) or key)

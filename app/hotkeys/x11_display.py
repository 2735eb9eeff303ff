"""What the two X11 modules share: connections, the server's clock, and names of keycodes."""

from __future__ import annotations

from Xlib import X, display, error  # type: ignore[import-untyped]

from app.base.translation import translate
from app.hotkeys.keys import key_of_keysym

LOCKS = (0, X.LockMask, X.Mod2Mask, X.LockMask | X.Mod2Mask)
"""A grab must be made for each state of Caps Lock and Num Lock."""

MODIFIER_MASKS = {"ctrl": X.ControlMask, "alt": X.Mod1Mask, "shift": X.ShiftMask, "super": X.Mod4Mask}


class X11Error(Exception):
    """The X server cannot be reached or lacks something; the message is for the user."""


def connect(name: str | None = None) -> display.Display:
    """A connection of its own. Raises X11Error."""
    try:
        return display.Display(name)
    except (error.DisplayError, error.XError, OSError, RuntimeError) as failure:
        message = translate("Dictation", "Could not connect to the display {name}: {reason}")
        raise X11Error(message.format(name=name or "", reason=failure)) from failure


_WRAP_MS = 1 << 32

CLOCK_JUMP_S = 5.0
"""No event waits this long: one of the clocks stood still (sleep) or another server answers."""


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

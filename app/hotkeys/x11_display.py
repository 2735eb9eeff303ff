"""What the two X11 modules share: connections, the server's clock, and names of keycodes."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable
from functools import cache

from Xlib import X, Xatom, display, error  # type: ignore[import-untyped]

from app.base.translation import translate
from app.hotkeys.keys import KEYSYMS, key_of_keysym

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


BOUND_PROPERTY = "_R2T2_CAPTIONS_BOUND_KEYS"
"""On the root window: (keycode, plain keysym, keysym with Shift) of each spare key that the typist has bound, so that
those of a process that was killed are found and reused. A keycode that has other keysyms by now is the layout's."""


def read_bound_keys(connection: display.Display) -> dict[int, list[int]]:
    """Keycode -> its two keysyms, as the typist noted them in BOUND_PROPERTY."""
    atom = connection.intern_atom(BOUND_PROPERTY)
    noted = connection.screen().root.get_full_property(atom, Xatom.CARDINAL)
    numbers = [] if noted is None else list(noted.value)
    return {numbers[at]: numbers[at + 1 : at + 3] for at in range(0, len(numbers) - 2, 3)}


@cache
def xkbcommon(name: str) -> Callable[[int], int] | None:
    """A function of libxkbcommon between code points and keysyms; None on a system without the library.

    Layouts of other scripts name their letters by keysyms that are older than Unicode (Cyrillic_a).
    """
    library = ctypes.util.find_library("xkbcommon")
    if library is None:
        return None
    try:
        function = getattr(ctypes.CDLL(library), name)
    except (OSError, AttributeError):
        return None
    function.restype = ctypes.c_uint32
    function.argtypes = [ctypes.c_uint32]
    return function  # type: ignore[no-any-return]


def _key_name(keysym: int) -> str:
    """Name of the key with this keysym, "" where it has none."""
    name = key_of_keysym(keysym)
    to_character = xkbcommon("xkb_keysym_to_utf32")
    if name or to_character is None or not 0x100 <= keysym < 0xFE00:
        return name
    return chr(to_character(keysym)).lower().strip("\0")


def name_keycodes(connection: display.Display, keymap: list[list[int]]) -> dict[int, str]:
    """Keycode -> key name. On a keyboard of two scripts the Latin group names the key, as hotkeys are written in it."""
    low = connection.display.info.min_keycode
    names: dict[int, str] = {}
    for number, row in enumerate(keymap):
        found = [_key_name(row[column]) for column in (0, 2) if column < len(row)]
        named = [name for name in found if name]
        latin = [name for name in named if len(name) > 1 or name.isascii()]
        if named:
            names[low + number] = (latin or named)[0]
    return names


_US_ROWS = {10: "1234567890-=", 24: "qwertyuiop[]", 38: "asdfghjkl;'`", 51: "\\zxcvbnm,./"}
"""First keycode of a row -> the keys from there on, as evdev numbers them on every keyboard."""


class KeyPositions:
    """Where the keys of shortcuts are. Shortcuts stay where they are while the layout has other letters.

    A shortcut is written with the letters of a Latin layout. While another one (Russian, Greek …) is in use, its key is
    the one that had the letter in the last Latin layout; before there was any, in the US layout. A sign that the layout
    has only with Shift (a French digit) stays where it was, too.
    """

    def __init__(self) -> None:
        self._codes = {key: code + step for code, row in _US_ROWS.items() for step, key in enumerate(row)}

    def update(self, names: dict[int, str]) -> None:
        """Another keymap is in use: keycode -> key name."""
        latin = any(name.isascii() and name.isalpha() and len(name) == 1 for name in names.values())
        for code, name in sorted(names.items(), reverse=True):  # the lowest of several keycodes with a name counts
            if latin or len(name) > 1 or not name.isascii():
                self._codes[name] = code

    def keycode(self, key: str) -> int | None:
        """The keycode of a key name; None for one that this keyboard has never had."""
        return self._codes.get(key)


def lock_masks(connection: display.Display, keymap: list[list[int]]) -> list[int]:
    """Every state of Caps Lock, Num Lock and Scroll Lock: a grab holds for one of them only."""
    low = connection.display.info.min_keycode
    locking = {KEYSYMS["num lock"], KEYSYMS["scroll lock"]}
    masks = [0, X.LockMask]
    for bit, codes in enumerate(connection.get_modifier_mapping()):
        if any(code and locking & set(keymap[code - low]) for code in codes):
            masks += [mask | 1 << bit for mask in masks]
    return masks

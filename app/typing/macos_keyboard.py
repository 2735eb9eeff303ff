"""Typing on macOS with Quartz events that carry their text, and which program is in front.

pynput brings the Quartz and AppKit bindings along. The pure part cuts text into what one event can carry.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import time
from collections.abc import Callable
from typing import Any

from app.base.translation import translate
from app.hotkeys.keys import MODIFIERS, parse_combo
from app.typing.typist import TypingError, Window

UNITS_PER_EVENT = 20
"""UTF-16 units that one keyboard event carries at most."""

EVENT_PAUSE_S = 0.006
KEY_CODES = {"v": 9, "enter": 36, "tab": 48, "insert": 114, "space": 49}
FLAGS = {"ctrl": 0x40000, "alt": 0x80000, "shift": 0x20000, "super": 0x100000}
"""`CGEventFlags`."""


def chunks_of(text: str, limit: int = UNITS_PER_EVENT) -> list[str]:
    """`text` in pieces of at most `limit` UTF-16 units, no surrogate pair cut; line ends and tabs alone."""
    pieces: list[str] = []
    size = 0
    for character in text.replace("\r\n", "\n"):
        width = 2 if ord(character) > 0xFFFF else 1
        alone = character in "\n\t"
        if not pieces or alone or size + width > limit or pieces[-1] in ("\n", "\t"):
            pieces.append(character)
            size = width
        else:
            pieces[-1] += character
            size += width
    return pieces


class MacTypist:
    """Implements `typist.Typist`."""

    sees_modifiers = True

    def __init__(self) -> None:
        import Quartz  # type: ignore[import-not-found]

        self._quartz: Any = Quartz
        self._secure_input: Callable[[], int] | None = None
        library = ctypes.util.find_library("Carbon")
        if library is not None:
            self._secure_input = ctypes.CDLL(library).IsSecureEventInputEnabled

    def can_type(self, text: str) -> bool:
        return True

    def can_type_directly(self, text: str) -> bool:
        return True

    def _check(self) -> None:
        """A password field with secure input takes no synthetic keys, and must not get our text. Raises TypingError."""
        if self._secure_input is not None and self._secure_input():
            raise TypingError("blocked")

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        self._check()
        count = 0
        for piece in chunks_of(text):
            if not go_on():
                return count
            if piece in ("\n", "\t"):
                self._key(KEY_CODES["enter" if piece == "\n" else "tab"], 0)
            else:
                for pressed in (True, False):
                    event = self._quartz.CGEventCreateKeyboardEvent(None, 0, pressed)
                    self._quartz.CGEventSetFlags(event, 0)  # whatever the user holds
                    units = len(piece.encode("utf-16-le")) // 2
                    self._quartz.CGEventKeyboardSetUnicodeString(event, units, piece)
                    self._quartz.CGEventPost(self._quartz.kCGHIDEventTap, event)
            time.sleep(EVENT_PAUSE_S)
            count += len(piece)
        return count

    def _key(self, code: int, flags: int) -> None:
        for pressed in (True, False):
            event = self._quartz.CGEventCreateKeyboardEvent(None, code, pressed)
            self._quartz.CGEventSetFlags(event, flags)
            self._quartz.CGEventPost(self._quartz.kCGHIDEventTap, event)

    def press(self, chord: str) -> None:
        self._check()
        combo = parse_combo(chord)
        assert combo is not None
        if combo.key not in KEY_CODES:
            raise TypingError(translate("Dictation", "This key cannot be used for pasting."))
        flags = 0
        for name in MODIFIERS:
            flags |= FLAGS[name] if name in combo.modifiers else 0
        self._key(KEY_CODES[combo.key], flags)

    def modifiers_held(self) -> bool:
        """Events carry their own modifiers here: what the user holds does not matter."""
        return False

    def lift(self) -> None:
        """Not needed, see `modifiers_held`."""

    def close(self) -> None:
        return


class MacFocus:
    """Implements `typist.Focus`; a "window" is the program in front."""

    def __init__(self) -> None:
        import AppKit  # type: ignore[import-not-found]

        self._appkit: Any = AppKit

    def knows(self) -> bool:
        return True

    def current(self) -> Window | None:
        front = self._appkit.NSWorkspace.sharedWorkspace().frontmostApplication()
        if front is None:
            return None
        return Window(front.processIdentifier(), str(front.bundleIdentifier() or "").lower(), front.localizedName())

    def _application(self, window: Window) -> Any:
        return self._appkit.NSRunningApplication.runningApplicationWithProcessIdentifier_(window.handle)

    def exists(self, window: Window) -> bool:
        application = self._application(window)
        return application is not None and not application.isTerminated()

    def activate(self, window: Window) -> bool:
        application = self._application(window)
        if application is None:
            return False
        application.activateWithOptions_(self._appkit.NSApplicationActivateIgnoringOtherApps)
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            current = self.current()
            if current is not None and current.handle == window.handle:
                return True
            time.sleep(0.02)
        return False

    def close(self) -> None:
        return

"""Typing on Wayland through a remote-control session of the desktop: it presses the keys for us."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.dictation.portal_session import PortalSession
from app.hotkeys.keys import MODIFIERS, keysym_of, keysym_of_character, parse_combo

GROUP_CHARS = 16
KEY_PAUSE_S = 0.004
_MODIFIER_KEYSYMS = {"ctrl": 0xFFE3, "alt": 0xFFE9, "shift": 0xFFE1, "super": 0xFFEB}


class PortalTypist:
    """Implements `typist.Typist`. Errors of the session come as TypingError."""

    def __init__(self, session: PortalSession) -> None:
        self._session = session

    def can_type_directly(self, text: str) -> bool:
        """Desktops press only what the layout has, and ASCII is on nearly all; the rest goes through the clipboard."""
        if text.isascii():
            return True
        self._session.open()
        return not self._session.has_clipboard

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        count = 0
        for character in text.replace("\r\n", "\n"):
            if count % GROUP_CHARS == 0 and not go_on():
                return count
            self._tap(keysym_of_character(character))
            count += 1
        return count

    def _tap(self, keysym: int) -> None:
        self._session.key(keysym, True)
        self._session.key(keysym, False)
        time.sleep(KEY_PAUSE_S)

    def press(self, chord: str) -> None:
        combo = parse_combo(chord)
        assert combo is not None
        held = [_MODIFIER_KEYSYMS[name] for name in MODIFIERS if name in combo.modifiers]
        for keysym in held:
            self._session.key(keysym, True)
        self._tap(keysym_of(combo.key))
        for keysym in reversed(held):
            self._session.key(keysym, False)

    def modifiers_held(self) -> bool:
        """Not known here."""
        return False

    def lift(self) -> None:
        """The desktop swallows the hotkey's own keys; what else is held is not known."""

    def close(self) -> None:
        self._session.close()

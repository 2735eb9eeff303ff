"""Typing on Wayland through a remote-control session of the desktop: it presses the keys for us."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.hotkeys.keys import MODIFIERS, keysym_of, keysym_of_character, parse_combo
from app.typing.portal_session import PortalSession
from app.typing.typist import TypingError

GROUP_CHARS = 16
KEY_PAUSE_S = 0.004
_MODIFIER_KEYSYMS = {"ctrl": 0xFFE3, "alt": 0xFFE9, "shift": 0xFFE1, "super": 0xFFEB}


class PortalTypist:
    """Implements `typist.Typist`. Errors of the session come as TypingError.

    The desktop presses only what the layout has, drops every other character, and reports no error.
    """

    sees_modifiers = False

    def __init__(
        self,
        session: PortalSession,
        layout_has: Callable[[str], bool | None],
        key_in_some: Callable[[str], int | None] = lambda character: None,
    ) -> None:
        """`layout_has` says whether every layout in use has all of a text, None if it does not know the layouts.
        `key_in_some` gives the kernel's code of the key that has a character in one layout but not in all."""
        self._session = session
        self._layout_has = layout_has
        self._key_in_some = key_in_some

    def can_type(self, text: str) -> bool:
        """Where the layouts are not known, ASCII is typed if there is no clipboard to paste from: nearly all have it."""
        known = self._layout_has(text)
        if known is not None:
            return known
        self._session.open()
        return text.isascii() and not self._session.has_clipboard

    def can_type_directly(self, text: str) -> bool:
        return self.can_type(text)

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        self._session.open()
        count = 0
        for character in text.replace("\r\n", "\n"):
            if count % GROUP_CHARS == 0 and not go_on():
                return count
            try:
                self._tap(keysym_of_character(character))
            except TypingError as error:
                error.typed = count
                raise
            count += 1
        return count

    def _tap(self, keysym: int) -> None:
        self._session.key(keysym, True)
        self._session.key(keysym, False)
        time.sleep(KEY_PAUSE_S)

    def _tap_in_chord(self, key: str) -> None:
        """While a Russian layout is in use the desktop drops a `v`. Its key is pressed, as a user does: programs look for
        shortcuts in the other layouts, too."""
        code = self._key_in_some(key) if len(key) == 1 else None
        if code is None:
            self._tap(keysym_of(key))
            return
        self._session.key_at(code, True)
        self._session.key_at(code, False)
        time.sleep(KEY_PAUSE_S)

    def press(self, chord: str) -> None:
        combo = parse_combo(chord)
        assert combo is not None
        self._session.open()
        held = [_MODIFIER_KEYSYMS[name] for name in MODIFIERS if name in combo.modifiers]
        for keysym in held:
            self._session.key(keysym, True)
        self._tap_in_chord(combo.key)
        for keysym in reversed(held):
            self._session.key(keysym, False)

    def modifiers_held(self) -> bool:
        """Not known here."""
        return False

    def lift(self) -> None:
        """Cannot be done here: text waits until the hotkey comes up."""

    def close(self) -> None:
        self._session.close()

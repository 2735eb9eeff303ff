"""Typing on Wayland through the RemoteDesktop portal: the desktop presses the keys for us, after one question.

All calls have a limit, and a refusal is remembered: the second dictation does not wait for what failed at the first.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from .keys import MODIFIERS, keysym_of, keysym_of_character, parse_combo
from .portal import DIALOG_TIMEOUT_S, PortalConnection, PortalError
from .typist import TypingError

log = logging.getLogger(__name__)

INTERFACE = "RemoteDesktop"
KEYBOARD = 1
PERSIST_UNTIL_REVOKED = 2
KEY_PAUSE_S = 0.004
_MODIFIER_KEYSYMS = {"ctrl": 0xFFE3, "alt": 0xFFE9, "shift": 0xFFE1, "super": 0xFFEB}


class PortalTypist:
    """Implements `typist.Typist`. Connects at the first use.

    Args:
        token: what the desktop gave last time, so that it need not ask again.
        save_token: called with the new one; each works once.
    """

    def __init__(self, address: str, token: str, save_token: Callable[[str], None]) -> None:
        self._address = address
        self._token = token
        self._save_token = save_token
        self._connection: PortalConnection | None = None
        self._session = ""
        self._refused = ""

    def _open(self) -> PortalConnection:
        """Raises TypingError."""
        if self._refused:
            raise TypingError(self._refused)
        if self._connection is not None:
            return self._connection
        connection = None
        try:
            connection = PortalConnection(self._address)
            self._session = connection.create_session(INTERFACE)
            options: dict[str, Any] = {"types": ("u", KEYBOARD), "persist_mode": ("u", PERSIST_UNTIL_REVOKED)}
            if self._token:
                options["restore_token"] = ("s", self._token)
            connection.request(INTERFACE, "SelectDevices", "oa{sv}", (self._session,), options)
            results = connection.request(
                INTERFACE, "Start", "osa{sv}", (self._session, ""), {}, timeout_s=DIALOG_TIMEOUT_S
            )
        except PortalError as error:
            if connection is not None:
                connection.close()
            self._refused = str(error)
            raise TypingError(self._refused) from error
        self._token = str(results.get("restore_token", ("s", ""))[1])
        if self._token:
            self._save_token(self._token)
        self._connection = connection
        return connection

    def can_type_directly(self, text: str) -> bool:
        """Desktops press only keysyms that the layout has; ASCII is on nearly all of them."""
        return text.isascii()

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        count = 0
        for character in text.replace("\r\n", "\n"):
            if count % 16 == 0 and not go_on():
                return count
            self._tap(keysym_of_character(character))
            count += 1
        return count

    def _tap(self, keysym: int) -> None:
        self._key(keysym, True)
        self._key(keysym, False)
        time.sleep(KEY_PAUSE_S)

    def _key(self, keysym: int, pressed: bool) -> None:
        connection = self._open()
        try:
            connection.call(INTERFACE, "NotifyKeyboardKeysym", "oa{sv}iu", (self._session, {}, keysym, int(pressed)))
        except PortalError as error:
            self._refused = str(error)
            self.close()
            raise TypingError(self._refused) from error

    def press(self, chord: str) -> None:
        combo = parse_combo(chord)
        assert combo is not None
        held = [_MODIFIER_KEYSYMS[name] for name in MODIFIERS if name in combo.modifiers]
        for keysym in held:
            self._key(keysym, True)
        self._tap(keysym_of(combo.key))
        for keysym in reversed(held):
            self._key(keysym, False)

    def modifiers_held(self) -> bool:
        """Not known here."""
        return False

    def lift(self) -> None:
        """The desktop swallows the hotkey's own keys; what else is held is not known."""

    def close(self) -> None:
        if self._connection is None:
            return
        connection, self._connection = self._connection, None
        try:
            connection.close_session(self._session)
        except PortalError as error:
            log.info("closing the keyboard session: %s", error)
        connection.close()

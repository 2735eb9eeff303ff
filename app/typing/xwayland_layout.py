"""Which characters the keyboard has, asked of XWayland: the desktop gives it the keymap of the real keyboards."""

from __future__ import annotations

import logging
from typing import Any

from Xlib import error  # type: ignore[import-untyped]

from app.hotkeys.keys import keysym_of_character
from app.hotkeys.x11_display import X11Error, connect, read_keymap
from app.typing.x11_keyboard import find_key

log = logging.getLogger(__name__)

GROUPS = (0, 1)
"""Layouts that the core protocol shows, one after the other in each row of the keymap."""

WIDEST_OF_TWO = 8
"""Columns of a keymap of two layouts with four levels each. One of more layouts is wider, and is not understood here."""


def every_layout_has(keymap: list[list[int]], text: str) -> bool:
    """Whether each layout of the keymap has every character of `text` on a key, with Shift or without."""
    if max(map(len, keymap), default=0) > WIDEST_OF_TWO:
        return False
    return all(
        find_key(keymap, 0, group, {keysym_of_character(character)}) is not None
        for character in set(text)
        for group in GROUPS
    )


def key_in_some(keymap: list[list[int]], character: str) -> int | None:
    """The kernel's code of the key that has `character` in one of several layouts; None where each has it, or none.

    The keymap begins at X's keycode 8, which is the kernel's code 0.
    """
    if every_layout_has(keymap, character):
        return None
    found = (find_key(keymap, 0, group, {keysym_of_character(character)}) for group in GROUPS)
    return next((key[0] for key in found if key is not None), None)


class XWaylandLayout:
    """See the module. Used from one thread; connects when it is first asked."""

    def __init__(self, display: str) -> None:
        self._display = display
        self._connection: Any = None

    def has(self, text: str) -> bool | None:
        """Whether every layout has all of `text`, None if there is no XWayland."""
        keymap = self._read()
        return None if keymap is None else every_layout_has(keymap, text)

    def key_in_some(self, character: str) -> int | None:
        """See the function of this name; None if there is no XWayland."""
        keymap = self._read()
        return None if keymap is None else key_in_some(keymap, character)

    def _read(self) -> list[list[int]] | None:
        if not self._display:
            return None
        try:
            if self._connection is None:
                self._connection = connect(self._display)
            return read_keymap(self._connection)
        except (X11Error, error.ConnectionClosedError, OSError) as failure:
            log.info("XWayland: %s", failure)
            self._connection = None
            return None

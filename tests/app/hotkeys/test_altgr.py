"""AltGr types text: no shortcut fires and nothing is kept from the window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from app.hotkeys.keys import Combo, parse_combo
from app.hotkeys.pynput import PynputHotkeys
from app.hotkeys.rules import EdgeKind

WM_KEYDOWN, WM_KEYUP, WM_SYSKEYDOWN = 0x0100, 0x0101, 0x0104
LEFT_CTRL, RIGHT_CTRL, LEFT_ALT, RIGHT_ALT = (0xA2, 0x1D), (0xA3, 0x1D), (0xA4, 0x38), (0xA5, 0x38)
INVENTED_CTRL = (0xA2, 0x21D)

TYPED = {
    "pl": {"ą": "A", "ć": "C", "ę": "E", "ł": "L", "ń": "N", "ó": "O", "ś": "S", "ź": "X", "ż": "Z", "€": "U"},
    "cz": {
        "đ": "S",
        "Đ": "D",
        "€": "E",
        "[": "F",
        "]": "G",
        "{": "B",
        "}": "N",
        "@": "V",
        "&": "C",
        "#": "X",
        "|": "W",
    },
    "us-intl": {"á": "A", "é": "E", "í": "I", "ó": "O", "ú": "U", "ö": "P", "ñ": "N", "ß": "S", "ð": "D", "ø": "L"},
    "de": {"@": "Q", "€": "E", "µ": "M", "{": "7", "[": "8", "]": "9", "}": "0", "\\": "\xdb", "~": "\xbb"},
}
"""Layout -> what AltGr types -> virtual key (capital letters and digits are their own)."""


class HookCallEndedError(Exception):
    """What pynput raises to keep an event from the window."""


@dataclass
class HookData:
    """`KBDLLHOOKSTRUCT`, as Windows gives it to the hook."""

    vkCode: int  # noqa: N815 - Windows' own names
    scanCode: int  # noqa: N815
    flags: int = 0


class Listener:
    def suppress_event(self) -> None:
        raise HookCallEndedError


class WindowsKeyboard:
    """Feeds the hook; keeps what fired and what the window did not get."""

    def __init__(self, *keys: str) -> None:
        self.fired: list[str] = []
        self.swallowed: list[int] = []
        self._hotkeys = PynputHotkeys(
            lambda edge: self.fired.append(edge.binding) if edge.kind is EdgeKind.DOWN else None, print, "windows"
        )
        self._hotkeys._listener = Listener()
        combos = {key: parse_combo(key) for key in keys}
        self._hotkeys.set_bindings({key: combo for key, combo in combos.items() if isinstance(combo, Combo)})

    def event(self, message: int, vk: int, scan: int) -> None:
        try:
            assert self._hotkeys._windows_event(message, HookData(vk, scan)) is False
        except HookCallEndedError:
            self.swallowed.append(vk)

    def chord(self, held: Iterable[tuple[int, int]], vk: int) -> None:
        held = list(held)
        for key in [*held, (vk, 0x20)]:
            self.event(WM_SYSKEYDOWN if (0xA5, 0x38) in held else WM_KEYDOWN, *key)
        for key in [(vk, 0x20), *reversed(held)]:
            self.event(WM_KEYUP, *key)


def bound_to(letter: str) -> list[str]:
    key = {"\xdb": "[", "\xbb": "="}.get(letter, letter.lower())
    return [f"{held}+{key}" for held in ("ctrl+alt", "ctrl", "alt")]


@pytest.mark.parametrize(
    ("layout", "character", "key"),
    [(layout, character, key) for layout, table in TYPED.items() for character, key in table.items()],
)
def test_what_altgr_types_on_windows_is_no_shortcut(layout: str, character: str, key: str) -> None:
    keyboard = WindowsKeyboard(*bound_to(key), "left ctrl")
    keyboard.chord([INVENTED_CTRL, RIGHT_ALT], ord(key))
    assert (keyboard.fired, keyboard.swallowed) == ([], []), f"{character} on {layout}"


@pytest.mark.parametrize("held", [[LEFT_CTRL, LEFT_ALT], [RIGHT_CTRL, LEFT_ALT], [LEFT_ALT, LEFT_CTRL]])
def test_ctrl_and_alt_by_hand_are_a_shortcut(held: list[tuple[int, int]]) -> None:
    keyboard = WindowsKeyboard("ctrl+alt+o")
    keyboard.chord([INVENTED_CTRL, RIGHT_ALT], ord("O"))
    keyboard.chord(held, ord("O"))
    assert keyboard.fired == ["ctrl+alt+o"]
    assert keyboard.swallowed == [ord("O")] * 2


def test_the_right_alt_of_a_layout_without_altgr_is_an_alt() -> None:
    keyboard = WindowsKeyboard("ctrl+alt+o", "alt+p")
    keyboard.chord([LEFT_CTRL, RIGHT_ALT], ord("O"))
    keyboard.chord([RIGHT_ALT], ord("P"))
    assert keyboard.fired == ["ctrl+alt+o", "alt+p"]


def test_altgr_alone_can_be_a_shortcut() -> None:
    keyboard = WindowsKeyboard("right alt")
    keyboard.event(WM_SYSKEYDOWN, *INVENTED_CTRL)
    keyboard.event(WM_SYSKEYDOWN, *RIGHT_ALT)
    assert keyboard._hotkeys._rules.expire(float("inf"))[0].binding == "right alt"

"""Names of keys and combinations."""

from __future__ import annotations

import pytest

from app.hotkeys.desktop_page import settings_page
from app.hotkeys.keys import (
    SIDED,
    Combo,
    KeyNameError,
    is_plain_typing,
    key_of_keysym,
    keysym_of,
    keysym_of_character,
    parse_combo,
    portal_trigger,
)


@pytest.mark.parametrize(
    ("text", "combo"),
    [
        ("ctrl+alt+d", Combo("d", frozenset({"ctrl", "alt"}))),
        ("Alt+Ctrl+D", Combo("d", frozenset({"ctrl", "alt"}))),
        ("right ctrl", Combo("right ctrl")),
        ("f9", Combo("f9")),
        ("ctrl++", Combo("+", frozenset({"ctrl"}))),
        ("super+page up", Combo("page up", frozenset({"super"}))),
        ("", None),
    ],
)
def test_a_combination_is_read(text: str, combo: Combo | None) -> None:
    assert parse_combo(text) == combo


@pytest.mark.parametrize("text", ["hyper+d", "ctrl+", "ctrl+alt", "ctrl+right alt", "ctrl+nonsense"])
def test_nonsense_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(KeyNameError, match="is not a valid shortcut"):
        parse_combo(text)


@pytest.mark.parametrize("text", ["ctrl+alt+d", "right ctrl", "shift+f9", "ctrl++", "super+space"])
def test_what_is_written_is_read_again(text: str) -> None:
    combo = parse_combo(text)
    assert combo is not None
    assert parse_combo(str(combo)) == combo


@pytest.mark.parametrize(
    ("text", "typing"),
    [
        ("a", True), ("shift+a", True), ("enter", True), ("space", True), ("shift+insert", False), ("ctrl+a", False),
        ("f9", False), ("shift+f9", False), ("right ctrl", False), ("pause", False), ("ü", True),
    ],
)  # fmt: skip
def test_keys_of_everyday_typing_are_no_hotkeys(text: str, typing: bool) -> None:
    combo = parse_combo(text)
    assert combo is not None
    assert is_plain_typing(combo) is typing


@pytest.mark.parametrize("key", ["a", "7", "ü", "ж", "space", "f12", "page down", "right alt", *SIDED])
def test_keysyms_and_names_agree(key: str) -> None:
    assert key_of_keysym(keysym_of(key)) == key


@pytest.mark.parametrize(
    ("character", "keysym"),
    [("a", 0x61), ("ü", 0xFC), ("你", 0x1004F60), ("😀", 0x101F600), ("\n", 0xFF0D), ("\t", 0xFF09), ("–", 0x1002013)],
)
def test_characters_have_their_keysym(character: str, keysym: int) -> None:
    assert keysym_of_character(character) == keysym


@pytest.mark.parametrize(
    ("text", "trigger"),
    [
        ("ctrl+alt+d", "CTRL+ALT+d"), ("super+f9", "LOGO+F9"), ("shift+space", "SHIFT+space"),
        ("ctrl+page up", "CTRL+Page_Up"), ("ctrl+,", "CTRL+comma"), ("pause", "Pause"), ("right ctrl", "Control_R"),
    ],
)  # fmt: skip
def test_combinations_are_written_as_the_desktops_want_them(text: str, trigger: str) -> None:
    combo = parse_combo(text)
    assert combo is not None
    assert portal_trigger(combo) == trigger


@pytest.mark.parametrize(
    ("desktop", "program"),
    [("ubuntu:GNOME", "gnome-control-center"), ("KDE", "systemsettings"), ("sway", ""), ("", "")],
)
def test_the_page_of_the_desktops_own_settings(desktop: str, program: str) -> None:
    assert next(iter(settings_page({"XDG_CURRENT_DESKTOP": desktop})), "") == program

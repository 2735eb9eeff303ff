"""What can be held of the other systems' keyboards on any system: records, codes, chunks, helper programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from app.hotkeys.pynput import PynputHotkeys, pynput_key_name, windows_key_name
from app.typing.macos_keyboard import chunks_of
from app.typing.typist import TypingError, Window
from app.typing.wayland_tools import WtypeTypist, YdotoolTypist, ydotool_arguments
from app.typing.windows_keyboard import (
    EXTENDED,
    KEYUP,
    UNICODE,
    VK_NONE,
    KeyInput,
    WindowsFocus,
    WindowsTypist,
    chord_inputs,
    inputs_for,
)


def test_windows_types_utf16_units() -> None:
    assert inputs_for("é") == [KeyInput(0, 0xE9, UNICODE), KeyInput(0, 0xE9, UNICODE | KEYUP)]
    assert [record.scan for record in inputs_for("😀")] == [0xD83D, 0xDE00, 0xD83D, 0xDE00]
    assert inputs_for("\r\n") == [KeyInput(0x0D, 0, 0), KeyInput(0x0D, 0, KEYUP)]
    assert inputs_for("\t")[0].vk == 0x09


@pytest.mark.parametrize("text", ["Héllo 你好", "👩‍💻🎉", "abc"])
def test_windows_records_decode_to_the_text(text: str) -> None:
    units = [record.scan for record in inputs_for(text) if not record.flags & KEYUP]
    assert b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le") == text


def test_windows_chords_hold_their_modifiers() -> None:
    assert [(record.vk, record.flags) for record in chord_inputs("ctrl+shift+v")] == [
        (0x11, 0), (0x10, 0), (0x56, 0), (0x56, KEYUP), (0x10, KEYUP), (0x11, KEYUP),
    ]  # fmt: skip
    with pytest.raises(TypingError):
        chord_inputs("ctrl+page up")


def test_windows_tells_insert_from_the_number_pad_by_a_flag() -> None:
    assert [(record.vk, record.flags) for record in chord_inputs("shift+insert")] == [
        (0x10, 0), (0x2D, EXTENDED), (0x2D, EXTENDED | KEYUP), (0x10, KEYUP),
    ]  # fmt: skip


class FakeWindows:
    """The calls of user32 that the typist uses."""

    def __init__(self) -> None:
        self.sent: list[KeyInput] = []
        self.down: set[int] = set()
        self.blocked = False
        self.takes = True
        self.window = 7

    def send(self, records: list[KeyInput]) -> int:
        self.sent += records
        return len(records) if self.takes else 0

    def key_down(self, vk: int) -> bool:
        return vk in self.down

    def foreground(self) -> int:
        return self.window

    def describe(self, window: int) -> tuple[str, str, bool]:
        return "Notepad.exe", "Untitled", self.blocked

    def exists(self, window: int) -> bool:
        return window == self.window

    def set_foreground(self, window: int) -> None:
        self.window = window


def test_windows_types_what_it_is_given_and_stops_when_told_to() -> None:
    api = FakeWindows()
    assert WindowsTypist(api).type_text("a" * 70, iter([True, True, False]).__next__) == 64
    assert len(api.sent) == 128


def test_windows_says_when_the_system_keeps_keys_from_a_window() -> None:
    api = FakeWindows()
    api.blocked = True
    with pytest.raises(TypingError, match="blocked"):
        WindowsTypist(api).type_text("a", lambda: True)
    assert api.sent == []
    api.blocked, api.takes = False, False
    with pytest.raises(TypingError, match="blocked"):
        WindowsTypist(api).press("ctrl+v")


def test_windows_lifts_without_opening_a_menu() -> None:
    api = FakeWindows()
    api.down = {0xA4}  # left Alt
    typist = WindowsTypist(api)
    assert typist.modifiers_held()
    typist.lift()
    assert [(record.vk, record.flags) for record in api.sent] == [(VK_NONE, 0), (VK_NONE, KEYUP), (0xA4, KEYUP)]


def test_windows_lifts_the_keys_on_the_right_as_those() -> None:
    """Without the flag the left Ctrl comes up, and the right one, the default key for dictation, stays down."""
    api = FakeWindows()
    api.down = {0xA2, 0xA3, 0xA5, 0x5B, 0x5C}
    WindowsTypist(api).lift()
    assert {record.vk: record.flags for record in api.sent[2:]} == {
        0xA2: KEYUP,
        **dict.fromkeys((0xA3, 0xA5, 0x5B, 0x5C), EXTENDED | KEYUP),
    }


def test_windows_names_the_window_in_front() -> None:
    api = FakeWindows()
    focus = WindowsFocus(api)
    current = focus.current()
    assert current is not None
    assert (current.handle, current.application, current.title) == (7, "notepad.exe", "Untitled")
    assert focus.activate(Window(9))
    assert focus.exists(Window(9))


def test_mac_chunks_cut_no_character() -> None:
    text = "a" * 19 + "😀" + "b\nc" + "你" * 25
    pieces = chunks_of(text)
    assert "".join(pieces) == text
    assert all(len(piece.encode("utf-16-le")) // 2 <= 20 for piece in pieces)
    assert "\n" in pieces


@pytest.mark.parametrize(
    ("vk", "name"),
    [(0x44, "d"), (0x37, "7"), (0xA3, "right ctrl"), (0x78, "f9"), (0xBC, ","), (0xE7, "code 231")],
)
def test_windows_key_codes(vk: int, name: str) -> None:
    assert windows_key_name(vk) == name


class Key:
    def __init__(self, name: str | None = None, char: str | None = None, vk: int | None = None) -> None:
        if name is not None:
            self.name = name
        self.char, self.vk = char, vk


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Key("ctrl_r"), "right ctrl"), (Key("alt_gr"), "right alt"), (Key("f9"), "f9"), (Key(char="D"), "d"),
        (Key(char="\x04", vk=68), "d"), (Key(char=None, vk=300), "code 300"), (None, "code 0"),
    ],
)  # fmt: skip
def test_pynput_keys(key: Key | None, name: str) -> None:
    assert pynput_key_name(key) == name


def test_pynput_events_become_edges_and_injected_ones_do_not() -> None:
    from app.hotkeys.keys import Combo

    edges: list[str] = []
    hotkeys = PynputHotkeys(lambda edge: edges.append(edge.kind.value), lambda text: None, "x11")
    hotkeys.set_bindings({"hold": Combo("d", frozenset({"ctrl"}))})
    for key in (Key("ctrl_l"), Key(char="d")):
        hotkeys._pressed(key, injected=True)
    assert edges == []
    for key in (Key("ctrl_l"), Key(char="d"), Key(char="d")):
        hotkeys._pressed(key)
    hotkeys._released(Key(char="d"))
    assert edges == ["down", "up"]


def helper(folder: Path, name: str, status: int = 0, words: str = "not allowed") -> dict[str, str]:
    """A program that notes its arguments and input, then ends with `status` and these words."""
    script = folder / name
    script.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$*" >> "{folder}/{name}.log"\n'
        f'case "$*" in *"-") cat >> "{folder}/{name}.in";; esac\necho "{words}" >&2\nexit {status}\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}


@pytest.mark.skipif(sys.platform == "win32", reason="programs of Wayland desktops, played by shell scripts")
def test_wtype_is_given_the_text_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = helper(tmp_path, "wtype")
    monkeypatch.setenv("PATH", env["PATH"])
    typist = WtypeTypist(env)
    text = "Héllo 你好 😀\n" * 8
    assert typist.type_text(text, lambda: True) == len(text)
    assert (tmp_path / "wtype.in").read_text(encoding="utf-8") == text
    typist.press("ctrl+shift+v")
    assert (tmp_path / "wtype.log").read_text().splitlines()[-1] == "-M ctrl -M shift -k v -m shift -m ctrl"


@pytest.mark.skipif(sys.platform == "win32", reason="programs of Wayland desktops, played by shell scripts")
@pytest.mark.parametrize(
    ("words", "calls"), [("Compositor does not support the virtual keyboard protocol", 1), ("not allowed", 2)]
)
def test_a_wtype_that_can_never_type_here_is_asked_once_and_any_other_again(
    words: str, calls: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = helper(tmp_path, "wtype", status=1, words=words)
    monkeypatch.setenv("PATH", env["PATH"])
    typist = WtypeTypist(env)
    for _ in range(2):
        with pytest.raises(TypingError, match=f"wtype failed: {words}"):
            typist.type_text("a", lambda: True)
    assert len((tmp_path / "wtype.log").read_text().splitlines()) == calls


@pytest.mark.skipif(sys.platform == "win32", reason="programs of Wayland desktops, played by shell scripts")
def test_a_wtype_that_fails_in_the_middle_says_how_much_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = helper(tmp_path, "wtype")
    monkeypatch.setenv("PATH", env["PATH"])
    calls = 0

    def break_it() -> bool:
        nonlocal calls
        calls += 1
        if calls == 3:
            helper(tmp_path, "wtype", status=1)
        return True

    with pytest.raises(TypingError) as caught:
        WtypeTypist(env).type_text("a" * 210, break_it)
    assert caught.value.typed == 128


@pytest.mark.skipif(sys.platform == "win32", reason="programs of Wayland desktops, played by shell scripts")
def test_ydotool_is_given_key_codes_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = helper(tmp_path, "ydotool")
    monkeypatch.setenv("PATH", env["PATH"])
    typist = YdotoolTypist(env)
    typist.press("ctrl+v")
    assert (tmp_path / "ydotool.log").read_text() == "key 29:1 47:1 47:0 29:0\n"
    with pytest.raises(TypingError):
        typist.type_text("a", lambda: True)
    assert ydotool_arguments("shift+insert") == ["42:1", "110:1", "110:0", "42:0"]

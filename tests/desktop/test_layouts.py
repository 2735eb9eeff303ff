"""Typing and shortcuts on keyboards of other places, and what another program changes about the keyboard meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.dictation.typist import TypingError
from app.dictation.x11_keyboard import X11Typist
from app.hotkeys.ledger import Ledger
from app.hotkeys.x11_display import connect
from tests.desktop.conftest import need_programs
from tests.desktop.kit import Desktop, wait_until

LAYOUTS = ["us", "us -variant intl", "gb", "de", "de -variant neo", "fr", "fr -variant bepo", "ch", "es", "pl", "tr"]
LAYOUTS += ["ru", "gr", "us -variant dvorak"]
TEXT = "Mail a@b.de [1] {2} 3|4 ~^`\\ <>&%$#*+=_-;:'\"?!/() é ß Ü ı ł щ λ 你好 🙂\n"


class Terminal:
    """An xterm that writes what is typed into it to a file."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self._file = folder / "typed"
        self._file.touch()
        listen = f"stty -echo -icanon; exec cat > {self._file}"
        desktop.start("xterm", "-u8", "-T", "LAYOUTS", "-e", "bash", "-c", listen)
        window = desktop.find_window("LAYOUTS")
        desktop.xdotool("windowactivate", "--sync", window)
        wait_until(lambda: desktop.xdotool("getwindowfocus") == window, what="the focus")

    @property
    def text(self) -> str:
        return self._file.read_text("utf-8", "replace")

    def wait_for(self, text: str) -> None:
        wait_until(lambda: len(self.text) >= len(text), 10, f"{text!r}, have {self.text!r}")
        assert self.text == text


@pytest.fixture
def terminal(desktop: Desktop, tmp_path: Path) -> Iterator[Terminal]:
    need_programs(("xterm", "setxkbmap"))
    yield Terminal(desktop, tmp_path)
    set_layout(desktop, "us -option ''")


def set_layout(desktop: Desktop, layout: str) -> None:
    """What a desktop does at a choice of layout, and when a keyboard is plugged in."""
    desktop.run("setxkbmap", *[part.strip("'") for part in layout.split()])


@pytest.fixture
def typist(desktop: Desktop) -> Iterator[X11Typist]:
    typist = X11Typist(Ledger(), desktop.env["DISPLAY"])
    yield typist
    typist.close()


def test_every_character_arrives_on_every_layout_however_often_it_is_set(
    desktop: Desktop, terminal: Terminal, typist: X11Typist
) -> None:
    expected = ""
    for layout in LAYOUTS:
        for _ in ("chosen", "set anew while the program runs"):
            set_layout(desktop, layout)
            assert typist.type_text(TEXT, lambda: True) == len(TEXT)
            expected += TEXT
            terminal.wait_for(expected)


def test_every_character_arrives_in_the_third_layout_of_four(
    desktop: Desktop, terminal: Terminal, typist: X11Typist
) -> None:
    set_layout(desktop, "us,ru,fr,gr -option grp:shifts_toggle")
    expected = ""
    for _ in range(4):
        assert typist.type_text(TEXT, lambda: True) == len(TEXT)
        expected += TEXT
        terminal.wait_for(expected)
        desktop.xdotool("keydown", 50, "key", 62, "keyup", 50)  # both Shift keys: the desktop's own switch


def test_a_layout_that_is_set_while_text_is_typed_is_never_called_inserted(
    desktop: Desktop, terminal: Terminal, typist: X11Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    tapped = 0
    tap = typist._tap

    def tap_and_change(keycode: int, shift: int | None) -> None:
        nonlocal tapped
        tapped += 1
        if tapped == 60:  # in the second group
            typist._connection.sync()
            set_layout(desktop, "ru")
        tap(keycode, shift)

    monkeypatch.setattr(typist, "_tap", tap_and_change)
    with pytest.raises(TypingError) as failure:
        typist.type_text("a[" * 60, lambda: True)
    assert failure.value.typed == 48


def test_keys_of_a_process_that_was_killed_are_used_again_unless_the_layout_has_taken_them(
    desktop: Desktop, terminal: Terminal
) -> None:
    killed = X11Typist(Ledger(), desktop.env["DISPLAY"])
    killed.type_text("好", lambda: True)
    [(code, *_)] = killed._bound().items()
    killed._connection.close()
    heir = X11Typist(Ledger(), desktop.env["DISPLAY"])
    assert code in {slot[0] for slot in heir._slots}
    other = connect(desktop.env["DISPLAY"])
    other.change_keyboard_mapping(code, [[0x61, 0x41, 0x61, 0x41]])
    other.sync()
    heir.type_text("好", lambda: True)
    assert code not in {slot[0] for slot in heir._slots}
    heir.close()
    assert list(other.get_keyboard_mapping(code, 1)[0])[:2] == [0x61, 0x41]
    other.close()
    terminal.wait_for("好好")

"""Typing and shortcuts on keyboards of other places, and what another program changes about the keyboard meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from Xlib import X, error

from app.hotkeys.keys import Combo, parse_combo
from app.hotkeys.ledger import Ledger
from app.hotkeys.rules import Edge, EdgeKind
from app.hotkeys.x11 import X11Hotkeys, is_taken
from app.hotkeys.x11_display import connect
from app.typing.typist import TypingError
from app.typing.x11_keyboard import X11Typist
from tests.desktop.conftest import need_programs
from tests.desktop.kit import Desktop, KitError, wait_until

RAW_KEY_RELEASE = 14  # of XInput 2
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
    typist = X11Typist(Ledger(), desktop.display)
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
    killed = X11Typist(Ledger(), desktop.display)
    killed.type_text("好", lambda: True)
    [(code, *_)] = killed._bound().items()
    killed._connection.close()
    heir = X11Typist(Ledger(), desktop.display)
    assert code in {slot[0] for slot in heir._slots}
    other = connect(desktop.display)
    other.change_keyboard_mapping(code, [[0x61, 0x41, 0x61, 0x41]])
    other.sync()
    heir.type_text("好", lambda: True)
    assert code not in {slot[0] for slot in heir._slots}
    heir.close()
    assert list(other.get_keyboard_mapping(code, 1)[0])[:2] == [0x61, 0x41]
    other.close()
    terminal.wait_for("好好")


class Shortcuts:
    """Ctrl+Alt+D and F8, listened to on the desktop; what fired and what was reported."""

    def __init__(self, desktop: Desktop) -> None:
        self.fired: list[str] = []
        self.conflicts: list[str] = []
        self.messages: list[str] = []
        self._desktop = desktop
        self.listener = X11Hotkeys(
            self._edge, lambda name, _: self.conflicts.append(name), self.messages.append, Ledger(), desktop.display
        )
        self.listener.start()
        self.bind(letter="ctrl+alt+d", function="f8")

    def bind(self, **keys: str) -> None:
        self.listener.set_bindings({name: combo for name, text in keys.items() if (combo := parse_combo(text))})
        self.settle()

    def settle(self) -> None:
        wait_until(lambda: self.listener.settled, what="the shortcuts to be bound")

    def _edge(self, edge: Edge) -> None:
        if edge.kind is EdgeKind.DOWN:
            self.fired.append(edge.binding)

    def fires(self, binding: str, *keycodes: int) -> bool:
        """Whether it fires when these keys are pressed together."""
        before = len(self.fired)
        self._desktop.xdotool(*[part for code in keycodes for part in ("keydown", code)])
        self._desktop.xdotool(*[part for code in reversed(keycodes) for part in ("keyup", code)])
        try:
            wait_until(lambda: len(self.fired) > before, 1.5)
        except KitError:
            return False
        return self.fired[before:] == [binding]


CTRL, ALT, D, DVORAK_D, F8, CAPS_LOCK, NUM_LOCK, RIGHT_SHIFT, LEFT_SHIFT = 37, 64, 40, 43, 74, 66, 77, 62, 50
RIGHT_CTRL = 105


@pytest.fixture
def shortcuts(desktop: Desktop) -> Iterator[Shortcuts]:
    need_programs(("setxkbmap",))
    shortcuts = Shortcuts(desktop)
    yield shortcuts
    shortcuts.listener.stop()
    set_layout(desktop, "us -option ''")


def d_key(desktop: Desktop) -> int:
    """Where the D is; on a layout without Latin letters, where it was."""
    keymap = connect(desktop.display)
    code = keymap.keysym_to_keycode(ord("d"))
    keymap.close()
    return code or D


def test_shortcuts_fire_on_every_layout_however_it_is_set(desktop: Desktop, shortcuts: Shortcuts) -> None:
    for layout in LAYOUTS:
        for _ in range(2):
            set_layout(desktop, layout)
            position = d_key(desktop)
            wait_until(lambda at=position: is_held(desktop, at), 5, f"the grab on {layout}")
            assert shortcuts.fires("letter", CTRL, ALT, position), layout
            assert shortcuts.fires("function", F8), layout
    assert shortcuts.conflicts == []
    assert shortcuts.messages == []


def is_held(desktop: Desktop, keycode: int) -> bool:
    """Whether the keycode is grabbed with Ctrl+Alt."""
    probe = connect(desktop.display)
    refused = error.CatchError(error.BadAccess)
    mask = X.ControlMask | X.Mod1Mask
    probe.screen().root.grab_key(keycode, mask, False, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
    probe.sync()
    probe.close()
    return refused.get_error() is not None


@pytest.mark.parametrize("lock", [CAPS_LOCK, NUM_LOCK])
def test_shortcuts_fire_with_a_lock_on(desktop: Desktop, shortcuts: Shortcuts, lock: int) -> None:
    desktop.xdotool("key", lock)
    try:
        for layout in ("us", "ru"):
            set_layout(desktop, layout)
            wait_until(lambda: is_held(desktop, D), 5, "the grab")
            assert shortcuts.fires("letter", CTRL, ALT, D), layout
    finally:
        desktop.xdotool("key", lock)


def test_shortcuts_fire_in_every_layout_of_a_keyboard_with_four(desktop: Desktop, shortcuts: Shortcuts) -> None:
    set_layout(desktop, "ru,us,gr,fr -option grp:shifts_toggle")
    for number in range(4):
        assert shortcuts.fires("letter", CTRL, ALT, D), number
        desktop.xdotool("keydown", LEFT_SHIFT, "key", RIGHT_SHIFT, "keyup", LEFT_SHIFT)


def test_a_shortcut_stays_where_it_was_in_the_last_latin_layout(desktop: Desktop, shortcuts: Shortcuts) -> None:
    set_layout(desktop, "us -variant dvorak")
    wait_until(lambda: is_held(desktop, DVORAK_D), 5, "the grab of the D of Dvorak")
    set_layout(desktop, "ru")
    assert shortcuts.fires("letter", CTRL, ALT, DVORAK_D)
    assert not shortcuts.fires("letter", CTRL, ALT, D)


def test_the_reason_is_the_true_one_and_a_refused_shortcut_is_tried_again(
    desktop: Desktop, shortcuts: Shortcuts
) -> None:
    shortcuts.bind(foreign="ctrl+alt+д")
    assert shortcuts.conflicts == []
    assert [message for message in shortcuts.messages if "no such key" in message and "Д" in message]
    set_layout(desktop, "ru")
    wait_until(lambda: shortcuts.fires("foreign", CTRL, ALT, 46), 5, "the key of the Russian layout")
    combo = parse_combo("ctrl+alt+ж")
    assert combo is not None
    assert not is_taken(combo, desktop.display)


def test_what_another_program_has_is_tried_again_and_reported_once(desktop: Desktop, shortcuts: Shortcuts) -> None:
    other = connect(desktop.display)
    mask = X.ControlMask | X.Mod1Mask
    other.screen().root.grab_key(42, mask, False, X.GrabModeAsync, X.GrabModeAsync)
    other.sync()
    shortcuts.bind(own="ctrl+alt+g")
    for layout in ("de", "us"):
        set_layout(desktop, layout)
    assert not shortcuts.fires("own", CTRL, ALT, 42)
    assert shortcuts.conflicts == ["own"]
    other.close()
    set_layout(desktop, "de")
    wait_until(lambda: shortcuts.fires("own", CTRL, ALT, 42), 5, "the shortcut that is free now")
    assert shortcuts.conflicts == ["own"]


def test_what_altgr_types_is_no_shortcut(desktop: Desktop, shortcuts: Shortcuts) -> None:
    shortcuts.bind(alt="alt+o", both="ctrl+alt+o", plain="f8")
    set_layout(desktop, "pl")
    altgr, o_key = 108, 32
    assert not shortcuts.fires("alt", altgr, o_key)
    assert not shortcuts.fires("plain", altgr, F8)
    assert shortcuts.fires("alt", ALT, o_key)
    assert shortcuts.fires("both", CTRL, ALT, o_key)


def test_a_release_that_was_never_reported_is_found_and_the_typists_own_is_not_one(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    edges: list[EdgeKind] = []
    lifting: list[bool] = []
    ledger = Ledger()
    listener = X11Hotkeys(
        lambda edge: edges.append(edge.kind), lambda name, _: None, lambda text: None, ledger, desktop.display
    )
    typist = X11Typist(ledger, desktop.display)
    heard = listener._raw_event

    def without_releases(grabs: Any, event: Any) -> None:
        if getattr(event, "evtype", 0) != RAW_KEY_RELEASE or lifting:
            heard(grabs, event)

    monkeypatch.setattr(listener, "_raw_event", without_releases)

    def look() -> None:
        listener.check_held()
        wait_until(lambda: listener.settled, what="the look at the keyboard")

    try:
        listener.start()
        listener.set_bindings({"hold": Combo("right ctrl")})
        wait_until(lambda: listener.settled, what="the binding")
        desktop.xdotool("keydown", RIGHT_CTRL)
        wait_until(lambda: edges == [EdgeKind.DOWN], what="the press")
        look()
        assert edges == [EdgeKind.DOWN], "the key is down"
        desktop.xdotool("keyup", RIGHT_CTRL)
        look()
        assert edges == [EdgeKind.DOWN, EdgeKind.UP]
        desktop.xdotool("keydown", RIGHT_CTRL)
        wait_until(lambda: len(edges) == 3, what="the second press")
        lifting.append(True)
        typist.lift()
        look()
        assert edges[2:] == [EdgeKind.DOWN], "the finger is still on it"
    finally:
        desktop.xdotool("keyup", RIGHT_CTRL)
        listener.stop()
        typist.close()

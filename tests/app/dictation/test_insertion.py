"""How text gets into windows: who presses the keys, and the insertion thread with a keyboard that is a list."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.dictation.desktop import open_desktop
from app.dictation.insertion import Inserter, InsertSettings
from app.dictation.insertion_plan import REMEMBERED
from app.hotkeys.backends import InsertMeans, choose_backend, choose_typist
from app.hotkeys.ledger import Ledger
from app.typing.typist import Readings, TypingError, UnknownFocus, Window

A, B = Window(1, "editor", "Letter"), Window(2, "browser", "Web")


@pytest.mark.parametrize(
    ("env", "platform", "portal", "name"),
    [
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, "linux", 0, "x11"),
        ({"DISPLAY": ":0"}, "linux", 2, "x11"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", 2, "portal"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", 0, "none"),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, "linux", 0, "none"),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "Wayland"}, "linux", 1, "portal"),
        ({}, "linux", 0, "none"),
        ({}, "win32", 0, "pynput"),
        ({"DISPLAY": ":0"}, "darwin", 0, "pynput"),
    ],
)
def test_the_hotkey_backend(env: dict[str, str], platform: str, portal: int, name: str) -> None:
    choice = choose_backend(env, platform, portal_version=portal)
    assert choice.name == name
    assert bool(choice.reason) is (name == "none")


WAYLAND = {"WAYLAND_DISPLAY": "wayland-0"}


@pytest.mark.parametrize(
    ("env", "platform", "means", "name"),
    [
        ({"DISPLAY": ":0"}, "linux", InsertMeans(), "x11"),
        ({}, "win32", InsertMeans(), "windows"),
        ({}, "darwin", InsertMeans(), "macos"),
        ({**WAYLAND, "XDG_CURRENT_DESKTOP": "sway"}, "linux", InsertMeans(True, True, False), "wtype"),
        ({**WAYLAND, "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}, "linux", InsertMeans(True, True, True), "portal"),
        ({**WAYLAND, "XDG_CURRENT_DESKTOP": "KDE"}, "linux", InsertMeans(True, False, True), "portal"),
        ({**WAYLAND, "XDG_CURRENT_DESKTOP": "Hyprland"}, "linux", InsertMeans(False, True, False), "ydotool"),
        ({**WAYLAND, "XDG_CURRENT_DESKTOP": "GNOME"}, "linux", InsertMeans(True, False, False), "none"),
        (WAYLAND, "linux", InsertMeans(), "none"),
        ({}, "linux", InsertMeans(True, True, True), "none"),
    ],
)
def test_who_presses_the_keys(env: dict[str, str], platform: str, means: InsertMeans, name: str) -> None:
    assert choose_typist(env, platform, means) == name


class FakeDesk:
    """Windows, a keyboard and a clipboard that only remember."""

    def __init__(self) -> None:
        self.front: Window | None = A
        self.windows = {1, 2}
        self.typed: dict[int, str] = {}
        self.pressed: list[str] = []
        self.held = 0
        self.lifted = 0
        self.shortcuts = ""  # what was typed while a modifier was down
        self.sees_modifiers = True
        self.typeable = True
        self.direct = True
        self.lends = True
        self.fails = ""
        self.fails_after = 0
        self.manager = False
        self.late = False
        self.takes = True
        self.reads_again_s = 0.0  # as Chromium does; it pastes what is there then
        self.asks = 0  # how often it asks meanwhile what there is to read
        self.lent: list[str] = []
        self.given_back = 0
        self.kept = 0
        self.on_chunk: Callable[[int], None] = lambda count: None

    # typist
    def can_type(self, text: str) -> bool:
        return self.typeable

    def can_type_directly(self, text: str) -> bool:
        return self.direct

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        if self.fails:
            error = TypingError(self.fails)
            error.typed = self.fails_after
            raise error
        for count, character in enumerate(text):
            self.on_chunk(count)
            if not go_on():
                return count
            assert self.front is not None
            self.shortcuts += character if self.held > 0 else ""
            self.typed[self.front.handle] = self.typed.get(self.front.handle, "") + character
        return len(text)

    def press(self, chord: str) -> None:
        self.pressed.append(chord)
        if chord == "enter" or not self.takes:
            return
        self._readings.note()
        if self.reads_again_s:
            threading.Thread(target=self._read_again, args=(self.reads_again_s, self.asks)).start()
        else:
            self._paste(again=False)

    def _read_again(self, after_s: float, asks: int) -> None:
        for _ in range(asks):
            time.sleep(after_s / (asks + 1))
            self._readings.ask()
        time.sleep(after_s / (asks + 1))
        self._paste()

    def _paste(self, *, again: bool = True) -> None:
        assert self.front is not None
        self.typed[self.front.handle] = self.typed.get(self.front.handle, "") + self.lent[-1]
        if again:
            self._readings.note()

    def modifiers_held(self) -> bool:
        self.held -= 1
        return self.held > 0

    def lift(self) -> None:
        self.lifted += 1
        self.held = 0

    def close(self) -> None:
        return

    # focus
    def knows(self) -> bool:
        return True

    def current(self) -> Window | None:
        return self.front

    def exists(self, window: Window) -> bool:
        return window.handle in self.windows

    def activate(self, window: Window) -> bool:
        self.front = window
        late, self.late = self.late, False
        return not late

    # clipboard
    def offer(self, text: str, *, primary: bool) -> Readings | None:
        if not self.lends:
            return None
        self.lent.append(text)
        self._readings = Readings()
        if self.manager:
            self._readings.note()
        return self._readings

    def give_back(self) -> None:
        self.given_back += 1

    def keep(self) -> None:
        self.kept += 1


class Rig:
    def __init__(self, desk: FakeDesk, focus: Any = None) -> None:
        self.desk = desk
        self.done: list[int] = []
        self.failed: list[tuple[int, str, str, str]] = []
        self.waiting: list[tuple[int, str]] = []
        self.hotkey_held = False
        self.down_s: float | None = None
        self.up_s: float | None = None
        self.input_method = False
        self.inserter = Inserter(
            desk, focus or desk, desk, system="x11", held=lambda: self.hotkey_held,
            on_done=self.done.append, on_failed=lambda *news: self.failed.append(news),
            on_waiting=lambda *news: self.waiting.append(news),
            down_s=lambda: self.down_s, up_s=lambda: self.up_s, input_method=lambda: self.input_method,
        )  # fmt: skip
        self.inserter.start()

    def put(self, number: int, target: Window | None, text: str, *, enter: bool = False, last: bool = True) -> None:
        self.inserter.insert(number, target, text, enter=enter, last=last)

    def until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + 30
        while not condition():
            assert time.monotonic() < end, (self.done, self.failed, self.desk.typed)
            time.sleep(0.01)


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig(FakeDesk())
    yield made
    made.inserter.stop()


def test_pieces_arrive_in_order_and_once(rig: Rig) -> None:
    for piece in ("one", " two", " three"):
        rig.put(1, A, piece, last=False)
    rig.put(1, A, "", last=True)
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "one two three"}


def test_enter_is_pressed_after_the_text(rig: Rig) -> None:
    rig.put(1, A, "one", enter=True)
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "one"}
    assert rig.desk.pressed == ["enter"]


def test_text_waits_while_another_window_is_in_front_and_others_need_not_wait(rig: Rig) -> None:
    rig.desk.front = B
    rig.put(1, A, "for a")
    rig.put(2, B, "for b")
    rig.until(lambda: rig.done == [2])
    assert rig.waiting == [(1, "Letter")]
    rig.desk.front = A
    rig.until(lambda: rig.done == [2, 1])
    assert rig.desk.typed == {1: "for a", 2: "for b"}
    assert rig.waiting == [(1, "Letter"), (1, "")]


@pytest.mark.parametrize("hotkey", [False, True])
def test_a_key_that_goes_down_in_mid_text_makes_no_shortcut_of_the_rest(rig: Rig, hotkey: bool) -> None:
    """The next dictation's key came down while the end of the last was typed: Ctrl and the full stop, which was lost."""

    def press(count: int) -> None:
        if count == 3:
            rig.desk.held, rig.hotkey_held = 4, hotkey

    rig.desk.on_chunk = press
    rig.put(1, A, "one two.")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "one two."}
    assert rig.desk.shortcuts == ""
    assert rig.desk.lifted == int(hotkey)


def test_a_window_that_leaves_in_mid_text_gets_the_rest_later(rig: Rig) -> None:
    def leave(count: int) -> None:
        if count == 3:
            rig.desk.front = B
            rig.desk.on_chunk = lambda count: None

    rig.desk.on_chunk = leave
    rig.put(1, A, "one two")
    rig.until(lambda: rig.waiting)
    assert rig.desk.typed == {1: "one"}
    rig.desk.front = A
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "one two"}


def test_with_return_the_window_comes_back_and_then_the_other_one(rig: Rig) -> None:
    rig.inserter.settings = InsertSettings(policy="return")
    rig.desk.front = B
    rig.put(1, A, "text")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "text"}
    rig.until(lambda: rig.desk.front == B)


def test_a_window_that_comes_to_the_front_late_gives_way_again(rig: Rig) -> None:
    rig.inserter.settings = InsertSettings(policy="return")
    rig.desk.front, rig.desk.late = B, True
    rig.put(1, A, "text")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "text"}
    rig.until(lambda: rig.desk.front == B)


def test_a_window_that_the_person_brings_to_the_front_much_later_stays_there(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.dictation.insertion.RETURN_S", -1.0)
    rig.inserter.settings = InsertSettings(policy="return")
    rig.desk.front, rig.desk.late = B, True
    rig.put(1, A, "text")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.front == A


def test_a_closed_window_hands_the_text_back(rig: Rig) -> None:
    rig.desk.windows = {2}
    rig.desk.front = B
    rig.put(1, A, "lost?")
    rig.until(lambda: rig.failed)
    assert rig.failed == [(1, "lost?", "closed", "Letter")]
    assert rig.desk.typed == {}


@pytest.mark.logs("insertion failed")
def test_a_keyboard_that_fails_hands_the_text_back(rig: Rig) -> None:
    rig.desk.fails = "blocked"
    rig.put(1, A, "text")
    rig.until(lambda: rig.failed)
    assert rig.failed == [(1, "text", "blocked", "Letter")]


@pytest.mark.logs("insertion failed")
def test_a_keyboard_that_fails_in_the_middle_hands_back_what_is_not_there_yet(rig: Rig) -> None:
    rig.desk.fails, rig.desk.fails_after = "blocked", 3
    rig.put(1, A, "text")
    rig.until(lambda: rig.failed)
    assert rig.failed == [(1, "t", "blocked", "Letter")]


@pytest.mark.parametrize("takes", [True, False])
@pytest.mark.logs("insertion failed")
def test_the_look_of_a_clipboard_manager_is_not_the_windows(
    rig: Rig, takes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was taken for the paste: a window that never took the text went unnoticed, and a slow one got what was before."""
    monkeypatch.setattr("app.dictation.insertion.TAKEN_TIMEOUT_S", 0.2)
    rig.desk.direct, rig.desk.takes, rig.desk.manager = False, takes, True
    rig.put(1, A, "你好")
    rig.until(lambda: rig.failed or rig.done)
    assert rig.failed == ([] if takes else [(1, "你好", "not-taken", "Letter")])
    assert rig.desk.given_back == int(takes)


def test_a_line_end_is_one_key_whatever_the_text_calls_it(rig: Rig) -> None:
    rig.put(1, A, "a\r\nb\r\nc end")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "a\nb\nc end"}


@pytest.mark.logs("insertion failed")
def test_a_paste_that_is_not_taken_keeps_the_text_on_the_clipboard(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.dictation.insertion.TAKEN_TIMEOUT_S", 0.2)
    rig.desk.direct = rig.desk.takes = False
    rig.put(1, A, "你好")
    rig.until(lambda: rig.failed)
    assert rig.failed == [(1, "你好", "not-taken", "Letter")]
    assert (rig.desk.kept, rig.desk.given_back) == (1, 0)


def test_a_paste_that_is_taken_gives_the_clipboard_back(rig: Rig) -> None:
    rig.desk.direct = False
    rig.put(1, A, "你好")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "你好"}
    assert (rig.desk.kept, rig.desk.given_back) == (0, 1)


def test_a_window_that_reads_twice_gets_each_text_however_late_it_reads_again(rig: Rig) -> None:
    """On a busy computer Chromium's second reading came after 0.2 s: it found the next piece there, and one was lost."""
    rig.desk.direct, rig.desk.reads_again_s = False, 0.5
    for number, piece in enumerate(("第一句", "第二句", "第三句"), 1):
        rig.put(number, A, piece)
    rig.until(lambda: rig.done == [1, 2, 3])
    assert rig.desk.typed == {1: "第一句第二句第三句"}


def test_a_window_that_still_asks_gets_no_other_text_however_slow_it_is(rig: Rig) -> None:
    """Beside busy programs Chromium read for the first paste after more than a second: it counted as one that reads once,
    so that its late reading was taken for the next text's, and one was lost."""
    rig.desk.direct, rig.desk.reads_again_s, rig.desk.asks = False, 2.4, 12
    for number, piece in enumerate(("第一句", "第二句"), 1):
        rig.put(number, A, piece)
    rig.until(lambda: rig.done == [1, 2])
    assert rig.desk.typed == {1: "第一句第二句"}


def test_a_window_that_once_read_twice_and_now_reads_once_is_not_waited_for_much_longer(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.desk.direct, rig.desk.reads_again_s = False, 0.1
    rig.put(1, A, "一")
    rig.until(lambda: rig.done == [1])
    monkeypatch.setattr("app.dictation.insertion.LONGEST_QUIET_S", 1.5)
    rig.desk.reads_again_s = 0.0
    taken_s = []
    for number in range(2, 2 + REMEMBERED + 1):
        started = time.monotonic()
        rig.put(number, A, "二")
        rig.until(lambda number=number: rig.done[-1] == number)
        taken_s.append(time.monotonic() - started)
    assert taken_s[-1] < min(taken_s[:-1])
    assert rig.desk.typed == {1: "一" + "二" * (REMEMBERED + 1)}


@pytest.mark.logs("insertion failed: no-way")
def test_what_cannot_be_typed_is_pasted_and_what_can_be_neither_is_handed_back(rig: Rig) -> None:
    rig.desk.typeable = rig.desk.direct = False
    rig.inserter.settings = InsertSettings(method="type")
    rig.put(1, A, "Grüße")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.lent == ["Grüße"]
    rig.desk.lends = False
    rig.put(2, A, "你好")
    rig.until(lambda: rig.failed)
    assert rig.failed == [(2, "你好", "no-way", "Letter")]
    assert rig.desk.typed == {1: "Grüße"}, "no character that cannot be typed was sent"


def test_where_there_is_no_clipboard_what_can_be_typed_is_typed(rig: Rig) -> None:
    rig.desk.lends = False
    rig.inserter.settings = InsertSettings(method="paste")
    rig.put(1, A, "hello")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "hello"}


def test_while_an_input_method_is_on_text_is_pasted(rig: Rig) -> None:
    rig.input_method = True
    rig.put(1, A, "hello")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.lent == ["hello"]


def test_under_a_held_combination_text_waits_for_the_release_and_comes_in_one_piece(rig: Rig) -> None:
    rig.desk.sees_modifiers = False
    rig.hotkey_held, rig.down_s = True, 0.1
    rig.put(1, A, "one ", last=False)
    rig.put(1, A, "two", last=True)
    time.sleep(0.3)  # several looks at the key
    assert rig.desk.typed == {} and rig.done == []
    rig.hotkey_held, rig.down_s, rig.up_s = False, None, 0.05
    time.sleep(0.3)
    assert rig.desk.typed == {}, "Ctrl and Alt may still be down"
    rig.up_s = 1.0
    rig.until(lambda: rig.done == [1])
    assert rig.desk.typed == {1: "one two"}


def test_a_program_that_reads_again_for_the_paste_itself_still_finds_the_text(rig: Rig) -> None:
    """Chromium reads at the key press and again later; the next piece, or what was there before, came too early."""
    rig.desk.direct = False
    read: list[str] = []
    first = rig.desk.press

    def press(chord: str) -> None:
        first(chord)
        readings = rig.desk._readings
        timer = threading.Timer(0.1, lambda: (read.append(rig.desk.lent[-1]), readings.note()))
        timer.start()

    rig.desk.press = press  # type: ignore[method-assign]
    for number, piece in enumerate(("你好，", "世界。"), 1):
        rig.put(number, A, piece)
    rig.until(lambda: rig.done == [1, 2])
    assert read == ["你好，", "世界。"]


def test_modifiers_of_the_held_hotkey_are_lifted_at_once(rig: Rig) -> None:
    rig.hotkey_held = True
    rig.desk.held = 1_000_000
    rig.put(1, A, "text")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.lifted == 1


def test_other_modifiers_are_waited_for(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.dictation.insertion.RELEASE_LIMIT_S", 600.0)
    rig.desk.held = 20
    rig.put(1, A, "text")
    rig.until(lambda: rig.done == [1])
    assert rig.desk.lifted == 0


def test_dropped_text_is_handed_back(rig: Rig) -> None:
    rig.desk.front = B
    rig.put(1, A, "waiting")
    rig.until(lambda: rig.waiting)
    rig.inserter.drop(1)
    rig.until(lambda: rig.failed)
    assert rig.failed == [(1, "waiting", "dropped", "Letter")]


def test_stop_hands_everything_back() -> None:
    rig = Rig(FakeDesk())
    rig.desk.front = B
    rig.put(1, A, "one")
    rig.put(2, A, "two")
    rig.until(lambda: len(rig.waiting) == 2)
    rig.inserter.stop()
    assert sorted(rig.failed) == [(1, "one", "dropped", "Letter"), (2, "two", "dropped", "Letter")]


def test_where_the_system_does_not_tell_the_focus_text_goes_in_front() -> None:
    rig = Rig(FakeDesk(), focus=UnknownFocus())
    rig.put(1, None, "text")
    rig.until(lambda: rig.done == [1])
    rig.inserter.stop()
    assert rig.desk.typed == {1: "text"}


@pytest.mark.skipif(sys.platform == "win32", reason="portals need jeepney, which only Linux has")
@pytest.mark.parametrize(
    ("desktop", "useful"), [("GNOME", "“ydotool”"), ("ubuntu:GNOME", "“ydotool”"), ("sway", "“wtype”")]
)
def test_only_a_helper_that_the_desktop_lets_in_is_advised(desktop: str, useful: str, tmp_path: Path) -> None:
    env = {**WAYLAND, "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": desktop, "PATH": str(tmp_path)}
    parts = open_desktop(Ledger(), env=env, platform="linux")
    assert parts.typist is None
    advice = next(problem for problem in parts.problems if "apps to type" in problem)
    assert useful in advice
    assert ("“wtype”" in advice) is (desktop == "sway")

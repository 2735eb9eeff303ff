"""Where text goes and how it gets there: the rules as tables."""

from __future__ import annotations

import pytest

pytest.importorskip("jeepney", reason="input methods and portals are part of Linux desktops")

from app.dictation.insertion_plan import (
    Delivery,
    Facts,
    Method,
    decide_delivery,
    decide_methods,
    expected_readings,
    must_wait_for_release,
    quiet_s,
)
from app.hotkeys.labels import trouble
from app.typing.input_method import InputMethodFacts, may_compose, parse_sources
from app.typing.typist import Read, Window
from app.typing.xwayland_layout import every_layout_has, key_in_some

A, B = Window(1, "editor", "Letter"), Window(2, "browser", "Web")
TYPE, PASTE = Method("type"), Method("paste", "ctrl+v")


@pytest.mark.parametrize(
    ("target", "current", "exists", "knows", "policy", "verdict"),
    [
        (A, A, True, True, "wait", Delivery.NOW),
        (A, Window(1, "editor", "Letter *"), True, True, "wait", Delivery.NOW),
        (A, B, True, True, "wait", Delivery.WAIT),
        (A, B, True, True, "return", Delivery.ACTIVATE),
        (A, B, False, True, "wait", Delivery.GONE),
        (A, B, False, True, "return", Delivery.GONE),
        (A, None, True, True, "wait", Delivery.WAIT),
        (None, B, False, True, "wait", Delivery.GONE),
        (None, None, True, False, "wait", Delivery.NOW),
    ],
)
def test_text_never_goes_into_the_wrong_window(
    target: Window | None, current: Window | None, exists: bool, knows: bool, policy: str, verdict: Delivery
) -> None:
    assert decide_delivery(target, current, exists=exists, knows=knows, policy=policy) is verdict


@pytest.mark.parametrize(
    ("facts", "setting", "methods"),
    [
        (Facts("gedit", "x11"), "auto", (TYPE, PASTE)),
        (Facts("gedit", "x11", direct=False), "auto", (PASTE, TYPE)),
        (Facts("gedit", "x11", direct=False), "type", (TYPE, PASTE)),
        (Facts("gedit", "x11"), "paste", (PASTE, TYPE)),
        (Facts("gedit", "x11", input_method=True), "auto", (PASTE,)),
        (Facts("gedit", "x11", input_method=True), "type", (PASTE,)),
        (Facts("xterm", "x11", direct=False), "auto", (TYPE, Method("paste", "shift+insert", primary=True))),
        (Facts("xterm", "x11"), "paste", (Method("paste", "shift+insert", primary=True), TYPE)),
        (Facts("konsole", "x11", direct=False), "auto", (Method("paste", "ctrl+shift+v"), TYPE)),
        (Facts("notepad.exe", "windows"), "auto", (PASTE, TYPE)),
        (Facts("com.apple.textedit", "macos"), "auto", (Method("paste", "super+v"), TYPE)),
        (Facts("", "portal"), "auto", (TYPE, PASTE)),
        (Facts("", "portal", typeable=False, direct=False), "auto", (PASTE,)),
        (Facts("", "portal", typeable=False, direct=False), "type", (PASTE,)),
        (Facts("", "portal", input_method=True), "auto", (PASTE,)),
        (Facts("", "wtype"), "auto", (TYPE, PASTE)),
        (Facts("", "ydotool", typeable=False, direct=False), "type", (PASTE,)),
        (Facts("org.keepassxc", "x11", direct=False), "auto", (Method("paste", "ctrl+insert"),)),
        (Facts("my-editor", "x11", direct=False), "paste", (TYPE, PASTE)),
    ],
)
def test_the_ways_for_each_program(facts: Facts, setting: str, methods: tuple[Method, ...]) -> None:
    overrides = {"keepass": "ctrl+insert", "my-ed": "type"}
    assert decide_methods(facts, setting=setting, overrides=overrides) == methods


def test_a_busy_program_is_given_longer_to_read_again() -> None:
    at_rest, busy = Read(2, 0.005), Read(2, 0.3)
    assert quiet_s(0.005, [at_rest]) == 0.2
    assert quiet_s(0.005, []) == 1.0, "how often it reads is not known yet"
    assert quiet_s(0.2, [at_rest]) == pytest.approx(0.8)
    assert quiet_s(0.005, [busy, at_rest]) == pytest.approx(1.2), "it was busy a moment ago"
    assert quiet_s(3.0, [at_rest]) == 5.0, "but not without end"


def test_a_window_reads_as_often_as_in_any_of_its_last_pastes() -> None:
    assert expected_readings([]) == 1
    assert expected_readings([Read(2, 0.0), Read(1, 0.0)]) == 2


@pytest.mark.parametrize(
    ("sees_modifiers", "holding", "down_s", "waits"),
    [
        (True, True, 0.5, False),  # it lets go of them
        (False, False, None, False),
        (False, True, 60.0, True),  # hold to talk, however long
        (False, True, None, True),
        (False, False, 0.5, True),  # the fingers still on the key that ended a dictation
        (False, False, 5.0, False),  # a desktop that does not report the release
    ],
)
def test_text_is_not_typed_under_a_held_hotkey(
    sees_modifiers: bool, holding: bool, down_s: float | None, waits: bool
) -> None:
    assert must_wait_for_release(sees_modifiers=sees_modifiers, holding=holding, down_s=down_s) is waits


def test_text_waits_until_ctrl_and_alt_have_come_up_after_the_key() -> None:
    """Typed right after the key of Ctrl+Alt+H had come up, "Good" began with Ctrl+G and opened files with Ctrl+O."""
    for up_s, waits in ((None, False), (0.05, True), (0.5, True), (1.0, False)):
        assert must_wait_for_release(sees_modifiers=False, holding=False, down_s=None, up_s=up_s) is waits
    assert not must_wait_for_release(sees_modifiers=True, holding=False, down_s=None, up_s=0.05), "it lets go of them"


@pytest.mark.parametrize(
    ("facts", "composes"),
    [
        (InputMethodFacts(), False),
        (InputMethodFacts(fcitx="keyboard-us", named="@im=fcitx"), False),
        (InputMethodFacts(fcitx="pinyin"), True),
        (InputMethodFacts(fcitx=""), False),
        (InputMethodFacts(ibus="xkb:us::eng", named="@im=ibus"), False),
        (InputMethodFacts(ibus="libpinyin", named="@im=ibus"), True),
        (InputMethodFacts(gnome_sources=("xkb", "xkb"), named="@im=ibus"), False),
        (InputMethodFacts(gnome_sources=("xkb", "ibus"), named="@im=ibus"), True),
        (InputMethodFacts(named="@im=fcitx"), True),  # it is there, and does not answer
        (InputMethodFacts(named="@im=none"), False),
    ],
)
def test_an_input_method_that_cannot_be_ruled_out_counts_as_on(facts: InputMethodFacts, composes: bool) -> None:
    assert may_compose(facts) is composes


def test_gnomes_input_sources_are_read() -> None:
    assert parse_sources("[('xkb', 'us'), ('ibus', 'libpinyin')]") == ("xkb", "ibus")
    assert parse_sources("@a(ss) []\n") == ()


US = [[ord("a"), ord("A")], [ord("q"), ord("Q")], [ord("1"), ord("!")]]


@pytest.mark.parametrize(
    ("keymap", "text", "has"),
    [
        (US, "aQ1!", True),
        (US, "aü", False),
        ([[ord("a"), ord("A"), 0x6C6, 0x6E6]], "a", False),  # Cyrillic beside it: which of them is on is not known
        ([[ord("a"), ord("A"), ord("q"), ord("Q")], [ord("q"), ord("Q"), ord("a"), ord("A")]], "aq", True),
        ([[*row, *[0] * 10] for row in US], "a", False),  # more than two layouts
        ([], "a", False),
    ],
)
def test_only_what_every_layout_has_is_typed(keymap: list[list[int]], text: str, has: bool) -> None:
    assert every_layout_has(keymap, text) is has


def test_a_key_of_one_layout_is_pressed_by_its_code() -> None:
    """While a Russian layout was in use, GNOME dropped the `v` of Ctrl+V: nothing could be pasted."""
    us_and_russian = [[0] * 4, [0x76, 0x56, 0x6CD, 0x6ED], [0x31, 0x21, 0x31, 0x21]]
    assert key_in_some(us_and_russian, "v") == 1
    assert key_in_some(us_and_russian, "1") is None, "every layout has it"
    assert key_in_some(us_and_russian, "ß") is None


def test_a_message_says_where_the_text_really_is() -> None:
    assert trouble("not-taken", "Letter") == (
        "Letter did not accept the text. The text was copied to the clipboard. Press Ctrl+V where you want it."
    )
    assert trouble("not-taken", "Letter", kept=False) == "Letter did not accept the text. The text is in the history."
    assert "clipboard either" in trouble("no-typist", kept=False, stored=False)

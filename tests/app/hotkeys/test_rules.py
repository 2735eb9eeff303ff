"""The rules of the hotkeys, event by event."""

from __future__ import annotations

import pytest

from app.hotkeys.keys import Combo, parse_combo
from app.hotkeys.rules import RELEASE_GRACE_S, Edge, EdgeKind, HotkeyRules, KeyEvent

CHORD = Combo("d", frozenset({"ctrl", "alt"}))
LONE = Combo("right ctrl")


class Keyboard:
    """Feeds events at given times and collects edges as "down hold" and so on."""

    def __init__(self, **bindings: Combo) -> None:
        self.rules = HotkeyRules(bindings)
        self.edges: list[Edge] = []
        self.now = 100.0

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.edges += self.rules.expire(self.now)

    def press(self, *keys: str, injected: bool = False) -> None:
        for key in keys:
            self.edges += self.rules.feed(KeyEvent(key, True, self.now, injected))

    def release(self, *keys: str, injected: bool = False) -> None:
        for key in keys:
            self.edges += self.rules.feed(KeyEvent(key, False, self.now, injected))

    @property
    def words(self) -> list[str]:
        return [f"{edge.kind.value} {edge.binding}".strip() for edge in self.edges]


def test_a_chord_goes_down_and_up() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", "d")
    keys.wait(1.5)
    keys.release("d")
    assert keys.words == ["down hold"]
    keys.wait(RELEASE_GRACE_S)
    assert keys.words == ["down hold", "up hold"]
    assert keys.edges[1].held_s == pytest.approx(1.5)


def test_auto_repeat_while_held_is_one_press() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", "d")
    for _ in range(14):  # X11: release and press with equal time stamps
        keys.wait(0.04)
        keys.release("d")
        keys.press("d")
    for _ in range(14):  # a remote desktop: a little apart
        keys.wait(0.04)
        keys.release("d")
        keys.wait(0.01)
        keys.press("d")
    keys.wait(0.04)
    keys.release("d")
    keys.wait(0.2)
    assert keys.words == ["down hold", "up hold"]


def test_repeated_presses_without_releases_are_one_press() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", "d", "d", "d")
    assert keys.words == ["down hold"]


def test_two_quick_taps_that_arrive_together_are_two() -> None:
    """A busy machine reads four events at once; each carries its own time."""
    keys = Keyboard(toggle=Combo("f9"))
    keys.press("f9")
    keys.now += 0.012
    keys.release("f9")
    keys.now += 0.04
    keys.press("f9")
    keys.now += 0.012
    keys.release("f9")
    keys.wait(RELEASE_GRACE_S)
    assert keys.words == ["down toggle", "up toggle"] * 2


def test_a_real_second_press_after_the_grace_is_a_second_one() -> None:
    keys = Keyboard(hold=CHORD)
    for _ in range(2):
        keys.press("left ctrl", "left alt", "d")
        keys.wait(0.1)
        keys.release("d", "left alt", "left ctrl")
        keys.wait(0.1)
    assert keys.words == ["down hold", "up hold"] * 2


@pytest.mark.parametrize("first", ["left ctrl", "left alt", "d"])
def test_letting_go_of_any_part_of_the_chord_ends_it(first: str) -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", "d")
    keys.release(first)
    keys.wait(0.1)
    assert keys.words == ["down hold", "up hold"]


def test_the_other_side_of_a_modifier_keeps_the_chord() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "right ctrl", "left alt", "d")
    keys.release("left ctrl")
    keys.wait(0.2)
    assert keys.words == ["down hold"]


def test_injected_keys_are_ignored() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", "d", injected=True)
    assert keys.words == []
    keys.press("left ctrl", "left alt", "d")
    keys.release("d", "left alt", "left ctrl", injected=True)
    keys.wait(1)
    assert keys.words == ["down hold"]


@pytest.mark.parametrize("more", [("left shift",), ("left super",)])
def test_a_chord_with_more_modifiers_is_another_chord(more: tuple[str, ...]) -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", *more, "d")
    assert keys.words == []


def test_a_lone_modifier_fires_once_it_has_stayed_alone() -> None:
    keys = Keyboard(hold=LONE)
    keys.press("right ctrl")
    keys.wait(0.1)
    assert keys.words == []
    keys.wait(0.06)
    assert keys.words == ["down hold"]
    keys.wait(2)
    keys.release("right ctrl")
    keys.wait(0.1)
    assert keys.words == ["down hold", "up hold"]


def test_a_lone_modifier_in_a_quick_shortcut_is_never_told() -> None:
    keys = Keyboard(hold=LONE)
    keys.press("right ctrl")
    keys.wait(0.1)
    keys.press("c")
    keys.wait(0.5)
    keys.release("c", "right ctrl")
    keys.wait(0.5)
    assert keys.words == []


def test_a_tap_on_a_lone_modifier_is_told_when_it_is_over() -> None:
    keys = Keyboard(toggle=LONE)
    keys.press("right ctrl")
    keys.wait(0.05)
    keys.release("right ctrl")
    keys.wait(0.06)
    assert keys.words == ["down toggle", "up toggle"]


def test_a_lone_modifier_in_a_slow_shortcut_is_undone() -> None:
    keys = Keyboard(hold=LONE)
    keys.press("right ctrl")
    keys.wait(0.3)
    keys.press("c")
    keys.release("c", "right ctrl")
    keys.wait(0.2)
    assert keys.words == ["down hold", "chord hold"]


def test_a_lone_modifier_after_another_key_does_not_fire() -> None:
    keys = Keyboard(hold=LONE)
    keys.press("left shift", "right ctrl")
    assert keys.words == []


def test_a_lone_modifier_held_long_survives_a_stray_key() -> None:
    keys = Keyboard(hold=LONE)
    keys.press("right ctrl")
    keys.wait(3)
    keys.press("c")
    keys.release("c")
    keys.wait(0.1)
    assert keys.words == ["down hold"]


def test_a_lone_modifier_may_begin_the_other_hotkey() -> None:
    keys = Keyboard(hold=LONE, toggle=Combo("d", frozenset({"ctrl"})))
    keys.press("right ctrl")
    keys.wait(0.1)
    keys.press("d")
    assert keys.words == ["down toggle"]


def test_the_wrong_side_of_a_lone_modifier_does_not_fire() -> None:
    keys = Keyboard(hold=LONE)
    keys.press("left ctrl")
    assert keys.words == []


def test_escape_is_told_also_under_the_held_chord() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("escape")
    keys.release("escape")
    keys.press("left ctrl", "left alt", "d", "escape")
    assert keys.words == ["escape", "down hold", "escape"]


def test_another_key_ends_the_grace_at_once() -> None:
    keys = Keyboard(hold=CHORD, toggle=Combo("f9"))
    keys.press("left ctrl", "left alt", "d")
    keys.release("d", "left alt", "left ctrl")
    keys.press("f9")
    assert keys.words == ["down hold", "up hold", "down toggle"]


def test_escape_right_after_a_release_is_told() -> None:
    keys = Keyboard(toggle=Combo("f9"))
    keys.press("f9")
    keys.release("f9")
    keys.press("escape")
    assert keys.words == ["down toggle", "up toggle", "escape"]


def test_after_a_lost_connection_nothing_is_held() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", "d")
    keys.edges += keys.rules.forget(keys.now)
    keys.press("left ctrl", "left alt", "d")
    assert keys.words == ["down hold", "up hold", "down hold"]
    assert keys.rules.forget(keys.now)
    assert not keys.rules.forget(keys.now)


def test_a_key_that_is_pressed_again_was_let_go_unseen() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", "d")
    for _ in range(200):  # auto-repeat, for six seconds
        keys.wait(0.03)
        keys.press("d")
    assert keys.words == ["down hold"]
    keys.wait(60.0)
    keys.press("left ctrl", "left alt", "d")
    assert keys.words == ["down hold", "up hold"]
    keys.release("d", "left alt", "left ctrl")
    keys.press("left ctrl", "left alt", "d")
    assert keys.words == ["down hold", "up hold", "down hold"]


def test_without_grace_a_release_counts_at_once() -> None:
    rules = HotkeyRules({"hold": CHORD}, release_grace_s=0.0)
    for key in ("left ctrl", "left alt", "d"):
        rules.feed(KeyEvent(key, True, 5.0))
    rules.feed(KeyEvent("d", False, 6.0))
    assert [edge.kind for edge in rules.expire(6.0)] == [EdgeKind.UP]


def test_the_main_key_of_a_held_chord_belongs_to_us() -> None:
    keys = Keyboard(hold=CHORD)
    keys.press("left ctrl", "left alt", "d")
    assert keys.rules.owns("d")
    assert not keys.rules.owns("left ctrl")
    keys.release("d")
    keys.wait(0.1)
    assert not keys.rules.owns("d")


def test_parsed_combinations_are_matched() -> None:
    combo = parse_combo("shift+f9")
    assert combo is not None
    keys = Keyboard(toggle=combo)
    keys.press("right shift", "f9")
    assert keys.words == ["down toggle"]


@pytest.mark.parametrize(
    ("combo", "pressed", "down", "words"),
    [
        (LONE, ["right ctrl"], [], ["down hold", "up hold"]),
        (LONE, ["right ctrl"], ["right ctrl"], ["down hold"]),
        (CHORD, ["left ctrl", "right alt", "d"], ["left ctrl"], ["down hold", "up hold"]),
        (CHORD, ["left ctrl", "right alt", "d"], ["left ctrl", "right alt"], ["down hold"]),
        (Combo("f9"), ["f9"], [], ["down hold"]),  # kept from the system, which knows nothing of it
    ],
)
def test_a_release_that_was_never_reported_is_found(
    combo: Combo, pressed: list[str], down: list[str], words: list[str]
) -> None:
    keys = Keyboard(hold=combo)
    keys.press(*pressed)
    keys.wait(1.0)
    keys.edges += keys.rules.check(keys.now, down.__contains__)
    assert keys.words == words
    keys.edges += keys.rules.check(keys.now, down.__contains__)
    assert keys.words == words, "once"


def test_what_this_program_lets_go_is_not_the_users_release() -> None:
    keys = Keyboard(hold=LONE)
    keys.press("right ctrl")
    keys.wait(1.0)
    keys.release("right ctrl", injected=True)
    keys.edges += keys.rules.check(keys.now, lambda key: False)
    assert keys.words == ["down hold"]
    keys.release("right ctrl")
    keys.wait(1.0)
    keys.press("right ctrl")
    keys.wait(1.0)
    keys.edges += keys.rules.check(keys.now, lambda key: False)
    assert keys.words == ["down hold", "up hold", "down hold", "up hold"], "the next hold is looked at again"

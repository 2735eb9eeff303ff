"""Where the overlay stands: tables."""

from __future__ import annotations

import pytest

from app.base.settings import OverlayPlace
from app.ui.overlay.placement import (
    Rect,
    Screen,
    capabilities,
    clamp,
    default_place,
    is_reachable,
    layout_key,
    move_by_key,
    place,
    remember,
    resize_by_key,
    rows_for_height,
    screen_of,
    with_place,
)

FULL_HD = Rect(0, 0, 1920, 1080)
MAIN = Screen("DP-1", FULL_HD, Rect(0, 0, 1920, 1040))
LEFT = Screen("HDMI-1", Rect(-1920, 0, 1920, 1080), Rect(-1920, 0, 1920, 1080))
ABOVE = Screen("DP-2", Rect(0, -1440, 2560, 1440), Rect(0, -1440, 2560, 1440))
SMALL = Screen("DP-1", Rect(0, 0, 1280, 720), Rect(0, 0, 1280, 690))
SCALED = Screen("DP-3", Rect(1920, 0, 1707, 960), Rect(1920, 32, 1707, 928))
PORTRAIT = Screen("DP-4", Rect(1920, -300, 1080, 1920), Rect(1920, -300, 1080, 1880))
TOP_PANEL = Screen("DP-1", FULL_HD, Rect(0, 30, 1920, 1050))


def inside(rect: Rect, work: Rect) -> bool:
    return rect.x >= work.x and rect.y >= work.y and rect.right <= work.right and rect.bottom <= work.bottom


@pytest.mark.parametrize("screen", [MAIN, LEFT, ABOVE, SMALL, SCALED, PORTRAIT, TOP_PANEL])
def test_the_first_place_is_the_lower_middle_of_the_work_area(screen: Screen) -> None:
    rect = default_place(screen, 150)
    assert inside(rect, screen.work)
    assert abs((rect.x + rect.right) - (screen.work.x + screen.work.right)) <= 1
    assert rect.y > screen.work.y + screen.work.height / 2
    assert rect.height == 150


@pytest.mark.parametrize("screens", [[MAIN], [MAIN, LEFT], [MAIN, ABOVE, LEFT], [MAIN, SCALED], [MAIN, PORTRAIT]])
@pytest.mark.parametrize("index", [0, -1])
def test_a_place_comes_back_where_it_was(screens: list[Screen], index: int) -> None:
    work = screens[index].work
    rect = Rect(work.x + 100, work.y + 200, 700, 120)
    kept = remember(screens, rect)
    again = place(screens, [kept], 120)
    assert abs(again.x - rect.x) <= 1
    assert abs(again.y - rect.y) <= 1
    assert abs(again.width - rect.width) <= 1


def test_a_smaller_screen_keeps_the_place_inside() -> None:
    kept = remember([MAIN], Rect(1400, 900, 500, 140))
    rect = place([SMALL], [], 140, last=kept)
    assert inside(rect, SMALL.work)
    assert rect.height == 140


def test_a_monitor_that_goes_sends_the_overlay_to_the_primary_one_and_gets_it_back() -> None:
    both, one = [MAIN, LEFT], [MAIN]
    kept = remember(both, Rect(-1500, 500, 900, 120))
    assert kept.screen == "HDMI-1"
    gone = place(one, [kept], 120, last=kept)
    assert inside(gone, MAIN.work)
    back = place(both, [kept], 120, last=remember(one, gone))
    assert (back.x, back.y) == (-1500, 500)


def test_each_layout_remembers_its_own_place() -> None:
    docked = remember([MAIN, LEFT], Rect(-1500, 500, 900, 120))
    alone = remember([MAIN], Rect(10, 10, 600, 120))
    places = with_place(with_place((), docked), alone)
    assert place([MAIN, LEFT], places, 120).x == -1500
    assert place([MAIN], places, 120).x == 10
    assert len(with_place(places, remember([MAIN], Rect(50, 10, 600, 120)))) == 2


def test_the_layout_does_not_depend_on_the_order_of_screens() -> None:
    assert layout_key([MAIN, LEFT]) == layout_key([LEFT, MAIN])
    assert layout_key([MAIN]) != layout_key([SMALL])


@pytest.mark.parametrize(("dock", "y"), [("top", 30), ("bottom", 1080 - 150)])
def test_docked_it_touches_the_edge_of_the_work_area(dock: str, y: int) -> None:
    rect = place([TOP_PANEL], [], 150, dock=dock)
    assert rect.y == y
    assert abs((rect.x + rect.right) - 1920) <= 1


def test_docked_to_a_screen_that_is_gone_it_uses_the_primary_one() -> None:
    assert inside(place([MAIN], [], 150, dock="bottom", dock_screen="HDMI-1"), MAIN.work)
    assert inside(place([MAIN, LEFT], [], 150, dock="bottom", dock_screen="HDMI-1"), LEFT.work)


@pytest.mark.parametrize(
    ("rect", "expected"),
    [
        (Rect(100, 100, 400, 100), "DP-1"),
        (Rect(-300, 100, 400, 100), "HDMI-1"),
        (Rect(-100, 100, 400, 100), "DP-1"),
        (Rect(5000, 5000, 10, 10), "DP-1"),
        (Rect(-9000, 100, 10, 10), "HDMI-1"),
    ],
)
def test_the_screen_that_shows_most_of_it_or_the_nearest(rect: Rect, expected: str) -> None:
    assert screen_of([MAIN, LEFT], rect).name == expected


@pytest.mark.parametrize(
    ("rect", "expected"),
    [
        (Rect(1700, 950, 400, 100), True),
        (Rect(1900, 950, 400, 100), False),
        (Rect(-500, 0, 400, 100), False),
        (Rect(3000, 3000, 400, 100), False),
    ],
)
def test_a_third_on_some_screen_is_reachable(rect: Rect, expected: bool) -> None:
    assert is_reachable([MAIN], rect) is expected


def test_clamp_narrows_only_what_is_wider_than_the_screen() -> None:
    assert clamp(Rect(-50, 2000, 3000, 100), MAIN.work) == Rect(0, 940, 1920, 100)
    assert clamp(Rect(10, 10, 300, 100), MAIN.work) == Rect(10, 10, 300, 100)


@pytest.mark.parametrize(("height", "lines"), [(10, 1), (60, 1), (85, 1), (90, 2), (106, 2), (150, 3), (900, 6)])
def test_dragging_the_edge_means_whole_rows(height: int, lines: int) -> None:
    assert rows_for_height(height, 43, 11) == lines


def test_keyboard_steps_stay_on_the_screen() -> None:
    rect = Rect(10, 10, 400, 100)
    assert move_by_key(rect, MAIN.work, -40, -40) == Rect(0, 0, 400, 100)
    assert resize_by_key(rect, MAIN.work, -1000).width == 240
    wide = resize_by_key(rect, MAIN.work, 5000)
    assert (wide.x, wide.width) == (0, 1920)


def test_a_place_from_a_broken_file_still_lands_on_screen() -> None:
    wild = OverlayPlace(layout_key([MAIN]), "nowhere", 1.9, -0.9, 1.0)
    assert inside(place([MAIN], [wild], 200), MAIN.work)


@pytest.mark.parametrize(
    ("platform", "can"), [("xcb", True), ("windows", True), ("cocoa", True), ("wayland", False), ("wayland-egl", False)]
)
def test_wayland_leaves_the_place_to_the_desktop(platform: str, can: bool) -> None:
    assert capabilities(platform).position is can
    assert capabilities(platform).on_top is can
    assert capabilities(platform).unfocused is can

"""The overlay with real mouse and keys: drag, resize, lock, click-through, focus, full screen, monitors that go."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.ui.overlay.rows import row_height
from tests.desktop.app_kit import Bystander, RunningApp
from tests.desktop.kit import Desktop, wait_until

pytestmark = pytest.mark.desktop

FONT_PX = 32
ROW = row_height(FONT_PX)
SILENT = {"PULSE_SERVER": "unix:/nonexistent", "XDG_RUNTIME_DIR": "/nonexistent"}
"""No sound server: these tests are about the window."""


@pytest.fixture
def app(desktop: Desktop, tmp_path: Path) -> Iterator[RunningApp]:
    running = RunningApp(desktop, tmp_path, env=SILENT)
    running.wait(lambda: running.events("window"), "the window")
    running.wait_state("loading", "no_sound", "failed", "listening")
    yield running
    if running.started.running:
        running.end()


def drag(desktop: Desktop, start: tuple[int, int], by: tuple[int, int]) -> None:
    """With the left button, in steps, as a hand does."""
    desktop.xdotool("mousemove", *start)
    time.sleep(0.1)
    desktop.xdotool("mousedown", 1)
    for step in range(1, 6):
        desktop.xdotool("mousemove", start[0] + by[0] * step // 5, start[1] + by[1] * step // 5)
        time.sleep(0.03)
    desktop.xdotool("mouseup", 1)
    time.sleep(0.2)


def middle(area: tuple[int, int, int, int]) -> tuple[int, int]:
    return area[0] + area[2] // 2, area[1] + area[3] // 2


def test_it_is_dragged_and_comes_back_there_at_the_next_start(
    desktop: Desktop, app: RunningApp, tmp_path: Path
) -> None:
    overlay = app.overlay_id()
    before = app.geometry(overlay)
    drag(desktop, middle(before), (-150, -420))
    after = (before[0] - 150, before[1] - 420, *before[2:])
    app.wait_geometry(overlay, after)
    app.wait(lambda: app.settings().get("overlay", {}).get("places"), "the place to be saved")
    assert app.end() == 0
    again = RunningApp(desktop, tmp_path, env=SILENT)
    again.wait(lambda: len(again.events("window")) == 2, "the second window")
    now = again.geometry(again.overlay_id())
    assert abs(now[0] - after[0]) <= 1
    assert abs(now[1] - after[1]) <= 1
    assert again.end() == 0


def test_it_cannot_be_dragged_off_the_screen(desktop: Desktop, app: RunningApp) -> None:
    overlay = app.overlay_id()
    before = app.geometry(overlay)
    drag(desktop, (before[0] + 40, before[1] + 60), (-290, -900))
    app.wait_geometry(overlay, (before[0] - 290, 0, *before[2:]))


def test_the_sides_change_its_width(desktop: Desktop, app: RunningApp) -> None:
    overlay = app.overlay_id()
    x, y, width, height = app.geometry(overlay)
    drag(desktop, (x + width - 3, y + height // 2), (-200, 0))
    app.wait_geometry(overlay, (x, y, width - 200, height))
    drag(desktop, (x + 3, y + height // 2), (100, 0))
    app.wait_geometry(overlay, (x + 100, y, width - 300, height))


def test_the_upper_and_lower_edge_change_the_number_of_whole_lines(desktop: Desktop, app: RunningApp) -> None:
    overlay = app.overlay_id()
    x, y, width, height = app.geometry(overlay)
    drag(desktop, (x + width // 2, y + 3), (0, -ROW - 5))
    app.wait_geometry(overlay, (x, y - ROW, width, height + ROW))
    app.wait_setting("overlay", "lines", 4)
    drag(desktop, (x + width // 2, y + height - 3), (0, -2 * ROW + 4))
    app.wait_geometry(overlay, (x, y - ROW, width, height - ROW))
    app.wait_setting("overlay", "lines", 2)


def test_ctrl_and_wheel_change_the_text_size(desktop: Desktop, app: RunningApp) -> None:
    overlay = app.overlay_id()
    area = app.geometry(overlay)
    desktop.xdotool("mousemove", *middle(area))
    desktop.xdotool("keydown", "ctrl", "click", 4, "click", 4, "keyup", "ctrl")
    app.wait_setting("overlay", "font_px", FONT_PX + 4)
    wait_until(lambda: app.geometry(overlay)[3] > area[3], what="a higher overlay")


def test_locked_it_stays_and_clicks_reach_the_window_underneath(
    desktop: Desktop, app: RunningApp, tmp_path: Path
) -> None:
    overlay = app.overlay_id()
    area = app.geometry(overlay)
    under = Bystander(desktop, tmp_path, (area[0] - 20, area[1] - 40, area[2] + 40, area[3] + 80))
    try:
        desktop.xdotool("mousemove", *middle(area), "click", 1)
        time.sleep(0.4)
        assert under.events("click") == [], "an unlocked overlay keeps its clicks"
        desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "ctrl+l")
        app.wait_setting("overlay", "locked", True)
        under.focus()
        desktop.xdotool("mousemove", *middle(area), "click", 1)
        wait_until(lambda: under.events("click"), 30, "the click below the locked overlay")
        assert under.events("click")[0]["x"] == middle(area)[0]
        drag(desktop, middle(area), (0, -200))
        assert app.geometry(overlay) == area
        assert desktop.run("xwininfo", "-id", overlay).count("IsViewable") == 1

        assert app.again("--overlay").process.wait(60) == 0
        app.wait_setting("overlay", "locked", False)
        clicks = len(under.events("click"))
        desktop.xdotool("mousemove", *middle(app.geometry(overlay)), "click", 1)
        time.sleep(0.4)
        assert len(under.events("click")) == clicks, "unlocked it keeps its clicks again"
    finally:
        under.stop()


def test_it_never_takes_the_focus(desktop: Desktop, app: RunningApp, tmp_path: Path) -> None:
    area = app.geometry(app.overlay_id())
    other = Bystander(desktop, tmp_path, (100, 60, 600, 300))
    try:
        for _ in range(5):
            hide = (area[0] + area[2] - 8 - 18, area[1] + 6 + 17)
            desktop.xdotool("mousemove", *middle(area))
            time.sleep(0.2)
            desktop.xdotool("mousemove", *hide)
            time.sleep(0.2)
            desktop.xdotool("click", 1)
            app.wait_setting("overlay", "visible", False)
            assert other.active
            assert app.again("--overlay").process.wait(60) == 0
            app.wait_setting("overlay", "visible", True)
            assert other.active
            area = app.geometry(app.overlay_id())
        desktop.xdotool("type", "--delay", 60, "still here")
        wait_until(lambda: other.events("text") and other.events("text")[-1]["text"] == "still here", 30, "the text")
        drag(desktop, middle(area), (40, -60))
        assert other.active
        assert all(event["on"] for event in other.events("active")), "the other window lost the focus"
    finally:
        other.stop()


def test_it_stays_above_a_full_screen_window(desktop: Desktop, app: RunningApp, tmp_path: Path) -> None:
    overlay = app.overlay_id()
    area = app.geometry(overlay)
    full = Bystander(desktop, tmp_path, (0, 0, 400, 300), "--full-screen")
    try:
        time.sleep(0.5)
        desktop.xdotool("mousemove", *middle(area))
        time.sleep(0.2)
        found = desktop.xdotool("getmouselocation", "--shell")
        assert f"WINDOW={overlay}" in found.splitlines()
        clicks = len(full.events("click"))
        desktop.xdotool("click", 1)
        time.sleep(0.3)
        assert len(full.events("click")) == clicks
    finally:
        full.stop()


def test_it_moves_and_grows_by_keyboard_alone(desktop: Desktop, app: RunningApp) -> None:
    overlay = app.overlay_id()
    x, y, width, height = app.geometry(overlay)
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "ctrl+m")
    dialog = desktop.find_window("^Move the captions$")
    desktop.xdotool("windowactivate", "--sync", dialog)
    desktop.xdotool("key", "Up", "Up", "Left", "ctrl+Left")
    wait_until(lambda: app.geometry(overlay)[:2] == (x - 45, y - 80), what="the overlay to move")
    desktop.xdotool("key", "shift+Right")
    wait_until(lambda: app.geometry(overlay)[2] == width + 40, what="the overlay to widen")
    desktop.xdotool("key", "shift+Up")
    wait_until(lambda: app.geometry(overlay)[3] == height + ROW, what="one more line")
    desktop.xdotool("key", "plus")
    app.wait_setting("overlay", "font_px", FONT_PX + 2)
    desktop.xdotool("key", "Return")
    app.wait_setting("overlay", "lines", 4)
    app.wait(lambda: dialog not in desktop.windows(), "the dialog to go")
    kept = app.geometry(overlay)

    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "ctrl+m")
    dialog = desktop.find_window("^Move the captions$")
    desktop.xdotool("windowactivate", "--sync", dialog, "key", "Up", "Right", "shift+Down")
    wait_until(lambda: app.geometry(overlay) != kept, what="the overlay to move again")
    desktop.xdotool("key", "Escape")
    wait_until(lambda: app.geometry(overlay) == kept, what="Esc to put it back")


def test_a_monitor_that_goes_leaves_the_captions_on_the_other_one(tmp_path: Path) -> None:
    screen = Desktop()
    try:
        screen.run("xrandr", "--setmonitor", "left", "960/250x1080/280+0+0", "screen")
        screen.run("xrandr", "--setmonitor", "right", "960/250x1080/280+960+0", "none")
        app = RunningApp(screen, tmp_path, env=SILENT)
        app.wait(lambda: app.events("status"), "the window, and what comes behind it")
        overlay = app.overlay_id()
        x, y, width, height = app.geometry(overlay)
        assert x + width <= 960
        drag(screen, (x + 60, y + height // 2), (960, -300))
        x, y = x + 960, y - 300
        app.wait_geometry(overlay, (x, y, width, height))
        app.wait(lambda: app.settings().get("overlay", {}).get("places"), "the place to be saved")
        screen.run("xrandr", "--delmonitor", "right")
        app.wait(lambda: app.geometry(overlay)[0] + width <= 960, "the overlay on the remaining monitor")
        assert app.geometry(overlay)[2:] == (width, height)
        screen.run("xrandr", "--setmonitor", "right", "960/250x1080/280+960+0", "none")
        app.wait(lambda: app.geometry(overlay) == (x, y, width, height), "its old place on the monitor that came back")
        assert app.end() == 0
    finally:
        screen.close()


def test_a_window_that_is_raised_does_not_cover_it(desktop: Desktop, app: RunningApp, tmp_path: Path) -> None:
    overlay = app.overlay_id()
    area = app.geometry(overlay)
    other = Bystander(desktop, tmp_path, (area[0] - 40, area[1] - 60, area[2] + 80, area[3] + 100))
    try:
        desktop.xdotool("windowactivate", "--sync", app.window_id())
        other.focus()
        desktop.xdotool("windowraise", other.id)
        time.sleep(0.4)
        desktop.xdotool("mousemove", *middle(area))
        time.sleep(0.2)
        assert f"WINDOW={overlay}" in desktop.xdotool("getmouselocation", "--shell").splitlines()
    finally:
        other.stop()


def test_as_an_ordinary_window_it_is_listed_for_capture_and_stays_above(desktop: Desktop, tmp_path: Path) -> None:
    app = RunningApp(desktop, tmp_path, env=SILENT, settings={"overlay": {"ordinary": True}})
    app.wait(lambda: app.events("window"), "the window")
    overlay = app.overlay_id()
    app.wait(lambda: f"{int(overlay):#x}" in desktop.run("xprop", "-root", "_NET_CLIENT_LIST"), "the list of windows")
    assert "_NET_WM_STATE_ABOVE" in desktop.run("xprop", "-id", overlay, "_NET_WM_STATE")
    x, y, width, height = app.geometry(overlay)
    drag(desktop, (x + width // 2, y + height // 2), (-40, -200))
    app.wait_geometry(overlay, (x - 40, y - 200, width, height))
    assert app.end() == 0


@pytest.mark.parametrize(("dock", "top"), [("top", True), ("bottom", False)])
def test_it_docks_to_an_edge(desktop: Desktop, tmp_path: Path, dock: str, top: bool) -> None:
    app = RunningApp(desktop, tmp_path, env=SILENT, settings={"overlay": {"dock": dock}})
    app.wait(lambda: app.events("window"), "the window")
    x, y, width, height = app.geometry(app.overlay_id())
    assert y == 0 if top else y + height == 1080
    assert abs(2 * x + width - 1920) <= 2
    drag(desktop, (x + width // 2, y + height // 2), (30, 200 if top else -200))
    app.wait_setting("overlay", "dock", "free")
    assert app.end() == 0

"""The tray icon in a real tray: the window goes there, comes back, and the menu works."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.app_kit import OVERLAY, WINDOW, RunningApp
from tests.desktop.kit import Desktop, KitError, Sound, Started, missing_programs, wait_until

pytestmark = pytest.mark.desktop


def windows(desktop: Desktop) -> str:
    """The tree of all windows; "" where one has gone while it was asked for."""
    try:
        return desktop.run("xwininfo", "-root", "-tree")
    except KitError:
        return ""


def has_tray(desktop: Desktop) -> bool:
    from Xlib import X, display

    connection = display.Display(desktop.display)
    try:
        return bool(connection.get_selection_owner(connection.intern_atom("_NET_SYSTEM_TRAY_S0")) != X.NONE)
    finally:
        connection.close()


def start_tray(desktop: Desktop) -> Started:
    if missing_programs(["trayer"]):
        pytest.skip("needs trayer (Debian: apt install trayer)")
    panel = desktop.start(
        "trayer", "--edge", "top", "--align", "right", "--widthtype", "pixel", "--width", "120", "--height", "32"
    )
    wait_until(lambda: has_tray(desktop), what="the tray")
    return panel


@pytest.fixture
def tray(desktop: Desktop) -> Iterator[Started]:
    panel = start_tray(desktop)
    yield panel
    panel.stop()


@pytest.fixture
def app(desktop: Desktop, sound: Sound, tray: Started, tmp_path: Path) -> Iterator[RunningApp]:
    running = RunningApp(desktop, tmp_path, env=sound.variables)
    running.wait_ready()
    icon_place(desktop)
    yield running
    if running.started.running:
        running.end()


def visible(desktop: Desktop, title: str) -> bool:
    return bool(desktop.windows(title))


def icon_place(desktop: Desktop) -> tuple[int, int]:
    """The middle of our icon, once it stands still in the tray, which is the right upper corner."""

    def found() -> tuple[int, int] | None:
        for line in windows(desktop).splitlines():
            if "r2t2-captions" not in line and "QSystemTrayIcon" not in line:
                continue
            match = re.search(r"(\d+)x(\d+)\+-?\d+\+-?\d+\s+\+(\d+)\+(\d+)$", line.strip())
            if match:
                width, height, x, y = map(int, match.groups())
                if 10 < width <= 64 and 10 < height <= 64 and x >= 1800 and y < 60:
                    return x + width // 2, y + height // 2
        return None

    def still() -> object:
        place = found()
        time.sleep(0.1)
        return place if place == found() else None

    place = wait_until(still, what="the icon in the tray")
    assert isinstance(place, tuple)
    return place


def click_icon(desktop: Desktop) -> None:
    """One click, well apart from the one before: two in quick succession are a double click, which counts as one."""
    time.sleep(0.6)
    desktop.xdotool("mousemove", *icon_place(desktop), "click", 1)


def shown(desktop: Desktop) -> set[str]:
    return set(desktop.windows())


def open_menu(desktop: Desktop) -> None:
    """The icon's menu, which has the keyboard then."""
    desktop.xdotool("mousemove", *icon_place(desktop))
    time.sleep(1.2)  # the icon's own words have come up
    before = shown(desktop)
    desktop.xdotool("click", 3)
    wait_until(lambda: shown(desktop) - before, what="the menu")
    time.sleep(0.3)


def choose(desktop: Desktop, downs: int) -> None:
    """Opens the icon's menu and takes the entry after `downs` presses of Down."""
    open_menu(desktop)
    for _ in range(downs):
        desktop.xdotool("key", "Down")
        time.sleep(0.08)
    desktop.xdotool("key", "Return")


def test_closing_the_window_keeps_the_captions_and_the_icon_brings_it_back(desktop: Desktop, app: RunningApp) -> None:
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "alt+F4")
    wait_until(lambda: not visible(desktop, WINDOW), 30, "the window to go")
    assert app.started.running
    assert visible(desktop, OVERLAY)
    click_icon(desktop)
    wait_until(lambda: visible(desktop, WINDOW), 30, "the window to come back")
    click_icon(desktop)
    wait_until(lambda: not visible(desktop, WINDOW), 30, "the window to go again")


def test_the_menu_pauses_locks_hides_and_quits(desktop: Desktop, app: RunningApp, artifacts: Path) -> None:
    mark = len(app.events())
    choose(desktop, 1)
    app.wait_state("paused", after=mark)
    desktop.screenshot(artifacts / "tray-paused.png")
    mark = len(app.events())
    choose(desktop, 1)
    app.wait_state("listening", after=mark)
    choose(desktop, 5)
    app.wait_setting("overlay", "locked", True)
    choose(desktop, 6)
    app.wait_setting("overlay", "locked", False)
    choose(desktop, 4)
    app.wait_setting("overlay", "visible", False)
    open_menu(desktop)
    desktop.screenshot(artifacts / "tray-menu.png")
    desktop.xdotool("key", "Up", "Return")
    wait_until(lambda: not app.started.running, 60, "the end of the program")
    assert app.started.process.wait() == 0


def test_started_hidden_only_the_captions_show(desktop: Desktop, sound: Sound, tray: Started, tmp_path: Path) -> None:
    app = RunningApp(desktop, tmp_path, "--hidden", env=sound.variables)
    app.wait_ready()
    assert visible(desktop, OVERLAY)
    assert not visible(desktop, WINDOW)
    assert app.again().process.wait(60) == 0
    wait_until(lambda: visible(desktop, WINDOW), 30, "the window")
    assert app.end() == 0


def test_a_tray_that_starts_later_gets_the_icon(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    """As at log-in, where the desktop's panel may be slower."""
    app = RunningApp(desktop, tmp_path, env=sound.variables)
    app.wait_ready()
    panel = start_tray(desktop)
    try:
        click_icon(desktop)
        wait_until(lambda: not visible(desktop, WINDOW), 30, "the window to go")
        click_icon(desktop)
        wait_until(lambda: visible(desktop, WINDOW), 30, "the window to come back")
    finally:
        panel.stop()
    wait_until(lambda: not has_tray(desktop), what="the tray to go")
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "alt+F4")
    question = desktop.find_window("^Close")
    desktop.xdotool("windowactivate", "--sync", question, "key", "Return")
    wait_until(lambda: not visible(desktop, WINDOW), 30, "the window to be minimised, where no tray is any more")
    assert app.end() == 0

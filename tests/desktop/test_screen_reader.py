"""What a screen reader is given over the accessibility bus: a name for every control, and a keyboard that follows the layout.

Qt's own names are held by `tests/app/ui`; on Linux, some of them do not get as far as the bus.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.app.history.histories import LECTURE, add_session
from tests.desktop.app_kit import RunningApp
from tests.desktop.kit import Desktop, Sound
from tests.desktop.screen_reader import FOCUSED, AccessibilityBus, Accessible, Reader

pytestmark = pytest.mark.desktop

SPARE_PX = 12
"""How far controls beside each other may overlap: those of a row differ in height."""


def started(
    bus: AccessibilityBus, desktop: Desktop, sound: Sound, home: Path, **options: bool
) -> tuple[RunningApp, Reader]:
    app = RunningApp(desktop, home, env={**bus.variables, **sound.variables}, **options)  # type: ignore[arg-type]
    app.wait_ready()
    return app, bus.reader()


def stored_session(home: Path) -> None:
    """A session from before, so that the history has something to show."""
    from app.base.settings import HistorySettings
    from app.history.store import HistoryStore

    with HistoryStore.open(home / "data", HistorySettings(), lambda call: None) as store:
        add_session(store, LECTURE)


def nameless(window: Accessible) -> list[str]:
    return [
        f"{control.role} {control.name!r} at {control.area}" for control in window.controls() if not control.spoken_name
    ]


def check(window: Accessible) -> int:
    """Every control has a name. Gives how many there are."""
    assert nameless(window) == [], window.name
    return len(window.controls())


def title(desktop: Desktop, words: str) -> str:
    window = desktop.find_window(words)
    desktop.xdotool("windowactivate", "--sync", window)
    return window


def test_every_control_of_every_window_has_a_name(
    bus: AccessibilityBus, desktop: Desktop, sound: Sound, tmp_path: Path
) -> None:
    stored_session(tmp_path)
    app, reader = started(bus, desktop, sound, tmp_path, first_run_done=False)
    counted: dict[str, int] = {}
    welcome = reader.window("Welcome")
    counted["welcome"] = check(welcome)
    welcome.control("Start").press()
    app.wait_setting("interface", "first_run_done", True)
    window = reader.window("R2T2 Captions")
    counted["main"] = check(window)

    window.control("Settings").press()
    settings = reader.window("Settings")
    title(desktop, "^Settings$")
    pages = settings.control("Pages")
    names = [page.name for page in pages.children()]
    for number, name in enumerate(names):
        if number:
            desktop.xdotool("key", "Down")
        app.wait(lambda name=name: heading(settings, name), f"the page {name}")
        counted[name] = check(settings)
    desktop.xdotool("key", "Escape")

    window.control("History").press()
    history = reader.window("History")
    history.control("Export…")
    counted["history"] = check(history)
    history.control("Export…").press()
    export = reader.window("Export")
    counted["export"] = check(export)
    export.control("Cancel").press()
    title(desktop, "^History$")
    desktop.xdotool("key", "Escape")

    window.control("Model: Starter model (English)").press()
    models = reader.window("Models")
    models.control("Add a server…")
    counted["models"] = check(models)
    for button, field in (("Add a server…", "Address of the server"), ("Folder and connection…", "Proxy")):
        models.control(button).press()
        models.control(field)
        counted[button] = check(models)
        models.control("Cancel").press()
    models.control("Close").press()

    window.control("Open recordings…").press()
    recordings = reader.window("Recordings")
    counted["recordings"] = check(recordings)
    title(desktop, "^Recordings$")
    desktop.xdotool("key", "Escape")

    window.control("Move captions by keyboard").press()
    counted["move"] = check(reader.window("Move"))
    reader.window("Move").control("Cancel").press()
    assert app.end() == 0
    assert len(names) >= 10
    assert min(counted.values()) >= 2, counted
    assert sum(counted.values()) >= 120, counted


def heading(settings: Accessible, name: str) -> bool:
    """The page with this title is shown: it is the name of a label beside the list."""
    return any(part.name == name and part.role == "label" for part in settings.below())


def focused(window: Accessible) -> Accessible | None:
    return next((control for control in window.controls() if FOCUSED in control.states), None)


def walk(app: RunningApp, desktop: Desktop, window: Accessible) -> list[Accessible]:
    """The controls in the order in which Tab reaches them, once around."""
    found: list[Accessible] = []
    for _ in range(60):
        here = app.wait(lambda: focused(window), f"a control with the keyboard after {[part.name for part in found]}")
        if found and here == found[0]:
            return found
        found.append(here)
        desktop.xdotool("key", "Tab")
        app.wait(
            lambda here=here: (now := focused(window)) is not None and now != here, f"another one than {here.name}"
        )
    raise AssertionError([part.name for part in found])


def follows(before: Accessible, after: Accessible) -> bool:
    """`after` stands to the right of `before` or below it, as one reads."""
    x, y, width, height = before.area
    return after.area[0] >= x + width - SPARE_PX or after.area[1] >= y + height - SPARE_PX


@pytest.mark.parametrize("name", ["welcome", "main", "settings", "models"])
def test_the_keyboard_follows_the_layout(
    bus: AccessibilityBus, desktop: Desktop, sound: Sound, tmp_path: Path, name: str
) -> None:
    app, reader = started(bus, desktop, sound, tmp_path, first_run_done=name != "welcome")
    if name == "welcome":
        window = reader.window("Welcome")
        title(desktop, "^Welcome")
    else:
        window = reader.window("R2T2 Captions")
        title(desktop, "^R2T2 Captions$")
    if name == "settings":
        window.control("Settings").press()
        window = reader.window("Settings")
        title(desktop, "^Settings$")
    elif name == "models":
        window.control("Model: Starter model (English)").press()
        window = reader.window("Models")
        window.control("Check")
        title(desktop, "^Models$")
    order = walk(app, desktop, window)
    jumps = [
        f"{before.spoken_name} {before.area} → {after.spoken_name} {after.area}"
        for before, after in pairwise(order)
        if not follows(before, after)
    ]
    assert app.end() == 0
    assert len(jumps) <= 1, jumps  # round the end, where the walk did not begin at the top

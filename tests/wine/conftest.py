"""The private screen with Wine on it. These tests run with `make test-windows` alone: they need root and mount folders."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.kit import Sound
from tests.wine.kit import Notepad, WineApp, WineDesktop

ARTIFACTS = Path(__file__).resolve().parents[1] / "artifacts" / "windows"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not os.environ.get("R2T2_WINE"):
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="Windows' programs under Wine run with `make test-windows`"))


@pytest.fixture(scope="session")
def desktop() -> Iterator[WineDesktop]:
    """A screen of 1920x1080 with openbox and Wine."""
    screen = WineDesktop()
    yield screen
    screen.close()


@pytest.fixture
def sound() -> Iterator[Sound]:
    """A private PulseAudio, which WASAPI's devices play on and record from."""
    server = Sound()
    yield server
    server.close()


@pytest.fixture
def launch(desktop: WineDesktop, sound: Sound, tmp_path: Path) -> Iterator[Callable[..., WineApp]]:
    """Starts the program; the second start in a test has the settings of the first."""
    running: list[WineApp] = []

    def start(*arguments: str, **options: Any) -> WineApp:
        running.append(WineApp(desktop, tmp_path, *arguments, env=sound.variables, **options))
        return running[-1]

    yield start
    for app in running:
        app.started.stop()


@pytest.fixture
def notepad(desktop: WineDesktop, tmp_path: Path) -> Iterator[Notepad]:
    editor = Notepad(desktop, tmp_path)
    yield editor
    editor.close()


@pytest.fixture
def picture(desktop: WineDesktop) -> Callable[[str], Path]:
    """Keeps a picture of the screen for somebody to look at."""
    return lambda name: desktop.screenshot(ARTIFACTS / f"{name}.png")


@pytest.fixture
def measured() -> Callable[..., None]:
    """Keeps figures for the table that `make test-windows` prints."""

    def keep(**figures: float) -> None:
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        file = ARTIFACTS / "figures.json"
        known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        file.write_text(json.dumps(known | {name: round(value, 2) for name, value in figures.items()}, indent=1))

    return keep

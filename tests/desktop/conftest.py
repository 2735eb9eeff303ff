"""Fixtures of the desktop tests: `desktop` (screen and window manager) and `sound` (sound server with a microphone)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.dictation_fixtures import editor, reader, start, terminal  # noqa: F401 - fixtures are found here
from tests.desktop.kit import DESKTOP_PROGRAMS, SOUND_PROGRAMS, Desktop, Sound, missing_programs
from tests.desktop.screen_reader import AccessibilityBus, missing_for_bus

ARTIFACTS = Path(__file__).resolve().parents[1] / "artifacts"


def need_programs(programs: tuple[str, ...]) -> None:
    if missing := missing_programs(programs):
        pytest.skip(f"needs {', '.join(missing)} (their Debian packages stand in packaging/setup.sh)")


@pytest.fixture(scope="session")
def shared_desktop() -> Iterator[Desktop]:
    need_programs(DESKTOP_PROGRAMS)
    screen = Desktop()
    yield screen
    screen.close()


@pytest.fixture
def desktop(shared_desktop: Desktop) -> Iterator[Desktop]:
    """A private screen of 1920x1080 with openbox, shared by the tests of a run; programs on it end with their test."""
    with shared_desktop.guests():
        yield shared_desktop


@pytest.fixture
def bus(desktop: Desktop) -> Iterator[AccessibilityBus]:
    """The accessibility bus; give `bus.variables` to the program under test."""
    if lacks := missing_for_bus():
        pytest.skip(f"needs {lacks} (their Debian packages stand in packaging/setup.sh)")
    with AccessibilityBus(desktop) as made:
        yield made


@pytest.fixture
def sound() -> Iterator[Sound]:
    """A private sound server for one test; give `sound.env` to the program under test."""
    need_programs(SOUND_PROGRAMS)
    server = Sound()
    yield server
    server.close()


@pytest.fixture
def sound_here(sound: Sound, monkeypatch: pytest.MonkeyPatch) -> Sound:
    """The same, and this very process uses it too (PortAudio and the server's tools read the variables when they connect)."""
    for name, value in sound.variables.items():
        monkeypatch.setenv(name, value)
    return sound


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Where screenshots and logs of the tests are kept."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    return ARTIFACTS

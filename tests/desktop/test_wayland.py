"""The program on a real Wayland desktop that tiles: where captions stand, and where dictated words go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.app_kit import RunningApp, assert_only_grows
from tests.desktop.kit import Sound, missing_programs, wait_until
from tests.desktop.wayland_kit import HEIGHT, PROGRAMS, WIDTH, WaylandDesktop

pytestmark = pytest.mark.desktop

SENTENCE = "We are going to the park today."
OVERLAY = "Captions overlay — R2T2 Captions"
TERMINAL = "terminal"


@pytest.fixture
def wayland() -> Iterator[WaylandDesktop]:
    if missing := missing_programs(PROGRAMS):
        pytest.skip(f"needs {', '.join(missing)} (Debian: apt install sway wtype foot util-linux)")
    screen = WaylandDesktop()
    yield screen
    screen.close()


@pytest.fixture
def app(wayland: WaylandDesktop, sound: Sound, tmp_path: Path) -> Iterator[RunningApp]:
    heard = {name: value for name, value in sound.variables.items() if name != "XDG_RUNTIME_DIR"}
    running = RunningApp(wayland, tmp_path, env=heard)
    running.wait_ready()
    yield running
    if running.started.running:
        running.end()


def test_captions_float_at_their_own_size(wayland: WaylandDesktop, app: RunningApp, sound: Sound) -> None:
    """They were put into a tile, and what did not fit was cut off."""
    sound.play(sound.say(SENTENCE), block=True)
    app.wait(lambda: app.events("line_finished"), "the line")
    assert "park" in assert_only_grows(app.events())[0]
    window = wayland.windows()[OVERLAY]
    assert window["type"] == "floating_con"
    assert window["rect"]["width"] == round(0.68 * WIDTH)
    assert 0 < window["rect"]["height"] < HEIGHT / 2
    assert app.end() == 0
    assert "Traceback" not in app.started.output()


def test_dictation_goes_into_the_window_that_has_the_keyboard(
    wayland: WaylandDesktop, app: RunningApp, sound: Sound, tmp_path: Path
) -> None:
    """The status pill took the keyboard, and with it the words."""
    typed = tmp_path / "typed"
    shell = f"stty -icanon -echo; cat > {typed}"
    wayland.start("foot", "--title", TERMINAL, "--override", "locked-title=yes", "sh", "-c", shell)
    wait_until(lambda: wayland.windows().get(TERMINAL, {}).get("focused") and typed.exists(), what="the terminal")
    for end in (r"park[^.]*\.$", r"park[^.]*\. \S.*park[^.]*\.$"):  # a space between one dictation and the next
        assert app.again("--dictate").process.wait(60) == 0
        sound.play(sound.say(SENTENCE), block=True)
        assert wayland.windows()[TERMINAL]["focused"], "nothing took the keyboard"
        assert app.again("--dictate").process.wait(60) == 0
        wait_until(lambda end=end: re.search(end, typed.read_text(encoding="utf-8")), 60, "the words in the terminal")
    assert app.end() == 0

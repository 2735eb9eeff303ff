"""The key field of the settings, driven by real keys, and the pynput backend on a real X server."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.dictation_kit import ROOT, read_lines
from tests.desktop.kit import Desktop, wait_until

pytestmark = pytest.mark.desktop


class Pages:
    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self.desktop = desktop
        self.events_file = folder / "events.jsonl"
        env = {"PYTHONPATH": str(ROOT), "R2T2_CAPTIONS_HOME": str(folder / "home")}
        self.process = desktop.start(
            sys.executable, "-m", "tests.desktop.dictation_settings", str(self.events_file), env=env
        )
        self.window = desktop.find_window("^Dictation settings$")
        self._n_recorded = 0
        desktop.xdotool("windowactivate", "--sync", self.window)
        self.place = self.wait("ready")

    def wait(self, kind: str, count: int = 1) -> dict[str, Any]:
        def found() -> list[dict[str, Any]]:
            matching = [event for event in read_lines(self.events_file) if event["kind"] == kind]
            return matching[count - 1 : count]

        result = wait_until(found, 60, f"{kind}: {read_lines(self.events_file)}; {self.process.output()}")
        assert isinstance(result, list)
        return result[0]

    def record(self, *keys: str) -> None:
        """Clicks on the field, and presses keys once it listens and the hotkeys rest."""
        self._n_recorded += 1
        self.desktop.xdotool("mousemove", "--window", self.window, self.place["x"], self.place["y"], "click", 1)
        self.wait("recording", self._n_recorded)
        for key in keys:
            self.desktop.xdotool("key", key)

    @property
    def settings(self) -> list[str]:
        return [event["hold"] for event in read_lines(self.events_file) if event["kind"] == "settings"]


@pytest.fixture
def pages(desktop: Desktop, tmp_path: Path) -> Iterator[Pages]:
    program = Pages(desktop, tmp_path)
    yield program
    program.process.stop()


def test_a_combination_is_recorded_by_pressing_it(pages: Pages, desktop: Desktop, artifacts: Path) -> None:
    pages.record("ctrl+shift+F6")
    assert pages.wait("settings")["hold"] == "ctrl+shift+f6"
    pages.record()
    desktop.xdotool("keydown", "105", "keyup", "105")  # the right Ctrl key alone
    assert pages.wait("settings", 2)["hold"] == "right ctrl"
    desktop.screenshot(artifacts / "dictation-settings.png")


def test_the_programs_own_hotkey_can_be_pressed_into_the_field(pages: Pages) -> None:
    """Its grab would swallow it, so hotkeys rest while a field records."""
    pages.record("ctrl+alt+d")
    assert pages.wait("settings")["hold"] == "ctrl+alt+d"
    assert "Both use Ctrl+Alt+D" in pages.wait("message")["text"]


def test_a_key_of_everyday_typing_is_refused(pages: Pages) -> None:
    pages.record("a")
    assert "for typing" in pages.wait("message")["text"]
    assert pages.settings == []


def test_escape_leaves_everything_as_it_was(pages: Pages) -> None:
    pages.record("Escape", "F6")
    time.sleep(0.4)
    assert pages.settings == []


def test_a_combination_of_another_program_is_refused_and_told(pages: Pages, desktop: Desktop) -> None:
    from Xlib import XK, X, display

    connection = display.Display(desktop.display)
    try:
        code = connection.keysym_to_keycode(XK.XK_F6)
        # A grab of exactly this state: the key itself still reaches the field when pressed with other locks.
        connection.screen().root.grab_key(code, X.LockMask, False, X.GrabModeAsync, X.GrabModeAsync)
        connection.sync()
        pages.record("F6")
        assert "F6 is in use by another program" in pages.wait("message")["text"]
        assert pages.settings == []
    finally:
        connection.close()


PYNPUT = """
import sys, time
from app.hotkeys.keys import parse_combo
from app.hotkeys.pynput import PynputHotkeys
hotkeys = PynputHotkeys(lambda edge: print(edge.kind.value, edge.binding, flush=True), print, "x11")
hotkeys.set_bindings({"hold": parse_combo("ctrl+alt+d"), "toggle": parse_combo("f9")})
hotkeys.start()
print("ready", flush=True)
sys.stdin.readline()
hotkeys.stop()
print("stopped", flush=True)
"""


def test_the_pynput_backend_hears_real_keys(desktop: Desktop) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PYNPUT],
        env={**os.environ, **desktop.env, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        assert process.stdout.readline().strip() == "ready"
        for key in ("ctrl", "alt", "d"):
            desktop.xdotool("keydown", key)
        time.sleep(1.0)
        for key in ("d", "alt", "ctrl"):
            desktop.xdotool("keyup", key)
        desktop.xdotool("key", "F9")
        heard = [process.stdout.readline().strip() for _ in range(4)]
        assert heard == ["down hold", "up hold", "down toggle", "up toggle"]
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline().strip() == "stopped"
        assert process.wait(10) == 0
    finally:
        process.kill()

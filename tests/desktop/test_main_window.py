"""The main window and the program around it: keyboard only, global shortcut, second start, start without a window."""

from __future__ import annotations

import contextlib
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.app_kit import OVERLAY, WINDOW, Bystander, RunningApp
from tests.desktop.kit import Desktop, Sound, wait_until

pytestmark = pytest.mark.desktop

SILENT = {"PULSE_SERVER": "unix:/nonexistent", "XDG_RUNTIME_DIR": "/nonexistent"}

TOUR = (
    "Pause", "Dictate", "Show captions", "Lock captions in place", "Move captions by keyboard", "History", "Settings", "More",
    "Listen to", "Microphone", "Spoken language", "Speed", "Hotword list", "Hotwords", "Open recordings…",
    "Copy the transcript", "Clear this view", "Transcript",
)  # fmt: skip
"""Every control of the main window, as a screen reader calls it."""


@pytest.fixture
def app(desktop: Desktop, sound: Sound, tmp_path: Path) -> Iterator[RunningApp]:
    running = RunningApp(desktop, tmp_path, env=sound.variables)
    running.wait_ready()
    yield running
    if running.started.running:
        running.end()


def visible(desktop: Desktop, title: str) -> bool:
    return bool(desktop.windows(title))


def test_every_control_is_reached_with_tab_alone(desktop: Desktop, app: RunningApp) -> None:
    desktop.xdotool("windowactivate", "--sync", app.window_id())
    for _ in range(2 * len(TOUR)):
        app.tab()
    heard = [event["name"].partition(": ")[2] for event in app.events("focus")]
    assert not {name for name in TOUR if name not in heard}, heard
    assert "" not in [event["name"].partition(": ")[2] for event in app.events("focus") if event["name"]]


def test_space_on_the_start_button_pauses_and_resumes(desktop: Desktop, app: RunningApp) -> None:
    desktop.xdotool("windowactivate", "--sync", app.window_id())
    app.tab_to("Pause")
    mark = len(app.events())
    desktop.xdotool("key", "space")
    app.wait_state("paused", after=mark)
    mark = len(app.events())
    desktop.xdotool("key", "space")
    app.wait_state("listening", after=mark)


def test_language_and_hotwords_are_set_by_keyboard(desktop: Desktop, app: RunningApp) -> None:
    desktop.xdotool("windowactivate", "--sync", app.window_id())
    app.tab_to("Spoken language")
    desktop.xdotool("key", "ctrl+a")
    desktop.xdotool("type", "--delay", 60, "portug")
    time.sleep(0.3)
    desktop.xdotool("key", "Down", "Return")
    app.wait_setting("captions", "language", "Portuguese")
    app.tab_to("Hotwords")
    desktop.xdotool("type", "--delay", 60, "Ada, Onnx")
    app.wait_setting("captions", "hotwords", {"words": "Ada, Onnx", "lists": [], "chosen": ""})


def test_the_settings_dialog_is_used_by_keyboard(desktop: Desktop, app: RunningApp) -> None:
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "ctrl+comma")
    dialog = desktop.find_window("^Settings$")
    desktop.xdotool("windowactivate", "--sync", dialog)
    for _ in range(8):
        desktop.xdotool("key", "Down")
        time.sleep(0.15)
    for _ in range(8):
        desktop.xdotool("key", "Up")
        time.sleep(0.1)
    app.tab_to("Colours")
    desktop.xdotool("key", "Down")
    app.wait_setting("overlay", "theme", "yellow_on_black")
    desktop.xdotool("key", "Escape")
    app.wait_setting("overlay", "theme", "white_on_black")


def test_the_shortcut_pauses_and_resumes_from_another_window(desktop: Desktop, app: RunningApp, tmp_path: Path) -> None:
    other = Bystander(desktop, tmp_path, (100, 60, 600, 300))
    try:
        for state in ("paused", "listening", "paused", "listening"):
            mark = len(app.events())
            desktop.xdotool("key", "ctrl+alt+p")
            app.wait_state(state, after=mark)
            assert other.active
        assert other.events("text") == [], "the shortcut must not type into the focused window"
    finally:
        other.stop()


def test_nothing_is_heard_while_paused_and_captions_go_on_after(
    desktop: Desktop, app: RunningApp, sound: Sound
) -> None:
    mark = len(app.events())
    assert app.again("--pause").process.wait(60) == 0
    app.wait_state("paused", after=mark)
    sound.play(sound.say("This must not be heard at all."), block=True)
    time.sleep(1.5)
    assert app.events("text") == []
    mark = len(app.events())
    assert app.again("--resume").process.wait(60) == 0
    app.wait_state("listening", after=mark)
    time.sleep(0.5)
    sound.play(sound.say("We are going to the park today."), block=True)
    app.wait(lambda: app.events("line_finished"), "captions after the pause")


def test_a_shortcut_that_is_taken_is_told(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    first = RunningApp(desktop, tmp_path / "one", env=sound.variables)
    first.wait_ready()
    second = RunningApp(desktop, tmp_path / "two", env=sound.variables)
    second.wait_ready()
    second.wait(lambda: [event for event in second.events("message") if "Ctrl+Alt+P" in event["text"]], "the message")
    assert first.end() == 0
    assert second.end() == 0


def test_a_second_start_shows_the_first(desktop: Desktop, app: RunningApp, tmp_path: Path) -> None:
    other = Bystander(desktop, tmp_path, (100, 60, 600, 300))
    try:
        assert other.active
        again = app.again()
        assert again.process.wait(60) == 0
        wait_until(lambda: desktop.run("xdotool", "getactivewindow") == app.window_id(), 30, "the first one in front")
        assert len(desktop.windows(WINDOW)) == 1
        assert len(desktop.windows(OVERLAY)) == 1
    finally:
        other.stop()


def test_a_later_start_can_command_the_running_one(desktop: Desktop, app: RunningApp) -> None:
    mark = len(app.events())
    assert app.again("--toggle").process.wait(60) == 0
    app.wait_state("paused", after=mark)
    mark = len(app.events())
    assert app.again("--resume").process.wait(60) == 0
    app.wait_state("listening", after=mark)
    assert app.again("--quit").process.wait(60) == 0
    assert app.started.process.wait(60) == 0
    lonely = app.again("--toggle")
    assert lonely.process.wait(60) == 1
    assert "not running" in lonely.output()


def test_started_hidden_without_a_tray_the_window_is_only_minimised(
    desktop: Desktop, sound: Sound, tmp_path: Path
) -> None:
    app = RunningApp(desktop, tmp_path, "--hidden", env=sound.variables)
    app.wait_ready()
    assert visible(desktop, OVERLAY)
    assert not visible(desktop, WINDOW)
    assert app.again().process.wait(60) == 0
    wait_until(lambda: visible(desktop, WINDOW), 30, "the window")
    assert app.end() == 0


def test_without_a_tray_closing_the_window_minimises_it_or_ends_the_program(
    desktop: Desktop, app: RunningApp, artifacts: Path
) -> None:
    window = app.window_id()
    desktop.xdotool("windowactivate", "--sync", window, "key", "alt+F4")
    question = desktop.find_window("^Close")
    desktop.screenshot(artifacts / "close-without-tray.png")
    desktop.xdotool("windowactivate", "--sync", question, "key", "Return")
    wait_until(lambda: not visible(desktop, WINDOW), 30, "the window to be minimised")
    assert visible(desktop, OVERLAY)
    assert app.started.running
    assert app.again().process.wait(60) == 0
    wait_until(lambda: visible(desktop, WINDOW), 30, "the window to come back")
    assert app.again("--quit").process.wait(60) == 0
    assert app.started.process.wait(60) == 0


def test_where_nothing_is_to_run_on_closing_the_window_ends_the_program(
    desktop: Desktop, sound: Sound, tmp_path: Path
) -> None:
    settings = {"interface": {"close_to_tray": False}}
    app = RunningApp(desktop, tmp_path, env=sound.variables, settings=settings)
    app.wait_ready()
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "alt+F4")
    wait_until(lambda: not app.started.running, 60, "the end of the program")
    assert app.started.process.wait() == 0
    assert "Traceback" not in app.started.output()


@pytest.mark.parametrize("number", ["INT", "TERM"])
def test_signals_end_it_cleanly(desktop: Desktop, app: RunningApp, number: str) -> None:
    app.started.process.send_signal(getattr(signal, f"SIG{number}"))
    assert app.started.process.wait(60) == 0
    assert app.started.output() == ""


def stored_lines(app: RunningApp) -> int:
    with contextlib.closing(sqlite3.connect(app.home / "data" / "history.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM line").fetchone()[0])


def test_the_first_run_page_shows_once_and_the_level_moves(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    app = RunningApp(desktop, tmp_path, env=sound.variables, first_run_done=False)
    app.wait_ready()
    page = desktop.find_window("^Welcome to R2T2 Captions$")
    sentence = sound.say("We are going to the park today.")
    sound.play(sentence, block=True)
    app.wait(lambda: app.events("line_finished"), "captions")
    assert stored_lines(app) == 0, "nothing is stored before the page has been read"
    desktop.xdotool("windowactivate", "--sync", page, "key", "Return")
    app.wait_setting("interface", "first_run_done", True)
    wait_until(lambda: not visible(desktop, "^Welcome"), 30, "the page to go")
    before = len(app.events("line_finished"))
    sound.play(sentence, block=True)
    app.wait(lambda: len(app.events("line_finished")) > before, "captions")
    wait_until(lambda: stored_lines(app) > 0, 30, "the line in the history")
    assert app.end() == 0
    assert stored_lines(app) <= len(app.events("line_finished")) - before, "what was said before the page was read"
    mark = len(app.events())
    again = RunningApp(desktop, tmp_path, env=sound.variables)
    again.wait_ready(after=mark)
    assert not visible(desktop, "^Welcome")
    assert again.end() == 0

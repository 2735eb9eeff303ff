"""The parts of the program together: the windows it opens, the OBS page, dictation, another model that is missing."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.program.display import display_problem, x_server_answers
from tests.desktop.app_kit import WINDOW, Bystander, RunningApp
from tests.desktop.kit import Desktop, Sound, wait_until

pytestmark = pytest.mark.desktop


@pytest.fixture
def app(desktop: Desktop, sound: Sound, tmp_path: Path) -> Iterator[RunningApp]:
    running = RunningApp(desktop, tmp_path, env=sound.variables)
    running.wait_ready()
    yield running
    if running.started.running:
        running.end()


@pytest.mark.parametrize(
    ("keys", "title"), [("ctrl+comma", "^Settings$"), ("ctrl+h", "^History$"), ("ctrl+d", "^Models$")]
)
def test_every_window_opens_by_key_and_closes_with_escape(
    desktop: Desktop, app: RunningApp, keys: str, title: str
) -> None:
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", keys)
    window = desktop.find_window(title)
    time.sleep(0.3)
    desktop.xdotool("windowactivate", "--sync", window, "key", "Escape")
    wait_until(
        lambda: window not in desktop.windows(),
        30,
        "it to close",
    )
    assert app.end() == 0
    assert "Traceback" not in app.started.output()


def test_what_was_removed_while_in_use_is_gone_after_the_next_start(
    desktop: Desktop, sound: Sound, tmp_path: Path
) -> None:
    left = tmp_path / "data" / "models" / ".trash-1234"
    left.mkdir(parents=True)
    (left / "decoder.onnx").write_bytes(b"four gigabytes, in spirit")
    app = RunningApp(desktop, tmp_path, env=sound.variables)
    app.wait(lambda: not left.exists(), "the removed model to be deleted", timeout_s=60)
    assert app.end() == 0


def test_the_obs_page_is_served_with_the_words_of_the_overlay(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = RunningApp(desktop, tmp_path, env=sound.variables, settings={"obs": {"enabled": True, "port": port}})
    app.wait_ready()
    app.wait(lambda: app.settings().get("obs", {}).get("token"), "the page's secret")
    address = f"http://127.0.0.1:{port}/{app.settings()['obs']['token']}/"

    def page() -> bytes:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return bytes(answer.read())
        except OSError:  # the secret is stored before the server is up
            return b""

    assert b"<html" in app.wait(page, "the page").lower()
    assert app.end() == 0


def test_dictation_types_into_the_focused_window(
    desktop: Desktop, app: RunningApp, sound: Sound, tmp_path: Path
) -> None:
    other = Bystander(desktop, tmp_path, (100, 60, 600, 300))
    try:
        assert app.again("--dictate").process.wait(60) == 0
        time.sleep(1.0)
        sound.play(sound.say("We are going to the park today."), block=True)
        time.sleep(0.3)
        assert app.again("--dictate").process.wait(60) == 0
        wait_until(lambda: other.events("text") and "park" in other.events("text")[-1]["text"].lower(), 60, "the words")
        assert other.active
    finally:
        other.stop()


def test_a_model_that_is_gone_is_told_and_the_starter_model_captions(
    desktop: Desktop, sound: Sound, tmp_path: Path
) -> None:
    app = RunningApp(desktop, tmp_path, env=sound.variables, settings={"captions": {"model": "not-there"}})
    app.wait_ready()
    assert any("not-there" in event["text"] for event in app.events("message"))
    sound.play(sound.say("We are going to the park today."), block=True)
    app.wait(lambda: app.events("line_finished"), "captions")
    assert app.end() == 0


def test_a_models_folder_that_is_away_is_told_and_the_starter_model_captions(
    desktop: Desktop, sound: Sound, tmp_path: Path
) -> None:
    (tmp_path / "drive").write_bytes(b"")
    settings = {"captions": {"model": "big"}, "models": {"folder": str(tmp_path / "drive" / "models")}}
    app = RunningApp(desktop, tmp_path, env=sound.variables, settings=settings)
    app.wait_ready()
    assert any("cannot be used" in event["text"] for event in app.events("message"))
    assert app.end() == 0


def test_a_settings_file_that_is_broken_is_set_aside(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "settings.json").write_text("{ this is not", encoding="utf-8")
    app = RunningApp(desktop, tmp_path, env=sound.variables)
    app.wait_ready()
    assert (folder / "settings.json.broken").read_text(encoding="utf-8") == "{ this is not"
    assert any("settings.json.broken" in event["text"] for event in app.events("message")), "nobody was told"
    assert app.end() == 0


def test_a_start_while_the_program_ends_becomes_the_program(desktop: Desktop, app: RunningApp) -> None:
    app.started.process.terminate()
    second = app.again()
    assert app.started.process.wait(60) == 0

    def second_at_work() -> bool:
        events = app.events()
        starts = [index for index, event in enumerate(events) if event["event"] == "window"]
        return len(starts) == 2 and any(event.get("provider") for event in events[starts[1] :])

    wait_until(second_at_work, 60, "captions")
    assert desktop.find_window(WINDOW)
    assert second.running
    second.process.terminate()
    assert second.process.wait(60) == 0


def test_two_starts_at_once_give_one_program(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    app = RunningApp(desktop, tmp_path, env=sound.variables)
    other = app.again()
    wait_until(lambda: not (app.started.running and other.running), 60, "one of them to leave it to the other")
    left = app.started if app.started.running else other
    assert left.running, app.started.output() + other.output()
    wait_until(lambda: app.events("status"), 60, "captions")
    left.process.terminate()
    assert left.process.wait(60) == 0


def test_the_language_and_the_scheme_change_while_it_runs(desktop: Desktop, app: RunningApp, artifacts: Path) -> None:
    desktop.xdotool("windowactivate", "--sync", app.window_id(), "key", "ctrl+comma")
    dialog = desktop.find_window("^Settings$")
    desktop.xdotool("windowactivate", "--sync", dialog)
    time.sleep(0.5)
    desktop.xdotool("key", "End")
    app.tab_to("Interface language")
    desktop.xdotool("key", "End", "Up")  # Traditional Chinese is the last
    app.wait_setting("interface", "ui_language", "zh_CN")
    assert desktop.find_window("^设置$")
    assert desktop.find_window("^R2T2 字幕$")
    desktop.screenshot(artifacts / "switched-to-chinese.png")
    desktop.xdotool("windowactivate", "--sync", desktop.find_window("^设置$"), "key", "Escape")
    app.wait_setting("interface", "ui_language", "")
    assert desktop.find_window("^R2T2 Captions$")


def test_a_server_that_refuses_is_not_one_that_answers(tmp_path: Path) -> None:
    """It wants a key that another user or session has; Qt would end the process."""
    keys = tmp_path / "keys"
    words = (b"", b"", b"MIT-MAGIC-COOKIE-1", bytes(16))  # any address, any display
    keys.write_bytes(b"\xff\xff" + b"".join(len(word).to_bytes(2, "big") + word for word in words))
    read_end, write_end = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-auth", keys, "-nolisten", "tcp"],
        pass_fds=(write_end,),
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(write_end)
        with os.fdopen(read_end) as numbers:
            display = f":{numbers.readline().strip()}"
        try:
            assert not x_server_answers(display)
            assert display in (display_problem({"DISPLAY": display}, "linux") or "")
        finally:
            server.terminate()

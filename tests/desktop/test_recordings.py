"""Recordings in the window: dropped from a file manager, in the history, as subtitles beside the file, beside live captions."""

from __future__ import annotations

import shutil
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
import soundfile
import soxr

from tests.app.capture.recordings import Kind, write_recording
from tests.app.capture.sounds import RATE
from tests.desktop.app_kit import ROOT, RunningApp, assert_only_grows
from tests.desktop.kit import Desktop, Sound, wait_until

pytestmark = pytest.mark.desktop

SAMPLE = ROOT / "resources" / "sample.wav"


def drag(desktop: Desktop, app: RunningApp, *paths: Path) -> None:
    """From the file manager's window onto the main window, as a hand does it."""
    manager = desktop.start(
        sys.executable, "-m", "tests.desktop.file_manager", "20", "40", *map(str, paths), env={"PYTHONPATH": str(ROOT)}
    )
    window = desktop.find_window("^File manager$")
    desktop.xdotool("windowactivate", "--sync", window)
    x, y, width, height = app.geometry(app.window_id())
    desktop.xdotool("mousemove", 100, 100, "mousedown", 1)
    for step in range(1, 11):  # a drag begins with a move, and a target is told of it by the next ones
        desktop.xdotool(
            "mousemove", 100 + (x + width // 2 - 100) * step // 10, 100 + (y + height // 2 - 100) * step // 10
        )
        time.sleep(0.05)
    desktop.xdotool("mouseup", 1)
    desktop.find_window("^Recordings$")
    manager.stop()


def stored(home: Path) -> dict[str, str]:
    """Title -> text of the sessions that are over."""
    with closing(sqlite3.connect(next(home.rglob("history.db")))) as connection:
        rows = connection.execute(
            "SELECT title, group_concat(shown, ' ') FROM session JOIN line ON session_id = session.id"
            " WHERE ended_s IS NOT NULL GROUP BY session.id"
        )
        return dict(rows.fetchall())


def test_files_are_dropped_and_become_text_history_and_subtitles_while_captions_go_on(
    desktop: Desktop, sound: Sound, tmp_path: Path, artifacts: Path
) -> None:
    folder = tmp_path / "from the phone"
    folder.mkdir()
    shutil.copy(SAMPLE, folder / "memo.wav")
    (folder / "broken.mp4").write_bytes(b"this is no video")
    samples, rate = soundfile.read(SAMPLE, dtype="float32")
    film = write_recording(tmp_path / "film.mkv", Kind("mkv", "flac", "mpeg4"), soxr.resample(samples, rate, RATE))
    app = RunningApp(desktop, tmp_path / "home", env=sound.variables)
    try:
        app.wait_state("listening", "no_sound")
        drag(desktop, app, film, folder)
        sound.play(sound.say("The weather is fine today, and tomorrow it will rain."), block=True)
        app.wait(lambda: app.events("line_finished"), "the captions of what is said meanwhile")
        assert_only_grows(app.events())
        app.wait(lambda: {"film.mkv", "memo.wav"} <= set(stored(app.home)), "the recordings in the history", 60)
        texts = stored(app.home)
        assert texts["film.mkv"] == texts["memo.wav"]
        assert len(texts["memo.wav"].split()) > 5
        assert set(texts) == {"film.mkv", "memo.wav"}, "the damaged one has no text"

        window = desktop.find_window("^Recordings$")
        desktop.xdotool("windowactivate", "--sync", window)
        app.tab_to("Recordings")
        desktop.xdotool("key", "ctrl+a", "ctrl+s")
        wait_until((folder / "memo.srt").exists, what="the subtitles beside the recording")
        app.wait((tmp_path / "film.srt").exists, "the subtitles beside the video")
        assert "-->" in (tmp_path / "film.srt").read_text()
        desktop.screenshot(artifacts / "recordings.png")
    finally:
        app.end()

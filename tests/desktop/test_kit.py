"""The kit itself: the screen shows windows, the microphone hears what is played, and nothing is left behind."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf

from tests.desktop.kit import Desktop, KitError, Sound, wait_until

pytestmark = pytest.mark.desktop


def record(sound: Sound, path: Path, seconds: float, wav: Path) -> np.ndarray:
    command = [
        "parec",
        f"--device={sound.SOURCE}",
        "--file-format=wav",
        "--latency-msec=20",
        "--rate=16000",
        "--channels=1",
        str(path),
    ]
    before = sound.listeners()
    recorder = subprocess.Popen(command, env=sound.env)
    wait_until(lambda: sound.listeners() > before, what="the recorder")
    time.sleep(1.0)
    sound.play(wav, block=True)
    time.sleep(seconds)
    recorder.terminate()
    recorder.wait(30)
    return sf.read(path)[0]


def test_a_window_is_found_and_photographed(desktop: Desktop, tmp_path: Path) -> None:
    # With a program of its own: a user's shell may set the title.
    terminal = desktop.start("xterm", "-T", "kit probe", "-bg", "#204060", "-e", "sleep", "600")
    desktop.find_window("kit probe")
    picture = desktop.screenshot(tmp_path / "shot.png")
    assert picture.stat().st_size > 500
    terminal.stop()
    assert not terminal.running


def test_the_microphone_hears_what_is_played(sound: Sound, tmp_path: Path) -> None:
    heard = record(sound, tmp_path / "heard.wav", 2.0, sound.say("hello there"))
    assert np.abs(heard).max() > 0.05


def test_unplug_takes_the_microphone_away_and_a_restart_brings_it_back(sound: Sound) -> None:
    assert sound.SOURCE in sound.pactl("list", "short", "sources")
    sound.unplug()
    assert sound.SOURCE not in sound.pactl("list", "short", "sources")
    sound.restart()
    assert sound.pactl("get-default-source") == sound.SOURCE


def test_closing_ends_the_server() -> None:
    server = Sound()
    process = server.server
    assert process is not None and process.running
    server.close()
    assert not process.running
    assert not server.folder.exists()


def test_waiting_in_vain_says_for_what() -> None:
    with pytest.raises(KitError, match="a pig to fly"):
        wait_until(lambda: False, 0.05, "a pig to fly")

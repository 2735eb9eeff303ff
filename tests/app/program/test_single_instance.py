"""One running program per user: whoever starts while another one starts, runs, ends or was killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile

from app.base.paths import HOME_VARIABLE
from app.program import single_instance
from app.program.single_instance import SingleInstance, hand_over, instance_lock, send_command, socket_name

ROOT = Path(__file__).resolve().parents[3]

START = """
import sys, time
from PySide6.QtCore import QCoreApplication, QTimer
from app.program.single_instance import SingleInstance, hand_over, instance_lock
name, before_listening_s = sys.argv[1], float(sys.argv[2])
lock = instance_lock(name)
if hand_over(name, "toggle", lock):
    print("handed over", flush=True)
    raise SystemExit
print("first", flush=True)
time.sleep(before_listening_s)
app = QCoreApplication([])
instance = SingleInstance(name)
instance.command.connect(lambda command: (print(command, flush=True), QTimer.singleShot(500, app.quit)))
app.exec()
"""
"""A start of the program as far as this matters; it takes a while until it listens, and ends after a command."""


@pytest.fixture
def name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return socket_name(tmp_path)


@pytest.fixture
def start(name: str) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def make(before_listening_s: float = 0.0) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", START, name, str(before_listening_s)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        started.append(process)
        return process

    yield make
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def rest(process: subprocess.Popen[str]) -> list[str]:
    """All that it still says until it ends."""
    assert process.stdout is not None
    return process.stdout.read().split()


def test_of_two_starts_at_once_one_runs_and_hears_the_other_once(start: Callable[..., subprocess.Popen[str]]) -> None:
    both = [start(0.7), start(0.7)]
    words = {said(process): process for process in both}
    assert set(words) == {"first", "handed over"}
    assert rest(words["first"]) == ["toggle"]


@pytest.mark.logs("the running program does not answer")
def test_a_start_while_the_program_ends_runs_when_it_is_gone(name: str) -> None:
    ending = instance_lock(name)
    assert not hand_over(name, "show", ending)
    listening = SingleInstance(name)
    listening.close()
    new = instance_lock(name)
    assert not hand_over(name, "show", new, 0.5)
    assert not new.isLocked(), "two run at once"
    ending.unlock()
    assert not hand_over(name, "show", new, 60.0)
    assert new.isLocked()


def test_a_busy_program_hears_a_command_once(name: str, start: Callable[..., subprocess.Popen[str]]) -> None:
    """It listens already, and its windows are still being made."""
    code = START.replace("app.exec()", "time.sleep(2.5); app.exec()")
    command = [sys.executable, "-c", code, name, "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as busy:
        assert said(busy) == "first"
        time.sleep(0.3)
        assert said(start()) == "handed over"
        assert rest(busy) == ["toggle"]


def test_what_a_killed_program_left_does_not_hinder(name: str, start: Callable[..., subprocess.Popen[str]]) -> None:
    killed = start()
    assert said(killed) == "first"
    lock = instance_lock(name)
    assert not lock.tryLock(0)
    killed.kill()
    killed.wait()
    begun = time.monotonic()
    assert not hand_over(name, "show", lock, 600.0)
    assert lock.isLocked()
    assert time.monotonic() - begun < 60
    instance = SingleInstance(name)
    assert instance._server.isListening()
    instance.close()


@pytest.mark.parametrize("whose", ["ours", "another program's"])
def test_a_lock_left_by_a_killed_program_whose_id_is_in_use_again_does_not_hinder(name: str, whose: str) -> None:
    """Ids repeat: in a container the program has the same one at every start."""
    killed = instance_lock(name)
    assert killed.tryLock(0)
    left = Path(killed.fileName())
    text = left.read_bytes()
    killed.unlock()
    if whose != "ours":
        other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        _, rest_of_it = text.split(b"\n", 1)
        text = b"%d\n%s" % (other.pid, rest_of_it)
    left.write_bytes(text)
    lock = instance_lock(name)
    begun = time.monotonic()
    try:
        assert not hand_over(name, "show", lock, 60.0)
    finally:
        if whose != "ours":
            other.communicate(b"\n")
    assert lock.isLocked()
    assert time.monotonic() - begun < 30


def test_a_lock_that_is_held_is_not_taken_for_one_that_was_left(name: str) -> None:
    held = instance_lock(name)
    assert held.tryLock(0)
    assert not single_instance._is_left_over(instance_lock(name))
    assert Path(held.fileName()).exists()
    held.unlock()


def test_an_empty_lock_left_by_a_start_on_a_full_disk_does_not_hinder(name: str) -> None:
    lock = instance_lock(name)
    left = Path(lock.fileName())
    left.touch()
    assert not single_instance._is_left_over(lock), "another start may be about to hold it"
    os.utime(left, (time.time() - 60, time.time() - 60))
    assert not hand_over(name, "show", lock, 600.0)
    assert lock.isLocked()


@pytest.mark.logs("lock of the running program cannot be made", "no folder of its own")
def test_a_lock_that_cannot_be_made_does_not_hinder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = time.monotonic()
    assert not hand_over(name, "show", QLockFile(str(tmp_path / "not there" / "lock")), 600.0)
    assert time.monotonic() - begun < 60

    def no_folder() -> Path:
        raise PermissionError("read-only")

    monkeypatch.setattr(single_instance, "runtime_dir", no_folder)
    lock = instance_lock(name)
    assert not hand_over(name, "show", lock)
    lock.unlock()


def test_nobody_answers_for_a_program_that_is_not_there(name: str) -> None:
    assert not send_command(name, "show")

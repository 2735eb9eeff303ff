"""Work in a process of its own: what it gives, and every way it can end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from app.base.translation import SpeakLanguage, speak_english
from app.models.child import run_in_child
from app.models.errors import ModelError, StoppedError
from app.ui.kit.own_translation import speak
from inference.bundle import open_bundle


def _count(progress: Callable[[float, str], None], cancelled: Callable[[], bool], *, steps: int, pid_file: Path) -> int:
    pid_file.write_text(str(os.getpid()))
    for index in range(steps):
        if cancelled():
            raise ModelError("stopped in good order")
        progress(index / steps, str(index))
        time.sleep(0.01)
    return steps


def _deaf(progress: Callable[[float, str], None], cancelled: Callable[[], bool], *, pid_file: Path) -> None:
    pid_file.write_text(str(os.getpid()))
    time.sleep(600)


def _dies(progress: Callable[[float, str], None], cancelled: Callable[[], bool], *, of: str) -> None:
    os.kill(os.getpid(), getattr(signal, of))
    time.sleep(60)


def _leaves(progress: Callable[[float, str], None], cancelled: Callable[[], bool]) -> None:
    os._exit(7)


def _opens_nothing(progress: Callable[[float, str], None], cancelled: Callable[[], bool]) -> None:
    open_bundle(Path("nowhere"))


@pytest.mark.parametrize(
    ("speaks", "sentence"),
    [
        (speak_english, "The model folder nowhere does not exist."),
        (partial(speak, "zh_CN"), "没有模型文件夹 nowhere。"),
    ],
)
def test_a_child_speaks_the_language_of_the_windows(
    monkeypatch: pytest.MonkeyPatch, speaks: SpeakLanguage, sentence: str
) -> None:
    monkeypatch.setattr("app.base.translation._children_speak", speaks)
    with pytest.raises(ModelError) as caught:
        run_in_child(_opens_nothing, {}, lambda *_: None)
    assert str(caught.value) == sentence


def _has_no_memory(progress: Callable[[float, str], None], cancelled: Callable[[], bool]) -> None:
    np.zeros(1 << 60, dtype=np.uint8)


def _has_a_fault(progress: Callable[[float, str], None], cancelled: Callable[[], bool]) -> None:
    raise KeyError("decoder.weights")


def test_a_child_gives_its_result_at_low_priority(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    nice: list[int] = []

    def look(_: float, __: str) -> None:
        if os.name == "posix":
            nice.append(psutil.Process(int(pid_file.read_text())).nice())

    assert run_in_child(_count, {"steps": 30, "pid_file": pid_file}, look) == 30
    if os.name == "posix":
        assert nice
        assert nice[0] == min(psutil.Process().nice() + 10, 19), "19 is the most there is"


def test_a_child_that_does_not_listen_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.models.child.GRACE_S", 0.3)
    pid_file = tmp_path / "pid"
    with pytest.raises(StoppedError):
        run_in_child(
            _deaf, {"pid_file": pid_file}, lambda *_: None, lambda: pid_file.exists() and pid_file.read_text() != ""
        )
    assert not psutil.pid_exists(int(pid_file.read_text()))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_child_does_not_outlive_the_program(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    code = (
        "import pathlib, app.models.child as child, tests.app.models.test_child as here\n"
        "if __name__ == '__main__':\n"
        f"    child.run_in_child(here._deaf, {{'pid_file': pathlib.Path({str(pid_file)!r})}}, lambda *_: None)\n"
    )
    program = tmp_path / "program.py"
    program.write_text(code)
    root = Path(__file__).resolve().parents[3]
    with subprocess.Popen([sys.executable, str(program)], env={**os.environ, "PYTHONPATH": str(root)}) as process:
        end = time.monotonic() + 60
        while not (pid_file.exists() and pid_file.read_text()):
            assert time.monotonic() < end
            time.sleep(0.05)
        process.kill()
    child = int(pid_file.read_text())
    end = time.monotonic() + 60
    while psutil.pid_exists(child) and psutil.Process(child).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < end, "the child goes on alone"
        time.sleep(0.1)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    ("of", "sentence"),
    [
        ("SIGKILL", "The system stopped the work. The computer may have run out of memory."),
        ("SIGSEGV", "The work crashed (SIGSEGV)."),
        ("SIGABRT", "The work crashed (SIGABRT)."),
        ("SIGTERM", "The work was stopped from outside (SIGTERM)."),
    ],
)
def test_a_child_that_dies_says_of_what(of: str, sentence: str) -> None:
    with pytest.raises(ModelError) as caught:
        run_in_child(_dies, {"of": of}, lambda *_: None)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        (_leaves, "The work ended unexpectedly (code 7)."),
        (_has_no_memory, "This computer does not have enough memory for that."),
        (_has_a_fault, "Something unexpected went wrong: KeyError: 'decoder.weights'"),
    ],
)
@pytest.mark.logs("the child process failed")
def test_a_child_that_fails_says_why(task: Callable[..., Any], sentence: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ModelError) as caught:
        run_in_child(task, {}, lambda *_: None)
    assert str(caught.value) == sentence
    assert ("in _has_a_fault" in caplog.text) == (task is _has_a_fault), "a fault of ours is in the log as a whole"

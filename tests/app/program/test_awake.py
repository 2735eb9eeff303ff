"""The screen stays on while captions run and somebody speaks, and no longer."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal

from app.base import screen_hold
from app.base.events import State, Status
from app.base.screen_hold import Hold, Holder, WindowsHold
from app.program.awake import SILENCE_S, Awake, decide_awake
from tests.app.waiting import wait_until


@pytest.mark.parametrize(
    "on, state, silent_s, awake",
    [
        (True, "listening", 0.0, True),
        (True, "behind", 5.0, True),
        (True, "no_sound", SILENCE_S - 1, True),
        (True, "listening", SILENCE_S, False),
        (True, "paused", 0.0, False),
        (True, "stopped", 0.0, False),
        (True, "failed", 0.0, False),
        (False, "listening", 0.0, False),
    ],
)
def test_when_the_screen_must_stay_on(on: bool, state: State, silent_s: float, awake: bool) -> None:
    assert decide_awake(on, state, silent_s) is awake


class Worker(QObject):
    """The signals of a worker."""

    status = Signal(object)
    utterance_started = Signal(int, float)
    committed = Signal(object)


class Desk:
    """A program part with a clock that a test sets, and what was asked of the screen."""

    def __init__(self) -> None:
        self.now = 0.0
        self.asked: list[bool] = []
        self.worker = Worker()
        holder: Any = SimpleNamespace(keep=self._keep, close=lambda: self._keep(False))
        self.awake = Awake(self.worker, holder=holder, clock=lambda: self.now)  # type: ignore[arg-type]

    def _keep(self, on: bool) -> None:
        if not self.asked or self.asked[-1] != on:
            self.asked.append(on)


@pytest.mark.usefixtures("qapp")
def test_the_screen_is_let_go_on_pause_and_after_ten_minutes_of_silence() -> None:
    desk = Desk()
    desk.awake.set_on(True)
    desk.worker.status.emit(Status("listening"))
    assert desk.asked == [False, True]
    desk.worker.status.emit(Status("paused"))
    desk.now = 2 * SILENCE_S
    desk.worker.status.emit(Status("listening"))
    assert desk.asked[2:] == [False, True], "somebody has just started it, to read"
    desk.now += SILENCE_S - 1
    desk.awake.check()
    desk.worker.utterance_started.emit(1, 0.0)
    desk.now += SILENCE_S - 1
    desk.awake.check()
    assert desk.asked[-1] and len(desk.asked) == 4
    desk.now += 2
    desk.awake.check()
    assert desk.asked[4:] == [False]
    desk.worker.committed.emit(None)
    desk.awake.set_on(False)
    assert desk.asked[5:] == [True, False]
    desk.awake.close()


class Counted:
    """A hold that counts."""

    def __init__(self) -> None:
        self.renewed = self.released = 0

    def renew(self) -> None:
        self.renewed += 1

    def release(self) -> None:
        self.released += 1


def test_a_screen_that_forgets_is_told_again_and_again() -> None:
    made: list[Counted] = []

    def make() -> Hold:
        made.append(Counted())
        return made[-1]

    holder = Holder(make, renew_s=0.01)
    holder.keep(True)
    wait_until(lambda: made and made[0].renewed >= 3)
    holder.keep(False)
    wait_until(lambda: made[0].released)
    holder.close()
    assert len(made) == 1 and made[0].released == 1


@pytest.mark.logs("keeping the screen on")
def test_a_desktop_that_fails_costs_nothing_but_the_screen() -> None:
    asked: list[int] = []

    def make() -> Hold:
        asked.append(1)
        raise OSError("gone")

    holder = Holder(make)
    holder.keep(True)
    wait_until(lambda: asked)
    holder.keep(False)
    holder.keep(True)
    wait_until(lambda: len(asked) == 2)
    holder.close()


@pytest.mark.skipif(sys.platform != "linux", reason="portals and X11 are part of Linux desktops")
def test_without_a_portal_and_a_display_the_screen_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    monkeypatch.delenv("DISPLAY", raising=False)
    assert screen_hold.open_hold() is None


def test_windows_is_asked_for_the_display_and_told_at_the_end() -> None:
    flags: list[int] = []
    kernel = SimpleNamespace(SetThreadExecutionState=lambda value: flags.append(ctypes.c_uint(value.value).value))
    hold = WindowsHold(kernel)
    hold.release()
    assert flags == [0x8000_0003, 0x8000_0000]

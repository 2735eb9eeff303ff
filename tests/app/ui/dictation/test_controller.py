"""Dictation in the program, without a desktop: what the engine reports of each dictation reaches that one alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app.base.events import DictationCommitted, DictationFinalized, DictationStatus, FinalLine
from app.base.settings_file import SettingsFile
from app.dictation.desktop import DesktopParts
from app.dictation.life_cycle import Outcome, Phase
from app.hotkeys.service import HotkeyService
from app.typing.typist import Window
from app.ui.dictation import controller as controller_module
from app.ui.dictation.controller import DictationController
from app.ui.dictation.pill import PillState
from app.ui.dictation.screen_lock import ScreenLock
from app.ui.kit.live_settings import LiveSettings
from inference.errors import RecognizerError
from inference.options import StreamOptions
from tests.app.waiting import wait_until


class Speech(QObject):
    """What the controller uses of the caption worker; says nothing by itself.

    Attributes:
        begun, ended: numbers of the dictations that were begun and ended.
        refusal: raised instead of beginning.
    """

    dictation = Signal(object)
    committed = Signal(object)
    finalized = Signal(object)
    level = Signal(float)
    status = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[int] = []
        self.ended: list[int] = []
        self.refusal: RecognizerError | None = None

    def begin_dictation(self, number: int, options: StreamOptions) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.begun.append(number)

    def end_dictation(self, number: int) -> None:
        self.ended.append(number)

    def cancel_dictation(self, number: int) -> None: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...


Made = tuple[DictationController, Speech, list[Outcome]]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    monkeypatch.setattr(controller_module, "open_desktop", lambda *args, **options: DesktopParts("none"))
    speech, outcomes = Speech(), []
    hotkeys = HotkeyService()
    controller = DictationController(speech, LiveSettings(SettingsFile(tmp_path)), hotkeys)
    controller.dictated.connect(outcomes.append)
    yield controller, speech, outcomes
    controller.close()


def test_a_dictation_that_fails_shows_the_reason_that_came_with_it(made: Made) -> None:
    controller, speech, outcomes = made
    controller.press()
    speech.dictation.emit(DictationStatus(1, "failed", "The microphone is gone."))
    assert (controller.pill.state, controller.pill.text) == (PillState.ERROR, "The microphone is gone.")
    assert [outcome.problem for outcome in outcomes] == ["The microphone is gone."]


def test_options_that_no_model_can_be_given_end_the_dictation_with_their_sentence(made: Made) -> None:
    controller, speech, outcomes = made
    speech.refusal = RecognizerError("Too many hotwords.")
    controller.press()
    wait_until(lambda: outcomes, "the end")
    assert [outcome.problem for outcome in outcomes] == ["Too many hotwords."]


def test_two_dictations_at_once_get_their_own_words_whatever_the_order(made: Made) -> None:
    controller, speech, outcomes = made
    controller.press()
    controller.release()
    controller.press()
    controller.release()
    assert (speech.begun, speech.ended) == ([1, 2], [1, 2])
    say: Callable[[Any], None] = speech.dictation.emit
    say(DictationCommitted(2, "second"))
    say(DictationCommitted(1, "first"))
    say(DictationFinalized(2, FinalLine(1, "second.", "second.", ".", False, 0.0, 1.0)))
    say(DictationStatus(2, "done"))
    say(DictationFinalized(1, FinalLine(1, "first.", "first.", ".", False, 0.0, 1.0)))
    say(DictationStatus(1, "done"))
    assert {outcome.number: outcome.text.strip() for outcome in outcomes} == {1: "first.", 2: "second."}


def test_news_of_the_dictation_before_does_not_hide_that_this_one_still_waits_for_the_microphone(made: Made) -> None:
    controller, speech, _ = made
    controller.press()
    speech.dictation.emit(DictationStatus(1, "recording"))
    controller.release()
    controller.press()
    speech.dictation.emit(DictationStatus(2, "opening"))
    speech.dictation.emit(DictationStatus(1, "finishing"))
    assert controller.pill.state is PillState.LOADING


def test_a_dictation_whose_release_never_comes_ends_after_the_longest_time(made: Made) -> None:
    controller, speech, outcomes = made
    notices: list[str] = []
    controller.notice.connect(notices.append)
    controller.press()
    assert controller._longest.remainingTime() == pytest.approx(10 * 60_000, abs=5_000)
    speech.dictation.emit(DictationCommitted(1, "every word"))
    controller._longest.setInterval(1)
    wait_until(lambda: speech.ended == [1], "the end")
    speech.dictation.emit(DictationFinalized(1, FinalLine(1, "every word.", "every word.", ".", False, 0.0, 1.0)))
    speech.dictation.emit(DictationStatus(1, "done"))
    assert [outcome.text.strip() for outcome in outcomes] == ["every word."]
    assert notices[:1] == ["Dictation ended after 10 minutes. You can change this limit in the settings."]
    assert controller.pill.state in (PillState.NOTE, PillState.ERROR)


def test_a_dictation_ends_at_a_lock_of_the_screen(made: Made) -> None:
    controller, speech, _ = made
    controller._lock.locked.emit()
    assert controller.phase is Phase.IDLE
    controller.press()
    controller._lock._active_changed(False)
    assert controller.phase is Phase.RECORDING
    controller._lock._active_changed(True)
    assert (controller.phase, speech.ended) == (Phase.FINISHING, [1])
    speech.dictation.emit(DictationStatus(1, "done"))
    assert (controller.pill.state, controller.pill.text) == (
        PillState.NOTE,
        "Dictation ended because the screen was locked.",
    )


@pytest.mark.parametrize("by", ["press", "toggle"])
def test_a_dictation_ends_when_the_computer_has_been_asleep(made: Made, by: str) -> None:
    controller, speech, outcomes = made
    notices: list[str] = []
    controller.notice.connect(notices.append)
    controller.hotkeys.slept.emit()
    assert notices == []
    getattr(controller, by)()
    speech.dictation.emit(DictationCommitted(1, "Good night"))
    controller.hotkeys.slept.emit()
    assert (controller.phase, speech.ended) == (Phase.FINISHING, [1])
    speech.dictation.emit(DictationStatus(1, "done"))
    assert [outcome.text.strip() for outcome in outcomes] == ["Good night"]
    assert notices[:1] == ["Dictation ended because the computer was asleep."]


def test_a_system_that_reports_no_lock_is_asked_while_one_dictates(qapp: QApplication) -> None:
    lock = ScreenLock(platform="win32")
    locked: list[bool] = []
    answers = iter([False, True])
    lock._ask = lambda: next(answers)
    lock.locked.connect(lambda: locked.append(True))
    lock._timer.setInterval(1)
    lock.watch(True)
    wait_until(lambda: locked == [True], "the lock")
    assert not lock._timer.isActive(), "one answer is enough"
    lock.watch(True)
    lock.watch(False)
    assert not lock._timer.isActive()


@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="needs dbus-run-session")
def test_the_lock_is_heard_on_the_session_bus() -> None:
    script = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from app.ui.dictation.screen_lock import ScreenLock
app = QCoreApplication([])
lock = ScreenLock()
lock.locked.connect(lambda: app.exit(7))
signal = QDBusMessage.createSignal("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver", "ActiveChanged")
signal.setArguments([True])
QTimer.singleShot(0, lambda: QDBusConnection.sessionBus().send(signal))
QTimer.singleShot(20_000, app.quit)
sys.exit(app.exec())
"""
    done = subprocess.run(["dbus-run-session", "--", sys.executable, "-c", script], timeout=60, check=False)
    assert done.returncode == 7


def test_what_the_history_may_not_keep_never_reaches_it(made: Made) -> None:
    controller, _, _ = made
    kept: list[str] = []
    controller.history_committed.connect(lambda line: kept.append(line.text))
    controller.heard(1, Window(1, "gedit"), "letter")
    for number, application in enumerate(("org.keepassxc.keepassxc", "konsole", "windowsterminal.exe"), 2):
        controller.heard(number, Window(number, application), "secret")
    controller._settings.update("history", skip_dictation=True)
    controller.heard(9, Window(1, "gedit"), "another letter")
    assert kept == ["letter"]
    assert set(controller._begun_s) == {1}

"""Dictation in the program, without a desktop: what the engine reports of each dictation reaches that one alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal

from app.base.events import DictationCommitted, DictationFinalized, DictationStatus, FinalLine
from app.base.settings import SettingsFile
from app.dictation.desktop import DesktopParts
from app.dictation.life_cycle import Outcome
from app.hotkeys.service import HotkeyService
from app.ui.dictation import controller as controller_module
from app.ui.dictation.controller import DictationController
from app.ui.dictation.pill import PillState
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

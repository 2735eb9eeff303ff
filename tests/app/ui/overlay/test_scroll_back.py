"""Reading back in the captions: earlier rows, the count of new words, what is selected and copied."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication

from app.base.settings import OverlaySettings
from app.ui.kit.actions import Actions
from app.ui.overlay.scroll_back import KEEP_LINES, PastRows, Place, Spot, count_words
from app.ui.overlay.window import Overlay


class Speech:
    """Lines that are said to an overlay."""

    def __init__(self, overlay_settings: OverlaySettings) -> None:
        self.lines: list[str] = []
        self.actions = Actions()
        self.overlay = Overlay(overlay_settings, lambda number: True, self.actions, lambda number: self.lines[number])
        self.overlay.apply(overlay_settings, False)
        self.overlay.resize(600, self.overlay.height())

    def say(self, text: str) -> None:
        self.lines.append(text)
        self.overlay.append(len(self.lines) - 1, text)

    def go_on(self, delta: str) -> None:
        self.lines[-1] += delta
        self.overlay.append(len(self.lines) - 1, delta)


def turn(overlay: Overlay, angle: int, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    at, nothing = QPointF(50, 20), Qt.MouseButton.NoButton
    phase = Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(overlay, QWheelEvent(at, at, QPoint(), QPoint(0, angle), nothing, keys, phase, False))


@pytest.fixture
def speech() -> Iterator[Speech]:
    made = Speech(OverlaySettings(lines=2, clear_after_s=0))
    yield made
    made.overlay.hide()
    made.overlay.deleteLater()


def test_the_wheel_goes_back_new_words_are_counted_and_the_button_returns(speech: Speech) -> None:
    for number in range(6):
        speech.say(f"Line number {number}.")
    turn(speech.overlay, 120)
    assert speech.overlay.text == "Line number 2.\nLine number 3."
    speech.say("Three new words")
    speech.go_on(" and two")
    assert speech.overlay.text == "Line number 2.\nLine number 3.", "nothing moves under the eyes of a reader"
    assert speech.overlay.new_words == 5
    assert "5 new word" in speech.overlay.toolbar.live.text()
    assert not speech.overlay.toolbar.isHidden()
    speech.overlay.clear()
    assert speech.overlay.text == "Line number 2.\nLine number 3.", "silence does not empty what somebody reads"
    speech.overlay.toolbar.live.click()
    assert not speech.overlay.is_back
    speech.go_on(" more")
    assert speech.overlay.text.endswith("more")
    assert speech.overlay.toolbar.isHidden()


def test_turning_the_wheel_to_the_end_is_live_again(speech: Speech) -> None:
    for number in range(6):
        speech.say(f"Line number {number}.")
    speech.actions.earlier.trigger()
    speech.actions.earlier.trigger()
    assert speech.overlay.text == "Line number 2.\nLine number 3."
    speech.actions.later.trigger()
    assert speech.overlay.is_back
    speech.actions.later.trigger()
    assert not speech.overlay.is_back
    assert not speech.actions.live.isEnabled()


def test_with_ctrl_the_wheel_changes_the_text_size_alone(speech: Speech) -> None:
    for number in range(6):
        speech.say(f"Line number {number}.")
    steps: list[str] = []
    speech.actions.larger.triggered.connect(lambda: steps.append("larger"))
    speech.actions.smaller.triggered.connect(lambda: steps.append("smaller"))
    turn(speech.overlay, 120, Qt.KeyboardModifier.ControlModifier)
    turn(speech.overlay, -120, Qt.KeyboardModifier.ControlModifier)
    assert steps == ["larger", "smaller"]
    assert not speech.overlay.is_back


def test_locked_captions_that_let_clicks_through_do_not_scroll(speech: Speech) -> None:
    for number in range(6):
        speech.say(f"Line number {number}.")
    speech.overlay.apply(OverlaySettings(lines=2, locked=True), False)
    turn(speech.overlay, 240)
    assert not speech.overlay.is_back


def test_a_session_that_fits_has_nothing_to_go_back_to(speech: Speech) -> None:
    speech.overlay.turn_wheel(240)
    assert not speech.overlay.is_back
    speech.say("Only one line.")
    speech.overlay.turn_wheel(240)
    speech.overlay.to_start()
    assert not speech.overlay.is_back


def test_what_is_selected_is_copied_else_what_is_on_screen(speech: Speech) -> None:
    for text in ("First of all.", "Alpha beta gamma", "Last words.", "The end."):
        speech.say(text)
    speech.overlay.to_start()
    speech.actions.copy.trigger()
    assert QGuiApplication.clipboard().text() == "First of all.\nAlpha beta gamma"
    area, lines = speech.overlay.text_area, speech.overlay.height_for(1) - speech.overlay.height_for(0)
    speech.overlay.begin_selection(QPoint(area.x() - 5, area.y() + lines // 2))
    speech.overlay.extend_selection(QPoint(area.x() + 5000, area.y() + lines // 2))
    assert speech.overlay.selected_text == "First of all."
    speech.overlay.extend_selection(QPoint(area.x(), area.y() + lines + lines // 2))
    assert speech.overlay.selected_text == "First of all.\n"
    speech.overlay._marks = (Spot(1, 10), Spot(1, 6))
    speech.overlay.copy()
    assert QGuiApplication.clipboard().text() == "beta"
    speech.overlay.grab()


def test_another_text_size_keeps_the_words_that_are_read(speech: Speech) -> None:
    for number in range(8):
        speech.say(
            f"Here is the beginning of line {number}, and here it goes on until it needs several rows to be read."
        )
    speech.overlay.turn_wheel(5 * 120)
    first = speech.overlay.visible_rows[0]
    speech.overlay.apply(OverlaySettings(lines=2, font_px=18, clear_after_s=0), False)
    assert speech.overlay.is_back
    assert speech.overlay.visible_rows[0].line == first.line
    assert first.text.split()[0] in speech.overlay.visible_rows[0].text


def test_twenty_thousand_lines_cost_no_more_than_a_few(qapp: object) -> None:
    past = PastRows(lambda number: f"Line {number} of a day on which somebody never stopped to talk.", QFont(), 200.0)
    past.n_lines = 20_000
    tracemalloc.start()
    past.to_start(3)
    assert past.top == Place(0, 0)
    for _ in range(500):
        past.move(2, 3)
        past.view(3)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(past._kept) <= KEEP_LINES
    assert used < 1_000_000


@pytest.mark.parametrize(
    ("before", "delta", "n_words"),
    [
        ("", "Two words", 2),
        ("begun in p", "art, then", 1),
        ("so ", "new", 1),
        ("", "今天我们", 4),
        ("我们", "OK", 1),
        ("a", ".", 0),
    ],
)
def test_words_are_counted_where_they_begin(before: str, delta: str, n_words: int) -> None:
    assert count_words(before, delta) == n_words

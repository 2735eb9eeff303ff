"""Another colour scheme recolours what is there: whoever reads or has selected something notices nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from app.base.events import CommittedLine
from app.transcript.cues import TimedLine
from app.transcript.document import Transcript
from app.ui.history.session_view import SessionView
from app.ui.kit.theme import palette_for
from app.ui.main_window.transcript_view import TranscriptView

N_LINES = 600


@pytest.fixture
def light(qapp: QApplication) -> Iterator[None]:
    before = qapp.palette()
    qapp.setPalette(palette_for(False))
    yield
    qapp.setPalette(before)


def transcript_view() -> TranscriptView:
    transcript = Transcript()
    for index in range(N_LINES):
        transcript.append(CommittedLine(index, f"Line number {index}.", float(index), index + 0.5, "English"))
    return TranscriptView(transcript)


def session_view() -> SessionView:
    lines = [
        TimedLine(f"Line number {index}.", index - 1.0, float(index), key=index) for index in range(1, N_LINES + 1)
    ]
    view = SessionView()
    view.show_session(lambda after, limit: [line for line in lines if line.key > after][:limit], False)
    for _ in range(N_LINES):
        QApplication.processEvents()
    assert len(view.lines) == N_LINES
    return view


def colours_of_times(view: QPlainTextEdit) -> set[str]:
    found = set()
    block = view.document().begin()
    while block.isValid():
        cursor = QTextCursor(block)
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        found.add(cursor.charFormat().foreground().color().name(QColor.NameFormat.HexArgb))
        block = block.next()
    return found


@pytest.mark.usefixtures("light")
@pytest.mark.parametrize("make", [transcript_view, session_view])
def test_a_reader_who_scrolled_back_stays_there_with_the_selection(
    make: Callable[[], QPlainTextEdit], qapp: QApplication
) -> None:
    view = make()
    view.resize(500, 300)
    view.show()
    cursor = QTextCursor(view.document().findBlockByNumber(201))
    cursor.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.verticalScrollBar().setValue(200)
    qapp.processEvents()
    text, selected, times = view.toPlainText(), cursor.selectedText(), colours_of_times(view)
    qapp.setPalette(palette_for(True))
    qapp.processEvents()
    assert view.verticalScrollBar().value() == 200
    assert view.textCursor().selectedText() == selected
    assert view.toPlainText() == text
    faint = view.palette().color(QPalette.ColorRole.PlaceholderText).name(QColor.NameFormat.HexArgb)
    assert times != colours_of_times(view) == {faint}
    view.deleteLater()


@pytest.mark.usefixtures("light")
def test_words_keep_the_colour_of_the_scheme_and_new_lines_have_it_too(qapp: QApplication) -> None:
    transcript = Transcript()
    view = TranscriptView(transcript)
    transcript.append(CommittedLine(0, "Before.", 0.0, 0.5, "English"))
    qapp.setPalette(palette_for(True))
    qapp.processEvents()
    transcript.append(CommittedLine(1, "After.", 1.0, 1.5, "English"))
    assert len(colours_of_times(view)) == 1
    for number in range(2):
        cursor = QTextCursor(view.document().findBlockByNumber(number))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        assert cursor.charFormat().foreground().style() == Qt.BrushStyle.NoBrush
    view.deleteLater()

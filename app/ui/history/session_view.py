"""The right side of the history window: one session's lines, with times, selectable, with the search's matches marked.

Long sessions are read and laid out in parts between events, so that the window never stops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPalette, QResizeEvent, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from app.base.settings import LineTimes
from app.base.sides import speaker_label
from app.history.search_text import fold, match_ranges
from app.transcript.cues import TimedLine
from app.ui.history.list import is_right_to_left, mark_colours, utf16_range
from app.ui.kit.changes import FollowsChanges
from app.ui.main_window.transcript_view import GAP, recolour_times, stamp

PART = 400
"""Lines read and laid out at once: some 20 ms."""

ReadLines = Callable[[int, int], list[TimedLine]]
"""(after_line, limit) -> lines."""


class SessionView(FollowsChanges, QPlainTextEdit):
    """Attributes:
    times: which time stands before the lines of the next session that is shown.

    Signals:
    loaded(): all lines are there.
    matches_changed(int current, int total): the match that is looked at (from 1; 0 for none), and how many lines match.
    """

    loaded = Signal()
    matches_changed = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.document().setDocumentMargin(14)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.12)
        self.setFont(font)
        self._time_format = QTextCharFormat()
        self._text_format = QTextCharFormat()
        self.times: LineTimes = "session"
        self._name_format = QTextCharFormat()
        self._name_format.setFontWeight(QFont.Weight.DemiBold)
        self._read: ReadLines = lambda after, limit: []
        self._lines: list[TimedLine] = []
        self._texts: list[str] = []
        self._folded: list[str] = []
        self._running = False
        self._wanted: Sequence[str] = ()
        self._matches: list[int] = []
        self._current = -1
        self._go_to_line = 0
        self._loader = QTimer(self, interval=0)
        self._loader.timeout.connect(self._load_part)
        self.verticalScrollBar().valueChanged.connect(self._mark_visible)
        self.follow_changes()

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Text of the session"))

    @property
    def lines(self) -> Sequence[TimedLine]:
        """What has been loaded."""
        return self._lines

    def show_session(self, read: ReadLines, running: bool) -> None:
        """Empties the view and fills it. Of a `running` session only finished lines are shown."""
        self._read, self._running = read, running
        self._lines, self._texts, self._folded, self._matches, self._current = [], [], [], [], -1
        self._go_to_line = 0
        self.clear()
        self.setExtraSelections([])
        self._loader.start()
        self._load_part()

    def show_nothing(self) -> None:
        self.show_session(lambda after, limit: [], False)

    def load_more(self, running: bool) -> None:
        """There may be new lines at the end."""
        self._running = running
        self._loader.start()

    def mark(self, wanted: Sequence[str]) -> None:
        """Marks the folded terms `wanted` wherever they stand."""
        if list(wanted) == list(self._wanted):
            return
        self._wanted = wanted
        rows = list(range(len(self._folded))) if wanted else []
        for term in wanted:
            rows = [row for row in rows if term in self._folded[row]]
        self._matches = rows
        self._current = -1
        self._mark_visible()
        self.matches_changed.emit(0, len(self._matches))

    def go_to_line(self, key: int) -> None:
        """Scrolls to the line with number `key`, as soon as it has been loaded."""
        self._go_to_line = key
        self._try_to_go()

    def step(self, direction: int) -> None:
        """To the next (1) or the previous (-1) line that matches, round the end."""
        if self._matches:
            row = self.textCursor().blockNumber()
            later = [i for i, match in enumerate(self._matches) if match > row]
            earlier = [i for i, match in enumerate(self._matches) if match < row]
            if self._current < 0 and row in self._matches and direction > 0 and not self.textCursor().hasSelection():
                later = [self._matches.index(row), *later]
            self._current = (later or [0])[0] if direction > 0 else (earlier or [len(self._matches) - 1])[-1]
            self._look_at(self._matches[self._current])
            self.matches_changed.emit(self._current + 1, len(self._matches))

    # Loading

    def _load_part(self) -> None:
        after = self._lines[-1].key if self._lines else 0
        part = self._read(after, PART)
        whole = len(part) < PART
        if self._running:
            unfinished = next((i for i, line in enumerate(part) if line.final is None), len(part))
            whole = whole or unfinished < len(part)
            part = part[:unfinished]
        if part:
            if not self._lines:
                self._align(part)
            self._append(part)
        if whole:
            self._loader.stop()
            self.loaded.emit()

    def _align(self, part: Sequence[TimedLine]) -> None:
        """To the side from which most lines are read; this kind of view has one side for all."""
        option = self.document().defaultTextOption()
        leftward = sum(is_right_to_left(line.text()) for line in part) > len(part) / 2
        option.setAlignment(Qt.AlignmentFlag.AlignRight if leftward else Qt.AlignmentFlag.AlignLeft)
        self.document().setDefaultTextOption(option)

    def _append(self, part: Sequence[TimedLine]) -> None:
        bar = self.verticalScrollBar()
        at_end = bool(self._lines) and self._running and bar.value() >= bar.maximum() - 2
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for line in part:
            text = " ".join(line.text().split())
            if self._lines:
                cursor.insertBlock()
            cursor.insertText(stamp(line.start_s, line.wall_s, self.times) + GAP, self._time_format)
            if line.speaker:
                cursor.insertText(speaker_label(line.speaker) + " ", self._name_format)
            cursor.insertText(text, self._text_format)
            self._lines.append(line)
            self._texts.append(text)
            self._folded.append(fold(text))
            if self._is_match(len(self._lines) - 1):
                self._matches.append(len(self._lines) - 1)
        cursor.endEditBlock()
        if at_end:
            bar.setValue(bar.maximum())
        self._try_to_go()
        self._mark_visible()
        if self._wanted:
            self.matches_changed.emit(max(0, self._current + 1), len(self._matches))

    def _is_match(self, row: int) -> bool:
        folded = self._folded[row]
        return bool(self._wanted) and all(term in folded for term in self._wanted)

    def _try_to_go(self) -> None:
        row = next((i for i, line in enumerate(self._lines) if line.key == self._go_to_line), None)
        if row is not None and self._go_to_line:
            self._go_to_line = 0
            self._look_at(row)
            if row in self._matches:
                self._current = self._matches.index(row)
                self.matches_changed.emit(self._current + 1, len(self._matches))

    def _look_at(self, row: int) -> None:
        cursor = QTextCursor(self.document().findBlockByNumber(row))
        self.setTextCursor(cursor)
        self.centerCursor()
        self._mark_visible()

    # Marks

    def _mark_visible(self) -> None:
        """Marks are made for the lines on screen only: a session may have thousands."""
        selections = []
        if self._wanted:
            background, colour = mark_colours(self.palette())
            block = self.firstVisibleBlock()
            bottom = self.viewport().height()
            while (
                block.isValid() and self.blockBoundingGeometry(block).translated(self.contentOffset()).top() <= bottom
            ):
                selections.extend(self._marks_of(block, background, colour))
                block = block.next()
        self.setExtraSelections(selections)

    def _marks_of(self, block: QTextBlock, background: QColor, colour: QColor) -> list[QTextEdit.ExtraSelection]:
        row = block.blockNumber()
        if row >= len(self._texts) or not self._is_match(row):
            return []
        text = self._texts[row]
        lead = block.length() - 1 - utf16_range(text, 0, len(text))[1]
        marks = []
        for start, end in match_ranges(text, self._wanted):
            first, length = utf16_range(text, start, end)
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + lead + first)
            cursor.setPosition(block.position() + lead + first + length, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor = cursor
            style = QTextCharFormat()
            style.setBackground(background)
            style.setForeground(colour)
            mark.format = style
            marks.append(mark)
        return marks

    def dress(self) -> None:
        self._time_format.setForeground(self.palette().color(QPalette.ColorRole.PlaceholderText))
        recolour_times(self.document(), self._time_format)
        self._mark_visible()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._mark_visible()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
            return
        super().keyPressEvent(event)

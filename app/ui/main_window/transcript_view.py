"""The running transcript in the main window: timestamps and text, appended and never rewritten."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtGui import QFont, QPalette, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from app.base.settings import CaptionSettings, LineTimes, Settings
from app.base.sides import speaker_label, speaker_of
from app.transcript.document import Transcript
from app.ui.kit.changes import FollowsChanges
from app.ui.overlay.phrases import LinesShown, step_of_words
from app.ui.overlay.rows import is_right_to_left

MAX_BLOCKS = 4000
"""Lines kept in the view; history keeps all. About three hours of talk."""

LEANING_LINES = 4
"""How many lines in another direction it takes at most until the view turns; one foreign line does not turn it."""


def clock(seconds: float) -> str:
    """Session time for reading: `3:07`, `1:02:45`.

    >>> clock(187.4), clock(3765)
    ('3:07', '1:02:45')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02d}:{second:02d}" if hours else f"{minute}:{second:02d}"


def stamp(start_s: float, wall_s: float, times: LineTimes) -> str:
    """The time that stands before a line; `wall_s` is its Unix time, 0 if that is not known."""
    if times == "session" or not wall_s:
        return clock(start_s)
    moment = QDateTime.fromMSecsSinceEpoch(round(wall_s * 1000)).time()
    of_day = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
    return of_day if times == "clock" else f"{clock(start_s)} · {of_day}"


GAP = "\u2002"
"""Stands between the time of a line and its words."""


def recolour_times(document: QTextDocument, style: QTextCharFormat) -> None:
    """The times before the lines in `style`. Nothing else is touched: whoever reads or selects there is left in peace."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    block = document.begin()
    while block.isValid():
        n_stamp = block.text().find(GAP) + 1
        if n_stamp:
            cursor.setPosition(block.position())
            cursor.setPosition(block.position() + n_stamp, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(style)
        block = block.next()
    cursor.endEditBlock()


class TranscriptView(FollowsChanges, QPlainTextEdit):
    """Follows the transcript as long as the user looks at its end; someone who scrolled back is left in peace."""

    def __init__(self, transcript: Transcript, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._transcript = transcript
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MAX_BLOCKS)
        self.setTabChangesFocus(True)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.12)
        self.setFont(font)
        self._time_format = QTextCharFormat()
        self._text_format = QTextCharFormat()
        self._name_format = QTextCharFormat()
        self._name_format.setFontWeight(QFont.Weight.DemiBold)
        self._captions = CaptionSettings()
        self._line = -1
        self._leaning = 0  # lines read from the right, less the others
        self._first = 0
        self._times: LineTimes = "session"
        self._shown = LinesShown(transcript, "words", self)
        self.follow_changes()
        self._fill()
        self._shown.released.connect(self._append)

    def show_settings(self, settings: Settings) -> None:
        """How the sides are called in lines that begin from now on, and whether parts of words are shown."""
        self._captions = settings.captions
        self._shown.set_step(step_of_words(settings.overlay.text_step))

    def _label(self, line: int) -> str:
        return speaker_label(speaker_of(self._transcript.line(line).side, self._captions))

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Transcript"))
        self.setPlaceholderText(self.tr("Captions appear here."))

    def dress(self) -> None:
        """Times are drawn fainter than the words; the words have the palette's colour, whatever it becomes."""
        self._time_format.setForeground(self.palette().color(QPalette.ColorRole.PlaceholderText))
        recolour_times(self.document(), self._time_format)

    def show_times(self, times: LineTimes) -> None:
        """Which times stand before the lines."""
        if times != self._times:
            self._times = times
            self._fill()
            self.jump_to_end()

    def _fill(self) -> None:
        self.clear()
        self._line, self._leaning = -1, 0
        for line in self._transcript.lines[self._first :][-MAX_BLOCKS:]:
            if shown := self._shown.of_line(line.number):
                self._append(line.number, shown)

    def _append(self, line: int, delta: str) -> None:
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 2
        cursor = QTextCursor(self.document())
        if line > self._line:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            if not self.document().isEmpty():
                cursor.insertBlock(QTextBlockFormat())
            cursor.block().setUserState(line)
            self._line = line
            begun = self._transcript.line(line)
            cursor.insertText(stamp(begun.start_s, begun.wall_s, self._times) + GAP, self._time_format)
            delta = delta.lstrip()
            self._align(delta)
            if label := self._label(line):
                cursor.insertText(label + " ", self._name_format)
        elif not self._go_to(cursor, line):
            return
        cursor.insertText(delta.replace("\n", " "), self._text_format)
        if at_end:
            bar.setValue(bar.maximum())

    def _align(self, beginning: str) -> None:
        """To the side from which most of the newest lines are read; this kind of view has one side for all."""
        rtl = is_right_to_left(beginning)
        if rtl is None:
            return
        self._leaning = max(-LEANING_LINES, min(LEANING_LINES, self._leaning + (1 if rtl else -1)))
        option = self.document().defaultTextOption()
        side = Qt.AlignmentFlag.AlignRight if self._leaning > 0 else Qt.AlignmentFlag.AlignLeft
        if option.alignment() != side:
            option.setAlignment(side)
            self.document().setDefaultTextOption(option)

    def _go_to(self, cursor: QTextCursor, line: int) -> bool:
        """To the end of an earlier line; False if it has scrolled out of the view's bounds."""
        block = self.document().lastBlock()
        while block.isValid() and block.userState() != line:
            if block.userState() < line:
                return False
            block = block.previous()
        if not block.isValid():
            return False
        cursor.setPosition(block.position() + block.length() - 1)
        return True

    def keep_only_new(self) -> None:
        """Empties the view; the transcript and the history keep everything."""
        lines = self._transcript.lines
        running = bool(lines) and not lines[-1].finished
        self._first = len(lines) - running
        self._line = self._first - 1
        self.clear()

    def copy_all(self) -> None:
        """The text of all lines to the clipboard, one a line, without times."""
        texts = (f"{self._label(line.number)} {line.text.strip()}".strip() for line in self._transcript.lines)
        QApplication.clipboard().setText("\n".join(texts))

    def jump_to_end(self) -> None:
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

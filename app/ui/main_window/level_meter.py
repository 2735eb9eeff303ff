"""The input level as a bar, with a hint in words when something is wrong with the microphone."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.ui.kit.changes import FollowsChanges
from app.ui.kit.theme import in_contrast
from app.ui.main_window.level import FLOOR_DBFS, Hint, LevelJudge, meter_fraction

FALL_DB_PER_TICK = 1.6
TICK_MS = 33
SEGMENTS = 30


class LevelBar(QWidget):
    """Segments that light up with the level; falls slowly, so that short sounds can be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._target = FLOOR_DBFS
        self._shown = FLOOR_DBFS
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fall = QTimer(self, interval=TICK_MS)
        self._fall.timeout.connect(self._tick)

    def sizeHint(self) -> QSize:
        return QSize(160, 12)

    def set_level(self, dbfs: float) -> None:
        self._target = max(FLOOR_DBFS, dbfs)
        if self._target > self._shown:
            self._show(self._target)
        if self._shown > self._target and not self._fall.isActive():
            self._fall.start()

    def _tick(self) -> None:
        self._show(max(self._target, self._shown - FALL_DB_PER_TICK))
        if self._shown <= max(self._target, FLOOR_DBFS):
            self._fall.stop()

    def _show(self, dbfs: float) -> None:
        """Draws it anew only where another segment lights up or goes out: a room is never quite still."""
        before, self._shown = self._lit(), dbfs
        if self._lit() != before:
            self.update()

    def _lit(self) -> int:
        return math.ceil(meter_fraction(self._shown) * SEGMENTS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        on, off = palette.color(QPalette.ColorRole.Accent), QColor(palette.color(QPalette.ColorRole.Mid))
        painter.setPen(Qt.PenStyle.NoPen)
        width = self.width() / SEGMENTS
        lit = self._lit()
        for index in range(SEGMENTS):
            colour = on if index < lit else off
            if index < lit and index >= SEGMENTS - 2:
                colour = QColor("#d9482b")
            if in_contrast() and index >= lit:  # what is lit and what is not differ by more than their colours
                colour = palette.color(QPalette.ColorRole.Window)
                painter.setPen(palette.color(QPalette.ColorRole.WindowText))
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(index * width, 0, width - 2, self.height()), 1.5, 1.5)
        painter.end()


class LevelTrace(QWidget):
    """The level of the last seconds as a row of bars, the newest on the right. It is measured, not recorded sound."""

    BARS = 60

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.levels: list[float] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(160, 34)

    def show_levels(self, dbfs: Sequence[float]) -> None:
        """The loudest moment of each stretch; none hides it."""
        n = min(self.BARS, len(dbfs))
        cuts = [len(dbfs) * i // n for i in range(n + 1)] if n else []
        self.levels = [max(dbfs[start:end]) for start, end in pairwise(cuts)]
        self.setVisible(bool(self.levels))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.levels:
            return
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Accent))
        width = self.width() / len(self.levels)
        for index, level in enumerate(self.levels):
            height = max(meter_fraction(level) * self.height(), 1.0)
            painter.drawRect(QRectF(index * width, self.height() - height, max(width - 1, 1.0), height))
        painter.end()


class LevelMeter(FollowsChanges, QWidget):
    """The bar and, below it, one line of advice; the line keeps its room so that nothing jumps.

    Attributes:
        judges: whether advice is given; a computer that plays nothing is no fault of a microphone.
        silence_is_told: that there is no sound is said elsewhere, and not again here.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.judges = True
        self.silence_is_told = False
        self._judge = LevelJudge()
        self._hint: Hint = ""
        self.bar = LevelBar(self)
        self.advice = QLabel(self)
        self.advice.setWordWrap(True)
        font = self.advice.font()
        font.setPointSizeF(font.pointSizeF() * 0.92)
        self.advice.setFont(font)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(4)
        self.trace = LevelTrace(self)
        self.trace.hide()
        column.addWidget(self.bar)
        column.addWidget(self.trace)
        column.addWidget(self.advice)
        self.follow_changes()

    @property
    def hint(self) -> Hint:
        return self._hint

    def retranslate(self) -> None:
        self.bar.setAccessibleName(self.tr("Input level"))
        self.trace.setAccessibleName(self.tr("Input level of the last seconds"))
        self.trace.setToolTip(self.tr("Input level of the last seconds"))
        self._show_hint()

    def set_level(self, dbfs: float) -> None:
        """A reading of the worker, at most 30 a second."""
        self.bar.set_level(dbfs)
        hint = self._judge.add(time.monotonic(), dbfs) if self.judges else ""
        if hint == "silent" and self.silence_is_told:
            hint = ""
        if hint != self._hint:
            self._hint = hint
            self._show_hint()

    def forget(self) -> None:
        """Another device: start judging afresh."""
        self._judge.forget()
        self._hint = ""
        self._show_hint()
        self.bar.set_level(FLOOR_DBFS)

    def _show_hint(self) -> None:
        words = {
            "": "",
            "silent": self.tr("There is no sound. Is the microphone muted?"),
            "quiet": self.tr("Very quiet. Move closer or raise the input volume."),
            "loud": self.tr("Too loud. Lower the input volume."),
        }
        self.advice.setText(words[self._hint])
        self.advice.setAccessibleName(words[self._hint] or self.tr("Input level is fine"))

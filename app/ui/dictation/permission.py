"""The question that a Wayland desktop asks before a program may type, shown in a picture before the desktop asks it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout, QWidget

from app.typing.typist import TypingError
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.page import button_row, heading, paragraph
from app.ui.kit.relay import relay_to

log = logging.getLogger(__name__)

_PAPER, _CARD, _EDGE, _INK = QColor("#f4f4f6"), QColor("#ffffff"), QColor("#d2d2d8"), QColor("#2b2b30")
_BLUE, _MARK = QColor("#3584e4"), QColor("#b3261e")
PICTURE_PX = (400, 208)


def desktop_of(env: Mapping[str, str]) -> str:
    """ "gnome", "kde" or "" for another one."""
    names = env.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    return next((name for name in ("gnome", "kde") if name in names), "")


class QuestionPicture(FollowsChanges, QWidget):
    """The desktop's dialog, with marks on what to choose. In the desktop's own light colours, whatever ours are."""

    def __init__(self, desktop: str) -> None:
        super().__init__()
        self._desktop = desktop
        self.setFixedSize(*PICTURE_PX)
        self.follow_changes()

    def retranslate(self) -> None:
        if self._desktop == "gnome":
            self.setAccessibleName(self.tr("Switch on “Allow Remote Interaction”, then choose “Share”."))
        elif self._desktop == "kde":
            self.setAccessibleName(self.tr("Keep “Allow restoring on future sessions” on, then choose “Share”."))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._box(painter, QRectF(8, 8, 384, 192), _PAPER, 12)
        if self._desktop == "gnome":
            self._draw_gnome(painter)
        else:
            self._draw_kde(painter)
        painter.end()

    def _draw_gnome(self, painter: QPainter) -> None:
        self._text(painter, QRectF(8, 14, 384, 28), self.tr("Remote Desktop"), bold=True)
        self._button(painter, QRectF(310, 14, 72, 28), self.tr("Share"), blue=True)
        self._tick(painter, 118, 58)
        self._text(painter, QRectF(140, 52, 240, 28), self.tr("Remember This Selection"), left=True)
        self._box(painter, QRectF(24, 90, 352, 92), _CARD, 8)
        for top, words in ((94, self.tr("Allow Remote Interaction")), (138, self.tr("Allow Clipboard Access"))):
            self._text(painter, QRectF(36, top, 260, 40), words, left=True)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_BLUE)
            painter.drawRoundedRect(QRectF(326, top + 10, 38, 20), 10, 10)
            painter.setBrush(_CARD)
            painter.drawEllipse(QRectF(346, top + 12, 16, 16))
        self._mark(painter, QRectF(318, 97, 54, 34), "1")
        self._mark(painter, QRectF(304, 10, 84, 36), "2")

    def _draw_kde(self, painter: QPainter) -> None:
        self._text(painter, QRectF(24, 18, 352, 32), self.tr("Remote control requested"), bold=True, left=True)
        self._text(painter, QRectF(24, 58, 352, 28), self.tr("Access to: input devices"), left=True)
        self._tick(painter, 26, 104)
        words = self.tr("Allow restoring on future sessions")
        self._text(painter, QRectF(62, 98, 318, 28), words, left=True)
        self._button(painter, QRectF(204, 152, 80, 30), self.tr("Share"))
        self._button(painter, QRectF(296, 152, 80, 30), self.tr("Cancel"))
        self._mark(painter, QRectF(18, 94, 34, 36), "1")
        self._mark(painter, QRectF(198, 148, 92, 38), "2")

    def _box(self, painter: QPainter, place: QRectF, colour: QColor, radius: float) -> None:
        painter.setPen(QPen(_EDGE, 1))
        painter.setBrush(colour)
        painter.drawRoundedRect(place, radius, radius)

    def _text(self, painter: QPainter, place: QRectF, words: str, *, bold: bool = False, left: bool = False) -> None:
        font = self.font()
        font.setBold(bold)
        painter.setFont(font)
        painter.setPen(_INK)
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, words)

    def _button(self, painter: QPainter, place: QRectF, words: str, *, blue: bool = False) -> None:
        self._box(painter, place, _BLUE if blue else _CARD, 6)
        painter.setPen(_CARD if blue else _INK)
        painter.setFont(self.font())
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _tick(self, painter: QPainter, x: float, y: float) -> None:
        self._box(painter, QRectF(x, y, 16, 16), _BLUE, 4)
        painter.setPen(QPen(_CARD, 2))
        painter.drawPolyline([QRectF(x + dx, y + dy, 0, 0).topLeft() for dx, dy in ((4, 8), (7, 11), (12, 5))])

    def _mark(self, painter: QPainter, place: QRectF, number: str) -> None:
        """A ring, with a number at its upper left."""
        painter.setPen(QPen(_MARK, 3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(place, 10, 10)
        disc = QRectF(place.left() - 9, place.top() - 7, 20, 20)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_MARK)
        painter.drawEllipse(disc)
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(_CARD)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, number)


class PermissionDialog(FollowsChanges, QDialog):
    """Explains the desktop's question and has it asked, at set-up and not in the middle of the first words.

    Closed once it is allowed. Refused, it says what happens now, and can ask again.
    """

    def __init__(self, desktop: str, ask: Callable[[], object], parent: QWidget | None = None) -> None:
        """`ask` waits for the desktop's answer, on a thread of its own, and raises TypingError where it is no."""
        super().__init__(parent)
        self._ask = ask
        self._asking = False
        self.problem = ""
        self.heading = heading()
        self.words = paragraph()
        self.picture = QuestionPicture(desktop)
        self.outcome = paragraph()
        self.go = QPushButton()
        self.go.setDefault(True)
        self.later = QPushButton()
        self.go.clicked.connect(self._begin)
        self.later.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.heading)
        column.addWidget(self.words)
        column.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignHCenter)
        self.picture.setVisible(bool(desktop))
        column.addWidget(self.outcome)
        column.addLayout(button_row(None, self.later, self.go))
        self.setMinimumWidth(460)
        self.follow_changes()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Permission to type"))
        self.heading.setText(self.tr("Let dictation type for you"))
        self.picture.retranslate()  # it hears of another language later than its window
        what = self.picture.accessibleName()
        why = self.tr(
            "Your desktop asks once whether this program may type into other windows. It calls this remote control."
        )
        self.words.setText(f"{why} {what}".strip())
        otherwise = self.tr("Without it, dictated text is only copied to the clipboard.")
        self.outcome.setText(f"{self.problem} {otherwise}".strip())
        self.go.setText(self.tr("Ask again") if self.problem else self.tr("Continue"))
        self.later.setText(self.tr("Not now"))

    def _begin(self) -> None:
        if self._asking:
            return
        self._asking = True
        self.go.setEnabled(False)
        answer, ask = relay_to(self), self._ask

        def wait() -> None:
            problem = ""
            try:
                ask()
            except TypingError as error:
                log.info("permission to type: %s", error)
                problem = str(error)
            answer("take_answer", problem)

        threading.Thread(target=wait, name="ask to type", daemon=True).start()

    def take_answer(self, problem: str) -> None:
        """The desktop's answer: "" if it is yes."""
        self._asking = False
        self.go.setEnabled(True)
        self.problem = problem
        if problem:
            self.retranslate()
        else:
            self.accept()

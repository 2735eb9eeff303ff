"""What the windows beside the main one share: where they open, and the question for one line of text."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QInputDialog, QWidget

from app.overlay import Overlay

TALLEST = 0.7
"""Share of the screen's height that a window takes at most when it opens: the captions stand above or below it."""
MARGIN = 0.04
QUESTION_PX = 400


def clear_place(room: QRect, captions: QRect, width: int, height: int) -> QRect:
    """Where a window of this size opens in `room`: on the side of `captions` (empty: none) with more space."""
    margin = round(room.height() * MARGIN)
    width, height = min(width, room.width() - 20), min(height, round(room.height() * TALLEST))
    y = room.top() + margin
    if not captions.isEmpty() and room.bottom() - captions.bottom() > captions.top() - room.top():
        y = min(captions.bottom() + margin, room.bottom() - margin - height)
    return QRect(room.x() + (room.width() - width) // 2, y, width, height)


def open_clear(window: QWidget, width: int, height: int) -> None:
    """Gives `window` its size and a place where the captions, which stand above all windows, do not cover its buttons."""
    room = window.screen().availableGeometry()
    shown = (
        item.geometry() for item in QApplication.topLevelWidgets() if isinstance(item, Overlay) and item.isVisible()
    )
    captions = next((box for box in shown if box.intersects(room)), QRect())
    place = clear_place(room, captions, width, height)
    window.resize(place.size())
    window.move(place.topLeft())


def ask_text(parent: QWidget, title: str, label: str, text: str) -> str | None:
    """One line of text, with room for a whole title; None when the person cancels."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue(text)
    dialog.resize(QUESTION_PX, dialog.sizeHint().height())
    accepted = dialog.exec()
    dialog.deleteLater()
    return dialog.textValue() if accepted else None

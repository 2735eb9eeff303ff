"""What the windows beside the main one share: where they open, and the question for one line of text."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog, QWidget

TALLEST = 0.7
"""Share of the screen's height that a window takes at most when it opens: the captions stand below it."""
QUESTION_PX = 400


def open_high(window: QWidget, width: int, height: int) -> None:
    """Gives `window` its size and a place high on its screen: the captions stand low, and must not cover its buttons."""
    room = window.screen().availableGeometry()
    width, height = min(width, room.width() - 20), min(height, round(room.height() * TALLEST))
    window.resize(width, height)
    window.move(room.x() + (room.width() - width) // 2, room.y() + round(room.height() * 0.04))


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

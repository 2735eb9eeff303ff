"""What the windows beside the main one share: where they open, and questions."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox, QWidget

from app.base.translation import translate

TALLEST = 0.7
"""Share of the screen's height that a window takes at most when it opens: the captions stand above or below it."""
LEAST = 0.35
"""Share that it takes even where the captions leave less than that beside them."""
MARGIN = 0.04
TITLE_PX = 40
"""Height of the title bar that the desktop puts above a window."""
QUESTION_PX = 400


def clear_place(room: QRect, captions: QRect, width: int, height: int) -> QRect:
    """Where a window of this size opens in `room`: on the side of `captions` (empty: none) with more space.

    The rectangle begins where the title bar does and has the size of what is below it. It is made lower as far as the
    captions ask for it, though never lower than `LEAST`.
    """
    margin = round(room.height() * MARGIN)
    top, bottom = room.top() + margin, room.bottom() - margin
    if not captions.isEmpty():
        if room.bottom() - captions.bottom() > captions.top() - room.top():
            top = captions.bottom() + margin
        else:
            bottom = captions.top() - margin // 2
    free = max(bottom - top - TITLE_PX, round(room.height() * LEAST))
    width, height = min(width, room.width() - 20), min(height, round(room.height() * TALLEST), free)
    top = max(room.top(), min(top, room.bottom() - margin - TITLE_PX - height))
    return QRect(room.x() + (room.width() - width) // 2, top, width, height)


STANDS_ABOVE = "standsAboveOtherWindows"
"""Dynamic property of a window that the others make room for: the captions."""


def _captions_in(room: QRect) -> QRect:
    """Where the captions stand in `room`, empty if they do not."""
    shown = (
        item.geometry() for item in QApplication.topLevelWidgets() if item.property(STANDS_ABOVE) and item.isVisible()
    )
    return next((box for box in shown if box.intersects(room)), QRect())


def open_clear(window: QWidget, width: int, height: int) -> None:
    """Gives `window` its size and a place where the captions, which stand above all windows, do not cover its buttons."""
    room = window.screen().availableGeometry()
    place = clear_place(room, _captions_in(room), width, height)
    window.resize(place.size())
    window.move(place.topLeft())


def grow_clear(window: QWidget, height: int) -> None:
    """Makes an open `window` up to `height` high. It is moved only where it would leave the screen or be covered."""
    room = window.screen().availableGeometry()
    captions = _captions_in(room)
    place = clear_place(room, captions, window.width(), height)
    grown = QRect(window.geometry().topLeft(), place.size())
    window.resize(place.size())
    if not room.contains(grown) or grown.intersects(captions):
        window.move(place.topLeft())


def ask_text(parent: QWidget, title: str, label: str, text: str) -> str | None:
    """One line of text, with room for a whole title; None when the user cancels."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue(text)
    dialog.resize(QUESTION_PX, dialog.sizeHint().height())
    accepted = dialog.exec()
    dialog.deleteLater()
    return dialog.textValue() if accepted else None


def may_lose_words(window: QWidget) -> bool:
    """Asks in front of `window`, for the end of the program, whether to lose what the history could not take."""
    stay = QMessageBox.StandardButton.Cancel
    text = translate(
        "MainWindow",
        "The history can't be saved. Anything said since then will be lost if you quit.",
    )
    box = QMessageBox(QMessageBox.Icon.Warning, translate("MainWindow", "Quit"), text, stay, window)
    box.setInformativeText(
        translate("MainWindow", "Free some space on the disk and try again, or copy the transcript first.")
    )
    leave = box.addButton(translate("MainWindow", "Quit anyway"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(stay)
    box.exec()
    box.deleteLater()
    return box.clickedButton() is leave

"""What the windows beside the main one share: where they open, and questions."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QGridLayout, QInputDialog, QMessageBox, QSizePolicy, QSpacerItem, QWidget

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


def ask(parent: QWidget, title: str, question: str, details: str, yes: str, *, warning: bool = True) -> bool:
    """A question with the button `yes` and Cancel, which is the default. It is wide enough for its title and its text."""
    cancel = QMessageBox.StandardButton.Cancel
    kind = QMessageBox.Icon.Warning if warning else QMessageBox.Icon.Question
    box = QMessageBox(kind, title, question, cancel, parent)
    box.setInformativeText(details)
    button = box.addButton(
        yes, QMessageBox.ButtonRole.DestructiveRole if warning else QMessageBox.ButtonRole.AcceptRole
    )
    box.setDefaultButton(cancel)
    widen(box)
    box.exec()
    box.deleteLater()
    return box.clickedButton() is button


def widen(box: QMessageBox) -> None:
    """A message box is as narrow as its words, whatever its title, and has no size of its own to set."""
    layout = box.layout()
    if isinstance(layout, QGridLayout):
        room = QSpacerItem(QUESTION_PX, 0, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Minimum)
        layout.addItem(room, layout.rowCount(), 0, 1, layout.columnCount())


def close_without_tray(window: QWidget) -> str:
    """What closing the main window means on a desktop without a tray: "minimise", "quit", or "" for neither."""
    question = translate("MainWindow", "Keep the captions running?")
    cancel = QMessageBox.StandardButton.Cancel
    box = QMessageBox(QMessageBox.Icon.Question, translate("MainWindow", "Close"), question, cancel, window)
    box.setInformativeText(
        translate("MainWindow", "Your desktop has no system tray. The window is minimised while captions keep running.")
    )
    minimise = box.addButton(translate("MainWindow", "Minimise"), QMessageBox.ButtonRole.AcceptRole)
    leave = box.addButton(translate("MainWindow", "Quit"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(minimise)
    widen(box)
    box.exec()
    box.deleteLater()
    return "minimise" if box.clickedButton() is minimise else "quit" if box.clickedButton() is leave else ""


def may_lose_words(window: QWidget) -> bool:
    """Asks in front of `window`, for the end of the program, whether to lose what the history could not take."""
    return ask(
        window,
        translate("MainWindow", "Quit"),
        translate("MainWindow", "The history can't be saved. Anything said since then will be lost if you quit."),
        translate("MainWindow", "Free some space on the disk and try again, or copy the transcript first."),
        translate("MainWindow", "Quit anyway"),
    )


def may_stop_recordings(window: QWidget) -> bool:
    """Asks in front of `window`, for the end of the program, whether to leave recordings that are not finished."""
    return ask(
        window,
        translate("MainWindow", "Quit"),
        translate("MainWindow", "Recordings are still being transcribed."),
        translate("MainWindow", "What has been recognised so far is in the history."),
        translate("MainWindow", "Quit anyway"),
    )

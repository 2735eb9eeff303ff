"""The wheel scrolls a page; a control that happens to pass under the mouse is not changed by it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QSlider, QWidget

TURNED = (QComboBox, QAbstractSpinBox, QSlider)
"""What Qt lets the wheel change without a click."""


class WheelScrolls(QObject):
    """The lists, numbers and sliders on `page` take the wheel only while they have the focus.

    `cover` is called when the page has been filled, and again when there may be more on it.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page

    def cover(self) -> None:
        for control in self._page.findChildren(QWidget):
            if isinstance(control, TURNED):
                control.installEventFilter(self)
                if control.focusPolicy() == Qt.FocusPolicy.WheelFocus:
                    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # else the wheel itself would give the focus

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False

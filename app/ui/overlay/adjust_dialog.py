"""Moves and sizes the overlay with the keyboard.

The overlay itself never takes the keyboard focus, so a small window of its own receives the keys.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from app.ui.overlay.window import Overlay

STEP_PX = 40
FINE_PX = 5
WIDTH_PX = 340


class AdjustDialog(QDialog):
    """Arrows move, Shift with arrows changes the width and the number of lines, Ctrl makes small steps.

    Signals:
        lines_wanted(int): one more (1) or one fewer (-1) line. font_wanted(int): larger (2) or smaller (-2) text.
    """

    lines_wanted = Signal(int)
    font_wanted = Signal(int)

    def __init__(self, overlay: Overlay, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._overlay = overlay
        self._before = overlay.standing()
        self.setWindowTitle(self.tr("Move the captions"))
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        words = QLabel(
            self.tr(
                "Arrow keys: move\nShift + left or right: narrower or wider\nShift + up or down: more or fewer "
                "lines\nPlus or minus: larger or smaller text\nPage Up or Page Down: earlier or later captions\nCtrl with "
                "any of these: small steps\nEnter: keep     Esc: cancel"
            )
        )
        words.setAccessibleName(words.text())
        self.setAccessibleDescription(words.text())
        words.setMinimumWidth(WIDTH_PX)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(buttons)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setFocus()
        for button in buttons.buttons():
            button.installEventFilter(self)
        self.setFixedSize(self.sizeHint())

    def eventFilter(self, watched: object, event: object) -> bool:
        """The buttons would take the arrow keys to move the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress and self._obey(event):
            return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._obey(event):
            super().keyPressEvent(event)

    def _obey(self, event: QKeyEvent) -> bool:
        step = FINE_PX if event.modifiers() & Qt.KeyboardModifier.ControlModifier else STEP_PX
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        arrows = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        key = event.key()
        if key in arrows:
            dx, dy = arrows[Qt.Key(key)]
            if not shift:
                self._overlay.step(dx * step, dy * step, 0)
            elif dx:
                self._overlay.step(0, 0, dx * step)
            else:
                self.lines_wanted.emit(-dy)
            return True
        views = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
        if key in views:
            self._overlay.scroll_view(views[Qt.Key(key)])
            return True
        if key == Qt.Key.Key_Home:
            self._overlay.to_start()
            return True
        if key == Qt.Key.Key_End:
            self._overlay.to_live()
            return True
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self.font_wanted.emit(-2 if key == Qt.Key.Key_Minus else 2)
            return True
        return False

    def reject(self) -> None:
        self._overlay.put_back(self._before)
        super().reject()

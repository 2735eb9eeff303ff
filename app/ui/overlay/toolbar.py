"""The few buttons that appear on the unlocked overlay while the mouse is over it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.ui.kit.actions import Actions
from app.ui.kit.icons import icon
from app.ui.kit.theme import in_contrast

BUTTON_PX = 28
BUTTONS = (
    "QToolButton { border: none; border-radius: 5px; background: transparent; }"
    "QToolButton:hover { background: rgba(255, 255, 255, 45); }"
    "QToolButton:pressed { background: rgba(255, 255, 255, 85); }"
)
"""The bar is dark under every theme; the style's own buttons turn as white as their pictures under the mouse."""


class OverlayToolbar(QWidget):
    """Pause, text size, copy, lock, appearance, hide; while somebody reads back, the way to return in place of most.

    None of them takes the keyboard focus; the window, the tray and the context menu offer the same.
    """

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._back, self._new_words = False, 0
        self.live = QToolButton(self)
        self.live.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.live.setFixedHeight(BUTTON_PX)
        self.live.setStyleSheet(BUTTONS + "QToolButton { color: #ffffff; padding: 0 8px; font-weight: 600; }")
        self.live.clicked.connect(actions.live.trigger)
        actions.live.changed.connect(self._show_live)
        self._buttons: dict[QAction, QToolButton] = {}
        self.setCursor(Qt.CursorShape.ArrowCursor)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 3, 4, 3)
        row.setSpacing(2)
        row.addWidget(self.live)
        shown = (actions.pause, actions.smaller, actions.larger, actions.copy, actions.lock, actions.appearance)
        for action in (*shown, actions.hide):
            button = self._buttons[action] = QToolButton(self)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setFixedSize(BUTTON_PX, BUTTON_PX)
            button.setIconSize(QSize(18, 18))
            button.setStyleSheet(BUTTONS)
            button.clicked.connect(action.trigger)
            action.changed.connect(partial(self._show, button, action))
            self._show(button, action)
            row.addWidget(button)
        self.show_back(False, 0)

    def _show(self, button: QToolButton, action: QAction) -> None:
        """As its action says, but white: the action's own picture is for the colours of the windows."""
        button.setToolTip(action.text())
        button.setAccessibleName(action.text())
        button.setIcon(icon(self._actions.picture(action), QColor("#ffffff")))

    def show_back(self, back: bool, new_words: int) -> None:
        """`back`: earlier rows are looked at, and `new_words` were said meanwhile."""
        self._back, self._new_words = back, new_words
        for action, button in self._buttons.items():
            button.setVisible(not back or action in (self._actions.copy, self._actions.hide))
        self._show_live()

    def _show_live(self) -> None:
        words = self._actions.live.text()
        if self._new_words:
            words += " · " + self.tr("%n new word(s)", "", self._new_words)
        self.live.setText(f"↓ {words}")
        self.live.setAccessibleName(words)
        self.live.setVisible(self._back)
        self.place()

    def place(self) -> None:
        """In the top right corner of the overlay."""
        self.adjustSize()
        parent = self.parentWidget()
        if parent is not None:
            self.move(parent.width() - self.width() - 8, 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong = in_contrast()
        painter.setPen(QPen(QColor("#ffffff"), 2) if strong else QColor(255, 255, 255, 60))
        painter.setBrush(QColor("#000000") if strong else QColor(30, 34, 40, 240))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 7, 7)
        painter.end()

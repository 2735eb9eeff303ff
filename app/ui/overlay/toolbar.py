"""The few buttons that appear on the unlocked overlay while the mouse is over it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.ui.kit.icons import icon

BUTTON_PX = 28
BUTTONS = (
    "QToolButton { border: none; border-radius: 5px; background: transparent; }"
    "QToolButton:hover { background: rgba(255, 255, 255, 45); }"
    "QToolButton:pressed { background: rgba(255, 255, 255, 85); }"
)
"""The bar is dark under every theme; the style's own buttons turn as white as their pictures under the mouse."""


class OverlayToolbar(QWidget):
    """Pause, lock, settings, hide. None of them takes the keyboard focus; the window and the tray offer the same.

    Signals:
        pause_clicked(), lock_clicked(), settings_clicked(), hide_clicked()
    """

    pause_clicked = Signal()
    lock_clicked = Signal()
    settings_clicked = Signal()
    hide_clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 3, 4, 3)
        row.setSpacing(2)
        self._paused = False
        self._buttons: dict[str, QToolButton] = {}
        for name, signal in (
            ("pause", self.pause_clicked),
            ("lock", self.lock_clicked),
            ("settings", self.settings_clicked),
            ("hide", self.hide_clicked),
        ):
            button = QToolButton(self)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setFixedSize(BUTTON_PX, BUTTON_PX)
            button.setIconSize(QSize(18, 18))
            button.setStyleSheet(BUTTONS)
            button.clicked.connect(signal)
            row.addWidget(button)
            self._buttons[name] = button
        self.retranslate()

    def retranslate(self) -> None:
        words = {
            "pause": self.tr("Resume captions") if self._paused else self.tr("Pause captions"),
            "lock": self.tr("Lock in place"),
            "settings": self.tr("Settings"),
            "hide": self.tr("Hide captions"),
        }
        pictures = {
            "pause": "play" if self._paused else "pause",
            "lock": "lock",
            "settings": "settings",
            "hide": "close",
        }
        for name, button in self._buttons.items():
            button.setToolTip(words[name])
            button.setAccessibleName(words[name])
            button.setIcon(icon(pictures[name], QColor("#ffffff")))
        self.place()

    def set_paused(self, paused: bool) -> None:
        if paused != self._paused:
            self._paused = paused
            self.retranslate()

    def place(self) -> None:
        """In the top right corner of the overlay."""
        self.adjustSize()
        parent = self.parentWidget()
        if parent is not None:
            self.move(parent.width() - self.width() - 8, 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(255, 255, 255, 60))
        painter.setBrush(QColor(30, 34, 40, 240))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 7, 7)
        painter.end()

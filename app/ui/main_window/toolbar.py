"""The main window's commands: pictures with their words below them, and the pictures alone where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

GAP_PX = 2
BUTTON_PX = 36
WITH_WORDS_PX = 54
"""Least width of a button with words, so that short ones stand in even steps."""


def tool_button(action: QAction | None) -> QToolButton:
    """A flat button that shows and triggers `action`."""
    button = QToolButton()
    button.setAutoRaise(True)
    button.setIconSize(QSize(20, 20))
    button.setMinimumSize(BUTTON_PX, BUTTON_PX)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    if action is not None:
        button.setDefaultAction(action)
    return button


class Toolbar(QWidget):
    """One row of buttons.

    Attributes:
        menu: the last button; it opens a menu.
    """

    def __init__(self, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.menu = tool_button(None)
        self.menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self._buttons = [*map(tool_button, actions), self.menu]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_PX)
        for button in self._buttons:
            row.addWidget(button)

    def fit(self, width: int) -> None:
        """With words if they fit into `width` logical pixels."""
        self._show_words(True)
        if self.sizeHint().width() > width:
            self._show_words(False)
        self.updateGeometry()  # else the window may lay it out by the size that it had with words

    def _show_words(self, on: bool) -> None:
        style = Qt.ToolButtonStyle.ToolButtonTextUnderIcon if on else Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in self._buttons:
            button.setToolButtonStyle(style)
            button.setMinimumWidth(WITH_WORDS_PX if on else BUTTON_PX)

"""Widgets that follow the language and the colours."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from app.ui.kit.changes import FollowsChanges


class Panel(FollowsChanges, QPlainTextEdit):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.early = QPalette()
        self.early.setColor(QPalette.ColorRole.Text, QColor("#123456"))
        self.setPalette(self.early)  # reported by Qt while the widget is not complete
        self.done: list[str] = []
        self.follow_changes()

    def retranslate(self) -> None:
        self.done.append("words")

    def dress(self) -> None:
        self.done.append("colours")


@pytest.mark.parametrize(
    ("change", "follows"),
    [
        (QEvent.Type.LanguageChange, ["words"]),
        (QEvent.Type.PaletteChange, ["colours"]),
        (QEvent.Type.FontChange, []),
    ],
)
def test_each_change_is_followed_once_the_widget_is_complete(
    change: QEvent.Type, follows: list[str], qapp: QApplication
) -> None:
    panel = Panel()
    assert panel.done == ["words", "colours"]
    QCoreApplication.sendEvent(panel, QEvent(change))
    assert panel.done[2:] == follows
    panel.deleteLater()

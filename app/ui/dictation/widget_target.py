"""Dictation into a text field of our own program."""

from __future__ import annotations

import shiboken6
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget


class WidgetTarget:
    """A text field of our own: text is put in directly, no keys are pressed."""

    def __init__(self, widget: QWidget) -> None:
        self.widget = widget
        self.title = widget.window().windowTitle()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WidgetTarget) and other.widget is self.widget

    __hash__ = None  # type: ignore[assignment]

    @property
    def alive(self) -> bool:
        return shiboken6.isValid(self.widget)

    def context(self) -> str:
        """What stands before the caret."""
        widget = self.widget
        if isinstance(widget, QLineEdit):
            return widget.text()[: widget.cursorPosition()]
        assert isinstance(widget, QPlainTextEdit | QTextEdit)
        return widget.toPlainText()[: widget.textCursor().position()]

    def insert(self, text: str) -> None:
        if isinstance(self.widget, QLineEdit):
            self.widget.insert(text)
        elif isinstance(self.widget, QPlainTextEdit | QTextEdit):
            self.widget.insertPlainText(text)
            self.widget.ensureCursorVisible()

    @staticmethod
    def accepts(widget: QWidget | None) -> bool:
        return isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit) and not widget.isReadOnly()

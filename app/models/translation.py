"""One name for Qt's translation: rules make sentences for the screen without knowing any other part of Qt."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate
"""`translate("Models", "text")`: the text in the language of the interface; the text itself without an application."""

"""The program's own translation, in its windows and in the processes that it starts for long work."""

from __future__ import annotations

import logging
from importlib.resources import files

from PySide6.QtCore import QCoreApplication, QObject, QTranslator

from app.base.translation import use_translator

log = logging.getLogger(__name__)

_kept: list[object] = []


class OwnTranslator(QTranslator):
    """Read into memory: a file that Qt has mapped ends the program (SIGBUS) when an update writes over it.

    Attributes:
        loaded: it is there and usable.
    """

    def __init__(self, code: str, parent: QObject) -> None:
        super().__init__(parent)
        name = f"r2t2_captions_{code}.qm"
        try:
            self._data = (files("resources") / "translations" / name).read_bytes()
            self.loaded = self.load(self._data)
        except OSError as error:
            self.loaded = False
            log.warning("translation %s cannot be read: %s", name, error)
            return
        if not self.loaded:
            log.warning("translation %s could not be loaded", name)


def translate_with_qt() -> None:
    """Messages of every package go through the translators that are installed in Qt's application."""
    use_translator(QCoreApplication.translate)


def speak(code: str) -> None:
    """In a process without windows: messages are in this language from now on."""
    app = QCoreApplication.instance() or QCoreApplication([])
    translator = OwnTranslator(code, app)
    app.installTranslator(translator)
    _kept.extend((app, translator))
    translate_with_qt()

"""Imports what is not needed for the first window, while that window can already be used.

Modules without Qt are imported on a thread. Modules that define Qt classes are imported on Qt's own thread, one between
two turns of its event loop: PySide keeps its classes in a table without a lock, and Qt looks into that table without
holding the interpreter's lock whenever it delivers an event, so a Qt class that comes into being on another thread
meanwhile can crash the process (it did, once in a hundred starts).
"""

from __future__ import annotations

import importlib
import logging
import sys
import threading
from collections import deque
from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from app.base.translation import missing_part

log = logging.getLogger(__name__)

SERVICES_PLAIN = (
    "app.base.autostart",
    "app.capture.watch",
    "app.dictation.desktop",
    "app.dictation.from_settings",
    "app.dictation.sounds",
    "app.engine.loop",
    "app.engine.recordings",
    "app.history.store",
    "app.hotkeys.backend",
    "app.hotkeys.desktop_page",
    "app.hotkeys.key_state",
    "app.hotkeys.shortcut_text",
    "app.base.screen_hold",
    "app.serve.listening",
    "app.serve.offer",
    "app.serve.secret_page",
    "app.transcript.beside",
    "app.transcript.masking",
    "app.transcript.pacing",
    *(("app.typing.x11_keyboard", "app.hotkeys.x11") if sys.platform.startswith("linux") else ()),
)
"""What the services and their dialogs stand on that knows nothing of Qt."""

SERVICES_QT = ("app.program.services", "app.ui.settings.dialog", "app.program.windows")
"""What the program asks for once the windows are on screen. Each brings what it needs of its own."""

MODELS_PLAIN = ("app.models.get_model", "app.models.install", "app.models.machine")
MODELS_QT = ("app.ui.models.dialog",)


class StagedImports(QObject):
    """One such set of imports; made and started on Qt's thread.

    Args:
        plain: modules that do not import Qt; imported on a thread.
        with_qt: modules that do; imported on this thread afterwards, one per turn of the event loop.

    Signals:
        done(): all of them are there.
        failed(str): one cannot be imported; a message. The others are not imported either.
    """

    done = Signal()
    failed = Signal(str)
    _plain_there = Signal(str)

    def __init__(self, plain: Iterable[str], with_qt: Iterable[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plain = tuple(plain)
        self._left = deque(with_qt)
        self._plain_there.connect(self._go_on)

    def start(self) -> None:
        threading.Thread(target=self._import_plain, name="imports", daemon=True).start()

    def _import_plain(self) -> None:
        problem = ""
        try:
            for name in self._plain:
                importlib.import_module(name)
        except Exception as error:  # also a library that is there and cannot be loaded
            problem = self._noted(error)
        self._plain_there.emit(problem)

    def _go_on(self, problem: str) -> None:
        if problem:
            self.failed.emit(problem)
        else:
            self._next()

    def _next(self) -> None:
        if not self._left:
            self.done.emit()
            return
        try:
            importlib.import_module(self._left.popleft())
        except Exception as error:
            self.failed.emit(self._noted(error))
            return
        QTimer.singleShot(0, self._next)

    @staticmethod
    def _noted(error: Exception) -> str:
        log.error("a part of the program cannot be loaded", exc_info=error)
        return missing_part(error)

"""The captions' global shortcuts: they work whatever window has the focus, and never type into it.

The hotkey backends of dictation do the listening: grabbed keys on X11, the desktop's portal on Wayland, pynput on
Windows and macOS. Where a desktop has none of these, its own key settings can call `r2t2-captions --toggle`.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.base.translation import translate
from app.hotkeys.backend import Hotkeys
from app.hotkeys.backends import choose_backend, session_type
from app.hotkeys.keys import Combo, KeyNameError, is_plain_typing, parse_combo
from app.hotkeys.labels import combo_label
from app.hotkeys.rules import Edge, EdgeKind

log = logging.getLogger(__name__)

TICK_MS = 5000
SLEPT_S = 20.0
"""Timers stand still while a computer sleeps and the clock does not: a tick this late means that it has slept."""

QT_NAMES = {
    "meta": "super", "pgup": "page up", "pgdown": "page down", "del": "delete", "ins": "insert", "esc": "escape",
    "return": "enter",
}  # fmt: skip


def combo_text(qt_text: str) -> str:
    """A QKeySequence's portable text in the writing of `app.hotkeys.keys`.

    >>> combo_text("Ctrl+Meta+PgUp"), combo_text("Ctrl++")
    ('ctrl+super+page up', 'ctrl++')
    """
    head, plus, key = qt_text.lower().rpartition("+")
    if plus and not key:
        head, key = head.rstrip("+"), "+"
    names = [*head.split("+"), key] if head else [key]
    return "+".join(QT_NAMES.get(name, name) for name in names)


def usable_combo(text: str) -> Combo | None:
    """The combination `text` (as `Ctrl+Alt+P`), None for "". Raises KeyNameError where it can be no global shortcut.

    What people type all day would be taken from every program.
    """
    combo = parse_combo(combo_text(text))
    if combo is not None and is_plain_typing(combo):
        sentence = translate("HotkeyField", "%1 is needed for typing. Add Ctrl, Alt or Super, or use a key such as F9.")
        raise KeyNameError(sentence.replace("%1", combo_label(combo)))
    return combo


class GlobalShortcuts(QObject):
    """The shortcuts that are in force. The backend is opened on a thread of its own: a desktop may be slow to answer.

    Signals:
        activated(str name): the person pressed the shortcut bound to `name`.
        problem(str): a sentence; the shortcut does not work.
    """

    activated = Signal(str)
    problem = Signal(str)
    _taken = Signal(str)
    _opened = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._backend: Hotkeys | None = None
        self._opening: threading.Thread | None = None
        self._texts: dict[str, str] = {}
        self._wanted: dict[str, Combo] = {}
        self._stopped = False
        self._ticked_s = time.time()
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._look_for_sleep)
        self._taken.connect(self._tell_taken, Qt.ConnectionType.QueuedConnection)
        self._opened.connect(self._use, Qt.ConnectionType.QueuedConnection)

    def set_shortcuts(self, texts: Mapping[str, str]) -> None:
        """Name -> combination as `Ctrl+Alt+P`; empty ones are not bound, nor are keys that are needed for typing.

        Takes effect at once.
        """
        combos: dict[str, Combo] = {}
        for name, text in texts.items():
            try:
                combo = usable_combo(text)
            except KeyNameError as error:
                self.problem.emit(str(error))
                continue
            if combo is not None:
                combos[name] = combo
        self._texts = dict(texts)
        if combos == self._wanted:
            return
        self._wanted = combos
        if self._backend is not None:
            self._backend.set_bindings(combos)
        elif self._opening is None:
            self._opening = threading.Thread(target=self._open, name="open shortcuts", daemon=True)
            self._opening.start()

    def _open(self) -> None:
        """On the opening thread."""
        try:
            backend = self._make()
            if backend is not None:
                backend.start()
        except Exception as error:  # each backend has its own error type; all carry a sentence
            log.warning("global shortcuts: %s", error)
            self.problem.emit(str(error))
            return
        self._opened.emit(backend)

    def _make(self) -> Hotkeys | None:
        session = session_type(os.environ, sys.platform)
        if session == "x11":
            from app.hotkeys.x11 import X11Hotkeys
            from app.hotkeys.ledger import Ledger

            return X11Hotkeys(self._edge, lambda name, _combo: self._taken.emit(name), self.problem.emit, Ledger())
        if session in ("windows", "macos"):
            from app.hotkeys.pynput import PynputHotkeys

            return PynputHotkeys(self._edge, self.problem.emit, session)
        if session == "wayland":
            from app.base.portal import portal_version
            from app.hotkeys.portal_shortcuts import PortalHotkeys

            address = os.environ.get("DBUS_SESSION_BUS_ADDRESS", "")
            version = portal_version("GlobalShortcuts", address)
            if choose_backend(os.environ, sys.platform, portal_version=version).name == "portal":
                return PortalHotkeys(self._edge, self.problem.emit, lambda name, words: None, address)
        log.info("global shortcuts: nothing to listen with (%s)", session)
        return None

    def _use(self, backend: Hotkeys | None) -> None:
        if backend is None:
            return
        if self._stopped:
            backend.stop()
            return
        self._backend = backend
        backend.set_bindings(self._wanted)
        self._ticked_s = time.time()
        self._tick.start()

    def _look_for_sleep(self) -> None:
        """Grabs and hooks do not survive the computer's sleep everywhere: they are set up anew."""
        now_s, before_s = time.time(), self._ticked_s
        self._ticked_s = now_s
        if now_s - before_s > SLEPT_S and self._backend is not None:
            self._backend.forget()

    def _edge(self, edge: Edge) -> None:
        """On the backend's thread: nothing but a signal."""
        if edge.kind is EdgeKind.DOWN and edge.binding:
            self.activated.emit(edge.binding)

    def _tell_taken(self, name: str) -> None:
        sentence = self.tr("The shortcut {keys} is used by another program. Choose another one in the settings.")
        self.problem.emit(sentence.format(keys=self._texts.get(name, name)))

    def stop(self) -> None:
        self._stopped = True
        self._tick.stop()
        if self._backend is not None:
            self._backend.stop()
            self._backend = None

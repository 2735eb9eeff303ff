"""The captions' global shortcuts: they work whatever window has the focus, and never type into it.

On X11 the key is grabbed, and a combination that another program holds is reported. On Windows and macOS pynput
listens. On Wayland the desktop's own key settings can call `r2t2-captions --toggle`, which reaches the running program.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal

from app.dictation.backends import session_type
from app.dictation.hotkey import Edge, EdgeKind
from app.dictation.keys import Combo, KeyNameError, parse_combo

log = logging.getLogger(__name__)


class Backend(Protocol):
    """Listens on a thread of its own and reports on it."""

    def set_bindings(self, bindings: Mapping[str, Combo]) -> None: ...

    def stop(self) -> None: ...


class PynputBackend:
    """pynput's listener, started anew with every change."""

    def __init__(self, on_name: Signal) -> None:
        self._on_name = on_name
        self._listener: object | None = None

    def set_bindings(self, bindings: Mapping[str, Combo]) -> None:
        from pynput import keyboard

        self.stop()
        if not bindings:
            return
        hotkeys = {
            pynput_keys(combo): (lambda name=name: self._on_name.emit(name))  # type: ignore[attr-defined]
            for name, combo in bindings.items()
        }
        listener = keyboard.GlobalHotKeys(hotkeys)
        listener.daemon = True
        listener.start()
        self._listener = listener

    def stop(self) -> None:
        if self._listener is not None:
            self._listener.stop()  # type: ignore[attr-defined]
            self._listener = None


def pynput_keys(combo: Combo) -> str:
    """A combination in pynput's writing.

    >>> pynput_keys(Combo("p", frozenset({"ctrl", "alt"})))
    '<alt>+<ctrl>+p'
    """
    names = {"super": "cmd", "page up": "page_up", "page down": "page_down", "escape": "esc"}
    parts = [f"<{names.get(modifier, modifier)}>" for modifier in sorted(combo.modifiers)]
    key = names.get(combo.key, combo.key)
    return "+".join([*parts, key if len(key) == 1 else f"<{key}>"])


QT_NAMES = {
    "meta": "super", "pgup": "page up", "pgdown": "page down", "del": "delete", "ins": "insert", "esc": "escape",
    "return": "enter",
}  # fmt: skip


def combo_text(qt_text: str) -> str:
    """A QKeySequence's portable text in the writing of `app.dictation.keys`.

    >>> combo_text("Ctrl+Meta+PgUp"), combo_text("Ctrl++")
    ('ctrl+super+page up', 'ctrl++')
    """
    head, plus, key = qt_text.lower().rpartition("+")
    if plus and not key:
        head, key = head.rstrip("+"), "+"
    names = [*head.split("+"), key] if head else [key]
    return "+".join(QT_NAMES.get(name, name) for name in names)


class GlobalShortcuts(QObject):
    """The shortcuts that are in force.

    Signals:
        activated(str name): the person pressed the shortcut bound to `name`.
        problem(str): a sentence; the shortcut does not work.
    """

    activated = Signal(str)
    problem = Signal(str)
    _taken = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._backend: Backend | None = None
        self._texts: dict[str, str] = {}
        self._bound: dict[str, Combo] = {}
        self._taken.connect(self._tell_taken, Qt.ConnectionType.QueuedConnection)

    def set_shortcuts(self, texts: Mapping[str, str]) -> None:
        """Name -> combination as `Ctrl+Alt+P`; empty ones are not bound. Takes effect at once."""
        combos: dict[str, Combo] = {}
        for name, text in texts.items():
            try:
                combo = parse_combo(combo_text(text)) if text else None
            except KeyNameError as error:
                self.problem.emit(str(error))
                continue
            if combo is not None:
                combos[name] = combo
        self._texts = dict(texts)
        if combos == self._bound:
            return
        self._bound = combos
        if self._backend is None and combos:
            self._backend = self._open()
        if self._backend is not None:
            self._backend.set_bindings(combos)

    def _open(self) -> Backend | None:
        session = session_type(os.environ, sys.platform)
        if session in ("windows", "macos"):
            return PynputBackend(self.activated)  # type: ignore[arg-type]
        if session != "x11":
            log.info("global shortcuts: nothing to listen with on %s", session)
            return None
        from app.dictation.x11_display import Ledger, X11Error
        from app.dictation.x11_hotkeys import X11Hotkeys

        hotkeys = X11Hotkeys(self._edge, lambda name, _combo: self._taken.emit(name), self.problem.emit, Ledger())
        try:
            hotkeys.start()
        except X11Error as error:
            self.problem.emit(str(error))
            return None
        return hotkeys

    def _edge(self, edge: Edge) -> None:
        """On the backend's thread: nothing but a signal."""
        if edge.kind is EdgeKind.DOWN and edge.binding:
            self.activated.emit(edge.binding)

    def _tell_taken(self, name: str) -> None:
        sentence = self.tr("The shortcut {keys} is used by another program. Choose another one in the settings.")
        self.problem.emit(sentence.format(keys=self._texts.get(name, name)))

    def stop(self) -> None:
        if self._backend is not None:
            self._backend.stop()
            self._backend = None

"""The program's system-wide hotkeys: one backend that captions and dictation share.

Each of them binds its own combinations under its own name and receives their edges. The backend listens: grabbed keys on
X11, one session of the desktop's portal on Wayland, pynput on Windows and macOS. Where a desktop has none of these, its
own keyboard settings can run `r2t2-captions --toggle` and `r2t2-captions --dictate`.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.hotkeys.backend import HotkeyNews, Hotkeys
from app.hotkeys.backends import choose_backend, session_type, unavailable_words
from app.hotkeys.keys import Combo
from app.hotkeys.labels import combo_label
from app.hotkeys.ledger import Ledger
from app.hotkeys.rules import Edge, EdgeKind

log = logging.getLogger(__name__)

TICK_MS = 5000
HELD_CHECK_MS = 1000
SLEPT_S = 20.0
"""Timers stand still while a computer sleeps and the clock does not: a tick this late means that it has slept."""


class HotkeysUnavailableError(Exception):
    """This desktop has no hotkeys for programs; the message says what to do instead."""


def open_backend(news: HotkeyNews, ledger: Ledger) -> Hotkeys:
    """The backend for this desktop, not yet started. Raises HotkeysUnavailableError."""
    session = session_type(os.environ, sys.platform)
    if session == "x11":
        from app.hotkeys.x11 import X11Hotkeys

        return X11Hotkeys(news.edge, news.conflict, news.trouble, ledger)
    if session in ("windows", "macos"):
        from app.hotkeys.pynput import PynputHotkeys

        return PynputHotkeys(news.edge, news.trouble, session)
    version = 0
    address = os.environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    if session == "wayland":
        from app.base.portal import portal_version

        version = portal_version("GlobalShortcuts", address)
    choice = choose_backend(os.environ, sys.platform, portal_version=version)
    if choice.name != "portal":
        raise HotkeysUnavailableError(unavailable_words(choice))
    from app.hotkeys.portal_shortcuts import PortalHotkeys

    return PortalHotkeys(news.edge, news.trouble, news.described, address)


class HotkeyService(QObject):
    """See the module. The backend is opened on a thread of its own: a desktop may be slow to answer.

    Attributes:
        ledger: where a typist enters the keys that it presses, so that they count as nobody's hotkeys.
        unavailable: why there are no hotkeys on this desktop, "" where there are some or nothing is known yet.
        trouble: the newest message about hotkeys that do not work, "" if there was none.
        descriptions: binding -> the desktop's own words for its key (Wayland).
        down: binding -> monotonic time since when its key is down.

    Signals:
        conflict(str binding, Combo): another program, or another binding of ours, has this combination.
        problem(str): a message about hotkeys that do not work.
        described(str binding, str words): the desktop says which key a binding has, "" for none.
        opened(): it is known whether there are hotkeys; see `available` and `unavailable`.
        slept(): the computer has been asleep, or the program was stopped; keys that were held come up after it.
    """

    conflict = Signal(str, object)
    problem = Signal(str)
    described = Signal(str, str)
    opened = Signal()
    slept = Signal()
    _edge = Signal(object)
    _backend_made = Signal(object)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        make: Callable[[HotkeyNews, Ledger], Hotkeys] = open_backend,
    ) -> None:
        """`make` raises HotkeysUnavailableError, or the backend's own error, with a message for the user."""
        super().__init__(parent)
        self.ledger = Ledger()
        self.unavailable = ""
        self.trouble = ""
        self.descriptions: dict[str, str] = {}
        self.down: dict[str, float] = {}
        self._up_at_s: float | None = None
        self._make = make
        self._backend: Hotkeys | None = None
        self._groups: dict[str, dict[str, Combo]] = {}
        self._owners: dict[str, str] = {}  # of every binding there ever was: its key may come up after it was unbound
        self._receivers: dict[str, Callable[[Edge], None]] = {}
        self._bound: dict[str, Combo] = {}
        self._escape = False
        self._closed = False
        self._ticked_s = time.time()
        self._tick = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.VeryCoarseTimer)
        self._tick.timeout.connect(self._check_for_sleep)
        self._watch = QTimer(self, interval=HELD_CHECK_MS)
        self._watch.timeout.connect(self._check_held)
        self._edge.connect(self._deliver)
        self.described.connect(self.descriptions.__setitem__)
        self.problem.connect(self._note_problem)
        self.conflict.connect(self._report_conflict)
        self._backend_made.connect(self._use, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begins to listen. Everyone who wants keys has bound them by now, so that a desktop asks about them once."""
        threading.Thread(target=self._open, name="open hotkeys", daemon=True).start()

    def subscribe(self, owner: str, receiver: Callable[[Edge], None]) -> None:
        """`receiver` is called in this object's thread: a combination of `owner` went down or up, or Esc was pressed."""
        self._receivers[owner] = receiver

    def bind(self, owner: str, bindings: Mapping[str, Combo]) -> None:
        """Exchanges the combinations of `owner` ("captions", "dictation"): binding name -> combination."""
        if self._groups.get(owner) == bindings:
            return
        self._groups[owner] = dict(bindings)
        self._owners.update(dict.fromkeys(bindings, owner))
        if self._backend is not None:
            self._bind()

    def grab_escape(self, on: bool) -> None:
        """While on, Esc is ours and does not reach the focused window."""
        self._escape = on
        if self._backend is not None:
            self._backend.grab_escape(on)

    def is_taken(self, combo: Combo) -> bool:
        """Whether another program has this combination, where that can be known."""
        return self._backend is not None and self._backend.is_taken(combo)

    @property
    def available(self) -> bool:
        """Whether hotkeys are listened to."""
        return self._backend is not None

    @property
    def desktop_keeps_keys(self) -> bool:
        """The desktop decides which keys are used, and takes changes in its own settings alone (Wayland)."""
        return self.available and session_type(os.environ, sys.platform) == "wayland"

    @property
    def settled(self) -> bool:
        """Whether all that was asked for is in force."""
        return bool(self.unavailable) or (self._backend is not None and self._backend.settled)

    @property
    def person_acted_s(self) -> float:
        """When the user last clicked or pressed a key that is no hotkey (monotonic seconds, 0.0 for never)."""
        return 0.0 if self._backend is None else self._backend.person_acted_s

    def close(self) -> None:
        self._closed = True
        self._tick.stop()
        self._watch.stop()
        backend, self._backend = self._backend, None
        if backend is not None:
            backend.stop()

    def _open(self) -> None:
        """On the opening thread."""
        news = HotkeyNews(self._edge.emit, self.conflict.emit, self.problem.emit, self.described.emit)
        try:
            backend = self._make(news, self.ledger)
            backend.start()
        except Exception as error:  # each backend has its own error type; all carry a message
            log.warning("hotkeys: %s", error)
            self._backend_made.emit(str(error))
            return
        self._backend_made.emit(backend)

    def _use(self, made: Hotkeys | str) -> None:
        if isinstance(made, str):
            self.unavailable = made
        elif self._closed:
            made.stop()
            return
        else:
            self._backend = made
            self._bind()
            made.grab_escape(self._escape)
            self._ticked_s = time.time()
            self._tick.start()
        self.opened.emit()

    def _bind(self) -> None:
        """All groups in one call. Of bindings with the same combination the first one has it."""
        assert self._backend is not None
        merged: dict[str, Combo] = {}
        for group in self._groups.values():
            for name, combo in group.items():
                if combo in merged.values():
                    self.conflict.emit(name, combo)
                else:
                    merged[name] = combo
        if merged != self._bound:
            self._bound = merged
            self._backend.set_bindings(merged)

    @property
    def down_s(self) -> float | None:
        """For how long the key that went down last has been down, None if none is. Any thread."""
        since = max(list(self.down.values()), default=None)
        return None if since is None else time.monotonic() - since

    @property
    def up_s(self) -> float | None:
        """How long ago a key came up last, None if none ever did. Any thread."""
        return None if self._up_at_s is None else time.monotonic() - self._up_at_s

    def _deliver(self, edge: Edge) -> None:
        if edge.kind is EdgeKind.DOWN:
            self.down[edge.binding] = time.monotonic()
        elif edge.kind in (EdgeKind.UP, EdgeKind.CHORD):
            self._up_at_s = time.monotonic()  # first: who looks in between still waits
            self.down.pop(edge.binding, None)
        if not self.down:
            self._watch.stop()
        elif not self._watch.isActive():
            self._watch.start()
        if edge.kind is EdgeKind.ESCAPE:
            for receiver in self._receivers.values():
                receiver(edge)
        elif (owner := self._owners.get(edge.binding, "")) in self._receivers:
            self._receivers[owner](edge)

    def _report_conflict(self, name: str, combo: Combo) -> None:
        text = self.tr("{keys} is already in use. Choose another shortcut in the settings.")
        self.problem.emit(text.format(keys=combo_label(combo)))

    def _note_problem(self, text: str) -> None:
        self.trouble = text

    def _check_for_sleep(self) -> None:
        """Grabs and hooks do not survive the computer's sleep everywhere: they are set up anew."""
        now_s, before_s = time.time(), self._ticked_s
        self._ticked_s = now_s
        if now_s - before_s > SLEPT_S and self._backend is not None:
            self.slept.emit()
            self._backend.forget()

    def _check_held(self) -> None:
        if self._backend is not None:
            self._backend.check_held()

"""When the screen is locked: Linux desktops report it on the session bus, Windows and macOS are asked while one dictates."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

from PySide6.QtCore import SLOT, QObject, QTimer, Signal, Slot

INTERFACES = [f"org.{desktop}.ScreenSaver" for desktop in ("freedesktop", "gnome", "cinnamon", "mate", "xfce")]
"""All have the signal ActiveChanged(on), which comes from a service and a path of the desktop's own."""

ASK_MS = 1000
_DESKTOP_READOBJECTS = 0x0001


def windows_is_locked() -> bool:
    """Whether keys go to the system's own desktop: lock screen, Ctrl+Alt+Del, a question of User Account Control.

    `OpenInputDesktop` fails for an ordinary program then.
    """
    user32 = ctypes.WinDLL("user32")  # type: ignore[attr-defined]
    user32.OpenInputDesktop.restype = ctypes.c_void_p
    user32.CloseDesktop.argtypes = [ctypes.c_void_p]
    desktop = user32.OpenInputDesktop(0, False, _DESKTOP_READOBJECTS)
    if desktop:
        user32.CloseDesktop(desktop)
    return not desktop


def mac_is_locked() -> bool:
    """Whether the session's dictionary has the key that macOS adds while the screen is locked."""
    import Quartz  # type: ignore[import-not-found]

    return bool((Quartz.CGSessionCopyCurrentDictionary() or {}).get("CGSSessionScreenIsLocked"))


_ASK: dict[str, Callable[[], bool]] = {"win32": windows_is_locked, "darwin": mac_is_locked}


class ScreenLock(QObject):
    """Signals:
    locked(): the screen was locked, or its saver has begun.
    """

    locked = Signal()

    def __init__(self, parent: QObject | None = None, *, platform: str = sys.platform) -> None:
        super().__init__(parent)
        self._ask = _ASK.get(platform)
        self._timer = QTimer(self, interval=ASK_MS)
        self._timer.timeout.connect(self._look)
        if platform.startswith("linux"):
            self._subscribe()

    def watch(self, on: bool) -> None:
        """While on, a system that does not report it is asked every second."""
        if self._ask is not None and on:
            self._timer.start()
        else:
            self._timer.stop()

    def _look(self) -> None:
        if self._ask is not None and self._ask():
            self._timer.stop()
            self.locked.emit()

    def _subscribe(self) -> None:
        from PySide6.QtDBus import QDBusConnection

        bus = QDBusConnection.sessionBus()
        for interface in INTERFACES if bus.isConnected() else []:
            # SLOT gives text, and PySide6's stubs ask for bytes.
            bus.connect("", "", interface, "ActiveChanged", self, SLOT("_active_changed(bool)"))  # type: ignore[call-overload]

    @Slot(bool)
    def _active_changed(self, on: bool) -> None:
        if on:
            self.locked.emit()

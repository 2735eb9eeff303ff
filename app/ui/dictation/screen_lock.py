"""When the screen is locked, as the desktop reports it on the session bus (Linux)."""

from __future__ import annotations

import sys

from PySide6.QtCore import SLOT, QObject, Signal, Slot

INTERFACES = [f"org.{desktop}.ScreenSaver" for desktop in ("freedesktop", "gnome", "cinnamon", "mate", "xfce")]
"""All have the signal ActiveChanged(on), which comes from a service and a path of the desktop's own."""


class ScreenLock(QObject):
    """Signals:
    locked(): the screen was locked, or its saver has begun.
    """

    locked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if not sys.platform.startswith("linux"):
            return
        from PySide6.QtDBus import QDBusConnection

        bus = QDBusConnection.sessionBus()
        for interface in INTERFACES if bus.isConnected() else []:
            # SLOT gives text, and PySide6's stubs ask for bytes.
            bus.connect("", "", interface, "ActiveChanged", self, SLOT("_active_changed(bool)"))  # type: ignore[call-overload]

    @Slot(bool)
    def _active_changed(self, on: bool) -> None:
        if on:
            self.locked.emit()

"""The tray icon: the state by its shape, and the common actions. Made once the desktop has a tray."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.base.events import Status
from app.base.settings import Settings
from app.ui.kit.actions import Actions
from app.ui.kit.icons import tray_icon
from app.ui.kit.state_names import state_words

WATCHER = "org.kde.StatusNotifierWatcher"
"""The D-Bus name of a tray, on every desktop that has one there."""


def decide_dark_panel(desktop: str, dark_windows: bool) -> bool:
    """Whether the panel the icon stands on is dark. GNOME's and Windows' panels are dark whatever windows are."""
    return dark_windows or "GNOME" in desktop.upper() or desktop == "windows"


def _watcher_there() -> bool:
    """Whether somebody on D-Bus takes tray icons."""
    from PySide6.QtDBus import QDBusConnection

    bus = QDBusConnection.sessionBus()
    return bus.isConnected() and bool(bus.interface().isServiceRegistered(WATCHER).value())


class Tray(QObject):
    """Icon and menu. A left click shows the main window or hides it."""

    def __init__(self, desktop: str, actions: Actions, parent: QObject | None = None) -> None:
        """`desktop` is XDG_CURRENT_DESKTOP, or "windows" or "macos"."""
        super().__init__(parent)
        self._desktop = desktop
        self._actions = actions
        self._status = Status("loading")
        self._dark = False
        self._shortcuts = ""
        self.icon = QSystemTrayIcon(self)
        self.menu = QMenu()
        for group in (
            [actions.pause, actions.dictate],
            [actions.window, actions.captions, actions.lock, actions.back],
            [actions.history, actions.settings],
            [actions.quit],
        ):
            self.menu.addActions(group)
            self.menu.addSeparator()
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self.retranslate()

    @staticmethod
    def available() -> bool:
        """Whether the desktop has a tray at this moment: one may come after the program's start, or go."""
        if QGuiApplication.platformName().startswith("wayland") and not _watcher_there():
            return False  # Qt is not asked: it would remember the answer for good
        return QSystemTrayIcon.isSystemTrayAvailable()

    def show(self) -> None:
        self.icon.show()

    def hide(self) -> None:
        self.icon.hide()

    def show_settings(self, settings: Settings) -> None:
        self._shortcuts = settings.interface.pause_shortcut
        self.retranslate()

    def show_status(self, status: Status, dark_windows: bool) -> None:
        self._status = status
        self._dark = decide_dark_panel(self._desktop, dark_windows)
        self.retranslate()

    def retranslate(self) -> None:
        words = state_words(self._status.state, self._status.lag_s)
        tip = self.tr("R2T2 Captions: {state}").format(state=words)
        if self._shortcuts:
            tip += "\n" + self.tr("Pause and resume: {keys}").format(keys=self._shortcuts)
        self.icon.setToolTip(tip)
        self.icon.setIcon(tray_icon(self._status.state, self._dark))

    def notify(self, title: str, text: str) -> None:
        self.icon.showMessage(title, text, self.icon.icon(), 8000)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        """A double click is a `Trigger` and then a `DoubleClick`: the window would come and go."""
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self._actions.window.trigger()

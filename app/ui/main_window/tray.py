"""The tray icon: the state by its shape, and the common actions. Made once the desktop has a tray."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.base.events import Status
from app.base.settings import Settings
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
    """Icon and menu.

    Signals:
        pause_wanted(), window_wanted() (left click toggles the window), overlay_wanted(bool), lock_wanted(),
        back_wanted() (bring the overlay back on screen), history_wanted(), settings_wanted(), quit_wanted(),
        dictate_wanted() (begin or end dictation)
    """

    pause_wanted = Signal()
    window_wanted = Signal()
    overlay_wanted = Signal(bool)
    lock_wanted = Signal()
    back_wanted = Signal()
    history_wanted = Signal()
    dictate_wanted = Signal()
    settings_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, desktop: str, parent: QObject | None = None) -> None:
        """`desktop` is XDG_CURRENT_DESKTOP, or "windows" or "macos"."""
        super().__init__(parent)
        self._desktop = desktop
        self._status = Status("loading")
        self._dark = False
        self._shortcuts = ""
        self._dictating = False
        self.icon = QSystemTrayIcon(self)
        self.menu = QMenu()
        self.pause = self._action(self.pause_wanted)
        self.dictate = self._action(self.dictate_wanted)
        self.menu.addSeparator()
        self.window = self._action(self.window_wanted)
        self.overlay = QAction(self.menu, checkable=True)
        self.overlay.triggered.connect(self.overlay_wanted)
        self.menu.addAction(self.overlay)
        self.lock = QAction(self.menu, checkable=True)
        self.lock.triggered.connect(self.lock_wanted)
        self.menu.addAction(self.lock)
        self.back = self._action(self.back_wanted)
        self.menu.addSeparator()
        self.history = self._action(self.history_wanted)
        self.settings = self._action(self.settings_wanted)
        self.menu.addSeparator()
        self.quit = self._action(self.quit_wanted)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self.retranslate()

    @staticmethod
    def available() -> bool:
        """Whether the desktop has a tray at this moment: one may come after the program's start, or go."""
        if QGuiApplication.platformName().startswith("wayland") and not _watcher_there():
            return False  # Qt is not asked: it would remember the answer for good
        return QSystemTrayIcon.isSystemTrayAvailable()

    def _action(self, signal: SignalInstance) -> QAction:
        action = QAction(self.menu)
        action.triggered.connect(signal)
        self.menu.addAction(action)
        return action

    def show(self) -> None:
        self.icon.show()

    def hide(self) -> None:
        self.icon.hide()

    def retranslate(self) -> None:
        self.window.setText(self.tr("Show or hide the window"))
        self.overlay.setText(self.tr("Show the captions"))
        self.lock.setText(self.tr("Lock the captions in place"))
        self.back.setText(self.tr("Bring the captions back on screen"))
        self.history.setText(self.tr("History…"))
        self.settings.setText(self.tr("Settings…"))
        self.quit.setText(self.tr("Quit"))
        self._show()

    def show_settings(self, settings: Settings) -> None:
        self.overlay.setChecked(settings.overlay.visible)
        self.lock.setChecked(settings.overlay.locked)
        self.lock.setEnabled(settings.overlay.visible)
        self._shortcuts = settings.interface.pause_shortcut
        self._show()

    def show_status(self, status: Status, dark_windows: bool) -> None:
        self._status = status
        self._dark = decide_dark_panel(self._desktop, dark_windows)
        self._show()

    def _show(self) -> None:
        paused = self._status.state == "paused"
        self.pause.setText(self.tr("Resume captions") if paused else self.tr("Pause captions"))
        self.dictate.setText(self.tr("End dictation") if self._dictating else self.tr("Dictate"))
        words = state_words(self._status.state, self._status.lag_s)
        tip = self.tr("R2T2 Captions: {state}").format(state=words)
        if self._shortcuts:
            tip += "\n" + self.tr("Pause and resume: {keys}").format(keys=self._shortcuts)
        self.icon.setToolTip(tip)
        self.icon.setIcon(tray_icon(self._status.state, self._dark))

    def show_dictating(self, recording: bool) -> None:
        self._dictating = recording
        self._show()

    def notify(self, title: str, text: str) -> None:
        self.icon.showMessage(title, text, self.icon.icon(), 8000)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        """A double click is a `Trigger` and then a `DoubleClick`: the window would come and go."""
        if reason == QSystemTrayIcon.ActivationReason.Trigger:
            self.window_wanted.emit()

"""The icon in the tray, where the desktop has one: made when a tray is first found, kept in line from then on.

A tray may come after the program (at log-in the panel starts later) and go again, so whoever needs the icon asks for it
when it matters (`now`).
"""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QObject, QTimer

from app.base.events import Status
from app.base.settings import Settings
from app.ui.kit.actions import Actions
from app.ui.kit.i18n import Translators
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.theme import is_dark
from app.ui.main_window.tray import Tray

CHECK_MS = 3000
CHECKS = 100
"""Five minutes."""


def desktop_name() -> str:
    """Whose panel the tray icon stands on."""
    if sys.platform == "win32":
        return "windows"
    return "macos" if sys.platform == "darwin" else os.environ.get("XDG_CURRENT_DESKTOP", "")


class TrayIcon(QObject):
    """See the module.

    Attributes:
        found: the icon; None until the desktop has a tray.
    """

    def __init__(
        self, live: LiveSettings, actions: Actions, translators: Translators, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.found: Tray | None = None
        self._live, self._actions, self._translators = live, actions, translators
        self._status = Status("loading")
        self._search = QTimer(self, interval=CHECK_MS)
        self._search.timeout.connect(self._look)
        self._checks_left = CHECKS

    def now(self) -> Tray | None:
        """The icon if the desktop has a tray now."""
        if not Tray.available():
            return None
        if self.found is None:
            self.found = Tray(desktop_name(), self._actions, self)
            self._translators.changed.connect(self.found.retranslate)
            self.found.show_settings(self._live.value)
            self.restyle()
            self.found.show()
        return self.found

    def search(self) -> None:
        """Looks for a tray now and then."""
        self._search.start()

    def _look(self) -> None:
        self._checks_left -= 1
        if self.now() is not None or self._checks_left <= 0:
            self._search.stop()

    def show_settings(self, settings: Settings) -> None:
        if self.found is not None:
            self.found.show_settings(settings)

    def show_status(self, status: Status) -> None:
        before, self._status = self._status, status
        if (status.state, round(status.lag_s)) != (before.state, round(before.lag_s)):
            self.restyle()

    def restyle(self) -> None:
        """The panel's colours, or the captions' state, are others."""
        if self.found is not None:
            self.found.show_status(self._status, is_dark(self._live.value.interface.colour_scheme))

    def notify(self, title: str, text: str) -> None:
        if self.found is not None:
            self.found.notify(title, text)

    def hide(self) -> None:
        """For good: the program ends."""
        self._search.stop()
        if self.found is not None:
            self.found.hide()

"""What closing the main window means: to the tray, minimised, or the end of the program."""

from __future__ import annotations

from collections.abc import Callable

from app.base.translation import translate
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.placing import close_without_tray
from app.ui.main_window.tray import Tray
from app.ui.main_window.window import MainWindow


class Closing:
    """Given the window and the ways on; the tray is asked for when it matters, because it may come and go."""

    def __init__(
        self, live: LiveSettings, window: MainWindow, tray_now: Callable[[], Tray | None], quit_: Callable[[], None]
    ) -> None:
        self._live = live
        self._window = window
        self._tray_now = tray_now
        self._quit = quit_
        self._told = False

    def close_window(self) -> None:
        """The user closed the main window: it leaves the screen where captions are to run on, else all ends."""
        tray = self._tray_now()
        if not self._live.value.interface.close_to_tray:
            self._quit()
        elif tray is None:
            self._close_without_tray()
        else:
            self._window.hide()
            if not self._told:
                self._told = True
                tray.notify(
                    translate("Closing", "Captions are still running"),
                    translate("Closing", "Use the tray icon to open the window or quit."),
                )

    def _close_without_tray(self) -> None:
        """Minimised, the window remains the way back. The first time in a run the user decides; quitting is remembered."""
        answer = "minimise" if self._told else close_without_tray(self._window)
        if answer == "minimise":
            self._told = True
            self._window.showMinimized()
        elif answer == "quit":
            self._live.update("interface", close_to_tray=False)
            self._quit()

"""The Qt application object of the program."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QApplication


class CaptionsApplication(QApplication):
    """Hands the system's wish that the program ends (log-out, macOS's Quit) to the program's own way of ending.

    Qt would ask every window to close; the overlay and the main window do not close, they hide.

    Signals:
        quit_wanted()
    """

    quit_wanted = Signal()

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit:
            self.quit_wanted.emit()
            return True
        return super().event(event)

"""The settings of the running program: one value, one signal when it changes, written to disk shortly after."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.settings import Settings, SettingsFile

log = logging.getLogger(__name__)

SAVE_DELAY_MS = 400


class LiveSettings(QObject):
    """Holds the settings that are in force.

    Attributes:
        value: the settings of this moment (frozen).
        unreadable: where a file that could not be read lies, None if all was well; the defaults are in force then.

    Signals:
        changed(Settings old, Settings new): after every change; both are complete.
        save_failed(str): the file could not be written; a sentence with the system's reason.
    """

    changed = Signal(object, object)
    save_failed = Signal(str)

    def __init__(self, file: SettingsFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = file
        self.value: Settings = file.load()
        self.unreadable = file.unreadable
        self._timer = QTimer(self, singleShot=True, interval=SAVE_DELAY_MS)
        self._timer.timeout.connect(self.save_now)

    def update(self, group: str, **fields: Any) -> None:
        """Changes fields of one group, as in `update("overlay", lines=2)`. Raises TypeError for an unknown field."""
        self.replace(replace(self.value, **{group: replace(getattr(self.value, group), **fields)}))

    def replace(self, new: Settings) -> None:
        """Puts other settings in force."""
        old = self.value
        if new == old:
            return
        self.value = new
        self._timer.start()
        self.changed.emit(old, new)

    def save_now(self) -> None:
        """Writes what is in force, if it has not been written."""
        self._timer.stop()
        try:
            self._file.save(self.value)
        except (OSError, ValueError) as error:
            log.warning("settings not saved: %s", error)
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            self.save_failed.emit(self.tr("Your settings could not be saved: {reason}").format(reason=reason))

    def save_pending(self) -> None:
        """Writes a change that is still waiting; for the end of the program."""
        if self._timer.isActive():
            self.save_now()

"""The settings of the running program: one value, one signal when it changes, written to disk shortly after."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator
from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.base.settings import Settings, SettingsFile

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
        self._stored = self.value  # what the file held when it was last read or written here
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
        self._take_over()
        self._timer.stop()
        try:
            self._file.save(self.value)
            self._stored = self.value
        except (OSError, ValueError) as error:
            log.warning("settings not saved: %s", error)
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            self.save_failed.emit(self.tr("Your settings could not be saved: {reason}").format(reason=reason))

    def _take_over(self) -> None:
        """What another program (the `models` command) has changed in the file comes into force, but for what was
        changed here as well."""
        found, stored = self._file.look(), self._stored
        if found is None:
            return
        new = self.value
        for group, field in _differences(stored, found):
            before, ours, theirs = (getattr(getattr(item, group), field) for item in (stored, self.value, found))
            if ours == before:
                change: dict[str, Any] = {group: replace(getattr(new, group), **{field: theirs})}
                new = replace(new, **change)
        self._stored = found
        self.replace(new)

    def save_pending(self) -> None:
        """Writes a change that is still waiting; for the end of the program."""
        if self._timer.isActive():
            self.save_now()


class RecordedSettings(LiveSettings):
    """The live settings as one window sees them: what is changed through this object can be taken back.

    What others change meanwhile is shown here too and is never taken back, nor is a field that they changed last.
    """

    def __init__(self, live: LiveSettings, parent: QObject | None = None) -> None:
        QObject.__init__(self, parent)  # neither a file nor a timer of its own
        self._live = live
        self.value = live.value
        self.unreadable = live.unreadable
        self._edits: dict[tuple[str, str], tuple[Any, Any]] = {}  # (group, field) -> (value before, value written)
        live.changed.connect(self._follow)

    def replace(self, new: Settings) -> None:
        """Puts other settings in force, and remembers what that changes."""
        for group, field in _differences(self.value, new):
            old, wanted = (getattr(getattr(settings, group), field) for settings in (self.value, new))
            before, written = self._edits.get((group, field), (old, old))
            self._edits[group, field] = (before if written == old else old, wanted)
        self._live.replace(new)

    def forget(self) -> None:
        """What was changed until now is no longer taken back."""
        self._edits.clear()

    def take_back(self, keep: Collection[tuple[str, str]] = ()) -> None:
        """Every field that was changed here is as it was, but for those in `keep`: (group, field)."""
        new = self.value
        for (group, field), (before, written) in self._edits.items():
            part = getattr(new, group)
            if (group, field) not in keep and getattr(part, field) == written:
                change: dict[str, Any] = {group: replace(part, **{field: before})}
                new = replace(new, **change)
        self._edits.clear()
        self._live.replace(new)

    def save_now(self) -> None:
        self._live.save_now()

    def save_pending(self) -> None:
        self._live.save_pending()

    def _follow(self, old: Settings, _new: Settings) -> None:
        """A change may have led to the next one before it is heard of here: only what is in force counts."""
        self.value = self._live.value
        self.changed.emit(old, self.value)


def _differences(old: Settings, new: Settings) -> Iterator[tuple[str, str]]:
    """(group, field) of every field that is not the same."""
    for group in fields(Settings):
        parts = getattr(old, group.name), getattr(new, group.name)
        for field in fields(parts[0]):
            if getattr(parts[0], field.name) != getattr(parts[1], field.name):
                yield group.name, field.name

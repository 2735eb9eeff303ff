"""The settings of the running program: one value, one signal when it changes, written to disk shortly after."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from app.base.settings import Settings, setting_of
from app.base.settings_file import SettingsFile

log = logging.getLogger(__name__)

SAVE_DELAY_MS = 400


class SettingsInForce(Protocol):
    """What a page needs of the settings: `LiveSettings`, or `RecordedSettings` where changes can be taken back."""

    @property
    def value(self) -> Settings: ...

    @property
    def changed(self) -> SignalInstance: ...

    @property
    def flushing(self) -> SignalInstance: ...

    def update(self, group: str, **fields: Any) -> None: ...

    def replace(self, new: Settings) -> None: ...


class LiveSettings(QObject):
    """Holds the settings that are in force.

    Attributes:
        value: the settings of this moment (frozen).
        unreadable: where a file that could not be read lies, None if all was well; the defaults are in force then.

    Signals:
        changed(Settings old, Settings new): after every change; both are complete.
        flushing(): whoever holds back a change puts it in force now: the settings are about to be written.
        save_failed(str): the file could not be written; a message with the system's reason.
        saved(): it was written.
    """

    changed = Signal(object, object)
    flushing = Signal()
    save_failed = Signal(str)
    saved = Signal()

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
        self.replace(_updated(self.value, group, fields))

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
            self.saved.emit()
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
                new = _updated(new, group, {field: theirs})
        self._stored = found
        self.replace(new)

    def flush(self) -> None:
        """Writes every change that is still waiting, also one that waits for a pause in typing."""
        self.flushing.emit()
        if self._timer.isActive():
            self.save_now()


class RecordedSettings:
    """The live settings as one window sees them: what is changed through this object can be taken back.

    What others change meanwhile is never taken back, nor is a field that they changed last.
    """

    def __init__(self, live: LiveSettings) -> None:
        self._live = live
        self._edits: dict[tuple[str, str], tuple[Any, Any]] = {}  # (group, field) -> (value before, value written)

    @property
    def value(self) -> Settings:
        return self._live.value

    @property
    def changed(self) -> SignalInstance:
        return self._live.changed

    @property
    def flushing(self) -> SignalInstance:
        return self._live.flushing

    def update(self, group: str, **fields: Any) -> None:
        self.replace(_updated(self.value, group, fields))

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

    def take_back(self) -> None:
        """Every field that was changed here is as it was, but for what the user wrote (`Setting.own`)."""
        new = self.value
        for (group, field), (before, written) in self._edits.items():
            if not setting_of(group, field).own and getattr(getattr(new, group), field) == written:
                new = _updated(new, group, {field: before})
        self._edits.clear()
        self._live.replace(new)


def _updated(settings: Settings, group: str, values: dict[str, Any]) -> Settings:
    """`settings` with other values in one group. Raises TypeError for an unknown field."""
    return replace(settings, **{group: replace(getattr(settings, group), **values)})


def _differences(old: Settings, new: Settings) -> Iterator[tuple[str, str]]:
    """(group, field) of every field that is not the same."""
    for group in fields(Settings):
        parts = getattr(old, group.name), getattr(new, group.name)
        for field in fields(parts[0]):
            if getattr(parts[0], field.name) != getattr(parts[1], field.name):
                yield group.name, field.name

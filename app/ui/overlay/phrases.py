"""Holds committed text until its phrase is complete (`app.transcript.pacing`), but no word for long."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

HOLD_MS = 2000
"""No word waits longer than this after it was committed."""


class Phrases(QObject):
    """Stands between the transcript and the overlay.

    Attributes:
        by_phrase: False passes everything on at once.

    Signals:
        released(int line, str delta): text that may be shown now; in the order in which it was committed.
    """

    released = Signal(int, str)

    def __init__(self, by_phrase: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_phrase = by_phrase
        self._line = -1
        self._held = ""
        self._timer = QTimer(self, singleShot=True, interval=HOLD_MS)
        self._timer.timeout.connect(self.release)

    def set_by_phrase(self, on: bool) -> None:
        self.by_phrase = on
        self.release()

    def append(self, line: int, delta: str) -> None:
        """Committed text of a line."""
        if line != self._line:
            self.release()
            self._line = line
        self._held += delta
        self._release(self._complete_length() if self.by_phrase else len(self._held))

    def _complete_length(self) -> int:
        from app.transcript.pacing import complete_length  # its tables take longer to load than the first window may

        return complete_length(self._held)

    def finish(self, line: int) -> None:
        """The line is over: nothing of it waits any longer."""
        if line == self._line:
            self.release()

    def release(self) -> None:
        """Shows all that is held."""
        self._release(len(self._held))

    def _release(self, length: int) -> None:
        shown, self._held = self._held[:length], self._held[length:]
        if not self._held:
            self._timer.stop()
        elif shown or not self._timer.isActive():
            self._timer.start()
        if shown:
            self.released.emit(self._line, shown)

"""Holds committed text until its word or its phrase (`app.transcript.pacing`) is complete, but no word for long."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.base.settings import TextStep
from inference.scripts import is_unspaced

HOLD_MS = 2000
"""No word waits longer than this for its phrase."""
WORD_HOLD_MS = 1000
"""No part of a word waits longer than this for the rest of it."""


def whole_words(held: str) -> int:
    """How many characters at the beginning of `held` come before its last word."""
    length = len(held)
    while length and not held[length - 1].isspace() and not is_unspaced(held[length - 1]):
        length -= 1
    return length


class Phrases(QObject):
    """Stands between the transcript and the overlay.

    Attributes:
        step: "tokens" passes everything on at once.

    Signals:
        released(int line, str delta): text that may be shown now; in the order in which it was committed.
    """

    released = Signal(int, str)

    def __init__(
        self, step: TextStep, parent: QObject | None = None, word_open: Callable[[int], bool] = lambda _line: True
    ) -> None:
        """`word_open` says whether the last word of a line may go on."""
        super().__init__(parent)
        self.step: TextStep = step
        self._word_open = word_open
        self._line = -1
        self._held = ""
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.release)

    def set_step(self, step: TextStep) -> None:
        self.step = step
        self.release()

    def append(self, line: int, delta: str) -> None:
        """Committed text of a line."""
        if line != self._line:
            self.release()
            self._line = line
        self._held += delta
        self._release(self._complete_length())

    def shown(self, line: int, text: str) -> str:
        """What of a line's `text` has been released."""
        return text.removesuffix(self._held) if line == self._line else text

    def _complete_length(self) -> int:
        if self.step == "phrases":
            from app.transcript.pacing import complete_length  # its tables load longer than the first window may

            return complete_length(self._held)
        if self.step == "words" and self._word_open(self._line):
            return whole_words(self._held)
        return len(self._held)

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
            self._timer.start(WORD_HOLD_MS if self.step == "words" else HOLD_MS)
        if shown:
            self.released.emit(self._line, shown)

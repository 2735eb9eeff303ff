"""Captions phrase by phrase, for people who read blocks more easily than single words: what the overlay may show now.

Committed text is held until its phrase is complete: at a punctuation mark, when a caption line is full, when nothing
came for a while, or at the end of the line. What is shown is never changed; it only comes a little later.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QObject, QTimer, Signal

from app.transcript.line_breaking import break_cost, fullness, words

HOLD_MS = 2000
"""No word waits longer than this after it was committed."""
PHRASE_END_COST = 1.0
"""Breaks up to this cost of `app.transcript.line_breaking.break_cost` end a phrase: behind a sentence or a clause."""


def complete_length(held: str) -> int:
    """How many characters at the beginning of `held` make complete phrases.

    The last word may still grow ("3." becomes "3.5"), so a mark at the very end counts only after a wide character.
    """
    parts = words(held)
    done = 0
    for (_, end), (start, _) in pairwise(parts):
        if break_cost(held[:end], held[start:], start > end) <= PHRASE_END_COST or fullness(held[done:start]) >= 1:
            done = start
    if (
        parts
        and ord(held[parts[-1][1] - 1]) > 0x2FFF
        and break_cost(held[: parts[-1][1]], "x", True) <= PHRASE_END_COST
    ):
        done = len(held)
    return done


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
        self._release(complete_length(self._held) if self.by_phrase else len(self._held))

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

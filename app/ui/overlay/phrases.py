"""Holds committed text until its word or its phrase (`app.transcript.pacing`) is complete, but no word for long."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.base.settings import TextStep
from app.transcript.document import Transcript
from app.ui.kit.relay import connect_for_life
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
    """Stands between the transcript and whoever shows it.

    Lines begin in their order: what others hold is shown before a new one begins. Two lines that grow at once, as where two
    sides speak, wait for their own words.

    Attributes:
        step: "tokens" passes everything on at once.

    Signals:
        released(int line, str delta): text that may be shown now; each line's in the order in which it was committed.
    """

    released = Signal(int, str)

    def __init__(
        self, step: TextStep, parent: QObject | None = None, word_open: Callable[[int], bool] = lambda _line: True
    ) -> None:
        """`word_open` says whether the last word of a line may go on."""
        super().__init__(parent)
        self.step: TextStep = step
        self._word_open = word_open
        self._newest = -1
        self._held: dict[int, str] = {}
        self._due_s: dict[int, float] = {}
        self._next_s = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._release_due)

    def set_step(self, step: TextStep) -> None:
        if step != self.step:
            self.step = step
            self.release()

    def append(self, line: int, delta: str) -> None:
        """Committed text of a line."""
        if line > self._newest:
            self.release()
            self._newest = line
        self._held[line] = self._held.get(line, "") + delta
        self._release(line, self._complete_length(line))

    def shown(self, line: int, text: str) -> str:
        """What of a line's `text` has been released."""
        return text.removesuffix(self._held.get(line, ""))

    def _complete_length(self, line: int) -> int:
        held = self._held[line]
        if self.step == "phrases":
            from app.transcript.pacing import complete_length  # its tables load longer than the first window may

            return complete_length(held)
        if self.step == "words" and self._word_open(line):
            return whole_words(held)
        return len(held)

    def finish(self, line: int) -> None:
        """The line is over: nothing of it waits any longer."""
        self._release(line, len(self._held.get(line, "")))

    def release(self) -> None:
        """Shows all that is held."""
        for line in list(self._held):
            self.finish(line)

    def _release_due(self) -> None:
        """What has waited long enough; the timer itself may come a little early."""
        now_s = time.monotonic() + self._hold_s / 10
        for line in [line for line, due_s in self._due_s.items() if due_s <= now_s]:
            self.finish(line)
        self._wait()

    def _wait(self) -> None:
        """For whatever is due first; a timer that runs for it already runs on."""
        due_s = min(self._due_s.values(), default=0.0)
        if not due_s:
            self._timer.stop()
        elif due_s != self._next_s or not self._timer.isActive():
            self._timer.start(max(0, round((due_s - time.monotonic()) * 1000)))
        self._next_s = due_s

    @property
    def _hold_s(self) -> float:
        return (WORD_HOLD_MS if self.step == "words" else HOLD_MS) / 1000

    def _release(self, line: int, length: int) -> None:
        held = self._held.pop(line, "")
        shown, rest = held[:length], held[length:]
        if rest:
            self._held[line] = rest
        if not rest:
            self._due_s.pop(line, None)
        elif shown or line not in self._due_s:
            self._due_s[line] = time.monotonic() + self._hold_s
        self._wait()
        if shown:
            self.released.emit(line, shown)


class LinesShown(Phrases):
    """What of a transcript's lines may be shown.

    `line_finished` of the transcript reaches whoever connects to it later than this is made after the line's last words.
    """

    def __init__(self, transcript: Transcript, step: TextStep, parent: QObject | None = None) -> None:
        super().__init__(step, parent, lambda line: transcript.line(line).open_word)
        self._transcript = transcript
        connect_for_life(self, transcript.text_appended, self.append)
        connect_for_life(self, transcript.line_finished, self.finish)

    def of_line(self, line: int) -> str:
        """What has been released of a line."""
        return self.shown(line, self._transcript.line(line).text)


def step_of_words(step: TextStep) -> TextStep:
    """How views other than the overlay follow its setting: whole words, unless parts of words are wanted."""
    return "tokens" if step == "tokens" else "words"

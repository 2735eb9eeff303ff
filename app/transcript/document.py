"""The one model everything draws from: numbered lines of text that only grow.

It is given what the caption worker says (`CommittedLine`, `FinalLine` of `app.base.events`) and calls its listeners. There is
no way to change or shorten a line: what a view has drawn stays true.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from app.base.events import Side
from app.base.listeners import Listeners


class CommittedText(Protocol):
    """What `Transcript.append` reads of an `app.base.events.CommittedLine`."""

    utterance_id: int
    text: str
    start_s: float
    end_s: float
    language: str | None
    open_word: bool
    side: Side


class FinalText(Protocol):
    """What `Transcript.finish` reads of an `app.base.events.FinalLine`."""

    utterance_id: int
    text: str
    remainder: str
    diverged: bool
    start_s: float
    end_s: float
    language: str | None
    side: Side


class Line:
    """One utterance on screen.

    Attributes:
        number: position in the transcript, from 0.
        start_s, end_s: session time of the audio behind the text, seconds.
        wall_s: Unix time at which its first text came.
        side: who spoke.
        language: language of the text as far as it is known.
        finished: nothing more will be appended.
        open_word: its last word may go on with the next text.
        final_text: the model's final transcript, None until the line is finished. Differs from `text` only where
            `diverged` is set: what was on screen stays there.
    """

    __slots__ = (
        "_parts",
        "diverged",
        "end_s",
        "final_text",
        "finished",
        "language",
        "number",
        "open_word",
        "side",
        "start_s",
        "wall_s",
    )

    def __init__(self, number: int, start_s: float, side: Side = "") -> None:
        self.number = number
        self.side = side
        self.start_s = start_s
        self.end_s = start_s
        self.wall_s = time.time()
        self.language: str | None = None
        self.finished = False
        self.open_word = False
        self.diverged = False
        self.final_text: str | None = None
        self._parts: list[str] = []

    @property
    def text(self) -> str:
        """All that was ever shown of this line: the committed deltas, then the final line's remainder."""
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    def _append(self, delta: str) -> None:
        self._parts.append(delta)


class Transcript:
    """Lines in the order in which they began.

    A line comes into being with its first text: noise that was taken for speech leaves no empty line behind.

    Attributes:
        text_appended: called with (number, delta); `delta` follows everything appended to this line before.
        line_finished: called with (number,).
    """

    def __init__(self) -> None:
        self.text_appended: Listeners[int, str] = Listeners()
        self.line_finished: Listeners[int] = Listeners()
        self._lines: list[Line] = []
        self._open: dict[int, Line] = {}
        self._started_s: dict[int, float] = {}

    @property
    def lines(self) -> Sequence[Line]:
        """Every line so far; not to be changed by the reader."""
        return self._lines

    def line(self, number: int) -> Line:
        """Raises IndexError for a number that has not been announced."""
        return self._lines[number]

    def begin(self, utterance_id: int, start_s: float) -> None:
        """Speech began; nothing is shown until there is text."""
        self._started_s[utterance_id] = start_s

    def append(self, committed: CommittedText) -> None:
        """Committed text of the running utterance."""
        if committed.text:
            line = self._line_of(committed.utterance_id, committed.start_s, committed.side)
            line.end_s = max(line.end_s, committed.end_s)
            line.language = committed.language or line.language
            line.open_word = committed.open_word
            self._grow(line, committed.text)

    def finish(self, final: FinalText) -> None:
        """The utterance is over: its remainder is appended, the model's final text kept beside it."""
        self._started_s.setdefault(final.utterance_id, final.start_s)
        if final.utterance_id not in self._open and not final.remainder:
            del self._started_s[final.utterance_id]
            return
        line = self._line_of(final.utterance_id, final.start_s, final.side)
        line.end_s = max(line.end_s, final.end_s)
        line.language = final.language or line.language
        line.final_text = final.text
        line.diverged = final.diverged
        line.open_word = False
        if final.remainder:
            self._grow(line, final.remainder)
        line.finished = True
        del self._open[final.utterance_id]
        self._started_s.pop(final.utterance_id, None)
        self.line_finished.emit(line.number)

    def close_open_lines(self) -> None:
        """Ends every running line as it stands: the worker that fed them is gone and will not finish them."""
        for line in list(self._open.values()):
            line.finished = True
            line.final_text = line.text
            self.line_finished.emit(line.number)
        self._open.clear()
        self._started_s.clear()

    def _line_of(self, utterance_id: int, start_s: float, side: Side) -> Line:
        line = self._open.get(utterance_id)
        if line is None:
            line = Line(len(self._lines), self._started_s.get(utterance_id, start_s), side)
            self._lines.append(line)
            self._open[utterance_id] = line
        return line

    def _grow(self, line: Line, delta: str) -> None:
        line._append(delta)
        self.text_appended.emit(line.number, delta)

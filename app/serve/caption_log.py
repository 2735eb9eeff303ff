"""What was said, as a log that any number of browsers read, each from where it stands.

Text only grows, so a reader's place in it is one number: that of the last change it has seen. `CaptionLog.after` gives
what has changed since, in bounded portions, and says where in its line each text begins: what arrives twice is drawn once.
A reader that falls behind holds nobody up and costs no memory. It finds more to read, nothing else.
"""

from __future__ import annotations

import secrets
import threading
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass
from itertools import islice, takewhile

from app.base.listeners import Listeners

KEPT_LINES = 10_000
PORTION_LINES = 200
"""Lines that a reader is given at once."""


@dataclass(frozen=True)
class Piece:
    """Part of a line.

    Attributes:
        number: of the line in the transcript.
        at: where `text` begins in the line, in UTF-16 code units, as scripts in a browser count.
        done: the line is complete.
        speaker: who speaks, as `app.base.sides.speaker_words` reads it; "" where one side alone is heard.
    """

    number: int
    at: int
    text: str
    done: bool
    speaker: str = ""


@dataclass(frozen=True)
class Portion:
    """What a reader is given.

    Attributes:
        pieces: in the order of their lines.
        position: the reader's place after it has drawn them.
        more: whether there is more to read already.
    """

    pieces: tuple[Piece, ...]
    position: int
    more: bool


def utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


class _Line:
    """`grown` and `changed` are positions. While the line grows, `marks` has (position, place in `text`, `at`) of each part."""

    __slots__ = ("changed", "done", "grown", "length", "marks", "number", "speaker", "text")

    def __init__(self, number: int, speaker: str) -> None:
        self.number = number
        self.speaker = speaker
        self.text = ""
        self.length = 0
        self.done = False
        self.grown = self.changed = 0
        self.marks: list[tuple[int, int, int]] = []

    def grow(self, position: int, text: str) -> None:
        self.marks.append((position, len(self.text), self.length))
        self.text += text
        self.length += utf16_length(text)
        self.grown = self.changed = position

    def finish(self, position: int) -> None:
        self.done = True
        self.changed = position
        self.marks = [(self.grown, 0, 0)]  # whoever missed a part of it is given the whole line

    def piece(self, seen: int) -> Piece:
        """What a reader lacks whose place is `seen`."""
        _position, start, at = self._first_unseen(seen)
        return Piece(self.number, at, self.text[start:], self.done, self.speaker)

    def changed_first(self, seen: int) -> int:
        """The position of the first change after `seen`."""
        return self._first_unseen(seen)[0]

    def _first_unseen(self, seen: int) -> tuple[int, int, int]:
        if self.grown <= seen:
            return self.changed, len(self.text), self.length
        return self.marks[bisect_right(self.marks, seen, key=lambda mark: mark[0])]


class CaptionLog:
    """The last lines, and how they came to be. Every method may be called from any thread and returns at once.

    Attributes:
        epoch: names this log: a position of another log means nothing here.
        changed: called without arguments after each change, on the writer's thread.
        state: of the captions, as in `app.base.events.Status`; set by `set_state`.
    """

    def __init__(self, kept_lines: int = KEPT_LINES) -> None:
        self.epoch = secrets.token_hex(4)
        self.changed: Listeners[()] = Listeners()
        self.state = ""
        self._kept_lines = kept_lines
        self._lock = threading.Lock()
        self._position = 0
        self._lines: dict[int, _Line] = {}
        self._by_change: dict[int, _Line] = {}
        """The same lines; that which changed last stands last."""

    def append(self, number: int, text: str, speaker: str = "") -> None:
        """`text` follows what line `number` had; the line begins with its first text, without leading spaces."""
        with self._lock:
            line = self._lines.get(number)
            if line is None:
                text = text.lstrip()
            if not text:
                return
            if line is None:
                line = self._lines[number] = _Line(number, speaker)
                self._drop_oldest()
            self._position += 1
            line.grow(self._position, text)
            self._move_to_end(line)
        self.changed.emit()

    def finish(self, number: int) -> None:
        """Nothing more follows in line `number`."""
        with self._lock:
            line = self._lines.get(number)
            if line is None or line.done:
                return
            self._position += 1
            line.finish(self._position)
            self._move_to_end(line)
        self.changed.emit()

    def set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit()

    def newest(self, n_lines: int = PORTION_LINES) -> Portion:
        """The last `n_lines` lines, whole: what a reader begins with."""
        with self._lock:
            lines = deque(self._lines.values(), maxlen=n_lines)
            return Portion(tuple(line.piece(0) for line in lines), self._position, False)

    def after(self, position: int, n_lines: int = PORTION_LINES) -> Portion:
        """What has changed since `position`, the earliest change first, in at most `n_lines` lines.

        The reader's place is then just before the first change that it was not given. Of the lines that it was given it may
        have seen later changes as well, and is given those again.
        """
        with self._lock:
            changed = list(takewhile(lambda line: line.changed > position, reversed(self._by_change.values())))
            changed.sort(key=lambda line: line.changed_first(position))
            more = len(changed) > n_lines
            reached = changed[n_lines].changed_first(position) - 1 if more else self._position
            pieces = sorted((line.piece(position) for line in changed[:n_lines]), key=lambda piece: piece.number)
            return Portion(tuple(pieces), reached, more)

    def before(self, number: int, n_lines: int = PORTION_LINES) -> Portion:
        """The last `n_lines` lines before line `number`, whole; `more` if still older ones are kept."""
        with self._lock:
            older = [line for line in self._lines.values() if line.number < number]
            given = older[-n_lines:]
            return Portion(tuple(line.piece(0) for line in given), self._position, len(older) > len(given))

    def has_before(self, number: int) -> bool:
        """Whether lines before line `number` are kept."""
        with self._lock:
            return any(first < number for first in islice(self._lines, 1))

    def _move_to_end(self, line: _Line) -> None:
        self._by_change.pop(line.number, None)
        self._by_change[line.number] = line

    def _drop_oldest(self) -> None:
        while len(self._lines) > self._kept_lines:
            oldest = next(iter(self._lines))
            del self._lines[oldest]
            self._by_change.pop(oldest, None)

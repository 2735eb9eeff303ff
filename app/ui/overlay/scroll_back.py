"""Going back through what was said: rows of earlier lines, laid out only as far as they are looked at.

Nothing is kept but the place that is looked at and the rows of a few lines, so a session of any length costs no more
than a short one. Places in a line are counted in code points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtGui import QFont

from app.ui.overlay.rows import Row, is_right_to_left, layout_row, wrap
from inference.scripts import is_unspaced

KEEP_LINES = 64
"""Lines whose rows are kept. A view has six rows at most, a step back goes over one view."""


@dataclass(frozen=True, order=True)
class Place:
    """Row `row` of line `line`."""

    line: int
    row: int


@dataclass(frozen=True, order=True)
class Spot:
    """Between two characters: before the character `at` of line `line`."""

    line: int
    at: int


@dataclass(frozen=True)
class PastRow:
    """A row, and which characters of its line it holds."""

    row: Row
    start: int
    end: int


def count_words(before: str, delta: str) -> int:
    """How many words begin in `delta`, which follows `before`; each character of a script without spaces is one."""
    both = f"{before[-1:] or ' '}{delta}"
    return sum(
        is_unspaced(char) or last.isspace() or is_unspaced(last) for last, char in pairwise(both) if char.isalnum()
    )


class PastRows:
    """A view of some rows over all lines of a session.

    Attributes:
        n_lines: how many lines there are.
        top: the first row of the view; None while the newest rows are looked at.
    """

    def __init__(self, text_of: Callable[[int], str], font: QFont, width: float) -> None:
        """`text_of` gives what has been shown of a line so far."""
        self.n_lines = 0
        self.top: Place | None = None
        self._text_of = text_of
        self._font, self._width = font, width
        self._kept: dict[int, tuple[str, list[PastRow]]] = {}

    def text_of(self, line: int) -> str:
        """As the rows have it: without space before it."""
        return self._text_of(line).lstrip()

    def rows_of(self, line: int) -> list[PastRow]:
        """All rows of a line; none of one that holds no words."""
        text = self.text_of(line)
        kept = self._kept.get(line)
        if kept is not None and kept[0] == text:
            return kept[1]
        rows, start, rtl = [], 0, bool(is_right_to_left(text))
        for piece in wrap(text, self._font, rtl, self._width) if text else ():
            rows.append(PastRow(Row(line, piece.rstrip(), rtl), start, start + len(piece)))
            start += len(piece)
        if len(self._kept) >= KEEP_LINES:
            self._kept.clear()
        self._kept[line] = (text, rows)
        return rows

    def reshape(self, font: QFont, width: float) -> None:
        """Another font or width: the view stays at the words where it began."""
        if font == self._font and width == self._width:
            return
        top = self.top
        start = self.rows_of(top.line)[top.row].start if top is not None else 0
        self._font, self._width = font, width
        self._kept.clear()
        if top is not None:
            row = max(i for i, part in enumerate(self.rows_of(top.line)) if part.start <= start)
            self.top = Place(top.line, row)

    def move(self, rows: int, height: int) -> None:
        """Back (below 0) or on by so many rows; the view is `height` rows high. At the newest rows it is live again."""
        newest = self._up(Place(self.n_lines, 0), height)
        top = self.top or newest
        top = self._up(top, -rows) if rows < 0 else self._down(top, rows)
        self.top = top if top < newest else None

    def to_start(self, height: int) -> None:
        """To the first words of the session."""
        self.top = None
        if self.n_lines:
            first = self._down(Place(0, 0), 0)
            self.top = first if first < self._up(Place(self.n_lines, 0), height) else None

    def view(self, height: int) -> list[PastRow]:
        """The rows that are looked at, oldest first."""
        top = self.top or self._up(Place(self.n_lines, 0), height)
        found: list[PastRow] = []
        line, row = top.line, top.row
        while line < self.n_lines and len(found) < height:
            found += self.rows_of(line)[row:]
            line, row = line + 1, 0
        return found[:height]

    def _up(self, at: Place, rows: int) -> Place:
        line, row = at.line, at.row
        while rows > row:
            before = next((number for number in range(line - 1, -1, -1) if self.rows_of(number)), None)
            if before is None:
                return Place(line, 0)
            rows -= row
            line, row = before, len(self.rows_of(before))
        return Place(line, row - rows)

    def _down(self, at: Place, rows: int) -> Place:
        line, row = at.line, at.row
        while line < self.n_lines and rows >= (left := len(self.rows_of(line)) - row):
            rows -= left
            line, row = line + 1, 0
        return Place(line, row + rows)

    # Selecting

    def spot(self, part: PastRow, x: float) -> Spot:
        """The place between two characters of a row that is nearest to `x` (logical pixels from the row's left)."""
        layout = layout_row(part.row, self._font, self._width)
        units = layout.lineAt(0).xToCursor(x)
        before = part.row.text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")
        return Spot(part.row.line, part.start + len(before))

    def marked(self, part: PastRow, first: Spot, last: Spot) -> tuple[float, float] | None:
        """From where to where a row is selected, as x in logical pixels; None if nothing of it is."""
        line = part.row.line
        start = max(part.start, first.at) if first.line == line else part.start if first.line < line else part.end
        end = min(part.end, last.at) if last.line == line else part.end if last.line > line else part.start
        if start >= end:
            return None
        layout = layout_row(part.row, self._font, self._width)  # a line of a layout that is gone crashes
        laid_out = layout.lineAt(0)
        edges = [
            float(laid_out.cursorToX(len(part.row.text[: at - part.start].encode("utf-16-le")) // 2)[0])  # type: ignore[index]
            for at in (start, end)
        ]
        return min(edges), max(edges)

    def text_between(self, first: Spot, last: Spot) -> str:
        """The text from one place to a later one, a line each."""
        lines = []
        for line in range(first.line, min(last.line, self.n_lines - 1) + 1):
            text = self.text_of(line)
            start = first.at if line == first.line else 0
            end = last.at if line == last.line else len(text)
            lines.append(text[start:end].strip())
        return "\n".join(lines)

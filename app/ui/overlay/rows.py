"""Captions as rows of text: where lines break, and what a row looks like.

Rows are laid out once. Only the newest row of a line is still open: a delta is laid out together with that row
alone, so the cost of an update does not depend on how long anybody has been speaking. Breaking follows the Unicode line
breaking rules (through QTextLayout), each line of the transcript has the direction of its first strong character.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QPixmap,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from app.ui.overlay.theme import Look, Rgb

ROW_SPACING = 1.34
"""Height of a row in text sizes: room for accents and for the marks of Arabic and Thai."""

OUTLINE_SHARE = 0.075
"""Width of the outline in text sizes."""

REACH = 3
"""A line continues its row while that is among so many newest ones."""

KEEP_ROWS = 12
KEEP_LINES = 12
KEEP_CHARS = 3000
"""How much is kept to be laid out again when the width or the font changes."""


def is_right_to_left(text: str) -> bool | None:
    """Direction of the first strong character (UAX #9, rule P2); None if there is none yet."""
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind == "L":
            return False
        if kind in ("R", "AL"):
            return True
    return None


def row_height(font_px: int) -> int:
    return round(font_px * ROW_SPACING)


def _layout(text: str, font: QFont, rtl: bool, width: float) -> QTextLayout:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if rtl else Qt.LayoutDirection.LeftToRight)
    option.setAlignment(Qt.AlignmentFlag.AlignRight if rtl else Qt.AlignmentFlag.AlignLeft)
    layout = QTextLayout(text, font)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
    layout.endLayout()
    return layout


def wrap(text: str, font: QFont, rtl: bool, width: float) -> list[str]:
    """`text` cut into rows that fit `width` (logical pixels); the pieces concatenate to `text`."""
    layout = _layout(text, font, rtl, width)
    units = text.encode("utf-16-le")
    pieces = []
    for index in range(layout.lineCount()):
        line = layout.lineAt(index)
        start = line.textStart() * 2
        pieces.append(units[start : start + line.textLength() * 2].decode("utf-16-le", "replace"))
    return pieces or [""]


@dataclass(frozen=True)
class Row:
    """One row on screen: `text` of line `line` of the transcript, right to left if `rtl`."""

    line: int
    text: str
    rtl: bool


class CaptionRows:
    """The newest rows of a transcript at one font and width."""

    def __init__(self, font: QFont, width: float) -> None:
        self._font = font
        self._width = width
        self._rows: deque[Row] = deque(maxlen=KEEP_ROWS)
        self._lines: deque[tuple[int, str]] = deque(maxlen=KEEP_LINES)
        self._open: dict[int, str] = {}  # text of the newest row of each line whose row is in reach

    @property
    def rows(self) -> list[Row]:
        """Oldest first; empty when nothing has been said since the last `clear`."""
        return list(self._rows)

    def tail(self, count: int) -> list[Row]:
        return list(self._rows)[-count:]

    def append(self, line: int, delta: str) -> int:
        """Adds text to a line of the transcript; returns how many rows began."""
        for index, (known, text) in enumerate(self._lines):
            if known == line:
                self._lines[index] = (line, _bounded(text + delta))
                break
        else:
            self._lines.append((line, delta))
        return self._extend(line, delta)

    def clear(self) -> None:
        self._rows.clear()
        self._lines.clear()
        self._open = {}

    def reshape(self, font: QFont, width: float) -> None:
        """Another font or width: lays out again what is kept."""
        if font == self._font and width == self._width:
            return
        self._font, self._width = font, width
        self._rows.clear()
        self._open = {}
        for line, text in self._lines:
            self._extend(line, text)

    def _extend(self, line: int, delta: str) -> int:
        at = self._open_row(line)
        last = self._rows[at] if at is not None else None
        text = self._open[line] + delta if last is not None else delta.lstrip()
        if not text.strip():
            return 0
        rtl = last.rtl if last is not None and is_right_to_left(last.text) is not None else bool(is_right_to_left(text))
        pieces = wrap(text, self._font, rtl, self._width)
        begun = pieces
        later: list[Row] = []  # of another side, which began to speak meanwhile
        if at is not None:
            while len(self._rows) > at + 1:
                later.insert(0, self._rows.pop())
            self._rows[at] = Row(line, pieces[0].rstrip(), rtl)
            begun = pieces[1:]
        self._rows.extend([*(Row(line, piece.rstrip(), rtl) for piece in begun), *later])
        in_reach = {row.line for row in self.tail(REACH)}
        self._open = {known: text for known, text in self._open.items() if known in in_reach} | {line: pieces[-1]}
        return len(begun)

    def _open_row(self, line: int) -> int | None:
        """Where the row lies that this line continues; None if it begins another one.

        Two sides may speak at once: each continues its own row, while that is in sight.
        """
        newest = len(self._rows) - 1
        for at in range(newest, max(newest - REACH, -1), -1):
            if self._rows[at].line == line:
                return at if line in self._open else None
        return None


def _bounded(text: str) -> str:
    """The end of a line that never stops, cut at a space where there is one."""
    if len(text) <= 2 * KEEP_CHARS:
        return text
    cut = text.find(" ", len(text) - KEEP_CHARS)
    return text[cut + 1 :] if cut >= 0 else text[-KEEP_CHARS:]


def layout_row(row: Row, font: QFont, width: float) -> QTextLayout:
    """A row on its own, as it is painted: its only line tells where its characters stand."""
    return _layout(row.text, font, row.rtl, width)


def paint_row(row: Row, font: QFont, width: int, look: Look, ratio: float) -> QPixmap:
    """One row as a picture of `width` x two row heights, the row in its middle (room for what reaches out of it)."""
    height = row_height(font.pixelSize())
    picture = QPixmap(round(width * ratio), round(2 * height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    if not row.text:
        return picture
    layout = layout_row(row, font, width)
    line = layout.lineAt(0)
    metrics = QFontMetricsF(font)
    baseline = height / 2 + (height - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent()
    at = QPointF(0, baseline - line.ascent())
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    if look.outline is not None:
        pen = QPen(qcolor(look.outline), 2 * max(1.5, font.pixelSize() * OUTLINE_SHARE))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        layout.draw(painter, at, [_whole(row.text, pen)])
    painter.setPen(qcolor(look.text))
    layout.draw(painter, at)
    painter.end()
    return picture


def _whole(text: str, outline: QPen) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    style.setTextOutline(outline)
    part = QTextLayout.FormatRange()
    part.start = 0
    part.length = len(text.encode("utf-16-le")) // 2
    part.format = style
    return part


def qcolor(rgb: Rgb, opacity: float = 1.0) -> QColor:
    colour = QColor(*rgb)
    colour.setAlphaF(opacity)
    return colour

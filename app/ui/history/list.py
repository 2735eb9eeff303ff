"""The list on the left of the history window: sessions, or the lines that a search found, each on two rows."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QAbstractListModel, QDate, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.history.store import Hit, Session
from app.ui.history.labels import SEPARATOR, date_words, day_words, details_words, title_words
from app.ui.kit.theme import in_contrast
from app.ui.main_window.transcript_view import clock

MARGIN_PX = 10
GAP_PX = 3
SNIPPET_ROWS = 2
ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1
AnyIndex = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()


@dataclass(frozen=True)
class Entry:
    """One row of the list.

    Attributes:
        session: it is, or belongs to.
        head: upper text. ranges: what is marked in it, in code points.
        details: lower, fainter text.
        line: the line that was found, 0 for a session.
        day: heading above it, "" for none.
    """

    session: Session
    head: str
    details: str
    ranges: tuple[tuple[int, int], ...] = ()
    line: int = 0
    day: str = ""


def session_entry(session: Session, running: bool, *, dated: bool = True) -> Entry:
    return Entry(session, title_words(session), details_words(session, running, dated=dated))


def by_day(sessions: Sequence[Session], running: Callable[[Session], bool], today: QDate) -> list[Entry]:
    """Sessions in their order, the first of each day under a heading."""
    entries, last = [], ""
    for session in sessions:
        day = day_words(session, today)
        entry = session_entry(session, running(session), dated=False)
        entries.append(replace(entry, day=day if day != last else ""))
        last = day
    return entries


def hit_entry(hit: Hit) -> Entry:
    details = SEPARATOR.join((date_words(hit.session), clock(hit.start_s), title_words(hit.session)))
    return Entry(hit.session, hit.snippet, details, hit.ranges, hit.line)


class HistoryList(QAbstractListModel):
    """Attributes:
    entries: what is listed, in order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Replaces the list; where the same rows stay, the selection stays."""
        keys = [(entry.session.id, entry.line) for entry in entries]
        if keys == [(entry.session.id, entry.line) for entry in self.entries]:
            self.entries = list(entries)
            if entries:
                self.dataChanged.emit(self.index(0), self.index(len(entries) - 1))
            return
        self.beginResetModel()
        self.entries = list(entries)
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.head
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return f"{entry.details}\n{entry.session.preview}" if entry.line == 0 else entry.details
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (entry.day, entry.head, entry.details) if part)
        return None


Colours = tuple[QColor, QColor]
"""Background and text."""


def mark_colours(palette: QPalette, selected: bool = False) -> Colours:
    """Background and text of a match, in a `selected` entry for instance; their contrast is above 10:1 in all schemes."""
    if in_contrast():
        roles = QPalette.ColorRole
        text, ground = (roles.HighlightedText, roles.Highlight) if selected else (roles.Text, roles.Base)
        return palette.color(text), palette.color(ground)
    dark = palette.color(QPalette.ColorRole.Base).lightness() < 128
    return (QColor("#e6c84a"), QColor("#1a1500")) if dark else (QColor("#ffe27a"), QColor("#1a1500"))


def utf16_range(text: str, start: int, end: int) -> tuple[int, int]:
    """Start and length as Qt counts them, of a range of code points."""
    before = len(text[:start].encode("utf-16-le")) // 2
    return before, len(text[start:end].encode("utf-16-le")) // 2


class EntryDelegate(QStyledItemDelegate):
    """Draws an entry: its head (one row for a session, two for a hit, with marks), its details below."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        entry = index.data(ENTRY_ROLE)
        if not isinstance(entry, Entry):
            return
        self._draw_day(painter, option, entry)
        self.initStyleOption(option, index)
        option.text = ""
        widget = option.widget
        style = widget.style() if widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        palette: QPalette = option.palette
        # The style paints the row in the colours of this group, which need not be the palette's own one.
        active = bool(option.state & QStyle.StateFlag.State_Active)
        palette.setCurrentColorGroup(QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive)
        strong = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        faint = strong if selected else palette.color(QPalette.ColorRole.PlaceholderText)
        rect: QRect = option.rect
        inner = rect.adjusted(MARGIN_PX, MARGIN_PX - 2, -MARGIN_PX, -MARGIN_PX + 2)
        painter.save()
        painter.setClipRect(rect)
        head_font, small_font = self._fonts(option, entry)
        bottom = self._draw_head(painter, entry, head_font, inner, strong, mark_colours(palette, selected))
        painter.setFont(small_font)
        painter.setPen(faint)
        metrics = QFontMetrics(small_font)
        below = QRect(inner.left(), bottom + GAP_PX, inner.width(), metrics.height())
        details = metrics.elidedText(entry.details, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(below, int(_leading(option.direction)), details)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        entry = index.data(ENTRY_ROLE)
        if not isinstance(entry, Entry):
            return super().sizeHint(option, index)
        head_font, small_font = self._fonts(option, entry)
        rows = SNIPPET_ROWS if entry.line else 1
        height = rows * _row_height(head_font) + GAP_PX + QFontMetrics(small_font).height() + 2 * MARGIN_PX - 4
        return QSize(120, height + self._day_height(option, entry))

    def _day_height(self, option: QStyleOptionViewItem, entry: Entry) -> int:
        return QFontMetrics(option.font).height() + MARGIN_PX if entry.day else 0

    def _draw_day(self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry) -> None:
        """Draws the heading and leaves the rest of the row in `option`."""
        if not entry.day:
            return
        rect: QRect = option.rect
        height = self._day_height(option, entry)
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.save()
        painter.setFont(font)
        painter.setPen(option.palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.PlaceholderText))
        area = QRect(rect.left() + MARGIN_PX, rect.top(), rect.width() - 2 * MARGIN_PX, height - GAP_PX)
        painter.drawText(area, int(_leading(option.direction) | Qt.AlignmentFlag.AlignBottom), entry.day)
        painter.restore()
        option.rect = rect.adjusted(0, height, 0, 0)

    def _fonts(self, option: QStyleOptionViewItem, entry: Entry) -> tuple[QFont, QFont]:
        head = QFont(option.font)
        if not entry.line:
            head.setWeight(QFont.Weight.DemiBold)
        small = QFont(option.font)
        small.setPointSizeF(small.pointSizeF() * 0.88)
        return head, small

    def _draw_head(
        self, painter: QPainter, entry: Entry, font: QFont, area: QRect, colour: QColor, mark: Colours
    ) -> int:
        """Gives the y below it."""
        rows = SNIPPET_ROWS if entry.line else 1
        layout, last_start = self._lay_out(entry, font, area.width(), mark)
        if last_start >= 0:
            kept, rest = entry.head[:last_start], entry.head[last_start:]
            shortened = kept + QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, area.width())
            ranges = tuple(marked for marked in entry.ranges if marked[1] < len(shortened))
            layout, _ = self._lay_out(replace(entry, head=shortened, ranges=ranges), font, area.width(), mark)
        painter.setPen(colour)
        layout.draw(painter, QPointF(area.topLeft()))
        return area.top() + rows * _row_height(font)

    def _lay_out(self, entry: Entry, font: QFont, width: int, mark: Colours) -> tuple[QTextLayout, int]:
        """The head in its rows; if it needs more, where the last one begins (in code points), else -1."""
        layout = QTextLayout(entry.head, font)
        wrap = QTextOption()
        wrap.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        wrap.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        if is_right_to_left(entry.head):
            wrap.setAlignment(Qt.AlignmentFlag.AlignRight)
        layout.setTextOption(wrap)
        layout.setFormats(self._marks(entry, mark))
        layout.beginLayout()
        start = end = 0
        for row in range(SNIPPET_ROWS if entry.line else 1):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, row * _row_height(font)))
            start, end = line.textStart(), line.textStart() + line.textLength()
        layout.endLayout()
        units = entry.head.encode("utf-16-le")
        return layout, len(units[: 2 * start].decode("utf-16-le")) if 2 * end < len(units) else -1

    def _marks(self, entry: Entry, colours: Colours) -> list[QTextLayout.FormatRange]:
        background, text = colours
        marks = []
        for start, end in entry.ranges:
            mark = QTextLayout.FormatRange()
            mark.start, mark.length = utf16_range(entry.head, start, end)
            style = QTextCharFormat()
            style.setBackground(background)
            style.setForeground(text)
            mark.format = style
            marks.append(mark)
        return marks


def _row_height(font: QFont) -> int:
    """Tall enough for scripts whose fonts are taller than the interface's."""
    return round(QFontMetrics(font).height() * 1.15)


def _leading(direction: Qt.LayoutDirection) -> Qt.AlignmentFlag:
    right = direction == Qt.LayoutDirection.RightToLeft
    return (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter


def is_right_to_left(text: str) -> bool:
    """By its first letter that has a direction."""
    directions = (unicodedata.bidirectional(char) for char in text)
    return next((kind for kind in directions if kind in ("L", "R", "AL")), "L") != "L"

"""The caption box: newest rows, mark and background, without any window behaviour.

The overlay is one that is a window; the preview in the settings is another.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFont, QFontDatabase, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.base.settings import OverlaySettings
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.state_mark import draw_mark
from app.ui.kit.state_names import state_words
from app.ui.kit.theme import in_contrast
from app.ui.overlay.rows import CaptionRows, Row, paint_row, qcolor, row_height
from app.ui.overlay.theme import CHROMA_KEY, Look, decide_look, high_contrast_look, theme_colours

CORNER_PX = 10
EDGE_PX = 3
SCROLL_MS = 160


def caption_font(settings: OverlaySettings) -> QFont:
    """The font of the captions; families for other scripts are found by the system's fallback."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if settings.font_family:
        font.setFamily(settings.font_family)
    else:
        font.setFamily("Noto Sans")
        font.setStyleHint(QFont.StyleHint.SansSerif)
    font.setPixelSize(settings.font_px)
    font.setWeight(QFont.Weight(settings.font_weight))
    return font


def look_of(settings: OverlaySettings) -> Look:
    text, box = theme_colours(settings.theme, settings.text_colour, settings.box_colour)
    opacity = 1.0 if settings.theme == CHROMA_KEY else settings.opacity / 100
    if in_contrast() and settings.theme != CHROMA_KEY:
        return high_contrast_look(text, box, opacity)
    return decide_look(text, box, opacity, settings.outline)


class CaptionBox(FollowsChanges, QWidget):
    """The box with its rows and its mark, without any window behaviour: the overlay and the preview in the settings.

    Signals:
        changed(): other rows are visible now.
    """

    changed = Signal()

    def __init__(self, settings: OverlaySettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._look = look_of(settings)
        self._font = caption_font(settings)
        self._rows = CaptionRows(self._font, 100.0)
        self._pictures: dict[Row, QPixmap] = {}
        self._state = "loading"
        self._lag_s = 0.0
        self._smooth = False
        self._offset = 0.0
        self._scroll = QVariantAnimation(self)
        self._scroll.setDuration(SCROLL_MS)
        self._scroll.valueChanged.connect(self._scrolled)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.follow_changes()

    def retranslate(self) -> None:
        self.update()

    def dress(self) -> None:
        """High contrast may be on or off now."""
        self._look = look_of(self._settings)
        self._pictures.clear()
        self.update()

    # What is shown

    @property
    def visible_rows(self) -> list[Row]:
        return self._rows.tail(self._settings.lines)

    @property
    def text(self) -> str:
        """The rows on screen, one a line."""
        return "\n".join(row.text for row in self.visible_rows)

    @property
    def look(self) -> Look:
        return self._look

    @property
    def state(self) -> str:
        return self._state

    def append(self, line: int, delta: str) -> None:
        begun = self._rows.append(line, delta)
        if begun and self._smooth and self.isVisible() and len(self._rows.rows) > begun:
            self._start_scroll(begun)
        self.update()
        self.changed.emit()

    def clear(self) -> None:
        if self._rows.rows:
            self._rows.clear()
            self._pictures.clear()
            self.update()
            self.changed.emit()

    def set_state(self, state: str, lag_s: float = 0.0) -> None:
        if (state, round(lag_s)) != (self._state, round(self._lag_s)):
            self._state, self._lag_s = state, lag_s
            self.update()

    # How it is shown

    def restyle(self, settings: OverlaySettings, smooth: bool) -> None:
        """Other settings; `smooth` is the decision whether rows slide."""
        self._settings = settings
        self._look = look_of(settings)
        self._font = caption_font(settings)
        self._smooth = smooth
        self._pictures.clear()
        self._reshape()
        self.update()

    @property
    def padding(self) -> int:
        return max(8, round(self._settings.font_px * 0.35))

    @property
    def gutter(self) -> int:
        """Room for the mark on either side: it stands where rows end, never before one, where it would be a bullet."""
        return self.padding + self.mark_size + max(8, round(self._settings.font_px * 0.4))

    @property
    def mark_size(self) -> int:
        return max(12, round(self._settings.font_px * 0.42))

    def height_for(self, lines: int) -> int:
        return lines * row_height(self._settings.font_px) + 2 * self.padding

    @property
    def text_area(self) -> QRect:
        return QRect(
            self.gutter,
            self.padding,
            max(20, self.width() - 2 * self.gutter),
            max(1, self.height() - 2 * self.padding),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._pictures.clear()
        self._reshape()

    def _reshape(self) -> None:
        self._rows.reshape(self._font, float(self.text_area.width()))
        self.changed.emit()

    def _start_scroll(self, begun: int) -> None:
        """Slides up by whole rows; never so far that the newest row is more than one row out of sight."""
        start = min(1.0, self._offset + begun)
        self._scroll.stop()
        self._scroll.setStartValue(start)
        self._scroll.setEndValue(0.0)
        self._scroll.start()

    def _scrolled(self, value: object) -> None:
        self._offset = float(value)  # type: ignore[arg-type]
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rows = self._rows_to_paint()
        if rows or not self._settings.hide_when_empty:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(self._look.box, self._look.opacity))
            corner, area = 0 if self._settings.theme == CHROMA_KEY else CORNER_PX, QRectF(self.rect())
            if self._look.edge is not None:
                painter.setPen(QPen(qcolor(self._look.edge), EDGE_PX))
                area.adjust(EDGE_PX / 2, EDGE_PX / 2, -EDGE_PX / 2, -EDGE_PX / 2)
            painter.drawRoundedRect(area, corner, corner)
        self._paint_mark(painter)
        if rows:
            self._paint_rows(painter, rows)
        elif not self._settings.hide_when_empty:
            self._paint_words(painter)
        painter.end()

    def _rows_to_paint(self) -> list[Row]:
        """Those on screen, and the one that slides out of it."""
        return self._rows.tail(self._settings.lines + 1)

    def _paint_under_rows(self, painter: QPainter) -> None:
        """What lies between the background and the rows: nothing here."""

    def _paint_mark(self, painter: QPainter) -> None:
        size = self.mark_size
        last_row = self.padding + (self._settings.lines - 0.5) * row_height(self._settings.font_px)
        newest = self._rows.tail(1)
        x = self.padding if newest and newest[0].rtl else self.width() - self.padding - size
        area = QRectF(x, last_row - size / 2, size, size)
        if self._look.outline is not None:
            draw_mark(painter, area.adjusted(-1.5, -1.5, 1.5, 1.5), self._state, qcolor(self._look.outline))
        draw_mark(painter, area, self._state, qcolor(self._look.text))

    def _paint_words(self, painter: QPainter) -> None:
        """The state in words, while there is nothing else to read."""
        font = QFont(self._font)
        font.setPixelSize(max(13, round(self._settings.font_px * 0.6)))
        area = self.text_area
        height = row_height(self._settings.font_px)
        place_ = QRect(area.x(), area.y() + (self._settings.lines - 1) * height, area.width(), height)
        painter.setFont(font)
        painter.setPen(qcolor(self._look.text))
        painter.drawText(
            place_, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, state_words(self._state, self._lag_s)
        )

    def _paint_rows(self, painter: QPainter, rows: list[Row]) -> None:
        area = self.text_area
        height = row_height(self._settings.font_px)
        painter.setClipRect(area.adjusted(-6, -3, 6, 3))
        self._paint_under_rows(painter)
        lines = self._settings.lines
        shown = rows if self._offset > 0 else rows[-lines:]
        first = lines - len(shown)
        for index, row in enumerate(shown):
            y = area.y() + (first + index + self._offset) * height - height / 2
            painter.drawPixmap(QPoint(area.x(), round(y)), self._picture(row, area.width()))
        if len(self._pictures) > 4 * lines:
            self._pictures = {row: self._pictures[row] for row in shown if row in self._pictures}

    def _picture(self, row: Row, width: int) -> QPixmap:
        picture = self._pictures.get(row)
        if picture is None or picture.devicePixelRatio() != self.devicePixelRatioF():
            picture = paint_row(row, self._font, width, self._look, self.devicePixelRatioF())
            self._pictures[row] = picture
        return picture

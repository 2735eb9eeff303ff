"""The caption box one can read back in: wheel and keys go to earlier rows, words are selected and copied.

While earlier rows are looked at, new words are counted instead of shown, and nothing moves under the reader's eyes.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, Signal
from PySide6.QtGui import QClipboard, QGuiApplication, QPainter
from PySide6.QtWidgets import QWidget

from app.base.settings import OverlaySettings
from app.ui.overlay.caption_box import CaptionBox, caption_font
from app.ui.overlay.rows import Row, qcolor, row_height
from app.ui.overlay.scroll_back import PastRow, PastRows, Spot, count_words

NOTCH = 120
"""One step of a mouse wheel, in Qt's eighths of a degree."""
SELECTED_OPACITY = 0.35


class ReadingBox(CaptionBox):
    """See the module.

    Attributes:
        new_words: said since earlier rows are looked at.

    Signals:
        back_changed(): it went back or returned, or there are more new words.
    """

    back_changed = Signal()

    def __init__(self, settings: OverlaySettings, text_of: Callable[[int], str], parent: QWidget | None = None) -> None:
        """`text_of` gives what has been shown of a line of the transcript so far."""
        super().__init__(settings, parent)
        self._past = PastRows(text_of, caption_font(settings), 100.0)
        self._marks: tuple[Spot, Spot] | None = None
        self._wheel = 0
        self.new_words = 0

    @property
    def is_back(self) -> bool:
        """Earlier rows are looked at."""
        return self._past.top is not None

    @property
    def visible_rows(self) -> list[Row]:
        return [part.row for part in self._view()] if self.is_back else super().visible_rows

    def append(self, line: int, delta: str) -> None:
        before = "" if line >= self._past.n_lines else self._past.text_of(line).removesuffix(delta)
        self._past.n_lines = max(self._past.n_lines, line + 1)
        super().append(line, delta)
        if self.is_back:
            self.new_words += count_words(before, delta)
            self.back_changed.emit()

    def _reshape(self) -> None:
        self._past.reshape(self._font, float(self.text_area.width()))
        super()._reshape()

    # Going back

    def scroll_rows(self, rows: int) -> None:
        """Back (below 0) or on by so many rows."""
        self._past.move(rows, self._settings.lines)
        self._moved()

    def scroll_view(self, direction: int) -> None:
        """Back (-1) or on (1) by a view; one row stays in sight."""
        self.scroll_rows(direction * max(1, self._settings.lines - 1))

    def to_start(self) -> None:
        self._past.to_start(self._settings.lines)
        self._moved()

    def to_live(self) -> None:
        """To the newest rows; they are shown as they come."""
        self._past.top = None
        self._moved()

    def turn_wheel(self, angle: int) -> None:
        """`angle` as Qt gives it; a touchpad gives many small ones."""
        self._wheel += angle * min(2, self._settings.lines)
        rows = int(self._wheel / NOTCH)
        self._wheel -= rows * NOTCH
        if rows:
            self.scroll_rows(-rows)

    def _moved(self) -> None:
        if not self.is_back:
            self.new_words = 0
            self._marks = None
        self._scroll.stop()
        self._offset = 0.0
        self.update()
        self.changed.emit()
        self.back_changed.emit()

    def _view(self) -> list[PastRow]:
        return self._past.view(self._settings.lines)

    # Selecting

    def _spot_at(self, at: QPoint) -> Spot | None:
        area, view = self.text_area, self._view()
        if not view:
            return None
        row = (at.y() - area.y()) // row_height(self._settings.font_px) - (self._settings.lines - len(view))
        return self._past.spot(view[max(0, min(row, len(view) - 1))], float(at.x() - area.x()))

    def begin_selection(self, at: QPoint) -> None:
        spot = self._spot_at(at)
        self._marks = (spot, spot) if spot is not None else None
        self.update()

    def extend_selection(self, at: QPoint) -> None:
        spot = self._spot_at(at)
        if self._marks is not None and spot is not None:
            self._marks = (self._marks[0], spot)
            self.update()

    def end_selection(self) -> None:
        """What is selected can be pasted with the middle button, where the system knows that."""
        clipboard = QGuiApplication.clipboard()
        if self.selected_text and clipboard.supportsSelection():
            clipboard.setText(self.selected_text, QClipboard.Mode.Selection)

    @property
    def selected_text(self) -> str:
        return self._past.text_between(min(self._marks), max(self._marks)) if self._marks is not None else ""

    def copy(self) -> None:
        """What is selected, else what is on screen, to the clipboard."""
        text = self.selected_text
        if not text and (rows := self._view()):
            text = self._past.text_between(Spot(rows[0].row.line, rows[0].start), Spot(rows[-1].row.line, rows[-1].end))
        if text:
            QGuiApplication.clipboard().setText(text)

    def _rows_to_paint(self) -> list[Row]:
        return self.visible_rows if self.is_back else super()._rows_to_paint()

    def _paint_under_rows(self, painter: QPainter) -> None:
        if not self.is_back or self._marks is None:
            return
        first, last = min(self._marks), max(self._marks)
        area, height, view = self.text_area, row_height(self._settings.font_px), self._view()
        for index, part in enumerate(view):
            edges = self._past.marked(part, first, last)
            if edges is not None:
                y = area.y() + (self._settings.lines - len(view) + index) * height
                painter.fillRect(
                    QRectF(area.x() + edges[0], y, edges[1] - edges[0], height),
                    qcolor(self._look.text, SELECTED_OPACITY),
                )

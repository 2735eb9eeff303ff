"""A small screen that shows where the captions stand and how many lines they have."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.base.settings import OverlaySettings
from app.ui.overlay.caption_box import look_of
from app.ui.overlay.placement import Rect, Screen, place
from app.ui.overlay.rows import qcolor, row_height

HEIGHT_PX = 150
LINE_SHARES = (1.0, 0.86, 0.95, 0.6)
"""How full the lines are drawn, as those of speech are."""


class PlacePreview(QWidget):
    """As high as it is asked to be; as wide as the screen is beside its height."""

    def __init__(self, settings: OverlaySettings) -> None:
        super().__init__()
        self._settings = settings
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Where the captions stand on the screen"))

    def show_settings(self, settings: OverlaySettings) -> None:
        self._settings = settings
        self.update()

    def sizeHint(self) -> QSize:
        screen = self._screen()
        return QSize(round(HEIGHT_PX * screen.geometry.width / max(1, screen.geometry.height)), HEIGHT_PX)

    def _screen(self) -> Screen:
        """The screen that is meant, as if its corner were the origin."""
        screens = QGuiApplication.screens()
        chosen = next((one for one in screens if one.name() == self._settings.screen), QGuiApplication.primaryScreen())
        whole, work = chosen.geometry(), chosen.availableGeometry()
        left, top = work.x() - whole.x(), work.y() - whole.y()
        return Screen(
            chosen.name(), Rect(0, 0, whole.width(), whole.height()), Rect(left, top, work.width(), work.height())
        )

    def box(self) -> Rect:
        """Where the captions would stand, in logical pixels of the screen."""
        settings = self._settings
        height = settings.lines * row_height(settings.font_px) + settings.font_px
        kept = tuple(item for item in settings.places if item.screen == self._screen().name)[-1:]
        return place([self._screen()], (), height, dock=settings.dock, last=kept[0] if kept else None)

    def paintEvent(self, event: QPaintEvent) -> None:
        screen, box = self._screen(), self.box()
        scale = min(self.width() / screen.geometry.width, self.height() / screen.geometry.height)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1.5))
        painter.setBrush(palette.color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(
            QRectF(1, 1, screen.geometry.width * scale - 2, screen.geometry.height * scale - 2), 6, 6
        )
        look = look_of(self._settings)
        area = QRectF(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
        painter.setBrush(qcolor(look.box, max(0.35, look.opacity)))
        painter.drawRoundedRect(area, 2, 2)
        row = area.height() / self._settings.lines
        painter.setPen(QPen(qcolor(look.text), max(1.5, row * 0.3), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for line in range(self._settings.lines):
            y = area.top() + (line + 0.5) * row
            end = area.left() + 4 + (area.width() - 8) * LINE_SHARES[line % len(LINE_SHARES)]
            painter.drawLine(QPointF(area.left() + 4, y), QPointF(end, y))
        painter.end()

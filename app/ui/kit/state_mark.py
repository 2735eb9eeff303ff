"""The small mark that tells the state by its shape: used by the overlay, the window and the tray icon.

Filled disc: listening. Hollow ring, struck through: no sound. Two bars: paused. Three dots: loading. Two chevrons:
behind. Square: stopped. Exclamation mark: not working.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF


def draw_mark(painter: QPainter, area: QRectF, state: str, colour: QColor) -> None:
    """Draws the mark of `state` (of `app.base.events.Status`) inside the square `area`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = area.width()
    pen = QPen(colour, max(1.6, size * 0.14), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    centre = area.center()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if state == "listening":
        painter.drawEllipse(centre, size * 0.34, size * 0.34)
    elif state == "paused":
        for x in (0.22, 0.58):
            bar = QRectF(area.x() + size * x, area.y() + size * 0.14, size * 0.2, size * 0.72)
            painter.drawRoundedRect(bar, size * 0.05, size * 0.05)
    elif state == "loading":
        for x in (0.16, 0.5, 0.84):
            painter.drawEllipse(QPointF(area.x() + size * x, centre.y()), size * 0.115, size * 0.115)
    elif state == "stopped":
        painter.drawRoundedRect(area.adjusted(size * 0.2, size * 0.2, -size * 0.2, -size * 0.2), 1.5, 1.5)
    elif state == "failed":
        bar = QRectF(centre.x() - size * 0.1, area.y() + size * 0.08, size * 0.2, size * 0.52)
        painter.drawRoundedRect(bar, size * 0.08, size * 0.08)
        painter.drawEllipse(QPointF(centre.x(), area.y() + size * 0.82), size * 0.12, size * 0.12)
    elif state == "behind":
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for x in (0.18, 0.52):
            left, right = area.x() + size * x, area.x() + size * (x + 0.3)
            top, bottom = area.y() + size * 0.2, area.y() + size * 0.8
            painter.drawPolyline(QPolygonF([QPointF(left, top), QPointF(right, centre.y()), QPointF(left, bottom)]))
    else:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, size * 0.36, size * 0.36)
        painter.drawLine(
            QPointF(area.x() + size * 0.12, area.y() + size * 0.88),
            QPointF(area.x() + size * 0.88, area.y() + size * 0.12),
        )
    painter.restore()

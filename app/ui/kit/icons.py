"""Pictures from `resources/icons`: drawn in one colour, sharp at every scale."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.ui.kit.state_mark import draw_mark

SIZES_PX = (16, 20, 24, 32, 40, 48)
FEW_SIZES_PX = (20, 40)
TRAY_SIZES_PX = (16, 22, 24, 32, 48, 64)
APP_SIZES_PX = (16, 24, 32, 48, 64, 128, 256)


@lru_cache(maxsize=64)
def _source(name: str) -> bytes:
    """Raises FileNotFoundError for a picture that is not there."""
    return (files("resources") / "icons" / f"{name}.svg").read_bytes()


def icon_file(name: str) -> str:
    """Where the picture `name` lies, for a desktop that shows it by itself."""
    return str(files("resources") / "icons" / f"{name}.svg")


def _drawn(drawing: QSvgRenderer, size: int) -> QPixmap:
    picture = QPixmap(QSize(size, size))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    drawing.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return picture


def icon(name: str, colour: QColor | None = None) -> QIcon:
    """The picture `name` in `colour`, by default the text colour of the palette in use."""
    palette = QGuiApplication.palette()
    normal = colour or palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.ButtonText)
    disabled = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.ButtonText)
    selected = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.HighlightedText)
    return _icon(name, normal.name(), disabled.name(), selected.name())


@lru_cache(maxsize=256)
def _icon(name: str, normal: str, disabled: str, selected: str) -> QIcon:
    result = QIcon()
    for mode, colour, sizes in (
        (QIcon.Mode.Normal, normal, SIZES_PX),
        (QIcon.Mode.Disabled, disabled, FEW_SIZES_PX),
        (QIcon.Mode.Selected, selected, FEW_SIZES_PX),
    ):
        drawing = QSvgRenderer(QByteArray(_source(name).replace(b"currentColor", colour.encode())))
        for size in sizes:
            result.addPixmap(_drawn(drawing, size), mode)
    return result


@lru_cache(maxsize=1)
def app_icon() -> QIcon:
    result = QIcon()
    drawing = QSvgRenderer(QByteArray(_source("app")))
    for size in APP_SIZES_PX:
        result.addPixmap(_drawn(drawing, size))
    return result


@lru_cache(maxsize=32)
def tray_icon(state: str, dark: bool) -> QIcon:
    """A caption box with the mark of `state` in it; light strokes for a dark panel."""
    result = QIcon()
    colour = QColor("#f2f4f6") if dark else QColor("#1d2329")
    for size in TRAY_SIZES_PX:
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = max(1.3, size * 0.085)
        pen = painter.pen()
        pen.setColor(colour)
        pen.setWidthF(edge)
        painter.setPen(pen)
        box = QRectF(edge, size * 0.14, size - 2 * edge, size * 0.72)
        painter.drawRoundedRect(box, size * 0.16, size * 0.16)
        mark = size * 0.46
        draw_mark(painter, QRectF((size - mark) / 2, (size - mark) / 2, mark, mark), state, colour)
        painter.end()
        result.addPixmap(picture)
    return result

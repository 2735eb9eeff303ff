"""Makes Windows' and macOS' icon files from the drawing: `python packaging/icons.py FOLDER` (needs Pillow)."""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parent.parent
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
ICNS_SIZES = (16, 32, 64, 128, 256, 512, 1024)


def draw(svg: QSvgRenderer, size: int) -> Image.Image:
    """The drawing at `size` pixels; each size is drawn, none is scaled."""
    picture = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    svg.render(painter, QRectF(0, 0, size, size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return Image.open(io.BytesIO(bytes(buffer.data().data()))).convert("RGBA")


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QGuiApplication(["icons", "-platform", "minimal"])
    svg = QSvgRenderer(str(ROOT / "resources" / "icons" / "app.svg"))
    ico = [draw(svg, size) for size in ICO_SIZES]
    ico[-1].save(folder / "app.ico", sizes=[(size, size) for size in ICO_SIZES], append_images=ico[:-1])
    icns = [draw(svg, size) for size in ICNS_SIZES]
    icns[-1].save(folder / "app.icns", append_images=icns[:-1])
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())

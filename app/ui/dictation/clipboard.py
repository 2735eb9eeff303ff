"""The clipboard, lent for a paste and given back whole. Lives in the Qt main thread; asked from the insertion thread.

Before the first paste everything that is on the clipboard is copied, format by format. Our text is offered lazily, so
that we are told when a program reads it. What was there returns only after that, a moment after the last paste, and
never if another program has put something on the clipboard meanwhile. The text carries the marks by which clipboard
managers leave it out of their history.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QByteArray, QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QClipboard, QGuiApplication, QImage

from app.typing.typist import Readings

log = logging.getLogger(__name__)

RETURN_DELAY_MS = 350
"""After the last reading: some programs read twice, and in the live way the next paste follows soon."""

SLOWEST_S = 2.0
"""What takes longer to copy is given up."""

LARGEST_BYTES = 64 * 1024 * 1024
"""More than this on the clipboard is not copied; a notice says so."""

OFFER_TIMEOUT_S = 2.0

PRIVATE_MARKS: dict[str, bytes] = {
    "x-kde-passwordManagerHint": b"secret",
    **(
        {
            'application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"': b"\0",
            'application/x-qt-windows-mime;value="CanIncludeInClipboardHistory"': b"\0\0\0\0",
        }
        if sys.platform == "win32"
        else {}
    ),
    **(
        {"org.nspasteboard.TransientType": b"", "org.nspasteboard.ConcealedType": b""}
        if sys.platform == "darwin"
        else {}
    ),
}

_CONVERTED_IMAGES = frozenset(
    f"image/{kind}"
    for kind in (
        "avif", "bmp", "bw", "cur", "dds", "eps", "epsf", "epsi", "heic", "heif", "icns", "ico", "jp2", "jpeg", "jpg",
        "jxl", "jxr", "pbm", "pcx", "pgm", "pic", "ppm", "psd", "rgb", "rgba", "sgi", "tga", "tif", "tiff", "wbmp",
        "webp", "x-bmp", "x-win-bitmap", "x-ms-bmp", "xbm", "xpm", "x-xpixmap", "vnd.microsoft.icon",
    )
)  # fmt: skip
"""The same picture in other formats: offered by conversion beside PNG, and slow to fetch one by one."""


def formats_to_copy(formats: list[str]) -> list[str]:
    """The formats to copy so that everything can come back: a picture is fetched once, as PNG where there is one."""
    has_png = "image/png" in formats
    skipped = {"application/x-qt-image"} | (set(_CONVERTED_IMAGES) if has_png else set())
    return [name for name in formats if name not in skipped]


def copy_contents(source: QMimeData | None) -> tuple[QMimeData, bool]:
    """(a copy of everything, whether all of it came in time and fitted below LARGEST_BYTES)."""
    copy = QMimeData()
    if source is None:
        return copy, True
    total, began_s = 0, time.monotonic()
    for name in formats_to_copy(list(source.formats())):
        data = source.data(name)
        total += data.size()
        # A program that hangs is waited for by Qt for seconds, form by form, and our windows with it.
        if total > LARGEST_BYTES or time.monotonic() - began_s > SLOWEST_S:
            return QMimeData(), False
        copy.setData(name, data)
    if source.hasImage():
        png = copy.data("image/png")
        image = QImage.fromData(png) if png.size() else QImage(source.imageData())
        if not image.isNull():
            copy.setImageData(image)
    return copy, True


class OfferedText(QMimeData):
    """Text that tells when a program reads it, and when one asks what there is."""

    FORMATS = ("text/plain", "text/plain;charset=utf-8")

    def __init__(self, text: str, readings: Readings) -> None:
        super().__init__()
        self._text = text
        self._readings = readings

    def formats(self) -> list[str]:
        self._readings.ask()
        return [*self.FORMATS, *PRIVATE_MARKS]

    def hasFormat(self, mimetype: str) -> bool:
        return mimetype in self.FORMATS or mimetype in PRIVATE_MARKS

    def retrieveData(self, mimetype: str, preferred: Any) -> Any:
        if mimetype in PRIVATE_MARKS:
            return QByteArray(PRIVATE_MARKS[mimetype])
        if mimetype in self.FORMATS:
            self._readings.note()
            return self._text if mimetype == "text/plain" else QByteArray(self._text.encode("utf-8"))
        return None


@dataclass
class _Request:
    """What the insertion thread asks of the main thread."""

    text: str
    primary: bool
    ready: threading.Event = field(default_factory=threading.Event)
    readings: Readings = field(default_factory=Readings)
    on_clipboard: bool = False


class ClipboardLease(QObject):
    """Implements `insertion.Pasteboard`.

    Signals:
        notice(str): a code: "too-large" when what was on the clipboard could not be kept.
    """

    notice = Signal(str)
    _asked = Signal(object)
    _returned = Signal()
    _kept = Signal()

    def __init__(self, parent: QObject | None = None, *, hidden: Callable[[], dict[str, bytes]] = lambda: {}) -> None:
        """`hidden` reads a clipboard that the desktop hides from Qt: format -> data."""
        super().__init__(parent)
        self._hidden = hidden
        self._clipboard = QGuiApplication.clipboard()
        self._mode = QClipboard.Mode.Clipboard
        self._before: QMimeData | None = None
        self._offered: OfferedText | None = None
        self._lent = False
        self._timer = QTimer(self, singleShot=True, interval=RETURN_DELAY_MS)
        self._timer.timeout.connect(self._restore)
        self._asked.connect(self._offer_now, Qt.ConnectionType.QueuedConnection)
        self._returned.connect(self._timer.start, Qt.ConnectionType.QueuedConnection)
        self._kept.connect(self._keep_now, Qt.ConnectionType.QueuedConnection)

    # --- from the insertion thread ---

    def offer(self, text: str, *, primary: bool) -> Readings | None:
        request = _Request(text, primary)
        self._asked.emit(request)
        if not request.ready.wait(OFFER_TIMEOUT_S) or not request.on_clipboard:
            return None
        return request.readings

    def give_back(self) -> None:
        self._returned.emit()

    def keep(self) -> None:
        self._kept.emit()

    # --- in the main thread ---

    def _offer_now(self, request: _Request) -> None:
        self._timer.stop()
        mode = QClipboard.Mode.Selection if request.primary else QClipboard.Mode.Clipboard
        if self._lent and mode != self._mode:
            self._restore()
        if not (self._lent and self._is_ours()):
            self._mode = mode
            started = time.monotonic()
            self._before, whole = copy_contents(self._clipboard.mimeData(mode))
            if whole and not self._before.formats() and mode == QClipboard.Mode.Clipboard:
                for name, data in self._hidden().items():
                    self._before.setData(name, QByteArray(data))
            log.debug("clipboard copied in %.0f ms", 1000 * (time.monotonic() - started))
            if not whole:
                self._before = None
                self.notice.emit("too-large")
        self._lent = True
        self._put(request.text, request.readings)
        request.on_clipboard = self._is_ours()
        request.ready.set()

    def _put(self, text: str, readings: Readings) -> None:
        self._offered = OfferedText(text, readings)
        self._clipboard.setMimeData(self._offered, self._mode)

    def _is_ours(self) -> bool:
        if self._mode == QClipboard.Mode.Selection:
            return self._clipboard.ownsSelection()
        return self._clipboard.ownsClipboard() and self._clipboard.mimeData(self._mode) is self._offered

    def _restore(self) -> None:
        if not self._lent:
            return
        self._lent = False
        before, self._before = self._before, None
        if self._is_ours() and before is not None:
            if before.formats():
                self._clipboard.setMimeData(before, self._mode)
            else:
                self._clipboard.clear(self._mode)
        self._offered = None

    def _keep_now(self) -> None:
        """The text stays for the user to paste; it is ordinary text from now on."""
        self._timer.stop()
        self._lent = False
        self._before = None

    def keep_text(self, text: str) -> bool:
        """Puts text on the clipboard for good: what could not be inserted; whether it is there. Main thread."""
        self._timer.stop()
        self._lent = False
        self._before = None
        self._clipboard.setText(text)
        # A Wayland program without the focus may not, and is not told so.
        in_front = QGuiApplication.platformName() != "wayland" or QGuiApplication.focusWindow() is not None
        return in_front and self._clipboard.ownsClipboard()

    def close(self) -> None:
        """Gives back at once."""
        self._timer.stop()
        self._restore()

"""A small real Qt editor in a process of its own, for tests that put text into another program.

`python -m tests.desktop.editor REPORT [TITLE]` opens it. REPORT is a file to which a line of JSON is appended whenever
the text changes: {"text": …, "grew": whether the new text begins with the old one}, and {"key": code} for every key
that is not a modifier. Options: `--clipboard` puts text,
HTML, an image and a format of its own on the clipboard when the letter key F12 is pressed; `--read-clipboard PATH`
writes what the clipboard holds when F11 is pressed; `--slow-ms N` makes it take N ms before it reads a paste.
"""

from __future__ import annotations

import argparse
import base64
import json
import time
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QMimeData, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeyEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit

MODIFIER_KEYS = (Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Shift, Qt.Key.Key_Meta)
OWN_FORMAT = "application/x-editor-shape"


def sample_mime() -> QMimeData:
    """Text, HTML, an image and a private format, as an office program offers them."""
    mime = QMimeData()
    mime.setText("copied before – 剪贴板")
    mime.setHtml("<p>copied <b>before</b> – 剪贴板</p>")
    image = QImage(64, 48, QImage.Format.Format_RGB32)
    image.fill(QColor(10, 120, 200))
    image.setPixelColor(5, 7, QColor(255, 0, 0))
    mime.setImageData(image)
    mime.setData(OWN_FORMAT, QByteArray(bytes(range(256))))
    return mime


def describe(mime: QMimeData | None) -> dict[str, str]:
    """What a reader gets for the four formats."""
    found: dict[str, str] = {}
    if mime is None:
        return found
    if mime.hasText():
        found["text"] = mime.text()
    if mime.hasHtml():
        found["html"] = mime.html()
    if mime.hasImage():
        image = QImage(mime.imageData()).convertToFormat(QImage.Format.Format_RGB32)
        found["image"] = base64.b64encode(bytes(image.constBits())).decode()
    if mime.hasFormat(OWN_FORMAT):
        found["own"] = base64.b64encode(bytes(mime.data(OWN_FORMAT).data())).decode()
    if mime.hasFormat("image/png"):
        buffer = QBuffer()
        buffer.setData(mime.data("image/png"))
        found["png"] = str(QImage.fromData(mime.data("image/png")).size().toTuple())
    return found


class Editor(QPlainTextEdit):
    """Reports every change of its text."""

    def __init__(self, report: Path, clipboard: Path | None, slow_ms: int) -> None:
        super().__init__()
        self._report = report.open("a", encoding="utf-8")
        self._clipboard = clipboard
        self._slow_ms = slow_ms
        self._before = ""
        self.textChanged.connect(self._changed)

    def _changed(self) -> None:
        text = self.toPlainText()
        line = {"text": text, "grew": text.startswith(self._before), "at": time.time()}
        self._before = text
        self._report.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._report.flush()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F12:
            QGuiApplication.clipboard().setMimeData(sample_mime())
            self._report.write(json.dumps({"copied": True}) + "\n")
            self._report.flush()
            return
        if event.key() == Qt.Key.Key_F11 and self._clipboard is not None:
            found = describe(QGuiApplication.clipboard().mimeData())
            temporary = self._clipboard.with_suffix(".part")
            temporary.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
            temporary.replace(self._clipboard)
            return
        if event.key() not in MODIFIER_KEYS:
            self._report.write(json.dumps({"key": event.key()}) + "\n")
            self._report.flush()
        super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if self._slow_ms:
            time.sleep(self._slow_ms / 1000)
        super().insertFromMimeData(source)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("report", type=Path)
    parser.add_argument("title", nargs="?", default="Editor under test")
    parser.add_argument("--clipboard", type=Path, default=None)
    parser.add_argument("--slow-ms", type=int, default=0)
    arguments = parser.parse_args()
    application = QApplication(["editor"])
    application.setApplicationName("test-editor")
    editor = Editor(arguments.report, arguments.clipboard, arguments.slow_ms)
    editor.setWindowTitle(arguments.title)
    editor.resize(640, 320)
    editor.show()
    editor.activateWindow()
    return application.exec()


if __name__ == "__main__":
    raise SystemExit(main())

"""Another program's window for the desktop tests: it writes down every click, every typed text and its focus.

python -m tests.desktop.bystander FILE X Y WIDTH HEIGHT [--full-screen]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit


class Diary(QObject):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def write(self, event: str, **fields: object) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"event": event, **fields}) + "\n")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            at = event.globalPosition().toPoint()
            self.write("click", x=at.x(), y=at.y())
        elif event.type() in (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate):
            self.write("active", on=event.type() == QEvent.Type.WindowActivate)
        return False


def main() -> None:
    diary = Diary(Path(sys.argv[1]))
    app = QApplication(sys.argv[:1])
    edit = QPlainTextEdit()
    edit.setWindowTitle("Bystander")
    x, y, width, height = map(int, sys.argv[2:6])
    edit.setGeometry(x, y, width, height)
    edit.viewport().installEventFilter(diary)
    edit.installEventFilter(diary)
    edit.textChanged.connect(lambda: diary.write("text", text=edit.toPlainText()))
    if "--full-screen" in sys.argv:
        edit.showFullScreen()
    else:
        edit.show()
    diary.write("shown")
    app.exec()


if __name__ == "__main__":
    main()

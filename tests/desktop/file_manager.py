"""A file manager for the desktop tests: whoever drags from its window drags files.

python -m tests.desktop.file_manager X Y PATH…
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Files(QLabel):
    def __init__(self, paths: list[str]) -> None:
        super().__init__("files")
        self._paths = paths
        self.setWindowTitle("File manager")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Asks for the moves that follow."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(path) for path in self._paths])
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


def main() -> None:
    app = QApplication(sys.argv[:1])
    files = Files(sys.argv[3:])
    files.setGeometry(int(sys.argv[1]), int(sys.argv[2]), 200, 120)
    files.show()
    app.exec()


if __name__ == "__main__":
    main()

"""Files that are dropped onto a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDragEnterEvent, QDropEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as Base
else:
    Base = object


def files_of(data: QMimeData) -> list[Path]:
    """The files and folders of this computer that are dragged."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class TakesFiles(Base):
    """For a window: `class Window(TakesFiles, QMainWindow)`, with `setAcceptDrops(True)` in its constructor."""

    def files_dropped(self, paths: list[Path]) -> None:
        """These were dropped."""
        raise NotImplementedError

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if files_of(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if paths := files_of(event.mimeData()):
            event.acceptProposedAction()
            self.files_dropped(paths)

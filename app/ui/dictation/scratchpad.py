"""A window to dictate into when nothing else has the focus; its text stays until it is cleared."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QFileDevice, QSaveFile, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.ui.kit.changes import FollowsChanges

log = logging.getLogger(__name__)

SAVE_DELAY_MS = 600


class Scratchpad(FollowsChanges, QWidget):
    """A plain text window. Only appended to by dictation; the user may edit it like any text.

    Attributes:
        stored: the user lets the program store what is said; off, new text stays in memory.

    Signals:
        dictate(): the button was pressed.
    """

    dictate = Signal()

    def __init__(self, path: Path | None = None, parent: QWidget | None = None) -> None:
        """`path`: file that keeps the text, None to keep it in memory only. An unreadable file is left alone."""
        super().__init__(parent)
        self._path = path
        self.stored = True
        self.edit = QPlainTextEdit(self)
        self.edit.setTabChangesFocus(False)
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self.button = QPushButton(self)
        self.copy_button = QPushButton(self)
        self.clear_button = QPushButton(self)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        row.addWidget(self.copy_button)
        row.addWidget(self.clear_button)
        column = QVBoxLayout(self)
        column.addWidget(self.hint)
        column.addWidget(self.edit, 1)
        column.addLayout(row)
        self._key = ""
        self._recording = False
        self._save = QTimer(self, singleShot=True, interval=SAVE_DELAY_MS)
        self._save.timeout.connect(self.save)
        if path is not None and path.is_file():
            try:
                self.edit.setPlainText(path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                log.warning("the scratchpad could not be read and is kept in memory only: %s", error)
                self._path = None
        self.edit.textChanged.connect(self._save.start)
        self.button.clicked.connect(self.dictate)
        self.copy_button.clicked.connect(self._copy)
        self.clear_button.clicked.connect(self._clear)
        QShortcut(QKeySequence.StandardKey.Close, self, self.close)
        self.resize(520, 360)
        self.follow_changes()

    def set_key(self, label: str) -> None:
        """The hotkey to name in the hint, "" for none."""
        self._key = label
        self.retranslate()

    def set_recording(self, on: bool) -> None:
        self._recording = on
        self.retranslate()

    def append(self, text: str) -> None:
        """Dictated text, at the caret."""
        cursor = self.edit.textCursor()
        cursor.insertText(text)
        self.edit.setTextCursor(cursor)
        self.edit.ensureCursorVisible()

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Scratchpad"))
        if self._key:
            self.hint.setText(self.tr("Put the cursor here and hold %1 while you speak.").replace("%1", self._key))
        else:
            self.hint.setText(self.tr("Press the button and speak. Press it again to stop."))
        self.button.setText(self.tr("Stop") if self._recording else self.tr("Dictate"))
        self.copy_button.setText(self.tr("Copy all"))
        self.clear_button.setText(self.tr("Clear"))
        self.edit.setAccessibleName(self.tr("Dictated text"))
        self.edit.setPlaceholderText(self.tr("What you dictate appears here."))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.edit.toPlainText())

    def _clear(self) -> None:
        cursor = self.edit.textCursor()  # as one step that can be undone
        cursor.select(cursor.SelectionType.Document)
        cursor.removeSelectedText()

    def save(self) -> None:
        """Writes the text, if it has a file and what is said may be stored; that it was cleared is always written."""
        self._save.stop()
        if self._path is None:
            return
        text = self.edit.toPlainText()
        if not self.stored and text:
            return
        file = QSaveFile(str(self._path))
        written = file.open(QSaveFile.OpenModeFlag.WriteOnly)
        if written:
            # Before there is a word in it: what was dictated is nobody else's to read.
            file.setPermissions(QFileDevice.Permission.ReadOwner | QFileDevice.Permission.WriteOwner)
            file.write(text.encode("utf-8"))
            written = file.commit()
        if not written:
            log.warning("the scratchpad could not be written: %s", file.errorString())

    def showEvent(self, event: QShowEvent) -> None:
        self.edit.setFocus()
        super().showEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.save()
        super().closeEvent(event)

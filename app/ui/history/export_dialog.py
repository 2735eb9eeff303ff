"""The export dialog: format, options, where to, with a preview. Says that word times are approximate.

The file is made on a thread of its own; the choices are given back to be remembered.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtGui import QCloseEvent, QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.base.settings import HistorySettings
from app.history.store import Session
from app.transcript.cues import TimedLine
from app.transcript.export import ExportError, ExportOptions, export, file_stem, find_target, not_written, write_export
from app.ui.history.labels import started, title_words
from app.ui.kit.placing import ask
from app.ui.kit.relay import relay_to

log = logging.getLogger(__name__)

PREVIEW_LINES = 6
"""Lines of the session that the preview is made of."""
PREVIEW_ROWS = 60


class ExportDialog(QDialog):
    """Attributes:
    settings: the history settings with what was chosen here; valid after the dialog was accepted.
    path: the file that was written, None before.
    """

    def __init__(
        self,
        session: Session,
        sample: Sequence[TimedLine],
        read: Callable[[], Sequence[TimedLine]],
        settings: HistorySettings,
        parent: QWidget | None = None,
    ) -> None:
        """`sample` are the first lines of the session (see `PREVIEW_LINES`). `read` gives all of them, in the thread that
        writes the file; it may raise OSError.
        """
        super().__init__(parent)
        self.settings = settings
        self.path: Path | None = None
        self._session = session
        self._read = read
        self._sample = sample
        self._busy = False
        self.setWindowTitle(self.tr("Export “{0}”").format(title_words(session)))
        self._make_controls()
        self._lay_out()
        self._refresh()

    # Building

    def _make_controls(self) -> None:
        self.format = QComboBox()
        for name, words in (
            ("txt", self.tr("Plain text (.txt)")),
            ("srt", self.tr("SubRip subtitles (.srt)")),
            ("vtt", self.tr("WebVTT subtitles (.vtt)")),
            ("json", self.tr("JSON with all details (.json)")),
        ):
            self.format.addItem(words, name)
        self.format.setCurrentIndex(max(0, self.format.findData(self.settings.export_format)))
        self.text = QComboBox()
        self.text.addItem(self.tr("Final transcript (most accurate)"), False)
        self.text.addItem(self.tr("Exactly as shown on screen"), True)
        self.text.setCurrentIndex(int(self.settings.export_as_shown))
        self.timestamps = QCheckBox(self.tr("Start each line with its time"))
        self.timestamps.setChecked(self.settings.export_timestamps)
        self.name = QLineEdit(file_stem(self._session.title, started(self._session)))
        self.folder = QLineEdit(self.settings.export_folder or _documents())
        self.browse = QPushButton(self.tr("Browse…"))
        self.browse.setAutoDefault(False)
        self.note = QLabel(
            self.tr(
                "Times are approximate. They are the moments at which words appeared, not an exact alignment with "
                "the sound."
            )
        )
        self.note.setWordWrap(True)
        self.preview = QPlainTextEdit()
        self.preview.setReadOnly(True)
        self.preview.setTabChangesFocus(True)
        self.preview.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.preview.setMinimumHeight(60)
        self.preview.setAccessibleName(self.tr("Preview"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.save = self.buttons.addButton(self.tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.save.setDefault(True)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setAccessibleName(self.tr("Problem"))
        self.problem.hide()
        for changed in (self.format.currentIndexChanged, self.text.currentIndexChanged, self.timestamps.toggled):
            changed.connect(self._refresh)
        self.name.textChanged.connect(self._refresh)
        self.browse.clicked.connect(self._browse)
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&Format:"), self.format)
        form.addRow(self.tr("&Text:"), self.text)
        form.addRow("", self.timestamps)
        form.addRow(self.tr("File &name:"), self.name)
        row = QHBoxLayout()
        row.addWidget(self.folder, 1)
        row.addWidget(self.browse)
        form.addRow(self.tr("F&older:"), row)
        label = form.labelForField(row)
        if isinstance(label, QLabel):
            label.setBuddy(self.folder)
        self.folder.setAccessibleName(self.tr("Folder"))
        for field in (self.format, self.text, self.name):
            label = form.labelForField(field)
            if isinstance(label, QLabel):
                field.setAccessibleName(label.text().replace("&", "").rstrip(":："))
        self.browse.setAccessibleName(self.tr("Browse for a folder"))
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(self.preview, 1)
        column.addWidget(self.note)
        column.addWidget(self.problem)
        column.addWidget(self.buttons)
        self.resize(620, 560)

    # What it does

    @property
    def options(self) -> ExportOptions:
        return ExportOptions(
            timestamps=self.timestamps.isChecked(),
            times=self.settings.line_times,
            as_shown=bool(self.text.currentData()),
            title=self._session.title,
            started=started(self._session),
        )

    def _refresh(self) -> None:
        name = self.format.currentData()
        for control in (self.format, self.name, self.folder, self.browse):
            control.setEnabled(not self._busy)
        self.timestamps.setEnabled(name == "txt" and not self._busy)
        self.text.setEnabled(name != "json" and not self._busy)
        self.note.setVisible(name != "txt" or self.timestamps.isChecked())
        shown = export(self._sample, name, self.options).splitlines()[:PREVIEW_ROWS]
        if self._session.n_lines > PREVIEW_LINES:
            shown.append("…")
        self.preview.setPlainText("\n".join(shown))
        self.save.setEnabled(bool(self.name.text().strip()) and not self._busy)

    def _browse(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder for the export"), self.folder.text())
        if chosen:
            self.folder.setText(chosen)

    def _save(self) -> None:
        file_name = f"{file_stem(self.name.text(), None)}.{self.format.currentData()}"
        try:
            target = find_target(self.folder.text(), file_name)
        except ExportError as error:
            self._tell_problem(str(error))
            return
        if target.exists() and not self._may_replace(target):
            return
        name, options = self.format.currentData(), self.options
        unread = self.tr("The history could not be read.")
        self.problem.hide()
        self._busy = True
        self._refresh()
        self.save.setText(self.tr("Saving…"))
        call = relay_to(self)

        def write() -> None:
            try:
                lines = self._read()
                if not lines and self._session.n_lines:  # deleted meanwhile
                    raise OSError("it is not there")
            except Exception:
                log.exception("the history could not be read")
                call("finish", target, unread)
                return
            try:
                write_export(target, export(lines, name, options))
            except ExportError as error:
                call("finish", target, str(error))
            except Exception as error:  # the dialog waits for an answer and can be closed only then
                log.exception("an export")
                call("finish", target, str(not_written(target, error)))
            else:
                call("finish", target, "")

        threading.Thread(target=write, name="export", daemon=True).start()

    def finish(self, target: Path, problem: str) -> None:
        """The file `target` has been written, or `problem` says why not."""
        self._busy = False
        self.save.setText(self.tr("Save"))
        self._refresh()
        if problem:
            self._tell_problem(problem)
            return
        self.path = target
        self.settings = replace(
            self.settings,
            export_folder=self.folder.text(),
            export_format=self.format.currentData(),
            export_timestamps=self.timestamps.isChecked(),
            export_as_shown=bool(self.text.currentData()),
        )
        self.accept()

    def _tell_problem(self, message: str) -> None:
        self.problem.setText(message)
        self.problem.show()

    def _may_replace(self, target: Path) -> bool:
        question = self.tr("“{0}” already exists. Replace it?").format(target.name)
        return ask(self, self.windowTitle(), question, "", self.tr("Replace"), warning=False)

    def reject(self) -> None:
        if not self._busy:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._busy:
            event.ignore()
        else:
            super().closeEvent(event)


def _documents() -> str:
    """Where documents are kept; not every computer has the folder that the system names."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return documents if documents and Path(documents).is_dir() else str(Path.home())

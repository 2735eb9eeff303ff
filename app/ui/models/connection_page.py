"""Page of the models dialog: where models are kept, and how the hub is reached."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.base import paths
from app.base.settings import ModelSettings
from app.models.hub import OFFICIAL_ENDPOINT
from app.ui.models.list_page import heading, paragraph


class ConnectionPage(QWidget):
    """
    Signals:
        saved(), back_wanted()
    """

    saved = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.folder = QLineEdit()
        self.mirror = QLineEdit()
        self.proxy = QLineEdit()
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.offline = QCheckBox(self.tr("Never use the network for models"))
        self.browse = QPushButton(self.tr("Choose…"))
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self._choose)
        self.folder_note = paragraph()
        self.folder_note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        folder = QHBoxLayout()
        folder.addWidget(self.folder, 1)
        folder.addWidget(self.browse)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setVerticalSpacing(10)
        form.addRow(self.tr("Folder for models:"), folder)
        form.addRow("", self.folder_note)
        form.addRow(self.tr("Mirror of the hub:"), self.mirror)
        form.addRow(self.tr("Proxy:"), self.proxy)
        form.addRow(self.tr("Access token:"), self.token)
        form.addRow("", self.offline)
        for field, label, hint in (
            (self.folder, self.tr("Folder for models"), self.tr("the data folder of this program")),
            (self.mirror, self.tr("Mirror of the hub"), os.environ.get("HF_ENDPOINT") or OFFICIAL_ENDPOINT),
            (self.proxy, self.tr("Proxy"), self.tr("that of the system, or http://host:8080")),
            (self.token, self.tr("Access token"), self.tr("only for models that ask for an account")),
        ):
            field.setAccessibleName(label)
            field.setPlaceholderText(hint)
        self.back = QPushButton(self.tr("Cancel"))
        self.save = QPushButton(self.tr("Save"))
        self.save.setDefault(True)
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self.back_wanted)
        self.save.clicked.connect(self.saved)
        buttons = QHBoxLayout()
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        buttons.addWidget(self.save)
        about = paragraph(
            self.tr("Sound and text never leave this computer; only models are fetched, when you ask for one.")
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(heading(self.tr("Folder and connection")))
        column.addWidget(about)
        column.addSpacing(10)
        column.addLayout(form)
        column.addStretch(1)
        column.addLayout(buttons)

    def show_settings(self, settings: ModelSettings) -> None:
        self.folder.setText(settings.folder)
        self.mirror.setText(settings.mirror)
        self.proxy.setText(settings.proxy)
        self.token.setText(settings.token)
        self.offline.setChecked(settings.offline)
        self._set_waiting(False)
        forced = bool(os.environ.get(paths.MODELS_VARIABLE))
        self.folder.setEnabled(not forced)
        self.browse.setEnabled(not forced)
        self.folder_note.setText(
            self.tr("Set by the environment variable {0}.").format(paths.MODELS_VARIABLE)
            if forced
            else self.tr("Models that are in another folder stay there.")
        )

    def apply_to(self, settings: ModelSettings) -> ModelSettings:
        """The settings with what was typed."""
        return replace(
            settings,
            folder=self.folder.text().strip(),
            mirror=self.mirror.text().strip(),
            proxy=self.proxy.text().strip(),
            token=self.token.text().strip(),
            offline=self.offline.isChecked(),
        )

    def wait(self) -> None:
        """The folder is being tried, which may take a while with a disk that sleeps."""
        self._set_waiting(True)
        self.folder_note.setText(self.tr("Looking at the folder…"))

    def refuse(self, sentence: str) -> None:
        """The folder cannot be used."""
        self._set_waiting(False)
        self.folder_note.setText(sentence)
        self.folder.setFocus()

    def _set_waiting(self, waiting: bool) -> None:
        for widget in (self.folder, self.mirror, self.proxy, self.token, self.offline, self.browse, self.save):
            widget.setEnabled(not waiting)

    def _choose(self) -> None:
        start = self.folder.text() or str(Path.home())
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder for models"), start)
        if chosen:
            self.folder.setText(chosen)

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
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
)

from app.base import paths
from app.base.settings import ModelSettings, label_of
from app.models.hub import OFFICIAL_ENDPOINT
from app.ui.kit.page import BUTTON_GAP_PX, Page, paragraph


class ConnectionPage(Page):
    """
    Signals:
        saved(), back_wanted()
    """

    saved = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Folder and connection"), scrolls=True)
        self.folder = QLineEdit()
        self.mirror = QLineEdit()
        self.proxy = QLineEdit()
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.offline = QCheckBox(label_of("models", "offline"))
        self.browse = QPushButton(self.tr("Choose…"))
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self._choose)
        self.folder_note = paragraph()
        self.folder_note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        folder = QHBoxLayout()
        folder.setSpacing(BUTTON_GAP_PX)
        folder.addWidget(self.folder, 1)
        folder.addWidget(self.browse)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setVerticalSpacing(10)
        self._row(form, "folder", self.folder, self.tr("the program's data folder"), folder)
        form.addRow("", self.folder_note)
        self._row(form, "mirror", self.mirror, os.environ.get("HF_ENDPOINT") or OFFICIAL_ENDPOINT)
        self._row(form, "proxy", self.proxy, self.tr("the system's, or http://host:8080"))
        self._row(form, "token", self.token, self.tr("only for models that require an account"))
        form.addRow("", self.offline)
        self.back = QPushButton(self.tr("Cancel"))
        self.save = QPushButton(self.tr("Save"))
        self.save.setDefault(True)
        self.back.clicked.connect(self.back_wanted)
        self.save.clicked.connect(self.saved)
        about = paragraph(
            self.tr(
                "Sound and text stay on this computer unless you choose a server. Otherwise, the network is used only when you "
                "download a model."
            )
        )
        self.body.addWidget(about)
        self.body.addSpacing(10)
        self.body.addLayout(form)
        self.body.addStretch(1)
        self.buttons(self.back, None, self.save)

    @staticmethod
    def _row(form: QFormLayout, name: str, field: QLineEdit, hint: str, line: QHBoxLayout | None = None) -> None:
        """The setting `name` in `field`, with `hint` where it is empty; `line` is what stands there if it is more."""
        label = QLabel(label_of("models", name))
        label.setBuddy(field)
        field.setAccessibleName(label.text())
        field.setPlaceholderText(hint)
        if line is not None:
            form.addRow(label, line)
        else:
            form.addRow(label, field)

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
            else self.tr("Models in other folders stay there.")
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
        self.folder_note.setText(self.tr("Checking the folder…"))

    def refuse(self, message: str) -> None:
        """The folder cannot be used."""
        self._set_waiting(False)
        self.folder_note.setText(message)
        self.folder.setFocus()

    def _set_waiting(self, waiting: bool) -> None:
        for widget in (self.folder, self.mirror, self.proxy, self.token, self.offline, self.browse, self.save):
            widget.setEnabled(not waiting)

    def _choose(self) -> None:
        start = self.folder.text() or str(Path.home())
        chosen = QFileDialog.getExistingDirectory(self, label_of("models", "folder"), start)
        if chosen:
            self.folder.setText(chosen)

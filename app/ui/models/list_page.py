"""First page of the models dialog: the models of this computer, those that can be downloaded, and what to do with one."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.base.translation import model_words, translate
from app.models.catalogue import Catalogue, CatalogueEntry
from app.models.installed import SERVER_PREFIX, STARTER, InstalledModel
from app.models.words import readable_size
from app.ui.kit.page import Page, button_row, heading, paragraph
from inference.languages import language_named


@dataclass(frozen=True)
class Row:
    """One line of the list: a model that is here, or one that can be downloaded."""

    model: InstalledModel | None = None
    entry: CatalogueEntry | None = None

    @property
    def key(self) -> str:
        return self.model.id if self.model is not None else f"get:{self.entry.id if self.entry else ''}"


def rows_for(installed: list[InstalledModel], catalogue: Catalogue) -> list[Row]:
    """What the list shows, in order: models that are here, then those that can be downloaded."""
    return [Row(model=model) for model in installed] + [
        Row(entry=entry) for entry in catalogue.entries if entry.kind == "hub"
    ]


def languages_text(languages: tuple[str, ...], best: tuple[str, ...] = ()) -> str:
    """ "English", or "30 languages, best in 中文, English"."""
    if not languages:
        return translate("ModelDialog", "unknown")
    if len(languages) <= 3:
        return ", ".join(map(_own_name, languages))
    text = translate("ModelDialog", "{0} languages").format(len(languages))
    if best and len(best) < len(languages):
        names = ", ".join(map(_own_name, best))
        text = translate("ModelDialog", "{0}, best in {1}").format(text, names)
    return text


def memory_text(n_bytes: list[int]) -> str:
    """Memory that a model's versions take, "" where it was not measured (0)."""
    known = sorted(n for n in n_bytes if n)
    if not known:
        return ""
    low, high = readable_size(known[0]), readable_size(known[-1])
    if low == high:
        return translate("ModelDialog", "{0} while it runs").format(low)
    return translate("ModelDialog", "{0} to {1} while it runs").format(low, high)


def _own_name(name: str) -> str:
    """What the speakers of a language call it: readable in every language of the interface."""
    language = language_named(name)
    return language.own_name if language is not None else name


class ListPage(Page):
    """
    Signals:
        use_wanted(InstalledModel), get_wanted(CatalogueEntry), predict_wanted(CatalogueEntry), check_wanted(InstalledModel),
        remove_wanted(InstalledModel), folder_wanted(), server_wanted(), connection_wanted(), close_wanted()
    """

    use_wanted = Signal(object)
    get_wanted = Signal(object)
    predict_wanted = Signal(object)
    check_wanted = Signal(object)
    remove_wanted = Signal(object)
    folder_wanted = Signal()
    server_wanted = Signal()
    connection_wanted = Signal()
    close_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Speech models"), scrolls=True)
        self._rows: list[Row] = []
        self._catalogue = Catalogue(())
        self._predicted: dict[str, str] = {}  # entry -> what to expect of it here
        self._predicting = ""
        about = paragraph(
            self.tr(
                "Speech is recognised on this computer unless you choose a server. A larger model knows more languages and "
                "makes fewer mistakes."
            )
        )
        self.message = paragraph()
        self.message.hide()
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Models"))
        self.list.setAlternatingRowColors(True)
        self.list.setMinimumWidth(220)
        self.list.setSpacing(1)
        self.list.currentRowChanged.connect(self._show_row)
        self.list.itemActivated.connect(lambda _: self.primary.click())

        self.folder_button = QPushButton(self.tr("From a folder…"))
        self.server_button = QPushButton(self.tr("Add a server…"))
        self.connection_button = QPushButton(self.tr("Folder and connection…"))
        self.close_button = QPushButton(self.tr("Close"))
        self.folder_button.clicked.connect(self.folder_wanted)
        self.server_button.clicked.connect(self.server_wanted)
        self.connection_button.clicked.connect(self.connection_wanted)
        self.close_button.clicked.connect(self.close_wanted)

        middle = QHBoxLayout()
        middle.setSpacing(18)
        middle.addWidget(self.list, 4)
        middle.addWidget(self._details(), 5)
        self.body.addWidget(about)
        self.body.addWidget(self.message)
        self.body.addSpacing(6)
        self.body.addLayout(middle, 1)
        self.body.addSpacing(6)
        self.buttons(self.folder_button, self.server_button, self.connection_button, None, self.close_button)

    def _details(self) -> QWidget:
        details = QWidget()
        self.name = heading(factor=1.15)
        self.state = paragraph()
        self.fields = {
            name: (QLabel(label), paragraph())
            for name, label in (
                ("languages", self.tr("Languages:")),
                ("size", self.tr("Size:")),
                ("memory", self.tr("Memory:")),
                ("hardware", self.tr("Hardware:")),
                ("here", self.tr("On this computer:")),
                ("licence", self.tr("Licence:")),
                ("folder", self.tr("Folder:")),
                ("address", self.tr("Address:")),
            )
        }
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        for label, value in self.fields.values():
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            value.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            form.addRow(label, value)
        self.form = form
        self.primary = QPushButton(self.tr("Use this model"))
        self.primary.setEnabled(False)  # until the list is there
        self.primary.setDefault(True)
        self.predict = QPushButton(self.tr("Will it run here?"))
        self.predict.setToolTip(self.tr("Measures this computer for some seconds; nothing is downloaded"))
        self.predict.clicked.connect(self._predict_clicked)
        self.check = QPushButton(self.tr("Check"))
        self.check.setToolTip(self.tr("Reads every file of the model and compares the checksums"))
        self.remove = QPushButton(self.tr("Remove…"))
        self.primary.clicked.connect(self._primary_clicked)
        self.check.clicked.connect(lambda: self.check_wanted.emit(self._current().model))
        self.remove.clicked.connect(lambda: self.remove_wanted.emit(self._current().model))
        column = QVBoxLayout(details)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.name)
        column.addWidget(self.state)
        column.addSpacing(6)
        column.addLayout(form)
        column.addStretch(1)
        column.addLayout(button_row(self.primary, self.predict, self.check, self.remove, None))
        return details

    def show_models(self, installed: list[InstalledModel], catalogue: Catalogue) -> None:
        """Fills the list; the row that was chosen stays chosen, else the model in use is."""
        before = self._current().key if self._rows else ""
        self._rows = rows_for(installed, catalogue)
        self._catalogue = catalogue
        self.list.blockSignals(True)
        self.list.clear()
        for row in self._rows:
            self.list.addItem(QListWidgetItem(self._line(row)))
        self.list.blockSignals(False)
        chosen = next((n for n, row in enumerate(self._rows) if row.key == before), -1)
        if chosen < 0:
            chosen = next((n for n, row in enumerate(self._rows) if row.model is not None and row.model.active), 0)
        self.list.setCurrentRow(chosen)
        self._show_row(chosen)

    def choose(self, key: str) -> None:
        """Selects the row of a model (its id) or of an offer ("get:" and its id), if it is there."""
        for index, row in enumerate(self._rows):
            if row.key == key:
                self.list.setCurrentRow(index)

    def say(self, text: str) -> None:
        """A message above the list, "" for none."""
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def _current(self) -> Row:
        index = self.list.currentRow()
        return self._rows[index] if 0 <= index < len(self._rows) else Row()

    def _line(self, row: Row) -> str:
        """Name and, below it, what a user asks first."""
        if row.model is not None:
            model = row.model
            facts = [readable_size(model.n_bytes), languages_text(model.languages)] if not model.problem else []
            facts = [self.tr("Server")] if model.kind == "server" else facts
            state = self._state(row)
            return f"{self._name(row)}\n{' · '.join([state, *facts])}"
        assert row.entry is not None
        size = self.tr("{0} download").format(readable_size(row.entry.download_bytes))
        return f"{row.entry.name}\n{size} · {languages_text(row.entry.languages)}"

    def _name(self, row: Row) -> str:
        if row.model is None:
            return row.entry.name if row.entry is not None else ""
        return model_words(row.model.name)

    def _state(self, row: Row) -> str:
        if row.model is None:
            return self.tr("Available")
        if row.model.problem:
            return self.tr("Damaged")
        if row.model.active:
            return self.tr("In use")
        return self.tr("Ready")

    def _show_row(self, _: int) -> None:
        row = self._current()
        model, entry = row.model, row.entry
        self.name.setText(self._name(row))
        self.state.setText(self._sentence(row))
        known = entry if entry is not None else self._entry_of(model)
        licence = known.licence.name if known is not None and known.licence is not None else ""
        values = dict.fromkeys(self.fields, "")
        if known is not None:
            values["hardware"] = known.hardware_text
            best = known.best_languages
        else:
            best = ()
        if model is not None and model.kind == "server":
            values["address"] = model.id.removeprefix(SERVER_PREFIX)
        elif model is not None and not model.problem:
            values["languages"] = languages_text(model.languages, best)
            values["size"] = self.tr("{0} on disk").format(readable_size(model.n_bytes))
            values["licence"] = licence or model.licence
            values["folder"] = str(model.folder) if model.kind != "included" else ""
            if known is not None and model.precision in known.footprints:
                values["memory"] = memory_text([known.footprints[model.precision].memory])
        elif entry is not None:
            values["languages"] = languages_text(entry.languages, entry.best_languages)
            values["size"] = self._offer_size(entry)
            values["memory"] = memory_text([item.memory for item in entry.footprints.values()])
            values["licence"] = licence
            values["here"] = self._predicted.get(entry.id, "")
        for name, (label, value) in self.fields.items():
            value.setText(values[name])
            self.form.setRowVisible(label, bool(values[name]))
        self._show_buttons(row)

    def _offer_size(self, entry: CatalogueEntry) -> str:
        disk = [item.disk for item in entry.footprints.values()]
        fetched = self.tr("{0} download").format(readable_size(entry.download_bytes))
        if not disk:
            return fetched
        return self.tr("{0}; {1} to {2} after conversion").format(
            fetched, readable_size(min(disk)), readable_size(max(disk))
        )

    def _entry_of(self, model: InstalledModel | None) -> CatalogueEntry | None:
        if model is None:
            return None
        if model.id == STARTER:
            return self._catalogue.find(STARTER)
        return next(
            (item for item in self._catalogue.entries if item.repository and item.repository == model.model_id), None
        )

    def _sentence(self, row: Row) -> str:
        if row.model is None:
            return self.tr("Downloads from the publisher, then converts and tests it on this computer.")
        if row.model.problem:
            return row.model.problem
        if row.model.kind == "server":
            return self.tr("While it is used, everything that is heard is sent to this server.")
        if row.model.active:
            return self.tr("Captions and dictation use this model.")
        return self.tr("Ready to use.")

    def _show_buttons(self, row: Row) -> None:
        model = row.model
        use = self.tr("Use this server") if model is not None and model.kind == "server" else self.tr("Use this model")
        self.primary.setText(use if model is not None else self.tr("Download model…"))
        self.primary.setEnabled((model is not None and not model.active and not model.problem) or row.entry is not None)
        entry = row.entry
        self.predict.setVisible(model is None and entry is not None and entry.shape is not None)
        self.check.setVisible(model is not None and model.kind != "server")
        self.remove.setVisible(model is not None and model.kind != "included")
        self.remove.setText(
            self.tr("Remove from list…")
            if model is not None and model.kind in ("external", "server")
            else self.tr("Remove…")
        )

    def _predict_clicked(self) -> None:
        entry = self._current().entry
        if entry is not None:
            self._predicting = entry.id
            self.show_prediction(self.tr("Measuring…"))
            self.predict.setEnabled(False)
            self.predict_wanted.emit(entry)

    def show_prediction(self, text: str) -> None:
        """What to expect of the model that was asked about."""
        self._predicted[self._predicting] = text
        self.predict.setEnabled(True)
        self._show_row(self.list.currentRow())

    def _primary_clicked(self) -> None:
        row = self._current()
        if row.model is not None:
            self.use_wanted.emit(row.model)
        elif row.entry is not None:
            self.get_wanted.emit(row.entry)

"""The language list: automatic, then what was used lately, then all; found by typing any part of either name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QWidget

from app.ui.kit.changes import FollowsChanges
from inference.languages import LANGUAGES, Language, language_named

RECENTS = 3


def label_of(language: Language) -> str:
    """ "中文 · Chinese"; one name where both are the same."""
    if language.own_name == language.name:
        return language.name
    return f"{language.own_name} · {language.name}"


def with_recent(recents: Sequence[str], chosen: str) -> tuple[str, ...]:
    """Recent languages after `chosen` ("" for automatic, which is not one), newest first."""
    if not chosen:
        return tuple(recents)
    return (chosen, *(name for name in recents if name != chosen))[:RECENTS]


class LanguagePicker(FollowsChanges, QComboBox):
    """A combo box one can type into.

    Signals:
        chosen(str): canonical name, "" for automatic; only when the user picks another one.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = ""
        self._recents: tuple[str, ...] = ()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setMaxVisibleItems(16)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(14)
        completer = self.completer()
        assert completer is not None
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.activated.connect(self._pick)
        line = self.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._typed)
        self.follow_changes()

    @property
    def value(self) -> str:
        return self._value

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Spoken language"))
        line = self.lineEdit()
        assert line is not None
        line.setAccessibleName(self.tr("Spoken language"))
        self.setToolTip(self.tr("Type a part of a name to find it"))
        self._fill()

    def show_choice(self, value: str, recents: Sequence[str]) -> None:
        """The choice in force, and what was chosen lately."""
        if (value, tuple(recents)) != (self._value, self._recents):
            self._value, self._recents = value, tuple(recents)
            self._fill()

    def _fill(self) -> None:
        self.blockSignals(True)
        self.clear()
        self.addItem(self.tr("Automatic"), "")
        recent = [language for name in self._recents if (language := language_named(name)) is not None]
        for language in recent:
            self.addItem(label_of(language), language.name)
        self.insertSeparator(self.count())
        for language in LANGUAGES:
            if language not in recent:
                self.addItem(label_of(language), language.name)
        self.setCurrentIndex(max(0, self.findData(self._value)))
        self.blockSignals(False)

    def _pick(self, index: int) -> None:
        value = self.itemData(index)
        if isinstance(value, str) and value != self._value:
            self._value = value
            self.chosen.emit(value)

    def _typed(self) -> None:
        """What was typed and left: the entry it names, else the one it is the only part of, else as before."""
        line = self.lineEdit()
        assert line is not None
        text = line.text().strip().casefold()
        labels = [(self.itemText(i).casefold(), i) for i in range(self.count()) if self.itemData(i) is not None]
        exact = [i for label, i in labels if label == text]
        part = [i for label, i in labels if text and text in label]
        found = exact or (part if len(part) == 1 else [])
        if found:
            self.setCurrentIndex(found[0])
            self._pick(found[0])
        else:
            self.setCurrentIndex(max(0, self.findData(self._value)))
            line.setText(self.currentText())

"""The hotword box: words the model should spell this way, with named lists to switch between."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QMimeData, QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.base.hotword_fit import fit, sent_chars
from app.base.settings import HotwordList, Hotwords
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.icons import icon
from app.ui.kit.page import name_combo
from app.ui.kit.placing import ask_text
from inference.hotwords import split_hotwords
from inference.options import MAX_CONTEXT_CHARS

TYPING_PAUSE_MS = 700
BOX_MIN_PX = 64
BOX_PX = 80


class WordsBox(QPlainTextEdit):
    """A text box that is content with a few rows: the column it stands in shall not scroll for its sake."""

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), BOX_PX)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """No files, which are for the window around it."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)


def with_list(lists: tuple[HotwordList, ...], name: str, words: str) -> tuple[HotwordList, ...]:
    """`lists` with the list `name` holding `words`, sorted by name."""
    others = [item for item in lists if item.name != name]
    return tuple(sorted((*others, HotwordList(name, words)), key=lambda item: item.name.casefold()))


def without_list(lists: tuple[HotwordList, ...], name: str) -> tuple[HotwordList, ...]:
    return tuple(item for item in lists if item.name != name)


class HotwordPanel(FollowsChanges, QWidget):
    """The list chooser, the box and the count.

    Signals:
        changed(Hotwords): other words or lists, shortly after typing stopped.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hotwords = Hotwords()
        self.lists = QComboBox(self)
        self.lists.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.lists.setMinimumContentsLength(8)
        self.lists.activated.connect(self._switch)
        self.save_button = self._button("list_add", self._save_as)
        self.delete_button = self._button("delete", self._delete)
        self.box = WordsBox(self)
        self.box.setTabChangesFocus(True)
        self.box.setMinimumHeight(BOX_MIN_PX)
        self.box.textChanged.connect(self._typed)
        self.count = QLabel(self)
        self.count.setWordWrap(True)
        font = self.count.font()
        font.setPointSizeF(font.pointSizeF() * 0.92)
        self.count.setFont(font)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.lists, 1)
        row.addWidget(self.save_button)
        row.addWidget(self.delete_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.box, 1)
        column.addWidget(self.count)
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._emit_words)
        self.follow_changes()

    def _button(self, picture: str, act: object) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("picture", picture)
        button.setIconSize(QSize(18, 18))
        button.setMinimumSize(28, 28)
        button.clicked.connect(act)
        return button

    def retranslate(self) -> None:
        name_combo(self.lists, self.tr("Hotword list"))
        self.lists.setToolTip(self.tr("Use a saved list"))
        self.save_button.setToolTip(self.tr("Save these words as a list…"))
        self.save_button.setAccessibleName(self.tr("Save these words as a list…"))
        self.delete_button.setToolTip(self.tr("Delete this list"))
        self.delete_button.setAccessibleName(self.tr("Delete this list"))
        self.box.setAccessibleName(self.tr("Hotwords"))
        self.box.setPlaceholderText(self.tr("Names and terms to spell correctly, one per line or separated by commas"))
        self.show_hotwords(self._hotwords)

    def dress(self) -> None:
        for button in (self.save_button, self.delete_button):
            button.setIcon(icon(button.property("picture")))

    def show_hotwords(self, hotwords: Hotwords) -> None:
        """The words and lists in force; what the user is typing is not touched."""
        self._hotwords = hotwords
        self.lists.blockSignals(True)
        self.lists.clear()
        self.lists.addItem(self.tr("No list"), "")
        for item in hotwords.lists:
            self.lists.addItem(item.name, item.name)
        self.lists.setCurrentIndex(max(0, self.lists.findData(hotwords.chosen)))
        self.lists.blockSignals(False)
        self.delete_button.setEnabled(bool(self.lists.currentData()))
        if self.box.toPlainText() != hotwords.words and not self._pause.isActive():
            self.box.blockSignals(True)
            self.box.setPlainText(hotwords.words)
            self.box.blockSignals(False)
        self._show_count()

    def _typed(self) -> None:
        self._show_count()
        self._pause.start()

    def _show_count(self) -> None:
        words = split_hotwords(self.box.toPlainText())
        used = sent_chars(words)
        self.save_button.setEnabled(bool(words))
        if used > MAX_CONTEXT_CHARS:
            text = self.tr("{used} of {limit} characters: only the first %n word(s) are used.", "", len(fit(words)))
        else:
            text = self.tr("%n word(s), {used} of {limit} characters", "", len(words))
        self.count.setText(text.format(used=used, limit=MAX_CONTEXT_CHARS))

    def _emit_words(self) -> None:
        self._pause.stop()
        words = self.box.toPlainText()
        if words != self._hotwords.words:
            lists = self._hotwords.lists
            name = self._hotwords.chosen
            if name:
                lists = with_list(lists, name, words)
            self.changed.emit(replace(self._hotwords, words=words, lists=lists))

    def flush(self) -> None:
        """Takes over what was typed a moment ago."""
        if self._pause.isActive():
            self._emit_words()

    def _switch(self, index: int) -> None:
        self.flush()
        name = self.lists.itemData(index)
        words = next((item.words for item in self._hotwords.lists if item.name == name), None)
        changed = replace(self._hotwords, chosen=name)
        self.changed.emit(changed if words is None else replace(changed, words=words))

    def _save_as(self) -> None:
        self.flush()
        given = ask_text(self, self.tr("Save hotwords"), self.tr("Name of the list:"), self._hotwords.chosen)
        name = " ".join((given or "").split())
        if name:
            lists = with_list(self._hotwords.lists, name, self.box.toPlainText())
            self.changed.emit(replace(self._hotwords, lists=lists, chosen=name))

    def _delete(self) -> None:
        self.flush()
        lists = without_list(self._hotwords.lists, self._hotwords.chosen)
        self.changed.emit(replace(self._hotwords, lists=lists, chosen=""))

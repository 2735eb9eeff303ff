"""The words that are masked, a list for each language; every list can be edited and has a way back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.base.settings import MaskList
from app.transcript.masking import default_lists
from app.ui.kit.language_picker import label_of
from app.ui.kit.page import name_combo
from inference.languages import LANGUAGES

TYPING_PAUSE_MS = 700
BOX_PX = 96


class MaskField(QWidget):
    """Signals:
    changed(tuple[MaskList, ...]): the lists that are not the program's own, shortly after typing stopped.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._lists: tuple[MaskList, ...] = ()
        self.language = QComboBox()
        first = list(default_lists())
        for language in sorted(LANGUAGES, key=lambda language: (language.name not in first, language.name)):
            self.language.addItem(label_of(language), language.name)
        self.language.currentIndexChanged.connect(self._turn)
        self.words = QPlainTextEdit()
        self.words.setFixedHeight(BOX_PX)
        self.words.setTabChangesFocus(True)
        self.words.setAccessibleName(self.tr("Words to mask, one per line"))
        self.words.setPlaceholderText(self.tr("One word per line. A star stands for any ending."))
        self.words.textChanged.connect(self._typed)
        self.words.installEventFilter(self)
        self.restore = QPushButton(self.tr("Restore this list"))
        self.restore.setAutoDefault(False)
        self.restore.clicked.connect(self._restore)
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._pause.timeout.connect(self.flush)
        row = QHBoxLayout()
        row.addWidget(self.language)
        row.addStretch(1)
        row.addWidget(self.restore)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.words)
        name_combo(self.language, self.tr("Language of the list"))
        self._shown = self._chosen
        self._show()

    def _typed(self) -> None:
        self._pause.start()

    def show_lists(self, lists: tuple[MaskList, ...]) -> None:
        """The lists in force; what is being typed is not touched."""
        if lists != self._lists and not self._pause.isActive():
            self._lists = lists
            self._show()

    def flush(self) -> None:
        """What was typed is in force from now on."""
        if self._pause.isActive():
            self._pause.stop()
        self._keep(self.words.toPlainText())

    def _turn(self) -> None:
        """To the list of another language; what was typed stays with its own."""
        self.flush()
        self._shown = self._chosen
        self._show()

    @property
    def _chosen(self) -> str:
        return str(self.language.currentData())

    def _words(self, language: str) -> str:
        own = next((item.words for item in self._lists if item.language == language), None)
        return default_lists().get(language, "") if own is None else own

    def _show(self) -> None:
        with QSignalBlocker(self.words):
            self.words.setPlainText(self._words(self._shown))

    def _restore(self) -> None:
        self._pause.stop()
        self._keep(default_lists().get(self._shown, ""))
        self._show()

    def _keep(self, words: str) -> None:
        others = tuple(item for item in self._lists if item.language != self._shown)
        own = words.split() != default_lists().get(self._shown, "").split()
        lists = (*others, MaskList(self._shown, words)) if own else others
        if lists != self._lists:
            self._lists = lists
            self.changed.emit(lists)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.flush()
        return super().eventFilter(watched, event)

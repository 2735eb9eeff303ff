"""The first-run page: what is listened to, in which language, with which model; with a live level, so that one sees
that the microphone works before anything else. Until the page is left, captions are shown and nothing is stored."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.base.events import Status
from app.base.settings import CaptionSettings, Settings, label_of
from app.base.translation import model_words
from app.ui.kit.actions import Actions
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.icons import app_icon
from app.ui.kit.language_picker import LanguagePicker, with_recent
from app.ui.kit.placing import grow_clear
from app.ui.kit.state_names import state_words
from app.ui.kit.wheel import WheelScrolls
from app.ui.main_window.source_panel import SourcePanel

WIDTH_PX = 560


class FirstRun(FollowsChanges, QDialog):
    """One page; everything on it can be changed later.

    It is as high as what is on it as long as the screen and the captions leave that much; with less it scrolls. Whether
    anything is stored, and the button to leave it, are always in sight.

    Signals:
        captions_changed(CaptionSettings), storing_changed(bool on)
        done_with(): the page has been read, by its button or by closing it.
    """

    captions_changed = Signal(object)
    storing_changed = Signal(bool)
    done_with = Signal()

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._captions = CaptionSettings()
        self._status = Status("loading")
        self.setWindowIcon(app_icon())
        picture = QLabel()
        picture.setPixmap(app_icon().pixmap(56, 56))
        self.heading = QLabel()
        font = self.heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.6)
        font.setBold(True)
        self.heading.setFont(font)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.source_panel = SourcePanel()
        self.source_panel.changed.connect(self.captions_changed)
        self.language_label = QLabel()
        self.language = LanguagePicker()
        self.language_label.setBuddy(self.language)
        self.language.chosen.connect(self._pick_language)
        self.model_label = QLabel()
        self.model_label.setWordWrap(True)
        self.model_button = QPushButton()
        self.model_button.setAutoDefault(False)
        self.model_button.clicked.connect(actions.models.trigger)
        self.storing = QCheckBox()
        self.storing.toggled.connect(self.storing_changed)
        self.state = QLabel()
        self.start = QPushButton()
        self.start.setDefault(True)
        self.start.setMinimumHeight(34)
        self.start.clicked.connect(self.accept)
        self.accepted.connect(self.done_with)
        self.rejected.connect(self.done_with)

        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(picture)
        words = QVBoxLayout()
        words.addWidget(self.heading)
        words.addWidget(self.words)
        top.addLayout(words, 1)
        line = QFrame()
        line.setFrameShape(QFrame.Shape.HLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        line.setForegroundRole(line.palette().ColorRole.Mid)
        model = QHBoxLayout()
        model.addWidget(self.model_label, 1)
        model.addWidget(self.model_button)
        last = QHBoxLayout()
        last.addWidget(self.state, 1)
        last.addWidget(self.start)
        bottom = self._bottom = QVBoxLayout()
        bottom.setContentsMargins(24, 6, 24, 20)
        bottom.setSpacing(10)
        bottom.addWidget(self.storing)
        bottom.addLayout(last)
        inside = QWidget()
        column = self._column = QVBoxLayout(inside)
        column.setContentsMargins(24, 22, 24, 8)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(line)
        column.addWidget(self.source_panel)
        column.addSpacing(4)
        column.addWidget(self.language_label)
        column.addWidget(self.language)
        column.addSpacing(4)
        column.addLayout(model)
        column.addStretch(1)
        inside.installEventFilter(self)
        WheelScrolls(inside).cover()
        self.page = QScrollArea()
        self.page.setWidget(inside)
        self.page.setWidgetResizable(True)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.page, 1)
        outer.addLayout(bottom)
        self._needed = 0
        self.follow_changes()
        self.resize(WIDTH_PX, self._needed_height(WIDTH_PX))

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Welcome to R2T2 Captions"))
        self.heading.setText(self.tr("Live captions for anything you hear"))
        self.words.setText(
            self.tr(
                "Words appear above all other windows while they are spoken, and never change afterwards. Everything "
                "happens on this computer. No sound and no text leaves it."
            )
        )
        self.language_label.setText(label_of("captions", "language"))
        self.model_button.setText(self.tr("Choose another model…"))
        self.storing.setText(self.tr("Save what is said as text on this computer"))
        self.start.setText(self.tr("Start"))
        self.show_status(self._status)

    def show_settings(self, settings: Settings) -> None:
        self._captions = settings.captions
        self.source_panel.show_settings(settings.captions)
        self.language.show_choice(settings.captions.language, settings.captions.recent_languages)
        with QSignalBlocker(self.storing):
            self.storing.setChecked(settings.history.store)

    def show_status(self, status: Status) -> None:
        self._status = status
        if status.model:
            text = self.tr("Model: {name}. A larger model makes fewer mistakes but needs a faster computer.")
            self.model_label.setText(text.format(name=model_words(status.model)))
        else:
            self.model_label.setText(self.tr("Loading the model…"))
        if status.state == "listening":
            self.state.setText(self.tr("Say something. The level above should move."))
        else:
            self.state.setText(status.message or state_words(status.state, status.lag_s))

    def _needed_height(self, width: int) -> int:
        content = max(self._column.totalHeightForWidth(width), self._column.totalSizeHint().height())
        return content + self._bottom.totalSizeHint().height()

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return handled

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A page that can scroll keeps its wish for more height to itself."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Advice and device rows come and go: the page grows with them, and scrolls where it cannot."""
        bar = self.page.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(self._column.totalMinimumSize().width() + bar)
        needed = self._needed_height(self.width())
        if needed > max(self._needed, self.height()):
            grow_clear(self, needed)
        self._needed = needed

    def _pick_language(self, name: str) -> None:
        recents = with_recent(self._captions.recent_languages, name)
        self.captions_changed.emit(replace(self._captions, language=name, recent_languages=recents))

    def closeEvent(self, event: QCloseEvent) -> None:
        event.accept()
        self.reject()

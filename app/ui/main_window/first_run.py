"""The first-run page: captions and dictation side by side, each to be tried at once, with a live level, so that one sees
that the microphone works before anything else. Until the page is left, captions are shown and nothing is stored."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
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
from app.base.settings import Settings
from app.base.translation import model_words
from app.transcript.document import Transcript
from app.ui.kit.actions import Actions
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.icons import app_icon
from app.ui.kit.page import heading
from app.ui.kit.placing import grow_clear
from app.ui.kit.state_names import state_words
from app.ui.kit.wheel import WheelScrolls
from app.ui.main_window.first_features import CaptionsFeature, DictationFeature
from app.ui.main_window.level_meter import LevelMeter

WIDTH_PX = 900
COLUMNS_PX = 720
"""In a narrower page the features stand one below the other."""


class FirstRun(FollowsChanges, QDialog):
    """One page; everything on it can be changed later.

    It is as high as what is on it as long as the screen and the captions leave that much; with less it scrolls. The level,
    whether anything is stored, and the button to leave it, are always in sight.

    Signals:
        captions_changed(CaptionSettings), storing_changed(bool on), key_changed(str group, str name, object value)
        keys_wanted(): the settings of the keys.
        done_with(): the page has been read, by its button or by closing it.
    """

    captions_changed = Signal(object)
    storing_changed = Signal(bool)
    key_changed = Signal(str, str, object)
    keys_wanted = Signal()
    done_with = Signal()

    def __init__(self, actions: Actions, transcript: Transcript, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._status = Status("loading")
        self.setWindowIcon(app_icon())
        self.heading = heading(factor=1.5)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.captions = CaptionsFeature(transcript)
        self.captions.changed.connect(self.captions_changed)
        self.source_panel = self.captions.source_panel
        self.dictation = DictationFeature()
        self.dictation.changed.connect(self.key_changed)
        self.dictation.keys_wanted.connect(self.keys_wanted)
        self.model_label = QLabel()
        self.model_label.setWordWrap(True)
        self.model_button = QPushButton()
        self.model_button.setAutoDefault(False)
        self.model_button.clicked.connect(actions.models.trigger)
        self.storing = QCheckBox()
        self.storing.toggled.connect(self.storing_changed)
        self.meter = LevelMeter()
        self.state = QLabel()
        self.state.setWordWrap(True)
        self.start = QPushButton()
        self.start.setDefault(True)
        self.start.setMinimumHeight(34)
        self.start.clicked.connect(self.accept)
        self.accepted.connect(self.done_with)
        self.rejected.connect(self.done_with)
        self._lay_out()
        self.source_panel.source.setFocus()
        self._needed = 0
        self.follow_changes()
        self.resize(WIDTH_PX, self._needed_height(WIDTH_PX))

    def _lay_out(self) -> None:
        picture = QLabel()
        picture.setPixmap(app_icon().pixmap(48, 48))
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(picture)
        words = QVBoxLayout()
        words.addWidget(self.heading)
        words.addWidget(self.words)
        top.addLayout(words, 1)
        model = QHBoxLayout()
        model.addWidget(self.model_label, 1)
        model.addWidget(self.model_button)
        last = QHBoxLayout()
        left = QVBoxLayout()
        left.addWidget(self.state)
        left.addWidget(self.storing)
        last.addLayout(left, 1)
        last.addWidget(self.start)
        bottom = self._bottom = QVBoxLayout()
        bottom.setContentsMargins(24, 6, 24, 12)
        bottom.setSpacing(2)
        bottom.addWidget(self.meter)
        bottom.addLayout(last)
        self._features = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._features.setSpacing(24)
        self._features.addWidget(self.captions, 1)
        self._features.addWidget(self.dictation, 1)
        inside = QWidget()
        column = self._column = QVBoxLayout(inside)
        column.setContentsMargins(24, 14, 24, 6)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(_line())
        column.addLayout(self._features)
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
        outer.addWidget(_line())
        outer.addLayout(self._bottom)

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Welcome to R2T2 Captions"))
        self.heading.setText(self.tr("Captions for anything you hear, dictation into any window"))
        self.words.setText(self.tr("Everything happens on this computer. No sound and no text leaves it."))
        self.model_button.setText(self.tr("Choose another model…"))
        self.storing.setText(self.tr("Save what is said as text on this computer"))
        self.start.setText(self.tr("Start"))
        self.show_status(self._status)

    def show_settings(self, settings: Settings) -> None:
        self.captions.show_settings(settings)
        self.dictation.show_settings(settings)
        self.meter.judges = settings.captions.source != "computer"
        with QSignalBlocker(self.storing):
            self.storing.setChecked(settings.history.store)

    def show_status(self, status: Status) -> None:
        self._status = status
        self.meter.silence_is_told = status.state == "no_sound" and bool(status.message)
        if status.model:
            text = self.tr("Model: {name}. A larger model makes fewer mistakes but needs a faster computer.")
            self.model_label.setText(text.format(name=model_words(status.model)))
        else:
            self.model_label.setText(self.tr("Loading the model…"))
        if status.state == "listening":
            self.state.setText(self.tr("Say something. The level above should move."))
        else:
            self.state.setText(status.message or state_words(status.state, status.lag_s))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= COLUMNS_PX
        self._features.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

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
        narrow = max(self.captions.minimumSizeHint().width(), self.dictation.minimumSizeHint().width())
        margins = self._column.contentsMargins()
        self.setMinimumWidth(narrow + margins.left() + margins.right() + bar)
        needed = self._needed_height(self.width())
        if needed > max(self._needed, self.height()):
            grow_clear(self, needed)
        self._needed = needed

    def closeEvent(self, event: QCloseEvent) -> None:
        event.accept()
        self.reject()


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(line.palette().ColorRole.Mid)
    return line

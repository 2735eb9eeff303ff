"""The main window: start and pause, what is listened to and how, and the running transcript.

It is given the settings, the transcript and the worker's signals by the composition root and gives signals back; it
holds no state of its own worth saving.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QCloseEvent,
    QGuiApplication,
    QKeySequence,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.base.events import NoWords, Status
from app.base.settings import CaptionSettings, Hotwords, Settings, choices_of, label_of
from app.base.translation import model_words
from app.transcript.document import Transcript
from app.ui.kit.actions import Actions, with_keys
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.hotword_panel import HotwordPanel
from app.ui.kit.icons import app_icon, icon
from app.ui.kit.language_picker import LanguagePicker, with_recent
from app.ui.kit.message_bar import MessageBar, SignBar
from app.ui.kit.placing import open_clear
from app.ui.kit.state_names import state_words
from app.ui.kit.wheel import WheelScrolls
from app.ui.main_window.drops import TakesFiles
from app.ui.main_window.no_words_sign import end_no_words
from app.ui.main_window.source_panel import SourcePanel
from app.ui.main_window.state_header import StateHeader
from app.ui.main_window.toolbar import Toolbar, tool_button
from app.ui.main_window.transcript_view import TranscriptView

DEFAULT_SIZE = (980, 700)
LEAST_SIZE = (640, 330)
"""What a screen of 1024 × 600 leaves above the captions."""
SIDE_PX = 292
STATE_PX = 150
"""Of the width beside the buttons, what is left to the line on what runs the captions."""


class MainWindow(TakesFiles, FollowsChanges, QMainWindow):
    """See the module.

    Signals:
        captions_changed(CaptionSettings): other caption settings.
        close_wanted(): the window's close button.
        resized(int width, int height): the user gave the window another size.
        shown_changed(bool): it came on screen or left it.
        recordings_dropped(list of Path): files and folders were dropped onto it.
    """

    captions_changed = Signal(object)
    close_wanted = Signal()
    resized = Signal(int, int)
    shown_changed = Signal(bool)
    recordings_dropped = Signal(list)

    def __init__(self, transcript: Transcript, actions: Actions) -> None:
        """It keeps the pictures of `actions` in line with the colours."""
        super().__init__()
        self._actions = actions
        self._captions = CaptionSettings()
        self._status = Status("loading")
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.signs = SignBar()
        self.messages = MessageBar()
        self.header = StateHeader(actions.pause, actions.dictate)
        self.source_panel = SourcePanel()
        self.language = LanguagePicker()
        self.preset = QComboBox()
        self.hotwords = HotwordPanel()
        self.transcript_view = TranscriptView(transcript)
        self._make_actions()
        self._make_controls()
        self._lay_out()
        self._connect()
        self.follow_changes()

    # Building

    def _make_actions(self) -> None:
        """What is done to the transcript is done here alone."""
        self.copy_action = QAction(self)
        self.clear_action = QAction(self)
        self.end_action = QAction(self)
        for action in (self.copy_action, self.clear_action):
            action.setIconVisibleInMenu(False)
        self.copy_action.setShortcut(QKeySequence("Ctrl+Shift+C"))
        self.end_action.setShortcut(QKeySequence("Ctrl+End"))
        self.addActions([self.copy_action, self.clear_action, self.end_action])
        shared = self._actions
        self.addActions([shared.pause, shared.captions, shared.lock, shared.adjust])
        self.addActions([shared.larger, shared.smaller, shared.earlier, shared.later])
        self.addActions([shared.recordings, shared.history, shared.settings, shared.models, shared.quit])

    def _make_controls(self) -> None:
        self.language_label = QLabel()
        self.language_hint = QLabel()
        self.language_hint.setWordWrap(True)
        self.language_hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.language_hint.hide()
        self.language_label.setBuddy(self.language)
        self.preset_label = QLabel()
        self.preset_label.setBuddy(self.preset)
        self.hotwords_label = QLabel()
        self.hotwords_label.setBuddy(self.hotwords.box)
        self.transcript_label = QLabel()
        self.transcript_label.setBuddy(self.transcript_view)
        self.model_button = QPushButton()
        shared = self._actions
        self.toolbar = Toolbar((shared.captions, shared.lock, shared.adjust, shared.history, shared.settings))
        self.menu_button = self.toolbar.menu
        self.signs.before = self._before_signs
        self.messages.before = self._before_messages

    def _before_signs(self) -> QWidget:
        return self.menu_button

    def _before_messages(self) -> QWidget:
        return self.signs.last or self.menu_button

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(14, 10, 10, 10)
        top.setSpacing(10)
        top.addWidget(self.header, 1)
        top.addWidget(self.toolbar)

        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(14, 12, 12, 12)
        column.setSpacing(5)
        column.addWidget(self.source_panel)
        for label, field in ((self.language_label, self.language), (self.preset_label, self.preset)):
            column.addSpacing(5)
            column.addWidget(label)
            column.addWidget(field)
            if field is self.language:
                column.addWidget(self.language_hint)
        column.addSpacing(5)
        column.addWidget(self.hotwords_label)
        column.addWidget(self.hotwords, 1)
        column.addSpacing(5)
        column.addWidget(self.model_button)
        WheelScrolls(side).cover()
        scroll = QScrollArea()
        scroll.setWidget(side)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFixedWidth(SIDE_PX)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)

        header = QHBoxLayout()
        header.addWidget(self.transcript_label, 1)
        for action in (self._actions.recordings, self.copy_action, self.clear_action):
            header.addWidget(tool_button(action))
        right = QVBoxLayout()
        right.setContentsMargins(12, 8, 14, 14)
        right.setSpacing(4)
        right.addLayout(header)
        right.addWidget(self.transcript_view, 1)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(scroll)
        body.addWidget(_line(QFrame.Shape.VLine))
        body.addLayout(right, 1)

        bar = QVBoxLayout()
        bar.setContentsMargins(12, 0, 12, 4)
        bar.setSpacing(4)
        bar.addWidget(self.signs)
        bar.addWidget(self.messages)
        page = QWidget()
        outer = QVBoxLayout(page)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(top)
        outer.addLayout(bar)
        outer.addWidget(_line(QFrame.Shape.HLine))
        outer.addLayout(body, 1)
        self.setCentralWidget(page)
        self.setMinimumSize(*LEAST_SIZE)
        self.resize(*DEFAULT_SIZE)

    def _connect(self) -> None:
        self.model_button.clicked.connect(self._actions.models.trigger)
        self.copy_action.triggered.connect(self.transcript_view.copy_all)
        self.clear_action.triggered.connect(self.transcript_view.keep_only_new)
        self.end_action.triggered.connect(self.transcript_view.jump_to_end)
        self.source_panel.changed.connect(self.captions_changed)
        self.hotwords.changed.connect(self._pick_hotwords)
        self.language.chosen.connect(self._pick_language)
        self.preset.activated.connect(self._pick_preset)

    # Words

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("R2T2 Captions"))
        words = {
            self.copy_action: (self.tr("Copy the transcript"), ""),
            self.clear_action: (self.tr("Clear this view"), self.tr("Clear this view; the history is not affected")),
            self.end_action: (self.tr("Jump to the newest line"), ""),
        }
        for action, (text, tip) in words.items():
            action.setText(text)
            action.setToolTip(with_keys(action, tip or text))
        for button in self.findChildren(QToolButton):
            if (shown := button.defaultAction()) is not None:
                button.setAccessibleName(shown.text())
        self.menu_button.setAccessibleName(self.tr("More"))
        self.menu_button.setToolTip(self.tr("More"))
        self.menu_button.setText(self.tr("More"))
        self.language_label.setText(label_of("captions", "language"))
        self.preset_label.setText(label_of("captions", "preset"))
        self.hotwords_label.setText(label_of("captions", "hotwords"))
        self.transcript_label.setText(self.tr("Transcript"))
        self.preset.setAccessibleName(label_of("captions", "preset"))
        self.preset.blockSignals(True)
        self.preset.clear()
        for text, name in choices_of("captions", "preset"):
            self.preset.addItem(text, name)
        self.preset.setCurrentIndex(self.preset.findData(self._captions.preset))
        self.preset.blockSignals(False)
        menu = QMenu(self)
        menu.addAction(self._actions.recordings)
        menu.addSeparator()
        menu.addActions([self._actions.models, self._actions.dictate, self._actions.scratchpad, self._actions.share])
        menu.addSeparator()
        menu.addActions([self.copy_action, self.clear_action, self.end_action])
        menu.addSeparator()
        menu.addAction(self._actions.quit)
        self.menu_button.setMenu(menu)
        self._show_language_hint()
        self.show_status(self._status)
        self._fit_toolbar()

    def _fit_toolbar(self) -> None:
        """The state needs its room first."""
        self.toolbar.fit(self.width() - self.header.minimumSizeHint().width() - STATE_PX)

    def dress(self) -> None:
        self.menu_button.setIcon(icon("more"))
        self._actions.dress()
        for action, picture in ((self.copy_action, "copy"), (self.clear_action, "delete")):
            action.setIcon(icon(picture))

    # What is in force

    def show_settings(self, settings: Settings) -> None:
        self._captions = settings.captions
        self.transcript_view.show_times(settings.history.line_times)
        self.source_panel.show_settings(settings.captions)
        self.transcript_view.show_settings(settings)
        self.hotwords.show_hotwords(settings.captions.hotwords)
        self.language.show_choice(settings.captions.language, settings.captions.recent_languages)
        self.preset.setCurrentIndex(self.preset.findData(settings.captions.preset))
        self._show_language_hint()

    def _show_language_hint(self) -> None:
        """A line under the language list when the model in use does not know the chosen language."""
        chosen, supported = self._captions.language, self._status.languages
        text = ""
        if supported and chosen and chosen not in supported:
            text = self.tr("This model does not understand {language}.").format(language=chosen)
        elif supported and not chosen and len(supported) <= 3:
            text = self.tr("This model understands {languages} only.").format(languages=", ".join(supported))
        self.language_hint.setText(text)
        self.language_hint.setVisible(bool(text))

    def show_status(self, status: Status) -> None:
        announce = status.state != self._status.state and status.state not in ("behind",)
        self._status = status
        self._show_language_hint()
        self.header.show_status(status)
        self.model_button.setText(
            self.tr("Model: {name}").format(name=model_words(status.model))
            if status.model
            else self._actions.models.text()
        )
        self.source_panel.meter.silence_is_told = status.state == "no_sound" and bool(status.message)
        if status.state in ("paused", "stopped", "failed"):
            self.source_panel.meter.forget()
            self.end_no_words()
        if announce and self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, state_words(status.state, status.lag_s)))

    def _pick_language(self, name: str) -> None:
        self.hotwords.flush()
        recents = with_recent(self._captions.recent_languages, name)
        self.captions_changed.emit(replace(self._captions, language=name, recent_languages=recents))

    def _pick_hotwords(self, hotwords: Hotwords) -> None:
        self.captions_changed.emit(replace(self._captions, hotwords=hotwords))

    def _pick_preset(self, index: int) -> None:
        self.hotwords.flush()
        self.captions_changed.emit(replace(self._captions, preset=self.preset.itemData(index)))

    def check_no_words(self, found: NoWords) -> None:
        """Shows how loud the last seconds were, and goes to the setting that is probably wrong."""
        self.present()
        self.source_panel.meter.trace.show_levels(found.levels)
        {"source": self.source_panel.source, "language": self.language, "model": self.model_button}[
            found.cause
        ].setFocus()

    def end_no_words(self) -> None:
        end_no_words(self.signs)
        self.source_panel.meter.trace.show_levels(())

    # Window

    def files_dropped(self, paths: list[Path]) -> None:
        self.recordings_dropped.emit(paths)

    def present(self) -> None:
        """Shows it in front, wherever it was."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def restore_size(self, size: tuple[int, ...]) -> None:
        """The size it had, high on the screen, because the captions stand low; at first clear of the captions."""
        if len(size) != 2:
            open_clear(self, *DEFAULT_SIZE)
            return
        screen = QGuiApplication.primaryScreen()
        width, height = size
        if screen is not None:
            area = screen.availableGeometry()
            width, height = min(width, area.width()), min(height, area.height() - 30)
            self.move(area.x() + (area.width() - width) // 2, area.y() + (area.height() - height) // 8)
        self.resize(width, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_toolbar()
        if self.isVisible() and not self.isMaximized():
            self.resized.emit(self.width(), self.height())

    def showEvent(self, event: QEvent) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.shown_changed.emit(True)

    def hideEvent(self, event: QEvent) -> None:
        super().hideEvent(event)  # type: ignore[arg-type]
        self.shown_changed.emit(False)

    def closeEvent(self, event: QCloseEvent) -> None:
        """What closing means (hide to the tray, or quit) is decided outside."""
        event.ignore()
        self.close_wanted.emit()


def _line(shape: QFrame.Shape) -> QFrame:
    line = QFrame()
    line.setFrameShape(shape)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(QPalette.ColorRole.Mid)
    line.setLineWidth(1)
    return line

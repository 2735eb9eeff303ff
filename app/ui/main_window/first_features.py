"""The two features on the first page, side by side: captions and dictation, each with a place to try it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.base.settings import CaptionSettings, Settings, label_of, setting_of
from app.hotkeys.keys import KeyNameError, parse_combo
from app.hotkeys.labels import combo_label
from app.transcript.document import Transcript
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.language_picker import LanguagePicker, with_recent
from app.ui.kit.page import heading, paragraph
from app.ui.main_window.source_panel import SourcePanel
from app.ui.main_window.transcript_view import TranscriptView

TRY_PX = 60
"""Height of the places where the features are tried."""

KEYS = (
    ("dictation", "hold_key"),
    ("dictation", "toggle_key"),
    ("interface", "pause_shortcut"),
    ("interface", "overlay_shortcut"),
)
"""The combinations that the program takes in every window."""


def key_words(text: str) -> str:
    """A combination as settings have it, as it is printed on keyboards."""
    try:
        return combo_label(parse_combo(text))
    except KeyNameError:
        return text


class CaptionsFeature(FollowsChanges, QWidget):
    """What is listened to, in which language, and the captions as they come.

    Signals:
        changed(CaptionSettings)
    """

    changed = Signal(object)

    def __init__(self, transcript: Transcript, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._captions = CaptionSettings()
        self.title = heading(factor=1.15)
        self.words = paragraph()
        self.source_panel = SourcePanel()
        self.source_panel.form.setRowVisible(self.source_panel.meter, False)  # the page has it where it never scrolls
        self.source_panel.changed.connect(self.changed)
        self.language_label = QLabel()
        self.language = LanguagePicker()
        self.language_label.setBuddy(self.language)
        self.language.chosen.connect(self._pick_language)
        self.view = TranscriptView(transcript)
        self.view.setFixedHeight(TRY_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.title, self.words, self.view, self.source_panel, self.language_label, self.language):
            column.addWidget(part)
        column.addStretch(1)
        self.follow_changes()

    def retranslate(self) -> None:
        self.title.setText(self.tr("Captions"))
        self.words.setText(
            self.tr("Words appear above all other windows while they are spoken, and never change afterwards.")
        )
        self.language_label.setText(label_of("captions", "language"))
        self.view.setPlaceholderText(self.tr("Say something. It appears here, and above all windows."))

    def show_settings(self, settings: Settings) -> None:
        self._captions = settings.captions
        self.view.show_settings(settings)
        self.source_panel.show_settings(settings.captions)
        self.source_panel.form.setRowVisible(self.source_panel.meter, False)
        self.language.show_choice(settings.captions.language, settings.captions.recent_languages)

    def _pick_language(self, name: str) -> None:
        recents = with_recent(self._captions.recent_languages, name)
        self.changed.emit(replace(self._captions, language=name, recent_languages=recents))


class DictationFeature(FollowsChanges, QWidget):
    """What to hold to dictate, a field to try it in, and the keys that the program takes in every window.

    Signals:
        changed(str group, str name, object value): a key was switched off or on.
        keys_wanted(): the user wants other keys.
    """

    changed = Signal(str, str, object)
    keys_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = Settings()
        self._last: dict[tuple[str, str], str] = {}
        self._desktops_key: str | None = None
        self.title = heading(factor=1.15)
        self.words = paragraph()
        self.field = QPlainTextEdit()
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(TRY_PX)
        self.keys_label = QLabel()
        self.keys = {key: QCheckBox() for key in KEYS}
        for (group, name), box in self.keys.items():
            box.toggled.connect(lambda on, group=group, name=name: self._switch(group, name, on))
        self.desktop_note = paragraph()
        self.desktop_note.hide()
        self.change = QPushButton()
        self.change.setAutoDefault(False)
        self.change.clicked.connect(self.keys_wanted)
        row = QHBoxLayout()
        row.addWidget(self.change)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.title, self.words, self.field, self.keys_label, *self.keys.values(), self.desktop_note):
            column.addWidget(part)
        column.addLayout(row)
        column.addStretch(1)
        self.follow_changes()

    def retranslate(self) -> None:
        self.title.setText(self.tr("Dictation"))
        self.field.setAccessibleName(self.tr("Try dictation here"))
        self.keys_label.setText(self.tr("Keys that this program uses in every window:"))
        self.desktop_note.setText(self.tr("Your desktop decides which keys they are."))
        self.change.setText(self.tr("Change keys…"))
        self._show()

    def show_settings(self, settings: Settings) -> None:
        self._settings = settings
        self._show()

    def leave_keys_to_desktop(self, hold_key: str) -> None:
        """The desktop decides which keys are used (Wayland): they cannot be switched here. `hold_key`: its own words for
        the one that is held, "" while it has not given one."""
        self._desktops_key = hold_key
        for box in self.keys.values():
            box.hide()
        self.desktop_note.show()
        self._show()

    def _value(self, group: str, name: str) -> str:
        return str(getattr(getattr(self._settings, group), name))

    def _show(self) -> None:
        dictation = self._settings.dictation
        words = {
            ("dictation", "hold_key"): self.tr("Hold {key} to dictate"),
            ("dictation", "toggle_key"): self.tr("{key}: start and stop dictation"),
            ("interface", "pause_shortcut"): self.tr("{key}: pause and resume captions"),
            ("interface", "overlay_shortcut"): self.tr("{key}: bring captions back on screen"),
        }
        for (group, name), box in self.keys.items():
            value = self._value(group, name)
            if value:
                self._last[group, name] = value
            shown = value or self._last.get((group, name), str(setting_of(group, name).default))
            box.setText(words[group, name].format(key=key_words(shown)))
            with QSignalBlocker(box):
                box.setChecked(bool(value) and (group != "dictation" or dictation.enabled))
            box.setEnabled(group != "dictation" or dictation.enabled)
        key = key_words(dictation.hold_key) if self._desktops_key is None else self._desktops_key
        key = key if dictation.enabled else ""
        self.words.setText(
            self.tr("Hold {key} and speak: the words are typed into the window that you work in.").format(key=key)
            if key
            else self.tr("Speak, and the words are typed into the window that you work in.")
        )
        self.field.setPlaceholderText(
            self.tr("Click here, hold {key}, and say something.").format(key=key) if key else ""
        )

    def _switch(self, group: str, name: str, on: bool) -> None:
        default: Any = setting_of(group, name).default
        self.changed.emit(group, name, self._last.get((group, name), default) if on else "")

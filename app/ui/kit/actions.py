"""The program's commands, each made once: windows, tray, toolbar and menus all show the same one.

The composition root connects `triggered` and reports what is in force. Whoever shows a command adds its action, and has
its words, picture, shortcut and state from then on.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPushButton

from app.base.settings import Settings
from app.ui.kit.icons import icon


class Actions(QObject):
    """See the module.

    Attributes:
        pause: pauses, resumes or starts the captions, whichever fits the state. Of all of them `iconText` is the short
            form, for buttons.
        captions: shows the overlay or hides it. hide: hides it.
        lock: keeps the overlay in place and lets clicks through. adjust: shows it and moves it by keyboard.
        back: brings it back on screen. appearance: how it looks. larger, smaller: its text size.
        earlier, later: read back in it, and on again. live: to the newest words. copy: what it shows, or what is
            selected in it.
        window: shows or hides the main window. present: brings it to the front.
        dictate: begins or ends a dictation. scratchpad, history, settings, models, share, recordings: open their
            windows.
        quit: ends the program.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pictures: dict[QAction, str] = {}
        self._paused = self._stopped = self._dictating = False
        self._dictation_key = ""
        self.pause = self._make("pause", "Ctrl+P")
        self.captions = self._make("captions", "Ctrl+O", checkable=True)
        self.hide = self._make("close")
        self.lock = self._make("unlock", "Ctrl+L", checkable=True)
        self.adjust = self._make("keyboard", "Ctrl+M")
        self.back = self._make()
        self.appearance = self._make("settings")
        self.larger = self._make("text_larger", "Ctrl++")
        self.smaller = self._make("text_smaller", "Ctrl+-")
        self.earlier = self._make("", "Ctrl+PgUp")
        self.later = self._make("", "Ctrl+PgDown")
        self.live = self._make()
        self.live.setEnabled(False)
        self.copy = self._make("copy")
        self.window = self._make()
        self.present = self._make()
        self.dictate = self._make("dictate")
        self.scratchpad = self._make()
        self.history = self._make("history", "Ctrl+H")
        self.settings = self._make("settings", "Ctrl+,")
        self.models = self._make("model", "Ctrl+D")
        self.share = self._make("phone")
        self.recordings = self._make("recordings", "Ctrl+Shift+O")
        self.quit = self._make("", "Ctrl+Q")
        self.retranslate()
        self.dress()

    def _make(self, picture: str = "", keys: str = "", *, checkable: bool = False) -> QAction:
        action = QAction(self, checkable=checkable)
        action.setShortcut(QKeySequence(keys))
        action.setIconVisibleInMenu(False)  # a panel draws the tray's menu in colours of its own
        self._pictures[action] = picture
        return action

    def picture(self, action: QAction) -> str:
        """The name of an action's picture, "" for none."""
        return self._pictures[action]

    # Words and pictures

    def retranslate(self) -> None:
        """After the language has changed."""
        pause, short = self.tr("Pause captions"), self.tr("Pause")
        if self._paused:
            pause, short = self.tr("Resume captions"), self.tr("Resume")
        elif self._stopped:
            pause, short = self.tr("Start captions"), self.tr("Start")
        words = {
            self.pause: pause,
            self.captions: self.tr("Show captions"),
            self.hide: self.tr("Hide captions"),
            self.lock: self.tr("Lock captions in place"),
            self.adjust: self.tr("Move captions by keyboard"),
            self.back: self.tr("Bring captions back on screen"),
            self.appearance: self.tr("Appearance"),
            self.larger: self.tr("Larger text"),
            self.smaller: self.tr("Smaller text"),
            self.earlier: self.tr("Earlier captions"),
            self.later: self.tr("Later captions"),
            self.live: self.tr("Back to live"),
            self.copy: self.tr("Copy captions"),
            self.window: self.tr("Show or hide the window"),
            self.present: self.tr("Show the window"),
            self.dictate: self.tr("Stop dictation") if self._dictating else self.tr("Dictate"),
            self.scratchpad: self.tr("Open the scratchpad"),
            self.history: self.tr("History"),
            self.settings: self.tr("Settings"),
            self.models: self.tr("Models"),
            self.share: self.tr("Share with phones"),
            self.recordings: self.tr("Open recordings…"),
            self.quit: self.tr("Quit"),
        }
        shorts = {
            self.pause: short,
            self.captions: self.tr("Captions"),
            self.lock: self.tr("Lock"),
            self.adjust: self.tr("Move"),
            self.dictate: self.tr("Stop") if self._dictating else self.tr("Dictate"),
        }
        dictate = self.tr("Dictate into the scratchpad.")
        if self._dictation_key:
            dictate += " " + self.tr("In any other window, hold {key}.").format(key=self._dictation_key)
        tips = {
            self.dictate: dictate,
            self.captions: self.tr("Show the captions above all windows"),
            self.recordings: self.tr("Turn recordings and videos into text"),
            self.lock: self.tr("Keep captions in place and let clicks pass through"),
        }
        for action, text in words.items():
            action.setText(text)
            action.setIconText(shorts.get(action, text))
            action.setToolTip(with_keys(action, tips.get(action, text)))

    def dress(self) -> None:
        """After the colours have changed."""
        for action, picture in self._pictures.items():
            if picture:
                action.setIcon(icon(picture))

    # What is in force

    def show_settings(self, settings: Settings) -> None:
        self.captions.setChecked(settings.overlay.visible)
        self.lock.setChecked(settings.overlay.locked)
        self.lock.setEnabled(settings.overlay.visible)
        self._show_picture(self.lock, "lock" if settings.overlay.locked else "unlock")

    def show_state(self, state: str) -> None:
        """The captions' state, one of `app.ui.kit.state_names.STATES`."""
        paused, stopped = state == "paused", state in ("stopped", "failed")
        if (paused, stopped) != (self._paused, self._stopped):
            self._paused, self._stopped = paused, stopped
            self._show_picture(self.pause, "play" if paused or stopped else "pause")
            self.retranslate()

    def show_dictating(self, recording: bool) -> None:
        self._dictating = recording
        self.retranslate()

    def show_dictation_key(self, key: str) -> None:
        """What to hold to dictate into other windows, in words; "" for nothing."""
        self._dictation_key = key
        self.retranslate()

    def _show_picture(self, action: QAction, picture: str) -> None:
        if picture != self._pictures[action]:
            self._pictures[action] = picture
            action.setIcon(icon(picture))


def button_for(action: QAction, text: str = "") -> QPushButton:
    """A button for an action, with the action's words or with others where the place calls for them."""
    button = QPushButton(text or action.text())
    button.clicked.connect(action.trigger)
    return button


def with_keys(action: QAction, text: str) -> str:
    """A tooltip with the shortcut behind it: `History (Ctrl+H)`."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return f"{text} ({keys})" if keys else text

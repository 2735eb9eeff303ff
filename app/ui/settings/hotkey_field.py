"""A field that records a key combination by pressing it, and says what speaks against it."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.hotkeys.key_state import MAC_MODIFIERS
from app.hotkeys.keys import KEYSYMS, SIDED, WELL_KNOWN, Combo, is_plain_typing, key_of_keysym, parse_combo
from app.hotkeys.labels import combo_label, known_use
from app.ui.kit.changes import FollowsChanges

_QT_NAMES: dict[int, str] = {
    Qt.Key.Key_Space.value: "space", Qt.Key.Key_Tab.value: "tab", Qt.Key.Key_Backtab.value: "tab",
    Qt.Key.Key_Return.value: "enter", Qt.Key.Key_Enter.value: "enter", Qt.Key.Key_Escape.value: "escape",
    Qt.Key.Key_Backspace.value: "backspace", Qt.Key.Key_Insert.value: "insert", Qt.Key.Key_Delete.value: "delete",
    Qt.Key.Key_Home.value: "home", Qt.Key.Key_End.value: "end", Qt.Key.Key_PageUp.value: "page up",
    Qt.Key.Key_PageDown.value: "page down", Qt.Key.Key_Left.value: "left", Qt.Key.Key_Up.value: "up",
    Qt.Key.Key_Right.value: "right", Qt.Key.Key_Down.value: "down", Qt.Key.Key_Pause.value: "pause",
    Qt.Key.Key_ScrollLock.value: "scroll lock", Qt.Key.Key_Print.value: "print", Qt.Key.Key_SysReq.value: "print",
    Qt.Key.Key_Menu.value: "menu", Qt.Key.Key_CapsLock.value: "caps lock", Qt.Key.Key_NumLock.value: "num lock",
    Qt.Key.Key_MediaPlay.value: "audio play", Qt.Key.Key_VolumeMute.value: "audio mute",
    Qt.Key.Key_MicMute.value: "audio microphone mute",
    **{Qt.Key.Key_F1.value + number: f"f{number + 1}" for number in range(24)},
}  # fmt: skip

_WINDOWS_RIGHT = {0x11D: "right ctrl", 0x138: "right alt", 0x36: "right shift", 0x15C: "right super"}
_WINDOWS_LEFT = {0x1D: "left ctrl", 0x38: "left alt", 0x2A: "left shift", 0x15B: "left super"}
_MAC_CODES = {code: name for name, code in MAC_MODIFIERS.items()}
_QT_MODIFIER_KEYS = {
    Qt.Key.Key_Control.value: "left ctrl", Qt.Key.Key_Shift.value: "left shift", Qt.Key.Key_Alt.value: "left alt",
    Qt.Key.Key_Meta.value: "left super", Qt.Key.Key_AltGr.value: "right alt", Qt.Key.Key_Super_L.value: "left super",
    Qt.Key.Key_Super_R.value: "right super",
}  # fmt: skip


def key_name(key: int, native_key: int, scan_code: int, platform: str) -> str:
    """Name of the key of a Qt key event, "" if it has none. `native_key` and `scan_code` tell the side of modifiers."""
    if key in _QT_MODIFIER_KEYS:
        if platform.startswith("linux") and key_of_keysym(native_key) in SIDED:
            return key_of_keysym(native_key)
        if platform == "win32":
            return _WINDOWS_RIGHT.get(scan_code) or _WINDOWS_LEFT.get(scan_code) or _QT_MODIFIER_KEYS[key]
        if platform == "darwin" and native_key in _MAC_CODES:
            return _MAC_CODES[native_key]
        return _QT_MODIFIER_KEYS[key]
    if key in _QT_NAMES:
        return _QT_NAMES[key]
    if 0x21 <= key <= 0xFFFF and chr(key).isprintable():
        return chr(key).lower()
    return ""


def held_modifiers(modifiers: Qt.KeyboardModifier) -> frozenset[str]:
    """The modifiers of a Qt event; on the Mac Qt calls the command key Control."""
    mac = sys.platform == "darwin"
    flags = {
        Qt.KeyboardModifier.ControlModifier: "super" if mac else "ctrl",
        Qt.KeyboardModifier.MetaModifier: "ctrl" if mac else "super",
        Qt.KeyboardModifier.AltModifier: "alt",
        Qt.KeyboardModifier.ShiftModifier: "shift",
    }
    return frozenset(name for flag, name in flags.items() if modifiers & flag)


def judge_combo(combo: Combo, others: dict[str, Combo], taken: bool) -> tuple[bool, str]:
    """(whether it may be used, reason code): "typing", "taken", "same" (both ways on one key) or "known" are told."""
    if is_plain_typing(combo):
        return False, "typing"
    if taken:
        return False, "taken"
    if combo in others.values():
        return True, "same"
    if str(combo) in WELL_KNOWN:
        return True, "known"
    return True, ""


class HotkeyField(FollowsChanges, QWidget):
    """Shows a combination; a press on the button records another one.

    Signals:
        changed(str): a new combination was recorded, in the form kept in settings, "" for none.
        recording(bool): the field listens to the keyboard; hotkeys should rest meanwhile.
    """

    changed = Signal(str)
    recording = Signal(bool)

    def __init__(self, name: str, is_taken: Callable[[Combo], bool], parent: QWidget | None = None) -> None:
        """`name` is what screen readers call it; `is_taken` asks whether another program has a combination."""
        super().__init__(parent)
        self._name = name
        self._is_taken = is_taken
        self._combo: Combo | None = None
        self._others: dict[str, Combo] = {}
        self._listening = False
        self._lone = ""
        self._words = ""
        self.button = QPushButton(self)
        self.button.setMinimumWidth(200)
        self.button.setAutoDefault(False)
        self.clear_button = QToolButton(self)
        self.clear_button.setText("✕")
        self.message = QLabel(self)
        self.message.setWordWrap(True)
        self.message.hide()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.button)
        row.addWidget(self.clear_button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.message)
        self.button.clicked.connect(self._toggle)
        self.button.installEventFilter(self)
        self.clear_button.clicked.connect(self._clear)
        self.setFocusProxy(self.button)
        self.follow_changes()

    def set_combo(self, text: str) -> None:
        """Shows a combination as kept in settings. Raises KeyNameError."""
        self._combo = parse_combo(text)
        self.retranslate()

    def show_words(self, words: str) -> None:
        """Shows a key in the desktop's words, where the desktop keeps it."""
        self._words = words
        self.retranslate()

    def set_others(self, others: dict[str, Combo]) -> None:
        """The other hotkeys of this program."""
        self._others = others

    def show_message(self, text: str) -> None:
        self.message.setText(text)
        self.message.setVisible(bool(text))

    @property
    def listening(self) -> bool:
        return self._listening

    def retranslate(self) -> None:
        label = self._words or combo_label(self._combo) or self.tr("None")
        self.button.setText(self.tr("Press a shortcut… (Esc to cancel)") if self._listening else label)
        self.button.setAccessibleName(self.tr("%1: %2").replace("%1", self._name).replace("%2", label))
        self.button.setToolTip(self.tr("Click, then press a shortcut"))
        self.clear_button.setAccessibleName(self.tr("Remove %1").replace("%1", self._name))
        self.clear_button.setToolTip(self.tr("Use no key"))
        self.clear_button.setEnabled(self._combo is not None)

    def _toggle(self) -> None:
        self._listen(not self._listening)

    def _listen(self, on: bool) -> None:
        if on == self._listening:
            return
        self._listening = on
        self._lone = ""
        if on:
            self.show_message("")
            self.button.grabKeyboard()
        else:
            self.button.releaseKeyboard()
        self.recording.emit(on)
        self.retranslate()

    def _clear(self) -> None:
        self._listen(False)
        self.show_message("")
        self._combo = None
        self.retranslate()
        self.changed.emit("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self._listening:
            return super().eventFilter(watched, event)
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
                self._pressed(event)
            elif event.type() == QEvent.Type.KeyRelease and not event.isAutoRepeat():
                self._released(event)
            return True
        leaves = isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut
        if leaves and not self.button.isActiveWindow():
            self._listen(False)
        return super().eventFilter(watched, event)

    def _name_of(self, event: QKeyEvent) -> str:
        return key_name(event.key(), event.nativeVirtualKey(), event.nativeScanCode(), sys.platform)

    def _pressed(self, event: QKeyEvent) -> None:
        name = self._name_of(event)
        modifiers = held_modifiers(event.modifiers())
        if name == "escape" and not modifiers:
            self._listen(False)
            return
        if name in SIDED:
            self._lone = name if not (modifiers - {SIDED[name]}) else ""
            return
        self._lone = ""
        if name in KEYSYMS or len(name) == 1:
            self._offer(Combo(name, modifiers))

    def _released(self, event: QKeyEvent) -> None:
        if self._lone and self._name_of(event) == self._lone:
            self._offer(Combo(self._lone))

    def _offer(self, combo: Combo) -> None:
        self._listen(False)
        taken = combo != self._combo and combo not in self._others.values() and self._is_taken(combo)
        usable, reason = judge_combo(combo, self._others, taken)
        label = combo_label(combo)
        words = {
            "typing": self.tr("%1 is used for typing. Add Ctrl, Alt or Super, or use a key such as F9."),
            "taken": self.tr("%1 is in use by another program. The shortcut was not changed."),
            "same": self.tr("Both use %1: hold it to talk, or tap it to turn dictation on and off."),
            "known": self.tr("Note: many programs use %1 for %2."),
        }
        text = words.get(reason, "").replace("%1", label).replace("%2", known_use(combo))
        self.show_message(text)
        if usable:
            self._combo = combo
            self.changed.emit(str(combo))
        self.retranslate()

    def hideEvent(self, event: QHideEvent) -> None:
        """A dialog that closes must not leave the hotkeys at rest."""
        self._listen(False)
        super().hideEvent(event)

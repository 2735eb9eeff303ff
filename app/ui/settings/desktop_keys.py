"""Hotkeys that the desktop keeps (Wayland): shown in its own words, and changed on its own page."""

from __future__ import annotations

import os
import shutil

from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QPushButton

from app.base.settings import label_of
from app.base.translation import translate
from app.hotkeys.desktop_page import settings_page
from app.hotkeys.service import HotkeyService
from app.ui.settings.binding import SettingsPage
from app.ui.settings.hotkey_field import HotkeyField


class DesktopKeyField(HotkeyField):
    """Shows the key that the desktop has given to a binding, and follows it."""

    def __init__(self, name: str, hotkeys: HotkeyService, bindings: tuple[str, ...]) -> None:
        """`bindings`: the first of them that has a key is shown."""
        super().__init__(name, hotkeys.is_taken)
        self._hotkeys = hotkeys
        self._bindings = bindings
        self.button.setEnabled(False)
        self.clear_button.hide()
        hotkeys.described.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        known = self._hotkeys.descriptions
        words = next((known[name] for name in self._bindings if known.get(name)), "")
        self.show_words(words or self.tr("None"))


def desktop_page_button() -> QPushButton | None:
    """Opens the desktop's own settings of keys; None where they are not known, or not installed."""
    command = settings_page(os.environ)
    if not command or not shutil.which(command[0]):
        return None
    button = QPushButton(translate("DictationPage", "Change keys in the desktop's settings"))
    button.clicked.connect(lambda: QProcess.startDetached(command[0], command[1:]))
    return button


def add_shortcut(page: SettingsPage, name: str, hotkeys: HotkeyService | None, binding: str) -> None:
    """A row for a shortcut of the captions, the field `name` of the interface's settings."""
    if hotkeys is None or not hotkeys.desktop_keeps_keys:
        page.keys("interface", name)
        return
    page.setting_row("interface", name, DesktopKeyField(label_of("interface", name), hotkeys, (binding,)))
    button = desktop_page_button()
    if button is not None:
        page.button_row(button)

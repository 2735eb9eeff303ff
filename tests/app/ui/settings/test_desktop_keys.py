"""Where the desktop keeps the keys, every field shows the desktop's key and none can be changed here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from app.base.autostart import Autostart
from app.hotkeys.service import HotkeyService
from app.ui.kit.actions import Actions
from app.ui.kit.live_settings import LiveSettings
from app.ui.settings.binding import ShortcutField
from app.ui.settings.desktop_keys import DesktopKeyField
from app.ui.settings.dialog import SettingsDialog
from tests.app.waiting import wait_until


class Backend:
    """A backend that is there; a test speaks for it."""

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: None


@pytest.fixture
def hotkeys(monkeypatch: pytest.MonkeyPatch) -> Iterator[HotkeyService]:
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-9")
    made = HotkeyService(make=lambda news, ledger: Backend())
    made.start()
    wait_until(lambda: made.available, "the hotkeys")
    yield made
    made.close()


def pages(live: LiveSettings, hotkeys: HotkeyService | None) -> SettingsDialog:
    dialog = SettingsDialog(live, Autostart(["x"], system="linux"), Actions(), has_tray=True, hotkeys=hotkeys)
    dialog.complete()
    return dialog


def test_the_captions_shortcuts_are_shown_as_the_desktop_has_them(
    live: LiveSettings, hotkeys: HotkeyService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "gnome-control-center"
    tool.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "GNOME")
    hotkeys.described.emit("pause", "Super+F9")
    dialog = pages(live, hotkeys)
    assert dialog.findChildren(ShortcutField) == []
    fields = {field._bindings: field for field in dialog.findChildren(DesktopKeyField)}
    overlay, pause = fields["overlay",], fields["pause",]
    assert (overlay.button.text(), pause.button.text()) == ("None", "Super+F9")
    assert not overlay.button.isEnabled()
    hotkeys.described.emit("overlay", "Ctrl+Alt+O")
    assert overlay.button.text() == "Ctrl+Alt+O", "a change in the desktop's settings is followed"
    words = [button.text() for button in dialog.findChildren(QPushButton)]
    assert words.count("Change keys in the desktop's settings") == 2
    dialog.deleteLater()


def test_elsewhere_they_are_changed_here(live: LiveSettings) -> None:
    dialog = pages(live, None)
    assert len(dialog.findChildren(ShortcutField)) == 2
    assert dialog.findChildren(DesktopKeyField) == []
    dialog.deleteLater()

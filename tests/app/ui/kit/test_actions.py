"""One set of commands: what one place shows of them, every place shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton

from app.base.settings import OverlaySettings, Settings
from app.transcript.document import Transcript
from app.ui.kit.actions import Actions
from app.ui.main_window.tray import Tray
from app.ui.main_window.window import MainWindow
from app.ui.overlay.window import Overlay


class Places:
    """Every place that shows commands."""

    def __init__(self) -> None:
        self.actions = Actions()
        self.window = MainWindow(Transcript(), self.actions)
        self.overlay = Overlay(OverlaySettings(), lambda number: True, self.actions)
        self.tray = Tray("GNOME", self.actions)

    def toolbar(self) -> list[QToolButton]:
        """The buttons of the commands; the way back to live is there for readers only."""
        return [button for button in self.overlay.toolbar.findChildren(QToolButton) if button.toolTip()]

    def triggered(self, action: QAction) -> list[bool]:
        found: list[bool] = []
        action.triggered.connect(lambda on: found.append(on))  # noqa: PLW0108 - PySide gives a builtin no argument
        return found


@pytest.fixture
def places() -> Iterator[Places]:
    made = Places()
    yield made
    for part in (made.window, made.overlay, made.tray):
        part.deleteLater()


def words(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_pause_has_the_same_words_everywhere(places: Places) -> None:
    for state, text, short in (
        ("listening", "Pause captions", "Pause"),
        ("paused", "Resume captions", "Resume"),
        ("failed", "Start captions", "Start"),
    ):
        places.actions.show_state(state)
        assert words(places.tray.menu)[0] == words(places.overlay.menu)[0] == text
        assert places.toolbar()[0].accessibleName() == text
        assert places.window.header.button.text() == short


def test_every_place_triggers_the_same_command(places: Places) -> None:
    pauses = places.triggered(places.actions.pause)
    places.window.header.button.click()
    places.toolbar()[0].click()
    places.tray.menu.actions()[0].trigger()
    places.overlay.menu.actions()[0].trigger()
    assert len(pauses) == 4
    models = places.triggered(places.actions.models)
    places.window.model_button.click()
    assert len(models) == 1
    hides = places.triggered(places.actions.hide)
    places.overlay.close()
    assert len(hides) == 1


def test_the_settings_are_shown_by_every_action(places: Places) -> None:
    overlay = replace(Settings().overlay, visible=True, locked=True)
    places.actions.show_settings(replace(Settings(), overlay=overlay))
    assert places.actions.captions.isChecked()
    assert places.actions.lock.isChecked()
    places.actions.show_settings(replace(Settings(), overlay=replace(overlay, visible=False, locked=False)))
    assert not places.actions.captions.isChecked()
    assert not places.actions.lock.isEnabled()


def test_the_button_of_a_command_is_pressed_while_its_action_is_checked(places: Places) -> None:
    buttons = [button for button in places.window.findChildren(QToolButton) if button.defaultAction() is not None]
    (lock,) = [button for button in buttons if button.defaultAction() is places.actions.lock]
    places.actions.lock.setChecked(True)
    assert lock.isChecked()
    assert lock.accessibleName() == "Lock captions in place"


def test_a_dictation_can_be_ended_from_every_menu(places: Places) -> None:
    more = places.window.menu_button.menu()
    assert more is not None
    for recording, text in ((True, "Stop dictation"), (False, "Dictate")):
        places.actions.show_dictating(recording)
        assert text in words(places.tray.menu)
        assert text in words(more)


def test_a_tooltip_names_the_shortcut(places: Places) -> None:
    assert places.actions.history.toolTip() == "History (Ctrl+H)"
    assert places.actions.lock.toolTip() == "Keep captions in place and let clicks pass through (Ctrl+L)"
    assert places.actions.back.toolTip() == "Bring captions back on screen"

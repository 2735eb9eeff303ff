"""The captions' global shortcuts: what can be recorded as one, and what is never taken from other programs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from app.hotkeys.shortcut_text import usable_combos
from app.ui.kit.live_settings import LiveSettings
from app.ui.settings.binding import ShortcutField
from app.ui.settings.dialog import SettingsDialog

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


@pytest.fixture
def dialog(settings_dialog: SettingsDialog) -> SettingsDialog:
    settings_dialog.show_page("place")
    return settings_dialog


@pytest.fixture
def field(dialog: SettingsDialog) -> ShortcutField:
    page = dialog.stack.currentWidget()
    assert page is not None
    found = page.findChildren(ShortcutField)[0]
    found.setFocus()
    QApplication.processEvents()
    return found


def sentences(dialog: SettingsDialog) -> list[str]:
    page = dialog.stack.currentWidget()
    assert page is not None
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible() and "typing" in label.text()]


@pytest.mark.parametrize(
    ("key", "held"),
    [
        (Qt.Key.Key_A, NONE),
        (Qt.Key.Key_A, SHIFT),
        (Qt.Key.Key_Return, NONE),
        (Qt.Key.Key_Backspace, NONE),
        (Qt.Key.Key_Escape, SHIFT),
    ],
)
def test_a_key_that_is_needed_for_typing_is_refused_with_a_sentence(
    dialog: SettingsDialog, live: LiveSettings, field: ShortcutField, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    before = live.value
    QTest.keyClick(field, key, held)
    assert live.value == before
    assert field.keySequence().toString() == "Ctrl+Alt+O"
    assert len(sentences(dialog)) == 1
    QTest.keyClick(field, Qt.Key.Key_K, CTRL_ALT)
    assert live.value.interface.overlay_shortcut == "Ctrl+Alt+K"
    assert sentences(dialog) == []


def test_a_modifier_that_is_pressed_alone_leaves_the_shortcut_as_it_was(
    live: LiveSettings, field: ShortcutField
) -> None:
    before = live.value
    QTest.keyPress(field, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    assert live.value == before
    QTest.keyRelease(field, Qt.Key.Key_Control)
    assert field.keySequence().toString() == "Ctrl+Alt+O"


def test_escape_in_the_field_closes_the_dialog(
    dialog: SettingsDialog, live: LiveSettings, field: ShortcutField
) -> None:
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert live.value.interface.overlay_shortcut == "Ctrl+Alt+O"


def test_the_button_in_the_field_removes_the_shortcut(live: LiveSettings, field: ShortcutField) -> None:
    field.findChildren(QToolButton)[0].click()
    assert live.value.interface.overlay_shortcut == ""


def test_a_letter_in_the_settings_file_is_not_taken_from_every_program() -> None:
    combos, problems = usable_combos({"pause": "A", "overlay": "Esc", "other": "Ctrl+Alt+P", "none": ""})
    assert {name: str(combo) for name, combo in combos.items()} == {"other": "ctrl+alt+p"}
    assert [sentence.split()[0] for sentence in problems] == ["A", "Esc"]

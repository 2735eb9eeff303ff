"""What is said about a Wayland desktop at the start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.base.settings import Settings
from app.program.desktop_questions import explain_desktop
from app.ui.kit.message_bar import MessageBar


class Asked:
    """Dictation and the dialogs, as far as they are used here."""

    def __init__(self, may_not_type_yet: bool) -> None:
        self.may_not_type_yet = may_not_type_yet
        self.done: list[str] = []

    def ask_to_type(self) -> None:
        self.done.append("asked")

    def show_settings(self, page: str) -> None:
        self.done.append(page)


def explained(settings: Settings, *, may_not_type_yet: bool) -> tuple[list[str], list[str]]:
    """The messages, and what their buttons do."""
    bar = MessageBar()
    world: Any = Asked(may_not_type_yet)
    explain_desktop(bar, settings, world, world)
    texts = bar.texts
    for message in list(bar._messages):
        message.action.click()
    return texts, world.done


AGAIN = replace(Settings(), interface=replace(Settings().interface, first_run_done=True))


def test_a_permission_that_is_missing_has_a_button(qapp: QApplication) -> None:
    texts, done = explained(AGAIN, may_not_type_yet=True)
    assert texts == ["Your desktop has not allowed dictation to type yet."]
    assert done == ["asked"]
    assert explained(AGAIN, may_not_type_yet=False) == ([], [])
    off = replace(AGAIN, dictation=replace(AGAIN.dictation, enabled=False))
    assert explained(off, may_not_type_yet=True) == ([], [])


def test_the_first_start_says_what_is_missing_without_xwayland(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert explained(Settings(), may_not_type_yet=True) == ([], []), "the welcome page leads to the question"
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "wayland")
    texts, done = explained(Settings(), may_not_type_yet=False)
    assert len(texts) == 1
    assert "XWayland" in texts[0]
    assert done == ["place"]
    assert explained(AGAIN, may_not_type_yet=False) == ([], []), "once"

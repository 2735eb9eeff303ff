"""What is said about a Wayland desktop at the start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.base.settings import Settings
from app.program.desktop_questions import explain_desktop, offer_permission
from app.ui.kit.message_bar import MessageBar


class Asked(QObject):
    """Dictation and the dialogs, as far as they are used here."""

    phase_changed_to = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.may_not_type_yet = True
        self.done: list[str] = []

    def ask_to_type(self) -> None:
        self.done.append("asked")

    def show_settings(self, page: str) -> None:
        self.done.append(page)


def press_all(bar: MessageBar) -> None:
    for message in list(bar._messages):
        message.action.click()


AGAIN = replace(Settings(), interface=replace(Settings().interface, first_run_done=True))


def test_a_dictation_without_permission_offers_to_have_it_asked(qapp: QApplication) -> None:
    bar = MessageBar()
    world: Any = Asked()
    offer_permission(bar, world)
    world.phase_changed_to.emit("idle")
    assert bar.texts == [], "captions alone need no permission"
    for _ in range(2):
        world.phase_changed_to.emit("recording")
    assert bar.texts == ["Your desktop has not allowed dictation to type yet."], "once"
    press_all(bar)
    assert (world.done, bar.texts) == (["asked"], [])
    world.may_not_type_yet = False
    world.phase_changed_to.emit("recording")
    assert bar.texts == []


def test_the_first_start_says_what_is_missing_without_xwayland(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar = MessageBar()
    world: Any = Asked()
    explain_desktop(bar, Settings(), world)
    assert bar.texts == []
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "wayland")
    explain_desktop(bar, AGAIN, world)
    assert bar.texts == [], "once"
    explain_desktop(bar, Settings(), world)
    assert ["XWayland" in text for text in bar.texts] == [True]
    press_all(bar)
    assert world.done == ["place"]

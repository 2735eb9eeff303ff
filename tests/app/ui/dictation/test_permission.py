"""What is shown before a Wayland desktop asks whether the program may type."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtWidgets import QApplication, QDialog

from app.typing.typist import TypingError
from app.ui.dictation.permission import PermissionDialog, desktop_of
from tests.app.waiting import wait_until


@pytest.mark.parametrize(
    ("names", "desktop"), [("GNOME", "gnome"), ("ubuntu:GNOME", "gnome"), ("KDE", "kde"), ("Hyprland", ""), ("", "")]
)
def test_the_desktop_is_known_by_its_name(names: str, desktop: str) -> None:
    assert desktop_of({"XDG_CURRENT_DESKTOP": names}) == desktop


def test_the_desktop_is_asked_off_the_windows_thread_and_a_yes_closes_the_dialog(qapp: QApplication) -> None:
    asked: list[bool] = []
    dialog = PermissionDialog("gnome", lambda: asked.append(threading.current_thread() is threading.main_thread()))
    dialog.show()
    assert asked == [], "nothing is asked before the picture was seen"
    dialog.go.click()
    wait_until(lambda: not dialog.isVisible(), "the answer")
    assert (asked, dialog.result()) == ([False], QDialog.DialogCode.Accepted)


def test_a_refusal_says_what_happens_now_and_can_be_asked_about_again(qapp: QApplication) -> None:
    answers = [TypingError("Permission was not given.")]

    def ask() -> None:
        if answers:
            raise answers.pop()

    dialog = PermissionDialog("kde", ask)
    dialog.show()
    dialog.go.click()
    wait_until(lambda: bool(dialog.problem), "the refusal")
    assert dialog.outcome.text() == (
        "Permission was not given. Without it, dictated text is only copied to the clipboard."
    )
    assert dialog.go.text() == "Ask again"
    dialog.go.click()
    wait_until(lambda: not dialog.isVisible(), "the answer")
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_only_a_desktop_whose_dialog_is_known_is_pictured(qapp: QApplication) -> None:
    known, other = PermissionDialog("gnome", lambda: None), PermissionDialog("", lambda: None)
    known.show()
    other.show()
    assert (known.picture.isVisible(), other.picture.isVisible()) == (True, False)
    assert "Share" in known.words.text()
    assert "Share" not in other.words.text()
    known.close()
    other.close()

"""Fixtures and words of the dictation tests with a scripted recogniser: the windows and the dictating process.

With a script every moment can be chosen (a release in mid-word, a model that loads, 60 s of speech in a second); what
real speech gives is held by `test_dictation_speech`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.dictation_kit import HOLD_SETTINGS, Dictation, Editor, Terminal
from tests.desktop.kit import Desktop

RIGHT_CTRL = "105"
"""Its keycode: by name, xdotool would press the left one with it."""

SENTENCE = "Dictated words do arrive, every one and in order."


@pytest.fixture
def editor(desktop: Desktop, tmp_path: Path) -> Iterator[Editor]:
    program = Editor(desktop, tmp_path)
    yield program
    program.close()


@pytest.fixture
def reader(desktop: Desktop, tmp_path: Path) -> Iterator[Editor]:
    """Another program that reads the clipboard."""
    program = Editor(desktop, tmp_path, "Reader")
    yield program
    program.close()


@pytest.fixture
def terminal(desktop: Desktop, tmp_path: Path) -> Iterator[Terminal]:
    program = Terminal(desktop, tmp_path)
    yield program
    program.close()


class Start:
    """Starts the dictating process with settings of the test's choice."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self._desktop, self._folder = desktop, folder
        self.running: Dictation | None = None

    def __call__(self, **settings: Any) -> Dictation:
        self.running = Dictation(self._desktop, self._folder, {**HOLD_SETTINGS, **settings})
        return self.running


@pytest.fixture
def start(desktop: Desktop, tmp_path: Path) -> Iterator[Start]:
    starter = Start(desktop, tmp_path)
    yield starter
    for key in ("d", "alt", "ctrl", RIGHT_CTRL, "F9", "Escape", "Shift_L"):
        desktop.xdotool("keyup", key)
    if starter.running is not None:
        starter.running.process.stop()


def finish(dictation: Dictation, text: str, remainder: str = "") -> None:
    dictation.command(f"final {text}|{remainder}")
    dictation.command("state done")

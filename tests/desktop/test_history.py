"""The history window on a real screen, used by keyboard and mouse only; its pictures are kept as artefacts."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.kit import Desktop, Started, wait_until

pytestmark = pytest.mark.desktop

ROOT = Path(__file__).resolve().parents[2]


class Shown:
    """The running window, as it tells about itself.

    Attributes:
        program: the process. window: the number of its window on the X server.
    """

    def __init__(self, desktop: Desktop, folder: Path, *arguments: str, scale: str = "1") -> None:
        self.desktop = desktop
        self.program = Started(
            [sys.executable, "-m", "tests.desktop.history_program", str(folder / "history"), *arguments],
            {**desktop.env, "QT_SCALE_FACTOR": scale, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"},
            folder / "program.log",
            cwd=ROOT,
        )
        self.window = desktop.find_window("^History$")
        self.wait(lambda state: state["visible"], "the window to tell about itself")
        desktop.xdotool("windowactivate", "--sync", self.window)
        self.wait(lambda state: state["active"] == "History", "the keyboard")

    @property
    def state(self) -> dict[str, Any]:
        rows = [row for row in self.program.output().splitlines() if row.startswith("{") and row.endswith("}")]
        if not rows:
            return {"visible": False}
        latest: dict[str, Any] = json.loads(rows[-1])
        return latest

    def wait(self, condition: Callable[[dict[str, Any]], object], what: str) -> None:
        wait_until(lambda: condition(self.state), what=f"{what}; shown is {self.state}")

    def keys(self, *names: str) -> None:
        self.desktop.xdotool("key", "--delay", 60, *names)

    def type(self, text: str) -> None:
        self.desktop.xdotool("type", "--delay", 40, text)


@pytest.fixture
def show(desktop: Desktop, tmp_path: Path) -> Iterator[Callable[..., Shown]]:
    started: list[Shown] = []

    def start(*arguments: str, scale: str = "1") -> Shown:
        shown = Shown(desktop, tmp_path, *arguments, scale=scale)
        started.append(shown)
        return shown

    yield start
    for shown in started:
        shown.program.stop()


def test_a_search_by_keyboard_alone(show: Callable[..., Shown]) -> None:
    shown = show("--fill")
    shown.wait(lambda state: state["count"] == "4 sessions" and state["focus"] == "Search all sessions", "the sessions")
    shown.type("octopus")
    shown.wait(lambda state: state["count"] == "5 matches" and state["marks"] == 1, "five matches")
    shown.keys("Down", "Down", "Down", "Down", "Down")
    shown.wait(lambda state: state["focus"] == "Sessions" and "three hearts" in state["text"], "the lecture")
    shown.wait(lambda state: state["matches"] == "Match 1 of 2", "its first match")
    shown.keys("F3")
    shown.wait(lambda state: state["matches"] == "Match 2 of 2", "the next match")
    shown.keys("Escape")
    shown.wait(lambda state: state["count"] == "4 sessions" and len(state["rows"]) == 4, "all sessions again")
    shown.keys("Escape")
    shown.wait(lambda state: not state["visible"], "the window to close")


def test_copy_rename_delete_and_undo_by_keyboard(show: Callable[..., Shown]) -> None:
    shown = show("--fill")
    shown.wait(lambda state: len(state["rows"]) == 4, "the sessions")
    shown.keys("Down", "Down", "Down")
    shown.wait(lambda state: state["title"] == "周会记录", "the meeting")
    shown.keys("ctrl+c")
    shown.wait(
        lambda state: state["clipboard"].startswith("大家好，欢迎来到今天的会议。\n我们先"), "its text in the clipboard"
    )
    shown.keys("F2")
    shown.wait(lambda state: state["active"] == "Rename session", "the dialog")
    shown.keys("ctrl+a")
    shown.type("Sales")
    shown.keys("Return")
    shown.wait(lambda state: "Sales" in state["rows"] and state["title"] == "Sales", "the new title")
    shown.wait(lambda state: state["active"] == "History", "the keyboard back in the window")
    shown.keys("Delete")
    shown.wait(lambda state: state["undo"] and "Sales" not in state["rows"], "the row to go")
    box = shown.desktop.xdotool("getwindowgeometry", "--shell", shown.window)
    place = dict(row.split("=") for row in box.split() if "=" in row)
    shown.desktop.xdotool("mousemove", "--window", shown.window, int(place["WIDTH"]) - 60, int(place["HEIGHT"]) - 28)
    shown.desktop.xdotool("click", 1)
    shown.wait(lambda state: not state["undo"] and "Sales" in state["rows"], "the row to come back")


def test_export_by_keyboard(show: Callable[..., Shown], tmp_path: Path) -> None:
    shown = show("--fill")
    shown.wait(lambda state: len(state["rows"]) == 4, "the sessions")
    shown.keys("ctrl+s")
    shown.wait(lambda state: state["dialog"] == [state["active"]], "the dialog")
    shown.keys("alt+f", "Down", "Return")
    written = tmp_path / "history" / "Interview with Ms Tanaka.srt"
    wait_until(written.is_file, what="the file")
    shown.wait(lambda state: not state["dialog"], "the dialog to close")
    assert "「はい」と答えてください。" in written.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "arguments", "scale"),
    [
        ("light", ["--fill"], "1"),
        ("dark_search", ["--fill", "--scheme", "dark", "--search", "octopus"], "1"),
        ("chinese", ["--fill", "--session", "2", "--search", "章鱼"], "1"),
        ("arabic", ["--fill", "--session", "3"], "1"),
        ("light_search_200", ["--fill", "--search", "octopus"], "2"),
        ("empty", [], "1"),
    ],
)
def test_pictures(
    show: Callable[..., Shown], desktop: Desktop, artifacts: Path, name: str, arguments: list[str], scale: str
) -> None:
    shown = show(*arguments, scale=scale)
    searching = "--search" in arguments
    shown.wait(lambda state: state["marks"] > 0 if searching else state["count"] == "4 sessions" or not arguments, name)
    picture = artifacts / f"history_{name}.png"
    wait_until(lambda: desktop.screenshot(picture).stat().st_size > 10_000, what="a picture with something in it")

"""From the first start to the first words, as few steps as promised: what a user clicks and presses is counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.app_kit import Bystander, RunningApp
from tests.desktop.dictation_fixtures import RIGHT_CTRL
from tests.desktop.kit import Desktop, Sound, wait_until
from tests.desktop.screen_reader import AccessibilityBus

pytestmark = pytest.mark.desktop


class Hand:
    """The mouse and the key to dictate.

    Attributes:
        steps: what was clicked and pressed.
    """

    def __init__(self, desktop: Desktop) -> None:
        self._desktop = desktop
        self.steps: list[str] = []

    def click(self, area: tuple[int, int, int, int], what: str) -> None:
        x, y, width, height = area
        self._desktop.xdotool("mousemove", "--sync", x + width // 2, y + height // 2, "click", 1)
        self.steps.append(f"click {what}")

    def hold(self) -> None:
        self._desktop.xdotool("keydown", RIGHT_CTRL)
        self.steps.append("hold the key")

    def release(self) -> None:
        self._desktop.xdotool("keyup", RIGHT_CTRL)


@pytest.fixture
def hand(desktop: Desktop) -> Iterator[Hand]:
    made = Hand(desktop)
    yield made
    made.release()


def test_two_steps_to_the_first_caption_and_three_to_the_first_dictated_word(
    desktop: Desktop, sound: Sound, bus: AccessibilityBus, hand: Hand, tmp_path: Path
) -> None:
    """Into another program that was open before."""
    area = (20, 60, 360, 240)
    other = Bystander(desktop, tmp_path, area)
    app = RunningApp(desktop, tmp_path, env={**bus.variables, **sound.variables}, first_run_done=False)
    app.wait_ready()
    hand.click(bus.reader().window("Welcome").control("Start").area, "Start")
    app.wait_setting("interface", "first_run_done", True)
    sound.play(sound.say("The weather is nice today."), block=True)
    app.wait(lambda: [line for line in app.events("line_finished") if "weather" in line["text"].lower()], "a caption")
    assert len(hand.steps) <= 2, hand.steps

    hand.click(area, "into the other window")
    wait_until(lambda: other.active, 30, "the other window to have the keyboard")
    hand.hold()
    sound.play(sound.say("We are going to the park today."), block=True)
    hand.release()
    wait_until(lambda: other.events("text") and "park" in other.events("text")[-1]["text"].lower(), 60, "the words")
    assert len(hand.steps) == 3, hand.steps
    other.stop()
    assert app.end() == 0

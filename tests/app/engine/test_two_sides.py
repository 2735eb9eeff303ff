"""Microphone and computer apart: two streams on one model, each with lines of its own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from app.base.events import CommittedLine, Notice, Side, UtteranceStarted
from app.capture.ports import SourceSpec
from app.capture.two_sides import BEHIND_S
from app.engine import loop as engine_module
from tests.app.capture.sounds import silence, speech
from tests.app.engine.engine_rig import Rig
from tests.app.scripted import Script

BOTH = SourceSpec("both")


def lines_of(it: Rig, side: Side) -> list[str]:
    return [it.screen.shown[number] for number, final in sorted(it.screen.finals.items()) if final.side == side]


def in_turn(*seconds: float) -> np.ndarray:
    """Silence, speech, silence, … of so many seconds."""
    return np.concatenate([speech(s) if index % 2 else silence(s) for index, s in enumerate(seconds)])


def test_who_spoke_is_said_with_every_line(rig: Callable[..., Rig]) -> None:
    it = rig(source=BOTH)
    it.hear_both(in_turn(0.5, 2.0, 4.5), in_turn(4.0, 2.0, 1.0))
    it.until(lambda: len(it.screen.finals) == 2, "both lines")
    it.stop()
    assert [final.side for _, final in sorted(it.screen.finals.items())] == ["you", "computer"]
    assert {event.side for event in it.screen.of(CommittedLine)} == {"you", "computer"}
    assert [event.side for event in it.screen.of(UtteranceStarted)] == ["you", "computer"]
    assert it.screen.lines[0].startswith("w0 w1 w2") and it.screen.lines[1].startswith("w0 w1 w2")


def test_two_who_speak_at_once_are_two_texts(rig: Callable[..., Rig]) -> None:
    it = rig(source=BOTH)
    it.hear_both(in_turn(0.5, 3.0, 2.5), in_turn(1.0, 3.0, 2.0))
    it.until(lambda: len(it.screen.finals) == 2, "both lines")
    screen = it.stop()
    assert len(it.loader.streams) == 2, "one model, two streams"
    one, other = it.loader.streams
    assert abs(len(one.heard) - len(other.heard)) < 8000 and screen.shown[1] == screen.shown[2]
    alternating = [event.side for event in screen.of(CommittedLine)]
    assert alternating not in (sorted(alternating), sorted(alternating, reverse=True)), "none waits for the other"


def test_both_sides_have_the_time_of_one_session(rig: Callable[..., Rig]) -> None:
    """In what is read, the microphone's sound lies behind the computer's by what the canceller needs."""
    it = rig(source=BOTH)
    behind = silence(BEHIND_S)
    it.hear_both(np.concatenate([behind, in_turn(1.0, 2.0, 2.0)]), np.concatenate([in_turn(1.0, 2.0, 2.0), behind]))
    it.until(lambda: len(it.screen.finals) == 2, "both lines")
    it.stop()
    you, computer = (final for _, final in sorted(it.screen.finals.items()))
    assert you.start_s == pytest.approx(computer.start_s, abs=0.03)
    assert you.end_s == pytest.approx(computer.end_s, abs=0.03)


def test_another_source_ends_the_lines_of_both_and_has_no_sides(rig: Callable[..., Rig]) -> None:
    it = rig(source=BOTH)
    it.hear_both(in_turn(0.5, 2.0), in_turn(0.5, 2.0))
    it.until(lambda: len(it.screen.of(UtteranceStarted)) == 2, "both to speak")
    it.until(lambda: not it.microphone._waiting, "all to be heard")
    it.engine.set_source(SourceSpec("microphone"))
    it.until(lambda: len(it.inputs) == 2 and len(it.screen.finals) == 2, "the other source")
    it.hear(in_turn(0.5, 2.0, 1.0))
    it.until(lambda: len(it.screen.finals) == 3, "its line")
    it.engine.set_source(BOTH)
    it.until(lambda: len(it.inputs) == 3, "both again")
    it.hear_both(in_turn(0.5, 2.0, 2.0), in_turn(0.5, 2.0, 2.0))
    it.until(lambda: len(it.screen.finals) == 5, "their lines")
    sides = [final.side for _, final in sorted(it.screen.finals.items())]
    assert sides[2] == "" and sorted(sides[:2]) == sorted(sides[3:]) == ["computer", "you"]
    starts = [final.start_s for _, final in sorted(it.screen.finals.items())]
    assert max(starts[:2]) < starts[2] < min(starts[3:])


def test_a_model_that_falls_behind_drops_the_oldest_of_each_side(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "KEPT_S", 4.0)
    it = rig(source=BOTH, hold=True)
    it.hear_both(in_turn(0.0, 8.0, 2.0), in_turn(0.0, 8.0, 2.0))
    it.until(lambda: any("skipped" in notice.text for notice in it.screen.of(Notice)), "the notice")
    it.until(lambda: not it.microphone._waiting, "all to be heard")
    it.loader.gate.set()
    it.until(lambda: len(lines_of(it, "you")) and len(lines_of(it, "computer")), "a line of each")
    it.stop()


@pytest.mark.logs("the recogniser")
def test_a_model_that_fails_costs_neither_side_a_word(rig: Callable[..., Rig]) -> None:
    you, computer = in_turn(0.5, 3.0, 2.5), in_turn(1.0, 3.0, 2.0)
    whole = rig(source=BOTH)
    whole.hear_both(you, computer)
    whole.until(lambda: len(whole.screen.finals) == 2, "both lines")
    it = rig(source=BOTH, main=Script(break_at=(5,)))
    it.hear_both(you, computer)
    it.until(lambda: len(it.screen.finals) == 2, "both lines after the fault")
    for side in ("you", "computer"):
        assert lines_of(it, side) == lines_of(whole, side)

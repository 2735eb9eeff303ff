"""The life cycle of dictation: what is asked of the world, in order."""

from __future__ import annotations

from typing import Any

import pytest

from app.dictation.life_cycle import Action, DictationMachine, Outcome, Phase, Plan, decide_action
from app.dictation.replacements import Rule
from app.hotkeys.rules import Edge, EdgeKind

WHOLE = Plan(live=False)


class World:
    """Remembers what the life cycle did to it."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.inserts: list[tuple[int, str, bool, bool]] = []
        self.outcomes: list[Outcome] = []
        self.phases: list[Phase] = []
        self.cues: list[str] = []
        self.before = ""
        self.history = ""
        self.targets = iter(range(1, 100))

    def start_speech(self, number: int) -> None:
        self.calls.append("start")

    def stop_speech(self, number: int) -> None:
        self.calls.append("stop")

    def cancel_speech(self, number: int) -> None:
        self.calls.append("cancel")

    def find_target(self) -> Any:
        return next(self.targets)

    def context(self, target: Any) -> str:
        return self.before

    def heard(self, number: int, target: Any, text: str) -> None:
        self.history += text

    def insert(self, number: int, target: Any, text: str, *, enter: bool, last: bool) -> None:
        self.inserts.append((target, text, enter, last))

    def drop(self, number: int) -> None:
        self.calls.append(f"drop {number}")

    def pause_captions(self, on: bool) -> None:
        self.calls.append("pause" if on else "resume")

    def phase_changed(self, phase: Phase) -> None:
        self.phases.append(phase)

    def cue(self, name: str) -> None:
        self.cues.append(name)

    def ended(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)

    @property
    def text(self) -> str:
        return "".join(text for _, text, _, _ in self.inserts)


def machine(plan: Plan | None = None) -> tuple[DictationMachine, World]:
    world = World()
    return DictationMachine(world, plan or Plan()), world


def down(binding: str = "hold") -> Edge:
    return Edge(EdgeKind.DOWN, binding)


def up(binding: str = "hold", held_s: float = 2.0) -> Edge:
    return Edge(EdgeKind.UP, binding, held_s=held_s)


IDLE = {"recording": False, "started_by": "", "latched": False}


@pytest.mark.parametrize(
    ("edge", "state", "action"),
    [
        (down(), IDLE, Action.BEGIN),
        (up(), IDLE, Action.NOTHING),
        (Edge(EdgeKind.ESCAPE), IDLE, Action.NOTHING),
        (up(), {"recording": True, "started_by": "hold", "latched": False}, Action.FINISH),
        (up(held_s=0.05), {"recording": True, "started_by": "hold", "latched": False}, Action.FINISH),
        (down(), {"recording": True, "started_by": "hold", "latched": False}, Action.NOTHING),
        (Edge(EdgeKind.ESCAPE), {"recording": True, "started_by": "hold", "latched": False}, Action.CANCEL),
        (Edge(EdgeKind.CHORD, "hold"), {"recording": True, "started_by": "hold", "latched": False}, Action.CANCEL),
        (down("toggle"), {"recording": True, "started_by": "toggle", "latched": True}, Action.FINISH),
        (up("toggle"), {"recording": True, "started_by": "toggle", "latched": True}, Action.NOTHING),
        (down("toggle"), {"recording": True, "started_by": "hold", "latched": False}, Action.FINISH),
        (down("hold"), {"recording": True, "started_by": "toggle", "latched": True}, Action.FINISH),
        (up("hold"), {"recording": True, "started_by": "toggle", "latched": True}, Action.NOTHING),
        (up("both", 0.1), {"recording": True, "started_by": "both", "latched": False}, Action.LATCH),
        (up("both", 0.31), {"recording": True, "started_by": "both", "latched": False}, Action.FINISH),
        (up("both", 0.9), {"recording": True, "started_by": "both", "latched": True}, Action.NOTHING),
        (down("both"), {"recording": True, "started_by": "both", "latched": True}, Action.FINISH),
    ],
)
def test_what_a_key_means(edge: Edge, state: dict[str, Any], action: Action) -> None:
    assert decide_action(edge, **state) is action


def test_live_text_is_inserted_as_it_is_committed() -> None:
    dictation, world = machine()
    dictation.edge(down())
    dictation.committed(1, "Hello")
    dictation.committed(1, " brave")
    assert world.text == "Hello brave"
    dictation.edge(up())
    dictation.finalized(1, "Hello brave world.", " world.")
    dictation.speech_over(1)
    assert world.text == "Hello brave world."
    assert [last for *_, last in world.inserts] == [False, False, False, True]
    dictation.inserted(1)
    assert world.outcomes == [Outcome("Hello brave world.", True, target=1)]
    assert world.phases == [Phase.RECORDING, Phase.FINISHING, Phase.IDLE]
    assert world.calls == ["start", "stop"]
    assert world.cues == ["start", "stop"]


def test_whole_text_waits_for_the_release() -> None:
    dictation, world = machine(WHOLE)
    dictation.edge(down())
    dictation.committed(1, "Helo")
    dictation.edge(up())
    assert world.text == ""
    dictation.finalized(1, "Hello world.", "")  # the better transcript counts here, not what had been committed
    dictation.speech_over(1)
    assert world.text == "Hello world."


def test_several_utterances_are_spaced() -> None:
    dictation, world = machine()
    dictation.edge(down("toggle"))
    dictation.committed(1, "One.")
    dictation.finalized(1, "One.", "")
    dictation.committed(1, " Two.")
    dictation.finalized(1, "Two.", "")
    dictation.committed(1, "你好")
    dictation.finalized(1, "你好", "")
    dictation.edge(down("toggle"))
    dictation.speech_over(1)
    assert world.text == "One. Two.你好"


def test_text_follows_what_stands_before_the_caret() -> None:
    dictation, world = machine()
    world.before = "already here"
    dictation.edge(down())
    dictation.committed(1, "and more")
    assert world.text == " and more"


@pytest.mark.parametrize(
    ("setting", "text", "tail", "enter"),
    [("space", "Hi", " ", False), ("enter", "Hi", "", True), ("none", "Hi", "", False), ("space", "好", "", False)],
)
def test_the_ending(setting: str, text: str, tail: str, enter: bool) -> None:
    dictation, world = machine(Plan(ending=setting))
    dictation.edge(down())
    dictation.committed(1, text)
    dictation.edge(up())
    dictation.finalized(1, text, "")
    dictation.speech_over(1)
    assert world.inserts[-1] == (1, tail, enter, True)


def test_replacements_in_the_live_way_only_append() -> None:
    dictation, world = machine(Plan(rules=(Rule("cube ernetes", "Kubernetes"),)))
    dictation.edge(down())
    for delta in ("use", " cube", " ern", "etes", " now"):
        dictation.committed(1, delta)
    dictation.edge(up())
    dictation.finalized(1, "use cube ernetes now", "")
    dictation.speech_over(1)
    assert world.text == "use Kubernetes now"


def test_nothing_said_inserts_nothing_not_even_enter() -> None:
    dictation, world = machine(Plan(ending="enter"))
    dictation.edge(down())
    dictation.edge(up(held_s=0.05))
    dictation.finalized(1, "", "")
    dictation.speech_over(1)
    assert world.inserts == []
    assert world.outcomes == [Outcome("", True, target=1)]
    assert dictation.phase is Phase.IDLE


def test_committed_text_without_a_final_line_counts() -> None:
    for plan in (Plan(), WHOLE):
        dictation, world = machine(plan)
        dictation.edge(down())
        dictation.committed(1, "half a")
        dictation.edge(up())
        dictation.speech_over(1)
        assert world.text == "half a"


def test_escape_throws_away_and_types_nothing_more() -> None:
    dictation, world = machine(WHOLE)
    dictation.edge(down())
    dictation.committed(1, "secret")
    dictation.edge(Edge(EdgeKind.ESCAPE))
    dictation.committed(1, " words")  # already on its way when Esc was pressed
    assert world.text == ""
    assert world.calls == ["start", "cancel", "drop 1"]
    assert world.outcomes == [Outcome("", False, target=1, cancelled=True)]
    assert world.cues == ["start", "cancel"]


def test_a_chord_is_undone_without_a_sound() -> None:
    dictation, world = machine()
    dictation.edge(down())
    dictation.edge(Edge(EdgeKind.CHORD, "hold"))
    assert world.cues == ["start"]
    assert dictation.phase is Phase.IDLE


def test_late_words_of_a_cancelled_dictation_do_not_reach_the_next_one() -> None:
    dictation, world = machine()
    dictation.edge(down())
    dictation.edge(Edge(EdgeKind.ESCAPE))
    dictation.edge(down())
    dictation.committed(1, "old")
    dictation.committed(2, "new")
    dictation.finalized(1, "old words", " words")
    assert world.text == "new"


def test_a_second_dictation_begins_while_the_first_finishes() -> None:
    dictation, world = machine()
    dictation.edge(down())
    dictation.committed(1, "first")
    dictation.edge(up())
    dictation.edge(down())
    assert dictation.phase is Phase.RECORDING
    dictation.finalized(1, "first one", " one")
    dictation.speech_over(1)
    dictation.committed(2, "second")
    assert [(target, text) for target, text, _, _ in world.inserts] == [
        (1, "first"), (1, " one"), (1, ""), (2, "second"),
    ]  # fmt: skip
    dictation.inserted(1)
    assert [outcome.text for outcome in world.outcomes] == ["first one"]
    assert dictation.phase is Phase.RECORDING


def test_the_second_is_spaced_after_the_first_though_both_were_open() -> None:
    dictation, world = machine()
    world.targets = iter([7, 7])
    for _ in range(2):
        dictation.edge(down())
        dictation.edge(up())
    dictation.finalized(1, "First.", "First.")
    dictation.speech_over(1)
    dictation.finalized(2, "Second.", "Second.")
    dictation.speech_over(2)
    assert world.text == "First. Second."


def test_what_cannot_be_inserted_is_handed_back_whole() -> None:
    dictation, world = machine()
    dictation.edge(down())
    dictation.committed(1, "one")
    dictation.insert_failed(1, "one", "closed")
    dictation.committed(1, " two")
    dictation.edge(up())
    dictation.finalized(1, "one two three", " three")
    dictation.speech_over(1)
    assert world.outcomes == [Outcome("one two three", False, "one two three", "closed", target=1)]
    assert world.text == "one"
    assert world.history == "one two three"
    assert "error" in world.cues


def test_a_failed_recogniser_delivers_what_was_said() -> None:
    dictation, world = machine()
    dictation.edge(down())
    dictation.committed(1, "so far")
    dictation.speech_failed(1, "The microphone is gone.")
    assert dictation.phase is Phase.FINISHING
    dictation.inserted(1)
    assert world.outcomes == [Outcome("so far", True, problem="The microphone is gone.", target=1)]


def test_a_dictation_that_cannot_begin_leaves_the_one_before_alone() -> None:
    dictation, world = machine()
    dictation.edge(down())
    dictation.edge(up())
    dictation.edge(down())
    dictation.speech_failed(2, "No microphone.")
    dictation.finalized(1, "First.", "First.")
    dictation.speech_over(1)
    dictation.inserted(1)
    assert [(outcome.text, outcome.problem) for outcome in world.outcomes] == [("", "No microphone."), ("First.", "")]


def test_whole_text_waits_for_the_release_even_if_an_utterance_ends_before() -> None:
    dictation, world = machine(WHOLE)
    dictation.edge(down())
    dictation.finalized(1, "One.", "")
    dictation.committed(1, "Tw")
    assert world.text == ""
    dictation.edge(up())
    dictation.finalized(1, "Two.", "")
    dictation.speech_over(1)
    assert world.text == "One. Two."


def test_captions_rest_only_while_recording() -> None:
    dictation, world = machine(Plan(pause_captions=True))
    dictation.edge(down())
    dictation.edge(up())
    assert world.calls == ["pause", "start", "resume", "stop"]


def test_escape_while_text_waits_hands_it_back() -> None:
    dictation, world = machine(WHOLE)
    dictation.edge(down())
    dictation.edge(up())
    dictation.finalized(1, "waiting words", "")
    dictation.speech_over(1)
    dictation.edge(Edge(EdgeKind.ESCAPE))
    assert "drop 1" in world.calls
    dictation.insert_failed(1, "waiting words", "dropped")
    assert world.outcomes[0].undelivered == "waiting words"
    assert dictation.phase is Phase.IDLE


def test_a_tap_latches_and_the_next_press_ends_it() -> None:
    dictation, world = machine()
    dictation.edge(down("both"))
    assert dictation.held
    dictation.edge(up("both", 0.1))
    assert dictation.phase is Phase.RECORDING
    assert not dictation.held
    dictation.edge(down("both"))
    assert dictation.phase is Phase.FINISHING
    dictation.edge(up("both", 0.1))
    assert dictation.phase is Phase.FINISHING
    assert world.calls == ["start", "stop"]

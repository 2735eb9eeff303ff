"""The life cycle of dictation: one owner, Idle -> Recording -> Finishing, driven by commands. No Qt, device or clock.

Given: edges of the hotkeys, what the recogniser says, how insertions went. Gives: calls on `Effects`, handed in.
A dictation that is finishing does not keep the next one from starting: every dictation has a number, and all news of the
recogniser and of the insertion carry it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from app.dictation.replacements import Replacer, Rule
from app.dictation.spacing import ending, follow
from app.dictation.spoken_forms import SpokenForms
from app.hotkeys.rules import Edge, EdgeKind

TAP_S = 0.3
"""Where one key serves both ways, a press shorter than this switches dictation on instead of being held."""

CONTEXT_CHARS = 200
"""How much of the text before the caret is kept for spacing."""


class Phase(Enum):
    IDLE = "idle"
    RECORDING = "recording"
    FINISHING = "finishing"


class Action(Enum):
    """What an edge of a hotkey means."""

    NOTHING = "nothing"
    BEGIN = "begin"
    FINISH = "finish"
    LATCH = "latch"
    CANCEL = "cancel"


def decide_action(edge: Edge, *, recording: bool, started_by: str, latched: bool) -> Action:
    """The rule of the keys. Bindings are "hold", "toggle" and "both" (one key for both ways).

    `started_by` is the binding that began the running dictation, `latched` that it continues without a key.
    """
    if edge.kind is EdgeKind.ESCAPE:
        return Action.CANCEL if recording else Action.NOTHING
    if edge.kind is EdgeKind.DOWN:
        if not recording:
            return Action.BEGIN
        return Action.FINISH if latched or edge.binding != started_by else Action.NOTHING
    if not recording or edge.binding != started_by or latched:
        return Action.NOTHING
    if edge.kind is EdgeKind.CHORD:
        return Action.CANCEL
    if edge.binding == "both" and edge.held_s < TAP_S:
        return Action.LATCH
    return Action.FINISH


@dataclass(frozen=True)
class Plan:
    """How one dictation is done; taken from the settings when it begins.

    Attributes:
        live: insert each committed delta at once instead of the final text at the end.
        ending: "none", "space" or "enter".
        rules: replacements.
        pause_captions: captions rest meanwhile.
        marks, numbers, language: of `SpokenForms`.
    """

    live: bool = True
    ending: str = "none"
    rules: tuple[Rule, ...] = ()
    pause_captions: bool = False
    marks: bool = False
    numbers: bool = False
    language: str = ""


@dataclass(frozen=True)
class Outcome:
    """A dictation that has ended.

    Attributes:
        text: all that was recognised, with replacements.
        inserted: whether all of it was put into the window.
        undelivered: the part that was not.
        problem: a message, "" if there was none.
        target: where it was meant to go.
        cancelled: by Esc; what was typed before stays.
        number: counts the dictations of this run.
    """

    text: str
    inserted: bool
    undelivered: str = ""
    problem: str = ""
    target: Any = None
    cancelled: bool = False
    number: int = field(default=0, compare=False)


class Effects(Protocol):
    """What the life cycle may do to the world. None of these may block."""

    def start_speech(self, number: int) -> None: ...

    def stop_speech(self, number: int) -> None: ...

    def cancel_speech(self, number: int) -> None: ...

    def find_target(self) -> Any:
        """Where the text shall go: the focused window of now."""

    def context(self, target: Any) -> str:
        """What stands before the caret there, as far as it is known."""

    def heard(self, number: int, target: Any, text: str) -> None:
        """Text of a dictation, as it is passed on to `target`; for history, which keeps it whatever becomes of it."""

    def insert(self, number: int, target: Any, text: str, *, enter: bool, last: bool) -> None:
        """Queues text (and the Enter key after it) for dictation `number`; `last` means that no more comes."""

    def drop(self, number: int) -> None:
        """Takes back what is queued for a dictation and not yet inserted."""

    def pause_captions(self, on: bool) -> None: ...

    def phase_changed(self, phase: Phase) -> None: ...

    def cue(self, name: str) -> None:
        """A sound: "start", "stop", "cancel" or "error"."""

    def ended(self, outcome: Outcome) -> None:
        """Called once per dictation: history, clipboard and the error on the pill are made from it."""


@dataclass
class _Dictation:
    number: int
    plan: Plan
    target: Any
    context: str
    replacer: Replacer
    forms: SpokenForms
    follows: _Dictation | None = None  # the one before, into the same place and not yet wholly inserted
    utterance: str = ""  # as recognised, of the utterance that is running
    begun: bool = False  # whether the running utterance has put out anything
    text: str = ""  # all that was queued for insertion
    recording: bool = True
    kept: str = ""  # final text that waits for the key's release (whole way)
    closed: bool = False  # everything is queued
    blocked: bool = False  # nothing more can be inserted
    problem: str = ""
    undelivered: str = ""
    cancelled: bool = False

    def end_utterance(self, rest: str, language: str | None = None) -> str:
        """What is to be written of the running utterance, which ends with `rest`, as recognised."""
        text = self.replacer.feed(rest) + self.replacer.finish()
        return self.forms.feed(text, language) + self.forms.end_utterance()


class DictationMachine:
    """The life cycle. Told of keys (or `begin`, `finish`, `cancel`) and of the recogniser's and the inserter's news.

    Attributes:
        plan: for the next dictation.
        phase: where the newest dictation stands.
    """

    def __init__(self, effects: Effects, plan: Plan) -> None:
        self._effects = effects
        self.plan = plan
        self.phase = Phase.IDLE
        self._dictations: deque[_Dictation] = deque()  # not ended
        self._count = 0
        self._started_by = ""
        self._latched = False

    # --- commands ---

    @property
    def recording(self) -> bool:
        return self.phase is Phase.RECORDING

    @property
    def held(self) -> bool:
        """A key is down for the running dictation (it was not switched on)."""
        return self.recording and not self._latched and self._started_by in ("hold", "both")

    def edge(self, edge: Edge) -> None:
        action = decide_action(edge, recording=self.recording, started_by=self._started_by, latched=self._latched)
        if action is Action.BEGIN:
            self.begin(edge.binding)
        elif action is Action.FINISH:
            self.finish()
        elif action is Action.LATCH:
            self._latched = True
        elif action is Action.CANCEL:
            self.cancel(silent=edge.kind is EdgeKind.CHORD)
        elif edge.kind is EdgeKind.ESCAPE and self.phase is Phase.FINISHING:
            self._give_up_waiting()

    def begin(self, started_by: str = "") -> None:
        """Starts recording; `started_by` "" or "toggle" means that it continues until `finish`."""
        if self.recording:
            return
        self._count += 1
        target = self._effects.find_target()
        context = self._effects.context(target)[-CONTEXT_CHARS:]
        before = self._dictations[-1] if self._dictations else None
        follows = before if before is not None and before.target == target and before.plan.ending != "enter" else None
        forms = SpokenForms(marks=self.plan.marks, numbers=self.plan.numbers, language=self.plan.language)
        dictation = _Dictation(self._count, self.plan, target, context, Replacer(self.plan.rules), forms, follows)
        self._dictations.append(dictation)
        self._started_by = started_by
        self._latched = started_by not in ("hold", "both")
        if self.plan.pause_captions:
            self._effects.pause_captions(True)
        self._effects.start_speech(dictation.number)
        self._effects.cue("start")
        self._update_phase()

    def finish(self) -> None:
        """Ends recording; the rest of the text follows."""
        dictation = self._recording_one()
        if dictation is None:
            return
        self._stop_recording(dictation)
        self._effects.stop_speech(dictation.number)
        self._effects.cue("stop")
        self._update_phase()

    def cancel(self, *, silent: bool = False) -> None:
        """Throws the running dictation away. What was typed stays typed, and is kept in history."""
        dictation = self._recording_one()
        if dictation is None:
            return
        dictation.cancelled = True
        self._stop_recording(dictation)
        self._effects.cancel_speech(dictation.number)
        self._effects.drop(dictation.number)
        if not silent:
            self._effects.cue("cancel")
        self._end(dictation)

    def _give_up_waiting(self) -> None:
        """Esc while text still waits for its window: it is kept instead of inserted (`insert_failed` follows)."""
        for dictation in list(self._dictations):
            self._effects.drop(dictation.number)

    # --- what the recogniser says ---

    def committed(self, number: int, delta: str, language: str | None = None) -> None:
        """`language`: the one spoken, as far as it is known."""
        dictation = self._speaking(number)
        if dictation is None:
            return
        dictation.utterance += delta
        if dictation.plan.live:
            self._put(dictation, dictation.forms.feed(dictation.replacer.feed(delta), language))

    def finalized(self, number: int, text: str, remainder: str, language: str | None = None) -> None:
        """An utterance ended: its final transcript, and what of it had not been committed."""
        dictation = self._speaking(number)
        if dictation is None:
            return
        if dictation.plan.live:
            self._put(dictation, dictation.end_utterance(remainder, language))
            dictation.begun = False
        else:
            whole = dictation.end_utterance(text, language).strip(" ")
            dictation.kept += follow(dictation.kept, whole)
            if not dictation.recording:
                self._release_kept(dictation)
        dictation.utterance = ""

    def speech_over(self, number: int) -> None:
        """The recogniser has said everything about it."""
        dictation = self._speaking(number)
        if dictation is not None:
            self._stop_recording(dictation)
            self._close(dictation)

    def speech_failed(self, number: int, problem: str) -> None:
        """The recogniser or the microphone failed: what was said so far is delivered, and the problem is reported."""
        dictation = self._speaking(number)
        if dictation is not None:
            dictation.problem = dictation.problem or problem
            self.speech_over(number)
            self._effects.cue("error")

    # --- how insertions went ---

    def inserted(self, number: int) -> None:
        """Everything queued for a closed dictation has arrived."""
        dictation = self._numbered(number)
        if dictation is not None and dictation.closed:
            self._end(dictation)

    def insert_failed(self, number: int, undelivered: str, problem: str) -> None:
        """Text could not be inserted; nothing more is tried for this dictation."""
        dictation = self._numbered(number)
        if dictation is None:
            return
        dictation.blocked = True
        dictation.problem = problem
        dictation.undelivered += undelivered
        self._effects.cue("error")
        if dictation.closed:
            self._end(dictation)
        else:
            self._update_phase()

    # --- inner rules ---

    def _recording_one(self) -> _Dictation | None:
        return next((item for item in self._dictations if item.recording), None)

    def _speaking(self, number: int) -> _Dictation | None:
        """The dictation with this number if the recogniser may still speak of it; one that was cancelled has ended."""
        dictation = self._numbered(number)
        return None if dictation is None or dictation.closed else dictation

    def _numbered(self, number: int) -> _Dictation | None:
        return next((item for item in self._dictations if item.number == number), None)

    def _stop_recording(self, dictation: _Dictation) -> None:
        if not dictation.recording:
            return
        dictation.recording = False
        self._started_by, self._latched = "", False
        if dictation.plan.pause_captions:
            self._effects.pause_captions(False)

    def _put(self, dictation: _Dictation, text: str) -> None:
        """Queues `text`, with the space that belongs before the first words of an utterance."""
        if not dictation.begun:
            if not dictation.text and dictation.follows is not None and dictation.follows.text:
                dictation.context = dictation.follows.context
            dictation.follows = None
            text = follow(dictation.context, text)
            if not text.strip(" "):
                return  # a space alone begins nothing
            dictation.begun = True
        if not text:
            return
        dictation.text += text
        dictation.context = (dictation.context + text)[-CONTEXT_CHARS:]
        self._effects.heard(dictation.number, dictation.target, text)
        if dictation.blocked:
            dictation.undelivered += text
        else:
            self._effects.insert(dictation.number, dictation.target, text, enter=False, last=False)

    def _release_kept(self, dictation: _Dictation) -> None:
        text, dictation.kept = dictation.kept, ""
        dictation.begun = False
        self._put(dictation, text)

    def _close(self, dictation: _Dictation) -> None:
        """No more words come: the ending is queued, or the dictation is over."""
        # An utterance that never got its final line: what was committed counts.
        if dictation.plan.live:
            self._put(dictation, dictation.end_utterance("") + dictation.forms.finish())
        else:
            rest = dictation.end_utterance(dictation.utterance) + dictation.forms.finish()
            dictation.kept += follow(dictation.kept, rest.strip(" "))
            self._release_kept(dictation)
        dictation.utterance = ""
        dictation.closed = True
        if dictation.blocked or not dictation.text:
            self._end(dictation)
            return
        tail = ending(dictation.text, dictation.plan.ending)
        dictation.text += tail
        enter = dictation.plan.ending == "enter"
        self._effects.insert(dictation.number, dictation.target, tail, enter=enter, last=True)
        self._update_phase()

    def _end(self, dictation: _Dictation) -> None:
        self._dictations.remove(dictation)
        self._effects.ended(
            Outcome(
                dictation.text,
                inserted=not dictation.blocked and not dictation.cancelled,
                undelivered=dictation.undelivered,
                problem=dictation.problem,
                target=dictation.target,
                cancelled=dictation.cancelled,
                number=dictation.number,
            )
        )
        self._update_phase()

    def _update_phase(self) -> None:
        phase = Phase.FINISHING if self._dictations else Phase.IDLE
        if self._recording_one() is not None:
            phase = Phase.RECORDING
        if phase is not self.phase:
            self.phase = phase
            self._effects.phase_changed(phase)

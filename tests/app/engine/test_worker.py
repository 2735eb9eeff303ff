"""The worker's rim and the engine's rules: events become signals, states follow facts, advice follows measurements."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QThread

from app.base.events import DictationCommitted, DictationEvent, DictationFinalized, DictationStatus, EngineEvent, Status
from app.base.settings import Settings
from app.capture.device import Devices
from app.capture.listener import SoundInput
from app.capture.ports import SourceKind, SourceSpec
from app.engine.captioner import Captioner
from app.engine.dictation import Dictation
from app.engine.loop import EngineSetup
from app.engine.model_loading import ModelChoice, check_options, load_first
from app.engine.segmenter import TAIL_ZEROS, Audio, UtteranceEnd, UtteranceStart, tail_zeros
from app.engine.status import BEHIND_FOR_S, Facts, StatusRule, decide_behind, decide_state
from app.engine.worker import CaptionWorker
from app.program.services import Services
from inference.errors import BundleError, ProviderError, RecognizerError
from inference.events import Committed, Final
from inference.options import StreamOptions
from tests.app.capture.sounds import RATE, silence, speech
from tests.app.scripted import MODEL, OTHER, Loader, Screen, Script, ScriptedInput, ScriptedRecognizer
from tests.app.waiting import wait_until

# The thread and its signals -----------------------------------------------------------------------------------------


class Seen:
    """Signals as a plain function gets them.

    Attributes:
        threads: names of the threads on which they arrived.
    """

    def __init__(self, worker: CaptionWorker) -> None:
        self.screen = Screen()
        self.started: list[tuple[int, float]] = []
        self.notices: list[str] = []
        self.failures: list[str] = []
        self.levels: list[float] = []
        self.dictation: list[str] = []
        self.typed = ""
        self.threads: set[bool] = set()
        for signal, slot in (
            (worker.committed, self.screen.take),
            (worker.finalized, self.screen.take),
            (worker.status, self._status),
            (worker.notice, self.notices.append),
            (worker.failed, self.failures.append),
            (worker.level, self.levels.append),
            (worker.dictation, self._dictation),
        ):
            signal.connect(slot)
        worker.utterance_started.connect(lambda number, at: self.started.append((number, at)))

    def _status(self, status: Status) -> None:
        self.threads.add(threading.current_thread() is threading.main_thread())
        self.screen.take(status)

    def _dictation(self, event: DictationEvent) -> None:
        if isinstance(event, DictationStatus):
            self.dictation.append(event.state)
        else:
            self.typed += event.text if isinstance(event, DictationCommitted) else event.line.remainder


@pytest.fixture
def microphone() -> ScriptedInput:
    return ScriptedInput()


@pytest.fixture
def worker(microphone: ScriptedInput) -> Iterator[CaptionWorker]:
    application = QCoreApplication.instance() or QCoreApplication([])
    setup = EngineSetup(SourceSpec(), StreamOptions(), MODEL, probe_speed=False)

    def opener(spec: SourceSpec, notify: Callable[[str], None]) -> SoundInput:
        return microphone

    it = CaptionWorker(setup, load=Loader(main=Script(), other=Script("other")), opener=opener, watch_devices=False)
    yield it
    assert it.shutdown(5.0)
    application.processEvents()


def play(microphone: ScriptedInput, *sounds: object) -> None:
    for sound in sounds:
        for at in range(0, len(sound), 800):  # type: ignore[arg-type]
            microphone.put(sound[at : at + 800])  # type: ignore[index]


def test_what_happens_in_the_thread_arrives_as_signals_in_the_window(
    worker: CaptionWorker, microphone: ScriptedInput
) -> None:
    seen = Seen(worker)
    worker.start()
    play(microphone, silence(0.5), speech(2.0), silence(1.0))
    wait_until(lambda: seen.screen.finals, "the final line")
    assert seen.screen.lines[0].startswith("w0 w1 w2")
    assert seen.started and seen.started[0][0] == 1
    assert seen.levels and seen.failures == []
    assert seen.threads == {True}
    worker.begin_dictation(1, StreamOptions())
    wait_until(lambda: "recording" in seen.dictation, "recording")
    play(microphone, speech(2.0))
    worker.end_dictation(1)
    play(microphone, silence(0.3))
    wait_until(lambda: "done" in seen.dictation, "the dictation")
    assert seen.typed.startswith("w0 w1")
    worker.set_model(OTHER)
    wait_until(lambda: seen.screen.model == "other", "the other model")
    worker.pause()
    wait_until(lambda: seen.screen.state == "paused", "the pause")


def test_the_history_is_told_what_was_said_and_everybody_else_what_may_be_shown(
    worker: CaptionWorker, microphone: ScriptedInput
) -> None:
    seen, said, in_full = Seen(worker), [], []
    worker.said.connect(lambda line: said.append(line.text))
    worker.said_in_full.connect(lambda line: in_full.append(line.text))
    worker.set_masked_words({"English": "w1"})
    worker.start()
    play(microphone, silence(0.5), speech(2.0), silence(1.0))
    wait_until(lambda: seen.screen.finals, "the final line")
    assert seen.screen.lines[0].startswith("w0 w* w2")
    assert "".join(said).startswith("w0 w1 w2")
    assert in_full[0].startswith("w0 w1 w2")


@pytest.mark.logs("the caption worker failed")
def test_an_error_inside_ends_with_a_sentence_not_with_the_program(
    worker: CaptionWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Seen(worker)

    def explode() -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(worker._engine, "run", explode)
    worker.start()
    wait_until(lambda: seen.screen.state == "failed", "the state")
    assert seen.failures == [
        "Captions stopped because of an internal error (a bug). Quit the program and start it again."
    ]


def test_bad_settings_are_told_and_captions_go_on_with_the_present_ones(
    worker: CaptionWorker, microphone: ScriptedInput
) -> None:
    seen = Seen(worker)
    with pytest.raises(ValueError, match="between 200 and 3000"):
        worker.set_endpoint_ms(10)
    worker.set_options(StreamOptions(language="Klingon"))
    with pytest.raises(RecognizerError):
        worker.begin_dictation(1, StreamOptions(hotwords=("word " * 900,)))
    worker.start()
    play(microphone, speech(2.0), silence(1.0))
    wait_until(lambda: seen.screen.finals, "captions")
    assert len(seen.notices) == 1 and "Klingon" in seen.notices[0]


def test_the_worker_is_a_thread_of_its_own(worker: CaptionWorker) -> None:
    assert isinstance(worker, QThread)
    worker.start()
    assert worker.devices == Devices()


# States -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "facts, behind, expected",
    [
        (Facts(), False, "listening"),
        (Facts(live=False), False, "loading"),
        (Facts(model_ready=False), False, "loading"),
        (Facts(model_ready=False, lag_s=30.0), True, "loading"),
        (Facts(problem="“Mic” was disconnected."), False, "no_sound"),
        (Facts(quiet_s=10.0), False, "no_sound"),
        (Facts(quiet_s=10.0, kind="computer"), False, "no_sound"),
        (Facts(lag_s=4.0), True, "behind"),
        (Facts(lag_s=4.0, paced=False), True, "listening"),
        (Facts(paused=True, lag_s=9.0), True, "paused"),
        (Facts(ended=True), False, "stopped"),
        (Facts(ended=True, lag_s=9.0), True, "behind"),
        (Facts(failed="No model.", paused=True), False, "failed"),
    ],
)
def test_the_state_that_is_shown(facts: Facts, behind: bool, expected: str) -> None:
    state, message = decide_state(facts, behind)
    assert state == expected
    if facts.problem or facts.failed:
        assert message == (facts.failed or facts.problem)


@pytest.mark.parametrize(
    "lag_s, was, for_s, expected",
    [
        (0.3, False, 9.0, False),
        (3.0, False, 0.2, False),  # a moment after loading
        (3.0, False, BEHIND_FOR_S, True),
        (2.0, True, 0.0, True),
        (0.5, True, 0.0, False),
    ],
)
def test_when_captions_are_behind(lag_s: float, was: bool, for_s: float, expected: bool) -> None:
    assert decide_behind(lag_s, was, for_s) is expected


@pytest.mark.parametrize(
    "kind, named",
    [("microphone", "Is the microphone muted"), ("computer", "playing on"), ("both", "microphone is silent, and")],
)
def test_silence_is_explained_by_what_is_listened_to(kind: SourceKind, named: str) -> None:
    facts = Facts(kind=kind, model_ready=True, live=True, device="Desk", quiet_s=60.0)
    assert decide_state(facts, False)[0] == "no_sound"
    assert named in decide_state(facts, False)[1]


def test_a_state_is_told_once_and_the_lag_only_now_and_then() -> None:
    told: list[EngineEvent] = []
    now = [0.0]
    rule = StatusRule(told.append, lambda: now[0])
    for step in range(100):
        now[0] = step * 0.02
        rule.update(Facts(lag_s=0.1 * (step % 7)))
    assert 2 <= len(told) <= 6
    rule.update(Facts(paused=True))
    assert isinstance(told[-1], Status) and told[-1].state == "paused"


# Speed --------------------------------------------------------------------------------------------------------------


@pytest.mark.logs("loading ModelChoice")
def test_the_first_model_that_loads_is_taken_and_every_problem_is_kept() -> None:
    loader = Loader(
        main=Script(load_error=BundleError("Damaged.")),
        other=Script("other", load_error=OSError("no disk")),
        third=Script(),
    )
    third = ModelChoice("third")
    loaded = load_first([MODEL, OTHER, third], loader, lambda text: None)
    assert loaded.choice == third and loaded.recognizer is not None
    assert loaded.problems == ("Damaged.", "The model in “other” could not be loaded (no disk).")


@pytest.mark.parametrize(
    "options", [StreamOptions(), StreamOptions(language="English", hotwords=("Ada",), context="A talk.")]
)
def test_good_options_pass(options: StreamOptions) -> None:
    check_options(options)


# The backlog --------------------------------------------------------------------------------------------------------


def test_what_waits_is_bounded_and_the_edges_stay() -> None:
    screen = Screen()
    captioner = Captioner(screen.take)
    second = speech(1.0)
    events = [
        UtteranceStart(0, 0),
        *[Audio(second, at * RATE) for at in range(5)],
        tail_zeros(5 * RATE),
        UtteranceEnd(5 * RATE, 5 * RATE),
        UtteranceStart(8 * RATE, 8 * RATE),
        *[Audio(second, (8 + at) * RATE) for at in range(2)],
        tail_zeros(10 * RATE),
        UtteranceEnd(10 * RATE, 10 * RATE),
    ]
    captioner.push(events, StreamOptions())
    dropped = captioner.trim(4 * RATE)
    assert dropped >= 3 * RATE and captioner.pending <= 4 * RATE
    recognizer = ScriptedRecognizer(Script(), "cpu")
    while captioner.work(recognizer):
        pass
    assert captioner.idle and captioner.pending == 0
    assert len(recognizer.streams) == 2
    assert sorted(screen.finals) == [1, 2]
    assert screen.finals[2].start_s == 8.0


def test_a_running_line_is_ended_before_sound_is_dropped() -> None:
    screen = Screen()
    captioner = Captioner(screen.take)
    recognizer = ScriptedRecognizer(Script(), "cpu")
    captioner.push([UtteranceStart(0, 0), Audio(speech(2.0), 0)], StreamOptions())
    while captioner.work(recognizer):
        pass
    captioner.push([Audio(speech(1.0), (2 + at) * RATE) for at in range(6)], StreamOptions())
    assert captioner.trim(2 * RATE) == 4 * RATE
    # Its own silence at the cut is neither lost sound nor put there again and again.
    for _ in range(3):
        assert captioner.trim(2 * RATE + TAIL_ZEROS) == 0
    assert captioner.pending == 2 * RATE + TAIL_ZEROS
    captioner.push([tail_zeros(8 * RATE), UtteranceEnd(8 * RATE, 8 * RATE)], StreamOptions())
    while captioner.work(recognizer):
        pass
    assert [(f.start_s, f.end_s) for f in screen.finals.values()] == [(0.0, 2.0), (6.0, 8.0)]


def test_a_loop_that_the_recogniser_closes_begins_a_new_line_at_its_time() -> None:
    class Closing:
        """Closes the utterance by itself in the middle."""

        def __init__(self) -> None:
            self.fed = 0

        def feed(self, samples: object, *, merge: bool = False) -> list[object]:
            self.fed += 1
            if self.fed == 1:
                return [Committed("one", 1.0), Final("one two", "one two", " two", False, 2.0, "English")]
            return [Committed("three", 1.0)] if self.fed == 2 else []

        def finish(self) -> list[object]:
            return [Final("three four", "three four", " four", False, 2.3, "English")]

    screen = Screen()
    captioner = Captioner(screen.take)
    recognizer = ScriptedRecognizer(Script(), "cpu")
    recognizer.stream = lambda options: Closing()  # type: ignore[assignment, method-assign, return-value]
    captioner.push([UtteranceStart(RATE, RATE), Audio(speech(2.0), RATE)], StreamOptions())
    while captioner.work(recognizer):
        pass
    captioner.push(
        [Audio(speech(2.0), 3 * RATE), tail_zeros(5 * RATE), UtteranceEnd(5 * RATE, 5 * RATE)], StreamOptions()
    )
    while captioner.work(recognizer):
        pass
    assert screen.lines == ["one two", "three four"]
    first, second = screen.finals.values()
    assert (first.start_s, first.end_s) == (1.0, 3.0)
    assert (second.start_s, second.end_s) == (3.0, 5.0)


class ClosesAndGoesOn:
    """Closes a part by itself in the first feed, after 2 s, and loses its recogniser in the second."""

    def __init__(self) -> None:
        self.fed = 0
        self.recognizers: list[object] = []

    def feed(self, samples: object, *, merge: bool = False) -> list[object]:
        self.fed += 1
        if self.fed == 2:
            raise ProviderError("lost")
        if self.fed == 1:
            return [Committed("one", 1.0), Final("one two", "one two", " two", False, 2.0, "English")]
        return [Committed("three", 1.5)]

    def let_go(self) -> list[object]:
        return []

    def continue_with(self, recognizer: object) -> None:
        self.recognizers.append(recognizer)

    def finish(self) -> list[object]:
        return [Final("three four", "three four", " four", False, 2.3, "English")]


def opens(stream: object) -> ScriptedRecognizer:
    recognizer = ScriptedRecognizer(Script(), "cpu")
    recognizer.stream = lambda options: stream  # type: ignore[assignment, method-assign, return-value]
    return recognizer


def test_a_caption_continues_behind_a_part_that_was_closed_before_the_failure() -> None:
    screen, stream = Screen(), ClosesAndGoesOn()
    captioner, recognizer, successor = Captioner(screen.take), opens(stream), ScriptedRecognizer(Script(), "cpu")
    captioner.push([UtteranceStart(RATE, RATE), Audio(speech(3.0), RATE)], StreamOptions())
    while captioner.work(recognizer):
        pass
    captioner.push([Audio(speech(1.0), 4 * RATE)], StreamOptions())
    with pytest.raises(ProviderError):
        captioner.work(recognizer)
    captioner.let_go()
    captioner.push([tail_zeros(5 * RATE), UtteranceEnd(5 * RATE, 5 * RATE)], StreamOptions())
    while captioner.work(successor):
        pass
    assert stream.recognizers == [successor]
    assert screen.lines == ["one two", "three four"]
    assert [(f.start_s, f.end_s) for f in screen.finals.values()] == [(1.0, 3.0), (3.0, 5.0)]


def test_a_dictation_continues_behind_a_part_that_was_closed_before_the_failure() -> None:
    said: list[EngineEvent] = []
    dictation, stream = Dictation(1, StreamOptions(), 0, said.append, limit=10 * RATE), ClosesAndGoesOn()
    recognizer, successor = opens(stream), ScriptedRecognizer(Script(), "cpu")
    dictation.push(speech(3.0), 0)
    while dictation.work(recognizer):
        pass
    dictation.push(speech(1.0), 3 * RATE)
    with pytest.raises(ProviderError):
        while dictation.work(recognizer):
            pass
    dictation.let_go()
    dictation.end(4 * RATE)
    while dictation.work(successor):
        pass
    assert stream.recognizers == [successor]
    lines = [event.line for event in said if isinstance(event, DictationFinalized)]
    assert [(line.start_s, line.end_s) for line in lines] == [(0.1, 2.0), (2.0, 3.74)], (
        "from the first sound to the last"
    )
    assert [line.shown for line in lines] == ["one two", "three four"]


def test_the_starter_stands_in_for_every_model_also_one_that_is_chosen_later() -> None:
    """The engine is made once; with the starter chosen at the start it had nothing to fall back on afterwards."""
    assert Services._engine_setup(Services.__new__(Services), Settings()).fallback == ModelChoice()

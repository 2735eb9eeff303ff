"""Streams and recordings take turns on one model: who is next, what a failure costs, and how many there may be."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from app.base.events import CommittedLine, FinalLine
from app.engine.model_loading import ModelChoice
from app.serve.turns import BusyError, Ended, Processed, Stream, StreamNews, Turns
from inference.errors import ProviderError, RecognizerError
from inference.options import StreamOptions
from inference.recognizer import Transcription
from tests.app.scripted import WORD, Loader, Script, ScriptedRecognizer
from tests.app.serve.api_kit import tone

OPTIONS = StreamOptions(language="English")


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Heard:
    """One stream and what it was told."""

    def __init__(self, turns: Turns, options: StreamOptions = OPTIONS, endpoint_ms: int | None = None) -> None:
        self.news: list[StreamNews] = []
        self.stream: Stream = turns.open(options, endpoint_ms, self.news.append)

    @property
    def text(self) -> str:
        committed = "".join(n.text for n in self.news if isinstance(n, CommittedLine))
        finals = [n for n in self.news if isinstance(n, FinalLine)]
        return committed + "".join(final.remainder for final in finals)

    @property
    def end(self) -> Ended | None:
        return self.news[-1] if self.news and isinstance(self.news[-1], Ended) else None  # type: ignore[return-value]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def turns(clock: Clock) -> Turns:
    return Turns(streams=3, recordings=2, clock=clock)


def recognizer(**script: object) -> ScriptedRecognizer:
    return Loader(main=Script(**script))(ModelChoice("main"), lambda text: None)  # type: ignore[arg-type]


def work(turns: Turns, model: ScriptedRecognizer) -> int:
    """All turns; how many there were."""
    n = 0
    while turns.work(model):
        n += 1
    return n


def test_a_stream_is_recognised_to_its_end(turns: Turns) -> None:
    heard = Heard(turns)
    heard.stream.feed(tone(1.28))
    work(turns, recognizer())
    assert heard.text == "w0 w1 w2"
    assert heard.news[-1] == Processed(4 * WORD, 0.0)
    heard.stream.end()
    work(turns, recognizer())
    assert heard.text == "w0 w1 w2 w3"
    assert heard.end == Ended()


def test_the_stream_whose_sound_came_first_has_the_next_turn(turns: Turns, clock: Clock) -> None:
    first, second = Heard(turns), Heard(turns)
    second.stream.feed(tone(0.64))
    clock.now = 0.1
    first.stream.feed(tone(0.64))
    turns.take_commands()
    model = recognizer()
    while not second.text:
        assert turns.work(model)
    assert not first.text, "it came later"
    work(turns, model)
    assert first.text == "w0"


def test_one_fast_sender_does_not_keep_others_from_real_time(turns: Turns, clock: Clock) -> None:
    fast, live = Heard(turns), Heard(turns)
    for _ in range(60):
        fast.stream.feed(tone(1.0))
    turns.take_commands()
    model = recognizer()
    for _ in range(20):
        turns.work(model)
    live.stream.feed(tone(0.64))
    clock.now = 1.0
    fast.stream.feed(tone(1.0))
    for _ in range(70):
        turns.work(model)
    assert live.text == "w0"


def test_streams_are_independent(turns: Turns) -> None:
    three = [Heard(turns), Heard(turns), Heard(turns)]
    for step in range(8):
        for number, heard in enumerate(three):
            heard.stream.feed(tone(0.32) if (step + number) % 3 else np.zeros(WORD, np.float32))
        work(turns, recognizer())
    for heard in three:
        heard.stream.end()
    work(turns, recognizer())
    alone = []
    for number in range(3):
        quiet = Turns()
        heard = Heard(quiet)
        for step in range(8):
            heard.stream.feed(tone(0.32) if (step + number) % 3 else np.zeros(WORD, np.float32))
        heard.stream.end()
        work(quiet, recognizer())
        alone.append(heard.text)
    assert [heard.text for heard in three] == alone
    assert all(text.startswith("w0 w1") for text in alone)


def test_beyond_the_limit_a_stream_is_refused_until_another_ends(turns: Turns) -> None:
    open_ = [Heard(turns) for _ in range(3)]
    with pytest.raises(BusyError, match="3 live streams"):
        Heard(turns)
    assert turns.counts.refused == 1
    open_[0].stream.cancel()
    turns.take_commands()
    Heard(turns)
    assert not open_[0].news, "nobody waits for it"


def test_recordings_beyond_the_limit_are_refused(turns: Turns) -> None:
    turns.begin_recording()
    turns.begin_recording()
    with pytest.raises(BusyError, match="2 recordings"):
        turns.begin_recording()
    turns.end_recording()
    turns.begin_recording()


def test_a_recording_waits_for_live_streams_but_not_for_ever(turns: Turns, clock: Clock) -> None:
    live = Heard(turns)
    answer = turns.transcribe(tone(1.0), OPTIONS)
    live.stream.feed(tone(0.64))
    model = recognizer()
    while not live.text:
        assert turns.work(model)
    assert not answer.done()
    clock.now = 31.0
    live.stream.feed(tone(0.64))
    turns.work(model)
    assert answer.result(0).text == "w0 w1 w2 w3"


def test_a_recording_that_nobody_waits_for_costs_no_pass(turns: Turns) -> None:
    answer = turns.transcribe(tone(1.0), OPTIONS)
    assert answer.cancel()
    model = recognizer()
    work(turns, model)
    assert model.passes == 0


@pytest.mark.parametrize("failing", range(1, 4))
def test_a_model_that_gives_up_in_mid_utterance_costs_no_word(turns: Turns, failing: int) -> None:
    heard = Heard(turns)
    answer = turns.transcribe(tone(1.0), OPTIONS)
    heard.stream.feed(tone(1.28))
    heard.stream.end()
    bad, good = recognizer(fail_at=(failing,)), recognizer()
    model, failed = bad, 0
    while True:
        try:
            if not turns.work(model):
                break
        except ProviderError:
            failed += 1
            turns.let_go()
            model = good
    assert failed == 1
    assert heard.text == "w0 w1 w2 w3"
    assert answer.result(0).text == "w0 w1 w2 w3"


@pytest.mark.parametrize("fault", ["fail_at", "break_at"])
@pytest.mark.logs("an error in a stream of another program")
def test_a_pass_that_failed_is_made_again_without_more_sound(turns: Turns, fault: str) -> None:
    """A client that waits for an answer before it sends more would wait for ever."""
    heard = Heard(turns)
    heard.stream.feed(tone(0.64))
    model, good = recognizer(**{fault: (2,)}), recognizer()
    try:
        work(turns, model)
    except ProviderError:
        turns.let_go()
        work(turns, good)
    assert heard.text == "w0"
    assert heard.news[-1] == Processed(2 * WORD, 0.0)


@pytest.mark.logs("an error in a stream of another program")
def test_a_stream_whose_sound_breaks_the_model_ends_alone(turns: Turns) -> None:
    class Broken(ScriptedRecognizer):
        def stream(self, options: StreamOptions) -> object:  # type: ignore[override]
            if options.context == "breaks":
                raise ValueError("scripted fault")
            return super().stream(options)

    model = Broken(Script(), "cpu")
    bad, good = Heard(turns, StreamOptions(language="English", context="breaks")), Heard(turns)
    for heard in (bad, good):
        heard.stream.feed(tone(0.64))
    good.stream.end()
    work(turns, model)
    assert bad.end == Ended("scripted fault")
    assert good.text == "w0 w1"


@pytest.mark.logs("an error in a recording of another program")
def test_a_recording_that_breaks_the_model_is_answered_with_the_error(turns: Turns) -> None:
    answer = turns.transcribe(tone(1.0), OPTIONS)
    work(turns, recognizer(break_at=(1,)))
    with pytest.raises(ValueError, match="scripted fault"):
        answer.result(0)


def test_without_a_model_nobody_waits(turns: Turns) -> None:
    heard = Heard(turns)
    heard.stream.feed(tone(1.0))
    answer = turns.transcribe(tone(1.0), OPTIONS)
    turns.report(None, "The model is damaged.")
    assert heard.end == Ended("The model is damaged.")
    with pytest.raises(RecognizerError, match="damaged"):
        answer.result(0)
    with pytest.raises(BusyError, match="damaged"):
        Heard(turns)


def test_utterances_are_cut_at_pauses_where_the_client_does_not_cut(turns: Turns) -> None:
    heard = Heard(turns, endpoint_ms=600)
    quiet = np.zeros(16_000, np.float32)
    for part in (quiet, tone(1.0), quiet, tone(0.7), quiet):
        heard.stream.feed(part)
    heard.stream.end()
    work(turns, recognizer())
    finals = [news for news in heard.news if isinstance(news, FinalLine)]
    assert len(finals) == 2
    assert all(final.text.startswith("w0 w1") for final in finals)
    assert 0.9 < finals[0].start_s < 1.2
    assert 2.7 < finals[1].start_s < 3.3


def test_cleared_sound_is_not_recognised(turns: Turns) -> None:
    heard = Heard(turns)
    heard.stream.feed(tone(0.64))
    work(turns, recognizer())
    heard.stream.feed(tone(3.0))
    heard.stream.clear()
    model = recognizer()
    work(turns, model)
    assert heard.text == "w0"
    assert model.passes == 0
    heard.stream.feed(tone(0.64))
    heard.stream.end()
    work(turns, recognizer())
    assert heard.text == "w0w0 w1"


def test_a_stream_far_behind_takes_several_chunks_in_one_pass(turns: Turns) -> None:
    heard = Heard(turns)
    heard.stream.feed(tone(9.6))
    model = recognizer()
    work(turns, model)
    assert model.streams[0].merged
    assert heard.text.split()[:3] == ["w0", "w1", "w2"]
    assert turns.counts.sound_s == pytest.approx(9.6)


class AtOnce(ScriptedRecognizer):
    """Notes how many passes run at once; each waits a moment for others."""

    at_once = 4

    def __init__(self) -> None:
        super().__init__(Script(), "server")
        self.lock, self.running, self.most = threading.Lock(), 0, 0
        self.together = threading.Barrier(3)

    def transcribe(self, samples: np.ndarray, options: StreamOptions) -> Transcription:
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.together.wait(30)
        with self.lock:
            self.running -= 1
        return super().transcribe(samples, options)


def test_a_recogniser_that_can_gets_several_turns_at_once(turns: Turns) -> None:
    model = AtOnce()
    answers = [turns.transcribe(tone(1.0), OPTIONS) for _ in range(3)]
    work(turns, model)
    heard = [Heard(turns), Heard(turns)]
    for one in heard:
        one.stream.feed(tone(0.64))
        one.stream.end()
    work(turns, model)
    assert model.most == 3
    assert [answer.result(0).text for answer in answers] == ["w0 w1 w2 w3"] * 3
    assert [one.text for one in heard] == ["w0 w1"] * 2
    assert turns.counts.sound_s == pytest.approx(3 * 1.0 + 2 * (0.64 + 0.3))


def test_one_of_several_turns_at_once_that_fails_costs_no_word(turns: Turns) -> None:
    bad, good = recognizer(fail_at=range(3, 7)), recognizer()  # whichever of them has that number
    bad.at_once = 3  # type: ignore[attr-defined]
    heard = [Heard(turns), Heard(turns), Heard(turns)]
    for one in heard:
        one.stream.feed(tone(0.64))
        one.stream.end()
    with pytest.raises(ProviderError):
        work(turns, bad)
    turns.let_go()
    work(turns, good)
    assert [one.text for one in heard] == ["w0 w1"] * 3


def test_a_patient_piece_waits_while_somebody_speaks_and_no_longer_than_it_may(turns: Turns, clock: Clock) -> None:
    model = recognizer()
    turns.live = True
    patient = turns.transcribe(tone(0.64), OPTIONS, patient=True)
    other = turns.transcribe(tone(0.32), OPTIONS)
    work(turns, model)
    assert other.done()
    assert not patient.done()
    assert not turns.waiting, "the engine may rest meanwhile"
    turns.live = False
    assert turns.waiting
    work(turns, model)
    assert patient.result().text == "w0 w1"
    turns.live = True
    late = turns.transcribe(tone(0.32), OPTIONS, patient=True)
    turns.take_commands()
    clock.now += 29.9
    assert not turns.work(model)
    clock.now += 0.2
    work(turns, model)
    assert late.result().text == "w0", "a meeting of hours must not keep it for ever"


def test_a_patient_piece_that_is_cancelled_goes_without_a_turn(turns: Turns) -> None:
    model = recognizer()
    turns.live = True
    piece = turns.transcribe(tone(0.64), OPTIONS, patient=True)
    turns.take_commands()
    piece.cancel()
    work(turns, model)
    assert not turns.waiting_s
    assert model.passes == 0

"""A model that fails in mid-utterance, in captions and in a dictation at once: the text continues as if nothing had been."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.base.events import CommittedLine, DictationCommitted, DictationFinalized, EngineEvent, FinalLine, Notice
from app.capture.ports import SourceSpec
from app.engine.captioner import Captioner
from app.engine.dictation import Dictation
from app.engine.model_loading import ModelChoice
from app.engine.segmenter import Segmenter
from inference.bundle import Bundle, open_bundle
from inference.errors import ProviderError
from inference.options import StreamOptions
from inference.provider_chain import ProviderChain
from inference.providers import CPU, Model, open_model
from inference.recognizer import Recognizer
from tests.app.capture.sounds import RATE, silence, speech
from tests.app.engine.engine_rig import FAST, Rig, words
from tests.app.engine.test_dictation import dictated, states
from tests.app.scripted import Screen, Script
from tests.inference.scripted import FailingTower

STARTER = ModelChoice("starter")
SPOKEN_S = 4.0
WORDS = 12
"""That are heard in so much speech when nothing fails."""
BLOCK = RATE // 20


def both_at_once(rig: Callable[..., Rig], main: Script, starter: Script) -> Rig:
    """The computer's sound is captioned while a microphone is dictated from; both hear the same."""
    it = rig(source=SourceSpec("computer"), main=main, starter=starter, fallback=STARTER)
    it.until(lambda: it.inputs and it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: len(it.inputs) == 2, "the dictation's microphone")
    computer, microphone = it.inputs
    sound = speech(SPOKEN_S)
    for at in range(0, len(sound), BLOCK):
        computer.put(sound[at : at + BLOCK])
        microphone.put(sound[at : at + BLOCK])
        # Each hears it as it comes: neither is worked off in one go before the other begins.
        it.until(lambda: not computer._waiting and not microphone._waiting, "the sound to be heard")
    it.engine.end_dictation(1)
    computer.put(silence(1.0))
    microphone.put(silence(0.3))
    it.until(lambda: "done" in states(it.screen) and it.screen.finals, "both ends")
    it.stop()
    return it


@pytest.mark.parametrize(
    ("main", "starter", "failures"),
    [
        (Script(), Script("starter"), 0),
        (Script(break_at=(3, 7, 10)), Script("starter"), 3),
        (Script(break_at=(6, 7, 8)), Script("starter"), 3),
        (Script(break_at=(1, 2, 3)), Script("starter"), 3),
        (Script(fail_at=(5,)), Script("starter", break_at=(3, 6)), 3),
        (Script(break_at=(2, 9), fail_at=(12,)), Script("starter"), 3),
        (Script(break_at=(4, 5), fail_at=(6,)), Script("starter", break_at=(1, 2)), 5),
        (Script(break_at=range(2, 400, 5)), Script("starter", break_at=(1, 8)), 5),
    ],
    ids=[
        "undisturbed",
        "now and then",
        "in a row",
        "from the first pass on",
        "lost, then the next one errs",
        "errs, then lost",
        "all of it without a pause",
        "keeps failing",
    ],
)
@pytest.mark.logs("an error in the recogniser", "the recogniser gave up")
def test_no_word_is_lost_or_doubled_however_a_model_fails(
    rig: Callable[..., Rig], main: Script, starter: Script, failures: int
) -> None:
    it = both_at_once(rig, main, starter)
    told = [notice.text for notice in it.screen.of(Notice)]
    assert sum("scripted fault" in text or "taken away" in text for text in told) == failures, told
    assert "failed" not in states(it.screen)
    assert dictated(it.screen) == it.screen.lines[0] == words(WORDS)
    assert len(it.screen.lines) == 1 and len(it.screen.of(DictationFinalized)) == 1, "the same lines continue"
    assert len(it.loader.streams) == 2, "the same streams continue"


# With the starter model -----------------------------------------------------------------------------------------------


def breaks(bundle: Path, *windows: int) -> Recognizer:
    """A recogniser with providers that break after so many windows each, which no other can take over from in the end."""
    left = iter(windows)

    def opener(opened: Bundle, name: str, threads: int | None) -> Model:
        model = open_model(opened, CPU, threads)
        return Model(CPU, FailingTower(model.tower, next(left)), model.decoder)

    return Recognizer(ProviderChain(open_bundle(bundle), [CPU] * len(windows), opener=opener))


@pytest.fixture(scope="module")
def starter(starter_bundle: Path) -> Iterator[Recognizer]:
    loaded = Recognizer.load(starter_bundle, CPU)
    yield loaded
    loaded.close()


def run_both(recognizers: Iterator[Recognizer]) -> tuple[list[EngineEvent], list[EngineEvent], int]:
    """Captions and a dictation of the same sound, each on the present recogniser; and how often another was needed."""
    options = StreamOptions(language="English")
    screen, said, failures = Screen(), list[EngineEvent](), 0
    segmenter, captioner = Segmenter(), Captioner(screen.take)
    sound = np.concatenate([speech(6.0), silence(1.0)])
    dictation = Dictation(1, options, 0, said.append, limit=len(sound))
    recognizer = next(recognizers)

    def work() -> None:
        nonlocal recognizer, failures
        while True:
            try:
                if not (dictation.work(recognizer) or captioner.work(recognizer)):
                    return
            except ProviderError:
                captioner.let_go()
                dictation.let_go()
                recognizer, failures = next(recognizers), failures + 1

    for at in range(0, len(sound), BLOCK):
        captioner.push(segmenter.push(sound[at : at + BLOCK]), options)
        dictation.push(sound[at : at + BLOCK], at)
        work()
    captioner.push(segmenter.flush(), options)
    dictation.end(len(sound))
    work()
    assert captioner.idle and dictation.finished
    return screen.events, said, failures


@pytest.mark.slow
@pytest.mark.parametrize("windows", [[(4, 6), (9,), (5,)], [(3, 3, 3), (7,)], [(12,), (4,), (20,)]], ids=str)
def test_recognisers_that_break_one_after_another_change_no_event(
    starter: Recognizer, starter_bundle: Path, windows: list[tuple[int, ...]]
) -> None:
    captions, dictated, _ = run_both(iter([starter]))
    broken = [breaks(starter_bundle, *counts) for counts in windows]
    assert run_both(iter([*broken, starter])) == (captions, dictated, len(windows))
    assert sum(isinstance(event, CommittedLine) for event in captions) >= 3
    assert any(isinstance(event, FinalLine) and event.text for event in captions)
    assert sum(isinstance(event, DictationCommitted) for event in dictated) >= 3

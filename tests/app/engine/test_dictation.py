"""Dictation in the engine: exactly the sound between the key's press and its release, with a scripted recogniser."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from app.base.events import (
    DictationCommitted,
    DictationFinalized,
    DictationStatus,
    Failed,
)
from app.capture.ports import SourceSpec
from app.engine.dictation import Dictation
from app.engine.model_loading import ModelChoice
from app.engine.segmenter import TAIL_ZEROS
from tests.app.capture.sounds import RATE, noise, silence, speech
from tests.app.engine.engine_rig import FAST, Rig, words
from tests.app.scripted import Screen, Script, ScriptedRecognizer, ScriptedStream


def states(screen: Screen) -> list[str]:
    return [status.state for status in screen.of(DictationStatus)]


def dictated(screen: Screen, number: int = 1) -> str:
    """What was typed of a dictation."""
    typed = ""
    for event in screen.events:
        if isinstance(event, DictationCommitted) and event.number == number:
            typed += event.text
        elif isinstance(event, DictationFinalized) and event.number == number:
            typed += event.line.remainder
    return typed


def failures(screen: Screen) -> list[tuple[int, str]]:
    """The dictations that failed, each with its reason."""
    return [(status.number, status.problem) for status in screen.of(DictationStatus) if status.state == "failed"]


def test_dictation_is_recognised_up_to_the_release_and_no_further(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: states(it.screen), "recording")
    it.hear(speech(2.0))
    it.engine.end_dictation(1)
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: "done" in states(it.screen), "the end")
    assert states(it.screen) == ["recording", "finishing", "done"]
    stream = it.loader.streams[0]
    assert 2.0 * RATE <= len(stream.heard) - TAIL_ZEROS <= 2.1 * RATE
    assert not stream.heard[-TAIL_ZEROS:].any()
    assert dictated(it.screen) == words(len(dictated(it.screen).split())) != ""
    it.until(lambda: it.screen.finals, "captions of what was said after it")
    assert len(it.screen.finals) == 1, "what is dictated is not captioned too"


def test_dictation_begun_while_the_model_loads_loses_nothing(rig: Callable[..., Rig]) -> None:
    it = rig(hold=True)
    assert it.microphone
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: states(it.screen) == ["loading"], "the loading state")
    it.hear(speech(3.0))
    it.engine.end_dictation(1)
    it.hear(silence(0.3))
    it.until(lambda: "finishing" in states(it.screen), "the release")
    it.loader.gate.set()
    it.until(lambda: "done" in states(it.screen), "the end")
    assert len(it.loader.streams[0].heard) - TAIL_ZEROS >= 3.0 * RATE
    assert len(dictated(it.screen).split()) >= 8


def test_a_release_without_further_sound_does_not_hang(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(1, FAST)
    it.hear(speech(1.5))
    it.engine.end_dictation(1)
    it.until(lambda: "done" in states(it.screen), "the end", 5)
    assert dictated(it.screen).startswith("w0 w1")


def test_a_key_tapped_for_a_moment_ends_without_text(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(1, FAST)
    it.engine.end_dictation(1)
    it.until(lambda: "done" in states(it.screen), "the end", 5)
    assert dictated(it.screen) == ""


def test_dictation_works_while_captions_are_paused_and_lets_go_of_the_microphone(rig: Callable[..., Rig]) -> None:
    it = rig(paused=True)
    it.until(lambda: it.engine.recognizer is not None, "the model")
    assert it.inputs == []
    it.engine.begin_dictation(1, FAST)
    it.hear(speech(2.0))
    it.until(lambda: "recording" in states(it.screen), "recording")
    it.engine.end_dictation(1)
    it.until(lambda: "done" in states(it.screen), "the end")
    assert dictated(it.screen).startswith("w0 w1")
    it.until(lambda: it.inputs[0].closed, "the microphone to be let go of")
    assert it.screen.finals == {}


def test_dictation_beside_captions_of_the_computer_has_its_own_microphone(rig: Callable[..., Rig]) -> None:
    it = rig(source=SourceSpec("computer", input_device="headset"))
    it.until(lambda: it.loader.loaded and it.inputs, "the model")
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: len(it.inputs) == 2, "the microphone")
    assert it.opened[1] == SourceSpec("microphone", input_device="headset")
    computer, microphone = it.inputs
    for at in range(0, 2 * RATE, 800):
        microphone.put(speech(2.0)[at : at + 800])
        computer.put(speech(2.0)[at : at + 800])
    it.engine.end_dictation(1)
    computer.put(silence(1.0))
    it.until(lambda: "done" in states(it.screen), "the dictation")
    it.until(lambda: it.screen.finals, "the captions")
    it.until(lambda: microphone.closed, "the microphone to be closed")
    assert not computer.closed
    assert dictated(it.screen).startswith("w0 w1") and it.screen.lines[0].startswith("w0 w1")


def test_cancelled_dictation_says_nothing_more(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(1, FAST)
    it.hear(speech(2.0))
    it.until(lambda: it.screen.of(DictationCommitted), "text")
    it.engine.cancel_dictation(1)
    it.until(lambda: "cancelled" in states(it.screen), "the end")
    typed = len(it.screen.of(DictationCommitted))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "captions go on")
    assert len(it.screen.of(DictationCommitted)) == typed and it.screen.of(DictationFinalized) == []


def test_a_second_press_begins_anew(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.screen.state == "listening", "the model")
    it.engine.begin_dictation(1, FAST)
    it.engine.begin_dictation(2, FAST)
    it.hear(speech(2.0))
    it.engine.end_dictation(1)  # that one is over
    it.engine.cancel_dictation(1)
    it.engine.end_dictation(2)
    it.until(lambda: "done" in states(it.screen), "the end")
    assert [(status.number, status.state) for status in it.screen.of(DictationStatus)] == [
        (1, "recording"), (1, "cancelled"), (2, "recording"), (2, "finishing"), (2, "done"),
    ]  # fmt: skip


@pytest.mark.parametrize("paused", [False, True])
def test_a_second_dictation_begun_while_the_first_is_recognised_loses_neither(
    rig: Callable[..., Rig], paused: bool
) -> None:
    it = rig(hold=True)
    if paused:
        it.engine.pause()
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: states(it.screen) == ["loading"], "the first")
    it.hear(speech(2.0))
    it.engine.end_dictation(1)
    it.hear(silence(0.2))
    it.until(lambda: "finishing" in states(it.screen), "the release")
    it.engine.begin_dictation(2, FAST)
    it.until(lambda: states(it.screen).count("loading") == 2, "the second")
    it.hear(speech(3.0))
    it.engine.end_dictation(2)
    it.hear(silence(0.2))
    it.until(lambda: states(it.screen).count("finishing") == 2, "the second release")
    it.loader.gate.set()
    it.until(lambda: states(it.screen).count("done") == 2, "both ends")
    first, second = (len(stream.heard) - TAIL_ZEROS for stream in it.loader.streams[:2])
    assert 2.0 * RATE <= first <= 2.3 * RATE
    assert 3.0 * RATE <= second <= 3.3 * RATE
    assert [event.number for event in it.screen.of(DictationFinalized)] == [1, 2]
    assert [dictated(it.screen, number).startswith("w0 w1") for number in (1, 2)] == [True, True]


@pytest.mark.logs("the recogniser gave up")
def test_a_recogniser_that_fails_in_a_dictation_is_replaced_and_the_text_goes_on(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(provider="cuda", fail_at=(4,)), fallback=ModelChoice("starter"))
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(1, FAST)
    it.hear(speech(3.0))
    it.engine.end_dictation(1)
    it.hear(silence(0.3))
    it.until(lambda: "done" in states(it.screen), "the end")
    assert dictated(it.screen) == words(len(dictated(it.screen).split()))
    assert len(dictated(it.screen).split()) >= 8


def test_a_microphone_pulled_out_during_dictation_keeps_what_was_said(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(1, FAST)
    it.hear(speech(2.0))
    it.microphone.problem = "“input 0” was disconnected."
    it.engine.end_dictation(1)
    it.until(lambda: "done" in states(it.screen), "the end", 5)
    assert len(it.loader.streams[0].heard) - TAIL_ZEROS == pytest.approx(2.0 * RATE, abs=RATE // 20)


def test_two_hundred_dictations_leave_nothing_open(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    threads = threading.active_count()
    for turn in range(200):
        it.engine.begin_dictation(turn, FAST)
        it.hear(speech(0.7))
        it.engine.end_dictation(turn)
        it.hear(silence(0.1))
        it.until(lambda turn=turn: states(it.screen).count("done") == turn + 1, f"dictation {turn}")
    assert all(stream.finished for stream in it.loader.streams)
    assert threading.active_count() <= threads


def test_a_key_pressed_and_released_during_a_long_pass_gets_exactly_what_was_said_between(
    rig: Callable[..., Rig],
) -> None:
    """The engine hears of both late, and all the sound since comes in one block: before, between, and behind."""
    it = rig(main=Script(hold_from=1))
    it.hear(speech(0.5))
    it.until(lambda: it.loader.loaded and it.loader.loaded[0].passes, "a pass")
    before, between, behind = speech(0.4), speech(2.5), speech(1.0)
    heard = it.microphone.heard_now()
    it.microphone._heard += len(before)
    it.engine.begin_dictation(1, FAST)
    it.microphone._heard += len(between)
    it.engine.end_dictation(1)
    it.microphone._heard = heard
    it.microphone.put(np.concatenate([before, between, behind, silence(1.0)]))
    it.loader.passes.set()
    it.until(lambda: it.screen.of(DictationFinalized) and len(it.screen.finals) == 2, "both, and what was said behind")
    release_tail = int(0.05 * RATE)
    captions, dictation, later = it.loader.streams
    assert len(dictation.heard) - TAIL_ZEROS == len(between) + release_tail
    assert len(captions.heard) - TAIL_ZEROS == pytest.approx(0.5 * RATE + len(before), abs=0.15 * RATE), "to the press"
    assert it.screen.finals[2].start_s >= 0.9 + 2.5, "captions go on behind the release"
    assert len(later.heard) - TAIL_ZEROS >= len(behind) - release_tail - 0.15 * RATE


def test_a_line_goes_on_to_the_press_that_the_engine_hears_of_first(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(speech(1.0))
    it.until(lambda: it.screen.lines and not it.microphone._waiting, "some text")
    it.microphone._heard += RATE  # a second that the ring has and the engine has not
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: states(it.screen) == ["recording"], "the press")
    it.microphone._heard -= RATE
    it.hear(speech(1.0), speech(2.0))
    it.engine.end_dictation(1)
    it.hear(silence(1.0))
    it.until(lambda: it.screen.of(DictationFinalized) and it.screen.finals, "both")
    assert len(it.screen.finals) == 1 and it.screen.finals[1].end_s > 1.5
    assert len(it.loader.streams[0].heard) - TAIL_ZEROS == pytest.approx(2.0 * RATE, abs=0.15 * RATE)
    assert dictated(it.screen).startswith("w0 w1")


def test_what_waits_behind_the_release_is_taken_back(rig: Callable[..., Rig]) -> None:
    dictation = Dictation(1, FAST, 0, lambda event: None, limit=10 * RATE)
    dictation.push(speech(1.0), 0)
    dictation.push(speech(1.0), RATE)
    dictation.end(RATE // 2)
    assert dictation.pending == RATE // 2
    assert dictation.share(2 * RATE, 100) == (100, 100), "it is complete"


def spoken_in_one_dictation(sound: np.ndarray) -> tuple[list[ScriptedStream], str]:
    """What the recogniser was given of `sound`, utterance by utterance, and what was typed."""
    screen, recognizer = Screen(), ScriptedRecognizer(Script(), "cpu")
    dictation = Dictation(1, FAST, 0, screen.take, limit=len(sound))
    for at in range(0, len(sound), 800):
        dictation.push(sound[at : at + 800], at)
        while dictation.work(recognizer):
            pass
    dictation.end(len(sound))
    while dictation.work(recognizer):
        pass
    assert dictation.finished
    return recognizer.streams, dictated(screen)


@pytest.mark.parametrize("room_dbfs", [-60.0, -45.0])
def test_a_pause_for_thought_is_not_decoded_and_ends_an_utterance(room_dbfs: float) -> None:
    sound = np.concatenate([speech(3.0), silence(25.0), speech(3.0)])
    streams, typed = spoken_in_one_dictation(sound + noise("pink", 31.0, room_dbfs))
    assert len(streams) == 2 and all(stream.finished for stream in streams)
    for stream in streams:
        assert 3.0 * RATE <= len(stream.heard) - TAIL_ZEROS <= 5.0 * RATE, "all of the speech and little of the quiet"
        assert not stream.heard[-TAIL_ZEROS:].any()
    assert typed.count("w0 w1 w2") == 2, "both are typed, each once"


def test_a_short_pause_does_not_break_a_sentence() -> None:
    streams, _ = spoken_in_one_dictation(np.concatenate([speech(2.0), silence(0.5), speech(2.0)]))
    assert len(streams) == 1 and len(streams[0].heard) == 4.5 * RATE + TAIL_ZEROS


def test_one_short_word_at_the_end_is_said() -> None:
    streams, _ = spoken_in_one_dictation(np.concatenate([silence(0.2), speech(0.25)]))
    assert len(streams) == 1


def test_a_dictation_in_which_nobody_speaks_types_nothing() -> None:
    streams, typed = spoken_in_one_dictation(noise("pink", 5.0, -60.0))
    assert streams == [] and typed == ""


def test_a_dictation_says_that_it_records_when_sound_arrives(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.microphone.live = False
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: states(it.screen), "a state")
    assert states(it.screen) == ["opening"]
    it.hear(silence(0.2))
    it.until(lambda: states(it.screen) == ["opening", "recording"], "sound")


@pytest.mark.logs("the recogniser gave up")
def test_when_no_model_is_left_no_dictation_waits_for_one(rig: Callable[..., Rig]) -> None:
    """Its words would be typed whenever a model is chosen, into whatever has the focus then."""
    it = rig(main=Script(hold_from=1, fail_at=(2,)))
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(1, FAST)
    it.hear(speech(1.0))
    it.engine.end_dictation(1)
    it.until(lambda: it.loader.loaded[0].passes, "a pass")
    it.engine.begin_dictation(2, FAST)
    it.hear(speech(1.0))
    it.loader.passes.set()
    it.until(lambda: it.screen.of(Failed), "the failure")
    it.until(lambda: states(it.screen).count("failed") == 2, "the end of both")
    reason = it.screen.of(Failed)[0].text
    assert failures(it.screen) == [(1, reason), (2, reason)]
    it.until(lambda: it.engine._dictations.idle, "nothing to be left")
    it.engine.begin_dictation(3, FAST)
    it.until(lambda: states(it.screen).count("failed") == 3, "the refusal")
    assert failures(it.screen)[-1] == (3, reason)


def test_a_dictation_whose_microphone_cannot_be_opened_fails_with_the_reason(rig: Callable[..., Rig]) -> None:
    it = rig(paused=True)
    it.refuse = "No microphone was found."
    it.engine.begin_dictation(7, FAST)
    it.until(lambda: states(it.screen), "the refusal")
    assert it.screen.of(DictationStatus) == [DictationStatus(7, "failed", "No microphone was found.")]


@pytest.mark.logs("an error in the engine")
def test_an_error_nobody_foresaw_is_the_reason_that_a_dictation_fails_with(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.screen.state == "listening", "listening")
    it.engine.begin_dictation(4, FAST)
    it.until(lambda: states(it.screen) == ["recording"], "the beginning")
    it.microphone.fault = RuntimeError("nobody thought of this")
    it.until(lambda: "failed" in states(it.screen), "the failure")
    [(number, problem)] = failures(it.screen)
    assert number == 4 and "nobody thought of this" in problem

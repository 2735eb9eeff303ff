"""Models that fail, are replaced, are chosen meanwhile: the engine's captions continue, with a scripted recogniser."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.base.events import (
    DictationFinalized,
    Failed,
    FinalLine,
    Notice,
    Status,
    UtteranceStarted,
)
from app.engine import model_in_use
from app.engine.model_in_use import TIDY_EVERY_S, ModelInUse
from app.engine.model_loading import Loaded, ModelChoice
from app.serve.turns import Ended, Turns
from inference.errors import BundleError, RecognizerError
from inference.options import StreamOptions
from tests.app.capture.sounds import silence, speech
from tests.app.engine.engine_rig import FAST, Rig, words
from tests.app.scripted import MODEL, OTHER, Loader, Script
from tests.app.serve.api_kit import eventually, served


def test_a_model_that_cannot_be_loaded_is_replaced_by_the_one_that_is_always_there(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(load_error=BundleError("The model is damaged.")), fallback=ModelChoice("starter"))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "a line")
    assert [n.text for n in it.screen.of(Notice)] == ["The model is damaged.", "“starter” is used instead."]
    assert it.screen.model == "starter"


def test_without_any_model_the_reason_is_shown_and_a_model_that_comes_later_captions_what_was_kept(
    rig: Callable[..., Rig],
) -> None:
    it = rig(main=Script(load_error=BundleError("The model is damaged.")))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.of(Failed), "the failure")
    assert it.screen.of(Failed)[0].text == "The model is damaged."
    it.engine.set_model(OTHER)
    it.until(lambda: it.screen.finals, "the line")
    assert it.screen.lines[0].startswith("w0 w1")


def test_captions_go_on_with_the_old_model_until_the_new_one_is_ready(rig: Callable[..., Rig]) -> None:
    it = rig(other=Script("other"))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the first line")
    it.loader.gate.clear()
    it.engine.set_model(OTHER)
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: len(it.screen.finals) == 2, "the second line")
    assert len(it.loader.loaded) == 1, "the second line came from the old model"
    it.loader.gate.set()
    it.until(lambda: it.screen.model == "other", "the new model")
    it.until(lambda: it.loader.loaded[0].closed, "the old one to be closed")
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: len(it.screen.finals) == 3, "the third line")
    assert it.loader.loaded[1].streams
    # Each was told once that the engine's thread is the one that uses it, not the loader's.
    for recognizer in it.loader.loaded:
        assert recognizer.settled_on == [it._thread.name]


def test_two_models_of_one_name_are_told_apart(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script("Confucius"), other=Script("Confucius"))
    it.until(lambda: it.screen.model == "Confucius", "the first model")
    assert it.screen.of(Status)[-1].bundle == Path("main")
    it.engine.set_model(OTHER)
    it.until(lambda: it.screen.of(Status)[-1].bundle == Path("other"), "the second model")
    assert it.screen.of(Status)[-1].languages == ("English",)


def test_a_new_model_that_waits_long_for_a_pause_takes_over_in_mid_utterance(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_in_use, "SWAP_AFTER_S", 0.2)
    it = rig(other=Script("other"))
    it.hear(speech(2.0))
    it.until(lambda: it.screen.lines, "the beginning of a line")
    it.engine.set_model(OTHER)
    it.until(lambda: it.loader.loaded[0].closed, "the old model to be closed")
    it.hear(speech(1.6), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    assert it.screen.lines == [words(len(it.screen.lines[0].split()))], "one line, no word lost or doubled"
    assert len(it.loader.streams) == 1 and it.loader.loaded[1].streams == it.loader.streams


def test_a_model_that_fails_to_load_leaves_the_present_one_in_use(rig: Callable[..., Rig]) -> None:
    it = rig(other=Script(load_error=BundleError("The new model is damaged.")))
    it.until(lambda: it.engine.recognizer is not None, "the first model")
    it.engine.set_model(OTHER)
    it.until(lambda: len(it.screen.of(Notice)) == 2, "the notices")
    assert [n.text for n in it.screen.of(Notice)] == ["The new model is damaged.", "“scripted” remains in use."]
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "captions go on")


@pytest.mark.parametrize("failing_pass", [1, 2, 3])
@pytest.mark.logs("the recogniser gave up")
def test_a_recogniser_that_fails_in_mid_utterance_is_replaced_and_the_line_goes_on(
    rig: Callable[..., Rig], failing_pass: int
) -> None:
    it = rig(
        main=Script(provider="cuda", fail_at=(failing_pass,)),
        starter=Script("starter"),
        fallback=ModelChoice("starter"),
    )
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    screen = it.stop()
    assert len(screen.of(UtteranceStarted)) == 1, "the same line goes on"
    assert screen.lines[0] == words(len(screen.lines[0].split())), "no word is lost or said twice"
    assert any("taken away" in n.text for n in screen.of(Notice))
    assert len(it.loader.loaded) == 2 and it.loader.loaded[0].closed


@pytest.mark.logs("the recogniser gave up")
def test_a_model_that_takes_the_present_one_down_while_it_loads_does_not_end_the_captions(
    rig: Callable[..., Rig],
) -> None:
    """A second model beside the first can exhaust the graphics card: then both are gone at the same time."""
    it = rig(
        main=Script(provider="cuda", fail_at=(2,)),
        other=Script(load_error=BundleError("No room for it.")),
        fallback=ModelChoice("starter"),
    )
    it.until(lambda: it.engine.recognizer is not None, "the first model")
    it.loader.gate.clear()
    it.engine.set_model(OTHER)
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: any("taken away" in n.text for n in it.screen.of(Notice)), "the first model's end")
    it.loader.gate.set()
    it.until(lambda: it.screen.finals, "the line")
    screen = it.stop()
    assert screen.lines[0] == words(len(screen.lines[0].split())), "no word is lost or said twice"
    assert not screen.of(Failed)
    assert [n.text for n in screen.of(Notice)][1:] == ["No room for it.", "“starter” is used instead."]


def test_an_answer_that_is_no_longer_asked_for_is_not_taken_for_the_one_that_is(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another model was chosen while the first one's answer waited in the queue."""
    it = rig(hold=True, other=Script("other"), main=Script(load_error=BundleError("It is damaged.")))
    desk = it.engine._models
    take, late = desk._take, threading.Event()

    def choose_meanwhile(loaded: Loaded, turn: int) -> None:
        if not late.is_set():
            late.set()
            desk.load([OTHER], FAST)
        take(loaded, turn)

    monkeypatch.setattr(desk, "_take", choose_meanwhile)
    it.loader.gate.set()
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    screen = it.stop()
    assert not screen.of(Failed), "a model was coming"
    assert screen.model == "other"


def test_after_a_failure_a_model_that_is_chosen_is_waited_for(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(load_error=BundleError("The model is damaged.")), other=Script("other"))
    it.until(lambda: it.screen.of(Failed), "the failure")
    it.loader.gate.clear()
    it.engine.set_model(OTHER)
    it.until(lambda: it.screen.state == "loading", "the state")
    it.engine.begin_dictation(1, FAST)
    it.hear(speech(2.0), silence(1.0))
    it.engine.end_dictation(1)
    it.loader.gate.set()
    it.until(lambda: it.screen.of(DictationFinalized), "the dictation")


@pytest.mark.parametrize("error", [RecognizerError("The prompt is too long."), ValueError("scripted")])
@pytest.mark.logs("an error in the recogniser")
def test_an_error_about_what_was_asked_is_not_the_models(
    rig: Callable[..., Rig], error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = rig(fallback=ModelChoice("starter"), starter=Script("starter"))
    it.until(lambda: it.engine.recognizer is not None, "the model")
    recognizer = it.loader.loaded[0]
    stream, first = recognizer.stream, [True]

    def fail_once(options: StreamOptions) -> Any:
        if first.pop() if first else False:
            raise error
        return stream(options)

    monkeypatch.setattr(recognizer, "stream", fail_once)
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    assert len(it.loader.loaded) == 1
    assert str(error) in it.screen.of(Notice)[0].text


@pytest.mark.logs("the recogniser gave up")
def test_a_stream_lets_go_of_a_failed_model_before_the_next_one_is_loaded(rig: Callable[..., Rig]) -> None:
    """The failed model's memory may be what the next one needs."""
    it = rig(main=Script(provider="cuda", fail_at=(2,)), starter=Script("starter"), fallback=ModelChoice("starter"))
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.loader.gate.clear()
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: any("taken away" in n.text for n in it.screen.of(Notice)), "the failure")
    it.until(lambda: it.loader.loaded[0].closed, "its end")
    [stream], failed = it.loader.streams, weakref.ref(it.loader.loaded.pop())
    assert failed() is None
    it.loader.gate.set()
    it.until(lambda: it.screen.finals, "the line")
    assert it.loader.streams == [stream]


def test_a_damaged_model_chosen_while_none_is_in_use_gives_way_to_the_one_that_is_always_there(
    rig: Callable[..., Rig],
) -> None:
    it = rig(hold=True, other=Script(load_error=BundleError("It is damaged.")), fallback=ModelChoice("starter"))
    it.engine.set_model(OTHER)
    time.sleep(0.2)  # the engine has begun to load it
    it.loader.gate.set()
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "a line")
    assert it.screen.model == "starter"
    assert not it.screen.of(Failed)


@pytest.mark.logs("the recogniser gave up")
def test_a_new_model_that_is_ready_when_the_present_one_fails_takes_over_and_stays(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(provider="cuda", fail_at=(4,)), fallback=ModelChoice("starter"))
    it.until(lambda: it.engine.recognizer is not None, "the first model")
    it.hear(speech(0.9))
    it.until(lambda: it.loader.streams, "an utterance with the first model")
    it.engine.set_model(OTHER)
    it.until(lambda: it.engine._models._next is not None, "the second model")
    it.hear(speech(1.5), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    time.sleep(0.3)
    assert it.stop().model == "other"
    assert [one.script.name for one in it.loader.loaded] == ["scripted", "other"]


@pytest.mark.logs("an error in the recogniser")
def test_a_fault_in_one_utterance_does_not_end_the_captions(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(break_at=(2,)))
    it.hear(speech(2.0), silence(1.0), speech(2.0), silence(1.0))
    it.until(lambda: len(it.screen.finals) == 2, "both lines")
    assert all(line == words(len(line.split())) for line in it.screen.lines)
    assert any("scripted fault" in n.text for n in it.screen.of(Notice))


@pytest.mark.logs("an error in the recogniser")
def test_a_model_that_always_fails_is_given_up_with_its_reason(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(break_at=range(1, 100)))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.of(Failed), "the failure")
    it.until(lambda: it.screen.state == "failed", "the state")


def test_a_model_that_is_paused_for_long_is_let_go_of_and_back_for_the_first_word(rig: Callable[..., Rig]) -> None:
    it = rig(rest_after_s=0.2, fallback=ModelChoice("starter"))
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "a line")
    it.engine.pause()
    it.until(lambda: it.loader.loaded[0].closed, "its end")
    assert (it.screen.state, it.screen.model) == ("paused", "scripted"), "which model it is stays on screen"
    it.loader.gate.clear()
    it.engine.resume()
    it.until(lambda: len(it.inputs) == 2, "the microphone again")
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: not it.microphone._waiting, "all to be heard while the model loads")
    it.loader.gate.set()
    it.until(lambda: len(it.screen.finals) == 2, "the line")
    assert it.screen.lines[1].startswith("w0 w1 w2 w3")
    assert [one.model for one in it.loader.loaded] == ["main", "main"]
    assert not it.screen.of(Notice) and not it.screen.of(Failed)


def test_a_dictation_during_a_long_pause_wakes_the_model_and_loses_no_word(rig: Callable[..., Rig]) -> None:
    it = rig(rest_after_s=0.2)
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.pause()
    it.until(lambda: it.loader.loaded[0].closed, "its end")
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: len(it.inputs) == 2, "the dictation's microphone")
    it.hear(speech(2.0))
    it.until(lambda: not it.microphone._waiting, "all to be heard")
    it.engine.end_dictation(1)
    it.until(lambda: it.screen.of(DictationFinalized), "its text")
    assert it.screen.of(DictationFinalized)[0].line.text.startswith("w0 w1 w2 w3")
    it.until(lambda: it.loader.loaded[1].closed, "the end of the model that nobody needs again")


def test_other_programs_wake_the_model_that_rests(rig: Callable[..., Rig]) -> None:
    it = rig(rest_after_s=0.2)
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.pause()
    it.until(lambda: it.loader.loaded[0].closed, "its end")
    turns = Turns()
    stream_told: list[object] = []
    it.engine.host(turns)
    stream = turns.open(FAST, None, stream_told.append)
    stream.feed(speech(1.0))
    stream.end()
    it.until(lambda: Ended() in stream_told, "its text")
    assert any(isinstance(news, FinalLine) and news.text.startswith("w0 w1") for news in stream_told)


def test_a_model_that_captions_use_is_not_let_go_of_nor_one_for_which_that_is_switched_off(
    rig: Callable[..., Rig],
) -> None:
    it = rig(rest_after_s=0.05)
    it.until(lambda: it.engine.recognizer is not None and it.inputs, "the model")
    it.engine.set_rest_after(0.0)
    it.hear(silence(1.0))
    it.until(lambda: not it.microphone._waiting, "all to be heard")
    it.engine.pause()
    it.until(lambda: it.screen.state == "paused", "the pause")
    paused = len(it.screen.events)
    it.engine.resume()
    it.until(lambda: len(it.screen.events) > paused, "captions again")
    assert not it.loader.loaded[0].closed


def test_a_model_that_comes_back_is_not_measured_again(rig: Callable[..., Rig]) -> None:
    it = rig(rest_after_s=0.2, probe_speed=True)
    it.until(lambda: it.engine.recognizer is not None, "the model")
    cost = it.engine._models.cost
    it.engine.pause()
    it.until(lambda: it.loader.loaded[0].closed, "its end")
    it.engine.resume()
    it.until(lambda: len(it.loader.loaded) == 2 and it.engine.recognizer is not None, "the model again")
    assert it.engine._models.cost is cost is not None
    assert it.loader.loaded[1].streams == []


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """An entry for each time that free memory is given back."""
    times: list[str] = []
    monkeypatch.setattr(model_in_use, "return_freed_memory", lambda: times.append("given back"))
    return times


def test_free_memory_is_given_back_every_five_minutes(given: list[str]) -> None:
    clock = [100.0]
    models = ModelInUse(MODEL, None, Loader(), print, print, clock=lambda: clock[0], probe=False)
    for later_s in (0.0, TIDY_EVERY_S - 1, 1.0, 10.0, TIDY_EVERY_S - 10):
        clock[0] += later_s
        models.tidy()
    assert len(given) == 2


def test_captions_and_servers_give_free_memory_back(
    given: list[str], monkeypatch: pytest.MonkeyPatch, rig: Callable[..., Rig]
) -> None:
    monkeypatch.setattr(model_in_use, "TIDY_EVERY_S", 0.01)
    it = rig()
    it.until(lambda: len(given) > 1, "free memory to be given back")
    it.stop()
    given.clear()
    with served():
        eventually(lambda: len(given) > 1, "free memory to be given back")

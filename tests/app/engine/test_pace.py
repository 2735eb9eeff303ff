"""How soon words appear where that is left to the program: the step that is chosen, when it changes, and what is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from app.base.events import Status
from app.engine.pace import (
    FULL_LOAD,
    JUDGED_S,
    ROOMY_LOAD,
    SETTLED_S,
    SHORTER_LOAD,
    STEPS_MS,
    Automatic,
    Pace,
    PassCost,
    decide_step,
    named_options,
    shortest_step,
    words_after_s,
)
from app.engine.probe import measure_cost, probe_sound, speed_advice
from inference.options import PRESETS, SAMPLE_RATE, StreamOptions
from tests.app.capture.sounds import silence, speech
from tests.app.engine.engine_rig import Rig
from tests.app.scripted import Script, ScriptedRecognizer

FAST_CARD = PassCost(0.008, 0.001)
EIGHT_THREADS = PassCost(0.207, 0.263)
FOUR_THREADS = PassCost(0.334, 0.306)
TWO_CORES = PassCost(0.7, 0.9)


@pytest.mark.parametrize(
    "cost, step_ms", [(FAST_CARD, 160), (EIGHT_THREADS, 480), (FOUR_THREADS, 800), (TWO_CORES, STEPS_MS[-1])]
)
def test_the_shortest_step_with_room_to_spare_is_chosen(cost: PassCost, step_ms: int) -> None:
    """The full-size model: one H200, 8 and 4 threads of its host, and two cores, which keep up with no step."""
    assert shortest_step(cost, ROOMY_LOAD) == step_ms
    assert all(cost.load(step) > ROOMY_LOAD for step in STEPS_MS if step < step_ms)


def test_two_passes_tell_what_every_step_costs() -> None:
    cost = PassCost.between((0.16, 0.376), (0.96, 0.592))
    assert (cost.fixed_s, cost.per_s) == pytest.approx((0.3328, 0.27))
    assert cost.seconds(640) == pytest.approx(0.5056)
    assert cost.load(640) == pytest.approx(0.79)


@pytest.mark.parametrize("short, long", [((0.16, 0.1), (0.96, 0.05)), ((0.16, 0.05), (0.96, 2.0))])
def test_odd_measurements_leave_no_number_below_zero(short: tuple[float, float], long: tuple[float, float]) -> None:
    cost = PassCost.between(short, long)
    assert cost.fixed_s >= 0 and cost.per_s >= 0
    assert cost.seconds(160) == pytest.approx(short[1])


def test_a_slower_computer_gets_a_longer_step_and_a_faster_one_a_shorter_step_later() -> None:
    assert decide_step(160, FAST_CARD, 0.0) == 160
    assert decide_step(480, EIGHT_THREADS.times(1.1), 0.0) == 480, "there is room for a little"
    longer = decide_step(480, EIGHT_THREADS.times(1.6), 0.0)
    assert longer > 480 and EIGHT_THREADS.times(1.6).load(longer) <= ROOMY_LOAD
    assert decide_step(longer, EIGHT_THREADS, SETTLED_S - 1) == longer
    assert decide_step(longer, EIGHT_THREADS, SETTLED_S) == shortest_step(EIGHT_THREADS, SHORTER_LOAD)


@pytest.mark.parametrize("cost", [EIGHT_THREADS, FOUR_THREADS, TWO_CORES.times(0.4)])
def test_no_step_comes_and_goes_while_the_speed_stays(cost: PassCost) -> None:
    """Whatever the speed is, from every step a second decision changes nothing more."""
    for slowness in np.arange(0.3, 3.0, 0.05):
        now = cost.times(float(slowness))
        for step in STEPS_MS:
            settled = decide_step(step, now, SETTLED_S)
            assert decide_step(settled, now, SETTLED_S) == settled


def talk(pace: Pace, seconds: float, slowness: float, cost: PassCost, block_s: float = 0.1) -> None:
    """So much speech at a computer that is `slowness` times as slow as `cost`."""
    for _ in range(round(seconds / block_s)):
        step = pace.resolved(Automatic()).chunk_ms
        pace.note(round(block_s * SAMPLE_RATE), cost.load(step) * block_s * slowness, step)


def step_of(pace: Pace) -> int:
    return pace.resolved(Automatic()).chunk_ms


def test_the_step_follows_the_speed_of_the_computer_and_comes_back() -> None:
    """On battery and back."""
    pace = Pace()
    pace.use(FOUR_THREADS)
    before, soon_before = step_of(pace), pace.words_after_s(Automatic())
    talk(pace, 60, 1.0, FOUR_THREADS)
    assert step_of(pace) == before
    talk(pace, JUDGED_S, 1.5, FOUR_THREADS)
    slow = step_of(pace)
    assert slow > before
    assert FOUR_THREADS.times(1.5).load(slow) <= FULL_LOAD
    assert pace.words_after_s(Automatic()) > soon_before + 0.3
    talk(pace, 120, 1.5, FOUR_THREADS)
    assert step_of(pace) == slow
    talk(pace, 2 * SETTLED_S + JUDGED_S, 0.9, FOUR_THREADS)
    assert step_of(pace) == before


def test_a_short_hitch_changes_nothing() -> None:
    pace = Pace()
    pace.use(EIGHT_THREADS)
    before = step_of(pace)
    talk(pace, 20, 1.0, EIGHT_THREADS)
    talk(pace, 1, 2.0, EIGHT_THREADS)
    talk(pace, 20, 1.0, EIGHT_THREADS)
    assert step_of(pace) == before


def test_chunks_that_were_merged_are_judged_by_their_own_length() -> None:
    """Behind, several chunks go in one pass, which takes less for each: the computer is no faster for it."""
    pace = Pace()
    pace.use(FOUR_THREADS)
    for _ in range(20):
        pace.note(2 * SAMPLE_RATE, FOUR_THREADS.seconds(2000) * 1.5, step_of(pace), merged=True)
    assert step_of(pace) > shortest_step(FOUR_THREADS, ROOMY_LOAD)


def test_on_a_fast_card_it_is_the_official_low_latency_setting() -> None:
    pace = Pace()
    pace.use(FAST_CARD)
    asked = named_options("automatic", language="English", hotwords=("Ada",), context="A talk.")
    official = named_options("responsive", language="English", hotwords=("Ada",), context="A talk.")
    assert pace.resolved(asked) == official
    assert (official.chunk_ms, official.unfixed_token_num) == (160, 1)


def test_a_fixed_choice_stays() -> None:
    pace = Pace()
    pace.use(TWO_CORES)
    for name, options in PRESETS.items():
        assert pace.resolved(named_options(name)) == options


def test_another_model_is_measured_anew() -> None:
    pace = Pace()
    pace.use(FAST_CARD)
    pace.use(EIGHT_THREADS)
    assert step_of(pace) == shortest_step(EIGHT_THREADS, ROOMY_LOAD)
    pace.use(None)
    assert step_of(pace) == PRESETS["balanced"].chunk_ms
    assert pace.words_after_s(Automatic()) == 0.0


@pytest.mark.parametrize(
    "chunk_ms, held_back, took_s, measured_s",
    [(160, 1, 0.05, 0.61), (320, 1, 0.056, 0.635), (640, 2, 0.07, 1.007), (160, 3, 0.05, 0.98), (640, 5, 0.07, 1.637)],
)
def test_the_delay_that_is_shown_is_about_the_one_that_was_measured(
    chunk_ms: int, held_back: int, took_s: float, measured_s: float
) -> None:
    options = StreamOptions(chunk_ms=chunk_ms, unfixed_token_num=held_back)
    assert words_after_s(options, PassCost(took_s, 0.0)) == pytest.approx(measured_s, abs=0.12)


# Measuring ----------------------------------------------------------------------------------------------------------


def test_the_speed_is_taken_of_passes_over_speech_and_the_stream_is_let_go_of() -> None:
    recognizer = ScriptedRecognizer(Script(seconds_per_pass=0.02), "cpu")
    cost = measure_cost(recognizer, StreamOptions(), probe_sound())
    assert cost.seconds(160) >= 0.02
    assert recognizer.passes <= 8, "loading must not take long for it"
    [stream] = recognizer.streams
    assert stream.merged and len(stream.heard) <= len(probe_sound())
    assert stream._owner is None


def slow_once() -> Iterator[float]:
    """Begin and end of each pass: the first of those that count takes two seconds, the others 0.1 and 0.2."""
    for took in (1.0, 1.0, 2.0, 2.0, 0.2, 0.1, 0.2, 0.1):
        yield 0.0
        yield took


def test_a_machine_that_is_slow_for_a_moment_is_not_called_slow() -> None:
    recognizer = ScriptedRecognizer(Script(), "cpu")
    ticks = slow_once()
    cost = measure_cost(recognizer, StreamOptions(), probe_sound(), lambda: next(ticks))
    assert cost.seconds(160) == pytest.approx(0.1)
    assert cost.seconds(960) == pytest.approx(0.2)


@pytest.mark.parametrize(
    "seconds, options, is_starter, parts, absent",
    [
        (0.1, StreamOptions(), False, (), ()),
        (0.32, StreamOptions(), False, (), ()),
        (0.5, StreamOptions(), False, ("0.5 s", "0.32 s", "CPU", "“Automatic”", "starter model"), ()),
        (0.5, StreamOptions(), True, ("0.5 s", "“Automatic”"), ("starter",)),
        (1.9, StreamOptions(), False, ("1.9 s", "starter model"), ("Automatic",)),
        (0.9, Automatic(), False, (), ()),
        (2.5, Automatic(), False, ("2.5 s", "2.00 s", "starter model"), ("Automatic",)),
    ],
)
def test_a_model_that_cannot_keep_up_is_told_with_what_helps(
    seconds: float, options: StreamOptions, is_starter: bool, parts: tuple[str, ...], absent: tuple[str, ...]
) -> None:
    advice = speed_advice(PassCost(seconds, 0.0), options, "Confucius4", "cpu", is_starter=is_starter)
    assert bool(advice) == bool(parts)
    assert all(part in advice for part in parts), advice
    assert not any(part in advice for part in absent), advice


# The engine ---------------------------------------------------------------------------------------------------------


def test_captions_and_dictation_use_the_step_that_was_measured_when_the_model_was_loaded(
    rig: Callable[..., Rig],
) -> None:
    it = rig(main=Script(seconds_per_pass=0.3), options=Automatic(), probe_speed=True)
    it.until(lambda: it.screen.model, "the model")
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "a line")
    it.engine.begin_dictation(1, Automatic())
    it.hear(speech(2.0))
    it.until(lambda: len(it.loader.streams) == 3, "the dictation's stream")
    screen = it.stop()
    _probe, captions, dictation = [stream.options for stream in it.loader.streams]
    assert captions.chunk_ms == dictation.chunk_ms and 400 <= captions.chunk_ms < 2000
    assert captions.unfixed_token_num == 1
    assert any(status.words_after_s > 0.5 for status in screen.of(Status))

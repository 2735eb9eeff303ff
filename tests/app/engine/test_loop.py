"""The engine's promises, with a scripted recogniser: nothing lost, nothing twice, nothing taken back, whatever fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.base.events import (
    DictationCommitted,
    DictationFinalized,
    Failed,
    Level,
    Notice,
    Status,
    UtteranceStarted,
)
from app.capture.ports import CaptureError, SourceSpec
from app.engine import loop as engine_module
from app.engine.loop import RECOVERIES, Engine, EngineSetup
from app.engine.segmenter import TAIL_ZEROS
from inference.errors import BundleError, RecognizerError
from inference.options import StreamOptions
from tests.app.capture.sounds import RATE, SAMPLE, noise, silence, speech
from tests.app.capture.test_files import KINDS, damaged, write_recording
from tests.app.engine.engine_rig import FAST, Rig
from tests.app.scripted import MODEL, Loader, Screen, Script


def test_speech_becomes_a_line_that_only_grows(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(silence(0.5), speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the final line")
    screen = it.stop()
    assert screen.lines and screen.lines[0].startswith("w0 w1 w2")
    final = screen.finals[1]
    assert 0.3 <= final.start_s <= 0.7
    assert 2.0 <= final.end_s <= 3.0


def test_every_endpoint_ends_with_300_ms_of_zeros(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(speech(2.0), silence(1.0), speech(2.0))
    it.until(lambda: it.screen.finals, "the first line")
    it.stop()
    assert len(it.loader.streams) == 2
    for stream in it.loader.streams:
        assert stream.finished
        assert not stream.heard[-TAIL_ZEROS:].any()
    assert np.abs(it.loader.streams[1].heard[-TAIL_ZEROS - 1600 : -TAIL_ZEROS]).max() > 0, "stop came in mid-speech"


def test_what_is_said_while_the_model_loads_is_captioned(rig: Callable[..., Rig]) -> None:
    it = rig(hold=True)
    it.hear(speech(3.0), silence(1.0))
    it.until(lambda: any(s.state == "loading" for s in it.screen.of(Status)), "the loading state")
    it.loader.gate.set()
    it.until(lambda: it.screen.finals, "the line")
    assert it.screen.lines[0].startswith("w0 w1 w2 w3")


def test_sound_beyond_the_bound_is_dropped_from_its_beginning_and_that_is_said(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "KEPT_S", 4.0)
    it = rig(hold=True)
    it.hear(speech(8.0), silence(1.0))
    it.until(lambda: any("skipped" in n.text for n in it.screen.of(Notice)), "the notice")
    it.until(lambda: not it.microphone._waiting, "all to be heard")
    it.loader.gate.set()
    it.until(lambda: it.screen.finals, "a line")
    screen = it.stop()
    heard = sum(len(stream.heard) - TAIL_ZEROS for stream in it.loader.streams)
    assert 2.5 * RATE <= heard <= 4.5 * RATE
    assert min(final.start_s for final in screen.finals.values()) > 3.0, "the newest is kept"


def test_catching_up_merges_chunks_and_loses_nothing(rig: Callable[..., Rig]) -> None:
    it = rig(hold=True)
    it.hear(*[np.concatenate([speech(3.0), silence(0.9)])] * 6)
    it.until(lambda: not it.microphone._waiting, "all to be heard")
    it.loader.gate.set()
    screen = it.stop(20)
    assert sum(stream.merged for stream in it.loader.streams) > 0
    sound = sum(len(stream.heard) for stream in it.loader.streams)
    assert sound >= 6 * 3.0 * RATE
    assert len(it.loader.streams) >= 6, "merging never goes over the edge between two utterances"
    assert all(line.startswith("w0 w1") for line in screen.lines)


def test_falling_behind_is_shown_with_its_lag_and_a_suggestion(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(seconds_per_pass=0.7))
    it.hear(*[speech(8.0)] * 3)
    it.until(lambda: any(s.state == "behind" for s in it.screen.of(Status)), "the state", 30)
    status = next(s for s in it.screen.of(Status) if s.state == "behind")
    assert status.lag_s > 2 and "starter model" in status.message


def test_pause_lets_go_of_the_microphone_and_ends_the_line(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(speech(2.0))
    it.until(lambda: it.screen.lines, "some text")
    it.engine.pause()
    it.until(lambda: it.screen.finals, "the final line")
    assert it.inputs[0].closed
    it.until(lambda: it.screen.state == "paused", "the state")
    it.engine.resume()
    it.until(lambda: len(it.inputs) == 2, "the microphone again")
    before = it.screen.finals[1].end_s
    it.hear(silence(0.5), speech(2.0), silence(1.0))
    it.until(lambda: len(it.screen.finals) == 2, "the second line")
    assert before <= it.screen.finals[2].start_s < 5.0, "a pause adds nothing to the times"


def test_pausing_in_the_middle_of_a_word_keeps_what_was_in_the_ring(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    sound = speech(3.0)
    it.hear(sound)
    it.engine.pause()
    it.until(lambda: it.screen.finals, "the line")
    heard = sum(len(stream.heard) - TAIL_ZEROS for stream in it.loader.streams)
    assert heard >= len(sound) - 0.3 * RATE


def test_a_device_that_comes_back_begins_a_new_line(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(speech(1.6))
    it.microphone.put(speech(1.6), fresh=True)
    it.hear(silence(1.0))
    it.until(lambda: len(it.screen.finals) == 2, "two lines")


def test_a_device_that_is_gone_ends_the_line_and_says_why(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(speech(2.0))
    it.until(lambda: it.screen.lines, "text")
    it.microphone.problem = "“input 0” was disconnected."
    it.until(lambda: it.screen.finals, "the line's end")
    it.until(lambda: it.screen.state == "no_sound", "the state")
    assert it.screen.of(Status)[-1].message == "“input 0” was disconnected."


def test_another_source_ends_the_line_and_is_listened_to(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(speech(2.0))
    it.engine.set_source(SourceSpec("computer"))
    it.until(lambda: len(it.inputs) == 2, "the other source")
    assert it.inputs[0].closed and it.opened[1].kind == "computer"
    it.until(lambda: it.screen.finals, "the line's end")


def test_new_options_hold_from_the_next_utterance(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(speech(2.0))
    it.until(lambda: it.screen.lines, "text")
    it.engine.set_options(StreamOptions(language="German"))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: len(it.screen.finals) == 2, "both lines")
    assert [stream.options.language for stream in it.loader.streams] == [None, "German"]


@pytest.mark.parametrize("options", [StreamOptions(language="Klingon"), StreamOptions(hotwords=("word " * 900,))])
def test_options_that_no_model_can_be_given_are_refused_where_they_are_set(
    rig: Callable[..., Rig], options: StreamOptions
) -> None:
    it = rig()
    with pytest.raises(RecognizerError):
        it.engine.set_options(options)
    with pytest.raises(RecognizerError):
        it.engine.begin_dictation(1, options)
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "captions go on")


def test_settings_that_no_model_can_be_given_do_not_keep_captions_from_starting(rig: Callable[..., Rig]) -> None:
    it = rig(options=StreamOptions(language="Klingon", chunk_ms=500))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    assert "Klingon" in it.screen.of(Notice)[0].text
    assert it.loader.streams[0].options == StreamOptions(chunk_ms=500)


# Files --------------------------------------------------------------------------------------------------------------


def run_file(path: Path, **setup: object) -> tuple[Screen, Loader]:
    loader = Loader(main=Script())
    screen = Screen()
    values = {"options": FAST, "model": MODEL, "stop_at_end": True, "probe_speed": False} | setup
    Engine(EngineSetup(source=SourceSpec("file", path=path, paced=False), **values), screen.take, load=loader).run()  # type: ignore[arg-type]
    return screen, loader


def test_pausing_at_the_damaged_part_of_a_recording_is_a_sentence_and_not_the_end_of_the_engine(
    rig: Callable[..., Rig],
) -> None:
    it = rig()
    it.hear(speech(2.0))
    it.until(lambda: it.screen.lines, "text")

    def damaged(timeout_s: float) -> None:
        if timeout_s == 0.0:  # how what is left is read
            raise CaptureError("The recording is damaged.")
        time.sleep(0.01)

    it.microphone.read = damaged  # type: ignore[method-assign, assignment]
    time.sleep(0.1)
    it.engine.pause()
    it.until(lambda: it.screen.finals, "the line")
    assert [failure.text for failure in it.screen.of(Failed)] == ["The recording is damaged."]
    it.until(lambda: it.microphone.closed, "the recording to be closed")


def test_a_file_is_heard_to_its_last_sample() -> None:
    screen, loader = run_file(SAMPLE)
    assert screen.lines
    assert len(loader.streams[-1].heard) > TAIL_ZEROS
    assert screen.of(Status)[-1].state == "stopped"
    assert all(stream.merged == 0 for stream in loader.streams), "a file is never behind: chunks stay as they are"


def test_two_runs_over_a_file_say_the_same() -> None:
    assert run_file(SAMPLE)[0].lines == run_file(SAMPLE)[0].lines


def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    screen, _ = run_file(tmp_path / "none.wav")
    assert [event.text for event in screen.of(Failed)] == [f"The file “{tmp_path / 'none.wav'}” does not exist."]


def test_a_damaged_file_is_captioned_up_to_the_damage(tmp_path: Path) -> None:
    kind = next(kind for kind in KINDS if kind.suffix == "m4a")
    path = damaged(write_recording(tmp_path / "damaged.m4a", kind, speech(6.0)), 12_000)
    screen, loader = run_file(path)
    assert sum(len(stream.heard) - TAIL_ZEROS for stream in loader.streams) >= 2.0 * RATE
    assert len(screen.finals) == len(loader.streams)
    assert ["damaged after" in event.text for event in screen.of(Failed)] == [True]


def test_samples_that_are_no_numbers_are_silence(tmp_path: Path) -> None:
    path = tmp_path / "odd.wav"
    samples = np.concatenate([speech(4.0), np.full(1600, np.nan, np.float32)])
    soundfile.write(path, samples, RATE, subtype="FLOAT")
    screen, loader = run_file(path)
    assert sum(len(stream.heard) - TAIL_ZEROS for stream in loader.streams) >= 3.9 * RATE
    assert screen.of(Failed) == []


# Level and silence --------------------------------------------------------------------------------------------------


def test_the_level_is_told_at_most_thirty_times_a_second(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(silence(1.0), speech(2.0))
    it.until(lambda: len(it.screen.of(Level)) > 20, "levels")
    it.until(lambda: not it.microphone._waiting, "all to be heard")
    levels = [level.dbfs for level in it.screen.of(Level)]
    assert len(levels) <= 3.0 * 30
    assert levels[0] == -120.0 and max(levels) > -40


def test_a_silent_microphone_is_told_and_speech_takes_it_back(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(silence(8.0))
    it.until(lambda: it.screen.state == "no_sound", "the state")
    assert "muted" in it.screen.of(Status)[-1].message
    it.hear(speech(1.0))
    it.until(lambda: it.screen.state == "listening", "listening again")


@pytest.mark.parametrize("dbfs", [-80, -60, -45])
@pytest.mark.parametrize("kind", ["zeros", "white", "pink", "hum"])
def test_noise_opens_no_line(rig: Callable[..., Rig], kind: str, dbfs: int) -> None:
    it = rig()
    it.hear(noise(kind, 10.0, dbfs))
    it.until(lambda: it.loader.loaded and not it.microphone._waiting, "all to be heard")
    screen = it.stop()
    assert screen.lines == [] and screen.of(UtteranceStarted) == []


# The end ------------------------------------------------------------------------------------------------------------


def test_stopping_says_the_last_words_first_and_closes_everything(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.hear(speech(2.0))
    screen = it.stop()
    assert screen.lines and screen.finals
    assert it.inputs[0].closed and it.loader.loaded[0].closed
    assert screen.of(Status)[-1].state == "stopped"


def test_stopping_with_a_slow_model_ends_in_time_and_keeps_what_is_shown(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(seconds_per_pass=0.4))
    it.hear(*[speech(8.0)] * 3)
    it.until(lambda: it.screen.lines, "some text")
    screen = it.stop(0.5)
    assert screen.lines
    assert set(screen.shown) <= set(screen.finals), "every line that was begun has an end"


def test_what_follows_a_dictation_in_a_pause_is_not_captioned(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.screen.state == "listening", "listening")
    it.engine.begin_dictation(1, FAST)
    it.hear(speech(2.0))
    it.until(lambda: it.screen.of(DictationCommitted), "the first words")
    it.engine.pause()
    it.engine.end_dictation(1)
    for _ in range(20):  # more than the engine hears before the dictation is over
        it.microphone.put(speech(6.0))
    it.until(lambda: it.screen.of(DictationFinalized), "the dictation's end")
    it.until(lambda: it.microphone.closed, "the end of listening")
    screen = it.stop()
    assert screen.lines == []


def test_a_model_that_comes_after_the_end_is_closed(rig: Callable[..., Rig]) -> None:
    it = rig(hold=True)
    it.until(lambda: it.inputs, "the input")
    it.stop()
    it.loader.gate.set()
    end = time.monotonic() + 10
    while not (it.loader.loaded and it.loader.loaded[0].closed):
        assert time.monotonic() < end, "the late model stayed open"
        time.sleep(0.01)


# When something fails that nobody foresaw --------------------------------------------------------------------------


@pytest.mark.logs("an error in the engine")
def test_an_unforeseen_error_costs_words_not_the_captions(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(silence(0.5), speech(2.0))
    it.until(lambda: it.screen.shown, "the first words")
    broken = it.microphone
    broken.fault = RuntimeError("nobody thought of this")
    it.until(lambda: len(it.inputs) == 2, "another input")
    it.hear(silence(0.5), speech(2.0), silence(1.0))
    it.until(lambda: len([line for line in it.screen.finals.values() if line.shown]) == 2, "both lines")
    assert it.screen.state == "listening"
    screen = it.stop()
    assert broken.closed
    assert "nobody thought of this" in screen.of(Notice)[0].text
    assert len(it.loader.loaded) == 1, "the model was not at fault"
    assert screen.lines[1].startswith("w0 w1 w2")


@pytest.mark.logs("an error in the engine")
def test_an_error_without_end_is_told_as_one(rig: Callable[..., Rig]) -> None:
    it = rig()
    for number in range(1, RECOVERIES + 1):
        it.microphone.fault = RuntimeError("again")
        it.until(lambda number=number: len(it.inputs) > number, "another input")
    it.microphone.fault = RuntimeError("again")
    it._thread.join(10)
    assert not it._thread.is_alive()
    assert str(it.error) == "again"
    assert all(one.closed for one in it.inputs)


def test_a_broken_dictation_microphone_ends_the_dictation_with_its_words(rig: Callable[..., Rig]) -> None:
    it = rig(source=SourceSpec("computer"))
    it.until(lambda: it.inputs and it.screen.state == "listening", "listening")
    it.engine.begin_dictation(1, FAST)
    it.until(lambda: len(it.inputs) == 2, "the dictation's microphone")
    it.hear(speech(2.0))
    it.microphone.fault = CaptureError("The microphone broke.")
    it.until(lambda: it.screen.of(DictationFinalized), "the dictation's end")
    screen = it.stop()
    assert screen.of(DictationFinalized)[0].line.text.startswith("w0 w1")
    assert [notice.text for notice in screen.of(Notice)] == ["The microphone broke."]


# Trying again after a failure --------------------------------------------------------------------------------------


def test_resume_loads_a_model_that_could_not_be_loaded(rig: Callable[..., Rig]) -> None:
    script = Script(load_error=BundleError("The disk was away."))
    it = rig(main=script)
    it.until(lambda: it.screen.state == "failed", "the failure")
    script.load_error = None
    it.engine.resume()
    it.until(lambda: it.screen.state == "listening", "listening")
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "a line")


def test_resume_opens_an_input_that_could_not_be_opened(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.inputs, "the input")
    it.refuse = "No such device."
    it.engine.set_source(SourceSpec("microphone", input_device="gone"))
    it.until(lambda: it.screen.state == "failed", "the failure")
    it.refuse = ""
    it.engine.resume()
    it.until(lambda: it.screen.state == "listening", "listening")
    assert it.opened[-1].input_device == "gone"


def test_a_model_that_comes_does_not_hide_that_there_is_no_input(rig: Callable[..., Rig]) -> None:
    it = rig(hold=True)
    it.until(lambda: it.inputs, "the input")
    it.refuse = "No such device."
    it.engine.set_source(SourceSpec("microphone", input_device="gone"))
    it.until(lambda: it.screen.state == "failed", "the failure")
    it.loader.gate.set()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    screen = it.stop()
    assert [status.state for status in screen.of(Status)][-2:] == ["failed", "stopped"]


def test_resume_changes_nothing_while_captions_run(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.screen.state == "listening", "listening")
    it.engine.resume()
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "a line")
    it.stop()
    assert len(it.inputs) == 1
    assert len(it.loader.loaded) == 1


def test_an_engine_that_hears_nothing_looks_for_sound_ten_times_a_second_at_most(rig: Callable[..., Rig]) -> None:
    """And answers a command at once: what it waits for is the next command."""
    it = rig()
    it.until(lambda: it.engine.recognizer is not None and it.inputs, "the model and the input")
    it.hear(silence(1.0))
    it.until(lambda: not it.microphone._waiting, "all to be heard")
    turns: list[float] = []
    step, clock = it.engine.step, time.monotonic
    it.engine.step = lambda: turns.append(clock()) or step()  # type: ignore[method-assign, func-returns-value]
    it.until(lambda: len(turns) > 12, "turns")
    between = [after - before for before, after in pairwise(turns[2:])]
    assert min(between) >= 0.5 * engine_module.QUIET_TURN_S
    it.engine.pause()
    it.until(lambda: it.microphone.closed, "the pause")
    count = len(turns)
    it.until(lambda: len(turns) >= count + 3, "turns without an input")
    assert min(after - before for before, after in pairwise(turns[-3:])) >= 0.5 * engine_module.REST_TURN_S
    it.engine.resume()
    it.until(lambda: len(it.inputs) == 2, "the input again")
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")

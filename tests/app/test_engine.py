"""The engine's promises, with a scripted recogniser: nothing lost, nothing twice, nothing taken back, whatever fails."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app import engine as engine_module
from app.capture.listener import SoundInput
from app.capture.source import CaptureError, SourceSpec
from app.dictating import Dictation
from app.engine import RECOVERIES, Engine, EngineSetup
from app.lines import (
    DictationCommitted,
    DictationFinalized,
    DictationStatus,
    Failed,
    Level,
    Notice,
    Status,
    UtteranceStarted,
)
from app.recognition import Loaded
from app.segmenter import TAIL_ZEROS
from inference.errors import BundleError, RecognizerError
from inference.options import StreamOptions
from tests.app.scripted import MODEL, OTHER, Loader, Screen, Script, ScriptedInput
from tests.app.sounds import RATE, SAMPLE, noise, silence, speech

FAST = StreamOptions(chunk_ms=320)


class Rig:
    """An engine on its own thread with scripted input and models."""

    def __init__(self, setup: EngineSetup, loader: Loader) -> None:
        self.screen = Screen()
        self.inputs: list[ScriptedInput] = []
        self.opened: list[SourceSpec] = []
        self.refuse: str = ""
        self.loader = loader
        self.engine = Engine(setup, self.screen.take, load=loader, opener=self._open)
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.engine.run()
        except RuntimeError as error:
            self.error = error

    def _open(self, spec: SourceSpec, notify: Callable[[str], None]) -> SoundInput:
        if self.refuse:
            raise CaptureError(self.refuse)
        self.opened.append(spec)
        self.inputs.append(ScriptedInput(spec.input_device or f"input {len(self.inputs)}"))
        return self.inputs[-1]

    def start(self) -> Rig:
        self._thread.start()
        return self

    @property
    def microphone(self) -> ScriptedInput:
        self.until(lambda: self.inputs, "an input")
        return self.inputs[-1]

    def until(self, condition: Callable[[], object], what: str, timeout_s: float = 20.0) -> None:
        end = time.monotonic() + timeout_s
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}; events: {self.screen.events[-5:]}"
            assert self._thread.is_alive() or condition(), f"the engine ended before {what}"
            time.sleep(0.005)

    def hear(self, *sounds: np.ndarray) -> None:
        """Delivers sound in blocks as a device would, only faster."""
        microphone = self.microphone
        for sound in sounds:
            for at in range(0, len(sound), 800):
                microphone.put(sound[at : at + 800])

    def stop(self, timeout_s: float = 10.0) -> Screen:
        self.engine.stop(timeout_s)
        self._thread.join(timeout_s + 5)
        assert not self._thread.is_alive()
        return self.screen


@pytest.fixture
def rig() -> Iterator[Callable[..., Rig]]:
    rigs: list[Rig] = []

    def make(
        *,
        main: Script | None = None,
        other: Script | None = None,
        starter: Script | None = None,
        hold: bool = False,
        **setup: object,
    ) -> Rig:
        loader = Loader(main=main or Script(), other=other or Script("other"), starter=starter or Script("starter"))
        if hold:
            loader.gate.clear()
        values = {"source": SourceSpec(), "options": FAST, "model": MODEL, "probe_speed": False} | setup
        rigs.append(Rig(EngineSetup(**values), loader).start())  # type: ignore[arg-type]
        return rigs[-1]

    yield make
    for one in rigs:
        one.engine.stop(0.0)
        one._thread.join(10)


def words(n: int) -> str:
    return " ".join(f"w{i}" for i in range(n))


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
    it = rig(main=Script(load_s=0.6))
    it.hear(speech(3.0), silence(1.0))
    it.until(lambda: any(s.state == "loading" for s in it.screen.of(Status)), "the loading state")
    it.until(lambda: it.screen.finals, "the line")
    assert it.screen.lines[0].startswith("w0 w1 w2 w3")


def test_sound_beyond_the_bound_is_dropped_from_its_beginning_and_that_is_said(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "KEPT_S", 4.0)
    it = rig(hold=True)
    it.hear(speech(8.0), silence(1.0))
    it.until(lambda: any("left out" in n.text for n in it.screen.of(Notice)), "the notice")
    it.loader.gate.set()
    it.until(lambda: it.screen.finals, "a line")
    screen = it.stop()
    heard = sum(len(stream.heard) - TAIL_ZEROS for stream in it.loader.streams)
    assert 2.5 * RATE <= heard <= 4.5 * RATE
    assert min(final.start_s for final in screen.finals.values()) > 3.0, "the newest is kept"


def test_catching_up_merges_chunks_and_loses_nothing(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(seconds_per_pass=0.05))
    it.hear(*[np.concatenate([speech(3.0), silence(0.9)])] * 6)
    it.until(lambda: it.microphone._heard and not it.microphone._waiting, "all to be heard")
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
        it.engine.begin_dictation(options)
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "captions go on")


def test_settings_that_no_model_can_be_given_do_not_keep_captions_from_starting(rig: Callable[..., Rig]) -> None:
    it = rig(options=StreamOptions(language="Klingon", chunk_ms=500))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    assert "Klingon" in it.screen.of(Notice)[0].text
    assert it.loader.streams[0].options == StreamOptions(chunk_ms=500)


# Models -------------------------------------------------------------------------------------------------------------


def test_a_model_that_cannot_be_loaded_is_replaced_by_the_one_that_is_always_there(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(load_error=BundleError("The model is damaged.")), fallback=type(MODEL)(Path("starter")))
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
    it = rig(other=Script("other", load_s=1.0))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the first line")
    it.engine.set_model(OTHER)
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: len(it.screen.finals) == 2, "the second line")
    assert len(it.loader.loaded) == 1, "the second line came from the old model"
    it.until(lambda: it.screen.model == "other", "the new model")
    it.until(lambda: it.loader.loaded[0].closed, "the old one to be closed")
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: len(it.screen.finals) == 3, "the third line")
    assert it.loader.loaded[1].streams
    # Each was told once that the engine's thread is the one that uses it, not the loader's.
    for recognizer in it.loader.loaded:
        assert recognizer.settled_on == [it._thread.name]


def test_a_model_that_fails_to_load_leaves_the_present_one_in_use(rig: Callable[..., Rig]) -> None:
    it = rig(other=Script(load_error=BundleError("The new model is damaged.")))
    it.until(lambda: it.engine.recognizer is not None, "the first model")
    it.engine.set_model(OTHER)
    it.until(lambda: len(it.screen.of(Notice)) == 2, "the notices")
    assert [n.text for n in it.screen.of(Notice)] == ["The new model is damaged.", "“scripted” stays in use."]
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "captions go on")


@pytest.mark.parametrize("failing_pass", [1, 2, 3])
def test_a_recogniser_that_fails_in_mid_utterance_is_replaced_and_the_line_goes_on(
    rig: Callable[..., Rig], failing_pass: int
) -> None:
    it = rig(
        main=Script(provider="cuda", fail_at=(failing_pass,)),
        starter=Script("starter"),
        fallback=type(MODEL)(Path("starter")),
    )
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    screen = it.stop()
    assert len(screen.of(UtteranceStarted)) == 1, "the same line goes on"
    assert screen.lines[0] == words(len(screen.lines[0].split())), "no word is lost or said twice"
    assert any("taken away" in n.text for n in screen.of(Notice))
    assert len(it.loader.loaded) == 2 and it.loader.loaded[0].closed


@pytest.mark.parametrize("with_fallback", [True, False])
def test_a_model_that_takes_the_present_one_down_while_it_loads_does_not_end_the_captions(
    rig: Callable[..., Rig], with_fallback: bool
) -> None:
    """A second model beside the first can exhaust the graphics card: then both are gone at the same time."""
    it = rig(
        main=Script(provider="cuda", fail_at=(2,)),
        other=Script(load_error=BundleError("No room for it.")),
        fallback=type(MODEL)(Path("starter")) if with_fallback else None,
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
    assert [n.text for n in screen.of(Notice)][1:] == ["No room for it.", "“scripted” is used instead."]
    assert it.loader.loaded[-1].provider == "cpu"


def test_an_answer_that_is_no_longer_asked_for_is_not_taken_for_the_one_that_is(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another model was chosen while the first one's answer waited in the queue."""
    it = rig(hold=True, other=Script("other"), main=Script(load_error=BundleError("It is damaged.")))
    desk = it.engine._desk
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
    it.until(lambda: it.screen.of(Status)[-1].state == "loading", "the state")
    it.engine.begin_dictation(FAST)
    it.hear(speech(2.0), silence(1.0))
    it.engine.end_dictation()
    it.loader.gate.set()
    it.until(lambda: it.screen.of(DictationFinalized), "the dictation")


@pytest.mark.parametrize("error", [RecognizerError("The prompt is too long."), ValueError("scripted")])
def test_an_error_about_what_was_asked_is_not_the_models(
    rig: Callable[..., Rig], error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = rig(fallback=type(MODEL)(Path("starter")), starter=Script("starter"))
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


def test_a_failed_models_stream_is_not_kept_beside_the_next_model(rig: Callable[..., Rig]) -> None:
    """It holds the model, whose memory may be what the next one needs."""
    it = rig(
        main=Script(provider="cuda", fail_at=(2,)), starter=Script("starter"), fallback=type(MODEL)(Path("starter"))
    )
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.loader.gate.clear()
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: any("taken away" in n.text for n in it.screen.of(Notice)), "the failure")
    failed = it.loader.loaded[0]
    it.until(lambda: failed.closed, "its end")
    stream = weakref.ref(failed.streams.pop())
    assert stream() is None
    it.loader.gate.set()
    it.until(lambda: it.screen.finals, "the line")


def test_a_damaged_model_chosen_while_none_is_in_use_gives_way_to_the_one_that_is_always_there(
    rig: Callable[..., Rig],
) -> None:
    it = rig(hold=True, other=Script(load_error=BundleError("It is damaged.")), fallback=type(MODEL)(Path("starter")))
    it.engine.set_model(OTHER)
    time.sleep(0.2)  # the engine has begun to load it
    it.loader.gate.set()
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "a line")
    assert it.screen.model == "starter"
    assert not it.screen.of(Failed)


def test_a_new_model_that_is_ready_when_the_present_one_fails_takes_over_and_stays(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(provider="cuda", fail_at=(4,)), fallback=type(MODEL)(Path("starter")))
    it.until(lambda: it.engine.recognizer is not None, "the first model")
    it.hear(speech(0.9))
    it.until(lambda: it.loader.streams, "an utterance with the first model")
    it.engine.set_model(OTHER)
    it.until(lambda: len(it.loader.loaded) == 2, "the second model")
    time.sleep(0.2)
    it.hear(speech(1.5), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    time.sleep(0.3)
    assert it.stop().model == "other"
    assert [one.script.name for one in it.loader.loaded] == ["scripted", "other"]


def test_a_fault_in_one_utterance_does_not_end_the_captions(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(break_at=(2,)))
    it.hear(speech(2.0), silence(1.0), speech(2.0), silence(1.0))
    it.until(lambda: len(it.screen.finals) == 2, "both lines")
    assert all(line == words(len(line.split())) for line in it.screen.lines)
    assert any("scripted fault" in n.text for n in it.screen.of(Notice))


def test_a_model_that_always_fails_is_given_up_with_its_reason(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(break_at=range(1, 100)))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.of(Failed), "the failure")
    it.until(lambda: it.screen.state == "failed", "the state")


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
    assert [event.text for event in screen.of(Failed)] == [f"There is no file “{tmp_path / 'none.wav'}”."]


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


# Dictation ----------------------------------------------------------------------------------------------------------


def states(screen: Screen) -> list[str]:
    return [status.state for status in screen.of(DictationStatus)]


def dictated(screen: Screen) -> str:
    """What was typed."""
    typed = "".join(event.text for event in screen.of(DictationCommitted))
    return typed + "".join(event.line.remainder for event in screen.of(DictationFinalized))


def test_dictation_is_recognised_up_to_the_release_and_no_further(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(FAST)
    it.until(lambda: states(it.screen), "recording")
    it.hear(speech(2.0))
    it.engine.end_dictation()
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
    it.engine.begin_dictation(FAST)
    it.until(lambda: states(it.screen) == ["loading"], "the loading state")
    it.hear(speech(3.0))
    it.engine.end_dictation()
    it.hear(silence(0.3))
    it.until(lambda: "finishing" in states(it.screen), "the release")
    it.loader.gate.set()
    it.until(lambda: "done" in states(it.screen), "the end")
    assert len(it.loader.streams[0].heard) - TAIL_ZEROS >= 3.0 * RATE
    assert len(dictated(it.screen).split()) >= 8


def test_a_release_without_further_sound_does_not_hang(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(FAST)
    it.hear(speech(1.5))
    it.engine.end_dictation()
    it.until(lambda: "done" in states(it.screen), "the end", 5)
    assert dictated(it.screen).startswith("w0 w1")


def test_a_key_tapped_for_a_moment_ends_without_text(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(FAST)
    it.engine.end_dictation()
    it.until(lambda: "done" in states(it.screen), "the end", 5)
    assert dictated(it.screen) == ""


def test_dictation_works_while_captions_are_paused_and_lets_go_of_the_microphone(rig: Callable[..., Rig]) -> None:
    it = rig(paused=True)
    it.until(lambda: it.engine.recognizer is not None, "the model")
    assert it.inputs == []
    it.engine.begin_dictation(FAST)
    it.hear(speech(2.0))
    it.until(lambda: "recording" in states(it.screen), "recording")
    it.engine.end_dictation()
    it.until(lambda: "done" in states(it.screen), "the end")
    assert dictated(it.screen).startswith("w0 w1")
    it.until(lambda: it.inputs[0].closed, "the microphone to be let go of")
    assert it.screen.finals == {}


def test_dictation_beside_captions_of_the_computer_has_its_own_microphone(rig: Callable[..., Rig]) -> None:
    it = rig(source=SourceSpec("computer", input_device="headset"))
    it.until(lambda: it.loader.loaded and it.inputs, "the model")
    it.engine.begin_dictation(FAST)
    it.until(lambda: len(it.inputs) == 2, "the microphone")
    assert it.opened[1] == SourceSpec("microphone", input_device="headset")
    computer, microphone = it.inputs
    for at in range(0, 2 * RATE, 800):
        microphone.put(speech(2.0)[at : at + 800])
        computer.put(speech(2.0)[at : at + 800])
    it.engine.end_dictation()
    computer.put(silence(1.0))
    it.until(lambda: "done" in states(it.screen), "the dictation")
    it.until(lambda: it.screen.finals, "the captions")
    assert microphone.closed and not computer.closed
    assert dictated(it.screen).startswith("w0 w1") and it.screen.lines[0].startswith("w0 w1")


def test_cancelled_dictation_says_nothing_more(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(FAST)
    it.hear(speech(2.0))
    it.until(lambda: it.screen.of(DictationCommitted), "text")
    it.engine.cancel_dictation()
    it.until(lambda: "cancelled" in states(it.screen), "the end")
    typed = len(it.screen.of(DictationCommitted))
    it.hear(speech(2.0), silence(1.0))
    it.until(lambda: it.screen.finals, "captions go on")
    assert len(it.screen.of(DictationCommitted)) == typed and it.screen.of(DictationFinalized) == []


def test_a_second_press_begins_anew(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.screen.state == "listening", "the model")
    it.engine.begin_dictation(FAST)
    it.engine.begin_dictation(FAST)
    it.hear(speech(2.0))
    it.engine.end_dictation()
    it.until(lambda: "done" in states(it.screen), "the end")
    assert states(it.screen) == ["recording", "cancelled", "recording", "finishing", "done"]


@pytest.mark.parametrize("paused", [False, True])
def test_a_second_dictation_begun_while_the_first_is_recognised_loses_neither(
    rig: Callable[..., Rig], paused: bool
) -> None:
    it = rig(hold=True)
    if paused:
        it.engine.pause()
    it.engine.begin_dictation(FAST)
    it.until(lambda: states(it.screen) == ["loading"], "the first")
    it.hear(speech(2.0))
    it.engine.end_dictation()
    it.hear(silence(0.2))
    it.until(lambda: "finishing" in states(it.screen), "the release")
    it.engine.begin_dictation(FAST)
    it.until(lambda: states(it.screen).count("loading") == 2, "the second")
    it.hear(speech(3.0))
    it.engine.end_dictation()
    it.hear(silence(0.2))
    it.until(lambda: states(it.screen).count("finishing") == 2, "the second release")
    it.loader.gate.set()
    it.until(lambda: states(it.screen).count("done") == 2, "both ends")
    first, second = (len(stream.heard) - TAIL_ZEROS for stream in it.loader.streams[:2])
    assert 2.0 * RATE <= first <= 2.3 * RATE
    assert 3.0 * RATE <= second <= 3.3 * RATE
    order = [type(event).__name__ for event in it.screen.events if type(event).__name__.startswith("Dictation")]
    assert order.count("DictationFinalized") == 2


def test_a_recogniser_that_fails_in_a_dictation_is_replaced_and_the_text_goes_on(rig: Callable[..., Rig]) -> None:
    it = rig(main=Script(provider="cuda", fail_at=(4,)))
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(FAST)
    it.hear(speech(3.0))
    it.engine.end_dictation()
    it.hear(silence(0.3))
    it.until(lambda: "done" in states(it.screen), "the end")
    assert dictated(it.screen) == words(len(dictated(it.screen).split()))
    assert len(dictated(it.screen).split()) >= 8


def test_a_microphone_pulled_out_during_dictation_keeps_what_was_said(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(FAST)
    it.hear(speech(2.0))
    it.microphone.problem = "“input 0” was disconnected."
    it.engine.end_dictation()
    it.until(lambda: "done" in states(it.screen), "the end", 5)
    assert len(it.loader.streams[0].heard) - TAIL_ZEROS == pytest.approx(2.0 * RATE, abs=RATE // 20)


def test_two_hundred_dictations_leave_nothing_open(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    threads = threading.active_count()
    for turn in range(200):
        it.engine.begin_dictation(FAST)
        it.hear(speech(0.7))
        it.engine.end_dictation()
        it.hear(silence(0.1))
        it.until(lambda turn=turn: states(it.screen).count("done") == turn + 1, f"dictation {turn}")
    assert all(stream.finished for stream in it.loader.streams)
    assert threading.active_count() <= threads


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
    it.engine.begin_dictation(FAST)
    it.hear(speech(2.0))
    it.until(lambda: it.screen.of(DictationCommitted), "the first words")
    it.engine.pause()
    it.engine.end_dictation()
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
    it.engine.begin_dictation(FAST)
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


def test_a_key_pressed_and_released_during_a_long_pass_gets_exactly_what_was_said_between(
    rig: Callable[..., Rig],
) -> None:
    """The engine hears of both late, and all the sound since comes in one block: before, between, and behind."""
    it = rig(main=Script(seconds_per_pass=1.0))
    it.hear(speech(0.5))
    it.until(lambda: it.loader.streams and len(it.loader.streams[0].heard), "a pass")
    captions = it.loader.streams[0]
    before, between, behind = speech(0.4), speech(2.5), speech(1.0)
    it.microphone.put(np.zeros(0, np.float32))
    heard = it.microphone.heard_now()
    it.microphone._heard += len(before)
    it.engine.begin_dictation(FAST)
    it.microphone._heard += len(between)
    it.engine.end_dictation()
    it.microphone._heard = heard
    it.microphone.put(np.concatenate([before, between, behind, silence(1.0)]))
    it.until(lambda: it.screen.of(DictationFinalized) and it.screen.finals, "both")
    it.until(lambda: len(it.screen.finals) == 2, "what was said behind it")
    dictation = next(stream for stream in it.loader.streams if stream is not captions)
    release_tail = int(0.05 * RATE)
    assert len(dictation.heard) - TAIL_ZEROS == len(between) + release_tail
    captioned = sum(len(stream.heard) for stream in it.loader.streams) - len(dictation.heard)
    said_to_captions = 0.5 * RATE + len(before) + len(behind) - release_tail
    assert said_to_captions - 0.3 * RATE <= captioned <= said_to_captions + 2.5 * RATE  # edges, silence, zeros


def test_what_waits_behind_the_release_is_taken_back(rig: Callable[..., Rig]) -> None:
    dictation = Dictation(FAST, 0, lambda event: None, limit=10 * RATE)
    dictation.push(speech(1.0), 0)
    dictation.push(speech(1.0), RATE)
    dictation.end(RATE // 2)
    assert dictation.pending == RATE // 2 + TAIL_ZEROS
    assert dictation.share(2 * RATE, 100) == (100, 100), "it is complete"


def test_a_dictation_says_that_it_records_when_sound_arrives(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.microphone.live = False
    it.engine.begin_dictation(FAST)
    it.until(lambda: states(it.screen), "a state")
    assert states(it.screen) == ["opening"]
    it.hear(silence(0.2))
    it.until(lambda: states(it.screen) == ["opening", "recording"], "sound")


def test_when_no_model_is_left_no_dictation_waits_for_one(rig: Callable[..., Rig]) -> None:
    """Its words would be typed whenever a model is chosen, into whatever has the focus then."""
    it = rig(main=Script(seconds_per_pass=0.5, fail_at=(2,)))
    it.until(lambda: it.engine.recognizer is not None, "the model")
    it.engine.begin_dictation(FAST)
    it.hear(speech(1.0))
    it.engine.end_dictation()
    it.engine.begin_dictation(FAST)
    it.hear(speech(1.0))
    it.until(lambda: it.screen.of(Failed), "the failure")
    it.until(lambda: it.engine._dictations.idle, "the end of both")
    assert states(it.screen).count("failed") == 2

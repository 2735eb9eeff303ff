"""The caption engine: one loop that owns everything from the sound to the text. No Qt; the worker thread wraps it.

Each turn takes commands, hears what has arrived, cuts it into utterances, recognises one portion of what waits, and
says what happened as `app.lines` events. Sound is heard from the first moment, also while the model loads. The methods
of `Engine` may be called from any thread; they only leave a command. Nothing here measures time for the text: all
positions are counts of samples.
"""

from __future__ import annotations

import logging
import queue
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from app.captioner import Captioner
from app.capture.devices import Devices, find_devices
from app.capture.listener import Heard, SoundInput
from app.capture.microphone import rescan
from app.capture.mix import dbfs
from app.capture.open import open_input
from app.capture.source import CaptureError, Samples, SourceSpec
from app.dictating import Dictation
from app.engine_status import Facts, StatusRule
from app.lines import EngineEvent, Failed, Level, Notice
from app.model_desk import ModelDesk
from app.recognition import Load, ModelChoice, RecognizerLike, check_options, load_recognizer
from app.segmenter import Segmenter, SegmenterOptions
from app.words import translate
from inference.errors import RecognizerError
from inference.options import SAMPLE_RATE, StreamOptions

log = logging.getLogger(__name__)

KEPT_S = 120.0
"""Seconds of speech that wait for the model at most; beyond it the oldest is dropped, and that is said."""
TURN_S = 0.05
"""How long one turn waits for sound when there is nothing else to do."""
HEARD_PER_TURN_S = 5.0
UNPACED_WAITING_S = 0.4
"""A file that is read as fast as possible is read no further ahead than this."""
LEVEL_S = 0.04
REPLAY_S = 2.0
RELEASE_TAIL_S = 0.05
RECOVERIES = 3
RECOVERY_WINDOW_S = 60.0
"""After so many errors that nobody foresaw, within this time, the engine gives up."""

OpenInput = Callable[[SourceSpec, Callable[[str], None]], SoundInput]


@dataclass(frozen=True)
class EngineSetup:
    """What an engine begins with.

    Attributes:
        source: what to listen to.
        options: how to recognise.
        endpoint_ms: silence that ends an utterance.
        model: the model to use.
        fallback: a model that is always there, used when `model` cannot be; None for none.
        paused: begin without listening.
        stop_at_end: end the loop when a file has been read (command line).
        probe_speed: measure the model's speed when it is loaded and say so if it cannot keep up.
    """

    source: SourceSpec
    options: StreamOptions
    model: ModelChoice
    endpoint_ms: int = 600
    fallback: ModelChoice | None = None
    paused: bool = False
    stop_at_end: bool = False
    probe_speed: bool = True


class Engine:
    """See the module. `run` it on one thread; `emit` is called there."""

    def __init__(
        self,
        setup: EngineSetup,
        emit: Callable[[EngineEvent], None],
        *,
        load: Load = load_recognizer,
        opener: OpenInput = open_input,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._setup = setup
        self._sink = emit
        self._sink_error: Exception | None = None
        self._opener = opener
        self._clock = clock
        self._commands: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._source, self._options = setup.source, setup.options
        try:
            check_options(setup.options)
        except RecognizerError as error:
            # Settings of long ago must not keep captions from starting.
            self._options = replace(setup.options, language=None, hotwords=(), context="")
            self._later_notice(str(error))
        self._paused = setup.paused
        self._segmenter = Segmenter(SegmenterOptions(endpoint_ms=setup.endpoint_ms))
        self._captioner = Captioner(self._emit)
        self._input: SoundInput | None = None
        self._position = 0  # samples of the present input, for the marks of a dictation
        self._recent: deque[tuple[int, Samples]] = deque()
        self._own_input: SoundInput | None = None  # a microphone for dictation alone
        self._own_position = 0
        self._dictation: Dictation | None = None
        self._earlier: deque[Dictation] = deque()  # dictations that have ended and are still being recognised
        self._desk = ModelDesk(
            setup.model,
            setup.fallback,
            load,
            post=self._post,
            notice=self._notice,
            later_notice=self._later_notice,
            fail=self._model_failed,
            ready=self._model_ready,
            clock=clock,
            probe=setup.probe_speed,
        )
        self._no_sound_text = ""  # why there is no input, "" if there is one or none is wanted
        self._no_model_text = ""  # why there is no model, "" if there is one or one is coming
        self._file_ended = False
        self._stopping: float | None = None
        self._recoveries: list[float] = []
        self._dropped_s = 0.0
        self._quiet_s = 0.0
        self._level_waiting: list[Samples] = []
        self._status = StatusRule(self._emit, clock)

    @property
    def recognizer(self) -> RecognizerLike | None:
        """The model in use, None until one is loaded."""
        return self._desk.recognizer

    # Commands: any thread ----------------------------------------------------------------------------------------

    def _post(self, command: Callable[[], None]) -> None:
        self._commands.put(command)

    def pause(self) -> None:
        """Stops listening; what was heard until now is still captioned. The microphone is let go of."""
        self._post(self._pause)

    def resume(self) -> None:
        self._post(self._resume)

    def set_source(self, source: SourceSpec) -> None:
        """Listens to something else; the running utterance ends."""
        self._post(lambda: self._set_source(source))

    def set_options(self, options: StreamOptions) -> None:
        """Another language, other words, another preset: from now on; the running utterance ends.

        Raises RecognizerError, with its sentence, for options that no model can be given.
        """
        check_options(options)
        self._post(lambda: self._set_options(options))

    def set_endpoint_ms(self, endpoint_ms: int) -> None:
        """Raises ValueError outside 200..3000."""
        SegmenterOptions(endpoint_ms=endpoint_ms)
        self._post(lambda: self._segmenter.set_endpoint_ms(endpoint_ms))

    def set_model(self, model: ModelChoice) -> None:
        """Loads another model beside the present one, which goes on until the new one is ready."""
        self._post(lambda: self._desk.load([model], self._options))

    def devices_changed(self, devices: Devices) -> None:
        self._post(lambda: self._devices_changed(devices))

    def begin_dictation(self, options: StreamOptions) -> None:
        """Dictation begins with the sound of this moment, also if the engine is busy or the model still loads.

        Raises RecognizerError, with its sentence, for options that no model can be given.
        """
        check_options(options)
        source, mark = self._input, 0
        if source is not None:
            mark = source.heard_now()
        self._post(lambda: self._begin_dictation(options, source, mark))

    def end_dictation(self) -> None:
        """Dictation ends with the sound of this moment; its last word is said first."""
        marks = {
            id(source): self._release_mark(source) for source in (self._input, self._own_input) if source is not None
        }
        self._post(lambda: self._end_dictation(marks))

    def cancel_dictation(self) -> None:
        self._post(self._cancel_dictation)

    def stop(self, timeout_s: float = 5.0) -> None:
        """Ends the loop once what was heard has been captioned, after `timeout_s` at the latest."""
        end = self._clock() + timeout_s
        self._post(lambda: self._stop(end))

    @staticmethod
    def _release_mark(source: SoundInput) -> int:
        return source.heard_now() + int((source.latency_s + RELEASE_TAIL_S) * SAMPLE_RATE)

    def _later_notice(self, text: str) -> None:
        self._post(lambda: self._emit(Notice(text)))

    # The loop: one thread ------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until `stop`, or the end of a file with `stop_at_end`."""
        try:
            self._desk.load_first(self._options)
            if not self._paused:
                self._open()
            while not self._step_or_recover():
                pass
        finally:
            self._close()
        if self._sink_error is not None:
            raise self._sink_error

    def _emit(self, event: EngineEvent) -> None:
        """Tells an event. An error there (a pipe that is shut, a full disk) is not the recogniser's: it ends the loop."""
        if self._sink_error is None:
            try:
                self._sink(event)
            except Exception as error:
                self._sink_error = error

    def _step_or_recover(self) -> bool:
        """One turn. An error that nobody foresaw costs the words that are being heard, not the captions of the day."""
        try:
            return self.step()
        except Exception as error:
            now = self._clock()
            self._recoveries = [at for at in self._recoveries if now - at < RECOVERY_WINDOW_S]
            if self._sink_error is not None or self._stopping is not None or len(self._recoveries) >= RECOVERIES:
                raise
            self._recoveries.append(now)
            log.exception("an error in the engine")
            sentence = translate("Audio", "An error inside the program ({error}). Captions begin anew.")
            self._notice(sentence.format(error=error))
            self._begin_anew()
        return False

    def _begin_anew(self) -> None:
        """Lines end as they are shown, dictations end, every input is opened again; the model stays."""
        self._end_all()
        self._segmenter.endpoint()
        if not self._paused:
            self._open()

    def step(self) -> bool:
        """One turn; True when the loop is over. Raises what `emit` raised."""
        self._take_commands()
        worked = self._work()
        self._hear(0.0 if worked or self._waiting else TURN_S)
        self._swap_model()
        self._tell()
        if self._sink_error is not None:
            raise self._sink_error
        return self._over()

    @property
    def _waiting(self) -> bool:
        """There is something to recognise and something to do it with."""
        waiting = self._captioner.pending or any(dictation.pending for dictation in self._dictations)
        return bool(waiting) and self.recognizer is not None

    @property
    def _dictations(self) -> list[Dictation]:
        """All that are not finished, in the order in which they were spoken."""
        return [*self._earlier, *([] if self._dictation is None else [self._dictation])]

    def _take_commands(self) -> None:
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                return
            command()

    def _over(self) -> bool:
        if self._setup.stop_at_end and self._failed_text:
            return True
        ended = self._stopping is not None or (self._file_ended and self._setup.stop_at_end)
        if not ended:
            return False
        done = self._captioner.idle and not self._dictations
        no_model = self.recognizer is None and not self._desk.loading
        late = self._stopping is not None and self._clock() >= self._stopping
        return done or no_model or late

    def _end_all(self) -> None:
        """Whatever is being heard or recognised ends here."""
        for dictation in self._dictations:
            dictation.cancel("failed")
        self._dictation = None
        self._earlier.clear()
        self._captioner.abandon()
        for source in (self._input, self._own_input):
            if source is not None:
                source.close()
        self._input = self._own_input = None

    def _close(self) -> None:
        self._end_all()
        self._desk.close()
        self._status.stopped()

    # Hearing -------------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self._file_ended = False
        self._no_sound_text = ""
        self._quiet_s = 0.0
        try:
            self._input = self._opener(self._source, self._notice)
        except CaptureError as error:
            self._no_sound(str(error))
            self._file_ended = self._source.kind == "file"
        self._position = 0
        self._recent.clear()

    def _notice(self, text: str) -> None:
        self._emit(Notice(text))

    @property
    def _failed_text(self) -> str:
        return self._no_model_text or self._no_sound_text

    def _no_sound(self, text: str) -> None:
        self._no_sound_text = text
        self._emit(Failed(text))

    def _hear(self, timeout_s: float) -> None:
        source = self._input
        if source is None:
            if self._own_input is None and timeout_s:
                time.sleep(timeout_s)
        elif source.paced or self._captioner.pending < UNPACED_WAITING_S * SAMPLE_RATE:
            self._hear_input(source, timeout_s)
        else:
            time.sleep(timeout_s)
        if self._own_input is not None:
            self._hear_own(self._own_input, 0.0 if source is not None else timeout_s)

    def _hear_input(self, source: SoundInput, timeout_s: float) -> None:
        total = 0
        while True:
            try:
                heard = source.read(timeout_s)
            except CaptureError as error:
                self._no_sound(str(error))
                self._end_of_sound(source)
                return
            if heard is None:
                break
            self._take(heard)
            total += len(heard.samples)
            timeout_s = 0.0
            if not source.paced or not len(heard.samples) or total > HEARD_PER_TURN_S * SAMPLE_RATE:
                break
        if source.ended:
            self._end_of_sound(source)
        elif self._segmenter.open and source.problem:
            self._endpoint()
        dropped = self._captioner.trim(int(KEPT_S * SAMPLE_RATE))
        if dropped:
            self._tell_dropped(dropped)

    def _take(self, heard: Heard) -> None:
        if heard.fresh:
            self._endpoint()
        if heard.lost_s:
            sentence = translate("Audio", "{seconds:.1f} s of sound were lost: the computer was too busy to record.")
            self._notice(sentence.format(seconds=heard.lost_s))
        samples = heard.samples
        begin, self._position = self._position, self._position + len(samples)
        self._measure(samples)
        self._recent.append((begin, samples))
        while self._recent and self._recent[0][0] < self._position - REPLAY_S * SAMPLE_RATE:
            self._recent.popleft()
        for earlier in self._earlier:
            self._tell_dropped(earlier.push(samples, begin))
        if self._dictation is not None and self._own_input is None:
            self._tell_dropped(self._dictation.push(samples, begin))
            if self._paused or self._dictation.listening:
                self._segmenter.skip(len(samples))
                return
        self._captioner.push(self._segmenter.push(samples), self._options)

    def _measure(self, samples: Samples) -> None:
        self._level_waiting.append(samples)
        together = sum(map(len, self._level_waiting))
        if together >= LEVEL_S * SAMPLE_RATE:
            level = dbfs(np.concatenate(self._level_waiting))
            self._level_waiting.clear()
            self._quiet_s = 0.0 if level > self._status.QUIET_DBFS else self._quiet_s + together / SAMPLE_RATE
            self._emit(Level(level))

    def _tell_dropped(self, n_samples: int) -> None:
        """Says that sound was dropped: at the first loss, then each time another ten seconds are gone."""
        if not n_samples:
            return
        before, self._dropped_s = self._dropped_s, self._dropped_s + n_samples / SAMPLE_RATE
        if before == 0.0 or int(before / 10) != int(self._dropped_s / 10):
            sentence = translate(
                "Audio",
                "Recognition is more than {limit:.0f} s behind: {seconds:.0f} s of sound had to be left out so far. "
                "Choose the preset “accurate” or the starter model.",
            )
            self._notice(sentence.format(limit=KEPT_S, seconds=max(self._dropped_s, 1.0)))

    def _endpoint(self) -> None:
        self._captioner.push(self._segmenter.endpoint(), self._options)

    def _end_of_sound(self, source: SoundInput) -> None:
        self._captioner.push(self._segmenter.flush(), self._options)
        source.close()
        self._input = None
        self._file_ended = True
        for earlier in self._earlier:
            earlier.sound_is_gone()
        if self._dictation is not None and self._own_input is None:
            self._dictation.sound_is_gone()

    def _drain(self) -> None:
        """Hears what the present input still has, then closes it. The running utterance ends."""
        source = self._input
        if source is None:
            return
        for _ in range(100):
            try:
                heard = source.read(0.0)
            except CaptureError as error:
                self._no_sound(str(error))
                break
            if heard is None:
                break
            self._take(heard)
        source.close()
        self._input = None
        self._endpoint()

    # What commands do ----------------------------------------------------------------------------------------------

    def _pause(self) -> None:
        if not self._paused:
            if self._dictation is None or self._own_input is not None:
                self._drain()
            else:
                self._endpoint()
            self._paused = True

    def _resume(self) -> None:
        """Listens again; after a failure it tries everything anew."""
        if not self._paused and not self._failed_text:
            return
        self._paused = False
        if self.recognizer is None and not self._desk.loading:
            self._no_model_text = ""
            self._desk.load_first(self._options)
        if self._input is None:
            self._open()

    def _set_source(self, source: SourceSpec) -> None:
        if source == self._source and self._input is not None:
            return
        self._source = source
        if self._dictation is not None and self._own_input is None:
            self._dictation.end(self._position)
        self._drain()
        self._no_sound_text = ""
        if not self._paused:
            self._open()

    def _set_options(self, options: StreamOptions) -> None:
        if options != self._options:
            self._endpoint()
            self._options = options

    def _devices_changed(self, devices: Devices) -> None:
        sources = [source for source in (self._input, self._own_input) if source is not None]
        if devices.backend == "portaudio":
            # PortAudio looks at the devices again only while none is open.
            for source in sources:
                source.release()
            try:
                rescan()
            except CaptureError as error:
                log.info("rescan: %s", error)
            devices = find_devices()
        for source in sources:
            source.devices_changed(devices)

    def _stop(self, end: float) -> None:
        if self._stopping is None:
            self._stopping = end
            self._drain()
            for dictation in self._dictations:
                dictation.end(0)
                dictation.sound_is_gone()
        self._stopping = min(self._stopping, end)

    # Models --------------------------------------------------------------------------------------------------------

    def _model_ready(self) -> None:
        self._no_model_text = ""

    def _model_failed(self, text: str) -> None:
        """There is no model and none is coming: captions wait for the person, a dictation cannot."""
        self._no_model_text = text
        self._emit(Failed(text))
        if self._dictation is not None:
            self._dictation.cancel("failed")
            self._end_of_dictation()

    def _swap_model(self) -> None:
        """Takes a loaded model into use as soon as no utterance is running with the present one."""
        if self._captioner.open and self._desk.needs_edge():
            self._endpoint()
        busy = self._captioner.open or any(dictation.open for dictation in self._dictations)
        if self._desk.swap(busy) and self._dictation is not None and self._dictation.listening:
            self._dictation.say("recording")

    def _fail_all(self) -> None:
        self._captioner.fail()
        for dictation in self._dictations:
            dictation.fail()

    def _guarded(self, work: Callable[[RecognizerLike], bool], fail: Callable[[], None]) -> bool:
        return self._desk.guard(work, fail, self._fail_all, self._options)

    def _work(self) -> bool:
        """Recognises one portion: dictation first, somebody is waiting for it."""
        worked = False
        if self._earlier:
            earlier = self._earlier[0]
            worked = self._guarded(earlier.work, earlier.fail)
            if earlier.finished:
                self._earlier.popleft()
                if not self._dictations:
                    self._end_of_dictation()
        elif self._dictation is not None:
            worked = self._guarded(self._dictation.work, self._dictation.fail)
            if self._dictation is not None and self._dictation.finished:
                self._desk.all_well()
                self._end_of_dictation()
        if not worked:
            worked = self._guarded(self._caption, self._captioner.fail)
            if worked and not self._captioner.open:
                self._desk.all_well()
        return worked

    def _caption(self, recognizer: RecognizerLike) -> bool:
        # A file that is read as fast as possible is never behind: its chunks stay as they are.
        return self._captioner.work(recognizer, merge=self._source.kind != "file" or self._source.paced)

    # Dictation -----------------------------------------------------------------------------------------------------

    def _begin_dictation(self, options: StreamOptions, source: SoundInput | None, mark: int) -> None:
        if self._dictation is not None and self._dictation.ended:
            # Pressed again while the last words are still being recognised: both are done, in order.
            earlier, own = self._dictation, self._own_input
            if own is not None:
                self._hear_own(own, 0.0)
                earlier.sound_is_gone()
                self._end_of_dictation()
            self._dictation = None
            self._earlier.append(earlier)
        elif self._dictation is not None:
            self._dictation.cancel()
            self._end_of_dictation()
        limit = int(KEPT_S * SAMPLE_RATE)
        if self._no_model_text:
            dictation = Dictation(options, 0, self._emit, limit=limit)
            self._notice(self._no_model_text)
            dictation.cancel("failed")
            return
        shared = self._source.kind == "microphone" and self._input is not None
        if shared:
            begin = mark if source is self._input else self._position
            self._endpoint()
        else:
            begin = 0
            microphone = SourceSpec("microphone", input_device=self._source.input_device)
            try:
                self._own_input = self._opener(microphone, self._notice)
            except CaptureError as error:
                Dictation(options, 0, self._emit, limit=limit).cancel("failed")
                self._notice(str(error))
                return
            self._own_position = 0
        self._dictation = Dictation(options, begin, self._emit, limit=limit, clock=self._clock)
        if self.recognizer is None:
            self._dictation.say("loading")
        elif not shared:
            self._dictation.say("opening")
        else:
            self._dictation.say("recording")
        if shared:
            for position, samples in list(self._recent):
                self._dictation.push(samples, position)

    def _hear_own(self, source: SoundInput, timeout_s: float) -> None:
        total = 0
        while self._dictation is not None:
            try:
                heard = source.read(timeout_s)
            except CaptureError as error:
                self._notice(str(error))
                self._dictation.end(self._own_position)
                self._dictation.sound_is_gone()
                source.close()
                self._own_input = None
                return
            if heard is None:
                return
            if self.recognizer is not None and self._dictation.listening:
                self._dictation.say("recording")
            self._tell_dropped(self._dictation.push(heard.samples, self._own_position))
            self._own_position += len(heard.samples)
            if self._paused or self._input is None:
                self._measure(heard.samples)
            timeout_s = 0.0
            total += len(heard.samples)
            if total > HEARD_PER_TURN_S * SAMPLE_RATE:
                break

    def _end_dictation(self, marks: dict[int, int]) -> None:
        if self._dictation is None:
            return
        source = self._own_input if self._own_input is not None else self._input
        if source is None:
            self._dictation.end(self._position)
            self._dictation.sound_is_gone()
        else:
            self._dictation.end(marks.get(id(source), self._release_mark(source)))

    def _cancel_dictation(self) -> None:
        if self._dictation is not None:
            self._dictation.cancel()
            self._end_of_dictation()

    def _end_of_dictation(self) -> None:
        self._dictation = None
        if self._own_input is not None:
            self._own_input.close()
            self._own_input = None
        elif self._paused:
            self._drain()

    # Status --------------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        source = self._input
        behind = source.heard_now() - self._position if source is not None and source.paced else 0
        recognizer = self.recognizer
        self._status.update(
            Facts(
                kind=self._source.kind,
                paused=self._paused,
                failed=self._failed_text,
                ended=self._file_ended,
                model_ready=recognizer is not None,
                model=recognizer.bundle.name if recognizer is not None else "",
                provider=recognizer.provider if recognizer is not None else "",
                device=source.device if source is not None else "",
                problem=source.problem if source is not None else "",
                live=source is not None and source.live,
                quiet_s=self._quiet_s,
                lag_s=max(self._captioner.pending + max(behind, 0), 0) / SAMPLE_RATE,
                paced=source is None or source.paced,
            )
        )

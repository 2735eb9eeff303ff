"""The caption engine: one loop that owns everything from the sound to the text. No Qt; the worker thread wraps it.

Each turn takes commands, hears what has arrived, cuts it into utterances, recognises one portion of what waits, and
says what happened as `app.base.events` events. Sound is heard from the first moment, also while the model loads. The methods
of `Engine` may be called from any thread; they only leave a command. Nothing here measures time for the text: all
positions are counts of samples.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from app.base.events import CommittedLine, DictationStatus, EngineEvent, Failed, FinalLine, Level, Notice
from app.base.translation import translate
from app.capture.device import Devices
from app.capture.inputs import look_again, open_input
from app.capture.listener import Heard, SoundInput
from app.capture.mono import dbfs
from app.capture.ports import CaptureError, Samples, SourceSpec
from app.engine.dictation_queue import HEARD_PER_TURN_S, Dictations, release_mark
from app.engine.guests import Guests, NoGuests
from app.engine.model_in_use import ModelInUse
from app.engine.model_loading import Load, ModelChoice, RecognizerLike, check_options, load_recognizer
from app.engine.pace import Automatic, Pace
from app.engine.segmenter import SegmenterOptions
from app.engine.status import Facts, StatusRule, what_helps
from app.engine.voices import Voices
from app.engine.wordless import Wordless
from inference.errors import RecognizerError
from inference.options import SAMPLE_RATE, StreamOptions

log = logging.getLogger(__name__)

KEPT_S = 120.0
"""Seconds of speech that wait for the model at most; beyond it the oldest is dropped, and that is said."""
TURN_S = 0.05
"""How long one turn waits for sound when there is nothing else to do."""
QUIET_TURN_S, REST_TURN_S = 0.1, 1.0
"""How long one turn waits for a command while nobody speaks, and while nothing is listened to."""
UNPACED_WAITING_S = 0.4
"""A file that is read as fast as possible is read no further ahead than this."""
LEVEL_S = 0.04
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
        rest_after_s: captions that have been paused for so long let go of the model, 0 for never.
        probe_speed: measure the model's speed when it is loaded, for `Automatic` options, and say so if it cannot keep
            up.
    """

    source: SourceSpec
    options: StreamOptions
    model: ModelChoice
    endpoint_ms: int = 600
    fallback: ModelChoice | None = None
    paused: bool = False
    stop_at_end: bool = False
    rest_after_s: float = 0.0
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
        self._wordless = Wordless(self._emit)
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
            problem = str(error)
            self._post(lambda: self._notice(problem))
        self._paused = setup.paused
        self._pace = Pace()
        self._voices = Voices(self._emit, setup.endpoint_ms, self._pace)
        self._input: SoundInput | None = None
        self._position = 0  # samples of the present input, for the marks of a dictation
        self._dictations = Dictations(
            self._emit,
            ready=lambda: self.recognizer is not None,
            clock=clock,
            limit=int(KEPT_S * SAMPLE_RATE),
            pace=self._pace,
        )
        self._models = ModelInUse(
            setup.model,
            setup.fallback,
            load,
            self._emit,
            self._post,
            clock=clock,
            probe=setup.probe_speed,
            advise=setup.source.paced,
            rest_after_s=setup.rest_after_s,
        )
        self._guests: Guests = NoGuests()
        self._no_sound_text = ""  # why there is no input, "" if there is one or none is wanted
        self._file_ended = False
        self._stopping: float | None = None
        self._recoveries: list[float] = []
        self._trimmed = 0  # samples that the captions dropped
        self._dropped_s = 0.0  # by captions and dictations, as far as it was reported
        self._quiet_s = 0.0
        self._level_waiting: list[Samples] = []
        self._status = StatusRule(self._emit, clock)

    @property
    def recognizer(self) -> RecognizerLike | None:
        """The model in use, None until one is loaded."""
        return self._models.recognizer

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

        Raises RecognizerError for options that no model can be given.
        """
        check_options(options)
        self._post(lambda: self._set_options(options))

    def set_endpoint_ms(self, endpoint_ms: int) -> None:
        """Raises ValueError outside 200..3000."""
        SegmenterOptions(endpoint_ms=endpoint_ms)
        self._post(lambda: self._voices.set_endpoint_ms(endpoint_ms))

    def set_rest_after(self, seconds: float) -> None:
        """How long captions are paused before the model is let go of; 0 for never."""
        self._post(lambda: setattr(self._models, "rest_after_s", seconds))

    def set_model(self, model: ModelChoice) -> None:
        """Loads another model beside the present one, which continues until the new one is ready."""
        self._post(lambda: self._set_model(model))

    def host(self, guests: Guests) -> None:
        """Lets them use the model when captions and dictations do not."""
        self._post(lambda: self._host(guests))

    def devices_changed(self, devices: Devices) -> None:
        self._post(lambda: self._devices_changed(devices))

    def begin_dictation(self, number: int, options: StreamOptions) -> None:
        """Dictation `number` begins with the sound of this moment, also if the engine is busy or the model still loads.

        All events about it carry the number, which is the caller's to choose.

        Raises RecognizerError for options that no model can be given.
        """
        check_options(options)
        source, mark = self._input, 0
        if source is not None:
            mark = source.heard_now()
        self._post(lambda: self._begin_dictation(number, options, source, mark))

    def end_dictation(self, number: int) -> None:
        """The dictation ends with the sound of this moment; its last word is said first."""
        marks = {id(source): release_mark(source) for source in self._inputs}
        self._post(lambda: self._dictations.end(number, marks, self._input, self._position))

    def cancel_dictation(self, number: int) -> None:
        """Nothing more is said of it."""
        self._post(lambda: self._dictations.cancel(number))

    def stop(self, timeout_s: float = 5.0) -> None:
        """Ends the loop once what was heard has been captioned, after `timeout_s` at the latest."""
        end = self._clock() + timeout_s
        self._post(lambda: self._stop(end))

    # The loop: one thread ------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until `stop`, or the end of a file with `stop_at_end`."""
        try:
            self._models.load_first(self._options)
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
        if isinstance(event, CommittedLine | FinalLine) and event.text.strip():
            self._wordless.note_words()
        if self._sink_error is None:
            try:
                self._sink(event)
            except Exception as error:
                self._sink_error = error

    def _step_or_recover(self) -> bool:
        """One turn. An error that nobody foresaw costs the words that are being heard, not the captions of the day.

        With `stop_at_end`, a file that is read as fast as possible ends there.
        """
        try:
            return self.step()
        except Exception as error:
            now = self._clock()
            self._recoveries = [at for at in self._recoveries if now - at < RECOVERY_WINDOW_S]
            if self._sink_error is not None or self._stopping is not None or len(self._recoveries) >= RECOVERIES:
                raise
            self._recoveries.append(now)
            log.exception("an error in the engine")
            if self._setup.stop_at_end and self._input is not None and not self._input.paced:
                # To begin anew would be to read the file again, and to write its text twice.
                message = translate("Audio", "“{name}” stopped because of an internal error ({error}).")
                self._no_sound(message.format(name=self._input.device, error=error))
                return True
            message = translate("Audio", "An internal error occurred ({error}). Captions restart.")
            self._notice(message.format(error=error))
            self._begin_anew(message.format(error=error))
        return False

    def _begin_anew(self, problem: str) -> None:
        """Lines end as they are shown, dictations end, every input is opened again; the model stays."""
        self._end_all(problem)
        self._voices.begin_anew()
        if not self._paused:
            self._open()

    def step(self) -> bool:
        """One turn; True when the loop is over. Raises what `emit` raised."""
        self._take_commands()
        worked = self._work()
        if quiet_s := self._quiet_turn_s():
            self._wait_for_command(quiet_s)
        self._take_commands()  # a key that was pressed meanwhile: its mark must be known before the sound behind it is given away
        self._hear(0.0 if worked or quiet_s or self._waiting else TURN_S)
        self._follow_models()
        if self._paused and self._input is not None and not self._dictations.on_shared:
            self._drain()  # it was open for a dictation alone
        self._tell_dropped()
        self._tell()
        self._models.tidy()
        if self._sink_error is not None:
            raise self._sink_error
        return self._over()

    @property
    def _waiting(self) -> bool:
        """There is something to recognise and something to do it with."""
        ours = self._voices.pending or self._dictations.pending
        return bool(ours or self._guests.waiting) and self.recognizer is not None

    @property
    def _mid_utterance(self) -> bool:
        """A recogniser's stream is in use."""
        return self._voices.open or self._dictations.open or self._guests.mid_utterance

    @property
    def _automatic(self) -> bool:
        """The step is chosen by what this computer keeps up with."""
        return isinstance(self._options, Automatic)

    @property
    def _inputs(self) -> list[SoundInput]:
        """All that are open."""
        return [source for source in (self._input, self._dictations.own) if source is not None]

    def _take_commands(self) -> None:
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                return
            command()

    @property
    def _has_guests(self) -> bool:
        """Others use the model, and come without a command."""
        return not isinstance(self._guests, NoGuests)

    def _wait_for_command(self, timeout_s: float) -> None:
        with contextlib.suppress(queue.Empty):
            self._commands.get(timeout=timeout_s)()

    def _quiet_turn_s(self) -> float:
        """How long only a command needs an answer; 0 while anything is heard, recognised or ended."""
        busy = not (self._voices.idle and self._dictations.idle) or self._voices.speaking
        if busy or self._has_guests or self._stopping is not None or self._models.waiting_to_swap:
            return 0.0
        if self._input is None:
            return 0.0 if self._setup.stop_at_end else REST_TURN_S
        return QUIET_TURN_S if self._input.paced and self._input.live else 0.0

    def _over(self) -> bool:
        if self._setup.stop_at_end and self._models.problem:
            return True
        # A file that turns out to be damaged ends there: what was heard before it is still captioned.
        no_more_sound = self._file_ended or bool(self._no_sound_text)
        ended = self._stopping is not None or (no_more_sound and self._setup.stop_at_end)
        if not ended:
            return False
        done = self._voices.idle and self._dictations.idle and not self._guests.busy
        no_model = self.recognizer is None and not self._models.loading
        late = self._stopping is not None and self._clock() >= self._stopping
        return done or no_model or late

    def _end_all(self, problem: str = "") -> None:
        """Whatever is being heard or recognised ends here, because of `problem` if there is one."""
        self._dictations.give_up(problem)
        self._voices.abandon()
        if self._input is not None:
            self._input.close()
        self._input = None

    def _close(self) -> None:
        self._end_all()
        self._guests.let_go()
        self._guests.report(None, translate("Audio", "The captions have ended."))
        self._models.close()
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
        self._voices.open_for(self._source.kind)
        self._dictations.shared_opened()

    def _notice(self, text: str) -> None:
        self._emit(Notice(text))

    @property
    def _failed_text(self) -> str:
        return self._models.problem or self._no_sound_text

    def _no_sound(self, text: str) -> None:
        self._no_sound_text = text
        self._emit(Failed(text))

    def _hear(self, timeout_s: float) -> None:
        source = self._input
        if source is None:
            if self._dictations.own is None and timeout_s:
                time.sleep(timeout_s)
        elif source.paced or self._voices.pending < UNPACED_WAITING_S * SAMPLE_RATE:
            self._hear_input(source, timeout_s)
        else:
            time.sleep(timeout_s)
        if self._dictations.own is not None:
            measure = self._measure if self._paused or source is None else None
            wait_s = 0.0 if source is not None else timeout_s
            self._dictations.hear_own(wait_s, measure=measure)

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
        elif self._voices.speaking and source.problem:
            self._endpoint()
        self._trimmed += self._voices.trim(int(KEPT_S * SAMPLE_RATE))

    def _take(self, heard: Heard) -> None:
        if heard.fresh:
            self._endpoint()
        if heard.lost_s:
            message = translate("Audio", "{seconds:.1f} s of sound were lost because the computer was too busy.")
            self._notice(message.format(seconds=heard.lost_s))
        samples = heard.samples
        begin, self._position = self._position, self._position + len(samples)
        self._measure(samples if heard.raw is None or heard.computer is None else heard.raw + heard.computer)
        first, last = self._dictations.take(samples, begin)
        if self._paused:
            self._voices.skip(len(samples))
            return
        self._voices.hear(samples[:first], self._options)
        if last > first:
            self._endpoint()
            self._voices.skip_dictated(last - first)
        self._voices.hear(samples[last:], self._options)
        if heard.computer is not None:
            self._voices.hear_computer(heard.computer, self._options)
        self._wordless.note_sound(len(samples), speaking=self._voices.speaking)

    def _measure(self, samples: Samples) -> None:
        self._level_waiting.append(samples)
        together = sum(map(len, self._level_waiting))
        if together >= LEVEL_S * SAMPLE_RATE:
            level = dbfs(np.concatenate(self._level_waiting))
            self._level_waiting.clear()
            self._quiet_s = 0.0 if level > self._status.QUIET_DBFS else self._quiet_s + together / SAMPLE_RATE
            self._wordless.note_level(level)
            self._emit(Level(level))

    def _tell_dropped(self) -> None:
        """Says that sound was dropped: at the first loss, then each time another ten seconds are gone."""
        before, self._dropped_s = self._dropped_s, (self._trimmed + self._dictations.n_dropped) / SAMPLE_RATE
        if self._dropped_s > 0.0 and (before == 0.0 or int(before / 10) != int(self._dropped_s / 10)):
            message = translate(
                "Audio",
                "Recognition is more than {limit:.0f} s behind. {seconds:.0f} s of sound have been skipped so far.",
            )
            said = message.format(limit=KEPT_S, seconds=max(self._dropped_s, 1.0))
            self._notice(f"{said} {what_helps(automatic=self._automatic)}")

    def _endpoint(self) -> None:
        self._voices.endpoint(self._options)

    def _end_of_sound(self, source: SoundInput) -> None:
        self._voices.flush(self._options)
        source.close()
        self._input = None
        self._file_ended = True
        self._dictations.shared_gone()

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
            if self._dictations.on_shared:
                self._endpoint()
            else:
                self._drain()
            self._paused = True

    def _resume(self) -> None:
        """Listens again; after a failure it tries everything anew."""
        if not self._paused and not self._failed_text:
            return
        self._paused = False
        if self.recognizer is None and not self._models.loading:
            self._models.load_first(self._options)
        if self._input is None:
            self._open()

    def _set_source(self, source: SourceSpec) -> None:
        if source == self._source and self._input is not None:
            return
        self._source = source
        self._wordless.changed("source", "language", "model")
        self._dictations.end_shared(self._position)
        self._drain()
        self._no_sound_text = ""
        if not self._paused:
            self._open()

    def _set_options(self, options: StreamOptions) -> None:
        if options != self._options:
            self._endpoint()
            self._options = options
            self._wordless.changed("language")

    def _devices_changed(self, devices: Devices) -> None:
        inputs = self._inputs
        devices = look_again(inputs, devices)
        for source in inputs:
            source.devices_changed(devices)

    def _stop(self, end: float) -> None:
        if self._stopping is None:
            self._stopping = end
            self._drain()
            self._dictations.finish_all()
            self._guests.end_all()
        self._stopping = min(self._stopping, end)

    # Models --------------------------------------------------------------------------------------------------------

    def _set_model(self, model: ModelChoice) -> None:
        self._models.load([model], self._options)

    def _follow_models(self) -> None:
        """Takes a loaded model into use when it may be; without one, captions wait for the user, a dictation cannot."""
        if self._models.may_swap(busy=self._mid_utterance):
            self._let_go()
            self._models.swap()
            self._wordless.changed("language", "model")
            self._pace.use(self._models.cost)
            self._dictations.model_is_there()
        self._models.rest_unless(self._has_guests or not (self._paused and self._voices.idle and self._dictations.idle))
        self._models.close_old()
        self._models.look_for_server(self._options)
        self._guests.report(self.recognizer, self._models.problem)
        if self._models.problem:
            self._dictations.give_up(self._models.problem)

    def _let_go(self) -> None:
        self._voices.let_go()
        self._dictations.let_go()
        self._guests.let_go()

    def _host(self, guests: Guests) -> None:
        self._guests.let_go()
        self._guests = guests
        if self._has_guests:
            self._models.wake(self._options)

    def _work(self) -> bool:
        """Recognises one portion, of a dictation first: somebody is waiting for it. False if there was nothing to do.

        When the recogniser fails, every stream lets go of it, and continues with whatever is in use next.
        """
        recognizer = self.recognizer
        if recognizer is None:
            return False
        # A file that is read as fast as possible is never behind: its chunks stay as they are.
        merge = self._source.kind != "file" or self._source.paced
        self._guests.live = self._voices.speaking or self._dictations.open
        try:
            worked = self._dictations.work(recognizer)
            if not worked:
                waiting = self._voices.pending
                worked = self._voices.work(recognizer, merge=merge)
                self._note_speech(recognizer, waiting - self._voices.pending)
            guests_worked = not worked and self._guests.work(recognizer)
        except Exception as error:
            self._let_go()
            self._models.note_failure(error, self._options)
            return False
        if worked and not (self._voices.open or self._dictations.open):
            self._models.all_well()
        return worked or guests_worked

    def _note_speech(self, recognizer: RecognizerLike, n_samples: int) -> None:
        if n_samples and self._source.kind != "file":
            self._wordless.note_speech(n_samples, self._options.language, recognizer.bundle.languages)

    # Dictation -----------------------------------------------------------------------------------------------------

    def _begin_dictation(self, number: int, options: StreamOptions, source: SoundInput | None, mark: int) -> None:
        self._dictations.make_room()
        self._models.wake(self._options)
        if self._models.problem:
            self._refuse_dictation(number, self._models.problem)
        elif self._source.kind == "microphone" and self._input is not None:
            begin = mark if source is self._input else self._position
            if begin <= self._position:
                self._endpoint()  # else the line continues to the mark, where `_take` ends it
            self._dictations.begin_shared(number, options, begin, live=self._input.live)
        else:
            microphone = SourceSpec("microphone", input_device=self._source.input_device)
            try:
                own = self._opener(microphone, self._notice)
            except CaptureError as error:
                self._refuse_dictation(number, str(error))
                return
            self._dictations.begin_own(number, options, own)

    def _refuse_dictation(self, number: int, problem: str) -> None:
        self._notice(problem)
        self._emit(DictationStatus(number, "failed", problem))

    # Status --------------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        source = self._input
        behind = source.heard_now() - self._position if source is not None and source.paced else 0
        bundle, provider = self._models.described or (None, "")
        self._status.update(
            Facts(
                kind=self._source.kind,
                paused=self._paused,
                failed=self._failed_text,
                ended=self._file_ended,
                model_ready=self.recognizer is not None,
                model=bundle.name if bundle is not None else "",
                bundle=bundle.folder if bundle is not None else None,
                languages=bundle.languages if bundle is not None else (),
                provider=provider,
                server=getattr(bundle, "server", ""),
                device=source.device if source is not None else "",
                problem=source.problem if source is not None else "",
                live=source is not None and source.live,
                quiet_s=self._quiet_s,
                lag_s=max(self._voices.pending + max(behind, 0), 0) / SAMPLE_RATE,
                paced=source is None or source.paced,
                automatic=self._automatic,
                words_after_s=self._pace.words_after_s(self._options),
            )
        )

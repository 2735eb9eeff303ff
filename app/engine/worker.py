"""The caption worker: the engine on a QThread, its events as signals, all of them on the thread that made the worker.

The composition root makes one, connects the transcript and the views to its signals, and starts it:

    worker = CaptionWorker(EngineSetup(source, options, ModelChoice(settings.captions.model), fallback=ModelChoice()))
    worker.committed.connect(transcript.append)
    worker.start()
    …
    worker.shutdown(3.0)
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, QThread, Signal

from app.base.events import (
    CommittedLine,
    DictationCommitted,
    DictationFinalized,
    DictationStatus,
    EngineEvent,
    Failed,
    FinalLine,
    Level,
    Notice,
    NoWords,
    Status,
    UtteranceStarted,
)
from app.base.translation import translate
from app.capture.device import Devices
from app.capture.inputs import open_input
from app.capture.ports import SourceSpec
from app.capture.watch import DeviceWatcher
from app.engine.guests import Guests
from app.engine.loop import Engine, EngineSetup, OpenInput
from app.engine.model_loading import Load, ModelChoice, load_recognizer
from app.transcript.masking import StrongLanguage
from inference.errors import RecognizerError
from inference.options import StreamOptions

log = logging.getLogger(__name__)


class CaptionWorker(QThread):
    """See the module. Every method but `shutdown` returns at once and may be called from any thread.

    Signals:
        utterance_started(int id, float start_s)
        said(CommittedLine), said_in_full(FinalLine): for the history, which keeps what was said.
        committed(CommittedLine), finalized(FinalLine): to be shown, with strong language masked where that is wanted.
        level(float dbfs): 25 times a second at most.
        status(Status)
        notice(str): a message to show; captions continue.
        no_words(NoWords): somebody speaks and no word comes.
        failed(str): a message to show; captions do not continue until the user does something.
        devices_changed(Devices): once at the start, then whenever devices come, go or become the default.
        dictation(DictationEvent): everything about dictations, in order.
    """

    utterance_started = Signal(int, float)
    said = Signal(object)
    said_in_full = Signal(object)
    committed = Signal(object)
    finalized = Signal(object)
    level = Signal(float)
    status = Signal(object)
    notice = Signal(str)
    no_words = Signal(object)
    failed = Signal(str)
    devices_changed = Signal(object)
    dictation = Signal(object)
    _event = Signal(object)

    def __init__(
        self,
        setup: EngineSetup,
        *,
        load: Load = load_recognizer,
        opener: OpenInput = open_input,
        watch_devices: bool = True,
        parent: Any = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("captions")
        self._strong_language = StrongLanguage()
        self._event.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        self._engine = Engine(setup, self._event.emit, load=load, opener=opener)
        self._watcher = DeviceWatcher(self._devices_changed) if watch_devices else None

    def run(self) -> None:
        """The thread. An error that nobody foresaw ends the captions with a message, never the program."""
        try:
            if self._watcher is not None:
                self._watcher.start()
                self._event.emit(self._watcher.devices)
            self._engine.run()
        except Exception as error:
            log.exception("the caption worker failed")
            text = translate(
                "Audio",
                "Captions stopped because of an internal error ({error}). Quit the program and start it again.",
            )
            self._event.emit(Failed(text.format(error=error)))
            self._event.emit(Status("failed", message=text.format(error=error)))
        finally:
            if self._watcher is not None:
                self._watcher.stop()

    def _devices_changed(self, devices: Devices) -> None:
        self._engine.devices_changed(devices)
        self._event.emit(devices)

    def _hear(self, event: EngineEvent | Devices) -> None:
        """What may not be shown yet waits for the next text."""
        if isinstance(event, CommittedLine):
            self.said.emit(event)
        elif isinstance(event, FinalLine):
            self.said_in_full.emit(event)
        shown = self._strong_language.take(event)
        if shown is not None:
            self._deliver(shown)

    def _deliver(self, event: EngineEvent | Devices) -> None:
        match event:
            case Devices():
                self.devices_changed.emit(event)
            case UtteranceStarted():
                self.utterance_started.emit(event.utterance_id, event.start_s)
            case CommittedLine():
                self.committed.emit(event)
            case FinalLine():
                self.finalized.emit(event)
            case Level():
                self.level.emit(event.dbfs)
            case Status():
                self.status.emit(event)
            case Notice():
                self.notice.emit(event.text)
            case NoWords():
                self.no_words.emit(event)
            case Failed():
                self.failed.emit(event.text)
            case DictationStatus() | DictationCommitted() | DictationFinalized():
                self.dictation.emit(event)

    @property
    def devices(self) -> Devices:
        """What there is now; empty until the thread runs."""
        return self._watcher.devices if self._watcher is not None else Devices()

    def pause(self) -> None:
        """Stops listening and lets go of the microphone; what was said until now is still captioned."""
        self._engine.pause()

    def resume(self) -> None:
        self._engine.resume()

    def set_source(self, source: SourceSpec) -> None:
        """Listens to something else."""
        self._engine.set_source(source)

    def set_options(self, options: StreamOptions) -> None:
        """Another language, other words, another preset. Bad ones are a notice, and the present ones stay."""
        try:
            self._engine.set_options(options)
        except RecognizerError as error:
            self.notice.emit(str(error))

    def set_endpoint_ms(self, endpoint_ms: int) -> None:
        """Silence that ends a line. Raises ValueError outside 200..3000."""
        self._engine.set_endpoint_ms(endpoint_ms)

    def set_masked_words(self, lists: Mapping[str, str]) -> None:
        """Words to mask from now on, by language, one a line; none switch it off. On the thread that made the worker."""
        self._strong_language.set_lists(lists)

    def set_rest_after(self, seconds: float) -> None:
        """How long captions are paused before the model's memory is freed; 0 for never."""
        self._engine.set_rest_after(seconds)

    def set_model(self, model: ModelChoice) -> None:
        """Loads another model; the present one continues until it is ready."""
        self._engine.set_model(model)

    def host(self, guests: Guests) -> None:
        """Lets streams of other programs use the model when captions and dictations do not."""
        self._engine.host(guests)

    def begin_dictation(self, number: int, options: StreamOptions) -> None:
        """From this moment on; `number` comes back in every event about this dictation.

        Raises RecognizerError for options that no model can be given.
        """
        self._engine.begin_dictation(number, options)

    def end_dictation(self, number: int) -> None:
        """Up to this moment; its last word comes before its status "done"."""
        self._engine.end_dictation(number)

    def cancel_dictation(self, number: int) -> None:
        """Nothing more is said of it."""
        self._engine.cancel_dictation(number)

    def shutdown(self, timeout_s: float = 5.0) -> bool:
        """Captions what was heard, then ends the thread; waits for it. False if it did not end in time.

        What is still unrecognised after `timeout_s` is left out; what was committed has been said.
        """
        self._engine.stop(timeout_s)
        return self.wait(int((timeout_s + 5.0) * 1000))

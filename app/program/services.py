"""What the windows stand on: the caption worker, the history, the OBS page, dictation, global shortcuts.

Made once the windows are on screen; importing and making these takes longer than showing a window may.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from app.base.hotword_fit import fit
from app.base.paths import data_dir, models_dir
from app.base.settings import CaptionSettings, Settings
from app.capture.ports import SourceSpec
from app.engine.loop import EngineSetup
from app.engine.model_loading import ModelChoice
from app.engine.pace import named_options
from app.engine.worker import CaptionWorker
from app.history.store import PRUNE_EVERY_S, HistoryStore
from app.hotkeys.service import HotkeyService
from app.hotkeys.shortcut_text import usable_combos
from app.models.installed import tidy
from app.models.servers import chosen_server
from app.program.awake import Awake
from app.program.served import CaptionPage, Hosting, ProgramAccess, with_token
from app.program.sharing import Sharing
from app.serve.listening import WebServer
from app.serve.turns import Turns
from app.transcript.document import Transcript
from app.transcript.masking import default_lists
from app.ui.dictation.controller import DictationController
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.relay import post_to_qt
from app.ui.recordings.queue import RecordingQueue
from inference.hotwords import split_hotwords
from inference.options import StreamOptions

log = logging.getLogger(__name__)


def stream_options(captions: CaptionSettings) -> StreamOptions:
    """What a stream is asked for by these settings; hotwords that are too many are left out from the end."""
    return named_options(
        captions.preset, language=captions.language or None, hotwords=fit(split_hotwords(captions.hotwords.words))
    )


def source_spec(captions: CaptionSettings) -> SourceSpec:
    return SourceSpec(captions.source, captions.input_device, captions.output_device)


def model_choice(settings: Settings) -> ModelChoice:
    """The chosen model, wherever it lies. The folder for models counts only for a model that lies there."""
    captions = settings.captions
    if (server := chosen_server(settings)) is not None:
        return ModelChoice(captions.model, models_folder=settings.models.folder, server=server)
    inside = captions.model and not Path(captions.model).is_absolute()
    return ModelChoice(captions.model, captions.provider, settings.models.folder if inside else "")


def masked_words(captions: CaptionSettings) -> dict[str, str]:
    """Words to mask, by language: the program's lists, or the user's in their place; none while it is off."""
    own = {item.language: item.words for item in captions.mask_lists}
    return {**default_lists(), **own} if captions.mask else {}


class Services(QObject):
    """The parts without a window of their own, kept in line with the settings.

    Attributes:
        worker, store, page, sharing, programs, recordings, dictation, hotkeys: the parts.
        web: the one web server; each page that is switched on is a listener of it.

    Signals:
        problem(str): a message for the user.
    """

    problem = Signal(str)

    def __init__(self, live: LiveSettings, transcript: Transcript) -> None:
        super().__init__()
        self.live = live
        settings = live.value
        self.store = HistoryStore.open(data_dir(), settings.history, post_to_qt())
        prune = QTimer(self, interval=int(PRUNE_EVERY_S * 1000))
        prune.timeout.connect(self.store.prune)
        prune.start()
        self.web = WebServer()
        self.page = CaptionPage(self.web, self)
        self.sharing = Sharing(self.web, transcript, live, self)
        self.hotkeys = HotkeyService(self)
        self.worker = CaptionWorker(self._engine_setup(settings))
        captions = settings.captions
        hosting = Hosting(Turns(), self.worker.host)
        self.programs = ProgramAccess(self.web, hosting, stream_options(captions), captions.endpoint_ms, self)
        self.recordings = RecordingQueue(
            hosting.turns.transcribe_patiently,
            lambda: stream_options(live.value.captions),
            self.store,
            lambda on: hosting.use("recordings", on),
            self,
            model=lambda: live.value.captions.model,
            mask=self.store.masked,
        )
        self._mask(settings.captions)
        self.dictation = DictationController(
            self.worker, live, self.hotkeys, self, scratchpad_file=data_dir() / "scratchpad.txt"
        )
        self.worker.status.connect(self.sharing.show_status)
        self.store.set_names(settings.captions)
        self.awake = Awake(self.worker, self)
        self.awake.set_on(settings.interface.keep_awake)
        self.worker.said.connect(self.store.add_committed)
        self.worker.said_in_full.connect(self.store.add_final)
        self.dictation.history_committed.connect(self.store.add_committed)
        self.dictation.history_final.connect(self.store.add_final)

    def _mask(self, captions: CaptionSettings) -> None:
        """Strong language, in what is said from now on and in what the history shows."""
        words = masked_words(captions)
        self.worker.set_masked_words(words)
        self.store.set_masked_words(words)

    def _engine_setup(self, settings: Settings) -> EngineSetup:
        return EngineSetup(
            source=source_spec(settings.captions),
            options=stream_options(settings.captions),
            model=model_choice(settings),
            endpoint_ms=settings.captions.endpoint_ms,
            fallback=ModelChoice(),
            rest_after_s=60.0 * settings.captions.rest_after_min,
        )

    def start(self, *, storing: bool = True) -> None:
        """Begins to listen. Everything that wants to hear of it is connected by now.

        Without `storing` nothing is stored before `begin_session`, whatever the settings say.
        """
        settings = self.live.value
        threading.Thread(target=self._tidy, args=(settings.models.folder,), name="tidy models", daemon=True).start()
        if storing:
            self.begin_session()
        self.worker.start()
        self.bind_captions(settings)
        self.dictation.start()
        self.hotkeys.start()
        self.switch_page(settings)
        self.programs.set_settings(settings.serve)

    def begin_session(self) -> None:
        """From now on what is said is stored, if the settings say so."""
        captions = self.live.value.captions
        self.store.begin_session(source=captions.source, language=captions.language, model=captions.model)

    @staticmethod
    def _tidy(folder: str) -> None:
        try:
            tidy(models_dir(folder))
        except (OSError, RuntimeError) as error:
            log.warning("the folder for models: %s", error)

    def take_settings(self, old: Settings, new: Settings) -> None:
        """`old` was in force, `new` is."""
        if old.history != new.history:
            self.store.set_settings(new.history)
        if new.interface.first_run_done and not old.interface.first_run_done:
            self.begin_session()
        if old.obs != new.obs:
            self.switch_page(new)
        if old.serve != new.serve:
            self.programs.set_settings(new.serve)
        if old.interface != new.interface:
            self.bind_captions(new)
        was, now = old.captions, new.captions
        self.store.set_names(now)
        self.awake.set_on(new.interface.keep_awake)
        if source_spec(was) != source_spec(now):
            self.worker.set_source(source_spec(now))
        self.programs.set_options(stream_options(now), now.endpoint_ms)
        if stream_options(was) != stream_options(now):
            self.worker.set_options(stream_options(now))
        if (was.mask, was.mask_lists) != (now.mask, now.mask_lists):
            self._mask(now)
        if was.endpoint_ms != now.endpoint_ms:
            self.worker.set_endpoint_ms(now.endpoint_ms)
        if was.rest_after_min != now.rest_after_min:
            self.worker.set_rest_after(60.0 * now.rest_after_min)
        if model_choice(old) != model_choice(new):
            self.worker.set_model(model_choice(new))

    def switch_page(self, settings: Settings) -> None:
        """The OBS page as the settings say; its secret is made when it is first switched on."""
        wanted = with_token(settings.obs)
        if wanted != settings.obs:
            self.live.update("obs", token=wanted.token)
            return
        self.page.set_settings(wanted)

    def bind_captions(self, settings: Settings) -> None:
        """The captions' own hotkeys as the settings say."""
        interface = settings.interface
        combos, problems = usable_combos({"pause": interface.pause_shortcut, "overlay": interface.overlay_shortcut})
        self.hotkeys.bind("captions", combos)
        for problem in problems:
            self.problem.emit(problem)

    def stop_worker(self, timeout_s: float) -> bool:
        """Asks the worker to end, on a thread of its own; `worker.finished` tells when it has. False if it never ran."""
        self.recordings.close()
        if not self.worker.isRunning():
            return False
        threading.Thread(target=lambda: self.worker.shutdown(timeout_s), name="shutdown", daemon=True).start()
        return True

    def close(self) -> None:
        """Ends everything else; the worker has ended."""
        self.awake.close()
        self.dictation.close()
        self.hotkeys.close()
        self.page.close()
        self.sharing.stop(wait=True)
        self.programs.close()
        self.recordings.close()
        if not self.store.close():
            log.error("the history was not written completely in time")

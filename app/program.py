"""The composition root: makes every part of the running program once and wires them; the parts know nothing of it.

Everything here runs in the Qt thread and waits for nothing. The caption worker has its own thread and is told what to do
through its methods, which return at once; the end of the program is a chain of signals, not a wait.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.capture.source import SourceSpec
from app.diagnostics import EventLog
from app.dialogs import Dialogs, Parts
from app.dictation.setup import DictationController
from app.engine import EngineSetup
from app.hotwords import fit
from app.i18n import Translators
from app.lines import Status
from app.live_settings import LiveSettings
from app.main_window import MainWindow
from app.models.installed import active_bundle, starter_folder
from app.obs import CaptionPage, with_token
from app.overlay import Overlay
from app.overlay_placement import with_place
from app.paths import data_dir, models_dir
from app.recognition import ModelChoice
from app.settings import CaptionSettings, OverlayPlace, Settings
from app.shortcut import GlobalShortcuts
from app.store import HistoryStore
from app.theme import apply_scheme, decide_smooth, is_dark, reduced_motion
from app.transcript import Transcript
from app.tray import Tray
from app.worker import CaptionWorker
from inference.hotwords import split_hotwords
from inference.options import StreamOptions, preset

log = logging.getLogger(__name__)

SHUTDOWN_S = 2.0
FORCE_MS = 9000


def stream_options(captions: CaptionSettings) -> StreamOptions:
    """What a stream is asked for by these settings; hotwords that are too many are left out from the end."""
    return preset(captions.preset, language=captions.language or None, hotwords=fit(split_hotwords(captions.hotwords)))


def source_spec(captions: CaptionSettings) -> SourceSpec:
    return SourceSpec(
        kind=captions.source,  # type: ignore[arg-type]
        input_device=captions.input_device,
        output_device=captions.output_device,
    )


def desktop_name() -> str:
    """Whose panel the tray icon stands on."""
    if sys.platform == "win32":
        return "windows"
    return "macos" if sys.platform == "darwin" else os.environ.get("XDG_CURRENT_DESKTOP", "")


class Program(QObject):
    """All parts of the running program.

    Attributes:
        live, transcript, worker, store, window, overlay, tray (None without one): the parts.
        forced: the worker did not end in time; the process must be left without tearing Qt down.
    """

    _motion_known = Signal(bool)
    _unhandled = Signal(str)

    def __init__(self, app: QApplication, live: LiveSettings, translators: Translators, events: EventLog) -> None:
        super().__init__()
        self._app = app
        self.live = live
        self._translators = translators
        self._events = events
        self._reduced = False
        self._ending = False
        self.forced = False
        self._told_tray = False
        self._status = Status("loading")
        settings = live.value
        self.transcript = Transcript(self)
        self.window = MainWindow(self.transcript)
        self.overlay = Overlay(settings.overlay, lambda number: self.transcript.line(number).finished)
        self.tray = Tray(desktop_name(), self) if Tray.available() else None
        self.shortcuts = GlobalShortcuts(self)
        self.store = HistoryStore.open(data_dir(), settings.history, parent=self)
        self.page = CaptionPage(self)
        self.worker = self._make_worker(settings)
        self.dictation = DictationController(self.worker, live, self, scratchpad_file=data_dir() / "scratchpad.txt")
        self.dialogs = Dialogs(
            Parts(live, self.window, self.overlay, self.worker, self.store, self.page, self.dictation),
            has_tray=self.tray is not None,
        )
        self._wire_worker()
        self._wire_views()
        self._show_settings(settings, settings)
        app.installEventFilter(self)
        app.styleHints().colorSchemeChanged.connect(lambda _scheme: self._restyle())

    # Making

    def _make_worker(self, settings: Settings) -> CaptionWorker:
        bundle, problem = active_bundle(settings, models_dir(settings.models.folder))
        if problem:
            self.window.messages.show_error(problem)
        provider = settings.captions.provider
        starter = starter_folder()
        return CaptionWorker(
            EngineSetup(
                source=source_spec(settings.captions),
                options=stream_options(settings.captions),
                model=ModelChoice(bundle, provider),
                endpoint_ms=settings.captions.endpoint_ms,
                fallback=ModelChoice(starter, "auto") if bundle != starter else None,
            )
        )

    def _wire_worker(self) -> None:
        worker = self.worker
        worker.utterance_started.connect(self.transcript.begin)
        worker.committed.connect(self.transcript.append)
        worker.finalized.connect(self.transcript.finish)
        worker.committed.connect(self.store.add_committed)
        worker.finalized.connect(self.store.add_final)
        worker.status.connect(self._show_status)
        worker.notice.connect(self.window.messages.show_notice)
        worker.failed.connect(self._show_failure)
        worker.devices_changed.connect(self.window.source_panel.show_devices)
        worker.finished.connect(self._worker_finished)
        self.transcript.text_appended.connect(self.overlay.append)
        self.transcript.text_appended.connect(self.page.append)
        self.transcript.line_finished.connect(self.page.finish)
        self.store.notice.connect(self.window.messages.show_notice)
        self.page.notice.connect(self.window.messages.show_error)
        if self._events.on:
            self._wire_events()

    def _wire_events(self) -> None:
        self.transcript.text_appended.connect(
            lambda line, delta: self._events.write("text", line=line, delta=delta, rows=self.overlay.text.split("\n"))
        )
        self.transcript.line_finished.connect(
            lambda line: self._events.write(
                "line_finished",
                line=line,
                text=self.transcript.line(line).text,
                final=self.transcript.line(line).final_text,
            )
        )
        self.worker.status.connect(
            lambda status: self._events.write("status", state=status.state, lag_s=round(status.lag_s, 2))
        )
        self.worker.notice.connect(lambda text: self._events.write("notice", text=text))
        self.worker.failed.connect(lambda text: self._events.write("failed", text=text))
        self.overlay.place_changed.connect(
            lambda place: self._events.write("place", x=place.x, y=place.y, width=place.width, screen=place.screen)
        )

    def _wire_views(self) -> None:
        window, overlay, live = self.window, self.overlay, self.live
        live.changed.connect(self._show_settings)
        live.save_failed.connect(window.messages.show_error)
        window.pause_wanted.connect(self.toggle_pause)
        window.captions_changed.connect(self._take_captions)
        window.overlay_wanted.connect(lambda on: live.update("overlay", visible=on))
        window.lock_wanted.connect(self.toggle_lock)
        window.adjust_wanted.connect(self.dialogs.adjust)
        window.history_wanted.connect(self.dialogs.show_history)
        window.settings_wanted.connect(self.dialogs.show_settings)
        window.models_wanted.connect(self.dialogs.show_models)
        window.scratchpad_wanted.connect(self.dictation.show_scratchpad)
        window.dictate_wanted.connect(self.dictation.toggle)
        self.dialogs.captions_changed.connect(self._take_captions)
        self.dialogs.back_wanted.connect(self.bring_back)
        self.dictation.notice.connect(window.messages.show_notice)
        self.dictation.phase_changed_to.connect(self._show_phase)
        window.quit_wanted.connect(self.quit)
        window.close_wanted.connect(self.close_window)
        window.resized.connect(lambda width, height: live.update("interface", window_size=(width, height)))
        window.shown_changed.connect(self._window_shown)
        overlay.place_changed.connect(self._keep_place)
        overlay.dock_changed.connect(lambda dock: live.update("overlay", dock=dock))
        overlay.lines_changed.connect(lambda lines: live.update("overlay", lines=lines))
        overlay.font_px_changed.connect(lambda size: live.update("overlay", font_px=size))
        overlay.lock_wanted.connect(self.toggle_lock)
        overlay.pause_wanted.connect(self.toggle_pause)
        overlay.hide_wanted.connect(self.hide_overlay)
        overlay.settings_wanted.connect(lambda: self.dialogs.show_settings("look"))
        overlay.menu_wanted.connect(self.dialogs.show_overlay_menu)
        self.shortcuts.activated.connect(self._shortcut)
        self.shortcuts.problem.connect(window.messages.show_error)
        self._motion_known.connect(self._take_motion)
        self._unhandled.connect(self._show_unhandled)
        if self.tray is not None:
            tray = self.tray
            tray.pause_wanted.connect(self.toggle_pause)
            tray.window_wanted.connect(self._toggle_window)
            tray.overlay_wanted.connect(lambda on: live.update("overlay", visible=on))
            tray.lock_wanted.connect(self.toggle_lock)
            tray.back_wanted.connect(self.bring_back)
            tray.history_wanted.connect(self.dialogs.show_history)
            tray.settings_wanted.connect(self.dialogs.show_settings)
            tray.dictate_wanted.connect(self.dictation.toggle)
            tray.quit_wanted.connect(self.quit)

    # Start and end

    def start(self, *, hidden: bool = False, previous_crash: str = "") -> None:
        """Shows the windows, then begins to listen."""
        settings = self.live.value
        self.window.restore_size(settings.interface.window_size)
        self.overlay.apply(settings.overlay, decide_smooth(settings.overlay.smooth_scroll, self._reduced))
        if self.tray is not None:
            self.tray.show()
        if not (hidden or settings.interface.start_hidden):
            self.window.show()
        elif self.tray is None:
            self.window.showMinimized()
        self._events.write("window")
        QTimer.singleShot(0, lambda: self._begin(previous_crash))

    def _begin(self, previous_crash: str) -> None:
        self._offer_unfinished()
        captions = self.live.value.captions
        self.store.begin_session(source=captions.source, language=captions.language, model=captions.model)
        self.worker.start()
        self._set_shortcuts()
        self.dictation.start()
        self._switch_page(self.live.value)
        threading.Thread(target=lambda: self._motion_known.emit(reduced_motion()), daemon=True).start()
        if previous_crash:
            self.window.messages.show_notice(
                self.tr("The program ended unexpectedly last time. What was said until then is in the history.")
            )
        if not self.live.value.interface.first_run_done and self.window.isVisible():
            self.dialogs.show_first_run()

    def _offer_unfinished(self) -> None:
        session = self.store.unfinished_session()
        if session is None:
            return
        self.store.close_unfinished()
        self.window.messages.show_notice(
            self.tr("The last session was cut off. All that was said is kept."),
            self.tr("Show it"),
            lambda: self.dialogs.show_history(session.id),
        )

    def quit(self) -> None:
        """Hides everything at once, lets the worker finish what was heard, writes what is to be written, ends."""
        if self._ending:
            return
        self._ending = True
        self.overlay.hide()
        self.window.hide()
        self.dialogs.hide_all()
        if self.tray is not None:
            self.tray.hide()
        self.live.save_pending()
        QTimer.singleShot(FORCE_MS, self._force)
        if self.worker.isRunning():
            threading.Thread(target=lambda: self.worker.shutdown(SHUTDOWN_S), daemon=True).start()
        else:
            self._finish()

    def _worker_finished(self) -> None:
        if self._ending:
            QTimer.singleShot(0, self._finish)

    def _force(self) -> None:
        log.error("the caption worker did not end in time")
        self.forced = True
        self._finish()

    def _finish(self) -> None:
        self.shortcuts.stop()
        self.dictation.close()
        self.dialogs.close()
        self.transcript.close_open_lines()
        self.page.close()
        if not self.store.close():
            log.error("the history was not written completely in time")
        self._events.close()
        self._app.exit(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The session's end and macOS's Quit come as a Quit event: our own way of ending takes its place."""
        if watched is self._app and event.type() == QEvent.Type.Quit:
            self.quit()
            return True
        return False

    # Captions

    def toggle_pause(self) -> None:
        if self._status.state in ("paused", "stopped", "failed"):
            self.worker.resume()
        else:
            self.worker.pause()

    def _show_status(self, status: Status) -> None:
        before, self._status = self._status, status
        self.window.show_status(status)
        self.overlay.set_state(status.state, status.lag_s)
        self.dialogs.show_status(status)
        if self.tray is not None and (status.state, round(status.lag_s)) != (before.state, round(before.lag_s)):
            self.tray.show_status(status, is_dark(self.live.value.interface.colour_scheme))
        if status.state == "listening":
            self._events.begin_phase("run")
            if before.state == "failed":
                self.window.messages.clear_errors()

    def _show_failure(self, text: str) -> None:
        self.window.messages.show_error(text)
        if self.tray is not None and not self.window.isVisible():
            self.tray.notify(self.tr("R2T2 Captions"), text)

    def report_unhandled(self, what: str) -> None:
        """An error that nobody caught; may come from any thread."""
        self._unhandled.emit(what)

    def _show_unhandled(self, what: str) -> None:
        sentence = self.tr("Something went wrong inside the program ({error}). Captions go on if they can.")
        self.window.messages.show_error(sentence.format(error=what))

    def _show_phase(self, phase: str) -> None:
        self.window.show_dictating(phase == "recording")
        if self.tray is not None:
            self.tray.show_dictating(phase == "recording")

    def _take_captions(self, captions: CaptionSettings) -> None:
        self.live.replace(replace(self.live.value, captions=captions))

    def _tell_worker(self, old: Settings, new: Settings) -> None:
        was, now = old.captions, new.captions
        if source_spec(was) != source_spec(now):
            self.worker.set_source(source_spec(now))
        if stream_options(was) != stream_options(now):
            self.worker.set_options(stream_options(now))
        if was.endpoint_ms != now.endpoint_ms:
            self.worker.set_endpoint_ms(now.endpoint_ms)
        if (was.model, was.provider, old.models) != (now.model, now.provider, new.models):
            old_bundle, _ = active_bundle(old, models_dir(old.models.folder))
            bundle, problem = active_bundle(new, models_dir(new.models.folder))
            if (bundle, now.provider) != (old_bundle, was.provider):
                self.worker.set_model(bundle, now.provider)
            if problem:
                self.window.messages.show_error(problem)

    # Settings

    def _show_settings(self, old: Settings, new: Settings) -> None:
        """Puts everything in line with the settings; `old` is what was in force before."""
        first = old is new
        if first or old.interface.ui_language != new.interface.ui_language:
            self._translators.use(new.interface.ui_language)
            self.overlay.retranslate()
        if first or old.interface.colour_scheme != new.interface.colour_scheme:
            apply_scheme(self._app, new.interface.colour_scheme)
        self.window.show_settings(new)
        self.dialogs.take_settings(new)
        if self.tray is not None:
            self.tray.show_settings(new)
        if first:
            return
        if old.overlay != new.overlay:
            self.overlay.apply(new.overlay, decide_smooth(new.overlay.smooth_scroll, self._reduced))
        if old.history != new.history:
            self.store.set_settings(new.history)
        if old.obs != new.obs:
            self._switch_page(new)
        shortcuts = ("pause_shortcut", "overlay_shortcut")
        if any(getattr(old.interface, name) != getattr(new.interface, name) for name in shortcuts):
            self._set_shortcuts()
        self._tell_worker(old, new)

    def _switch_page(self, settings: Settings) -> None:
        wanted = with_token(settings.obs)
        if wanted != settings.obs:
            self.live.update("obs", token=wanted.token)
            return
        self.page.set_settings(wanted)

    def _set_shortcuts(self) -> None:
        interface = self.live.value.interface
        self.shortcuts.set_shortcuts({"pause": interface.pause_shortcut, "overlay": interface.overlay_shortcut})

    def _shortcut(self, name: str) -> None:
        if name == "pause":
            self.toggle_pause()
        elif name == "overlay":
            self.bring_back()

    def _take_motion(self, reduced: bool) -> None:
        self._reduced = reduced
        overlay = self.live.value.overlay
        self.overlay.apply(overlay, decide_smooth(overlay.smooth_scroll, reduced))

    def _restyle(self) -> None:
        apply_scheme(self._app, self.live.value.interface.colour_scheme)
        if self.tray is not None:
            self.tray.show_status(self._status, is_dark(self.live.value.interface.colour_scheme))

    # Overlay

    def _keep_place(self, place: OverlayPlace) -> None:
        overlay = self.live.value.overlay
        self.live.update("overlay", places=with_place(overlay.places, place))

    def toggle_lock(self) -> None:
        self.live.update("overlay", locked=not self.live.value.overlay.locked)

    def hide_overlay(self) -> None:
        self.live.update("overlay", visible=False)
        if self.tray is not None and not self.window.isVisible():
            self.tray.notify(self.tr("Captions are hidden"), self.tr("The tray icon shows them again."))
        elif self.tray is None and not self.window.isVisible():
            self.window.present()

    def bring_back(self) -> None:
        """The way back from everything: visible, unlocked, in the middle of the primary screen's lower part."""
        self.live.update("overlay", visible=True, locked=False)
        self.overlay.bring_back()

    # Windows

    def _window_shown(self, shown: bool) -> None:
        """The level is sent only while somebody can see it."""
        if shown:
            self.worker.level.connect(self.window.source_panel.meter.set_level)
        else:
            self.worker.level.disconnect(self.window.source_panel.meter.set_level)

    def _toggle_window(self) -> None:
        if self.window.isVisible() and not self.window.isMinimized():
            self.window.hide()
        else:
            self.window.present()

    def close_window(self) -> None:
        """The person closed the main window: to the tray where there is one and it is wanted, else the end."""
        if self.tray is None or not self.live.value.interface.close_to_tray:
            self.quit()
            return
        self.window.hide()
        if not self._told_tray:
            self._told_tray = True
            self.tray.notify(self.tr("Captions go on"), self.tr("The tray icon brings the window back or quits."))

    def command(self, name: str) -> None:
        """What a later start of the program asks for; see `app.single_instance.COMMANDS`."""
        if name == "show":
            self.window.present()
        elif name == "overlay":
            self.bring_back()
        elif name == "quit":
            self.quit()
        elif name == "toggle":
            self.toggle_pause()
        elif name == "pause":
            self.worker.pause()
        elif name == "resume":
            self.worker.resume()
        elif name == "dictate":
            self.dictation.toggle()
        elif name == "dictate-press":
            self.dictation.press()
        elif name == "dictate-release":
            self.dictation.release()

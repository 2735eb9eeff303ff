"""The composition root: makes the windows, then what they stand on, and wires them; the parts know nothing of it.

Everything here runs in the Qt thread and waits for nothing. The caption worker has its own thread and is told what to
do through its methods, which return at once; the end of the program is a chain of signals, not a wait.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.base.events import CommittedLine, FinalLine, NoWords, Status
from app.base.settings import CaptionSettings, OverlayPlace, Settings, setting_of
from app.hotkeys.rules import Edge, EdgeKind
from app.program.captions_application import CaptionsApplication
from app.program.closing import Closing
from app.program.desktop_questions import explain_desktop, give_way_to_questions, offer_permission
from app.program.diagnostics import EventLog, record_events
from app.program.shown_text import ShownText
from app.program.staged_imports import SERVICES_PLAIN, SERVICES_QT, StagedImports
from app.program.tray_icon import TrayIcon
from app.transcript.document import Transcript
from app.ui.kit.actions import Actions
from app.ui.kit.i18n import Translators
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.placing import may_lose_words, may_stop_recordings
from app.ui.kit.theme import apply_scheme, decide_smooth, reduced_motion
from app.ui.main_window.history_signs import offer_unfinished, show_trouble
from app.ui.main_window.no_words_sign import show_no_words
from app.ui.main_window.recordings_sign import show_recordings
from app.ui.main_window.server_sign import show_server
from app.ui.main_window.window import MainWindow
from app.ui.overlay.placement import with_place
from app.ui.overlay.window import Overlay

if TYPE_CHECKING:
    from app.program.services import Services
    from app.program.windows import Dialogs

log = logging.getLogger(__name__)

SHUTDOWN_S = 2.0
FORCE_MS = 9000


def _try(step: Callable[[], object]) -> bool:
    """One step of the program's end: a step that fails is logged, and the next one follows. Whether it said yes."""
    try:
        return bool(step())
    except Exception:
        log.exception("the end of the program")
        return False


class Program(QObject):
    """The running program.

    Attributes:
        live, transcript, actions, window, overlay: made at once.
        tray: the icon, once the desktop has a tray.
        services, dialogs: None until the windows are on screen.
        forced: the worker did not end in time; the process must be left without tearing Qt down.

    Signals:
        ending(): it is about to end and takes no command any more.
    """

    ending = Signal()
    _motion_known = Signal(bool)
    _unhandled = Signal(str)

    def __init__(
        self, app: CaptionsApplication, live: LiveSettings, translators: Translators, events: EventLog
    ) -> None:
        super().__init__()
        self._app = app
        self.live = live
        self._translators = translators
        self._events = events
        self._reduced = False
        self._ending = False
        self._level_shown = False
        self._asking = False
        self._status = Status("loading")
        self.forced = False
        self.services: Services | None = None
        self.dialogs: Dialogs | None = None
        settings = live.value
        translators.use(settings.interface.ui_language)
        apply_scheme(app, settings.interface.colour_scheme)
        self.transcript = Transcript()
        self.actions = Actions()  # no child: it lives as long as any window that shows it
        self.window = MainWindow(self.transcript, self.actions)
        self.shown = ShownText(self.transcript, live, self)
        self.overlay = Overlay(
            settings.overlay,
            lambda number: self.transcript.line(number).finished,
            self.actions,
            self.shown.of_line,
        )
        self.tray = TrayIcon(live, self.actions, translators, self)
        self.closing = Closing(live, self.window, self.tray.now, self.ask_to_quit)
        self._force_timer = QTimer(self, singleShot=True, interval=FORCE_MS)
        self._force_timer.timeout.connect(self._force)
        self.shown.for_overlay.connect(self.overlay.append)
        self._wire_actions()
        self._wire_window()
        self._wire_overlay()
        self.actions.show_settings(settings)
        self.window.show_settings(settings)
        live.changed.connect(self._take_settings)
        live.save_failed.connect(lambda message: self.window.signs.show_sign("settings", lambda: message, kind="error"))
        live.saved.connect(lambda: self.window.signs.end_sign("settings"))
        live.flushing.connect(self.window.hotwords.flush)
        self._motion_known.connect(self._take_motion)
        self._unhandled.connect(self._show_unhandled)
        app.quit_wanted.connect(self.quit)
        self._hints = app.styleHints()  # held, as `app.ui.kit.theme.wants_contrast` says
        self._hints.colorSchemeChanged.connect(lambda _scheme: self._restyle())
        self._hints.accessibility().contrastPreferenceChanged.connect(lambda _wanted: self._restyle())

    # Wiring

    def _wire_actions(self) -> None:
        actions, live = self.actions, self.live
        self._translators.changed.connect(actions.retranslate)  # before the windows hear of another language
        actions.pause.triggered.connect(self.toggle_pause)
        actions.captions.triggered.connect(lambda on: live.update("overlay", visible=on))
        actions.hide.triggered.connect(self.hide_overlay)
        actions.lock.triggered.connect(self.toggle_lock)
        actions.back.triggered.connect(self.bring_back)
        actions.larger.triggered.connect(lambda: self._step_text_size(1))
        actions.smaller.triggered.connect(lambda: self._step_text_size(-1))
        actions.window.triggered.connect(self._toggle_window)
        actions.present.triggered.connect(self.window.present)
        actions.quit.triggered.connect(self.ask_to_quit)

    def _wire_window(self) -> None:
        window, live = self.window, self.live
        window.captions_changed.connect(self._take_captions)
        window.close_wanted.connect(self.closing.close_window)
        window.resized.connect(lambda width, height: live.update("interface", window_size=(width, height)))

    def _wire_overlay(self) -> None:
        overlay, live = self.overlay, self.live
        overlay.place_changed.connect(self._keep_place)
        overlay.dock_changed.connect(lambda dock: live.update("overlay", dock=dock))
        overlay.lines_changed.connect(lambda lines: live.update("overlay", lines=lines))

    def make_services(self) -> None:
        """Makes and wires what the windows stand on; nothing listens yet."""
        from app.program.services import Services
        from app.program.windows import Dialogs, Parts

        services = Services(self.live, self.transcript)
        worker, window = services.worker, self.window
        worker.utterance_started.connect(self.transcript.begin)
        worker.committed.connect(self.transcript.append)
        worker.finalized.connect(self.transcript.finish)
        worker.status.connect(self.show_status)
        worker.notice.connect(window.messages.show_notice)
        worker.no_words.connect(self._show_no_words)
        worker.committed.connect(self._note_words)
        worker.finalized.connect(self._note_words)
        worker.failed.connect(self._show_failure)
        worker.devices_changed.connect(window.source_panel.show_devices)
        worker.finished.connect(self._worker_finished)
        self.shown.for_page.connect(services.page.append)
        self.transcript.line_finished.connect(services.page.finish)
        services.store.notice.connect(window.messages.show_notice)
        services.store.trouble_changed.connect(lambda: show_trouble(window.signs, services.store))
        services.page.notice.connect(window.messages.show_error)
        services.sharing.notice.connect(window.messages.show_error)
        services.sharing.changed.connect(lambda: services.sharing.show_sign(window.signs))
        services.programs.notice.connect(window.messages.show_error)
        services.problem.connect(window.messages.show_error)
        services.hotkeys.subscribe("captions", self._hotkey)
        services.hotkeys.problem.connect(window.messages.show_error)
        services.hotkeys.opened.connect(self._hotkeys_opened)
        services.dictation.notice.connect(window.messages.show_notice)
        services.dictation.phase_changed_to.connect(self._show_dictating)
        services.dictation.key_changed.connect(self.actions.show_dictation_key)
        parts = Parts(
            self.live,
            self.actions,
            window,
            self.overlay,
            worker,
            services.store,
            services.page,
            services.sharing,
            services.dictation,
            self.transcript,
            services.recordings,
        )
        dialogs = Dialogs(parts, has_tray=lambda: self.tray.now() is not None)
        dialogs.captions_changed.connect(self._take_captions)
        self._translators.changed.connect(dialogs.retranslate)
        actions = self.actions
        actions.adjust.triggered.connect(dialogs.adjust)
        actions.appearance.triggered.connect(lambda: dialogs.show_settings("look"))
        actions.history.triggered.connect(lambda: dialogs.show_history(0))
        actions.settings.triggered.connect(lambda: dialogs.show_settings(""))
        actions.share.triggered.connect(lambda: dialogs.show_settings("share"))
        actions.models.triggered.connect(dialogs.show_models)
        actions.recordings.triggered.connect(dialogs.show_recordings)
        window.recordings_dropped.connect(dialogs.add_recordings)
        recordings = services.recordings
        recordings.progressed.connect(
            lambda: show_recordings(window.signs, lambda: recordings.n_left, dialogs.show_recordings)
        )
        recordings.all_done.connect(self._tell_recordings_done)
        actions.scratchpad.triggered.connect(services.dictation.show_scratchpad)
        actions.dictate.triggered.connect(services.dictation.toggle)
        give_way_to_questions(self.overlay)
        offer_permission(window.messages, services.dictation)
        self.services, self.dialogs = services, dialogs
        window.shown_changed.connect(self._window_shown)
        if window.isVisible():
            self._window_shown(True)
        if self._events.on:
            record_events(self._events, self._app, self.transcript, window, self.overlay, worker)

    # Start and end

    def start(self, *, hidden: bool = False, previous_crash: str = "") -> None:
        """Shows the windows, then begins to listen."""
        settings = self.live.value
        self.overlay.apply(settings.overlay, decide_smooth(settings.overlay.smooth_scroll, self._reduced))
        self.window.restore_size(settings.interface.window_size)
        if self.tray.now() is None:
            self.tray.search()
        if not (hidden or settings.interface.start_hidden):
            self.window.show()
        elif self.tray.found is None:
            self.window.showMinimized()
        self._app.processEvents()  # the windows are painted before anything else is made
        self._events.write("window")
        imports = StagedImports(SERVICES_PLAIN, SERVICES_QT, self)
        imports.done.connect(lambda: self._begin(previous_crash))
        imports.failed.connect(self.window.messages.show_error)
        imports.start()

    def _begin(self, previous_crash: str) -> None:
        if self._ending:
            return
        self.make_services()
        assert self.services is not None
        assert self.dialogs is not None
        offer_unfinished(self.window.messages, self.services.store, self.dialogs.show_history)
        QTimer.singleShot(0, lambda: self._listen(previous_crash))  # whoever clicks meanwhile is not kept waiting

    def _listen(self, previous_crash: str) -> None:
        if self._ending or self.services is None or self.dialogs is None:
            return
        welcoming = not self.live.value.interface.first_run_done and self.window.isVisible()
        self.services.start(storing=not welcoming)
        threading.Thread(target=lambda: self._motion_known.emit(reduced_motion()), daemon=True).start()
        if previous_crash:
            self.window.messages.show_notice(
                self.tr("The program quit unexpectedly last time. What was saved until then is in the history.")
            )
        if self.live.unreadable is not None:
            message = self.tr(
                "Your settings could not be read, so the defaults are used. The old file was kept: {file}"
            )
            self.window.messages.show_notice(message.format(file=self.live.unreadable))
        explain_desktop(self.window.messages, self.live.value, self.dialogs)
        if welcoming:
            self.dialogs.show_first_run()

    def ask_to_quit(self) -> None:
        """The user wants to quit, and is asked first where that would lose what could not be stored.

        Not so where the system ends the program: a question would hold up everybody's log-out.
        """
        if self._ending or self._asking:
            return
        if self.services is not None:
            questions = [
                may_lose_words if self.services.store.unsaved else None,
                may_stop_recordings if self.services.recordings.n_left else None,
            ]
            self._asking = True
            try:
                if not all(question(self.window) for question in questions if question is not None):
                    return
            finally:
                self._asking = False
        self.quit()

    def quit(self) -> None:
        """Writes what is to be written, lets the worker finish what was heard, hides everything, ends.

        From the first line on the end is certain: nothing that fails on the way can keep the program alive.
        """
        if self._ending:
            return
        self._ending = True
        self.ending.emit()
        self._force_timer.start()
        _try(self.live.flush)
        services = self.services
        working = services is not None and _try(lambda: services.stop_worker(SHUTDOWN_S))
        _try(self._hide_all)
        if not working:
            self._finish()

    def _hide_all(self) -> None:
        self.overlay.hide()
        self.window.hide()
        self.tray.hide()
        if self.dialogs is not None:
            self.dialogs.hide_all()

    def _worker_finished(self) -> None:
        if self._ending:
            QTimer.singleShot(0, self._finish)

    def _force(self) -> None:
        log.error("the caption worker did not end in time")
        self.forced = True
        self._finish()

    def _finish(self) -> None:
        self._force_timer.stop()
        _try(self.transcript.close_open_lines)
        if self.services is not None:
            _try(self.services.close)
        if self.dialogs is not None:
            _try(self.dialogs.close)
        _try(self._events.close)
        self._app.exit(0)

    # Captions

    def toggle_pause(self) -> None:
        if self._status.state in ("paused", "stopped", "failed"):
            self.resume()
        else:
            self.pause()

    def pause(self) -> None:
        if self.services is not None:
            self.services.worker.pause()

    def resume(self) -> None:
        if self.services is not None:
            self.services.worker.resume()

    def show_status(self, status: Status) -> None:
        """The worker's state, everywhere it is shown."""
        before, self._status = self._status, status
        self.actions.show_state(status.state)
        self.window.show_status(status)
        show_server(self.window.signs, status.server, self.recognise_here)
        self.overlay.set_state(status.state, status.lag_s)
        if self.dialogs is not None:
            self.dialogs.show_status(status)
        self.tray.show_status(status)
        if status.state == "listening":
            self._events.begin_phase("run")
            if before.state == "failed":
                self.window.messages.clear_errors()

    def _show_no_words(self, found: NoWords) -> None:
        show_no_words(self.window.signs, found, self._check_no_words)

    def _check_no_words(self, found: NoWords) -> None:
        self.window.check_no_words(found)
        if found.cause == "model" and self.dialogs is not None:
            self.dialogs.show_models()

    def _note_words(self, line: CommittedLine | FinalLine) -> None:
        if line.text.strip():
            self.window.end_no_words()

    def _tell_recordings_done(self) -> None:
        dialogs = self.dialogs
        if dialogs is not None and not (dialogs.recordings is not None and dialogs.recordings.isActiveWindow()):
            self.window.messages.show_notice(
                self.tr("All recordings have been transcribed."), self.tr("Show"), dialogs.show_recordings
            )

    def _show_dictating(self, phase: str) -> None:
        self.actions.show_dictating(phase == "recording")
        self.window.header.show_dictating(phase == "recording")

    def recognise_here(self) -> None:
        """No more sound to a server: the starter model takes its place."""
        self.live.update("captions", model="")

    def _show_failure(self, text: str) -> None:
        self.window.messages.show_error(text)
        if not self.window.isVisible():
            self.tray.notify(self.tr("R2T2 Captions"), text)

    def report_unhandled(self, what: str) -> None:
        """An error that nobody caught; may come from any thread."""
        self._unhandled.emit(what)

    def _show_unhandled(self, what: str) -> None:
        message = self.tr("An internal error occurred ({error}). Captions continue if possible.")
        self.window.messages.show_error(message.format(error=what))

    def _take_captions(self, captions: CaptionSettings) -> None:
        self.live.replace(replace(self.live.value, captions=captions))

    # Settings

    def _take_settings(self, old: Settings, new: Settings) -> None:
        """Puts everything in line with `new`; `old` was in force before."""
        if old.interface.ui_language != new.interface.ui_language:
            self._translators.use(new.interface.ui_language)
        if old.interface.colour_scheme != new.interface.colour_scheme:
            self._restyle()
        self.actions.show_settings(new)
        self.window.show_settings(new)
        self.tray.show_settings(new)
        if old.overlay != new.overlay:
            self.overlay.apply(new.overlay, decide_smooth(new.overlay.smooth_scroll, self._reduced))
            self.shown.take_settings(new)
        if self.services is not None:
            self.services.take_settings(old, new)
        if self.dialogs is not None:
            self.dialogs.take_settings(new)

    def _hotkey(self, edge: Edge) -> None:
        if edge.kind is EdgeKind.DOWN:
            {"pause": self.toggle_pause, "overlay": self.bring_back}[edge.binding]()

    def _hotkeys_opened(self) -> None:
        if self.services is not None and self.services.hotkeys.unavailable:
            self.window.messages.show_notice(self.services.hotkeys.unavailable)

    def _take_motion(self, reduced: bool) -> None:
        self._reduced = reduced
        overlay = self.live.value.overlay
        self.overlay.apply(overlay, decide_smooth(overlay.smooth_scroll, reduced))

    def _restyle(self) -> None:
        apply_scheme(self._app, self.live.value.interface.colour_scheme)
        self.tray.restyle()

    # Overlay

    def _keep_place(self, place: OverlayPlace) -> None:
        overlay = self.live.value.overlay
        self.live.update("overlay", places=with_place(overlay.places, place))

    def _step_text_size(self, steps: int) -> None:
        known, size = setting_of("overlay", "font_px"), self.live.value.overlay.font_px
        self.live.update("overlay", font_px=known.clamp(size + steps * known.step))

    def toggle_lock(self) -> None:
        self.live.update("overlay", locked=not self.live.value.overlay.locked)

    def hide_overlay(self) -> None:
        self.live.update("overlay", visible=False)
        if self.window.isVisible():
            return
        if (tray := self.tray.now()) is not None:
            tray.notify(self.tr("Captions are hidden"), self.tr("Click the tray icon to show them again."))
        else:
            self.window.present()

    def bring_back(self) -> None:
        """The way back from everything: visible, unlocked, in the middle of the primary screen's lower part."""
        self.live.update("overlay", visible=True, locked=False)
        self.overlay.bring_back()

    # Windows

    def _window_shown(self, shown: bool) -> None:
        """The level is sent only while somebody can see it."""
        if self.services is None or shown == self._level_shown:
            return
        self._level_shown = shown
        level, meter = self.services.worker.level, self.window.source_panel.meter
        if shown:
            level.connect(meter.set_level)
        else:
            level.disconnect(meter.set_level)

    def _toggle_window(self) -> None:
        if self.window.isVisible() and not self.window.isMinimized():
            self.window.hide()
        else:
            self.window.present()

    def command(self, name: str) -> None:
        """What a later start of the program asks for; see `app.program.single_instance.COMMANDS`."""
        if self._ending:
            return
        acts = {
            "show": self.window.present,
            "overlay": self.bring_back,
            "quit": self.quit,
            "toggle": self.toggle_pause,
            "pause": self.pause,
            "resume": self.resume,
        }
        if name in acts:
            acts[name]()
        elif self.services is not None:
            dictation = self.services.dictation
            {
                "dictate": dictation.toggle,
                "dictate-press": dictation.press,
                "dictate-release": dictation.release,
            }[name]()

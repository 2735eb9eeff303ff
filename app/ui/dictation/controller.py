"""Dictation as the application uses it: one object that ties hotkeys, recogniser, insertion, pill and sounds together.

`DictationController(worker, settings, hotkeys)`, `.start()`, `.close()` is all the application needs. Everything here happens in
the Qt main thread; hotkeys and insertion report from their threads through signals.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit

from app.base.events import (
    CommittedLine,
    DictationCommitted,
    DictationEvent,
    DictationFinalized,
    DictationStatus,
    FinalLine,
)
from app.base.settings import Settings
from app.dictation.desktop import open_desktop, window_box
from app.dictation.from_settings import bindings_of, is_stored, options_of, plan_of
from app.dictation.insertion import Inserter, InsertSettings
from app.dictation.life_cycle import CONTEXT_CHARS, DictationMachine, Outcome, Phase
from app.dictation.sounds import CuePlayer
from app.hotkeys.backends import session_type
from app.hotkeys.labels import combo_label, trouble
from app.hotkeys.rules import Edge, EdgeKind
from app.hotkeys.service import HotkeyService
from app.typing.typist import Box, Window
from app.ui.dictation.clipboard import SLOWEST_S, ClipboardLease
from app.ui.dictation.permission import PermissionDialog, desktop_of
from app.ui.dictation.pill import PillState, StatusPill
from app.ui.dictation.scratchpad import Scratchpad
from app.ui.dictation.screen_lock import ScreenLock
from app.ui.dictation.widget_target import WidgetTarget
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.placing import open_clear
from inference.errors import RecognizerError
from inference.options import StreamOptions

log = logging.getLogger(__name__)


def input_method_on() -> bool:
    """Whether typed letters may go through an input method of this session."""
    if not sys.platform.startswith("linux"):
        return False
    from app.typing.input_method import ask, may_compose

    return may_compose(ask(os.environ))


UNSEEN_CONTEXT_S = 20.0
"""Where windows cannot be told apart, a dictation so soon after another is taken to continue with it."""


def hidden_clipboard() -> dict[str, bytes]:
    """What is on the clipboard of a desktop that hides it from XWayland's programs; GNOME does not."""
    wayland = session_type(os.environ, sys.platform) == "wayland"
    if not wayland or "gnome" in os.environ.get("XDG_CURRENT_DESKTOP", "").lower():
        return {}
    from app.typing.wayland_clipboard import read_clipboard

    return read_clipboard(os.environ, SLOWEST_S)


class Speech(Protocol):
    """What is used of `app.engine.worker.CaptionWorker`."""

    dictation: Any
    committed: Any
    finalized: Any
    level: Any
    status: Any

    def begin_dictation(self, number: int, options: StreamOptions) -> None: ...

    def end_dictation(self, number: int) -> None: ...

    def cancel_dictation(self, number: int) -> None: ...

    def pause(self) -> None: ...

    def resume(self) -> None: ...


class DictationController(QObject):
    """See the module.

    Attributes:
        pill, scratchpad: the two windows.
        hotkeys: whose keys it binds, as "dictation".
        problems: messages about what this desktop lacks for typing.
        key: what to hold, in words; "" for no key, and while it is not known yet.

    Signals:
        dictated(Outcome): a dictation ended.
        history_committed(CommittedLine), history_final(FinalLine): what was dictated, for the history; the utterance ids
            are negative, so that they are never those of captions.
        phase_changed_to(str): "idle", "recording" or "finishing".
        notice(str): a message that the user should see. key_changed(str): the new `key`.
    """

    dictated = Signal(object)
    history_committed = Signal(object)
    history_final = Signal(object)
    phase_changed_to = Signal(str)
    key_changed = Signal(str)
    notice = Signal(str)
    _done = Signal(int)
    _failed = Signal(int, str, str, str)
    _waiting = Signal(int, str)
    _token = Signal(str)

    def __init__(
        self,
        worker: Speech,
        settings: LiveSettings,
        hotkeys: HotkeyService,
        parent: QObject | None = None,
        *,
        scratchpad_file: Any = None,
    ) -> None:
        """`scratchpad_file` keeps the scratchpad's text."""
        super().__init__(parent)
        self._worker = worker
        self._settings = settings
        self.hotkeys = hotkeys
        self._machine = DictationMachine(self, plan_of(settings.value))
        self.pill = StatusPill()
        self.scratchpad = Scratchpad(scratchpad_file)
        self._scratchpad_shown = False
        self._cues = CuePlayer()
        self._clipboard = ClipboardLease(self, hidden=hidden_clipboard)
        self._captions_paused = False
        self._we_paused = False
        self._speech = DictationStatus(0, "done")  # of the newest dictation
        self._resting = False
        self._contexts: dict[int | None, tuple[str, float]] = {}  # None: windows cannot be told apart here (Wayland)
        self._reason = ("", "")
        self._stop_note = ""  # why a dictation was ended for the user
        self._longest = QTimer(self, singleShot=True)
        self._longest.timeout.connect(self._stop_longest)
        self._lock = ScreenLock(self)
        self._permission: PermissionDialog | None = None
        self.key = ""
        self._waiting_for: dict[int, str] = {}
        self._session_s, self._session_at = 0.0, time.monotonic()
        self._begun_s: dict[int, float] = {}
        self._parts = open_desktop(
            hotkeys.ledger,
            portal_token=settings.value.dictation.portal_token,
            save_token=self._token.emit,
            qt_clipboard=QGuiApplication.platformName() != "wayland",
        )
        self.problems = self._parts.problems
        self._inserter: Inserter | None = None
        if self._parts.typist is not None:
            self._inserter = Inserter(
                self._parts.typist, self._parts.focus, self._parts.pasteboard or self._clipboard,
                system=self._parts.system, held=lambda: self._machine.held,
                on_done=self._done.emit, on_failed=self._failed.emit, on_waiting=self._waiting.emit,
                down_s=lambda: hotkeys.down_s, up_s=lambda: hotkeys.up_s, input_method=input_method_on,
            )  # fmt: skip
        self._connect()
        self._apply(settings.value)

    def _connect(self) -> None:
        worker = self._worker
        worker.dictation.connect(self._on_dictation)
        worker.committed.connect(self._on_caption)
        worker.finalized.connect(self._on_caption)
        worker.level.connect(self._on_level)
        worker.status.connect(self._on_status)
        self.hotkeys.subscribe("dictation", self._machine.edge)
        self.hotkeys.opened.connect(self._show_key)
        self.hotkeys.described.connect(self._show_key)
        self._done.connect(self._machine.inserted)
        self._failed.connect(self._on_insert_failed)
        self._waiting.connect(self._on_waiting)
        self._token.connect(lambda token: self._settings.update("dictation", portal_token=token))
        self._clipboard.notice.connect(self._on_clipboard)
        self._settings.changed.connect(lambda old, new: self._apply(new))
        self.scratchpad.dictate.connect(self._from_scratchpad)
        self.hotkeys.slept.connect(lambda: self._stop(self.tr("Dictation ended because the computer was asleep.")))
        self._lock.locked.connect(lambda: self._stop(self.tr("Dictation ended because the screen was locked.")))

    # --- for the application ---

    def start(self) -> None:
        """Begins to insert. What is missing for it is reported through `notice`."""
        if self._inserter is not None:
            self._inserter.start()
        for problem in self.problems:
            self.notice.emit(problem)

    def close(self) -> None:
        """Ends everything; text that was not inserted goes to the clipboard and to `dictated`."""
        if self._machine.recording:
            self._machine.cancel()
        if self._inserter is not None:
            self._inserter.stop()
            self._inserter = None
        QApplication.sendPostedEvents(self)
        self._parts.look.close()
        self._clipboard.close()
        self._cues.close()
        self.scratchpad.save()
        self.pill.close()
        self.scratchpad.close()
        if self._permission is not None:
            self._permission.close()

    def toggle(self) -> None:
        """Starts or ends dictation, as the toggle key does (tray, command line)."""
        self._machine.finish() if self._machine.recording else self._machine.begin("toggle")

    def press(self) -> None:
        """As if the hold key went down."""
        self._machine.begin("hold")

    def release(self) -> None:
        """As if the hold key came up."""
        self._machine.finish()

    def cancel(self) -> None:
        """As Esc."""
        self._machine.edge(Edge(EdgeKind.ESCAPE))

    @property
    def phase(self) -> Phase:
        return self._machine.phase

    def show_scratchpad(self) -> None:
        if not self._scratchpad_shown:
            self._scratchpad_shown = True
            open_clear(self.scratchpad, self.scratchpad.width(), self.scratchpad.height())
        self.scratchpad.show()
        self.scratchpad.raise_()
        self.scratchpad.activateWindow()

    def rest(self, on: bool) -> None:
        """While on, no hotkey of dictation is in force: a settings field records one."""
        self._resting = on
        self._apply(self._settings.value)

    @property
    def system(self) -> str:
        """Who presses keys: "x11", "portal", "wtype" …, "none"."""
        return self._parts.system

    @property
    def may_not_type_yet(self) -> bool:
        """The desktop has still to ask the user whether this program may type."""
        return self._parts.ask is not None and not self._settings.value.dictation.portal_token

    def ask_to_type(self) -> None:
        """Explains what the desktop will ask, and has it asked."""
        if self._parts.ask is not None:
            self._permission = PermissionDialog(desktop_of(os.environ), self._parts.ask)
            self._permission.show()
            self._permission.activateWindow()

    @property
    def waits_for_release(self) -> bool:
        """Text is inserted only when the hotkey comes up."""
        return self._parts.typist is not None and not self._parts.typist.sees_modifiers

    # --- settings ---

    def _apply(self, settings: Settings) -> None:
        own = settings.dictation
        self._machine.plan = plan_of(settings)
        self.pill.setting = own.pill
        self.scratchpad.stored = settings.history.store
        resting = self._resting and self._parts.session != "wayland"  # there the desktop keeps the keys
        bindings = bindings_of(own) if own.enabled and not resting else {}
        self.hotkeys.bind("dictation", bindings)
        if self._inserter is not None:
            overrides = tuple((item.application, item.method) for item in own.overrides)
            self._inserter.settings = InsertSettings(own.method, own.focus, overrides)
        self._show_key()

    def _show_key(self) -> None:
        own = self._settings.value.dictation
        bindings = bindings_of(own) if own.enabled and self.hotkeys.available else {}
        described = self.hotkeys.descriptions
        if self._parts.session == "wayland":  # the desktop decides
            key = next((described[name] for name in ("hold", "both") if name in bindings and described.get(name)), "")
        else:
            key = combo_label(bindings.get("hold") or bindings.get("both"))
        self.key = key
        self.scratchpad.set_key(key)
        self.key_changed.emit(key)

    # --- news ---

    def _on_dictation(self, event: DictationEvent) -> None:
        match event:
            case DictationCommitted(number, text, language):
                self._machine.committed(number, text, language)
            case DictationFinalized(number, line):
                self._machine.finalized(number, line.text, line.remainder, line.language)
            case DictationStatus(number, "done" | "cancelled"):
                self._machine.speech_over(number)
            case DictationStatus(number, "failed", problem):
                self._machine.speech_failed(number, problem or self.tr("Dictation stopped."))
            case DictationStatus(number) if number == self._speech.number:
                self._speech = event
                self._show_phase()

    def _on_caption(self, line: Any) -> None:
        self._session_s, self._session_at = max(self._session_s, line.end_s), time.monotonic()

    def _session_time(self) -> float:
        """About the session time of now: dictated lines stand between the captions around them."""
        return self._session_s + time.monotonic() - self._session_at

    def _on_level(self, dbfs: float) -> None:
        if self._machine.recording:
            self.pill.set_level(dbfs)

    def _on_status(self, status: Any) -> None:
        if not self._we_paused:
            self._captions_paused = status.state == "paused"

    def _on_clipboard(self, code: str) -> None:
        if code == "too-large":
            self.notice.emit(self.tr("The clipboard's content was too large to restore after pasting."))

    def _on_insert_failed(self, number: int, text: str, reason: str, title: str) -> None:
        self._reason = (reason, title)
        self._machine.insert_failed(number, text, reason)

    def _on_waiting(self, number: int, title: str) -> None:
        if title:
            self._waiting_for[number] = title
        else:
            self._waiting_for.pop(number, None)
        self._show_phase()

    def _from_scratchpad(self) -> None:
        self.scratchpad.edit.setFocus()
        self.toggle()

    def _stop_longest(self) -> None:
        text = self.tr("Dictation ended after {0} minutes. You can change this limit in the settings.")
        self._stop(text.format(self._settings.value.dictation.longest_min))

    def _stop(self, reason: str) -> None:
        """Ends a dictation that the user may have forgotten; its text is inserted as at any other end."""
        if self._machine.recording:
            self._stop_note = reason
            self._machine.finish()
            self.notice.emit(reason)

    # --- effects of the life cycle (see controller.Effects) ---

    def start_speech(self, number: int) -> None:
        self._speech = DictationStatus(number, "recording")
        try:
            self._worker.begin_dictation(number, options_of(self._settings.value))
        except RecognizerError as error:
            problem = str(error)
            QTimer.singleShot(0, lambda: self._machine.speech_failed(number, problem))

    def stop_speech(self, number: int) -> None:
        self._worker.end_dictation(number)

    def cancel_speech(self, number: int) -> None:
        self._worker.cancel_dictation(number)

    def find_target(self) -> Window | WidgetTarget | None:
        target: Window | WidgetTarget | None = None
        own = QApplication.activeWindow()
        if own is not None:
            widget = QApplication.focusWidget()
            if not WidgetTarget.accepts(widget):
                widget = None
            target = WidgetTarget(widget) if widget is not None else None
        else:
            target = self._parts.look.current()
        if target is None and (own is not None or self._parts.look.knows() or self._inserter is None):
            self.show_scratchpad()
            target = WidgetTarget(self.scratchpad.edit)
        self._attach_pill(target)
        return target

    def _attach_pill(self, target: Window | WidgetTarget | None) -> None:
        if isinstance(target, WidgetTarget):
            widget = target.widget
            corner = widget.mapToGlobal(widget.rect().topLeft())
            window = Box(corner.x(), corner.y(), widget.width(), widget.height())
            caret = None
            if isinstance(widget, QPlainTextEdit | QTextEdit):
                inside = widget.cursorRect()
                at = widget.viewport().mapToGlobal(inside.topLeft())
                caret = Box(at.x(), at.y(), max(1, inside.width()), inside.height())
            self.pill.attach(window, caret)
            return
        box = window_box(self._parts.look, target)
        if box is not None:
            screen = QGuiApplication.primaryScreen()
            ratio = screen.devicePixelRatio() if screen is not None else 1.0
            box = Box(box.x / ratio, box.y / ratio, box.width / ratio, box.height / ratio)
        self.pill.composited = bool(getattr(self._parts.look, "composited", lambda: True)())
        self.pill.attach(box, None)

    def context(self, target: Window | WidgetTarget | None) -> str:
        if isinstance(target, WidgetTarget):
            return target.context()
        text, at_s = self._contexts.get(target.handle if target is not None else None, ("", 0.0))
        if target is None:
            return text if time.monotonic() - at_s < UNSEEN_CONTEXT_S else ""
        return (
            text if self.hotkeys.person_acted_s < at_s else ""
        )  # the user typed or clicked: the caret may be anywhere

    def _is_stored(self, target: Window | WidgetTarget | None) -> bool:
        application = target.application if isinstance(target, Window) else ""
        return is_stored(self._settings.value.history, application)

    def heard(self, number: int, target: Window | WidgetTarget | None, text: str) -> None:
        if not self._is_stored(target):
            return
        now_s = self._session_time()
        begun_s = self._begun_s.setdefault(number, now_s)
        self.history_committed.emit(CommittedLine(-number, text, begun_s, now_s))

    def insert(self, number: int, target: Any, text: str, *, enter: bool, last: bool) -> None:
        if isinstance(target, WidgetTarget):
            if not target.alive:
                whole = text + ("\n" if enter else "")
                self._failed.emit(number, whole, "closed", target.title)
                return
            target.insert(text + ("\n" if enter else ""))
            if last:
                self._done.emit(number)
        elif self._inserter is None:
            self._failed.emit(number, text, "no-typist", "")
        else:
            self._inserter.insert(number, target, text, enter=enter, last=last)

    def drop(self, number: int) -> None:
        if self._inserter is not None:
            self._inserter.drop(number)

    def pause_captions(self, on: bool) -> None:
        if on and not self._captions_paused:
            self._we_paused = True
            self._worker.pause()
        elif not on and self._we_paused:
            self._we_paused = False
            self._worker.resume()

    def phase_changed(self, phase: Phase) -> None:
        if phase is Phase.RECORDING:
            self._stop_note = ""
            self._longest.start(self._settings.value.dictation.longest_min * 60_000)
        else:
            self._longest.stop()
        self._lock.watch(phase is Phase.RECORDING)
        self.hotkeys.grab_escape(phase is Phase.RECORDING)
        self.scratchpad.set_recording(phase is Phase.RECORDING)
        self._show_phase()
        self.phase_changed_to.emit(phase.value)

    def _show_phase(self) -> None:
        phase = self._machine.phase
        if self._waiting_for:
            title = next(iter(self._waiting_for.values()))
            text = self.tr("Waiting for “%1”. Press Esc to copy the text instead.").replace("%1", title)
            self.pill.show_state(PillState.WAITING, text)
        elif phase is Phase.RECORDING:
            loading = self._speech.state in ("loading", "opening")
            self.pill.show_state(PillState.LOADING if loading else PillState.LISTENING)
        elif phase is Phase.FINISHING:
            self.pill.show_state(PillState.FINISHING, self._stop_note)
        elif self._stop_note and self.pill.state is not PillState.ERROR:
            self.pill.show_state(PillState.NOTE, self._stop_note)
            self._stop_note = ""
        elif self.pill.state not in (PillState.ERROR, PillState.NOTE):
            self.pill.show_state(PillState.HIDDEN)

    def cue(self, name: str) -> None:
        if self._settings.value.dictation.sounds:
            self._cues.play(name)

    def ended(self, outcome: Outcome) -> None:
        target = outcome.target
        if not isinstance(target, WidgetTarget):
            handle = target.handle if target is not None else None
            self._contexts.pop(handle, None)
            # After Enter, what stands before the caret is not known: it may be a new line, or an emptied field.
            if outcome.inserted and outcome.text and self._settings.value.dictation.ending != "enter":
                self._contexts[handle] = (outcome.text[-CONTEXT_CHARS:], time.monotonic())
        if outcome.undelivered and not outcome.cancelled:
            own = self._parts.pasteboard
            kept = (own is not None and own.keep_text(outcome.undelivered)) or self._clipboard.keep_text(
                outcome.undelivered
            )
            message = trouble(*self._reason, kept=kept, stored=self._is_stored(target))
            self.pill.show_state(PillState.ERROR, message)
            self.notice.emit(message)
        elif outcome.problem:
            self.pill.show_state(PillState.ERROR, outcome.problem)
        if outcome.number in self._begun_s:
            begun_s, now_s = self._begun_s.pop(outcome.number), self._session_time()
            line = FinalLine(-outcome.number, outcome.text, outcome.text, "", False, begun_s, now_s)
            self.history_final.emit(line)
        self.dictated.emit(outcome)

"""Puts dictated text into the window it was meant for, from a thread of its own: nothing on screen waits for keys.

The rules (`decide_delivery`, `decide_method`) are pure. The thread keeps one queue; text for a window that has lost the
focus waits, or the window is brought back, as set; it never goes into another one. What cannot be inserted is handed
back, word for word.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from app.dictation.typist import Focus, TypingError, Typist, Window

log = logging.getLogger(__name__)

RELEASE_LIMIT_S = 1.0
"""How long modifiers that the user holds are waited for before they are released on the system's side."""

FOCUS_POLL_S = 0.08
RETURN_S = 3.0
"""A window that comes to the front this long after it was first asked to has come for us, and gives way again; one that
comes later was brought by the user."""
TAKEN_TIMEOUT_S = 3.0
"""A window that has not asked for the pasted text after this long has not taken it."""
MANAGER_S = 0.06
"""A clipboard manager looks at what is new within this time; its look is not the window's."""

TERMINALS = dict.fromkeys(
    (
        "gnome-terminal-server", "gnome-terminal", "org.gnome.console", "kgx", "konsole", "xfce4-terminal", "alacritty",
        "kitty", "tilix", "terminator", "org.wezfurlong.wezterm", "wezterm", "foot", "com.mitchellh.ghostty", "ghostty",
        "qterminal", "lxterminal", "mate-terminal", "terminology", "ptyxis", "org.gnome.ptyxis", "deepin-terminal",
        "cosmic-term", "rio",
    ),
    "ctrl+shift+v",
)  # fmt: skip
"""Terminals keep Ctrl+V for the program inside; their own chord for pasting."""

PRIMARY_TERMINALS = frozenset({"xterm", "uxterm", "urxvt", "rxvt", "st", "st-256color", "aterm", "eterm", "mlterm"})
"""Terminals whose Shift+Insert pastes the selection, not the clipboard. They are typed into: both stay as they are."""


class Delivery(Enum):
    NOW = "now"
    WAIT = "wait"
    ACTIVATE = "activate"
    GONE = "gone"


def decide_delivery(
    target: Window | None, current: Window | None, *, exists: bool, knows: bool, policy: str
) -> Delivery:
    """Whether text for `target` can be inserted while `current` has the focus.

    `policy` is "wait" or "return". Without a target (nothing had the focus, or the system does not tell) only a system
    that cannot tell is trusted to have the right window in front.
    """
    if not knows:
        return Delivery.NOW
    if target is None:
        return Delivery.GONE
    if current is not None and current.handle == target.handle:
        return Delivery.NOW
    if not exists:
        return Delivery.GONE
    return Delivery.ACTIVATE if policy == "return" else Delivery.WAIT


@dataclass(frozen=True)
class Method:
    """How to insert: "type", or "paste" with its chord. `primary`: that chord pastes the selection."""

    kind: str
    chord: str = ""
    primary: bool = False


def decide_method(
    application: str,
    *,
    setting: str,
    overrides: Mapping[str, str],
    system: str,
    direct: bool,
) -> Method:
    """The way for one application.

    `setting` is "auto", "type" or "paste"; an override for the application (part of its name -> "type", "paste" or a
    chord) counts more. `direct`: every character is on the keyboard as it is. `system` is the typist's name.
    """
    wanted = next((way for part, way in overrides.items() if part and part.lower() in application), setting)
    usual = "super+v" if system == "macos" else "ctrl+v"
    chord = TERMINALS.get(application, usual)
    if application in PRIMARY_TERMINALS:
        chord = "shift+insert"
    if wanted not in ("auto", "type", "paste"):
        return Method("paste", wanted)
    paste = Method("paste", chord, primary=application in PRIMARY_TERMINALS)
    if system == "ydotool":
        return paste  # it knows key codes only
    if wanted == "paste":
        return paste
    if wanted == "type" or application in PRIMARY_TERMINALS:
        return Method("type")
    if system in ("windows", "macos"):
        return paste  # some editors there read fast synthetic keys out of order
    if system in ("wtype", "portal"):
        return Method("type") if system == "wtype" or direct else paste
    return Method("type") if direct else paste


class Pasteboard(Protocol):
    """The clipboard, lent for a moment. Called from the insertion thread; answers by events."""

    def offer(self, text: str, *, primary: bool) -> threading.Event | None:
        """Puts text on the clipboard and gives the event that is set when a program has read it; None if it cannot."""

    def give_back(self) -> None:
        """The text is not needed any more: what was there before may return."""

    def keep(self) -> None:
        """The text was not taken: it stays, and what was there before is forgotten."""


@dataclass
class _Job:
    number: int
    target: Window | None
    text: str
    enter: bool
    last: bool
    back_to: Window | None = None
    """The window the user was in when this job's window was asked to the front, and came late."""
    back_until_s: float = 0.0


@dataclass(frozen=True)
class InsertSettings:
    """`method` "auto", "type" or "paste"; `policy` "wait" or "return"; `overrides` by application."""

    method: str = "auto"
    policy: str = "wait"
    overrides: tuple[tuple[str, str], ...] = ()


class Inserter:
    """The insertion thread. The callbacks are called in it.

    Args:
        system: the typist's name in `backends.choose_typist`.
        held: whether the user holds the hotkey of a running dictation just now.
        on_done: everything of dictation `number` has arrived.
        on_failed: (number, text that was not inserted, reason code, application's title); nothing more will be tried.
        on_waiting: (number, window title) when text begins to wait for its window, ("" when it continues).
    """

    def __init__(
        self,
        typist: Typist,
        focus: Focus,
        pasteboard: Pasteboard,
        *,
        system: str,
        held: Callable[[], bool],
        on_done: Callable[[int], None],
        on_failed: Callable[[int, str, str, str], None],
        on_waiting: Callable[[int, str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = InsertSettings()
        self._typist = typist
        self._focus = focus
        self._pasteboard = pasteboard
        self._system = system
        self._held = held
        self._on_done = on_done
        self._on_failed = on_failed
        self._on_waiting = on_waiting
        self._clock = clock
        self._jobs: list[_Job] = []
        self._dropped: set[int] = set()
        self._waiting: set[int] = set()
        self._stopping = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="dictation-insertion", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def insert(self, number: int, target: Window | None, text: str, *, enter: bool, last: bool) -> None:
        """Queues text. Any thread."""
        with self._changed:
            self._jobs.append(_Job(number, target, text, enter, last))
            self._changed.notify()

    def drop(self, number: int) -> None:
        """Gives up what is queued for a dictation; `on_failed` hands the text back if there was any. Any thread."""
        with self._changed:
            self._dropped.add(number)
            self._changed.notify()

    def stop(self) -> None:
        """Ends the thread; what is still queued is handed back first."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(5)
        self._typist.close()
        self._focus.close()

    # --- the thread ---

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._jobs and not self._stopping:
                    self._dropped.clear()
                    self._changed.wait()
                stopping = self._stopping
            self._give_up_dropped(everything=stopping)
            if stopping:
                return
            if self._jobs and not self._work():
                with self._changed:
                    self._changed.wait(FOCUS_POLL_S)

    def _give_up_dropped(self, *, everything: bool) -> None:
        with self._changed:
            numbers = {job.number for job in self._jobs if everything or job.number in self._dropped}
        for number in sorted(numbers):
            self._fail(number, "dropped")

    def _take(self, number: int) -> _Job | None:
        """All that is queued for a dictation, as one job."""
        with self._changed:
            mine = [job for job in self._jobs if job.number == number]
            if not mine:
                return None
            self._jobs = [job for job in self._jobs if job.number != number]
        first = mine[0]
        first.text = "".join(job.text for job in mine)
        first.enter = any(job.enter for job in mine)
        first.last = any(job.last for job in mine)
        return first

    def _put_back(self, job: _Job) -> None:
        with self._changed:
            self._jobs.insert(0, job)

    def _fail(self, number: int, reason: str) -> None:
        job = self._take(number)
        if job is None:
            return
        self._stop_waiting(number)
        self._on_failed(number, job.text, reason, job.target.title if job.target else "")

    def _stop_waiting(self, number: int) -> None:
        if number in self._waiting:
            self._waiting.discard(number)
            self._on_waiting(number, "")

    def _work(self) -> bool:
        """Delivers what can be delivered now; whether anything was."""
        with self._changed:
            order = list(dict.fromkeys(job.number for job in self._jobs))
            targets = {job.number: job.target for job in reversed(self._jobs)}
        done = False
        for number in order:
            target = targets[number]
            current = self._focus.current()
            verdict = decide_delivery(
                target,
                current,
                exists=target is not None and self._focus.exists(target),
                knows=self._focus.knows(),
                policy=self.settings.policy,
            )
            if verdict is Delivery.GONE:
                self._fail(number, "no-target" if target is None else "closed")
                done = True
            elif verdict is Delivery.WAIT:
                if number not in self._waiting and target is not None:
                    self._waiting.add(number)
                    self._on_waiting(number, target.title)
            else:
                done = self._deliver(number, back_to=current if verdict is Delivery.ACTIVATE else None) or done
        return done

    def _deliver(self, number: int, back_to: Window | None) -> bool:
        job = self._take(number)
        if job is None:
            return False
        if back_to is None and self._clock() < job.back_until_s:
            back_to = job.back_to  # it came to the front late, since we had asked
        if not self._in_front(job) and (job.target is None or not self._focus.activate(job.target)):
            job.back_to = back_to
            job.back_until_s = job.back_until_s or self._clock() + RETURN_S
            self._put_back(job)
            return False
        self._stop_waiting(number)
        try:
            finished = self._insert(job)
        except TypingError as error:
            log.warning("insertion failed: %s", error)
            if error.typed:  # what stands there already is not handed back
                job.text = job.text[error.typed :]
            self._put_back(job)
            self._fail(number, str(error))
            return True
        finally:
            if back_to is not None:
                self._focus.activate(back_to)
        if finished and job.last:
            self._on_done(number)
        return True

    def _in_front(self, job: _Job) -> bool:
        if not self._focus.knows():
            return True
        current = self._focus.current()
        return current is not None and job.target is not None and current.handle == job.target.handle

    def _go_on(self, job: _Job) -> bool:
        with self._changed:
            if self._stopping or job.number in self._dropped:
                return False
        return self._in_front(job)

    def _insert(self, job: _Job) -> bool:
        """Inserts a job; False if the window lost the focus in between (then the rest is queued again)."""
        application = job.target.application if job.target else ""
        job.text = job.text.replace("\r\n", "\n")  # one key press; typists count characters
        if job.text:
            method = decide_method(
                application,
                setting=self.settings.method,
                overrides=dict(self.settings.overrides),
                system=self._system,
                direct=self._typist.can_type_directly(job.text),
            )
            self._free_modifiers(job)
            count = self._paste(job, method) if method.kind == "paste" else self._type(job)
            if count < len(job.text):
                job.text = job.text[count:]
                self._put_back(job)
                return False
            job.text = ""
        if job.enter:
            if not self._go_on(job):
                self._put_back(job)
                return False
            self._free_modifiers(job)
            self._typist.press("enter")
        return True

    def _free_modifiers(self, job: _Job) -> None:
        """Text typed under Ctrl or Alt would be shortcuts: waits for the user's fingers, then lets go for them.

        While the hotkey of a running dictation is held there is nothing to wait for.
        """
        end = self._clock() + RELEASE_LIMIT_S
        while self._typist.modifiers_held():
            if self._held() or self._clock() > end:
                self._typist.lift()
                return
            time.sleep(0.01)

    def _type(self, job: _Job) -> int:
        return self._typist.type_text(job.text, lambda: self._go_on(job))

    def _paste(self, job: _Job, method: Method) -> int:
        """Characters pasted: all or none. Raises TypingError when the window does not take the text."""
        taken = self._pasteboard.offer(job.text, primary=method.primary)
        if taken is None:
            raise TypingError("clipboard-busy")
        if taken.wait(MANAGER_S):
            time.sleep(MANAGER_S)  # it may ask for several forms
        if not self._go_on(job):
            self._pasteboard.give_back()
            return 0
        taken.clear()
        try:
            self._typist.press(method.chord)
        except TypingError:
            self._pasteboard.keep()
            raise
        if not taken.wait(TAKEN_TIMEOUT_S):
            self._pasteboard.keep()
            raise TypingError("not-taken")
        self._pasteboard.give_back()
        return len(job.text)

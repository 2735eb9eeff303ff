"""Puts dictated text into the window it was meant for, from a thread of its own: nothing on screen waits for keys.

The rules are in `insertion_plan`. The thread keeps one queue; text for a window that has lost the focus waits, or the
window is brought back, as set; it never goes into another one. What cannot be inserted is handed back, word for word.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.dictation.insertion_plan import (
    LONGEST_QUIET_S,
    REMEMBERED,
    Delivery,
    Facts,
    Method,
    decide_delivery,
    decide_methods,
    expected_readings,
    must_wait_for_release,
    quiet_s,
)
from app.typing.typist import Focus, Read, Readings, TypingError, Typist, Window

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


class Pasteboard(Protocol):
    """The clipboard, lent for a moment. Called from the insertion thread; answers by events."""

    def offer(self, text: str, *, primary: bool) -> Readings | None:
        """Puts text on the clipboard and gives what notes the programs that read it; None if it cannot."""

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
        down_s: Callable[[], float | None] = lambda: None,
        up_s: Callable[[], float | None] = lambda: None,
        input_method: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = InsertSettings()
        self._typist = typist
        self._focus = focus
        self._pasteboard = pasteboard
        self._system = system
        self._held = held
        self._down_s = down_s
        self._up_s = up_s
        self._input_method = input_method
        self._on_done = on_done
        self._on_failed = on_failed
        self._on_waiting = on_waiting
        self._clock = clock
        self._jobs: list[_Job] = []
        self._dropped: set[int] = set()
        self._waiting: set[int] = set()
        self._habit_of = 0  # a window, and how it read the clipboard for its last pastes
        self._habit: deque[Read] = deque(maxlen=REMEMBERED)
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
        if must_wait_for_release(
            sees_modifiers=self._typist.sees_modifiers,
            holding=self._held(),
            down_s=self._down_s(),
            up_s=self._up_s(),
        ):
            return False
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
        """Asked right before every group of keys: the user may have pressed one, or gone elsewhere, since the last."""
        self._free_modifiers()
        with self._changed:
            if self._stopping or job.number in self._dropped:
                return False
        return self._in_front(job)

    def _insert(self, job: _Job) -> bool:
        """Inserts a job; False if the window lost the focus in between (then the rest is queued again)."""
        application = job.target.application if job.target else ""
        job.text = job.text.replace("\r\n", "\n")  # one key press; typists count characters
        if job.text:
            count = self._put(job, self._methods(application, job.text))
            if count < len(job.text):
                job.text = job.text[count:]
                self._put_back(job)
                return False
            job.text = ""
        if job.enter:
            if not self._go_on(job):
                self._put_back(job)
                return False
            self._typist.press("enter")
        return True

    def _free_modifiers(self) -> None:
        """Text typed under Ctrl or Alt would be shortcuts: waits for the user's fingers, then lets go for them.

        While the hotkey of a running dictation is held there is nothing to wait for.
        """
        end = self._clock() + RELEASE_LIMIT_S
        while self._typist.modifiers_held():
            if self._held() or self._clock() > end:
                self._typist.lift()
                return
            time.sleep(0.01)

    def _methods(self, application: str, text: str) -> tuple[Method, ...]:
        facts = Facts(
            application,
            self._system,
            typeable=self._typist.can_type(text),
            direct=self._typist.can_type_directly(text),
            input_method=self._input_method(),
        )
        return decide_methods(facts, setting=self.settings.method, overrides=dict(self.settings.overrides))

    def _put(self, job: _Job, methods: tuple[Method, ...]) -> int:
        """Characters inserted, by the first method that is available. Raises TypingError."""
        for method in methods:
            if method.kind == "type":
                return self._typist.type_text(job.text, lambda: self._go_on(job))
            readings = self._pasteboard.offer(job.text, primary=method.primary)
            if readings is not None:
                return self._paste(job, method, readings)
        raise TypingError("no-way")

    def _paste(self, job: _Job, method: Method, readings: Readings) -> int:
        """Characters pasted: all or none. Raises TypingError when the window does not take the text."""
        if readings.wait(MANAGER_S):
            time.sleep(MANAGER_S)  # it may ask for several forms
        if not self._go_on(job):
            self._pasteboard.give_back()
            return 0
        readings.clear()
        try:
            self._typist.press(method.chord)
        except TypingError:
            self._pasteboard.keep()
            raise
        if not readings.wait(TAKEN_TIMEOUT_S):
            self._pasteboard.keep()
            raise TypingError("not-taken")
        # Where the system does not tell which window has the focus, a dictation most likely stays in one.
        window = job.target.handle if job.target else -job.number
        if self._habit_of != window:
            self._habit_of = window
            self._habit.clear()
        habit = tuple(self._habit)
        read = readings.wait_until_quiet(
            lambda slowest_s: quiet_s(slowest_s, habit), LONGEST_QUIET_S, expected=expected_readings(habit)
        )
        self._habit.append(read)
        self._pasteboard.give_back()
        return len(job.text)

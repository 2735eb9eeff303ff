"""The thread that owns the history database for writing.

Given operations in order, it applies them in batches, one transaction each, at most four a second: a committed delta is
on disk within a second, and nobody waits for the disk. When a batch cannot be written (disk full, folder read-only)
it is kept, the user is told once, and it is tried again; captions continue meanwhile. A damaged file is set aside.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.history import schema as store_schema
from app.history.recorder import Recorder, RecorderState
from app.history.wipe import Wiper

log = logging.getLogger(__name__)

BATCH_S = 0.25
"""Least time between two commits; with the commit itself this bounds what a killed process loses."""
RETRY_S = 2.0
MAX_WAITING = 50_000
"""Operations kept while the disk cannot be written: about four hours of speech."""

Action = Callable[[Recorder], object]


@dataclass(frozen=True)
class Operation:
    """`seen`: the history looks different afterwards. `urgent`: not to wait for the next batch."""

    action: Action
    seen: bool = False
    urgent: bool = False


class StoreWriter:
    """Attributes:
    path: of the database.

    The three callbacks are called on the writer's thread: `on_changed()` after a batch that changes what history shows,
    `on_problem(kind, detail)` once for each trouble with kind "unwritable", "damaged", "newer" (nothing will be
    written) or "overflow", and `on_recovered(lost)` when writing works again; `lost`: something was left out meanwhile.
    """

    def __init__(
        self,
        path: Path,
        *,
        on_changed: Callable[[], None],
        on_problem: Callable[[str, str], None],
        on_recovered: Callable[[bool], None],
    ) -> None:
        self.path = path
        self._on_changed = on_changed
        self._on_problem = on_problem
        self._on_recovered = on_recovered
        self._waiting: deque[Operation] = deque()
        self._wake = threading.Condition()
        self._idle = threading.Event()
        self._idle.set()
        self._stopping = False
        self._recorder: Recorder | None = None
        self._state = RecorderState()
        self._trouble = ""
        self._overflowed = False
        self._wiper = Wiper()
        self._refused = False
        self._thread: threading.Thread | None = None

    # --- for the other threads

    def open(self) -> bool:
        """Opens the database before the thread runs, so that the caller may read at once; False if it cannot be."""
        return self._thread is not None or self._ensure_open() is not None

    def put(self, action: Action, *, seen: bool = False, urgent: bool = False) -> None:
        """Adds an operation; never waits for the disk. Starts the thread if it is not running."""
        with self._wake:
            if len(self._waiting) >= MAX_WAITING and not urgent:
                overflowed, self._overflowed = not self._overflowed, True
            else:
                overflowed = False
                self._waiting.append(Operation(action, seen, urgent))
                self._idle.clear()
            if self._thread is None and not self._stopping:
                self._thread = threading.Thread(target=self._run, name="history", daemon=True)
                self._thread.start()
            self._wake.notify()
        if overflowed:
            self._on_problem("overflow", "")

    @property
    def unsaved(self) -> bool:
        """Whether something waits that could not be written."""
        return self._trouble == "unwritable" and not self._idle.is_set()

    def wait_idle(self, timeout_s: float) -> bool:
        """Until everything given so far is on disk and wiped; False when that takes longer."""
        with self._wake:
            for operation in list(self._waiting)[-1:]:
                self._waiting[-1] = Operation(operation.action, operation.seen, True)
            self._wake.notify()
        return self._idle.wait(timeout_s)

    def stop(self, timeout_s: float) -> bool:
        """Writes what is waiting and closes the file; False if that did not end in time."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread is None:
            self._close()
            return True
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    # --- the thread

    def _run(self) -> None:
        last_commit_s = -BATCH_S
        while True:
            with self._wake:
                if not self._waiting and not self._stopping and not self._wiper.busy:
                    self._idle.set()
                    self._wake.wait()
                pause_s = last_commit_s + BATCH_S - time.monotonic()
                deadline_s = time.monotonic() + pause_s
                while pause_s > 0 and not self._stopping and not self._is_urgent():
                    self._wake.wait(pause_s)
                    pause_s = deadline_s - time.monotonic()
                stopping = self._stopping
                batch = list(self._waiting)
                self._waiting.clear()
            if batch:
                if self._write(batch):
                    last_commit_s = time.monotonic()
                elif stopping:
                    log.error("%d history operations could not be written", len(batch))
                    break
                else:
                    with self._wake:
                        self._waiting.extendleft(reversed(batch))
                        self._wake.wait_for(lambda: self._stopping, RETRY_S)
            elif self._wiper.busy:
                self._wipe()
            elif stopping:
                break
        self._close()
        self._idle.set()

    def _is_urgent(self) -> bool:
        return any(operation.urgent for operation in self._waiting)

    def _ensure_open(self) -> Recorder | None:
        if self._recorder is None:
            try:
                connection = store_schema.open_for_writing(self.path)
            except store_schema.NewerVersionError as error:
                self._refused = True
                self._report("newer", str(error))
            except sqlite3.Error as error:
                if not store_schema.is_damage(error) or not self._set_aside(error):
                    self._report("unwritable", str(error))
                    return None
                return self._ensure_open()
            except OSError as error:
                self._report("unwritable", error.strerror or str(error))
            else:
                self._recorder = Recorder(connection, self._state)
                self._wiper.tidy()
        return self._recorder

    def _write(self, batch: list[Operation]) -> bool:
        """One transaction with the whole batch. False: nothing of it was written."""
        recorder = self._ensure_open()
        if recorder is None:
            return self._refused
        before = recorder.state.copy()
        try:
            recorder.connection.execute("BEGIN IMMEDIATE")
            for operation in batch:
                operation.action(recorder)
            recorder.connection.execute("COMMIT")
        except sqlite3.Error as error:
            recorder.state = before
            self._roll_back(recorder)
            if store_schema.is_damage(error):
                self._state = RecorderState(new=before.new)
                self._close()
                self._set_aside(error)
            else:
                self._report("unwritable", str(error))
            return False
        self._state = recorder.state
        if self._trouble:
            self._trouble = ""
            self._on_recovered(self._overflowed)
        self._overflowed = False
        if recorder.deleted:
            recorder.deleted = False
            self._wiper.begin()
        if any(operation.seen for operation in batch):
            self._on_changed()
        return True

    def _roll_back(self, recorder: Recorder) -> None:
        if not recorder.connection.in_transaction:
            return
        try:
            recorder.connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            log.warning("history: roll back failed: %s", error)
            self._state = recorder.state
            self._close()

    def _wipe(self) -> None:
        if self._recorder is None:
            return
        try:
            if self._wiper.step(self._recorder):
                return
            if not self._stopping:
                time.sleep(0.02)
                return
            log.warning("history: the log could not be emptied, another connection reads it")
        except sqlite3.Error as error:  # deletions are on record; the next start continues with them
            log.warning("history: deleted text could not be wiped yet: %s", error)
        self._wiper = Wiper()

    def _set_aside(self, error: sqlite3.Error) -> bool:
        try:
            kept = store_schema.set_aside(self.path)
        except OSError as rename_error:
            log.error("history is damaged (%s) and could not be set aside: %s", error, rename_error)
            return False
        log.error("history is damaged (%s); kept as %s", error, kept)
        self._on_problem("damaged", kept.name)
        return True

    def _report(self, kind: str, detail: str) -> None:
        log.warning("history: %s: %s", kind, detail)
        if self._trouble != kind:
            self._trouble = kind
            self._on_problem(kind, detail)

    def _close(self) -> None:
        if self._recorder is not None:
            try:
                self._recorder.connection.close()
            except sqlite3.Error as error:
                log.warning("history could not be closed: %s", error)
            self._recorder = None

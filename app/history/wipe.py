"""Taking deleted text out of the files, in short steps between writes: lines, search index, free pages, log.

A deletion first only hides sessions (`session.deleted`); their rows go last of all, so that a run that was killed
in between is continued by the next one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from enum import Enum, auto

from app.history.recorder import Recorder


class Stage(Enum):
    """What is to be done next."""

    LINES = auto()
    INDEX_BEGIN = auto()
    INDEX = auto()
    SESSIONS = auto()
    FREE_PAGES = auto()
    LOG = auto()
    DONE = auto()


class Wiper:
    """Attributes:
    stage: where the wiping stands; DONE when there is nothing to do.
    """

    def __init__(self) -> None:
        self.stage = Stage.DONE

    @property
    def busy(self) -> bool:
        return self.stage is not Stage.DONE

    def begin(self) -> None:
        """Something was deleted."""
        self.stage = Stage.LINES

    def tidy(self) -> None:
        """The file was opened: a killed run may have left a log with deleted pages."""
        self.stage = Stage.LOG

    def step(self, recorder: Recorder) -> bool:
        """Some 50 ms of work, outside of any transaction. False: a reader is in the way, try again in a moment.

        Raises sqlite3.Error.
        """
        connection, stages = recorder.connection, list(Stage)
        match self.stage:
            case Stage.LINES:
                finished = not _in_transaction(recorder, recorder.purge_lines)
            case Stage.INDEX_BEGIN:
                _merge(connection, -200)
                finished = True
            case Stage.INDEX:
                finished = not _merge(connection, 200)
            case Stage.SESSIONS:
                _in_transaction(recorder, recorder.purge_sessions)
                finished = True
            case Stage.FREE_PAGES:
                connection.execute("PRAGMA incremental_vacuum(200)").fetchall()
                finished = connection.execute("PRAGMA freelist_count").fetchone()[0] == 0
            case Stage.LOG:  # it still holds pages as they were before
                finished = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
                if not finished:
                    return False
            case Stage.DONE:
                return True
        if finished:
            self.stage = stages[stages.index(self.stage) + 1]
        return True


def _in_transaction(recorder: Recorder, action: Callable[[], bool]) -> bool:
    recorder.connection.execute("BEGIN IMMEDIATE")
    try:
        result = action()
        recorder.connection.execute("COMMIT")
    except sqlite3.Error:
        if recorder.connection.in_transaction:
            recorder.connection.execute("ROLLBACK")
        raise
    return result


def _merge(connection: sqlite3.Connection, pages: int) -> bool:
    """One step of rewriting the search tables without what was deleted; False when nothing is left to rewrite.

    A negative number begins a merge of everything (https://sqlite.org/fts5.html#the_merge_command).
    """
    left = False
    for table in ("line_fts", "line_short"):
        before = connection.total_changes
        connection.execute(f"INSERT INTO {table}({table}, rank) VALUES ('merge', ?)", (pages,))
        left = left or connection.total_changes - before >= 2
    return left

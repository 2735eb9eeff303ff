"""The history database on disk: tables, versions, file modes, and what to do with a file that cannot be used.

One SQLite file in write-ahead mode. `line.shown` is what was on screen, `line.final` the model's final transcript,
`delta` holds each committed piece with its audio times. A line is indexed when it is finished; until then `folded` is
NULL. A session that is `deleted` is on its way out, line by line. Files are readable by their owner only.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from inference.files import move_into_place

FILE_NAME = "history.db"
VERSION = 2

_CREATE = """
CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL DEFAULT '',
    started_s REAL NOT NULL,
    ended_s REAL,
    active_s REAL NOT NULL,
    source TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    model TEXT NOT NULL DEFAULT '',
    preview TEXT NOT NULL DEFAULT '',
    n_lines INTEGER NOT NULL DEFAULT 0,
    audio_s REAL NOT NULL DEFAULT 0,
    deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX session_open ON session(id) WHERE ended_s IS NULL;
CREATE INDEX session_deleted ON session(id) WHERE deleted;
CREATE TABLE line (
    id INTEGER PRIMARY KEY,
    session_id INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE,
    start_s REAL NOT NULL,
    end_s REAL NOT NULL,
    wall_s REAL NOT NULL,
    language TEXT,
    shown TEXT NOT NULL,
    final TEXT,
    diverged INTEGER NOT NULL DEFAULT 0,
    folded TEXT,
    speaker TEXT NOT NULL DEFAULT ''
);
CREATE INDEX line_session ON line(session_id, id);
CREATE INDEX line_open ON line(id) WHERE folded IS NULL;
CREATE TABLE delta (
    id INTEGER PRIMARY KEY,
    line_id INTEGER NOT NULL REFERENCES line(id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    start_s REAL NOT NULL,
    end_s REAL NOT NULL
);
CREATE INDEX delta_line ON delta(line_id, id);
"""

_CREATE_INDEX = """
CREATE VIRTUAL TABLE line_fts USING fts5(folded, content='line', content_rowid='id', tokenize='trigram');
CREATE VIRTUAL TABLE line_short USING fts5(grams, content='', tokenize='ascii', detail='none', columnsize=0);
"""


class StoreError(Exception):
    """History cannot be used; the text is a message for the user."""


class NewerVersionError(StoreError):
    """The file was written by a later version of the program; it is left as it is."""


def _create(connection: sqlite3.Connection) -> None:
    for statement in filter(str.strip, (_CREATE + _CREATE_INDEX).split(";")):
        connection.execute(statement)


def start_empty(connection: sqlite3.Connection) -> None:
    """All tables anew, in place of those that are there. Runs in the caller's transaction."""
    for table in ("line_fts", "line_short", "delta", "line", "session"):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    _create(connection)


def _add_speakers(connection: sqlite3.Connection) -> None:
    """1 to 2: who spoke. A new file was made with the column."""
    if "speaker" not in {row[1] for row in connection.execute("PRAGMA table_info(line)")}:
        connection.execute("ALTER TABLE line ADD COLUMN speaker TEXT NOT NULL DEFAULT ''")


MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {0: _create, 1: _add_speakers}
"""For each version: what takes a file of that version to the next. Version 0 is an empty file."""


def migrate(
    connection: sqlite3.Connection,
    steps: dict[int, Callable[[sqlite3.Connection], None]] = MIGRATIONS,
    version: int = VERSION,
) -> None:
    """Takes the file to `version`, each step in one transaction: a step that is cut short has not happened.

    Raises NewerVersionError, or sqlite3.Error as it comes.
    """
    while (found := connection.execute("PRAGMA user_version").fetchone()[0]) != version:
        if found > version:
            raise NewerVersionError("The history was written by a newer version of the program and is left as it is.")
        connection.execute("BEGIN IMMEDIATE")
        try:
            steps[found](connection)
            connection.execute(f"PRAGMA user_version = {found + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def open_for_writing(path: Path) -> sqlite3.Connection:
    """The database, made if it is not there, at the current version; usable from any one thread at a time.

    Every commit is forced to disk (`synchronous=FULL`): the writer makes at most four a second.
    Raises NewerVersionError, OSError or sqlite3.Error.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with contextlib.suppress(OSError):  # a file system without modes, or a file of someone else's that we may write
        path.chmod(0o600)
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    try:
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute(f"PRAGMA journal_size_limit = {4 << 20}")
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection | None:
    """A connection that cannot change anything, for the thread that opens it; None where there is no history yet.

    Raises sqlite3.Error.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return None
    connection = sqlite3.connect(path, isolation_level=None, timeout=0.2)
    try:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
        if connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            connection.close()
            return None
    except BaseException:
        connection.close()
        raise
    return connection


def is_damage(error: sqlite3.Error) -> bool:
    """The file itself is broken: trying again will not help."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def set_aside(path: Path) -> Path:
    """Moves a damaged database out of the way, under a name that tells when. Raises OSError."""
    kept = path.with_name(f"{path.name}.broken-{time.strftime('%Y%m%d-%H%M%S')}")
    move_into_place(path, kept)
    for suffix in ("-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            move_into_place(path.with_name(path.name + suffix), kept.with_name(kept.name + suffix))
    return kept

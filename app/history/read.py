"""What history answers: sessions, their lines, and searches. Given a read-only connection of the calling thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.history.search_text import Range, contains_all, gram, snippet, terms
from app.transcript.cues import Piece, TimedLine


@dataclass(frozen=True)
class Session:
    """Attributes:
    title: given by the user, "" if none.
    started_s: Unix time of the first words.
    ended_s: None while it runs, or after the program was killed in it.
    active_s: Unix time of the last words.
    audio_s: session time of the last words.
    preview: its first words.
    """

    id: int
    title: str
    started_s: float
    ended_s: float | None
    active_s: float
    source: str
    language: str
    model: str
    preview: str
    n_lines: int
    audio_s: float


@dataclass(frozen=True)
class Hit:
    """One line that a search found.

    Attributes:
        snippet: the part of the line around the first match.
        ranges: the matches in `snippet`, as ranges of code points.
        start_s: session time of the line.
    """

    session: Session
    line: int
    start_s: float
    snippet: str
    ranges: tuple[Range, ...]


_SESSION = "id, title, started_s, ended_s, active_s, source, language, model, preview, n_lines, audio_s"


def sessions(connection: sqlite3.Connection) -> list[Session]:
    """Newest first."""
    rows = connection.execute(f"SELECT {_SESSION} FROM session WHERE n_lines > 0 AND NOT deleted ORDER BY id DESC")
    return [Session(*row) for row in rows]


def session(connection: sqlite3.Connection, session_id: int) -> Session | None:
    row = connection.execute(f"SELECT {_SESSION} FROM session WHERE id = ? AND NOT deleted", (session_id,)).fetchone()
    return Session(*row) if row else None


def unfinished(connection: sqlite3.Connection, running: int | None) -> Session | None:
    """The newest session that neither ended nor runs: the program was killed in it."""
    row = connection.execute(
        f"SELECT {_SESSION} FROM session WHERE ended_s IS NULL AND id IS NOT ? AND n_lines > 0 AND NOT deleted"
        f" ORDER BY id DESC"
        f" LIMIT 1",
        (running,),
    ).fetchone()
    return Session(*row) if row else None


def lines(
    connection: sqlite3.Connection, session_id: int, after_line: int = 0, limit: int | None = None
) -> list[TimedLine]:
    """Lines of a session in order, with their pieces; those after line `after_line` only, at most `limit`, if given."""
    rows = connection.execute(
        "SELECT id, shown, start_s, end_s, final, language, diverged, wall_s, speaker FROM line"
        " WHERE session_id = ? AND id > ? ORDER BY id LIMIT ?",
        (session_id, after_line, -1 if limit is None else limit),
    ).fetchall()
    if not rows:
        return []
    pieces: dict[int, list[Piece]] = {}
    deltas = connection.execute(
        "SELECT line.id, delta.text, delta.start_s, delta.end_s FROM line JOIN delta ON delta.line_id = line.id"
        " WHERE session_id = ? AND line.id > ? AND line.id <= ? ORDER BY line.id, delta.id",
        (session_id, after_line, rows[-1][0]),
    )
    for line_id, text, start_s, end_s in deltas:
        pieces.setdefault(line_id, []).append(Piece(text, start_s, end_s))
    return [
        TimedLine(
            shown, start_s, end_s, final, language, tuple(pieces.get(key, ())), bool(diverged), wall_s, key, speaker
        )
        for key, shown, start_s, end_s, final, language, diverged, wall_s, speaker in rows
    ]


def search(connection: sqlite3.Connection, query: str, limit: int, mask: Callable[[str], str] = str) -> list[Hit]:
    """Lines that hold every term of `query` anywhere in them, newest first, at most `limit`.

    Terms of three characters and more are answered by a trigram index, shorter ones by an index of all runs of one
    and two characters, lines that are not finished by looking at them. `mask` gives a text as it is shown.
    """
    wanted = terms(query)
    if not wanted or limit <= 0:
        return []
    found = _open_lines(connection, wanted) + _indexed_lines(connection, wanted, limit)
    hits: list[Hit] = []
    known: dict[int, Session] = {}
    for line_id, session_id, start_s, shown, final in sorted(found, reverse=True)[:limit]:
        if session_id not in known:
            of_line = session(connection, session_id)
            if of_line is None:
                continue
            known[session_id] = of_line
        text = shown if final is None or not contains_all(final, wanted) else final
        part, ranges = snippet(text, wanted, mask=mask)
        hits.append(Hit(known[session_id], line_id, start_s, part, tuple(ranges)))
    return hits


_Row = tuple[int, int, float, str, str | None]
_LINE = "id, session_id, start_s, shown, final"


def _open_lines(connection: sqlite3.Connection, wanted: Sequence[str]) -> list[_Row]:
    rows = connection.execute(f"SELECT {_LINE} FROM line WHERE folded IS NULL").fetchall()
    return [row for row in rows if contains_all(row[3], wanted)]


def _indexed_lines(connection: sqlite3.Connection, wanted: Sequence[str], limit: int) -> list[_Row]:
    long = " AND ".join('"' + term.replace('"', '""') + '"' for term in wanted if len(term) >= 3)
    short = " AND ".join(gram(term) for term in wanted if len(term) < 3)
    if long and short:
        sources = "line_fts WHERE line_fts MATCH ? AND rowid IN (SELECT rowid FROM line_short WHERE line_short MATCH ?)"
        values: tuple[str, ...] = (long, short)
    elif long:
        sources, values = "line_fts WHERE line_fts MATCH ?", (long,)
    else:
        sources, values = "line_short WHERE line_short MATCH ?", (short,)
    return connection.execute(
        f"SELECT {_LINE} FROM line WHERE id IN (SELECT rowid FROM {sources} ORDER BY rowid DESC LIMIT ?) ORDER"
        f" BY id DESC",
        (*values, limit),
    ).fetchall()

"""What is written to the history database, statement by statement: sessions, committed pieces, finished lines,
deletions.

Given an open connection; knows nothing of threads or Qt. Every method runs inside the caller's transaction. What the
recorder remembers between calls is in `state`, so that the caller can put it back when a transaction fails. A second
program may have the same history open, and may have finished or deleted what this one is writing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.base.events import CommittedLine, FinalLine
from app.history.schema import start_empty
from app.history.search_text import fold, grams

PREVIEW_LENGTH = 160
PURGE_LINES = 200
"""Lines deleted in one go, some 50 ms."""


@dataclass(frozen=True)
class NewSession:
    """What is known of a session when it begins."""

    source: str = ""
    language: str = ""
    model: str = ""
    title: str = ""


@dataclass
class RecorderState:
    """Attributes:
    new: the session that records, None when none does.
    session_id: its row, None until something was said.
    open_lines: utterance -> row of its line.
    dropped: running utterances whose text was deleted; the rest of them is not kept either.
    recordings: recording that is being transcribed -> row of its session, 0 once that was deleted.
    """

    new: NewSession | None = None
    session_id: int | None = None
    open_lines: dict[int, int] = field(default_factory=dict)
    dropped: set[int] = field(default_factory=set)
    recordings: dict[int, int] = field(default_factory=dict)

    def copy(self) -> RecorderState:
        return replace(
            self,
            open_lines=dict(self.open_lines),
            dropped=set(self.dropped),
            recordings=dict(self.recordings),
        )


class Recorder:
    """Attributes:
    state: see `RecorderState`.
    deleted: something was deleted since this was last set to False; its traces are still to be wiped.
    """

    def __init__(self, connection: sqlite3.Connection, state: RecorderState | None = None) -> None:
        self.connection = connection
        self.state = state or RecorderState()
        self.deleted = False

    # --- a session as it happens

    def begin_session(self, new: NewSession, wall_s: float) -> None:
        """Ends the running session, if any, and makes ready for `new`; its row appears with its first words."""
        self.end_session(wall_s)
        self.state.new = new

    def end_session(self, wall_s: float) -> None:
        """Closes the running session. A line without its final keeps what was committed."""
        if self.state.session_id is not None:
            self.close_session(self.state.session_id, wall_s)
        self.state = RecorderState(recordings=self.state.recordings)

    def close_session(self, session_id: int, wall_s: float | None = None) -> None:
        """Marks a session as over, at its last sign of life if no time is given."""
        self._finish_open_lines(session_id)
        self.connection.execute(
            "UPDATE session SET ended_s = COALESCE(?, active_s) WHERE id = ? AND ended_s IS NULL", (wall_s, session_id)
        )

    def add_committed(self, line: CommittedLine, wall_s: float, speaker: str = "") -> None:
        """A piece of a line; `speaker` is who said it, as `app.base.sides.speaker_words` reads it."""
        state = self.state
        if state.new is None or line.utterance_id in state.dropped or not line.text:
            return
        start_s, end_s = line.start_s, line.end_s
        row = state.open_lines.get(line.utterance_id)
        if row is None:
            row = self._add_line(line, line.text, wall_s, speaker)
            preview = " " + line.text
        else:
            preview = line.text
            updated = self.connection.execute(
                "UPDATE line SET shown = shown || ?, end_s = MAX(end_s, ?), language = COALESCE(?, language)"
                " WHERE id = ?",
                (line.text, end_s, line.language, row),
            )
            if not updated.rowcount:
                del state.open_lines[line.utterance_id]
                state.dropped.add(line.utterance_id)
                return
        self.connection.execute(
            "INSERT INTO delta(line_id, text, start_s, end_s) VALUES (?, ?, ?, ?)", (row, line.text, start_s, end_s)
        )
        self._touch(self.state.session_id, end_s, wall_s, preview)

    def add_final(self, line: FinalLine, wall_s: float, speaker: str = "") -> None:
        state = self.state
        if state.new is None or line.utterance_id in state.dropped:
            state.dropped.discard(line.utterance_id)
            return
        row = state.open_lines.pop(line.utterance_id, None)
        if row is None and not line.shown.strip():
            return
        start_s, end_s = line.start_s, line.end_s
        preview = line.remainder
        if row is None:
            row = self._add_line(line, line.shown, wall_s, speaker)
            preview = " " + line.shown
            del state.open_lines[line.utterance_id]
        self.connection.execute(
            "UPDATE line SET shown = ?, final = ?, diverged = ?, start_s = ?, end_s = MAX(end_s, ?),"
            " language = COALESCE(?, language) WHERE id = ?",
            (line.shown, line.text, line.diverged, start_s, end_s, line.language, row),
        )
        self._index(row, line.shown, line.text)
        self._touch(self.state.session_id, end_s, wall_s, preview)

    # --- recordings, each a session of its own beside the one that runs

    def add_recorded(self, recording: int, new: NewSession, line: FinalLine, wall_s: float) -> None:
        """A line of a recording; its session appears with the first of them."""
        if not line.shown.strip():
            return
        recordings = self.state.recordings
        if recording not in recordings:
            recordings[recording] = self._insert_session(new, wall_s)
        session_id = recordings[recording]
        if not session_id:
            return
        row = self._insert_line(session_id, line, line.shown, 0.0, "")
        self.connection.execute("UPDATE line SET final = ? WHERE id = ?", (line.text, row))
        self._index(row, line.shown, line.text)
        self._touch(session_id, line.end_s, wall_s, " " + line.shown)

    def end_recorded(self, recording: int, wall_s: float) -> None:
        """The recording is over."""
        if session_id := self.state.recordings.pop(recording, 0):
            self.close_session(session_id, wall_s)

    @property
    def _running(self) -> set[int | None]:
        """Sessions that something is still added to."""
        return {self.state.session_id, *self.state.recordings.values()}

    def finish_abandoned(self) -> None:
        """What a killed run left undone: indexes lines of sessions that do not run, continues with deletions."""
        self.deleted = self.connection.execute("SELECT 1 FROM session WHERE deleted LIMIT 1").fetchone() is not None
        rows = self.connection.execute("SELECT DISTINCT session_id FROM line WHERE folded IS NULL").fetchall()
        for (session_id,) in rows:
            if session_id not in self._running:
                self._finish_open_lines(session_id)

    def close_abandoned(self) -> None:
        """Ends every session that is open and does not run, at its last sign of life."""
        for (session_id,) in self.connection.execute("SELECT id FROM session WHERE ended_s IS NULL").fetchall():
            if session_id not in self._running:
                self.close_session(session_id)

    # --- what a user does to it

    def rename(self, session_id: int, title: str) -> None:
        self.connection.execute("UPDATE session SET title = ? WHERE id = ?", (title.strip(), session_id))

    def delete(self, session_ids: Sequence[int]) -> None:
        """Takes sessions out of sight; their lines go bit by bit (`store_wipe`), so that nothing waits for it.

        If the running one is among them, its next utterance starts a new row.
        """
        for session_id in session_ids:
            self.connection.execute(
                "UPDATE session SET deleted = 1, title = '', preview = '' WHERE id = ?", (session_id,)
            )
            if session_id == self.state.session_id:
                self._forget_running()
            for recording, of_session in self.state.recordings.items():
                if of_session == session_id:
                    self.state.recordings[recording] = 0
        self.deleted = True

    def delete_all(self) -> None:
        start_empty(self.connection)
        self._forget_running()
        self.state.recordings = dict.fromkeys(self.state.recordings, 0)
        self.deleted = True

    def purge_lines(self) -> bool:
        """Deletes some lines of a deleted session; False when there are none."""
        row = self.connection.execute(
            "SELECT id FROM session WHERE deleted AND EXISTS (SELECT 1 FROM line WHERE session_id = session.id) LIMIT 1"
        ).fetchone()
        if row is None:
            return False
        last = self.connection.execute(
            "SELECT MAX(id) FROM (SELECT id FROM line WHERE session_id = ? ORDER BY id LIMIT ?)", (row[0], PURGE_LINES)
        ).fetchone()[0]
        self._delete_lines("session_id = ? AND id <= ?", row[0], last)
        return True

    def purge_sessions(self) -> bool:
        """Deletes the rows of deleted sessions that have no lines left; False when there were none."""
        return (
            self.connection.execute(
                "DELETE FROM session WHERE deleted AND NOT EXISTS (SELECT 1 FROM line WHERE session_id = session.id)"
            ).rowcount
            > 0
        )

    def prune(self, before_s: float) -> int:
        """Deletes sessions that ended before `before_s` (Unix time), and such lines of one that still runs.

        Gives the number of sessions and lines that went.
        """
        rows = self.connection.execute(
            "SELECT id FROM session WHERE COALESCE(ended_s, active_s) < ? AND id IS NOT ? AND NOT deleted",
            (before_s, self.state.session_id),
        ).fetchall()
        if rows:
            self.delete([row[0] for row in rows])
        running = self.state.session_id
        lines = 0
        if running is not None:
            lines = self._delete_lines("session_id = ? AND wall_s < ? AND folded IS NOT NULL", running, before_s)
        if lines:
            self.connection.execute(
                "UPDATE session SET n_lines = (SELECT COUNT(*) FROM line WHERE session_id = session.id),"
                " preview = COALESCE((SELECT substr(shown, 1, ?) FROM line WHERE session_id = session.id ORDER"
                " BY id), '')"
                " WHERE id = ?",
                (PREVIEW_LENGTH, running),
            )
            self.deleted = True
        return len(rows) + lines

    # --- parts

    def _add_line(self, line: CommittedLine | FinalLine, text: str, wall_s: float, speaker: str) -> int:
        row = self._insert_line(self._session(wall_s), line, text, wall_s, speaker)
        self.state.open_lines[line.utterance_id] = row
        return row

    def _insert_line(
        self, session_id: int, line: CommittedLine | FinalLine, text: str, wall_s: float, speaker: str
    ) -> int:
        row = self.connection.execute(
            "INSERT INTO line(session_id, start_s, end_s, wall_s, language, shown, speaker) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (session_id, line.start_s, line.end_s, wall_s, line.language, text, speaker),
        ).lastrowid
        self.connection.execute("UPDATE session SET n_lines = n_lines + 1 WHERE id = ?", (session_id,))
        assert row is not None
        return row

    def _session(self, wall_s: float) -> int:
        state = self.state
        if state.session_id is not None:
            there = self.connection.execute("SELECT 1 FROM session WHERE id = ? AND NOT deleted", (state.session_id,))
            if there.fetchone() is None:
                self._forget_running()
        if state.session_id is None:
            state.session_id = self._insert_session(state.new or NewSession(), wall_s)
        return state.session_id

    def _insert_session(self, new: NewSession, wall_s: float) -> int:
        row = self.connection.execute(
            "INSERT INTO session(title, started_s, active_s, source, language, model) VALUES (?, ?, ?, ?, ?, ?)",
            (new.title, wall_s, wall_s, new.source, new.language, new.model),
        ).lastrowid
        assert row is not None
        return row

    def _touch(self, session_id: int | None, end_s: float, wall_s: float, text: str) -> None:
        self.connection.execute(
            "UPDATE session SET active_s = ?, audio_s = MAX(audio_s, ?),"
            " preview = CASE WHEN length(preview) < 80 THEN ltrim(substr(preview || ?, 1, ?)) ELSE preview END"
            " WHERE id = ?",
            (wall_s, end_s, text, PREVIEW_LENGTH, session_id),
        )

    def _finish_open_lines(self, session_id: int) -> None:
        rows = self.connection.execute(
            "SELECT id, shown, final FROM line WHERE session_id = ? AND folded IS NULL", (session_id,)
        ).fetchall()
        for row, shown, final in rows:
            self._index(row, shown, final)

    def _index(self, row: int, shown: str, final: str | None) -> None:
        before = self.connection.execute("SELECT folded FROM line WHERE id = ?", (row,)).fetchone()
        if before is None:
            return
        if before[0] is not None:
            self._unindex(row, before[0])
        folded = fold(shown) if final is None or final.strip() == shown.strip() else fold(f"{final}\n{shown}")
        self.connection.execute("UPDATE line SET folded = ? WHERE id = ?", (folded, row))
        self.connection.execute("INSERT INTO line_fts(rowid, folded) VALUES (?, ?)", (row, folded))
        self.connection.execute("INSERT INTO line_short(rowid, grams) VALUES (?, ?)", (row, grams(folded)))

    def _unindex(self, row: int, folded: str) -> None:
        """Takes a line out of the index, which must be told what it was given: other text damages it."""
        self.connection.execute("INSERT INTO line_fts(line_fts, rowid, folded) VALUES ('delete', ?, ?)", (row, folded))
        self.connection.execute(
            "INSERT INTO line_short(line_short, rowid, grams) VALUES ('delete', ?, ?)", (row, grams(folded))
        )

    def _delete_lines(self, where: str, *values: object) -> int:
        rows = self.connection.execute(
            f"SELECT id, folded FROM line WHERE {where} AND folded IS NOT NULL", values
        ).fetchall()
        for row, folded in rows:
            self._unindex(row, folded)
        return self.connection.execute(f"DELETE FROM line WHERE {where}", values).rowcount

    def _forget_running(self) -> None:
        self.state.session_id = None
        self.state.dropped |= set(self.state.open_lines)
        self.state.open_lines = {}

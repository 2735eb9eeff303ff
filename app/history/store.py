"""History: every session is stored as it happens, can be searched, and survives a killed process.

`HistoryStore` is what the rest of the program holds. It is given what the worker says (`CommittedLine`, `FinalLine`)
and hands every write to its own thread, so that the Qt thread never waits for the disk; reads are answered at once
from a second connection. Without a usable disk the captions continue and the user is told.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from app.base.events import CommittedLine, FinalLine
from app.base.listeners import Listeners
from app.base.settings import CaptionSettings, HistorySettings
from app.base.sides import speaker_of
from app.base.translation import translate
from app.history import read as store_read
from app.history import schema as store_schema
from app.history.read import Hit, Session
from app.history.recorder import NewSession, Recorder
from app.history.writer import Action, StoreWriter
from app.transcript.cues import TimedLine
from app.transcript.masking import Masks

__all__ = ["HistoryStore", "Hit", "NewSession", "Session"]

log = logging.getLogger(__name__)

DAY_S = 86400.0
PRUNE_EVERY_S = 3600.0
CLOSE_WAIT_S = 5.0
FILE_SOURCE = "file:"
"""A session whose source begins so is a recording; its name follows."""
T = TypeVar("T")
Post = Callable[[Callable[[], object]], None]


class HistoryStore:
    """The history of all sessions. Belongs to the thread that made it; call it from there.

    Attributes:
        folder: where `history.db` lies.
        changed: called when sessions or finished lines are not what they were; at most four times a second.
        notice: called with (message,) for the user; captions continue.
        trouble_changed: called when `trouble` is another.
    """

    def __init__(
        self,
        folder: Path,
        settings: HistorySettings,
        *,
        post: Post,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`post` may be called on any thread; it has what it is given called later, on the thread that owns the store."""
        self.changed: Listeners[()] = Listeners()
        self.notice: Listeners[str] = Listeners()
        self.trouble_changed: Listeners[()] = Listeners()
        self._trouble = ("", "")  # kind and detail of what lasts
        self.folder = folder
        self._path = folder / store_schema.FILE_NAME
        self._settings = settings
        self._clock = clock
        self._captions = CaptionSettings()
        self._masks = Masks({})
        self._new: NewSession | None = None
        self._private: set[int] = set()  # lines that began while nothing was stored
        self._recordings: dict[int, NewSession] = {}  # those that are being transcribed and stored
        self._n_recordings = 0
        self._recorded: dict[int, int] = {}  # recording -> its session; the writer's thread puts it there
        self._reader: sqlite3.Connection | None = None
        self._closed = False
        self._writer = StoreWriter(
            self._path,
            on_changed=lambda: post(self.changed.emit),
            on_problem=lambda kind, detail: post(lambda: self._tell_problem(kind, detail)),
            on_recovered=lambda lost: post(lambda: self._tell_recovered(lost)),
        )
        self._started = False

    @classmethod
    def open(cls, folder: Path, settings: HistorySettings, post: Post) -> HistoryStore:
        """The history in `folder`, which is made if need be. Never raises: trouble comes as a `notice` later.

        With `settings.store` off no file is made or written; what is there from before can still be read and deleted.
        """
        store = cls(folder, settings, post=post)
        if settings.store or store._path.exists():
            store._start()
        return store

    def __enter__(self) -> HistoryStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> bool:
        """Ends the running session, writes everything and closes the files; False if the disk took longer than 5 s."""
        if self._closed:
            return True
        for recording in list(self._recordings):
            self.end_recording(recording)
        self.end_session()
        self._closed = True
        self._close_reader()
        return self._writer.stop(CLOSE_WAIT_S)

    @property
    def unsaved(self) -> bool:
        """Whether something that was said is in memory only, since it could not be written."""
        return self._writer.unsaved

    def flush(self, timeout_s: float = 10.0) -> bool:
        """Waits until everything is on disk (tests, tools; never the window)."""
        return self._writer.wait_idle(timeout_s)

    @property
    def storing(self) -> bool:
        """What is said now goes into the history."""
        return self._settings.store

    @property
    def recording(self) -> bool:
        """A session is running and is being stored."""
        return self._new is not None and self.storing

    def set_settings(self, settings: HistorySettings) -> None:
        """Takes effect at once: with `store` switched off in a session nothing more of it is written."""
        before, self._settings = self._settings, settings
        if settings.store and not before.store:
            self._start()
            if self._new is not None:
                self._begin(self._new)
        elif before.store and not settings.store:
            wall_s = self._clock()
            self._writer.put(lambda recorder: recorder.end_session(wall_s), seen=True, urgent=True)
        if settings.keep_days != before.keep_days:
            self.prune()

    def set_names(self, captions: CaptionSettings) -> None:
        """How the sides are called from now on; see `app.base.sides`."""
        self._captions = captions

    def set_masked_words(self, lists: Mapping[str, str]) -> None:
        """Words that are masked in what is read from now on, by language, one a line. What is stored keeps them."""
        self._masks = Masks(lists)
        self.changed.emit()

    def masked(self, line: TimedLine) -> TimedLine:
        """A line as it is shown now."""
        return self._masks.line(line)

    # --- a session as it happens

    def begin_session(
        self,
        *,
        source: str = "",
        language: str = "",
        model: str = "",
    ) -> None:
        """From now on lines belong to a new session.

        A session appears in the history with its first words. A running session is ended; let its last utterance
        finish first, else its rest is not kept.
        """
        self._new = NewSession(source, language, model)
        if self.storing:
            self._begin(self._new)

    def add_committed(self, line: CommittedLine) -> None:
        """Stores a committed piece; on disk within a second. A line that began while nothing was stored stays out."""
        if not self.recording:
            self._private.add(line.utterance_id)
        elif line.utterance_id not in self._private:
            wall_s, speaker = self._clock(), speaker_of(line.side, self._captions)
            self._writer.put(lambda recorder: recorder.add_committed(line, wall_s, speaker))

    def add_final(self, line: FinalLine) -> None:
        """Stores the end of a line beside what was committed."""
        private = line.utterance_id in self._private
        self._private.discard(line.utterance_id)
        if self.recording and not private:
            wall_s, speaker = self._clock(), speaker_of(line.side, self._captions)
            self._writer.put(lambda recorder: recorder.add_final(line, wall_s, speaker), seen=True)

    def end_session(self) -> None:
        if self._new is not None and self.storing:
            wall_s = self._clock()
            self._writer.put(lambda recorder: recorder.end_session(wall_s), seen=True, urgent=True)
        self._new = None

    # --- recordings, beside the session

    def begin_recording(self, name: str, *, language: str = "", model: str = "") -> int:
        """From now on lines may be added of a recording, which becomes a session of its own with its name as the title.

        Returns its number; 0 if it is not to be stored.
        """
        if not self.recording:
            return 0
        self._n_recordings += 1
        self._recordings[self._n_recordings] = NewSession(FILE_SOURCE + name, language, model, name)
        return self._n_recordings

    def add_recorded(self, recording: int, line: FinalLine) -> None:
        """A line of a recording; on disk within a second."""
        new = self._recordings.get(recording)
        if new is None or not self.storing:
            return
        wall_s, recorded = self._clock(), self._recorded

        def add(recorder: Recorder) -> None:
            recorder.add_recorded(recording, new, line, wall_s)
            recorded[recording] = recorder.state.recordings.get(recording, 0)

        self._writer.put(add, seen=True)

    def end_recording(self, recording: int) -> None:
        if self._recordings.pop(recording, None) is not None:
            wall_s = self._clock()
            self._writer.put(lambda recorder: recorder.end_recorded(recording, wall_s), seen=True, urgent=True)

    def session_of(self, recording: int) -> int:
        """The session of a recording, 0 while it has no line on disk."""
        return self._recorded.get(recording, 0)

    def is_running(self, session: Session, newest: int) -> bool:
        """Something is still added to a session; `newest` is the last of those that are no recordings."""
        if session.ended_s is not None:
            return False
        if session.source.startswith(FILE_SOURCE):
            return any(self.session_of(recording) == session.id for recording in self._recordings)
        return self.recording and session.id == newest

    def unfinished_session(self) -> Session | None:
        """The session in which the program was killed, until `close_unfinished`.

        To be asked before this run's session begins.
        """
        return (
            self._read(lambda connection: store_read.unfinished(connection, None), None) if self._new is None else None
        )

    def close_unfinished(self) -> None:
        """The user has seen the offer: every session left open by earlier runs is ended at its last words."""
        self._change(lambda recorder: recorder.close_abandoned())

    # --- looking at it

    def sessions(self) -> list[Session]:
        """Newest first."""
        found: list[Session] = self._read(store_read.sessions, [])
        return [self._as_shown(session) for session in found]

    def session(self, session_id: int) -> Session | None:
        found = self._read(lambda connection: store_read.session(connection, session_id), None)
        return None if found is None else self._as_shown(found)

    def _as_shown(self, session: Session) -> Session:
        return replace(session, preview=self._masks.apply(session.preview)) if self._masks else session

    def lines(self, session_id: int, after_line: int = 0, limit: int | None = None) -> list[TimedLine]:
        """Lines of a session in order; `TimedLine.key` is the number that `after_line` and `Hit.line` speak of.

        `limit` keeps a long session from holding up the window: 1,000 lines take about 20 ms.
        """
        found: list[TimedLine] = self._read(
            lambda connection: store_read.lines(connection, session_id, after_line, limit), []
        )
        return [self._masks.line(line) for line in found]

    def read_apart(self, session_ids: Sequence[int]) -> list[list[TimedLine]]:
        """All lines of each of these sessions, for another thread than the window's: a day has ten thousand of them.

        Raises OSError for a history that cannot be read.
        """
        try:
            reader = store_schema.open_for_reading(self._path)
            if reader is None:
                return [[] for _ in session_ids]
            with closing(reader):
                masks = self._masks
                return [
                    [masks.line(line) for line in store_read.lines(reader, session_id)] for session_id in session_ids
                ]
        except sqlite3.Error as error:
            raise OSError(str(error)) from error

    def search(self, text: str, limit: int = 200) -> list[Hit]:
        """Lines that hold all words of `text`, anywhere in them and in any script, newest first."""
        hits: list[Hit] = self._read(
            lambda connection: store_read.search(connection, text, limit, self._masks.apply), []
        )
        return [replace(hit, session=self._as_shown(hit.session)) for hit in hits]

    # --- changing it; `changed` follows

    def rename(self, session_id: int, title: str) -> None:
        self._change(lambda recorder: recorder.rename(session_id, title))

    def delete(self, session_ids: Sequence[int]) -> None:
        """Deletes sessions for good and wipes their text from the files."""
        self._change(lambda recorder: recorder.delete(session_ids))

    def delete_all(self) -> None:
        """Deletes everything, also what was set aside as damaged; of a running session only what comes later is
        kept."""
        self._change(lambda recorder: recorder.delete_all())
        for leftover in self.folder.glob(f"{store_schema.FILE_NAME}.broken-*"):
            try:
                leftover.unlink()
            except OSError as error:
                log.warning("%s could not be deleted: %s", leftover.name, error)
                self.notice.emit(
                    translate("HistoryStore", "A damaged history file could not be deleted: {0}").format(leftover.name)
                )

    def prune(self) -> None:
        """Deletes what is older than the days in the settings; to be called every `PRUNE_EVERY_S` seconds."""
        if self._settings.keep_days > 0 and not self._closed and self._path.exists():
            before_s = self._clock() - self._settings.keep_days * DAY_S
            self._writer.put(lambda recorder: recorder.prune(before_s), seen=True)

    # --- parts

    def _start(self) -> None:
        if not self._started:
            self._started = True
            if self._writer.open():
                self._writer.put(lambda recorder: recorder.finish_abandoned())
                self.prune()

    def _change(self, action: Action) -> None:
        """Something a user does to the history; without any there is nothing to do, and no file is made for it."""
        if self._path.exists():
            self._writer.put(action, seen=True, urgent=True)

    def _begin(self, new: NewSession) -> None:
        wall_s = self._clock()
        self._writer.put(lambda recorder: recorder.begin_session(new, wall_s), seen=True)

    def _read(self, ask: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        try:
            if self._reader is None:
                self._reader = store_schema.open_for_reading(self._path)
            return nothing if self._reader is None else ask(self._reader)
        except (sqlite3.Error, OSError) as error:
            log.warning("history could not be read: %s", error)
            self._close_reader()
            self.notice.emit(translate("HistoryStore", "The history could not be read: {0}").format(error))
            return nothing

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    @property
    def trouble(self) -> str:
        """Why nothing is stored at the moment, for the user; "" while all is well."""
        kind, detail = self._trouble
        messages = {
            "unwritable": translate(
                "HistoryStore",
                "The history can't be saved ({0}). Captions continue, and new text is kept in memory until saving "
                "works again.",
            ),
            "newer": translate(
                "HistoryStore", "The history was written by a newer version of this program. Nothing new is saved."
            ),
            "overflow": translate(
                "HistoryStore", "The history could not be saved for a long time. What is said now is not saved."
            ),
        }
        return messages.get(kind, "").format(detail)

    def _tell_problem(self, kind: str, detail: str) -> None:
        self._close_reader()
        if kind == "damaged":
            message = translate(
                "HistoryStore", "The history file was damaged. It was kept as {0}, and a new history was started."
            )
            self.notice.emit(message.format(detail))
        else:
            self._trouble = (kind, detail)
            self.trouble_changed.emit()

    def _tell_recovered(self, lost: bool) -> None:
        self._trouble = ("", "")
        self.trouble_changed.emit()
        self.notice.emit(
            translate("HistoryStore", "History is saving again. Some earlier text could not be saved.")
            if lost
            else translate("HistoryStore", "History is saving again. Nothing was lost.")
        )

"""The queue of recordings: what waits, what is in work, what came of it. It lives as long as the program, with a window or not.

Given what recognises a piece and where lines are stored. One recording is in work at a time, on a thread of its own; whatever
waits for a disk is done on threads, too.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.base.events import FinalLine
from app.capture.file import tracks_of
from app.capture.ports import CaptureError, Samples
from app.engine.recordings import Opened, Over, RecordingNews, RecordingThread
from app.transcript.beside import recordings_in
from app.transcript.cues import TimedLine, gather
from app.ui.kit.relay import relay_to
from inference.options import StreamOptions

if TYPE_CHECKING:
    from inference.recognizer import Transcription

State = Literal["waiting", "working", "done", "failed", "cancelled"]
AnyIndex = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
RECORDING_ROLE = Qt.ItemDataRole.UserRole + 1
FILE, STATE, PROGRESS = range(3)
"""Columns."""


@dataclass(eq=False)
class Recording:
    """One recording of the queue.

    Attributes:
        number: which one, for as long as the program runs.
        track: which audio track is wanted, 0 for the main one.
        tracks: the language of each, () while the file has not been looked at.
        read: the track that is read, or was.
        seconds, done_s: its length, 0 while that is not known, and how much of it is done.
        problem: why it failed. note: what else is to be said of it.
        lines: what was recognised.
        stored: its number in the history, 0 if it is not stored.
    """

    number: int
    path: Path
    track: int = 0
    tracks: tuple[str, ...] = ()
    read: int = 0
    state: State = "waiting"
    seconds: float = 0.0
    done_s: float = 0.0
    problem: str = ""
    note: str = ""
    lines: list[FinalLine] = field(default_factory=list)
    stored: int = 0

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def over(self) -> bool:
        return self.state in ("done", "failed", "cancelled")

    @property
    def has_text(self) -> bool:
        return any(line.text for line in self.lines)


class Sink(Protocol):
    """Where lines are stored: `app.history.store.HistoryStore`."""

    def begin_recording(self, name: str, *, language: str = "", model: str = "") -> int: ...

    def add_recorded(self, recording: int, line: FinalLine) -> None: ...

    def end_recording(self, recording: int) -> None: ...

    def session_of(self, recording: int) -> int: ...


class RecordingQueue(QAbstractTableModel):
    """See the module. Everything is called on Qt's thread.

    Attributes:
        recordings: all of them, in order.

    Signals:
        progressed(): some recording is not what it was.
        all_done(): nothing waits and nothing is in work any more.
        notice(str): a message for the user.
    """

    progressed = Signal()
    all_done = Signal()
    notice = Signal(str)

    def __init__(
        self,
        submit: Callable[[Samples, StreamOptions], Future[Transcription]],
        options: Callable[[], StreamOptions],
        sink: Sink,
        host: Callable[[bool], None],
        parent: QObject | None = None,
        *,
        model: Callable[[], str] = lambda: "",
        mask: Callable[[TimedLine], TimedLine] = lambda line: line,
    ) -> None:
        """`submit` is called on threads, and may raise RecognizerError. `options` and the `model`'s name are asked for when
        a recording begins; `host` is told when the model is needed and when no longer; `mask` gives lines as they are
        shown."""
        super().__init__(parent)
        self.recordings: list[Recording] = []
        self._model, self._mask = model, mask
        self._submit, self._options, self._sink, self._host = submit, options, sink, host
        self._next = itertools.count(1).__next__
        self._threads: dict[int, RecordingThread] = {}  # those that have not ended, by run
        self._working: tuple[int, Recording] | None = None  # the run, and what it is about
        self._closed = False

    # What is asked of it

    def add(self, paths: Sequence[Path]) -> None:
        """Files, and folders with all recordings in them. They appear once the folders have been looked through."""
        call, empty = relay_to(self), self.tr("The folder “{0}” contains no recordings.")
        unreadable = self.tr("The folder “{0}” could not be read ({1}).")

        def look() -> None:
            found: dict[Path, None] = {}
            problems = []
            for path in paths:
                try:
                    inside = recordings_in(path) if path.is_dir() else [path]
                except OSError as error:
                    problems.append(unreadable.format(path, error.strerror))
                    continue
                if not inside:
                    problems.append(empty.format(path))
                found |= dict.fromkeys(inside)
            call("take_found", list(found), problems)

        threading.Thread(target=look, name="find recordings", daemon=True).start()

    def take_found(self, paths: Sequence[Path], problems: Sequence[str]) -> None:
        """Adds these files, but for those that wait or are in work already."""
        for problem in problems:
            self.notice.emit(problem)
        there = {recording.path for recording in self.recordings if not recording.over}
        new = [Recording(self._next(), path) for path in paths if path not in there]
        if not new or self._closed:
            return
        self.beginInsertRows(NO_INDEX, len(self.recordings), len(self.recordings) + len(new) - 1)
        self.recordings += new
        self.endInsertRows()
        self._look_at(new)
        self._go_on()
        self.progressed.emit()

    def cancel(self, recordings: Sequence[Recording]) -> None:
        """Those that wait or are in work become no text, or no more of it."""
        for recording in list(recordings):
            if not recording.over:
                self._end(recording, "cancelled")
        self._go_on()
        self.progressed.emit()

    def cancel_all(self) -> None:
        self.cancel(self.recordings)

    def retry(self, recordings: Sequence[Recording]) -> None:
        """Those that are over wait again."""
        for recording in recordings:
            if recording.over:
                self._restart(recording)
        self._go_on()
        self.progressed.emit()

    def choose_track(self, recording: Recording, track: int) -> None:
        """Another audio track of a recording, which begins anew if it was begun."""
        if track == (recording.track or recording.read):
            return
        if recording.state == "working":
            self._end(recording, "cancelled")
        recording.track = track
        if recording.over:
            self._restart(recording)
        self._go_on()
        self.progressed.emit()

    def remove_finished(self) -> None:
        """Takes those that are over off the list; the history keeps their text."""
        for row in reversed(range(len(self.recordings))):
            if self.recordings[row].over:
                self.beginRemoveRows(NO_INDEX, row, row)
                del self.recordings[row]
                self.endRemoveRows()
        self.progressed.emit()

    def session_of(self, recording: Recording) -> int:
        """Its session in the history, 0 if there is none."""
        return self._sink.session_of(recording.stored) if recording.stored else 0

    def shown_lines(self, recording: Recording) -> list[TimedLine]:
        """Its text as it may leave the program: strong language is masked if the user wants it."""
        return [self._mask(line) for line in gather(recording.lines)]

    @property
    def n_left(self) -> int:
        """Recordings that wait or are in work."""
        return sum(not recording.over for recording in self.recordings)

    def close(self) -> None:
        """The end of the program: what is in work ends where it is."""
        self._closed = True
        for recording in self.recordings:
            if not recording.over:
                self._end(recording, "cancelled")

    # The work

    def _look_at(self, recordings: Sequence[Recording]) -> None:
        """Finds out their tracks and lengths while they wait."""
        call = relay_to(self)
        wanted = [(recording.number, recording.path) for recording in recordings]

        def look() -> None:
            for number, path in wanted:
                try:
                    tracks, seconds = tracks_of(path)
                except (CaptureError, OSError):
                    continue  # said when it is its turn
                call("take_tracks", number, tracks, seconds)

        threading.Thread(target=look, name="look at recordings", daemon=True).start()

    def take_tracks(self, number: int, tracks: tuple[str, ...], seconds: float) -> None:
        """What a file says of itself."""
        for recording in self.recordings:
            if recording.number == number and not recording.tracks:
                recording.tracks, recording.seconds = tracks, seconds
                self._tell(recording)

    def _restart(self, recording: Recording) -> None:
        recording.state, recording.problem, recording.note = "waiting", "", ""
        recording.lines, recording.done_s, recording.stored = [], 0.0, 0
        self._tell(recording)

    def _go_on(self) -> None:
        """Begins with the next one where none is in work."""
        if self._working is not None or self._closed:
            return
        recording = next((one for one in self.recordings if one.state == "waiting"), None)
        self._host(recording is not None)
        if recording is None:
            return
        run, options, call = self._next(), self._options(), relay_to(self)
        recording.state = "working"
        thread = RecordingThread(
            recording.path,
            recording.track,
            lambda samples: self._submit(samples, options),
            lambda news: call("hear", run, news),
        )
        self._threads[run] = thread
        self._working = run, recording
        recording.stored = self._sink.begin_recording(
            recording.name, language=options.language or "", model=self._model()
        )
        self._tell(recording)
        thread.start()

    def hear(self, run: int, news: RecordingNews) -> None:
        """From the thread of run `run`; what one that was given up still says is not heard."""
        if isinstance(news, Over):
            self._threads.pop(run, None)
        if self._working is None or self._working[0] != run:
            return
        recording = self._working[1]
        match news:
            case Opened(tracks, track, seconds):
                recording.tracks, recording.read, recording.seconds = tracks, track, seconds
            case FinalLine():
                recording.lines.append(news)
                recording.done_s = news.end_s
                self._sink.add_recorded(recording.stored, news)
            case Over(problem, repaired):
                recording.problem, recording.note = problem, repaired
                if not problem:
                    recording.done_s = max(recording.done_s, recording.seconds)
                self._end(recording, "failed" if problem else "done")
                self._go_on()
                if not self.n_left:
                    self.all_done.emit()
        self._tell(recording)
        self.progressed.emit()

    def _end(self, recording: Recording, state: State) -> None:
        if self._working is not None and self._working[1] is recording:
            run = self._working[0]
            self._working = None
            if run in self._threads:
                self._threads[run].stop()
            self._sink.end_recording(recording.stored)
        recording.state = state
        self._tell(recording)

    def _tell(self, recording: Recording) -> None:
        row = next((row for row, one in enumerate(self.recordings) if one is recording), -1)
        if row >= 0:
            self.dataChanged.emit(self.index(row, FILE), self.index(row, PROGRESS))

    # As a table

    def rowCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.recordings)

    def columnCount(self, parent: AnyIndex = NO_INDEX) -> int:
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Recording"), self.tr("State"), self.tr("Progress"))[section]

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.recordings):
            return None
        recording = self.recordings[index.row()]
        if role == RECORDING_ROLE:
            return recording
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.file_words(recording), self.state_words(recording), self.progress_words(recording))[
                index.column()
            ]
        if role == Qt.ItemDataRole.ToolTipRole:
            return str(recording.path) if index.column() == FILE else self.state_words(recording)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (self.file_words(recording), self.state_words(recording), self.progress_words(recording))
            # A screen reader reads one cell at a time, of a row mostly the first.
            return ", ".join(part for part in parts if part) if index.column() == FILE else parts[index.column()]
        return None

    def file_words(self, recording: Recording) -> str:
        track = recording.track or recording.read
        if len(recording.tracks) < 2 or not track:
            return recording.name
        return self.tr("{name} (track {track})").format(name=recording.name, track=track)

    def state_words(self, recording: Recording) -> str:
        """One sentence where something is to be said, else one word."""
        if recording.state == "failed":
            return recording.problem
        if recording.state == "done":
            if not recording.has_text:
                return self.tr("No speech was recognised.")
            return recording.note or self.tr("Done")
        names = {
            "waiting": self.tr("Waiting"),
            "working": self.tr("Transcribing"),
            "cancelled": self.tr("Cancelled"),
        }
        return names[recording.state]

    def progress_words(self, recording: Recording) -> str:
        if recording.state == "waiting" or (recording.over and not recording.done_s):
            return ""
        if recording.seconds > 0:
            return f"{self.percent(recording)} %"
        return _clock(recording.done_s)

    @staticmethod
    def percent(recording: Recording) -> int:
        """How much is done, 0 to 100; all only of one that is done."""
        if recording.state == "done":
            return 100
        share = recording.done_s / recording.seconds if recording.seconds > 0 else 0.0
        return min(int(100 * share), 99)


def _clock(seconds: float) -> str:
    """How far a recording without a known length has come.

    >>> _clock(3725)
    '1:02:05'
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02d}:{second:02d}"

"""Subtitles beside recordings: found out, asked about and written without keeping a window waiting for a disk."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.transcript.beside import output_beside
from app.transcript.cues import TimedLine
from app.transcript.export import ExportError, export, not_written, write_export
from app.ui.kit.relay import relay_to
from app.ui.recordings.queue import Recording, RecordingQueue

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Subtitles:
    """What is to be written where. `exists`: something is there already."""

    target: Path
    lines: Sequence[TimedLine]
    exists: bool = False


class SubtitleSaver(QObject):
    """Signals:
    found(list of Subtitles): where they would lie; `write` follows.
    written(int n, list of str problems): what came of it.
    """

    found = Signal(list)
    written = Signal(int, list)

    def __init__(self, queue: RecordingQueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue = queue

    def look(self, recordings: Sequence[Recording]) -> None:
        """Finds out where the subtitles of these recordings lie, and what is there."""
        paths = list(dict.fromkeys(recording.path for recording in recordings))
        wanted = [
            (output_beside(recording.path, "srt", paths), self._queue.shown_lines(recording))
            for recording in recordings
            if recording.has_text
        ]
        call = relay_to(self)

        def look() -> None:
            targets = []
            for target, lines in wanted:
                try:
                    there = target.exists()
                except OSError:
                    there = False  # said when it is written
                targets.append(Subtitles(target, lines, there))
            call("take_found", targets)

        threading.Thread(target=look, name="subtitles", daemon=True).start()

    def take_found(self, targets: list[Subtitles]) -> None:
        self.found.emit(targets)

    def write(self, targets: Sequence[Subtitles]) -> None:
        """Writes them; what exists is replaced."""
        call = relay_to(self)

        def write() -> None:
            n, problems = 0, []
            for one in targets:
                try:
                    write_export(one.target, export(one.lines, "srt"))
                    n += 1
                except ExportError as error:
                    problems.append(str(error))
                except Exception as error:  # the window waits for an answer
                    log.exception("subtitles")
                    problems.append(str(not_written(one.target, error)))
            call("take_written", n, problems)

        threading.Thread(target=write, name="subtitles", daemon=True).start()

    def take_written(self, n: int, problems: list[str]) -> None:
        self.written.emit(n, problems)

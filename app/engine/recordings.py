"""A recording as lines: cut, each piece recognised whole. The one way in which files become text.

`lines_of` takes whatever recognises a piece; `WholeRecording` waits for a model that others use as well, and can be stopped
from another thread; `RecordingThread` opens a file on a thread of its own and tells what happens, `Over` last of all.
Nothing more is held of a recording than one piece, however long it is.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.base.events import FinalLine
from app.base.translation import translate
from app.capture.file import AudioFile
from app.capture.ports import CaptureError, Samples
from app.engine.pieces import Piece, pieces_of
from inference.errors import RecognizerError

if TYPE_CHECKING:
    from inference.recognizer import Transcription

log = logging.getLogger(__name__)


def lines_of(
    pieces: Iterable[Piece], recognise: Callable[[Samples], Transcription]
) -> Iterator[tuple[Piece, FinalLine]]:
    """Each piece with its line; a piece in which nothing was said has one without text. Raises what both arguments raise."""
    for number, piece in enumerate(pieces, 1):
        answer = recognise(piece.samples)
        text = answer.text.strip()
        yield piece, FinalLine(number, text, text, text, False, piece.start_s, piece.end_s, answer.language)


class WholeRecording:
    """Recognises a recording on the thread that asks for its `lines`; `stop` may be called from any.

    Attributes:
        seconds: how far it has come.
    """

    def __init__(self, submit: Callable[[Samples], Future[Transcription]]) -> None:
        """`submit` has a piece recognised when its turn comes."""
        self.seconds = 0.0
        self._submit = submit
        self._stopped = threading.Event()
        self._waiting: Future[Transcription] | None = None

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        """No more lines come."""
        self._stopped.set()
        if self._waiting is not None:
            self._waiting.cancel()

    def lines(self, pieces: Iterable[Piece]) -> Iterator[FinalLine]:
        """The lines, as they are recognised, until `stop`. Raises CaptureError or RecognizerError."""
        try:
            for piece, line in lines_of(pieces, self._recognise):
                self.seconds = piece.end_s
                yield line
        except CancelledError:
            return

    def _recognise(self, samples: Samples) -> Transcription:
        if self.stopped:
            raise CancelledError
        self._waiting = self._submit(samples)
        if self.stopped:  # it came between the two lines above
            self._waiting.cancel()
        return self._waiting.result()


@dataclass(frozen=True)
class Opened:
    """What the file says of itself; see `app.capture.file.AudioFile`."""

    tracks: tuple[str, ...]
    track: int
    seconds: float


@dataclass(frozen=True)
class Over:
    """The end.

    Attributes:
        problem: why not all of it is text, "" if all is or if it was stopped.
        repaired: a message about values that were no numbers, "" where there were none.
    """

    problem: str = ""
    repaired: str = ""


RecordingNews = Opened | FinalLine | Over


class RecordingThread:
    """See the module. `start` it once; `stop` may be called from any thread and waits for nothing."""

    def __init__(
        self,
        path: Path,
        track: int,
        submit: Callable[[Samples], Future[Transcription]],
        tell: Callable[[RecordingNews], None],
    ) -> None:
        """`track` 0 is the main one. `submit` has a piece recognised when its turn comes; it may raise RecognizerError."""
        self._path, self._track, self._tell = path, track, tell
        self._whole = WholeRecording(submit)
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """No more lines; `Over` follows once the file has been let go of."""
        self._whole.stop()

    def _run(self) -> None:
        problem = repaired = ""
        try:
            with AudioFile(self._path, self._track) as file:
                self._tell(Opened(file.tracks, file.track, file.seconds))
                try:
                    for line in self._whole.lines(pieces_of(file)):
                        self._tell(line)
                finally:
                    repaired = file.repaired.replace(str(self._path), self._path.name)
        except (CaptureError, RecognizerError) as error:
            problem = str(error).replace(str(self._path), self._path.name)
        except Exception as error:  # a bug of ours is one recording's, and a sentence
            log.exception("a recording")
            message = translate("Audio", "“{name}” stopped because of an internal error ({error}).")
            problem = message.format(name=self._path.name, error=error)
        self._tell(Over("" if self._whole.stopped else problem, repaired))

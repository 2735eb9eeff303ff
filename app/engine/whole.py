"""A recording as lines: piece by piece, each recognised whole. The one way in which files become text.

Given the pieces of a file and something that recognises one; gives a line for each. `WholeRecording` waits for a model that
others use as well, and can be stopped from another thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING

from app.base.events import FinalLine
from app.capture.ports import Samples
from app.engine.pieces import Piece

if TYPE_CHECKING:
    from inference.recognizer import Transcription


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

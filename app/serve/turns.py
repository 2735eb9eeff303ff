"""Streams and recordings of other programs take turns on one model: whoever is due first has the next turn.

The thread that has the model calls `Turns.work`, one turn at a time: `app.serve.model_thread`, or the caption engine, which
does so when nothing of its own waits. Everything else may be called from any thread and only leaves a command. A live stream
is due one chunk after its oldest waiting sound came, a piece of a recording after half a minute. A patient piece has no turn
before it is due while somebody speaks (`Turns.live`).
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from app.base.events import CommittedLine, EngineEvent, FinalLine, UtteranceStarted
from app.engine.captioner import Captioner
from app.engine.model_loading import RecognizerLike, Samples
from app.engine.segmenter import (
    Audio,
    Segmenter,
    SegmenterOptions,
    SegmentEvent,
    UtteranceEnd,
    UtteranceStart,
    tail_zeros,
)
from inference.errors import BundleError, ProviderError, RecognizerError
from inference.options import SAMPLE_RATE, StreamOptions

if TYPE_CHECKING:
    from inference.recognizer import Transcription

log = logging.getLogger(__name__)

STREAMS = 4
"""Live streams at once: what two cores manage with the starter model."""
RECORDINGS = 8
"""Recordings that may be in work or wait."""
RECORDING_DUE_S = 30.0
MERGE_BEHIND_S = 1.0
"""A stream that is further behind takes several chunks in one pass."""
MOST_AT_ONCE = 16
"""Turns at once of a recogniser that can use them (its `at_once`)."""
MOST_FAULTS = 3
"""A stream or a recording that makes the model fail so often, itself and not the model, is given up."""


class BusyError(Exception):
    """There is no room for another stream or recording, or no model; the text says which."""


@dataclass(frozen=True)
class Processed:
    """Everything up to sample `position` of a stream has been recognised, `lag_s` after it came."""

    position: int
    lag_s: float


@dataclass(frozen=True)
class Ended:
    """Nothing more comes of a stream: its sound is recognised to its end, or `problem` says why not."""

    problem: str = ""


StreamNews = UtteranceStarted | CommittedLine | FinalLine | Processed | Ended


@dataclass(frozen=True)
class Host:
    """The model that takes the turns.

    Attributes:
        name, provider, languages: of the model; "" and () while there is none.
        problem: why there is none and none is coming.
    """

    name: str = ""
    provider: str = ""
    languages: tuple[str, ...] = ()
    problem: str = ""


@dataclass
class Counts:
    """What has happened since the start, for `/metrics`.

    Attributes:
        streams, recordings: begun.
        refused: for want of room.
        sound_s, busy_s: sound recognised, and the time that this took.
        portions: of live sound, each with what came while the one before was recognised.
        late: those whose first sound waited longer than one chunk lasts.
        lag_s: the sum of how long their first sound waited.
    """

    streams: int = 0
    recordings: int = 0
    refused: int = 0
    sound_s: float = 0.0
    busy_s: float = 0.0
    portions: int = 0
    late: int = 0
    lag_s: float = 0.0


class Whole:
    """A segmenter for those who find the utterances themselves: one lasts from the first sound to the end."""

    def __init__(self) -> None:
        self._position = 0
        self._open = False

    def push(self, samples: Samples) -> list[SegmentEvent]:
        start, self._position = self._position, self._position + len(samples)
        if not len(samples):
            return []
        begin: list[SegmentEvent] = [] if self._open else [UtteranceStart(start, start)]
        self._open = True
        return [*begin, Audio(np.nan_to_num(samples, nan=0.0, posinf=1.0, neginf=-1.0), start)]

    def endpoint(self) -> list[SegmentEvent]:
        if not self._open:
            return []
        self._open = False
        return [tail_zeros(self._position), UtteranceEnd(self._position, self._position)]

    flush = endpoint


def _segmenter(endpoint_ms: int | None) -> Segmenter | Whole:
    return Whole() if endpoint_ms is None else Segmenter(SegmenterOptions(endpoint_ms=endpoint_ms))


class Stream:
    """One live stream of sound; made by `Turns.open`. Its methods may be called from any thread."""

    def __init__(
        self, turns: Turns, options: StreamOptions, endpoint_ms: int | None, tell: Callable[[StreamNews], None]
    ) -> None:
        self._turns, self._tell = turns, tell
        self._options = options
        self._segmenter = _segmenter(endpoint_ms)
        self._captioner = Captioner(self._pass_on)
        self._fed = 0
        self._came: deque[float] = deque()  # when sound came that is not recognised yet
        self._ending = self._clearing = self.over = False
        self._faults = 0

    def feed(self, samples: Samples) -> None:
        """float32 mono, 16 kHz [n]."""
        came = self._turns.clock()
        self._turns.post(lambda: self._take(samples, came))

    def endpoint(self) -> None:
        """The utterance ends here."""
        self._turns.post(lambda: self._push(self._segmenter.endpoint()))

    def change(self, options: StreamOptions, endpoint_ms: int | None) -> None:
        """Other options from now on; the utterance ends here."""
        self._turns.post(lambda: self._change(options, endpoint_ms))

    def clear(self) -> None:
        """What waits is not recognised; the utterance ends as it is shown."""
        self._turns.post(self._clear)

    def end(self) -> None:
        """No more sound comes. What came is recognised, then `Ended` is told."""
        self._turns.post(self._end)

    def cancel(self) -> None:
        """Nobody waits for it any more; nothing more is told."""
        self._turns.post(lambda: self._close(None))

    # The model's thread ------------------------------------------------------------------------------------------

    @property
    def due(self) -> float | None:
        """When its next turn should be done, None if nothing waits."""
        if not self._captioner.waiting:
            return None
        return self._came[0] + self._options.chunk_ms / 1000

    @property
    def mid_utterance(self) -> bool:
        """An utterance is being recognised."""
        return self._captioner.open

    def work(self, recognizer: RecognizerLike) -> None:
        """One turn. Raises what the recogniser raises when that is the model's fault."""
        waiting = self._captioner.pending
        try:
            self._captioner.work(recognizer, merge=waiting > MERGE_BEHIND_S * SAMPLE_RATE)
        except (ProviderError, BundleError):
            raise
        except Exception as error:
            self._fault(error)
            return
        self._turns.count(sound_s=(waiting - self._captioner.pending) / SAMPLE_RATE)
        self._settle()

    def let_go(self) -> None:
        """Lets go of the recogniser; the stream continues with the next one."""
        self._captioner.let_go()

    def give_up(self, problem: str) -> None:
        """It cannot continue."""
        self._close(problem)

    def _take(self, samples: Samples, came: float) -> None:
        if not self.over and not self._ending:
            self._fed += len(samples)
            self._came.append(came)
            self._push(self._segmenter.push(samples))

    def _push(self, events: list[SegmentEvent]) -> None:
        if self.over:
            return
        if events and not self._came:
            self._came.append(self._turns.clock())
        self._captioner.push(events, self._options)
        self._settle()

    def _change(self, options: StreamOptions, endpoint_ms: int | None) -> None:
        self._push(self._segmenter.flush())
        self._options, self._segmenter = options, _segmenter(endpoint_ms)

    def _clear(self) -> None:
        if not self.over:
            self._segmenter.endpoint()
            self._clearing = True
            self._captioner.abandon()
            self._clearing = False
            self._settle()

    def _end(self) -> None:
        if not self.over and not self._ending:
            self._ending = True
            self._push(self._segmenter.flush())

    def _settle(self) -> None:
        """Tells how far it has come, where all that waited is done."""
        if self._captioner.waiting:
            return
        if self._came:
            lag_s = self._turns.clock() - self._came[0]
            self._turns.count(portions=1, lag_s=lag_s, late=lag_s * 1000 > self._options.chunk_ms)
            self._came.clear()
            self._tell(Processed(self._fed, lag_s))
        if self._ending:
            self._close("")

    def _fault(self, error: Exception) -> None:
        log.error("an error in a stream of another program", exc_info=error)
        self._faults += 1
        self._captioner.let_go()
        if self._faults >= MOST_FAULTS:
            self._close(str(error))

    def _close(self, problem: str | None) -> None:
        if self.over:
            return
        if problem is None:
            self._tell = lambda news: None
        self._captioner.abandon()
        self.over = True
        self._tell(Ended(problem or ""))

    def _pass_on(self, event: EngineEvent) -> None:
        if self._clearing and isinstance(event, FinalLine) and not event.shown:
            return  # nothing was said of it
        if isinstance(event, UtteranceStarted | CommittedLine | FinalLine):
            self._tell(event)


@dataclass(eq=False)
class _Piece:
    """A piece of a recording that waits for its turn."""

    samples: Samples
    options: StreamOptions
    due: float
    patient: bool = False
    answer: Future[Transcription] = field(default_factory=Future)


class Turns:
    """See the module.

    Attributes:
        clock: seconds, for what is due when.
        host: the model, as the thread that has it last said.
        counts: what has happened so far.
        live: somebody speaks to captions or a dictation, whose words a piece of a recording would keep waiting.
    """

    def __init__(
        self, *, streams: int = STREAMS, recordings: int = RECORDINGS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.clock = clock
        self.host = Host()
        self.counts = Counts()
        self.live = False
        self.most_streams, self.most_recordings = streams, recordings
        self._lock = threading.Lock()
        self._posted: deque[Callable[[], None]] = deque()
        self._wake = threading.Event()
        self._streams: list[Stream] = []
        self._pieces: deque[_Piece] = deque()
        self._recordings = 0
        self._counting = threading.Lock()
        self._beside: ThreadPoolExecutor | None = None  # threads for turns at once

    # Any thread --------------------------------------------------------------------------------------------------

    @property
    def n_streams(self) -> int:
        return len(self._streams)

    @property
    def n_recordings(self) -> int:
        return self._recordings

    @property
    def waiting_s(self) -> float:
        """Seconds of sound that wait for a turn."""
        with self._lock:
            streams, pieces = list(self._streams), list(self._pieces)
        samples = sum(stream._captioner.pending for stream in streams) + sum(len(piece.samples) for piece in pieces)
        return samples / SAMPLE_RATE

    def open(self, options: StreamOptions, endpoint_ms: int | None, tell: Callable[[StreamNews], None]) -> Stream:
        """A live stream. `tell` is called on the model's thread and must return at once; `Ended` is the last it is told.

        Args:
            endpoint_ms: silence that ends an utterance; None if the caller ends them with `Stream.endpoint`.

        Raises BusyError.
        """
        with self._lock:
            self._streams = [stream for stream in self._streams if not stream.over]
            if self.host.problem:
                raise BusyError(self.host.problem)
            if len(self._streams) >= self.most_streams:
                self.counts.refused += 1
                raise BusyError(f"The limit of {self.most_streams} live streams is reached. Try again later.")
            stream = Stream(self, options, endpoint_ms, tell)
            self._streams.append(stream)
            self.counts.streams += 1
        return stream

    def begin_recording(self) -> None:
        """Makes room for one recording until `end_recording`. Raises BusyError."""
        with self._lock:
            if self.host.problem:
                raise BusyError(self.host.problem)
            if self._recordings >= self.most_recordings:
                self.counts.refused += 1
                raise BusyError(f"The limit of {self.most_recordings} recordings is reached. Try again later.")
            self._recordings += 1
            self.counts.recordings += 1

    def end_recording(self) -> None:
        with self._lock:
            self._recordings -= 1

    def transcribe(self, samples: Samples, options: StreamOptions, *, patient: bool = False) -> Future[Transcription]:
        """The text of a piece of a recording; the future may raise what the recogniser raises, and may be cancelled.

        `patient`: it waits while somebody speaks, but no longer than until it is due.
        """
        piece = _Piece(samples, options, self.clock() + RECORDING_DUE_S, patient)
        self.post(lambda: self._pieces.append(piece))
        return piece.answer

    def transcribe_patiently(self, samples: Samples, options: StreamOptions) -> Future[Transcription]:
        """As `transcribe`, of a recording that waits for live speech. Raises RecognizerError while there is no model."""
        if self.host.problem:
            raise RecognizerError(self.host.problem)
        return self.transcribe(samples, options, patient=True)

    def post(self, command: Callable[[], None]) -> None:
        """Runs something on the model's thread."""
        self._posted.append(command)
        self._wake.set()

    def count(self, **more: float) -> None:
        """Adds to `counts`."""
        with self._counting:
            for name, value in more.items():
                setattr(self.counts, name, getattr(self.counts, name) + value)

    def end_all(self) -> None:
        """No more sound comes: what came is recognised."""
        with self._lock:
            streams = list(self._streams)
        for stream in streams:
            stream.end()

    # The model's thread ------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """There is something to do."""
        return bool(self._posted) or bool(self._due())

    @property
    def mid_utterance(self) -> bool:
        """An utterance of a stream is being recognised."""
        return any(stream.mid_utterance for stream in self._streams)

    @property
    def busy(self) -> bool:
        """A stream or a recording is not at its end."""
        return self.waiting or bool(self._streams)

    def wait(self, timeout_s: float) -> None:
        """Until something is posted."""
        self._wake.wait(timeout_s)

    def work(self, recognizer: RecognizerLike) -> bool:
        """One turn, or as many at once as the recogniser can use; False if nothing waits.

        Raises ProviderError or BundleError when the model gives up: nothing is lost then, and the next `work` continues,
        with this model or another.
        """
        self.take_commands()
        turns = self._due()[: getattr(recognizer, "at_once", 1)]
        if not turns:
            return False
        began = time.perf_counter()
        if len(turns) == 1:
            self._take_turn(turns[0], recognizer)
        else:
            self._take_turns(turns, recognizer)
        self.count(busy_s=time.perf_counter() - began)
        return True

    def let_go(self) -> None:
        """Every stream lets go of the recogniser; all wait for another one."""
        for stream in self._streams:
            stream.let_go()

    def report(self, recognizer: RecognizerLike | None, problem: str) -> None:
        """The model that there is; with `problem` there is none, and nobody can wait for it."""
        if recognizer is not None:
            bundle = recognizer.bundle
            self.host = Host(bundle.name, recognizer.provider, tuple(bundle.languages))
            return
        self.host = Host(problem=problem)
        if problem:
            self.take_commands()
            for stream in self._streams:
                stream.give_up(problem)
            while self._pieces:
                _set_exception(self._pieces.popleft().answer, RecognizerError(problem))

    def take_commands(self) -> None:
        """Does what was asked for from other threads."""
        self._wake.clear()
        while self._posted:
            self._posted.popleft()()
        with self._lock:
            self._streams = [stream for stream in self._streams if not stream.over]

    def _due(self) -> list[Stream | _Piece]:
        """What waits, in the order in which it is due."""
        now = self.clock()
        due: list[tuple[float, Stream | _Piece]] = [
            (piece.due, piece)
            for piece in self._pieces
            if not (piece.patient and self.live) or now >= piece.due or piece.answer.cancelled()
        ]
        due += [(when, stream) for stream in self._streams if (when := stream.due) is not None]
        return [turn for _, turn in sorted(due, key=lambda pair: pair[0])]

    def _take_turns(self, turns: list[Stream | _Piece], recognizer: RecognizerLike) -> None:
        """Turns at once, of a recogniser on a server, which batches them. Nothing else goes on until all are done."""
        if self._beside is None:
            self._beside = ThreadPoolExecutor(thread_name_prefix="turn", max_workers=MOST_AT_ONCE)
        begun = [self._beside.submit(self._take_turn, turn, recognizer) for turn in turns]
        failures = [error for one in begun if (error := one.exception()) is not None]
        if failures:
            raise failures[0]

    def _take_turn(self, turn: Stream | _Piece, recognizer: RecognizerLike) -> None:
        if isinstance(turn, Stream):
            turn.work(recognizer)
        else:
            self._transcribe(turn, recognizer)

    def _transcribe(self, piece: _Piece, recognizer: RecognizerLike) -> None:
        if not piece.answer.cancelled():
            try:
                answer = recognizer.transcribe(piece.samples, piece.options)
            except (ProviderError, BundleError):
                raise
            except Exception as error:
                log.error("an error in a recording of another program", exc_info=error)
                _set_exception(piece.answer, error)
            else:
                self.count(sound_s=len(piece.samples) / SAMPLE_RATE)
                if piece.answer.set_running_or_notify_cancel():
                    piece.answer.set_result(answer)
        self._pieces.remove(piece)


def _set_exception(answer: Future[Transcription], error: Exception) -> None:
    if answer.set_running_or_notify_cancel():
        answer.set_exception(error)

"""One dictation, from the key that begins it to its last word: the utterances in the sound between two marks.

The marks are positions in the sound, taken at the moment of the key press and release; every utterance between them is
recognised, however late the engine hears of it. They are cut as the captions are: a pause for thought is not decoded,
since a model that hears nothing for long loses words or repeats them. While the model loads the sound is kept.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import numpy as np

from app.base.events import (
    CommittedLine,
    DictationCommitted,
    DictationFinalized,
    DictationState,
    DictationStatus,
    EngineEvent,
    FinalLine,
)
from app.engine.captioner import Captioner
from app.engine.model_loading import RecognizerLike, Samples
from app.engine.pace import Pace
from app.engine.segmenter import Segmenter, SegmenterOptions
from inference.options import SAMPLE_RATE, StreamOptions

MOST_FEED_S = 1.0
PAUSE_MS = 1000
"""Silence that ends an utterance: longer than in captions, as people think while they dictate.

The text before it is no context for the next one. With the starter model and ten pairs of recordings that changed the
word errors by +2 points (responsive) and -1 point (balanced).
"""

LATE_S = 0.6
"""How long the sound up to the release is waited for; a device that was pulled out delivers it never."""


class Dictation:
    """See the module. One thread uses it.

    Attributes:
        number: which one it is, in every event about it.
        begin: position at which it begins.
    """

    def __init__(
        self,
        number: int,
        options: StreamOptions,
        begin: int,
        emit: Callable[[EngineEvent], None],
        *,
        limit: int,
        clock: Callable[[], float] = time.monotonic,
        pace: Pace | None = None,
    ) -> None:
        self.number = number
        self.begin = begin
        self._emit = emit
        self._limit = limit
        self._clock = clock
        self._end: int | None = None
        self._give_up = 0.0
        self._position = begin
        self._waiting: deque[Samples] = deque()
        self._pending = 0  # samples of `_waiting`
        self._complete = False
        self._flushed = False
        self._finished = False
        self._options = options
        self._segmenter = Segmenter(SegmenterOptions(endpoint_ms=PAUSE_MS))
        self._utterances = Captioner(self._say_text, pace=pace)
        self._state: DictationState | None = None

    @property
    def pending(self) -> int:
        """Samples that wait to be recognised."""
        return self._pending + self._utterances.pending

    @property
    def open(self) -> bool:
        """An utterance is being recognised."""
        return self._utterances.open

    @property
    def finished(self) -> bool:
        """Nothing more will come of it."""
        return self._finished

    @property
    def listening(self) -> bool:
        """It still takes sound."""
        return not (self._complete or self.finished)

    @property
    def ended(self) -> bool:
        """The key was released; what was said until then is still being recognised."""
        return self._end is not None and not self.finished

    def say(self, state: DictationState, problem: str = "") -> None:
        """Reports a state, once."""
        if state != self._state:
            self._state = state
            self._emit(DictationStatus(self.number, state, problem))

    def push(self, samples: Samples, position: int) -> int:
        """Takes sound that begins at `position`; returns how many samples had to be dropped (the bound was reached)."""
        if not self.listening:
            return 0
        first = max(self._position - position, 0)
        part = samples[first : max(self._inside(position, len(samples)), first)]
        dropped = 0
        if self.pending + len(part) > self._limit:
            dropped, part = len(part), part[:0]
        if len(part):
            self._waiting.append(part)
            self._pending += len(part)
        self._position = max(self._position, position + len(samples))
        self._check_complete()
        return dropped

    def end(self, position: int) -> None:
        """The key was released: sound up to `position` belongs to it."""
        if self._end is None:
            self._end = max(position, self.begin)
            self._cut_back(self._end)
            self._give_up = self._clock() + LATE_S
            self.say("finishing")
            self._check_complete()

    def _cut_back(self, end: int) -> None:
        """Takes back what came after the release and waits already: it was said to somebody else."""
        while self._waiting and self._position > end:
            last = self._waiting.pop()
            kept = last[: max(len(last) - (self._position - end), 0)]
            self._pending -= len(last) - len(kept)
            self._position -= len(last) - len(kept)
            if len(kept):
                self._waiting.append(kept)

    def _inside(self, position: int, n_samples: int) -> int:
        """How many of so many samples from `position` come before the release."""
        return n_samples if self._end is None else max(min(n_samples, self._end - position), 0)

    def share(self, position: int, n_samples: int) -> tuple[int, int]:
        """Which part of so much sound from `position` is this dictation's: (first, last), equal for none."""
        if not self.listening:
            return n_samples, n_samples
        first = min(max(self.begin - position, 0), n_samples)
        return first, max(self._inside(position, n_samples), first)

    def _check_complete(self) -> None:
        if self._end is None or self._complete:
            return
        if self._position >= self._end or self._clock() >= self._give_up:
            self._complete = True

    def sound_is_gone(self) -> None:
        """The source will deliver no more: what was heard is all."""
        if self._end is not None:
            self._give_up = 0.0
            self._check_complete()

    def work(self, recognizer: RecognizerLike) -> bool:
        """Recognises the next portion; False if there was nothing to do.

        Raises what the recogniser raises; then nothing is lost, and the next `work` continues, with this recogniser or
        another.
        """
        self._check_complete()
        if self._utterances.work(recognizer, merge=True):
            return True
        if self.finished:
            return False
        if self._waiting:
            self._utterances.push(self._segmenter.push(self._take_sound()), self._options)
        elif self._complete and not self._flushed:
            self._flushed = True
            self._utterances.push(self._segmenter.flush(), self._options)
        elif self._flushed:
            self._stop("done")
        else:
            return False
        return True

    def _take_sound(self) -> Samples:
        """The sound that waits, up to a bound."""
        parts: list[Samples] = []
        total = 0
        while self._waiting and total < MOST_FEED_S * SAMPLE_RATE:
            parts.append(self._waiting.popleft())
            total += len(parts[-1])
        self._pending -= total
        return np.concatenate(parts)

    def _say_text(self, event: EngineEvent) -> None:
        if isinstance(event, CommittedLine):
            self._emit(DictationCommitted(self.number, event.text, event.language))
        elif isinstance(event, FinalLine):
            self._emit(DictationFinalized(self.number, event))

    def let_go(self) -> None:
        """Lets go of the recogniser; the text continues with the next one."""
        self._utterances.let_go()

    def cancel(self) -> None:
        """The user threw it away; what was typed stays."""
        self._stop("cancelled")

    def give_up(self, problem: str) -> None:
        """It cannot continue, because of `problem`; what was typed stays."""
        self._stop("failed", problem)

    def _stop(self, state: DictationState, problem: str = "") -> None:
        self._waiting.clear()
        self._pending = 0
        self._utterances = Captioner(self._say_text)
        self._finished = True
        self.say(state, problem)

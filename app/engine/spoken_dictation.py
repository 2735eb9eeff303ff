"""One dictation, from the key that begins it to its last word: its own stream over the sound between two marks.

The marks are positions in the sound, taken at the moment of the key press and release; everything between them is
recognised, however late the engine hears of it. While the model loads the sound is kept.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from app.base.events import (
    DictationCommitted,
    DictationFinalized,
    DictationState,
    DictationStatus,
    EngineEvent,
    FinalLine,
)
from app.engine.captioner import KEPT_FOR_ANOTHER_S
from app.engine.model_loading import RecognizerLike, Samples, StreamLike
from app.engine.resumption import Resumption
from app.engine.segmenter import TAIL_ZEROS
from inference.events import Committed, Final, StreamEvent
from inference.options import SAMPLE_RATE, StreamOptions

MOST_FEED_S = 1.0
LATE_S = 0.6
"""How long the sound up to the release is waited for; a device that was pulled out delivers it never."""


class Dictation:
    """See the module. One thread uses it.

    Attributes:
        number: which one it is, in every event about it.
        begin: position at which it begins.
        finished: nothing more will come of it.
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
    ) -> None:
        self.number = number
        self.begin = begin
        self.finished = False
        self._options = options
        self._emit = emit
        self._limit = limit
        self._clock = clock
        self._end: int | None = None
        self._give_up = 0.0
        self._position = begin
        self._waiting: deque[Samples] = deque()
        self._pending = 0
        self._complete = False
        self._stream: StreamLike | None = None
        self._shown: list[tuple[int, str]] = []
        self._fed = 0  # samples given to the recogniser, of this dictation
        self._base = 0  # of those, where the present stream's times are zero
        self._kept: deque[Samples] = deque()
        self._resumption: Resumption | None = None
        self._parts = 1  # utterances that the recogniser made of it, the present one included
        self._state: DictationState | None = None

    @property
    def pending(self) -> int:
        """Samples that wait to be recognised."""
        return self._pending

    @property
    def open(self) -> bool:
        """A stream is in use."""
        return self._stream is not None

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
        if self._pending + len(part) > self._limit:
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
            self._waiting.append(np.zeros(TAIL_ZEROS, np.float32))
            self._pending += TAIL_ZEROS

    def sound_is_gone(self) -> None:
        """The source will deliver no more: what was heard is all."""
        if self._end is not None:
            self._give_up = 0.0
            self._check_complete()

    def work(self, recognizer: RecognizerLike) -> bool:
        """Recognises the next portion; False if there was nothing to do. Raises what the recogniser raises."""
        self._check_complete()
        if self.finished or (not self._waiting and not self._complete):
            return False
        if self._stream is None:
            self._stream = recognizer.stream(self._options)
        if self._waiting:
            parts = []
            total = 0
            while self._waiting and total < MOST_FEED_S * SAMPLE_RATE:
                parts.append(self._waiting.popleft())
                total += len(parts[-1])
            self._kept += parts
            self._pending -= total
            self._fed += total
            self._bound_kept()
            behind = total >= 2 * self._options.chunk_samples
            self._say(self._stream.feed(np.concatenate(parts), merge=behind))
            return True
        self._say(self._stream.finish())
        self._stream = None
        self.finished = True
        self.say("done")
        return True

    def _say(self, events: Sequence[StreamEvent]) -> None:
        for event in events:
            if isinstance(event, Committed):
                adds = self._resumption.committed(event) if self._resumption is not None else event
                if adds is not None:
                    self._shown.append((self._base + round(event.audio_s * SAMPLE_RATE), adds.text))
                    self._emit(DictationCommitted(self.number, adds.text))
            else:
                self._final(self._resumption.final(event) if self._resumption is not None else event)

    def _final(self, event: Final) -> None:
        """The end of the dictation, or of a part of it that the recogniser closed by itself."""
        end = self._base + round(event.audio_s * SAMPLE_RATE)
        heard = self._fed - (TAIL_ZEROS if self._complete and not self._waiting else 0)
        self._emit(
            DictationFinalized(
                self.number,
                FinalLine(
                    self._parts,
                    event.text,
                    event.shown,
                    event.remainder,
                    event.diverged,
                    self._base / SAMPLE_RATE,
                    min(end, heard) / SAMPLE_RATE,
                    event.language,
                ),
            )
        )
        self._parts += 1
        self._base = end
        self._shown, self._resumption = [], None
        self._forget(self._fed - end)

    def _forget(self, behind: int) -> None:
        """Keeps the last `behind` samples only: a part has ended, and so much was fed behind its end."""
        excess = sum(map(len, self._kept)) - max(behind, 0)
        while self._kept and excess >= len(self._kept[0]):
            excess -= len(self._kept.popleft())
        if self._kept and excess > 0:
            self._kept[0] = self._kept[0][excess:]

    def _bound_kept(self) -> None:
        while sum(map(len, self._kept)) - len(self._kept[0]) > KEPT_FOR_ANOTHER_S * SAMPLE_RATE:
            self._kept.popleft()

    def fail(self) -> None:
        """The recogniser failed: the next one hears the kept sound again, and the text goes on."""
        if self._stream is None:
            return
        self._waiting.extendleft(reversed(self._kept))
        total = sum(map(len, self._kept))
        self._pending += total
        self._fed -= total
        self._kept.clear()
        self._base = self._fed
        missing = "".join(text for position, text in self._shown if position <= self._base)
        self._resumption = Resumption("".join(text for _, text in self._shown), missing)
        self._stream = None

    def cancel(self) -> None:
        """The user threw it away; what was typed stays."""
        self._stop("cancelled")

    def give_up(self, problem: str) -> None:
        """It cannot continue, because of `problem`; what was typed stays."""
        self._stop("failed", problem)

    def _stop(self, state: DictationState, problem: str = "") -> None:
        self._waiting.clear()
        self._kept.clear()
        self._pending = 0
        self._stream = None
        self.finished = True
        self.say(state, problem)

"""From the segmenter's events to lines: a backlog of sound, and the utterance that is being recognised.

The backlog is where sound waits while the model loads or falls behind. It keeps the edges between utterances, so that
catching up never joins two of them; it is bounded, and what had to be dropped is reported.
"""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from app.base.events import Side
from app.engine.model_loading import RecognizerLike
from app.engine.pace import Pace
from app.engine.segmenter import TAIL_ZEROS, Audio, SegmentEvent, UtteranceEnd, UtteranceStart, tail_zeros
from app.engine.spoken import Spoken, SpokenEvent
from inference.options import SAMPLE_RATE, StreamOptions

MOST_FEED_S = 2.0
"""Sound handed to the recogniser in one go when it is behind; one go must end before a user gets impatient."""


@dataclass(frozen=True)
class _Begin:
    """An utterance that begins, with what held when it did."""

    start: UtteranceStart
    options: StreamOptions
    side: Side = ""


class Captioner:
    """See the module. One thread uses it."""

    def __init__(
        self,
        emit: Callable[[SpokenEvent], None],
        next_id: Callable[[], int] | None = None,
        *,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """`next_id` numbers the lines, where several captioners share the numbers.

        `pace` chooses the step where that is left to the program, and is told what passes take.
        """
        self._sink = emit
        self._pace = pace or Pace()
        self._clock = clock
        self._next_id = next_id or itertools.count(1).__next__
        self._side: Side = ""  # of the utterance that is being recognised
        self._items: deque[_Begin | Audio | UtteranceEnd] = deque()
        self._pending = 0
        self._running: Spoken | None = None

    @property
    def pending(self) -> int:
        """Samples that wait to be recognised."""
        return self._pending

    @property
    def waiting(self) -> bool:
        """There is something for `work` to do."""
        return bool(self._items)

    @property
    def open(self) -> bool:
        """An utterance is being recognised."""
        return self._running is not None

    @property
    def next_position(self) -> int | None:
        """Where what is recognised next lies in the sound, None if nothing waits."""
        if not self._items:
            return None
        item = self._items[0]
        if isinstance(item, _Begin):
            return item.start.start
        return item.start if isinstance(item, Audio) else item.end

    @property
    def idle(self) -> bool:
        """Nothing to do."""
        return not self._items and self._running is None

    def _emit(self, event: SpokenEvent) -> None:
        self._sink(replace(event, side=self._side) if self._side else event)

    def push(self, events: Sequence[SegmentEvent], options: StreamOptions, side: Side = "") -> None:
        """Takes what the segmenter reports; utterances that begin here use `options` and are of `side`."""
        for event in events:
            if isinstance(event, UtteranceStart):
                self._items.append(_Begin(event, options, side))
            else:
                self._items.append(event)
                self._pending += len(event.samples) if isinstance(event, Audio) else 0

    def work(self, recognizer: RecognizerLike, *, merge: bool = False) -> bool:
        """Recognises the next portion; False if there was nothing to do.

        `merge` lets two chunks or more that wait be recognised in one pass. Raises what the recogniser raises; then
        nothing is lost, and the next `work` continues, with this recogniser or another.
        """
        if not self._items:
            return False
        item = self._items[0]
        if isinstance(item, _Begin):
            start, options, self._side = item.start, self._pace.resolved(item.options), item.side
            self._running = Spoken(
                options, self._emit, self._next_id, start=start.start, speech_start=start.speech_start
            )
        else:
            assert self._running is not None, "sound or an end outside an utterance"
            self._running.use(recognizer)
            if isinstance(item, Audio):
                self._feed(self._running, self._take_sound(), merge)
                return True
            self._running.finish(item.speech_end)
            self._running = None
        self._items.popleft()
        return True

    def _take_sound(self) -> list[Audio]:
        """The sound of this utterance that waits, up to a bound; never over an edge."""
        parts: list[Audio] = []
        total = 0
        while self._items and isinstance(self._items[0], Audio) and total < MOST_FEED_S * SAMPLE_RATE:
            part = self._items.popleft()
            assert isinstance(part, Audio)
            parts.append(part)
            total += len(part.samples)
        self._pending -= total
        return parts

    def _feed(self, running: Spoken, parts: Sequence[Audio], merge: bool) -> None:
        heard = max((part.start + len(part.samples) for part in parts if not part.tail), default=0)
        samples = np.concatenate([part.samples for part in parts])
        in_one = merge and len(samples) >= 2 * running.options.chunk_samples
        begun = self._clock()
        try:
            running.feed(samples, heard, merge=in_one)
        except Exception:
            # The sound was taken in. That it is not recognised yet must not depend on more sound that comes.
            self._items.appendleft(Audio(np.zeros(0, np.float32), running.heard))
            raise
        if merge:  # else a file that is read as fast as possible: nobody waits for a word
            self._pace.note(len(samples), self._clock() - begun, running.options.chunk_ms, merged=in_one)

    def let_go(self) -> None:
        """Lets go of the recogniser; the utterance continues with the next one."""
        if self._running is not None:
            self._running.let_go()

    def trim(self, limit: int) -> int:
        """Drops the oldest waiting sound beyond `limit` samples; returns how much. What is dropped is an edge."""
        excess = self._pending - limit
        if excess <= 0:
            return 0
        popped = dropped = 0
        running = self._running
        inside = running is not None
        options = running.options if running is not None else StreamOptions()
        side = self._side
        cut_from = cut_to = running.heard if running is not None else 0
        while self._items and dropped < excess:
            item = self._items.popleft()
            if isinstance(item, _Begin):
                inside, options, side = True, item.options, item.side
            elif isinstance(item, Audio):
                popped += len(item.samples)
                if not item.tail:  # silence of ours, perhaps put there by the last cut
                    dropped += len(item.samples)
                    cut_to = item.start + len(item.samples)
            else:
                inside = False
        self._pending -= popped
        if inside:
            self._items.appendleft(_Begin(UtteranceStart(cut_to, cut_to), options, side))
        if running is not None:
            self._items.appendleft(UtteranceEnd(cut_from, cut_from))
            self._items.appendleft(tail_zeros(cut_from))
            self._pending += TAIL_ZEROS
        return dropped

    def abandon(self) -> None:
        """There is no time left to recognise what waits: a line that was begun ends as it is shown."""
        if self._running is not None:
            self._running.end_as_shown()
        self._running = None
        self._items.clear()
        self._pending = 0

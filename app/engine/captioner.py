"""From the segmenter's events to lines: a backlog of sound, one stream per utterance, what was said as `app.base.events`.

The backlog is where sound waits while the model loads or falls behind. It keeps the edges between utterances, so that
catching up never joins two of them; it is bounded, and what had to be dropped is reported. If the recogniser fails in
the middle, the next one hears the utterance again from its kept sound and the same line goes on (`app.engine.resumption`).
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from app.base.events import CommittedLine, EngineEvent, FinalLine, UtteranceStarted
from app.engine.model_loading import RecognizerLike, StreamLike
from app.engine.resumption import Resumption
from app.engine.segmenter import TAIL_ZEROS, Audio, SegmentEvent, UtteranceEnd, UtteranceStart, tail_zeros
from inference.events import Committed, Final, StreamEvent
from inference.options import SAMPLE_RATE, StreamOptions

log = logging.getLogger(__name__)

KEPT_FOR_ANOTHER_S = 30.0
"""Sound of the running utterance that is kept in case the recogniser fails."""
MOST_FEED_S = 2.0
"""Sound handed to the recogniser in one go when it is behind; one go must end before a person gets impatient."""


@dataclass(frozen=True)
class _Begin:
    """An utterance that begins, with the options that held when it did; or one that another recogniser takes over."""

    start: UtteranceStart
    options: StreamOptions
    taken_over: _Running | None = None


@dataclass
class _Running:
    """The utterance that is being recognised.

    Attributes:
        base: position of the sound at which the stream's times are zero.
        since: position up to which text has been committed.
        real_end: position behind the last sample of real sound that was fed.
        shown: committed texts, each with the position it was committed at.
        kept: the sound, for another recogniser if this one fails; bounded.
        resumption: reconciles the text if this is the second recogniser of this utterance.
    """

    stream: StreamLike | None  # None between a recogniser that failed and the next one
    options: StreamOptions
    utterance_id: int
    base: int
    speech_start: int
    since: int
    real_end: int
    shown: list[tuple[int, str]] = field(default_factory=list)
    kept: deque[Audio] = field(default_factory=deque)
    resumption: Resumption | None = None

    @property
    def text(self) -> str:
        """What is on screen."""
        return "".join(text for _, text in self.shown)

    def keep(self, parts: Sequence[Audio]) -> None:
        """Keeps the sound of the last `KEPT_FOR_ANOTHER_S` seconds."""
        self.kept += parts
        while self.kept[0].start + len(self.kept[0].samples) < self.real_end - KEPT_FOR_ANOTHER_S * SAMPLE_RATE:
            self.kept.popleft()

    def forget(self, position: int) -> None:
        """Drops what is kept of the sound before `position`: its line has ended. What was fed behind it stays."""
        behind: deque[Audio] = deque()
        for part in self.kept:
            first = max(position - part.start, 0)
            if first < len(part.samples):
                behind.append(replace(part, start=part.start + first, samples=part.samples[first:]))
        self.kept = behind


class Captioner:
    """See the module. One thread uses it."""

    def __init__(self, emit: Callable[[EngineEvent], None]) -> None:
        self._emit = emit
        self._items: deque[_Begin | Audio | UtteranceEnd] = deque()
        self._pending = 0
        self._running: _Running | None = None
        self._next_id = 1

    @property
    def pending(self) -> int:
        """Samples that wait to be recognised."""
        return self._pending

    @property
    def open(self) -> bool:
        """A stream is in use: the recogniser must not be replaced now."""
        return self._running is not None

    @property
    def idle(self) -> bool:
        """Nothing to do."""
        return not self._items and self._running is None

    def push(self, events: Sequence[SegmentEvent], options: StreamOptions) -> None:
        """Takes what the segmenter said; utterances that begin here use `options`."""
        for event in events:
            if isinstance(event, UtteranceStart):
                self._items.append(_Begin(event, options))
            else:
                self._items.append(event)
                self._pending += len(event.samples) if isinstance(event, Audio) else 0

    def work(self, recognizer: RecognizerLike, *, merge: bool = False) -> bool:
        """Recognises the next portion; False if there was nothing to do. Raises what the recogniser raises.

        `merge` lets two chunks or more that wait be recognised in one pass. After an error `fail` must be called before
        the next `work`.
        """
        if not self._items:
            return False
        item = self._items[0]
        if isinstance(item, Audio):
            self._feed(self._take_sound(), merge)
            return True
        # An edge leaves the backlog only when it has been dealt with: after an error it must still be there.
        if isinstance(item, _Begin):
            self._begin(item, recognizer)
        else:
            self._end(item)
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

    def _begin(self, item: _Begin, recognizer: RecognizerLike) -> None:
        start = item.start
        stream = recognizer.stream(item.options)
        before = item.taken_over
        if before is not None:
            missing = "".join(text for position, text in before.shown if position <= start.start)
            self._running = replace(before, stream=stream, base=start.start, kept=deque())
            self._running.resumption = Resumption(before.text, missing)
            return
        self._running = _Running(
            stream, item.options, self._take_id(), start.start, start.speech_start, start.speech_start, start.start
        )
        self._emit(UtteranceStarted(self._running.utterance_id, start.speech_start / SAMPLE_RATE))

    def _take_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _feed(self, parts: list[Audio], merge: bool) -> None:
        running = self._running
        assert running is not None and running.stream is not None, "sound outside an utterance"
        for part in parts:
            if not part.tail:
                running.real_end = max(running.real_end, part.start + len(part.samples))
        running.keep(parts)
        samples = np.concatenate([part.samples for part in parts])
        behind = merge and len(samples) >= 2 * running.options.chunk_samples
        self._say(running.stream.feed(samples, merge=behind), None)

    def _end(self, item: UtteranceEnd) -> None:
        running = self._running
        assert running is not None and running.stream is not None, "an end without an utterance"
        running.real_end = item.end
        events = running.stream.finish()
        self._say(events, item)
        self._running = None

    def _say(self, events: Sequence[StreamEvent], ending: UtteranceEnd | None) -> None:
        for index, event in enumerate(events):
            running = self._running
            assert running is not None
            if isinstance(event, Committed):
                adds = running.resumption.committed(event) if running.resumption is not None else event
                if adds is not None:
                    self._commit(running, adds)
            else:
                whole = running.resumption.final(event) if running.resumption is not None else event
                self._final(running, whole, ending if ending is not None and index == len(events) - 1 else None)

    def _position(self, running: _Running, audio_s: float) -> int:
        """Position of a stream's time; the appended zeros lie behind the sound and have none."""
        return min(running.base + round(audio_s * SAMPLE_RATE), max(running.real_end, running.base))

    def _commit(self, running: _Running, event: Committed) -> None:
        position = max(self._position(running, event.audio_s), running.since)
        running.shown.append((position, event.text))
        self._emit(
            CommittedLine(
                running.utterance_id, event.text, running.since / SAMPLE_RATE, position / SAMPLE_RATE, event.language
            )
        )
        running.since = position

    def _final(self, running: _Running, event: Final, ending: UtteranceEnd | None) -> None:
        """The end of the utterance, or (`ending` None) of a part of it that the recogniser closed by itself."""
        position = max(self._position(running, event.audio_s), running.since)
        end = max(min(ending.speech_end, position) if ending is not None else position, running.speech_start)
        self._emit(
            FinalLine(
                running.utterance_id,
                event.text,
                event.shown,
                event.remainder,
                event.diverged,
                running.speech_start / SAMPLE_RATE,
                end / SAMPLE_RATE,
                event.language,
            )
        )
        if ending is None:
            running.utterance_id = self._take_id()
            running.base += round(event.audio_s * SAMPLE_RATE)
            running.speech_start = running.since = position
            running.shown, running.resumption = [], None
            running.forget(position)
            self._emit(UtteranceStarted(running.utterance_id, position / SAMPLE_RATE))

    def fail(self) -> None:
        """The recogniser failed in this utterance: its sound waits again, and its line goes on with the next one."""
        running, self._running = self._running, None
        if running is None:
            return
        start = running.kept[0].start if running.kept else running.real_end
        self._items.extendleft(reversed(running.kept))
        self._pending += sum(len(audio.samples) for audio in running.kept)
        running.stream = None  # with it the failed model goes; its memory may be what the next one needs
        self._items.appendleft(_Begin(UtteranceStart(start, running.speech_start), running.options, running))

    def trim(self, limit: int) -> int:
        """Drops the oldest waiting sound beyond `limit` samples; returns how much. What is dropped is an edge."""
        excess = self._pending - limit
        if excess <= 0:
            return 0
        popped = dropped = 0
        inside = self._running is not None
        options = self._running.options if self._running is not None else StreamOptions()
        cut_from = cut_to = self._running.real_end if self._running is not None else 0
        while self._items and dropped < excess:
            item = self._items.popleft()
            if isinstance(item, _Begin):
                inside, options = True, item.options
                if item.taken_over is not None:
                    self._end_as_shown(item.taken_over)
            elif isinstance(item, Audio):
                popped += len(item.samples)
                if not item.tail:  # silence of ours, perhaps put there by the last cut
                    dropped += len(item.samples)
                    cut_to = item.start + len(item.samples)
            else:
                inside = False
        self._pending -= popped
        if inside:
            self._items.appendleft(_Begin(UtteranceStart(cut_to, cut_to), options))
        if self._running is not None:
            self._items.appendleft(UtteranceEnd(cut_from, cut_from))
            self._items.appendleft(tail_zeros(cut_from))
            self._pending += TAIL_ZEROS
        return dropped

    def abandon(self) -> None:
        """There is no time left to recognise what waits: a line that was begun ends as it is shown."""
        self.fail()
        for item in self._items:
            if isinstance(item, _Begin) and item.taken_over is not None:
                self._end_as_shown(item.taken_over)
        self._items.clear()
        self._pending = 0

    def _end_as_shown(self, running: _Running) -> None:
        text, start_s = running.text, running.speech_start / SAMPLE_RATE
        end_s = max(running.since, running.speech_start) / SAMPLE_RATE
        self._emit(FinalLine(running.utterance_id, text, text, "", False, start_s, end_s))

"""Who is heard: one voice, or the user and the computer apart. Each has a segmenter and a captioner, all share one model.

The engine hands in the sound, asks for the next portion to be recognised, and lets all of them end. Lines are numbered
across the voices, and their times are of one session: what is heard at the same time has the same position.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from app.base.events import EngineEvent, Side
from app.capture.ports import Samples, SourceKind
from app.capture.two_sides import BEHIND_S
from app.engine.captioner import Captioner
from app.engine.model_loading import RecognizerLike
from app.engine.pace import Pace
from app.engine.segmenter import Segmenter, SegmenterOptions, SegmentEvent
from inference.options import SAMPLE_RATE, StreamOptions


class _Voice:
    def __init__(
        self, emit: Callable[[EngineEvent], None], next_id: Callable[[], int], endpoint_ms: int, pace: Pace | None
    ) -> None:
        self.segmenter = Segmenter(SegmenterOptions(endpoint_ms=endpoint_ms))
        self.captioner = Captioner(emit, next_id, pace=pace)
        self.side: Side = ""

    def push(self, events: Sequence[SegmentEvent], options: StreamOptions) -> None:
        self.captioner.push(events, options, self.side)


class Voices:
    """See the module. One thread uses it."""

    def __init__(self, emit: Callable[[EngineEvent], None], endpoint_ms: int, pace: Pace | None = None) -> None:
        """`pace`: see `Captioner`."""
        self._pace = pace
        self._next_id = itertools.count(1).__next__
        self._emit = emit
        self._endpoint_ms = endpoint_ms
        self._first = _Voice(emit, self._next_id, endpoint_ms, pace)
        self._second: _Voice | None = None

    @property
    def _all(self) -> list[_Voice]:
        return [self._first] if self._second is None else [self._first, self._second]

    def open_for(self, kind: SourceKind) -> None:
        """Another input is heard from now on; the lines of the one before have ended."""
        self._first.side = "you" if kind == "both" else ""
        if kind != "both":
            return
        if self._second is None:
            self._second = _Voice(self._emit, self._next_id, self._endpoint_ms, self._pace)
            self._second.side = "computer"
        behind = self._first.segmenter.position + int(BEHIND_S * SAMPLE_RATE) - self._second.segmenter.position
        self._second.segmenter.skip(max(behind, 0))

    def set_endpoint_ms(self, endpoint_ms: int) -> None:
        """Raises ValueError outside 200..3000."""
        self._endpoint_ms = endpoint_ms
        for voice in self._all:
            voice.segmenter.set_endpoint_ms(endpoint_ms)

    @property
    def pending(self) -> int:
        """Samples that wait to be recognised."""
        return sum(voice.captioner.pending for voice in self._all)

    @property
    def open(self) -> bool:
        """An utterance is being recognised."""
        return any(voice.captioner.open for voice in self._all)

    @property
    def idle(self) -> bool:
        """Nothing to do."""
        return all(voice.captioner.idle for voice in self._all)

    @property
    def speaking(self) -> bool:
        """Somebody speaks now."""
        return any(voice.segmenter.open for voice in self._all)

    def hear(self, samples: Samples, options: StreamOptions) -> None:
        """Sound of the microphone, or of the one source."""
        if len(samples):
            self._first.push(self._first.segmenter.push(samples), options)

    def hear_computer(self, samples: Samples, options: StreamOptions) -> None:
        """What the computer played meanwhile, where it is heard apart."""
        assert self._second is not None, "open_for() first"
        self._second.push(self._second.segmenter.push(samples), options)

    def skip(self, n_samples: int) -> None:
        """Sound that is not captioned goes by. Only after `endpoint`."""
        for voice in self._all:
            voice.segmenter.skip(n_samples)

    def skip_dictated(self, n_samples: int) -> None:
        """The same of the microphone alone: it belongs to a dictation."""
        self._first.segmenter.skip(n_samples)

    def endpoint(self, options: StreamOptions) -> None:
        """Ends the open utterances now."""
        for voice in self._all:
            voice.push(voice.segmenter.endpoint(), options)

    def flush(self, options: StreamOptions) -> None:
        """The end of a recording: what was too short to open an utterance is not lost."""
        for voice in self._all:
            voice.push(voice.segmenter.flush(), options)

    def begin_anew(self) -> None:
        """What is open is dropped; the lines have ended (`abandon`)."""
        for voice in self._all:
            voice.segmenter.endpoint()

    def work(self, recognizer: RecognizerLike, *, merge: bool) -> bool:
        """Recognises the next portion, in the order in which it was said; False if there was nothing to do.

        Raises what `Captioner.work` raises.
        """
        waiting = [(at, voice) for voice in self._all if (at := voice.captioner.next_position) is not None]
        if not waiting:
            return False
        return min(waiting, key=lambda found: found[0])[1].captioner.work(recognizer, merge=merge)

    def let_go(self) -> None:
        """Lets go of the recogniser; the utterances continue with the next one."""
        for voice in self._all:
            voice.captioner.let_go()

    def trim(self, limit: int) -> int:
        """Drops the oldest waiting sound of each beyond `limit` samples; returns how much."""
        return sum(voice.captioner.trim(limit) for voice in self._all)

    def abandon(self) -> None:
        """There is no time left to recognise what waits: lines that were begun end as they are shown."""
        for voice in self._all:
            voice.captioner.abandon()

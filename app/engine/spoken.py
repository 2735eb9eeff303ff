"""One stretch of speech on its way to text, in captions and in dictation: a stream, and where its sound and its lines lie.

Given sound, it emits `UtteranceStarted`, `CommittedLine` and `FinalLine`. It survives its recogniser: after an error it lets
go of it, and continues with the next one, or the same one again, where it stood. The stream keeps the sound of its window
and what it has published, so no word is lost, doubled or taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.base.events import CommittedLine, FinalLine, UtteranceStarted
from app.engine.model_loading import RecognizerLike, Samples, StreamLike
from inference.events import Committed, Final, StreamEvent
from inference.options import SAMPLE_RATE, StreamOptions

SpokenEvent = UtteranceStarted | CommittedLine | FinalLine


class Spoken:
    """See the module. Positions are counts of samples at 16 kHz. One thread uses it.

    Attributes:
        options: how it is recognised, whatever recogniser does it.
        heard: position behind the last sample of real sound that was fed.
    """

    def __init__(
        self,
        options: StreamOptions,
        emit: Callable[[SpokenEvent], None],
        next_id: Callable[[], int],
        *,
        start: int = 0,
        speech_start: int = 0,
    ) -> None:
        """`start` is the position of its first sample, `speech_start` where speech begins; `next_id` numbers its lines."""
        self.options = options
        self.heard = start
        self._emit = emit
        self._next_id = next_id
        self._stream: StreamLike | None = None
        self._recognizer: RecognizerLike | None = None
        self._base = start  # where the stream's times are zero
        self._begin_line(speech_start)

    @property
    def open(self) -> bool:
        """A recogniser is in use."""
        return self._recognizer is not None

    def use(self, recognizer: RecognizerLike) -> None:
        """Lets `recognizer` do what follows. Raises what the recogniser raises; no sound has been taken in then."""
        if recognizer is self._recognizer:
            return
        self._recognizer = None
        if self._stream is None:
            self._stream = recognizer.stream(self.options)
        else:
            self._stream.continue_with(recognizer)
        self._recognizer = recognizer

    def feed(self, samples: Samples, heard: int, *, merge: bool = False) -> None:
        """Takes in float32 [n] and recognises what completes a chunk; real sound reaches up to position `heard`.

        Raises what the recogniser raises; the sound has been taken in then.
        """
        assert self._stream is not None, "use() first"
        self.heard = max(self.heard, heard)
        self._publish(self._stream.feed(samples, merge=merge))

    def finish(self, speech_end: int | None = None) -> None:
        """Recognises what is left and ends the last line, at `speech_end` at the latest. May be called again if it raises."""
        assert self._stream is not None, "use() first"
        *events, last = self._stream.finish()
        self._publish(events)
        assert isinstance(last, Final)
        self._end_line(last, speech_end)

    def let_go(self) -> None:
        """Lets go of the recogniser, whose memory may be what the next one needs. Harmless if there is none."""
        self._recognizer = None
        if self._stream is not None:
            self._publish(self._stream.let_go())

    def end_as_shown(self) -> None:
        """Ends the line with the text that has been committed: nothing more is recognised."""
        end = max(self._since, self._speech_start)
        self._emit(
            FinalLine(
                self._line_id,
                text=self._text,
                shown=self._text,
                remainder="",
                diverged=False,
                start_s=self._speech_start / SAMPLE_RATE,
                end_s=end / SAMPLE_RATE,
            )
        )

    def _publish(self, events: Sequence[StreamEvent]) -> None:
        for event in events:
            if isinstance(event, Committed):
                self._commit(event)
            else:  # the recogniser closed a part by itself
                position = self._end_line(event)
                self._base += round(event.audio_s * SAMPLE_RATE)
                self._begin_line(position)

    def _begin_line(self, speech_start: int) -> None:
        self._line_id = self._next_id()
        self._text = ""
        self._speech_start = speech_start
        self._since = speech_start  # position up to which text has been committed
        self._emit(UtteranceStarted(self._line_id, speech_start / SAMPLE_RATE))

    def _commit(self, event: Committed) -> None:
        start, self._since = self._since, self._position(event)
        self._text += event.text
        self._emit(
            CommittedLine(
                self._line_id,
                event.text,
                start / SAMPLE_RATE,
                self._since / SAMPLE_RATE,
                event.language,
                event.open_word,
            )
        )

    def _end_line(self, event: Final, speech_end: int | None = None) -> int:
        position = self._position(event)
        end = position if speech_end is None else min(speech_end, position)
        self._emit(
            FinalLine(
                self._line_id,
                text=event.text,
                shown=event.shown,
                remainder=event.remainder,
                diverged=event.diverged,
                start_s=self._speech_start / SAMPLE_RATE,
                end_s=max(end, self._speech_start) / SAMPLE_RATE,
                language=event.language,
            )
        )
        return position

    def _position(self, event: StreamEvent) -> int:
        """Position of a stream's time; the appended zeros lie behind the sound and have none."""
        position = min(self._base + round(event.audio_s * SAMPLE_RATE), max(self.heard, self._base))
        return max(position, self._since)

"""Utterances that a server recognises as a whole or as a stream of text: their sound is kept, so that any other recogniser
can take one over where it stands, without a lost or doubled word.

A `Hearing` is one utterance on its way to such a server. Whatever text comes back is only ever added to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from inference.errors import RecognizerError
from inference.events import Committed, Final, StreamEvent
from inference.options import SAMPLE_RATE, StreamOptions
from inference.publishing import Publisher
from inference.recognizer import Transcription
from inference.text import join_segments

Samples = npt.NDArray[np.float32]
REPLAY_SAMPLES = 2 * SAMPLE_RATE
"""Kept sound is given to the next recogniser in portions of this length."""


class Hearing(Protocol):
    """One utterance at a server. Raises ProviderError where the server fails."""

    def feed(self, samples: Samples) -> str:
        """Takes sound in; returns all text so far."""
        ...

    def finish(self) -> str:
        """Returns the whole text; nothing follows."""
        ...

    def close(self) -> None:
        """Lets go of the server. Calling it again is harmless."""
        ...


class KeptStream:
    """One utterance; see `inference.recognizer.Stream` for the methods."""

    def __init__(self, begin: Callable[[StreamOptions], Hearing], options: StreamOptions) -> None:
        self._options = options
        self._sound: list[Samples] = []
        self._publisher = Publisher()
        self._hearing: Hearing | None = begin(options)
        self._other: Any = None  # a stream of the recogniser that has taken over
        self._other_text = ""
        self._replayed = 0  # pieces of the sound that it was given
        self._events: list[StreamEvent] = []  # what is said and was not returned, as the same call failed later
        self._finished = False

    def feed(self, samples: Samples, *, merge: bool = False) -> list[StreamEvent]:
        """Takes in float32 [n], 16 kHz mono. The sound is kept whatever the server does. Raises ProviderError."""
        self._sound += [samples[at : at + REPLAY_SAMPLES] for at in range(0, len(samples), REPLAY_SAMPLES)]
        if self._hearing is not None:
            self._show(self._hearing.feed(samples))
        else:
            self._replay(merge=merge)
        return self._take_events()

    def finish(self) -> list[StreamEvent]:
        """The `Final` last; calling it again gives nothing. Raises ProviderError, and may then be called again."""
        if self._finished:
            return []
        if self._hearing is not None:
            text, language = self._hearing.finish(), self._options.language
            self._hearing.close()
            self._events.append(self._final(text, self._seconds, language))
        else:
            self._replay(merge=True)
            self._take(self._other.finish())
        self._finished = True
        return self._take_events()

    def let_go(self) -> list[StreamEvent]:
        """Drops the server, or the recogniser that has taken over."""
        if self._hearing is not None:
            self._hearing.close()
            self._hearing = None
        if self._other is not None:
            self._take(self._other.let_go())
        return self._take_events()

    def continue_with(self, recognizer: Any) -> None:
        """Continues with a recogniser of this computer, which hears the whole utterance again. Raises RecognizerError."""
        self._events = self.let_go()
        if self._other is None:
            self._other = recognizer.stream(self._options)
        else:
            self._other.continue_with(recognizer)

    @property
    def _seconds(self) -> float:
        return sum(map(len, self._sound)) / SAMPLE_RATE

    def _take_events(self) -> list[StreamEvent]:
        events, self._events = self._events, []
        return events

    def _replay(self, *, merge: bool) -> None:
        """Gives the other recogniser the sound that it has not heard."""
        if self._other is None:
            raise RecognizerError("This stream has no model: let it continue with one first.")  # a caller's mistake
        waiting = self._sound[self._replayed :]
        for left, piece in zip(reversed(range(len(waiting))), waiting, strict=True):
            self._replayed += 1
            self._take(self._other.feed(piece, merge=merge or left > 0))
        if not waiting:
            self._take(self._other.feed(np.zeros(0, np.float32), merge=merge))  # decodes what an error left waiting

    def _show(self, text: str) -> None:
        """What `text`, all of the utterance so far, adds to the screen."""
        delta = self._publisher.publish(text)
        if delta:
            self._events.append(Committed(delta, self._seconds, self._options.language))

    def _take(self, events: list[StreamEvent]) -> None:
        """The other recogniser's events, without what is on screen already."""
        for event in events:
            if isinstance(event, Committed):
                self._other_text += event.text
                delta = self._publisher.publish(self._other_text)
                if delta:
                    self._events.append(Committed(delta, event.audio_s, event.language))
            else:
                self._events.append(self._final(event.text, event.audio_s, event.language))
                self._publisher, self._other_text = Publisher(), ""

    def _final(self, text: str, audio_s: float, language: str | None) -> Final:
        before = self._publisher.published
        remainder = self._publisher.publish(text)
        return Final(
            text=text,
            shown=self._publisher.published,
            remainder=remainder,
            diverged=not text.startswith(before),
            audio_s=audio_s,
            language=language,
        )


class KeepsUtterances(Protocol):
    """A recogniser whose streams are `KeptStream`s."""

    def stream(self, options: StreamOptions) -> KeptStream: ...


def transcribe_kept(recognizer: KeepsUtterances, samples: Samples, options: StreamOptions) -> Transcription:
    """A whole clip as one utterance. Raises ProviderError."""
    stream, text, language = recognizer.stream(options), "", options.language
    try:
        for event in [*stream.feed(samples), *stream.finish()]:
            if isinstance(event, Final):
                text = join_segments(text, event.shown) if text else event.shown
                language = event.language or language
    finally:
        stream.let_go()
    return Transcription(text, language)

"""Speech that becomes no words: when to give the user one hint, and what is probably wrong. Nothing of the sound is kept.

Given how much speech the model has heard, the words that came of it, and the level; gives a `NoWords` event once for each
cause, until what it was about has changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from app.base.events import EngineEvent, NoWords, NoWordsCause
from inference.options import SAMPLE_RATE

WORDLESS_S = 10.0
"""Speech without a word that is more than a murmur or a cough."""
APART_S = 10.0
"""Noises further apart than this are not one speech."""
LEVELS = 250
"""The level of the last ten seconds."""
QUIET_DBFS = -50.0
"""Where not even the loudest moment of speech reaches this, somebody speaks elsewhere in the room, or into another device."""
FEW_LANGUAGES = 3


def decide_cause(loudest_dbfs: float, chosen: str | None, languages: Sequence[str]) -> NoWordsCause:
    """What is probably wrong: the sound is hardly there, the language is another one, or else the model is too small.

    >>> decide_cause(-58.0, None, ["English"]), decide_cause(-20.0, None, ["English"]), decide_cause(-20.0, "German", [])
    ('source', 'language', 'language')
    """
    if loudest_dbfs < QUIET_DBFS:
        return "source"
    if chosen or 0 < len(languages) <= FEW_LANGUAGES:
        return "language"
    return "model"


class Wordless:
    """See the module. One thread uses it."""

    def __init__(self, emit: Callable[[EngineEvent], None]) -> None:
        self._emit = emit
        self._speech = self._silence = 0  # samples
        self._levels: deque[float] = deque(maxlen=LEVELS)
        self._told: set[NoWordsCause] = set()

    def note_level(self, dbfs: float) -> None:
        self._levels.append(dbfs)

    def note_sound(self, n_samples: int, *, speaking: bool) -> None:
        """Sound went by."""
        self._silence = 0 if speaking else self._silence + n_samples
        if self._silence > APART_S * SAMPLE_RATE:
            self._speech = 0

    def note_words(self) -> None:
        """A word came."""
        self._speech = 0

    def changed(self, *causes: NoWordsCause) -> None:
        """What these were about is another now: each may be told again."""
        self._told -= set(causes)
        self._speech = 0

    def note_speech(self, n_samples: int, chosen: str | None, languages: Sequence[str]) -> None:
        """The model has heard speech; its words, if there are any, have been told (`note_words`)."""
        self._speech += n_samples
        if self._speech < WORDLESS_S * SAMPLE_RATE:
            return
        self._speech = 0
        cause = decide_cause(max(self._levels, default=0.0), chosen, languages)
        if cause not in self._told:
            self._told.add(cause)
            self._emit(NoWords(cause, tuple(self._levels)))

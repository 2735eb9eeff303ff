"""What a stream returns: committed deltas while an utterance runs, one final line when it ends."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Committed:
    """Text that is shown from now on and never taken back.

    Attributes:
        text: what follows everything committed before in this utterance (leading space included where one belongs).
        audio_s: seconds of this utterance's audio that had been decoded when it was committed.
        language: language the text is in, as far as it is known.
        open_word: its last word may go on: the model's answer does not end it. A view may wait for the rest.
    """

    text: str
    audio_s: float
    language: str | None = None
    open_word: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Final:
    """The end of an utterance, delivered once.

    Attributes:
        text: the model's final transcript of the utterance.
        shown: what is on screen once `remainder` is appended: all committed deltas, then the remainder.
        remainder: what to append to the committed text; never a revision.
        diverged: `text` does not begin with what had been committed (then `shown` differs from `text`).
        audio_s: seconds of audio of the utterance, the appended silence included.
        language: detected or forced language, None if none was recognised.
    """

    text: str
    shown: str
    remainder: str
    diverged: bool
    audio_s: float
    language: str | None = None


StreamEvent = Committed | Final

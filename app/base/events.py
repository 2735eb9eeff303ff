"""What the caption engine says, as frozen dataclasses: text, level, status. Pure; knows neither Qt nor a device.

All times are session times: seconds of sound heard since the session began, counted in samples. A pause, or a device
that was away, adds nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Side = Literal["", "you", "computer"]
"""Who spoke, where two sides are heard apart; "" where there is one."""

State = Literal["loading", "listening", "no_sound", "paused", "behind", "stopped", "failed"]


@dataclass(frozen=True)
class UtteranceStarted:
    """Speech begins; text may follow or not (a cough has none)."""

    utterance_id: int
    start_s: float
    side: Side = ""


@dataclass(frozen=True)
class CommittedLine:
    """Text to append to the running line.

    Attributes:
        utterance_id: the line it belongs to.
        text: what follows everything committed before in this utterance.
        start_s, end_s: session time of the sound from the last commit to this one: about where the words were said.
        language: as far as it is known.
        open_word: its last word may go on with the next text.
        side: who spoke.
    """

    utterance_id: int
    text: str
    start_s: float
    end_s: float
    language: str | None = None
    open_word: bool = field(default=False, compare=False)
    side: Side = ""


@dataclass(frozen=True)
class FinalLine:
    """The end of a line, said once for every utterance that was started.

    Attributes:
        utterance_id: the line it ends.
        text: the model's final transcript.
        shown: what is on screen once `remainder` is appended.
        remainder: what to append; never a revision.
        diverged: `text` does not begin with what had been committed.
        start_s, end_s: session time of the speech.
        language: detected or forced, None if none was recognised.
        side: who spoke.
    """

    utterance_id: int
    text: str
    shown: str
    remainder: str
    diverged: bool
    start_s: float
    end_s: float
    language: str | None = None
    side: Side = ""


@dataclass(frozen=True)
class Level:
    """How loud the sound is.

    Attributes:
        dbfs: root mean square of the last moment, -120..0.
    """

    dbfs: float


@dataclass(frozen=True)
class Status:
    """The one state that a user sees.

    Attributes:
        state: see `State`.
        lag_s: seconds of speech that were heard and are not yet recognised.
        provider: what really runs the model ("cpu", "cuda", …), "" until it is loaded.
        model: name of the model in use, "" until it is loaded.
        bundle: the folder of the model in use, None until it is loaded; names are for users, this says which one it is.
        languages: canonical names of the languages that it knows.
        message: a message for the user, "" where the state says enough.
        device: name of the device that is being heard, as the system shows it.
        server: host of the server to which the sound is sent, "" while it stays on this computer.
        words_after_s: about how long after its end a word appears with this model here, 0 while that is not known.
    """

    state: State
    lag_s: float = 0.0
    provider: str = ""
    model: str = ""
    message: str = ""
    device: str = ""
    bundle: Path | None = None
    languages: tuple[str, ...] = ()
    server: str = ""
    words_after_s: float = 0.0


@dataclass(frozen=True)
class Notice:
    """Something a user should know that stops nothing: a device came back, a provider was replaced."""

    text: str


NoWordsCause = Literal["source", "language", "model"]


@dataclass(frozen=True)
class NoWords:
    """Somebody has spoken for a while and no word came of it.

    Attributes:
        cause: what is probably wrong.
        levels: dBFS of the last seconds, 25 a second, the newest last.
    """

    cause: NoWordsCause
    levels: tuple[float, ...] = ()


@dataclass(frozen=True)
class Failed:
    """Captions cannot continue until the user does something; the text says what."""

    text: str


DictationState = Literal["loading", "opening", "recording", "finishing", "done", "cancelled", "failed"]


@dataclass(frozen=True)
class DictationStatus:
    """Where a dictation stands.

    Attributes:
        number: which one; whoever began it chose the number.
        state: "loading" (records; the model is not ready), "opening" (the microphone is), "recording", "finishing"
            (decodes what was said), then one of "done", "cancelled", "failed".
        problem: why it failed, "" if it did not or if the engine came to its end.
    """

    number: int
    state: DictationState
    problem: str = ""


@dataclass(frozen=True)
class DictationCommitted:
    """Text of dictation `number` to type now. `language`: as in `CommittedLine`."""

    number: int
    text: str
    language: str | None = None


@dataclass(frozen=True)
class DictationFinalized:
    """The end of an utterance of dictation `number`; `line.remainder` is what is left to type."""

    number: int
    line: FinalLine


DictationEvent = DictationStatus | DictationCommitted | DictationFinalized

EngineEvent = UtteranceStarted | CommittedLine | FinalLine | Level | Status | Notice | NoWords | Failed | DictationEvent

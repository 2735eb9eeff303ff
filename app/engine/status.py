"""What state a user is shown: a pure rule over the facts of the moment, and the pace at which changes are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from app.base.events import EngineEvent, State, Status
from app.base.translation import translate
from app.capture.ports import SourceKind

BEHIND_S, CAUGHT_UP_S = 2.5, 1.0
QUIET_S = 6.0
BEHIND_FOR_S = 1.5
PACE_S = 0.5
LAG_FROM_S = 0.3
"""Less than this is on its way to the model, and no lag."""


@dataclass(frozen=True)
class Facts:
    """Everything the state depends on.

    Attributes:
        kind: what is listened to.
        failed: why captions cannot continue, "" if they can.
        ended: a file has been read to its end.
        problem: why nothing is heard, "" if something is.
        live: sound has arrived since the device was opened.
        quiet_s: seconds of near silence up to now.
        lag_s: seconds of speech that wait to be recognised.
        paced: the sound comes in its own time; a lag means something.
        automatic: the step is chosen by what this computer keeps up with.
        words_after_s: about how long after its end a word appears, 0 where that is not known.
    """

    kind: SourceKind = "microphone"
    paused: bool = False
    failed: str = ""
    ended: bool = False
    model_ready: bool = True
    model: str = ""
    bundle: Path | None = None
    languages: tuple[str, ...] = ()
    provider: str = ""
    server: str = ""
    device: str = ""
    problem: str = ""
    live: bool = True
    quiet_s: float = 0.0
    lag_s: float = 0.0
    paced: bool = True
    automatic: bool = False
    words_after_s: float = 0.0


def decide_behind(lag_s: float, was_behind: bool, for_s: float) -> bool:
    """Whether captions are behind: the lag has been large for `for_s` seconds, or was and is not clearly gone yet.

    After loading a model there is always a lag for a moment, while it recognises what was said meanwhile.
    """
    return lag_s > CAUGHT_UP_S if was_behind else lag_s > BEHIND_S and for_s >= BEHIND_FOR_S


def decide_state(facts: Facts, behind: bool = False) -> tuple[State, str]:
    """State and message for these facts; see `decide_behind`."""
    if facts.failed:
        return "failed", facts.failed
    if facts.paused:
        return "paused", ""
    if not facts.model_ready:
        return "loading", translate("Audio", "Loading the model. Everything said now will be captioned.")
    if behind and facts.paced:
        message = translate("Audio", "Captions are {seconds:.0f} s behind.").format(seconds=facts.lag_s)
        return "behind", f"{message} {what_helps(automatic=facts.automatic)}"
    if facts.ended:
        return "stopped", translate("Audio", "The recording has ended.")
    if facts.problem:
        return "no_sound", facts.problem
    if not facts.live:
        return "loading", translate("Audio", "Opening the sound device…")
    if facts.quiet_s >= QUIET_S:
        return "no_sound", _quiet_sentence(facts)
    return "listening", ""


def what_helps(*, automatic: bool) -> str:
    """What a user can do whose captions stay behind."""
    if automatic:
        return translate("Audio", "If this continues, use the starter model.")
    return translate("Audio", "If this continues, set Speed to “Automatic”, or use the starter model.")


def _quiet_sentence(facts: Facts) -> str:
    if facts.kind == "computer":
        return translate("Audio", "Nothing is playing on “{device}”.").format(device=facts.device)
    if facts.kind == "both":
        return translate("Audio", "The microphone is silent, and nothing is playing.")
    return translate("Audio", "“{device}” is silent. Is the microphone muted?").format(device=facts.device)


class StatusRule:
    """Tells a status when it says something new, and the lag a few times a second at most."""

    QUIET_DBFS = -70.0
    """Below this a microphone is muted or unplugged; the quietest rooms are louder."""

    def __init__(self, emit: Callable[[EngineEvent], None], clock: Callable[[], float]) -> None:
        self._emit = emit
        self._clock = clock
        self._last: Status | None = None
        self._told_at = 0.0
        self._behind = False
        self._behind_since = 0.0

    def update(self, facts: Facts) -> None:
        now = self._clock()
        if facts.lag_s <= BEHIND_S or not facts.model_ready:
            self._behind_since = now
        self._behind = decide_behind(facts.lag_s, self._behind, now - self._behind_since)
        state, message = decide_state(facts, self._behind)
        status = Status(
            state,
            lag_s=round(facts.lag_s, 1) if facts.lag_s >= LAG_FROM_S else 0.0,
            provider=facts.provider,
            model=facts.model,
            bundle=facts.bundle,
            languages=facts.languages,
            message=message,
            device=facts.device,
            server=facts.server,
            words_after_s=round(facts.words_after_s, 1),
        )
        last = self._last
        if status == last:
            return
        urgent = (
            last is None
            or replace(last, lag_s=status.lag_s, message=status.message, words_after_s=status.words_after_s) != status
        )
        if urgent or now - self._told_at >= PACE_S:
            self._last, self._told_at = status, now
            self._emit(status)

    def stopped(self) -> None:
        """The engine is over."""
        last = self._last or Status("stopped")
        self._emit(replace(last, state="stopped", lag_s=0.0, message="", device="", server=""))

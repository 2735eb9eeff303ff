"""What may use the engine's model beside captions and dictations, when nothing of theirs waits: recordings, and streams of
other programs.

`app.serve.turns.Turns` is the one implementation in the program. Everything here is called on the engine's thread, but for
`end_all`.
"""

from __future__ import annotations

from typing import Protocol

from app.engine.model_loading import RecognizerLike


class Guests(Protocol):
    """See the module.

    Attributes:
        live: somebody speaks to captions or a dictation; the engine says so.
    """

    live: bool

    @property
    def waiting(self) -> bool:
        """There is something to do."""
        ...

    @property
    def mid_utterance(self) -> bool:
        """An utterance is being recognised."""
        ...

    @property
    def busy(self) -> bool:
        """Something is not at its end."""
        ...

    def work(self, recognizer: RecognizerLike) -> bool:
        """One turn; False if nothing waits. Raises ProviderError or BundleError when the model gives up."""
        ...

    def let_go(self) -> None:
        """Lets go of the recogniser; all wait for another one."""
        ...

    def report(self, recognizer: RecognizerLike | None, problem: str) -> None:
        """The model that there is; with `problem` there is none, and none is coming."""
        ...

    def end_all(self) -> None:
        """No more sound comes."""
        ...


class NoGuests:
    """Nobody."""

    waiting = mid_utterance = busy = live = False

    def work(self, recognizer: RecognizerLike) -> bool:
        return False

    def let_go(self) -> None: ...

    def report(self, recognizer: RecognizerLike | None, problem: str) -> None: ...

    def end_all(self) -> None: ...

"""Text that goes on when another stream takes an utterance over: the recogniser failed, its sound is recognised again.

What the second stream says is laid against what is already on screen (`inference.publishing`), so that only what is new
is added: append-only, and no word twice.
"""

from __future__ import annotations

from dataclasses import replace

from inference.events import Committed, Final
from inference.publishing import Publisher


class Resumption:
    """One utterance that is recognised a second time.

    Attributes:
        shown: what is on screen of it.
    """

    def __init__(self, shown: str, missing: str = "") -> None:
        """`missing` is the beginning of `shown` whose sound is no longer kept: the second stream will not say it."""
        self.shown = shown
        self._missing = missing
        self._said = ""
        self._publisher = Publisher()
        self._publisher.publish(shown[len(missing) :])

    def committed(self, event: Committed) -> Committed | None:
        """The event with what it adds to the screen, None if it adds nothing yet."""
        self._said += event.text
        delta = self._publisher.publish(self._said)
        self.shown += delta
        return replace(event, text=delta) if delta else None

    def final(self, event: Final) -> Final:
        """The event as the end of the whole line."""
        before = self.shown
        remainder = self._publisher.publish(event.text)
        self.shown += remainder
        text = self._missing + event.text
        return replace(event, text=text, shown=self.shown, remainder=remainder, diverged=not text.startswith(before))

"""The one exception type of this package. `str(error)` is a message the user can act on."""

from __future__ import annotations


class ModelError(Exception):
    """A model could not be downloaded, converted, proved, switched to or removed."""


class StoppedError(ModelError):
    """The user stopped it; nothing is wrong. What was downloaded is kept and continued next time."""


class LicenceError(ModelError):
    """A licence has to be accepted first.

    Attributes:
        text: a licence text that differs from every text shown so far ("" when the shipped one is meant).
    """

    def __init__(self, message: str, text: str = "") -> None:
        super().__init__(message)
        self.text = text

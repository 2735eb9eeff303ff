"""The one exception type of this package: every message is one that the user can act on."""

from __future__ import annotations


class RecognizerError(Exception):
    """Something about the model, the provider or the request is wrong; `str(error)` is shown to the user as it is."""


class BundleError(RecognizerError):
    """A model bundle is missing, damaged or of an unknown format."""


class UnreadableError(BundleError):
    """A bundle cannot be read at the moment (a locked file, a drive that is away); it may be whole."""


class ProviderError(RecognizerError):
    """An execution provider could not be used, failed its self-test, or failed while running."""


def first_line(error: BaseException) -> str:
    """The first line of an error's message, or its type where it has none: libraries answer with half a page."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__

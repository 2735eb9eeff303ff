"""The one exception type of this room: every message is a sentence that a person can act on."""


class RecognizerError(Exception):
    """Something about the model, the provider or the request is wrong; `str(error)` is shown to the person as it is."""


class BundleError(RecognizerError):
    """A model bundle is missing, damaged or of an unknown format."""


class UnreadableError(BundleError):
    """A bundle cannot be read at the moment (a locked file, a drive that is away); it may be whole."""


class ProviderError(RecognizerError):
    """An execution provider could not be used, failed its self-test, or failed while running."""

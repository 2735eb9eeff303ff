"""The one exception type of this package."""


class ExportError(Exception):
    """A checkpoint cannot be read or a bundle cannot be written; `str(error)` is shown to the user as it is."""

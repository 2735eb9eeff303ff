"""The one exception type of this room."""


class ExportError(Exception):
    """A checkpoint cannot be read or a bundle cannot be written; `str(error)` is a sentence for the person."""

"""What a caption page is made of: its files, the lines that it shows, its viewers, and the secret in its address."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable

from app.serve.caption_log import CaptionLog
from app.serve.viewers import Viewers

CONTENT_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "mp4": "video/mp4",
}

Files = Mapping[str, tuple[str, bytes]]
"""Names below the token ("" is the page) to content type and content."""


class SecretPage:
    """One page. The methods may be called from any thread.

    Attributes:
        token: the secret in its addresses.
        log: the lines that it shows.
        viewers: who looks at it.
        files: what it consists of.
    """

    def __init__(self, token: str, log: CaptionLog, files: Files, *, max_viewers: int) -> None:
        self.token = token
        self.log = log
        self.files = files
        self.viewers = Viewers(max_viewers)

    def change_token(self, token: str) -> None:
        """The old address is worthless at once: browsers that are connected with it are cut off."""
        if token != self.token:
            self.token = token
            # A browser that was let in before this line has a seat now, or finds its token wrong when it takes one.
            self.cut_off(over=False)

    def cut_off(self, *, over: bool) -> None:
        """Ends every browser's stream; `over` tells them that this is the end, so that none tries again."""
        self.viewers.send_away(over=over)
        self.log.changed.emit()


def load_files(folder: Traversable, names: tuple[str, ...]) -> Files:
    """The first of `names` is the page itself. Raises OSError."""
    return {
        name if index else "": (CONTENT_TYPES[name.rpartition(".")[2]], (folder / name).read_bytes())
        for index, name in enumerate(names)
    }

"""What a caption page is made of: its files, the lines that it shows, and the secret in its address."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable

from app.serve.hub import Hub


class SecretPage:
    """One page. `change_token` may be called from any thread.

    Attributes:
        token: the secret in its addresses.
        hub: the lines that it shows.
        files: names below the token ("" is the page) to content type and content.
    """

    def __init__(self, token: str, hub: Hub, files: Mapping[str, tuple[str, bytes]]) -> None:
        self.token = token
        self.hub = hub
        self.files = files

    def change_token(self, token: str) -> None:
        """The old address is worthless at once: browsers that are connected with it are cut off."""
        if token != self.token:
            self.token = token
            # A browser that was let in before this line is in the hub now, or finds its token wrong when it is.
            self.hub.close()


def load_files(folder: Traversable) -> dict[str, tuple[str, bytes]]:
    """The page's files. Raises OSError."""
    return {
        "": ("text/html", (folder / "index.html").read_bytes()),
        "page.css": ("text/css", (folder / "page.css").read_bytes()),
        "page.js": ("text/javascript", (folder / "page.js").read_bytes()),
    }

"""What the windows show of sharing."""

from __future__ import annotations

from dataclasses import dataclass

from app.serve.viewers import Viewer


@dataclass(frozen=True)
class ShareState:
    """
    Attributes:
        address: of the page, "" while captions are not shared.
        viewers: who looks at it, the first to come first.
        problem: why captions cannot be shared, or not any more; a message for the user.
    """

    address: str = ""
    viewers: tuple[Viewer, ...] = ()
    problem: str = ""


NOT_SHARED = ShareState()

"""The one exception type of this package: an answer that could not be had. `str(error)` is a message for the user."""

from __future__ import annotations


class ServerError(Exception):
    """A server cannot be reached, refuses, or answers with nonsense.

    Attributes:
        passing: the same request may succeed a moment later.
        status: of the HTTP answer, None where there was none.
        wait_s: what the server asks to wait, None where it does not say.
        untrusted: nobody vouches for its certificate.
    """

    def __init__(
        self,
        message: str,
        *,
        passing: bool = False,
        status: int | None = None,
        wait_s: float | None = None,
        untrusted: bool = False,
    ) -> None:
        super().__init__(message)
        self.passing = passing
        self.status = status
        self.wait_s = wait_s
        self.untrusted = untrusted

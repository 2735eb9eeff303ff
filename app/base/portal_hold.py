"""Keeps the screen on through the desktop's portal; one of the ways of `app.base.screen_hold`."""

from __future__ import annotations

import logging

from app.base.portal import PortalConnection, PortalError
from app.base.translation import translate

__all__ = ["PortalError", "PortalHold"]

log = logging.getLogger(__name__)

INHIBIT_IDLE = 8
"""Of the portal's flags: the session must not count as idle."""


class PortalHold:
    """The portal lets go when the connection closes, also when the program is killed. Raises PortalError."""

    def __init__(self, address: str = "") -> None:
        self._connection = PortalConnection(address)
        reason = translate("Awake", "Captions are running")
        try:
            body = ("", INHIBIT_IDLE, {"reason": ("s", reason), "handle_token": ("s", "r2t2_awake")})
            self._request = str(self._connection.call("Inhibit", "Inhibit", "sua{sv}", body)[0])
        except PortalError:
            self._connection.close()
            raise

    def renew(self) -> None:
        """Nothing to do."""

    def release(self) -> None:
        try:
            self._connection.close_request(self._request)
        except PortalError as error:  # the portal has ended, and its hold with it
            log.info("the screen: %s", error)
        self._connection.close()

"""XDG desktop portals over D-Bus (jeepney), on a connection of their own: what hotkeys and typing on Wayland share.

A program outside a sandbox has no application id until it registers one, and since xdg-desktop-portal 1.21 portals
refuse callers without: `Registry.Register` comes before anything else on each connection. (Qt registers its own
connection; it cannot build the calls that are needed here.) A request answers with a signal on a path that is known
before the call, so the signal is subscribed to first.
"""

from __future__ import annotations

import logging
import math
import os
import secrets
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from app.base.desktop_entry import in_sandbox
from app.base.paths import APP_ID
from app.base.questions import desktop_asks
from app.base.translation import translate

log = logging.getLogger(__name__)

BUS_NAME = "org.freedesktop.portal.Desktop"
BACKENDS = "org.freedesktop.impl.portal.desktop"
"""Names of the desktops' own parts, which do the work, begin like this."""
PATH = "/org/freedesktop/portal/desktop"
CALL_TIMEOUT_S = 5.0
DIALOG_TIMEOUT_S = 120.0
"""A request that asks the user something first."""

QUESTION_S = 1.0
"""A request that is not answered by then has brought up a dialog."""

PREFIX = "org.freedesktop.portal."


class PortalError(Exception):
    """A portal refused or did not answer; the message is for the user.

    Attributes:
        asking_again_s: asking again is of use after this long.
    """

    asking_again_s = 0.0


class PortalRefusedError(PortalError):
    """The user said no, which holds while the program runs."""

    asking_again_s = math.inf


class PortalSilentError(PortalError):
    """There was no answer in time; each further question would take as long."""

    asking_again_s = 60.0


def _address(interface: str, path: str = PATH) -> DBusAddress:
    return DBusAddress(path, BUS_NAME, interface)


def _response_rule(path: str | None = None) -> MatchRule:
    """The answers to requests, or to the one at `path`."""
    return MatchRule(type="signal", interface=PREFIX + "Request", member="Response", path=path)


@contextmanager
def _bus_errors() -> Iterator[None]:
    """Makes a PortalError of what goes wrong on the bus."""
    try:
        yield
    except TimeoutError as error:
        raise PortalSilentError(translate("Dictation", "The desktop did not respond.")) from error
    except (OSError, EOFError) as error:
        message = translate("Dictation", "The connection to the session bus was lost ({reason}).")
        raise PortalError(message.format(reason=error)) from error


class PortalConnection:
    """One registered connection to the session bus. Used by one thread.

    Attributes:
        signals: signals of the portals that `subscribe` named, oldest first; whoever handles one takes it out.
    """

    def __init__(self, address: str) -> None:
        """Raises PortalError."""
        try:
            self._connection: DBusConnection = open_dbus_connection(address or "SESSION", enable_fds=True)
        except Exception as error:  # jeepney: KeyError, OSError, AuthenticationError …
            message = translate("Dictation", "Could not connect to the session bus ({reason}).")
            raise PortalError(message.format(reason=error)) from error
        self.signals: deque[Message] = deque()
        self._owners: deque[Message] = deque()
        name = self._connection.unique_name
        self._sender = name.lstrip(":").replace(".", "_")
        self._send(message_bus.AddMatch(_response_rule()))
        owner = MatchRule(type="signal", interface="org.freedesktop.DBus", member="NameOwnerChanged", path=None)
        owner.add_arg_condition(0, BUS_NAME)
        self._keep(owner, self._owners)
        backend = MatchRule(type="signal", interface="org.freedesktop.DBus", member="NameOwnerChanged", path=None)
        backend.add_arg_condition(0, BACKENDS, kind="namespace")
        self._keep(backend, self._owners)
        self.register()

    @property
    def socket(self) -> Any:
        """To wait on."""
        return self._connection.sock

    def _keep(self, rule: MatchRule, queue: deque[Message]) -> None:
        """Asks the bus for signals and keeps them in `queue`, whenever they arrive."""
        self._connection.filter(rule, queue=queue)
        self._send(message_bus.AddMatch(rule))

    def subscribe(self, interface: str) -> None:
        """Asks for the signals of a portal, `GlobalShortcuts` for instance."""
        self._keep(MatchRule(type="signal", interface=PREFIX + interface, path=PATH), self.signals)

    def subscribe_session(self, session: str) -> None:
        """Asks for the signal that a session was closed."""
        self._keep(MatchRule(type="signal", interface=PREFIX + "Session", path=session), self.signals)

    def register(self) -> None:
        """Tells the portals who we are. Portals before 1.20 have no registry; that is no error."""
        if in_sandbox(os.environ):
            return
        call = new_method_call(_address("org.freedesktop.host.portal.Registry"), "Register", "sa{sv}", (APP_ID, {}))
        try:
            self._send(call)
        except PortalError as error:
            log.info("portal registry: %s", error)

    def _send(self, message: Message, timeout_s: float = CALL_TIMEOUT_S) -> Any:
        """The body of the reply. Raises PortalError."""
        with _bus_errors():
            reply = self._connection.send_and_get_reply(message, timeout=timeout_s)
        header = reply.header
        if header.message_type is MessageType.error:
            reason = reply.body[0] if reply.body else header.fields.get(HeaderFields.error_name)
            text = translate("Dictation", "The desktop refused the request: {reason}")
            raise PortalError(text.format(reason=reason))
        return reply.body

    def call(self, interface: str, method: str, signature: str, body: tuple[Any, ...]) -> Any:
        """A plain method call of a portal; the reply's body. Raises PortalError."""
        return self._send(new_method_call(_address(PREFIX + interface), method, signature, body))

    def request(
        self, interface: str, method: str, signature: str, body: tuple[Any, ...], options: dict[str, Any],
        timeout_s: float = CALL_TIMEOUT_S,
    ) -> dict[str, Any]:  # fmt: skip
        """A call that answers through a Request object; its results (name -> (signature, value)). Raises PortalError.

        `body` without the options, which come last; the handle token is added to them.
        """
        token = f"r2t2_{secrets.token_hex(8)}"
        path = f"{PATH}/request/{self._sender}/{token}"
        options = {**options, "handle_token": ("s", token)}
        with self._connection.filter(_response_rule(path)) as responses, _bus_errors():
            self._send(new_method_call(_address(PREFIX + interface), method, signature, (*body, options)))
            code, results = self._answer(responses, timeout_s).body
        # GNOME 48 answers "ended" (2) to BindShortcuts although it has bound them, and names them.
        if code and not results:
            if code == 1:
                raise PortalRefusedError(translate("Dictation", "Permission was not given."))
            raise PortalError(translate("Dictation", "The desktop cancelled the request."))
        return dict(results)

    def _answer(self, responses: deque[Message], timeout_s: float) -> Message:
        """The first of `responses`; one that takes long is a question to the user."""
        with suppress(TimeoutError):
            return self._connection.recv_until_filtered(responses, timeout=min(QUESTION_S, timeout_s))
        desktop_asks.emit(True)
        try:
            return self._connection.recv_until_filtered(responses, timeout=max(0.0, timeout_s - QUESTION_S))
        finally:
            desktop_asks.emit(False)

    def read(self) -> None:
        """Keeps the signals that have arrived. Raises PortalError when the bus is gone.

        What came along with a reply is in the connection's buffer: `socket` would not show it.
        """
        with _bus_errors(), suppress(TimeoutError):
            while True:
                self._connection.recv_messages(timeout=0)

    def create_session(self, interface: str) -> str:
        """A session of a portal; its object path. Both tokens are sent: portals refuse without. Raises PortalError."""
        options = {"session_handle_token": ("s", f"r2t2_{secrets.token_hex(8)}")}
        results = self.request(interface, "CreateSession", "a{sv}", (), options)
        return str(results["session_handle"][1])

    def close_session(self, session: str) -> None:
        """Raises PortalError."""
        self._send(new_method_call(_address("org.freedesktop.portal.Session", session), "Close"))

    def close_request(self, request: str) -> None:
        """Ends what a call has begun that lasts until then. Raises PortalError."""
        self._send(new_method_call(_address(PREFIX + "Request", request), "Close"))

    def portal_left(self) -> bool:
        """Whether the portals have ended, or have a new owner, since the last call: no session of before is left."""
        return bool(self._owner_changes())

    def portal_restarted(self) -> bool:
        """Whether the portals have a new owner since the last call; then everything must be done anew.

        Portals that have ended are started: the bus does that for a call.
        """
        restarted = False
        while changes := self._owner_changes():  # the new owner may come along with a reply, where nobody waits for it
            restarted = changes[-1]
            if not restarted:
                self.register()
        return restarted

    def _owner_changes(self) -> list[bool]:
        """What became of the portals: True for a new owner, or for a desktop's part that ended; False for none."""
        changes: list[bool] = []
        while self._owners:
            name, _, owner = self._owners.popleft().body
            if name == BUS_NAME:
                changes.append(bool(owner))
            elif not owner:
                changes.append(True)  # its sessions are gone, though nobody closes them; the next call starts it
        return changes

    def close(self) -> None:
        self._connection.close()


def portal_version(interface: str, address: str) -> int:
    """Version of a portal, 0 where the desktop has none or does not answer."""
    try:
        connection = PortalConnection(address)
    except PortalError as error:
        log.info("portals: %s", error)
        return 0
    try:
        call = new_method_call(
            _address("org.freedesktop.DBus.Properties"), "Get", "ss", (PREFIX + interface, "version")
        )
        return int(connection._send(call)[0][1])
    except PortalError as error:
        log.info("portal %s: %s", interface, error)
        return 0
    finally:
        connection.close()

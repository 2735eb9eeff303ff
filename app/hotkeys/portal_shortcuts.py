"""Hotkeys on Wayland: the GlobalShortcuts portal, in a thread with a bus connection of its own.

The desktop decides which keys are used (it may ask the user) and names them in words of its own, which are shown as
they are. Activated and Deactivated are the key's way down and up.
"""

from __future__ import annotations

import logging
import re
import select
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from jeepney import HeaderFields, Message

from app.base.portal import DIALOG_TIMEOUT_S, PortalConnection, PortalError
from app.base.translation import translate
from app.hotkeys.backend import DICTATION_BINDINGS
from app.hotkeys.command_loop import CommandQueue
from app.hotkeys.keys import Combo, portal_trigger
from app.hotkeys.rules import Edge, EdgeKind

log = logging.getLogger(__name__)

INTERFACE = "GlobalShortcuts"
RETRY_S = 2.0


def describe_binding(binding: str) -> str:
    """What a binding does, for the desktop's own dialog."""
    return {
        "hold": translate("Dictation", "Dictate while held"),
        "toggle": translate("Dictation", "Start or stop dictation"),
        "both": translate("Dictation", "Dictate (hold, or tap to switch)"),
        "cancel": translate("Dictation", "Cancel dictation"),
        "pause": translate("Dictation", "Pause or resume the captions"),
        "overlay": translate("Dictation", "Unlock the captions and bring them back on screen"),
    }[binding]


_CTRL_ALT = frozenset({"ctrl", "alt"})
INSTEAD_OF_MODIFIER = {"hold": Combo("h", _CTRL_ALT), "both": Combo("h", _CTRL_ALT), "cancel": Combo("x", _CTRL_ALT)}
"""What is proposed for a lone modifier, which no portal takes (GNOME takes it, and never reports that it came up), and
for Esc."""


def shortcuts_for(bindings: Mapping[str, Combo]) -> list[tuple[str, dict[str, Any]]]:
    """The argument of BindShortcuts."""
    wanted = dict(bindings)
    if DICTATION_BINDINGS & bindings.keys():  # only these come with a shortcut that cancels
        wanted["cancel"] = INSTEAD_OF_MODIFIER["cancel"]
    shortcuts = []
    for name, combo in wanted.items():
        proposed = INSTEAD_OF_MODIFIER.get(name) if combo.modifier_only else combo
        options: dict[str, Any] = {"description": ("s", describe_binding(name))}
        if proposed is not None:
            options["preferred_trigger"] = ("s", portal_trigger(proposed))
        shortcuts.append((name, options))
    return shortcuts


def plain_trigger(words: str) -> str:
    """The desktop's words for a key, as the program writes keys: GNOME says `Press <Control><Alt>d`.

    >>> plain_trigger("Press <Control><Alt>d"), plain_trigger("Ctrl+Alt+D")
    ('Ctrl+Alt+D', 'Ctrl+Alt+D')
    """
    found = re.search(r"((?:<\w+>)+)(\S+)", words)
    if found is None:
        return words
    held = [{"Control": "Ctrl", "Primary": "Ctrl"}.get(name, name) for name in re.findall(r"<(\w+)>", found[1])]
    return "+".join([*held, found[2].upper() if len(found[2]) == 1 else found[2]])


class PortalHotkeys:
    """Implements `backend.Hotkeys`."""

    def __init__(
        self,
        on_edge: Callable[[Edge], None],
        on_trouble: Callable[[str], None],
        on_described: Callable[[str, str], None],
        address: str,
    ) -> None:
        self._on_edge = on_edge
        self._on_trouble = on_trouble
        self._on_described = on_described
        self._address = address
        self._commands = CommandQueue()
        self._wanted: dict[str, Combo] = {}
        self._bound: dict[str, Combo] | None = None
        self._session = ""
        self._down: dict[str, float] = {}
        self._told = ""
        self._thread = threading.Thread(target=self._run, name="hotkeys", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def set_bindings(self, bindings: Mapping[str, Combo]) -> None:
        self._commands.send("bind", dict(bindings))

    def grab_escape(self, on: bool) -> None:
        """The portal has no such thing; "cancel" is a shortcut of its own there."""

    def forget(self) -> None:
        self._commands.send("again")

    def check_held(self) -> None:
        """The desktop reports releases itself, and shows nobody its keyboard."""

    def is_taken(self, combo: Combo) -> bool:
        """Not known here."""
        return False

    @property
    def settled(self) -> bool:
        """Whether every command has been carried out."""
        return self._commands.settled

    @property
    def person_acted_s(self) -> float:
        """Keys of other windows are not seen here: the user may always have done something."""
        return time.monotonic()

    def stop(self) -> None:
        self._commands.send("stop")
        if self._thread.is_alive():
            self._thread.join(5)
        self._commands.close()

    # --- the thread ---

    def _run(self) -> None:
        while True:
            connection = None
            try:
                connection = PortalConnection(self._address)
                connection.subscribe(INTERFACE)
                self._session, self._bound = "", None
                if self._listen(connection):
                    return
            except PortalError as error:
                self._tell(str(error))
                if self._stopped_meanwhile():
                    return
            finally:
                if connection is not None:
                    connection.close()

    def _tell(self, message: str) -> None:
        """Each trouble once, not at every attempt."""
        log.warning("hotkeys: %s", message)
        if message != self._told:
            self._told = message
            text = translate("Dictation", "Hotkeys are not working: %1")
            self._on_trouble(text.replace("%1", message))

    def _stopped_meanwhile(self) -> bool:
        """Waits before the next attempt; takes commands."""
        end = time.monotonic() + RETRY_S
        while time.monotonic() < end:
            for name, value in self._commands.taken(max(0.0, end - time.monotonic())):
                if name == "stop":
                    return True
                if name == "bind":
                    self._wanted = value
        return False

    def _listen(self, connection: PortalConnection) -> bool:
        """Until stop (True). Raises PortalError when the connection must be made anew."""
        while True:
            if not self._obey():
                if self._session:
                    with suppress(PortalError):  # a portal that has ended has closed it
                        connection.close_session(self._session)
                    self._session = ""
                return True
            connection.read()
            if connection.portal_restarted():
                connection.register()
                self._session, self._bound = "", None
            if self._bound != self._wanted:
                self._bind(connection)  # signals may have come along with the replies: `select` would not show them
            elif connection.signals:
                self._signal(connection.signals.popleft())
            else:
                select.select([connection.socket, self._commands], [], [])

    def _obey(self) -> bool:
        """Carries out waiting commands; False for stop."""
        for name, value in self._commands.taken():
            if name == "stop":
                return False
            if name == "bind":
                self._wanted = value
            elif name == "again":
                self._bound = None
        return True

    def _bind(self, connection: PortalConnection) -> None:
        """One session per set of shortcuts: a session can be bound only once."""
        if self._session:
            connection.close_session(self._session)
            self._session = ""
        self._bound = dict(self._wanted)
        shortcuts = shortcuts_for(self._wanted)
        if not shortcuts:
            return
        self._session = connection.create_session(INTERFACE)
        try:
            results = connection.request(
                INTERFACE, "BindShortcuts", "oa(sa{sv})sa{sv}", (self._session, shortcuts, ""), {}, DIALOG_TIMEOUT_S
            )
        except PortalError as error:
            self._tell(str(error))
            return
        self._told = ""
        self._describe(results.get("shortcuts", ("", []))[1])

    def _describe(self, shortcuts: list[tuple[str, dict[str, Any]]]) -> None:
        for name, properties in shortcuts:
            words = properties.get("trigger_description", ("s", ""))[1]
            self._on_described(name, plain_trigger(str(words)))

    def _signal(self, message: Message) -> None:
        member = message.header.fields.get(HeaderFields.member)
        if member == "ShortcutsChanged" and message.body[0] == self._session:
            self._describe(message.body[1])
        if member not in ("Activated", "Deactivated") or message.body[0] != self._session:
            return
        name, now = str(message.body[1]), time.monotonic()
        if name == "cancel":
            if member == "Activated":
                self._on_edge(Edge(EdgeKind.ESCAPE, at_s=now))
        elif member == "Activated":
            if name not in self._down:
                self._down[name] = now
                self._on_edge(Edge(EdgeKind.DOWN, name, now))
        elif name in self._down:
            held_s = now - self._down.pop(name)
            self._on_edge(Edge(EdgeKind.UP, name, now, held_s))

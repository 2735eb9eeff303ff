"""A desktop portal on a private bus: GlobalShortcuts and RemoteDesktop as the specification has them.

`python -m tests.app.typing.fake_portal EVENTS [--no-shortcuts] [--strict] [--hang] …` owns
`org.freedesktop.portal.Desktop` on the session bus. EVENTS gets one line of JSON per call. Commands come on stdin:
`activate ID`, `deactivate ID`, `copy FORMAT=BASE64 …` (another program copies), `paste FORMAT` (another program asks for
the clipboard), `close` (the desktop ends the remote control), `crash` (the desktop's own part goes), `end` (the portal
goes), `restart` (it goes and comes back), `quit`.
With `--strict` every portal call before `Registry.Register` is refused, as since version 1.21, and a second
registration of the same connection too. With `--hang` calls that press keys get no answer,
with `--refuse` the user allows no remote control, with `--ask SECONDS` they are asked and take so long to answer,
and with `--gnome` binding shortcuts is answered as GNOME 48 does it.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import select
import time
from io import FileIO
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
REQUEST = "org.freedesktop.portal.Request"


class FakePortal:
    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._events = arguments.events.open("a", encoding="utf-8")
        self._connection = open_dbus_connection("SESSION", enable_fds=True)
        self._registered: set[str] = set()
        self._session = ""
        self._client = ""
        self._token = 0
        self._bound: set[str] = set()
        self._clipboard: dict[str, bytes] = {}
        self._serial = 0
        self._writes: dict[int, int] = {}
        self._remote = ""
        self._own(True)
        self.write("ready")

    def _own(self, on: bool) -> None:
        request = message_bus.RequestName(NAME) if on else message_bus.ReleaseName(NAME)
        self._connection.send_and_get_reply(request)

    def write(self, kind: str, **fields: Any) -> None:
        self._events.write(json.dumps({"kind": kind, **fields}) + "\n")
        self._events.flush()

    def run(self) -> None:
        # Not buffered: a second command that came with the first would wait in the buffer, where `select` does not look.
        with open(0, "rb", buffering=0, closefd=False) as commands:
            self._serve(commands)

    def _serve(self, commands: FileIO) -> None:
        while True:
            ready = select.select([self._connection.sock, commands], [], [])[0]
            if commands in ready:
                line = commands.readline().decode().split()
                if not line or line[0] == "quit":
                    return
                self._obey(line[0], line[1:])
            if self._connection.sock in ready:
                try:
                    while True:
                        self._handle(self._connection.receive(timeout=0))
                except TimeoutError:
                    continue

    def _obey(self, command: str, words: list[str]) -> None:
        if command in ("activate", "deactivate"):
            member = "Activated" if command == "activate" else "Deactivated"
            emitter = DBusAddress(PATH, NAME, "org.freedesktop.portal.GlobalShortcuts")
            body = (self._session, words[0], time.monotonic_ns() // 1_000_000, {})
            self._send(new_signal(emitter, member, "osta{sv}", body))
        elif command == "copy":  # another program copies: FORMAT=BASE64 …
            pairs = [word.split("=", 1) for word in words]
            self._clipboard = {name: base64.b64decode(data) for name, data in pairs}
            self._owner_changed(list(self._clipboard), ours=False)
        elif command == "paste":  # another program asks for FORMAT
            self._serial += 1
            body = (self._remote, words[0], self._serial)
            emitter = DBusAddress(PATH, NAME, "org.freedesktop.portal.Clipboard")
            self._send(new_signal(emitter, "SelectionTransfer", "osu", body))
        elif command == "close":  # the desktop ends the remote-control session
            self._send(new_signal(DBusAddress(self._remote, NAME, "org.freedesktop.portal.Session"), "Closed"))
            self.write("closed")
        elif command == "crash":  # the desktop's own part ends, and the portals stay
            backend = "org.freedesktop.impl.portal.desktop.fake"
            self._connection.send_and_get_reply(message_bus.RequestName(backend))
            self._connection.send_and_get_reply(message_bus.ReleaseName(backend))
            self._bound.clear()
        elif command == "end":
            self._own(False)
            self.write("ended")
        elif command == "restart":
            self._own(False)
            self._registered.clear()
            self._bound.clear()
            time.sleep(0.1)
            self._own(True)
            self.write("restarted")

    def _owner_changed(self, formats: list[str], *, ours: bool) -> None:
        emitter = DBusAddress(PATH, NAME, "org.freedesktop.portal.Clipboard")
        options = {"mime_types": ("as", formats), "session_is_owner": ("b", ours)}
        self._send(new_signal(emitter, "SelectionOwnerChanged", "oa{sv}", (self._remote, options)))

    def _clipboard_call(self, message: Message, member: str) -> None:
        body = message.body
        if member == "SetSelection":
            self._connection.send(new_method_return(message))
            self._owner_changed(body[1]["mime_types"][1], ours=True)
        elif member == "SelectionRead":
            read, write = os.pipe()
            self._connection.send(new_method_return(message, "h", (read,)))
            os.close(read)
            os.write(write, self._clipboard[body[1]])
            os.close(write)
        elif member == "SelectionWrite":
            read, write = os.pipe()
            self._connection.send(new_method_return(message, "h", (write,)))
            os.close(write)
            self._writes[body[1]] = read
        elif member == "SelectionWriteDone":
            data = b""
            if body[1] in self._writes:
                with open(self._writes.pop(body[1]), "rb") as file:  # noqa: PTH123 - a descriptor, no path
                    data = file.read()
            self.write("pasted", data=base64.b64encode(data).decode(), success=body[2])
            self._connection.send(new_method_return(message))
        else:
            self._connection.send(new_method_return(message))

    def _send(self, message: Message) -> None:
        if self._client:
            message.header.fields[HeaderFields.destination] = self._client
        self._connection.send(message)

    def _handle(self, message: Message) -> None:
        header = message.header
        if header.message_type is not MessageType.method_call:
            return
        interface = header.fields.get(HeaderFields.interface, "")
        member = header.fields[HeaderFields.member]
        sender = header.fields[HeaderFields.sender]
        signature = header.fields.get(HeaderFields.signature, "")
        short = interface.rpartition(".")[2]
        self.write("call", interface=short, member=member, signature=signature, body=_plain(message.body))
        if short == "Properties":
            asked = message.body[0].rpartition(".")[2]
            if asked == "GlobalShortcuts" and self._arguments.no_shortcuts:
                self._error(message, "No such interface")
            else:
                self._connection.send(new_method_return(message, "v", (("u", 2),)))
            return
        if short == "Registry":
            if sender in self._registered:
                self._error(message, "Connection already associated with an application ID")
                return
            self._registered.add(sender)
            self._connection.send(new_method_return(message))
            return
        if self._arguments.strict and sender not in self._registered:
            self._error(message, "An app id is required")
            return
        self._portal_call(message, short, member, sender)

    def _portal_call(self, message: Message, short: str, member: str, sender: str) -> None:
        body = message.body
        if member == "Close":
            self._connection.send(new_method_return(message))
            return
        if short == "Clipboard":
            self._clipboard_call(message, member)
            return
        if member in ("NotifyKeyboardKeysym", "NotifyKeyboardKeycode"):
            if not self._arguments.hang:
                self._connection.send(new_method_return(message))
            return
        options = body[-1]
        if "handle_token" not in options or (member == "CreateSession" and "session_handle_token" not in options):
            self._error(message, "Missing token")
            return
        name = sender.lstrip(":").replace(".", "_")
        handle = f"{PATH}/request/{name}/{options['handle_token'][1]}"
        self._connection.send(new_method_return(message, "o", (handle,)))
        code, results = 0, {}
        if member == "CreateSession":
            session = f"{PATH}/session/{name}/{options['session_handle_token'][1]}"
            results = {"session_handle": ("s", session)}
            if short == "GlobalShortcuts":
                self._session, self._client = session, sender
            else:
                self._remote, self._client = session, sender
        elif member == "BindShortcuts":
            if body[0] in self._bound:
                code = 2  # one call per session
            self._bound.add(body[0])
            bound = [(item, {"trigger_description": ("s", f"Press <Control><Alt>{item}")}) for item, _ in body[1]]
            results = {"shortcuts": ("a(sa{sv})", bound)}
            if self._arguments.gnome:
                code = 2
        elif member == "Start":
            time.sleep(self._arguments.ask)
            if self._arguments.refuse:
                code = 1
            self._token += 1
            results = {"devices": ("u", 1), "restore_token": ("s", f"token-{self._token}")}
            results["clipboard_enabled"] = ("b", not self._arguments.no_clipboard)
            results = {} if code else results
        emitter = DBusAddress(handle, NAME, REQUEST)
        signal = new_signal(emitter, "Response", "ua{sv}", (code, results))
        signal.header.fields[HeaderFields.destination] = sender
        self._connection.send(signal)

    def _error(self, message: Message, words: str) -> None:
        self._connection.send(new_error(message, "org.freedesktop.portal.Error.NotAllowed", "s", (words,)))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("events", type=Path)
    parser.add_argument("--no-shortcuts", action="store_true")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--no-clipboard", action="store_true")
    parser.add_argument("--hang", action="store_true")
    parser.add_argument("--refuse", action="store_true")
    parser.add_argument("--gnome", action="store_true")
    parser.add_argument("--ask", type=float, default=0.0, metavar="SECONDS")
    FakePortal(parser.parse_args()).run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

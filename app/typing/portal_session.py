"""One remote-control session of the desktop (RemoteDesktop and Clipboard portals): keys and clipboard on Wayland.

Opened at the first use, after one question to the user. A refusal is remembered, and for a while that there was no
answer, so that the second dictation does not wait for what failed at the first. A session that the desktop ends (its
stop mark, a portal that restarts) is begun anew by the next text, without a question where the token still holds.
A thread serves the session meanwhile: programs ask for what we have on the
clipboard at any time, through signals.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable
from typing import Any

from jeepney import HeaderFields, Message

from app.base.portal import DIALOG_TIMEOUT_S, PortalConnection, PortalError
from app.base.translation import translate
from app.typing.typist import Readings, TypingError

log = logging.getLogger(__name__)

REMOTE, CLIPBOARD = "RemoteDesktop", "Clipboard"
KEYBOARD = 1
PERSIST_UNTIL_REVOKED = 2
TEXT_FORMATS = ("text/plain;charset=utf-8", "text/plain", "UTF8_STRING")
PRIVATE_MARK = "x-kde-passwordManagerHint"
RETURN_DELAY_S = 0.35
LARGEST_BYTES = 64 * 1024 * 1024
READ_TIMEOUT_S = 2.0
POLL_S = 0.1


class PortalSession:
    """See the module. Its methods may be called from any thread.

    Args:
        token: what the desktop gave last time, so that it need not ask again.
        clipboard: ask for the clipboard, too.
        save_token: called with the new one; each works once.
    """

    def __init__(self, address: str, token: str, save_token: Callable[[str], None], *, clipboard: bool = True) -> None:
        self._address = address
        self._wants_clipboard = clipboard
        self._token = token
        self._save_token = save_token
        self._lock = threading.RLock()
        self._connection: PortalConnection | None = None
        self._session = ""
        self._problem = ""
        self._problem_until_s = 0.0
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self.has_clipboard = False
        self._foreign: list[str] = []  # formats that another program has on the clipboard
        self._ours: dict[str, bytes] = {}
        self._owner = False
        self._before: dict[str, bytes] | None = None
        self._lent = False
        self._readings: Readings | None = None
        self._return_at: float | None = None

    # --- the session ---

    def open(self) -> PortalConnection:
        """Begins the session if there is none. Raises TypingError with the reason, at once while asking again is no use."""
        with self._lock:
            if time.monotonic() < self._problem_until_s:
                raise TypingError(self._problem)
            if self._is_open():
                assert self._connection is not None
                return self._connection
            connection = None
            try:
                connection = PortalConnection(self._address)
                self._begin(connection)
            except PortalError as error:
                if connection is not None:
                    connection.close()
                self._note(error)
                raise TypingError(str(error)) from error
            self._connection = connection
            self._thread = threading.Thread(target=self._serve, name="dictation-clipboard", daemon=True)
            self._thread.start()
            return connection

    def ask(self) -> None:
        """As `open`, and asks the user again who has refused before. Raises TypingError."""
        with self._lock:
            self._problem_until_s = 0.0
            self.open()

    def _begin(self, connection: PortalConnection) -> None:
        connection.subscribe(CLIPBOARD)
        self._session = connection.create_session(REMOTE)
        connection.subscribe_session(self._session)
        if self._wants_clipboard:
            try:  # before Start; desktops without this portal are no error
                connection.call(CLIPBOARD, "RequestClipboard", "oa{sv}", (self._session, {}))
            except PortalError as error:
                log.info("clipboard portal: %s", error)
        options: dict[str, Any] = {"types": ("u", KEYBOARD), "persist_mode": ("u", PERSIST_UNTIL_REVOKED)}
        if self._token:
            options["restore_token"] = ("s", self._token)
        connection.request(REMOTE, "SelectDevices", "oa{sv}", (self._session,), options)
        results = connection.request(REMOTE, "Start", "osa{sv}", (self._session, ""), {}, DIALOG_TIMEOUT_S)
        self.has_clipboard = bool(results.get("clipboard_enabled", ("b", False))[1])
        self._token = str(results.get("restore_token", ("s", ""))[1])
        if self._token:
            self._save_token(self._token)

    def key(self, keysym: int, pressed: bool) -> None:
        """Presses a key in the open session. Raises TypingError; the session is given up then."""
        self._notify("NotifyKeyboardKeysym", keysym, pressed)

    def key_at(self, code: int, pressed: bool) -> None:
        """As `key`, by the kernel's code of the key, whatever the layout in use has there."""
        self._notify("NotifyKeyboardKeycode", code, pressed)

    def _notify(self, member: str, key: int, pressed: bool) -> None:
        with self._lock:
            if not self._is_open():
                raise TypingError(translate("Dictation", "The desktop no longer lets this program type."))
            assert self._connection is not None
            try:
                none: dict[str, Any] = {}
                body = (self._session, none, key, int(pressed))
                self._connection.call(REMOTE, member, "oa{sv}iu", body)
            except PortalError as error:
                self._give_up(error)
                raise TypingError(str(error)) from error

    def _is_open(self) -> bool:
        """Whether there is a session that the desktop has not ended."""
        if self._connection is not None:
            try:
                self._read_signals()
            except PortalError as error:
                self._give_up(error)
        return self._connection is not None

    def _note(self, error: PortalError) -> None:
        self._problem = str(error)
        self._problem_until_s = time.monotonic() + error.asking_again_s

    def _give_up(self, error: PortalError) -> None:
        self._note(error)
        self._drop_connection()

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        self._owner, self._lent, self._before, self._return_at = False, False, None, None
        try:
            connection.close_session(self._session)
        except PortalError as error:
            log.info("closing the session: %s", error)
        connection.close()

    def close(self) -> None:
        """Puts back what was on the clipboard and ends the session."""
        self._closing.set()
        with self._lock:
            if self._lent:
                self._restore()
            self._drop_connection()
        if self._thread is not None:
            self._thread.join(2)

    # --- the clipboard (implements insertion.Pasteboard) ---

    def offer(self, text: str, *, primary: bool) -> Readings | None:
        """See `insertion.Pasteboard`; None where the desktop gives no clipboard. Raises TypingError."""
        with self._lock:
            self.open()
            if not self.has_clipboard:
                return None
            self._return_at = None
            try:
                self._read_signals()
                if not self._lent or not self._owner:
                    # What is ours is known. Reading it through the portal ends GNOME's (48).
                    self._before = dict(self._ours) if self._owner else self._copy()
                self._lent = True
                self._readings = Readings()
                self._put_text(text)
            except PortalError as error:
                log.warning("clipboard portal: %s", error)
                return None
            return self._readings

    def give_back(self) -> None:
        with self._lock:
            self._return_at = time.monotonic() + RETURN_DELAY_S

    def keep(self) -> None:
        with self._lock:
            self._lent, self._before, self._return_at = False, None, None

    def keep_text(self, text: str) -> bool:
        """Puts text on the clipboard for good, if there is a session that has one; none is begun, which would ask the
        person and wait for the answer."""
        with self._lock:
            self.keep()
            if self._connection is None or not self.has_clipboard:
                return False
            try:
                self._put({name: text.encode("utf-8") for name in TEXT_FORMATS})
            except PortalError as error:
                log.warning("clipboard portal: %s", error)
                return False
            return True

    def _put_text(self, text: str) -> None:
        data = text.encode("utf-8")
        self._put({**dict.fromkeys(TEXT_FORMATS, data), PRIVATE_MARK: b"secret"})

    def _put(self, contents: dict[str, bytes]) -> None:
        assert self._connection is not None
        self._ours = contents
        options = {"mime_types": ("as", list(contents))}
        self._connection.call(CLIPBOARD, "SetSelection", "oa{sv}", (self._session, options))
        self._owner = True

    def _copy(self) -> dict[str, bytes] | None:
        """Everything on the clipboard, None if it is too large."""
        assert self._connection is not None
        found: dict[str, bytes] = {}
        total = 0
        for name in self._foreign:
            reply = self._connection.call(CLIPBOARD, "SelectionRead", "os", (self._session, name))
            with reply[0] as descriptor:
                data = _read_all(descriptor.fileno(), LARGEST_BYTES - total)
            if data is None:
                return None
            total += len(data)
            found[name] = data
        return found

    def _restore(self) -> None:
        before, self._before = self._before, None
        self._lent, self._return_at = False, None
        if not self._owner or before is None or self._connection is None:
            return
        try:
            self._put(before)
        except PortalError as error:
            log.warning("clipboard portal: %s", error)

    # --- the serving thread ---

    def _serve(self) -> None:
        while not self._closing.is_set():
            with self._lock:
                connection = self._connection
            if connection is None:
                return
            try:
                select.select([connection.socket], [], [], POLL_S)
                with self._lock:
                    if self._connection is not connection:
                        return
                    self._read_signals()
                    if self._return_at is not None and time.monotonic() >= self._return_at:
                        self._restore()
            except (PortalError, OSError, ValueError) as error:
                log.info("remote-control session: %s", error)
                with self._lock:
                    if self._connection is connection:
                        self._drop_connection()
                return

    def _read_signals(self) -> None:
        assert self._connection is not None
        self._connection.read()
        if self._connection.portal_left():
            self._drop_connection()
        while self._connection is not None and self._connection.signals:
            self._signal(self._connection.signals.popleft())

    def _signal(self, message: Message) -> None:
        member = message.header.fields.get(HeaderFields.member)
        if member == "SelectionOwnerChanged":
            options = message.body[1]
            self._owner = bool(options.get("session_is_owner", ("b", False))[1])
            if not self._owner:
                self._foreign = [str(name) for name in options.get("mime_types", ("as", []))[1]]
        elif member == "Closed":  # the user pressed the desktop's stop mark, or the portal ended
            log.info("the desktop ended the remote-control session")
            self._drop_connection()
        elif member == "SelectionTransfer":
            self._transfer(str(message.body[1]), int(message.body[2]))

    def _transfer(self, name: str, serial: int) -> None:
        """A program asks for a format."""
        assert self._connection is not None
        data = self._ours.get(name)
        done = False
        if data is not None:
            reply = self._connection.call(CLIPBOARD, "SelectionWrite", "ou", (self._session, serial))
            with reply[0] as descriptor:
                done = _write_all(descriptor.fileno(), data)
        self._connection.call(CLIPBOARD, "SelectionWriteDone", "oub", (self._session, serial, done))
        if done and name in TEXT_FORMATS and self._readings is not None:
            self._readings.note()


def _read_all(descriptor: int, limit: int) -> bytes | None:
    """Everything until the end, None if it is more than `limit` bytes or the other side stalls."""
    parts: list[bytes] = []
    total = 0
    while True:
        if not select.select([descriptor], [], [], READ_TIMEOUT_S)[0]:
            return None
        part = os.read(descriptor, 65_536)
        if not part:
            return b"".join(parts)
        parts.append(part)
        total += len(part)
        if total > limit:
            return None


def _write_all(descriptor: int, data: bytes) -> bool:
    """Whether the other side took everything."""
    os.set_blocking(descriptor, False)
    view = memoryview(data)
    try:
        while view:
            if not select.select([], [descriptor], [], READ_TIMEOUT_S)[1]:
                return False
            view = view[os.write(descriptor, view[:65_536]) :]
    except OSError as error:
        log.info("clipboard transfer: %s", error)
        return False
    return True

"""One running program per person: a second start hands its command to the first and ends.

The socket's name carries the settings folder, so that a portable copy or a test is an instance of its own.
"""

from __future__ import annotations

import getpass
import hashlib
import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

TIMEOUT_MS = 1500
COMMANDS = ("show", "pause", "resume", "toggle", "overlay", "quit", "dictate", "dictate-press", "dictate-release")
MAX_COMMAND_BYTES = 64


def socket_name(config_folder: Path) -> str:
    """The same for every start by this person with these settings; short enough for a Unix socket."""
    digest = hashlib.sha256(f"{getpass.getuser()}\n{config_folder.resolve()}".encode()).hexdigest()[:16]
    return f"r2t2-captions-{digest}"


def send_command(name: str, command: str) -> bool:
    """Hands `command` to the running instance; False if there is none that answers."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(TIMEOUT_MS):
        return False
    socket.write(command.encode() + b"\n")
    socket.waitForBytesWritten(TIMEOUT_MS)
    answered = socket.waitForReadyRead(TIMEOUT_MS)
    socket.disconnectFromServer()
    return answered


class SingleInstance(QObject):
    """The first instance's ear.

    Signals:
        command(str): one of `COMMANDS`, from a later start.
    """

    command = Signal(str)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._accept)
        if not self._server.listen(name):
            # What a killed process left behind: nobody answered on it before this was called.
            QLocalServer.removeServer(name)
            if not self._server.listen(name):
                log.warning("no single-instance socket: %s", self._server.errorString())

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            if socket.bytesAvailable():
                self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MAX_COMMAND_BYTES:
                socket.abort()
            return
        text = bytes(socket.readLine(MAX_COMMAND_BYTES).data()).decode("utf-8", "replace").strip()
        socket.write(b"ok\n")
        socket.flush()
        if text in COMMANDS:
            self.command.emit(text)
        else:
            log.warning("unknown command from another start: %r", text)

    def close(self) -> None:
        self._server.close()

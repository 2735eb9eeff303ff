"""One running program per user: a second start hands its command to the first and ends.

A lock file says who is first, from before the first listens until after it has stopped listening; the socket carries
the commands. Their name carries the settings folder, so that a portable copy or a test is an instance of its own.
"""

from __future__ import annotations

import getpass
import hashlib
import logging
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.base.paths import runtime_dir

log = logging.getLogger(__name__)

TIMEOUT_MS = 1500
RETRY_MS = 250
PATIENCE_S = 15.0
"""Longer than a program may take to end; see `app.program.coordinator.FORCE_MS`."""
EMPTY_S = 1.0
"""Much longer than a start takes from making its lock file to holding it."""
COMMANDS = ("show", "pause", "resume", "toggle", "overlay", "quit", "dictate", "dictate-press", "dictate-release")
MAX_COMMAND_BYTES = 64


def socket_name(config_folder: Path) -> str:
    """The same for every start by this user with these settings; short enough for a Unix socket."""
    digest = hashlib.sha256(f"{getpass.getuser()}\n{config_folder.resolve()}".encode()).hexdigest()[:16]
    return f"r2t2-captions-{digest}"


def send_command(name: str, command: str, answer_ms: int = TIMEOUT_MS) -> bool:
    """Hands `command` to the running instance; False if there is none that answers.

    One that is there but busy may take `answer_ms`. It does not forget meanwhile: who asks again is heard twice.
    """
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(TIMEOUT_MS):
        return False
    socket.write(command.encode() + b"\n")
    socket.waitForBytesWritten(TIMEOUT_MS)
    answered = socket.waitForReadyRead(answer_ms)
    socket.disconnectFromServer()
    return answered


def instance_lock(name: str) -> QLockFile:
    """The lock of the first instance, not yet taken. It goes with its process, however that ends."""
    try:
        folder = runtime_dir()
    except OSError as error:
        log.warning("no folder of its own for the lock of the running program: %s", error)
        folder = Path(tempfile.gettempdir())
    lock = QLockFile(str(folder / f"{name}.lock"))
    lock.setStaleLockTime(0)  # a program may run for weeks
    return lock


def _is_left_over(lock: QLockFile) -> bool:
    """Whether nobody holds the lock file that lies there; it is removed then.

    Qt itself goes by the process id in the file, and a new program may have that very id: our own in every container,
    where ids repeat, and anybody's after a power cut. The system knows who holds the file open: `removeStaleLockFile`
    fails while somebody does. A file without contents may belong to a start that does not hold it yet; an older one was
    left by a start on a full disk.
    """
    written, *_ = lock.getLockInfo()
    return (bool(written) or _age_s(Path(lock.fileName())) > EMPTY_S) and lock.removeStaleLockFile()


def _age_s(file: Path) -> float:
    """Seconds since it was last written; 0 if it is gone."""
    try:
        return time.time() - file.stat().st_mtime
    except OSError:
        return 0.0


def hand_over(name: str, command: str, lock: QLockFile, patience_s: float = PATIENCE_S) -> bool:
    """Hands `command` to the running instance; False if there is none: this start is the first then, and has `lock`.

    An instance that has the lock and does not answer is about to listen, or is ending: it is asked until it answers or
    is gone. One that does neither in `patience_s` hangs and must not hinder; nor must a lock that cannot be made.
    """
    until = time.monotonic() + patience_s
    while not send_command(name, command, round(max(until - time.monotonic(), 0.1) * 1000)):
        if lock.tryLock(RETRY_MS) or (_is_left_over(lock) and lock.tryLock(0)):
            return False
        if lock.error() != QLockFile.LockError.LockFailedError:
            log.warning("the lock of the running program cannot be made: %s", lock.error().name)
            return False
        if time.monotonic() > until:
            log.warning("the running program does not answer")
            return False
    return True


class SingleInstance(QObject):
    """The first instance's ear; made by who has the lock.

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
            # What a killed process left behind: this one has the lock, and nobody answered.
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
        """Nobody is answered any more: a start that comes now waits until this program is gone."""
        self._server.close()

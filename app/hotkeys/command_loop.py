"""How the listening threads of the hotkeys are told what to do: a queue of commands, and a pipe that wakes `select`."""

from __future__ import annotations

import os
import queue
import select
from collections.abc import Iterator
from typing import Any

Command = tuple[str, Any]
"""A name and its value, `("bind", {"toggle": Combo("f9")})` for instance."""


class CommandQueue:
    """Commands from any thread to one thread that waits in `select`; give it to `select` as it is."""

    def __init__(self) -> None:
        self._commands: queue.Queue[Command] = queue.Queue()
        self._wake_read, self._wake_write = os.pipe()

    def send(self, name: str, value: Any = None) -> None:
        self._commands.put((name, value))
        os.write(self._wake_write, b"!")

    def fileno(self) -> int:
        """Readable while commands wait."""
        return self._wake_read

    def taken(self, timeout_s: float = 0.0) -> Iterator[Command]:
        """The waiting commands; waits at most `timeout_s` for the first. One is carried out when the next is asked for."""
        if not select.select([self._wake_read], [], [], timeout_s)[0]:
            return
        os.read(self._wake_read, 4096)  # before the queue: a command that comes in between wakes the thread again
        while not self._commands.empty():
            try:
                yield self._commands.get()
            finally:
                self._commands.task_done()

    @property
    def settled(self) -> bool:
        """Whether every command that was sent has been carried out."""
        return self._commands.unfinished_tasks == 0

    def close(self) -> None:
        """The thread has ended."""
        os.close(self._wake_write)
        os.close(self._wake_read)

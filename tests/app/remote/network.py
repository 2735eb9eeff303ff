"""A network of its own for a server, behind a link that can be pulled out: a network namespace and a veth pair.

Linux alone, and as root; elsewhere `Network()` raises NoNetworkError, which says why.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

CLONE_NEWNET = 0x40000000
_NUMBERS = itertools.count()

T = TypeVar("T")


class NoNetworkError(Exception):
    """There can be no network namespace here; the text says why."""


class Network:
    """See the module.

    Attributes:
        address: of whoever listens inside.
    """

    def __init__(self) -> None:
        if not sys.platform.startswith("linux") or os.geteuid() != 0 or shutil.which("ip") is None:
            raise NoNetworkError("a network namespace needs Linux, root and iproute2")
        number = next(_NUMBERS) % 64
        self._name, self._link = f"r2t2-{os.getpid()}-{number}", f"r2v{os.getpid()}-{number}"
        # 198.18.0.0/15 is for tests of networks (RFC 2544); of each process another part.
        net = f"198.{18 + (os.getpid() >> 8) % 2}.{os.getpid() % 256}"
        self.address = f"{net}.{4 * number + 2}"
        _ip("netns", "add", self._name)
        try:
            _ip("link", "add", self._link, "type", "veth", "peer", "name", "inside", "netns", self._name)
            _ip("addr", "add", f"{net}.{4 * number + 1}/30", "dev", self._link)
            _ip("-n", self._name, "addr", "add", f"{self.address}/30", "dev", "inside")
            _ip("-n", self._name, "link", "set", "inside", "up")
            self.up()
        except NoNetworkError:
            self.close()
            raise

    def inside(self, make: Callable[[], T]) -> T:
        """What `make` gives in a thread in there. A socket stays in the network in which it was made."""

        def enter() -> T:
            with (Path("/run/netns") / self._name).open() as file:
                if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), "setns")
            return make()

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(enter).result()

    def down(self) -> None:
        """Pulls the link out: whatever is sent is lost, and nobody is told."""
        _ip("link", "set", self._link, "down")

    def up(self) -> None:
        _ip("link", "set", self._link, "up")

    def close(self) -> None:
        """The link goes with its end inside, once no socket is left there."""
        with contextlib.suppress(NoNetworkError):
            _ip("link", "del", self._link)
        with contextlib.suppress(NoNetworkError):
            _ip("netns", "del", self._name)


@contextlib.contextmanager
def network() -> Iterator[Network]:
    """Raises NoNetworkError."""
    made = Network()
    try:
        yield made
    finally:
        made.close()


def _ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], check=False, capture_output=True, text=True, timeout=30)
    if done.returncode:
        raise NoNetworkError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")

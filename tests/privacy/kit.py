"""A network that answers nothing, and a record of every attempt to reach it.

`QuietNetwork` is a network namespace with the loopback interface and one more interface, whose other end nobody listens
at. Name look-ups go to an address behind it, whatever this computer's resolver is. `strace` records all calls of a process and
its children that could send something to another computer; `outside` picks those that tried. The counter of the interface is
a second witness, which does not depend on strace.
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.desktop.kit import KitError, Started, missing_programs, wait_until

PROGRAMS = ("strace", "unshare", "nsenter", "ip", "mount")
CALLS = ("connect", "bind", "sendto", "sendmsg", "sendmmsg", "io_uring_setup")
"""What opens a way to another computer or sends on it. What io_uring sends could not be seen, so its use is recorded."""

STRACE = (
    "strace", "-D", "-f", "-k", "--seccomp-bpf", "-qq", "-s", "8", "--signal=none", "--decode-pids=comm",
    "-e", f"trace={','.join(CALLS)}",
)  # fmt: skip
"""`-D`: the process that is started is the command itself. `-k`: with the libraries on the stack. `-s 8`: of what is
sent, only the first bytes, and of a list of messages the first eight."""

INTERFACE = "silent"
SET_UP = f"""
set -e
ip link set lo up
ip link add {INTERFACE} type veth peer name nobody
ip link set {INTERFACE} addrgenmode none
ip link set nobody addrgenmode none
ip address add 192.0.2.2/24 dev {INTERFACE}
ip link set {INTERFACE} up
ip link set nobody up
ip neighbour add 192.0.2.1 lladdr 02:00:00:00:00:01 dev {INTERFACE}
ip neighbour add 192.0.2.53 lladdr 02:00:00:00:00:53 dev {INTERFACE}
ip route add default via 192.0.2.1
mount --bind resolv.conf /etc/resolv.conf
mount --bind nsswitch.conf /etc/nsswitch.conf
echo ready
exec sleep infinity
"""
"""Addresses of RFC 5737 (TEST-NET-1). A neighbour whose hardware address is known needs no ARP, so packets do leave."""

_ADDRESS = re.compile(r'(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"')
_FAMILY = re.compile(r"sa_family=(\w+)")
_LOCAL_FAMILIES = {"AF_UNIX", "AF_NETLINK", "AF_UNSPEC", "AF_INET", "AF_INET6"}
"""Of the last two, the address decides."""


def why_impossible() -> str | None:
    """Why this computer cannot make such a network or record calls, None if it can."""
    if missing := missing_programs(PROGRAMS):
        return f"needs {', '.join(missing)} (Debian: apt install strace iproute2)"
    traced = subprocess.run([*STRACE, "-o", "/dev/null", "true"], capture_output=True, text=True, check=False)
    if traced.returncode:
        return f"this system does not let strace record calls: {traced.stderr.strip()}"
    try:
        QuietNetwork().close()
    except KitError as error:
        return f"this system does not let a test make a network of its own: {error}"
    return None


@dataclass
class Call:
    """One system call.

    Attributes:
        thread: its number and name, "123<python>".
        text: the call with its arguments, as strace writes it.
        libraries: file names of the libraries on its stack, the caller first.
    """

    thread: str
    text: str
    libraries: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.thread} {self.text} from {', '.join(self.libraries[:6])}"


def parse_record(lines: Iterable[str]) -> list[Call]:
    """What strace wrote. A call that another thread's call interrupts takes two lines; its stack follows the second."""
    calls: list[Call] = []
    unfinished: dict[str, Call] = {}
    latest: Call | None = None
    for line in lines:
        if line.startswith(" > "):
            library = line[3:].partition("(")[0].rpartition("/")[2]
            if latest is not None and library not in latest.libraries:
                latest.libraries.append(library)
            continue
        thread, _, text = line.partition(" ")
        number = thread.partition("<")[0]
        if text.lstrip().startswith("<... "):
            latest = unfinished.pop(number, None)
            continue
        latest = Call(thread, text.strip())
        calls.append(latest)
        if text.endswith("<unfinished ...>"):
            unfinished[number] = latest
    return calls


def outside(calls: Iterable[Call]) -> list[Call]:
    """Those that tried to reach another computer, or to listen to one."""
    return [call for call in calls if _leaves(call.text)]


def _leaves(call: str) -> bool:
    if call.startswith("io_uring_setup") or set(_FAMILY.findall(call)) - _LOCAL_FAMILIES:
        return True
    addresses = map(ipaddress.ip_address, _ADDRESS.findall(call))
    # A connection to the unspecified address reaches this computer; a socket bound to it listens to all others.
    return any(not (it.is_loopback or (it.is_unspecified and not call.startswith("bind"))) for it in addresses)


class QuietNetwork:
    """The network.

    Attributes:
        folder: of the records, one file for each command that was started.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="r2t2-net-", dir="/tmp"))
        (self.folder / "resolv.conf").write_text("nameserver 192.0.2.53\noptions timeout:1 attempts:1\n")
        (self.folder / "nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files dns\n")
        own_user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        self._join = ["nsenter", *(["--user", "--preserve-credentials"] if own_user else []), "--net", "--mount"]
        self._keeper = Started(
            ["unshare", *own_user, "--net", "--mount", "sh", "-c", SET_UP],
            os.environ,
            self.folder / "keeper.log",
            cwd=self.folder,
        )
        try:
            wait_until(lambda: "ready" in self._keeper.output() or not self._keeper.running, what="the network")
            if not self._keeper.running:
                raise KitError(self._keeper.output().strip())
        except BaseException:
            self.close()
            raise

    def inside(self, *command: str, folder: Path = Path("/")) -> list[str]:
        """`command`, run in this network and in `folder`."""
        return [*self._join, f"--target={self._keeper.process.pid}", f"--wd={folder}", *command]

    def recorded(self, name: str, *command: str, folder: Path = Path("/")) -> list[str]:
        """The same, with its calls recorded under `name`."""
        return self.inside(*STRACE, "-o", str(self.folder / f"{name}.calls"), *command, folder=folder)

    def calls(self) -> dict[str, list[Call]]:
        """The calls of each command so far, by its name."""
        paths = sorted(self.folder.glob("*.calls"))
        return {path.stem: parse_record(path.read_text(errors="replace").splitlines()) for path in paths}

    def sent(self) -> int:
        """Packets that left through the interface."""
        shown = subprocess.run(
            self.inside("ip", "-json", "-stats", "link", "show", "dev", INTERFACE),
            capture_output=True,
            text=True,
            check=True,
        )
        return int(json.loads(shown.stdout)[0]["stats64"]["tx"]["packets"])

    def close(self) -> None:
        self._keeper.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

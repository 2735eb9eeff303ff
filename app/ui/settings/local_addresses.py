"""The addresses under which phones in the same network can reach this computer.

Virtual networks (of containers, virtual machines, tunnels) have addresses as well, which no phone can reach.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from PySide6.QtNetwork import QAbstractSocket, QNetworkInterface

VIRTUAL = re.compile(
    r"docker|veth|virbr|br-|vmnet|vboxnet|virtualbox|vmware|hyper-v|vethernet|wsl|lxc|podman|cni|tun|tap|wg|tailscale"
    r"|zerotier|utun|ppp|ipsec|awdl|llw|vpn",
    re.IGNORECASE,
)
"""Names of interfaces, as the systems and their users call them, that lead to no phone."""


@dataclass(frozen=True)
class LocalAddress:
    """One address of one interface.

    Attributes:
        ip: IPv4, dotted.
        interface: its name for people, as "wlan0" or "Wi-Fi".
        wifi: the interface is a wireless one; a phone's network, most likely.
        virtual: it leads to virtual machines, containers or through a tunnel.
    """

    ip: str
    interface: str
    wifi: bool = False
    virtual: bool = False

    @property
    def private(self) -> bool:
        """Reachable from its own network alone; another one may be open to the whole internet."""
        return ipaddress.IPv4Address(self.ip).is_private

    @property
    def _rank(self) -> tuple[bool, ...]:
        """The likelier that a phone reaches it, the lower. 169.254… is what a computer takes where nobody gives it one."""
        return (self.virtual, not self.private, ipaddress.IPv4Address(self.ip).is_link_local, not self.wifi)


def in_order(addresses: list[LocalAddress]) -> list[LocalAddress]:
    """The most likely one first."""
    return sorted(addresses, key=lambda address: address._rank)


def best_address(addresses: list[LocalAddress], wanted: str = "") -> str:
    """The IP address to share at: `wanted` if it is there, else the most likely one; "" for none.

    One that may be open to the internet, and one of a virtual network, is used only if it is wanted.
    """
    if any(address.ip == wanted for address in addresses):
        return wanted
    fit = [address for address in in_order(addresses) if address.private and not address.virtual]
    return fit[0].ip if fit else ""


def local_addresses() -> list[LocalAddress]:
    """Those that this computer has now, the most likely one first."""
    flags = QNetworkInterface.InterfaceFlag
    kinds = QNetworkInterface.InterfaceType
    found = []
    for interface in QNetworkInterface.allInterfaces():
        state = interface.flags()
        if not state & flags.IsUp or not state & flags.IsRunning or state & flags.IsLoopBack:
            continue
        name = interface.humanReadableName() or interface.name()
        virtual = bool(
            state & flags.IsPointToPoint
            or interface.type() == kinds.Virtual
            or VIRTUAL.search(f"{interface.name()} {name}")
        )
        found += [
            LocalAddress(entry.ip().toString(), name, interface.type() == kinds.Wifi, virtual)
            for entry in interface.addressEntries()
            if entry.ip().protocol() == QAbstractSocket.NetworkLayerProtocol.IPv4Protocol
        ]
    return in_order(found)

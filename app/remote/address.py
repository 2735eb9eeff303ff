"""Addresses of servers as users type them, and whether sound sent there leaves this computer.

parse_address("gpu.example:8443")   -> https://gpu.example:8443
parse_address("127.0.0.1:8000")     -> http://127.0.0.1:8000
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.base.translation import translate
from app.remote.errors import ServerError

_NEAR_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")
"""Names that no public server has."""


@dataclass(frozen=True)
class Address:
    """Where a server is.

    Attributes:
        url: with scheme, without a slash at its end; a path in front of `/v1` may be part of it.
        host: name and port, for the user.
        here: it is this computer: nothing leaves it.
        near: this computer or the local network; a proxy has no part in that.
        streams: it was given as ws:// or wss://: a server that takes sound as a stream.
    """

    url: str
    host: str
    here: bool
    near: bool
    streams: bool = False

    @property
    def secure(self) -> bool:
        """The way there is encrypted."""
        return self.url.startswith("https:")


def parse_address(text: str) -> Address:
    """An address with or without a scheme, and with or without `/v1`. Raises ServerError.

    Without a scheme it is http for what is near, else https. Sound and tokens are never sent unencrypted beyond the
    local network.
    """
    typed = text.strip().rstrip("/")
    try:
        parts = urlsplit(typed if "://" in typed else f"//{typed}")
        name, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise ServerError(_not_an_address(text)) from error
    wrong = (
        parts.scheme not in ("", "http", "https", "ws", "wss")
        or parts.query
        or parts.fragment
        or parts.username is not None
    )
    if not name or parts.netloc.endswith(":") or wrong or any(char.isspace() for char in typed):
        raise ServerError(_not_an_address(text))
    here, near = _where(name)
    streams = parts.scheme in ("ws", "wss")
    scheme = parts.scheme.replace("ws", "http") or ("http" if near else "https")
    if scheme == "http" and not near:
        raise ServerError(
            translate(
                "Remote",
                "“{0}” is outside your network. Use an address that begins with https://, so that it is encrypted.",
            ).format(text.strip())
        )
    host = f"[{name}]" if ":" in name else name
    host = f"{host}:{port}" if port is not None else host
    return Address(f"{scheme}://{host}{parts.path.removesuffix('/v1').rstrip('/')}", host, here, near, streams)


def _where(name: str) -> tuple[bool, bool]:
    """Whether a host is this computer, and whether it is near."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        here = name == "localhost" or name.endswith(".localhost")
        return here, here or "." not in name or name.endswith(_NEAR_ENDINGS)
    return address.is_loopback, address.is_private or address.is_link_local


def _not_an_address(text: str) -> str:
    return translate(
        "Remote", "“{0}” is not the address of a server. Enter one like https://server.example:8000."
    ).format(text.strip())

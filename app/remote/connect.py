"""A recogniser on a server of the settings, and the certificate of a server that no authority vouches for."""

from __future__ import annotations

import contextlib
import hashlib
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.base.paths import models_dir
from app.base.settings import Server
from app.base.translation import translate
from app.models.installed import is_bundle, starter_folder
from app.models.servers import server_id
from app.remote.address import parse_address
from app.remote.errors import ServerError

if TYPE_CHECKING:
    from app.remote.opening import RemoteRecognizer

CERTIFICATE_S = 5.0


def connect(server: Server, models_folder: str, notice: Callable[[str], None]) -> RemoteRecognizer:
    """A recogniser on a server; see `app.remote.opening.open_remote`. `models_folder` is the setting.

    Raises ProviderError with a message when the server cannot be used.
    """
    from app.remote.opening import open_remote  # here, because the HTTP client takes its time to load

    return open_remote(
        server.addresses,
        server.token,
        certificate=server.certificate,
        bundles=_bundles(models_folder),
        notify=notice,
        key=server_id(server),
    )


def _bundles(models_folder: str) -> list[Path]:
    """Models of this computer, whose tokenizer may be the server's."""
    found = [starter_folder()]
    with contextlib.suppress(OSError, RuntimeError):  # the server encodes then
        found += sorted(folder for folder in models_dir(models_folder).iterdir() if is_bundle(folder))
    return found


def shown_certificate(addresses: str) -> str:
    """The certificate (PEM) that the first of these addresses shows, "" where the connection is not encrypted.

    Nothing else is sent there. Raises ServerError.
    """
    address = parse_address((addresses.replace(",", " ").split() or [""])[0])
    if not address.secure:
        return ""
    parts = urlsplit(address.url)
    try:
        return ssl.get_server_certificate((parts.hostname or "", parts.port or 443), timeout=CERTIFICATE_S)
    except (OSError, ValueError) as error:
        message = translate("Remote", "Could not connect to {0} ({1}).")
        raise ServerError(message.format(address.host, error)) from error


def fingerprint(certificate: str) -> str:
    """SHA-256 of a certificate, as `openssl x509 -fingerprint -sha256` prints it."""
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest().hex(":").upper()

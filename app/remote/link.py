"""JSON over HTTP to one server: time limits, the token, certificates, and one kind of error for whatever goes wrong.

A request whose time limit is reached is really cancelled: its connection is closed, which ends the work for it on the
server. A link may be used by several threads.
"""

from __future__ import annotations

import json
import ssl
from dataclasses import dataclass
from typing import Any

import httpx2

from app import __version__
from app.base.translation import translate
from app.remote.address import Address
from app.remote.errors import ServerError
from inference.errors import first_line

CONNECT_S = 3.0


@dataclass(frozen=True)
class Access:
    """How a server lets one in.

    Attributes:
        token: bearer token, "" for none.
        certificate: PEM of the one certificate that is accepted, "" for those that this computer trusts.
        answer_s: longest wait for an answer.
    """

    token: str = ""
    certificate: str = ""
    answer_s: float = 6.0


class Link:
    """See the module. `close` it; that ends requests that are under way."""

    def __init__(self, address: Address, access: Access) -> None:
        self.address = address
        headers = {"User-Agent": f"r2t2-captions/{__version__}"}
        if access.token:
            headers["Authorization"] = f"Bearer {access.token}"
        self._client = httpx2.Client(
            base_url=address.url,
            headers=headers,
            timeout=httpx2.Timeout(access.answer_s, connect=CONNECT_S),
            trust_env=not address.near,
            verify=pinned_context(access.certificate) if access.certificate else True,
        )

    def close(self) -> None:
        self._client.close()

    def get(self, path: str, *, timeout_s: float | None = None) -> Any:
        """The JSON at `path`, None for an empty answer. Raises ServerError."""
        return self._request("GET", path, None, timeout_s)

    def post(self, path: str, body: Any) -> Any:
        """The JSON that answers `body`. Raises ServerError."""
        return self._request("POST", path, body, None)

    def _request(self, method: str, path: str, body: Any, timeout_s: float | None) -> Any:
        content = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if body is not None else {}
        timeout = httpx2.USE_CLIENT_DEFAULT if timeout_s is None else httpx2.Timeout(timeout_s)
        return self._read(lambda: self._client.request(method, path, content=content, headers=headers, timeout=timeout))

    def _read(self, send: Any) -> Any:
        try:
            response = send()
        except httpx2.TimeoutException as error:
            message = translate("Remote", "{0} does not answer in time.")
            raise ServerError(message.format(self.address.host)) from error
        except (httpx2.HTTPError, RuntimeError, OSError) as error:  # RuntimeError: the link was closed meanwhile
            raise self._unreachable(error) from error
        if response.status_code >= 400:
            raise self._refused(response)
        try:
            return response.json() if response.content else None
        except ValueError as error:
            message = translate("Remote", "{0} sent an invalid response.")
            raise ServerError(message.format(self.address.host)) from error

    def _unreachable(self, error: Exception) -> ServerError:
        text = first_line(error)
        if "certificate" in text.lower():
            message = translate("Remote", "The certificate of {0} could not be verified ({1}).")
            return ServerError(message.format(self.address.host, text), untrusted=True)
        message = translate("Remote", "Could not connect to {0} ({1}).")
        return ServerError(message.format(self.address.host, text), passing=True)

    def _refused(self, response: httpx2.Response) -> ServerError:
        status, host = response.status_code, self.address.host
        if status in (401, 403):
            message = translate("Remote", "{0} did not accept the access token.").format(host)
        elif status in (429, 503):
            message = translate("Remote", "{0} is busy.").format(host)
        else:
            message = translate("Remote", "{0} refused the request (error {1}: {2}).").format(
                host, status, _reason(response)
            )
        return ServerError(
            message,
            passing=status in (408, 429) or status >= 500,
            status=status,
            wait_s=_seconds(response.headers.get("Retry-After", "")),
        )


def _seconds(text: str) -> float | None:
    """What `Retry-After` says, None for a date or for what is neither."""
    return float(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _reason(response: httpx2.Response) -> str:
    """What the server says about its refusal, on one line."""
    try:
        error = response.json()
        error = error.get("error", error) if isinstance(error, dict) else error
        text = error.get("message", "") if isinstance(error, dict) else error
    except ValueError:
        text = response.text
    return " ".join(str(text).split())[:200]


def pinned_context(certificate: str) -> ssl.SSLContext:
    """A TLS context that accepts this certificate (PEM) and no other, whatever name it is for. Raises ServerError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    try:
        context.load_verify_locations(cadata=certificate)
    except (ssl.SSLError, ValueError) as error:
        raise ServerError(translate("Remote", "The stored certificate is damaged. Add the server again.")) from error
    return context

"""The model hub over HTTP: what a repository holds at a revision, and a file's bytes from any position on.

The listing comes from `huggingface_hub`. The bytes do not: since version 2 its `hf_hub_download` writes to a file of a
random name and deletes it on failure, so that a break at 3.9 of 4 GB starts from nothing. Here a transfer begins where
the last one ended, over the same library's session settings, headers and error types.
"""

from __future__ import annotations

import math
import os
import queue
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies

import httpx2
import huggingface_hub
from huggingface_hub import HfApi, ModelInfo, hf_hub_url
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.utils import build_hf_headers, hf_raise_for_status  # type: ignore[attr-defined]

from app import __version__
from app.base.translation import translate
from app.models.errors import ModelError, StoppedError
from app.models.progress import IsCancelled, never_cancelled
from inference.errors import first_line

T = TypeVar("T")

OFFICIAL_ENDPOINT = "https://huggingface.co"
_QUEUED_CHUNKS = 64
"""Bound of what one transfer may hold in memory; the HTTP client hands over at most 64 KiB at a time."""

_POLL_S = 0.05
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_RANGE = re.compile(r"bytes (\d+)-")


def choose_endpoint(mirror: str, environment: Mapping[str, str]) -> str:
    """The user's mirror, else `HF_ENDPOINT`, else the official hub; without a slash at its end."""
    return (mirror.strip() or environment.get("HF_ENDPOINT", "").strip() or OFFICIAL_ENDPOINT).rstrip("/")


def choose_offline(setting: bool, environment: Mapping[str, str]) -> bool:
    """Offline if the setting or one of the library's two variables says so."""
    flags = (environment.get("HF_HUB_OFFLINE", ""), environment.get("TRANSFORMERS_OFFLINE", ""))
    return setting or any(flag.strip().upper() in {"1", "ON", "YES", "TRUE"} for flag in flags)


def with_socks_version(proxy: str) -> str:
    """The address of a proxy as the HTTP client reads it: desktops write `socks://` and mean version 5."""
    return f"socks5://{proxy[8:]}" if proxy.lower().startswith("socks://") else proxy


def name_socks_version(environment: MutableMapping[str, str]) -> None:
    """The same for the proxies that the environment names; the HTTP client takes them from there itself."""
    for name in ("ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"):
        if name in environment:
            environment[name] = with_socks_version(environment[name])


@dataclass(frozen=True)
class HubOptions:
    """How to reach the hub.

    Attributes:
        endpoint: address, without a slash at its end.
        token: for gated and private repositories, "" for none of ours.
        use_login: without a token of ours, take the one that `HF_TOKEN` or the hub's own login left. Not with a mirror
            that the user typed in: such a token belongs to the hub.
        proxy: "http://host:port" or "socks5://host:port", "" for the system's (`HTTPS_PROXY`, `NO_PROXY`).
        offline: never use the network.
        connect_timeout_s: longest wait for a connection.
        stall_s: longest time without a byte.
        tries: how often in a row a request may fail without a byte gained.
        wait_s: pause after the first failure; it doubles with each, up to a minute.
    """

    endpoint: str = OFFICIAL_ENDPOINT
    token: str = ""
    use_login: bool = False
    proxy: str = ""
    offline: bool = False
    connect_timeout_s: float = 15.0
    stall_s: float = 30.0
    tries: int = 5
    wait_s: float = 1.0

    @property
    def host(self) -> str:
        return urlsplit(self.endpoint).netloc or self.endpoint


@dataclass(frozen=True)
class RemoteFile:
    """A file at a commit. `sha256` is known of large (LFS) files, `git_oid` (SHA-1 of a git blob) of all."""

    path: str
    size: int
    sha256: str | None
    git_oid: str | None


@dataclass(frozen=True)
class Listing:
    """A repository at a commit."""

    repository: str
    commit: str
    files: tuple[RemoteFile, ...]

    def file(self, path: str) -> RemoteFile | None:
        return next((item for item in self.files if item.path == path), None)


def explain(error: BaseException, options: HubOptions, repository: str) -> str:
    """One message for whatever the library, the HTTP client or the operating system raised."""
    host = options.host
    if isinstance(error, ModelError):
        return str(error)
    if isinstance(error, OfflineModeIsEnabled):
        return translate(
            "Models", "Offline mode is on, so nothing can be downloaded. Turn it off, or import a model folder."
        )
    if isinstance(error, GatedRepoError):
        return translate(
            "Models",
            "{0} requires you to accept the licence on its web page and to enter an access token of that account.",
        ).format(repository)
    if isinstance(error, RevisionNotFoundError):
        return translate(
            "Models",
            "{0} no longer has the version this program knows. Update the program, or import a model folder.",
        ).format(repository)
    if isinstance(error, RepositoryNotFoundError) and _status(error) != 401:
        return translate("Models", "{0} has no repository {1}. Check the mirror's address.").format(host, repository)
    if isinstance(error, HFValidationError):
        return translate("Models", "“{0}” is not a valid repository name.").format(repository)
    status = _status(error)
    if status is not None:
        return _explain_status(status, host, repository)
    if isinstance(error, httpx2.ProxyError):
        return translate("Models", "The proxy refused the connection to {0}: {1}").format(host, error)
    if isinstance(error, httpx2.ConnectError | httpx2.TimeoutException | httpx2.NetworkError | httpx2.ProtocolError):
        text = str(error) or type(error).__name__
        if "certificate" in text.lower() or "ssl" in text.lower():
            return translate(
                "Models",
                "The secure connection to {0} could not be verified ({1}). A company proxy may need its certificate "
                "installed on this computer. You can also import a model folder.",
            ).format(host, text)
        if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
            return translate(
                "Models", "Could not connect to {0} ({1}). Check the connection, the proxy or the mirror."
            ).format(host, text)
        return translate(
            "Models", "The connection to {0} was lost ({1}). Try again; the download will continue."
        ).format(host, text)
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return translate("Models", "“{0}” is not the address of a model hub. It should begin with https://.").format(
            options.endpoint
        )
    return translate("Models", "{0} sent an invalid response: {1}").format(host, first_line(error))


def _explain_status(status: int, host: str, repository: str) -> str:
    if status == 401:
        return translate("Models", "{0} did not accept the access token for {1}. Enter a valid one.").format(
            host, repository
        )
    if status == 403:
        return translate("Models", "{0} does not allow this account or network to download {1}.").format(
            host, repository
        )
    if status == 404:
        return translate("Models", "{0} has no {1}. Check the mirror's address.").format(host, repository)
    if status == 429:
        return translate(
            "Models", "{0} limits how much can be downloaded at a time. Wait a few minutes, then continue."
        ).format(host)
    if status >= 500:
        return translate("Models", "{0} is having problems right now (error {1}). Try again later.").format(
            host, status
        )
    return translate("Models", "{0} refused to send {1} (error {2}).").format(host, repository, status)


def _status(error: BaseException) -> int | None:
    response = getattr(error, "response", None)
    return response.status_code if isinstance(error, HfHubHTTPError) and response is not None else None


def worth_retrying(error: BaseException) -> bool:
    """Whether the same request may succeed a moment later."""
    status = _status(error)
    if status is not None:
        return status in {408, 429} or status >= 500
    return isinstance(error, httpx2.TransportError) and not isinstance(error, httpx2.UnsupportedProtocol)


def retry_after_s(error: BaseException, default_s: float, longest_s: float = 60.0) -> float:
    """What the hub asks to wait, in seconds, bounded; `default_s` if it does not say."""
    response = getattr(error, "response", None)
    value = "" if response is None else str(response.headers.get("Retry-After", ""))
    return min(float(int(value)), longest_s) if value.isdigit() else default_s


def pause(seconds: float, cancelled: IsCancelled) -> None:
    """Sleeps; raises StoppedError as soon as the user stops it."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if cancelled():
            raise StoppedError(translate("Models", "Stopped. The download so far was kept."))
        time.sleep(min(_POLL_S, left))


def run_abandonable(function: Callable[[], T], cancelled: IsCancelled) -> T:
    """`function()` on a thread of its own, left to itself (it ends at its timeout) when the user stops it."""
    answer: queue.Queue[tuple[T | None, BaseException | None]] = queue.Queue(1)

    def work() -> None:
        try:
            answer.put((function(), None))
        except Exception as error:  # handed over as it is: the caller decides
            answer.put((None, error))

    threading.Thread(target=work, name="model hub", daemon=True).start()
    while True:
        if cancelled():
            raise StoppedError(translate("Models", "Stopped. The download so far was kept."))
        try:
            result, failed = answer.get(timeout=_POLL_S)
        except queue.Empty:
            continue
        if failed is not None:
            raise failed
        return result  # type: ignore[return-value]


def persist(function: Callable[[], T], options: HubOptions, cancelled: IsCancelled) -> T:
    """`function()`, tried again after failures that may pass."""
    for attempt in range(1, options.tries + 1):
        try:
            return function()
        except (httpx2.HTTPError, OSError) as error:
            if attempt == options.tries or not worth_retrying(error):
                raise
            pause(retry_after_s(error, backoff_s(attempt, options.wait_s)), cancelled)
    raise AssertionError("no attempt was made")


def backoff_s(attempt: int, first_s: float, longest_s: float = 60.0) -> float:
    """Pause after the n-th failure in a row (n from 1): doubled each time, bounded."""
    return min(math.ldexp(first_s, attempt - 1), longest_s)


@dataclass
class Transfer:
    """Bytes of one file that are under way.

    Attributes:
        start: position of the first byte. Less than was asked for, mostly 0, when the server cannot begin there.
        chunks: the bytes; raises what `worth_retrying` and `explain` understand, or StoppedError.
    """

    start: int
    chunks: Iterator[bytes]


class Hub:
    """One way to one hub. `close` it; not to be shared by threads.

    Raises ModelError from `listing`; `transfer` lets the client's errors through, for the caller to
    decide about another try.
    """

    def __init__(self, options: HubOptions) -> None:
        self.options = options
        huggingface_hub.constants.HF_HUB_DISABLE_TELEMETRY = True
        # The library keeps one client for the process; it is made anew when the proxy or a timeout has changed.
        huggingface_hub.set_client_factory(self._client)
        self._own_client = self._client()

    def _client(self) -> httpx2.Client:
        options = self.options
        name_socks_version(os.environ)
        try:
            return httpx2.Client(
                follow_redirects=True,
                proxy=with_socks_version(options.proxy) or None,
                timeout=httpx2.Timeout(options.stall_s, connect=options.connect_timeout_s),
            )
        except (ValueError, httpx2.InvalidURL) as error:
            proxy = options.proxy or next(iter(getproxies().values()), "")
            raise ModelError(
                translate("Models", "“{0}” is not a valid proxy address. Use a form like http://host:8080.").format(
                    proxy
                )
            ) from error
        except OSError as error:  # a file of certificates that the environment names and that is not there
            raise ModelError(
                translate("Models", "The certificates of this computer cannot be read ({0}).").format(error)
            ) from error

    def close(self) -> None:
        self._own_client.close()

    @property
    def _token(self) -> str | bool | None:
        return self.options.token or (None if self.options.use_login else False)

    def listing(self, repository: str, revision: str, cancelled: IsCancelled = never_cancelled) -> Listing:
        """What the repository holds at `revision` (a commit or a branch). Raises ModelError."""
        options = self.options
        api = HfApi(options.endpoint, library_name="r2t2-captions", library_version=__version__)

        def ask() -> ModelInfo:
            found = api.model_info(
                repository, revision=revision, files_metadata=True, token=self._token, timeout=options.stall_s
            )
            if not found.sha or found.siblings is None:
                raise ValueError(translate("Models", "the list of files is missing"))
            if not _COMMIT.fullmatch(found.sha):
                # It becomes part of a folder's name and of addresses.
                raise ValueError(found.sha[:80])
            return found

        try:
            if options.offline:
                raise OfflineModeIsEnabled("offline")
            info = persist(lambda: run_abandonable(ask, cancelled), options, cancelled)
        except StoppedError:
            raise
        except (
            httpx2.HTTPError,
            httpx2.InvalidURL,
            OSError,
            ValueError,
            TypeError,
            LookupError,
            AttributeError,
        ) as error:
            raise ModelError(explain(error, options, repository)) from error
        assert info.sha is not None
        assert info.siblings is not None
        return Listing(
            repository,
            info.sha,
            tuple(
                RemoteFile(
                    path=item.rfilename,
                    size=item.size or 0,
                    sha256=item.lfs.sha256 if item.lfs is not None else None,
                    git_oid=item.blob_id if item.lfs is None else None,
                )
                for item in info.siblings
            ),
        )

    @contextmanager
    def transfer(
        self, listing: Listing, file: RemoteFile, start: int, cancelled: IsCancelled = never_cancelled
    ) -> Iterator[Transfer]:
        """The bytes of `file` from `start` on.

        Raises ModelError when the repository's content changed in between; the client's own errors otherwise.
        """
        options = self.options
        url = hf_hub_url(listing.repository, file.path, revision=listing.commit, endpoint=options.endpoint)
        headers = build_hf_headers(token=self._token, library_name="r2t2-captions", library_version=__version__)
        headers["Accept-Encoding"] = "identity"  # a compressed body has no positions to continue from
        if start:
            headers["Range"] = f"bytes={start}-"
        reader = _Reader(self._own_client, url, headers)
        try:
            response = reader.opened(cancelled, options.connect_timeout_s + options.stall_s)
            if response.status_code == 416:
                # The file is shorter than what is on disk: only a beginning from the start can tell why.
                raise ModelError(
                    translate("Models", "{0} on the hub is shorter than the download so far.").format(file.path)
                )
            hf_raise_for_status(response)
            self._check_commit(response, listing, file)
            begins = 0
            if start and response.status_code == 206:
                stated = _RANGE.match(response.headers.get("Content-Range", ""))
                begins = int(stated[1]) if stated else start
                if begins > start:
                    raise httpx2.RemoteProtocolError(
                        translate("Models", "it sent bytes from {0} instead of from {1}").format(begins, start)
                    )
            yield Transfer(begins, reader.chunks(cancelled, options.stall_s))
        finally:
            reader.abandon()

    @staticmethod
    def _check_commit(response: httpx2.Response, listing: Listing, file: RemoteFile) -> None:
        for answer in (*response.history, response):
            commit = answer.headers.get("X-Repo-Commit")
            if commit and commit != listing.commit:
                raise ModelError(
                    translate(
                        "Models",
                        "{0} changed while {1} was downloading, so the parts do not match. Start again.",
                    ).format(listing.repository, file.path)
                )


class _Reader:
    """Reads a response on a thread of its own, so that stopping never waits for the network.

    The thread hands over through a bounded queue and touches nothing else; when it is abandoned it ends at the next
    byte or at the client's own timeout, and closes its response itself.
    """

    def __init__(self, client: httpx2.Client, url: str, headers: Mapping[str, str]) -> None:
        self._items: queue.Queue[httpx2.Response | bytes | BaseException | None] = queue.Queue(_QUEUED_CHUNKS)
        self._abandoned = threading.Event()
        arguments = (client, url, dict(headers))
        self._thread = threading.Thread(target=self._read, args=arguments, name="model transfer", daemon=True)
        self._thread.start()

    def _read(self, client: httpx2.Client, url: str, headers: Mapping[str, str]) -> None:
        try:
            with client.stream("GET", url, headers=headers) as response:
                if response.status_code >= 400:
                    response.read()  # the library's error types are made from the body
                self._put(response)
                if response.status_code < 400:
                    for chunk in response.iter_bytes():
                        if not self._put(chunk):
                            return
            self._put(None)
        except Exception as error:  # handed over as it is, whatever it is: the other thread decides
            self._put(error)

    def _put(self, item: httpx2.Response | bytes | BaseException | None) -> bool:
        while not self._abandoned.is_set():
            try:
                self._items.put(item, timeout=_POLL_S)
            except queue.Full:
                continue
            return True
        return False

    def _next(self, cancelled: IsCancelled, longest_s: float) -> httpx2.Response | bytes | None:
        waited_s = 0.0
        while True:
            if cancelled():
                raise StoppedError(translate("Models", "Stopped. The download so far was kept."))
            try:
                item = self._items.get(timeout=_POLL_S)
            except queue.Empty:
                waited_s += _POLL_S
                if waited_s >= longest_s:
                    raise httpx2.ReadTimeout(
                        translate("Models", "no data for {0} seconds").format(round(longest_s))
                    ) from None
                continue
            if isinstance(item, BaseException):
                raise item
            return item

    def opened(self, cancelled: IsCancelled, longest_s: float) -> httpx2.Response:
        item = self._next(cancelled, longest_s)
        assert isinstance(item, httpx2.Response)
        return item

    def chunks(self, cancelled: IsCancelled, longest_s: float) -> Iterator[bytes]:
        while True:
            item = self._next(cancelled, longest_s)
            if item is None:
                return
            assert isinstance(item, bytes)
            yield item

    def abandon(self) -> None:
        self._abandoned.set()

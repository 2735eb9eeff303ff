"""Recognisers on servers, of whatever kind they are, which is found out by asking.

recognizer = open_remote("https://gpu.example:8000, https://gpu2.example:8000", token)
stream = recognizer.stream(options)              # as of `inference.recognizer.Recognizer`
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.base.translation import translate
from app.remote.address import Address, parse_address
from app.remote.chain import Notify, ServerChain
from app.remote.errors import ServerError
from app.remote.kept import KeptStream, Samples
from app.remote.link import Access, Link
from app.remote.vllm import VllmServer
from app.remote.whole import WholeServer
from inference.errors import ProviderError
from inference.options import StreamOptions
from inference.recognizer import Stream, Transcription, transcribe

OURS = "r2t2-captions"
"""Owner of the model in the list of `r2t2-captions serve`."""


@dataclass(frozen=True)
class ServerModel:
    """What a user sees of a model on a server, in place of a bundle.

    Attributes:
        folder: stands for the model where others have their folder: its address.
        name: the model's name and the server's.
        languages: unknown.
        server: host of the server that hears the sound, "" where that is this computer.
    """

    folder: Path
    name: str
    server: str
    languages: tuple[str, ...] = ()


def server_model(key: str, model: str, address: Address) -> ServerModel:
    """What a user sees of a model on a server."""
    name = translate("Remote", "{0} on {1}").format(model, address.host)
    return ServerModel(Path(key), name, "" if address.here else address.host)


class RemoteRecognizer(Protocol):
    """A recogniser on a server; its attributes are those of `ServerRecognizer`."""

    @property
    def takes_over(self) -> bool: ...

    @property
    def note(self) -> str: ...

    @property
    def delay_s(self) -> float: ...

    @property
    def bundle(self) -> ServerModel: ...

    @property
    def provider(self) -> str: ...

    def settle(self) -> None: ...

    def stream(self, options: StreamOptions) -> Stream | KeptStream: ...

    def transcribe(self, samples: Samples, options: StreamOptions = ...) -> Transcription: ...

    def close(self) -> None: ...


class ServerRecognizer:
    """Recognises on servers; has what the engine needs of `inference.recognizer.Recognizer`.

    Attributes:
        chain: the servers.
        takes_over: it continues in the middle of an utterance what another recogniser has begun.
        note: what a user should know before choosing it, "" for nothing.
        at_once: passes of different streams that may be asked for at once; the server batches them.
    """

    takes_over = True
    note = ""
    at_once = 16

    def __init__(self, chain: ServerChain, key: str = "") -> None:
        """`key` stands for the model where others have their folder."""
        self.chain = chain
        self._key = key

    @property
    def bundle(self) -> ServerModel:
        """What is used."""
        server = self.chain.model
        return server_model(self._key, server.facts.model, server.address)

    @property
    def delay_s(self) -> float:
        """What a short question took."""
        return self.chain.model.facts.delay_s

    @property
    def provider(self) -> str:
        return self.chain.provider

    def settle(self) -> None:
        """Nothing belongs to a thread."""

    def stream(self, options: StreamOptions) -> Stream:
        """A new utterance. Raises RecognizerError, ProviderError when no server answers."""
        return Stream(self, options)

    def transcribe(self, samples: Samples, options: StreamOptions = StreamOptions()) -> Transcription:  # noqa: B008  frozen
        """One pass over a whole clip; see `inference.recognizer.Recognizer.transcribe`."""
        return transcribe(self.chain, samples, options)

    def close(self) -> None:
        """Closing again is harmless."""
        self.chain.close()


def open_remote(
    addresses: str,
    token: str = "",
    *,
    certificate: str = "",
    bundles: Iterable[Path] = (),
    notify: Notify = lambda text: None,
    answer_s: float = Access.answer_s,
    exact: bool = False,
    key: str = "",
) -> RemoteRecognizer:
    """A recogniser on one server, or on several vLLM servers with the same model, which stand in for each other.

    An address that begins with ws:// or wss:// is the official server's or one that speaks its protocol. What answers
    at any other is asked: vLLM, or `r2t2-captions serve`. The streams of different utterances may be used by different
    threads at once, so that vLLM batches them; one stream by one thread at a time.

    Args:
        addresses: separated by commas or spaces.
        token: bearer token of all of them.
        certificate: PEM of the one certificate that is accepted, "" for those that this computer trusts.
        bundles: folders of models on this computer; the tokenizer of one with the same vocabulary saves requests.
        notify: takes a message when a server is replaced by another.
        answer_s: longest wait for an answer; then the request is cancelled.
        exact: see `app.remote.flac`.
        key: stands for the model where others have their folder.

    Raises ProviderError with a message about the first address when none can be used.
    """
    found = addresses.replace(",", " ").split()
    try:
        access = Access(token, certificate, answer_s)
        where = [parse_address(text) for text in found or [""]]
        if where[0].streams or _is_ours(where[0], access):
            return _open_streaming(where[0], access, key)
        bundles = tuple(bundles)
        servers = [VllmServer(address, access, bundles, exact=exact) for address in where]
        try:
            return ServerRecognizer(ServerChain(servers, notify), key)
        except ServerError:
            for server in servers:
                if server.asked and not server.facts.continues:
                    whole = WholeServer(server, server_model(key, server.facts.model, server.address))
                    notify(whole.note)
                    return whole
            raise
    except ServerError as error:
        raise ProviderError(str(error)) from error


def _is_ours(address: Address, access: Access) -> bool:
    """Whether `r2t2-captions serve` answers. A server that does not answer is nobody's."""
    link = Link(address, access)
    try:
        found = link.get("/v1/models")
        return bool(found["data"][0].get("owned_by") == OURS)
    except (ServerError, TypeError, LookupError, AttributeError):
        return False
    finally:
        link.close()


def _open_streaming(address: Address, access: Access, key: str) -> RemoteRecognizer:
    from app.remote.official import StreamingServer  # here, because aiohttp takes its time to load

    _check_certificate(address, access)
    server = StreamingServer(address, access, server_model(key, "R2T2", address))
    try:
        server.check()
    except BaseException:
        server.close()
        raise
    return server


def _check_certificate(address: Address, access: Access) -> None:
    """Raises ServerError for one that nobody vouches for; whether anything else answers there is not asked."""
    link = Link(address, access)
    try:
        link.get("/health")
    except ServerError as error:
        if error.untrusted:
            raise
    finally:
        link.close()

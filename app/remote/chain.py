"""Streams on servers: the chain that asks the present one, and goes over to another when it fails.

A stream keeps the sound of its window and its text, so a server that dies in mid-utterance is replaced by the other from
the same prefix. When none is left, ProviderError is raised, and a local recogniser can take the stream over.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

import numpy as np

from app.base.translation import translate
from app.remote.errors import ServerError
from app.remote.vllm import Question, Samples, VllmServer
from inference.errors import ProviderError
from inference.options import StreamOptions
from inference.passes import Answer, PassTimes
from inference.prompt import fitting_context

log = logging.getLogger(__name__)

Notify = Callable[[str], None]

PAUSES_S = (0.1, 0.3, 0.9)
"""Pauses before a server that is the only one is asked again: shorter than what the recorder keeps."""
LONGEST_WAIT_S = 2.0
"""What a server asks to wait is obeyed up to here."""
_POSITIONS_FOR_SPEECH = 1024
"""Of a prompt, as on this computer: 18 s of sound, the text recognised so far, and what a pass may add to it."""
_LEAST_HEAD = 128


class ServerChain:
    """See the module; an `inference.passes.Chain`. Streams of one chain may be used by several threads."""

    def __init__(self, servers: Sequence[VllmServer], notify: Notify = lambda text: None) -> None:
        """Takes the first of `servers` that answers. Raises ServerError, the first one's, when none does."""
        self._servers = tuple(servers)
        self._notify = notify
        self._lock = threading.Lock()
        self._faults = 0
        self._reported: tuple[tuple[str, ...], str] = ((), "")
        self._model = self._first()

    def _first(self) -> VllmServer:
        first: ServerError | None = None
        for server in self._servers:
            try:
                _check(server)
            except ServerError as error:
                first = first or error
                continue
            if first is not None:
                message = translate("Remote", "{0} Using {1}.")
                self._notify(message.format(first, server.address.host))
            return server
        assert first is not None, "no server at all"
        raise first

    @property
    def model(self) -> VllmServer:
        """The server that is asked now."""
        return self._model

    @property
    def tokenizer(self) -> _ChainCodec:
        return _ChainCodec(self)

    @property
    def provider(self) -> str:
        return "server"

    def new_generator(self, options: StreamOptions) -> ServerPasses:
        """Raises RecognizerError for hotwords that are too long, ServerError where the server does not answer."""
        facts = self._model.facts
        room = max(facts.max_positions - _POSITIONS_FOR_SPEECH, _LEAST_HEAD)
        context, messages = fitting_context(facts.codec, options, room)
        asked = (options.hotwords, options.context)
        if messages and asked != self._reported:
            self._reported = asked
            for message in messages:
                self._notify(message)
        opening = f"language {options.language}<asr_text>" if options.language else ""
        return ServerPasses(self, self._model, context, opening)

    def ask(self, server: VllmServer, question: Question) -> Answer:
        """The answer of `server`, asked again after growing pauses where it is the only one. Raises ServerError."""
        for pause in PAUSES_S:
            try:
                answer = server.answer(question)
                self._faults = 0
                return answer
            except ServerError as error:
                if not error.passing or len(self._servers) > 1:
                    raise
                time.sleep(max(pause, min(error.wait_s or 0.0, LONGEST_WAIT_S)))
        return server.answer(question)

    def replace(self, failed: object, error: Exception) -> None:
        """Continues with the next server that is well. Raises ProviderError when there is none."""
        with self._lock:
            if self._model is not failed:
                return
            log.info("%s failed: %s", self._model.address.host, error)
            self._faults += 1
            at = self._servers.index(self._model)
            others = self._servers[at + 1 :] + self._servers[:at]
            if self._faults <= 2 * len(self._servers):
                for server in others:
                    try:
                        _check(server)
                    except ServerError:
                        continue
                    message = translate("Remote", "{0} Continuing with {1}.")
                    self._notify(message.format(error, server.address.host))
                    self._model = server
                    return
            self._faults = 0
            raise ProviderError(str(error)) from error

    def close(self) -> None:
        """Ends what is under way, too."""
        for server in self._servers:
            server.close()


def _check(server: VllmServer) -> None:
    """Raises ServerError unless the server is well and continues a text."""
    server.check()
    if not server.facts.continues:
        message = translate(
            "Remote", "{0} cannot continue a text. Start it with the option --trust-request-chat-template."
        )
        raise ServerError(message.format(server.address.host))


class _ChainCodec:
    """The tokenizer of whichever server answers."""

    def __init__(self, chain: ServerChain) -> None:
        self._chain = chain

    def encode(self, text: str) -> list[int]:
        """Raises ProviderError when no server is left to ask."""
        while True:
            server = self._chain.model
            try:
                return server.facts.codec.encode(text)
            except ServerError as error:
                self._chain.replace(server, error)

    def decode(self, ids: Sequence[int]) -> str:
        return self._chain.model.facts.codec.decode(ids)


class ServerPasses:
    """The passes of one stream on one server; an `inference.passes.Passes`. One request at a time.

    Attributes:
        times: what they cost so far: passes, and seconds of waiting.
    """

    def __init__(self, chain: ServerChain, server: VllmServer, context: str, opening: str) -> None:
        self.times = PassTimes()
        self._chain = chain
        self._server = server
        self._context = context
        self._opening = opening
        self._audio: list[Samples] = []
        self._start = 0

    def begin_at(self, n_samples: int) -> None:
        """Lets the next appended sample have this index."""
        self._start = n_samples

    def append(self, samples: Samples) -> None:
        """float32 [n], 16 kHz mono."""
        self._audio.append(samples)

    def run(self, prefix: str, audio_start: int, audio_end: int, max_tokens: int, draft: Sequence[int] = ()) -> Answer:
        """See `inference.passes.Passes`. Raises ServerError."""
        while self._audio and self._start + len(self._audio[0]) <= audio_start:
            self._start += len(self._audio.pop(0))
        sound = np.concatenate(self._audio) if self._audio else np.zeros(0, np.float32)
        self._audio = [sound] if len(sound) else []
        window = sound[audio_start - self._start : audio_end - self._start]
        started = time.perf_counter()
        answer = self._chain.ask(self._server, Question(self._context, window, self._opening + prefix, max_tokens))
        self.times += PassTimes(n_passes=1, n_tokens=len(answer.ids), decode_s=time.perf_counter() - started)
        return answer

"""A vLLM server that cannot continue an answer: utterances are recognised when they are over, and their language is detected.

It was started with neither a chat template that keeps an answer's beginning nor the permission to be sent one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from app.base.translation import translate
from app.remote.errors import ServerError
from app.remote.kept import KeptStream, Samples, transcribe_kept
from app.remote.vllm import Question, VllmServer
from inference.errors import ProviderError
from inference.hotwords import build_context
from inference.options import SAMPLE_RATE, StreamOptions
from inference.recognizer import Transcription
from inference.text import clean_markers, cut_at_doubt, join_segments, parse_asr_output

LONGEST, SHORTEST = 18 * SAMPLE_RATE, 8 * SAMPLE_RATE
"""An utterance that is longer is cut, at its quietest moment between these."""
QUIET = SAMPLE_RATE // 5
ANSWER_TOKENS = 448


class WholeHearing:
    """One utterance, as an `app.remote.kept.Hearing`."""

    def __init__(self, server: VllmServer, options: StreamOptions) -> None:
        self._server = server
        self._context = build_context(options.context, options.hotwords, server.facts.codec.added_tokens())
        self._waiting = np.zeros(0, np.float32)
        self._text = ""

    def feed(self, samples: Samples) -> str:
        """Asks only when the utterance is too long for the model."""
        self._waiting = np.concatenate([self._waiting, samples])
        if len(self._waiting) > LONGEST:
            cut = quietest(self._waiting)
            self._ask(self._waiting[:cut])
            self._waiting = self._waiting[cut:]
        return self._text

    def finish(self) -> str:
        """Asks for what is left."""
        self._ask(self._waiting)
        self._waiting = self._waiting[:0]
        return self._text

    def close(self) -> None:
        """Nothing is held."""

    def _ask(self, samples: Samples) -> None:
        try:
            answer = self._server.answer(Question(self._context, samples, "", ANSWER_TOKENS))
        except ServerError as error:
            raise ProviderError(str(error)) from error
        text = parse_asr_output(cut_at_doubt(clean_markers(answer.text, in_text=False)))[1]
        self._text = join_segments(self._text, text) if self._text and text else self._text or text


def quietest(samples: Samples) -> int:
    """Where to cut: the middle of the quietest fifth of a second between 8 and 18 s."""
    power = np.convolve(np.square(samples[SHORTEST:LONGEST], dtype=np.float64), np.ones(QUIET), "valid")
    return SHORTEST + int(np.argmin(power)) + QUIET // 2


class WholeServer:
    """A recogniser on such a server.

    Attributes:
        bundle: what is used.
        takes_over, note, delay_s: see `app.remote.opening.ServerRecognizer`.
    """

    takes_over = False
    provider = "server"

    def __init__(self, server: VllmServer, bundle: Any) -> None:
        self._server = server
        self.bundle = bundle
        self.delay_s = server.facts.delay_s

    @property
    def note(self) -> str:
        message = translate(
            "Remote",
            "{0} cannot continue a text, so captions appear only at the end of each utterance, and the language is detected. "
            "Started with the option --trust-request-chat-template, it shows words as they are spoken.",
        )
        return message.format(self._server.address.host)

    def settle(self) -> None:
        """Nothing belongs to a thread."""

    def stream(self, options: StreamOptions) -> KeptStream:
        """A new utterance."""
        return KeptStream(lambda asked: WholeHearing(self._server, asked), options)

    def transcribe(self, samples: Samples, options: StreamOptions = StreamOptions()) -> Transcription:  # noqa: B008  frozen
        """A whole clip. Raises ProviderError."""
        return transcribe_kept(self, samples, options)

    def close(self) -> None:
        """Closing again is harmless."""
        self._server.close()

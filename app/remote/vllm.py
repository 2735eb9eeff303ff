"""A vLLM server as the model of a stream: (context, sound, beginning of the answer) in, token ids and text out.

A stock vLLM continues an answer from a given beginning, so the Longest Stable Prefix stays on this side and batching over
streams, cards and computers is the server's. What it can do is found out by asking once; see `docs/remote.md`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from app.base.translation import translate
from app.remote.address import Address
from app.remote.codec import SPECIAL_TOKENS, FullCodec, codec_for, read_ids
from app.remote.errors import ServerError
from app.remote.flac import as_flac, data_url
from app.remote.link import Access, Link
from app.remote.template import CHAT_TEMPLATE
from inference.options import SAMPLE_RATE
from inference.passes import Answer
from inference.tokenizer import Tokenizer

Samples = npt.NDArray[np.float32]

CHECK_S = 2.0
"""Longest wait for a server to say that it is well."""
SHORTEST_SAMPLES = 201
"""Less sound has no features (as in the reference)."""
LEAST_POSITIONS = 768
"""Context that a window of 16 s, its text and one pass need."""


@dataclass(frozen=True)
class Facts:
    """What a server answered when it was asked.

    Attributes:
        model: its name on the server.
        max_positions: tokens of prompt and answer together.
        continues: it continues an answer from a given beginning.
        template: a chat template is to be sent with each request for that.
        delay_s: what one short question took.
        codec: the model's tokenizer.
    """

    model: str
    max_positions: int
    continues: bool
    template: bool
    delay_s: float
    codec: FullCodec


@dataclass(frozen=True)
class Question:
    """One generation.

    Attributes:
        context: of the system turn.
        samples: float32 [n], 16 kHz mono.
        beginning: of the answer: forced language and stable prefix.
        max_tokens: most tokens to generate.
    """

    context: str
    samples: Samples
    beginning: str
    max_tokens: int


class VllmServer:
    """One server. Several threads may ask it at once: it batches what comes together."""

    def __init__(self, address: Address, access: Access, bundles: Iterable[Path], *, exact: bool = False) -> None:
        """`bundles`: where to look for the model's tokenizer; `exact`: see `app.remote.flac`."""
        self.address = address
        self._link = Link(address, access)
        self._bundles = tuple(bundles)
        self._exact = exact
        self._facts: Facts | None = None

    def close(self) -> None:
        self._link.close()

    @property
    def asked(self) -> bool:
        """It has answered what it is."""
        return self._facts is not None

    @property
    def facts(self) -> Facts:
        """What it is, asked when it is first needed. Raises ServerError."""
        if self._facts is None:
            self._facts = self._ask_facts()
        return self._facts

    def check(self) -> None:
        """Raises ServerError unless the server is well, and has the model that it had."""
        self._link.get("/health", timeout_s=CHECK_S)
        model, _ = self._ask_model()
        if self._facts is not None and model != self._facts.model:
            self._facts = None  # another model has taken its place
        self.facts  # noqa: B018  asked here, where an error is about the server

    def answer(self, question: Question) -> Answer:
        """The model's answer. Raises ServerError."""
        facts = self.facts
        return self._generate(question, facts.model, facts.codec, template=facts.template, limit=facts.max_positions)

    def _generate(
        self, question: Question, model: str, codec: FullCodec, *, template: bool, limit: int | None = None
    ) -> Answer:
        samples = question.samples
        if len(samples) < SHORTEST_SAMPLES:
            return Answer((), "")
        sound = {"type": "audio_url", "audio_url": {"url": data_url(as_flac(samples, exact=self._exact))}}
        messages: list[dict[str, Any]] = [
            {"role": "system", "content": question.context},
            {"role": "user", "content": [sound]},
        ]
        body: dict[str, Any] = {
            "model": model,
            "messages": messages,
            "temperature": 0,
            "max_tokens": question.max_tokens,
            "skip_special_tokens": False,
            "return_token_ids": True,
        }
        if template:
            body["chat_template"] = CHAT_TEMPLATE
        if question.beginning:
            messages.append({"role": "assistant", "content": question.beginning})
            body |= {"add_generation_prompt": False, "continue_final_message": True}
        if limit is not None:
            prompt = len(codec.encode(question.context)) + len(codec.encode(question.beginning)) + sound_rows(samples)
            body["max_tokens"] = max(1, min(question.max_tokens, limit - prompt - 32))
        return self._read(self._link.post("/v1/chat/completions", body), codec)

    def _read(self, answer: Any, codec: FullCodec) -> Answer:
        try:
            choice = answer["choices"][0]
            ids, text = read_ids(choice.get("token_ids")), choice["message"]["content"] or ""
        except (TypeError, LookupError, AttributeError) as error:
            raise ServerError(translate("Remote", "{0} sent an invalid response.").format(self.address.host)) from error
        if isinstance(codec, Tokenizer) and ids is not None:
            return Answer(tuple(ids), codec.decode(ids, skip_special_tokens=True))
        text = str(text)
        for token in SPECIAL_TOKENS:
            text = text.replace(token, "")
        return Answer(tuple(codec.encode(text) if ids is None else ids), text)

    # Asking once

    def _ask_model(self) -> tuple[str, int]:
        """Name and context of the model."""
        found = self._link.get("/v1/models")
        try:
            first = found["data"][0]
            return str(first["id"]), int(first.get("max_model_len") or 0)
        except (TypeError, LookupError, ValueError, AttributeError, OverflowError) as error:
            raise ServerError(translate("Remote", "{0} is not a vLLM server.").format(self.address.host)) from error

    def _ask_facts(self) -> Facts:
        model, positions = self._ask_model()
        if positions < LEAST_POSITIONS:
            message = translate(
                "Remote", "The context of “{0}” on {1} is too short: {2} tokens; at least {3} are needed."
            )
            raise ServerError(message.format(model, self.address.host, positions, LEAST_POSITIONS))
        codec = codec_for(self._link, model, self._bundles)
        template = self._ask_template(model, codec)
        question = _SHORT if template is not None else Question("", _SHORT.samples, "", 1)
        started = time.perf_counter()
        self._generate(question, model, codec, template=bool(template))
        delay_s = time.perf_counter() - started
        return Facts(model, positions, template is not None, bool(template), delay_s, codec)

    def _ask_template(self, model: str, codec: FullCodec) -> bool | None:
        """Whether a template must be sent; None where the server takes none and has none that keeps a beginning."""
        for template in (False, True):
            try:
                self._generate(_SHORT, model, codec, template=template)
                return template
            except ServerError as error:
                if error.status != 400:
                    raise
        try:
            self._generate(Question("", _SHORT.samples, "", 1), model, codec, template=False)
        except ServerError as error:
            if error.status != 400:
                raise
            message = translate("Remote", "The model “{0}” on {1} does not take sound: {2}")
            raise ServerError(message.format(model, self.address.host, error)) from error
        return None


_SHORT = Question("", np.zeros(SAMPLE_RATE // 2, np.float32), "language English<asr_text>", 1)
"""The shortest question that shows whether a server keeps the beginning of an answer."""


def sound_rows(samples: Samples) -> int:
    """Positions that a sound takes in the prompt, or a few more: 13 for each 100 frames of 10 ms."""
    return len(samples) * 13 // SAMPLE_RATE + 14

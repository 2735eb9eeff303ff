"""One stream's passes on whatever provider, or recogniser, works: the `generate` and tokenizer of its stable-prefix machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from inference.arrays import Float32
from inference.errors import RecognizerError
from inference.options import StreamOptions
from inference.passes import Answer, Chain, Passes, PassTimes

ANSWER_TOKENS = 512
"""Most tokens of an answer that has no other limit; the official code's default for one clip."""

_LOUDEST = 1e4
"""A sample beyond it, or one that is no number, is no sound: one of them would blot out all of its window."""


@dataclass(frozen=True)
class _Loaded:
    """What passes run on: a recogniser's chain, and the model of it that the generator was made for."""

    chain: Chain
    model: Any
    generator: Passes


class StreamPasses:
    """See the module. Keeps the audio of the current window, so that another model can take over in mid-utterance."""

    def __init__(self, chain: Chain, options: StreamOptions) -> None:
        self._options = options
        self._audio: list[Float32] = []
        self._audio_from = 0
        self._spent = PassTimes()
        self._loaded: _Loaded | None = None
        self.continue_with(chain)

    def let_go(self) -> None:
        """Drops the model and its cache. Until `continue_with` no pass can be made."""
        if self._loaded is not None:
            self._spent += self._loaded.generator.times
        self._loaded = None

    def continue_with(self, chain: Chain) -> None:
        """Makes the passes from now on with `chain`, from the audio of the current window.

        Raises ProviderError when none of its providers has room for them.
        """
        self.let_go()
        while self._loaded is None:
            model = chain.model
            try:
                self._loaded = _Loaded(chain, model, self._new_generator(chain, self._options))
            except RecognizerError:
                raise
            except Exception as error:  # ONNX Runtime's exceptions share no base class
                chain.replace(model, error)

    @property
    def times(self) -> PassTimes:
        """What the passes cost so far."""
        return self._spent if self._loaded is None else self._spent + self._loaded.generator.times

    def append(self, samples: Float32) -> None:
        """Audio that later passes may use: float32 [n], 16 kHz mono. A sample that is no sound is taken as silence.

        Raises RecognizerError while there is no model.
        """
        generator = self._use().generator
        samples = np.ascontiguousarray(samples, np.float32)
        sound = np.abs(samples) <= _LOUDEST
        if not sound.all():
            samples = np.where(sound, samples, np.float32(0))
        self._audio.append(samples)
        generator.append(samples)

    def encode(self, text: str) -> list[int]:
        """See `inference.stable_prefix.TextCodec`."""
        return self._use().chain.tokenizer.encode(text)

    def decode(self, ids: Sequence[int]) -> str:
        """See `inference.stable_prefix.TextCodec`."""
        return self._use().chain.tokenizer.decode(ids)

    def __call__(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        """See `inference.stable_prefix.Generate`. Raises ProviderError when no provider is left."""
        while self._audio and self._audio_from + len(self._audio[0]) <= audio_start:
            self._audio_from += len(self._audio.pop(0))
        return self._persist(
            lambda loaded: loaded.generator.run(prefix, audio_start, audio_end, max_tokens or ANSWER_TOKENS, draft)
        )

    def ask_without_hotwords(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        """The same question from a prompt without the hotwords, asked once: are they heard, or copied?"""
        without = replace(self._options, hotwords=())
        return self._persist(
            lambda loaded: self._new_generator(loaded.chain, without).run(
                prefix, audio_start, audio_end, max_tokens or ANSWER_TOKENS, draft
            )
        )

    def _persist(self, ask: Callable[[_Loaded], Answer]) -> str:
        """The answer, on the next provider where the present one fails. Raises ProviderError when none is left."""
        while True:
            loaded = self._use()
            try:
                return ask(loaded).text
            except RecognizerError:
                raise
            except Exception as error:  # ONNX Runtime's exceptions share no base class
                loaded.chain.replace(loaded.model, error)
                self.continue_with(loaded.chain)

    def _use(self) -> _Loaded:
        if self._loaded is None:
            raise RecognizerError("This stream has no model: let it continue with one first.")  # a caller's mistake
        return self._loaded

    def _new_generator(self, chain: Chain, options: StreamOptions) -> Passes:
        generator = chain.new_generator(options)
        generator.begin_at(self._audio_from)
        for samples in self._audio:
            generator.append(samples)
        return generator

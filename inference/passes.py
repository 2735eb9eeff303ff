"""One pass of the model, whoever makes it: what is asked, what comes back, and what a stream needs of whatever answers.

`inference.provider_chain.ProviderChain` runs a bundle on this computer. A program may bring another chain, such as one
that asks a server: the streams on it keep all their rules, and go over from one to the other in mid-utterance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from inference.arrays import Float32
from inference.options import StreamOptions


@dataclass
class PassTimes:
    """What passes cost, added up over a stream.

    Attributes:
        n_passes: passes run.
        n_tokens: tokens generated, end tokens included.
        n_confirmed: of those, confirmed from the draft without a decode step of their own.
        n_prefill_rows: rows run through the decoder in prefill calls (drafts included).
        n_kept_rows: rows whose K/V was kept.
        features_s, tower_s, prefill_s, decode_s: seconds in each part.
    """

    n_passes: int = 0
    n_tokens: int = 0
    n_confirmed: int = 0
    n_prefill_rows: int = 0
    n_kept_rows: int = 0
    features_s: float = 0.0
    tower_s: float = 0.0
    prefill_s: float = 0.0
    decode_s: float = 0.0

    def __add__(self, other: PassTimes) -> PassTimes:
        return PassTimes(**{name: value + getattr(other, name) for name, value in vars(self).items()})


@dataclass(frozen=True)
class Answer:
    """What one pass answered: the ids, the end token included if one came, and their text without special tokens."""

    ids: tuple[int, ...]
    text: str


class Passes(Protocol):
    """The passes of one stream."""

    @property
    def times(self) -> PassTimes:
        """What they cost so far."""
        ...

    def begin_at(self, n_samples: int) -> None:
        """Lets the next appended sample have this index: the audio before it is gone."""
        ...

    def append(self, samples: Float32) -> None:
        """Audio that later passes may use: float32 [n], 16 kHz mono."""
        ...

    def run(self, prefix: str, audio_start: int, audio_end: int, max_tokens: int, draft: Sequence[int] = ()) -> Answer:
        """One pass over the samples audio_start..audio_end, counted since the stream began; both only grow.

        `draft` are ids the caller expects; they must not change the answer. A RecognizerError is the caller's, any other
        exception means that the chain is to be asked for a replacement.
        """
        ...


class Codec(Protocol):
    """Text to ids and back, as the model that answers does it. Raises ProviderError where nothing is left to ask."""

    def encode(self, text: str) -> list[int]: ...

    def decode(self, ids: Sequence[int]) -> str: ...


class Chain(Protocol):
    """What streams run on: something that answers, and the next one when it fails."""

    @property
    def tokenizer(self) -> Codec: ...

    @property
    def model(self) -> Any:
        """What answers now; `replace` is told it."""
        ...

    def new_generator(self, options: StreamOptions) -> Passes:
        """The passes of one stream on the present model. Raises as `Passes.run` does."""
        ...

    def replace(self, failed: Any, error: Exception) -> None:
        """Continues with the next one after `failed` broke; another stream may have done so already.

        Raises ProviderError when none is left.
        """
        ...

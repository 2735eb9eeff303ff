"""Models made of a script, for the streams' rules: one that hears truthfully, some that fail, and two small tokenizers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from inference.events import StreamEvent
from inference.options import SAMPLE_RATE
from inference.stable_prefix import TextCodec
from inference.utterance import UtteranceDecoder

Say = Callable[[str, int, int, int], str]


class ByteCodec:
    """One token a UTF-8 byte: every cut through a character outside ASCII is a bad one."""

    def encode(self, text: str) -> list[int]:
        return list(text.encode("utf-8"))

    def decode(self, ids: Sequence[int]) -> str:
        return bytes(ids).decode("utf-8", errors="replace")


class PieceCodec:
    """Tokens of up to four letters, the tag one token: about the size that real ones have."""

    _PIECE = re.compile(r"<asr_text>|\s*\w{1,4}|\s+|.", re.DOTALL)

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._texts: list[str] = []

    def encode(self, text: str) -> list[int]:
        ids = []
        for piece in self._PIECE.findall(text):
            if piece not in self._ids:
                self._ids[piece] = len(self._texts)
                self._texts.append(piece)
            ids.append(self._ids[piece])
        return ids

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(self._texts[i] for i in ids)


class Asked:
    """A `generate` that notes what it was asked and lets `say(prefix, start, end, max_tokens)` answer."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.calls: list[tuple[str, int, int, int | None]] = []
        self.drafts: list[list[int]] = []

    def __call__(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        self.calls.append((prefix, audio_start, audio_end, max_tokens))
        self.drafts.append(list(draft))
        return self.say(prefix, audio_start, audio_end, max_tokens or 10_000)


class TruthfulModel:
    """Hears every word once it has been spoken, follows the prefix it is given, and keeps to its token budget.

    The words are all different, so the prefix tells how far the text has come even when its audio has gone.
    """

    def __init__(self, codec: TextCodec, words: Sequence[str], word_s: float, header: str = "") -> None:
        self._codec = codec
        self._words = list(words)
        self._word_samples = int(word_s * SAMPLE_RATE)
        self._header = header

    def __call__(self, prefix: str, audio_start: int, audio_end: int, max_tokens: int) -> str:
        spoken = " ".join(self._words[: audio_end // self._word_samples])
        if prefix.startswith(self._header) and self._header:
            answer, known = "", prefix[len(self._header) :]
        elif self._header.startswith(prefix):
            answer, known = self._header[len(prefix) :], ""
        else:
            answer, known = "", prefix
        if known.strip():
            place = spoken.find(known.strip())
            rest = spoken[place + len(known.strip()) :] if place >= 0 else ""
        else:
            rest = " ".join(self._words[-(-audio_start // self._word_samples) : audio_end // self._word_samples])
        ids = self._codec.encode(answer + rest)
        return self._codec.decode(ids[:max_tokens])


class BrokenError(Exception):
    """What a model raises by its script."""


class FailsAt:
    """A `say` that breaks at the questions with these numbers; a repeated question has the next number."""

    def __init__(self, say: Say, questions: Sequence[int], on_fail: Callable[[], None] = lambda: None) -> None:
        self._say, self._questions, self._on_fail = say, set(questions), on_fail
        self.asked = 0

    def __call__(self, *question: Any) -> str:
        self.asked += 1
        if self.asked - 1 in self._questions:
            self._on_fail()
            raise BrokenError
        return self._say(*question)


def played(decoder: UtteranceDecoder, feeds: Sequence[int], *, merge: bool = False) -> list[StreamEvent]:
    """All events; after a failure the sound is not fed again."""
    events: list[StreamEvent] = []
    for n_samples in feeds:
        events += until_it_works(decoder, lambda n: decoder.feed(n, merge=merge), n_samples)
    return [*events, *until_it_works(decoder, lambda _: decoder.finish(), 0)]


def until_it_works(
    decoder: UtteranceDecoder, call: Callable[[int], list[StreamEvent]], n_samples: int
) -> Iterator[StreamEvent]:
    while True:
        try:
            yield from call(n_samples)
        except BrokenError:
            yield from decoder.take_events()
            n_samples = 0
        else:
            return


class FailingTower:
    """A tower that works until it has computed `left` windows, then raises as a lost device does."""

    def __init__(self, tower: Any, left: int) -> None:
        self.config = tower.config
        self._tower = tower
        self.left = left

    def stem(self, features: Any) -> Any:
        return self._tower.stem(features)

    def window(self, chunks: Any) -> Any:
        if self.left <= 0:
            raise RuntimeError("CUDA error: device lost")
        self.left -= 1
        return self._tower.window(chunks)

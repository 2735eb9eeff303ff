"""A transcript that a model with random weights "says", so that its passes have the lengths and drafts of real speech.

All the real work is done (features, tower, prefill, draft check, decode steps); only the token ids that come out are
replaced by those of a script with a given number of tokens per second, so that prefixes grow, drafts are confirmed or not, and
the rolling window rolls as they would. Used by the benchmarks of the full-size shape, whose weights cannot be had.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inference.generation import Generator
from inference.options import SAMPLE_RATE, Shortcuts
from inference.recognizer import Recognizer

_LAG_S = 0.3  # a word is said in the answer this long after it was spoken


def script_tokens(tokenizer: Any, n: int, seed: int = 7) -> list[int]:
    """`n` distinct tokens that are whole lower-case words with a leading space, and encode back to themselves."""
    order = list(range(tokenizer._fast.get_vocab_size(with_added_tokens=True)))
    random.Random(seed).shuffle(order)
    words: list[int] = []
    for token in order:
        text = tokenizer.decode([token])
        if text.startswith(" ") and text[1:].isascii() and text[1:].isalpha() and text[1:].islower() and len(text) > 3:
            words.append(token)
            if len(words) == n:
                break
    assert tokenizer.encode(tokenizer.decode(words)) == words
    return words


@dataclass
class PassShape:
    """What one pass had to do: for a peer that does the same work the reference's way."""

    n_frames: int
    window_tokens: list[int]
    n_prompt: int
    n_answer: int


class Script:
    """What is said when, and the answer that a pass over some audio gives after some prefix."""

    def __init__(self, tokenizer: Any, seconds: float, per_second: float, changed_share: float) -> None:
        """`changed_share`: of the passes, how many say another last word than the next one will."""
        self.per_second = per_second
        self.words = script_tokens(tokenizer, int(seconds * per_second) + 2)
        self.other = script_tokens(tokenizer, 5, seed=8)
        self.doubt = tokenizer.encode("|")[0]
        self._place = {word: i for i, word in enumerate(self.words)}
        self._changed_share = changed_share
        self._random = random.Random(1)

    def answer(self, tail: Sequence[int], audio_start: int, audio_end: int, end_id: int) -> list[int]:
        known = [self._place[token] for token in tail if token in self._place]
        first = known[-1] + 1 if known else -int(-audio_start / SAMPLE_RATE * self.per_second // 1)
        last = int(max(0.0, audio_end / SAMPLE_RATE - _LAG_S) * self.per_second)
        said = self.words[first : max(first, last)]
        if said and self._random.random() < self._changed_share:
            said = [*said[:-1], self.other[len(said) % 5]]
        return [*said, self.doubt, end_id]


class ScriptedGenerator(Generator):
    """Does every computation of a pass and gives the script's ids."""

    def __init__(
        self, recognizer: Recognizer, script: Script, options: Any, shapes: list[PassShape], shortcuts: Shortcuts
    ) -> None:
        from inference.prompt import Prompt

        tokens = recognizer.bundle.tokens
        prompt = Prompt.build(recognizer.chain.tokenizer, language=options.language)
        super().__init__(recognizer.model.tower, recognizer.model.decoder, prompt, tokens, shortcuts)
        self._script = script
        self._real = self._decoder
        self._decoder = self  # type: ignore[assignment]
        self._end = tokens.eos[0]
        self._shapes = shapes
        self._answer_ids: list[int] = []
        self._at = 0

    def run(self, prefix: str, audio_start: int, audio_end: int, max_tokens: int, draft: Sequence[int] = ()) -> Any:
        self._range = (audio_start, audio_end)
        return super().run(prefix, audio_start, audio_end, max_tokens, draft)

    def _draft(self, tail: list[int], hint: Sequence[int]) -> list[int]:
        self._guess = super()._draft(tail, hint)
        self._answer_ids = self._script.answer(tail, *self._range, self._end)
        self._at = 0
        return self._guess

    def _answer(self, windows: list[Any], tail: list[int], *rest: Any) -> list[int]:
        n_prompt = len(self._prompt.head) + sum(map(len, windows)) + len(tail)
        frames = (self._range[1] - self._range[0]) // 160
        self._shapes.append(PassShape(frames, [len(w) for w in windows], n_prompt, len(self._answer_ids)))
        return super()._answer(windows, tail, *rest)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def next_ids(self, pieces: Any, cache: Any, asked: Sequence[int]) -> list[int]:
        self._real.next_ids(pieces, cache, asked)
        if self._at:
            self._at += 1
            return [self._answer_ids[self._at - 1]]
        guess = self._guess[: len(asked) - 1]
        right = 0
        while right < len(guess) and guess[right] == self._answer_ids[right]:
            right += 1
        said = self._answer_ids[: right + 1]
        self._at = right + 1
        return said + [self._end] * (len(asked) - len(said))

"""How many tokens one pass may generate: the official server's adaptive rule, and what a flush needs.

A token is worth 80 ms of audio. Room much beyond the rate of speech lets the model run ahead of the sound, too little
lets it fall behind; so the budget follows what was committed. Pure: counts samples and text, knows no model.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from inference.scripts import is_dense
from inference.text import split_text_to_tokens

SAMPLES_PER_TOKEN = 1280
"""80 ms: about one token of audio, and the server's allowance of text for it."""

MAX_STEP_TOKENS = 32
MIN_CAP_TOKENS = 4
RECENT_TOKENS = 10
STALL_INCREMENT = 0.5

MIN_FLUSH_TOKENS = 32
"""The least a flush may generate; the reference's 1 to 4 cuts endings."""

MAX_FLUSH_TOKENS = 512
DENSE_FACTOR = 2
"""Tokens per 80 ms in the densest scripts, twice those of English."""


def is_last_token_dense(tokens: Sequence[str]) -> bool:
    """Whether the last word is of a script with about one token a syllable: ideographs, kana or Hangul.

    The reference's rule knows the ideographs of U+4E00..U+9FFF only.
    """
    return bool(tokens) and any(map(is_dense, tokens[-1]))


class AdaptiveBudget:
    """The official server's token budget for a stream of equal steps.

    After a step that committed text the next budget is one token for 80 ms, after a stall half a token more; both
    doubled after a dense script, then capped. The first budget covers the step and its lookahead. As in the server
    the cap comes out at 4 for 160 ms.

    Attributes:
        exact: the next budget before it is cut to a whole number.
    """

    def __init__(
        self,
        step_samples: int,
        first_samples: int,
        *,
        is_last_dense: Callable[[Sequence[str]], bool] = is_last_token_dense,
    ) -> None:
        """`first_samples`: audio of the first step, lookahead included. `is_last_dense`: is the last word's script dense?"""
        self._base = max(1, step_samples // SAMPLES_PER_TOKEN)
        self._cap = min(MAX_STEP_TOKENS, max(MIN_CAP_TOKENS, 2 * (step_samples // SAMPLES_PER_TOKEN)))
        self._is_last_dense = is_last_dense
        self._recent: list[str] = []
        self.exact: float = max(1, first_samples // SAMPLES_PER_TOKEN)

    def tokens(self, n_steps: int = 1) -> int:
        """The whole number of tokens for the next pass; `n_steps` steps merged into one get as many budgets."""
        return int(self.exact) * max(1, n_steps)

    def step(self, committed: str) -> None:
        """Takes in what a step has committed ("" for a stall) and sets the next budget."""
        if committed:
            self._recent = (self._recent + split_text_to_tokens(committed))[-RECENT_TOKENS:]
        dense = self._is_last_dense(self._recent)
        if committed or dense:
            self.exact = float(self._base)
        else:
            self.exact += STALL_INCREMENT
        if dense:
            self.exact *= DENSE_FACTOR
        self.exact = min(self.exact, float(self._cap))


def flush_tokens(known_tokens: int, unheard_samples: int) -> int:
    """Budget of the pass that ends an utterance: everything that can still be missing, and never less than 32.

    `known_tokens` are those already recognised behind the prefix, `unheard_samples` the audio since the last pass that
    came to its own end.
    """
    needed = known_tokens + DENSE_FACTOR * math.ceil(unheard_samples / SAMPLES_PER_TOKEN)
    return min(MAX_FLUSH_TOKENS, max(MIN_FLUSH_TOKENS, needed))

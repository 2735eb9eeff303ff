"""The hotword box's arithmetic: how much of the model's context the words take, and which of them fit. Pure."""

from __future__ import annotations

from inference.hotwords import SEPARATOR
from inference.options import MAX_CONTEXT_CHARS


def sent_chars(words: tuple[str, ...]) -> int:
    """Characters of the model's context that these words take: one separated list."""
    return len(SEPARATOR.join(words))


def fit(words: tuple[str, ...], limit: int = MAX_CONTEXT_CHARS) -> tuple[str, ...]:
    """The words from the first on that fit in `limit` characters together."""
    kept: list[str] = []
    for word in words:
        if sent_chars((*kept, word)) > limit:
            break
        kept.append(word)
    return tuple(kept)

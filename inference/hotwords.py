"""Words that the user wants spelled their way: reading the box, building the system turn, and noticing an echo.

The model has no trained syntax for hotwords; they are context in the system turn, as one comma-separated list. On noise
or very short audio it may copy that list out as if it had been spoken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from inference.errors import RecognizerError
from inference.messages import translate
from inference.options import MAX_CONTEXT_CHARS
from inference.text import sanitize_context
from inference.text_units import split_units

SEPARATOR = ", "
"""Stands between hotwords in the system turn."""

MIN_LOOPED_ENTRIES = 3
"""Repetitions of one entry that no speaker is expected to make."""

_SEPARATORS = re.compile(r"[\n\r,;，；、]")


def split_hotwords(text: str) -> tuple[str, ...]:
    """The hotwords in what the user typed or a file holds, in order, each once whatever its capitals.

    Separators are the line break, `,` `;` and their full-width and ideographic forms; byte-order marks go.
    """
    words: dict[str, str] = {}
    for piece in _SEPARATORS.split(text.replace("\ufeff", "")):
        word = " ".join(piece.split())
        if word:
            words.setdefault(word.casefold(), word)
    return tuple(words.values())


def parse_hotwords(text: str) -> tuple[str, ...]:
    """`split_hotwords` of a list that the model can be given. Raises RecognizerError when it is longer than that."""
    hotwords = split_hotwords(text)
    _check_length(SEPARATOR.join(hotwords))
    return hotwords


def build_context(context: str, hotwords: Sequence[str], tokens: Iterable[str] = ()) -> str:
    """The text of the system turn: the context, then the hotwords as one list on a line of their own.

    Nothing in it can be read as one of the model's own `tokens`. Raises RecognizerError when it is too long.
    """
    parts = [part for part in (context.strip(), SEPARATOR.join(hotwords)) if part]
    text = "\n".join(parts)
    _check_length(text)
    return sanitize_context(text, tokens)


def _check_length(text: str) -> None:
    if len(text) > MAX_CONTEXT_CHARS:
        raise RecognizerError(
            translate(
                "Recognizer",
                "The hotwords and context have {0:,} characters; the limit is {1:,}. Shorten them.",
            ).format(len(text), MAX_CONTEXT_CHARS)
        )


def copies_list(text: str, hotwords: Sequence[str]) -> bool:
    """Whether `text` begins like the hotword list: with its first two entries, or with any entry three times.

    It may be an echo of the prompt, or speech. Capitals and marks are not compared, words are compared whole.
    """
    said = _bare_words(text)
    entries = [words for words in map(_bare_words, hotwords) if words]
    beginnings = [words * MIN_LOOPED_ENTRIES for words in entries]
    if len(entries) > 1:
        beginnings.append(entries[0] + entries[1])
    return any(said[: len(words)] == words for words in beginnings)


def _bare_words(text: str) -> list[str]:
    return [unit.bare for unit in split_units(text) if unit.bare]

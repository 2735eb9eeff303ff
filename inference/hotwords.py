"""Words that a person wants spelled their way: reading the box, building the system turn, and catching an echo.

The model has no trained syntax for hotwords; they are context in the system turn, as one comma-separated list. On noise
or very short audio it may copy that list out as if it had been said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inference.errors import RecognizerError
from inference.options import MAX_CONTEXT_CHARS
from inference.sentences import translate
from inference.text import sanitize_context
from inference.words import Unit, split_units

SEPARATOR = ", "
"""Stands between hotwords in the system turn."""

MIN_ECHOED_ENTRIES = 2
MIN_LOOPED_ENTRIES = 3

_SEPARATORS = re.compile(r"[\n\r,;，；、]")


def split_hotwords(text: str) -> tuple[str, ...]:
    """The hotwords in what a person typed or a file holds, in order, each once whatever its capitals.

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
                "The hotwords and context have {0:,} characters, and the model is given at most {1:,}: please shorten them.",
            ).format(len(text), MAX_CONTEXT_CHARS)
        )


@dataclass(frozen=True)
class Echo:
    """How a text begins like the hotword list.

    Attributes:
        entries: entries of the list that the text begins with, in order from the first, or repetitions of one entry.
        looped: it is one entry again and again.
        whole: nothing else follows (the last entry may be cut off).
    """

    entries: int
    looped: bool
    whole: bool


def find_echo(text: str, hotwords: Sequence[str]) -> Echo | None:
    """How `text` copies the hotword list from its beginning; None if it does not.

    A copy is two or more consecutive entries in list order starting at the first, or one entry three or more times in
    a row. Capitals and marks are not compared, words are compared whole.
    """
    said = [unit for unit in split_units(text) if unit.bare]
    entries = [[unit for unit in split_units(word) if unit.bare] for word in hotwords]
    entries = [entry for entry in entries if entry]
    if not said or not entries:
        return None
    echo = _copied(said, entries, MIN_ECHOED_ENTRIES, looped=False) if len(entries) >= MIN_ECHOED_ENTRIES else None
    if echo is not None:
        return echo
    loops = (_copied(said, [entry] * len(said), MIN_LOOPED_ENTRIES, looped=True) for entry in entries)
    return next((loop for loop in loops if loop is not None), None)


def _copied(said: list[Unit], entries: list[list[Unit]], at_least: int, *, looped: bool) -> Echo | None:
    place = count = 0
    while True:
        entry = entries[count % len(entries)]
        piece = said[place : place + len(entry)]
        matched = sum(1 for mine, theirs in zip(piece, entry, strict=False) if mine.bare == theirs.bare)
        if matched == len(entry):
            place += len(entry)
            count += 1
            continue
        cut_off = place + len(piece) == len(said) and all(
            theirs.bare == mine.bare or (mine is said[-1] and theirs.bare.startswith(mine.bare))
            for mine, theirs in zip(piece, entry, strict=False)
        )
        return Echo(count, looped, whole=cut_off) if count >= at_least else None


def is_literal_copy(text: str, hotwords: Sequence[str]) -> bool:
    """Whether `text` is the list as it stands in the prompt, separators and all: nobody speaks commas."""
    listed = SEPARATOR.join(hotwords)
    bare = text.strip().rstrip(".。")
    return SEPARATOR.strip() in bare and (listed.startswith(bare) or bare.startswith(listed))

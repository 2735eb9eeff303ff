"""Text as a person reads it: words, CJK characters and marks, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inference.text import is_unspaced, remove_punctuation


@dataclass(frozen=True)
class Unit:
    """A word, a CJK character or a run of marks of a text, at `start`..`end`; white space belongs to none.

    Attributes:
        bare: the unit without marks and in small letters; "" if it is marks only.
    """

    text: str
    start: int
    end: int
    bare: str


def split_units(text: str) -> list[Unit]:
    """The words and CJK characters of `text` in order, with their places."""
    units: list[Unit] = []
    for word in re.finditer(r"\S+", text):
        start = word.start()
        for place in range(word.start(), word.end() + 1):
            at_end = place == word.end()
            if not at_end and not is_unspaced(text[place]):
                continue
            if start < place:
                units.append(_unit(text, start, place))
            if not at_end:
                units.append(_unit(text, place, place + 1))
            start = place + 1
    return units


def _unit(text: str, start: int, end: int) -> Unit:
    piece = text[start:end]
    return Unit(piece, start, end, remove_punctuation(piece).casefold())

"""Text as it is read: words, CJK characters and marks, each with its place."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass

from inference.scripts import is_unspaced

# ASCII punctuation, its full-width twins, and the marks of Chinese and typographic writing. The middle dot, the inverted
# marks and the Arabic ones are words' own business; `々` and `〇` are letters.
_MARKS = (
    string.punctuation
    + "".join(chr(ord(c) + 0xFEE0) for c in string.punctuation)
    + "、。〃〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟〰–—‘’‛“”„‟…‧"
)
_WITHOUT_MARKS = {ord(c): None for c in _MARKS}


def without_marks(text: str) -> str:
    """`text` without the marks that do not count when two texts are compared word by word."""
    return text.translate(_WITHOUT_MARKS)


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
    return Unit(piece, start, end, without_marks(piece).casefold())

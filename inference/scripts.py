"""What is asked about a character's script: one table a question, for the recogniser and the program alike. Pure."""

from __future__ import annotations

import unicodedata

# Scripts that are written without spaces between words, with their own marks: ideographs with all extensions and radicals,
# squared and circled ones, kana, Bopomofo, Yi, full-width and half-width forms; Thai, Lao, Khmer, Burmese. Hangul is spaced
# and is not here.
_UNSPACED = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x19E0, 0x19FF), (0x2E80, 0x312F), (0x3190, 0x31FF),
    (0x3220, 0x3247), (0x3280, 0x33FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA000, 0xA4CF), (0xA9E0, 0xA9FF),
    (0xAA60, 0xAA7F), (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF00, 0xFF9F), (0xFFE0, 0xFFE6), (0x16FE0, 0x18DFF),
    (0x1AFF0, 0x1B16F), (0x20000, 0x323AF),
)  # fmt: skip

# Scripts of which a syllable is about one token: ideographs, kana, Hangul.
_DENSE = (
    (0x1100, 0x11FF), (0x3040, 0x30FF), (0x3130, 0x318F), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xAC00, 0xD7A3), (0xFF66, 0xFF9F), (0x20000, 0x323AF),
)  # fmt: skip

_OPENING = frozenset("([{<«‹“‘„‚¿¡（［｛《〈「『【〔@#$£€\\")
"""Marks behind which no space is written, whatever follows."""

_CLOSING = frozenset(".,;:!?%)]}>»›”’…。，、；：！？）］｝》〉」』】〕")
"""Marks before which no space is written."""

_GERMAN = {"“": "„", "«": "»", "‘": "‚", "‹": "›"}
"""Marks that open a quotation in English or French and end one in German, with what begins it there."""


def is_chinese(char: str) -> bool:
    """Whether `char` is in the block of common ideographs, U+4E00..U+9FFF: the only ones the reference knows."""
    return "\u4e00" <= char <= "\u9fff"


def is_unspaced(char: str) -> bool:
    """Whether `char` belongs to a script, or to its marks, that puts no spaces between words (Chinese, Japanese, Thai, …)."""
    return _is_in(char, _UNSPACED)


def is_dense(char: str) -> bool:
    """Whether `char` belongs to a script with about one token a syllable: ideographs, kana or Hangul."""
    return _is_in(char, _DENSE)


def is_wide(char: str) -> bool:
    """Whether `char` takes two columns (Unicode East Asian Width W or F)."""
    return unicodedata.east_asian_width(char) in "WF"


def needs_space(before: str, after: str) -> bool:
    """Whether a space belongs between two texts; `before` from as far back as it is known.

    Not at the start, not where there is white space already, not after an opening bracket or quotation mark, not before
    closing punctuation, not beside Chinese, Japanese, Thai … text.
    """
    if not before or not after:
        return False
    last, first = before[-1], after[0]
    if first.isspace() or first in _CLOSING or is_unspaced(first):
        return False
    if last in _GERMAN and before.count(last) <= before.count(_GERMAN[last]):
        return True
    if last.isspace() or last in _OPENING or is_unspaced(last):
        return False
    if last in "\"'":
        # Straight quotation marks do not show their side: an odd one is open. An apostrophe inside a word is not one.
        return before.count(last) % 2 == 0 or (last == "'" and len(before) > 1 and before[-2].isalpha())
    return last not in "-–—/_" or (len(before) > 1 and before[-2].isspace() and last in "–—")


def _is_in(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    code = ord(char)
    return code >= ranges[0][0] and any(low <= code <= high for low, high in ranges)

"""Spaces between what was dictated before and what comes next. Pure."""

from __future__ import annotations

import unicodedata

OPENING = set("([{<«‹“‘„‚¿¡（［｛《〈「『【〔@#$£€\\")
"""After these no space is set, whatever follows."""

CLOSING = set(".,;:!?%)]}>»›”’…。，、；：！？）］｝》〉」』】〕")
"""Before these no space is set."""

_GERMAN = {"“": "„", "«": "»", "‘": "‚", "‹": "›"}
"""Marks that open a quotation in English or French and end one in German, with what begins it there."""

_UNSPACED_NAMES = (
    "CJK ", "HIRAGANA", "KATAKANA", "BOPOMOFO", "IDEOGRAPHIC", "THAI ", "LAO ", "KHMER ", "MYANMAR ", "FULLWIDTH",
    "HALFWIDTH KATAKANA", "VERTICAL", "YI ",
)  # fmt: skip
"""Beginnings of the Unicode names of characters of scripts that set no spaces between words (Hangul does)."""


def is_unspaced(character: str) -> bool:
    """Whether a character belongs to a script (or its punctuation) whose words follow each other without space."""
    return unicodedata.name(character, "").startswith(_UNSPACED_NAMES)


def needs_space(before: str, after: str) -> bool:
    """Whether a space belongs between `before` (what stands left of the caret, as far as known) and a new utterance.

    Not at the start, not where there is white space already, not after an opening bracket or quotation mark, not before
    closing punctuation, not beside Chinese, Japanese, Thai … text.
    """
    if not before or not after:
        return False
    last, first = before[-1], after[0]
    if last in _GERMAN and before.count(last) <= before.count(_GERMAN[last]):
        return not (first.isspace() or first in CLOSING or is_unspaced(first))
    if last.isspace() or first.isspace() or last in OPENING or first in CLOSING:
        return False
    if is_unspaced(last) or is_unspaced(first):
        return False
    if last in "\"'":
        # Straight quotation marks do not tell their side: an odd one is open. An apostrophe inside a word is not one.
        return before.count(last) % 2 == 0 or (last == "'" and len(before) > 1 and before[-2].isalpha())
    return last not in "-–—/_" or (len(before) > 1 and before[-2].isspace() and last in "–—")


def follow(before: str, utterance: str) -> str:
    """`utterance` as it is inserted after `before`: its own leading space replaced by the one that belongs there."""
    text = utterance.lstrip()
    return " " + text if needs_space(before, text) else text


def ending(text: str, setting: str) -> str:
    """What to insert after a whole dictation: "" for "none", a space for "space" (none after unspaced scripts)."""
    if setting != "space" or not text or text[-1].isspace() or is_unspaced(text[-1]):
        return ""
    return " "

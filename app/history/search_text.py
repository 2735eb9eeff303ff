"""How history is searched: text folded for comparison, a typed query taken apart, matches found in the original text.

Case, width (Ｔ is T), Latin accents and Arabic vowel marks do not matter; everything else must be there as typed. Pure.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

SNIPPET_LENGTH = 120
"""Characters of a hit that are shown around its first match."""

Range = tuple[int, int]


@lru_cache(maxsize=8192)
def _fold_char(char: str) -> str:
    if char.isascii():
        return char.lower()
    kept = "".join(part for part in unicodedata.normalize("NFKD", char) if not _is_ignored_mark(part))
    return unicodedata.normalize("NFC", kept).casefold()


def _is_ignored_mark(char: str) -> bool:
    """Accents of Latin, Greek and Cyrillic, vowel marks of Arabic and Hebrew. Marks that make another letter stay."""
    return "\u0300" <= char <= "\u036f" or "\u064b" <= char <= "\u0652" or "\u0591" <= char <= "\u05c7"


def fold(text: str) -> str:
    """`text` as it is compared and indexed."""
    if text.isascii():
        return text.lower().replace("\0", " ")
    return "".join(map(_fold_char, text)).replace("\0", " ")


def fold_with_map(text: str) -> tuple[str, Sequence[int]]:
    """`fold(text)` and, for each of its characters and its end, the position in `text` it comes from."""
    if text.isascii():
        return fold(text), range(len(text) + 1)
    parts: list[str] = []
    origin: list[int] = []
    for index, char in enumerate(text):
        folded = _fold_char(char).replace("\0", " ")
        parts.append(folded)
        origin.extend([index] * len(folded))
    origin.append(len(text))
    return "".join(parts), origin


def terms(query: str) -> list[str]:
    """What a typed query asks for, folded: all of its words, in any order; "words in quotes" stay together."""
    found: list[str] = []
    for index, part in enumerate(query.replace("“", '"').replace("”", '"').split('"')):
        wanted = [" ".join(part.split())] if index % 2 else part.split()
        found.extend(folded for word in wanted if (folded := fold(word)))
    return list(dict.fromkeys(found))


def grams(folded: str) -> str:
    """Every run of one or two characters of `folded`, each written as one plain token for an index.

    Answers queries that are too short for a trigram index, which are usual in Chinese.
    """
    tokens = set()
    for index, char in enumerate(folded):
        if char.isspace():
            continue
        tokens.add(gram(char))
        following = folded[index + 1 : index + 2]
        if following and not following.isspace():
            tokens.add(gram(char + following))
    return " ".join(sorted(tokens))


def gram(short: str) -> str:
    """One or two characters as a token that no tokenizer takes apart."""
    return "x" + "x".join(f"{ord(char):x}" for char in short)


def match_ranges(text: str, wanted: Sequence[str]) -> list[Range]:
    """Where the folded terms `wanted` stand in `text`: ranges in code points, ascending, merged where they touch."""
    folded, origin = fold_with_map(text)
    found: list[Range] = []
    for term in wanted:
        at = folded.find(term)
        while at >= 0:
            end = at + len(term)
            # a character that folds to several is marked whole; marks that fold to nothing belong to what they sit on
            last = origin[end] if origin[end] > origin[end - 1] else origin[end - 1] + 1
            found.append((origin[at], last))
            at = folded.find(term, end)
    merged: list[Range] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def contains_all(text: str, wanted: Sequence[str]) -> bool:
    folded = fold(text)
    return all(term in folded for term in wanted)


def snippet(
    text: str, wanted: Sequence[str], length: int = SNIPPET_LENGTH, mask: Callable[[str], str] = str
) -> tuple[str, list[Range]]:
    """About `length` characters of `text` around its first match, and where the matches stand in them.

    `mask` gives the text as it is shown, with as many characters.
    """
    text = " ".join(text.split())
    ranges = match_ranges(text, wanted)
    text = mask(text)
    if len(text) <= length or not ranges:
        cut = text if len(text) <= length else text[:length].rstrip() + "…"
        return cut, [(start, min(end, len(cut))) for start, end in ranges if start < len(cut)]
    first = max(0, ranges[0][0] - length // 3)
    if first and (space := text.find(" ", first, ranges[0][0])) >= 0:
        first = space + 1
    last = min(len(text), first + length)
    lead = "…" if first else ""
    cut = lead + text[first:last] + ("…" if last < len(text) else "")
    shift = len(lead) - first
    return cut, [(start + shift, min(end, last) + shift) for start, end in ranges if start < last]

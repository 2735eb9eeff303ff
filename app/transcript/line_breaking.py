"""Where a caption line may end, how full it is, and how good a break is. Pure text rules, for every script.

Unicode's line breaking (UAX #14, as Qt has it) is the ground: no line begins with a closing mark or a small kana, none
ends with an opening one, Thai breaks between words where Qt finds its dictionary. On top: Korean breaks at spaces
only, and breaks are ranked, so that lines end after punctuation and before conjunctions, not after an article or a number.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate, pairwise

from PySide6.QtCore import QTextBoundaryFinder

NARROW_PER_LINE = 42
"""Latin characters a line (Netflix timed text guide, general requirements)."""
WIDE_PER_LINE = 16
"""Full-width characters a line (Netflix: 16 for Chinese and Korean)."""

LINE_UNITS = NARROW_PER_LINE * WIDE_PER_LINE
NARROW_UNITS = LINE_UNITS // NARROW_PER_LINE
WIDE_UNITS = LINE_UNITS // WIDE_PER_LINE

_CLOSERS = "\"'”’»›)]}）］｝」』】》〉〕｠"
_SENTENCE_END = ".?!…。？！｡؟۔।॥։።"
_CLAUSE_END = ",;:—–，；：、､،؛"
_NEVER_FIRST = frozenset(
    "、。，．・：；？！ー々〻ゝゞヽヾ…‥」』】〕〉》）］｝｠”’ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ%％℃"
)
_NEVER_LAST = frozenset("「『【〔〈《（［｛｟“‘￥＄")
_ABBREVIATION = re.compile(r"^(?:[^\W\d_]|mr|mrs|ms|dr|prof|st|vs|no|z\.b|e\.g|i\.e)\.$", re.IGNORECASE)

_BEFORE_WORDS = (
    "and but or so because although though while when where which who that if unless until "
    "since as than to of in on at for from with without about into over under after before between through during by "
    "und oder aber denn weil dass wenn als ob mit ohne für von zu nach bei "
    "et ou mais donc car parce que qui dont où quand avec sans pour dans sur de des du "
    "y o pero porque como cuando donde con sin para por en e ma però perché che quando con senza per di da "
    "mas quando com sem или и но а что потому чтобы когда если с без для в на"
)
_BEFORE = frozenset(_BEFORE_WORDS.split())
_HOLDS_NEXT_WORDS = (
    "a an the my your his her its our their this these those no mr mrs ms dr "
    "der die das den dem des ein eine einen einem einer le la les un une l' el los las lo il gli i um uma os as"
)
_HOLDS_NEXT = frozenset(_HOLDS_NEXT_WORDS.split())
_WIDE_CONJUNCTIONS = (
    "但是",
    "因为",
    "所以",
    "然后",
    "而且",
    "如果",
    "或者",
    "不过",
    "虽然",
    "しかし",
    "そして",
    "でも",
    "だから",
)


def is_wide(char: str) -> bool:
    """Takes two columns (Unicode East Asian Width W or F)."""
    return unicodedata.east_asian_width(char) in "WF"


def counts(text: str) -> tuple[int, int]:
    """Narrow and wide characters of `text`; marks that sit on another character count nothing."""
    seen = [char for char in text if unicodedata.category(char) not in ("Mn", "Me", "Cf")]
    wide = sum(map(is_wide, seen))
    return len(seen) - wide, wide


def fullness(text: str) -> float:
    """How much of one caption line `text` fills; 1.0 is full."""
    narrow, wide = counts(text)
    return (narrow * NARROW_UNITS + wide * WIDE_UNITS) / LINE_UNITS


def _boundaries(text: str, kind: QTextBoundaryFinder.BoundaryType) -> list[int]:
    """Positions in code points at which Qt's Unicode rules allow a break, 0 and the end included."""
    units = list(accumulate((2 if ord(char) > 0xFFFF else 1 for char in text), initial=0))
    to_point = {unit: point for point, unit in enumerate(units)}
    finder = QTextBoundaryFinder(kind, text)
    found = [0]
    while (position := finder.toNextBoundary()) > 0:
        if position in to_point:
            found.append(to_point[position])
    return found if found[-1] == len(text) else [*found, len(text)]


def _is_hangul(char: str) -> bool:
    return "가" <= char <= "힣" or "\u1100" <= char <= "\u11ff"


def may_break(last: str, after: str, spaced: bool) -> bool:
    """Whether a caption line may end with the character `last` and the next begin with `after`; `spaced`: a space was
    between. Stricter than Unicode's rules: Korean breaks at spaces only; Japanese small kana and marks never begin a
    line.
    """
    if after in _NEVER_FIRST or last in _NEVER_LAST:
        return False
    return spaced or not (_is_hangul(last) and _is_hangul(after))


def words(text: str) -> list[tuple[int, int]]:
    """Ranges of `text` that stay together on a line, without the spaces around them (Unicode line breaking, UAX #14).

    A word wider than a whole line is cut between characters, as nothing else could show it.
    """
    kept: list[int] = [0]
    for position in _boundaries(text, QTextBoundaryFinder.BoundaryType.Line)[1:-1]:
        last = position - 1
        while last > 0 and text[last].isspace():
            last -= 1
        if may_break(text[last], text[position], last < position - 1):
            kept.append(position)
    kept.append(len(text))
    ranges: list[tuple[int, int]] = []
    for start, end in pairwise(kept):
        part = text[start:end]
        first = start + len(part) - len(part.lstrip())
        last = start + len(part.rstrip())
        if first < last:
            ranges.extend(_cut_wide(text, first, last))
    return ranges


def _cut_wide(text: str, start: int, end: int) -> list[tuple[int, int]]:
    if fullness(text[start:end]) <= 1:
        return [(start, end)]
    cuts = [start + offset for offset in _boundaries(text[start:end], QTextBoundaryFinder.BoundaryType.Grapheme)]
    ranges, first = [], start
    for before, after in pairwise(cuts):
        if fullness(text[first:after]) > 1 and before > first:
            ranges.append((first, before))
            first = before
    return [*ranges, (first, end)]


def break_cost(before: str, after: str, spaced: bool) -> float:
    """How bad it is to end a line or cue after the text `before` when `after` follows; 0 is best.

    Both may be longer than the words at the break: `before` is looked at from its end, `after` from its beginning.
    """
    word = before.rsplit(maxsplit=1)[-1]
    bare = word.rstrip(_CLOSERS) or word
    if bare[-1] in _SENTENCE_END and not _ABBREVIATION.match(bare):
        return 0.0
    if bare[-1] in _CLAUSE_END:
        return 1.0
    if word.lower() in _HOLDS_NEXT or before.endswith(_WIDE_CONJUNCTIONS):
        return 9.0
    following = after.split(maxsplit=1)[0].strip(_CLOSERS + _CLAUSE_END + _SENTENCE_END)
    if following.lower() in _BEFORE or after.startswith(_WIDE_CONJUNCTIONS):
        return 2.5
    if word[-1].isdigit():
        return 6.0
    if not spaced and any(
        before.endswith(word[:1]) and after.startswith(word[1:]) for word in _WIDE_CONJUNCTIONS if len(word) == 2
    ):
        return 20.0
    return 4.0 if spaced else _unspaced_cost(word[-1], after[0])


def _unspaced_cost(last: str, first: str) -> float:
    """Between characters without a space. Chinese and Japanese show no word ends, so a break there may split a word; it
    seldom does after a particle, or where Japanese goes from kana to another script."""
    if not (is_wide(last) and is_wide(first)):
        return 5.0
    if last in "的了" or (_is_hiragana(last) and not _is_hiragana(first)):
        return 7.0
    return 12.0


def _is_hiragana(char: str) -> bool:
    return "ぁ" <= char <= "ゟ"

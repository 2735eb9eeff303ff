"""Where a caption line may end, how full it is, and how good a break is. Pure text rules, for every script.

Unicode's line breaking (UAX #14, by uniseg) is the ground: no line begins with a closing mark or a small kana, none ends
with an opening one. On top: Thai, which UAX #14 leaves to others, breaks between words (by BudouX); Korean breaks at spaces
only; and breaks are ranked, so that lines end after punctuation and before conjunctions, not after an article or a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, pairwise

import budoux
import regex
from uniseg.linebreak import line_break_boundaries

from inference.scripts import is_wide

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

_LETTER = r"\p{lb=AL}\p{lb=HL}\p{lb=NU}"
_MARK = r"\p{lb=EX}\p{lb=IS}\p{lb=CL}\p{lb=CP}"
_WIDE = r"\p{lb=ID}\p{lb=H2}\p{lb=H3}"
_WIDE_MARK = r"\p{lb=EX}\p{lb=CL}\p{lb=NS}\p{lb=CJ}"
_SURE_BREAK = regex.compile(
    rf"(?<=[{_LETTER}{_MARK}]\p{{lb=SP}}+)(?=[{_LETTER}])|(?<=[{_WIDE}{_WIDE_MARK}])(?=[{_WIDE}])"
)
"""Where UAX #14 breaks whatever stands around: between words with spaces (LB18), before an ideograph (LB31)."""
_UNBROKEN = regex.compile(
    rf"[{_LETTER}][{_LETTER}\p{{lb=CM}}]*(?:['’]\p{{lb=AL}}+)*[{_MARK}]*\p{{lb=SP}}*|[{_WIDE}][{_WIDE_MARK}]*"
)
"""What UAX #14 never breaks inside: a word or an ideograph with the marks behind it (LB7, 13, 15d, 19, 21, 28)."""
_THAI = regex.compile(r"\p{Thai}{2,}")

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


def counts(text: str) -> tuple[int, int]:
    """Narrow and wide characters of `text`; marks that sit on another character count nothing."""
    seen = [char for char in text if unicodedata.category(char) not in ("Mn", "Me", "Cf")]
    wide = sum(map(is_wide, seen))
    return len(seen) - wide, wide


def fullness(text: str) -> float:
    """How much of one caption line `text` fills; 1.0 is full."""
    narrow, wide = counts(text)
    return (narrow * NARROW_UNITS + wide * WIDE_UNITS) / LINE_UNITS


def _line_boundaries(text: str) -> list[int]:
    """Positions at which a line may break, 0 and the end included.

    uniseg takes 60 µs for a character. It is only asked about what is not plain: a tenth of most texts.
    """
    found = [0]
    for start, end in pairwise((0, *(match.start() for match in _SURE_BREAK.finditer(text)), len(text))):
        if not _UNBROKEN.fullmatch(text, start, end):
            found += (start + offset for offset in _breaks_inside(text[start:end]))
        found.append(end)
    return found


def _breaks_inside(part: str) -> Iterator[int]:
    """Positions inside of `part` at which UAX #14 or, in Thai, the end of a word allows a break."""
    inside = set(line_break_boundaries(part))
    for run in _THAI.finditer(part):
        inside.update(run.start() + end for end in accumulate(map(len, _thai().parse(run.group())[:-1])))
    yield from sorted(inside - {0, len(part)})


@cache
def _thai() -> budoux.Parser:
    return budoux.load_default_thai_parser()


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
    for position in _line_boundaries(text)[1:-1]:
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
    cuts = accumulate(map(len, regex.findall(r"\X", text[start:end])), initial=start)
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

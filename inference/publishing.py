"""What of a new stable text may be shown: text that follows what is on screen, and never a revision of it.

As long as the new text begins with what has been published, its rest is published, letter by letter. Where it does
not (the model rewrote or repaired it) the published text is laid against every beginning of the new one, in whole
words and CJK characters, and what follows the best-matching beginning is published. Pure.
"""

from __future__ import annotations

from functools import lru_cache

from inference.scripts import is_unspaced, needs_space
from inference.text_units import Unit, split_units, without_marks

# Costs of laying one text against another. A mark is cheap, since nobody misreads a sentence for it. Putting an unlike
# word in another's place costs as much as leaving one out and adding the other: a word that was not shown is not to be
# passed over only because some other word stands where it belongs.
_SAME = 0
_SAME_BUT_MARKS_OR_CASE = 1
_MARK = 1
_WORD = 4
_LIKE_WORD = 4
_UNLIKE_WORD = 2 * _WORD

_MOST_UNITS = 120
"""Differing units of the published text that are laid against the new one; 16 s of speech have hardly more."""

_LOOK_AHEAD = 8
"""Units of the new text looked at beyond twice the published ones that differ."""


def unit_cost(unit: Unit) -> int:
    """Cost of a unit that stands on one side only."""
    return _WORD if unit.bare else _MARK


def exchange_cost(shown: Unit, new: Unit) -> int:
    """Cost of `new` standing where `shown` is."""
    if shown.text == new.text:
        return _SAME
    if not shown.bare or not new.bare:
        return _MARK if shown.bare == new.bare else unit_cost(shown) + unit_cost(new)
    if shown.bare == new.bare:
        return _SAME_BUT_MARKS_OR_CASE
    return _LIKE_WORD if _alike(shown.bare, new.bare) else _UNLIKE_WORD


@lru_cache(maxsize=8192)
def _alike(a: str, b: str) -> bool:
    """Two CJK characters (homophones are the usual correction), or words whose ends share half their letters."""
    if len(a) == len(b) == 1 and is_unspaced(a) and is_unspaced(b):
        return True
    shared = _same_letters(a, b)
    shared += min(_same_letters(a[::-1], b[::-1]), min(len(a), len(b)) - shared)
    return 2 * shared >= max(len(a), len(b))


def _same_letters(a: str, b: str) -> int:
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def alignment_costs(shown: list[Unit], new: list[Unit]) -> list[list[int]]:
    """Costs [len(shown) + 1][len(new) + 1] of laying the first i shown units against the first j new ones."""
    row = [0]
    for unit in new:
        row.append(row[-1] + unit_cost(unit))
    added = [unit_cost(other) for other in new]
    rows = [row]
    for unit in shown:
        left_out = unit_cost(unit)
        above, row = row, [row[0] + left_out]
        cost = row[0]
        for j, other in enumerate(new):
            cost = min(above[j + 1] + left_out, cost + added[j], above[j] + exchange_cost(unit, other))
            row.append(cost)
        rows.append(row)
    return rows


def continuation(published: str, new: str) -> str:
    """What to append to `published` so that it reads on like `new`: "" if there is nothing to add.

    Nothing is taken from a text that is not longer than what is published. A word that was published in part is
    completed; no word is published twice because of a rewrite; a space is put where two words would touch.
    """
    if new.startswith(published):
        return new[len(published) :]
    if len(new) <= len(published):
        return ""
    trimmed = published.rstrip()
    if trimmed and new.startswith(trimmed):
        rest = new[len(trimmed) :]
        return rest.lstrip() if published[len(trimmed) :] else rest
    place, continues_word = _best_place(split_units(published), split_units(new))
    rest = new[place:]
    if not rest.strip():
        return ""
    if published[-1:].isspace():
        return rest.lstrip()
    return f" {rest}" if not continues_word and needs_space(published, rest) else rest


def ends_in_open_word(published: str, answer: str) -> bool:
    """Whether the last word of `published` may go on: `answer`, with its unstable end, continues or does not end it."""
    last = published[-1:]
    if not last.isalnum() or is_unspaced(last):
        return False
    after = answer[len(published) :][:1] if answer.startswith(published) else ""
    return not after or after.isalnum() or after in "'’-"


def _best_place(shown: list[Unit], new: list[Unit]) -> tuple[int, bool]:
    """Where in the new text to continue, and whether that completes a word published in part."""
    # What both begin with is laid against itself, which is always cheapest, and a beginning of the new text that is
    # much longer than the published one never is: the rest is small even where the text is long.
    same = next((i for i, (a, b) in enumerate(zip(shown, new, strict=False)) if a.text != b.text), len(shown))
    # A rest that is still long is laid by count up to its last stretch, so that a pass is never held up.
    same = min(max(same, len(shown) - _MOST_UNITS), len(shown), len(new))
    rest = shown[same:][-_MOST_UNITS:]
    candidates = new[same : same + 2 * len(rest) + _LOOK_AHEAD]
    costs = alignment_costs(rest, candidates)
    last = costs[-1]
    best = min(range(len(candidates) + 1), key=lambda j: (last[j], -j))
    cheapest = last[best]
    place = candidates[best - 1].end if best else (new[same - 1].end if same else 0)
    continues_word = False
    if rest and rest[-1].bare:
        cut = rest[-1].text
        for j, unit in enumerate(candidates):
            if len(unit.text) > len(cut) and unit.text.startswith(cut) and not is_unspaced(cut[-1]):
                cost = costs[-2][j]
                if cost < cheapest or (cost == cheapest and unit.start + len(cut) > place):
                    cheapest, place, continues_word = cost, unit.start + len(cut), True
    if continues_word:
        return place, True
    return _after_doubled(shown, new, place), False


def _after_doubled(shown: list[Unit], new: list[Unit], place: int) -> int:
    """`place`, moved past what would stand on screen twice although the new text has it once: a word, or a mark."""
    if not shown:
        return place
    before = [unit for unit in new if unit.end <= place and unit.bare]
    after = [unit for unit in new if unit.start >= place]
    while after and not after[0].bare and not without_marks(shown[-1].text[-1]):
        place = after.pop(0).end
    words = [unit for unit in shown if unit.bare]
    if not words or not after or after[0].bare != words[-1].bare:
        return place
    if before and before[-1].bare == words[-1].bare:
        return place
    return after[0].end


class Publisher:
    """Keeps what has been published of an utterance, and decides what to add; append-only by construction.

    Attributes:
        published: everything published so far, in order.
        covered: the stable text that `published` stands for; the same unless the model rewrote something.
    """

    def __init__(self) -> None:
        self.published = ""
        self.covered = ""

    def publish(self, stable: str) -> str:
        """The part of `stable` to show now, "" if none; it is taken as shown."""
        if not stable.startswith(self.published) and stable.startswith(self.covered):
            delta = stable[len(self.covered) :]
        else:
            delta = continuation(self.published, stable)
        if delta:
            self.published += delta
            self.covered = stable
        return delta

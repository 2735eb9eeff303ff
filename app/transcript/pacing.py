"""Captions phrase by phrase, for people who read blocks more easily than single words: what the overlay may show now.

Committed text is held until its phrase is complete: at a punctuation mark, when a caption line is full, when nothing
came for a while, or at the end of the line. What is shown is never changed; it only comes a little later.
"""

from __future__ import annotations

from itertools import pairwise

from app.transcript.line_breaking import break_cost, fullness, words
from inference.scripts import is_wide

PHRASE_END_COST = 1.0
"""Breaks up to this cost of `app.transcript.line_breaking.break_cost` end a phrase: behind a sentence or a clause."""


def complete_length(held: str) -> int:
    """How many characters at the beginning of `held` make complete phrases.

    The last word may still grow ("3." becomes "3.5"), so a mark at the very end counts only after a wide character.
    """
    parts = words(held)
    done = 0
    for (_, end), (start, _) in pairwise(parts):
        if break_cost(held[:end], held[start:], start > end) <= PHRASE_END_COST or fullness(held[done:start]) >= 1:
            done = start
    if parts and is_wide(held[parts[-1][1] - 1]) and break_cost(held[: parts[-1][1]], "x", True) <= PHRASE_END_COST:
        done = len(held)
    return done

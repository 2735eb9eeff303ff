"""Noticing a model that runs in circles, and what to keep of such a text.

`detect_hallucination` is the official server's alarm: the end of the text is one short unit again and again. It is
meant for the text since the last reset; asked about a whole transcript it would fire again for ever.
"""

from __future__ import annotations

import string

from inference.text import remove_punctuation

LOOP_TAIL_CHARS = 256
"""How much of the end of a text `detect_hallucination` looks at, in characters."""

LOOP_REPEATS = 5
MAX_LOOP_UNIT_CHARS = 50
MIN_NORMALIZED_UNIT_CHARS = 3

KEPT_REPEATS = 3
"""Repetitions that `collapse_loop` leaves: a person may well have said it a few times."""


# Marks and blanks that may be repeated without it being a loop. Line feeds and curly quotes are not among them in the
# official server, so a run of those is one.
_NO_LOOP = frozenset(string.punctuation + "，。！？；：、（）…" + " \t\u3000")


def detect_hallucination(text: str) -> tuple[bool, str]:
    """Whether `text` ends in a loop, and a word on why ("" if not). Behaves as the official server's function.

    A unit of 1 to 50 characters, not only punctuation, five times at the end of the last 256 characters is a loop;
    so is one of 3 to 50 once punctuation and spaces are gone and everything is lower case.
    """
    tail = text[-LOOP_TAIL_CHARS:]
    for size in range(1, MAX_LOOP_UNIT_CHARS + 1):
        unit = tail[-size:]
        if len(tail) < size * LOOP_REPEATS:
            break
        if tail.endswith(unit * LOOP_REPEATS) and not _NO_LOOP.issuperset(unit):
            return True, f"tail_pattern:'{unit}'x{LOOP_REPEATS}+"
    bare = "".join(remove_punctuation(tail).split()).lower()
    for size in range(MIN_NORMALIZED_UNIT_CHARS, MAX_LOOP_UNIT_CHARS + 1):
        if len(bare) < size * LOOP_REPEATS:
            break
        unit = bare[-size:]
        if bare.endswith(unit * LOOP_REPEATS):
            return True, f"tail_pattern_norm:'{unit}'x{LOOP_REPEATS}+"
    return False, ""


def collapse_loop(text: str) -> str:
    """`text` with the loop at its end, if there is one, reduced to `KEPT_REPEATS` repetitions."""
    for size in range(1, MAX_LOOP_UNIT_CHARS + 1):
        if len(text) < size * LOOP_REPEATS:
            break
        unit = text[-size:]
        if _NO_LOOP.issuperset(unit) or not text.endswith(unit * LOOP_REPEATS):
            continue
        end = len(text) - size * LOOP_REPEATS
        while text.endswith(unit, 0, end):
            end -= size
        return text[: end + size * KEPT_REPEATS]
    return text

"""Noticing a model that runs in circles, and what to keep of such a text.

`detect_hallucination` is the official server's alarm: the end of the text is one short unit again and again. It is
meant for the text since the last reset; asked about a whole transcript it would fire again for ever.
"""

from __future__ import annotations

import string

from inference.text import is_unspaced, remove_punctuation

LOOP_TAIL_CHARS = 256
"""How much of the end of a text `detect_hallucination` looks at, in characters."""

LOOP_REPEATS = 5
MAX_LOOP_UNIT_CHARS = 50
MIN_NORMALIZED_UNIT_CHARS = 3

HARMLESS_REPEATS = 4 * LOOP_REPEATS
"""Repetitions that make a loop of digits or of one letter."""

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
        if len(tail) < size * LOOP_REPEATS:
            break
        if tail[-1] != tail[-1 - size]:  # what most sizes come to
            continue
        unit = tail[-size:]
        if tail.endswith(unit * LOOP_REPEATS) and not _NO_LOOP.issuperset(unit):
            return True, f"tail_pattern:'{unit}'x{LOOP_REPEATS}+"
    bare = "".join(remove_punctuation(tail).split()).lower()
    for size in range(MIN_NORMALIZED_UNIT_CHARS, MAX_LOOP_UNIT_CHARS + 1):
        if len(bare) < size * LOOP_REPEATS:
            break
        if bare[-1] != bare[-1 - size]:
            continue
        unit = bare[-size:]
        if bare.endswith(unit * LOOP_REPEATS):
            return True, f"tail_pattern_norm:'{unit}'x{LOOP_REPEATS}+"
    return False, ""


def is_loop(text: str) -> bool:
    """Whether a stream whose text since its last reset is `text` has run into a loop and has to be reset.

    `detect_hallucination`, less what people really say and write: digits (`100000` is a number) and drawn-out letters
    (`Nooooo`) are a loop only after four times as many repetitions.
    """
    return detect_hallucination(text)[0] and _loop_unit(text) is not None


def _loop_unit(text: str) -> str | None:
    """The shortest unit that makes the end of `text` a loop, "" if it is one without its marks only."""
    for size in range(1, MAX_LOOP_UNIT_CHARS + 1):
        unit = text[-size:]
        if len(text) < size * LOOP_REPEATS:
            break
        if text.endswith(unit * LOOP_REPEATS) and not _NO_LOOP.issuperset(unit):
            harmless = all(char.isdigit() or char in _NO_LOOP for char in unit) or (size == 1 and not is_unspaced(unit))
            return unit if not harmless or text.endswith(unit * HARMLESS_REPEATS) else None
    bare = "".join(remove_punctuation(text[-LOOP_TAIL_CHARS:]).split())
    return None if bare[-MIN_NORMALIZED_UNIT_CHARS:].isdigit() else ""


def collapse_loop(text: str) -> str:
    """`text` with the loop at its end, if `is_loop` finds one, reduced to `KEPT_REPEATS` repetitions."""
    unit = _loop_unit(text) if is_loop(text) else None
    if not unit:
        return text
    end = len(text)
    while text.endswith(unit, 0, end):
        end -= len(unit)
    return text[: end + len(unit) * KEPT_REPEATS]

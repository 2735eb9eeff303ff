"""Noticing a model that runs in circles, and what to keep of such a text.

`detect_hallucination` is the official server's alarm: the end of the text is one short unit again and again. It is
meant for the text since the last reset; asked about a whole transcript it would fire again for ever.
"""

from __future__ import annotations

from inference.scripts import is_unspaced

LOOP_TAIL_CHARS = 256
"""How much of the end of a text `detect_hallucination` looks at, in characters."""

LOOP_REPEATS = 5
MAX_LOOP_UNIT_CHARS = 50
MIN_NORMALIZED_UNIT_CHARS = 3

HARMLESS_REPEATS = 4 * LOOP_REPEATS
"""Repetitions that make a loop of digits or of one letter."""

KEPT_REPEATS = 3
"""Repetitions that `collapse_loop` leaves: it may well have been said a few times."""

# What may be repeated without it being a loop: the official server's own set. A run of any other mark (`%`, `*`, a curly
# quote), of line feeds or of ideographic spaces is one there.
_HARMLESS_MARKS = frozenset("，。！？、；：,.!?;:~…·\"'()（）《》—-")
_HARMLESS = _HARMLESS_MARKS | {" ", "\t"}


def detect_hallucination(text: str) -> tuple[bool, str]:
    """Whether `text` ends in a loop, and a word on why ("" if not). Behaves as the official server's function.

    A unit of 1 to 50 characters, not of harmless marks and blanks alone, five times at the end of the last 256 characters
    is a loop; so is one of 3 to 50 once those marks and all white space are gone and everything is lower case.
    """
    tail = text[-LOOP_TAIL_CHARS:]
    for size in range(1, MAX_LOOP_UNIT_CHARS + 1):
        if len(tail) < size * LOOP_REPEATS:
            break
        if tail[-1] != tail[-1 - size]:  # what most sizes come to
            continue
        unit = tail[-size:]
        if tail.endswith(unit * LOOP_REPEATS) and not _HARMLESS.issuperset(unit):
            return True, f"tail_pattern:'{unit}'x{LOOP_REPEATS}+"
    bare = _without_marks(tail).lower()
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
        if text.endswith(unit * LOOP_REPEATS) and not _HARMLESS.issuperset(unit):
            harmless = all(char.isdigit() or char in _HARMLESS for char in unit) or (
                size == 1 and not is_unspaced(unit)
            )
            return unit if not harmless or text.endswith(unit * HARMLESS_REPEATS) else None
    bare = _without_marks(text[-LOOP_TAIL_CHARS:])
    return None if bare[-MIN_NORMALIZED_UNIT_CHARS:].isdigit() else ""


def _without_marks(text: str) -> str:
    return "".join(char for char in text if char not in _HARMLESS_MARKS and not char.isspace())


def collapse_loop(text: str) -> str:
    """`text` with the loop at its end, if `is_loop` finds one, reduced to `KEPT_REPEATS` repetitions."""
    unit = _loop_unit(text) if is_loop(text) else None
    if not unit:
        return text
    end = len(text)
    while text.endswith(unit, 0, end):
        end -= len(unit)
    return text[: end + len(unit) * KEPT_REPEATS]

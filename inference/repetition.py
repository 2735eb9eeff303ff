"""Repairing text that repeats itself, as the reference's parser (threshold 20) and its server's helper (5) do."""

from __future__ import annotations

import re
from functools import lru_cache

PARSER_THRESHOLD = 20
"""Repetitions from which the reference's parser (`qwen_asr`) repairs a text."""

MAX_UNIT_CHARS = 20
"""Longest repeated unit, in characters, that the repair looks for."""


def detect_and_fix_repetitions(text: str, threshold: int = PARSER_THRESHOLD) -> str:
    """`text` with every run of one character, then every run of a unit of up to 20, reduced to one.

    A run of one character counts when it is longer than `threshold`, a run of a unit when it has at least
    `threshold` repetitions; the shortest unit that fits is taken, and nothing begins to count within the last
    2 x `threshold` characters. Behaves exactly as the reference's function of this name. `threshold` is at least 1.
    """
    if not _may_repeat(text, threshold):
        return text
    char_runs, unit_runs = _patterns(threshold)
    return unit_runs.sub(r"\1", char_runs.sub(r"\1", text))


def _may_repeat(text: str, threshold: int) -> bool:
    """False only where no unit of up to 20 characters stands `threshold` times in a row.

    Looks at a few neighbouring units in steps that no such run fits between. The patterns try every size at every
    character, in every pass, and nearly no text repeats itself.
    """
    seen = 4 if threshold >= 8 else 2
    for size in range(1, MAX_UNIT_CHARS + 1):
        span = (seen - 1) * size
        for at in range(0, len(text) - span, max(1, (threshold - seen) * size)):
            if text[at : at + span] == text[at + size : at + size + span]:
                return True
    return False


@lru_cache(maxsize=16)
def _patterns(threshold: int) -> tuple[re.Pattern[str], re.Pattern[str]]:
    # Regular expressions, since this runs over the whole text in every pass: 100 times faster than loops in Python.
    return (
        re.compile(rf"(?s)(.)\1{{{threshold},}}"),
        re.compile(rf"(?s)(?=.{{{2 * threshold}}})(.{{1,{MAX_UNIT_CHARS}}}?)\1{{{threshold - 1},}}"),
    )

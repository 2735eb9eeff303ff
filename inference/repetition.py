"""Repairing text that repeats itself, as the reference's parser (threshold 20) and its server's helper (5) do."""

from __future__ import annotations

PARSER_THRESHOLD = 20
"""Repetitions from which the reference's parser (`qwen_asr`) repairs a text."""

SERVER_THRESHOLD = 5
"""Repetitions from which the official server's own helper repairs a text."""

MAX_UNIT_CHARS = 20
"""Longest repeated unit, in characters, that the repair looks for."""


def detect_and_fix_repetitions(text: str, threshold: int = PARSER_THRESHOLD) -> str:
    """`text` with every run of one character, then every run of a unit of up to 20, reduced to one.

    A run of one character counts when it is longer than `threshold`, a run of a unit when it has at least
    `threshold` repetitions. Behaves exactly as the reference's function of this name.
    """
    return _fix_unit_runs(_fix_char_runs(text, threshold), threshold)


def _fix_char_runs(text: str, threshold: int) -> str:
    out: list[str] = []
    i = 0
    while i < len(text):
        end = i + 1
        while end < len(text) and text[end] == text[i]:
            end += 1
        out.append(text[i] if end - i > threshold else text[i:end])
        i = end
    return "".join(out)


def _fix_unit_runs(text: str, threshold: int) -> str:
    n = len(text)
    # A unit of one character is at least two long here in the reference: shorter texts are left alone.
    shortest = threshold * 2
    out: list[str] = []
    i = 0
    while i <= n - shortest:
        found = 0
        for size in range(1, MAX_UNIT_CHARS + 1):
            if i + size * threshold > n:
                break
            # Comparing the text with itself one unit on is the same as comparing every repetition with the first.
            if text[i : i + size * (threshold - 1)] == text[i + size : i + size * threshold]:
                found = size
                break
        if not found:
            out.append(text[i])
            i += 1
            continue
        unit = text[i : i + found]
        end = i + found * threshold
        while text.startswith(unit, end):
            end += found
        out.append(unit)
        i = end
    out.append(text[i:])
    return "".join(out)

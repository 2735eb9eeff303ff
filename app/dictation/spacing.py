"""Spaces around what is dictated. Pure."""

from __future__ import annotations

from inference.scripts import is_unspaced, needs_space


def follow(before: str, utterance: str) -> str:
    """`utterance` as it is inserted after `before`: its own leading space replaced by the one that belongs there.

    A line break at its beginning was dictated, and stays.
    """
    text = utterance.lstrip(" ")
    return " " + text if needs_space(before, text) else text


def ending(text: str, setting: str) -> str:
    """What to insert after a whole dictation: "" for "none", a space for "space" (none after unspaced scripts)."""
    if setting != "space" or not text or text[-1].isspace() or is_unspaced(text[-1]):
        return ""
    return " "

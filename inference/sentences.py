"""Sentences for the person, in the person's language where the program gives a way to translate."""

from __future__ import annotations

from collections.abc import Callable


def _as_it_is(context: str, sentence: str) -> str:
    return sentence


_translator: Callable[[str, str], str] = _as_it_is


def use_translator(translator: Callable[[str, str], str]) -> None:
    """From now on sentences are translated by `translator(context, sentence)`. A program calls it once, at its start."""
    global _translator
    _translator = translator


def translate(context: str, sentence: str) -> str:
    """The sentence in the person's language, with its gaps ("{0}") still open; English without a translator."""
    return _translator(context, sentence)

"""Messages for the user, in the user's language where the program gives a way to translate."""

from __future__ import annotations

from collections.abc import Callable


def _untranslated(context: str, message: str) -> str:
    return message


_translator: Callable[[str, str], str] = _untranslated


def use_translator(translator: Callable[[str, str], str]) -> None:
    """From now on `translator(context, message)` translates. A program calls it once, when it starts."""
    global _translator
    _translator = translator


def translate(context: str, message: str) -> str:
    """The message in the user's language, its gaps ("{0}") still open; English without a translator."""
    return _translator(context, message)

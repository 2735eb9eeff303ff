"""Strong language, masked before it is shown: letters of listed words become stars, and nothing shown is ever revised.

Text comes in pieces. What can still become a listed word is held back until it is one or cannot be; everything else passes
at once. A listed word stands for itself in either case; `fuck*` for all words that begin so; in a script without spaces it
is found anywhere. Pure, but for the lists that come with the program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TypeVar

from app.base.events import CommittedLine, DictationCommitted, DictationFinalized, FinalLine
from app.transcript.cues import TimedLine
from inference.scripts import is_unspaced

Masked = TypeVar("Masked")


@cache
def default_lists() -> dict[str, str]:
    """The lists that come with the program: canonical language name -> words, one a line."""
    folder = files("resources") / "strong_language"
    return {
        entry.name.removesuffix(".txt"): entry.read_text("utf-8").strip()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".txt")
    }


class Mask:
    """Knows the listed words."""

    def __init__(self, words: Sequence[str] = ()) -> None:
        listed = {" ".join(word.lower().split()) for word in words}
        self._words = sorted(word for word in listed if word.strip("*"))
        self._pattern = re.compile("|".join(map(_pattern_of, self._words)) or r"(?!)", re.IGNORECASE)
        spaced = (word for word in self._words if not is_unspaced(word[0]))
        self._stems = {
            stem[:length] for word in spaced for stem in [word.rstrip("*")] for length in range(1, len(stem) + 1)
        }
        self._open = {word.rstrip("*") for word in self._words if word.endswith("*")}
        anywhere = (word for word in self._words if is_unspaced(word[0]))
        self._parts = {word[:length] for word in anywhere for length in range(1, len(word))}

    def __bool__(self) -> bool:
        return bool(self._words)

    def apply(self, text: str, before: str = "") -> str:
        """`text`, which follows `before`, with listed words masked; as long as it was."""
        start = len(before)
        whole = before + text
        return self._pattern.sub(_stars, whole)[start:]

    def held(self, text: str, before: str = "") -> int:
        """From where on `text`, which follows `before`, may still become a listed word; its length if nothing may."""
        if not self:
            return len(text)
        whole, lowered = before + text, (before + text).lower()
        for at in range(len(before), len(whole)):
            rest = lowered[at:]
            if rest in self._parts:
                return at - len(before)
            if at and _in_word(whole[at - 1]) and not is_unspaced(whole[at - 1]):
                continue
            spaced = " ".join(rest.split()) + (" " if rest[-1:].isspace() and rest.strip() else "")
            if spaced in self._stems or (_is_word(rest) and any(rest.startswith(stem) for stem in self._open)):
                return at - len(before)
        return len(text)


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _is_word(text: str) -> bool:
    return all(map(_in_word, text))


def _pattern_of(word: str) -> str:
    stem = r"\s+".join(map(re.escape, word.rstrip("*").split()))
    if is_unspaced(word[0]):
        return stem
    return rf"(?<!\w){stem}\w*" if word.endswith("*") else rf"(?<!\w){stem}(?!\w)"


def _stars(found: re.Match[str]) -> str:
    """The first letter stays, so that one can follow: `f***`."""
    text = found.group()
    return text[0] + "".join("*" if _in_word(char) else char for char in text[1:])


class Masks:
    """The masks in force: one for each language that has a list."""

    def __init__(self, lists: Mapping[str, str]) -> None:
        """`lists`: words by canonical language name, one a line."""
        self._by_language = {language: Mask(words.splitlines()) for language, words in lists.items()}
        self._all = Mask([word for words in lists.values() for word in words.splitlines()])

    def __bool__(self) -> bool:
        return bool(self._all)

    def of(self, language: str | None) -> Mask:
        """That of the language where it is known and has a list; else any listed word may be meant."""
        return self._by_language.get(language or "", self._all)

    def apply(self, text: str) -> str:
        """A text in a language that is not known; as long as it was."""
        return self._all.apply(text)

    def line(self, line: TimedLine) -> TimedLine:
        """A stored line as it is shown. A word may stand in two of its pieces."""
        if not self:
            return line
        mask = self.of(line.language)
        whole = mask.apply("".join(piece.text for piece in line.pieces))
        pieces, at = [], 0
        for piece in line.pieces:
            pieces.append(replace(piece, text=whole[at : at + len(piece.text)]))
            at += len(piece.text)
        final = None if line.final is None else mask.apply(line.final)
        return replace(line, shown=mask.apply(line.shown), final=final, pieces=tuple(pieces))


class MaskedText:
    """One line on its way to the screen."""

    def __init__(self) -> None:
        self._held = ""
        self._before = ""  # the last character that was let through: a word may have begun there

    def feed(self, mask: Mask, delta: str) -> str:
        """What of the text so far may be shown now."""
        self._held += delta
        length = mask.held(self._held, self._before)
        return self._let_through(mask, length)

    def finish(self, mask: Mask) -> str:
        """What is left, when nothing more follows."""
        return self._let_through(mask, len(self._held))

    def _let_through(self, mask: Mask, length: int) -> str:
        shown, self._held = self._held[:length], self._held[length:]
        masked = mask.apply(shown, self._before)
        self._before = shown[-1:] or self._before
        return masked


class StrongLanguage:
    """Masks what the engine says, captions and dictations alike."""

    def __init__(self) -> None:
        self._masks = Masks({})
        self._texts: dict[tuple[str, int], MaskedText] = {}

    def set_lists(self, lists: Mapping[str, str]) -> None:
        """Words by canonical language name, one a line; none at all switch it off. What is held stays held."""
        self._masks = Masks(lists)

    def take(self, event: Masked) -> Masked | None:
        """The event with its text masked; None while all of it is held back. Other events pass as they are."""
        match event:
            case CommittedLine(utterance_id, text, language=language):
                return self._committed(event, ("line", utterance_id), text, language)
            case DictationCommitted(number, text):
                return self._committed(event, ("dictation", number), text, None)
            case FinalLine():
                return self._final(event, ("line", event.utterance_id))  # type: ignore[return-value]
            case DictationFinalized(number, line):
                return replace(event, line=self._final(line, ("dictation", number)))
        return event

    def _committed(self, event: Masked, key: tuple[str, int], text: str, language: str | None) -> Masked | None:
        held = self._texts.setdefault(key, MaskedText())
        shown = held.feed(self._masks.of(language), text)
        return replace(event, text=shown) if shown else None  # type: ignore[type-var]

    def _final(self, line: FinalLine, key: tuple[str, int]) -> FinalLine:
        mask = self._masks.of(line.language)
        held = self._texts.pop(key, MaskedText())
        remainder = held.feed(mask, line.remainder) + held.finish(mask)
        return replace(line, text=mask.apply(line.text), shown=mask.apply(line.shown), remainder=remainder)

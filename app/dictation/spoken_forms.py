"""Spoken punctuation and numbers in a dictation that is never revised. Pure.

Text comes in pieces of any length. A word waits until it is complete, and a mark until the next word is known: a spoken
"comma" replaces the recogniser's own mark before it, however long the pause between them was. Nothing that was given is
taken back, and the output does not depend on where the pieces were cut.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.dictation.replacements import is_word
from app.dictation.spoken_commands import COMMANDS, NOUN_SIGNS, Mark
from app.dictation.spoken_numbers import DIGITS, Numerals, is_number_word, numerals_of, write_numbers
from inference.scripts import is_unspaced, needs_space

TAIL_CHARS = 200
"""How much of what was given is kept for spacing."""

_SOFT = frozenset(".,;:!?…。，、！？；：")
"""Marks of the recogniser that a spoken one replaces."""
_BRACKETS = ("Ps", "Pe", "Pi", "Pf")
"""Unicode's categories of brackets and quotation marks."""
_JOINERS = "'’-"
_POINTS = ".,"


@dataclass(frozen=True)
class _Token:
    """A word, or one character of a script without spaces; `gap` is what stands before it."""

    gap: str
    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.text.casefold().replace("’", "'").split("-"))


_Step = tuple[str, int]
_WAIT: _Step = ("", 0)


class Phrases:
    """Phrases of one or more words, found at the beginning of a row of tokens."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._phrases = {_phrase_parts(phrase): phrase for phrase in phrases}
        self._beginnings = {parts[:end] for parts in self._phrases for end in range(1, len(parts))}

    def match(self, tokens: Sequence[_Token], *, ended: bool) -> tuple[str, int] | None:
        """(phrase, tokens used) of the longest phrase, None if there is none; ("", 0) while one more token may decide."""
        seen: tuple[str, ...] = ()
        best: tuple[str, int] | None = None
        for index, token in enumerate(tokens):
            if index and token.gap.strip():
                return best
            seen += token.parts
            if seen in self._phrases:
                best = (self._phrases[seen], index + 1)
            if seen not in self._beginnings:
                return best
        return best if ended else _WAIT


def _phrase_parts(phrase: str) -> tuple[str, ...]:
    return tuple(phrase) if is_unspaced(phrase[0]) else tuple(phrase.casefold().replace("-", " ").split())


_COMMANDS = {language: Phrases(commands) for language, commands in COMMANDS.items()}
_NONE = Phrases(())


class SpokenForms:
    """Applies the rules to a growing text. One object per dictation.

    Args:
        marks: "comma", "new line" and the like are written as marks.
        numbers: numbers are written in digits.
        language: the one that is set (canonical name), "" for automatic.
    """

    def __init__(self, *, marks: bool, numbers: bool, language: str = "") -> None:
        self._marks = marks
        self._numbers = numbers
        self._language = ""
        self._numerals: Numerals | None = None
        self._commands = _NONE
        self._units = _NONE
        self._text = ""  # that waits
        self._tail = ""  # of what was given
        self._word = ""  # given last, "" after a mark
        self._after_command = False
        self._capital = False
        self._fresh = True  # nothing of the running utterance has come
        self._use(language)

    def feed(self, text: str, language: str | None = None) -> str:
        """What is certain after `text`; append it to what was given before.

        `language` is the one that is spoken (canonical name); the last one known counts while it is None.
        """
        if not (self._marks or self._numbers) or not text:
            return text
        if language and language != self._language:
            self._use(language)
        if self._fresh:
            text = text.lstrip(" ")
            self._fresh = not text
            if not self._after_command and needs_space(self._text or self._tail, text):
                text = " " + text
        self._text += text
        if self._commands is _NONE and self._numerals is None:
            given, self._text = self._plain("", self._text), ""
            self._tail = (self._tail + given)[-TAIL_CHARS:]
            return given
        return self._certain(ended=False)

    def end_utterance(self) -> str:
        """The utterance is over: its words are given; its last mark still waits for what is said next."""
        self._fresh = True
        return self._certain(ended=True)

    def finish(self) -> str:
        """All that still waits; nothing is fed any more."""
        rest = self._certain(ended=True)
        return rest + self._plain(self._text, "")

    def _use(self, language: str) -> None:
        self._language = language
        self._commands = _COMMANDS.get(language, _NONE) if self._marks else _NONE
        self._numerals = numerals_of(language) if self._numbers else None
        self._units = Phrases(self._numerals.units) if self._numerals else _NONE

    def _certain(self, *, ended: bool) -> str:
        tokens = _complete_tokens(self._text, ended=ended)
        given = ""
        while tokens:
            step = self._command(tokens, ended=ended) or self._number(tokens, ended=ended) or self._next_word(tokens)
            if step is _WAIT:
                break
            text, count = step
            self._text = self._text[sum(len(token.gap) + len(token.text) for token in tokens[:count]) :]
            tokens = tokens[count:]
            given += text
            self._tail = (self._tail + text)[-TAIL_CHARS:]
        return given

    # --- what may stand at the beginning of the tokens: (what to give, tokens used), None, or _WAIT ---

    def _next_word(self, tokens: Sequence[_Token]) -> _Step:
        text = self._plain(tokens[0].gap, tokens[0].text)
        self._word = tokens[0].text.casefold()
        return text, 1

    def _command(self, tokens: Sequence[_Token], *, ended: bool) -> _Step | None:
        gap = tokens[0].gap
        if self._word in NOUN_SIGNS.get(self._language, ()) and not gap.strip():
            return None
        found = self._commands.match(tokens, ended=ended)
        if found is None:
            return None
        phrase, count = found
        return (self._mark(gap, COMMANDS[self._language][phrase]), count) if count else _WAIT

    def _number(self, tokens: Sequence[_Token], *, ended: bool) -> _Step | None:
        if self._numerals is None:
            return None
        count = _number_words(tokens, self._numerals, ended=ended)
        if count is None:
            return None
        rest = tokens[count or 1 :]
        if not count or (not rest and not ended):
            return _WAIT
        unit, unit_count = "", 0
        if rest and not rest[0].gap.strip():
            unit, unit_count = self._units.match(rest, ended=ended) or ("", -1)
            if not unit_count:
                return _WAIT
        words = [token.text for token in tokens[:count]]
        written, took_unit = write_numbers(words, self._numerals, unit)
        text = "".join(token.gap + token.text for token in tokens[:count])[len(tokens[0].gap) :]
        if written != words:
            text = " ".join(written)
        self._word = words[-1].casefold()
        return self._plain(tokens[0].gap, text), count + (unit_count if took_unit else 0)

    # --- what is written ---

    def _plain(self, gap: str, text: str) -> str:
        """`text` as it is, with what stands before it; after a command the recogniser's own marks are left out."""
        if not self._after_command:
            return gap + text
        if self._capital:
            text = text[:1].upper() + text[1:]
        self._after_command = self._capital = False
        text = _without_marks(gap) + text
        return (" " if needs_space(self._tail, text) else "") + text

    def _mark(self, gap: str, mark: Mark) -> str:
        # A new line ends no sentence by itself: the mark before it stays.
        before = gap.rstrip() if mark.breaks and not self._after_command else _without_marks(gap)
        if before and needs_space(self._tail, before):
            before = " " + before
        if mark.spaced and needs_space(self._tail + before, mark.text):
            before += " "
        self._after_command = True
        self._capital = mark.ends or (self._capital and unicodedata.category(mark.text.strip()[0]) in _BRACKETS)
        self._word = ""
        return before + mark.text


def _complete_tokens(text: str, *, ended: bool) -> list[_Token]:
    """The words of a text. The last one is left out while it may continue."""
    tokens = []
    place = gap_start = 0
    while place < len(text):
        start = place
        if is_unspaced(text[start]) and text[start].isalnum():
            place += 1
        else:
            place = _word_end(text, start)
            if place == start:
                place += 1
                continue
            if not ended and (place == len(text) or (place == len(text) - 1 and text[place] in _JOINERS + _POINTS)):
                break
        tokens.append(_Token(text[gap_start:start], text[start:place]))
        gap_start = place
    return tokens


def _word_end(text: str, start: int) -> int:
    """Where the word that begins at `start` ends; `start` where none begins. "2.5" and "l'été" are one word each."""
    place = start
    while place < len(text):
        after = text[place + 1 : place + 2]
        inner = place > start and after and is_word(after) and text[place] in _JOINERS
        point = place > start and text[place] in _POINTS and text[place - 1].isdigit() and after.isdigit()
        if not (is_word(text[place]) or inner or point):
            break
        place += 1
    return place


def _number_words(tokens: Sequence[_Token], numerals: Numerals, *, ended: bool) -> int | None:
    """How many tokens at the beginning form a number; None if none does, 0 while that depends on what follows."""
    first = tokens[0].text
    if DIGITS.fullmatch(first):
        return 1
    count = 1
    if first.casefold() == numerals.one and numerals.after_one:
        if len(tokens) == 1:
            return None if ended else 0
        if tokens[1].gap.strip() or tokens[1].text.casefold() not in numerals.after_one:
            return None
    elif not is_number_word(first, numerals.code):
        return None
    for index in range(1, len(tokens)):
        word = tokens[index].text
        if tokens[index].gap.strip():
            return count
        if is_number_word(word, numerals.code):
            count = index + 1
        elif word.casefold() not in numerals.inner:
            return count
    return count if ended else 0


def _without_marks(gap: str) -> str:
    return "".join(character for character in gap if character not in _SOFT and not character.isspace())


def try_forms(text: str, language: str, *, marks: bool, numbers: bool) -> str:
    """A whole text with the rules applied."""
    forms = SpokenForms(marks=marks, numbers=numbers)
    return forms.feed(text, language) + forms.finish()

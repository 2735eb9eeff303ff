"""Replacements after recognition that never take back what was typed. Pure.

Text comes in pieces of any length; what can still become part of a match is held back, everything else continues at once.
The output does not depend on where the pieces were cut, so the live way and the whole way give the same text.

A plain rule matches whole words (where a word begins or ends with a letter of a spaced script), in any case unless the
rule says otherwise, and takes over the case it found. A regular expression sees one token at a time: what stands
between white space or sentence marks of Chinese and Japanese. It is written as for Python's `re`; the `regex` library
runs it, which can be told to stop: a nested repetition can take years for one long word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import regex

from app.base.translation import translate
from inference.scripts import is_unspaced

SENTENCE_MARKS = "。，、！？；：…"
MAX_TOKEN = 200
"""A token longer than this (speech without spaces) is not held back any further for a regular expression."""
LONGEST_S = 0.05
"""A regular expression that takes longer over one token is left out of the rest of the dictation."""


@dataclass(frozen=True)
class Rule:
    """One replacement.

    Attributes:
        find: words, or a regular expression.
        put: what to put instead; `\\n` is a new line, `\\t` a tab; in a regular expression also its groups (`\\1`).
        regex: `find` is a regular expression.
        match_case: only exactly this case, and `put` is used as it stands.
    """

    find: str
    put: str
    regex: bool = False
    match_case: bool = False


def check_rule(rule: Rule) -> str:
    """What is wrong with a rule, in a few words; "" if nothing is."""
    if not rule.find.strip():
        return translate("Dictation", "it searches for nothing")
    if not rule.regex:
        return ""
    try:
        pattern = re.compile(rule.find)
        if pattern.match("") is not None:
            return translate("Dictation", "it matches everything")
        pattern.sub(rule.put, "")  # raises for a group that does not exist
        regex.compile(rule.find)
    except (re.error, regex.error, IndexError, RecursionError, OverflowError) as error:
        return str(error)
    return ""


def is_word(character: str) -> bool:
    """Whether a character continues a word of a spaced script (combining accents too)."""
    return (character.isalnum() or character == "_" or unicodedata.combining(character) != 0) and not is_unspaced(
        character
    )


def adapt_case(found: str, put: str) -> str:
    """`put` in the case of `found`: all capitals, first letter capital, else as it stands."""
    letters = [character for character in found if character.isalpha()]
    if len(letters) > 1 and all(character.isupper() for character in letters):
        return put.upper()
    if letters and letters[0].isupper() and put[:1].islower():
        return put[0].upper() + put[1:]
    return put


class _Plain:
    """One plain rule as a matcher at a position."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.find = rule.find.strip()
        self.put = rule.put.replace("\\n", "\n").replace("\\t", "\t")
        self.length = len(self.find)

    def _same(self, text: str) -> bool:
        part = self.find[: len(text)]
        return text == part if self.rule.match_case else text.casefold() == part.casefold()

    def at(self, text: str, start: int, before: str, *, ended: bool) -> str | None:
        """The replacement if it matches at `start` for certain, else None."""
        end = start + self.length
        if end > len(text) or not self._same(text[start:end]) or not self._begins(text, start, before):
            return None
        if is_word(self.find[-1]) and end < len(text) and is_word(text[end]):
            return None
        if is_word(self.find[-1]) and end == len(text) and not ended:
            return None
        found = text[start:end]
        return self.put if self.rule.match_case else adapt_case(found, self.put)

    def pending(self, text: str, start: int, before: str) -> bool:
        """Whether more text could still make it match at `start`."""
        rest = text[start:]
        if len(rest) > self.length or not self._same(rest) or not self._begins(text, start, before):
            return False
        return len(rest) < self.length or is_word(self.find[-1])

    def _begins(self, text: str, start: int, before: str) -> bool:
        left = text[start - 1] if start else before
        return not (left and is_word(self.find[0]) and is_word(left))


class Replacer:
    """Applies rules to a growing text. One object per dictation.

    Attributes:
        problems: what is wrong with rules that are left out, as (rule, words); more may come while it works.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.problems = [(rule, problem) for rule in rules if (problem := check_rule(rule))]
        good = [rule for rule in rules if not check_rule(rule)]
        self._plain = [_Plain(rule) for rule in good if not rule.regex]
        self._regex = [
            (regex.compile(rule.find, 0 if rule.match_case else regex.IGNORECASE), rule) for rule in good if rule.regex
        ]
        self._token = ""  # waits for the end of its token (only with regular expressions)
        self._text = ""  # waits for a plain rule to be decided
        self._before = ""  # the last character that has gone on, before replacement

    def feed(self, text: str) -> str:
        """What can be said for certain after `text`; append it to what was given before."""
        return self._plain_rules(self._regex_rules(text, ended=False), ended=False)

    def finish(self) -> str:
        """What was still held back. The next `feed` begins a new text."""
        rest = self._plain_rules(self._regex_rules("", ended=True), ended=True)
        self._before = ""
        return rest

    def _regex_rules(self, text: str, *, ended: bool) -> str:
        if not self._regex:
            return text
        out = []
        for character in text:
            if character.isspace() or character in SENTENCE_MARKS or len(self._token) >= MAX_TOKEN:
                out.append(self._replace_token())
                if character.isspace() or character in SENTENCE_MARKS:
                    out.append(character)
                    continue
            self._token += character
        if ended:
            out.append(self._replace_token())
        return "".join(out)

    def _replace_token(self) -> str:
        token, self._token = self._token, ""
        for pattern, rule in list(self._regex):
            try:
                token = pattern.sub(rule.put, token, timeout=LONGEST_S)
            except TimeoutError:
                self._regex.remove((pattern, rule))
                self.problems.append((rule, translate("Dictation", "it takes too long")))
            except (regex.error, IndexError, RecursionError, MemoryError):
                continue  # this rule fails on this token: the token stays as it was recognised
        return token

    def _plain_rules(self, text: str, *, ended: bool) -> str:
        if not self._plain:
            return text
        text = self._text + text
        out = []
        position = 0
        while position < len(text):
            verdict = self._decide(text, position, ended=ended)
            if verdict is None:
                break
            put, length = verdict
            out.append(put)
            position += length
            self._before = text[position - 1]
        self._text = text[position:]
        return "".join(out)

    def _decide(self, text: str, position: int, *, ended: bool) -> tuple[str, int] | None:
        """(what to put, characters used) at a position; None while that depends on what follows."""
        before = self._before if position == 0 else text[position - 1]
        for plain in self._plain:
            put = plain.at(text, position, before, ended=ended)
            if put is not None:
                return put, plain.length
            if not ended and plain.pending(text, position, before):
                return None
        return text[position], 1


def try_rules(text: str, rules: Sequence[Rule]) -> tuple[str, list[tuple[Rule, str]]]:
    """The whole text with the rules applied, and what was found wrong with which rule."""
    replacer = Replacer(rules)
    return replacer.feed(text) + replacer.finish(), replacer.problems

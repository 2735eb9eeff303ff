"""Spoken numbers as digits: "twenty five dollars" -> "$25". Pure; the library text2num reads the numbers.

Given: the words of a text, one by one. Gives: which words belong to a number, and what to write for them. As in print,
a lone number below ten stays a word unless a unit follows it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

try:
    from text_to_num import alpha2digit, find_numbers
except ImportError:  # no wheel for this kind of computer: numbers stay words
    alpha2digit = find_numbers = None

LEAST = 10
"""Numbers from here on are written in digits."""
GROUPED = 10_000
"""Numbers from here on get separators; years do not."""
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True)
class Numerals:
    """How one language writes numbers.

    Attributes:
        code: the library's name of the language.
        inner: words that may stand inside a number, never at its end ("and", "point").
        thousands: what separates groups of digits.
        units: word or words -> what is written before and after the number.
        one, after_one: an article that stands for one before these words, as in "a hundred".
    """

    code: str
    inner: frozenset[str]
    thousands: str
    units: dict[str, tuple[str, str]]
    one: str = ""
    after_one: frozenset[str] = frozenset()


_EURO, _DOLLAR, _PERCENT = ("", " €"), ("", " $"), ("", " %")

NUMERALS: dict[str, Numerals] = {
    "English": Numerals(
        "en", frozenset(("and", "point")), ",",
        {"dollar": ("$", ""), "dollars": ("$", ""), "euro": ("€", ""), "euros": ("€", ""), "percent": ("", "%"),
         "per cent": ("", "%")},
        "a", frozenset(("hundred", "thousand", "million", "billion")),
    ),
    "German": Numerals(
        "de", frozenset(("und", "komma")), ".", {"euro": _EURO, "dollar": _DOLLAR, "prozent": _PERCENT}
    ),
    "French": Numerals(
        "fr", frozenset(("et", "virgule")), "\u00a0",
        {"euro": _EURO, "euros": _EURO, "dollar": _DOLLAR, "dollars": _DOLLAR, "pour cent": _PERCENT},
    ),
    "Spanish": Numerals(
        "es", frozenset(("y", "coma")), ".",
        {"euro": _EURO, "euros": _EURO, "dólar": _DOLLAR, "dólares": _DOLLAR, "por ciento": _PERCENT},
    ),
    "Portuguese": Numerals(
        "pt", frozenset(("e", "vírgula")), ".", {"euro": _EURO, "euros": _EURO, "por cento": _PERCENT}
    ),
    "Italian": Numerals("it", frozenset(("e", "virgola")), ".", {"euro": _EURO, "per cento": _PERCENT}),
    "Dutch": Numerals("nl", frozenset(("en", "komma")), ".", {"euro": _EURO, "procent": _PERCENT}),
    "Danish": Numerals("da", frozenset(("og", "komma")), ".", {"euro": _EURO, "procent": _PERCENT}),
}  # fmt: skip


def numerals_of(language: str | None) -> Numerals | None:
    """The rules of a language (canonical name), None where numbers stay words."""
    return NUMERALS.get(language or "") if find_numbers is not None else None


@lru_cache(maxsize=4096)
def is_number_word(word: str, code: str) -> bool:
    """Whether a word means a number by itself, ordinals included."""
    if code == "en" and word.casefold() in ("second", "seconds"):
        return False  # of time, far more often
    return bool(alpha2digit(word, code, threshold=-1.0) != word)


@dataclass(frozen=True)
class _Word:
    """A word as the library takes it."""

    word: str

    def text(self) -> str:
        return self.word

    def nt_separated(self, previous: Any) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return False


@dataclass(frozen=True)
class _Number:
    start: int
    end: int
    text: str
    value: float
    ordinal: bool

    @property
    def digit(self) -> bool:
        return not self.ordinal and len(self.text) == 1


def write_numbers(words: Sequence[str], numerals: Numerals, unit: str = "") -> tuple[list[str], bool]:
    """The words of one run of number words, with each number as one item, and whether `unit` was written.

    `unit` is a key of `units`, and follows the run. It is not written with an ordinal.
    """
    asked = ["one" if word.casefold() == numerals.one else word.lower() for word in words]
    found = [
        _Number(item.start, item.end, item.text, item.value, item.is_ordinal)
        for item in find_numbers([_Word(word) for word in asked], numerals.code, threshold=-1.0)
    ]
    if not found and DIGITS.fullmatch(words[0]):
        found = [_Number(0, 1, words[0], LEAST, False)]
    written: list[str] = []
    place = 0
    took_unit = False
    for chain in _chains(found):
        written += words[place : chain[0].start]
        place = chain[-1].end
        took_unit = bool(unit) and place == len(words) and not chain[-1].ordinal
        written += _write_chain(chain, words, numerals, took_unit)
    if took_unit:
        before, after = numerals.units[unit]
        written[-1] = before + written[-1] + after
    return [*written, *words[place:]], took_unit


def _chains(numbers: Sequence[_Number]) -> list[list[_Number]]:
    """Numbers that follow each other directly, together."""
    chains: list[list[_Number]] = []
    for number in numbers:
        if chains and chains[-1][-1].end == number.start:
            chains[-1].append(number)
        else:
            chains.append([number])
    return chains


def _write_chain(chain: list[_Number], words: Sequence[str], numerals: Numerals, with_unit: bool) -> list[str]:
    """What is written for numbers that follow each other directly."""
    if [len(item.text) for item in chain] == [2, 2] and chain[0].text in ("18", "19", "20"):
        return [chain[0].text + chain[1].text]  # a year
    if len(chain) > 2 and all(item.digit for item in chain):
        return ["".join(item.text for item in chain)]  # a number spelled digit by digit
    large = with_unit or any(item.value >= LEAST or not item.value.is_integer() for item in chain)
    texts = []
    for item in chain:
        if large and not (item.ordinal and item.value < LEAST):
            texts.append(_grouped(item, numerals))
        else:
            texts += words[item.start : item.end]
    return texts


def _grouped(number: _Number, numerals: Numerals) -> str:
    if number.value < GROUPED or not number.text.isdigit():
        return number.text
    return f"{int(number.text):,}".replace(",", numerals.thousands)

"""Folding, queries, highlights and snippets of the history's search."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.history.search_text import contains_all, fold, fold_with_map, gram, grams, match_ranges, snippet, terms


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Hello", "hello"),
        ("ÜBER Straße", "uber strasse"),
        ("e\u0301", "e"),
        ("ＡＢＣ１", "abc1"),
        ("がぎ パ", "がぎ パ"),
        ("한국어", "한국어"),
        ("مَرحَبا", "مرحبا"),
        ("ﬁne", "fine"),
        ("İ", "i"),
        ("a\0b", "a b"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert fold_with_map(text)[0] == folded


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Two Words", ["two", "words"]),
        ('say "very  well" now', ["say", "very well", "now"]),
        ("“quoted too”", ["quoted too"]),
        ('half "open quote', ["half", "open quote"]),
        ("same same", ["same"]),
        ('"" \t', []),
    ],
)
def test_terms(query: str, expected: list[str]) -> None:
    assert terms(query) == expected


@pytest.mark.parametrize(
    ("text", "wanted", "marked"),
    [
        ("The Fox, the fox", ["fox"], ["Fox", "fox"]),
        ("Straße", ["ss"], ["ß"]),
        ("cafe\u0301 noir", ["cafe"], ["cafe\u0301"]),
        ("Zürich", ["zur"], ["Zür"]),
        ("销售数据数据", ["数据"], ["数据数据"]),
        ("aaa", ["aa"], ["aa"]),
        ("abcdef", ["abc", "cde"], ["abcde"]),
        ("🎉 party 🎉", ["🎉"], ["🎉", "🎉"]),
        ("none", ["x"], []),
    ],
)
def test_highlights_stand_in_the_original_text(text: str, wanted: list[str], marked: list[str]) -> None:
    assert [text[start:end] for start, end in match_ranges(text, wanted)] == marked


def test_a_snippet_shows_the_first_match_in_a_long_line() -> None:
    text = "word " * 100 + "needle " + "more " * 100
    part, ranges = snippet(text, ["needle"], 60)
    assert part.startswith("…") and part.endswith("…")
    assert len(part) <= 62
    assert [part[start:end] for start, end in ranges] == ["needle"]


def test_grams_answer_one_and_two_characters() -> None:
    tokens = grams("会议 ab").split()
    assert {gram("会"), gram("会议"), gram("a"), gram("ab")} <= set(tokens)
    assert gram("议a") not in tokens


@given(st.text(max_size=60), st.text(min_size=1, max_size=4))
def test_a_term_is_marked_exactly_when_it_is_contained(text: str, query: str) -> None:
    wanted = terms(query)
    if wanted and contains_all(text, wanted):
        ranges = match_ranges(text, wanted)
        assert ranges and all(0 <= start < end <= len(text) for start, end in ranges)
        assert all(a[1] < b[0] for a, b in itertools.pairwise(ranges))
        part, marks = snippet(text, wanted, 20)
        assert all(0 <= start < end <= len(part) for start, end in marks)
    elif len(wanted) == 1:
        assert match_ranges(text, wanted) == []


@given(st.text(max_size=60))
def test_folding_is_the_same_with_and_without_its_map(text: str) -> None:
    folded, origin = fold_with_map(text)
    assert folded == fold(text)
    assert len(origin) == len(folded) + 1
    assert all(a <= b for a, b in itertools.pairwise(origin))

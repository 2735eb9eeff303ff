"""Spaces between dictated pieces, and replacements that never take anything back."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.dictation.replacements import Replacer, Rule, adapt_case, check_rule, try_rules
from app.dictation.spacing import ending, follow
from inference.scripts import needs_space


@pytest.mark.parametrize(
    ("before", "after", "space"),
    [
        ("", "Hello", False), ("hello", "world", True), ("hello ", "world", False), ("hello\n", "world", False),
        ("done.", "Next", True), ("(", "see", False), ("say “", "hi", False), ("你好", "世界", False),
        ("你好。", "世界", False), ("hello", "你好", False), ("你好", "hello", False), ("안녕", "하세요", True),
        ("สวัสดี", "ครับ", False), ("hello", ", world", False), ("hello", ")", False), ("hello", "。", False),
        ('he said "', "yes", False), ('he said "yes"', "and", True), ("don'", "t", True), ("well-", "known", False),
        ("well –", "known", True), ("カナ", "かな", False), ("100%", "sure", True), ("user@", "example", False),
        ("er sagte „ja“", "und", True), ("er sagte „ja“", ".", False), ("»ja«", "und", True), ("« oui » «", "non", False),
        ("he said “yes” and “", "no", False), ("hello", " world", False), ("Ünï", "çø", True), ("привет", "мир", True), ("¿", "qué", False),
    ],
)  # fmt: skip
def test_a_space_goes_where_one_belongs(before: str, after: str, space: bool) -> None:
    assert needs_space(before, after) is space


def test_the_pieces_own_leading_space_is_replaced() -> None:
    assert follow("hello", "  world") == " world"
    assert follow("", " world") == "world"
    assert follow("你好", " 世界") == "世界"


@pytest.mark.parametrize(
    ("text", "setting", "tail"),
    [("hello", "space", " "), ("hello ", "space", ""), ("你好", "space", ""), ("hello", "none", ""), ("", "space", "")],
)
def test_the_ending_follows_the_script(text: str, setting: str, tail: str) -> None:
    assert ending(text, setting) == tail


@pytest.mark.parametrize(
    ("rule", "text", "result"),
    [
        (Rule("cube ernetes", "Kubernetes"), "use cube ernetes now", "use Kubernetes now"),
        (Rule("cube ernetes", "Kubernetes"), "Cube ernetes", "Kubernetes"),
        (Rule("cat", "dog"), "Cat, CAT and concatenate", "Dog, DOG and concatenate"),
        (Rule("cat", "dog", match_case=True), "Cat and cat", "Cat and dog"),
        (Rule("cat", "dog"), "cat", "dog"),
        (Rule("cat", "dog"), "cats scat cat's", "cats scat dog's"),
        (Rule("café", "coffee"), "le café ici", "le coffee ici"),
        (Rule("e", "x"), "e\u0301 e", "e\u0301 x"),
        (Rule("世界", "宇宙"), "你好世界啊", "你好宇宙啊"),
        (Rule("ครับ", "ค่ะ"), "สวัสดีครับผม", "สวัสดีค่ะผม"),
        (Rule("new line", "\\n"), "one new line two", "one \n two"),
        (Rule(r"(\d+)€", r"EUR \1", regex=True), "costs 20€ or 30€.", "costs EUR 20 or EUR 30."),
        (Rule(r"^um+$", "", regex=True), "um so ummm yes", " so  yes"),
        (Rule("c++", "C plus plus"), "c++ is", "C plus plus is"),
    ],
)
def test_replacements(rule: Rule, text: str, result: str) -> None:
    assert try_rules(text, [rule])[0] == result


def test_the_first_rule_that_matches_wins() -> None:
    assert try_rules("new york city", [Rule("new york city", "NYC"), Rule("new york", "NY")])[0] == "NYC"
    assert try_rules("new york town", [Rule("new york city", "NYC"), Rule("new york", "NY")])[0] == "NY town"


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        (Rule("[a", "x", regex=True), True), (Rule("a", r"\3", regex=True), True), (Rule("", "x"), True),
        (Rule("x*", "y", regex=True), True), (Rule("[a", "x"), False), (Rule("a+", "b", regex=True), False),
    ],
)  # fmt: skip
def test_wrong_rules_are_told(rule: Rule, wrong: bool) -> None:
    assert bool(check_rule(rule)) is wrong


def test_a_wrong_rule_delivers_the_raw_text() -> None:
    replacer = Replacer([Rule("[a", "x", regex=True), Rule("b", "c")])
    assert replacer.feed("a b [a ") + replacer.finish() == "a c [a "
    assert [rule.find for rule, _ in replacer.problems] == ["[a"]


def test_a_pattern_that_would_take_years_is_left_out_and_told() -> None:
    slow, good = Rule(r"(a|aa)+$", "x", regex=True), Rule("b+", "c", regex=True)
    words = "a" * 60 + "? bb " + "a" * 60 + "? bb"
    begun = time.monotonic()
    text, problems = try_rules(words, [slow, good])
    assert time.monotonic() - begun < 30
    assert text == "a" * 60 + "? c " + "a" * 60 + "? c"
    assert [rule for rule, _ in problems] == [slow]


def test_without_rules_nothing_is_held_back() -> None:
    assert Replacer([]).feed("hal") == "hal"


def test_plain_rules_hold_back_only_what_may_still_match() -> None:
    replacer = Replacer([Rule("cube ernetes", "Kubernetes")])
    assert replacer.feed("take cu") == "take "
    assert replacer.feed("rtain") == "curtain"
    assert replacer.feed(" cube ") == " "
    assert replacer.feed("ernetes") == ""  # "ernetesx" would be another word
    assert replacer.feed(".") == "Kubernetes."


@pytest.mark.parametrize(
    ("found", "put", "result"),
    [("cat", "dog", "dog"), ("Cat", "dog", "Dog"), ("CAT", "dog", "DOG"), ("A", "dog", "Dog"), ("Cat", "iOS", "IOS")],
)
def test_case_is_taken_over(found: str, put: str, result: str) -> None:
    assert adapt_case(found, put) == result


RULES = [
    Rule("cat", "dog"),
    Rule("ab c", "ABC"),
    Rule("世界", "宇宙"),
    Rule("cat flap", "door"),
    Rule(r"a(b+)", r"<\1>", True),
]
ALPHABET = "abct flp世界。.,é\n"


@settings(max_examples=400, deadline=None)
@given(st.text(ALPHABET, max_size=60), st.lists(st.integers(0, 60), max_size=12))
def test_the_result_does_not_depend_on_where_the_text_was_cut(text: str, cuts: list[int]) -> None:
    replacer = Replacer(RULES)
    places = sorted({0, len(text), *(min(cut, len(text)) for cut in cuts)})
    pieces = [text[start:end] for start, end in itertools.pairwise(places)]
    said = "".join(replacer.feed(piece) for piece in pieces) + replacer.finish()
    assert said == try_rules(text, RULES)[0]

"""Captions phrase by phrase: everything comes, in order, whole phrases at a time and never late."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.transcript.pacing import complete_length
from app.ui.overlay.phrases import HOLD_MS, Phrases
from tests.app.waiting import wait_until


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ("", ""),
        ("We are going", ""),
        ("We are going, and", "We are going, "),
        ("It is late. Let us go", "It is late. "),
        ("It is late.", ""),
        ("About 3.5 percent", ""),
        ("Ask Mr. Smith", ""),
        ("“Come in!” she said", "“Come in!” "),
        ("今天天气很好，", "今天天气很好，"),
        ("今天天气很好", ""),
        ("ويقول نعم، ثم", "ويقول نعم، "),
    ],
)
def test_a_phrase_ends_behind_a_mark(held: str, shown: str) -> None:
    assert held[: complete_length(held)] == shown


def test_a_full_line_is_shown_without_a_mark_and_no_word_is_cut() -> None:
    held = "so this is what happens when somebody speaks on and on without a pause"
    shown = held[: complete_length(held)]
    assert 25 <= len(shown) <= 50
    assert shown.endswith(" ")


def test_a_full_line_of_chinese_is_shown() -> None:
    assert 14 <= complete_length("我们今天要去公园散步然后回家吃饭再看电视") <= 18


@pytest.fixture
def phrases(qapp: QApplication) -> Phrases:
    return Phrases("phrases")


def collect(phrases: Phrases) -> list[tuple[int, str]]:
    seen: list[tuple[int, str]] = []
    phrases.released.connect(lambda line, delta: seen.append((line, delta)))
    return seen


def test_words_wait_for_their_phrase_and_the_end_of_the_line_shows_the_rest(phrases: Phrases) -> None:
    seen = collect(phrases)
    for delta in ("We", " are", " going,", " and", " so"):
        phrases.append(0, delta)
    assert seen == [(0, "We are going, ")]
    phrases.finish(0)
    assert seen == [(0, "We are going, "), (0, "and so")]


def test_another_line_shows_what_the_line_before_still_held(phrases: Phrases) -> None:
    seen = collect(phrases)
    phrases.append(0, "We are")
    phrases.append(1, "You are, too")
    assert seen == [(0, "We are"), (1, "You are, ")]


def test_two_who_speak_at_once_each_wait_for_their_own_words(qapp: QApplication) -> None:
    phrases = Phrases("words")
    seen = collect(phrases)
    phrases.append(0, "Good mor")
    phrases.append(1, "Hello every")
    assert seen == [(0, "Good "), (0, "mor"), (1, "Hello ")], "lines begin in their order"
    phrases.append(0, "ning to")
    phrases.append(1, "body and")
    phrases.append(0, "gether")
    assert seen[3:] == [(0, "ning "), (1, "everybody ")]
    assert phrases.shown(0, "Good morning together") == "Good morning "
    assert phrases.shown(1, "Hello everybody and") == "Hello everybody "
    wait_until(lambda: len(seen) == 7)
    assert seen[5:] == [(1, "and"), (0, "together")], "none of them waits for ever"


def test_no_word_waits_longer_than_promised(phrases: Phrases) -> None:
    seen = collect(phrases)
    phrases.append(0, "Wait")
    began = time.monotonic()
    QTest.qWait(HOLD_MS // 2)
    left_ms = phrases._timer.remainingTime()
    phrases.append(0, " for")
    assert phrases._timer.remainingTime() <= left_ms, "more words give the first ones no more time"
    wait_until(lambda: bool(seen))
    assert seen == [(0, "Wait for")]
    assert time.monotonic() - began >= HOLD_MS / 1000 - 0.1


def test_at_once_holds_nothing(phrases: Phrases) -> None:
    seen = collect(phrases)
    phrases.append(0, "We")
    phrases.set_step("tokens")
    phrases.append(0, " are n")
    assert seen == [(0, "We"), (0, " are n")]


def test_word_by_word_no_part_of_a_word_is_shown_before_the_rest(qapp: QApplication) -> None:
    words = {"open": True}
    phrases = Phrases("words", None, lambda line: words["open"])
    seen = collect(phrases)
    phrases.append(0, "And so my f")
    assert seen == [(0, "And so my ")]
    assert phrases.shown(0, "And so my f") == "And so my "
    phrases.append(0, "ellow Amer")
    assert seen[1:] == [(0, "fellow ")]
    words["open"] = False
    phrases.append(0, "icans")
    assert seen[2:] == [(0, "Americans")], "a word that the model has ended waits for nothing"
    words["open"] = True
    phrases.append(1, "今天我们")
    assert seen[3:] == [(1, "今天我们")], "no script without spaces waits"
    phrases.append(1, " OK")
    phrases.finish(1)
    assert seen[4:] == [(1, " "), (1, "OK")]


def test_the_part_of_a_word_that_never_goes_on_is_shown_in_the_end(qapp: QApplication) -> None:
    phrases = Phrases("words")
    seen = collect(phrases)
    phrases.append(0, "Well")
    wait_until(lambda: bool(seen))
    assert seen == [(0, "Well")]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(alphabet="ab c,.。，今天3’”\u0301", max_size=6), max_size=12))
def test_everything_comes_once_and_in_order(deltas: list[str]) -> None:
    phrases = Phrases("phrases")
    seen = collect(phrases)
    for delta in deltas:
        phrases.append(0, delta)
    phrases.finish(0)
    assert "".join(delta for _, delta in seen) == "".join(deltas)

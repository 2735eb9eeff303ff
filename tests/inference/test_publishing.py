"""What is published is only ever extended, equals the recorded deltas, and reads well after a rewrite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from inference.publishing import Publisher, continuation, ends_in_open_word, exchange_cost, unit_cost
from inference.text import ASR_TEXT_TAG
from inference.text_units import Unit, split_units
from tests.inference.golden import records


@pytest.mark.parametrize(
    ("published", "new", "appended"),
    [
        ("", "Hello", "Hello"),
        ("Hello", "Hello world", " world"),
        ("Hello wor", "Hello world", "ld"),
        ("Hello", "Hello", ""),
        ("Hello world", "Hello", ""),
        ("Hello world", "Goodbye", ""),
        # rewritten: what follows the best-matching beginning
        ("I sea", "I see the sun", " the sun"),
        ("the quick bro", "a quick brown fox", "wn fox"),
        ("a b", "a x b c", " c"),
        ("hello wrold", "hello world again", " again"),
        ("It's about 22\n", "It's about 22,000 dollars", ",000 dollars"),
        ("Okay. So we", "Okay, so we can go", " can go"),
        ("他说", "她说话了", "话了"),
        ("请把会议", "请把会义记录", "记录"),
        ("今天天气不错", "今天的天气不错，走吧", "，走吧"),
        ("foo_bar2026,", "foo_bar2026，README", " README"),
        ("写U", "写Phone", " Phone"),
        # a word that was never shown is not passed over
        ("about", "on Tuesday; the plan", " on Tuesday; the plan"),
        # and none is shown twice
        ("we saw a dog", "we so a cat dog barks", " barks"),
    ],
)
def test_what_follows_is_published(published: str, new: str, appended: str) -> None:
    assert continuation(published, new) == appended


def _publishable(record: dict[str, Any]) -> Iterator[tuple[dict[str, Any], bool]]:
    """The chunks of a stream, and whether the contract lets their stable text be published."""
    forced = record["init"]["force_language"] is not None
    for chunk in record["chunks"]:
        if not chunk.get("finish"):
            yield chunk, not chunk["skipped"] and (forced or ASR_TEXT_TAG in chunk["stable_raw"])


def test_deltas_equal_the_recorded_ones_until_the_stable_text_contradicts_what_is_shown() -> None:
    """In a stream whose stable text always begins with what is published (or is a beginning of it) every delta is the
    recorded one. `rewrite` marks a text that differs from the chunk before; one that shrank first and then grew
    otherwise has no mark, and there the recorded deltas garble words: it counts as contradicted here."""
    n_equal = n_contradicted = n_unmarked = 0
    for record in records("lsp/streaming.jsonl.gz"):
        publisher, contradicted = Publisher(), False
        for chunk, allowed in _publishable(record):
            stable = chunk["ret_fixed"]
            longer = len(stable) > len(publisher.published)
            contradicted |= allowed and longer and not stable.startswith(publisher.published)
            delta = publisher.publish(stable) if allowed else ""
            if not contradicted:
                assert delta == chunk["commit_delta"], record["id"]
        if contradicted:
            n_contradicted += 1
            n_unmarked += "rewrite" not in record["tags"]
        else:
            n_equal += 1
            assert publisher.published == record["committed"]
    print(f"{n_equal} streams equal, {n_contradicted} contradicted on the way ({n_unmarked} of them without the mark)")
    assert n_equal > 2 * n_contradicted


def test_after_a_rewrite_the_text_stays_within_the_distance_that_the_rewrite_makes_unavoidable() -> None:
    """Unavoidable is what it costs to lay the published text against the best beginning of the new one, in whole
    words and CJK characters, computed here anew; a doubled word or mark that was passed over may come on top."""
    n_rewrites = n_exact = 0
    for record in records("lsp/streaming.jsonl.gz"):
        publisher, looked_at = Publisher(), 0
        for chunk, allowed in _publishable(record):
            if not allowed:
                continue
            before, covered, stable = publisher.published, publisher.covered, chunk["ret_fixed"]
            delta = publisher.publish(stable)
            assert publisher.published == before + delta
            if not delta or stable.startswith(before) or stable.startswith(covered):
                continue
            shown, new = split_units(before), split_units(stable)
            if max(len(shown), len(new)) > _MOST_UNITS or looked_at == _MOST_A_STREAM:
                continue
            looked_at += 1
            n_rewrites += 1
            assert stable.endswith(delta.lstrip()), "what was published is not an end of the new text"
            costs = _costs(shown, new)[-1]
            left = _costs(shown, split_units(stable[: len(stable) - len(delta.lstrip())]))[-1][-1]
            assert left <= min(costs) + _SLACK, (record["id"], before, stable, delta)
            n_exact += left <= min(costs)
    print(f"{n_rewrites} rewrites, {n_exact} at the unavoidable distance itself")
    assert n_exact > 0.9 * n_rewrites > 0


_MOST_UNITS = 60
_MOST_A_STREAM = 3

_SLACK = 12
"""Three words' worth: a doubled word, a mark, and the rest of a word that was cut in the middle."""


def _costs(shown: list[Unit], new: list[Unit]) -> list[list[int]]:
    table = [[0] * (len(new) + 1) for _ in range(len(shown) + 1)]
    for i in range(len(shown) + 1):
        for j in range(len(new) + 1):
            options = []
            if i:
                options.append(table[i - 1][j] + unit_cost(shown[i - 1]))
            if j:
                options.append(table[i][j - 1] + unit_cost(new[j - 1]))
            if i and j:
                options.append(table[i - 1][j - 1] + exchange_cost(shown[i - 1], new[j - 1]))
            table[i][j] = min(options, default=0)
    return table


def test_units_are_words_and_cjk_characters() -> None:
    text = "Hello, 世界! foo_bar 12,000 コーヒー。"
    assert [unit.text for unit in split_units(text)] == [
        "Hello,", "世", "界", "!", "foo_bar", "12,000", "コ", "ー", "ヒ", "ー", "。",
    ]  # fmt: skip
    assert all(text[unit.start : unit.end] == unit.text for unit in split_units(text))


def test_after_a_rewrite_the_stream_goes_on_from_the_rewritten_text() -> None:
    publisher = Publisher()
    for stable in ("I sea", "I see the", "I see the sun", "I see the", "I see the sun rise"):
        publisher.publish(stable)
    assert publisher.published == "I sea the sun rise"


@pytest.mark.parametrize(
    ("published", "answer", "is_open"),
    [
        ("and so my f", "and so my fellow Americans", True),
        ("and so my fellow", "and so my fellow Americans", False),
        ("and so my fellow", "and so my fellow, Americans", False),
        ("and so my fellow", "and so my fellow", True),
        ("and so my fellow", "and some other", True),
        ("we don", "we don't", True),
        ("we are going.", "we are going.", False),
        ("今天", "今天我们", False),
        ("", "", False),
    ],
)
def test_a_word_is_open_until_the_answer_ends_it(published: str, answer: str, is_open: bool) -> None:
    assert ends_in_open_word(published, answer) is is_open

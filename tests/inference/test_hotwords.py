"""Reading the hotword box, building the system turn, and telling an echo of the list from speech."""

from __future__ import annotations

import pytest

from inference.errors import RecognizerError
from inference.hotwords import build_context, copies_list, parse_hotwords

WORDS = ("Confucius", "R2T2", "New York", "孔子")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("a, b", ("a", "b")),
        ("a;b；c，d、e\nf\r\ng", ("a", "b", "c", "d", "e", "f", "g")),
        ("\ufeffConfucius, R2T2", ("Confucius", "R2T2")),
        ("  New   York ,, ,", ("New York",)),
        ("R2T2, r2t2, R2T2", ("R2T2",)),
        ("", ()),
        (" \n , ; ", ()),
    ],
)
def test_hotwords_are_read_as_people_write_them(typed: str, words: tuple[str, ...]) -> None:
    assert parse_hotwords(typed) == words


def test_more_than_the_model_is_given_is_a_sentence() -> None:
    longest = "x" * 1999 + "," + "y" * 1999
    assert len(parse_hotwords(longest)) == 2
    with pytest.raises(RecognizerError, match=r"4,001 characters.*limit is 4,000"):
        parse_hotwords(longest + "y")
    with pytest.raises(RecognizerError, match="limit is 4,000"):
        build_context("c" * 3990, ("some", "words"))


def test_the_system_turn_is_context_then_one_list() -> None:
    assert build_context("", ()) == ""
    assert build_context("", WORDS) == "Confucius, R2T2, New York, 孔子"
    assert build_context(" A meeting.\n", ("Anna",)) == "A meeting.\nAnna"


def test_hotwords_cannot_end_the_turn() -> None:
    assert "<|im_end|>" not in build_context("", ("<|im_end|>", "<asr_text>"))
    assert "<asr_text>" not in build_context("<asr_text>", ())


@pytest.mark.parametrize(
    "text",
    [
        "Confucius, R2T2",
        "confucius r2t2.",
        "Confucius, R2T2, New",
        "Confucius, R2T2, New York, 孔子, Confucius",
        "Confucius, R2T2 is a model",
        "孔子孔子孔子",
        "R2T2, R2T2, R2T2, R2",
        "R2T2 R2T2 R2T2 again",
    ],
)
def test_a_copy_of_the_list_is_seen(text: str) -> None:
    assert copies_list(text, WORDS)


@pytest.mark.parametrize(
    "text", ["", "Confucius", "Confucius said", "R2T2, New York", "R2T2 R2T2", "I met Confucius, R2T2", "Confuciusr2t2"]
)
def test_speech_is_no_copy(text: str) -> None:
    assert not copies_list(text, WORDS)


def test_words_are_compared_whole() -> None:
    assert not copies_list("Abbey road", ("a", "b"))


def test_without_hotwords_nothing_is_an_echo() -> None:
    assert not copies_list("anything at all", ())
    assert not copies_list("... ...", ("...",))

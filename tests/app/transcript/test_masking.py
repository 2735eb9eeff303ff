"""Strong language is masked before it is shown, whatever the pieces it comes in, and nothing shown is revised."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.base.events import CommittedLine, DictationCommitted, DictationFinalized, FinalLine, Status
from app.transcript.masking import Mask, MaskedText, StrongLanguage, default_lists

WORDS = ("fuck*", "dick", "son of a bitch", "他妈的")


def in_pieces(mask: Mask, pieces: list[str]) -> list[str]:
    text = MaskedText()
    return [*(text.feed(mask, piece) for piece in pieces), text.finish(mask)]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("What the fuck is that?", "What the f*** is that?"),
        ("FUCKING Dick.", "F****** D***."),
        ("Moby-dick, Dickens and a predicament", "Moby-d***, Dickens and a predicament"),
        ("that son  of a bitch!", "that s**  ** * *****!"),
        ("a son of a gun", "a son of a gun"),
        ("真他妈的冷", "真他**冷"),
        ("nothing", "nothing"),
    ],
)
def test_listed_words_are_masked_and_no_others(text: str, masked: str) -> None:
    assert Mask(WORDS).apply(text) == masked


def test_only_what_can_still_become_a_listed_word_is_held_back() -> None:
    mask = Mask(WORDS)
    assert in_pieces(mask, ["What the f", "u", "ck", "ing", " hell"]) == ["What the ", "", "", "", "f****** hell", ""]
    assert in_pieces(mask, ["a f", "ellow"]) == ["a ", "fellow", ""]
    assert in_pieces(mask, ["my son", " of", " mine"]) == ["my ", "", "son of mine", ""]
    assert in_pieces(mask, ["it is di", "ck"]) == ["it is ", "", "d***"]
    assert in_pieces(mask, ["pre", "dick"]) == ["pre", "dick", ""], "a word that began before is no listed one"
    assert in_pieces(mask, ["真他", "们"]) == ["真", "他们", ""]
    assert in_pieces(Mask(), ["What the f", "uck"]) == ["What the f", "uck", ""]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(alphabet="fuckdi sonabth他妈的.", max_size=5), max_size=14))
def test_pieces_never_change_what_is_shown(pieces: list[str]) -> None:
    mask = Mask(WORDS)
    assert "".join(in_pieces(mask, pieces)) == mask.apply("".join(pieces))


def test_captions_and_dictations_are_masked_and_their_final_texts_agree() -> None:
    strong = StrongLanguage()
    strong.set_lists({"English": "fuck*"})
    first = strong.take(CommittedLine(1, "What the fu", 0.0, 1.0, "English"))
    assert first is not None
    assert first.text == "What the "
    assert strong.take(CommittedLine(1, "ck", 1.0, 2.0, "English")) is None, "nothing of it may be shown yet"
    final = strong.take(FinalLine(1, "What the fuck?", "What the fuck?", "?", False, 0.0, 2.0, "English"))
    assert final is not None
    assert first.text + final.remainder == final.text == final.shown == "What the f***?"
    typed = strong.take(DictationCommitted(7, "fuck it"))
    assert typed == DictationCommitted(7, "f*** it")
    line = FinalLine(7, "fuck it", "fuck it", "", False, 0.0, 1.0)
    ended = strong.take(DictationFinalized(7, line))
    assert ended is not None
    assert (ended.line.text, ended.line.remainder) == ("f*** it", "")
    status = Status("listening")
    assert strong.take(status) is status


def test_a_list_is_for_its_language_where_that_is_known() -> None:
    strong = StrongLanguage()
    strong.set_lists({"English": "dick", "German": "scheiß*"})
    for language, shown in (("English", "ein d*** Buch "), ("German", "ein dick Buch "), (None, "ein d*** Buch ")):
        event = strong.take(CommittedLine(hash(language), "ein dick Buch ", 0.0, 1.0, language))
        assert event is not None
        assert event.text == shown


def test_switched_off_in_the_middle_of_a_word_nothing_is_lost() -> None:
    strong = StrongLanguage()
    strong.set_lists({"English": "fuck*"})
    strong.take(CommittedLine(1, "What the fu", 0.0, 1.0, "English"))
    strong.set_lists({})
    event = strong.take(CommittedLine(1, "nny", 1.0, 2.0, "English"))
    assert event is not None
    assert event.text == "funny"


def test_the_lists_of_the_program_are_masks() -> None:
    lists = default_lists()
    assert {"English", "Chinese", "German", "French", "Spanish"} <= set(lists)
    for words in lists.values():
        assert Mask(words.splitlines())

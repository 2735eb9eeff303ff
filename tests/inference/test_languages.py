"""What people and files call a language is found; what the model does not know is one sentence."""

from __future__ import annotations

import pytest

from inference.errors import RecognizerError
from inference.languages import LANGUAGES, Language, find_language, language_named
from inference.text import SUPPORTED_LANGUAGES


def test_the_table_is_the_models_list_in_its_order() -> None:
    assert tuple(language.name for language in LANGUAGES) == SUPPORTED_LANGUAGES
    codes = [code for language in LANGUAGES for code in (language.code, *language.other_codes)]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("known", LANGUAGES, ids=lambda known: known.code)
def test_every_language_is_found_by_each_of_its_names(known: Language) -> None:
    for written in (
        known.name,
        known.name.upper(),
        known.own_name,
        f" {known.code}-XX ",
        known.code,
        *known.other_codes,
    ):
        assert find_language(written) == known.name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("en-US", "English"),
        ("en_GB", "English"),
        ("pt-BR", "Portuguese"),
        ("zh-Hans-CN", "Chinese"),
        ("zh-TW", "Chinese"),
        ("zh-HK", "Cantonese"),
        ("zh-yue", "Cantonese"),
        ("yue-Hant-HK", "Cantonese"),
        ("ENGLISH", "English"),
        ("english\n", "English"),
        ("mandarin", "Chinese"),
        ("Farsi", "Persian"),
        ("auto", None),
        ("", None),
        ("  ", None),
        (None, None),
        ("zhen", None),
    ],
)
def test_codes_regions_and_other_names(written: str | None, name: str | None) -> None:
    assert find_language(written) == name


@pytest.mark.parametrize("written", ["Klingon", "xx", "xx-US", "en-us english", "english-us-words", "e"])
def test_an_unknown_language_is_a_sentence_that_lists_the_known_ones(written: str) -> None:
    with pytest.raises(RecognizerError, match=r"does not know the language.*English.*Macedonian"):
        find_language(written)


def test_a_name_the_model_made_up_is_no_language() -> None:
    assert language_named("Klingon") is None
    greek = language_named("Greek")
    assert greek is not None
    assert greek.own_name == "Ελληνικά"

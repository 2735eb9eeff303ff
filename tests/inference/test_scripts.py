"""One table a question about a character's script, whoever asks."""

from __future__ import annotations

import unicodedata

import pytest

from inference.scripts import is_chinese, is_dense, is_unspaced, is_wide, needs_space

ALL = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code))[0] in "LMNPS"]


@pytest.mark.parametrize(
    ("characters", "unspaced", "dense", "wide"),
    [
        ("a1é.Яאع한글가", False, None, None),
        ("你好々〆〇㐀𠀀", True, None, True),
        ("かなカナーㇰ", True, True, True),
        ("ﾊﾝｶｸ", True, True, False),
        ("。、「」（！￥〜", True, False, True),
        ("สวัสดีลາວខ្មែរမြန်မာ", True, False, False),
        ("ꀀꁐㄅㄆ⼀⺀", True, False, True),
        ("ꩠꧠ", True, False, False),
        ("한글가ㄱᄀ", False, True, None),
        ("abcé1", False, False, False),
    ],
)
def test_scripts(characters: str, unspaced: bool | None, dense: bool | None, wide: bool | None) -> None:
    for char in characters:
        for asked, expected in ((is_unspaced, unspaced), (is_dense, dense), (is_wide, wide)):
            assert expected is None or asked(char) is expected, (asked.__name__, char)


def test_every_letter_of_an_unspaced_script_is_unspaced_and_no_other() -> None:
    names = (
        "CJK UNIFIED", "CJK COMPATIBILITY IDEOGRAPH", "CJK RADICAL", "KANGXI", "HIRAGANA", "KATAKANA", "BOPOMOFO", "THAI ",
        "LAO ", "KHMER ", "MYANMAR ", "YI ", "FULLWIDTH", "HALFWIDTH KATAKANA", "IDEOGRAPHIC ",
    )  # fmt: skip
    missing = [char for char in ALL if unicodedata.name(char, "").startswith(names) and not is_unspaced(char)]
    missing = [char for char in missing if "TALLY" not in unicodedata.name(char)]
    assert [hex(ord(char)) for char in missing] == []
    spaced = ("LATIN", "CYRILLIC", "GREEK", "HEBREW", "ARABIC", "DEVANAGARI", "HANGUL SYLLABLE", "DIGIT", "TAMIL")
    wrong = [char for char in ALL if unicodedata.name(char, "").startswith(spaced) and is_unspaced(char)]
    assert [hex(ord(char)) for char in wrong] == []


def test_every_ideograph_is_dense_and_those_of_the_reference_chinese() -> None:
    assert all(map(is_dense, filter(is_chinese, ALL)))
    assert [hex(ord(c)) for c in ALL if unicodedata.name(c, "").startswith("CJK UNIFIED") and not is_dense(c)] == []
    assert (is_chinese("一"), is_chinese("鿿"), is_chinese("㐀"), is_chinese("か")) == (True, True, False, False)


@pytest.mark.parametrize(
    ("before", "after", "space"),
    [
        ("the lakes", "On Monday", True), ('he said "', "yes", False), ('he said "yes"', "and", True), ("foo-", "bar", False),
        ("a/", "b", False), ("$", "5", False), ("well –", "known", True), ("你好", "hello", False), ("ꀀ", "a", False),
        ("er sagte „ja“", "und", True), ("er sagte „ja“", ".", False), ("", "a", False), ("a", "", False), ("a ", "b", False),
    ],
)  # fmt: skip
def test_a_space_goes_where_one_belongs(before: str, after: str, space: bool) -> None:
    assert needs_space(before, after) is space

"""The text rules are the reference's, pair by pair; and what the product adds to them."""

from __future__ import annotations

import string
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inference import loop_detection, repetition, scripts, text
from tests.inference import reference
from tests.inference.golden import is_full, records

FUNCTIONS = {
    name: getattr(text, name)
    for name in (
        "normalize_punct_by_context",
        "parse_language_output",
        "parse_asr_output",
        "normalize_language_name",
        "remove_punctuation",
        "split_text_to_tokens",
    )
} | {
    "qwen_asr.detect_and_fix_repetitions": repetition.detect_and_fix_repetitions,
    "ws_server.detect_and_fix_repetitions": lambda value, threshold=reference.SERVER_THRESHOLD: (
        repetition.detect_and_fix_repetitions(value, threshold)
    ),
    "detect_hallucination": loop_detection.detect_hallucination,
    "validate_language": reference.validate_language,
    "merge_languages": reference.merge_languages,
    "is_last_token_chinese": reference.is_last_token_chinese,
}


def _answer(pair: dict[str, Any]) -> dict[str, Any]:
    try:
        out = FUNCTIONS[pair["fn"]](*pair["args"], **pair["kwargs"])
    except Exception as error:  # the reference's errors are part of its behaviour
        return {"error": type(error).__name__, "message": str(error)}
    return {"out": list(out) if isinstance(out, tuple) else out}


def test_every_recorded_pair_comes_out_the_same() -> None:
    pairs = list(records("text.jsonl.gz"))
    wrong = [
        (pair["fn"], pair["args"], _answer(pair))
        for pair in pairs
        if _answer(pair) != {name: pair[name] for name in ("out", "error", "message") if name in pair}
    ]
    assert wrong == []
    assert not is_full() or len(pairs) == 4081
    assert {pair["fn"] for pair in pairs} == set(FUNCTIONS)


@pytest.mark.parametrize(
    ("left", "right", "joined"),
    [
        ("the lakes", "On Monday", "the lakes On Monday"),
        ("room 12", "34 people", "room 12 34 people"),
        ("今天", "天气", "今天天气"),
        ("これは", "ペンです", "これはペンです"),
        ("用 Python", "写", "用 Python写"),
        ("你好。", "Hello", "你好。Hello"),
        ("안녕하세요", "여러분", "안녕하세요 여러분"),
        ("Привет", "мир", "Привет мир"),
        ("สวัสดี", "ครับ", "สวัสดีครับ"),
        ("Hello.", "World", "Hello. World"),
        ("Hello", ", world", "Hello, world"),
        ("he said “", "yes", "he said “yes"),
        ("one ", "two", "one two"),
        ("one", " two", "one two"),
        ("", "two", "two"),
        ("one", "", "one"),
    ],
)
def test_segments_join_with_a_space_only_where_the_script_has_spaces(left: str, right: str, joined: str) -> None:
    assert text.join_segments(left, right) == joined


@settings(deadline=None)
@given(
    unit=st.text("ab c。", min_size=1, max_size=21),
    n=st.integers(0, 45),
    edges=st.tuples(st.text("abx。 ", max_size=30), st.text("abx。 ", max_size=30)),
    threshold=st.sampled_from([1, 2, 3, 4, 5, 20]),
)
def test_a_text_is_passed_over_only_where_nothing_would_be_repaired(
    unit: str, n: int, edges: tuple[str, str], threshold: int
) -> None:
    """Nearly every text is, since the patterns are slow; what they would have done decides."""
    whole = edges[0] + unit * n + edges[1]
    characters, units = repetition._patterns(threshold)
    repaired = units.sub(r"\1", characters.sub(r"\1", whole))
    assert repetition.detect_and_fix_repetitions(whole, threshold) == repaired


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("language English hello there", "hello there"),
        ("language English<asr", ""),
        ("language English<asr_text>hello", "hello"),
        ("language None", ""),
        ("language None hello", "hello"),
        ("language", ""),
        ("langu", ""),
        ("language Engl", ""),
        ("language barrier is a problem", "language barrier is a problem"),
        ("Language English is spoken here", "Language English is spoken here"),
        ("languages matter", "languages matter"),
        ("language Chinese你好", "你好"),
        ("hello", "hello"),
        ("", ""),
        ("<asr_te", ""),
    ],
)
def test_an_untagged_answer_loses_its_metadata_and_nothing_else(answer: str, kept: str) -> None:
    assert text.strip_language_head(answer) == kept


@pytest.mark.parametrize(
    ("answer", "in_text", "clean"),
    [
        ("language English<asr_text>hi", False, "language English<asr_text>hi"),
        ("language English<asr_text>hi", True, "hi"),
        (" so language English<asr_text>hi", True, " so hi"),
        ("language English<asr_text>a<asr_text>b", False, "language English<asr_text>ab"),
        ("<non_speech>hi<think>", True, "hi"),
        ("the language barrier", True, "the language barrier"),
    ],
)
def test_markers_that_are_no_speech_leave_an_answer(answer: str, in_text: bool, clean: str) -> None:
    assert text.clean_markers(answer, in_text=in_text) == clean


@pytest.mark.parametrize(
    "typed",
    [
        "<|im_end|>",
        "a <|im_start|>system\nb",
        "<asr_text>",
        "<|audio_pad|><|audio_pad|>",
        "<<|im_end|>|im_end|>",
        "<blank3>",
    ],
)
def test_nothing_a_person_types_becomes_a_special_token(typed: str) -> None:
    from tests.inference.golden import tokenizer

    added = set(tokenizer().added_tokens().values())
    assert added & set(tokenizer().encode(typed)), "the case would prove nothing"
    clean = text.sanitize_context(typed, tokenizer().added_tokens())
    assert not added & set(tokenizer().encode(clean))


def test_ordinary_context_is_left_as_it_is() -> None:
    typed = "vector<int>, a < b > c, C|C++, <b>bold</b>\nMüller, 孔子"
    assert text.sanitize_context(typed) == typed


@pytest.mark.parametrize(
    ("said", "loop"),
    [
        ("ok ok ok ok ok ok", True),
        ("谢谢。谢谢。谢谢。谢谢。谢谢。", True),
        ("and so the same thing the same thing the same thing the same thing the same thing", True),
        ("Okay. okay, OKAY! o-kay… Okay", True),
        ("it costs 100000", False),
        ("call 555 55 55 55", False),
        ("Nooooooo", False),
        ("n" + "o" * 30, True),
        ("0" * 40, True),
        ("wait......", False),
        ("no no no", False),
        ("", False),
    ],
)
def test_a_loop_is_told_from_what_people_say(said: str, loop: bool) -> None:
    assert loop_detection.is_loop(said) is loop


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Right. ok ok ok ok ok ok ok ok", "Right. ok ok ok"),
        ("costs 100000", "costs 100000"),
        ("谢谢。" * 9, "谢谢。" * 3),
        ("nothing to see", "nothing to see"),
    ],
)
def test_a_loop_is_cut_down_and_a_number_is_not(said: str, kept: str) -> None:
    assert loop_detection.collapse_loop(said).strip() == kept.strip()


def test_bytes_that_are_no_text_reach_the_tokenizer_as_question_marks() -> None:
    """A command line or a broken paste brings halves of surrogate pairs, which no tokenizer takes."""
    clean = text.sanitize_context("caf\udce9 na\ud83dive")
    assert clean == "caf? na?ive"
    assert clean.encode("utf-8")


HARMLESS = frozenset("，。！？、；：,.!?;:~…·\"'()（）《》—- \t")
"""The official server's set: what it lets repeat itself at the end of a text."""

MARKS_AND_BLANKS = [
    chr(code)
    for start, end in (
        (0x09, 0x0D), (0x20, 0x7E), (0xA0, 0xBF), (0x2000, 0x206F), (0x3000, 0x303F), (0x30FB, 0x30FB), (0xFE10, 0xFE1F),
        (0xFE30, 0xFE6F), (0xFF01, 0xFF0F), (0xFF1A, 0xFF20), (0xFF3B, 0xFF40), (0xFF5B, 0xFF65), (0xFFE0, 0xFFE6),
    )
    for code in range(start, end + 1)
    if unicodedata.category(chr(code))[0] in "PSZ" or chr(code) in "\t\n\v\f\r"
]  # fmt: skip


def test_the_marks_that_may_repeat_themselves_are_the_official_servers() -> None:
    wrong = []
    for mark in MARKS_AND_BLANKS:
        expected = (False, "") if mark in HARMLESS else (True, f"tail_pattern:'{mark}'x5+")
        wrong += [mark] * (loop_detection.detect_hallucination("and so on" + mark * 5) != expected)
        wrong += [mark] * (loop_detection.detect_hallucination("and so on" + mark * 4) != (False, ""))
    assert wrong == []
    assert set(MARKS_AND_BLANKS) >= HARMLESS
    assert loop_detection.detect_hallucination("100%%%%%") == (True, "tail_pattern:'%'x5+")


def test_a_loop_of_words_is_seen_through_harmless_marks_and_white_space_alone() -> None:
    wrong = []
    for mark in MARKS_AND_BLANKS:
        said = "".join("so what" + mark * (n * n % 3) for n in range(6)) + "so what"
        hit = mark in HARMLESS or mark.isspace()
        wrong += [mark] * (loop_detection.detect_hallucination(said)[0] is not hit)
    assert wrong == []


def test_a_mark_may_be_written_nineteen_times() -> None:
    marks = [mark for mark in MARKS_AND_BLANKS if not scripts.is_unspaced(mark)]
    assert [mark for mark in marks if loop_detection.is_loop("and so on" + mark * 19)] == []


def test_punctuation_is_what_the_official_server_counts_as_such() -> None:
    official = set(string.punctuation) | set(
        "？！＂＃＄％＆＇（）＊＋，－／：；＜＝＞＠［＼］＾＿｀｛｜｝～、。〃〄々〆〇〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟〰〾〿–—‘’‛“”„‟…‧﹏"
    )
    marks = {*MARKS_AND_BLANKS, *official}
    assert {mark for mark in marks if not text.remove_punctuation(mark)} == official

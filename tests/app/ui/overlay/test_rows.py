"""Rows of captions: growth, line breaking, direction, and a cost that does not grow with the text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QFontMetricsF

from app.ui.overlay.rows import KEEP_ROWS, REACH, CaptionRows, Row, is_right_to_left, paint_row, wrap
from app.ui.overlay.theme import decide_look

FONT = QFont("Noto Sans")
FONT.setPixelSize(32)
WIDTH = 600.0
CHINESE = "我们先来看一下上个季度的数据：“增长”了百分之十二，非常不错！接下来请王老师介绍一下新的项目计划，谢谢。"
NOT_FIRST = "，。！？：；”’）》」』、"
NOT_LAST = "“‘（《「『"


def rows_of(text: str, pieces: int = 3, width: float = WIDTH) -> list[str]:
    rows = CaptionRows(FONT, width)
    for start in range(0, len(text), pieces):
        rows.append(0, text[start : start + pieces])
    return [row.text for row in rows.rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", False),
        ("שלום", True),
        ("مرحبا", True),
        ("12 (مرحبا)", True),
        ("12…", None),
        ("", None),
        ("中文", False),
    ],
)
def test_direction_is_that_of_the_first_strong_character(text: str, expected: bool | None) -> None:
    assert is_right_to_left(text) is expected


@given(st.text(alphabet="abc 中。，\U0001f600ש", max_size=120))
@settings(max_examples=40, deadline=None)
def test_wrapped_pieces_are_the_text(text: str) -> None:
    assert "".join(wrap(text, FONT, False, 200.0)) == text


def test_words_stay_whole() -> None:
    text = "A word that is on the screen stays there, so nobody has to read the same line twice today."
    assert " ".join(rows_of(text)) == text


@pytest.mark.parametrize("width", [150.0, 220.0, 310.0, 480.0, 600.0])
def test_chinese_breaks_by_its_own_rules(width: float) -> None:
    pieces = wrap(CHINESE, FONT, False, width)
    assert len(pieces) > 1
    for piece in pieces[1:]:
        assert piece[0] not in NOT_FIRST
    for piece in pieces[:-1]:
        assert piece[-1] not in NOT_LAST


def test_an_endless_word_is_cut_instead_of_running_out_of_the_box() -> None:
    metrics = QFontMetricsF(FONT)
    rows = rows_of("x" * 500)
    assert len(rows) > 1
    assert all(metrics.horizontalAdvance(row) <= WIDTH for row in rows)


def test_finished_rows_never_change_while_text_is_appended() -> None:
    generator = random.Random(3)
    words = ["word", "captions", "a", "über", "中文", "stays,", "12%", "מלה"]
    rows = CaptionRows(FONT, WIDTH)
    before: list[Row] = []
    for step in range(300):
        rows.append(step // 40, generator.choice(words) + " ")
        now = rows.rows
        if len(now) < KEEP_ROWS:
            finished = before[:-1]
            assert now[: len(finished)] == finished
        before = now


def test_rows_do_not_depend_on_how_the_text_was_cut() -> None:
    text = "The quick brown fox jumps over the lazy dog, again and again, until it is tired of it."
    assert rows_of(text, 1) == rows_of(text, 7) == rows_of(text, len(text))


def test_each_line_of_the_transcript_begins_a_row() -> None:
    rows = CaptionRows(FONT, WIDTH)
    assert rows.append(0, "One.") == 1
    assert rows.append(0, " More.") == 0
    assert rows.append(1, " Two.") == 1
    assert [(row.line, row.text) for row in rows.rows] == [(0, "One. More."), (1, "Two.")]


def test_after_clearing_a_running_line_goes_on_on_a_new_row() -> None:
    rows = CaptionRows(FONT, WIDTH)
    rows.append(0, "Before")
    rows.clear()
    rows.append(0, " after")
    assert [row.text for row in rows.rows] == ["after"]


def test_another_width_lays_the_same_text_out_again() -> None:
    text = "The quick brown fox jumps over the lazy dog, again and again."
    rows = CaptionRows(FONT, 2000.0)
    rows.append(0, text)
    assert len(rows.rows) == 1
    rows.reshape(FONT, 300.0)
    assert len(rows.rows) > 2
    assert " ".join(row.text for row in rows.rows) == text


def test_direction_of_a_line_is_kept_on_all_its_rows() -> None:
    rows = CaptionRows(FONT, 260.0)
    rows.append(0, "12% ")
    rows.append(0, "من الأرقام ثم R2T2 and English words that fill a whole row")
    assert len(rows.rows) > 2
    assert all(row.rtl for row in rows.rows)


def test_text_without_end_keeps_a_bounded_tail() -> None:
    rows = CaptionRows(FONT, WIDTH)
    for index in range(4000):
        rows.append(0, f"word{index} ")
    assert len(rows.rows) == KEEP_ROWS
    assert rows.rows[-1].text.endswith("word3999")
    assert sum(len(text) for _, text in rows._lines) < 20_000
    rows.reshape(FONT, 400.0)
    assert rows.rows[-1].text.endswith("word3999")


@pytest.mark.parametrize(("text", "rtl"), [("Hello", False), ("مرحبا", True), ("中文字幕", False)])
def test_a_row_is_drawn_on_its_own_side(text: str, rtl: bool) -> None:
    look = decide_look((255, 255, 255), (0, 0, 0), 1.0, "off")
    image = paint_row(Row(0, text, rtl), FONT, 600, look, 1.0).toImage()
    columns = [x for x in range(0, 600, 2) if any(image.pixelColor(x, y).alpha() > 100 for y in range(image.height()))]
    assert columns
    if rtl:
        assert min(columns) > 300
    else:
        assert max(columns) < 300


def test_two_who_speak_at_once_each_continue_their_own_row() -> None:
    """Text by turns made a row of every two words, and nobody knew whose they were."""
    rows = CaptionRows(FONT, WIDTH)
    texts = {0: "Anna: I would", 1: "You: The budget"}
    for line, text in texts.items():
        rows.append(line, text)
    for delta in (" rather begin", " with this,", " please."):
        for line in texts:
            rows.append(line, delta)
            texts[line] += delta
    shown = {line: " ".join(row.text for row in rows.rows if row.line == line) for line in texts}
    assert shown == texts
    lines = [row.line for row in rows.rows]
    assert lines == sorted(lines), "what a side says stands together"


def test_a_line_that_is_out_of_reach_begins_another_row() -> None:
    rows = CaptionRows(FONT, 2000.0)
    for line in range(REACH + 1):
        rows.append(line, f"line {line}")
    rows.append(1, " goes on")
    rows.append(0, " begins anew")
    assert [row.text for row in rows.rows] == ["line 0", "line 1 goes on", "line 2", "line 3", "begins anew"]
    rows.reshape(FONT, 1900.0)
    assert rows.rows[0].text == "line 0 begins anew", "laid out again, it stands together"

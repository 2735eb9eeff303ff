"""Where a line may break: Unicode's rules for every script, without Qt and as fast as a day's export needs."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtCore import QTextBoundaryFinder
from uniseg.linebreak import line_break_boundaries

from app.transcript.line_breaking import _line_boundaries, words

SENTENCES = (
    "Well, she said “don't”, and left for 3.5 hours (or so) – at 10:45 a.m., 20% of it by e-mail/phone.",
    "Straße, Größe: „Ja!“ – sagte er; 1.000,50 € für den VW-Bus.",
    "L’été, « quand il fait chaud », on va à l’eau : c’est tout !",
    "¿Qué tal? ¡Muy bien! Año nuevo, vida nueva…",
    "Привет, как дела? «Хорошо», — сказал он.",
    "大家好，欢迎来到今天的会议。我们先看一下《季度报告》（第3版）：销售额增长20%！",
    "今日は「いい天気」ですね。ちょっとコーヒーを飲みましょう、ＯＫ？",
    "안녕하세요, 여러분! 오늘은 3월 5일입니다.",
    "مرحبا بالعالم، كيف حالك؟ عندي 25 كتابًا.",
    'שלום עולם, מה שלומך? "טוב" – אמר בית־ספר.',
    "नमस्ते दुनिया। आप कैसे हैं?",
    "👍🏽 yes 👩‍👩‍👧 and 🇩🇪🇫🇷 flags, e\u0301te\u0301 non\u00a0breaking",
    "我们用 Python 3.11 和 GPU-A100 训练模型, then we ship it。",
)


def qt_boundaries(text: str, kind: QTextBoundaryFinder.BoundaryType) -> list[int]:
    """Qt counts UTF-16 units."""
    points = {unit: point for point, unit in enumerate(accumulate((1 + (ord(c) > 0xFFFF) for c in text), initial=0))}
    finder, found = QTextBoundaryFinder(kind, text), [0]
    while (position := finder.toNextBoundary()) > 0:
        found.append(points[position])
    return found


@pytest.mark.parametrize("text", SENTENCES)
def test_lines_break_where_qt_would_break_them(text: str) -> None:
    """The windows' own text is broken by Qt: two implementations of UAX #14 that know nothing of each other agree."""
    assert _line_boundaries(text) == qt_boundaries(text, QTextBoundaryFinder.BoundaryType.Line)


@pytest.mark.parametrize("text", SENTENCES)
def test_clusters_are_those_of_qt(text: str) -> None:
    clusters = list(accumulate(map(len, regex.findall(r"\X", text)), initial=0))
    assert clusters == qt_boundaries(text, QTextBoundaryFinder.BoundaryType.Grapheme)


MIXED = st.text(
    "abé1א한글字あぁ。！、!?.,;:()[]«»“”‘’'\"-—…  \u00a0\u200b\u2060$%€/🙂🇩🇪👍🏽\u0301\u200dーـभ्क",
    min_size=1,
    max_size=14,
)


@given(MIXED)
@example("a' b")
@example("字！あ")
@example("(\u0301 a")
def test_the_short_cut_changes_no_break(text: str) -> None:
    assert _line_boundaries(text) == sorted({0, *line_break_boundaries(text)})


def test_thai_breaks_between_words() -> None:
    """The same on every system: Qt knows Thai words only where the system has a dictionary for it."""
    text = "สวัสดีครับ วันนี้อากาศดีมาก and so on"
    assert [text[start:end] for start, end in words(text)] == [
        "สวัสดี", "ครับ", "วัน", "นี้", "อากาศ", "ดี", "มาก", "and", "so", "on",
    ]  # fmt: skip


@given(st.text("กขคงเแ่้ัา ab,", min_size=1, max_size=20))
def test_any_thai_text_stays_whole(text: str) -> None:
    found = _line_boundaries(text)
    assert [*found[:1], *found[-1:]] == [0, len(text)]
    assert all(start < end for start, end in pairwise(found))

"""Cues: where they break, how long they stay, and what holds for any input."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.base.events import CommittedLine, FinalLine
from app.transcript.cues import MAX_CUE_S, MIN_CUE_S, Piece, TimedLine, build_cues, character_times, gather
from app.transcript.line_breaking import NARROW_PER_LINE, WIDE_PER_LINE, break_cost, fullness, may_break, words
from inference.scripts import is_wide


def spoken(text: str, start_s: float, end_s: float, language: str | None = None, step: int = 12) -> TimedLine:
    """A finished line whose text was committed evenly in pieces of `step` characters."""
    parts = [text[at : at + step] for at in range(0, len(text), step)]
    each = (end_s - start_s) / max(1, len(parts))
    pieces = tuple(Piece(part, start_s + i * each, start_s + (i + 1) * each) for i, part in enumerate(parts))
    return TimedLine(text, start_s, end_s, text, language, pieces)


def rows(line: TimedLine) -> list[tuple[str, ...]]:
    return [cue.lines for cue in build_cues([line])]


def test_long_english_breaks_at_punctuation_and_before_conjunctions() -> None:
    text = (
        "Good morning, everybody, and welcome to the second lecture of the course on marine biology. Today we"
        " will look "
        "at how the octopus, which has no bones at all, manages to squeeze itself through openings that are not much "
        "larger than its own eye."
    )
    assert rows(spoken(text, 0, 14.2)) == [
        ("Good morning, everybody,",),
        ("and welcome to the second lecture", "of the course on marine biology."),
        ("Today we will look at how the octopus,", "which has no bones at all,"),
        ("manages to squeeze itself through openings", "that are not much larger than its own eye."),
    ]


def test_chinese_breaks_at_its_punctuation() -> None:
    text = "大家好，欢迎来到今天的会议。我们先看一下上个季度的销售数据。"
    assert rows(spoken(text, 0, 6)) == [("大家好，欢迎来到今天的会议。", "我们先看一下上个季度的销售数据。")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("well-known word", ["well-", "known", "word"]),
        ("3.5 kg, (yes)", ["3.5", "kg,", "(yes)"]),
        ("去公园吧！好。", ["去", "公", "园", "吧！", "好。"]),
        ("「はい」と", ["「は", "い」", "と"]),
        ("ちょっと", ["ちょっ", "と"]),
        ("コーヒー", ["コー", "ヒー"]),
        ("안녕하세요 여러분", ["안녕하세요", "여러분"]),
        ("مرحبا بالعالم، كيف", ["مرحبا", "بالعالم،", "كيف"]),
        ("e\u0301te\u0301 là", ["e\u0301te\u0301", "là"]),
        ("a 👩‍👩‍👧 b", ["a", "👩‍👩‍👧", "b"]),
        ("  spaced   out  ", ["spaced", "out"]),
        ("", []),
        ("   ", []),
    ],
)
def test_what_stays_together_on_a_line(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in words(text)] == expected


@pytest.mark.parametrize("mark", "、。，！？：；」』】）》…ー々っょゃァッ％")
def test_a_line_never_begins_with(mark: str) -> None:
    assert not may_break("字", mark, spaced=False)


@pytest.mark.parametrize("mark", "「『（《【“")
def test_a_line_never_ends_with(mark: str) -> None:
    assert not may_break(mark, "字", spaced=False)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (("it is over.", "Now"), ("it is over,", "now")),
        (("after lunch,", "he"), ("we went", "and slept")),
        (("we went", "and slept"), ("we went", "home early")),
        (("we went", "home"), ("in the", "house")),
        (("he came.", "Then"), ("we met Dr.", "Smith")),
        (("很好。", "但是"), ("很好", "但是")),
        (("很好", "但是"), ("很", "好的")),
        (("我们的", "计划"), ("我们", "的计划")),
        (("我们的", "计划"), ("因", "为时间")),
        (("コンピューターが", "起動"), ("コンピュ", "ーター")),
        (("he said “no.”", "Then"), ("he said", "no")),
        (("one", "two"), ("about 40", "kilometres")),
    ],
)
def test_breaks_are_ranked(better: tuple[str, str], worse: tuple[str, str]) -> None:
    assert break_cost(*better, spaced=" " in better[0]) < break_cost(*worse, spaced=" " in worse[0])


def test_a_word_wider_than_a_line_is_cut_and_nothing_else_is() -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik"
    shown = rows(spoken(f"Die {word} schließt heute", 0, 6))
    assert "".join(" ".join(lines) for lines in shown).replace(" ", "") == f"Die{word}schließtheute"
    assert all(fullness(line) <= 1 for lines in shown for line in lines)


def test_a_short_word_stays_long_enough_to_be_seen() -> None:
    cue = build_cues([spoken("Yes.", 3.0, 3.2)])[0]
    assert (cue.start_ms, cue.end_ms) == (3000, 3000 + round(MIN_CUE_S * 1000))


def test_a_cue_stays_to_be_read_but_does_not_hang_on() -> None:
    text = "This was said in a great hurry by somebody who"
    first, second = build_cues([spoken(text, 0.0, 1.0), spoken("stopped.", 30, 31)])
    assert 2000 < first.end_ms <= 2500
    assert second.start_ms == 30000


def test_slow_speech_is_divided_by_time() -> None:
    text = "One two three four five six seven eight nine ten"
    cues = build_cues([spoken(text, 0, 24, step=4)])
    assert len(cues) >= 4
    assert all(cue.end_ms - cue.start_ms <= MAX_CUE_S * 1000 for cue in cues)


def test_times_follow_the_commits_not_the_length_of_the_text() -> None:
    line = TimedLine(
        "First part, second part.",
        10.0,
        20.0,
        None,
        None,
        (Piece("First part,", 10.0, 11.0), Piece(" second part.", 18.0, 20.0)),
    )
    times = character_times(line, line.shown)
    assert times[0] == 10.0
    assert times[len("First part")] < 11.0
    assert times[len("First part, ")] >= 18.0
    assert times[-1] == 20.0


def test_commits_in_the_silence_after_the_speech_do_not_stretch_it() -> None:
    line = TimedLine("Late words.", 1.0, 2.5, "Late words.", None, (Piece("Late words", 1.0, 3.4),))
    assert character_times(line, line.shown)[-1] == 2.5


def test_a_diverged_final_keeps_the_times_of_its_common_beginning() -> None:
    shown = "We saw the see shore at night"
    final = "We saw the seashore at night"
    pieces = (Piece("We saw the", 0.0, 1.0), Piece(" see shore", 1.0, 5.0))
    line = TimedLine(shown, 0.0, 6.0, final, None, pieces, diverged=True)
    times = character_times(line, final)
    assert times[len("We saw the")] == pytest.approx(1.0)
    assert times[-1] == pytest.approx(6.0)
    assert [cue.lines for cue in build_cues([line])] == [(final,)]
    assert [cue.lines for cue in build_cues([line], as_shown=True)] == [(shown,)]


def test_gather_joins_what_the_engine_said() -> None:
    events = [
        CommittedLine(1, "Hello", 0.0, 0.6),
        CommittedLine(1, " there", 0.6, 1.2),
        FinalLine(1, "Hello there.", "Hello there.", ".", False, 0.0, 1.5, "English"),
        FinalLine(2, "", "", "", False, 2.0, 2.2),
        CommittedLine(3, "cut", 3.0, 3.4, "English"),
    ]
    first, noise, last = gather(events)
    assert (first.shown, first.committed, first.language, first.end_s) == (
        "Hello there.",
        "Hello there",
        "English",
        1.5,
    )
    assert noise.text() == ""
    assert (last.shown, last.final, last.start_s, last.end_s) == ("cut", None, 3.0, 3.4)
    assert [cue.lines for cue in build_cues([first, noise, last])] == [("Hello there.",), ("cut",)]


def test_captions_said_during_a_long_dictation_stand_at_their_own_times() -> None:
    """They were pushed behind its end, for a fifth of a second each."""
    words = " ".join(f"word{n}" for n in range(60))
    dictation = spoken(words, 0.0, 60.0, step=6)
    captions = [spoken(f"Caption {n}.", at, at + 2.0) for n, at in enumerate((5.0, 20.0))]
    cues = build_cues([dictation, *captions])
    for n, at in enumerate((5.0, 20.0)):
        cue = next(cue for cue in cues if cue.lines == (f"Caption {n}.",))
        assert abs(cue.start_ms - at * 1000) < 4000
        assert cue.end_ms - cue.start_ms >= 200
    assert all(a.end_ms <= b.start_ms for a, b in itertools.pairwise(cues))


ALPHABETS = st.sampled_from(
    [
        "abc d, e. f and g",
        "中文字，。「」了 A",
        "これは、ちょっとーです。",
        "안녕 하세요.",
        "สวัสดีครับ ",
        "مرحبا، ",
        "🎉e\u0301\u200d\n\t\0 ",
    ]
)
TEXTS = ALPHABETS.flatmap(lambda letters: st.text(alphabet=letters, max_size=160))


@st.composite
def timed_lines(draw: st.DrawFn) -> TimedLine:
    text = draw(TEXTS)
    start_s = draw(st.floats(0, 5000))
    length_s = draw(st.floats(0, 40))
    committed = draw(st.integers(0, len(text)))
    step = draw(st.integers(1, 30))
    final = draw(st.none() | st.just(text) | TEXTS)
    base = spoken(text[:committed], start_s, start_s + length_s, step=step)
    return TimedLine(text, start_s, start_s + length_s, final, None, base.pieces, final is not None and final != text)


@settings(max_examples=300, deadline=None)
@given(st.lists(timed_lines(), max_size=6), st.booleans())
def test_what_holds_for_any_lines(lines: list[TimedLine], as_shown: bool) -> None:
    cues = build_cues(lines, as_shown)
    end_ms = 0
    for cue in cues:
        assert cue.start_ms >= end_ms, "cues overlap or run backwards"
        assert 0 < cue.end_ms - cue.start_ms <= MAX_CUE_S * 1000
        end_ms = cue.end_ms
        assert 1 <= len(cue.lines) <= 2
        for row in cue.lines:
            assert row == row.strip() != ""
            assert not any(unicodedata.category(char) == "Cc" for char in row)
            base = [char for char in row if unicodedata.category(char) not in ("Mn", "Me", "Cf")]
            wide = sum(map(is_wide, base))
            assert wide <= WIDE_PER_LINE
            assert len(base) - wide <= NARROW_PER_LINE
    shown = "".join("".join(cue.lines) for cue in cues)
    said = "".join(line.text(as_shown) for line in lines)
    assert sorted(_letters(shown)) == sorted(_letters(said)), "text was lost or added"
    if all(a.end_s < b.start_s for a, b in itertools.pairwise(lines)):
        assert _letters(shown) == _letters(said), "text was moved"


def _letters(text: str) -> str:
    return "".join(char for char in text if not char.isspace() and unicodedata.category(char) != "Cc")


@settings(max_examples=200, deadline=None)
@given(timed_lines())
def test_character_times_never_fall(line: TimedLine) -> None:
    for text in (line.shown, line.final or ""):
        times = character_times(line, text)
        assert len(times) == len(text) + 1
        assert all(a <= b for a, b in itertools.pairwise(times))
        assert line.start_s <= times[0] and times[-1] <= line.end_s + 1e-6


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_words_cover_all_text_in_order(text: str) -> None:
    ranges = words(text)
    assert _letters("".join(text[start:end] for start, end in ranges)) == _letters(text)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(ranges))
    assert all(fullness(text[start:end]) <= 1 for start, end in ranges)

"""The log of captions: whoever reads it, whenever and however slowly, ends with the text as it was said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.serve.caption_log import CaptionLog, Portion, utf16_length


class Reader:
    """Draws as `resources/captions/feed.js` does."""

    def __init__(self) -> None:
        self.position = 0
        self.lines: dict[int, str] = {}
        self.done: set[int] = set()

    def draw(self, portion: Portion) -> None:
        self.position = portion.position
        for piece in portion.pieces:
            had = self.lines.get(piece.number, "")
            assert piece.at <= utf16_length(had), "a gap"
            overlap = (utf16_length(had) - piece.at) * 2
            rest = piece.text.encode("utf-16-le")[overlap:].decode("utf-16-le")
            self.lines[piece.number] = had + rest
            if piece.done:
                self.done.add(piece.number)


def filled(n_lines: int, kept: int = 10_000) -> CaptionLog:
    log = CaptionLog(kept)
    for number in range(n_lines):
        log.append(number, f"line {number}")
        log.finish(number)
    return log


STEP = st.one_of(
    st.tuples(st.just("append"), st.integers(0, 3), st.text("a 你🎉", max_size=4)),
    st.tuples(st.just("finish"), st.integers(0, 3), st.just("")),
    st.tuples(st.just("read"), st.integers(1, 3), st.just("")),
    st.tuples(st.just("again"), st.integers(1, 3), st.just("")),
)


@given(st.lists(STEP, max_size=60))
def test_no_reader_loses_or_doubles_a_character(steps: list[tuple[str, int, str]]) -> None:
    """One reads at any time, in portions of any size, and at times goes back to a place where it has been."""
    log, reader, said, finished, places = CaptionLog(), Reader(), dict[int, str](), set[int](), [0]
    for what, number, text in steps:
        if what == "append" and number not in finished:
            log.append(number, text)
            said[number] = said[number] + text if said.get(number) else text.lstrip()
        elif what == "finish":
            log.finish(number)
            finished |= {number} if said.get(number) else set()
        elif what == "read":
            reader.draw(log.after(reader.position, number))
            places.append(reader.position)
        elif what == "again":
            reader.position = places[-number % len(places)]
    portion = log.after(reader.position, 1)
    while True:
        reader.draw(portion)
        if not portion.more:
            break
        portion = log.after(reader.position, 1)
    assert reader.lines == {number: text for number, text in said.items() if text}
    assert reader.done == finished


def test_who_is_up_to_date_is_sent_only_what_is_new() -> None:
    log, reader = CaptionLog(), Reader()
    log.append(0, " Hello")
    reader.draw(log.after(0))
    log.append(0, " world 🎉")
    (piece,) = log.after(reader.position).pieces
    assert (piece.at, piece.text, piece.done) == (5, " world 🎉", False)
    reader.draw(log.after(reader.position))
    log.finish(0)
    (piece,) = log.after(reader.position).pieces
    assert (piece.at, piece.text, piece.done) == (14, "", True)


def test_a_reader_that_was_away_for_long_is_sent_portions() -> None:
    log, reader, sizes = filled(1000), Reader(), []
    portion = log.after(0, 200)
    while portion.pieces:
        sizes.append(len(portion.pieces))
        reader.draw(portion)
        portion = log.after(reader.position, 200)
    assert sizes == [200] * 5
    assert reader.lines == {number: f"line {number}" for number in range(1000)}


def test_only_the_last_lines_are_kept() -> None:
    log = filled(30, kept=20)
    assert [piece.number for piece in log.newest().pieces] == list(range(10, 30))
    assert [piece.number for piece in log.after(0).pieces] == list(range(10, 30))


def test_one_begins_with_the_newest_lines_and_asks_for_earlier_ones() -> None:
    log = filled(500)
    newest = log.newest(200)
    assert [piece.number for piece in newest.pieces] == list(range(300, 500))
    assert log.after(newest.position).pieces == ()
    assert log.has_before(300)
    earlier = log.before(300, 200)
    assert ([piece.number for piece in earlier.pieces], earlier.more) == (list(range(100, 300)), True)
    earliest = log.before(100, 200)
    assert (len(earliest.pieces), earliest.more, log.has_before(0)) == (100, False, False)


def test_empty_texts_and_unknown_lines_are_no_change() -> None:
    log, changes = CaptionLog(), []
    log.changed.connect(lambda: changes.append(1))
    log.append(0, "")
    log.append(0, "  ")
    log.finish(0)
    log.finish(7)
    log.set_state("")
    assert not changes
    assert log.after(0).pieces == ()

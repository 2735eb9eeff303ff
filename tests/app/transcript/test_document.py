"""The transcript model only grows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.base.events import CommittedLine, FinalLine
from app.transcript.document import Transcript


class Watcher:
    """Rebuilds every line from the signals alone."""

    def __init__(self, transcript: Transcript) -> None:
        self.texts: dict[int, str] = {}
        self.finished: list[int] = []
        transcript.text_appended.connect(self._append)
        transcript.line_finished.connect(self.finished.append)

    def _append(self, number: int, delta: str) -> None:
        assert number not in self.finished, "text after the end of a line"
        assert delta
        self.texts[number] = self.texts.get(number, "") + delta


def said(utterance: int, text: str, at_s: float = 0.0) -> CommittedLine:
    return CommittedLine(utterance, text, at_s, at_s + 0.3, "English")


def ended(utterance: int, text: str, shown: str, remainder: str, diverged: bool = False) -> FinalLine:
    return FinalLine(utterance, text, shown, remainder, diverged, 0.0, 2.0, "English")


def test_screen_shows_committed_text_then_the_remainder() -> None:
    transcript = Transcript()
    watcher = Watcher(transcript)
    transcript.begin(7, 1.5)
    transcript.append(said(7, "Hello", 1.5))
    transcript.append(said(7, " wor"))
    transcript.finish(ended(7, "Hello world.", "Hello world.", "ld."))
    line = transcript.line(0)
    assert line.text == watcher.texts[0] == "Hello world."
    assert (line.start_s, line.finished, line.final_text, line.diverged) == (1.5, True, "Hello world.", False)
    assert watcher.finished == [0]


def test_a_final_that_differs_changes_nothing_on_screen_and_is_marked() -> None:
    transcript = Transcript()
    watcher = Watcher(transcript)
    transcript.append(said(1, "Hello word"))
    transcript.finish(ended(1, "Hello world again", "Hello word again", " again", diverged=True))
    assert watcher.texts[0] == transcript.line(0).text == "Hello word again"
    assert transcript.line(0).final_text == "Hello world again"
    assert transcript.line(0).diverged


def test_an_utterance_without_text_leaves_no_line() -> None:
    transcript = Transcript()
    watcher = Watcher(transcript)
    transcript.begin(1, 0.0)
    transcript.finish(ended(1, "", "", ""))
    transcript.begin(2, 3.0)
    transcript.append(said(2, "A", 3.0))
    assert list(watcher.texts.values()) == ["A"]
    assert transcript.line(0).start_s == 3.0


def test_a_final_alone_makes_a_line() -> None:
    transcript = Transcript()
    watcher = Watcher(transcript)
    transcript.begin(1, 0.5)
    transcript.finish(ended(1, "Yes.", "Yes.", "Yes."))
    assert watcher.texts == {0: "Yes."}
    assert watcher.finished == [0]
    assert transcript.line(0).start_s == 0.5


def test_a_second_session_may_count_its_utterances_from_one_again() -> None:
    transcript = Transcript()
    watcher = Watcher(transcript)
    transcript.append(said(1, "First"))
    transcript.finish(ended(1, "First", "First", ""))
    transcript.append(said(1, "Second"))
    assert watcher.texts == {0: "First", 1: "Second"}


def test_a_worker_that_dies_leaves_its_line_as_it_stands() -> None:
    transcript = Transcript()
    watcher = Watcher(transcript)
    transcript.append(said(3, "Half a sen"))
    transcript.close_open_lines()
    assert transcript.line(0).finished
    assert transcript.line(0).final_text == "Half a sen"
    assert watcher.finished == [0]


@given(st.lists(st.tuples(st.integers(0, 3), st.text(max_size=6), st.booleans()), max_size=40))
def test_signals_rebuild_every_line_and_none_ever_shrinks(steps: list[tuple[int, str, bool]]) -> None:
    transcript = Transcript()
    watcher = Watcher(transcript)
    before: dict[int, str] = {}
    for utterance, text, last in steps:
        if last:
            transcript.finish(ended(utterance, text, text, text))
        else:
            transcript.append(said(utterance, text))
        for line in transcript.lines:
            assert line.text.startswith(before.get(line.number, ""))
            before[line.number] = line.text
            assert watcher.texts[line.number] == line.text

"""The history window, over a real store."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QDateTime, QLocale, Qt, QTimer
from PySide6.QtGui import QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QInputDialog,
    QLineEdit,
    QListView,
    QMessageBox,
    QPlainTextEdit,
    QWidget,
)

from app.base.events import CommittedLine, FinalLine
from app.base.settings import HistorySettings
from app.history.store import HistoryStore, Session
from app.transcript.cues import TimedLine
from app.ui.history.export_dialog import ExportDialog
from app.ui.history.labels import date_words, time_words
from app.ui.history.list import by_day, is_right_to_left, utf16_range
from app.ui.history.window import HistoryWindow
from app.ui.kit.i18n import Translators
from app.ui.kit.placing import QUESTION_PX
from app.ui.kit.relay import post_to_qt
from tests.app.history.histories import LECTURE, MEETING, add_session, say
from tests.app.waiting import wait_until

pytestmark = pytest.mark.usefixtures("application")


@pytest.fixture
def window(store: HistoryStore, tmp_path: Path) -> Iterator[HistoryWindow]:
    add_session(store, LECTURE)
    add_session(store, MEETING, "周会")
    made = HistoryWindow(store, HistorySettings(export_folder=str(tmp_path)))
    made.show()
    QTest.qWait(20)
    yield made
    made.close()
    made.deleteLater()


def heads(window: HistoryWindow) -> list[str]:
    return [entry.head for entry in window.list.entries]


def search(window: HistoryWindow, text: str) -> None:
    window.parts.search.setText(text)
    wait_until(lambda: not window._search_timer.isActive())


def marked(window: HistoryWindow) -> list[str]:
    return [selection.cursor.selectedText() for selection in window.parts.view.extraSelections()]


def test_sessions_are_listed_and_the_newest_is_shown(window: HistoryWindow) -> None:
    assert heads(window)[0] == "周会"
    assert len(heads(window)) == 2
    assert window.parts.count.text() == "2 sessions"
    assert window.parts.title.text() == "周会"
    assert window.parts.view.toPlainText().splitlines()[0].endswith(MEETING[0])
    assert "Microphone" in window.parts.details.text()


def test_the_invitation_to_select_a_session_stands_there_only_while_none_is(
    window: HistoryWindow, store: HistoryStore
) -> None:
    assert window.parts.view.isVisible()
    assert not window.parts.nothing_shown.isVisible()
    window._show(None)
    assert window.parts.nothing_shown.isVisible()
    assert window.parts.nothing_shown.text() == "Select a session to read it."
    store.delete_all()
    assert store.flush()
    wait_until(lambda: window.parts.nothing_shown.text() == "")


def test_search_lists_hits_marks_them_and_shows_the_line(window: HistoryWindow) -> None:
    search(window, "octopus")
    assert window.parts.count.text() == "3 matches"
    assert len(heads(window)) == 3
    entry = window.list.entries[1]
    assert [entry.head[start:end] for start, end in entry.ranges] == ["octopus"]
    window._select_row(1)
    assert window.parts.title.text() != "周会"
    assert marked(window) == ["octopus", "octopus"]
    assert window.parts.matches.text() == "Match 2 of 2"
    assert window.parts.view.textCursor().block().text().endswith("The octopus is shy")


def test_marks_stand_right_after_characters_outside_the_basic_plane(window: HistoryWindow) -> None:
    search(window, "展览 octopus")
    assert marked(window) == ["octopus", "展览", "octopus"]


def test_next_and_previous_go_round(window: HistoryWindow) -> None:
    search(window, "octopus")
    window._select_row(2)
    assert window.parts.matches.text() == "Match 1 of 2"
    window.next_action.trigger()
    assert window.parts.matches.text() == "Match 2 of 2"
    window.next_action.trigger()
    assert window.parts.matches.text() == "Match 1 of 2"
    window.previous_action.trigger()
    assert window.parts.matches.text() == "Match 2 of 2"


def test_a_search_without_a_match_says_so_and_escape_brings_the_list_back(window: HistoryWindow) -> None:
    search(window, "zebra")
    assert heads(window) == []
    assert "zebra" in window.parts.nothing_listed.text()
    assert window.parts._listed.currentWidget() is window.parts.nothing_listed
    next(action for action in window.actions() if action.shortcut().toString() == "Esc").trigger()
    wait_until(lambda: len(heads(window)) == 2)
    assert window.isVisible()
    next(action for action in window.actions() if action.shortcut().toString() == "Esc").trigger()
    assert not window.isVisible()


def test_sessions_are_found_by_their_title(window: HistoryWindow) -> None:
    search(window, "周会")
    assert heads(window) == ["周会"]
    assert window.parts._listed.currentWidget() is window.parts.list


def answer_with(text: str) -> None:
    """Types `text` into the question that comes up next and agrees."""

    def type_it() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        assert dialog.width() >= QUESTION_PX
        dialog.setTextValue(text)
        dialog.accept()

    QTimer.singleShot(100, type_it)


def test_rename(window: HistoryWindow, store: HistoryStore) -> None:
    window._select_row(1)
    answer_with("Biology")
    window.rename_action.trigger()
    wait_until(lambda: "Biology" in heads(window))
    assert window.parts.title.text() == "Biology"


def test_copy_takes_the_text_of_all_chosen_sessions(window: HistoryWindow) -> None:
    window.parts.list.selectAll()
    window.copy_action.trigger()
    wait_until(lambda: QApplication.clipboard().text().splitlines() == [*LECTURE, "", *MEETING])
    assert window.parts.messages.texts == ["The text was copied."]


def test_of_two_copies_the_later_one_counts(
    window: HistoryWindow, store: HistoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first, of a long session, is still being read."""
    read, may_read, both = store.read_apart, threading.Event(), threading.Barrier(2)

    def slowly(sessions: Sequence[int]) -> list[list[TimedLine]]:
        if len(sessions) > 1:
            assert may_read.wait(30)
            found = read(sessions)
            both.wait(30)
            return found
        return read(sessions)

    monkeypatch.setattr(store, "read_apart", slowly)
    window.parts.list.selectAll()
    window.copy_action.trigger()
    window._select_row(1)
    window.copy_action.trigger()
    wait_until(lambda: QApplication.clipboard().text().splitlines() == LECTURE)
    may_read.set()
    both.wait(30)
    wait_until(lambda: not any(thread.name == "copy" for thread in threading.enumerate()))
    QApplication.processEvents()
    assert QApplication.clipboard().text().splitlines() == LECTURE


@pytest.mark.logs("a copy")
def test_copy_of_a_history_that_cannot_be_read_is_told_and_leaves_the_clipboard(
    window: HistoryWindow, store: HistoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    QApplication.clipboard().setText("what was copied before")

    def broken(path: Path) -> None:
        raise sqlite3.DatabaseError("disk I/O error")

    window.parts.list.selectAll()
    monkeypatch.setattr("app.history.schema.open_for_reading", broken)
    window.copy_action.trigger()
    wait_until(lambda: window.parts.messages.texts)
    assert window.parts.messages.texts == ["The history could not be read: disk I/O error"]
    assert QApplication.clipboard().text() == "what was copied before"


def test_delete_can_be_undone(window: HistoryWindow, store: HistoryStore) -> None:
    before = heads(window)
    window.delete_action.trigger()
    assert heads(window) == before[1:]
    assert window.parts.undo_bar.isVisible()
    assert "周会" in window.parts.undo_words.text()
    assert window.parts.title.text() == before[1]
    search(window, "章鱼")
    assert heads(window) == []
    search(window, "")
    window.parts.undo.click()
    assert heads(window) == before
    assert not window.parts.undo_bar.isVisible()
    assert store.flush()
    assert len(store.sessions()) == 2


def test_delete_is_for_good_when_the_window_closes(window: HistoryWindow, store: HistoryStore) -> None:
    window.delete_action.trigger()
    assert len(store.sessions()) == 2
    window.close()
    assert store.flush()
    assert [session.title for session in store.sessions()] == [""]


def test_delete_is_for_good_when_the_time_is_over(window: HistoryWindow, store: HistoryStore) -> None:
    window._undo_timer.setInterval(20)
    window.delete_action.trigger()
    wait_until(lambda: len(store.sessions()) == 1)
    assert not window.parts.undo_bar.isVisible()


def test_delete_all_asks_first(window: HistoryWindow, store: HistoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["Cancel", "Delete all"])

    def choose(box: QMessageBox) -> int:
        wanted = next(answers)
        next(button for button in box.buttons() if button.text().replace("&", "") == wanted).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", choose)
    window.delete_all_action.trigger()
    assert store.flush()
    assert len(store.sessions()) == 2
    window.delete_all_action.trigger()
    assert store.flush()
    assert store.sessions() == []
    wait_until(lambda: heads(window) == [])
    assert "Nothing here yet" in window.parts.nothing_listed.text()
    assert window.parts.view.toPlainText() == ""


def test_a_running_session_grows_in_the_window(window: HistoryWindow, store: HistoryStore) -> None:
    store.begin_session(source="microphone")
    say(store, 1, "The first line", 0)
    wait_until(lambda: len(heads(window)) == 3)
    assert "Recording now" in window.list.entries[0].details
    window._select_row(0)
    assert window.parts.view.toPlainText() == "0:00\u2002The first line"
    store.add_committed(CommittedLine(2, "Not yet", 5, 6))
    say(store, 3, "later", 9)
    QTest.qWait(900)
    assert window.parts.view.toPlainText() == "0:00\u2002The first line", "lines come finished and in order"
    store.add_final(FinalLine(2, "Not yet.", "Not yet.", ".", False, 5, 7))
    wait_until(lambda: window.parts.view.toPlainText().endswith("later"))
    assert window.parts.view.toPlainText().splitlines()[1] == "0:05\u2002Not yet."


def test_new_hits_do_not_move_what_is_being_read(window: HistoryWindow, store: HistoryStore) -> None:
    add_session(store, [f"the octopus number {index}" for index in range(200)])
    wait_until(lambda: len(heads(window)) == 3)
    search(window, "octopus")
    window._select_row(100)
    bar = window.parts.view.verticalScrollBar()
    bar.setValue(3)
    QTest.qWait(30)
    store.begin_session(source="microphone")
    say(store, 1, "another octopus", 0)
    wait_until(lambda: heads(window)[0] == "another octopus")
    assert bar.value() == 3
    assert window._selected()[0].head == "the octopus number 99"
    assert window.parts.matches.text() == "Match 100 of 200"


def test_the_final_transcript_is_shown(store: HistoryStore) -> None:
    store.begin_session()
    say(store, 1, "we saw the see shore", 0, final="we saw the seashore")
    store.end_session()
    assert store.flush()
    window = HistoryWindow(store, HistorySettings())
    window.show()
    assert window.parts.view.toPlainText() == "0:00\u2002we saw the seashore"
    window.close()


def test_an_unfinished_session_is_shown_with_what_was_committed(store: HistoryStore, tmp_path: Path) -> None:
    store.begin_session()
    store.add_committed(CommittedLine(1, "cut off in the", 0, 2))
    assert store.flush()
    with HistoryStore.open(tmp_path / "history", HistorySettings(), post_to_qt()) as second:
        offered = second.unfinished_session()
        assert offered is not None
        window = HistoryWindow(second, HistorySettings())
        window.open_session(offered.id)
        assert window.parts.view.toPlainText() == "0:00\u2002cut off in the"
        window.close()


def test_history_switched_off_says_so(tmp_path: Path) -> None:
    with HistoryStore.open(tmp_path / "none", HistorySettings(store=False), post_to_qt()) as store:
        window = HistoryWindow(store, HistorySettings(store=False))
        window.show()
        assert "History is off" in window.parts.nothing_listed.text()
        window.close()
    assert not (tmp_path / "none").exists()


def test_a_long_session_loads_in_parts_and_a_hit_at_its_end_is_found(store: HistoryStore) -> None:
    add_session(store, [*(f"line number {index}" for index in range(1500)), "the needle"])
    window = HistoryWindow(store, HistorySettings())
    window.show()
    assert window.parts.view.blockCount() < 1501
    window.parts.search.setText("needle")
    wait_until(lambda: window.parts.matches.text() == "Match 1 of 1")
    assert window.parts.view.blockCount() == 1501
    assert window.parts.view.textCursor().block().text().endswith("the needle")
    assert marked(window) == ["needle"]
    window.close()


def test_everything_can_be_reached_and_is_named(window: HistoryWindow) -> None:
    search(window, "octopus")
    kinds = (QAbstractButton, QLineEdit, QListView, QPlainTextEdit, QComboBox)
    for widget in window.findChildren(QWidget):
        if isinstance(widget, kinds) and widget.isVisible() and not widget.objectName().startswith("qt_"):
            name = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
            assert name or isinstance(widget.parent(), QLineEdit), f"{widget} has no name"
    order = []
    window.parts.search.setFocus()
    for _ in range(12):
        order.append(QApplication.focusWidget())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    parts = window.parts
    for wanted in (
        parts.search,
        parts.list,
        parts.rename,
        parts.copy,
        parts.export,
        parts.delete,
        parts.next,
        parts.view,
    ):
        assert wanted in order, f"{wanted} cannot be reached by Tab"
    index = window.list.index(0)
    assert "·" in str(index.data(Qt.ItemDataRole.AccessibleTextRole))


@pytest.mark.parametrize(("text", "expected"), [("hello", False), ("123 مرحبا", True), ("שלום", True), ("", False)])
def test_direction(text: str, expected: bool) -> None:
    assert is_right_to_left(text) is expected


def test_ranges_count_as_qt_counts() -> None:
    assert utf16_range("a🐙b", 2, 3) == (3, 1)
    assert QTextLayout("a🐙b").text()[1] == "🐙"


# --- the export dialog


@pytest.mark.parametrize(("count", "words"), [(1, "Delete the 1 session?"), (2, "Delete all 2 sessions?")])
def test_the_question_before_all_is_deleted_counts_right(
    window: HistoryWindow, store: HistoryStore, monkeypatch: pytest.MonkeyPatch, count: int, words: str
) -> None:
    translators = Translators(QApplication.instance())
    translators.use("en")
    if count == 1:
        store.delete((store.sessions()[0].id,))
        assert store.flush()
        wait_until(lambda: len(heads(window)) == 1)
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()) or 0)
    window.delete_all_action.trigger()
    assert asked == [words]


def test_the_window_remembers_the_export(
    window: HistoryWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[HistorySettings] = []
    window.settings_changed.connect(seen.append)

    def run(dialog: ExportDialog) -> int:
        dialog.format.setCurrentIndex(dialog.format.findData("json"))
        dialog.save.click()
        wait_until(lambda: dialog.path is not None)
        return 1

    monkeypatch.setattr(ExportDialog, "exec", run)
    window.export_action.trigger()
    assert [settings.export_format for settings in seen] == ["json"]
    assert (tmp_path / "周会.json").is_file()
    assert any("周会.json" in text for text in window.parts.messages.texts)


def test_sessions_are_named_by_their_first_words_and_grouped_by_day(store: HistoryStore) -> None:
    day_s, now_s = 86_400.0, 1_800_000_000.0
    began = (now_s - 9 * day_s, now_s - 9 * day_s + 60, now_s - day_s, now_s)
    sessions = [
        Session(number, title, at_s, at_s, at_s, "microphone", "", "", preview, 1, 60.0)
        for number, (at_s, title, preview) in enumerate(
            zip(began, ("", "Lecture", "", ""), ("word " * 40, "no title", "", "大家好" * 30), strict=True), 1
        )
    ]
    today = QDateTime.fromSecsSinceEpoch(int(now_s)).date()
    entries = by_day(sessions[::-1], lambda session: False, today)
    assert entries[0].head == "大家好" * 20 + "…"
    assert [entry.day for entry in entries[:2]] == ["Today", "Yesterday"]
    assert entries[1].head in date_words(sessions[2]), "without a word, the day is its name"
    assert entries[2].head == "Lecture"
    assert entries[3].head == ("word " * 12).strip() + "…"
    assert "2027" in entries[2].day
    assert entries[3].day == "", "a day has one heading"
    assert time_words(sessions[0]) in entries[3].details


def test_a_heading_makes_its_row_higher_and_is_read_out(window: HistoryWindow) -> None:
    view, model = window.parts.list, window.list
    assert [bool(entry.day) for entry in model.entries] == [True, False]
    assert view.sizeHintForIndex(model.index(0)).height() > view.sizeHintForIndex(model.index(1)).height()
    assert str(model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole)).startswith("Today, ")
    window.grab()


def test_lines_have_the_time_of_day_where_that_is_chosen(window: HistoryWindow) -> None:
    assert window.parts.view.toPlainText().startswith("0:0")
    window.set_settings(HistorySettings(line_times="clock"))
    line = window.parts.view.lines[0]
    of_day = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(line.wall_s)).time(), QLocale.FormatType.ShortFormat)
    assert window.parts.view.toPlainText().startswith(of_day)
    window.set_settings(HistorySettings(line_times="both"))
    assert window.parts.view.toPlainText().startswith(f"0:00 · {of_day}")

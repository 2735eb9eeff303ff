"""The export dialog, over a real store."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QMessageBox,
)

from app.base.settings import HistorySettings
from app.history.store import HistoryStore
from app.transcript.export import write_export
from app.ui.history import export_dialog
from app.ui.history.export_dialog import PREVIEW_LINES, ExportDialog
from tests.app.history.histories import LECTURE, add_session, say
from tests.app.waiting import wait_until

pytestmark = pytest.mark.usefixtures("application")


def open_export(store: HistoryStore, settings: HistorySettings) -> ExportDialog:
    session = store.sessions()[0]
    sample = store.lines(session.id, limit=PREVIEW_LINES)
    return ExportDialog(session, sample, lambda: store.read_apart([session.id])[0], settings)


@pytest.fixture
def dialog(store: HistoryStore, tmp_path: Path) -> Iterator[ExportDialog]:
    store.begin_session()
    say(store, 1, "we saw the see shore", 1.0, final="we saw the seashore")
    for index in range(2, 12):
        say(store, index, f"line {index}", index * 10.0)
    store.end_session()
    assert store.flush()
    made = open_export(store, HistorySettings(export_folder=str(tmp_path / "out")))
    (tmp_path / "out").mkdir()
    made.show()
    yield made
    made.close()


def choose(combo: QComboBox, data: object) -> None:
    combo.setCurrentIndex(combo.findData(data))


def test_the_dialog_says_that_times_are_approximate_where_there_are_any(dialog: ExportDialog) -> None:
    choose(dialog.format, "txt")
    dialog.timestamps.setChecked(False)
    assert not dialog.note.isVisible()
    dialog.timestamps.setChecked(True)
    for name in ("txt", "srt", "vtt", "json"):
        choose(dialog.format, name)
        assert dialog.note.isVisible()
        assert "approximate" in dialog.note.text()


def test_the_preview_follows_the_choices(dialog: ExportDialog) -> None:
    assert dialog.preview.toPlainText().startswith("we saw the seashore\nline 2\n")
    assert dialog.preview.toPlainText().endswith("…")
    choose(dialog.text, True)
    assert dialog.preview.toPlainText().startswith("we saw the see shore")
    dialog.timestamps.setChecked(True)
    assert dialog.preview.toPlainText().startswith("[00:00:01] we saw")
    choose(dialog.format, "vtt")
    assert dialog.preview.toPlainText().startswith("WEBVTT\n")
    assert not dialog.timestamps.isEnabled()


def test_saving_writes_the_whole_session_and_remembers_the_choices(dialog: ExportDialog, tmp_path: Path) -> None:
    choose(dialog.format, "srt")
    dialog.name.setText("Biology: 周三?")
    dialog.save.click()
    wait_until(lambda: dialog.path is not None)
    assert dialog.path == tmp_path / "out" / "Biology 周三.srt"
    assert dialog.path.read_text(encoding="utf-8").count("-->") == 11
    assert dialog.settings.export_format == "srt"
    assert dialog.settings.export_folder == str(tmp_path / "out")
    assert not dialog.isVisible()


def test_a_file_that_is_there_is_replaced_only_when_told(
    dialog: ExportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.name.setText("notes")
    target = tmp_path / "out" / "notes.txt"
    target.write_text("precious", encoding="utf-8")
    answers = iter(["Cancel", "Replace"])

    def choose(box: QMessageBox) -> int:
        wanted = next(answers)
        next(button for button in box.buttons() if button.text().replace("&", "") == wanted).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", choose)
    dialog.save.click()
    QTest.qWait(50)
    assert target.read_text(encoding="utf-8") == "precious"
    dialog.save.click()
    wait_until(lambda: dialog.path is not None)
    assert target.read_text(encoding="utf-8").startswith("we saw the seashore\n")


def test_a_folder_that_cannot_be_written_is_said_and_the_dialog_stays(dialog: ExportDialog, tmp_path: Path) -> None:
    dialog.folder.setText(str(tmp_path / "nowhere"))
    dialog.save.click()
    wait_until(dialog.problem.isVisible)
    assert "cannot be written" in dialog.problem.text()
    assert dialog.isVisible()
    assert dialog.save.isEnabled()


@pytest.mark.logs("the history could not be read")
def test_a_session_that_is_gone_replaces_no_file(
    dialog: ExportDialog, store: HistoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.name.setText("notes")
    target = tmp_path / "out" / "notes.txt"
    target.write_text("precious", encoding="utf-8")
    monkeypatch.setattr(dialog, "_may_replace", lambda _: True)
    store.delete((store.sessions()[0].id,))
    assert store.flush()
    dialog.save.click()
    wait_until(dialog.problem.isVisible)
    assert dialog.problem.text() == "The history could not be read."
    assert target.read_text(encoding="utf-8") == "precious"
    assert dialog.isVisible() and dialog.save.isEnabled()


ANY_NAME_IS_A_USER = pytest.mark.skipif(sys.platform == "win32", reason="Windows takes any name for a user")


@pytest.mark.parametrize("folder", ["/" + "x" * 300, pytest.param("~nosuchuser/x", marks=ANY_NAME_IS_A_USER)])
def test_a_folder_that_cannot_be_one_is_said_and_the_dialog_stays(dialog: ExportDialog, folder: str) -> None:
    dialog.folder.setText(folder)
    dialog.save.click()
    wait_until(dialog.problem.isVisible)
    named = str(Path(folder).absolute()) if sys.platform == "win32" else folder  # there it lies on the drive at hand
    assert dialog.problem.text().startswith(f"The file cannot be written to {named}: ")
    assert dialog.isVisible() and dialog.save.isEnabled()
    assert dialog.folder.isEnabled()


def test_nothing_can_be_changed_while_the_file_is_written_and_the_path_is_that_of_the_file(
    dialog: ExportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_write = threading.Event()

    def slow(path: Path, text: str) -> None:
        assert may_write.wait(10)
        write_export(path, text)

    monkeypatch.setattr(export_dialog, "write_export", slow)
    dialog.name.setText("notes")
    dialog.save.click()
    controls = (dialog.format, dialog.text, dialog.timestamps, dialog.name, dialog.folder, dialog.browse, dialog.save)
    assert not any(control.isEnabled() for control in controls)
    dialog.name.setText("other")
    may_write.set()
    wait_until(lambda: dialog.path is not None)
    assert dialog.path == tmp_path / "out" / "notes.txt"
    assert dialog.path.is_file()


@pytest.mark.logs("an export")
def test_an_unforeseen_error_is_said_and_the_dialog_can_be_closed(
    dialog: ExportDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path, text: str) -> None:
        raise RuntimeError("nobody thought of this")

    monkeypatch.setattr(export_dialog, "write_export", broken)
    dialog.name.setText("notes")
    dialog.save.click()
    wait_until(dialog.problem.isVisible)
    assert dialog.problem.text() == "notes.txt could not be written: nobody thought of this."
    dialog.reject()
    assert not dialog.isVisible()


def test_the_folder_that_is_offered_first_is_there(
    store: HistoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_session(store, LECTURE)
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda *_: str(tmp_path / "Documents"))
    for wanted in (str(Path.home()), str(tmp_path / "Documents")):
        made = open_export(store, HistorySettings())
        assert made.folder.text() == wanted
        made.deleteLater()
        (tmp_path / "Documents").mkdir(exist_ok=True)


def test_a_name_is_needed(dialog: ExportDialog) -> None:
    dialog.name.setText("  ")
    assert not dialog.save.isEnabled()

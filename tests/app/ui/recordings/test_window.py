"""The window of recordings, over a real queue and a real history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QToolButton, QWidget

from app.history.store import HistoryStore
from app.transcript.document import Transcript
from app.ui.kit.actions import Actions
from app.ui.main_window.recordings_sign import NAME, show_recordings
from app.ui.main_window.window import MainWindow
from app.ui.recordings.queue import FILE, PROGRESS, STATE
from app.ui.recordings.window import RecordingsWindow
from tests.app.capture.recordings import Kind, write_recording
from tests.app.capture.sounds import RATE
from tests.app.ui.recordings.kit import Rig, words, write_tone
from tests.app.waiting import wait_until

pytestmark = pytest.mark.usefixtures("application")


@pytest.fixture
def rig(store: HistoryStore) -> Iterator[Rig]:
    store.begin_session(source="microphone")
    made = Rig(store)
    yield made
    made.close()


@pytest.fixture
def window(rig: Rig) -> Iterator[RecordingsWindow]:
    made = RecordingsWindow(rig.queue)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def drop(window: QWidget, *paths: Path | str) -> bool:
    """As a file manager does; whether the window took it."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) if isinstance(path, Path) else QUrl(path) for path in paths])
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), action, data, button, keys)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    if not enter.isAccepted():
        return False
    dropped = QDropEvent(QPointF(50, 50), action, data, button, keys)
    QApplication.sendEvent(window, dropped)
    return dropped.isAccepted()


def select(window: RecordingsWindow, *names: str) -> None:
    window.list.clearSelection()
    for row, recording in enumerate(window.queue.recordings):
        if recording.name in names:
            flags = window.list.selectionModel().SelectionFlag
            window.list.selectionModel().select(window.queue.index(row, FILE), flags.Select | flags.Rows)


def answer(label: str, asked: list[str]) -> None:
    """Presses the button `label` of the next question."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(10, press)
            return
        asked.append(box.text())
        next(button for button in box.findChildren(QAbstractButton) if button.text().replace("&", "") == label).click()

    QTimer.singleShot(0, press)


def test_what_is_dropped_becomes_text_and_is_found_in_the_history(
    rig: Rig, window: RecordingsWindow, tmp_path: Path
) -> None:
    wanted: list[int] = []
    window.history_wanted.connect(wanted.append)
    assert drop(window, write_tone(tmp_path / "a.wav", 0.64), write_tone(tmp_path / "more" / "b.wav", 0.96).parent)
    wait_until(lambda: len(rig.queue.recordings) == 2, "the files to be listed")
    rig.finish()
    cells = [[str(rig.queue.index(row, column).data()) for column in (FILE, STATE, PROGRESS)] for row in range(2)]
    assert cells == [["a.wav", "Done", "100 %"], ["b.wav", "Done", "100 %"]]
    select(window, "b.wav")
    window.history_action.trigger()
    assert rig.store.lines(wanted[0])[0].shown == words(3)


def test_a_link_to_the_web_is_not_taken(window: RecordingsWindow) -> None:
    assert not drop(window, "https://example.org/talk.mp4")


def test_the_main_window_takes_files_also_above_its_boxes(tmp_path: Path) -> None:
    window = MainWindow(Transcript(), Actions())
    dropped: list[list[Path]] = []
    window.recordings_dropped.connect(dropped.append)
    path = write_tone(tmp_path / "a.wav", 0.64)
    assert drop(window, path)
    assert dropped == [[path]]
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    assert not window.hotwords.box.canInsertFromMimeData(data)
    data = QMimeData()
    data.setText("Ada Lovelace")
    assert window.hotwords.box.canInsertFromMimeData(data)
    window.deleteLater()


def test_subtitles_lie_beside_the_recording_and_replace_nothing_unasked(
    rig: Rig, window: RecordingsWindow, tmp_path: Path
) -> None:
    (tmp_path / "b.srt").write_text("made by hand")
    rig.add(write_tone(tmp_path / "a.wav", 0.64), write_tone(tmp_path / "b.wav", 0.64))
    rig.finish()
    select(window, "a.wav")
    window.save_action.trigger()
    wait_until(lambda: window.messages.texts, "the answer")
    assert words(2) in (tmp_path / "a.srt").read_text()
    asked: list[str] = []
    select(window, "b.wav")
    answer("Cancel", asked)
    window.save_action.trigger()
    wait_until(lambda: asked, "the question")
    assert asked == ["“b.srt” already exists. Replace it?"]
    assert (tmp_path / "b.srt").read_text() == "made by hand"
    (tmp_path / "a.srt").unlink()
    select(window, "a.wav", "b.wav")
    answer("Save only the others", asked)
    window.save_action.trigger()
    wait_until((tmp_path / "a.srt").exists, "the other file")
    assert (tmp_path / "b.srt").read_text() == "made by hand"
    select(window, "b.wav")
    answer("Replace", asked)
    window.save_action.trigger()
    wait_until(lambda: words(2) in (tmp_path / "b.srt").read_text(), "the file to be replaced")


def test_a_folder_that_cannot_be_written_to_is_a_sentence(
    rig: Rig, window: RecordingsWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.transcript import export

    def refused(folder: Path) -> object:
        raise export.ExportError(f"The file cannot be written to {folder}: Read-only file system.")

    monkeypatch.setattr(export, "_open_temporary", refused)
    rig.add(write_tone(tmp_path / "a.wav", 0.64))
    rig.finish()
    window.save_action.trigger()
    wait_until(lambda: window.messages.texts, "the message")
    assert "Read-only" in window.messages.texts[0]


def test_a_track_is_chosen_where_there_is_more_than_one(rig: Rig, window: RecordingsWindow, tmp_path: Path) -> None:
    film = write_recording(
        tmp_path / "film.mkv", Kind("mkv", "flac", "mpeg4"), np.zeros(RATE, np.float32), ("eng", "ger", "")
    )
    rig.add(film, write_tone(tmp_path / "a.wav", 0.64))
    rig.finish()
    select(window, "a.wav")
    assert not window.track.isVisible()
    select(window, "film.mkv")
    assert window.track.isVisible()
    assert [window.track.itemText(row) for row in range(3)] == ["1 (eng)", "2 (ger)", "3"]
    assert window.track.currentIndex() == 0
    window.track.setCurrentIndex(2)
    window.track.activated.emit(2)
    rig.finish()
    assert rig.named("film.mkv").read == 3
    assert window.track.currentIndex() == 2


def test_only_what_can_be_done_is_offered(rig: Rig, window: RecordingsWindow, tmp_path: Path) -> None:
    def offered() -> set[str]:
        return {action.text() for action in window.actions() if action.isEnabled()}

    adding = {"Add recordings…", "Add folder…"}
    assert offered() == adding
    rig.add(write_tone(tmp_path / "long.wav", 60.0), tmp_path / "gone.wav")
    assert offered() == adding | {"Cancel", "Cancel all"}, "the first one is selected"
    rig.work_until(lambda: rig.named("long.wav").lines, "the first piece")
    rig.queue.cancel([rig.named("long.wav")])
    wait_until(lambda: not rig.queue.n_left, "the other one")
    assert offered() == adding | {"Save subtitles", "Show in history", "Try again", "Clear finished"}
    select(window, "gone.wav")
    assert offered() == adding | {"Try again", "Clear finished"}
    assert "does not exist" in window.sentence.text()
    window.clear_action.trigger()
    assert offered() == adding
    assert rig.queue.recordings == []


def test_a_screen_reader_and_the_keyboard_reach_everything(rig: Rig, window: RecordingsWindow, tmp_path: Path) -> None:
    rig.add(write_tone(tmp_path / "a.wav", 0.64))
    rig.finish()
    names = [control.accessibleName() or control.text() for control in window.findChildren(QToolButton)]
    assert all(
        name for name, control in zip(names, window.findChildren(QToolButton), strict=True) if control.isVisible()
    )
    assert all(
        control.focusPolicy() & Qt.FocusPolicy.TabFocus
        for control in window.findChildren(QToolButton)
        if control.defaultAction() is not None
    )
    assert window.list.accessibleName() == "Recordings"
    assert window.track.accessibleName() == "Audio track"
    assert rig.queue.index(0, FILE).data(Qt.ItemDataRole.AccessibleTextRole) == "a.wav, Done, 100 %"


def test_the_main_window_has_a_sign_while_recordings_are_in_work(rig: Rig, tmp_path: Path) -> None:
    window = MainWindow(Transcript(), Actions())
    shown: list[bool] = []
    rig.queue.progressed.connect(
        lambda: show_recordings(window.signs, lambda: rig.queue.n_left, lambda: shown.append(True))
    )
    rig.add(write_tone(tmp_path / "a.wav", 0.64), write_tone(tmp_path / "b.wav", 0.64))
    assert window.signs.texts[NAME] == "2 recordings are being transcribed."
    rig.work_until(lambda: rig.queue.n_left == 1, "the first")
    assert window.signs.texts[NAME] == "A recording is being transcribed."
    rig.finish()
    assert NAME not in window.signs.texts
    window.deleteLater()

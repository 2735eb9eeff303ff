"""The models dialog without a screen: the Qt thread never waits for a disk, and nobody's place in it is lost."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from app.base.events import Status
from app.base.settings import Settings
from app.base.settings_file import SettingsFile
from app.engine.pace import PassCost
from app.engine.prediction import Prediction
from app.models import installed
from app.models.catalogue import CatalogueEntry, load_catalogue
from app.models.errors import LicenceError, ModelError
from app.models.install import Installer
from app.models.installed import InstalledModel, active_bundle, find_installed, starter_folder, with_active
from app.models.licences import accept
from app.models.source import classify
from app.ui.kit.live_settings import LiveSettings
from app.ui.models import dialog as model_dialog
from app.ui.models import removals as model_dialog_removals
from app.ui.models.dialog import ModelDialog
from app.ui.models.work import ModelWork

pytestmark = pytest.mark.usefixtures("application")


def wait_for(condition: Callable[[], object], what: str, timeout_s: float = 60.0) -> None:
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end, what
        QTest.qWait(10)


class SlowDisk:
    """Lets a real function of the disk continue only when it is told to, as a disk that has to wake up does."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.go_on = threading.Event()
        self.threads: list[str] = []

    def before(self, function: Callable[..., object]) -> Callable[..., object]:
        def slow(*args: object) -> object:
            self.threads.append(threading.current_thread().name)
            self.asked.set()
            assert self.go_on.wait(20)
            return function(*args)

        return slow


@pytest.fixture
def disk() -> Iterator[SlowDisk]:
    slow = SlowDisk()
    yield slow
    slow.go_on.set()


@pytest.fixture
def live(tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch) -> LiveSettings:
    monkeypatch.setenv("R2T2_CAPTIONS_MODELS", str(models))
    return LiveSettings(SettingsFile(tmp_path))


@pytest.fixture
def dialog(live: LiveSettings) -> Iterator[ModelDialog]:
    made = ModelDialog(live)
    yield made
    made.shutdown()
    made.hide()
    made.deleteLater()


def full_model() -> CatalogueEntry:
    return load_catalogue().entry("confucius4-r2t2")


def rows(dialog: ModelDialog) -> list[str]:
    listed = dialog.list_page.list
    return [listed.item(index).text().split("\n")[0] for index in range(listed.count())]


def open_with_model(dialog: ModelDialog, tiny_bundle: Path, models: Path) -> InstalledModel:
    """The dialog with a model of the models folder, which is in use."""
    shutil.copytree(tiny_bundle, models / "tiny-int8")
    dialog._live.replace(with_active(dialog._live.value, "tiny-int8"))
    dialog.open_list()
    wait_for(lambda: "Tiny" in rows(dialog), "the list")
    return find_installed("tiny-int8", dialog._live.value, models)


def test_the_window_stays_usable_while_a_model_is_removed(
    dialog: ModelDialog, tiny_bundle: Path, models: Path, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = open_with_model(dialog, tiny_bundle, models)
    monkeypatch.setattr(model_dialog_removals, "remove", disk.before(installed.remove))
    begin = time.monotonic()
    dialog.remove_model(model)
    assert time.monotonic() - begin < 5, "the Qt thread waited for the disk"
    wait_for(disk.asked.is_set, "the removal")
    assert disk.threads == ["models"]
    assert dialog.list_page.message.isVisible()
    assert "Removing a model" in dialog.list_page.message.text()
    QTest.qWait(300)
    assert "Tiny" not in rows(dialog), "what is being removed is not offered"
    dialog.list_page.connection_button.click()
    assert dialog.stack.currentWidget() is dialog.connection_page
    dialog.connection_page.back.click()
    assert "Removing a model" in dialog.list_page.message.text()
    disk.go_on.set()
    wait_for(lambda: not dialog.list_page.message.isVisible(), "the end of the removal")
    assert list(models.iterdir()) == []


def test_the_captions_leave_a_model_while_it_can_still_be_found(
    dialog: ModelDialog, live: LiveSettings, tiny_bundle: Path, models: Path
) -> None:
    """Who follows the settings asks where the old model lay to see whether it has changed."""
    model = open_with_model(dialog, tiny_bundle, models)
    moves: list[tuple[Path, Path]] = []

    def follow(old: Settings, new: Settings) -> None:
        moves.append((active_bundle(old, models)[0], active_bundle(new, models)[0]))

    live.changed.connect(follow)
    dialog.remove_model(model)
    wait_for(lambda: not (models / "tiny-int8").exists(), "the removal")
    assert moves == [(models / "tiny-int8", starter_folder())]


@pytest.mark.logs("models: a disk that only reads")
def test_a_model_that_cannot_be_removed_stays_in_use(
    dialog: ModelDialog, live: LiveSettings, tiny_bundle: Path, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: InstalledModel) -> bool:
        raise ModelError("a disk that only reads")

    model = open_with_model(dialog, tiny_bundle, models)
    monkeypatch.setattr(model_dialog_removals, "remove", refuse)
    dialog.remove_model(model)
    wait_for(lambda: dialog.list_page.message.text() == "a disk that only reads", "the sentence")
    wait_for(lambda: "Tiny" in rows(dialog), "the model in the list again")
    assert live.value.captions.model == "tiny-int8"
    QTest.qWait(300)
    assert dialog.list_page.message.text() == "a disk that only reads", "the list must not wipe it out"


def test_a_model_in_use_is_said_to_go_later_and_the_sentence_stays(
    dialog: ModelDialog, tiny_bundle: Path, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = open_with_model(dialog, tiny_bundle, models)
    monkeypatch.setattr(model_dialog_removals, "remove", lambda _: False)
    dialog.remove_model(model)
    wait_for(lambda: "when the program next starts" in dialog.list_page.message.text(), "the sentence")
    QTest.qWait(500)
    assert "when the program next starts" in dialog.list_page.message.text()


@pytest.mark.parametrize("end", ["hidden", "deleted"])
def test_a_removal_comes_to_its_end_without_the_window(
    live: LiveSettings, tiny_bundle: Path, models: Path, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    dialog = ModelDialog(live)
    model = open_with_model(dialog, tiny_bundle, models)
    monkeypatch.setattr(model_dialog_removals, "remove", disk.before(installed.remove))
    dialog.remove_model(model)
    wait_for(disk.asked.is_set, "the removal")
    dialog.close()
    if end == "deleted":
        dialog.shutdown()
        dialog.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    disk.go_on.set()
    wait_for(lambda: not list(models.iterdir()), "the removal")
    wait_for(lambda: not [t for t in threading.enumerate() if t.name == "models"], "the thread's end")
    QTest.qWait(50)
    assert faults == []
    assert live.value.captions.model == ""


def test_the_window_stays_usable_while_a_folder_is_looked_into(
    dialog: ModelDialog, tiny_checkpoint: Path, disk: SlowDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_dialog, "classify", disk.before(classify))
    dialog.open_list()
    begin = time.monotonic()
    dialog.look_into(tiny_checkpoint)
    assert time.monotonic() - begin < 5, "the Qt thread waited for the disk"
    wait_for(disk.asked.is_set, "the look")
    assert disk.threads == ["models"]
    assert str(tiny_checkpoint) in dialog.list_page.message.text()
    assert dialog.stack.currentWidget() is dialog.list_page
    disk.go_on.set()
    wait_for(lambda: dialog.stack.currentWidget() is dialog.precision_page, "the next page")
    wait_for(dialog.precision_page.space.text, "the space that is free")


@pytest.mark.parametrize("turn", ["another page", "closed", "another folder"])
@pytest.mark.logs("ui.models.work: models: ")
def test_who_turns_to_something_else_is_not_called_back_to_a_folder(
    dialog: ModelDialog,
    tiny_checkpoint: Path,
    tmp_path: Path,
    disk: SlowDisk,
    monkeypatch: pytest.MonkeyPatch,
    turn: str,
) -> None:
    dialog.open_list()
    monkeypatch.setattr(model_dialog, "classify", disk.before(classify))
    dialog.look_into(tiny_checkpoint)
    wait_for(disk.asked.is_set, "the look")
    if turn == "another page":
        dialog.list_page.connection_button.click()
    elif turn == "closed":
        dialog.close()
    else:
        dialog.look_into(tmp_path / "nothing")
    before = dialog.stack.currentWidget()
    disk.go_on.set()
    wait_for(lambda: not [t for t in threading.enumerate() if t.name == "models"], "the thread's end")
    QTest.qWait(100)
    assert dialog.stack.currentWidget() is before
    assert ("does not exist" in dialog.list_page.message.text()) == (turn == "another folder")


@pytest.mark.logs("ui.models.work: models: ")
def test_a_folder_without_a_model_is_one_sentence(dialog: ModelDialog, tmp_path: Path) -> None:
    dialog.open_list()
    dialog.look_into(tmp_path)
    wait_for(lambda: "contains no model" in dialog.list_page.message.text(), "the sentence")
    QTest.qWait(300)
    assert "contains no model" in dialog.list_page.message.text()


@pytest.mark.logs("ui.models.work: models: ")
def test_a_folder_for_models_that_is_away_is_one_sentence(
    dialog: ModelDialog, live: LiveSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("R2T2_CAPTIONS_MODELS", str(tmp_path / "file" / "models"))
    dialog.open_list()
    wait_for(lambda: "folder for models cannot be used" in dialog.list_page.message.text(), "the sentence")
    dialog._machine = replace(dialog._machine, memory_bytes=8 << 30)
    live.update("models", accepted=accept(live.value.models, full_model().licence).accepted)
    dialog.list_page.get_wanted.emit(full_model())
    wait_for(lambda: "folder for models cannot be used" in dialog.precision_page.space.text(), "the sentence")


ANY_NAME_IS_A_USER = pytest.mark.skipif(sys.platform == "win32", reason="Windows takes any name for a user")


@pytest.mark.parametrize(
    ("folder", "sentence"),
    [
        ("models", "absolute path"),
        ("{tmp}/file/models", "cannot be used"),
        pytest.param("~nobody-here/x", "", marks=ANY_NAME_IS_A_USER),
    ],
)
@pytest.mark.logs("ui.models.work: models")
def test_a_folder_that_cannot_be_used_is_told_before_it_is_saved(
    live: LiveSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, sentence: str
) -> None:
    monkeypatch.delenv("R2T2_CAPTIONS_MODELS")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    dialog = ModelDialog(live)
    dialog.open_list()
    dialog.list_page.connection_button.click()
    page = dialog.connection_page
    before = page.folder_note.text()
    page.folder.setText(folder.format(tmp=tmp_path))
    page.save.click()
    wait_for(lambda: page.save.isEnabled() and page.folder_note.text() != before, "the sentence")
    assert sentence in page.folder_note.text()
    assert dialog.stack.currentWidget() is page
    assert live.value.models.folder == ""
    assert not (tmp_path / "models").exists()
    page.folder.setText(str(tmp_path / "good"))
    page.save.click()
    wait_for(lambda: dialog.stack.currentWidget() is dialog.list_page, "the list")
    assert live.value.models.folder == str(tmp_path / "good")
    dialog.shutdown()
    dialog.deleteLater()


def test_what_the_captions_say_about_a_change_of_model_is_shown(
    dialog: ModelDialog, tiny_bundle: Path, models: Path
) -> None:
    model = open_with_model(dialog, tiny_bundle, models)
    dialog.on_status(Status("listening", model="Starter", bundle=starter_folder()))
    dialog.list_page.use_wanted.emit(model)
    assert dialog.stack.currentWidget() is dialog.progress_page
    assert not dialog.progress_page.stop.isEnabled()
    dialog.on_notice("The graphics card has too little memory.")
    assert dialog.progress_page.detail.text() == "The graphics card has too little memory."
    dialog.on_status(Status("listening", model=model.name, bundle=starter_folder()))
    assert dialog.stack.currentWidget() is dialog.progress_page, "another model of the same name is in use"
    dialog.on_status(Status("listening", model=model.name, bundle=model.folder))
    assert dialog.stack.currentWidget() is dialog.result_page


@pytest.mark.logs("ui.models.work: models: ")
def test_a_licence_that_asks_while_the_window_is_closed_waits_for_the_user(
    dialog: ModelDialog, live: LiveSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(self: Installer, entry: CatalogueEntry, precision: str) -> InstalledModel:
        raise LicenceError("It carries a text that was not shown yet.", "New terms.")

    notices: list[str] = []
    dialog.notice.connect(notices.append)
    monkeypatch.setattr(Installer, "get", ask)
    live.update("models", accepted=accept(live.value.models, full_model().licence).accepted)
    dialog.list_page.get_wanted.emit(full_model())
    dialog.precision_page.go.click()
    wait_for(lambda: notices, "the notice")
    assert notices == ["It carries a text that was not shown yet."]
    dialog.open_list()
    assert dialog.stack.currentWidget() is dialog.licence_page
    dialog.close()
    dialog.open_list()
    assert dialog.stack.currentWidget() is dialog.list_page, "it was seen"


def test_a_models_name_is_never_taken_for_markup(
    dialog: ModelDialog, tiny_bundle: Path, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = replace(open_with_model(dialog, tiny_bundle, models), name='<img src="//elsewhere/x">')
    formats: list[Qt.TextFormat] = []

    def answer(box: QMessageBox) -> int:
        formats.append(box.textFormat())
        return QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "exec", answer)
    dialog._remove(model)
    assert formats == [Qt.TextFormat.PlainText]
    dialog.list_page.show_models([model], load_catalogue())
    for label in (dialog.list_page.name, dialog.licence_page.title, dialog.progress_page.title):
        assert isinstance(label, QLabel)
        assert label.textFormat() == Qt.TextFormat.PlainText


def test_work_that_was_given_up_is_not_heard_and_other_work_can_begin() -> None:
    owner = QObject()
    work = ModelWork(owner)
    heard: list[object] = []
    work.done.connect(heard.append)
    work.failed.connect(heard.append)
    hold = threading.Event()
    work.start(lambda _progress, _stopped: hold.wait(20))
    work.give_up()
    assert not work.running
    work.start(lambda _progress, _stopped: "second")
    wait_for(lambda: heard, "the second piece")
    hold.set()
    wait_for(lambda: not [t for t in threading.enumerate() if t.name == "models"], "the thread's end")
    QTest.qWait(50)
    assert heard == ["second"]
    owner.deleteLater()


def test_a_model_on_offer_is_predicted_on_a_thread_and_the_window_says_what_to_expect(
    dialog: ModelDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = threading.Event()
    entry = load_catalogue().entry("confucius4-r2t2")
    cost = PassCost(0.2, 0.26)

    def slowly(shape: object, sizes: dict[str, int]) -> list[Prediction]:
        assert shape == entry.shape
        assert measured.wait(60)
        good = Prediction("int8", "cpu", sizes["int8"], cost, 480, 0.94, 0.69)
        return [good, replace(good, precision="int4", memory_bytes=sizes["int4"], load=1.3)]

    monkeypatch.setattr("app.engine.prediction.predict_all", slowly)
    page = dialog.list_page
    dialog.open_list()
    wait_for(lambda: page.list.count() > 1, "the list")
    page.choose(f"get:{entry.id}")
    assert page.predict.isVisible()
    page.predict.click()
    here = page.fields["here"][1]
    assert here.text() == "Measuring…" and not page.predict.isEnabled()
    measured.set()
    wait_for(page.predict.isEnabled, "the prediction")
    assert here.text().splitlines() == [
        "int8 on CPU: words after about 0.9 s, 2.4 GB (recommended)",
        "int4 on CPU: falls behind speech, 2.0 GB",
    ]
    page.list.setCurrentRow(0)
    assert not page.predict.isVisible()

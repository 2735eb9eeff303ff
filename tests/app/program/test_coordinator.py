"""The program's windows together: what opens again, how it ends, and a tray that comes and goes."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMessageBox, QSystemTrayIcon

from app.base.events import CommittedLine, FinalLine, Status
from app.base.paths import HOME_VARIABLE
from app.base.settings_file import SettingsFile
from app.history.store import HistoryStore
from app.program import closing as closing_module
from app.program import coordinator as program_module
from app.program import sharing as sharing_module
from app.program import tray_icon
from app.program.coordinator import Program
from app.program.diagnostics import EventLog
from app.program.windows import Dialogs
from app.ui.kit.actions import Actions
from app.ui.kit.hotword_panel import HotwordPanel
from app.ui.kit.i18n import Translators
from app.ui.kit.live_settings import LiveSettings
from app.ui.main_window.transcript_view import GAP
from app.ui.main_window.tray import Tray
from app.ui.settings.local_addresses import LocalAddress
from app.ui.settings.share_page import SharePage
from tests.app.waiting import wait_until


class TestsApplication(QObject):
    """The tests' application as the program's: its end is noted and ends no test.

    Attributes:
        ended: the exit statuses that were asked for.
    """

    __test__ = False
    quit_wanted = Signal()

    def __init__(self, real: QApplication) -> None:
        super().__init__()
        self._real = real
        self.ended: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def exit(self, status: int) -> None:
        self.ended.append(status)


@pytest.fixture
def application(qapp: QApplication) -> Iterator[TestsApplication]:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    yield TestsApplication(qapp)
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LiveSettings:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return LiveSettings(SettingsFile(tmp_path / "config"))


@pytest.fixture
def program(application: TestsApplication, live: LiveSettings, qapp: QApplication) -> Iterator[Program]:
    """With its services made and its window shown; nothing listens."""
    translators = Translators(qapp)
    made = Program(application, live, translators, EventLog())  # type: ignore[arg-type]
    made.make_services()
    made.window.show()
    yield made
    translators.use("en")
    if not application.ended:
        made.quit()
    made.window.deleteLater()
    made.overlay.deleteLater()
    made.deleteLater()


@pytest.fixture
def dialogs(program: Program) -> Dialogs:
    assert program.dialogs is not None
    return program.dialogs


def delete_now() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


# Captions


def test_no_part_of_a_word_is_shown_anywhere(program: Program, live: LiveSettings) -> None:
    assert program.services is not None

    def on_the_page() -> str:
        return "".join(piece.text for piece in program.services.page._log.after(0).pieces)  # type: ignore[union-attr]

    def in_the_window() -> str:
        return program.window.transcript_view.toPlainText().split(GAP)[-1]

    program.transcript.append(CommittedLine(1, "And so my f", 0.0, 1.0, "English", open_word=True))
    assert program.overlay.text.split() == ["And", "so", "my"]
    assert on_the_page() == in_the_window() == "And so my "
    live.update("history", line_times="both")
    assert in_the_window() == "And so my ", "nor when the lines are written anew"
    program.transcript.append(CommittedLine(1, "ellow", 1.0, 2.0, "English"))
    assert program.overlay.text.split()[-1] == "fellow"
    program.transcript.append(CommittedLine(1, " Amer", 2.0, 3.0, "English", open_word=True))
    final = FinalLine(
        1, "And so my fellow Americans.", "And so my fellow Americans.", "icans.", False, 0.0, 4.0, "English"
    )
    program.transcript.finish(final)
    assert on_the_page() == in_the_window() == "And so my fellow Americans."
    assert program.overlay.text.replace("\n", "").endswith("Americans.")


def test_parts_of_words_are_shown_everywhere_where_they_are_wanted(program: Program, live: LiveSettings) -> None:
    assert program.services is not None
    live.update("overlay", text_step="tokens")
    program.transcript.append(CommittedLine(1, "And so my f", 0.0, 1.0, "English", open_word=True))
    assert program.window.transcript_view.toPlainText().endswith("my f")
    assert program.overlay.text.split()[-1] == "f"
    (piece,) = program.services.page._log.after(0).pieces  # type: ignore[union-attr]
    assert piece.text == "And so my f"


# Windows


def test_the_models_dialog_opens_again_after_the_language_was_changed(dialogs: Dialogs, live: LiveSettings) -> None:
    dialogs.show_models()
    wait_until(lambda: dialogs.models is not None and dialogs.models.isVisible(), "the models dialog")
    first = dialogs.models
    assert first is not None
    first.close()
    wait_until(lambda: first.shutdown(0.0), "the list of models")
    live.update("interface", ui_language="zh_CN")
    assert dialogs.models is None, "it is made anew in the other language"
    dialogs.show_models()
    wait_until(lambda: dialogs.models is not None and dialogs.models.isVisible(), "the models dialog")


def test_where_sound_goes_is_said_for_as_long_as_it_goes_there_and_one_click_ends_it(
    program: Program, live: LiveSettings
) -> None:
    live.update("captions", model="server:https://gpu.example")
    program.show_status(Status("listening", provider="server", server="gpu.example"))
    assert "gpu.example" in program.window.signs.texts["server"]
    (button,) = [one for one in program.window.signs.findChildren(QAbstractButton) if "this computer" in one.text()]
    button.click()
    assert live.value.captions.model == ""
    program.show_status(Status("listening", provider="cpu"))
    assert "server" not in program.window.signs.texts


def test_moving_by_keyboard_from_the_first_page_outlives_that_page(dialogs: Dialogs) -> None:
    dialogs.show_first_run()
    page = dialogs.first_run
    assert page is not None
    wait_until(lambda: QApplication.activeWindow() is page, "the first page to be in front")
    dialogs.adjust()
    page.accept()
    delete_now()
    adjust = dialogs._adjust
    assert adjust is not None
    assert adjust.isVisible()
    adjust.accept()
    delete_now()
    dialogs.adjust()
    assert dialogs._adjust is not None


def test_moving_by_keyboard_opens_again_when_its_window_was_taken_away(dialogs: Dialogs) -> None:
    dialogs.adjust()
    assert dialogs._adjust is not None
    dialogs._adjust.deleteLater()
    delete_now()
    dialogs.adjust()
    assert dialogs._adjust is not None
    assert dialogs._adjust.isVisible()


# The end


@pytest.mark.logs("the end of the program")
def test_nothing_that_fails_keeps_the_program_alive(
    program: Program, application: TestsApplication, live: LiveSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its settings are written, its worker is told to stop, and it ends, whatever happens to its windows and stores."""
    assert program.services is not None
    assert program.dialogs is not None
    close_services = program.services.close
    monkeypatch.setattr(program.services, "close", lambda: (close_services(), broken()))
    monkeypatch.setattr(program.dialogs, "hide_all", broken)
    monkeypatch.setattr(program.dialogs, "close", broken)
    asked: list[float] = []
    monkeypatch.setattr(program.services, "stop_worker", asked.append)
    live.update("overlay", lines=5)
    program.quit()
    assert asked, "the worker was not told to stop"
    assert SettingsFile(tmp_path / "config").load().overlay.lines == 5
    assert application.ended == [0]


def test_no_page_of_the_settings_is_cut_off_at_its_side(dialogs: Dialogs) -> None:
    """Pages scroll up and down only: a list with a long entry made its page wider than the window."""
    dialogs.show_settings("dictation")
    assert dialogs.settings is not None
    for page in dialogs.settings.pages:
        assert page.widget().minimumSizeHint().width() <= page.viewport().width(), page.title


def test_hotwords_typed_just_before_quitting_are_kept(program: Program, dialogs: Dialogs, tmp_path: Path) -> None:
    """In the main window and among the settings of dictation."""
    dialogs.show_settings("dictation")
    assert dialogs.settings is not None
    (panel,) = dialogs.settings.findChildren(HotwordPanel)
    program.window.hotwords.box.setPlainText("Kurosawa")
    panel.box.setPlainText("Ozu")
    program.quit()
    saved = SettingsFile(tmp_path / "config").load()
    assert (saved.captions.hotwords.words, saved.dictation.hotwords.words) == ("Kurosawa", "Ozu")


@pytest.mark.parametrize(("button", "ends"), [("Quit anyway", True), ("Cancel", False)])
def test_who_quits_is_asked_where_words_could_not_be_stored(
    program: Program, application: TestsApplication, monkeypatch: pytest.MonkeyPatch, button: str, ends: bool
) -> None:
    """A full disk is told while it is full; that the words are lost at the end was not."""
    monkeypatch.setattr(HistoryStore, "unsaved", True)
    asked: list[str] = []

    def answer() -> None:
        (box,) = (item for item in QApplication.topLevelWidgets() if isinstance(item, QMessageBox) and item.isVisible())
        asked.append(box.text())
        next(item for item in box.buttons() if item.text().replace("&", "") == button).click()

    QTimer.singleShot(100, answer)
    program.actions.quit.trigger()  # comes back when the question has been answered
    assert len(asked) == 1
    assert "will be lost if you quit" in asked[0]
    assert application.ended == ([0] if ends else [])


def test_nobody_is_asked_where_all_is_stored_or_the_system_ends_the_program(
    program: Program, application: TestsApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HistoryStore, "unsaved", True)
    monkeypatch.setattr(program_module, "may_lose_words", lambda _: pytest.fail("a question"))
    application.quit_wanted.emit()
    assert application.ended == [0]


def test_a_program_that_ends_takes_no_command(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later start is told so at once, and the window does not come back for a moment."""
    assert program.services is not None
    ending: list[bool] = []
    program.ending.connect(lambda: ending.append(program.window.isVisible()))
    monkeypatch.setattr(program.services, "stop_worker", lambda _timeout_s: True)  # it finishes what was heard
    program.quit()
    assert ending == [True], "the first thing it does"
    program.command("show")
    program.command("overlay")
    assert not program.window.isVisible()
    assert not program.overlay.isVisible()
    program._finish()


def broken() -> None:
    raise RuntimeError("already deleted")


# The tray


@pytest.fixture
def tray_there(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Holds whether the desktop has a tray; at first it has none."""
    there = [False]
    monkeypatch.setattr(Tray, "available", staticmethod(lambda: there[0]))
    return there


def test_a_double_click_on_the_icon_is_one_click() -> None:
    actions = Actions()
    tray = Tray("windows", actions)
    wanted: list[bool] = []
    actions.window.triggered.connect(lambda: wanted.append(True))
    tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.DoubleClick)
    assert len(wanted) == 1
    tray.deleteLater()


def test_a_tray_that_comes_after_the_start_gets_the_icon(
    application: TestsApplication,
    live: LiveSettings,
    qapp: QApplication,
    tray_there: list[bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tray_icon, "CHECK_MS", 20)
    program = Program(application, live, Translators(qapp), EventLog())  # type: ignore[arg-type]
    monkeypatch.setattr(program, "_begin", lambda _crash: program.make_services())
    program.start()
    wait_until(lambda: program.services is not None, "the services")
    assert program.tray.found is None
    tray_there[0] = True
    wait_until(lambda: program.tray.found is not None, "the icon")
    assert program.tray.found is not None
    next(action for action in program.tray.found.menu.actions() if action.text() == "Settings").trigger()
    assert program.dialogs is not None
    assert program.dialogs.settings is not None, "its menu does nothing"
    assert program.dialogs.settings.isVisible()
    program.window.close()
    assert not program.window.isVisible()
    assert application.ended == []
    program.quit()
    program.window.deleteLater()
    program.overlay.deleteLater()


@pytest.mark.parametrize(("answer", "ended"), [("minimise", []), ("quit", [0]), ("", [])])
def test_closing_the_window_asks_when_the_tray_is_gone(
    program: Program,
    application: TestsApplication,
    tray_there: list[bool],
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    ended: list[int],
) -> None:
    """A hidden window would have no way back."""
    asked: list[str] = []
    monkeypatch.setattr(closing_module, "close_without_tray", lambda _window: asked.append(answer) or answer)
    program.window.present()
    tray_there[0] = False
    program.window.close()
    assert asked == [answer]
    assert application.ended == ended
    assert program.window.isMinimized() == (answer == "minimise")
    assert program.live.value.interface.close_to_tray == (answer != "quit")
    if answer == "minimise":
        program.window.present()
        program.window.close()
        assert asked == [answer], "it is asked once"
        assert program.window.isMinimized()


def test_the_settings_know_of_a_tray_that_came_later(dialogs: Dialogs, tray_there: list[bool]) -> None:
    def told_of_no_tray() -> bool:
        dialogs.show_settings("general")
        assert dialogs.settings is not None
        return any("no system tray" in label.text() for label in dialogs.settings.findChildren(QLabel))

    assert told_of_no_tray()
    assert dialogs.settings is not None
    dialogs.settings.close()
    tray_there[0] = True
    assert not told_of_no_tray()


def test_captions_are_shared_from_the_settings_until_the_program_ends(
    program: Program,
    dialogs: Dialogs,
    live: LiveSettings,
    application: TestsApplication,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sharing_module, "local_addresses", lambda: [LocalAddress("127.0.0.1", "lo")])
    live.update("share", port=0)
    sharing = program.services.sharing if program.services is not None else None
    assert sharing is not None
    assert sharing.state.address == "", "never by itself"
    program.actions.share.trigger()
    assert dialogs.settings is not None
    page = dialogs.settings.stack.currentWidget()
    assert isinstance(page, SharePage)
    page.start.click()
    assert page.address.text() == sharing.state.address != ""
    assert list(program.window.signs.texts) == ["sharing"]
    dialogs.settings.reject()
    assert sharing.state.address, "Cancel takes settings back, and sharing is none"
    with urllib.request.urlopen(sharing.state.address, timeout=30) as answer:
        assert answer.status == 200
    address = sharing.state.address
    program.quit()
    assert application.ended == [0]
    assert program.window.signs.texts == {}
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(address, timeout=30)

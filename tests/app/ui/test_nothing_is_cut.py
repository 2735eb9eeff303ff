"""No window cuts its words, in any language, at the sizes that small screens leave; every control has a name.

Light and dark have the same measures, high contrast has others. A scale of the screen belongs to the whole process: the last
test runs the others in one of 200 %.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QWidget,
)

import app.ui
from app.base.autostart import Autostart
from app.base.events import CommittedLine, Status
from app.base.settings import LANGUAGES, HistorySettings, OverlaySettings, Settings
from app.base.settings_file import SettingsFile
from app.history.store import HistoryStore
from app.serve.viewers import Viewer
from app.transcript.cues import TimedLine
from app.transcript.document import Transcript
from app.ui.dictation.permission import PermissionDialog
from app.ui.dictation.pill import PillState, StatusPill
from app.ui.dictation.scratchpad import Scratchpad
from app.ui.history.export_dialog import ExportDialog
from app.ui.history.window import HistoryWindow
from app.ui.kit.actions import Actions
from app.ui.kit.i18n import Translators
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.theme import CONTRAST_PROPERTY, apply_scheme
from app.ui.main_window.first_run import FirstRun
from app.ui.main_window.window import LEAST_SIZE, MainWindow
from app.ui.models.dialog import ModelDialog
from app.ui.overlay.adjust_dialog import AdjustDialog
from app.ui.overlay.window import Overlay
from app.ui.recordings.queue import RecordingQueue
from app.ui.recordings.window import RecordingsWindow
from app.ui.settings.dialog import SettingsDialog
from app.ui.settings.share_page import CodeWindow, SharePage
from app.ui.settings.share_state import ShareState
from inference.options import StreamOptions
from tests.app.history.histories import LECTURE, add_session
from tests.app.ui.model_pages import pages
from tests.app.ui.test_windows import nameless
from tests.app.waiting import wait_until

pytestmark = pytest.mark.usefixtures("application")

SPARE_PX = 1
"""Rounding."""


SCHEMES_MEASURED = ("light", "contrast")


@pytest.fixture(params=SCHEMES_MEASURED)
def scheme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    before = qapp.palette(), qapp.styleSheet()
    apply_scheme(qapp, request.param)
    yield request.param
    qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
    qapp.setProperty(CONTRAST_PROPERTY, False)
    qapp.setPalette(before[0])
    qapp.setStyleSheet(before[1])


@pytest.fixture(params=LANGUAGES)
def translators(request: pytest.FixtureRequest, qapp: QApplication, scheme: str) -> Iterator[Translators]:
    used = Translators(qapp)
    used.use(request.param)
    yield used
    used.use("en")


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def cut(window: QWidget) -> list[str]:
    """Words that have less room than they ask for: labels, buttons, check boxes and choices on screen."""
    found = []
    for part in window.findChildren(QWidget):
        if not part.isVisible() or part.visibleRegion().isEmpty() or part.objectName().startswith("qt_"):
            continue
        if isinstance(part.parentWidget(), QLineEdit):
            continue  # the button that empties a field
        if isinstance(part, QLabel) and part.text():
            wanted = part.heightForWidth(part.width()) if part.wordWrap() else part.sizeHint().height()
            wide = part.wordWrap() or part.sizeHint().width() <= part.width() + SPARE_PX or bool(part.toolTip())
            if part.height() + SPARE_PX < wanted or not wide:
                found.append(f"{part.text()} {part.size().toTuple()} < {part.sizeHint().toTuple()}")
        elif isinstance(part, QAbstractButton | QComboBox):
            hint = part.minimumSizeHint() if isinstance(part, QComboBox) else part.sizeHint()
            words = part.accessibleName() if isinstance(part, QComboBox) else part.text()
            narrow = isinstance(part, QToolButton | QCheckBox) or bool(words)
            if part.height() + SPARE_PX < hint.height() or (narrow and part.width() + SPARE_PX < hint.width()):
                found.append(f"{type(part).__name__} {words} {part.size().toTuple()} < {hint.toTuple()}")
    return found


def beyond(window: QWidget) -> list[str]:
    """Controls that stand outside of what shows them, and cannot be scrolled to."""
    found = []
    for part in window.findChildren(QAbstractButton):
        if not part.isVisible():
            continue
        area = part.parentWidget()
        while area is not None and not isinstance(area, QScrollArea) and area is not window:
            area = area.parentWidget()
        frame = area if isinstance(area, QScrollArea) else window
        left = part.mapTo(frame, part.rect().topLeft()).x()
        if left < 0 or left + part.width() > frame.width() + SPARE_PX:
            found.append(part.text() or part.accessibleName())
    return found


def check(window: QWidget, width: int, height: int) -> None:
    window.resize(width, height)
    window.show()
    settle()
    try:
        assert cut(window) == []
        assert beyond(window) == []
        assert nameless(window) == []
    finally:
        window.hide()


@pytest.mark.parametrize("size", [(1000, 560), (940, 500), LEAST_SIZE])
def test_the_main_window(translators: Translators, size: tuple[int, int]) -> None:
    transcript, actions = Transcript(), Actions()
    actions.show_dictation_key("Right Ctrl")
    window = MainWindow(transcript, actions)
    window.show_settings(Settings())
    window.show_status(Status("listening", 0.3, "cpu", "Starter model", device="Yeti Stereo Microphone"))
    window.signs.show_sign("history", lambda: "No space left on device. " * 8, lambda: "Free space…", lambda: None)
    window.messages.show_error("The shortcut Ctrl+Alt+P is used by another program. " * 3)
    transcript.append(CommittedLine(1, "Good morning.", 0.0, 1.0))
    check(window, *size)
    window.deleteLater()


@pytest.mark.parametrize("size", [(900, 420), (560, 480)])
def test_the_first_page(translators: Translators, size: tuple[int, int]) -> None:
    page = FirstRun(Actions(), Transcript())
    page.show_settings(Settings())
    page.show_status(Status("listening", 0.0, "cpu", "Starter model (English)"))
    page.meter.advice.setText("Very quiet. Move closer or raise the input volume.")
    check(page, *size)
    page.deleteLater()


def test_the_settings(
    translators: Translators, live: LiveSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    dialog = SettingsDialog(live, Autostart(["x"], system="linux"), Actions(), has_tray=False)
    dialog.complete()
    for name in dialog.names:
        dialog.show_page(name)
        check(dialog, 840, 420)
    dialog.reject()
    dialog.deleteLater()


def test_captions_that_are_shared(translators: Translators, live: LiveSettings) -> None:
    viewers = tuple(Viewer("iPhone", f"192.168.178.{number}", datetime(2026, 3, 4, 10, 30)) for number in range(12))
    page = SharePage(live, ShareState("http://192.168.178.123:8779/abcdefghjkmn/", viewers))
    check(page, 640, 420)
    window = CodeWindow(page)
    window.show_address("http://192.168.178.123:8779/abcdefghjkmn/")
    check(window, 560, 520)
    check(window, 560, 340)
    assert window.height() == 340
    page.deleteLater()


@pytest.fixture
def session(store: HistoryStore) -> HistoryStore:
    add_session(store, LECTURE)
    return store


def test_the_history(translators: Translators, session: HistoryStore) -> None:
    window = HistoryWindow(session, HistorySettings())
    window.show()
    settle()
    window.parts.offer_undo("“Lecture” was deleted.")
    check(window, 1000, 500)
    check(window, 760, 420)
    window.close()
    window.deleteLater()


def test_the_recordings(translators: Translators, store: HistoryStore, tmp_path: Path) -> None:
    queue = RecordingQueue(
        lambda samples, options: Future(), lambda: StreamOptions(language="English"), store, lambda on: None
    )
    window = RecordingsWindow(queue)
    check(window, 880, 520)
    queue.take_found([tmp_path / "A long name of a recording that was made on Monday.mp4", tmp_path / "b.wav"], [])
    wait_until(lambda: not queue.n_left, "both to fail")
    queue.recordings[0].tracks = ("eng", "ger")
    queue.progressed.emit()
    check(window, 880, 520)
    check(window, 760, 350)
    window.close()
    window.deleteLater()


@pytest.mark.parametrize(
    "make",
    [
        lambda store: ExportDialog(
            store.sessions()[0],
            [TimedLine("Good morning.", 0.0, 1.0)],
            lambda: [],
            HistorySettings(export_folder="/tmp"),
        ),
        lambda _store: AdjustDialog(Overlay(OverlaySettings(), lambda number: True, Actions())),
    ],
    ids=["export", "move"],
)
def test_the_dialogs(translators: Translators, session: HistoryStore, make: Callable[[HistoryStore], QWidget]) -> None:
    dialog = make(session)
    check(dialog, dialog.width(), min(dialog.height(), 540))
    dialog.deleteLater()


@pytest.fixture
def models_dialog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], ModelDialog]]:
    """Makes the dialog, in the language in use by then."""
    monkeypatch.setenv("R2T2_CAPTIONS_MODELS", str(tmp_path))
    made: list[ModelDialog] = []

    def make() -> ModelDialog:
        made.append(ModelDialog(LiveSettings(SettingsFile(tmp_path))))
        return made[-1]

    yield make
    for dialog in made:
        dialog.shutdown()
        dialog.deleteLater()


@pytest.mark.parametrize("size", [(820, 560), (680, 360)])
def test_the_models(translators: Translators, models_dialog: Callable[[], ModelDialog], size: tuple[int, int]) -> None:
    dialog = models_dialog()
    for _page in pages(dialog):
        check(dialog, *size)
        assert dialog.size().toTuple() == size


@pytest.mark.parametrize("recording", [False, True])
def test_the_scratchpad(translators: Translators, recording: bool) -> None:
    pad = Scratchpad()
    pad.set_key("Right Ctrl")
    pad.set_recording(recording)
    check(pad, 520, 360)
    check(pad, 360, 240)
    pad.deleteLater()


@pytest.mark.parametrize("desktop", ["gnome", "kde", ""])
@pytest.mark.parametrize("problem", ["", "The desktop did not allow it."])
def test_the_question_for_permission(translators: Translators, desktop: str, problem: str) -> None:
    dialog = PermissionDialog(desktop, lambda: None)
    if problem:
        dialog.take_answer(problem)
    check(dialog, dialog.sizeHint().width(), dialog.sizeHint().height())
    dialog.deleteLater()


def test_the_overlay_and_its_toolbar(translators: Translators) -> None:
    overlay = Overlay(OverlaySettings(), lambda number: True, Actions())
    overlay.append(0, "Good morning.")
    overlay.resize(480, overlay.height())
    overlay.show()
    for back in (False, True):
        overlay.toolbar.show_back(back, 12)
        overlay.toolbar.show()
        settle()
        assert cut(overlay) == []
        assert nameless(overlay) == []
        assert overlay.rect().contains(overlay.toolbar.geometry())
    overlay.hide()
    overlay.deleteLater()


def test_the_status_of_dictation(translators: Translators) -> None:
    pill = StatusPill()
    message = "The window that you dictated into was closed, so the text was copied to the clipboard instead."
    for state in PillState:
        pill.show_state(state, message if state is PillState.ERROR else "")
        if pill.isVisible():
            settle()
            assert pill.size() == pill.sizeHint()
            shown = "".join(pill._lines(pill._widest()))
            assert shown.replace(" ", "") == pill.text.replace(" ", "")
    pill.show_state(PillState.HIDDEN)
    pill.deleteLater()


WINDOWS = {
    "AdjustDialog", "CodeWindow", "ExportDialog", "FirstRun", "HistoryWindow", "MainWindow", "ModelDialog", "Overlay", "PermissionDialog",
    "RecordingsWindow", "Scratchpad", "SettingsDialog", "StatusPill",
}  # fmt: skip
"""All of them have a test here."""


def test_no_window_is_forgotten() -> None:
    for module in pkgutil.walk_packages(app.ui.__path__, "app.ui."):
        importlib.import_module(module.name)

    def below(kind: type) -> Iterator[type]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    ours = [kind for kind in below(QWidget) if kind.__module__.startswith("app.ui.")]
    titled = {kind.__name__ for kind in ours if "setWindowTitle" in inspect.getsource(kind)}
    assert titled == WINDOWS


SCALED = "R2T2_TESTS_SCALED"


@pytest.mark.skipif(SCALED in os.environ, reason="this is the process of 200 %")
@pytest.mark.skipif(sys.platform == "win32", reason="Qt cannot be told the path of the screen's description there")
def test_at_a_scale_of_200_percent(tmp_path: Path) -> None:
    """On a screen of 1920 × 1080 pixels."""
    screen = {"name": "screen", "x": 0, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "dpr": 1}
    description = tmp_path / "screens.json"
    description.write_text(json.dumps({"screens": [screen]}), "utf-8")
    platform = f"offscreen:configfile={description}"
    options = ("-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", "not keyboard")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", __file__, *options],
        env={**os.environ, "QT_SCALE_FACTOR": "2", "R2T2_TESTS_PLATFORM": platform, SCALED: "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    said = done.stdout.decode(errors="replace")
    assert done.returncode == 0, said[-8000:]
    assert re.search(r"\d+ passed", said)


def focus_order(window: QWidget) -> list[str]:
    """The controls as Tab goes through them."""
    found, part = [], window.nextInFocusChain()
    while part is not window:
        by_tab = part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.focusProxy() is None
        if by_tab and part.isVisible() and part.isEnabled():
            found.append(part.accessibleName() or (part.text() if isinstance(part, QAbstractButton) else ""))
        part = part.nextInFocusChain()
    return found


def test_the_keyboard_goes_through_the_main_window_as_it_is_laid_out() -> None:
    window = MainWindow(Transcript(), Actions())
    window.show_settings(Settings())
    window.messages.show_notice("The last session ended unexpectedly.", "Show", lambda: None)
    window.signs.show_sign("history", lambda: "The disk is full.", lambda: "Free space…", lambda: None)
    window.show()
    settle()
    order = focus_order(window)
    window.hide()
    window.deleteLater()
    assert order == [
        "Pause", "Dictate", "Show captions", "Lock captions in place", "Move captions by keyboard", "History", "Settings",
        "More", "Free space…", "Show", "Dismiss", "Listen to", "Microphone", "Spoken language", "Speed", "Hotword list",
        "Hotwords", "Models", "Open recordings…", "Copy the transcript", "Clear this view", "Transcript",
    ]  # fmt: skip


def test_the_keyboard_goes_through_the_settings_from_the_list_over_the_page_to_the_buttons(
    live: LiveSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    dialog = SettingsDialog(live, Autostart(["x"], system="linux"), Actions(), has_tray=True)
    dialog.complete()
    dialog.show_page("general")
    dialog.show()
    settle()
    order = focus_order(dialog)
    dialog.hide()
    dialog.deleteLater()
    start = order.index("Pages")
    assert (order[start:] + order[:start])[1:] == [
        "Interface language", "Theme", "Start when I log in", "Keep the screen on while someone speaks",
        "Start with captions only, without this window", "Keep captions running when the window is closed",
        "Restore Defaults", "OK", "Cancel", "Find a setting",
    ]  # fmt: skip


def test_the_keyboard_goes_through_the_first_page_column_by_column() -> None:
    page = FirstRun(Actions(), Transcript())
    page.show_settings(Settings())
    page.resize(960, 520)
    page.show()
    settle()
    order = focus_order(page)
    page.hide()
    page.deleteLater()
    assert order == [
        "Transcript", "Listen to", "Microphone", "Spoken language", "Try dictation here", "Hold Right Ctrl to dictate",
        "Ctrl+Alt+D: start and stop dictation", "Ctrl+Alt+P: pause and resume captions",
        "Ctrl+Alt+O: bring captions back on screen", "Change keys…", "Choose another model…",
        "Save what is said as text on this computer", "Start",
    ]  # fmt: skip

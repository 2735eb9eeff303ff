"""What one sees: nothing is cut, squeezed or covered, and the keyboard's place can be seen."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QScrollArea,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)

from app.base.events import Status
from app.base.settings import CaptionSettings, HistorySettings, OverlaySettings, Settings
from app.transcript.document import Transcript
from app.ui.kit import message_bar
from app.ui.kit.actions import Actions
from app.ui.kit.message_bar import Message, MessageBar
from app.ui.kit.placing import TITLE_PX, clear_place, open_clear
from app.ui.kit.theme import check_boxes, palette_for
from app.ui.main_window.first_run import FirstRun
from app.ui.main_window.window import DEFAULT_SIZE, MainWindow
from app.ui.overlay.window import Overlay
from app.ui.settings.binding import Note
from app.ui.settings.pages import Preview
from tests.app.waiting import wait_until

ICONS_HINT = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
ROOT = Path(__file__).resolve().parents[4]
BOTH = Settings(captions=CaptionSettings(source="both"))


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def cut(page: QWidget) -> list[str]:
    """Lists and words on `page` that have less height than they need."""
    combos = (combo for combo in page.findChildren(QComboBox) if combo.isVisible())
    labels = (label for label in page.findChildren(QLabel) if label.isVisible() and label.text())
    return [
        *(combo.accessibleName() for combo in combos if combo.height() < combo.minimumSizeHint().height()),
        *(label.text() for label in labels if label.height() < label.fontMetrics().height()),
    ]


@pytest.fixture
def first_run() -> Iterator[FirstRun]:
    page = FirstRun(Actions(), Transcript())
    page.captions.view.hide()  # room to grow on the small screen of these tests
    page.dictation.hide()
    page.show_settings(Settings())
    page.show_status(Status("listening", 0.0, "cpu", "Starter model (English)"))
    page.resize(page.width(), page._needed_height(page.width()))
    page.show()
    settle()
    yield page
    page.deleteLater()


@pytest.fixture
def style_sheet(qapp: QApplication) -> Iterator[None]:
    before, palette = qapp.styleSheet(), qapp.palette()
    qapp.setPalette(palette_for(False))
    qapp.setStyleSheet(check_boxes(False))
    yield
    qapp.setPalette(palette)
    qapp.setStyleSheet(before)


def test_the_first_page_grows_with_what_is_on_it(first_run: FirstRun) -> None:
    first_run.meter.set_level(-120.0)
    first_run.meter.advice.setText("There is no sound. Is the microphone muted?")
    first_run.source_panel.show_settings(BOTH.captions)
    settle()
    assert first_run.source_panel.output.isVisible()
    assert cut(first_run) == []


def test_the_first_page_does_not_scroll_where_there_is_room(first_run: FirstRun) -> None:
    assert first_run.page.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize(("dock", "lines"), [("bottom", 3), ("bottom", 6), ("top", 6)])
def test_the_first_page_grows_neither_under_the_captions_nor_off_the_screen(dock: str, lines: int) -> None:
    overlay = Overlay(OverlaySettings(), lambda number: True, Actions())
    overlay.apply(OverlaySettings(dock=dock, lines=lines), False)
    page = FirstRun(Actions(), Transcript())
    page.show_settings(Settings())
    room = page.screen().availableGeometry()
    open_clear(page, page.width(), page.height())
    page.show()
    settle()
    page.show_settings(BOTH)
    page.show_status(Status("listening", 0.0, "cpu", "Starter model (English)"))
    page.source_panel.meter.advice.setText("There is no sound. Is the microphone muted?")
    settle()
    assert not page.geometry().intersects(overlay.geometry())
    assert room.contains(page.geometry())
    for always in (page.start, page.storing):
        assert always.visibleRegion().boundingRect() == always.rect()
    page.page.ensureWidgetVisible(page.model_button)
    settle()
    assert page.model_button.visibleRegion().boundingRect() == page.model_button.rect()
    assert cut(page) == []
    overlay.hide()
    for made in (page, overlay):
        made.deleteLater()


def test_the_first_page_grows_where_it_was_put(first_run: FirstRun) -> None:
    first_run.move(17, 23)
    settle()
    before = first_run.geometry()
    first_run.source_panel.show_settings(BOTH.captions)
    settle()
    assert first_run.height() > before.height()
    assert first_run.geometry().topLeft() == before.topLeft()


def test_a_window_opens_beside_the_captions_on_a_small_screen() -> None:
    for room, captions in (
        (QRect(0, 0, 1366, 768), QRect(218, 571, 929, 151)),
        (QRect(0, 0, 1024, 600), QRect(164, 413, 696, 151)),
        (QRect(0, 0, 1024, 600), QRect(164, 0, 696, 151)),
    ):
        place = clear_place(room, captions, 840, 720)
        with_title = QRect(place.topLeft(), QSize(place.width(), place.height() + TITLE_PX))
        assert room.contains(with_title)
        assert not with_title.intersects(captions)


def test_the_first_page_tells_of_the_history_and_lets_one_do_without(first_run: FirstRun) -> None:
    told: list[bool] = []
    first_run.storing_changed.connect(told.append)
    first_run.show_settings(Settings())
    assert first_run.storing.isChecked()
    assert told == []
    first_run.storing.click()
    first_run.show_settings(replace(Settings(), history=HistorySettings(store=False)))
    assert told == [False]


def test_a_third_list_does_not_make_the_main_window_scroll() -> None:
    window = MainWindow(Transcript(), Actions())
    window.show_settings(BOTH)
    window.show_status(Status("listening", languages=("English",)))
    window.resize(*DEFAULT_SIZE)
    window.show()
    settle()
    column = next(area for area in window.findChildren(QScrollArea) if area.isAncestorOf(window.model_button))
    assert column.verticalScrollBar().maximum() == 0
    assert window.hotwords.box.height() >= 64
    window.deleteLater()


@pytest.mark.usefixtures("style_sheet")
@pytest.mark.parametrize("checked", [False, True])
def test_the_focus_does_not_push_the_label_of_a_check_box(checked: bool) -> None:
    box = QCheckBox("Offer captions")
    box.setChecked(checked)
    box.resize(box.sizeHint())
    option = QStyleOptionButton()
    box.initStyleOption(option)
    places = []
    for state in (option.state, option.state | QStyle.StateFlag.State_HasFocus):
        option.state = state
        places.append(box.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, box))
    assert places[0] == places[1]


def picture_of(box: QCheckBox) -> QImage:
    return box.grab(QRect(0, 0, 20, box.height())).toImage()


@pytest.mark.usefixtures("style_sheet")
def test_the_focus_shows_on_a_checked_box_too() -> None:
    page = QWidget()
    first, second = QCheckBox("One", page), QCheckBox("Two", page)
    second.move(0, 40)
    first.setChecked(True)
    page.show()
    page.activateWindow()
    second.setFocus()
    settle()
    without = picture_of(first)
    first.setFocus()
    settle()
    assert first.hasFocus()
    assert picture_of(first) != without
    page.deleteLater()


@pytest.mark.usefixtures("style_sheet")
def test_a_button_of_the_overlay_can_be_seen_under_the_mouse() -> None:
    overlay = Overlay(OverlaySettings(), lambda number: True, Actions())
    overlay.resize(600, 150)
    overlay.toolbar.show()
    button = overlay.toolbar.findChildren(QToolButton)[0]
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, True)
    overlay.show()
    settle()
    picture = overlay.toolbar.grab(button.geometry()).toImage()
    bright = sum(
        QColor(picture.pixel(x, y)).lightness() > 180 for x in range(picture.width()) for y in range(picture.height())
    )
    assert 0 < bright < picture.width() * picture.height() / 2
    overlay.deleteLater()


@pytest.mark.usefixtures("style_sheet")
def test_buttons_of_questions_look_like_all_others(qapp: QApplication) -> None:
    desktop = "QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 1; }"
    qapp.setStyleSheet(desktop + check_boxes(False))
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    buttons.show()
    settle()
    assert buttons.style().styleHint(ICONS_HINT, None, buttons) == 0
    buttons.deleteLater()


@pytest.mark.parametrize(
    ("captions", "covered"),
    [
        (QRect(307, 864, 1306, 151), False),
        (QRect(307, 0, 1306, 151), False),
        (QRect(307, 929, 1306, 151), False),
        (QRect(), False),
        (QRect(307, 400, 1306, 280), True),
    ],
)
def test_windows_open_where_the_captions_do_not_cover_them(captions: QRect, covered: bool) -> None:
    room = QRect(0, 0, 1920, 1080)
    for width, height in ((1000, 660), (820, 560), (560, 492), (4000, 4000)):
        place = clear_place(room, captions, width, height)
        assert room.contains(place)
        assert place.intersects(captions) == covered


def test_settings_open_below_captions_that_stand_at_the_top() -> None:
    overlay = Overlay(OverlaySettings(), lambda number: True, Actions())
    overlay.apply(OverlaySettings(dock="top", lines=2), False)
    settle()
    window = QWidget()
    room = window.screen().availableGeometry()
    open_clear(window, 400, 300)
    assert window.y() > overlay.geometry().bottom()
    assert room.contains(window.geometry())
    overlay.hide()
    for made in (window, overlay):
        made.deleteLater()


FORGOTTEN = """
import gc
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
import app.ui.kit.message_bar
app.ui.kit.message_bar.NOTICE_MS = 20
application = QApplication([])
for _ in range(30):
    bar = app.ui.kit.message_bar.MessageBar()
    bar.show()
    for number in range(5):
        bar.show_notice(f"Notice {number}")
    del bar
    gc.collect()
    QTest.qWait(40)
print("alive")
"""


def test_a_window_that_goes_before_its_notices_takes_them_along() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORGOTTEN],
        cwd=ROOT, env={"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin"}, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout.strip()) == (0, "alive"), done.stderr


def test_a_notice_goes_by_itself_and_an_error_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_bar, "NOTICE_MS", 20)
    bar = MessageBar()
    bar.show_error("No microphone was found.")
    bar.show_notice("The microphone is back.")
    assert len(bar.texts) == 2
    wait_until(lambda: bar.texts == ["No microphone was found."])
    bar.deleteLater()


def test_the_time_of_a_notice_stands_still_while_nobody_can_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_bar, "NOTICE_MS", 1000)
    window = MainWindow(Transcript(), Actions())
    for hide, show in ((window.hide, window.present), (window.showMinimized, window.showNormal)):
        window.present()
        settle()
        hide()
        settle()
        window.messages.show_notice("What was put up while the window was away.")
        QTest.qWait(1100)
        assert window.messages.texts, "nobody has seen it"
        show()
        QTest.qWait(50)
        hide()
        QTest.qWait(1100)
        assert window.messages.texts, "nobody could read it to its end"
        show()
        wait_until(lambda: window.messages.texts == [])
    window.deleteLater()


@pytest.mark.usefixtures("style_sheet")
def test_messages_follow_light_and_dark(qapp: QApplication) -> None:
    window = MainWindow(Transcript(), Actions())
    window.show()
    window.messages.show_error("No microphone was found.")
    settle()
    for dark in (True, False, True):
        qapp.setPalette(palette_for(dark))
        qapp.setStyleSheet(check_boxes(dark))
        settle()
        (message,) = window.messages.findChildren(Message)
        background, text, _ = message_bar.COLOURS["error", dark]
        assert background in message.styleSheet()
        assert message.label.palette().color(QPalette.ColorRole.WindowText) == QColor(text)
    window.deleteLater()


def test_a_note_takes_no_more_height_than_its_words() -> None:
    note = Note("Whatever you choose, a word never changes once it is shown.")
    page = QWidget()
    form = QFormLayout(page)
    form.addRow("", note)
    form.addRow("Next", QLabel("row"))
    page.resize(700, 300)
    page.show()
    settle()
    assert note.height() == note.heightForWidth(note.width()) < 2 * note.fontMetrics().height()
    page.resize(260, 300)
    settle()
    assert note.height() == note.heightForWidth(note.width()) >= 2 * note.fontMetrics().height()
    page.deleteLater()


def test_the_preview_of_a_single_row_shows_whole_words() -> None:
    preview = Preview(OverlaySettings(lines=1, font_px=40))
    preview.resize(600, preview.height())
    preview.show()
    settle()
    assert [row.text for row in preview.box.visible_rows] == ["Captions 字幕"]
    preview.deleteLater()


OVERWRITE = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication
import resources
from app.ui.kit.i18n import Translators
assert Path(resources.__path__[0]).is_relative_to(sys.argv[1])
app = QApplication([])
translators = Translators(app)
translators.use("zh_CN")
with open(Path(sys.argv[1]) / "resources/translations/r2t2_captions_zh_CN.qm", "wb"):
    pass
print(QCoreApplication.translate("Actions", "Settings") != "Settings")
"""


def test_an_update_that_writes_over_the_translations_does_not_end_the_program(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "resources" / "translations", tmp_path / "resources" / "translations")
    if (ROOT / "resources" / "__init__.py").exists():
        shutil.copy(ROOT / "resources" / "__init__.py", tmp_path / "resources")
    done = subprocess.run(
        [sys.executable, "-c", OVERWRITE, str(tmp_path)],
        cwd=ROOT, env={"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin"}, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr


def test_the_first_page_has_the_desktops_key_where_the_desktop_decides(first_run: FirstRun) -> None:
    """It promised Right Ctrl on GNOME and KDE, and switches that did nothing."""
    page = first_run.dictation
    page.show()
    assert "Right Ctrl" in page.words.text()
    page.leave_keys_to_desktop("")
    assert "Hold" not in page.words.text()
    assert page.field.placeholderText() == ""
    page.leave_keys_to_desktop("Ctrl+Alt+H")
    assert "Hold Ctrl+Alt+H" in page.words.text()
    assert "Ctrl+Alt+H" in page.field.placeholderText()
    first_run.show_settings(Settings())
    assert "Hold Ctrl+Alt+H" in page.words.text()
    assert page.desktop_note.isVisible()
    assert not any(box.isVisible() for box in page.keys.values())

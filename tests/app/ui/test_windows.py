"""The windows as widgets: words for screen readers, append-only views, settings that take effect and can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QScrollBar,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from app.base.autostart import Autostart
from app.base.events import CommittedLine, FinalLine, NoWords, Status
from app.base.settings import Hotwords, OverlayPlace, OverlaySettings, Settings
from app.base.settings_file import SettingsFile
from app.capture.device import Device, Devices
from app.program.services import masked_words
from app.transcript.document import Transcript
from app.transcript.masking import default_lists
from app.ui.kit import placing
from app.ui.kit.actions import Actions
from app.ui.kit.i18n import Translators
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.message_bar import MessageBar, SignBar
from app.ui.main_window.first_run import FirstRun
from app.ui.main_window.no_words_sign import show_no_words
from app.ui.main_window.source_panel import device_entries
from app.ui.main_window.window import MainWindow
from app.ui.overlay import window as overlay_module
from app.ui.overlay.adjust_dialog import AdjustDialog
from app.ui.overlay.placement import Capabilities
from app.ui.overlay.window import Overlay
from app.ui.settings.dialog import SettingsDialog
from app.ui.settings.pages import GeneralPage, PlacePage, RecognitionPage
from tests.app.waiting import wait_until

INTERACTIVE = (
    QAbstractButton, QComboBox, QAbstractSpinBox, QSlider, QLineEdit, QPlainTextEdit, QListWidget, QKeySequenceEdit,
)  # fmt: skip


@pytest.fixture
def live(tmp_path: Path) -> LiveSettings:
    return LiveSettings(SettingsFile(tmp_path))


@pytest.fixture
def transcript() -> Transcript:
    return Transcript()


@pytest.fixture
def actions() -> Actions:
    return Actions()


@pytest.fixture
def window(transcript: Transcript, actions: Actions) -> Iterator[MainWindow]:
    made = MainWindow(transcript, actions)
    made.show_settings(Settings())
    yield made
    made.deleteLater()


@pytest.fixture
def overlay() -> Iterator[Overlay]:
    made = Overlay(OverlaySettings(), lambda number: True, Actions())
    yield made
    made.deleteLater()


@pytest.fixture
def dialog(live: LiveSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SettingsDialog]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    made = SettingsDialog(live, Autostart(["x"], system="linux"), Actions(), has_tray=True)
    made.complete()
    yield made
    made.deleteLater()


def say(transcript: Transcript, utterance: int, text: str, at_s: float = 0.0) -> None:
    transcript.append(CommittedLine(utterance, text, at_s, at_s + 0.5, "English"))


def finish(transcript: Transcript, utterance: int, text: str) -> None:
    transcript.finish(FinalLine(utterance, text, text, "", False, 0.0, 1.0, "English"))


def has_label(combo: QComboBox) -> bool:
    """A label beside it belongs to it: on Linux, screen readers know a list by that alone."""
    beside = combo.parentWidget().findChildren(QLabel, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return any(label.buddy() is combo and label.text() for label in beside)


def nameless(widget: QWidget) -> list[str]:
    """Interactive widgets that a screen reader could not name. Parts of a composite control speak through it."""
    found = []
    for child in widget.findChildren(QWidget):
        inside_other = isinstance(child.parentWidget(), QComboBox | QAbstractSpinBox | QKeySequenceEdit | QLineEdit)
        if not isinstance(child, INTERACTIVE) or inside_other or isinstance(child, QScrollBar) or child.isHidden():
            continue
        if isinstance(child.parentWidget(), QDialogButtonBox) or child.objectName().startswith("qt_"):
            continue
        words = child.accessibleName() or (child.text() if isinstance(child, QAbstractButton) else "")
        if not words.strip() or (isinstance(child, QComboBox) and not has_label(child)):
            found.append(f"{type(child).__name__} in {type(child.parentWidget()).__name__}")
    return found


def test_every_control_has_a_name_for_screen_readers(
    window: MainWindow, overlay: Overlay, dialog: SettingsDialog
) -> None:
    first_run = FirstRun(Actions(), Transcript())
    adjust = AdjustDialog(overlay)
    for widget in (window, overlay, dialog, first_run, adjust):
        assert nameless(widget) == [], type(widget).__name__
    for made in (first_run, adjust):
        made.deleteLater()


def test_buttons_are_large_enough_to_hit(window: MainWindow, overlay: Overlay) -> None:
    for widget in (window, overlay):
        widget.adjustSize()
        for button in widget.findChildren(QAbstractButton):
            if button.objectName().startswith("qt_") or not button.isVisibleTo(widget):
                continue
            assert min(button.sizeHint().width(), button.sizeHint().height()) >= 22 or button.minimumHeight() >= 24


def test_transcript_view_appends_and_keeps_what_is_there(window: MainWindow, transcript: Transcript) -> None:
    view = window.transcript_view
    before = ""
    for index in range(40):
        for word in ("One ", "line ", f"number {index}."):
            say(transcript, index, word, at_s=index * 2.0)
            now = view.toPlainText()
            assert now.startswith(before)
            before = now
        finish(transcript, index, f"One line number {index}.")
    lines = before.split("\n")
    assert len(lines) == 40
    assert lines[0].endswith("One line number 0.")
    assert lines[39].startswith("1:18")


def test_a_language_that_is_read_from_the_right_stands_at_the_right(window: MainWindow, transcript: Transcript) -> None:
    def side() -> Qt.AlignmentFlag:
        return window.transcript_view.document().defaultTextOption().alignment()

    def line(number: int, text: str) -> None:
        say(transcript, number, text)
        finish(transcript, number, text)

    for number in range(3):
        line(number, "مرحبا بكم")
    assert side() == Qt.AlignmentFlag.AlignRight
    line(3, "One English line.")
    assert side() == Qt.AlignmentFlag.AlignRight
    for number in range(4, 8):
        line(number, "And more of them.")
    assert side() == Qt.AlignmentFlag.AlignLeft


def test_clearing_the_view_keeps_the_transcript_and_the_running_line(
    window: MainWindow, transcript: Transcript
) -> None:
    say(transcript, 1, "Old.")
    finish(transcript, 1, "Old.")
    say(transcript, 2, "Running")
    window.transcript_view.keep_only_new()
    assert window.transcript_view.toPlainText() == ""
    say(transcript, 2, " on")
    assert window.transcript_view.toPlainText().endswith("on")
    assert transcript.line(0).text == "Old."


def test_a_reader_who_scrolled_back_is_left_in_peace(window: MainWindow, transcript: Transcript) -> None:
    window.resize(700, 450)
    window.show()
    for index in range(80):
        say(transcript, index, f"Line {index}", at_s=float(index))
        finish(transcript, index, f"Line {index}")
    QApplication.processEvents()
    bar = window.transcript_view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(3)
    say(transcript, 100, "New")
    QApplication.processEvents()
    assert bar.value() == 3
    window.transcript_view.jump_to_end()
    assert bar.value() == bar.maximum()
    window.hide()


@pytest.mark.parametrize(
    ("state", "button"),
    [
        ("loading", "Pause"),
        ("listening", "Pause"),
        ("no_sound", "Pause"),
        ("behind", "Pause"),
        ("paused", "Resume"),
        ("stopped", "Start"),
        ("failed", "Start"),
    ],
)
def test_the_big_button_says_what_it_will_do(window: MainWindow, actions: Actions, state: str, button: str) -> None:
    actions.show_state(state)
    window.show_status(Status(state))  # type: ignore[arg-type]
    assert window.header.button.text() == button


def test_lag_and_provider_are_shown(window: MainWindow) -> None:
    window.show_status(Status("behind", 4.2, "cuda", "Full model", device="Yeti"))
    assert "CUDA" in window.header.engine.text()
    assert "4.2" in window.header.engine.text()
    assert "4 s behind" in window.header.state.text()
    assert "Full model" in window.model_button.text()


def test_how_soon_words_come_is_shown_once_it_is_known(window: MainWindow) -> None:
    window.show_status(Status("listening", 0.4, "cpu", "Full model", device="Yeti"))
    assert window.header.engine.text() == "CPU · Yeti"
    window.show_status(Status("listening", 0.4, "cpu", "Full model", device="Yeti", words_after_s=0.6))
    assert window.header.engine.text() == "CPU · words after about 0.6 s · Yeti"


def test_devices_that_are_away_stay_chosen() -> None:
    yeti = Device("yeti", "Yeti", 2, 48000, "yeti")
    words = ("System default ({name})", "{name} (not connected)")
    assert device_entries((yeti,), "", "yeti", words) == [("System default (Yeti)", ""), ("Yeti", "yeti")]
    assert device_entries((yeti,), "headset", "yeti", words)[-1] == ("headset (not connected)", "headset")
    assert device_entries((), "", "", words) == [("System default (—)", "")]


def test_the_source_decides_which_devices_are_asked_for(window: MainWindow) -> None:
    panel = window.source_panel
    panel.show_devices(Devices(inputs=(Device("a", "A", 1, 1, "a"),), backend="server"))
    for source, microphone, output in (
        ("microphone", True, False),
        ("computer", False, True),
        ("both", True, True),
    ):
        panel.show_settings(replace(Settings().captions, source=source))
        assert panel.form.isRowVisible(panel.microphone) is microphone
        assert panel.form.isRowVisible(panel.output) is output


def test_language_is_found_by_any_part_of_either_name(window: MainWindow) -> None:
    heard: list[str] = []
    window.language.chosen.connect(heard.append)
    for typed in ("中文", "portug", "  deutsch ", "nothing like it"):
        line = window.language.lineEdit()
        assert line is not None
        line.setText(typed)
        line.editingFinished.emit()
    assert heard == ["Chinese", "Portuguese", "German"]
    assert window.language.value == "German"
    assert window.language.currentText().startswith("Deutsch")


def test_recent_languages_stand_on_top(window: MainWindow) -> None:
    window.language.show_choice("", ("Thai", "Chinese"))
    names = [window.language.itemData(index) for index in range(window.language.count())]
    assert names[:4] == ["", "Thai", "Chinese", None]
    assert len(names) == 32


def test_a_language_that_the_model_does_not_know_is_told(window: MainWindow) -> None:
    window.show_status(Status("listening", languages=("English",)))
    assert "English only" in window.language_hint.text()
    captions = replace(Settings().captions, language="Thai")
    window.show_settings(replace(Settings(), captions=captions))
    assert "Thai" in window.language_hint.text()
    window.show_status(Status("listening", languages=("English", "Thai")))
    assert window.language_hint.text() == ""


def test_hotwords_are_counted_and_lists_are_switched(window: MainWindow) -> None:
    panel = window.hotwords
    heard: list[Hotwords] = []

    def take(hotwords: Hotwords) -> None:
        heard.append(hotwords)
        panel.show_hotwords(hotwords)

    panel.changed.connect(take)
    panel.box.setPlainText("Ada Lovelace, ONNX\n机器学习")
    assert panel.count.text().startswith("3 word")
    assert "24 of 4000" in panel.count.text()
    panel.flush()
    assert heard[-1].words == "Ada Lovelace, ONNX\n机器学习"
    panel.box.setPlainText(", ".join(f"word{number:05d}" for number in range(600)))
    assert "only the first" in panel.count.text()


def test_messages_are_bars_that_do_not_pile_up() -> None:
    bar = MessageBar()
    bar.show_error("No microphone was found.")
    bar.show_error("No microphone was found.")
    for index in range(5):
        bar.show_notice(f"Notice {index}")
    assert bar.texts == ["No microphone was found.", "Notice 3", "Notice 4"]
    bar.clear_errors()
    assert bar.texts == ["Notice 3", "Notice 4"]
    pressed: list[bool] = []
    bar.show_notice("Question", "Do it", lambda: pressed.append(True))
    bar._messages[-1].action.click()
    assert pressed == [True]
    assert "Question" not in bar.texts


def test_the_toolbar_has_words_where_they_fit(window: MainWindow) -> None:
    def has_words() -> bool:
        return window.toolbar.menu.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextUnderIcon

    window.resize(1000, 600)
    window.show()
    assert has_words()
    words = {button.text() for button in window.toolbar.findChildren(QToolButton)}
    assert words == {"Captions", "Lock", "Move", "History", "Settings", "More"}
    window.resize(640, 420)
    assert not has_words()
    assert window.toolbar.width() + window.header.width() <= 640
    window.resize(1000, 600)
    assert has_words()
    window.hide()


def test_dictation_has_a_button_that_shows_its_state(window: MainWindow, actions: Actions) -> None:
    pressed: list[bool] = []
    actions.dictate.triggered.connect(lambda on: pressed.append(on))  # noqa: PLW0108 - a builtin gets no argument
    actions.show_dictation_key("Right Ctrl")
    assert window.header.dictate.text() == "Dictate"
    assert "Right Ctrl" in window.header.dictate.toolTip()
    window.header.dictate.click()
    assert len(pressed) == 1
    actions.show_dictating(True)
    window.header.show_dictating(True)
    assert window.header.dictate.text() == "Stop"
    assert window.header.dictate.accessibleName() == "Stop dictation"


def test_a_silent_microphone_is_told_in_one_place(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = window.source_panel.meter
    monkeypatch.setattr(meter._judge, "add", lambda at_s, dbfs: "silent")
    window.show_status(Status("no_sound", message="“Yeti” is silent. Is the microphone muted?"))
    meter.set_level(-120.0)
    assert meter.advice.text() == ""
    assert "silent" in window.header.engine.text()
    window.show_status(Status("listening", provider="cpu"))
    meter.set_level(-120.0)
    assert "muted" in meter.advice.text()


def test_the_first_size_leaves_the_captions_free_on_a_small_screen(
    window: MainWindow, overlay: Overlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = QRect(0, 0, 1024, 600)
    captions = QRect(160, 413, 700, 151)
    monkeypatch.setattr(placing, "_captions_in", lambda _room: captions)
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _screen: room)
    window.restore_size(())
    taken = window.geometry().adjusted(0, 0, 0, placing.TITLE_PX)
    assert room.contains(taken)
    assert not taken.intersects(captions)
    window.restore_size((900, 500))
    assert window.size() == QSize(900, 500), "a size that the user chose stays"


def test_a_question_is_wide_enough_for_its_title(qapp: QApplication) -> None:
    parent, seen = QWidget(), []

    def look() -> None:
        (box,) = (item for item in QApplication.topLevelWidgets() if isinstance(item, QMessageBox) and item.isVisible())
        seen.append((box.width(), box.sizeHint().width()))
        box.reject()

    QTimer.singleShot(50, look)
    assert not placing.ask(parent, "Delete all history", "Sure?", "", "Yes")
    assert seen[0][0] >= placing.QUESTION_PX
    parent.deleteLater()


def test_both_features_can_be_tried_on_the_first_page(transcript: Transcript) -> None:
    page = FirstRun(Actions(), transcript)
    page.show_settings(Settings())
    say(transcript, 1, "Good morning.")
    assert "Good morning." in page.captions.view.toPlainText()
    assert "Right Ctrl" in page.dictation.words.text()
    assert not page.dictation.field.isReadOnly()
    page.resize(960, 400)
    page.show()
    QApplication.processEvents()
    for part in (page.meter.bar, page.start, page.storing, page.state):
        assert page.rect().contains(part.geometry()), "it is in sight on a small screen, wherever the rest is scrolled"
        assert not page.page.isAncestorOf(part)
    page.hide()
    page.deleteLater()


def test_keys_that_are_taken_everywhere_are_named_and_can_be_switched_off(live: LiveSettings) -> None:
    live.update("interface", pause_shortcut="Ctrl+Alt+K")
    page = FirstRun(Actions(), Transcript())
    page.show_settings(live.value)
    live.changed.connect(lambda _old, new: page.show_settings(new))
    page.key_changed.connect(lambda group, name, value: live.update(group, **{name: value}))
    boxes = page.dictation.keys
    assert "Right Ctrl" in boxes["dictation", "hold_key"].text()
    assert boxes["interface", "pause_shortcut"].text().startswith("Ctrl+Alt+K")
    for box in boxes.values():
        assert box.isChecked()
        box.click()
    assert live.value.dictation.hold_key == live.value.dictation.toggle_key == ""
    assert live.value.interface.pause_shortcut == live.value.interface.overlay_shortcut == ""
    assert "Right Ctrl" not in page.dictation.words.text()
    boxes["dictation", "hold_key"].click()
    boxes["interface", "pause_shortcut"].click()
    assert (live.value.dictation.hold_key, live.value.interface.pause_shortcut) == ("right ctrl", "Ctrl+Alt+K")
    wanted: list[bool] = []
    page.keys_wanted.connect(lambda: wanted.append(True))
    page.dictation.change.click()
    assert wanted == [True]
    page.deleteLater()


def test_a_setting_is_found_by_its_words(dialog: SettingsDialog) -> None:
    dialog.present()
    dialog.search.setFocus()
    dialog.search.setText("log in")
    shown = [dialog.names[row] for row in range(dialog.list.count()) if not dialog.list.item(row).isHidden()]
    assert shown == ["general"]
    page = dialog.stack.currentWidget()
    assert isinstance(page, GeneralPage)
    assert page.at_login.styleSheet(), "what was found is marked"
    QTest.keyClick(dialog.search, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert dialog.focusWidget() is page.at_login
    assert dialog.isVisible(), "Enter in the search is no OK"
    dialog.search.setText("zebra")
    assert not dialog.nothing_found.isHidden()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.search.text() == ""
    assert dialog.isVisible(), "Esc leaves the search first"
    assert not any(dialog.list.item(row).isHidden() for row in range(dialog.list.count()))
    assert not page.at_login.styleSheet()
    dialog.search.setText("background OPACITY")
    assert dialog.names[dialog.list.currentRow()] == "look"
    dialog.reject()


def test_the_words_to_mask_are_edited_and_restored(dialog: SettingsDialog, live: LiveSettings) -> None:
    live.update("captions", mask=True)
    field = next(page for page in dialog.pages if isinstance(page, RecognitionPage)).mask_lists
    own = default_lists()["English"]
    field.language.setCurrentIndex(field.language.findData("English"))
    assert field.words.toPlainText() == own
    field.words.setPlainText(own + "\ndarn*")
    field.language.setCurrentIndex(field.language.findData("German"))
    assert masked_words(live.value.captions)["English"].endswith("darn*"), "another list lost what was typed"
    assert field.words.toPlainText() == default_lists()["German"]
    field.words.setPlainText("mist*")
    live.flush()
    assert masked_words(live.value.captions)["German"] == "mist*"
    field.restore.click()
    field.language.setCurrentIndex(field.language.findData("English"))
    assert masked_words(live.value.captions)["English"].endswith("darn*")
    assert masked_words(live.value.captions)["German"] == default_lists()["German"]
    field.restore.click()
    assert live.value.captions.mask_lists == ()
    live.update("captions", mask=False)
    assert masked_words(live.value.captions) == {}
    assert not field.isEnabled()


def test_the_position_is_shown_as_a_picture(dialog: SettingsDialog, live: LiveSettings) -> None:
    dialog.show_page("place")
    page = dialog.stack.currentWidget()
    assert isinstance(page, PlacePage)
    screen = QGuiApplication.primaryScreen().geometry()
    live.update("overlay", dock="bottom", lines=2)
    low = page.preview.box()
    assert low.bottom == screen.height()
    live.update("overlay", dock="top", lines=4)
    high = page.preview.box()
    assert high.y == 0
    assert high.height > low.height
    live.update("overlay", dock="free")
    assert 0 < page.preview.box().y < screen.height()
    assert not page.preview.grab().isNull()


def test_a_sign_stays_until_its_state_is_over() -> None:
    bar = SignBar()
    shown: list[str] = []
    bar.shown.connect(lambda kind, text: shown.append(f"{kind}: {text}"))
    words = ["The disk is full."]
    pressed: list[bool] = []
    bar.show_sign("history", lambda: words[0], lambda: "Open", lambda: pressed.append(True), kind="error")
    bar.show_sign("share", lambda: "Captions are shared.")
    bar.show_sign("history", lambda: words[0], lambda: "Open", lambda: pressed.append(True), kind="error")
    assert list(bar.texts.values()) == ["The disk is full.", "Captions are shared."]
    assert shown == ["error: The disk is full.", "notice: Captions are shared."]
    sign = bar._signs["history"][0]
    sign.action.click()
    assert pressed == [True]
    assert sign.close_button.isHidden()
    words[0] = "磁盘已满。"
    QApplication.sendEvent(bar, QEvent(QEvent.Type.LanguageChange))
    assert bar.texts["history"] == "磁盘已满。"
    bar.end_sign("history")
    bar.end_sign("history")
    assert bar.texts == {"share": "Captions are shared."}
    assert not bar.isHidden()
    bar.end_sign("share")
    assert bar.isHidden()


def test_every_change_takes_effect_at_once_and_cancel_takes_it_back(dialog: SettingsDialog, live: LiveSettings) -> None:
    dialog.present()
    before = live.value
    dialog.show_page("look")
    page = dialog.stack.currentWidget()
    assert page is not None
    combo = next(box for box in page.findChildren(QComboBox) if box.accessibleName() == "Colours")
    combo.setCurrentIndex(combo.findData("cyan_on_black"))
    combo.activated.emit(combo.currentIndex())
    assert live.value.overlay.theme == "cyan_on_black"
    dialog.reject()
    assert live.value == before
    dialog.present()
    combo.activated.emit(combo.findData("yellow_on_black"))
    dialog.accept()
    assert live.value.overlay.theme == "yellow_on_black"


def test_restoring_defaults_keeps_words_and_places(dialog: SettingsDialog, live: LiveSettings) -> None:
    live.update("captions", hotwords=Hotwords("Ada"), preset="accurate")
    live.update("overlay", lines=5, font_px=60)
    dialog._restore_defaults()
    assert (live.value.captions.hotwords.words, live.value.captions.preset) == ("Ada", "automatic")
    assert live.value.overlay.lines == Settings().overlay.lines


def test_restoring_defaults_changes_what_the_dialog_shows_and_nothing_else(
    dialog: SettingsDialog, live: LiveSettings
) -> None:
    """Also of pages that nobody has opened; whether the captions are on screen is not a matter of this dialog."""
    others = {
        "captions": {"language": "Thai", "model": "big", "source": "both"},
        "overlay": {"visible": False, "places": (OverlayPlace("layout", "screen", 0.1, 0.2, 0.5),)},
        "history": {"export_format": "srt"},
        "models": {"offline": True},
        "obs": {"token": "secret"},
        "interface": {"first_run_done": True, "window_size": (800, 600)},
    }
    for group, values in others.items():
        live.update(group, **values)
    kept = live.value
    live.update("captions", provider="cpu", endpoint_ms=900)
    live.update("overlay", theme="own", text_colour="#ff0000", box_colour="#00ff00", dock="top", screen="HDMI-1")
    live.update("history", store=False, keep_days=30)
    live.update("obs", enabled=True, port=9000)
    live.update("interface", colour_scheme="dark", start_hidden=True, pause_shortcut="")
    dialog._build()
    dialog._restore_defaults()
    assert live.value == kept


def box(dialog: SettingsDialog, page: str, name: str) -> QCheckBox:
    """The check box with this name."""
    dialog.show_page(page)
    shown = dialog.stack.currentWidget()
    assert shown is not None
    return next(child for child in shown.findChildren(QCheckBox) if child.accessibleName() == name)


def number(dialog: SettingsDialog, page: str, name: str) -> QSpinBox:
    """The number with this name."""
    dialog.show_page(page)
    shown = dialog.stack.currentWidget()
    assert shown is not None
    return next(child for child in shown.findChildren(QSpinBox) if child.accessibleName() == name)


def test_cancel_keeps_what_was_changed_in_other_windows_meanwhile(dialog: SettingsDialog, live: LiveSettings) -> None:
    dialog.present()
    number(dialog, "look", "Lines").setValue(6)
    live.update("captions", model="big", language="Thai", preset="accurate")
    live.update("overlay", locked=True, font_px=48)
    place = OverlayPlace("layout", "screen", 0.1, 0.2, 0.5)
    live.update("overlay", places=(place,))
    dialog.reject()
    captions, overlay = live.value.captions, live.value.overlay
    assert (captions.model, captions.language, captions.preset) == ("big", "Thai", "accurate")
    assert (overlay.lines, overlay.locked, overlay.font_px, overlay.places) == (3, True, 48, (place,))


def test_cancel_keeps_what_was_changed_elsewhere_after_it_was_changed_here(
    dialog: SettingsDialog, live: LiveSettings
) -> None:
    dialog.present()
    number(dialog, "look", "Text size").setValue(60)
    number(dialog, "look", "Text size").setValue(70)
    live.update("overlay", font_px=20)
    dialog.reject()
    assert live.value.overlay.font_px == 20
    dialog.present()
    number(dialog, "look", "Text size").setValue(60)
    live.update("overlay", font_px=24)
    number(dialog, "look", "Text size").setValue(70)
    dialog.reject()
    assert live.value.overlay.font_px == 24


def test_cancel_takes_restored_defaults_back(dialog: SettingsDialog, live: LiveSettings) -> None:
    live.update("overlay", lines=5, font_px=60)
    before = live.value
    dialog.present()
    dialog._restore_defaults()
    assert live.value != before
    dialog.reject()
    assert live.value == before


def test_what_follows_from_a_change_in_the_dialog_is_not_lost_with_the_next_change(
    live: LiveSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The secret of the caption page is made when the page is switched on, before the dialog hears of the switch."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    live.changed.connect(lambda old, new: live.update("obs", token="made") if new.obs.enabled else None)
    dialog = SettingsDialog(live, Autostart(["x"], system="linux"), Actions(), has_tray=True)
    dialog.present()
    box(dialog, "obs", "Offer captions as a browser source (OBS)").click()
    number(dialog, "obs", "Port").setValue(9000)
    assert (live.value.obs.token, live.value.obs.port) == ("made", 9000)
    dialog.deleteLater()


def test_cancel_takes_the_start_at_login_back(dialog: SettingsDialog) -> None:
    dialog.present()
    box(dialog, "general", "Start when I log in").click()
    assert dialog._autostart.enabled
    dialog.reject()
    assert not dialog._autostart.enabled
    dialog.present()
    assert not box(dialog, "general", "Start when I log in").isChecked()
    box(dialog, "general", "Start when I log in").click()
    dialog.accept()
    assert dialog._autostart.enabled


def test_a_start_at_login_that_the_desktop_switched_off_shows_when_the_dialog_opens_again(
    dialog: SettingsDialog,
) -> None:
    dialog._autostart.set_enabled(True)
    dialog.present()
    at_login = box(dialog, "general", "Start when I log in")
    assert at_login.isChecked()
    dialog.accept()
    file = dialog._autostart.file
    file.write_text(file.read_text(encoding="utf-8") + "Hidden=true\n", encoding="utf-8")
    dialog.present()
    assert not at_login.isChecked()
    at_login.click()
    assert dialog._autostart.enabled
    dialog.reject()
    assert not dialog._autostart.enabled


class Plugged:
    """A screen that was plugged in after the program had started."""

    def name(self) -> str:
        return "HDMI-1"

    def size(self) -> QSize:
        return QSize(1920, 1080)


def test_the_list_of_screens_follows_what_is_plugged_in(
    dialog: SettingsDialog, live: LiveSettings, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.show_page("place")
    page = dialog.stack.currentWidget()
    assert isinstance(page, PlacePage)

    def names() -> list[str]:
        return [page.monitor.itemData(index) for index in range(page.monitor.count())]

    before, screens, second = names(), QGuiApplication.screens(), Plugged()
    monkeypatch.setattr(QGuiApplication, "screens", staticmethod(lambda: [*screens, second]))
    live.update("overlay", screen="HDMI-1")
    qapp.screenAdded.emit(screens[0])
    assert names() == [*before, "HDMI-1"]
    assert page.monitor.currentData() == "HDMI-1"
    monkeypatch.setattr(QGuiApplication, "screens", staticmethod(lambda: screens))
    dialog.present()
    assert names() == before
    qapp.screenRemoved.emit(screens[0])
    assert names() == [""]
    assert live.value.overlay.screen == "HDMI-1"


def test_settings_are_on_disk_shortly_after_and_survive(live: LiveSettings, tmp_path: Path) -> None:
    live.update("overlay", font_px=48)
    live.update("captions", language="Chinese")
    wait_until(lambda: SettingsFile(tmp_path).load().captions.language == "Chinese")
    again = LiveSettings(SettingsFile(tmp_path)).value
    assert (again.overlay.font_px, again.captions.language) == (48, "Chinese")


@pytest.mark.logs("settings could not be", "settings not saved")
def test_settings_that_cannot_be_saved_are_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    live = LiveSettings(SettingsFile(file))
    said: list[str] = []
    live.save_failed.connect(said.append)
    live.update("overlay", lines=2)
    live.save_now()
    assert len(said) == 1
    assert "could not be saved" in said[0]


def test_the_language_of_the_program_changes_while_it_runs(
    window: MainWindow, actions: Actions, dialog: SettingsDialog, qapp: QApplication
) -> None:
    translators = Translators(qapp)
    translators.changed.connect(actions.retranslate)
    try:
        assert translators.use("zh_CN") == "zh_CN"
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)
        assert actions.settings.text() == "设置"
        assert dialog.windowTitle() == "设置"
    finally:
        translators.use("en")
        QApplication.processEvents()
    assert actions.settings.text() == "Settings"


def test_the_overlay_has_a_fixed_height_whatever_is_said(overlay: Overlay) -> None:
    overlay.apply(OverlaySettings(), False)
    height = overlay.height()
    words = ("a", "wörd ", "中文，", "x" * 90, "\U0001f600 ", "שלום ")
    for index in range(200):
        overlay.append(index // 20, words[index % len(words)])
        assert overlay.height() == height
    overlay.hide()


def test_where_the_desktop_places_windows_the_overlay_has_one_size_until_it_is_dragged_wider(
    overlay: Overlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tiling Wayland desktop cuts off what does not fit into a tile; it leaves windows of one size alone."""
    monkeypatch.setattr(overlay_module, "capabilities", lambda platform: Capabilities(False, False, False))
    kept: list[OverlayPlace] = []
    overlay.place_changed.connect(kept.append)
    overlay.show()
    overlay.bring_back()
    assert overlay.minimumSize() == overlay.maximumSize() == overlay.size()
    kept.clear()
    overlay._system_drag("right")
    overlay.resize(overlay.width() - 60, overlay.height())
    assert kept[-1].width == pytest.approx(overlay.width() / overlay.screen().availableGeometry().width(), abs=1e-4)
    overlay._system_drag("move")
    overlay.apply(replace(OverlaySettings(), places=(kept[-1],), lines=4), smooth=False)
    assert overlay.minimumSize() == overlay.maximumSize() == overlay.size()
    assert overlay.height() == overlay.height_for(4)


def test_the_overlay_is_cleared_after_silence_but_not_in_the_middle_of_a_line() -> None:
    finished: list[bool] = [False]
    overlay = Overlay(OverlaySettings(clear_after_s=1), lambda number: finished[0], Actions())
    overlay.apply(OverlaySettings(clear_after_s=1), False)
    overlay.append(0, "Still talking")
    QTest.qWait(1300)
    assert overlay.text == "Still talking"
    finished[0] = True
    wait_until(lambda: overlay.text == "")
    overlay.deleteLater()


def test_zero_seconds_means_never_clear(overlay: Overlay) -> None:
    overlay.apply(OverlaySettings(clear_after_s=0), False)
    overlay.append(0, "Stays")
    assert not overlay._silence.isActive()


def test_another_font_and_more_lines_apply_at_once(overlay: Overlay) -> None:
    overlay.apply(OverlaySettings(), False)
    before = overlay.height()
    overlay.apply(OverlaySettings(lines=5, font_px=60), False)
    assert overlay.height() > before
    assert overlay.height() == overlay.height_for(5)
    overlay.hide()


def test_cancel_never_brings_an_address_back_that_was_given_up(dialog: SettingsDialog, live: LiveSettings) -> None:
    live.update("obs", token="old")
    dialog.accept()
    dialog.show()
    box(dialog, "obs", "Offer captions as a browser source (OBS)").click()
    assert live.value.obs.enabled
    live.update("obs", token="new")
    dialog.reject()
    assert live.value.obs.token == "new"
    assert not live.value.obs.enabled


def test_the_hint_about_speech_without_words_leads_to_the_setting_and_goes_with_a_word(window: MainWindow) -> None:
    window.show()
    found = NoWords("language", tuple([-60.0] * 100 + [-20.0] * 100))
    show_no_words(window.signs, found, window.check_no_words)
    assert "Is this the right language?" in window.signs.texts["no words"]
    trace = window.source_panel.meter.trace
    assert not trace.isVisible(), "only when somebody looks for it"
    button = next(
        button for button in window.signs.findChildren(QAbstractButton) if button.text() == "Check the language"
    )
    button.click()
    assert trace.isVisible()
    assert trace.accessibleName() == "Input level of the last seconds"
    assert trace.levels[0] == -60.0 and trace.levels[-1] == -20.0
    assert window.focusWidget() in (window.language, window.language.lineEdit())
    window.end_no_words()
    assert "no words" not in window.signs.texts
    assert not trace.isVisible()


def test_the_hint_goes_when_nobody_listens_any_more(window: MainWindow) -> None:
    show_no_words(window.signs, NoWords("source", (-58.0,)), window.check_no_words)
    window.show_status(Status("paused"))
    assert "no words" not in window.signs.texts

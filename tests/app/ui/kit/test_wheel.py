"""The wheel scrolls what is under the mouse; it changes no setting that nobody has clicked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea, QSlider, QSpinBox, QWidget

from app.base.settings import CaptionSettings, HotwordList, Hotwords, Settings
from app.transcript.document import Transcript
from app.ui.kit.actions import Actions
from app.ui.kit.live_settings import LiveSettings
from app.ui.main_window.window import MainWindow
from app.ui.settings.dialog import SettingsDialog


@pytest.fixture
def dialog(settings_dialog: SettingsDialog) -> SettingsDialog:
    return settings_dialog


@pytest.fixture
def window() -> Iterator[MainWindow]:
    lists = (HotwordList("one", "Ada"), HotwordList("two", "Grace"))
    made = MainWindow(Transcript(), Actions())
    made.show_settings(Settings(captions=CaptionSettings(source="both", hotwords=Hotwords(lists=lists))))
    made.resize(made.minimumSize())
    made.show()
    made.activateWindow()
    QApplication.processEvents()
    yield made
    made.deleteLater()


def turn(widget: QWidget) -> None:
    """One notch towards the user, with the mouse over the middle of `widget`, as from the window system."""
    area = widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    assert isinstance(area, QScrollArea)
    area.ensureWidgetVisible(widget)
    QApplication.processEvents()
    window = widget.window()
    QTest.wheelEvent(window.windowHandle(), QPointF(widget.mapTo(window, widget.rect().center())), QPoint(0, -120))


def controls(page: QWidget) -> list[QWidget]:
    return [*page.findChildren(QComboBox), *page.findChildren(QSpinBox), *page.findChildren(QSlider)]


def test_no_page_of_the_settings_is_changed_by_the_wheel(dialog: SettingsDialog, live: LiveSettings) -> None:
    before = live.value
    seen = 0
    for name in dialog.names:
        dialog.show_page(name)
        QApplication.processEvents()
        page = dialog.stack.currentWidget()
        assert page is not None
        for control in controls(page):
            turn(control)
            seen += 1
        assert live.value == before, name
    assert seen > 10


def test_the_wheel_over_a_list_scrolls_the_page(dialog: SettingsDialog) -> None:
    dialog.resize(dialog.width(), 260)
    dialog.show_page("look")
    QApplication.processEvents()
    page = dialog.stack.currentWidget()
    assert isinstance(page, QScrollArea)
    turn(page.findChildren(QComboBox)[0])
    assert page.verticalScrollBar().value() > 0


def test_a_number_that_has_the_focus_takes_the_wheel(dialog: SettingsDialog, live: LiveSettings) -> None:
    dialog.show_page("look")
    page = dialog.stack.currentWidget()
    assert page is not None
    dialog.activateWindow()
    size = next(spin for spin in page.findChildren(QSpinBox) if spin.accessibleName() == "Text size")
    size.setFocus()
    QApplication.processEvents()
    turn(size)
    assert live.value.overlay.font_px == 30


def test_the_side_of_the_main_window_is_not_changed_by_the_wheel(window: MainWindow) -> None:
    heard: list[object] = []
    window.captions_changed.connect(heard.append)
    window.header.button.setFocus()
    scroll = next(area for area in window.findChildren(QScrollArea) if area.isAncestorOf(window.preset))
    sides = controls(scroll)
    assert {window.preset, window.language, window.source_panel.source, window.hotwords.lists} <= set(sides)
    before = [box.currentIndex() for box in sides if isinstance(box, QComboBox)]
    scrolled = 0
    for control in sides:
        turn(control)
        scrolled = max(scrolled, scroll.verticalScrollBar().value())
    line = window.language.lineEdit()
    assert line is not None
    turn(line)
    assert [box.currentIndex() for box in sides if isinstance(box, QComboBox)] == before
    assert heard == []
    assert scrolled > 0

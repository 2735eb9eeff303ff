"""One look on every system: what is dark, what is selected, and whose colours are used."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPalette, QRegion
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QStyleFactory,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.base.settings import OverlaySettings
from app.ui.kit import theme
from app.ui.kit.message_bar import COLOURS, MessageBar, is_dark_now
from app.ui.kit.theme import (
    CONTRAST_PROPERTY,
    STYLE,
    apply_scheme,
    contrast_theme,
    in_contrast,
    is_dark,
    palette_for,
    selection_everywhere,
)
from app.ui.overlay.caption_box import CaptionBox
from app.ui.overlay.theme import AAA_CONTRAST, contrast

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(autouse=True)
def look_afterwards(qapp: QApplication) -> Iterator[None]:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    yield
    qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
    qapp.setProperty(CONTRAST_PROPERTY, False)
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dark_windows_are_dark_on_every_system(
    system: str, scheme: str, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The style of Windows 10 ignores the scheme, so the colours are the program's own."""
    monkeypatch.setattr(sys, "platform", system)
    apply_scheme(qapp, scheme)
    assert qapp.palette().color(QPalette.ColorRole.Window) == palette_for(scheme == "dark").color(
        QPalette.ColorRole.Window
    )
    assert is_dark_now() == (scheme == "dark")


def test_as_the_system_agrees_with_what_is_shown(qapp: QApplication) -> None:
    apply_scheme(qapp, "system")
    assert is_dark("system") == is_dark_now()


def test_the_style_is_there_on_every_system() -> None:
    assert QStyleFactory.create(STYLE) is not None


def test_a_contrast_theme_of_windows_keeps_its_colours(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme, "contrast_theme", lambda: True)
    apply_scheme(qapp, "light")
    assert qapp.palette().color(QPalette.ColorRole.Window) == QPalette().color(QPalette.ColorRole.Window)
    assert qapp.styleSheet() == ""


@pytest.mark.parametrize("system, expected", [("win32", True), ("linux", False), ("darwin", False)])
def test_only_windows_has_colours_for_contrast(system: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Accessibility:
        def contrastPreference(self) -> Qt.ContrastPreference:
            return Qt.ContrastPreference.HighContrast

    class Hints:
        def accessibility(self) -> Accessibility:
            return Accessibility()

    monkeypatch.setattr(QGuiApplication, "styleHints", staticmethod(Hints))
    assert contrast_theme(system) == expected


@pytest.mark.parametrize("dark", [True, False])
def test_what_is_selected_has_one_pair_of_colours(dark: bool) -> None:
    """Pictures of selected entries know nothing of the window's state."""
    pale = QPalette(palette_for(dark))
    pale.setColor(QPalette.ColorGroup.Inactive, QPalette.ColorRole.Highlight, QColor("#f5f5f5"))
    for palette in (palette_for(dark), selection_everywhere(pale)):
        for role in (QPalette.ColorRole.Highlight, QPalette.ColorRole.HighlightedText):
            active, inactive = (
                palette.color(group, role) for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive)
            )
            assert active == inactive


def test_high_contrast_is_black_white_and_yellow_and_ends_with_another_scheme(qapp: QApplication) -> None:
    apply_scheme(qapp, "contrast")
    assert in_contrast()
    assert is_dark_now()
    colours = {qapp.palette().color(role).name() for role in TEXTS | GROUNDS}
    assert colours == {"#000000", "#ffffff", "#ffff00"}
    apply_scheme(qapp, "light")
    assert not in_contrast()
    assert qapp.palette().color(QPalette.ColorRole.Window) == palette_for(False).color(QPalette.ColorRole.Window)


TEXTS = {QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.Link}
GROUNDS = {QPalette.ColorRole.Window, QPalette.ColorRole.Base, QPalette.ColorRole.Button}


def rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


def test_every_text_has_a_contrast_of_seven_in_high_contrast(qapp: QApplication) -> None:
    apply_scheme(qapp, "contrast")
    palette = qapp.palette()
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        for text in TEXTS | {QPalette.ColorRole.PlaceholderText}:
            for ground in GROUNDS:
                assert contrast(rgb(palette.color(group, text)), rgb(palette.color(group, ground))) >= AAA_CONTRAST


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_high_contrast_is_followed_where_the_system_asks_for_it(
    system: str, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, "wants_contrast", lambda: True)
    monkeypatch.setattr(theme, "contrast_theme", lambda: contrast_theme(system))
    apply_scheme(qapp, "system")
    assert in_contrast()
    apply_scheme(qapp, "light")
    assert not in_contrast()  # whoever has chosen a scheme knows why


ASKS_TWICE = """
from PySide6.QtWidgets import QApplication
from app.ui.kit.theme import apply_scheme, wants_contrast
app = QApplication([])
for _ in range(2):
    wants_contrast()
    apply_scheme(app, "system")
"""


def test_whether_the_system_wants_contrast_can_be_asked_again() -> None:
    """In a process where nothing else holds Qt's style hints: what they had given once was taken for deleted."""
    done = subprocess.run(
        [sys.executable, "-c", ASKS_TWICE],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


CONTROLS = [QPushButton, QToolButton, QLineEdit, QPlainTextEdit, QComboBox, QSpinBox, QListWidget]


@pytest.mark.parametrize("kind", CONTROLS)
def test_in_high_contrast_a_control_has_an_edge_and_a_thick_one_with_the_keyboard(
    kind: type[QWidget], qapp: QApplication
) -> None:
    apply_scheme(qapp, "contrast")
    window = QWidget()
    row = QVBoxLayout(window)
    first, control = QLineEdit(), kind()
    control.setMinimumSize(120, 40)
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    row.addWidget(first)
    row.addWidget(control)
    window.show()
    window.activateWindow()

    def edge(colour: str) -> int:
        """How many pixels at the left edge have this colour."""
        qapp.processEvents()
        picture = control.grab().toImage()
        row = picture.height() // 5  # above the text cursor
        found = 0
        while picture.pixelColor(found, row).name() == colour:
            found += 1
        return found

    first.setFocus()
    assert edge("#ffffff") >= 1
    size = control.sizeHint()
    control.setFocus()
    assert edge("#ffff00") >= 4
    assert control.sizeHint() == size  # nothing moves
    window.hide()
    window.deleteLater()


def test_signs_have_the_colours_of_the_scheme(qapp: QApplication) -> None:
    bar = MessageBar()
    bar.show_error("The disk is full.")
    for scheme, expected in (("contrast", "#000000"), ("light", COLOURS["error", False][0])):
        apply_scheme(qapp, scheme)
        bar.resize(400, 60)
        bar.show()
        qapp.processEvents()
        assert bar.grab().toImage().pixelColor(bar.width() // 2, 6).name() == expected
    bar.deleteLater()


def test_captions_get_an_opaque_box_with_an_edge_in_high_contrast_and_lose_them_again(qapp: QApplication) -> None:
    box = CaptionBox(OverlaySettings(opacity=40, theme="yellow_on_black"))
    box.resize(400, 100)

    def alpha_and_edge() -> tuple[int, str]:
        picture = QImage(box.size(), QImage.Format.Format_ARGB32)
        picture.fill(Qt.GlobalColor.transparent)
        box.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        return picture.pixelColor(200, 20).alpha(), picture.pixelColor(200, 1).name()

    apply_scheme(qapp, "contrast")
    assert alpha_and_edge() == (255, "#ffe94a")
    apply_scheme(qapp, "dark")
    alpha, edge = alpha_and_edge()
    assert alpha < 255
    assert edge == "#000000"
    box.deleteLater()

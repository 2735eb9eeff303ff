"""One look on every system: what is dark, what is selected, and whose colours are used."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from app.ui.kit import theme
from app.ui.kit.message_bar import is_dark_now
from app.ui.kit.theme import STYLE, apply_scheme, contrast_theme, is_dark, palette_for, selection_everywhere


@pytest.fixture(autouse=True)
def look_afterwards(qapp: QApplication) -> Iterator[None]:
    palette, sheet = qapp.palette(), qapp.styleSheet()
    yield
    qapp.styleHints().setColorScheme(Qt.ColorScheme.Unknown)
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

"""A selected entry can be read, whether its window is in front or not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from app.history.read import Session
from app.ui.history.list import Entry, EntryDelegate, HistoryList
from app.ui.overlay.theme import contrast

GROUPS = QPalette.ColorGroup
ROLES = QPalette.ColorRole


def pale_when_inactive() -> QPalette:
    """As Windows' palettes are: what is selected in a window behind is black on light grey."""
    palette = QPalette()
    for group, ground, text in (
        (GROUPS.Active, "#0f7b5f", "#ffffff"),
        (GROUPS.Inactive, "#f5f5f5", "#000000"),
    ):
        palette.setColor(group, ROLES.Highlight, QColor(ground))
        palette.setColor(group, ROLES.HighlightedText, QColor(text))
    return palette


def rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


@pytest.mark.parametrize("active", [True, False])
def test_the_selected_entry_can_be_read(active: bool, qapp: QApplication) -> None:
    model = HistoryList()
    model.show_entries(
        [
            Entry(
                Session(1, "", 0.0, 60.0, 60.0, "microphone", "English", "", "", 1, 60.0),
                "MMMM 30 Nov 2026",
                "MMMM 4 min",
            )
        ]
    )
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 240, 60)
    option.palette = pale_when_inactive()  # type: ignore[attr-defined]
    option.font = qapp.font()  # type: ignore[attr-defined]
    state = QStyle.StateFlag.State_Enabled | QStyle.StateFlag.State_Selected
    option.state = state | QStyle.StateFlag.State_Active if active else state  # type: ignore[attr-defined]
    image = QImage(240, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    EntryDelegate().paint(painter, option, model.index(0))
    painter.end()
    ground = image.pixelColor(235, 3)
    colours = {rgb(image.pixelColor(x, y)) for x in range(5, 235) for y in range(5, 55)}
    assert ground.name() == ("#0f7b5f" if active else "#f5f5f5")
    assert max(contrast(colour, rgb(ground)) for colour in colours) >= 4.5

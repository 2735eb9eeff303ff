"""How a page of a dialog is laid out: its title, what it holds, a row of buttons at its bottom, and labels to be heard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

BUTTON_GAP_PX = 8
LEAST_BODY_PX = 120


def heading(text: str = "", factor: float = 1.3) -> QLabel:
    """A title, `factor` times as large as text; a model's name in it is never taken for markup."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    font.setBold(True)
    label.setFont(font)
    label.setWordWrap(True)
    return label


def paragraph(text: str = "") -> QLabel:
    """Text that wraps, can be selected and is never taken for markup."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


def button_row(*buttons: QPushButton | None) -> QHBoxLayout:
    """Buttons side by side; None takes the room that is left. Enter presses none but the default button."""
    row = QHBoxLayout()
    row.setSpacing(BUTTON_GAP_PX)
    for button in buttons:
        if button is None:
            row.addStretch(1)
        else:
            button.setAutoDefault(button.isDefault())
            row.addWidget(button)
    return row


def _scrolling(body: QVBoxLayout) -> QScrollArea:
    inside, area = QWidget(), QScrollArea()
    inside.setLayout(body)
    body.setContentsMargins(0, 0, 0, 0)
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setMinimumHeight(LEAST_BODY_PX)
    return area


class Page(QWidget):
    """A page without margins of its own.

    Attributes:
        title: its first line.
        body: what follows; takes all height that is left.
    """

    def __init__(self, title: str = "", *, gap_px: int | None = None, scrolls: bool = False) -> None:
        """`gap_px`: between the lines, if not the style's. `scrolls`: what is on it, where its window is too low for it; the
        title and the buttons stay."""
        super().__init__()
        self.title = heading(title)
        self.body = QVBoxLayout()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        if gap_px is not None:
            self._column.setSpacing(gap_px)  # of the body as well: it is a layout inside this one
        self._column.addWidget(self.title)
        if scrolls:
            self._column.addWidget(_scrolling(self.body), 1)
        else:
            self._column.addLayout(self.body, 1)

    def buttons(self, *buttons: QPushButton | None) -> None:
        """The row at the bottom; see `button_row`."""
        self._column.addLayout(button_row(*buttons))


SPOKEN_LABEL = "spoken label"


def name_combo(combo: QComboBox, words: str) -> None:
    """Names a list that has no label on screen; it must stand in its parent by now.

    On Linux, Qt gives a screen reader what is chosen in the list as its name, and the label that belongs to it: an
    accessible name is heard on other systems only. So it has a label that nobody sees.
    """
    combo.setAccessibleName(words)
    parent = combo.parentWidget()
    assert parent is not None
    labels = parent.findChildren(QLabel, SPOKEN_LABEL, Qt.FindChildOption.FindDirectChildrenOnly)
    label = next((label for label in labels if label.buddy() is combo), None)
    if label is None:
        label = QLabel(parent)
        label.setObjectName(SPOKEN_LABEL)
        label.setBuddy(combo)
        label.hide()
    label.setText(words)

"""Names for screen readers where an accessible name alone does not reach them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel

LABEL = "spoken label"


def name_combo(combo: QComboBox, words: str) -> None:
    """Names a list that has no label on screen; it must stand in its parent by now.

    On Linux, Qt gives a screen reader what is chosen in the list as its name, and the label that belongs to it: an
    accessible name is heard on other systems only. So it has a label that nobody sees.
    """
    combo.setAccessibleName(words)
    parent = combo.parentWidget()
    assert parent is not None
    labels = parent.findChildren(QLabel, LABEL, Qt.FindChildOption.FindDirectChildrenOnly)
    label = next((label for label in labels if label.buddy() is combo), None)
    if label is None:
        label = QLabel(parent)
        label.setObjectName(LABEL)
        label.setBuddy(combo)
        label.hide()
    label.setText(words)

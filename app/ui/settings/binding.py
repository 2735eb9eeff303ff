"""Ties controls to fields of the live settings: a control shows the field and changes it at once, both ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.base.settings import Settings
from app.hotkeys.global_shortcuts import usable_combo
from app.hotkeys.keys import KeyNameError
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.wheel import WheelScrolls


class Note(QLabel):
    """Words that wrap, exactly as high as they are at the width they have: a form asks only for a guess."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setWordWrap(True)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), self.heightForWidth(self.width())) if self.isVisible() else hint

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != self.width():
            self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometry()


class ShortcutField(QKeySequenceEdit):
    """Records a global shortcut. A combination that can be none is refused, and the one before stays.

    Signals:
        changed(str): the person chose another one, as `Ctrl+Alt+P`, or "" for none.
        refused(str): a sentence that says why a combination was not taken; "" once one was.
    """

    changed = Signal(str)
    refused = Signal(str)

    MODIFIERS = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._recording = False
        self.setMaximumSequenceLength(1)
        self.setClearButtonEnabled(True)
        self.keySequenceChanged.connect(self._changed)

    def show_text(self, text: str) -> None:
        """Shows the shortcut that is in force; emits nothing."""
        self._text = text
        with QSignalBlocker(self):
            self.setKeySequence(QKeySequence(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt empties the field at the first key: a modifier alone and Esc, which closes the dialog, must not do it."""
        if event.key() in (*self.MODIFIERS, Qt.Key.Key_unknown):
            event.accept()
            return
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            event.ignore()
            return
        self._recording = True
        super().keyPressEvent(event)
        self._recording = False
        self._judge()

    def _judge(self) -> None:
        try:
            usable_combo(self._shown)
        except KeyNameError as error:
            self.show_text(self._text)
            self.refused.emit(str(error))

    @property
    def _shown(self) -> str:
        return self.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def _changed(self) -> None:
        """Recorded whole, or emptied by the button in the field."""
        if not self._recording and self._shown != self._text:
            self._text = self._shown
            self.refused.emit("")
            self.changed.emit(self._text)


class SettingsPage(QScrollArea):
    """A page of bound controls in a form; scrolls when the dialog is small. Subclasses add rows in `__init__`."""

    def __init__(self, live: LiveSettings, title: str) -> None:
        super().__init__()
        self.live = live
        self.title = title
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(18, 14, 18, 14)
        self.column.setSpacing(10)
        heading = QLabel(title)
        font = heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.3)
        font.setBold(True)
        heading.setFont(font)
        self.column.addWidget(heading)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.form.setHorizontalSpacing(18)
        self.form.setVerticalSpacing(10)
        self.column.addLayout(self.form)
        self.column.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._wheel = WheelScrolls(inside)
        self._shows: list[Any] = []
        live.changed.connect(self._show)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._wheel.cover()

    def _show(self, _old: Settings, new: Settings) -> None:
        for show in self._shows:
            show(new)

    def follow(self, show: Any) -> None:
        """`show(Settings)` is called now and whenever settings change."""
        self._shows.append(show)
        show(self.live.value)

    def row(self, label: str, field: QWidget) -> QLabel:
        """A row with a label that names the field for screen readers."""
        words = QLabel(label)
        words.setBuddy(field)
        if not field.accessibleName():
            field.setAccessibleName(label)
        self.form.addRow(words, field)
        return words

    def note(self, text: str = "") -> QLabel:
        """A line of explanation under the last field."""
        words = Note(text)
        words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        words.setForegroundRole(words.palette().ColorRole.PlaceholderText)
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.form.addRow("", words)
        return words

    def gap(self) -> None:
        line = QFrame()
        line.setFrameShape(QFrame.Shape.HLine)
        line.setFrameShadow(QFrame.Shadow.Plain)
        line.setForegroundRole(line.palette().ColorRole.Mid)
        self.form.addRow(line)

    # Bound controls

    def check(self, label: str, group: str, field: str) -> QCheckBox:
        box = QCheckBox(label)
        box.setAccessibleName(label)
        box.toggled.connect(lambda on: self.live.update(group, **{field: on}))

        def show(settings: Settings) -> None:
            with QSignalBlocker(box):
                box.setChecked(getattr(getattr(settings, group), field))

        self.form.addRow("", box)
        self.follow(show)
        return box

    def choice(self, label: str, group: str, field: str, entries: Sequence[tuple[str, Any]]) -> QComboBox:
        """`entries` are (words, value)."""
        combo = QComboBox()
        for words, value in entries:
            combo.addItem(words, value)
        combo.activated.connect(lambda index: self.live.update(group, **{field: combo.itemData(index)}))

        def show(settings: Settings) -> None:
            with QSignalBlocker(combo):
                combo.setCurrentIndex(max(0, combo.findData(getattr(getattr(settings, group), field))))

        self.row(label, combo)
        self.follow(show)
        return combo

    def number(
        self,
        label: str,
        group: str,
        field: str,
        low: int,
        high: int,
        *,
        step: int = 1,
        suffix: str = "",
        zero: str = "",
    ) -> QSpinBox:
        """`zero` is shown instead of the lowest value."""
        spin = QSpinBox()
        spin.setRange(low, high)
        spin.setSingleStep(step)
        spin.setSuffix(suffix)
        spin.setSpecialValueText(zero)
        spin.setKeyboardTracking(False)
        spin.valueChanged.connect(lambda value: self.live.update(group, **{field: value}))

        def show(settings: Settings) -> None:
            with QSignalBlocker(spin):
                spin.setValue(getattr(getattr(settings, group), field))

        self.row(label, spin)
        self.follow(show)
        return spin

    def slider(self, label: str, group: str, field: str, *, low: int, high: int, step: int) -> QSlider:
        """A slider for a percentage, with its value beside it."""
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(low, high)
        slider.setSingleStep(step)
        slider.setPageStep(step * 4)
        slider.setMinimumHeight(24)
        slider.setAccessibleName(label)
        value_words = QLabel()
        value_words.setMinimumWidth(value_words.fontMetrics().horizontalAdvance("100 %"))
        slider.valueChanged.connect(lambda value: self.live.update(group, **{field: value}))

        def show(settings: Settings) -> None:
            with QSignalBlocker(slider):
                slider.setValue(getattr(getattr(settings, group), field))
            value_words.setText(f"{slider.value()} %")

        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(slider, 1)
        line.addWidget(value_words)
        words = QLabel(label)
        words.setBuddy(slider)
        self.form.addRow(words, both)
        self.follow(show)
        return slider

    def keys(self, label: str, group: str, field: str) -> ShortcutField:
        edit = ShortcutField()
        edit.changed.connect(lambda text: self.live.update(group, **{field: text}))
        self.row(label, edit)
        problem = self.note()
        problem.hide()

        def tell(sentence: str) -> None:
            problem.setText(sentence)
            problem.setVisible(bool(sentence))

        edit.refused.connect(tell)
        self.follow(lambda settings: edit.show_text(getattr(getattr(settings, group), field)))
        return edit

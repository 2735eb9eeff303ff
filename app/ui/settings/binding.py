"""Ties controls to fields of the live settings: a control shows the field and changes it at once, both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QWidget,
)

from app.base.fields import Setting
from app.base.settings import Settings, choices_of, in_words, label_of, setting_of
from app.hotkeys.keys import KeyNameError
from app.hotkeys.shortcut_text import usable_combo
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.live_settings import SettingsInForce
from app.ui.kit.page import Page, button_row
from app.ui.kit.theme import in_contrast
from app.ui.kit.wheel import WheelScrolls

CONTRAST_MARGIN_PX = 5


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
        changed(str): the user chose another one, as `Ctrl+Alt+P`, or "" for none.
        refused(str): a message that says why a combination was not taken; "" once one was.
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


class NumberField(FollowsChanges, QSpinBox):
    """A field for a number. A style sheet with edges, as that of high contrast, puts its digits onto the edge."""

    def __init__(self) -> None:
        super().__init__()
        self.follow_changes()

    def dress(self) -> None:
        self.lineEdit().setTextMargins(CONTRAST_MARGIN_PX if in_contrast() else 0, 0, 0, 0)


class SettingsPage(QScrollArea):
    """A page of bound controls in a form; scrolls when the dialog is small. Subclasses add rows in `__init__`.

    Label, bounds and choices of a control come from the setting that it shows.

    Attributes:
        title: of the page.
        body: what stands under the title: the form, and whatever a page adds around it.
        shown: (group, name) of the settings that the page shows.
    """

    def __init__(self, live: SettingsInForce, title: str) -> None:
        super().__init__()
        self.live = live
        self.title = title
        self.shown: set[tuple[str, str]] = set()
        inside = self._inside = Page(title, gap_px=10)
        inside.setContentsMargins(18, 14, 18, 14)
        self.body = inside.body
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.form.setHorizontalSpacing(18)
        self.form.setVerticalSpacing(10)
        self.body.addLayout(self.form)
        self.body.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._wheel = WheelScrolls(inside)
        self._shows: list[Callable[[Settings], object]] = []
        self._found: list[tuple[QWidget, QWidget]] = []
        live.changed.connect(self._show)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._wheel.cover()

    def _show(self, _old: Settings, _new: Settings) -> None:
        """A change may have led to the next one before it is heard of here: only what is in force counts."""
        for show in self._shows:
            show(self.live.value)

    def follow(self, show: Callable[[Settings], object]) -> None:
        """`show` is called now and whenever settings change."""
        self._shows.append(show)
        show(self.live.value)

    # Search

    def look_for(self, wanted: Sequence[str]) -> bool:
        """Marks the rows whose words hold all of `wanted` (case-folded); whether there are any. Nothing is wanted: none."""
        for label, _ in self._found:
            label.setStyleSheet("")
        self._found = [(label, field) for label, field in self._rows() if wanted and _holds(_words_of(label), wanted)]
        if not self._found and wanted and _holds(self.title, wanted):
            return True
        dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        for label, _ in self._found:
            label.setStyleSheet(FOUND[dark])
        return bool(self._found)

    def show_found(self) -> None:
        """Scrolls to the first row that was found."""
        if self._found:
            self.ensureWidgetVisible(self._found[0][0])
        else:
            self.verticalScrollBar().setValue(0)

    def focus_found(self) -> None:
        """Puts the keyboard into the first row that was found."""
        for _, field in self._found:
            if field.isEnabled():
                field.setFocus()
                return

    def _rows(self) -> Iterator[tuple[QWidget, QWidget]]:
        """(what has the words, what takes the keyboard) of every row of the page; notes lead to nothing."""
        for label in self._inside.findChildren(QLabel):
            if label.buddy() is not None:
                yield label, label.buddy()
        for button in self._inside.findChildren(QAbstractButton):
            if isinstance(button, QCheckBox | QPushButton):
                yield button, button

    # Rows

    def row(self, label: str, field: QWidget, *, line: QWidget | None = None) -> None:
        """A row with a label that names `field` for screen readers; `line` is what stands there if it is more."""
        words = QLabel(label)
        words.setBuddy(field)
        if not field.accessibleName() and not isinstance(field, QAbstractButton):  # a button has words of its own
            field.setAccessibleName(label)
        self.form.addRow(words, line or field)

    def setting_row(self, group: str, name: str, field: QWidget) -> None:
        """A row for a setting that has a control of its own kind."""
        self.shown.add((group, name))
        self.row(label_of(group, name), field)

    def button_row(self, *buttons: QPushButton) -> None:
        """Buttons under the last field."""
        self.form.addRow("", button_row(*buttons, None))

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

    def check(self, group: str, name: str) -> QCheckBox:
        label = label_of(group, name)
        box = QCheckBox(label)
        box.setAccessibleName(label)
        self.form.addRow("", box)
        self._bind(group, name, box, box.setChecked, box.toggled)
        return box

    def choice(self, group: str, name: str, entries: Sequence[tuple[str, Any]] = ()) -> QComboBox:
        """`entries` are (words, value), for a setting whose type does not list its choices."""
        combo = QComboBox()
        for words, value in entries or choices_of(group, name):
            combo.addItem(words, value)
        combo.activated.connect(lambda index: self.live.update(group, **{name: combo.itemData(index)}))
        self.setting_row(group, name, combo)
        self._bind(group, name, combo, lambda value: combo.setCurrentIndex(max(0, combo.findData(value))))
        return combo

    def number(self, group: str, name: str) -> QSpinBox:
        known = setting_of(group, name)
        spin = NumberField()
        spin.setRange(*_bounds(known))
        spin.setSingleStep(known.step)
        spin.setSuffix(in_words(known.unit))
        spin.setSpecialValueText(in_words(known.zero))
        spin.setKeyboardTracking(False)
        self.setting_row(group, name, spin)
        self._bind(group, name, spin, spin.setValue, spin.valueChanged)
        return spin

    def slider(self, group: str, name: str) -> QSlider:
        """A slider with its value beside it."""
        known = setting_of(group, name)
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(*_bounds(known))
        slider.setSingleStep(known.step)
        slider.setPageStep(known.step * 4)
        slider.setMinimumHeight(24)
        value_words = QLabel()
        unit = in_words(known.unit)
        value_words.setMinimumWidth(value_words.fontMetrics().horizontalAdvance(f"{slider.maximum()}{unit}"))
        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(slider, 1)
        line.addWidget(value_words)
        self.row(label_of(group, name), slider, line=both)

        def show(value: int) -> None:
            slider.setValue(value)
            value_words.setText(f"{value}{unit}")

        self._bind(group, name, slider, show, slider.valueChanged)
        return slider

    def text(self, group: str, name: str) -> QLineEdit:
        edit = QLineEdit()
        self.setting_row(group, name, edit)
        self._bind(group, name, edit, edit.setText)
        edit.editingFinished.connect(lambda: self.live.update(group, **{name: edit.text().strip()}))
        return edit

    def keys(self, group: str, name: str) -> ShortcutField:
        edit = ShortcutField()
        self.setting_row(group, name, edit)
        edit.findChildren(QLineEdit)[0].setAccessibleName(label_of(group, name))  # the part that has the keyboard
        problem = self.note()
        problem.hide()

        def tell(message: str) -> None:
            problem.setText(message)
            problem.setVisible(bool(message))

        edit.refused.connect(tell)
        self._bind(group, name, edit, edit.show_text, edit.changed)
        return edit

    def _bind(
        self,
        group: str,
        name: str,
        control: QWidget,
        show: Callable[[Any], object],
        edited: SignalInstance | None = None,
    ) -> None:
        """`show` puts the setting's value into `control`; `edited`, if given, carries another one from it."""

        def follow(settings: Settings) -> None:
            with QSignalBlocker(control):
                show(getattr(getattr(settings, group), name))

        if edited is not None:
            edited.connect(lambda value: self.live.update(group, **{name: value}))
        self.shown.add((group, name))
        self.follow(follow)


FOUND = {
    False: "background: #ffe27a; color: #1a1500;",
    True: "background: #e6c84a; color: #1a1500;",
}
"""dark -> how words that were found are marked."""


def _words_of(widget: QWidget) -> str:
    words = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    return f"{words} {widget.accessibleName()}"


def _holds(text: str, wanted: Sequence[str]) -> bool:
    folded = text.casefold()
    return all(part in folded for part in wanted)


def _bounds(known: Setting) -> tuple[int, int]:
    if known.low is None or known.high is None:
        raise ValueError("a control for a number needs both bounds")
    return int(known.low), int(known.high)

"""The pages of the models dialog that lead through getting a model: licence, precision, progress, result."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QDesktopServices
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.base.translation import translate
from app.models.catalogue import Licence
from app.models.licences import summary, texts_of
from app.models.machine import PRECISIONS
from app.models.progress import Progress
from app.models.words import describe_progress
from app.ui.models.list_page import heading, paragraph

LANGUAGE_NAMES = {"en": "English", "zh": "中文"}


def _buttons(*widgets: QWidget | None) -> QHBoxLayout:
    """A row of buttons; None is the gap."""
    row = QHBoxLayout()
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget)
    return row


class LicencePage(QWidget):
    """A licence in all its languages, what it means in short, and a box to tick before going on.

    Signals:
        accepted(), back_wanted()
    """

    accepted = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = heading()
        self.short = paragraph()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tick = QCheckBox(self.tr("I have read this agreement and accept it"))
        self.source = QPushButton(self.tr("Open it on the web"))
        self.back = QPushButton(self.tr("Back"))
        self.go = QPushButton(self.tr("Accept"))
        self.go.setDefault(True)
        self.source.setAutoDefault(False)
        self.back.setAutoDefault(False)
        self.tick.toggled.connect(self.go.setEnabled)
        self.go.clicked.connect(self.accepted)
        self.back.clicked.connect(self.back_wanted)
        self.source.clicked.connect(self._open)
        self._url = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.title)
        column.addWidget(self.short)
        column.addWidget(self.tabs, 1)
        column.addWidget(self.tick)
        column.addLayout(_buttons(self.back, self.source, None, self.go))

    def show_licence(self, name: str, licence: Licence, text: str = "") -> None:
        """The shipped texts of the licence, or `text` where a repository carries another one."""
        self.title.setText(self.tr("Licence of {0}").format(name))
        if text:
            texts = {self.tr("Text in the repository"): text}
            short = self.tr("The repository carries a licence text that differs from the one you have accepted.")
        else:
            texts = {LANGUAGE_NAMES.get(code, code): body for code, body in texts_of(licence).items()}
            lines = [f"•  {line}" for line in summary(licence)]
            intro = self.tr("{0}. In short (what counts is the agreement below):").format(licence.name)
            short = "\n".join([intro, *lines]) if lines else licence.name
        self.short.setText(short)
        while (old := self.tabs.widget(0)) is not None:
            self.tabs.removeTab(0)
            old.deleteLater()
        for label, body in texts.items():
            view = QPlainTextEdit(body.strip())
            view.setReadOnly(True)
            view.setTabChangesFocus(True)
            view.setAccessibleName(self.tr("Licence text, {0}").format(label))
            self.tabs.addTab(view, label)
        self._url = licence.url
        self.source.setVisible(bool(licence.url))
        self.tick.setChecked(False)
        self.go.setEnabled(False)

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl(self._url))


def precision_text(precision: str) -> tuple[str, str]:
    """What a person reads for a precision: its name, and what it is for."""
    return {
        "fp16": (translate("ModelDialog", "16-bit"), translate("ModelDialog", "for graphics cards")),
        "int8": (translate("ModelDialog", "8-bit"), translate("ModelDialog", "for processors")),
        "int4": (translate("ModelDialog", "4-bit"), translate("ModelDialog", "smallest; mishears a little more")),
        "fp32": (translate("ModelDialog", "32-bit"), translate("ModelDialog", "exact and slow; for comparisons")),
    }[precision]


class PrecisionPage(QWidget):
    """How the model is stored: one choice with a recommendation, and what happens to the download.

    Signals:
        chosen(), back_wanted()
    """

    chosen = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = heading()
        self.reason = paragraph()
        self.group = QButtonGroup(self)
        self.radios: dict[str, QRadioButton] = {}
        self.sizes: dict[str, QLabel] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(8)
        for row, precision in enumerate(PRECISIONS):
            radio, size = QRadioButton(), QLabel()
            self.group.addButton(radio)
            self.radios[precision], self.sizes[precision] = radio, size
            grid.addWidget(radio, row, 0)
            grid.addWidget(size, row, 1)
        grid.setColumnStretch(2, 1)
        self.drop = QCheckBox(self.tr("Delete the download when it has been converted"))
        self.use = QCheckBox(self.tr("Use the model for captions as soon as it is ready"))
        self.space = paragraph()
        self.back = QPushButton(self.tr("Back"))
        self.go = QPushButton(self.tr("Start"))
        self.go.setDefault(True)
        self.back.setAutoDefault(False)
        self.go.clicked.connect(self.chosen)
        self.back.clicked.connect(self.back_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.title)
        column.addWidget(self.reason)
        column.addSpacing(10)
        column.addLayout(grid)
        column.addSpacing(14)
        column.addWidget(self.drop)
        column.addWidget(self.use)
        column.addSpacing(10)
        column.addWidget(self.space)
        column.addStretch(1)
        column.addLayout(_buttons(self.back, None, self.go))

    @property
    def precision(self) -> str:
        return next(name for name, radio in self.radios.items() if radio.isChecked())

    def show_choice(self, name: str, recommended: str, reason: str, sizes: dict[str, str], *, fetched: bool) -> None:
        """`sizes`: precision -> its size in words ("" if unknown); `fetched`: there will be a download to delete."""
        self.title.setText(self.tr("How should {0} be stored?").format(name))
        self.reason.setText(reason)
        for precision, radio in self.radios.items():
            label, purpose = precision_text(precision)
            text = self.tr("{0}, {1} (recommended)") if precision == recommended else self.tr("{0}, {1}")
            radio.setText(text.format(label, purpose))
            self.sizes[precision].setText(sizes.get(precision, ""))
            radio.setAccessibleDescription(sizes.get(precision, ""))
        self.radios[recommended].setChecked(True)
        self.radios[recommended].setFocus()
        self.drop.setVisible(fetched)
        self.use.setChecked(True)


class ProgressPage(QWidget):
    """Where the work is: its steps, a bar for the present one, and a button that stops it.

    Signals:
        stop_wanted(), hide_wanted()
    """

    stop_wanted = Signal()
    hide_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = heading()
        self.steps: dict[str, QLabel] = {}
        self._words: dict[str, str] = {}
        self._stage = ""
        self._stopping = False
        self._steps_column = QVBoxLayout()
        self._steps_column.setSpacing(6)
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.detail = paragraph()
        self.note = paragraph(self.tr("Captions go on meanwhile. You can hide this window; the work continues."))
        self.hide_button = QPushButton(self.tr("Hide"))
        self.stop = QPushButton(self.tr("Stop"))
        for button in (self.hide_button, self.stop):
            button.setAutoDefault(False)
        self.stop.clicked.connect(self._stop_clicked)
        self.hide_button.clicked.connect(self.hide_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.title)
        column.addSpacing(8)
        column.addLayout(self._steps_column)
        column.addSpacing(14)
        column.addWidget(self.bar)
        column.addWidget(self.detail)
        column.addStretch(1)
        column.addWidget(self.note)
        column.addLayout(_buttons(self.hide_button, None, self.stop))

    def begin(self, title: str, steps: Sequence[tuple[str, str]]) -> None:
        """`steps`: stage and its words, in order."""
        self._stopping = False
        self.title.setText(title)
        for label in self.steps.values():
            self._steps_column.removeWidget(label)
            label.deleteLater()
        self.steps = {stage: QLabel() for stage, _ in steps}
        self._words = dict(steps)
        for label in self.steps.values():
            self._steps_column.addWidget(label)
        self.bar.setRange(0, 1000)
        self.bar.setValue(0)
        self.detail.setText("")
        self.stop.setEnabled(True)
        self.stop.setText(self.tr("Stop"))
        self._stage = ""
        self._mark(next(iter(self.steps), ""))

    def show_step(self, step: Progress) -> None:
        stage = "download" if step.stage == "list" else step.stage
        if stage not in self.steps or self._stopping:
            return
        if stage != self._stage:
            self._mark(stage)
        known = step.stage not in {"list", "switch"}
        self.bar.setRange(0, 1000 if known else 0)
        if known:
            self.bar.setValue(round(1000 * step.fraction))
        self.detail.setText(self._detail(step))
        self.bar.setAccessibleDescription(self.detail.text())

    def _detail(self, step: Progress) -> str:
        if step.stage == "download":
            return "\n".join([describe_progress(step), step.detail])
        if step.stage == "list":
            return self.tr("Asking {0}").format(step.detail)
        if step.stage == "switch":
            return step.detail
        return self.tr("{0} %").format(round(100 * step.fraction))

    def _mark(self, stage: str) -> None:
        self._stage = stage
        reached = False
        for name, label in self.steps.items():
            words = self._words[name]
            if name == stage:
                reached = True
                label.setText(f"●  {words}")
                label.setAccessibleName(self.tr("{0}: now").format(words))
            else:
                label.setText(f"○  {words}" if reached else f"✓  {words}")
                label.setAccessibleName((self.tr("{0}: later") if reached else self.tr("{0}: done")).format(words))
            font = label.font()
            font.setBold(name == stage)
            label.setFont(font)
        if stage:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self._words[stage]))

    def _stop_clicked(self) -> None:
        self._stopping = True
        self.stop.setEnabled(False)
        self.stop.setText(self.tr("Stopping…"))
        self.bar.setRange(0, 0)
        self.detail.setText("")
        self.stop_wanted.emit()


class ResultPage(QWidget):
    """How it ended, in one sentence, and what can be done next.

    Signals:
        again_wanted(), back_wanted(), close_wanted()
    """

    again_wanted = Signal()
    back_wanted = Signal()
    close_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = heading()
        self.text = paragraph()
        self.again = QPushButton(self.tr("Try again"))
        self.back = QPushButton(self.tr("All models"))
        self.close_button = QPushButton(self.tr("Close"))
        self.again.setAutoDefault(False)
        self.back.setAutoDefault(False)
        self.close_button.setDefault(True)
        self.again.clicked.connect(self.again_wanted)
        self.back.clicked.connect(self.back_wanted)
        self.close_button.clicked.connect(self.close_wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.title)
        column.addSpacing(8)
        column.addWidget(self.text)
        column.addStretch(1)
        column.addLayout(_buttons(self.back, None, self.again, self.close_button))

    def show_result(self, title: str, text: str, *, can_retry: bool) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.again.setVisible(can_retry)
        (self.again if can_retry else self.close_button).setFocus()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{title}. {text}"))

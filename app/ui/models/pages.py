"""The pages of the models dialog that lead through getting a model: licence, precision, progress, result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QDesktopServices
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QTabWidget,
    QVBoxLayout,
)

from app.base.translation import translate
from app.models.catalogue import Licence
from app.models.licences import summary, texts_of
from app.models.machine import PRECISIONS
from app.models.progress import Progress
from app.models.words import describe_progress, readable_size
from app.ui.kit.page import Page, paragraph

LANGUAGE_NAMES = {"en": "English", "zh": "中文"}


class LicencePage(Page):
    """A licence in all its languages, what it means in short, and a box to tick before continuing.

    Signals:
        accepted(), back_wanted()
    """

    accepted = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(scrolls=True)
        self.short = paragraph()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tick = QCheckBox(self.tr("I have read this agreement and accept it"))
        self.source = QPushButton(self.tr("Open on the web"))
        self.back = QPushButton(self.tr("Back"))
        self.go = QPushButton(self.tr("Accept"))
        self.go.setDefault(True)
        self.tick.toggled.connect(self.go.setEnabled)
        self.go.clicked.connect(self.accepted)
        self.back.clicked.connect(self.back_wanted)
        self.source.clicked.connect(self._open)
        self._url = ""
        self.body.addWidget(self.short)
        self.body.addWidget(self.tabs, 1)
        self.body.addWidget(self.tick)
        self.buttons(self.back, self.source, None, self.go)

    def show_licence(self, name: str, licence: Licence, text: str = "") -> None:
        """The shipped texts of the licence, or `text` where a repository carries another one."""
        self.title.setText(self.tr("Licence of {0}").format(name))
        if text:
            texts = {self.tr("Text in the repository"): text}
            short = self.tr("The repository contains a licence text that differs from the one you accepted.")
        else:
            texts = {LANGUAGE_NAMES.get(code, code): body for code, body in texts_of(licence).items()}
            lines = [f"•  {line}" for line in summary(licence)]
            intro = self.tr("{0}. In short (the agreement below is what counts):").format(licence.name)
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
    """What a user reads for a precision: its name, and what it is for."""
    return {
        "fp16": (translate("ModelDialog", "16-bit"), translate("ModelDialog", "for graphics cards")),
        "int8": (translate("ModelDialog", "8-bit"), translate("ModelDialog", "for processors")),
        "int4": (translate("ModelDialog", "4-bit"), translate("ModelDialog", "smallest; slightly less accurate")),
        "fp32": (translate("ModelDialog", "32-bit"), translate("ModelDialog", "exact but slow; for comparisons")),
    }[precision]


class PrecisionPage(Page):
    """How the model is stored: one choice with a recommendation, and what happens to the download.

    Signals:
        chosen(), back_wanted()
    """

    chosen = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(scrolls=True)
        self.reason = paragraph()
        self.group = QButtonGroup(self)
        self._bundle_bytes: dict[str, int] = {}
        self._download_bytes = 0
        self._space: tuple[Path, int] | None = None  # the folder for models and what is free there
        self.radios: dict[str, QRadioButton] = {}
        self.sizes: dict[str, QLabel] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(8)
        for row, precision in enumerate(PRECISIONS):
            radio, size = QRadioButton(precision_text(precision)[0]), QLabel()
            self.group.addButton(radio)
            radio.toggled.connect(self._show_space)
            self.radios[precision], self.sizes[precision] = radio, size
            grid.addWidget(radio, row, 0)
            grid.addWidget(size, row, 1)
        grid.setColumnStretch(2, 1)
        self.drop = QCheckBox(self.tr("Delete the download after conversion"))
        self.use = QCheckBox(self.tr("Use the model for captions as soon as it is ready"))
        self.space = paragraph()
        self.back = QPushButton(self.tr("Back"))
        self.go = QPushButton(self.tr("Start"))
        self.go.setDefault(True)
        self.go.clicked.connect(self.chosen)
        self.back.clicked.connect(self.back_wanted)
        self.body.addWidget(self.reason)
        self.body.addSpacing(10)
        self.body.addLayout(grid)
        self.body.addSpacing(14)
        self.body.addWidget(self.drop)
        self.body.addWidget(self.use)
        self.body.addSpacing(10)
        self.body.addWidget(self.space)
        self.body.addStretch(1)
        self.buttons(self.back, None, self.go)

    @property
    def precision(self) -> str:
        return next(name for name, radio in self.radios.items() if radio.isChecked())

    @property
    def keep_source(self) -> bool | None:
        """Whether the download is kept after it was converted; None where there is none."""
        return None if self.drop.isHidden() else not self.drop.isChecked()

    def show_choice(
        self,
        name: str,
        recommended: str,
        reason: str,
        bundle_bytes: dict[str, int],
        *,
        download_bytes: int,
        keep_source: bool | None,
    ) -> None:
        """`bundle_bytes`: precision -> size of the model on disk, empty if unknown; `keep_source`: see there."""
        self._bundle_bytes, self._download_bytes, self._space = bundle_bytes, download_bytes, None
        self.title.setText(self.tr("How should {0} be saved?").format(name))
        self.reason.setText(reason)
        for precision, radio in self.radios.items():
            label, purpose = precision_text(precision)
            text = self.tr("{0}, {1} (recommended)") if precision == recommended else self.tr("{0}, {1}")
            radio.setText(text.format(label, purpose))
            size = bundle_bytes.get(precision)
            words = self.tr("about {0} on disk").format(readable_size(size)) if size is not None else ""
            self.sizes[precision].setText(words)
            radio.setAccessibleDescription(words)
        self.radios[recommended].setChecked(True)
        self.drop.setVisible(keep_source is not None)
        self.drop.setChecked(not keep_source)
        self.use.setChecked(True)
        self.space.setText("")

    def show_space(self, folder: Path, free_bytes: int) -> None:
        """What is free where models are kept."""
        self._space = (folder, free_bytes)
        self._show_space()

    def _show_space(self) -> None:
        if self._space is None:
            return
        folder, free = self._space[0], readable_size(self._space[1])
        size = self._bundle_bytes.get(self.precision)
        if size is None:
            self.space.setText(self.tr("{0} are free in {1}.").format(free, folder))
            return
        needed = readable_size(self._download_bytes + size)
        text = self.tr("This temporarily needs {0} of space. {1} are free in {2}.")
        self.space.setText(text.format(needed, free, folder))


class ProgressPage(Page):
    """Where the work is: its steps, a bar for the present one, and a button that stops it.

    Signals:
        stop_wanted(), hide_wanted()
    """

    stop_wanted = Signal()
    hide_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(scrolls=True)
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
        self.note = paragraph(self.tr("Captions continue. You can hide this window; the work continues."))
        self.hide_button = QPushButton(self.tr("Hide"))
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.clicked.connect(self._stop_clicked)
        self.hide_button.clicked.connect(self.hide_wanted)
        self.body.addSpacing(8)
        self.body.addLayout(self._steps_column)
        self.body.addSpacing(14)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.detail)
        self.body.addStretch(1)
        self.body.addWidget(self.note)
        self.buttons(self.hide_button, None, self.stop)

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
            return self.tr("Contacting {0}").format(step.detail)
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


class ResultPage(Page):
    """How it ended, in one message, and what can be done next.

    Signals:
        again_wanted(), back_wanted(), close_wanted()
    """

    again_wanted = Signal()
    back_wanted = Signal()
    close_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(scrolls=True)
        self.text = paragraph()
        self.again = QPushButton(self.tr("Try again"))
        self.back = QPushButton(self.tr("All models"))
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setDefault(True)
        self.again.clicked.connect(self.again_wanted)
        self.back.clicked.connect(self.back_wanted)
        self.close_button.clicked.connect(self.close_wanted)
        self.body.addSpacing(8)
        self.body.addWidget(self.text)
        self.body.addStretch(1)
        self.buttons(self.back, None, self.again, self.close_button)

    def show_result(self, title: str, text: str, *, can_retry: bool) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.again.setVisible(can_retry)
        (self.again if can_retry else self.close_button).setFocus()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{title}. {text}"))

"""The window of recordings: what becomes text beside the captions, how far it is, and what can be done with it.

Given the queue, which lives on without it; gives `history_wanted`. It holds nothing that is worth saving.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMainWindow,
    QMessageBox,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.ui.kit.changes import FollowsChanges
from app.ui.kit.icons import app_icon, icon
from app.ui.kit.message_bar import MessageBar
from app.ui.kit.placing import widen
from app.ui.main_window.drops import TakesFiles
from app.ui.recordings.queue import FILE, PROGRESS, RECORDING_ROLE, STATE, AnyIndex, Recording, RecordingQueue
from app.ui.recordings.subtitles import Subtitles, SubtitleSaver

FILE_PX, PROGRESS_PX = 320, 150
ROW_PX = 32
MARGIN_PX = 8
BAR_PX = 6


class Rows(QStyledItemDelegate):
    """Rows with room around their words."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width(), max(size.height(), ROW_PX))


class ProgressDelegate(Rows):
    """Draws how far a recording is as a bar before the words, while it is in work and its length is known."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        recording = index.data(RECORDING_ROLE)
        if not isinstance(recording, Recording) or recording.state != "working" or not recording.seconds:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        words, option.text = option.text, ""
        widget = option.widget
        style = widget.style() if widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        palette: QPalette = option.palette
        colour = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        bar = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Highlight)
        ground = QColor(bar)
        ground.setAlpha(70)
        rect: QRect = option.rect
        words_px = option.fontMetrics.horizontalAdvance("100 %")
        area = rect.adjusted(MARGIN_PX, 0, -MARGIN_PX, 0)
        room = QStyle.visualRect(
            option.direction,
            area,
            QRect(area.left(), area.center().y() - BAR_PX // 2, area.width() - words_px - MARGIN_PX, BAR_PX),
        )
        done = QRect(room.left(), room.top(), room.width() * RecordingQueue.percent(recording) // 100, BAR_PX)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(room, BAR_PX / 2, BAR_PX / 2)
        painter.setBrush(bar)
        painter.drawRoundedRect(QStyle.visualRect(option.direction, room, done), BAR_PX / 2, BAR_PX / 2)
        painter.setPen(colour)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, words)
        painter.restore()


class RecordingsWindow(TakesFiles, FollowsChanges, QMainWindow):
    """Signals:
    history_wanted(int session): the text of a recording is to be shown.
    """

    history_wanted = Signal(int)

    def __init__(self, queue: RecordingQueue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.queue = queue
        self._saver = SubtitleSaver(queue, self)
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.messages = MessageBar()
        self.list = QTreeView()
        self.list.setModel(queue)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAlternatingRowColors(False)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setItemDelegate(Rows(self.list))
        self.list.setItemDelegateForColumn(PROGRESS, ProgressDelegate(self.list))
        self.nothing = QLabel()
        self.sentence = QLabel()
        self.track_label = QLabel()
        self.track = QComboBox()
        self.track_label.setBuddy(self.track)
        self._make_actions()
        self._lay_out()
        self._connect()
        self.follow_changes()
        self.resize(880, 520)

    # Building

    def _make_actions(self) -> None:
        def action(
            picture: str, do: Callable[[], None], keys: QKeySequence | QKeySequence.StandardKey | str = ""
        ) -> QAction:
            made = QAction(self)
            made.setShortcut(QKeySequence(keys))
            made.triggered.connect(do)
            made.setProperty("picture", picture)
            self.addAction(made)
            return made

        self.add_action = action("list_add", self.choose_files, QKeySequence.StandardKey.Open)
        self.folder_action = action("folder", self.choose_folder, "Ctrl+Shift+O")
        self.save_action = action("save", self.save_subtitles, QKeySequence.StandardKey.Save)
        self.history_action = action("history", self.show_in_history, "Ctrl+H")
        self.cancel_action = action("close", self.cancel, "Delete")
        self.cancel_all_action = action("", self.queue.cancel_all)
        self.retry_action = action("play", self.retry, "F5")
        self.clear_action = action("delete", self.queue.remove_finished)

    def _lay_out(self) -> None:
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.nothing.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(STATE, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(FILE, FILE_PX)
        header.resizeSection(PROGRESS, PROGRESS_PX)
        self._listed = QStackedWidget()
        self._listed.addWidget(self.list)
        self._listed.addWidget(self.nothing)
        top = QHBoxLayout()
        top.setContentsMargins(12, 12, 12, 0)
        for action in (self.add_action, self.folder_action):
            top.addWidget(_button(action))
        top.addStretch(1)
        for action in (self.save_action, self.history_action):
            top.addWidget(_button(action))
        middle = QHBoxLayout()
        middle.setContentsMargins(12, 0, 12, 0)
        middle.addWidget(self._listed)
        about = QHBoxLayout()
        about.setContentsMargins(12, 0, 12, 0)
        about.addWidget(self.sentence, 1)
        about.addWidget(self.track_label)
        about.addWidget(self.track)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(12, 0, 12, 12)
        for action in (self.cancel_action, self.cancel_all_action, self.retry_action):
            bottom.addWidget(_button(action))
        bottom.addStretch(1)
        bottom.addWidget(_button(self.clear_action))
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.messages)
        column.addLayout(top)
        column.addLayout(middle, 1)
        column.addLayout(about)
        column.addLayout(bottom)
        self.setCentralWidget(whole)

    def _connect(self) -> None:
        self.queue.progressed.connect(self._refresh)
        self.queue.dataChanged.connect(self._refresh)
        self.queue.rowsInserted.connect(self._select_new)
        self.queue.notice.connect(self.messages.show_error)
        self.list.selectionModel().selectionChanged.connect(self._refresh)
        self.list.activated.connect(self.show_in_history)
        self.track.activated.connect(self._choose_track)
        self._saver.found.connect(self._ask_and_write)
        self._saver.written.connect(self._tell_written)

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Recordings"))
        for action, words in (
            (self.add_action, self.tr("Add recordings…")),
            (self.folder_action, self.tr("Add folder…")),
            (self.save_action, self.tr("Save subtitles")),
            (self.history_action, self.tr("Show in history")),
            (self.cancel_action, self.tr("Cancel")),
            (self.cancel_all_action, self.tr("Cancel all")),
            (self.retry_action, self.tr("Try again")),
            (self.clear_action, self.tr("Clear finished")),
        ):
            action.setText(words)
            action.setIconText(words)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{words} ({keys})" if keys else words)
        self.list.setAccessibleName(self.tr("Recordings"))
        self.track_label.setText(self.tr("Audio track:"))
        self.track.setAccessibleName(self.tr("Audio track"))
        self.nothing.setText(
            self.tr("Drop recordings, videos or folders here. They become text while captions continue.")
        )
        self._refresh()

    def dress(self) -> None:
        for action in self.actions():
            if picture := action.property("picture"):
                action.setIcon(icon(picture))
        palette = self.nothing.palette()
        palette.setColor(QPalette.ColorRole.WindowText, self.palette().color(QPalette.ColorRole.PlaceholderText))
        self.nothing.setPalette(palette)

    # What is shown

    def present(self) -> None:
        """Shows it in front."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus()

    @property
    def chosen(self) -> list[Recording]:
        """Those that are selected, in order."""
        rows = self.list.selectionModel().selectedRows(FILE)
        return [index.data(RECORDING_ROLE) for index in sorted(rows, key=lambda index: index.row())]

    def _select_new(self, _parent: AnyIndex, first: int, _last: int) -> None:
        """The first one that was added, where nothing is selected: what can be done is at hand."""
        if not self.list.selectionModel().hasSelection():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.list.selectionModel().setCurrentIndex(self.queue.index(first, FILE), flags)

    def _refresh(self) -> None:
        chosen, queue = self.chosen, self.queue
        self._listed.setCurrentIndex(0 if queue.recordings else 1)
        self.cancel_action.setEnabled(any(not recording.over for recording in chosen))
        self.cancel_all_action.setEnabled(queue.n_left > 0)
        self.retry_action.setEnabled(any(recording.over for recording in chosen))
        self.clear_action.setEnabled(any(recording.over for recording in queue.recordings))
        self.save_action.setEnabled(any(recording.over and recording.has_text for recording in chosen))
        one = chosen[0] if len(chosen) == 1 else None
        self.history_action.setEnabled(one is not None and one.has_text and bool(one.stored))
        self.sentence.setText(queue.state_words(one) if one is not None else "")
        self._show_tracks(one)

    def _show_tracks(self, recording: Recording | None) -> None:
        several = recording is not None and len(recording.tracks) > 1
        self.track.setVisible(several)
        self.track_label.setVisible(several)
        if recording is None or not several:
            self.track.clear()
            return
        words = [
            self.tr("{0} ({1})").format(number, language) if language else str(number)
            for number, language in enumerate(recording.tracks, 1)
        ]
        if words != [self.track.itemText(row) for row in range(self.track.count())]:
            self.track.clear()
            self.track.addItems(words)
        if not self.track.view().isVisible():
            self.track.setCurrentIndex((recording.track or recording.read) - 1)

    # What can be done

    def files_dropped(self, paths: list[Path]) -> None:
        self.queue.add(paths)

    def choose_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, self.tr("Add recordings"))
        if names:
            self.queue.add([Path(name) for name in names])

    def choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Add folder"))
        if name:
            self.queue.add([Path(name)])

    def cancel(self) -> None:
        self.queue.cancel(self.chosen)

    def retry(self) -> None:
        self.queue.retry(self.chosen)

    def _choose_track(self, row: int) -> None:
        for recording in self.chosen[:1]:
            self.queue.choose_track(recording, row + 1)

    def show_in_history(self) -> None:
        for recording in self.chosen[:1]:
            if session := self.queue.session_of(recording):
                self.history_wanted.emit(session)

    def save_subtitles(self) -> None:
        """Writes subtitles beside the chosen recordings that are over."""
        self._saver.look([recording for recording in self.chosen if recording.over])

    def _ask_and_write(self, targets: list[Subtitles]) -> None:
        there = [one.target for one in targets if one.exists]
        if there:
            answer = self._ask_to_replace(there, others=len(there) < len(targets))
            if answer == "cancel":
                return
            if answer == "skip":
                targets = [one for one in targets if not one.exists]
        if targets:
            self._saver.write(targets)

    def _ask_to_replace(self, there: list[Path], *, others: bool) -> str:
        """Whether to "replace" what is there, "skip" it or "cancel"."""
        question = (
            self.tr("“{0}” already exists. Replace it?").format(there[0].name)
            if len(there) == 1
            else self.tr("{0} of these files already exist. Replace them?").format(len(there))
        )
        cancel = QMessageBox.StandardButton.Cancel
        box = QMessageBox(QMessageBox.Icon.Question, self.tr("Save subtitles"), question, cancel, self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText("\n".join(path.name for path in there[:5]) + ("\n…" if len(there) > 5 else ""))
        replace = box.addButton(self.tr("Replace"), QMessageBox.ButtonRole.AcceptRole)
        skip = box.addButton(self.tr("Save only the others"), QMessageBox.ButtonRole.ActionRole) if others else None
        box.setDefaultButton(cancel)
        widen(box)
        box.exec()
        box.deleteLater()
        pressed = box.clickedButton()
        return "replace" if pressed is replace else "skip" if skip is not None and pressed is skip else "cancel"

    def _tell_written(self, n: int, problems: list[str]) -> None:
        for problem in problems:
            self.messages.show_error(problem)
        if n == 1:
            self.messages.show_notice(self.tr("The subtitles were saved next to the recording."))
        elif n:
            self.messages.show_notice(self.tr("{0} files with subtitles were saved next to the recordings.").format(n))


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setMinimumHeight(28)
    return button

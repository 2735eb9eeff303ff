"""The history window's controls and where they stand; what they say and show, not what they do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.history.session_view import SessionView
from app.ui.kit.icons import icon
from app.ui.kit.message_bar import MessageBar, SignBar

LIST_PX = 330


class SearchField(QLineEdit):
    """Signals:
    down_pressed(): the user wants to go into the list.
    """

    down_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        else:
            super().keyPressEvent(event)


class HistoryParts(QWidget):
    """All controls, by name."""

    def __init__(self) -> None:
        super().__init__()
        self.signs = SignBar()
        self.messages = MessageBar()
        self.search = SearchField()
        self.search.setClearButtonEnabled(True)
        self._search_picture = self.search.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
        self.count = QLabel()
        self.list = QListView()
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.nothing_listed = _centred_label()
        self.delete_all = _button()
        self.title = QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.details = QLabel()
        self.details.setTextFormat(Qt.TextFormat.PlainText)
        self.details.setWordWrap(True)
        self.rename, self.copy, self.export, self.delete = _button(), _button(), _button(), _button()
        self.matches = QLabel()
        self.previous, self.next = _button(), _button()
        self.view = SessionView()
        self.nothing_shown = _centred_label()
        self._may_select = False
        self.undo_bar = QFrame()
        self.undo_bar.setObjectName("undo")
        self.undo_words = QLabel()
        self.undo_words.setTextFormat(Qt.TextFormat.PlainText)
        self.undo = QPushButton()
        self._lay_out()
        self.undo_bar.hide()
        self.match_row.hide()

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(12, 12, 0, 10)
        column.setSpacing(8)
        column.addWidget(self.search)
        column.addWidget(self.count)
        self._listed = QStackedWidget()
        self._listed.addWidget(self.list)
        self._listed.addWidget(self.nothing_listed)
        column.addWidget(self._listed, 1)
        bottom = QHBoxLayout()
        bottom.addWidget(self.delete_all)
        bottom.addStretch(1)
        column.addLayout(bottom)

        session = QWidget()
        right = QVBoxLayout(session)
        right.setContentsMargins(4, 0, 12, 0)
        right.setSpacing(6)
        right.addWidget(self.title)
        right.addWidget(self.details)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for button in (self.rename, self.copy, self.export, self.delete):
            buttons.addWidget(button)
        buttons.addStretch(1)
        right.addLayout(buttons)
        self.match_row = QWidget()
        match_row = QHBoxLayout(self.match_row)
        match_row.setContentsMargins(0, 0, 0, 0)
        match_row.addWidget(self.matches)
        match_row.addWidget(self.previous)
        match_row.addWidget(self.next)
        match_row.addStretch(1)
        right.addWidget(self.match_row)
        right.addWidget(self.view, 1)

        self._shown = QStackedWidget()
        self._shown.addWidget(session)
        self._shown.addWidget(self.nothing_shown)
        frame = QWidget()
        framed = QVBoxLayout(frame)
        framed.setContentsMargins(0, 12, 0, 10)
        framed.addWidget(self._shown, 1)
        framed.addWidget(self.undo_bar)
        undo_row = QHBoxLayout(self.undo_bar)
        undo_row.setContentsMargins(12, 6, 8, 6)
        undo_row.addWidget(self.undo_words, 1)
        undo_row.addWidget(self.undo)

        splitter = QSplitter()
        splitter.addWidget(left)
        splitter.addWidget(frame)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([LIST_PX, 1000 - LIST_PX])
        splitter.setChildrenCollapsible(False)
        left.setMinimumWidth(220)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.signs)
        whole.addWidget(self.messages)
        whole.addWidget(splitter, 1)

    def retranslate(self) -> None:
        self.search.setPlaceholderText(self.tr("Search all sessions"))
        self.search.setAccessibleName(self.tr("Search all sessions"))
        self.list.setAccessibleName(self.tr("Sessions"))
        self.undo.setText(self.tr("Undo"))
        self._invite()

    def dress(self) -> None:
        """Pictures, sizes and colours for the theme of this moment."""
        self._search_picture.setIcon(icon("search", self.palette().color(QPalette.ColorRole.PlaceholderText)))
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 1.35)
        font.setBold(True)
        self.title.setFont(font)
        for label in (self.details, self.count, self.matches, self.nothing_listed, self.nothing_shown):
            palette = label.palette()
            faint = self.palette().color(QPalette.ColorRole.PlaceholderText)
            palette.setColor(QPalette.ColorRole.WindowText, faint)
            label.setPalette(palette)
        edge = self.palette().color(QPalette.ColorRole.Mid).name()
        ground = self.palette().color(QPalette.ColorRole.Button).name()
        self.undo_bar.setStyleSheet(f"#undo {{ background: {ground}; border: 1px solid {edge}; border-radius: 6px; }}")

    # What they say

    def tell_sessions(self, n_sessions: int, storing: bool) -> None:
        """The list shows all sessions."""
        if n_sessions == 0:
            self.count.setText("")
            self.nothing_listed.setText(
                self.tr("Nothing here yet. Everything said while captions run is saved here, on this computer only.")
                if storing
                else self.tr("History is off. Nothing that is said is saved.")
            )
        else:
            words = self.tr("1 session") if n_sessions == 1 else self.tr("{0} sessions").format(n_sessions)
            off = self.tr("History is off.")
            self.count.setText(words if storing else f"{words} – {off}")
        self._may_select = n_sessions > 0
        self._invite()
        self._show_list(n_sessions > 0)

    def _invite(self) -> None:
        """Words, not visibility: which of its pages is visible is the stack's own business."""
        self.nothing_shown.setText(self.tr("Select a session to read it.") if self._may_select else "")

    def tell_found(self, n_hits: int, n_rows: int, more: bool, query: str) -> None:
        """The list shows what a search found: `n_hits` lines, and sessions by their title."""
        if more:
            words = self.tr("The newest {0} matches").format(n_hits)
        else:
            words = self.tr("1 match") if n_hits == 1 else self.tr("{0} matches").format(n_hits)
        self._say_count(words)
        self.nothing_listed.setText(self.tr("Nothing found for “{0}”.").format(query))
        self._show_list(n_rows > 0)

    def tell_matches(self, current: int, total: int, searching: bool) -> None:
        """How many lines of the session on the right match, and which is looked at."""
        self.match_row.setVisible(searching)
        if current:
            self.matches.setText(self.tr("Match {0} of {1}").format(current, total))
        else:
            self.matches.setText(
                self.tr("1 matching line") if total == 1 else self.tr("{0} matching lines").format(total)
            )

    def show_text(self, anything: bool) -> None:
        """The session on the right, or a hint that none is chosen."""
        self._shown.setCurrentIndex(0 if anything else 1)

    def offer_undo(self, words: str) -> None:
        self.undo_words.setText(words)
        self.undo_bar.setAccessibleName(words)
        self.undo_bar.show()
        self._announce(words)

    def _say_count(self, words: str) -> None:
        if words and words != self.count.text():
            self._announce(words)
        self.count.setText(words)

    def _announce(self, words: str) -> None:
        """For screen readers: the focus stays where it is."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _show_list(self, anything: bool) -> None:
        self._listed.setCurrentIndex(0 if anything else 1)


def _button() -> QToolButton:
    button = QToolButton()
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setMinimumHeight(28)
    return button


def _centred_label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    label.setContentsMargins(24, 24, 24, 24)
    return label

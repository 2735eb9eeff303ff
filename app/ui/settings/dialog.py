"""All settings in one dialog: every change takes effect at once, Cancel takes all of them back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.base.autostart import Autostart, AutostartError
from app.base.settings import Settings, setting_of
from app.hotkeys.service import HotkeyService
from app.ui.kit.actions import Actions
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.icons import icon
from app.ui.kit.live_settings import LiveSettings, RecordedSettings, SettingsInForce
from app.ui.kit.placing import open_clear
from app.ui.settings.binding import SettingsPage
from app.ui.settings.pages import (
    GeneralPage,
    HistoryPage,
    LookPage,
    PlacePage,
    ProgramsPage,
    RecognitionPage,
    StreamPage,
)
from app.ui.settings.share_page import SharePage
from app.ui.settings.share_state import NOT_SHARED, ShareState

log = logging.getLogger(__name__)

WIDTH, HEIGHT = 840, 720

NOT_RESET = {("overlay", "visible")}
"""Shown here, but switched in the main window and the tray: the defaults leave it."""

NamedPage = tuple[str, str, SettingsPage]
"""(name, picture, page)"""

MorePages = Callable[[SettingsInForce], list[NamedPage]]
"""Makes pages of other rooms."""


def with_defaults(settings: Settings, names: Iterable[tuple[str, str]]) -> Settings:
    """`settings` with the default of each (group, name), but for what the user wrote himself."""
    for group, name in names:
        known = setting_of(group, name)
        if not known.own:
            settings = replace(settings, **{group: replace(getattr(settings, group), **{name: known.default})})
    return settings


class SettingsDialog(FollowsChanges, QDialog):
    """Pages on the left, the chosen one on the right. A search leaves the pages that have what is looked for.

    Signals:
        new_token_wanted(): another secret for the captions page.
        sharing_wanted(bool): begin to share captions with phones, or stop.
    """

    new_token_wanted = Signal()
    sharing_wanted = Signal(bool)

    def __init__(
        self,
        live: LiveSettings,
        autostart: Autostart,
        actions: Actions,
        *,
        has_tray: bool,
        obs_address: str = "",
        share_state: ShareState = NOT_SHARED,
        more_pages: MorePages | None = None,
        hotkeys: HotkeyService | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._live = RecordedSettings(live)
        self._autostart = autostart
        self._actions = actions
        self._has_tray = has_tray
        self._obs_address = obs_address
        self._share_state = share_state
        self._more_pages = more_pages
        self._hotkeys = hotkeys
        self._started_at_login = autostart.enabled
        self.list = QListWidget()
        self.list.setIconSize(QSize(20, 20))
        self.list.setFixedWidth(176)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(2)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(176)
        self.search.textChanged.connect(self._find)
        # Queued: the key goes on to the dialog, which must still find the keyboard in the search.
        self.search.returnPressed.connect(self._go_to_found, Qt.ConnectionType.QueuedConnection)
        self.nothing_found = QLabel()
        self.nothing_found.setWordWrap(True)
        self.nothing_found.setFixedWidth(176)
        self.nothing_found.hide()
        self.stack = QStackedWidget()
        self.list.currentRowChanged.connect(self.stack.setCurrentIndex)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        defaults = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        defaults.clicked.connect(self._restore_defaults)
        left = QVBoxLayout()
        left.addWidget(self.search)
        left.addWidget(self.nothing_found)
        left.addWidget(self.list, 1)
        body = QHBoxLayout()
        body.addLayout(left)
        body.addWidget(self.stack, 1)
        column = QVBoxLayout(self)
        column.addLayout(body, 1)
        column.addWidget(self.buttons)
        self.resize(WIDTH, HEIGHT)
        self.names: list[str] = []
        self._stream: StreamPage | None = None
        self._share: SharePage | None = None
        self._waiting: list[Callable[[], list[NamedPage]]] = []
        self._building = QTimer(self, interval=0)
        self._building.timeout.connect(self._build_next)
        self.follow_changes()

    def _build(self) -> None:
        """Begins with the first page; the others follow one by one, so that the window is there at once."""
        self.setWindowTitle(self.tr("Settings"))
        self.list.setAccessibleName(self.tr("Pages"))
        self.search.setPlaceholderText(self.tr("Find a setting"))
        self.search.setAccessibleName(self.tr("Find a setting"))
        self.list.clear()
        self.names = []
        while self.stack.count():
            old = self.stack.widget(0)
            assert old is not None
            self.stack.removeWidget(old)
            old.deleteLater()
        self._waiting = [
            self._look,
            self._place,
            self._recognition,
            self._others,
            self._history,
            self._sharing,
            self._obs,
            self._programs,
            self._general,
        ]
        self._build_next()
        self.list.setCurrentRow(0)
        self._building.start()

    def _build_next(self) -> None:
        if self._waiting:
            for page in self._waiting.pop(0)():
                self._add(*page)
        if not self._waiting:
            self._building.stop()

    def complete(self) -> None:
        """Makes all pages that are still to be made."""
        while self._waiting:
            self._build_next()
        self._building.stop()

    def _add(self, name: str, picture: str, page: SettingsPage) -> None:
        item = QListWidgetItem(icon(picture), page.title)
        item.setSizeHint(QSize(150, 34))
        self.names.append(name)
        self.stack.addWidget(page)
        self.list.addItem(item)
        self._keyboard_to_buttons_last()

    def _keyboard_to_buttons_last(self) -> None:
        """Tab goes from the list through the page to the buttons, though the page was made after them."""
        kinds = QDialogButtonBox.StandardButton
        before = self.previousInFocusChain()
        for kind in (kinds.RestoreDefaults, kinds.Ok, kinds.Cancel):
            button = self.buttons.button(kind)
            if before is not None and button is not None:
                QWidget.setTabOrder(before, button)
                before = button

    def _look(self) -> list[NamedPage]:
        page = LookPage(self._live)
        return [("look", "palette", page)]

    def _place(self) -> list[NamedPage]:
        return [("place", "captions", PlacePage(self._live, self._actions, self._hotkeys))]

    def _recognition(self) -> list[NamedPage]:
        return [("recognition", "microphone", RecognitionPage(self._live, self._actions, self._hotkeys))]

    def _others(self) -> list[NamedPage]:
        return self._more_pages(self._live) if self._more_pages is not None else []

    def _history(self) -> list[NamedPage]:
        return [("history", "history", HistoryPage(self._live, self._actions))]

    def _sharing(self) -> list[NamedPage]:
        page = SharePage(self._live, self._share_state)
        page.start_wanted.connect(lambda: self.sharing_wanted.emit(True))
        page.stop_wanted.connect(lambda: self.sharing_wanted.emit(False))
        self._share = page
        return [("share", "phone", page)]

    def _obs(self) -> list[NamedPage]:
        page = StreamPage(self._live)
        page.new_token_wanted.connect(self.new_token_wanted)
        page.show_address(self._obs_address)
        self._stream = page
        return [("obs", "stream", page)]

    def _programs(self) -> list[NamedPage]:
        return [("programs", "computer", ProgramsPage(self._live))]

    def _general(self) -> list[NamedPage]:
        page = GeneralPage(self._live, self._autostart, self._has_tray)
        return [("general", "general", page)]

    def _find(self, text: str) -> None:
        """Leaves the pages that have `text` in a label, and goes to the first of its rows."""
        self.complete()
        wanted = text.casefold().split()
        found = [page.look_for(wanted) for page in self.pages]
        for row, rows in enumerate(found):
            self.list.item(row).setHidden(bool(wanted) and not rows)
        first = next((row for row, rows in enumerate(found) if rows), -1)
        self.nothing_found.setText(self.tr("Nothing found for “{0}”.").format(text.strip()))
        self.nothing_found.setVisible(bool(wanted) and first < 0)
        if wanted and first >= 0:
            if not found[self.list.currentRow()]:
                self.list.setCurrentRow(first)
            self.pages[self.list.currentRow()].show_found()

    def _go_to_found(self) -> None:
        """The keyboard goes to the first control that was found."""
        self.pages[self.list.currentRow()].focus_found()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the search is no OK, and Esc leaves the search first."""
        if self.focusWidget() is self.search and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return
        if self.search.text() and event.key() == Qt.Key.Key_Escape:
            self.search.clear()
            return
        if event.matches(QKeySequence.StandardKey.Find):
            self.search.setFocus()
            self.search.selectAll()
            return
        super().keyPressEvent(event)

    def show_page(self, name: str) -> None:
        """Turns to a page by its name; an unknown one changes nothing."""
        self.complete()
        self.search.clear()
        if name in self.names:
            self.list.setCurrentRow(self.names.index(name))

    def show_obs_address(self, address: str) -> None:
        self._obs_address = address
        if self._stream is not None:
            self._stream.show_address(address)

    def show_share_state(self, state: ShareState) -> None:
        self._share_state = state
        if self._share is not None:
            self._share.show_state(state)

    @property
    def pages(self) -> list[SettingsPage]:
        """Those that are made."""
        made = (self.stack.widget(index) for index in range(self.stack.count()))
        return [page for page in made if isinstance(page, SettingsPage)]

    def _restore_defaults(self) -> None:
        """Everything that this dialog shows, and nothing else."""
        self.complete()
        shown = set().union(*(page.shown for page in self.pages)) - NOT_RESET
        self._live.replace(with_defaults(self._live.value, shown))

    def accept(self) -> None:
        self._live.forget()
        super().accept()

    def reject(self) -> None:
        """Takes back what was changed here, and nothing that was changed elsewhere meanwhile."""
        self._live.take_back()
        if self._autostart.enabled != self._started_at_login:
            try:
                self._autostart.set_enabled(self._started_at_login)
            except AutostartError as error:
                log.warning("start at login could not be put back: %s", error)
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window's close button keeps what was changed: it is already in force."""
        self._live.forget()
        event.accept()
        super().accept()

    def retranslate(self) -> None:
        """All pages are made anew; the keyboard stays where it was."""
        row = self.list.currentRow()
        place = self._focused_place(row)
        self._stream = self._share = None
        self._build()
        if row >= 0:
            self.complete()
            self.list.setCurrentRow(row)
        if place >= 0:
            self.pages[row].findChildren(QWidget)[place].setFocus()

    def _focused_place(self, row: int) -> int:
        """Which of the widgets of page `row` has the focus, -1 for none: the page that is made anew has the same ones."""
        widgets = self.pages[row].findChildren(QWidget) if 0 <= row < len(self.pages) else []
        return next((place for place, widget in enumerate(widgets) if widget is self.focusWidget()), -1)

    def present(self) -> None:
        """Opens it, or brings it to the front."""
        if not self.isVisible():
            self._live.forget()
            self._started_at_login = self._autostart.enabled
            open_clear(self, WIDTH, HEIGHT)
            self.list.setFocus()
        for page in self.pages:
            if isinstance(page, PlacePage | SharePage | GeneralPage):
                page.look_again()
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.show()
        self.raise_()
        self.activateWindow()

"""The history window: every session, a search over all of them, and what can be done with one.

Given the store and the history settings; gives `settings_changed` when an export was remembered. Holds nothing that is
worth saving.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QItemSelectionModel, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDesktopServices, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from app.base.settings import HistorySettings
from app.history.search_text import contains_all, terms
from app.history.store import FILE_SOURCE, HistoryStore, Session
from app.transcript.cues import TimedLine
from app.transcript.export import to_txt
from app.ui.history.export_dialog import PREVIEW_LINES, ExportDialog
from app.ui.history.labels import details_words, title_words
from app.ui.history.layout import HistoryParts
from app.ui.history.list import ENTRY_ROLE, Entry, EntryDelegate, HistoryList, by_day, hit_entry, session_entry
from app.ui.kit.changes import FollowsChanges
from app.ui.kit.icons import app_icon, icon
from app.ui.kit.placing import ask, ask_text
from app.ui.kit.relay import connect_for_life, relay_to

log = logging.getLogger(__name__)

SEARCH_WAIT_MS = 120
REFRESH_WAIT_MS = 300
UNDO_MS = 10_000
MAX_HITS = 300


class HistoryWindow(FollowsChanges, QMainWindow):
    """Signals:
    settings_changed(HistorySettings): an export was made; its choices are to be saved.
    """

    settings_changed = Signal(object)

    def __init__(self, store: HistoryStore, settings: HistorySettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._settings = settings
        self._sessions: list[Session] = []
        self._shown: Session | None = None
        self._deleted: tuple[int, ...] = ()
        self._n_copies = 0
        self._stale = True
        self._restoring = False
        self.setWindowIcon(app_icon())
        self.parts = HistoryParts()
        self.setCentralWidget(self.parts)
        self.list = HistoryList()
        self.parts.list.setModel(self.list)
        self.parts.list.setItemDelegate(EntryDelegate(self.parts.list))
        self._search_timer = QTimer(self, singleShot=True, interval=SEARCH_WAIT_MS)
        self._refresh_timer = QTimer(self, singleShot=True, interval=REFRESH_WAIT_MS)
        self._undo_timer = QTimer(self, singleShot=True, interval=UNDO_MS)
        self.parts.view.times = settings.line_times
        self._make_actions()
        self._connect()
        self.follow_changes()
        self.resize(1000, 660)

    # Building

    def _make_actions(self) -> None:
        def action(
            picture: str, do: Callable[[], None], keys: QKeySequence | QKeySequence.StandardKey | str
        ) -> QAction:
            made = QAction(self)
            made.setShortcut(QKeySequence(keys))
            made.triggered.connect(do)
            made.setProperty("picture", picture)
            self.addAction(made)
            return made

        self.find_action = action("search", self._focus_search, QKeySequence.StandardKey.Find)
        self.next_action = action("", lambda: self.parts.view.step(1), QKeySequence.StandardKey.FindNext)
        self.previous_action = action("", lambda: self.parts.view.step(-1), QKeySequence.StandardKey.FindPrevious)
        self.rename_action = action("edit", self.rename, "F2")
        self.copy_action = action("copy", self.copy, "Ctrl+Shift+C")
        self.export_action = action("save", self.export, QKeySequence.StandardKey.Save)
        self.delete_action = action("delete", self.delete, "")
        self.delete_all_action = action("", self.delete_all, "")
        action("", self._escape, "Escape")
        parts = self.parts
        for button, of in (
            (parts.next, self.next_action),
            (parts.previous, self.previous_action),
            (parts.rename, self.rename_action),
            (parts.copy, self.copy_action),
            (parts.export, self.export_action),
            (parts.delete, self.delete_action),
            (parts.delete_all, self.delete_all_action),
        ):
            button.setDefaultAction(of)
        delete_key = QAction(parts.list, shortcut=QKeySequence(Qt.Key.Key_Delete))
        delete_key.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete_key.triggered.connect(self.delete)
        parts.list.addAction(delete_key)
        copy_key = QAction(parts.list, shortcut=QKeySequence(QKeySequence.StandardKey.Copy))
        copy_key.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy_key.triggered.connect(self.copy)
        parts.list.addAction(copy_key)

    def _connect(self) -> None:
        parts = self.parts
        parts.search.textChanged.connect(self._search_timer.start)
        parts.search.returnPressed.connect(self._enter_search)
        parts.search.down_pressed.connect(self._enter_search)
        self._search_timer.timeout.connect(self._list)
        parts.list.selectionModel().selectionChanged.connect(self._show_selected)
        parts.list.activated.connect(parts.view.setFocus)
        parts.view.matches_changed.connect(self._tell_matches)
        parts.undo.clicked.connect(self.undo_delete)
        self._undo_timer.timeout.connect(self._purge)
        self._refresh_timer.timeout.connect(self._refresh)
        connect_for_life(self, self._store.changed, self._note_change)
        connect_for_life(self, self._store.notice, parts.messages.show_notice)
        connect_for_life(self, self._store.trouble_changed, self._show_trouble)
        self._show_trouble()
        QCoreApplication.instance().aboutToQuit.connect(self._purge)  # type: ignore[union-attr]

    def _show_trouble(self) -> None:
        """A sign for as long as what is said cannot be stored."""
        if self._store.trouble:
            self.parts.signs.show_sign("history", lambda: self._store.trouble, kind="error")
        else:
            self.parts.signs.end_sign("history")

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("History"))
        for action, words in (
            (self.find_action, self.tr("Search")),
            (self.next_action, self.tr("Next match")),
            (self.previous_action, self.tr("Previous match")),
            (self.rename_action, self.tr("Rename…")),
            (self.copy_action, self.tr("Copy text")),
            (self.export_action, self.tr("Export…")),
            (self.delete_action, self.tr("Delete")),
            (self.delete_all_action, self.tr("Delete all…")),
        ):
            action.setText(words)
            action.setIconText(words)
            keys = action.shortcut() if action is not self.delete_action else QKeySequence(Qt.Key.Key_Delete)
            key_words = keys.toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{words} ({key_words})" if key_words else words)
        self.parts.retranslate()
        self._list()

    def dress(self) -> None:
        for action in self.actions():
            if picture := action.property("picture"):
                action.setIcon(icon(picture))
        self.parts.dress()

    # What is listed

    def set_settings(self, settings: HistorySettings) -> None:
        """The settings were changed elsewhere."""
        self._settings = settings
        self._use_times()
        self._list()

    def _use_times(self) -> None:
        """Which times stand before the lines; the session that is shown is laid out anew with others."""
        if self.parts.view.times != self._settings.line_times:
            self.parts.view.times = self._settings.line_times
            shown, self._shown = self._shown, None
            if shown is not None:
                self._show(shown)

    def open_session(self, session_id: int) -> None:
        """Shows the window with this session."""
        self.parts.search.clear()
        self._search_timer.stop()
        self._refresh()
        self._select(session_id)
        self.show()
        self.raise_()
        self.activateWindow()

    def _note_change(self) -> None:
        self._stale = True
        if self.isVisible() and not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _refresh(self) -> None:
        self._stale = False
        self._sessions = self._store.sessions()
        self._list()
        if self._shown is not None:
            now = next((session for session in self._sessions if session.id == self._shown.id), None)
            if now is None:
                self._show(None)
            else:
                self._shown = now
                self._tell_session(now)
                self.parts.view.load_more(self._is_running(now))

    def _is_running(self, session: Session) -> bool:
        live = (other.id for other in self._sessions if not other.source.startswith(FILE_SOURCE))
        return self._store.is_running(session, max(live, default=0))

    def _list(self) -> None:
        query = self.parts.search.text()
        wanted = terms(query)
        sessions = [session for session in self._sessions if session.id not in self._deleted]
        if wanted:
            hits = [hit for hit in self._store.search(query, MAX_HITS) if hit.session.id not in self._deleted]
            named = [session for session in sessions if session.title and contains_all(session.title, wanted)]
            entries = [session_entry(session, self._is_running(session)) for session in named]
            entries += [hit_entry(hit) for hit in hits]
            self.parts.tell_found(len(hits), len(entries), len(hits) >= MAX_HITS, query.strip())
        else:
            entries = by_day(sessions, self._is_running, QDate.currentDate())
            self.parts.tell_sessions(len(sessions), self._store.storing)
        selected = self._selected()
        self.list.show_entries(entries)
        self.parts.view.mark(wanted)
        self._keep_selection(selected, bool(wanted))
        self._enable()

    def _keep_selection(self, selected: list[Entry], searching: bool) -> None:
        """The same row as before; else one of the session that is shown; else the first."""
        if self._selected():
            return
        if not self.list.entries:
            if not searching:
                self._show(None)
            return
        keys = {(entry.session.id, entry.line) for entry in selected}
        shown = self._shown.id if self._shown is not None else 0
        rows = range(len(self.list.entries))
        same = [i for i in rows if (self.list.entries[i].session.id, self.list.entries[i].line) in keys]
        near = [i for i in rows if self.list.entries[i].session.id == shown]
        self._restoring = bool(same)
        self._select_row((same or near or [0])[0])
        self._restoring = False

    def _select(self, session_id: int) -> None:
        row = next((i for i, entry in enumerate(self.list.entries) if entry.session.id == session_id), -1)
        if row >= 0:
            self._select_row(row)

    def _select_row(self, row: int) -> None:
        index = self.list.index(row)
        self.parts.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.parts.list.scrollTo(index)

    def _selected(self) -> list[Entry]:
        indexes = self.parts.list.selectionModel().selectedIndexes()
        return [index.data(ENTRY_ROLE) for index in sorted(indexes, key=lambda index: index.row())]

    def _show_selected(self) -> None:
        selected = self._selected()
        self._enable()
        if len(selected) == 1:
            self._show(selected[0].session)
            if selected[0].line and not self._restoring:
                self.parts.view.go_to_line(selected[0].line)

    # One session

    def _show(self, session: Session | None) -> None:
        if session is None:
            self._shown = None
            self.parts.view.show_nothing()
        elif self._shown is None or session.id != self._shown.id:
            self._shown = session
            self.parts.view.show_session(partial(self._store.lines, session.id), self._is_running(session))
        if session is not None:
            self._tell_session(session)
        self.parts.show_text(session is not None)
        self._enable()

    def _tell_session(self, session: Session) -> None:
        self.parts.title.setText(title_words(session))
        self.parts.details.setText(details_words(session, self._is_running(session)))

    def _tell_matches(self, current: int, total: int) -> None:
        self.parts.tell_matches(current, total, bool(self.parts.search.text().strip()))
        for action in (self.next_action, self.previous_action):
            action.setEnabled(total > 0)

    def _enable(self) -> None:
        chosen = self._chosen()
        one = len(chosen) == 1
        self.rename_action.setEnabled(one)
        self.export_action.setEnabled(one)
        self.copy_action.setEnabled(bool(chosen))
        self.delete_action.setEnabled(bool(chosen))
        self.delete_all_action.setEnabled(bool(self._sessions))

    def _chosen(self) -> list[Session]:
        """The sessions that an action is about: those selected, each once, else the one that is shown."""
        chosen = {entry.session.id: entry.session for entry in self._selected()}
        if not chosen and self._shown is not None:
            chosen = {self._shown.id: self._shown}
        return list(chosen.values())

    # What can be done

    def rename(self) -> None:
        """Asks for a new title; an empty one brings the date back."""
        for session in self._chosen()[:1]:
            title = ask_text(self, self.tr("Rename session"), self.tr("Title:"), title_words(session))
            if title is not None and title.strip() != title_words(session):
                self._store.rename(session.id, title)

    def copy(self) -> None:
        """The text of the chosen sessions to the clipboard, oldest first."""
        chosen = sorted(session.id for session in self._chosen())
        self._n_copies += 1
        call, number = relay_to(self), self._n_copies

        def collect() -> None:
            try:
                text = "\n".join(map(to_txt, self._store.read_apart(chosen))).rstrip("\n")
            except Exception as error:
                log.exception("a copy")
                call("put_on_clipboard", number, "", str(error))
            else:
                call("put_on_clipboard", number, text, "")

        if chosen:
            threading.Thread(target=collect, name="copy", daemon=True).start()

    def put_on_clipboard(self, number: int, text: str, problem: str) -> None:
        """What was collected to be copied, or why it could not be read; of several copies only the last counts."""
        if number != self._n_copies:
            return
        if problem:
            self.parts.messages.show_error(self.tr("The history could not be read: {0}").format(problem))
            return
        QApplication.clipboard().setText(text)
        self.parts.messages.show_notice(self.tr("The text was copied."))

    def export(self) -> None:
        """Opens the export dialog for the chosen session."""
        for session in self._chosen()[:1]:
            sample = self._store.lines(session.id, limit=PREVIEW_LINES)
            read = partial(self._read_apart, session.id)
            dialog = ExportDialog(session, sample, read, self._settings, self)
            if dialog.exec() and dialog.path is not None:
                self._settings = dialog.settings
                self.settings_changed.emit(dialog.settings)
                self._tell_exported(dialog.path)

    def _read_apart(self, session_id: int) -> list[TimedLine]:
        return self._store.read_apart([session_id])[0]

    def _tell_exported(self, path: Path) -> None:
        def open_folder() -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

        self.parts.messages.show_notice(self.tr("Saved as {0}").format(path), self.tr("Open folder"), open_folder)

    def delete(self) -> None:
        """Takes the chosen sessions away; they are deleted for good after ten seconds without an undo."""
        chosen = self._chosen()
        if not chosen:
            return
        self._purge()
        row = min((index.row() for index in self.parts.list.selectionModel().selectedIndexes()), default=0)
        self._deleted = tuple(session.id for session in chosen)
        if self._shown is not None and self._shown.id in self._deleted:
            self._show(None)
        words = (
            self.tr("“{0}” was deleted.").format(title_words(chosen[0]))
            if len(chosen) == 1
            else self.tr("{0} sessions were deleted.").format(len(chosen))
        )
        self.parts.offer_undo(words)
        self._undo_timer.start()
        self._list()
        if self.list.entries and not self.parts.search.text().strip():
            self._select_row(min(row, len(self.list.entries) - 1))

    def undo_delete(self) -> None:
        """Brings the last deleted sessions back."""
        back, self._deleted = self._deleted, ()
        self._undo_timer.stop()
        self.parts.undo_bar.hide()
        self._list()
        if back:
            self._select(back[0])

    def _purge(self) -> None:
        """What was deleted goes for good."""
        self._undo_timer.stop()
        self.parts.undo_bar.hide()
        gone, self._deleted = self._deleted, ()
        if gone:
            self._sessions = [session for session in self._sessions if session.id not in gone]
            self._store.delete(gone)

    def delete_all(self) -> None:
        """Asks, then deletes everything for good."""
        if ask(
            self,
            self.tr("Delete all history"),
            self.tr("Delete all %n session(s)?", "", len(self._sessions)),
            self.tr("Their text will be erased from this computer. This cannot be undone."),
            self.tr("Delete all"),
        ):
            self._deleted = ()
            self._purge()
            self._show(None)
            self._sessions = []
            self._store.delete_all()
            self._list()

    # Keys and events

    def _focus_search(self) -> None:
        self.parts.search.setFocus()
        self.parts.search.selectAll()

    def _enter_search(self) -> None:
        """From the search field into what it found."""
        if self._search_timer.isActive():
            self._search_timer.stop()
            self._list()
        if self.list.entries:
            if not self._selected():
                self._select_row(0)
            self.parts.list.setFocus()

    def _escape(self) -> None:
        if self.parts.search.text():
            self.parts.search.clear()
            self.parts.search.setFocus()
        else:
            self.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._refresh()
        if not self._selected() and self.list.entries:
            self._select_row(0)
        self.parts.search.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._purge()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._purge()
        super().closeEvent(event)

"""All settings in one dialog: every change takes effect at once, Cancel takes all of them back."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.base.autostart import Autostart, AutostartError
from app.base.settings import Settings
from app.ui.kit.icons import icon
from app.ui.kit.live_settings import LiveSettings, RecordedSettings
from app.ui.kit.placing import open_clear
from app.ui.settings.pages import GeneralPage, HistoryPage, LookPage, PlacePage, RecognitionPage, StreamPage

log = logging.getLogger(__name__)

WIDTH, HEIGHT = 840, 720

OWN_WORDS = ("hotwords", "hotword_lists", "hotword_list", "replacements", "portal_token")
"""Dictation's words and permissions: neither Cancel nor the defaults touch them."""

Page = tuple[str, str, str, QWidget]
"""(name, title, picture, page)"""

MorePages = Callable[[LiveSettings], list[Page]]
"""Makes pages of other rooms."""


def with_shown_of(shown: Settings, now: Settings) -> Settings:
    """`now` with everything that the settings dialog shows as it is in `shown`.

    What belongs to other windows is kept: devices, language, words, model, where the overlay was put and whether it is
    visible, dictation's words and permissions, how history was exported, the windows' sizes. So is the secret of the OBS
    page's address: one that was given up must stay worthless.
    """
    captions = replace(
        now.captions,
        preset=shown.captions.preset,
        endpoint_ms=shown.captions.endpoint_ms,
        provider=shown.captions.provider,
    )
    overlay = replace(shown.overlay, places=now.overlay.places, visible=now.overlay.visible)
    history = replace(now.history, store=shown.history.store, keep_days=shown.history.keep_days)
    own_words = {name: getattr(now.dictation, name) for name in OWN_WORDS}
    obs = replace(shown.obs, token=now.obs.token)
    interface = replace(
        shown.interface, first_run_done=now.interface.first_run_done, window_size=now.interface.window_size
    )
    return replace(
        now,
        captions=captions,
        overlay=overlay,
        history=history,
        dictation=replace(shown.dictation, **own_words),
        obs=obs,
        interface=interface,
    )


class SettingsDialog(QDialog):
    """Pages on the left, the chosen one on the right.

    Signals:
        adjust_wanted(), back_wanted(), models_wanted(), history_wanted(), new_token_wanted(): what buttons on the
            pages ask for.
    """

    adjust_wanted = Signal()
    back_wanted = Signal()
    models_wanted = Signal()
    history_wanted = Signal()
    new_token_wanted = Signal()

    def __init__(
        self,
        live: LiveSettings,
        autostart: Autostart,
        *,
        has_tray: bool,
        obs_address: str = "",
        more_pages: MorePages | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._live = RecordedSettings(live, self)
        self._autostart = autostart
        self._has_tray = has_tray
        self._obs_address = obs_address
        self._more_pages = more_pages
        self._started_at_login = autostart.enabled
        self.list = QListWidget()
        self.list.setIconSize(QSize(20, 20))
        self.list.setFixedWidth(176)
        self.list.setSpacing(2)
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
        body = QHBoxLayout()
        body.addWidget(self.list)
        body.addWidget(self.stack, 1)
        column = QVBoxLayout(self)
        column.addLayout(body, 1)
        column.addWidget(self.buttons)
        self.resize(WIDTH, HEIGHT)
        self.names: list[str] = []
        self._stream: StreamPage | None = None
        self._waiting: list[Callable[[], list[Page]]] = []
        self._building = QTimer(self, interval=0)
        self._building.timeout.connect(self._build_next)
        self._build()

    def _build(self) -> None:
        """Begins with the first page; the others follow one by one, so that the window is there at once."""
        self.setWindowTitle(self.tr("Settings"))
        self.list.setAccessibleName(self.tr("Pages"))
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
            self._obs,
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

    def _add(self, name: str, title: str, picture: str, page: QWidget) -> None:
        item = QListWidgetItem(icon(picture), title)
        item.setSizeHint(QSize(150, 34))
        self.names.append(name)
        self.stack.addWidget(page)
        self.list.addItem(item)

    def _look(self) -> list[Page]:
        page = LookPage(self._live)
        return [("look", page.title, "palette", page)]

    def _place(self) -> list[Page]:
        page = PlacePage(self._live)
        page.adjust_wanted.connect(self.adjust_wanted)
        page.back_wanted.connect(self.back_wanted)
        return [("place", page.title, "captions", page)]

    def _recognition(self) -> list[Page]:
        page = RecognitionPage(self._live)
        page.models_wanted.connect(self.models_wanted)
        return [("recognition", page.title, "microphone", page)]

    def _others(self) -> list[Page]:
        return self._more_pages(self._live) if self._more_pages is not None else []

    def _history(self) -> list[Page]:
        page = HistoryPage(self._live)
        page.history_wanted.connect(self.history_wanted)
        return [("history", page.title, "history", page)]

    def _obs(self) -> list[Page]:
        page = StreamPage(self._live)
        page.new_token_wanted.connect(self.new_token_wanted)
        page.show_address(self._obs_address)
        self._stream = page
        return [("obs", page.title, "stream", page)]

    def _general(self) -> list[Page]:
        page = GeneralPage(self._live, self._autostart, self._has_tray)
        return [("general", page.title, "general", page)]

    def show_page(self, name: str) -> None:
        """Turns to a page by its name; an unknown one changes nothing."""
        self.complete()
        if name in self.names:
            self.list.setCurrentRow(self.names.index(name))

    def show_obs_address(self, address: str) -> None:
        self._obs_address = address
        if self._stream is not None:
            self._stream.show_address(address)

    def _restore_defaults(self) -> None:
        """Everything that this dialog shows, and nothing else."""
        self._live.replace(with_shown_of(Settings(), self._live.value))

    def accept(self) -> None:
        self._live.forget()
        super().accept()

    def reject(self) -> None:
        """Takes back what was changed here, and nothing that was changed elsewhere meanwhile."""
        self._live.take_back(keep={("dictation", name) for name in OWN_WORDS})
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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            row = self.list.currentRow()
            self._stream = None
            self._build()
            self.complete()
            self.list.setCurrentRow(row)

    def present(self) -> None:
        """Opens it, or brings it to the front."""
        if not self.isVisible():
            self._live.forget()
            self._started_at_login = self._autostart.enabled
            open_clear(self, WIDTH, HEIGHT)
        for index in range(self.stack.count()):
            page = self.stack.widget(index)
            if isinstance(page, PlacePage | GeneralPage):
                page.look_again()
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.show()
        self.raise_()
        self.activateWindow()

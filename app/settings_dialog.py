"""All settings in one dialog: every change takes effect at once, Cancel takes all of them back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QIcon
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

from app.autostart import Autostart
from app.icons import icon
from app.live_settings import LiveSettings
from app.settings import Settings
from app.settings_pages import GeneralPage, HistoryPage, LookPage, PlacePage, RecognitionPage, StreamPage

MorePages = Callable[[LiveSettings], list[tuple[str, str, str, QWidget]]]
"""Makes pages of other rooms: (name, title, picture, page)."""


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
        self._live = live
        self._autostart = autostart
        self._has_tray = has_tray
        self._obs_address = obs_address
        self._more_pages = more_pages
        self._before: Settings = live.value
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
        for button in self.buttons.buttons():
            button.setIcon(QIcon())
        self.resize(840, 730)
        self.names: list[str] = []
        self._build()

    def _build(self) -> None:
        """Makes all pages in the language of this moment."""
        row = max(0, self.list.currentRow())
        self.setWindowTitle(self.tr("Settings"))
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.blockSignals(True)
        self.list.clear()
        while self.stack.count():
            old = self.stack.widget(0)
            assert old is not None
            self.stack.removeWidget(old)
            old.deleteLater()
        look = LookPage(self._live)
        place = PlacePage(self._live)
        place.adjust_wanted.connect(self.adjust_wanted)
        place.back_wanted.connect(self.back_wanted)
        recognition = RecognitionPage(self._live)
        recognition.models_wanted.connect(self.models_wanted)
        history = HistoryPage(self._live)
        history.history_wanted.connect(self.history_wanted)
        self.stream = StreamPage(self._live)
        self.stream.new_token_wanted.connect(self.new_token_wanted)
        self.stream.show_address(self._obs_address)
        general = GeneralPage(self._live, self._autostart, self._has_tray)
        pages: list[tuple[str, str, str, QWidget]] = [
            ("look", look.title, "palette", look),
            ("place", place.title, "captions", place),
            ("recognition", recognition.title, "microphone", recognition),
        ]
        if self._more_pages is not None:
            pages += self._more_pages(self._live)
        pages += [
            ("history", history.title, "history", history),
            ("obs", self.stream.title, "stream", self.stream),
            ("general", general.title, "general", general),
        ]
        self.names = [name for name, *_ in pages]
        for _name, title, picture, page in pages:
            item = QListWidgetItem(icon(picture), title)
            item.setSizeHint(QSize(150, 34))
            self.list.addItem(item)
            self.stack.addWidget(page)
        self.list.blockSignals(False)
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        self.stack.setCurrentIndex(self.list.currentRow())

    def show_page(self, name: str) -> None:
        if name in self.names:
            self.list.setCurrentRow(self.names.index(name))

    def show_obs_address(self, address: str) -> None:
        self._obs_address = address
        self.stream.show_address(address)

    def _restore_defaults(self) -> None:
        """The groups that this dialog shows; devices, words, lists and places are kept."""
        now, plain = self._live.value, Settings()
        overlay = replace(plain.overlay, places=now.overlay.places, visible=now.overlay.visible)
        captions = replace(
            now.captions,
            preset=plain.captions.preset,
            endpoint_ms=plain.captions.endpoint_ms,
            provider=plain.captions.provider,
        )
        interface = replace(
            plain.interface, first_run_done=now.interface.first_run_done, window_size=now.interface.window_size
        )
        self._live.replace(replace(now, overlay=overlay, captions=captions, interface=interface))

    def accept(self) -> None:
        self._before = self._live.value
        super().accept()

    def reject(self) -> None:
        """Takes back what was changed here. Where the overlay was put with the mouse meanwhile stays."""
        overlay = replace(self._before.overlay, places=self._live.value.overlay.places)
        self._live.replace(replace(self._before, overlay=overlay))
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window's close button keeps what was changed: it is already in force."""
        self._before = self._live.value
        event.accept()
        super().accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._build()

    def present(self) -> None:
        """Opens it, or brings it to the front."""
        if not self.isVisible():
            self._before = self._live.value
            room = self.screen().availableGeometry()
            self.resize(min(self.width(), room.width() - 20), min(self.height(), room.height() - 60))
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.show()
        self.raise_()
        self.activateWindow()

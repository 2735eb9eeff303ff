"""The windows that are opened on demand: settings, history, recordings, models, first run, moving the overlay.

Each is made when it is first wanted and kept; none of them holds anything that the settings or the stores do not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.base.autostart import Autostart
from app.base.events import Status
from app.base.settings import Settings, setting_of
from app.engine.worker import CaptionWorker
from app.history.store import HistoryStore
from app.program.served import CaptionPage
from app.program.sharing import Sharing
from app.program.staged_imports import MODELS_PLAIN, MODELS_QT, StagedImports
from app.transcript.document import Transcript
from app.ui.dictation.controller import DictationController
from app.ui.kit.actions import Actions
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.placing import open_clear
from app.ui.main_window.first_run import FirstRun
from app.ui.main_window.window import MainWindow
from app.ui.overlay.adjust_dialog import AdjustDialog
from app.ui.overlay.window import Overlay
from app.ui.recordings.queue import RecordingQueue
from app.ui.settings.dialog import SettingsDialog
from app.ui.settings.dictation_pages import more_pages

if TYPE_CHECKING:
    from app.ui.history.window import HistoryWindow
    from app.ui.models.dialog import ModelDialog
    from app.ui.recordings.window import RecordingsWindow


@dataclass(frozen=True)
class Parts:
    """What the windows show and change."""

    live: LiveSettings
    actions: Actions
    window: MainWindow
    overlay: Overlay
    worker: CaptionWorker
    store: HistoryStore
    page: CaptionPage
    sharing: Sharing
    dictation: DictationController
    transcript: Transcript
    recordings: RecordingQueue


class Dialogs(QObject):
    """See the module.

    Signals:
        captions_changed(CaptionSettings): from the first-run page.
    """

    captions_changed = Signal(object)

    def __init__(self, parts: Parts, *, has_tray: Callable[[], bool]) -> None:
        """`has_tray` is asked when it matters: a tray may come and go."""
        super().__init__()
        self._parts = parts
        self._has_tray = has_tray
        self._settings_know_tray = False
        self._autostart = Autostart()
        self._status = Status("loading")
        self.settings: SettingsDialog | None = None
        self.history: HistoryWindow | None = None
        self.models: ModelDialog | None = None
        self.recordings: RecordingsWindow | None = None
        self.first_run: FirstRun | None = None
        self._adjust: AdjustDialog | None = None
        self._models_imports: StagedImports | None = None

    # Opening

    def show_settings(self, page: str = "") -> None:
        parts = self._parts
        has_tray = self._has_tray()
        if self.settings is not None and not self.settings.isVisible() and has_tray != self._settings_know_tray:
            self.settings.deleteLater()
            self.settings = None
        if self.settings is None:
            self._settings_know_tray = has_tray
            dialog = SettingsDialog(
                parts.live,
                self._autostart,
                parts.actions,
                has_tray=has_tray,
                obs_address=parts.page.address,
                share_state=parts.sharing.state,
                more_pages=more_pages(parts.dictation),
                hotkeys=parts.dictation.hotkeys,
            )
            dialog.new_token_wanted.connect(lambda: parts.live.update("obs", token=""))
            parts.page.address_changed.connect(dialog.show_obs_address)
            dialog.sharing_wanted.connect(parts.sharing.switch)
            parts.sharing.changed.connect(dialog.show_share_state)
            self.settings = dialog
        if page:
            self.settings.show_page(page)
        self.settings.present()

    def show_history(self, session_id: int = 0) -> None:
        """The window with all sessions, at `session_id` if it is given."""
        from app.ui.history.window import HistoryWindow

        parts = self._parts
        if self.history is None:
            self.history = HistoryWindow(parts.store, parts.live.value.history)
            self.history.settings_changed.connect(lambda history: parts.live.update("history", **vars(history)))
            open_clear(self.history, self.history.width(), self.history.height())
        if self.history.isMinimized():
            self.history.showNormal()
        self.history.show()
        self.history.raise_()
        self.history.activateWindow()
        if session_id:
            self.history.open_session(session_id)

    def show_recordings(self) -> None:
        """The window of recordings; where none is listed yet, with the question for files."""
        self._recordings_window().present()
        if not self._parts.recordings.recordings:
            self._recordings_window().choose_files()

    def add_recordings(self, paths: list[Path]) -> None:
        """Files and folders that were dropped onto a window."""
        self._parts.recordings.add(paths)
        self._recordings_window().present()

    def _recordings_window(self) -> RecordingsWindow:
        from app.ui.recordings.window import RecordingsWindow

        if self.recordings is None:
            self.recordings = RecordingsWindow(self._parts.recordings)
            self.recordings.history_wanted.connect(self.show_history)
            open_clear(self.recordings, self.recordings.width(), self.recordings.height())
        return self.recordings

    def show_models(self) -> None:
        """The models dialog. What it stands on takes long to import, so the windows are kept alive meanwhile."""
        if self.models is not None:
            self.models.open_list()
        elif self._models_imports is None:
            self._models_imports = StagedImports(MODELS_PLAIN, MODELS_QT, self)
            self._models_imports.done.connect(self._open_models)
            self._models_imports.failed.connect(self._models_failed)
            self._models_imports.start()

    def _models_failed(self, message: str) -> None:
        """It may be asked for again: what was missing may be there then."""
        self._drop_models_imports()
        self._parts.window.messages.show_error(message)

    def _drop_models_imports(self) -> None:
        if self._models_imports is not None:
            self._models_imports.deleteLater()
            self._models_imports = None

    def _open_models(self) -> None:
        from app.ui.models.dialog import ModelDialog

        parts = self._parts
        self._drop_models_imports()
        if self.models is None:
            self.models = ModelDialog(parts.live)
            open_clear(self.models, self.models.width(), self.models.height())
            self.models.notice.connect(parts.window.messages.show_notice)
            parts.worker.status.connect(self.models.on_status)
            parts.worker.notice.connect(self.models.on_notice)
            self.models.on_status(self._status)
        self.models.open_list()

    def show_first_run(self) -> None:
        parts = self._parts
        page = FirstRun(parts.actions, parts.transcript, parts.window)
        self.first_run = page
        page.show_settings(parts.live.value)
        page.source_panel.show_devices(parts.worker.devices)
        page.show_status(self._status)
        page.captions_changed.connect(self.captions_changed)
        page.key_changed.connect(lambda group, name, value: parts.live.update(group, **{name: value}))
        page.keys_wanted.connect(lambda: self.show_settings("dictation"))
        parts.dictation.key_changed.connect(self._show_desktops_key)
        self._show_desktops_key(parts.dictation.key)
        page.storing_changed.connect(lambda on: parts.live.update("history", store=on))
        page.done_with.connect(self._first_run_done)
        parts.worker.devices_changed.connect(page.source_panel.show_devices)
        parts.worker.level.connect(page.meter.set_level)
        open_clear(page, page.width(), page.height())
        page.show()
        page.raise_()
        page.activateWindow()

    def _show_desktops_key(self, key: str) -> None:
        """It is known only some time after the start whether the desktop keeps the keys, and which."""
        if self.first_run is not None and self._parts.dictation.hotkeys.desktop_keeps_keys:
            self.first_run.dictation.leave_keys_to_desktop(key)

    def _first_run_done(self) -> None:
        page, self.first_run = self.first_run, None
        if page is not None:
            page.deleteLater()
            self._parts.live.update("interface", first_run_done=True)
            dictation = self._parts.dictation
            if self._parts.live.value.dictation.enabled and dictation.may_not_type_yet:
                dictation.ask_to_type()

    def adjust(self) -> None:
        """Moves the overlay by keyboard."""
        live, overlay = self._parts.live, self._parts.overlay
        if self._adjust is not None:
            self._adjust.activateWindow()
            return
        if not live.value.overlay.visible:
            live.update("overlay", visible=True)
        before = live.value.overlay
        # Never a window that may be deleted: it would take the dialog along.
        window = self._parts.window
        dialog = AdjustDialog(overlay, window if window.isVisible() and not window.isMinimized() else None)
        lines, size = setting_of("overlay", "lines"), setting_of("overlay", "font_px")
        dialog.lines_wanted.connect(
            lambda more: live.update("overlay", lines=lines.clamp(live.value.overlay.lines + more))
        )
        dialog.font_wanted.connect(
            lambda more: live.update("overlay", font_px=size.clamp(live.value.overlay.font_px + more))
        )
        dialog.rejected.connect(lambda: live.update("overlay", lines=before.lines, font_px=before.font_px))
        dialog.finished.connect(self._adjusted)
        dialog.destroyed.connect(self._adjust_gone)
        self._adjust = dialog
        dialog.show()
        dialog.activateWindow()

    def _adjusted(self) -> None:
        if self._adjust is not None:
            self._adjust.destroyed.disconnect(self._adjust_gone)
            self._adjust.deleteLater()
            self._adjust = None

    def _adjust_gone(self) -> None:
        self._adjust = None

    # In force

    def show_status(self, status: Status) -> None:
        self._status = status
        if self.first_run is not None:
            self.first_run.show_status(status)

    def take_settings(self, settings: Settings) -> None:
        if self.first_run is not None:
            self.first_run.show_settings(settings)
        if self.history is not None:
            self.history.set_settings(settings.history)

    def retranslate(self) -> None:
        """The models dialog is made anew in another language, unless somebody looks at it or it is at work."""
        if self.models is not None and not self.models.isVisible() and self.models.shutdown(0.0):
            self.models.deleteLater()
            self.models = None

    # The end

    def hide_all(self) -> None:
        windows: tuple[QWidget | None, ...] = (
            self.settings,
            self.history,
            self.recordings,
            self.models,
            self.first_run,
            self._adjust,
        )
        for window in windows:
            if window is not None:
                window.hide()

    def close(self) -> None:
        if self.models is not None:
            self.models.shutdown()

"""The process that shows the windows for `tests.desktop.screenshots` and takes their pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QEventLoop, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QLinearGradient, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from app.base.events import CommittedLine, FinalLine, Side, Status
from app.base.paths import config_dir
from app.base.settings import HistorySettings, HotwordList, Hotwords, Settings
from app.base.settings_file import SettingsFile
from app.capture.device import Device, Devices
from app.program.captions_application import CaptionsApplication
from app.program.coordinator import Program
from app.program.diagnostics import EventLog
from app.serve.viewers import Viewer
from app.transcript.cues import TimedLine
from app.ui.dictation.permission import PermissionDialog
from app.ui.dictation.pill import PillState, StatusPill
from app.ui.dictation.scratchpad import Scratchpad
from app.ui.history.export_dialog import ExportDialog
from app.ui.kit.i18n import Translators
from app.ui.kit.icons import app_icon
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.placing import open_clear
from app.ui.overlay.adjust_dialog import AdjustDialog
from app.ui.settings.share_page import CodeWindow
from app.ui.settings.share_state import ShareState
from tests.app.ui.model_pages import pages
from tests.desktop.screenshots import PARTS

DEVICES = Devices(
    inputs=(
        Device("usb", "Yeti Stereo Microphone", 2, 48000, "usb"),
        Device("built-in", "Built-in Audio Analog Stereo", 2, 44100, "built-in"),
    ),
    outputs=(Device("speakers", "Built-in Speakers", 2, 48000, "speakers.monitor"),),
    default_input="usb",
    default_output="speakers",
    backend="server",
)


class Backdrop(QWidget):
    """Something with bright and dark places behind the overlay, as a film has."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        sky = QLinearGradient(0, 0, self.width(), self.height())
        for at, colour in ((0.0, "#0b1d33"), (0.4, "#35658f"), (0.62, "#d8b98a"), (1.0, "#fdf6e6")):
            sky.setColorAt(at, QColor(colour))
        painter.fillRect(self.rect(), sky)
        painter.end()


class Shots:
    """Shows and photographs."""

    def __init__(self, app: CaptionsApplication, folder: Path, name: str, scheme: str, language: str) -> None:
        self.app, self.folder, self.name = app, folder, name
        file = SettingsFile(config_dir())
        plain = Settings()
        file.save(
            replace(
                plain,
                captions=replace(
                    plain.captions,
                    language="English",
                    recent_languages=("English", "Chinese"),
                    hotwords=Hotwords(
                        "Ada Lovelace, log-mel\nlongest stable prefix\nONNX Runtime",
                        lists=(
                            HotwordList("Lecture", "Ada Lovelace, log-mel\nlongest stable prefix\nONNX Runtime"),
                            HotwordList("Team", "Zoë, Łukasz"),
                        ),
                        chosen="Lecture",
                    ),
                ),
                interface=replace(plain.interface, colour_scheme=scheme, ui_language=language, first_run_done=True),
            )
        )
        self.program = Program(app, LiveSettings(file), Translators(app), EventLog())
        self.live = self.program.live
        self.program.make_services()
        assert self.program.dialogs is not None
        self.dialogs = self.program.dialogs
        self.number = 0

    def wait(self, ms: int = 350) -> None:
        loop = QEventLoop()
        QTimer.singleShot(ms, loop.quit)
        loop.exec()

    def say(self, sentences: tuple[str, ...], language: str = "English", at_s: float = 0.0, side: Side = "") -> None:
        """Through the transcript, word by word, as the worker does."""
        for sentence in sentences:
            self.number += 1
            self.program.transcript.begin(self.number, at_s)
            words = sentence.split(" ")
            for index, word in enumerate(words):
                text = word if index == 0 else " " + word
                self.program.transcript.append(CommittedLine(self.number, text, at_s, at_s + 0.3, language, side=side))
            at_s += 4.2
            final = FinalLine(self.number, sentence, sentence, "", False, at_s - 4.2, at_s, language, side=side)
            self.program.transcript.finish(final)

    def grab(self, what: str, widget: QWidget) -> None:
        """The window with its frame, from the screen."""
        self.wait()
        screen = widget.screen()
        frame = widget.frameGeometry()
        self._save(what, screen.grabWindow(0, frame.x(), frame.y(), frame.width(), frame.height()))

    def _save(self, what: str, picture: QPixmap) -> None:
        path = self.folder / f"{self.name}-{what}.png"
        if not picture.save(str(path)):
            raise SystemExit(f"{path} could not be written")

    def overlay(self) -> None:
        program = self.program
        backdrop = Backdrop()
        backdrop.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        area = program.overlay.screens()[0].work
        backdrop.setGeometry(area.x, area.y, area.width, area.height)
        backdrop.show()
        program.show_status(Status("listening", provider="cpu", model="Starter model"))
        program.overlay.apply(self.live.value.overlay, False)
        themes = (("white_on_black", "english"), ("yellow_on_black", "chinese"), ("black_on_white", "arabic"))
        for theme, part in (*themes, ("cyan_on_black", "mixed")):
            self.live.update("overlay", theme=theme, visible=True, opacity=85)
            program.overlay.clear()
            self.wait(100)
            self.say(PARTS[part])
            self.grab_around(f"overlay-{theme}-{part}")
        self.live.update("overlay", theme="white_on_black", opacity=0)
        self.grab_around("overlay-outline-mixed")
        self.live.update("overlay", opacity=85)
        for state in ("paused", "no_sound", "loading", "behind"):
            program.overlay.clear()
            program.show_status(Status(state, lag_s=4.0))  # type: ignore[arg-type]
            self.grab_around(f"overlay-state-{state}")
        program.overlay.clear()
        self.live.update("overlay", theme="white_on_black")
        program.show_status(Status("listening"))
        self.say(PARTS["english"])
        program.overlay.turn_wheel(240)
        self.say(("Three more words.",))
        self.grab_around("overlay-back")
        program.overlay.to_live()
        self.live.update("overlay", theme="white_on_green")
        self.grab_around("overlay-chroma")
        self.live.update("overlay", theme="white_on_black")
        program.overlay.hide()
        backdrop.close()

    def hero(self) -> None:
        """The whole desktop: a film, the window and the captions."""
        program = self.program
        backdrop = Backdrop()
        backdrop.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        area = program.overlay.screens()[0].work
        backdrop.setGeometry(area.x, area.y, area.width, area.height)
        backdrop.show()
        self.wait(200)
        program.window.source_panel.show_devices(DEVICES)
        program.show_status(Status("listening", 0.3, "cpu", "Starter model (English)", device="Yeti Stereo Microphone"))
        self.live.update("overlay", theme="white_on_black", visible=True, opacity=85)
        program.overlay.apply(self.live.value.overlay, False)
        program.window.restore_size(())
        program.window.present()
        program.overlay.clear()
        self.say(PARTS["english"], at_s=12.0)
        for dbfs in (-18.0, -14.0):
            program.window.source_panel.meter.set_level(dbfs)
        self.wait(500)
        picture = program.overlay.screen().grabWindow(0)
        ratio = picture.devicePixelRatio()
        small = picture.scaledToWidth(round(1280 * ratio), Qt.TransformationMode.SmoothTransformation)
        self._save("desktop", small)
        program.overlay.hide()
        program.window.hide()
        backdrop.close()

    def grab_around(self, what: str) -> None:
        self.wait()
        rect = self.program.overlay.geometry().adjusted(-60, -50, 60, 50)
        screen = self.program.overlay.screen()
        rect = rect.intersected(QRect(screen.geometry()))
        self._save(what, screen.grabWindow(0, rect.x(), rect.y(), rect.width(), rect.height()))

    def window(self) -> None:
        program, window = self.program, self.program.window
        window.source_panel.show_devices(DEVICES)
        status = Status("listening", 0.3, "cpu", "Starter model (English)", device="Yeti Stereo Microphone")
        program.show_status(status)
        window.restore_size(())
        window.show()
        window.transcript_view.keep_only_new()
        self.say(PARTS["english"], at_s=12.0)
        for dbfs in (-18.0, -14.0):
            window.source_panel.meter.set_level(dbfs)
        self.grab("main", window)
        window.messages.show_error(self.program.tr("The shortcut Ctrl+Alt+P is used by another program."))
        window.messages.show_notice(
            "The last session ended unexpectedly. Its last saved words are from 14:32.", "Show", lambda: None
        )
        program.show_status(Status("paused", 0.0, "cpu", "Starter model (English)"))
        window.resize(660, 460)
        self.grab("main-small", window)
        self.two_sides(window)

    def two_sides(self, window: QWidget) -> None:
        """Microphone and computer, with captions that are read from the right."""
        program = self.program
        program.window.messages.hide()
        program.show_status(Status("listening", 0.3, "cpu", "Starter model (English)", device="Yeti Stereo Microphone"))
        self.live.update("captions", source="both", your_name="Zoë")
        program.window.transcript_view.keep_only_new()
        self.say(PARTS["english"][:2], at_s=12.0, side="you")
        self.say(PARTS["arabic"], language="Arabic", at_s=24.0, side="computer")
        program.window.restore_size(())
        self.grab("main-both", window)
        self.live.update("captions", source="microphone")
        program.window.transcript_view.keep_only_new()

    def settings(self) -> None:
        self.dialogs.show_settings()
        dialog = self.dialogs.settings
        assert dialog is not None
        dialog.complete()
        for name in list(dialog.names):
            dialog.show_page(name)
            self.grab(f"settings-{name}", dialog)
        self.live.update("overlay", theme="own", text_colour="#808080", box_colour="#707070", opacity=30)
        dialog.show_page("look")
        self.grab("settings-look-own", dialog)
        self.live.update("serve", enabled=True)
        dialog.show_page("programs")
        self.grab("settings-programs-on", dialog)
        viewers = (
            Viewer("iPhone", "192.168.178.31", datetime(2026, 3, 4, 10, 30)),
            Viewer("", "192.168.178.9", datetime.now()),
        )
        dialog.show_page("share")
        dialog.show_share_state(ShareState("http://192.168.178.123:8779/abcdefghjkmn/", viewers))
        self.grab("settings-share-on", dialog)
        dialog.reject()

    def first_run(self) -> None:
        self.dialogs.show_first_run()
        page = self.dialogs.first_run
        assert page is not None
        page.source_panel.show_devices(DEVICES)
        page.show_status(Status("listening", 0.0, "cpu", "Starter model (English)"))
        for dbfs in (-20.0, -16.0):
            page.meter.set_level(dbfs)
        self.grab("first-run", page)
        page.accept()

    def history(self) -> None:
        """Three sessions, one of them found by a search."""
        assert self.program.services is not None
        store = self.program.services.store
        utterance = 1000
        for part, language in (("chinese", "Chinese"), ("mixed", ""), ("english", "English")):
            store.begin_session(source="microphone", language=language, model="")
            at_s = 2.0
            for sentence in PARTS[part]:
                utterance += 1
                store.add_committed(CommittedLine(utterance, sentence, at_s, at_s + 3.0, language))
                store.add_final(FinalLine(utterance, sentence, sentence, "", False, at_s, at_s + 3.4, language))
                at_s += 4.2
            store.end_session()
        store.flush()
        self.program.overlay.hide()
        self.dialogs.show_history()
        window = self.dialogs.history
        assert window is not None
        self.grab("history", window)
        window.parts.search.setText("screen")
        self.wait(600)
        window.parts.list.setCurrentIndex(window.list.index(0, 0))
        self.grab("history-search", window)
        window.hide()

    def models(self) -> None:
        self.dialogs.show_models()
        while self.dialogs.models is None:
            self.wait(100)
        self.wait(800)
        dialog = self.dialogs.models
        for page in pages(dialog):
            self.grab(f"models-{page}", dialog)
        dialog.hide()

    def small_windows(self) -> None:
        assert self.program.services is not None
        assert self.dialogs.history is not None
        store = self.program.services.store
        lines = [TimedLine(text, 0.0, 4.0) for text in PARTS["english"]]
        export = ExportDialog(
            store.sessions()[0], lines, lambda: [], HistorySettings(export_folder="/home/user/Documents")
        )
        question = PermissionDialog("gnome", lambda: None)
        pad = Scratchpad()
        pad.set_key("Right Ctrl")
        code = CodeWindow(self.program.window)
        code.show_address("http://192.168.178.123:8779/abcdefghjkmn/")
        for name, widget in (("export", export), ("permission", question), ("scratchpad", pad), ("code", code)):
            open_clear(widget, widget.width(), widget.height())
            widget.show()
            self.grab(name, widget)
            widget.hide()
        pill = StatusPill()
        pill.setting = "bottom"
        for state in (PillState.LISTENING, PillState.LOADING, PillState.ERROR):
            pill.show_state(state)
            pill.set_level(-20.0)
            self.grab(f"pill-{state.value}", pill)
        pill.show_state(PillState.HIDDEN)

    def adjust(self) -> None:
        self.live.update("overlay", visible=True)
        self.dialogs.adjust()
        self.wait()
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, AdjustDialog) and widget.isVisible():
                self.grab("adjust", widget)
                widget.close()


def main() -> None:
    folder, name, scheme, language = Path(sys.argv[1]), *sys.argv[2:5]
    app = CaptionsApplication(sys.argv[:1])
    app.setWindowIcon(app_icon())
    app.setStyle("Fusion")
    app.setQuitOnLastWindowClosed(False)
    shots = Shots(app, folder, name, scheme, language)
    steps: list[Callable[[], None]] = [
        shots.hero,
        shots.overlay,
        shots.window,
        shots.settings,
        shots.adjust,
        shots.first_run,
        shots.history,
        shots.models,
        shots.small_windows,
    ]
    for step in steps:
        step()
    QGuiApplication.processEvents()
    shots.program._finish()


if __name__ == "__main__":
    main()

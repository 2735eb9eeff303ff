"""A process with the settings pages of dictation, driven by real keys: `python -m tests.desktop.dictation_settings EVENTS`.

Every change of the dictation settings and every message of the two key fields is written to EVENTS as a line of JSON.
The event "ready" carries the place of the first key field in the window; "recording" comes when a field listens and the
hotkeys rest.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QTabWidget

from app.base.paths import config_dir
from app.base.settings_file import SettingsFile
from app.hotkeys.service import HotkeyService
from app.ui.dictation.controller import DictationController
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.theme import apply_scheme
from app.ui.settings.dictation_pages import DictationPage, DictationWordsPage
from tests.desktop.dictation_app import ScriptedSpeech


def main() -> int:
    events = Path(sys.argv[1]).open("a", encoding="utf-8")  # noqa: SIM115 - open as long as the process

    def write(kind: str, **fields: object) -> None:
        events.write(json.dumps({"kind": kind, **fields}, ensure_ascii=False) + "\n")
        events.flush()

    application = QApplication([sys.argv[0]])
    apply_scheme(application, "light")
    live = LiveSettings(SettingsFile(config_dir()))
    live.changed.connect(
        lambda old, new: write("settings", hold=new.dictation.hold_key, toggle=new.dictation.toggle_key)
    )
    hotkeys = HotkeyService()
    controller = DictationController(ScriptedSpeech(write), live, hotkeys)
    controller.start()
    hotkeys.start()
    page = DictationPage(live, controller)
    tabs = QTabWidget()
    tabs.addTab(page, page.title)
    words = DictationWordsPage(live)
    tabs.addTab(words, words.title)
    tabs.setWindowTitle("Dictation settings")
    tabs.resize(760, 760)
    tabs.show()
    shown = {"hold": "", "toggle": ""}

    def watch() -> None:
        for name, field in (("hold", page.hold), ("toggle", page.toggle)):
            text = field.message.text() if field.message.isVisible() else ""
            if text != shown[name]:
                shown[name] = text
                write("message", field=name, text=text)

    timer = QTimer(interval=30)
    timer.timeout.connect(watch)
    timer.start()

    def tell_place() -> None:
        place = page.hold.button.mapTo(tabs, page.hold.button.rect().center())
        write("ready", x=place.x(), y=place.y())

    def tell_recording() -> None:
        if hotkeys.settled:
            write("recording")
        else:
            QTimer.singleShot(5, tell_recording)

    page.hold.recording.connect(lambda on: tell_recording() if on else None)
    QTimer.singleShot(500, tell_place)
    status = application.exec()
    controller.close()
    hotkeys.close()
    return status


if __name__ == "__main__":
    raise SystemExit(main())

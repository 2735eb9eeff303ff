"""The models dialog beside running captions: what the desktop test drives with real clicks.

    python -m tests.desktop.model_program STATE --catalogue FILE [--no-captions]

Writes to `STATE` (a JSON file, replaced whole) what is on screen: the page, the texts, and for every visible, enabled
control the place of its middle on the screen; `looks` counts them. Captions and the status go to standard output, one JSON object a line.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QLabel,
    QListWidget,
    QMessageBox,
    QRadioButton,
    QWidget,
)

from app.base import paths
from app.base.events import CommittedLine, FinalLine, Status
from app.base.settings import Settings
from app.base.settings_file import SettingsFile
from app.capture.ports import SourceSpec
from app.engine.loop import EngineSetup
from app.engine.model_loading import ModelChoice
from app.engine.worker import CaptionWorker
from app.models.catalogue import load_catalogue
from app.models.install import hub_options
from app.models.installed import active_bundle
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.theme import apply_scheme
from app.ui.models.dialog import ModelDialog
from inference.options import StreamOptions


def middle(widget: QWidget) -> list[int]:
    """Where to click: the middle; of a box or a radio button, which may be wider than its words, the mark."""
    x = 10 if isinstance(widget, QCheckBox | QRadioButton) else widget.width() // 2
    point = widget.mapToGlobal(QPoint(x, widget.height() // 2))
    return [point.x(), point.y()]


def snapshot(dialog: ModelDialog) -> dict[str, Any]:
    """What a user sees of the dialog, or of a question in front of it."""
    boxes = [box for box in QApplication.topLevelWidgets() if isinstance(box, QMessageBox) and box.isVisible()]
    top: QWidget = boxes[-1] if boxes else dialog
    page = type(dialog.stack.currentWidget()).__name__
    controls = {
        item.text(): middle(item)
        for item in top.findChildren(QAbstractButton)
        if item.isVisible() and item.isEnabled() and item.text()
    }
    rows = {}
    for view in top.findChildren(QListWidget):
        if view.isVisible():
            for index in range(view.count()):
                centre = view.viewport().mapToGlobal(view.visualItemRect(view.item(index)).center())
                rows[view.item(index).text()] = [centre.x(), centre.y()]
    texts = [item.text() for item in top.findChildren(QLabel) if item.isVisible() and item.text()]
    return {
        "page": "question" if boxes else page,
        "visible": top.isVisible(),
        "controls": controls,
        "rows": rows,
        "texts": texts,
    }


def say(**fields: Any) -> None:
    print(json.dumps(fields, ensure_ascii=False), flush=True)


class Program:
    """The dialog, and captions that follow the setting `captions.model`."""

    def __init__(self, state: Path, catalogue: Path, captions: bool) -> None:
        self._state = state
        self.live = LiveSettings(SettingsFile(paths.config_dir()))
        self.dialog = ModelDialog(
            self.live,
            catalogue=load_catalogue(catalogue),
            options=lambda: replace(hub_options(self.live.value.models), stall_s=30.0, tries=3, wait_s=0.1),
        )
        self.dialog.notice.connect(lambda text: say(notice=text))
        self.worker: CaptionWorker | None = None
        if captions:
            setup = EngineSetup(SourceSpec("microphone"), StreamOptions(), ModelChoice(provider="cpu"))
            self.worker = CaptionWorker(setup)
            self.worker.status.connect(self._status)
            self.worker.status.connect(self.dialog.on_status)
            self.worker.notice.connect(self.dialog.on_notice)
            self.worker.committed.connect(self._committed)
            self.worker.finalized.connect(self._final)
            self.live.changed.connect(self._settings_changed)
            self.worker.start()
        self._model = ""
        self._looks = 0
        self._timer = QTimer(interval=100)
        self._timer.timeout.connect(self._write)
        self._timer.start()
        self.dialog.open_list()
        self.dialog.move(200, 120)

    def _settings_changed(self, old: Settings, new: Settings) -> None:
        if new.captions.model != old.captions.model and self.worker is not None:
            folder, notice = active_bundle(new, paths.models_dir(new.models.folder))
            say(chosen=new.captions.model, folder=str(folder), notice=notice)
            self.worker.set_model(ModelChoice(str(folder), "cpu"))

    def _status(self, status: Status) -> None:
        if status.model != self._model:
            self._model = status.model
            say(model=status.model, provider=status.provider)

    def _committed(self, line: CommittedLine) -> None:
        say(committed=line.text, by=self._model)

    def _final(self, line: FinalLine) -> None:
        say(final=line.text, by=self._model)

    def _write(self) -> None:
        self._looks += 1
        new = self._state.with_suffix(".new")
        new.write_text(json.dumps(snapshot(self.dialog) | {"looks": self._looks}, ensure_ascii=False), encoding="utf-8")
        new.replace(self._state)

    def close(self) -> None:
        self.dialog.shutdown(5.0)
        if self.worker is not None:
            self.worker.shutdown(3.0)
        self.live.flush()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("state", type=Path)
    parser.add_argument("--catalogue", type=Path, required=True)
    parser.add_argument("--no-captions", action="store_true")
    args = parser.parse_args()
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    apply_scheme(app, "light")
    program = Program(args.state, args.catalogue, not args.no_captions)
    app.aboutToQuit.connect(program.close)
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())

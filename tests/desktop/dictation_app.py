"""A process that dictates for desktop tests: the real hotkeys, life cycle, insertion, clipboard and pill.

`python -m tests.desktop.dictation_app CONTROL EVENTS [--settings JSON] [--worker BUNDLE]`

CONTROL is a folder: every file in it is a command (its text), carried out in the order of names and then deleted. EVENTS
is a file with one line of JSON for everything that happens. Without `--worker` the recogniser is a script: commands
`say TEXT` commit text, `final TEXT | REMAINDER` ends the utterance, `done` ends the dictation; with `auto TEXT` each
dictation is answered by itself (committed in pieces while it is held, finished on release).
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.base.events import (
    DictationCommitted,
    DictationEvent,
    DictationFinalized,
    DictationState,
    DictationStatus,
    FinalLine,
)
from app.base.fields import from_dict
from app.base.settings import DictationSettings
from app.base.settings_file import SettingsFile
from app.dictation import insertion
from app.hotkeys.keys import Combo
from app.hotkeys.labels import combo_label
from app.hotkeys.service import HotkeyService
from app.ui.dictation.controller import DictationController
from app.ui.kit.live_settings import LiveSettings
from inference.options import StreamOptions


class ScriptedSpeech(QObject):
    """Says what the test tells it to; the same signals and methods as the caption worker's."""

    dictation = Signal(object)
    committed = Signal(object)
    finalized = Signal(object)
    level = Signal(float)
    status = Signal(object)

    def __init__(self, write: Any) -> None:
        super().__init__()
        self._write = write
        self.auto = ""
        self.loading = False
        self._open: list[int] = []  # it speaks of the oldest of these
        self._said = ""
        self._pieces: list[str] = []
        self._timer = QTimer(self, interval=60)
        self._timer.timeout.connect(self._next)

    def say(self, state: DictationState, number: int | None = None) -> None:
        number = self._open[0] if number is None else number
        self.dictation.emit(DictationStatus(number, state))
        if state in ("done", "cancelled", "failed"):
            self._open.remove(number)

    def begin_dictation(self, number: int, options: StreamOptions) -> None:
        self._open.append(number)
        self._write("begin", language=options.language, hotwords=list(options.hotwords))
        self._said = ""
        self.say("loading" if self.loading else "recording", number)
        if self.auto and not self.loading:
            words = self.auto.split(" ")
            self._pieces = [word if number == 0 else f" {word}" for number, word in enumerate(words)]
            self._timer.start()

    def _next(self) -> None:
        if self._pieces:
            self.commit(self._pieces.pop(0))
        self.level.emit(-20.0)

    def commit(self, text: str) -> None:
        self._said += text
        self._write("committed", text=text)
        self.dictation.emit(DictationCommitted(self._open[0], text))

    def finalize(self, text: str, remainder: str) -> None:
        line = FinalLine(1, text, self._said + remainder, remainder, not text.startswith(self._said), 0.0, 1.0)
        self._said = ""
        self._write("finalized", text=text)
        self.dictation.emit(DictationFinalized(self._open[0], line))

    def end_dictation(self, number: int) -> None:
        self._write("end")
        self._timer.stop()
        self.say("finishing", number)
        if self.auto:
            QTimer.singleShot(120, self._finish)

    def _finish(self) -> None:
        self.finalize(self.auto, self.auto[len(self._said) :])
        self.say("done")

    def cancel_dictation(self, number: int) -> None:
        self._write("cancel")
        self._timer.stop()
        self.say("cancelled", number)

    def pause(self) -> None:
        self._write("paused")

    def resume(self) -> None:
        self._write("resumed")


class Harness(QObject):
    """Carries out commands and writes down what happens."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        super().__init__()
        self._control: Path = arguments.control
        self._events = arguments.events.open("a", encoding="utf-8")
        self._lock = threading.Lock()
        self.settings = LiveSettings(SettingsFile(arguments.control.parent / "config"))
        chosen = from_dict(DictationSettings, json.loads(arguments.settings))
        self.settings.replace(replace(self.settings.value, dictation=chosen))
        self.worker: Any
        if arguments.worker is not None:
            self.worker = self._real_worker(arguments.worker)
        else:
            self.worker = ScriptedSpeech(self.write)
        self.hotkeys = HotkeyService(self)
        self.dictation = DictationController(self.worker, self.settings, self.hotkeys, self)
        self.dictation.dictated.connect(self._dictated)
        self.dictation.history_committed.connect(
            lambda line: self.write("history", number=line.utterance_id, text=line.text)
        )
        self.dictation.history_final.connect(
            lambda line: self.write("history-final", number=line.utterance_id, text=line.shown)
        )
        self.dictation.notice.connect(lambda text: self.write("notice", text=text))
        self.hotkeys.problem.connect(lambda text: self.write("notice", text=text))
        self.hotkeys.conflict.connect(self._conflict)
        self.dictation.phase_changed_to.connect(lambda phase: self.write("phase", phase=phase))
        self.dictation.start()
        self.hotkeys.start()
        if arguments.worker is not None:
            self.worker.start()
        self._timer = QTimer(self, interval=15)
        self._timer.timeout.connect(self._commands)
        self._timer.start()
        self._write_settled("ready", system=self.dictation.system, problems=self.dictation.problems)

    def _real_worker(self, bundle: Path) -> Any:
        from app.engine.worker import CaptionWorker
        from tests.desktop.dictation_worker import make_setup

        worker = CaptionWorker(make_setup(bundle))
        worker.committed.connect(lambda line: self.write("caption", text=line.text))
        worker.status.connect(lambda status: self.write("status", state=status.state))
        worker.notice.connect(lambda text: self.write("worker-notice", text=text))
        worker.dictation.connect(self._write_dictation)
        return worker

    def _write_dictation(self, event: DictationEvent) -> None:
        match event:
            case DictationCommitted(_, text):
                self.write("committed", text=text)
            case DictationFinalized(_, line):
                self.write("finalized", text=line.text, shown=line.shown)
            case DictationStatus(_, state):
                self.write("dictation", state=state)

    def write(self, kind: str, **fields: Any) -> None:
        with self._lock:
            self._events.write(json.dumps({"kind": kind, "at": time.time(), **fields}, ensure_ascii=False) + "\n")
            self._events.flush()

    def _write_settled(self, kind: str, **fields: Any) -> None:
        """Writes it once the listening thread has done all it was asked for."""
        if self.hotkeys.settled:
            self.write(kind, **fields)
        else:
            QTimer.singleShot(5, lambda: self._write_settled(kind, **fields))

    def _conflict(self, name: str, combo: Combo) -> None:
        self.write("conflict", binding=name, label=combo_label(combo))

    def _dictated(self, outcome: Any) -> None:
        self.write(
            "dictated", text=outcome.text, inserted=outcome.inserted, undelivered=outcome.undelivered,
            problem=outcome.problem, cancelled=outcome.cancelled,
        )  # fmt: skip

    def _commands(self) -> None:
        for path in sorted(self._control.glob("*.cmd")):
            command, _, rest = path.read_text(encoding="utf-8").partition(" ")
            path.unlink()
            self._obey(command, rest)

    def _obey(self, command: str, rest: str) -> None:
        worker = self.worker
        if command == "say":
            worker.commit(rest)
        elif command == "final":
            text, _, remainder = rest.partition("|")
            worker.finalize(text, remainder)
        elif command == "state":
            worker.say(rest)
        elif command == "auto":
            worker.auto = rest
        elif command == "loading":
            worker.loading = rest == "on"
        elif command == "settings":
            self.settings.update("dictation", **json.loads(rest))
        elif command == "toggle":
            self.dictation.toggle()
        elif command == "settled":
            self._write_settled("settled")
        elif command == "patience":
            insertion.RELEASE_LIMIT_S = float(rest)
        elif command == "scratchpad":
            self.write("scratchpad", text=self.dictation.scratchpad.edit.toPlainText())
        elif command == "clipboard":
            clipboard = QApplication.clipboard()
            self.write("clipboard", text=clipboard.text(), formats=list(clipboard.mimeData().formats()))
        elif command == "pill":
            pill = self.dictation.pill
            self.write("pill", state=pill.state.value, text=pill.text, visible=pill.isVisible())
        elif command == "count":
            self.write("count", **count_resources())
        elif command == "quit":
            self.dictation.close()
            self.hotkeys.close()
            if not isinstance(worker, ScriptedSpeech):
                worker.shutdown(2.0)
            self.write("closed", **count_resources())
            QApplication.quit()


def count_resources() -> dict[str, Any]:
    """Threads and open files of this process."""
    names = sorted(thread.name for thread in threading.enumerate())
    return {"names": names, "threads": len(names), "files": len(list(Path("/proc/self/fd").iterdir()))}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("control", type=Path)
    parser.add_argument("events", type=Path)
    parser.add_argument("--settings", default="{}")
    parser.add_argument("--worker", type=Path, default=None)
    application = QApplication([sys.argv[0]])
    application.setQuitOnLastWindowClosed(False)
    harness = Harness(parser.parse_args())
    status = application.exec()
    del harness
    return status


if __name__ == "__main__":
    raise SystemExit(main())

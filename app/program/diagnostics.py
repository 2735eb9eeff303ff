"""What is written down about a run: the log, the crash report, and on request what the overlay showed and when.

`R2T2_CAPTIONS_EVENTS=FILE` makes the program append every change of the overlay, every state and the longest time the
window's thread was blocked to FILE, one JSON object a line. It is meant for tests and for reports of slowness; the text
that was said is in it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import logging
import logging.handlers
import os
import sys
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from inference.files import move_into_place

if TYPE_CHECKING:
    from app.engine.worker import CaptionWorker
    from app.transcript.document import Transcript
    from app.ui.main_window.window import MainWindow
    from app.ui.overlay.window import Overlay

log = logging.getLogger(__name__)

EVENTS_VARIABLE = "R2T2_CAPTIONS_EVENTS"
LOG_BYTES = 1_000_000
BEAT_MS = 5

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def start_logging(folder: Path) -> None:
    """The log goes to a file that cannot grow without bound, warnings also to the terminal."""
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    root.addHandler(terminal)
    try:
        file = logging.handlers.RotatingFileHandler(
            folder / "captions.log", maxBytes=LOG_BYTES, backupCount=2, encoding="utf-8"
        )
    except OSError as error:
        log.warning("no log file: %s", error)
        return
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    root.addHandler(file)


def qt_to_logging() -> None:
    """Qt's own messages go where ours go."""

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        logging.getLogger(f"qt.{context.category or 'default'}").log(_LEVELS.get(kind, logging.WARNING), "%s", text)

    qInstallMessageHandler(handle)


class CrashReport:
    """A file that holds the stacks of all threads if the process dies of a fault; empty after a clean end.

    Attributes:
        previous: what the last run left, "" if it ended cleanly.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "crash.txt"
        self.previous = ""
        self._file: IO[str] | None = None
        try:
            if self.path.is_file():
                self.previous = self.path.read_text(encoding="utf-8", errors="replace").strip()
            if self.previous:
                move_into_place(self.path, self.path.with_name("crash-last.txt"))
                log.warning("the last run crashed:\n%s", self.previous)
            self._file = self.path.open("w", encoding="utf-8")
            faulthandler.enable(self._file)
        except OSError as error:
            log.warning("no crash report: %s", error)

    def close(self) -> None:
        """The run ended cleanly."""
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None


def report_unhandled(show: Any) -> None:
    """Errors that nobody caught, in whatever thread, are logged and shown: `show(message)` is called in that thread."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        log.critical("unhandled error", exc_info=(kind, error, trace))
        show(f"{kind.__name__}: {error}")

    def thread_hook(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            hook(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook = hook
    threading.excepthook = thread_hook


def _open_private(path: Path) -> IO[str]:
    """To append lines to. A file that is made here is readable for its owner alone: it holds what was said."""
    return open(path, "a", encoding="utf-8", buffering=1, opener=lambda name, flags: os.open(name, flags, 0o600))


class EventLog(QObject):
    """The file named by `R2T2_CAPTIONS_EVENTS`; without it nothing is written and nothing measured.

    A beat every few milliseconds shows how long the window's thread was away from its event loop (`ms`), and how much
    of that it was computing (`cpu_ms`): the rest it waited, for a processor, a lock or another thread's Python code.
    """

    def __init__(self, path: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        path = path or os.environ.get(EVENTS_VARIABLE, "")
        self._file: IO[str] | None = None
        if path:
            try:
                self._file = _open_private(Path(path))
            except OSError as error:
                log.warning("no events are written: %s", error)
        self._phase = "start"
        self._longest_ms = 0.0
        self._last = time.perf_counter()
        self._last_cpu_s = time.thread_time()
        self._beat = QTimer(self, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        self._beat.timeout.connect(self._tick)
        if self._file is not None:
            self._beat.start()

    @property
    def on(self) -> bool:
        return self._file is not None

    def write(self, event: str, **fields: Any) -> None:
        """Appends one event with the wall-clock time in seconds."""
        if self._file is None:
            return
        line = json.dumps({"event": event, "wall_s": time.time(), **fields}, ensure_ascii=False)
        try:
            self._file.write(line + "\n")
        except OSError as error:  # a full disk must not stop the captions
            log.warning("no more events are written: %s", error)
            file, self._file = self._file, None
            self._beat.stop()
            with contextlib.suppress(OSError):
                file.close()

    def begin_phase(self, name: str) -> None:
        """Blocks are counted anew: starting a program and running it are not the same."""
        if self._file is not None and name != self._phase:
            self.write("longest_block", phase=self._phase, ms=round(self._longest_ms, 1))
            self._phase, self._longest_ms, self._last = name, 0.0, time.perf_counter()

    def _tick(self) -> None:
        now, cpu_s = time.perf_counter(), time.thread_time()
        away_ms = (now - self._last) * 1000 - BEAT_MS
        busy_ms = (cpu_s - self._last_cpu_s) * 1000
        self._last, self._last_cpu_s = now, cpu_s
        if away_ms > self._longest_ms:
            self._longest_ms = away_ms
            if away_ms > 20:
                self.write("block", phase=self._phase, ms=round(away_ms, 1), cpu_ms=round(busy_ms, 1))

    def close(self) -> None:
        if self._file is not None:
            self._beat.stop()
            self.write("longest_block", phase=self._phase, ms=round(self._longest_ms, 1))
        if self._file is not None:
            self._file.close()
            self._file = None


def record_events(
    events: EventLog,
    app: QApplication,
    transcript: Transcript,
    window: MainWindow,
    overlay: Overlay,
    worker: CaptionWorker,
) -> None:
    """What `R2T2_CAPTIONS_EVENTS` records from now on: texts, states, messages, focus, the place of the captions."""
    write = events.write
    transcript.text_appended.connect(
        lambda line, delta: write("text", line=line, delta=delta, rows=overlay.text.split("\n"))
    )
    transcript.line_finished.connect(
        lambda line: write(
            "line_finished", line=line, text=transcript.line(line).text, final=transcript.line(line).final_text
        )
    )
    worker.status.connect(
        lambda status: write("status", state=status.state, lag_s=round(status.lag_s, 2), provider=status.provider)
    )
    window.messages.shown.connect(lambda kind, text: write("message", kind=kind, text=text))
    window.signs.shown.connect(lambda kind, text: write("sign", kind=kind, text=text))
    app.focusChanged.connect(lambda _old, new: write("focus", name=_spoken_name(new)))
    overlay.place_changed.connect(
        lambda place: write("place", x=place.x, y=place.y, width=place.width, screen=place.screen)
    )


def _spoken_name(widget: QWidget | None) -> str:
    """What a screen reader would call it, with its kind."""
    if widget is None:
        return ""
    words = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
    return f"{type(widget).__name__}: {words}"

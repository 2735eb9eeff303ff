"""The screen stays on while captions run and somebody speaks; it may go off on pause and after ten minutes of silence."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.base.events import State, Status
from app.base.screen_hold import Holder
from app.engine.worker import CaptionWorker

SILENCE_S = 600.0
CHECK_MS = 10_000
RUNNING: tuple[State, ...] = ("listening", "behind", "no_sound")


def decide_awake(on: bool, state: State, silent_s: float) -> bool:
    """Whether the screen must stay on: the setting, the captions' state, and seconds since anybody spoke."""
    return on and state in RUNNING and silent_s < SILENCE_S


class Awake(QObject):
    """See the module. `set_on` is the setting."""

    def __init__(
        self,
        worker: CaptionWorker,
        parent: QObject | None = None,
        *,
        holder: Holder | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._holder = holder or Holder()
        self._clock = clock
        self._on = False
        self._state: State = "loading"
        self._spoken_at = clock()
        self._timer = QTimer(self, interval=CHECK_MS)
        self._timer.timeout.connect(self.check)
        self._timer.start()
        worker.status.connect(self._take_status)
        worker.utterance_started.connect(self._note_speech)
        worker.committed.connect(self._note_speech)

    def set_on(self, on: bool) -> None:
        self._on = on
        self.check()

    def close(self) -> None:
        self._timer.stop()
        self._holder.close()

    def check(self) -> None:
        """Brings the screen in line."""
        self._holder.keep(decide_awake(self._on, self._state, self._clock() - self._spoken_at))

    def _take_status(self, status: Status) -> None:
        if status.state in RUNNING and self._state not in RUNNING:
            self._spoken_at = self._clock()  # somebody has just started it, to read
        self._state = status.state
        self.check()

    def _note_speech(self, *_event: object) -> None:
        self._spoken_at = self._clock()
        self.check()

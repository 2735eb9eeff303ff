"""Long work of the models dialog on a thread of its own: the Qt thread only hears of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.models.errors import ModelError, StoppedError
from app.models.progress import IsCancelled, OnProgress, Progress
from app.words import translate

log = logging.getLogger(__name__)

Job = Callable[[OnProgress, IsCancelled], Any]
"""Work to do: it tells its progress and asks whether to stop. Raises ModelError with a sentence."""


class ModelWork(QObject):
    """One piece of work at a time.

    Signals (they arrive on the Qt thread):
        progressed(Progress): a step forward.
        done(object): what the work gave.
        failed(ModelError): why it did not end well; a `StoppedError` if the person stopped it.
    """

    progressed = Signal(object)
    done = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start(self, job: Job) -> None:
        """Begins the work. Raises RuntimeError while another piece is running: the dialog does not offer that."""
        if self.running:
            raise RuntimeError("work is running already")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(job, self._stop), name="models", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Asks the work to end; `failed` follows."""
        self._stop.set()

    def wait(self, timeout_s: float) -> bool:
        """For the end of the program: whether the work has ended within the time."""
        if self._thread is not None:
            self._thread.join(timeout_s)
        return not self.running

    def _run(self, job: Job, stop: threading.Event) -> None:
        def tell(step: Progress) -> None:
            if not stop.is_set():
                self.progressed.emit(step)

        try:
            result = job(tell, stop.is_set)
        except ModelError as error:
            if not isinstance(error, StoppedError):
                log.warning("models: %s", error)
            self.failed.emit(error)
        except Exception as error:  # a bug of ours must reach the person as a sentence and the log as a whole
            log.exception("models")
            sentence = translate("Models", "Something unexpected went wrong: {0}").format(error or type(error).__name__)
            self.failed.emit(ModelError(sentence))
        else:
            self.done.emit(result)

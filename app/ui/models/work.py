"""Long work of the models dialog on a thread of its own: the Qt thread only hears of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.base.translation import translate
from app.models.errors import ModelError, StoppedError
from app.models.progress import IsCancelled, OnProgress, Progress
from app.ui.kit.relay import relay_to

log = logging.getLogger(__name__)

Job = Callable[[OnProgress, IsCancelled], Any]
"""Work to do: it tells its progress and asks whether to stop. Raises ModelError."""


class ModelWork(QObject):
    """One piece of work at a time. It may be given up, and its owner may go: what a thread still says is then not heard.

    Signals (they are emitted on the Qt thread):
        progressed(Progress): a step forward.
        done(object): what the work gave.
        failed(ModelError): why it did not end well; a `StoppedError` if the user stopped it.
    """

    progressed = Signal(object)
    done = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._call = relay_to(self)

    @property
    def running(self) -> bool:
        """True until `done` or `failed` is emitted."""
        return self._thread is not None

    def start(self, job: Job) -> None:
        """Begins the work. Raises RuntimeError while another piece is running: the dialog does not offer that."""
        if self.running:
            raise RuntimeError("work is running already")
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(job, self._stop, self._call), name="models", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Asks the work to end; `failed` follows."""
        self._stop.set()

    def give_up(self) -> None:
        """Asks the work to end and hears no more of it; another piece may begin at once."""
        self._stop.set()
        self._thread = None

    def wait(self, timeout_s: float) -> bool:
        """For the end of the program: whether the work has ended within the time."""
        thread = self._thread
        if thread is None:
            return True
        thread.join(timeout_s)
        return not thread.is_alive()

    def hear(self, stop: threading.Event, what: str, carried: object) -> None:
        """From the thread: the piece of work (its stop event), the name of a signal above, and what it carries."""
        if stop is not self._stop or self._thread is None:
            return  # of work that was given up
        if what == "progressed":
            if not stop.is_set():
                self.progressed.emit(carried)
            return
        self._thread = None
        (self.done if what == "done" else self.failed).emit(carried)

    @staticmethod
    def _run(job: Job, stop: threading.Event, call: Callable[..., None]) -> None:
        """On the thread, which knows nothing of this object: it may be gone."""

        def say(what: str, carried: object) -> None:
            call("hear", stop, what, carried)

        def tell(step: Progress) -> None:
            if not stop.is_set():
                say("progressed", step)

        try:
            result = job(tell, stop.is_set)
        except ModelError as error:
            if not isinstance(error, StoppedError):
                log.warning("models: %s", error)
            say("failed", error)
        except Exception as error:  # a bug of ours must reach the user as a message and the log as a whole
            log.exception("models")
            message = translate("Models", "Something unexpected went wrong: {0}").format(error or type(error).__name__)
            say("failed", ModelError(message))
        else:
            say("done", result)

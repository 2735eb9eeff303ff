"""A thread that has a model for other programs alone: what `r2t2-captions serve` runs.

Loads the model, gives `Turns` its turns, replaces a model that fails, and frees it on request until somebody needs it again.
In the window the caption engine does this instead.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable

from app.base.events import EngineEvent, Failed, Notice
from app.engine.model_in_use import ModelInUse
from app.engine.model_loading import Load, ModelChoice, load_recognizer
from app.serve.turns import Turns
from inference.errors import RecognizerError
from inference.options import StreamOptions

log = logging.getLogger(__name__)

IDLE_S = 0.5


class ModelThread:
    """See the module. The methods may be called from any thread."""

    def __init__(
        self,
        turns: Turns,
        model: ModelChoice,
        options: StreamOptions,
        notice: Callable[[str], None],
        *,
        load: Load = load_recognizer,
        probe: bool = True,
    ) -> None:
        """`options` are those for which the model's speed is measured if `probe`; `notice` takes messages, on the thread."""
        self._turns, self._options, self._notice = turns, options, notice
        self._commands: deque[Callable[[], None]] = deque()
        fallback = ModelChoice(provider=model.provider) if load is load_recognizer else None
        self._models = ModelInUse(model, fallback, load, self._hear, self._post, clock=time.monotonic, probe=probe)
        self._wanted = True
        self._until: float | None = None
        self._thread = threading.Thread(target=self._run, name="model", daemon=True)

    def start(self) -> None:
        """Begins to load the model."""
        self._thread.start()

    def stop(self, timeout_s: float) -> None:
        """Recognises what has come, for `timeout_s` at most, then frees the model."""
        self._turns.end_all()
        self._until = time.monotonic() + timeout_s
        self._post(lambda: None)
        self._thread.join(timeout_s + 5.0)

    def unload(self) -> None:
        """Frees the model if nobody uses it; the next request loads it again."""
        self._post(self._unload)

    def _post(self, command: Callable[[], None]) -> None:
        self._commands.append(command)
        self._turns.post(lambda: None)  # wakes the thread

    def _hear(self, event: EngineEvent) -> None:
        if isinstance(event, Notice | Failed):
            self._notice(event.text)

    def _unload(self) -> None:
        self._turns.take_commands()
        if not self._turns.busy:
            self._models.close()
            self._wanted = False

    def _run(self) -> None:
        try:
            self._models.load_first(self._options)
            while not self._over():
                self._step()
        except Exception as error:
            log.exception("the model's thread failed")
            self._turns.report(None, str(error))
        finally:
            self._turns.let_go()
            self._models.close()

    def _over(self) -> bool:
        if self._until is None:
            return False
        self._turns.take_commands()
        return not self._turns.busy or time.monotonic() >= self._until

    def _step(self) -> None:
        while self._commands:
            self._commands.popleft()()
        self._follow_models()
        recognizer = self._models.recognizer
        if recognizer is None:
            self._turns.take_commands()
            self._turns.wait(IDLE_S)
            return
        try:
            worked = self._turns.work(recognizer)
        except RecognizerError as error:
            self._turns.let_go()
            self._models.note_failure(error, self._options)
            return
        if not worked:
            self._turns.wait(IDLE_S)

    def _follow_models(self) -> None:
        models = self._models
        if not self._wanted and self._turns.waiting:
            self._wanted = True
            models.load_first(self._options)
        if models.may_swap(busy=self._turns.mid_utterance):
            self._turns.let_go()
            models.swap()
        models.close_old()
        models.tidy()
        if self._wanted:
            models.look_for_server(self._options)
        self._turns.report(models.recognizer, models.problem)

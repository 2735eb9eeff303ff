"""An engine on its own thread with scripted input and models, for the tests of the engine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from app.capture.listener import SoundInput
from app.capture.ports import CaptureError, SourceSpec
from app.engine.loop import Engine, EngineSetup
from inference.options import StreamOptions
from tests.app.scripted import Loader, Screen, ScriptedInput

FAST = StreamOptions(chunk_ms=320)


class Rig:
    """An engine on its own thread with scripted input and models."""

    def __init__(self, setup: EngineSetup, loader: Loader) -> None:
        self.screen = Screen()
        self.inputs: list[ScriptedInput] = []
        self.opened: list[SourceSpec] = []
        self.refuse: str = ""
        self.loader = loader
        self.engine = Engine(setup, self.screen.take, load=loader, opener=self._open)
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.engine.run()
        except RuntimeError as error:
            self.error = error

    def _open(self, spec: SourceSpec, notify: Callable[[str], None]) -> SoundInput:
        if self.refuse:
            raise CaptureError(self.refuse)
        self.opened.append(spec)
        self.inputs.append(ScriptedInput(spec.input_device or f"input {len(self.inputs)}"))
        return self.inputs[-1]

    def start(self) -> Rig:
        self._thread.start()
        return self

    @property
    def microphone(self) -> ScriptedInput:
        self.until(lambda: self.inputs, "an input")
        return self.inputs[-1]

    def until(self, condition: Callable[[], object], what: str, timeout_s: float = 60.0) -> None:
        end = time.monotonic() + timeout_s
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}; events: {self.screen.events[-5:]}"
            assert self._thread.is_alive() or condition(), f"the engine ended before {what}"
            time.sleep(0.005)

    def hear(self, *sounds: np.ndarray) -> None:
        """Delivers sound in blocks as a device would, only faster."""
        microphone = self.microphone
        for sound in sounds:
            for at in range(0, len(sound), 800):
                microphone.put(sound[at : at + 800])

    def hear_both(self, you: np.ndarray, computer: np.ndarray) -> None:
        """The same of microphone and computer apart; both are equally long."""
        microphone = self.microphone
        for at in range(0, len(you), 800):
            microphone.put(you[at : at + 800], computer=computer[at : at + 800])

    def stop(self, timeout_s: float = 10.0) -> Screen:
        self.engine.stop(timeout_s)
        self._thread.join(timeout_s + 5)
        assert not self._thread.is_alive()
        return self.screen


def words(n: int) -> str:
    return " ".join(f"w{i}" for i in range(n))

"""A recogniser that follows a script, and inputs that deliver what a test wants: nothing here hears or sounds.

The scripted model "recognises" one word for every 320 ms of sound that is not silence, numbered within the utterance:
`w0 w1 w2`. That makes lost, doubled and reordered sound visible in the text.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from app.base.events import CommittedLine, EngineEvent, FinalLine, Status
from app.capture.device import Devices
from app.capture.listener import Heard
from app.engine.model_loading import ModelChoice
from inference.errors import ProviderError
from inference.events import Committed, Final, StreamEvent
from inference.options import SAMPLE_RATE, StreamOptions
from inference.recognizer import Transcription

WORD = SAMPLE_RATE * 320 // 1000


@dataclass
class Script:
    """What a scripted model does.

    Attributes:
        name, provider: as shown.
        seconds_per_pass: how long one pass takes.
        hold_from: from this pass on (over all streams) each waits until `Loader.passes` is set; None for never.
        fail_at: numbers of passes (over all streams) that raise ProviderError; on `provider` only.
        break_at: numbers of passes that raise an error nobody foresaw.
        load_error: raised instead of loading.
    """

    name: str = "scripted"
    provider: str = "cpu"
    seconds_per_pass: float = 0.0
    hold_from: int | None = None
    fail_at: Sequence[int] = ()
    break_at: Sequence[int] = ()
    load_error: Exception | None = None


@dataclass
class ScriptedRecognizer:
    """Attributes:
    streams: every stream that was opened, or continues here.
    passes: passes begun so far.
    gate: what a pass that is held waits for.
    closed: it was closed.
    """

    script: Script
    provider: str
    model: str = "main"
    gate: threading.Event = field(default_factory=threading.Event)
    streams: list[ScriptedStream] = field(default_factory=list)
    passes: int = 0
    closed: bool = False
    settled_on: list[str] = field(default_factory=list)

    @property
    def bundle(self) -> Any:
        return SimpleNamespace(name=self.script.name, folder=Path(self.model), languages=("English",))

    def settle(self) -> None:
        assert not self.closed, "used after close"
        self.settled_on.append(threading.current_thread().name)

    def stream(self, options: StreamOptions) -> ScriptedStream:
        assert not self.closed, "used after close"
        self.streams.append(ScriptedStream(self, options))
        return self.streams[-1]

    def transcribe(self, samples: np.ndarray, options: StreamOptions) -> Transcription:
        """One pass over a whole piece: the words of a stream that heard it."""
        stream = ScriptedStream(self, options)
        stream.heard = samples
        text = stream._pass(len(samples))
        return Transcription(text, "English" if text else None)

    def close(self) -> None:
        assert not self.closed, "closed twice"
        self.closed = True


class ScriptedStream:
    """One utterance; commits every word but the last one heard, as the real policy does.

    Attributes:
        heard: all sound that was fed.
        finished: it gave its final line.
        merged: passes over more than one chunk.
    """

    def __init__(self, owner: ScriptedRecognizer, options: StreamOptions) -> None:
        self.options = options
        self.heard = np.zeros(0, np.float32)
        self.finished = False
        self.merged = 0
        self._owner: ScriptedRecognizer | None = owner
        self._shown = ""
        self._decoded = 0
        self._events: list[StreamEvent] = []

    def _pass(self, until: int) -> str:
        """What is heard up to `until`, which counts as decoded unless this raises."""
        owner = self._owner
        assert owner is not None, "used after let_go"
        assert not owner.closed, "used after close"
        owner.passes += 1
        time.sleep(owner.script.seconds_per_pass)
        if owner.script.hold_from is not None and owner.passes >= owner.script.hold_from:
            assert owner.gate.wait(20), "held for ever"
        if owner.passes in owner.script.fail_at and owner.provider == owner.script.provider:
            raise ProviderError("The graphics card was taken away.")
        if owner.passes in owner.script.break_at:
            raise ValueError("scripted fault")
        self._decoded = until
        return self._words(until)

    def _words(self, until: int) -> str:
        words = []
        for at in range(0, until, WORD):
            part = self.heard[at : min(at + WORD, until)]
            if len(part) and np.abs(part).max() > 1e-3:
                words.append(f"w{len(words)}")
        return " ".join(words)

    def feed(self, samples: np.ndarray, *, merge: bool = False) -> list[StreamEvent]:
        assert not self.finished and self._owner is not None and not self._owner.closed
        self.heard = np.concatenate([self.heard, samples])
        chunk = self.options.chunk_samples
        while len(self.heard) - self._decoded >= chunk:
            waiting = (len(self.heard) - self._decoded) // chunk
            step = min(waiting, SAMPLE_RATE * 2 // chunk) if merge else 1
            self.merged += step > 1
            stable = self._pass(self._decoded + step * chunk).rpartition(" ")[0]
            if len(stable) > len(self._shown):
                delta, self._shown = stable[len(self._shown) :], stable
                self._events.append(Committed(delta, self._decoded / SAMPLE_RATE, "English"))
        return self._take_events()

    def finish(self) -> list[StreamEvent]:
        if self.finished:
            return []
        text = self._pass(len(self.heard))
        self.finished = True
        remainder = text[len(self._shown) :]
        end_s = len(self.heard) / SAMPLE_RATE
        self._events.append(Final(text, text, remainder, False, end_s, "English" if text else None))
        return self._take_events()

    def let_go(self) -> list[StreamEvent]:
        self._owner = None
        return self._take_events()

    def continue_with(self, recognizer: ScriptedRecognizer) -> None:
        assert not recognizer.closed, "used after close"
        self._owner = recognizer
        recognizer.streams.append(self)

    def _take_events(self) -> list[StreamEvent]:
        events, self._events = self._events, []
        return events


class Loader:
    """Loads scripted models by the folder's name.

    Attributes:
        loaded: every recogniser made.
        gate: loading waits for it; set unless a test clears it.
        passes: held passes wait for it.
    """

    def __init__(self, **scripts: Script) -> None:
        self._scripts = scripts
        self.loaded: list[ScriptedRecognizer] = []
        self.gate = threading.Event()
        self.gate.set()
        self.passes = threading.Event()

    def __call__(self, choice: ModelChoice, notice: Callable[[str], None]) -> ScriptedRecognizer:
        script = self._scripts[choice.model]
        self.gate.wait(20)
        if script.load_error is not None:
            raise script.load_error
        provider = script.provider if choice.provider == "auto" else choice.provider
        self.loaded.append(ScriptedRecognizer(script, provider, choice.model, self.passes))
        return self.loaded[-1]

    @property
    def streams(self) -> list[ScriptedStream]:
        """Every stream, in the order of their beginnings, whatever recognisers it went through."""
        return list(dict.fromkeys(stream for recognizer in self.loaded for stream in recognizer.streams))


class ScriptedInput:
    """An input that a test fills: `put` sound, `lose` the device, `bring_back`.

    Attributes:
        closed: it was closed.
        fault: raised once everything that was put has been read.
    """

    paced = True

    def __init__(self, name: str = "scripted microphone") -> None:
        self.device = name
        self.problem = ""
        self.live = True
        self.ended = False
        self.latency_s = 0.0
        self.closed = False
        self.changes: list[Devices] = []
        self.fault: Exception | None = None
        self._waiting: list[Heard] = []
        self._heard = 0
        self._lock = threading.Lock()

    def put(
        self, samples: np.ndarray, *, fresh: bool = False, lost_s: float = 0.0, computer: np.ndarray | None = None
    ) -> None:
        with self._lock:
            raw = None if computer is None else samples
            self._waiting.append(Heard(samples, fresh, lost_s, raw=raw, computer=computer))
            self._heard += len(samples)

    def read(self, timeout_s: float) -> Heard | None:
        with self._lock:
            if self._waiting:
                return self._waiting.pop(0)
        if self.fault is not None:
            raise self.fault
        time.sleep(min(timeout_s, 0.002))
        return None

    def heard_now(self) -> int:
        return self._heard

    def devices_changed(self, devices: Devices) -> None:
        self.changes.append(devices)

    def release(self) -> None:
        pass

    def close(self) -> None:
        assert not self.closed, "closed twice"
        self.closed = True


@dataclass
class Screen:
    """What a user saw: every event, and the lines as a view shows them.

    Attributes:
        events: all of them, in order.
        shown: utterance id -> text on screen.
        finals: utterance id -> final line.
    """

    events: list[EngineEvent] = field(default_factory=list)
    shown: dict[int, str] = field(default_factory=dict)
    finals: dict[int, FinalLine] = field(default_factory=dict)

    def take(self, event: EngineEvent) -> None:
        self.events.append(event)
        if isinstance(event, CommittedLine):
            assert event.utterance_id not in self.finals, "text after the final line"
            assert event.start_s <= event.end_s
            self.shown[event.utterance_id] = self.shown.get(event.utterance_id, "") + event.text
        elif isinstance(event, FinalLine):
            assert event.utterance_id not in self.finals, "a line ended twice"
            self.shown[event.utterance_id] = self.shown.get(event.utterance_id, "") + event.remainder
            assert self.shown[event.utterance_id] == event.shown, "what was said is not what is shown"
            self.finals[event.utterance_id] = event

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def state(self) -> str:
        """The state that is shown now."""
        states = self.of(Status)
        return states[-1].state if states else ""

    @property
    def model(self) -> str:
        """Name of the model that is shown now."""
        states = self.of(Status)
        return states[-1].model if states else ""

    @property
    def lines(self) -> list[str]:
        """Lines with text, in order."""
        return [text for _, text in sorted(self.shown.items()) if text]


MODEL = ModelChoice("main")
OTHER = ModelChoice("other")

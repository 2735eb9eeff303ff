"""A queue of recordings over a real history, whose pieces a scripted model recognises: when a test lets it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import soundfile

from app.capture.ports import Samples
from app.history.store import HistoryStore
from app.serve.turns import Turns
from app.ui.recordings.queue import Recording, RecordingQueue
from inference.options import SAMPLE_RATE, StreamOptions
from inference.recognizer import Transcription
from tests.app.scripted import MODEL, Loader, Script, ScriptedRecognizer
from tests.app.serve.api_kit import tone
from tests.app.waiting import wait_until


def write_tone(path: Path, seconds: float) -> Path:
    """A recording of which the scripted model makes a word for each 320 ms."""
    path.parent.mkdir(parents=True, exist_ok=True)
    soundfile.write(path, tone(seconds), SAMPLE_RATE)
    return path


class Rig:
    """Attributes:
    queue: what is tested.
    waiting: pieces that were asked for and not recognised yet.
    hosted: what the engine was told: whether the queue needs the model.
    """

    def __init__(self, store: HistoryStore, **settings: Callable[..., object]) -> None:
        self.turns = Turns()
        self.model: ScriptedRecognizer = Loader(main=Script())(MODEL, lambda text: None)
        self.hosted: list[bool] = []
        self.options = StreamOptions(language="English")
        self.store = store
        self.n_asked = 0
        self.all_done = 0
        self.queue = RecordingQueue(self._submit, lambda: self.options, store, self.hosted.append, **settings)  # type: ignore[arg-type]
        self.queue.all_done.connect(self._note_done)

    def _submit(self, samples: Samples, options: StreamOptions) -> Future[Transcription]:
        self.n_asked += 1
        return self.turns.transcribe_patiently(samples, options)

    def _note_done(self) -> None:
        self.all_done += 1

    @property
    def states(self) -> list[str]:
        return [recording.state for recording in self.queue.recordings]

    def named(self, name: str) -> Recording:
        return next(recording for recording in self.queue.recordings if recording.name == name)

    def add(self, *paths: Path, n: int | None = None) -> None:
        """Until they are listed."""
        wanted = len(self.queue.recordings) + (len(paths) if n is None else n)
        self.queue.add(paths)
        wait_until(lambda: len(self.queue.recordings) == wanted, "the recordings to be listed")

    def work_until(self, condition: Callable[[], object], what: str) -> None:
        """Lets the model work until then."""

        def step() -> object:
            self.turns.work(self.model)
            return condition()

        wait_until(step, what)

    def finish(self) -> None:
        """Everything becomes text."""
        self.work_until(lambda: not self.queue.n_left, "all recordings")
        assert self.store.flush()

    def close(self) -> None:
        self.queue.close()
        self.work_until(lambda: not self.queue._threads, "the threads of recordings to end")


def words(n: int) -> str:
    return " ".join(f"w{i}" for i in range(n))

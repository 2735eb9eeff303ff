"""The audio half of the program, for real: sound server, worker thread, recogniser, starter model.

Nothing is mocked. The starter model is not exact: what is asserted is growth, times, and words of clear speech.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.base.events import CommittedLine, DictationCommitted, DictationEvent, DictationStatus, FinalLine, Status
from app.capture.ports import SourceSpec
from app.engine.loop import EngineSetup
from app.engine.model_loading import Load, ModelChoice, RecognizerLike, load_recognizer
from app.engine.worker import CaptionWorker
from inference.options import StreamOptions
from tests.app.scripted import Screen
from tests.desktop.kit import Sound

pytestmark = [pytest.mark.desktop, pytest.mark.slow]

SENTENCE = "the children went to school and the teacher told them a story"
LONG = f"the weather is nice today and we are going to the park {SENTENCE}"
"""Long enough that a slow machine, too, has its first words before everything has been said."""
ENGLISH = StreamOptions(language="English")


class Live:
    """A running worker and what a user sees of it; the worker's signals arrive on this thread.

    They are connected as in the program. What is queued for an object of Python's outlives it, and crashed the next test.

    Attributes:
        screen: lines and finals; it fails on text that is taken back.
        dictated: what was typed.
    """

    def __init__(self, setup: EngineSetup, load: Load = load_recognizer) -> None:
        self.screen = Screen()
        self.notices: list[str] = []
        self.failures: list[str] = []
        self.levels: list[float] = []
        self.states: list[str] = []
        self.dictated = ""
        self.dictation: list[str] = []
        self.worker = CaptionWorker(setup, load=load)
        self.worker.committed.connect(self.screen.take)
        self.worker.finalized.connect(self.screen.take)
        self.worker.status.connect(self.screen.take)
        self.worker.notice.connect(self.notices.append)
        self.worker.failed.connect(self.failures.append)
        self.worker.level.connect(self.levels.append)
        self.worker.dictation.connect(self._dictation)
        self.worker.start()

    def _dictation(self, event: DictationEvent) -> None:
        if isinstance(event, DictationStatus):
            self.dictation.append(event.state)
        else:
            self.dictated += event.text if isinstance(event, DictationCommitted) else event.line.remainder

    def until(self, condition: Callable[[], object], what: str, timeout_s: float = 40.0) -> None:
        end = time.monotonic() + timeout_s
        while not condition():
            assert time.monotonic() < end, (
                f"waited in vain for {what}: {self.screen.lines}, {self.screen.state}, {self.notices}, {self.failures}"
            )
            QCoreApplication.processEvents()
            time.sleep(0.01)

    def pump(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            QCoreApplication.processEvents()
            time.sleep(0.01)

    @property
    def text(self) -> str:
        return " ".join(self.screen.lines)

    def committed(self) -> list[CommittedLine]:
        return self.screen.of(CommittedLine)


@pytest.fixture(scope="module")
def application() -> QCoreApplication:
    return QCoreApplication.instance() or QCoreApplication([])


@pytest.fixture
def live(application: QCoreApplication, sound_here: Sound, starter_bundle: Path) -> Iterator[Callable[..., Live]]:
    running: list[Live] = []

    def start(source: SourceSpec = SourceSpec(), load: Load = load_recognizer, **setup: object) -> Live:  # noqa: B008  frozen
        values = {"options": ENGLISH, "model": ModelChoice(str(starter_bundle))} | setup
        running.append(Live(EngineSetup(source=source, **values), load))  # type: ignore[arg-type]
        return running[-1]

    yield start
    for one in running:
        assert one.worker.shutdown(3.0), "the worker must end"


def ready(it: Live) -> None:
    it.until(lambda: it.screen.state in ("listening", "no_sound"), "listening")


@pytest.mark.parametrize(
    "source", [SourceSpec("microphone"), SourceSpec("computer"), SourceSpec("both")], ids=lambda s: s.kind
)
def test_words_appear_while_they_are_said_and_the_last_one_after_the_pause(
    live: Callable[..., Live], sound_here: Sound, source: SourceSpec
) -> None:
    it = live(source)
    ready(it)
    player = sound_here.play(sound_here.say(LONG))
    it.until(lambda: it.text, "the first word")
    assert player.running, "words appear while they are being said"
    it.until(lambda: it.screen.finals, "the final line")
    words = it.text.lower().replace(".", "").replace(",", "").split()
    assert len(set(words) & set(LONG.split())) >= 10, it.text
    assert words[-1] == "story"
    assert it.failures == []
    assert max(it.levels) > -40
    final = next(iter(it.screen.finals.values()))
    assert 4.0 < final.end_s - final.start_s < 10.0
    assert [event.utterance_id for event in it.committed()] == sorted(event.utterance_id for event in it.committed())


def test_speech_at_the_moment_of_the_start_is_kept_while_the_model_loads(
    live: Callable[..., Live], sound_here: Sound
) -> None:
    may_load = threading.Event()

    def slow_disk(choice: ModelChoice, notice: Callable[[str], None]) -> RecognizerLike:
        assert may_load.wait(30)
        return load_recognizer(choice, notice)

    it = live(load=slow_disk)
    it.until(lambda: it.levels, "the first sound")
    sound_here.play(sound_here.say(SENTENCE))
    it.pump(1.0)
    assert it.screen.state == "loading"
    may_load.set()
    it.until(lambda: it.screen.finals, "the final line")
    assert "children" in it.text.lower() and it.text.lower().rstrip(".").endswith("story")


def test_stopping_in_mid_speech_says_the_words_so_far(live: Callable[..., Live], sound_here: Sound) -> None:
    it = live()
    ready(it)
    sound_here.play(sound_here.say(SENTENCE))
    it.until(lambda: it.text, "the first word")
    it.pump(1.0)
    it.worker.pause()
    it.until(lambda: it.screen.finals, "the line's end")
    it.until(lambda: it.screen.state == "paused", "the state")
    assert len(it.text.split()) >= 3


def test_an_unplugged_microphone_keeps_the_text_and_captions_go_on_when_it_is_back(
    live: Callable[..., Live], sound_here: Sound
) -> None:
    it = live()
    ready(it)
    sound_here.play(sound_here.say(SENTENCE), block=True)
    sound_here.unplug()
    it.until(lambda: any("disconnected" in text for text in it.notices), "the notice")
    it.until(lambda: it.screen.finals, "the line's end")
    it.until(lambda: it.screen.state == "no_sound", "the state")
    before = it.text
    assert before
    sound_here.plug()
    it.until(lambda: it.screen.state == "listening", "listening again")
    sound_here.play(sound_here.say(SENTENCE))
    it.until(lambda: len(it.screen.finals) >= 2, "the second line")
    assert it.text.startswith(before) and len(it.text) > len(before)


def test_a_device_that_is_gone_before_the_first_block_is_told(live: Callable[..., Live], sound_here: Sound) -> None:
    sound_here.unplug()
    it = live()
    it.until(lambda: it.screen.state == "no_sound", "the state")
    status = it.screen.of(Status)[-1]
    assert status.message == "No microphone is connected."
    assert "No microphone is connected." in it.notices
    sound_here.plug()
    ready(it)
    sound_here.play(sound_here.say(SENTENCE))
    it.until(lambda: it.screen.finals, "captions")


def test_dictation_and_captions_share_the_microphone(live: Callable[..., Live], sound_here: Sound) -> None:
    it = live()
    ready(it)
    it.worker.begin_dictation(1, ENGLISH)
    it.until(lambda: "recording" in it.dictation, "recording")
    sound_here.play(sound_here.say(SENTENCE), block=True)
    it.worker.end_dictation(1)
    it.until(lambda: "done" in it.dictation, "the end")
    assert it.dictated.lower().rstrip(".").endswith("story")
    assert it.screen.lines == []
    sound_here.play(sound_here.say("good morning everybody"))
    it.until(lambda: it.screen.finals, "captions after it")


def test_another_model_is_taken_into_use_while_captions_run(
    live: Callable[..., Live], sound_here: Sound, starter_bundle: Path, tmp_path: Path
) -> None:
    other = tmp_path / "Jürgens Modell 模型"
    other.symlink_to(starter_bundle, target_is_directory=True)
    it = live()
    ready(it)
    it.worker.set_model(ModelChoice(str(tmp_path / "none")))
    it.until(lambda: any("remains in use" in text for text in it.notices), "the refusal")
    it.worker.set_model(ModelChoice(str(other)))
    sound_here.play(sound_here.say(SENTENCE))
    it.until(lambda: it.screen.finals, "the line")
    assert it.text.lower().rstrip(".").endswith("story")
    assert isinstance(next(iter(it.screen.finals.values())), FinalLine)


def test_the_worker_ends_in_time_while_it_still_loads(
    application: QCoreApplication, sound_here: Sound, starter_bundle: Path
) -> None:
    it = Live(EngineSetup(SourceSpec(), ENGLISH, ModelChoice(str(starter_bundle))))
    assert it.worker.shutdown(0.2)
    it.until(lambda: it.screen.state == "stopped", "the last state")

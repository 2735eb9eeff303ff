"""Loading models beside the captions: one at a time, the newest request wins, one that hangs is left behind."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from app.recognition import ModelChoice, ModelLoader, RecognizerLike
from inference.options import StreamOptions
from tests.app.scripted import Script, ScriptedRecognizer


def test_models_are_loaded_one_after_the_other_and_the_newest_wins() -> None:
    """Two large models in the making at once are more than many a computer holds."""
    going, at_once, taken = threading.Event(), [], []
    at_work = threading.Semaphore(1)

    def load(choice: ModelChoice, notice: object) -> RecognizerLike:
        at_once.append(not at_work.acquire(blocking=False))
        going.wait(5)
        at_work.release()
        made.append(ScriptedRecognizer(Script(name=choice.bundle.name), "cpu"))
        return made[-1]

    made: list[ScriptedRecognizer] = []
    arrived = threading.Event()
    loader = ModelLoader(
        load, lambda loaded: (taken.append(loaded.choice.bundle.name), arrived.set()), lambda text: None
    )
    for name in ("one", "two", "three"):
        loader.start([ModelChoice(Path(name))], StreamOptions(), probe=False)
        time.sleep(0.05)
    going.set()
    assert arrived.wait(5)
    assert taken == ["three"]
    assert not any(at_once)
    assert [(one.script.name, one.closed) for one in made] == [("one", True), ("three", False)]


def test_a_model_that_hangs_does_not_keep_another_from_being_loaded() -> None:
    hung, arrived = threading.Event(), threading.Event()

    def load(choice: ModelChoice, notice: object) -> RecognizerLike:
        if choice.bundle.name == "hangs":
            hung.wait(10)
        return ScriptedRecognizer(Script(name=choice.bundle.name), "cpu")

    loader = ModelLoader(load, lambda loaded: arrived.set(), lambda text: None, patience_s=0.1)
    loader.start([ModelChoice(Path("hangs"))], StreamOptions(), probe=False)
    loader.start([ModelChoice(Path("starter"))], StreamOptions(), probe=False)
    assert arrived.wait(5)
    hung.set()

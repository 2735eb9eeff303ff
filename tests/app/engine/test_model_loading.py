"""Loading models beside the captions: one at a time, the newest request wins, one that hangs is left behind."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from app.engine.model_loading import Loaded, ModelChoice, ModelLoader, RecognizerLike, load_first, load_recognizer
from inference.options import StreamOptions
from tests.app.scripted import Script, ScriptedRecognizer


def test_models_are_loaded_one_after_the_other_and_the_newest_wins() -> None:
    """Two large models in the making at once are more than many a computer holds."""
    begun, going, at_once = threading.Event(), threading.Event(), []
    taken: list[tuple[str, int]] = []
    at_work = threading.Semaphore(1)

    def load(choice: ModelChoice, notice: object) -> RecognizerLike:
        at_once.append(not at_work.acquire(blocking=False))
        begun.set()
        going.wait(60)
        at_work.release()
        made.append(ScriptedRecognizer(Script(name=choice.model), "cpu"))
        return made[-1]

    made: list[ScriptedRecognizer] = []
    arrived = threading.Event()

    def done(loaded: Loaded, turn: int) -> None:
        taken.append((loaded.choice.model, turn))
        arrived.set()

    loader = ModelLoader(load, done, lambda text: None)
    for name in ("one", "two", "three"):
        number = loader.start([ModelChoice(name)], StreamOptions(), probe=False)
        assert begun.wait(60)
    going.set()
    assert arrived.wait(60)
    assert taken == [("three", number)]
    assert not any(at_once)
    assert [(one.script.name, one.closed) for one in made] == [("one", True), ("three", False)]


def test_a_model_that_hangs_keeps_no_other_from_being_loaded_and_is_waited_for_once() -> None:
    hung, arrived, spoken = threading.Event(), threading.Event(), threading.Event()

    def load(choice: ModelChoice, notice: Callable[[str], None]) -> RecognizerLike:
        if choice.model == "hangs":
            hung.wait(60)
            notice("came after all")
            spoken.set()
        return ScriptedRecognizer(Script(name=choice.model), "cpu")

    told: list[str] = []
    loader = ModelLoader(load, lambda loaded, turn: arrived.set(), told.append, patience_s=1.0)
    loader.start([ModelChoice("hangs")], StreamOptions(), probe=False)
    for patience_s in (0.3, 600.0):  # waited for once: the second time nobody has to be patient
        arrived.clear()
        loader._patience_s = patience_s
        loader.start([ModelChoice("starter")], StreamOptions(), probe=False)
        assert arrived.wait(60)
    hung.set()
    assert spoken.wait(60)
    assert told == [], "what is loaded for nobody says nothing"


def test_a_model_that_is_no_longer_there_is_a_problem_of_its_loading(tmp_path: Path) -> None:
    loaded = load_first([ModelChoice("gone-int8", models_folder=str(tmp_path))], load_recognizer, lambda text: None)
    assert loaded.recognizer is None
    assert loaded.problems == ("The model “gone-int8” no longer exists.",)


def test_a_folder_for_models_that_cannot_be_used_is_a_problem_of_the_loading(tmp_path: Path) -> None:
    """As when the drive it lies on is away: its place is taken by something that is no folder."""
    (tmp_path / "drive").write_bytes(b"")
    away = ModelChoice("big-int8", models_folder=str(tmp_path / "drive" / "models"))
    [problem] = load_first([away], load_recognizer, lambda text: None).problems
    assert problem.startswith("The folder for models cannot be used: ")

"""The life cycle of getting a model, as tables: what happens in which step, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.base.events import State, Status
from app.models.catalogue import CatalogueEntry, Licence, load_catalogue
from app.models.errors import LicenceError, ModelError, StoppedError
from app.models.get_model import (
    AskLicence,
    AskPrecision,
    Check,
    Convert,
    Ended,
    FromCatalogue,
    FromFolder,
    GetModel,
    Listing,
    Step,
    Switching,
    TakeBundle,
    Task,
    Working,
)
from app.models.installed import InstalledModel
from app.models.source import ModelSource

ENTRY: CatalogueEntry = load_catalogue().entry("confucius4-r2t2")
assert ENTRY.licence is not None
LICENCE: Licence = ENTRY.licence
ONLINE = FromCatalogue(ENTRY)
KNOWN_FOLDER = FromFolder(ModelSource(Path("/disk/known"), "checkpoint", ENTRY))
FOLDER = FromFolder(ModelSource(Path("/disk/mine"), "checkpoint", None))
BUNDLE = FromFolder(ModelSource(Path("/disk/bundle"), "bundle", None))
MODEL = InstalledModel("big-int8", Path("/models/big-int8"), "installed", "Big", "int8", "", "", "", (), 1, False, "")
OUTSIDE = replace(MODEL, id="/disk/bundle", folder=Path("/disk/bundle"), kind="external")
INT8 = Convert(ONLINE, "int8", use=True)
UNSEEN = LicenceError("It carries another text.", "New terms.")

Act = Callable[[GetModel], object]


class Recorder:
    """Effects that only note what they are asked for."""

    def __init__(self, *, accepted: bool = True, text_missing: bool = False) -> None:
        self.done: list[object] = []
        self._accepted = accepted
        self._text_missing = text_missing

    def show_step(self, step: Step) -> None:
        self.done.append(step)

    def refuse(self, message: str) -> None:
        self.done.append(("refuse", message))

    def start(self, task: Task) -> None:
        self.done.append(("start", task))

    def is_accepted(self, licence: Licence) -> bool:
        if self._text_missing:
            raise ModelError("the text is missing")
        return self._accepted

    def keep_acceptance(self, licence: Licence, text: str) -> None:
        self.done.append(("accept", licence.id, text))

    def keep_external(self, model: InstalledModel) -> None:
        self.done.append(("external", model.folder))

    def choose(self, model: InstalledModel) -> None:
        self.done.append(("choose", model.id))


def life_at(
    step: Step, recorder: Recorder, *, captions: State | None = "listening", bundle: Path | None = None
) -> GetModel:
    """A life cycle in the middle of `step`, beside captions in that state."""
    life = GetModel(recorder)
    if captions is not None:
        life.take_status(Status(captions, model=MODEL.name, bundle=bundle))
    life.step = step
    return life


def get(wanted: FromCatalogue | FromFolder) -> Act:
    return lambda life: life.get(wanted)


def done(model: InstalledModel = MODEL, heard: str = "") -> Act:
    return lambda life: life.done(model, heard)


def failed(error: ModelError) -> Act:
    return lambda life: life.failed(error)


def status(state: State, bundle: Path | None = None) -> Act:
    """Every model has the same name here: which one it is, its folder says."""
    return lambda life: life.take_status(Status(state, model=MODEL.name, bundle=bundle))


def choose(precision: str, *, use: bool) -> Act:
    return lambda life: life.choose_precision(precision, use=use)


RULES: dict[str, tuple[Step, Act, list[object]]] = {
    "a known model asks for its precision": (Listing(), get(ONLINE), [AskPrecision(ONLINE)]),
    "so does one from a folder": (Listing(), get(FOLDER), [AskPrecision(FOLDER)]),
    "a bundle is taken as it is": (
        Listing(), get(BUNDLE), [Working(TakeBundle(BUNDLE)), ("start", TakeBundle(BUNDLE))],
    ),
    "a check is work": (Listing(), lambda life: life.check(MODEL), [Working(Check(MODEL)), ("start", Check(MODEL))]),
    "a precision starts the work": (
        AskPrecision(ONLINE), choose("int8", use=True), [Working(INT8), ("start", INT8)],
    ),
    "the licence leads on": (
        AskLicence(ONLINE, LICENCE), GetModel.accept_licence, [("accept", LICENCE.id, ""), AskPrecision(ONLINE)],
    ),
    "an unseen text stops the work": (
        Working(INT8), failed(UNSEEN), [AskLicence(ONLINE, LICENCE, "New terms.", "It carries another text.", INT8)],
    ),
    "and begins it again": (
        AskLicence(ONLINE, LICENCE, "New terms.", "It carries another text.", INT8),
        GetModel.accept_licence,
        [("accept", LICENCE.id, "New terms."), Working(INT8), ("start", INT8)],
    ),
    "a licence error without a text is a failure": (
        Working(INT8), failed(LicenceError("Accept it first.")), [Ended("failed", text="Accept it first.", again=INT8)],
    ),
    "a model without a licence cannot ask": (
        Working(Convert(FOLDER, "int8", use=True)),
        failed(UNSEEN),
        [Ended("failed", text="It carries another text.", again=Convert(FOLDER, "int8", use=True))],
    ),
    "what failed can be tried again": (
        Working(INT8), failed(ModelError("no network")), [Ended("failed", text="no network", again=INT8)],
    ),
    "what was stopped as well": (
        Working(INT8), failed(StoppedError("Stopped.")), [Ended("stopped", text="Stopped.", again=INT8)],
    ),
    "and is": (Ended("failed", again=INT8), GetModel.again, [Working(INT8), ("start", INT8)]),
    "an intact model is reported": (Working(Check(MODEL)), done(), [Ended("intact", "Big")]),
    "a finished model is used": (
        Working(INT8), done(MODEL, "hello"), [("choose", "big-int8"), Switching(MODEL, "hello")],
    ),
    "or only ready": (
        Working(Convert(ONLINE, "int8", use=False)), done(MODEL, "hello"), [Ended("ready", "Big", "hello")],
    ),
    "a model elsewhere is remembered": (
        Working(TakeBundle(BUNDLE)),
        done(OUTSIDE),
        [("external", OUTSIDE.folder), ("choose", OUTSIDE.id), Switching(OUTSIDE)],
    ),
    "a model of the list is used": (
        Listing(), lambda life: life.use(MODEL), [("choose", "big-int8"), Switching(MODEL)],
    ),
    "the captions take it": (Switching(MODEL, "hello"), status("listening", MODEL.folder), [Ended("in_use", "Big", "hello")]),
    "also while they are paused": (Switching(MODEL), status("paused", MODEL.folder), [Ended("in_use", "Big")]),
    "not while they load it": (Switching(MODEL), status("loading", MODEL.folder), []),
    "nor when they keep the other": (Switching(MODEL), status("listening", OUTSIDE.folder), []),
    "nobody waits for ever": (Switching(MODEL), GetModel.switch_is_late, [Ended("late", "Big")]),
    "back from the licence": (AskLicence(ONLINE, LICENCE), GetModel.back, [Listing()]),
    "back from the precision": (AskPrecision(ONLINE), GetModel.back, [Listing()]),
    "back from the end": (Ended("intact", "Big"), GetModel.back, [Listing()]),
    "work stays in sight": (Working(INT8), GetModel.back, []),
    "so does a switch": (Switching(MODEL), GetModel.back, []),
}  # fmt: skip


@pytest.mark.parametrize(("step", "act", "effects"), RULES.values(), ids=RULES)
def test_each_event_has_its_effects(step: Step, act: Act, effects: list[object]) -> None:
    recorder = Recorder()
    life = life_at(step, recorder)
    act(life)
    assert recorder.done == effects
    entered = [effect for effect in effects if isinstance(effect, Step)]
    assert life.step == (entered[-1] if entered else step)


STEPS: tuple[Step, ...] = (
    Listing(), AskLicence(ONLINE, LICENCE), AskPrecision(ONLINE), Working(INT8), Switching(MODEL), Ended("intact"),
)  # fmt: skip

ONLY_IN: dict[str, tuple[Act, type]] = {
    "get": (get(ONLINE), Listing),
    "check": (lambda life: life.check(MODEL), Listing),
    "use": (lambda life: life.use(MODEL), Listing),
    "accept": (GetModel.accept_licence, AskLicence),
    "precision": (choose("int8", use=True), AskPrecision),
    "done": (done(), Working),
    "failed": (failed(ModelError("late")), Working),
    "late": (GetModel.switch_is_late, Switching),
    "taken": (status("listening", MODEL.folder), Switching),
    "again without an offer": (GetModel.again, type(None)),
}


@pytest.mark.parametrize(("act", "kind"), ONLY_IN.values(), ids=ONLY_IN)
def test_what_comes_in_another_step_changes_nothing(act: Act, kind: type) -> None:
    """A double click, or the end of work that was meant for a step that is over."""
    for step in STEPS:
        recorder = Recorder()
        life = life_at(step, recorder)
        act(life)
        assert bool(recorder.done) == isinstance(step, kind), step


@pytest.mark.parametrize("wanted", [ONLINE, KNOWN_FOLDER])
def test_a_licence_is_asked_for_before_anything_else(wanted: FromCatalogue | FromFolder) -> None:
    recorder = Recorder(accepted=False)
    life_at(Listing(), recorder).get(wanted)
    assert recorder.done == [AskLicence(wanted, LICENCE)]


def test_a_licence_whose_text_is_missing_is_refused_in_the_list() -> None:
    recorder = Recorder(text_missing=True)
    life = life_at(Listing(), recorder)
    life.get(ONLINE)
    assert recorder.done == [("refuse", "the text is missing")]
    assert life.step == Listing()


@pytest.mark.parametrize("captions", [None, "stopped", "failed"])
def test_nobody_waits_for_captions_that_do_not_run(captions: State | None) -> None:
    recorder = Recorder()
    life_at(Listing(), recorder, captions=captions).use(MODEL)
    assert recorder.done == [("choose", "big-int8"), Ended("in_use", "Big")]


def test_captions_that_use_the_model_already_have_taken_it() -> None:
    recorder = Recorder()
    life_at(Listing(), recorder, bundle=MODEL.folder).use(MODEL)
    assert recorder.done == [("choose", "big-int8"), Switching(MODEL), Ended("in_use", "Big")]


@pytest.mark.parametrize(
    ("task", "stages"),
    [
        (INT8, ("download", "convert", "test", "switch")),
        (Convert(ONLINE, "int8", use=False), ("download", "convert", "test")),
        (Convert(FOLDER, "int8", use=True), ("convert", "test", "switch")),
        (TakeBundle(BUNDLE), ("convert", "test", "switch")),
        (Check(MODEL), ("check",)),
    ],
)
def test_the_stages_of_each_work(task: Task, stages: tuple[str, ...]) -> None:
    assert task.stages == stages

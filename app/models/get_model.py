"""The life cycle of getting a model: list → licence → precision → work → switch → result.

Pure: given what the user does and what the work and the captions report, it decides which step comes next. What it
asks for (a window, a thread, the settings) is handed in as `Effects`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from app.base.events import Status
from app.models.catalogue import CatalogueEntry, Licence
from app.models.errors import LicenceError, ModelError, StoppedError
from app.models.installed import InstalledModel
from app.models.source import ModelSource


@dataclass(frozen=True)
class FromCatalogue:
    """A model that is downloaded."""

    entry: CatalogueEntry

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def known(self) -> CatalogueEntry | None:
        """What the catalogue says about it, None for a model it does not know."""
        return self.entry


@dataclass(frozen=True)
class FromFolder:
    """A model that lies on a disk already."""

    source: ModelSource

    @property
    def name(self) -> str:
        return self.known.name if self.known is not None else self.source.folder.name

    @property
    def known(self) -> CatalogueEntry | None:
        """What the catalogue says about it, None for a model it does not know."""
        return self.source.entry


Wanted = FromCatalogue | FromFolder

Stage = Literal["download", "convert", "test", "switch", "check"]


@dataclass(frozen=True)
class Convert:
    """Work: converts a model to `precision`, after downloading it if it must be; `use` it for captions then."""

    wanted: Wanted
    precision: str
    use: bool

    @property
    def stages(self) -> tuple[Stage, ...]:
        first: tuple[Stage, ...] = ("download",) if isinstance(self.wanted, FromCatalogue) else ()
        last: tuple[Stage, ...] = ("switch",) if self.use else ()
        return (*first, "convert", "test", *last)


@dataclass(frozen=True)
class TakeBundle:
    """Work: checks a converted model and uses it where it lies."""

    wanted: FromFolder
    use: bool = True
    stages: tuple[Stage, ...] = ("convert", "test", "switch")


@dataclass(frozen=True)
class Check:
    """Work: reads every byte of a model that is here."""

    model: InstalledModel
    stages: tuple[Stage, ...] = ("check",)


Task = Convert | TakeBundle | Check


@dataclass(frozen=True)
class Listing:
    """The models that are here or can be downloaded."""


@dataclass(frozen=True)
class AskLicence:
    """The licence must be accepted first.

    Attributes:
        text: a text that differs from the shipped one, "" for that one.
        message: why it is asked for in the middle of the work, "" where none has begun.
        then: the work that met this text and begins again, None where none has begun.
    """

    wanted: Wanted
    licence: Licence
    text: str = ""
    message: str = ""
    then: Convert | TakeBundle | None = None


@dataclass(frozen=True)
class AskPrecision:
    """In which precision the model is stored."""

    wanted: Wanted


@dataclass(frozen=True)
class Working:
    """Work is under way."""

    task: Task


@dataclass(frozen=True)
class Switching:
    """The model is chosen; the captions have not taken it yet. `heard` is what it heard in its test."""

    model: InstalledModel
    heard: str = ""


@dataclass(frozen=True)
class Ended:
    """How it ended.

    Attributes:
        outcome: "late": it is chosen, but the captions have not loaded it yet.
        name: of the model, "" where that does not matter.
        text: what the model heard in its test; why it failed.
        again: the work that can be tried again, None for no such offer.
    """

    outcome: Literal["intact", "ready", "in_use", "late", "stopped", "failed"]
    name: str = ""
    text: str = ""
    again: Task | None = None


Step = Listing | AskLicence | AskPrecision | Working | Switching | Ended


class Effects(Protocol):
    """What the life cycle asks for."""

    def show_step(self, step: Step) -> None:
        """`step` has begun."""

    def refuse(self, message: str) -> None:
        """What was asked for in the list cannot be done."""

    def start(self, task: Task) -> None:
        """Begins work; `done` or `failed` follows."""

    def is_accepted(self, licence: Licence) -> bool:
        """Raises ModelError where the licence's text is missing."""

    def keep_acceptance(self, licence: Licence, text: str) -> None:
        """Keeps that the licence, or this other `text` of it, was accepted."""

    def keep_external(self, model: InstalledModel) -> None:
        """Remembers a model that is used where it lies."""

    def choose(self, model: InstalledModel) -> None:
        """The captions are to use it."""


class GetModel:
    """See the module.

    Attributes:
        step: the present one.
    """

    def __init__(self, effects: Effects) -> None:
        self._effects = effects
        self._status: Status | None = None
        self.step: Step = Listing()

    # What the user does

    def back(self) -> None:
        """To the list; work that runs stays in sight."""
        if not self.busy:
            self._enter(Listing())

    def get(self, wanted: Wanted) -> None:
        if not isinstance(self.step, Listing):
            return
        licence = wanted.known.licence if wanted.known is not None else None
        try:
            accepted = licence is None or self._effects.is_accepted(licence)
        except ModelError as error:
            self._effects.refuse(str(error))
            return
        if licence is not None and not accepted:
            self._enter(AskLicence(wanted, licence))
        else:
            self._prepare(wanted)

    def accept_licence(self) -> None:
        step = self.step
        if isinstance(step, AskLicence):
            self._effects.keep_acceptance(step.licence, step.text)
            if step.then is not None:
                self._work(step.then)
            else:
                self._prepare(step.wanted)

    def choose_precision(self, precision: str, *, use: bool) -> None:
        if isinstance(self.step, AskPrecision):
            self._work(Convert(self.step.wanted, precision, use))

    def check(self, model: InstalledModel) -> None:
        if isinstance(self.step, Listing):
            self._work(Check(model))

    def use(self, model: InstalledModel) -> None:
        if isinstance(self.step, Listing):
            self._switch(model)

    def again(self) -> None:
        """Tries once more what has failed."""
        if isinstance(self.step, Ended) and self.step.again is not None:
            self._work(self.step.again)

    # What work and captions report

    @property
    def busy(self) -> bool:
        """Work is under way, or the captions are to take a model."""
        return isinstance(self.step, Working | Switching)

    def done(self, model: InstalledModel, heard: str = "") -> None:
        """The work has ended well."""
        if not isinstance(self.step, Working):
            return
        task = self.step.task
        if isinstance(task, Check):
            self._enter(Ended("intact", model.name))
            return
        if model.kind == "external":
            self._effects.keep_external(model)
        if task.use:
            self._switch(model, heard)
        else:
            self._enter(Ended("ready", model.name, heard))

    def failed(self, error: ModelError) -> None:
        """The work has not ended well, or was stopped."""
        if not isinstance(self.step, Working):
            return
        task = self.step.task
        if isinstance(error, LicenceError) and error.text and not isinstance(task, Check):
            known = task.wanted.known
            if known is not None and known.licence is not None:
                self._enter(AskLicence(task.wanted, known.licence, error.text, str(error), task))
                return
        outcome: Literal["stopped", "failed"] = "stopped" if isinstance(error, StoppedError) else "failed"
        self._enter(Ended(outcome, text=str(error), again=task))

    def take_status(self, status: Status) -> None:
        """What the captions do."""
        self._status = status
        if isinstance(self.step, Switching) and has_taken(status, self.step.model):
            self._enter(Ended("in_use", self.step.model.name, self.step.heard))

    def switch_is_late(self) -> None:
        """Nobody waits for the captions any longer; they still take the model when it is loaded."""
        if isinstance(self.step, Switching):
            self._enter(Ended("late", self.step.model.name))

    # Inside

    def _prepare(self, wanted: Wanted) -> None:
        if isinstance(wanted, FromFolder) and wanted.source.kind == "bundle":
            self._work(TakeBundle(wanted))
        else:
            self._enter(AskPrecision(wanted))

    def _work(self, task: Task) -> None:
        self._enter(Working(task))
        self._effects.start(task)

    def _switch(self, model: InstalledModel, heard: str = "") -> None:
        """Chooses the model; if captions run, waits until they have taken it."""
        running = self._status is not None and self._status.state not in {"stopped", "failed"}
        self._effects.choose(model)
        if not running:
            self._enter(Ended("in_use", model.name, heard))
            return
        self._enter(Switching(model, heard))
        if self._status is not None:
            self.take_status(self._status)

    def _enter(self, step: Step) -> None:
        self.step = step
        self._effects.show_step(step)


def has_taken(status: Status, model: InstalledModel) -> bool:
    """Whether the captions use `model`."""
    return status.bundle == model.folder and status.state != "loading"

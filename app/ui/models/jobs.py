"""What the models dialog does on threads: each function here may wait for a disk, a network or a graphics card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.base import paths
from app.base.settings import Settings
from app.base.translation import translate
from app.models.catalogue import Catalogue, CatalogueEntry
from app.models.download import free_bytes
from app.models.errors import ModelError
from app.models.get_model import Check, Convert, FromCatalogue, TakeBundle, Task
from app.models.hub import HubOptions
from app.models.install import Installer
from app.models.installed import InstalledModel, list_installed, verify
from app.models.machine import Machine, describe_machine
from app.models.progress import IsCancelled, OnProgress, Progress
from app.models.servers import as_models
from app.models.words import readable_size
from app.ui.models.work import Job
from inference.providers import PLANS

if TYPE_CHECKING:
    from app.engine.prediction import Prediction

Done = tuple[InstalledModel, str]
"""The model that the work was about, and what it heard in its test."""


def _unusable(error: Exception) -> ModelError:
    return ModelError(translate("ModelDialog", "The folder for models cannot be used: {0}").format(error))


def models_folder(settings: Settings) -> Path:
    """The folder for models, made if it is not there. Raises ModelError."""
    try:
        return paths.models_dir(settings.models.folder)
    except OSError as error:
        raise _unusable(error) from error


def try_folder(setting: str) -> None:
    """Raises ModelError for a setting of the folder for models that cannot be used."""
    if setting and not Path(setting).expanduser().is_absolute():
        raise ModelError(translate("ModelDialog", "Enter an absolute path. “{0}” is relative.").format(setting))
    try:
        paths.models_dir(setting)
    except (OSError, RuntimeError) as error:  # RuntimeError: "~somebody" who is not there
        raise _unusable(error) from error


def list_models(settings: Settings) -> tuple[list[InstalledModel], Machine]:
    """The models that are here, and the computer, whose drivers may take a second. Raises ModelError."""
    try:
        here = list_installed(settings, models_folder(settings))
    except OSError as error:
        raise _unusable(error) from error
    return [*here, *as_models(settings)], describe_machine()


def predict_here(entry: CatalogueEntry) -> str:
    """What to expect of a model on this computer, a line for each way to run it. Raises ModelError."""
    from app.engine.prediction import predict_all, recommended  # with the exporter, which nothing else here needs

    assert entry.shape is not None
    try:
        found = predict_all(entry.shape, {precision: item.disk for precision, item in entry.footprints.items()})
    except OSError as error:
        message = translate("ModelDialog", "The measurement needs some room for temporary files: {0}")
        raise ModelError(message.format(error.strerror)) from error
    best = recommended(found)
    lines = [_expectation(one, one is best) for one in found]
    if best is None:
        lines.append(translate("ModelDialog", "The starter model suits this computer."))
    return "\n".join(lines)


def _expectation(one: Prediction, best: bool) -> str:
    if not one.keeps_up:
        text = translate("ModelDialog", "{precision} on {provider}: falls behind speech, {memory}")
    elif best:
        text = translate(
            "ModelDialog", "{precision} on {provider}: words after about {delay} s, {memory} (recommended)"
        )
    else:
        text = translate("ModelDialog", "{precision} on {provider}: words after about {delay} s, {memory}")
    return text.format(
        precision=one.precision,
        provider=PLANS[one.provider].label,
        delay=f"{one.words_after_s:.1f}",
        memory=readable_size(one.memory_bytes),
    )


def measure_space(settings: Settings) -> tuple[Path, int]:
    """The folder for models and the bytes that are free there. Raises ModelError."""
    models = models_folder(settings)
    return models, free_bytes(models)


def job_for(task: Task, settings: Settings, catalogue: Catalogue, options: HubOptions) -> Job:
    """The work of a task, which returns `Done`."""

    def job(progress: OnProgress, stopped: IsCancelled) -> Done:
        if isinstance(task, Check):
            verify(task.model.folder, lambda fraction: progress(Progress("check", fraction)), stopped)
            return task.model, ""
        heard = ""

        def listen(step: Progress) -> None:
            nonlocal heard
            heard = step.detail if step.stage == "test" and step.fraction == 1.0 else heard
            progress(step)

        installer = Installer(
            models_folder(settings),
            settings.models,
            catalogue,
            options=options,
            provider=settings.captions.provider,
            on_progress=listen,
            cancelled=stopped,
        )
        return _install(installer, task), heard

    return job


def _install(installer: Installer, task: Convert | TakeBundle) -> InstalledModel:
    if isinstance(task, TakeBundle):
        return installer.import_bundle(task.wanted.source.folder, copy=False)
    if isinstance(task.wanted, FromCatalogue):
        return installer.get(task.wanted.entry, task.precision)
    return installer.import_checkpoint(task.wanted.source, task.precision)

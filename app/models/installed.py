"""The models on this computer: the starter model that ships with the program, the bundles in the models folder, and
bundles that are used where they lie. Which one is active is a setting (`captions.model`): "" for the starter model, the
name of a folder in the models folder, or an absolute path.
"""

from __future__ import annotations

import logging
import os
import shutil
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from app.base.paths import models_dir
from app.base.settings import Settings
from app.base.translation import translate
from app.models.catalogue import resources_folder
from app.models.errors import ModelError, StoppedError
from app.models.progress import IsCancelled, never_cancelled
from inference.bundle import MANIFEST, name_in, open_bundle, verify_bundle
from inference.errors import BundleError
from inference.files import move_into_place

log = logging.getLogger(__name__)

STARTER = "starter"
SERVER_PREFIX = "server:"
"""Begins the ids of servers, see `app.models.servers`."""
DOWNLOADS = ".downloads"
_REMOVED_MARK = ".removed"
_TRASH = ".trash-"
_STALE_S = 6 * 3600.0
"""Age from which a half-written folder of a conversion is taken for abandoned."""


def starter_folder() -> Path:
    return resources_folder() / STARTER


@dataclass(frozen=True)
class InstalledModel:
    """One model on this computer.

    Attributes:
        id: what `captions.model` holds for it ("starter" for the starter model, which is "" there).
        folder: where it lies.
        kind: "included", "installed", "external" (used where it lies, never deleted) or "server" (of another computer).
        name: from the bundle; its folder's name if its manifest is damaged.
        precision, model_id, revision, licence, languages: from the bundle; empty if it is damaged.
        n_bytes: what the files take.
        active: whether it is the chosen one.
        problem: message that says why it cannot be used, "" if it can.
    """

    id: str
    folder: Path
    kind: str
    name: str
    precision: str
    model_id: str
    revision: str
    licence: str
    languages: tuple[str, ...]
    n_bytes: int
    active: bool
    problem: str


def setting_of(model_id: str) -> str:
    """The value of `captions.model` for a model's id."""
    return "" if model_id == STARTER else model_id


def folder_of(model_id: str, models: Path) -> Path:
    """Where the model with this id lies or would lie. Raises ModelError for an id that cannot be one."""
    if model_id in {"", STARTER}:
        return starter_folder()
    if Path(model_id).is_absolute():
        return Path(model_id)
    if Path(model_id).name != model_id or model_id.startswith("."):
        raise ModelError(translate("Models", "“{0}” is not a valid model name.").format(model_id))
    return models / model_id


def locate(model_id: str, models_folder: str) -> Path:
    """Where the model with this id lies; `models_folder` is the setting. Looks at the disk, which may be slow.

    Raises ModelError where there is no such model. A bundle that is used where it lies is not looked into.
    """
    if model_id in {"", STARTER} or Path(model_id).is_absolute():
        return folder_of(model_id, Path())
    try:
        folder = folder_of(model_id, models_dir(models_folder))
    except (OSError, RuntimeError) as error:  # RuntimeError: "~somebody" who is not there
        raise ModelError(translate("Models", "The folder for models cannot be used: {0}").format(error)) from error
    if not is_bundle(folder) or is_marked(folder):
        raise ModelError(translate("Models", "The model “{0}” no longer exists.").format(model_id))
    return folder


def active_bundle(settings: Settings, models: Path) -> tuple[Path, str]:
    """The folder of the chosen model, and a message when the starter model has to stand in for it ("" otherwise)."""
    model_id = settings.captions.model
    try:
        folder = folder_of(model_id, models)
        if folder == starter_folder() or (is_bundle(folder) and not is_marked(folder)):
            return folder, ""
    except ModelError as error:
        log.warning("the chosen model is unusable: %s", error)
    return starter_folder(), translate(
        "Models", "The model “{0}” no longer exists. The starter model is used instead."
    ).format(model_id)


def chosen_bundle(settings: Settings) -> tuple[Path, str]:
    """As `active_bundle`, wherever the models folder lies; also when it cannot be used (a drive that is away)."""
    try:
        return active_bundle(settings, models_dir(settings.models.folder))
    except (OSError, RuntimeError) as error:  # RuntimeError: "~somebody" who is not there
        log.warning("the folder for models: %s", error)
        if settings.captions.model in {"", STARTER}:
            return starter_folder(), ""
        message = translate("Models", "The folder for models cannot be used ({0}). The starter model is used instead.")
        return starter_folder(), message.format(error)


def is_bundle(folder: Path) -> bool:
    """Whether the folder looks like a bundle: its manifest, which is written last, is there. False where nobody may look."""
    return _is_there(folder / MANIFEST)


def is_marked(folder: Path) -> bool:
    """Whether the folder was removed while something still had it open."""
    return _is_there(folder / _REMOVED_MARK)


def _is_there(file: Path) -> bool:
    """False also in a folder that is closed to this user, such as the `lost+found` of a disk, or that does not answer."""
    try:
        return file.is_file()
    except OSError:
        return False


def describe(folder: Path, model_id: str, kind: str, active: bool) -> InstalledModel:
    """The model in `folder`; one that is damaged is described with its problem."""
    try:
        bundle = open_bundle(folder)
    except BundleError as error:
        name, n_bytes = name_in(folder) or folder.name, _bytes_in(folder)
        return InstalledModel(model_id, folder, kind, name, "", "", "", "", (), n_bytes, active, str(error))
    return InstalledModel(
        id=model_id,
        folder=folder,
        kind=kind,
        name=bundle.name,
        precision=bundle.precision,
        model_id=bundle.model_id,
        revision=bundle.revision,
        licence=bundle.licence,
        languages=bundle.languages,
        n_bytes=bundle.n_bytes,
        active=active,
        problem="",
    )


def _bytes_in(folder: Path) -> int:
    """What the files of a bundle take on disk, as far as it can be told."""
    try:
        return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    except OSError:
        return 0


def list_installed(settings: Settings, models: Path) -> list[InstalledModel]:
    """All models: the starter model first, then the models folder by name, then those used where they lie.

    Reads the small files of each; call it off the Qt thread.
    """
    chosen = settings.captions.model or STARTER
    found = [describe(starter_folder(), STARTER, "included", chosen == STARTER)]
    if models.is_dir():
        found += [
            describe(folder, folder.name, "installed", chosen == folder.name)
            for folder in sorted(models.iterdir())
            if not folder.name.startswith(".") and is_bundle(folder) and not is_marked(folder)
        ]
    return found + [describe(Path(path), path, "external", chosen == path) for path in settings.models.external]


def find_installed(model_id: str, settings: Settings, models: Path) -> InstalledModel:
    """One of them. Raises ModelError for a model that is not here."""
    everything = list_installed(settings, models)
    for model in everything:
        if model.id == model_id:
            return model
    raise ModelError(
        translate("Models", "There is no model “{0}” on this computer. Available: {1}.").format(
            model_id, ", ".join(model.id for model in everything)
        )
    )


def with_active(settings: Settings, model_id: str) -> Settings:
    """The settings with this model chosen."""
    return replace(settings, captions=replace(settings.captions, model=setting_of(model_id)))


def with_external(settings: Settings, folder: Path) -> Settings:
    """The settings with a bundle that is used where it lies."""
    path = str(folder.resolve())
    others = tuple(item for item in settings.models.external if item != path)
    return replace(settings, models=replace(settings.models, external=(*others, path)))


def verify(folder: Path, on_progress: Callable[[float], None], cancelled: IsCancelled = never_cancelled) -> None:
    """Reads every byte of a bundle, its manifest's too. Raises ModelError for the first difference."""

    def advance(fraction: float) -> None:
        if cancelled():
            raise StoppedError(translate("Models", "Stopped."))
        on_progress(fraction)

    try:
        verify_bundle(folder, advance)
    except BundleError as error:
        raise ModelError(str(error)) from error


def without(model: InstalledModel, settings: Settings) -> Settings:
    """The settings without a model that is to be removed: the starter model takes the place of one that is chosen.

    To be put in force before `remove`, so that whoever uses the model still finds it where it was. Raises ModelError
    for the starter model.
    """
    if model.kind == "included":
        raise ModelError(translate("Models", "The starter model is part of the program and cannot be removed."))
    if settings.captions.model == setting_of(model.id):
        settings = with_active(settings, STARTER)
    rest = tuple(item for item in settings.models.external if item != model.id)
    servers = tuple(item for item in settings.models.servers if SERVER_PREFIX + item.addresses != model.id)
    return replace(settings, models=replace(settings.models, external=rest, servers=servers))


def remove(model: InstalledModel) -> bool:
    """Removes a model; true if its disk space is free already. Deletes gigabytes: call it off the Qt thread.

    One that is used where it lies stays there. A folder that is in use (Windows keeps open files) is marked, no longer
    listed, and deleted by `tidy` at the next start. Raises ModelError for the starter model and for a folder that
    cannot be written to.
    """
    if model.kind == "included":
        raise ModelError(translate("Models", "The starter model is part of the program and cannot be removed."))
    return model.kind in ("external", "server") or remove_folder(model.folder)


def remove_folder(folder: Path) -> bool:
    """Deletes a folder of ours, or marks it if it is in use. True if it is gone. Raises ModelError."""
    trash = folder.with_name(f"{_TRASH}{uuid.uuid4().hex[:8]}")
    try:
        move_into_place(folder, trash)  # one step: from here on nothing half deleted can be taken for a model
    except OSError as error:
        try:
            (folder / _REMOVED_MARK).touch()
        except OSError:
            raise ModelError(
                translate("Models", "{0} cannot be removed: {1}").format(folder, error.strerror or error)
            ) from error
        log.info("%s is in use; it will be removed at the next start", folder)
        return False
    return _delete(trash)


def _delete(folder: Path) -> bool:
    if folder.is_symlink():
        # The user keeps the model on another disk and put a link here: only the link is ours.
        with suppress(OSError):
            folder.unlink()
        return not folder.is_symlink()
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        # Files copied from a read-only place are read-only themselves, which stops a deletion on Windows.
        for path in (folder, *folder.rglob("*")):
            with suppress(OSError):
                if not path.is_symlink():
                    path.chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        log.warning("%s could not be deleted yet", folder)
    return not folder.exists()


def tidy(models: Path, now_s: float | None = None) -> list[str]:
    """At the start of the program: deletes what was marked and what broken-off conversions left. Gives their names."""
    removed: list[str] = []
    if not models.is_dir() or not os.access(models, os.W_OK):
        return removed
    now_s = time.time() if now_s is None else now_s
    for folder in sorted(models.iterdir()):
        with suppress(OSError):  # another copy of the program may finish with it at this moment
            if _is_rubbish(folder, now_s) and _delete(folder):
                removed.append(folder.name)
    return removed


def _is_rubbish(folder: Path, now_s: float) -> bool:
    if not folder.is_dir():
        return folder.is_symlink() and folder.name.startswith(_TRASH)
    if folder.name.startswith(".") and folder.name.endswith(".partial"):
        return now_s - _newest_s(folder) >= _STALE_S
    return folder.name.startswith(_TRASH) or is_marked(folder)


def _newest_s(folder: Path) -> float:
    """When something in the folder was written last. Raises OSError."""
    return max(path.lstat().st_mtime for path in (folder, *folder.iterdir()))


@dataclass(frozen=True)
class KeptDownload:
    """A download that was kept, or that is not complete yet."""

    folder: Path
    n_bytes: int
    complete: bool


def kept_downloads(models: Path) -> list[KeptDownload]:
    found = []
    downloads = models / DOWNLOADS
    for folder in sorted(downloads.iterdir()) if downloads.is_dir() else ():
        files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]
        unfinished = any(path.name.endswith(".part") for path in files)
        size = sum(path.stat().st_size for path in files)
        found.append(KeptDownload(folder, size, complete=not unfinished and (folder / "config.json").is_file()))
    return found

"""What a folder that a user points at is: a ready bundle, a checkpoint, or neither, with a message that helps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from app.base.translation import translate
from app.models.catalogue import Catalogue, CatalogueEntry
from app.models.errors import ModelError
from app.models.installed import is_bundle


@dataclass(frozen=True)
class ModelSource:
    """
    Attributes:
        folder: where `bundle.json` or `config.json` lies; below the folder that was given when that is a hub's cache.
        kind: "bundle" or "checkpoint".
        entry: the catalogue's entry that these files belong to, None for any other model.
    """

    folder: Path
    kind: str
    entry: CatalogueEntry | None


def classify(folder: Path, catalogue: Catalogue) -> ModelSource:
    """Looks into `folder`. Raises ModelError when it holds no model of a kind that can be used."""
    try:
        if not folder.is_dir():
            raise ModelError(translate("Models", "The folder {0} does not exist.").format(folder))
        found = _resolve(folder)
        names = {path.name for path in found.iterdir()}
    except OSError as error:
        raise ModelError(
            translate("Models", "The folder {0} cannot be read: {1}").format(folder, error.strerror or error)
        ) from error
    if is_bundle(found):
        return ModelSource(found, "bundle", None)
    if "config.json" in names and any(name.endswith(".safetensors") for name in names):
        return ModelSource(found, "checkpoint", identify(found, catalogue))
    if any(name.endswith(".gguf") for name in names):
        raise ModelError(
            translate(
                "Models",
                "{0} contains a GGUF model, which this program cannot read. It needs the model's safetensors files.",
            ).format(folder)
        )
    if any(name.endswith(".part") or name.endswith(".incomplete") for name in names):
        raise ModelError(translate("Models", "{0} contains an incomplete download.").format(folder))
    raise ModelError(
        translate(
            "Models", "{0} contains no model. A model folder has config.json and model.safetensors, or bundle.json."
        ).format(folder)
    )


def _resolve(folder: Path) -> Path:
    """The folder itself, or the only snapshot of a hub's cache folder."""
    snapshots = folder / "snapshots"
    if snapshots.is_dir():
        inside = [path for path in sorted(snapshots.iterdir()) if (path / "config.json").exists()]
        if len(inside) == 1:
            return inside[0]
        if inside:
            raise ModelError(
                translate("Models", "{0} contains several versions. Choose one of its folders.").format(snapshots)
            )
    return folder


def identify(folder: Path, catalogue: Catalogue) -> CatalogueEntry | None:
    """The entry all of whose files lie in `folder` with the right sizes; their content is checked before it is used."""
    for entry in catalogue.entries:
        if entry.files and all(_size(folder / file.path) == file.size for file in entry.files):
            return entry
    return None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def bundle_id(name: str, precision: str) -> str:
    """A folder name for a model that a user brought: readable, without characters that a file system refuses."""
    cleaned = re.sub(r'[\x00-\x1f<>:"/\\|?*\s]+', "-", name).strip(" .-")[:60] or "model"
    return f"{cleaned}-{precision}"

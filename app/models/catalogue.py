"""The models that the program offers, read from `resources/catalogue.json` (data, not code).

Given the file, gives `CatalogueEntry` objects. A model that a user has on disk needs no entry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import resources
from app.base.translation import QT_TRANSLATE_NOOP, translate
from app.models.errors import ModelError
from inference.config import ModelConfig
from inference.errors import RecognizerError

FORMAT_VERSION = 1

_HARDWARE = (
    QT_TRANSLATE_NOOP("Catalogue", "Any computer"),
    QT_TRANSLATE_NOOP(
        "Catalogue",
        "A graphics card; two processor cores cannot keep up with speech",
    ),
)
"""The messages of the shipped catalogue, for the translators."""


def resources_folder() -> Path:
    return Path(resources.__file__).resolve().parent


@dataclass(frozen=True)
class CatalogueFile:
    """A file of a repository. `sha256` is None where nobody could tell it; the hub's own metadata is checked then."""

    path: str
    size: int
    sha256: str | None


@dataclass(frozen=True)
class Licence:
    """A model's licence.

    Attributes:
        id: stable name under which an acceptance is kept.
        name, version, url: for the user.
        texts: language code -> file in `resources/licences`; what is shown and what travels with the bundle.
        notice: file in `resources/licences` that must travel with a converted model, "" for none.
        needs_acceptance: nothing is downloaded before it is accepted.
    """

    id: str
    name: str
    version: str
    url: str
    texts: Mapping[str, str]
    notice: str
    needs_acceptance: bool


@dataclass(frozen=True)
class Footprint:
    """What one precision takes: bytes on disk, and of memory while it runs on a processor; 0 if not measured."""

    disk: int
    memory: int


@dataclass(frozen=True)
class CatalogueEntry:
    """One model.

    Attributes:
        id: name on the command line and prefix of its bundles' folders.
        kind: "included" (ships with the program) or "hub" (downloaded on request).
        repository, revision: on the hub; the revision is a commit, so that it cannot move.
        parameters: number of weights, 0 if unknown.
        languages: canonical English names.
        best_languages: those that its makers tuned it for.
        hardware: a phrase in English, translated where it is shown.
        shape: of its graphs, None if unknown.
        footprints: precision -> disk and memory.
    """

    id: str
    kind: str
    name: str
    languages: tuple[str, ...]
    best_languages: tuple[str, ...]
    hardware: str
    repository: str
    revision: str
    parameters: int
    licence: Licence | None
    files: tuple[CatalogueFile, ...]
    footprints: Mapping[str, Footprint]
    shape: ModelConfig | None = None

    @property
    def hardware_text(self) -> str:
        """`hardware` in the language of the interface."""
        return translate("Catalogue", self.hardware)

    @property
    def download_bytes(self) -> int:
        return sum(file.size for file in self.files)


@dataclass(frozen=True)
class Catalogue:
    """All entries, in the order in which they are offered."""

    entries: tuple[CatalogueEntry, ...]

    def entry(self, model_id: str) -> CatalogueEntry:
        """Raises ModelError for an id that is not in the list."""
        for entry in self.entries:
            if entry.id == model_id:
                return entry
        known = ", ".join(entry.id for entry in self.entries)
        raise ModelError(translate("Models", "There is no model “{0}”. Available: {1}.").format(model_id, known))

    def find(self, model_id: str) -> CatalogueEntry | None:
        return next((entry for entry in self.entries if entry.id == model_id), None)


def _licence(raw: Mapping[str, Any] | None) -> Licence | None:
    if raw is None:
        return None
    return Licence(
        id=raw["id"],
        name=raw["name"],
        version=raw["version"],
        url=raw["url"],
        texts=dict(raw["texts"]),
        notice=raw.get("notice", ""),
        needs_acceptance=bool(raw["needs_acceptance"]),
    )


def _entry(raw: Mapping[str, Any]) -> CatalogueEntry:
    return CatalogueEntry(
        id=raw["id"],
        kind=raw["kind"],
        name=raw["name"],
        languages=tuple(raw["languages"]),
        best_languages=tuple(raw.get("best_languages", raw["languages"])),
        hardware=raw["hardware"],
        repository=raw.get("repository", ""),
        revision=raw.get("revision", ""),
        parameters=int(raw.get("parameters", 0)),
        licence=_licence(raw["licence"]),
        files=tuple(CatalogueFile(item["path"], int(item["size"]), item["sha256"]) for item in raw.get("files", ())),
        footprints={
            precision: Footprint(int(item["disk"]), int(item.get("memory", 0)))
            for precision, item in raw.get("footprints", {}).items()
        },
        shape=ModelConfig.from_dict(raw["shape"]) if "shape" in raw else None,
    )


def load_catalogue(path: Path | None = None) -> Catalogue:
    """The catalogue in `path`, by default the shipped one. Raises ModelError for a file that is none."""
    path = path or resources_folder() / "catalogue.json"
    try:
        raw = json.loads(path.read_text(encoding="utf-8-sig"))
        if raw["format"] != FORMAT_VERSION:
            raise ValueError(f"format {raw['format']}")
        return Catalogue(tuple(_entry(item) for item in raw["models"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecognizerError) as error:
        raise ModelError(
            translate("Models", "The list of models {0} cannot be read: {1}").format(path, error)
        ) from error

"""A small checkpoint of the published layout, a hub that serves it, and the catalogue entry that describes it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from app.base.settings import ModelSettings
from app.models import licences
from app.models.catalogue import Catalogue, CatalogueEntry, CatalogueFile, load_catalogue
from app.models.hub import Hub, HubOptions
from app.models.install import Installer
from onnx_export.convert import convert
from tests.app.models.hub_server import HubServer
from tests.synthetic_checkpoint import write_checkpoint

REPOSITORY = "netease-youdao/Confucius4-R2T2"


@pytest.fixture(scope="session")
def tiny_checkpoint(tmp_path_factory: pytest.TempPathFactory, starter_bundle: Path) -> Path:
    """The published layout at tiny size, with the starter model's tokenizer."""
    return write_checkpoint(tmp_path_factory.mktemp("tiny"), tokenizer=starter_bundle)


@pytest.fixture
def hub_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    for name in ("HF_ENDPOINT", "HF_TOKEN", "HF_HUB_OFFLINE", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    with HubServer() as server:
        yield server


@pytest.fixture
def quick(hub_server: HubServer) -> HubOptions:
    """The product's options with short waits, so that failures are reached in test time; a server that falls silent is
    waited for long enough that none on a busy machine is taken for one.
    """
    return HubOptions(endpoint=hub_server.url, connect_timeout_s=2.0, stall_s=20.0, tries=3, wait_s=0.02)


@pytest.fixture
def hub(quick: HubOptions) -> Iterator[Hub]:
    hub = Hub(quick)
    yield hub
    hub.close()


def entry_for(files: dict[str, bytes], commit: str, *, sums: bool = True) -> CatalogueEntry:
    """The shipped entry of the real model, describing these files instead."""
    known = tuple(
        CatalogueFile(path, len(data), hashlib.sha256(data).hexdigest() if sums else None)
        for path, data in sorted(files.items())
    )
    return replace(load_catalogue().entry("confucius4-r2t2"), revision=commit, files=known)


@pytest.fixture(scope="session")
def tiny_bundle(tiny_checkpoint: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle made from it; tests copy it before they change anything."""
    out = tmp_path_factory.mktemp("bundles") / "tiny-int8"
    convert(tiny_checkpoint, out, "int8", name="Tiny")
    return out


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """An empty models folder whose name has spaces, CJK and an emoji."""
    folder = tmp_path / "Jürgen's 模型 🎙 models"
    folder.mkdir()
    return folder


@dataclass
class World:
    """A hub with the tiny checkpoint, a models folder, and the settings of someone who accepted the licence."""

    server: HubServer
    options: HubOptions
    models: Path
    catalogue: Catalogue
    settings: ModelSettings
    files: dict[str, bytes]

    def installer(self, **changes: Any) -> Installer:
        settings = changes.pop("settings", self.settings)
        return Installer(self.models, settings, self.catalogue, options=self.options, **changes)

    @property
    def entry_id(self) -> str:
        return "confucius4-r2t2"

    def get(self, precision: str = "int8", **changes: Any) -> Path:
        return self.installer(**changes).get(self.catalogue.entry(self.entry_id), precision).folder

    def bundles(self) -> list[str]:
        return sorted(path.name for path in self.models.iterdir() if not path.name.startswith("."))


@pytest.fixture
def world(hub_server: HubServer, quick: HubOptions, models: Path, tiny_checkpoint: Path) -> World:
    files = {path.name: path.read_bytes() for path in tiny_checkpoint.iterdir()}
    entry = entry_for(files, hub_server.publish(REPOSITORY, files))
    assert entry.licence is not None
    settings = licences.accept(ModelSettings(), entry.licence)
    return World(hub_server, quick, models, Catalogue((load_catalogue().entries[0], entry)), settings, files)

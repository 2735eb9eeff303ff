"""The whole way from the hub or a folder to a proven model: real server, real conversion, real self-test."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.base.settings import ModelSettings
from app.models import install, licences
from app.models.catalogue import Catalogue
from app.models.download import download_lock
from app.models.errors import LicenceError, ModelError, StoppedError
from app.models.install import Installer
from app.models.installed import STARTER, starter_folder
from app.models.progress import Progress
from app.models.source import classify
from inference import bundle
from inference.bundle import open_bundle, verify_bundle
from tests.app.models.hub_fixtures import REPOSITORY, World, entry_for
from tests.app.models.hub_server import Fault


def test_a_model_is_fetched_converted_and_proven(world: World) -> None:
    steps: list[Progress] = []
    folder = world.get(on_progress=steps.append)
    verify_bundle(folder)
    bundle = open_bundle(folder)
    assert (bundle.name, bundle.precision, bundle.model_id) == ("Confucius4-R2T2 (int8)", "int8", REPOSITORY)
    assert bundle.revision == world.server.repositories[REPOSITORY].commit
    assert "NetEase Youdao Model Use License Agreement" in bundle.licence
    assert len(bundle.languages) == 30
    stages = list(dict.fromkeys(step.stage for step in steps))
    assert stages == ["list", "download", "convert", "test"]
    assert steps[-1].fraction == 1.0
    assert world.bundles() == [folder.name]
    assert not list((world.models / ".downloads").iterdir()), "the download is dropped when it is converted"


def test_licence_and_notice_travel_with_the_bundle_and_are_under_its_checksums(world: World) -> None:
    folder = world.get()
    assert {"LICENSE.en.txt", "LICENSE.zh.txt", "NOTICE.txt"} <= set(open_bundle(folder).files)
    assert "not endorsed, warranted, or guaranteed" in (folder / "NOTICE.txt").read_text(encoding="utf-8")


def test_nothing_is_fetched_before_the_licence_is_accepted(world: World) -> None:
    with pytest.raises(LicenceError, match="must read and accept"):
        world.get(settings=ModelSettings())
    assert world.server.requests == []


def test_a_licence_text_that_was_not_shown_stops_before_the_weights(world: World) -> None:
    files = {**world.files, "MODEL_LICENSE": b"New terms."}
    entry = entry_for(world.files, world.server.publish(REPOSITORY, files))
    world.catalogue = Catalogue((entry,))
    with pytest.raises(LicenceError) as caught:
        world.get()
    assert caught.value.text == "New terms."
    assert not world.server.transfers("model.safetensors")
    assert entry.licence is not None
    world.settings = licences.accept(world.settings, entry.licence, caught.value.text)
    assert (world.get() / "MODEL_LICENSE").read_text() == "New terms."


def test_the_download_can_be_kept_and_is_not_fetched_twice(world: World) -> None:
    world.settings = replace(world.settings, keep_source=True)
    world.get("int8")
    world.get("fp32")
    assert world.bundles() == ["confucius4-r2t2-fp32", "confucius4-r2t2-int8"]
    assert len(world.server.transfers("model.safetensors")) == 1


def test_a_model_that_is_here_is_only_proven_again(world: World) -> None:
    world.get()
    before = len(world.server.requests)
    steps: list[Progress] = []
    world.get(on_progress=steps.append)
    assert len(world.server.requests) == before
    assert {step.stage for step in steps} == {"test"}


def test_a_damaged_bundle_is_replaced(world: World) -> None:
    folder = world.get()
    (folder / "decoder.weights").write_bytes(b"")
    verify_bundle(world.get())


def test_a_model_that_cannot_be_read_for_a_moment_stays(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A virus scanner holds a file: that is no reason to download 4 GB again."""
    folder = world.get()

    def locked(path: Path, advance: object = None) -> str:
        raise PermissionError(13, "the file is in use")

    with monkeypatch.context() as patched:
        patched.setattr(bundle, "hash_file", locked)
        with pytest.raises(ModelError, match=r"could not be read: .*the file is in use"):
            world.get()
    verify_bundle(folder)


def test_a_conversion_that_is_ended_leaves_nothing_whatever_the_name(
    world: World, tiny_checkpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(task: object, arguments: dict[str, Any], *more: object) -> None:
        (world.models / f".{arguments['out'].name}.x.partial").mkdir()
        raise ModelError("ended")

    monkeypatch.setattr(install, "run_in_child", ended)
    with pytest.raises(ModelError, match="ended"):
        world.installer().import_checkpoint(classify(tiny_checkpoint, Catalogue(())), "int8", "model [v2]")
    assert list(world.models.glob("*.partial")) == [] and list(world.models.glob(".*.partial")) == []


def test_the_folder_one_stands_in_gives_its_name_to_the_model(
    world: World, tiny_checkpoint: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tiny_checkpoint)
    model = world.installer().import_checkpoint(classify(Path(), Catalogue(())), "int8")
    assert model.name == f"{tiny_checkpoint.name} (int8)"
    assert model.folder.name == f"{tiny_checkpoint.name}-int8"


def test_a_folder_that_is_no_model_of_ours_is_never_deleted(world: World, tiny_checkpoint: Path) -> None:
    """The folder for models may be one in which a user keeps other things."""
    mine = world.models / "tiny-int8"
    mine.mkdir()
    (mine / "thesis.txt").write_text("ten years of work")
    with pytest.raises(ModelError, match="not a model of this program"):
        world.installer().import_checkpoint(classify(tiny_checkpoint, Catalogue(())), "int8", "tiny")
    assert (mine / "thesis.txt").read_text() == "ten years of work"
    (mine / "thesis.txt").unlink()
    verify_bundle(world.installer().import_checkpoint(classify(tiny_checkpoint, Catalogue(())), "int8", "tiny").folder)


def test_no_download_stays_when_a_stopped_proof_is_done_again(world: World) -> None:
    seen = threading.Event()

    def watch(step: Progress) -> None:
        if step.stage == "test":
            seen.set()

    with pytest.raises(StoppedError):
        world.get(on_progress=watch, cancelled=seen.is_set)
    (world.models / ".downloads" / f"{world.entry_id}@{'0' * 40}").mkdir()  # of a version before
    (world.models / ".downloads" / "other@1").mkdir()
    assert len(list((world.models / ".downloads").iterdir())) == 3
    world.get()
    assert [path.name for path in (world.models / ".downloads").iterdir()] == ["other@1"]
    assert not list(world.models.glob(".*lock"))


def test_two_programs_do_not_work_on_the_same_model(world: World) -> None:
    with download_lock(world.models, world.entry_id), pytest.raises(ModelError, match="Another copy of this program"):
        world.get()
    verify_bundle(world.get())


def test_a_bundle_that_is_here_already_is_not_listed_twice(world: World, tiny_bundle: Path) -> None:
    shutil.copytree(tiny_bundle, world.models / "tiny-int8")
    for copy in (False, True):
        model = world.installer().import_bundle(world.models / "tiny-int8", copy=copy)
        assert (model.id, model.kind) == ("tiny-int8", "installed")
    model = world.installer().import_bundle(starter_folder(), copy=False)
    assert (model.id, model.kind) == (STARTER, "included")
    assert world.bundles() == ["tiny-int8"]


@pytest.mark.parametrize(
    "fault", [Fault("model.safetensors", flip_at=9, times=0), Fault("config.json", status=403, times=0)]
)
def test_a_download_that_fails_leaves_no_bundle(world: World, fault: Fault) -> None:
    world.server.faults.append(fault)
    with pytest.raises(ModelError):
        world.get()
    assert world.bundles() == []


def test_a_checkpoint_that_cannot_be_converted_is_one_sentence_and_no_bundle(world: World) -> None:
    broken = {**world.files, "config.json": world.files["config.json"].replace(b'"d_model": 64', b'"d_model": 96')}
    entry = entry_for(broken, world.server.publish(REPOSITORY, broken))
    world.catalogue = Catalogue((entry,))
    with pytest.raises(ModelError) as caught:
        world.get()
    assert "\n" not in str(caught.value)
    assert world.bundles() == []
    assert not list(world.models.glob(".*.partial"))


def test_a_bundle_that_fails_its_proof_does_not_stay(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ModelError("nonsense came out")

    monkeypatch.setattr(Installer, "prove", fail)
    with pytest.raises(ModelError, match="nonsense"):
        world.get()
    assert world.bundles() == []
    assert list((world.models / ".downloads").iterdir()), "the download is kept for another try"


def _convert_when_stopped(progress: Callable[[float, str], None], cancelled: Callable[[], bool], **more: Any) -> None:
    progress(0.0, "begins")
    end = time.monotonic() + 60
    while not cancelled():
        assert time.monotonic() < end
        time.sleep(0.01)
    install.convert_task(progress, cancelled, **more)


@pytest.mark.parametrize("stage", ["list", "download", "convert", "test"])
def test_it_can_be_stopped_in_every_stage(world: World, monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    seen = threading.Event()
    if stage == "convert":
        monkeypatch.setattr(install, "convert_task", _convert_when_stopped)

    def watch(step: Progress) -> None:
        if step.stage == stage:
            seen.set()

    with pytest.raises(StoppedError):
        world.get(on_progress=watch, cancelled=seen.is_set)
    assert world.bundles() == (["confucius4-r2t2-int8"] if stage == "test" else [])
    assert not list(world.models.glob(".*.partial"))
    monkeypatch.undo()
    verify_bundle(world.get())


def test_too_little_space_is_said_before_the_download(world: World) -> None:
    with pytest.raises(ModelError, match="more are needed"):
        world.get(free=lambda _: 10_000_000)
    assert not world.server.transfers("model.safetensors")


# From folders


def test_a_checkpoint_from_a_read_only_folder_is_converted(world: World, tiny_checkpoint: Path, tmp_path: Path) -> None:
    source = tmp_path / "只读 folder 🎙"
    shutil.copytree(tiny_checkpoint, source)
    for path in (*source.iterdir(), source):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in source.iterdir())
    unknown = Catalogue(())
    model = world.installer().import_checkpoint(classify(source, unknown), "int8")
    assert model.name == "只读 folder 🎙 (int8)"
    verify_bundle(model.folder)
    assert before == sorted((path.name, path.stat().st_mtime_ns) for path in source.iterdir())
    with pytest.raises(ModelError, match="already exists"):
        world.installer().import_checkpoint(classify(source, unknown), "int8")
    source.chmod(0o755)


def test_the_known_model_from_a_folder_asks_for_its_licence_and_is_checked(world: World, tmp_path: Path) -> None:
    source = tmp_path / "mine"
    source.mkdir()
    for name, data in world.files.items():
        (source / name).write_bytes(data)
    found = classify(source, world.catalogue)
    assert found.entry is not None
    with pytest.raises(LicenceError):
        world.installer(settings=ModelSettings()).import_checkpoint(found, "int8")
    weights = bytearray(world.files["model.safetensors"])
    weights[-1] ^= 1
    (source / "model.safetensors").write_bytes(weights)
    with pytest.raises(ModelError, match="damaged: its checksum is wrong"):
        world.installer().import_checkpoint(found, "int8")
    (source / "model.safetensors").write_bytes(world.files["model.safetensors"])
    model = world.installer().import_checkpoint(found, "int8")
    assert model.id == "confucius4-r2t2-int8"
    assert "NOTICE.txt" in open_bundle(model.folder).files


def test_a_ready_bundle_is_used_where_it_lies_or_copied(world: World, tiny_bundle: Path) -> None:
    there = world.installer().import_bundle(tiny_bundle, copy=False)
    assert (there.kind, there.folder) == ("external", tiny_bundle)
    assert world.bundles() == []
    copied = world.installer().import_bundle(tiny_bundle, copy=True)
    assert copied.folder.parent == world.models
    verify_bundle(copied.folder)


@pytest.mark.parametrize("ready", [False, True])
def test_two_imports_to_one_name_do_not_meet(
    world: World, tiny_checkpoint: Path, tiny_bundle: Path, ready: bool
) -> None:
    """One would take the other's half-made folder for its own leftovers."""

    def bring_in() -> Path:
        if ready:
            return world.installer().import_bundle(tiny_bundle, copy=True).folder
        return world.installer().import_checkpoint(classify(tiny_checkpoint, Catalogue(())), "int8", "tiny").folder

    folder = bring_in()
    shutil.rmtree(folder)
    with download_lock(world.models, folder.name), pytest.raises(ModelError, match="Another copy of this program"):
        bring_in()
    assert world.bundles() == []
    verify_bundle(bring_in())
    assert not list(world.models.glob(".*lock"))


def test_a_copy_is_stopped_in_the_middle_of_a_file(
    world: World, tiny_bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The weights are one file of gigabytes, perhaps on a slow drive."""
    monkeypatch.setattr(install, "_COPY_BYTES", 1000)
    told: list[Progress] = []
    halfway = [0]

    def watch(step: Progress) -> None:
        told.append(step)
        halfway[0] += step.detail == "decoder.weights"

    with pytest.raises(StoppedError):
        world.installer(on_progress=watch, cancelled=lambda: halfway[0] >= 2).import_bundle(tiny_bundle, copy=True)
    assert [step.detail for step in told].count("decoder.weights") == 2
    assert world.bundles() == []
    assert not list(world.models.glob(".*.partial"))


def test_a_damaged_bundle_is_not_brought_in(world: World, tiny_bundle: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    shutil.copytree(tiny_bundle, bad)
    data = bytearray((bad / "embedding.bin").read_bytes())
    data[1000] ^= 4
    (bad / "embedding.bin").write_bytes(data)
    with pytest.raises(ModelError, match="damaged"):
        world.installer().import_bundle(bad, copy=True)
    assert world.bundles() == []

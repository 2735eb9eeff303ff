"""Which models are here, which one is active, and that removing one never breaks anything."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.base.settings import Settings
from app.models import installed
from app.models.errors import ModelError, StoppedError
from app.models.installed import (
    STARTER,
    active_bundle,
    chosen_bundle,
    find_installed,
    folder_of,
    kept_downloads,
    list_installed,
    remove,
    starter_folder,
    tidy,
    verify,
    with_active,
    with_external,
    without,
)
from inference.bundle import MANIFEST, MANIFEST_SUM, manifest_sum, open_bundle


def put(bundle: Path, models: Path, name: str) -> Path:
    shutil.copytree(bundle, models / name)
    return models / name


def test_the_starter_model_is_there_and_active_at_first(models: Path) -> None:
    (only,) = list_installed(Settings(), models)
    assert (only.id, only.kind, only.active, only.problem) == (STARTER, "included", True, "")
    assert only.languages == ("English",)


def test_several_models_lie_side_by_side_and_one_is_active(tiny_bundle: Path, models: Path) -> None:
    put(tiny_bundle, models, "b-int8")
    put(tiny_bundle, models, "a-int8")
    settings = with_active(Settings(), "b-int8")
    found = list_installed(settings, models)
    assert [(model.id, model.active) for model in found] == [(STARTER, False), ("a-int8", False), ("b-int8", True)]
    assert active_bundle(settings, models) == (models / "b-int8", "")
    assert with_active(settings, STARTER).captions.model == ""


def test_what_is_no_bundle_is_not_listed(tiny_bundle: Path, models: Path) -> None:
    half = put(tiny_bundle, models, "half")
    (half / "bundle.json").unlink()
    put(tiny_bundle, models, ".x.abc.partial")
    (models / "notes.txt").write_text("mine")
    assert [model.id for model in list_installed(Settings(), models)] == [STARTER]


def test_a_damaged_model_is_listed_with_its_problem(tiny_bundle: Path, models: Path) -> None:
    (put(tiny_bundle, models, "bad") / "decoder.onnx").unlink()
    bad = find_installed("bad", Settings(), models)
    assert "decoder.onnx is missing" in bad.problem
    assert bad.name == open_bundle(tiny_bundle).name != "bad"
    assert bad.n_bytes > 0


def test_a_damaged_manifest_is_not_asked_for_the_name(tiny_bundle: Path, models: Path) -> None:
    manifest = put(tiny_bundle, models, "bad") / "bundle.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"name"', '"eman"'), encoding="utf-8")
    bad = find_installed("bad", Settings(), models)
    assert "is damaged" in bad.problem
    assert bad.name == "bad"


def test_a_model_that_is_gone_gives_way_to_the_starter_model(models: Path) -> None:
    folder, notice = active_bundle(with_active(Settings(), "gone-int8"), models)
    assert folder == starter_folder()
    assert "gone-int8" in notice


@pytest.mark.parametrize("model_id", ["../outside", "a/b", ".hidden", ".."])
@pytest.mark.logs("the chosen model is unusable")
def test_an_id_cannot_lead_out_of_the_models_folder(models: Path, model_id: str) -> None:
    with pytest.raises(ModelError):
        folder_of(model_id, models)
    assert active_bundle(with_active(Settings(), model_id), models)[0] == starter_folder()


def test_an_unknown_model_names_those_that_are_here(models: Path) -> None:
    with pytest.raises(ModelError, match=r"no model “x” .* Available: starter"):
        find_installed("x", Settings(), models)


def test_a_removed_model_is_gone_and_the_starter_model_takes_over(tiny_bundle: Path, models: Path) -> None:
    put(tiny_bundle, models, "a")
    settings = with_active(Settings(), "a")
    model = find_installed("a", settings, models)
    settings = without(model, settings)
    assert remove(model)
    assert list(models.iterdir()) == []
    assert settings.captions.model == ""


def test_the_starter_model_stays(models: Path) -> None:
    with pytest.raises(ModelError, match="is part of the program"):
        remove(find_installed(STARTER, Settings(), models))
    with pytest.raises(ModelError, match="is part of the program"):
        without(find_installed(STARTER, Settings(), models), Settings())


def test_a_model_in_use_is_marked_and_removed_at_the_next_start(
    tiny_bundle: Path, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses to rename a folder in which a file is open; the refusal is played here."""
    put(tiny_bundle, models, "a")
    model = find_installed("a", Settings(), models)

    def refuse(_: Path, __: Path) -> None:
        raise PermissionError(13, "The process cannot access the file because it is being used by another process")

    with monkeypatch.context() as windows:
        windows.setattr(Path, "replace", refuse)
        assert not remove(model)
    settings = without(model, with_active(Settings(), "a"))
    assert (models / "a" / "bundle.json").exists(), "the running captions still need it"
    assert [item.id for item in list_installed(settings, models)] == [STARTER]
    assert active_bundle(with_active(Settings(), "a"), models)[0] == starter_folder()
    assert tidy(models) == ["a"]
    assert list(models.iterdir()) == []


def test_a_model_can_be_removed_while_its_files_are_open(tiny_bundle: Path, models: Path) -> None:
    put(tiny_bundle, models, "a")
    with (models / "a" / "decoder.weights").open("rb") as file:
        remove(find_installed("a", Settings(), models))
        tidy(models)
        assert len(file.read()) == (tiny_bundle / "decoder.weights").stat().st_size


def test_tidy_removes_what_was_left_and_nothing_else(tiny_bundle: Path, models: Path) -> None:
    put(tiny_bundle, models, "keep")
    for name in (".old.abc.partial", ".young.abc.partial", ".trash-1234"):
        put(tiny_bundle, models, name)
    (models / ".downloads" / "x@1").mkdir(parents=True)
    (models / "photos").mkdir()
    old = time.time() - 86_400
    for path in (models / ".old.abc.partial").rglob("*"):
        os.utime(path, (old, old))
    os.utime(models / ".old.abc.partial", (old, old))
    assert tidy(models) == [".old.abc.partial", ".trash-1234"]
    assert sorted(path.name for path in models.iterdir()) == [".downloads", ".young.abc.partial", "keep", "photos"]


def test_a_model_that_is_used_where_it_lies_is_only_forgotten(tiny_bundle: Path, models: Path) -> None:
    settings = with_external(Settings(), tiny_bundle)
    settings = with_external(settings, tiny_bundle)
    model = find_installed(str(tiny_bundle), settings, models)
    assert model.kind == "external"
    settings = with_active(settings, model.id)
    assert active_bundle(settings, models) == (tiny_bundle, "")
    settings = without(replace(model, active=True), settings)
    assert remove(model)
    assert tiny_bundle.exists()
    assert settings == Settings()


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_a_read_only_models_folder_is_used_and_not_written(tiny_bundle: Path, models: Path) -> None:
    put(tiny_bundle, models, "a")
    everything = [models, *models.rglob("*")]
    for path in everything:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        before = {path: path.stat().st_mtime_ns for path in everything}
        settings = with_active(Settings(), "a")
        assert list_installed(settings, models)[1].problem == ""
        assert active_bundle(settings, models) == (models / "a", "")
        verify(models / "a", lambda _: None)
        assert {path: path.stat().st_mtime_ns for path in everything} == before
    finally:
        for path in everything:
            path.chmod(0o755)


@pytest.mark.parametrize("name", [MANIFEST, MANIFEST_SUM, *open_bundle(starter_folder()).files])
def test_verify_finds_one_flipped_byte_in_any_file(tmp_path: Path, name: str) -> None:
    """First, last and 30 random bytes of every file of the starter bundle."""
    bundle = tmp_path / "bundle"
    shutil.copytree(starter_folder(), bundle)
    verify(bundle, lambda _: None)
    path = bundle / name
    size = path.stat().st_size
    rng = random.Random(name)
    places = {0, size - 1, *(rng.randrange(size) for _ in range(30 if size < 2_000_000 else 4))}
    for place in sorted(places):
        with path.open("r+b") as file:
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 1 << rng.randrange(8)]))
        with pytest.raises(ModelError, match=r"damaged|format version"):
            verify(bundle, lambda _: None)
        with path.open("r+b") as file:
            file.seek(place)
            file.write(bytes([byte]))
    verify(bundle, lambda _: None)


def test_verify_finds_a_missing_file_and_a_longer_one(tiny_bundle: Path, tmp_path: Path) -> None:
    bundle = put(tiny_bundle, tmp_path, "bundle")
    with (bundle / "embedding.bin").open("ab") as file:
        file.write(b"x")
    with pytest.raises(ModelError, match="damaged"):
        verify(bundle, lambda _: None)
    (bundle / "embedding.bin").unlink()
    with pytest.raises(ModelError, match="missing"):
        verify(bundle, lambda _: None)


def test_verify_tells_how_far_it_is_and_can_be_stopped(tiny_bundle: Path) -> None:
    steps: list[float] = []
    verify(tiny_bundle, steps.append)
    assert steps == sorted(steps)
    assert steps[-1] == pytest.approx(1.0)
    with pytest.raises(StoppedError):
        verify(tiny_bundle, steps.append, lambda: True)


def test_kept_downloads_are_listed_with_their_size(models: Path) -> None:
    whole, half = models / ".downloads" / "a@1", models / ".downloads" / "b@2"
    for folder in (whole, half):
        folder.mkdir(parents=True)
        (folder / "config.json").write_bytes(b"12")
    (half / "model.safetensors.part").write_bytes(b"123")
    assert [(item.folder, item.n_bytes, item.complete) for item in kept_downloads(models)] == [
        (whole, 2, True),
        (half, 5, False),
    ]


def test_the_marks_are_invisible_to_a_bundle(tiny_bundle: Path, tmp_path: Path) -> None:
    bundle = put(tiny_bundle, tmp_path, "bundle")
    (bundle / installed._REMOVED_MARK).touch()
    verify(bundle, lambda _: None)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_to_a_model_on_another_disk_is_removed_and_the_model_stays(
    tiny_bundle: Path, models: Path, tmp_path: Path
) -> None:
    there = tmp_path / "other disk" / "big"
    shutil.copytree(tiny_bundle, there)
    modes = {path: path.stat().st_mode for path in (there, *there.iterdir())}
    (models / "big-int8").symlink_to(there, target_is_directory=True)
    assert remove(find_installed("big-int8", Settings(), models))
    assert list(models.iterdir()) == []
    assert {path: path.stat().st_mode for path in (there, *there.iterdir())} == modes


@pytest.fixture
def nobody() -> Iterator[Path]:
    """A folder of a user whom file modes stop: the tests may run as root."""
    if os.name != "posix":
        pytest.skip("file modes")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        for path in (folder, *folder.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o700)
        shutil.rmtree(folder)


def test_a_folder_that_is_closed_to_this_person_does_not_hide_the_models(nobody: Path) -> None:
    """The top of a disk has `lost+found`."""
    models = nobody / "models"
    shutil.copytree(starter_folder(), models / "mine", copy_function=shutil.copyfile)
    (models / "lost+found").mkdir(mode=0)
    (nobody / "closed" / "bundle").mkdir(parents=True)
    (nobody / "closed").chmod(0)
    settings = with_external(Settings(), Path("/nowhere"))
    settings = replace(settings, models=replace(settings.models, external=(str(nobody / "closed" / "bundle"),)))
    found = list_installed(settings, models)
    assert [(model.id == "mine", bool(model.problem)) for model in found] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    assert active_bundle(with_active(Settings(), str(nobody / "closed" / "bundle")), models)[0] == starter_folder()
    assert tidy(models) == []


def test_tidy_minds_no_folder_that_goes_away_meanwhile(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another copy of the program gives a conversion its name while this one looks at it."""
    (models / ".a.x.partial").mkdir()
    (models / ".trash-1").mkdir()
    newest = installed._newest_s

    def renamed(folder: Path) -> float:
        folder.rename(models / "a")
        return newest(folder)

    monkeypatch.setattr(installed, "_newest_s", renamed)
    assert tidy(models) == [".trash-1"]
    assert (models / "a").is_dir()


@pytest.mark.logs("the folder for models")
def test_a_models_folder_that_cannot_be_used_never_stops_the_program(tmp_path: Path) -> None:
    """As when the drive it lies on is away: its place is taken by something that is no folder."""
    (tmp_path / "drive").write_bytes(b"")
    settings = replace(Settings(), models=replace(Settings().models, folder=str(tmp_path / "drive" / "models")))
    assert chosen_bundle(settings) == (starter_folder(), "")
    folder, notice = chosen_bundle(with_active(settings, "big-int8"))
    assert folder == starter_folder()
    assert "cannot be used" in notice
    assert "starter model" in notice


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw["self_test"].__setitem__("audio_samples", float("inf")),
        lambda raw: raw["files"]["decoder.weights"].__setitem__("size", float("inf")),
        lambda raw: raw["files"].pop("decoder.weights"),
    ],
)
def test_a_manifest_without_sense_is_one_damaged_model_and_hides_no_other(
    models: Path, tiny_bundle: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    folder = shutil.copytree(tiny_bundle, models / "odd-int8")
    raw = json.loads((folder / "bundle.json").read_text(encoding="utf-8"))
    change(raw)
    data = json.dumps(raw).encode()
    (folder / "bundle.json").write_bytes(data)
    (folder / "bundle.sha256").write_bytes(manifest_sum(data))
    listed = {model.id: model.problem for model in list_installed(Settings(), models)}
    assert "is damaged" in listed["odd-int8"]
    assert listed[STARTER] == ""


def test_a_manifest_of_endless_brackets_is_one_damaged_model(models: Path, tiny_bundle: Path) -> None:
    folder = shutil.copytree(tiny_bundle, models / "odd-int8")
    data = b"[" * 200_000
    (folder / "bundle.json").write_bytes(data)
    (folder / "bundle.sha256").write_bytes(manifest_sum(data))
    assert "is not valid JSON" in list_installed(Settings(), models)[1].problem

"""The whole way from the hub or a folder to a proven model: real server, real conversion, real self-test."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from app.models import install, licences
from app.models.catalogue import Catalogue, load_catalogue, resources_folder
from app.models.child import run_in_child
from app.models.cli import main
from app.models.download import download_lock
from app.models.errors import LicenceError, ModelError, StoppedError
from app.models.hub import HubOptions
from app.models.install import Installer
from app.models.installed import STARTER, starter_folder
from app.models.progress import Progress
from app.models.source import classify
from app.settings import ModelSettings, SettingsFile
from inference import bundle
from inference.bundle import open_bundle, verify_bundle
from tests.app.models.conftest import REPOSITORY, entry_for
from tests.app.models.hub_server import Fault, HubServer


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
    with pytest.raises(LicenceError, match="read and accepted first"):
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
    """A virus scanner holds a file: that is no reason to fetch 4 GB again."""
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
    """The folder for models may be one in which a person keeps other things."""
    mine = world.models / "tiny-int8"
    mine.mkdir()
    (mine / "thesis.txt").write_text("ten years of work")
    with pytest.raises(ModelError, match="no model of this program"):
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
    with pytest.raises(ModelError, match="already a model"):
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


# The child process


def _count(progress: Callable[[float, str], None], cancelled: Callable[[], bool], *, steps: int, pid_file: Path) -> int:
    pid_file.write_text(str(os.getpid()))
    for index in range(steps):
        if cancelled():
            raise ModelError("stopped in good order")
        progress(index / steps, str(index))
        time.sleep(0.01)
    return steps


def _deaf(progress: Callable[[float, str], None], cancelled: Callable[[], bool], *, pid_file: Path) -> None:
    pid_file.write_text(str(os.getpid()))
    time.sleep(600)


def _dies(progress: Callable[[float, str], None], cancelled: Callable[[], bool], *, of: str) -> None:
    os.kill(os.getpid(), getattr(signal, of))
    time.sleep(60)


def _leaves(progress: Callable[[float, str], None], cancelled: Callable[[], bool]) -> None:
    os._exit(7)


def _opens_nothing(progress: Callable[[float, str], None], cancelled: Callable[[], bool]) -> None:
    open_bundle(Path("nowhere"))


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "There is no model folder nowhere."), ("zh_CN", "没有模型文件夹 nowhere。")]
)
def test_a_child_speaks_the_language_of_the_windows(
    monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    monkeypatch.setattr("app.own_language._in_use", language)
    with pytest.raises(ModelError) as caught:
        run_in_child(_opens_nothing, {}, lambda *_: None)
    assert str(caught.value) == sentence


def _has_no_memory(progress: Callable[[float, str], None], cancelled: Callable[[], bool]) -> None:
    np.zeros(1 << 60, dtype=np.uint8)


def _has_a_fault(progress: Callable[[float, str], None], cancelled: Callable[[], bool]) -> None:
    raise KeyError("decoder.weights")


def test_a_child_gives_its_result_at_low_priority(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    nice: list[int] = []

    def look(_: float, __: str) -> None:
        if os.name == "posix":
            nice.append(psutil.Process(int(pid_file.read_text())).nice())

    assert run_in_child(_count, {"steps": 30, "pid_file": pid_file}, look) == 30
    if os.name == "posix":
        assert nice
        assert nice[0] > psutil.Process().nice()


def test_a_child_that_does_not_listen_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.models.child.GRACE_S", 0.3)
    pid_file = tmp_path / "pid"
    with pytest.raises(StoppedError):
        run_in_child(
            _deaf, {"pid_file": pid_file}, lambda *_: None, lambda: pid_file.exists() and pid_file.read_text() != ""
        )
    assert not psutil.pid_exists(int(pid_file.read_text()))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_child_does_not_outlive_the_program(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    code = (
        "import pathlib, app.models.child as child, tests.app.models.test_install as here\n"
        "if __name__ == '__main__':\n"
        f"    child.run_in_child(here._deaf, {{'pid_file': pathlib.Path({str(pid_file)!r})}}, lambda *_: None)\n"
    )
    program = tmp_path / "program.py"
    program.write_text(code)
    root = Path(__file__).resolve().parents[3]
    with subprocess.Popen([sys.executable, str(program)], env={**os.environ, "PYTHONPATH": str(root)}) as process:
        end = time.monotonic() + 60
        while not (pid_file.exists() and pid_file.read_text()):
            assert time.monotonic() < end
            time.sleep(0.05)
        process.kill()
    child = int(pid_file.read_text())
    end = time.monotonic() + 60
    while psutil.pid_exists(child) and psutil.Process(child).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < end, "the child goes on alone"
        time.sleep(0.1)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(
    ("of", "sentence"),
    [
        ("SIGKILL", "The work was ended by the system; the computer may have run out of memory."),
        ("SIGSEGV", "The work crashed (SIGSEGV)."),
        ("SIGABRT", "The work crashed (SIGABRT)."),
        ("SIGTERM", "The work was ended from outside (SIGTERM)."),
    ],
)
def test_a_child_that_dies_says_of_what(of: str, sentence: str) -> None:
    with pytest.raises(ModelError) as caught:
        run_in_child(_dies, {"of": of}, lambda *_: None)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("task", "sentence"),
    [
        (_leaves, "The work ended unexpectedly (code 7)."),
        (_has_no_memory, "This computer has too little memory for that."),
        (_has_a_fault, "Something unexpected went wrong: KeyError: 'decoder.weights'"),
    ],
)
def test_a_child_that_fails_says_why(task: Callable[..., Any], sentence: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ModelError) as caught:
        run_in_child(task, {}, lambda *_: None)
    assert str(caught.value) == sentence
    assert ("in _has_a_fault" in caplog.text) == (task is _has_a_fault), "a fault of ours is in the log as a whole"


# The command line


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, world: World) -> Path:
    """A home for the command line; the catalogue of the world as a file."""
    home = tmp_path / "home"
    monkeypatch.setenv("R2T2_CAPTIONS_HOME", str(home))
    monkeypatch.setenv("HF_ENDPOINT", world.server.url)
    raw = json.loads((resources_folder() / "catalogue.json").read_text(encoding="utf-8"))
    entry = world.catalogue.entry(world.entry_id)
    raw["models"][1]["revision"] = entry.revision
    raw["models"][1]["files"] = [{"path": f.path, "size": f.size, "sha256": f.sha256} for f in entry.files]
    (tmp_path / "catalogue.json").write_text(json.dumps(raw), encoding="utf-8")
    return home


Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(home: Path, world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command with --json and gives its exit code and answer."""

    def call(*args: object) -> tuple[int, Any]:
        start = ["--json", "--models", str(world.models), "--catalogue", str(tmp_path / "catalogue.json")]
        code = main([*start, *map(str, args)])
        return code, json.loads(capsys.readouterr().out)

    return call


def test_the_command_line_goes_the_whole_way(run: Run, world: World, home: Path) -> None:
    code, answer = run("get", "confucius4-r2t2", "--precision", "int8")
    assert (code, answer["code"]) == (3, 3)
    code, answer = run("licence", "confucius4-r2t2")
    assert code == 0
    assert set(answer["texts"]) == {"en", "zh"}
    code, answer = run("get", "confucius4-r2t2", "--precision", "int8", "--accept-licence", "--use")
    assert (code, answer["id"], answer["active"]) == (0, "confucius4-r2t2-int8", True)
    settings = SettingsFile(home / "config").load()
    assert settings.captions.model == "confucius4-r2t2-int8"
    assert settings.models.accepted[0].date
    code, answer = run("list")
    assert [(item["id"], item["active"]) for item in answer["installed"]] == [
        ("starter", False),
        ("confucius4-r2t2-int8", True),
    ]
    assert run("verify")[1]["intact"] is True
    weights = world.models / "confucius4-r2t2-int8" / "decoder.weights"
    data = bytearray(weights.read_bytes())
    data[500] ^= 1
    weights.write_bytes(data)
    code, answer = run("verify")
    assert code == 1
    assert "decoder.weights has changed" in answer["error"]
    assert run("use", "starter")[0] == 0
    assert run("remove", "confucius4-r2t2-int8")[1] == {"id": "confucius4-r2t2-int8", "removed": True}
    assert [item["id"] for item in run("list")[1]["installed"]] == ["starter"]


def test_import_and_convert_on_the_command_line(
    run: Run, tiny_checkpoint: Path, tiny_bundle: Path, tmp_path: Path
) -> None:
    shutil.copytree(tiny_checkpoint, tmp_path / "other")
    (tmp_path / "other" / "extra.txt").touch()
    config = json.loads((tmp_path / "other" / "config.json").read_text())
    (tmp_path / "other" / "config.json").write_text(json.dumps(config))  # another size: not the known model
    code, answer = run("import", tmp_path / "other", "--name", "我的", "--precision", "int4", "--use")
    assert (code, answer["id"], answer["precision"]) == (0, "我的-int4", "int4")
    code, answer = run("import", tiny_bundle)
    assert (code, answer["kind"]) == (0, "external")
    assert run("use", tiny_bundle)[0] == 0
    assert run("remove", tiny_bundle)[0] == 0
    assert tiny_bundle.exists()
    code, answer = run("convert", tmp_path / "other", tmp_path / "out", "--precision", "fp32")
    assert code == 0
    verify_bundle(tmp_path / "out")
    code, answer = run("convert", tmp_path / "other", tmp_path / "out", "--precision", "fp32")
    assert code == 1
    assert "exists already" in answer["error"]


def test_what_the_window_saved_meanwhile_is_kept(
    run: Run, home: Path, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fetching takes half an hour; the settings of its beginning are not those of its end."""
    file = SettingsFile(home / "config")
    prove = Installer.prove

    def slowly(self: Installer, folder: Path) -> install.Proof:
        now = file.load()
        file.save(replace(now, captions=replace(now.captions, language="German")))
        return prove(self, folder)

    monkeypatch.setattr(Installer, "prove", slowly)
    assert run("get", world.entry_id, "--precision", "int8", "--accept-licence", "--use")[0] == 0
    assert file.load().captions.language == "German"
    assert file.load().captions.model == f"{world.entry_id}-int8"


def test_several_new_licence_texts_are_accepted_at_once(run: Run, world: World) -> None:
    repository = world.server.repositories[REPOSITORY]
    repository.files.update({"MODEL_LICENSE": b"New terms.", "LICENSE": b"More terms."})
    code, answer = run("get", "confucius4-r2t2", "--precision", "int8", "--accept-licence")
    assert (code, answer.get("id")) == (0, "confucius4-r2t2-int8")


def test_a_download_in_use_is_not_removed(run: Run, world: World) -> None:
    run("get", "confucius4-r2t2", "--precision", "int8", "--accept-licence", "--keep-source")
    with download_lock(world.models, world.entry_id):
        assert run("remove", "--downloads")[1]["freed_bytes"] == 0
    assert run("list")[1]["downloads"][0]["complete"] is True


def test_a_model_is_not_removed_when_the_settings_cannot_be_saved(
    run: Run, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be chosen and gone at the next start."""
    run("get", "confucius4-r2t2", "--precision", "int8", "--accept-licence", "--use")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(SettingsFile, "save", refuse)
    code, answer = run("remove", "confucius4-r2t2-int8")
    assert code == 1
    assert "could not be saved" in answer["error"]
    assert world.bundles() == ["confucius4-r2t2-int8"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("get", "whisper"), "There is no model “whisper”"),
        (("get", "starter"), "already here"),
        (("use", "nothing"), "no model “nothing” on this computer"),
        (("remove", "starter"), "belongs to the program"),
        (("remove",), "Say which model"),
        (("verify", "nothing"), "no model folder"),
        (("import", "/nowhere"), "no folder /nowhere"),
        (("licence", "starter"), "licence of this program"),
    ],
)
def test_a_wrong_command_is_one_sentence(run: Run, args: tuple[str, ...], sentence: str) -> None:
    code, answer = run(*args)
    assert code == 1
    assert sentence in answer["error"]


def test_kept_downloads_can_be_removed(run: Run, world: World) -> None:
    run("get", "confucius4-r2t2", "--precision", "int8", "--accept-licence", "--keep-source")
    assert run("list")[1]["downloads"][0]["complete"] is True
    assert run("remove", "--downloads")[1]["freed_bytes"] == sum(map(len, world.files.values()))
    assert run("list")[1]["downloads"] == []


def test_text_output_is_for_people(home: Path, world: World, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["installed"][0]["id"] == "starter"
    assert main(["list"]) == 0
    text = capsys.readouterr().out
    assert "* starter" in text
    assert "Confucius4-R2T2, 4.1 GB" in text


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_stops_a_download_in_good_order(home: Path, world: World, tmp_path: Path) -> None:
    world.server.faults.append(Fault("model.safetensors", stall_after=200_000, times=0))
    command = [sys.executable, "-c", "import sys; from app.models.cli import main; sys.exit(main(sys.argv[1:]))"]
    command += ["--json", "--models", str(world.models), "--catalogue", str(tmp_path / "catalogue.json")]
    command += ["get", "confucius4-r2t2", "--precision", "int8", "--accept-licence"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        end = time.monotonic() + 60
        while not any(part.stat().st_size for part in world.models.rglob("model.safetensors.part")):
            assert time.monotonic() < end
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "kept" in json.loads(out)["error"]
    assert world.bundles() == []

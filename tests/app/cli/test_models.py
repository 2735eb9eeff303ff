"""The `models` command, from the listing to a model in use: real server, real conversion, real self-test."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.base.settings_file import SettingsFile
from app.cli.models import main
from app.models import install
from app.models.catalogue import resources_folder
from app.models.download import download_lock
from app.models.install import Installer
from inference.bundle import verify_bundle
from tests.app.models.hub_fixtures import REPOSITORY, World
from tests.app.models.hub_server import Fault


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
    assert "already exists" in answer["error"]


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
        (("get", "starter"), "already installed"),
        (("use", "nothing"), "no model “nothing” on this computer"),
        (("remove", "starter"), "is part of the program"),
        (("remove",), "Name the model"),
        (("verify", "nothing"), "does not exist"),
        (("import", "/nowhere"), f"{Path('/nowhere')} does not exist"),
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
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_stops_a_download_in_good_order(home: Path, world: World, tmp_path: Path) -> None:
    world.server.faults.append(Fault("model.safetensors", stall_after=200_000, times=0))
    command = [sys.executable, "-c", "import sys; from app.cli.models import main; sys.exit(main(sys.argv[1:]))"]
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

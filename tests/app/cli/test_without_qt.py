"""A server needs no window toolkit: rooms that promise it load none, and the commands run where there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.app.capture.sounds import SAMPLE
from tests.test_import_everything import LINUX_ONLY
from tests.test_rooms import QT_FREE, files_without_qt

ROOT = Path(__file__).resolve().parents[3]

TOOLKIT = ("pyside6", "shiboken6")


@pytest.mark.parametrize("room", QT_FREE)
def test_a_room_without_qt_loads_none(room: str) -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files_without_qt(room)]
    modules = [name for name in modules if sys.platform == "linux" or name not in LINUX_ONLY]
    assert modules
    code = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        f"print([name for name in sys.modules if name.partition('.')[0].lower() in {TOOLKIT!r}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *modules], cwd=ROOT, capture_output=True, text=True, timeout=240, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that is installed here but the toolkit, as it looks after `pip uninstall PySide6-Essentials shiboken6`."""
    if sys.platform == "win32":
        pytest.skip("links need a privilege there")
    folder = tmp_path_factory.mktemp("packages")
    for installed in Path(sysconfig.get_path("purelib")).iterdir():
        if not installed.name.lower().startswith(TOOLKIT) and installed.suffix != ".pth":
            (folder / installed.name).symlink_to(installed)
    return folder


def run(packages: Path, home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The program in that environment: `-S` keeps the interpreter's own packages away."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(packages))),
        "R2T2_CAPTIONS_HOME": str(home),
        "LC_ALL": "C",
    }
    return subprocess.run(
        [sys.executable, "-S", "-m", "app", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        cwd=home,
        check=False,
        timeout=240,
    )


def test_the_environment_has_no_toolkit(packages: Path, tmp_path: Path) -> None:
    """Else the tests below would prove nothing."""
    code = "import numpy, importlib.util, sys; sys.exit(importlib.util.find_spec('PySide6') is not None)"
    environment = os.environ | {"PYTHONPATH": str(packages)}
    assert (
        subprocess.run([sys.executable, "-S", "-c", code], env=environment, cwd=tmp_path, check=False).returncode == 0
    )


def test_a_recording_is_transcribed(packages: Path, tmp_path: Path) -> None:
    done = run(packages, tmp_path, "transcribe", SAMPLE, "--language", "en", "--format", "srt")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "-->" in done.stdout


@pytest.mark.slow
def test_the_terminal_has_captions(packages: Path, tmp_path: Path) -> None:
    done = run(packages, tmp_path, "live", "--source", "sample")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) > 5


def test_models_are_listed_and_converted(packages: Path, tmp_path: Path, tiny_checkpoint: Path) -> None:
    assert run(packages, tmp_path, "models", "list").returncode == 0
    done = run(packages, tmp_path, "models", "convert", tiny_checkpoint, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out").is_dir()


def test_doctor_reports_it(packages: Path, tmp_path: Path) -> None:
    found = json.loads(run(packages, tmp_path, "doctor", "--json").stdout)
    assert "PySide6" in found["qt"]
    assert not [item for item in found["missing"] if "PySide6" in item["why"]]


def test_the_model_is_measured(packages: Path, tmp_path: Path) -> None:
    done = run(packages, tmp_path, "bench", "--json", "--audio", SAMPLE)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)

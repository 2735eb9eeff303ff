"""`doctor`: what it finds, what is missing, and that it runs where something cannot be imported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.capture.device import Device, Devices
from app.cli import doctor
from app.cli import main as cli
from tests.app.capture.sounds import SAMPLE

MICROPHONE = Device("alsa.usb", "USB Mic", 1, 48_000, "alsa.usb", 1)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings and models of nobody: the starter model is active."""
    monkeypatch.setenv("R2T2_CAPTIONS_HOME", str(tmp_path))


def test_doctor_reports_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    status = cli.main(["doctor", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["model"]["name"] and found["model"]["problem"] == ""
    assert found["providers"]["cpu"] == "usable"
    assert set(found) == {
        "version", "python", "system", "onnxruntime", "qt", "providers", "model", "audio", "display", "folders", "missing",
    }  # fmt: skip
    assert status == int(any(item["essential"] for item in found["missing"]))
    assert cli.main(["doctor"]) == status
    text = capsys.readouterr().out
    assert found["version"] in text and found["model"]["folder"] in text


WITHOUT = """
import importlib.abc, sys
class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            raise (OSError if sys.argv[2] == "library" else ModuleNotFoundError)(f"{name} is not to be had")
sys.meta_path.insert(0, Refuse())
from app.cli.main import main
sys.exit(main(sys.argv[3:]))
"""


def run_without(name: str, kind: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The program on a machine where `name` cannot be imported: the "package" or a "library" below it is missing."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, name, kind, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        cwd=Path(__file__).resolve().parents[3],
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("name, kind", [*((name, "package") for name in doctor.LIBRARIES), ("soundfile", "library")])
def test_doctor_tells_a_package_that_cannot_be_imported(name: str, kind: str) -> None:
    done = run_without(name, kind, "doctor", "--json")
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)["missing"][0]
    assert (told["what"], told["essential"]) == (name, True)
    assert f"{name} is not to be had" in told["why"]
    assert kind == "library" or told["install"].endswith(f"pip install {name}")


@pytest.mark.parametrize(
    "name, kind, arguments",
    [
        ("onnxruntime", "package", ["transcribe", str(SAMPLE)]),
        ("soundfile", "library", ["live", "--source", "sample"]),
        ("onnxruntime", "package", ["bench"]),
        ("filelock", "package", ["models", "list"]),
    ],
)
def test_other_commands_name_the_doctor_then(name: str, kind: str, arguments: list[str]) -> None:
    done = run_without(name, kind, *arguments)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert f"{name} is not to be had" in done.stderr and "r2t2-captions doctor" in done.stderr


def test_help_needs_no_package() -> None:
    done = run_without("soundfile", "library", "--help")
    assert done.returncode == 0 and "transcribe" in done.stdout


@pytest.mark.parametrize(
    "environment, libraries, programs, expected",
    [
        ({}, {"portaudio"}, {"pactl", "parec"}, []),
        ({}, set(), {"pactl", "parec"}, ["portaudio"]),
        ({}, {"portaudio"}, {"pactl"}, ["pactl"]),
        ({}, {"portaudio"}, set(), ["pactl"]),
        (
            {"DISPLAY": ":0"},
            {"portaudio", *doctor.WINDOW_LIBRARIES} - {"xcb-cursor"},
            {"pactl", "parec"},
            ["xcb-cursor"],
        ),
        ({"WAYLAND_DISPLAY": "w"}, {"portaudio", *doctor.WINDOW_LIBRARIES}, {"pactl", "parec"}, ["wtype"]),
        ({"WAYLAND_DISPLAY": "w"}, {"portaudio", *doctor.WINDOW_LIBRARIES}, {"pactl", "parec", "ydotool"}, []),
    ],
)
def test_what_is_missing(
    environment: dict[str, str], libraries: set[str], programs: set[str], expected: list[str]
) -> None:
    there = Devices((MICROPHONE,))
    found = doctor.find_missing(there, environment, libraries.__contains__, programs.__contains__)
    assert [item.what for item in found] == expected
    assert all(item.install for item in found)


def test_beside_a_sound_server_portaudio_is_not_needed() -> None:
    there = Devices((MICROPHONE,), backend="server")
    assert doctor.find_missing(there, {}, lambda library: False, lambda program: True) == []


def test_a_missing_microphone_is_told_with_its_reason() -> None:
    found = doctor.find_missing(
        Devices(problem="The sound server is not responding."), {}, lambda _: True, lambda _: True
    )
    assert [(item.what, item.why, item.essential) for item in found] == [
        ("microphone", "The sound server is not responding.", False)
    ]


@pytest.mark.parametrize(
    "tool, expected",
    [
        ("apt", "sudo apt install libportaudio2"),
        ("dnf", "sudo dnf install portaudio"),
        ("pacman", "sudo pacman -S portaudio"),
        ("none", "sudo apt install libportaudio2"),
    ],
)
def test_the_package_of_this_system_is_named(tool: str, expected: str) -> None:
    assert doctor.install_command("portaudio", lambda name: name if name == tool else None) == expected


def test_on_windows_the_missing_runtime_of_onnxruntime_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows says no more than that a module was not found, and it is not a Python module."""

    def load(name: str) -> None:
        if name == "onnxruntime":
            raise ImportError("DLL load failed while importing onnxruntime_pybind11_state")

    monkeypatch.setattr(sys, "platform", "win32")
    (missing,) = doctor.find_missing_libraries(load)
    assert missing.install == doctor.VISUAL_CPP_RUNTIME and "DLL load failed" in missing.why

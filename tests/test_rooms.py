"""The house keeps its shape: imports run one way, every dependency is named and used, and the toolkit is a sound one."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("app", "inference", "onnx_export", "resources")

FORBIDDEN = {
    "inference": {
        "app",
        "onnx_export",
        "resources",
        "PySide6",
        "shiboken6",
        "sounddevice",
        "soundfile",
        "platformdirs",
    },
    "onnx_export": {"app", "PySide6", "shiboken6", "sounddevice", "soundfile", "platformdirs"},
    "resources": {"app", "inference", "onnx_export", "PySide6"},
}
"""What a room may not import; `app` may import everything. The way is app -> inference <- onnx_export."""

DISTRIBUTIONS = {
    "AppKit": "pyobjc-framework-Cocoa",
    "ApplicationServices": "pyobjc-framework-ApplicationServices",
    "PySide6": "PySide6-Essentials",
    "Quartz": "pyobjc-framework-Quartz",
    "Xlib": "python-xlib",
    "pyaudiowpatch": "PyAudioWPatch",
    "text_to_num": "text2num",
    "webrtcvad": "webrtcvad-wheels",
}
"""Distributions whose import has another name."""

COMES_WITH = {"shiboken6": "PySide6-Essentials"}
"""Imports that are part of another distribution: it pins them to its own version."""


FLOORS = (
    "base",
    "echo",
    "capture",
    "models",
    "remote",
    "transcript",
    "hotkeys",
    "history",
    "engine",
    "serve",
    "typing",
    "dictation",
    "ui/kit",
    "ui/overlay",
    "ui/main_window",
    "ui/dictation",
    "ui/models",
    "ui/history",
    "ui/recordings",
    "ui/settings",
    "program",
    "cli",
)
"""The rooms of `app`, from the ground up: each may import what stands before it, and nothing behind it."""

QT_FREE = (
    "base",
    "echo",
    "capture",
    "models",
    "remote",
    "transcript",
    "hotkeys",
    "history",
    "engine",
    "serve",
    "typing",
    "dictation",
    "cli",
)
"""Rooms of `app` that import without the toolkit."""

QT_OBJECTS = {"app/engine/worker.py", "app/hotkeys/service.py"}
"""Their only modules that are Qt objects: they bring what happens there to Qt's thread."""


def files_without_qt(room: str) -> list[Path]:
    """The modules of one of `QT_FREE` that keep its promise."""
    return [path for path in files(f"app/{room}") if path.relative_to(ROOT).as_posix() not in QT_OBJECTS]


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """(line, full module name) of every import in a file, also those inside functions and of `import_module("…")`."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and node.module:
                found.append((node.lineno, node.module))
            elif node.level:
                package = path.relative_to(ROOT).parts[: -node.level]
                found.append((node.lineno, ".".join((*package, node.module or "")).rstrip(".")))
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
            "import_module",
            "__import__",
        ):
            found += [
                (node.lineno, str(argument.value))
                for argument in node.args[:1]
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            ]
    return tuple(found)


def against_the_grain() -> Iterator[str]:
    for room, forbidden in FORBIDDEN.items():
        for path in files(room):
            for line, module in imports(path):
                if module.partition(".")[0] in forbidden:
                    yield f"{path.relative_to(ROOT)}:{line}: {module}"


def test_imports_run_one_way() -> None:
    assert all(files(room) for room in ROOMS), "a room is empty: this test looks in the wrong place"
    assert not list(against_the_grain())


def test_no_room_that_promises_it_imports_the_toolkit() -> None:
    """Not even inside a function, unless a window was asked for: that is the way through `app.program`."""
    forbidden = ("PySide6", "shiboken6", "app.ui")
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {module}"
        for room in QT_FREE
        for path in files_without_qt(room)
        for line, module in imports(path)
        if module.startswith(forbidden)
    ]
    assert not wrong


def floor_of(module: str) -> int | None:
    """The floor on which a module of `app` stands; None for `app` itself and the modules at its top."""
    parts = module.split(".")[1:]
    for name in ("/".join(parts[:2]), parts[0] if parts else ""):
        if name in FLOORS:
            return FLOORS.index(name)
    return None


def test_the_rooms_of_the_app_stand_on_each_other_and_in_no_circle() -> None:
    wrong = []
    for path in files("app"):
        here = floor_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
        if here is None:
            continue
        for line, module in imports(path):
            there = floor_of(module) if module.startswith("app.") else None
            if there is not None and there > here:
                wrong.append(f"{path.relative_to(ROOT)}:{line}: {module}")
    assert not wrong


def test_every_module_of_the_app_has_a_room() -> None:
    top = {path.name for path in (ROOT / "app").glob("*.py")}
    assert top == {"__init__.py", "__main__.py", "start.py"}
    folders = {path.parent.relative_to(ROOT / "app").as_posix() for path in files("app")}
    assert folders - {".", "ui"} == set(FLOORS)


def test_no_room_is_an_attic_and_no_file_repeats_its_folders_name() -> None:
    for folder in FLOORS:
        names = [path.stem for path in (ROOT / "app" / folder).glob("*.py") if path.stem != "__init__"]
        assert len(names) <= 18, folder
        assert not [name for name in names if name.startswith(folder.rpartition("/")[2].rstrip("s"))], folder


def test_the_check_sees_every_kind_of_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above would be worth nothing if an import inside a function or a relative one escaped it."""
    room = tmp_path / "inference"
    room.mkdir()
    source = (
        "import app.engine.worker",
        "from PySide6 import QtCore",
        "from ..app import worker",
        "def f():\n    import sounddevice",
        "import importlib\nimportlib.import_module('onnx_export.convert')",
        "if True:\n    from resources import ROOT",
    )
    for number, text in enumerate(source):
        (room / f"m{number}.py").write_text(text)
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert len(list(against_the_grain())) == len(source)


def test_app_uses_the_exporter_and_the_recogniser_through_their_doors() -> None:
    """Outside of `app/bench.py` and the self-test, the app knows no graph: neither tower, decoder nor cache."""
    inner = {"audio_tower", "cuda", "decoder", "device_memory", "generation", "log_mel", "stable_prefix"}
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {module}"
        for path in files("app")
        for line, module in imports(path)
        if module.startswith("inference.") and module.split(".")[1] in inner
    ]
    assert not wrong


def test_resources_hold_data_only() -> None:
    assert [path.name for path in files("resources")] == ["__init__.py"]


def test_no_name_is_spared_by_the_search_for_dead_code_that_is_gone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    code = "\n".join(path.read_text(encoding="utf-8") for room in ROOMS for path in files(room))
    names = project["tool"]["vulture"]["ignore_names"]
    assert not [name for name in names if not re.search(rf"{name.replace('*', '')}\b", code)]


def declared() -> dict[str, Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, Requirement] = {}
    for text in project["dependencies"]:
        requirement = Requirement(text)  # raises for a marker that build tools refuse
        found[canonicalize_name(requirement.name)] = requirement
    return found


def imported() -> dict[str, str]:
    """Third-party distribution -> one place that imports it."""
    own = {*ROOMS, "tests"}
    found: dict[str, str] = {}
    for room in ROOMS:
        for path in files(room):
            for line, module in imports(path):
                top = module.partition(".")[0]
                if top in sys.stdlib_module_names or top in own:
                    continue
                name = COMES_WITH.get(top) or DISTRIBUTIONS.get(top, top)
                found.setdefault(canonicalize_name(name), f"{path.relative_to(ROOT)}:{line}")
    return found


def test_every_import_is_a_declared_dependency_and_every_dependency_is_imported() -> None:
    """A package that merely comes along with another one may be gone with the other's next release."""
    names = {"onnxruntime" if name == "onnxruntime-gpu" else name for name in declared()}
    used = imported()
    assert {name: place for name, place in used.items() if name not in names} == {}
    assert names - set(used) == set()


def test_every_dependency_is_documented_with_its_reason() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `?([^|`]+)`? \| ([^|]+) \|", text, re.MULTILINE)
    reasons = {
        canonicalize_name(name.strip()): reason.strip() for names, reason in rows for name in names.split("`, `")
    }
    missing = [name for name in declared() if len(reasons.get(name, "")) < 20]
    assert not missing


def test_the_release_of_the_toolkit_that_aborts_is_excluded() -> None:
    """PySide6 6.12.0 ends the process on Python 3.11 and older after some thousand calls."""
    requirement = declared()["pyside6-essentials"]
    assert not requirement.specifier.contains("6.12.0")
    assert requirement.specifier.contains("6.11.3")
    assert importlib.metadata.version("PySide6-Essentials") in requirement.specifier


SET_TEXT = """
import sys
from PySide6.QtWidgets import QApplication, QLabel
app = QApplication([])
label = QLabel()
label.setText("warm")
before = sys.getrefcount(None)
for number in range(500):
    label.setText(str(number))
print(before - sys.getrefcount(None))
"""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_calls_that_return_nothing_keep_the_references_to_none() -> None:
    """6.12.0 loses one reference to None with each such call: 500 of them lose 500."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", SET_TEXT], env=env, capture_output=True, text=True, check=True, timeout=60
    )
    assert abs(int(done.stdout)) < 100, done.stdout

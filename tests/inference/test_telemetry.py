"""What libraries report is switched off before they are loaded, whichever package of the project is imported first."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from inference.telemetry import SWITCHES, switch_off
from tests.test_import_everything import modules

ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "ORT_DISABLE_TELEMETRY"

WATCH = """
import os, sys
def watch(event, arguments):
    if event == "import" and arguments[0].split(".")[0] == "onnxruntime" and os.environ.get("ORT_DISABLE_TELEMETRY") != "1":
        print("onnxruntime is loaded with its telemetry on", flush=True)
        os._exit(1)
sys.addaudithook(watch)
"""


def run(code: str, *arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """In a process whose environment says nothing about telemetry, or has the value `given`."""
    env = {name: value for name, value in os.environ.items() if name not in SWITCHES}
    if given is not None:
        env[VARIABLE] = given
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize("package", ["app", "inference", "onnx_export", "tests"])
@pytest.mark.parametrize("given", [None, "0", "true"])
def test_a_package_switches_it_off_first(package: str, given: str | None) -> None:
    """A package is imported before its modules, so no module of it can load ONNX Runtime earlier."""
    code = f"import os, sys, {package}; print(os.environ.get({VARIABLE!r}), 'onnxruntime' in sys.modules)"
    assert run(code, given=given).stdout.split() == ["1", "False"]


def test_nothing_else_is_imported_before_a_package_of_ours() -> None:
    """Neither by the packaged program's first file, whose own imports come before ours, nor by the packages themselves."""
    for file in ("packaging/launcher.py", "app/__init__.py", "inference/__init__.py", "onnx_export/__init__.py"):
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
                for name in names:
                    top = name.partition(".")[0]
                    assert top in sys.stdlib_module_names or top in ("app", "inference"), f"{file}: {name}"


def test_no_module_loads_onnxruntime_with_its_telemetry_on() -> None:
    """Also not by way of another library: whatever imports it, the switch is set by then."""
    done = run(WATCH + "import importlib\nfor name in sys.argv[1:]: importlib.import_module(name)", *modules())
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_watch_above_sees_an_import_that_comes_too_early() -> None:
    done = run(WATCH + "import onnxruntime")
    assert done.returncode == 1
    assert "telemetry on" in done.stdout


def test_onnxruntime_loaded_first_is_warned_of() -> None:
    with pytest.warns(RuntimeWarning, match="Import inference first"):
        switch_off({}, {"onnxruntime"})


@pytest.mark.parametrize("given", ["1", " TRUE "])
def test_onnxruntime_loaded_first_with_its_telemetry_off_is_fine(given: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        switch_off({VARIABLE: given}, {"onnxruntime"})


def test_a_child_process_inherits_the_switches() -> None:
    show = f"import os; print(os.environ[{VARIABLE!r}])"
    code = f"import subprocess, sys, inference; subprocess.run([sys.executable, '-c', {show!r}], check=True)"
    assert run(code).stdout.split() == ["1"]


@pytest.mark.parametrize(("first", "warned"), [("inference", False), ("onnxruntime", True)])
def test_the_order_of_imports_decides_about_the_warning(first: str, warned: bool) -> None:
    done = run(f"import {first}, inference.providers")
    assert done.returncode == 0, done.stderr
    assert ("RuntimeWarning: onnxruntime was imported before" in done.stderr) is warned


def test_huggingface_hub_reports_nothing() -> None:
    done = run(
        "import app.models.hub, huggingface_hub.constants as c\n"
        "print(c.HF_HUB_DISABLE_TELEMETRY, c.HF_HUB_DISABLE_UPDATE_CHECK)"
    )
    assert done.stdout.split() == ["True", "True"]

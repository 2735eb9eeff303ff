"""The list of what may fail under Wine: every entry has a reason, and the list can only shrink."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

KIT = Path(__file__).resolve().parent.parent / "packaging" / "wine"

REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="test_x"/>
<testcase classname="tests.a" name="test_y"><failure message="no"/></testcase>
<testcase classname="tests.a" name="test_z"><skipped/></testcase>
</testsuite></testsuites>"""


@pytest.fixture(scope="module")
def kit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wine_tests", KIT / "tests.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_list_that_is_here_can_be_read(kit: ModuleType) -> None:
    kit.read_exceptions((KIT / "exceptions.txt").read_text(encoding="utf-8"))


def test_an_exception_without_a_reason_is_refused(kit: ModuleType) -> None:
    with pytest.raises(ValueError, match="needs a reason"):
        kit.read_exceptions("tests.a::test_y\n")


def test_a_failure_must_be_listed_and_the_list_must_be_true(kit: ModuleType) -> None:
    results = kit.results_of(REPORT)
    assert results == {"tests.a::test_x": "passed", "tests.a::test_y": "failed", "tests.a::test_z": "skipped"}
    assert kit.verdict(results, {"tests.a::test_y": "Wine"}, ["tests.a"]) == []
    assert kit.verdict(results, {}, ["tests.a"]) == ["failed: tests.a::test_y"]
    stale = {"tests.a::test_y": "Wine", "tests.a::test_x": "Wine", "tests.a::test_w": "Wine"}
    assert kit.verdict(results, stale, ["tests.a"]) == [
        "passes now, take it off the list: tests.a::test_x",
        "no such test, take it off the list: tests.a::test_w",
    ]
    assert kit.verdict({}, {"tests.b::test_y": "Wine"}, ["tests.a"]) == [], "a file that did not run tells nothing"


def test_windows_python_gets_what_the_project_wants_there() -> None:
    """A dependency that is added to the project needs no word in the kit."""
    done = subprocess.run(
        [sys.executable, KIT / "requirements.py"], capture_output=True, text=True, check=True, timeout=30
    )
    found = {canonicalize_name(Requirement(line).name) for line in done.stdout.splitlines()}
    assert {"pyside6-essentials", "pyaudiowpatch", "av", "onnxruntime", "colorama"} <= found
    assert not {"jeepney", "python-xlib", "pyobjc-framework-quartz", "onnxruntime-gpu"} & found
    assert "numpy==1.26.4" in done.stdout and "numpy>=" not in done.stdout

"""The end of `make test` names what failed: whoever sees only the last lines of a log must know what to mend."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "packaging" / "checks.py"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="make test is for systems with a shell")

SUITE = """
import pytest
@pytest.fixture
def broken():
    raise OSError("no sound server")
def test_good(): pass
def test_bad(): assert 40 + 1 == 42, "the sum is wrong"
def test_never(broken): pass
"""


@pytest.fixture(scope="module")
def checks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("checks", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def script(checks: ModuleType, name: str, code: str) -> object:
    return checks.Stage(name, (sys.executable, "-c", code))


def suite(checks: ModuleType, folder: Path, text: str) -> object:
    file = folder / "test_it.py"
    file.write_text(text, encoding="utf-8")
    report = folder / "report.xml"
    options = (
        "-q",
        "-p",
        "no:cacheprovider",
        f"--rootdir={folder}",
        f"--junitxml={report}",
        "-o",
        "junit_family=xunit1",
    )
    return checks.Stage("tests", (sys.executable, "-m", "pytest", str(file), *options), report)


def test_the_summary_names_each_test_that_failed_and_why(checks: ModuleType, tmp_path: Path) -> None:
    lines = checks.summary(checks.run([suite(checks, tmp_path, SUITE)])).splitlines()
    assert lines[-1] == "1 of 1 stages failed"
    head = next(index for index, line in enumerate(lines) if line.startswith("FAILED  tests ("))
    assert lines[head].endswith("2 failed)")
    told = "\n".join(lines[head:])
    assert "test_it.py::test_bad" in told and "the sum is wrong" in told and "test_it.py:7: AssertionError" in told
    assert "test_it.py::test_never" in told and "no sound server" in told
    assert "test_good" not in told


def test_what_a_tool_complains_of_is_repeated(checks: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    results = checks.run(
        [
            script(checks, "vulture", "print('app/x.py:31: unused method'); raise SystemExit(3)"),
            script(checks, "mypy", "print('Success')"),
        ]
    )
    assert capfd.readouterr().out == "app/x.py:31: unused method\nSuccess\n", "later stages run all the same"
    assert re.sub(r"\(\d+ s", "(N s", checks.summary(results)).splitlines()[2:] == [
        "passed  mypy (N s)",
        "FAILED  vulture (N s)",
        "    exit status 3",
        "    app/x.py:31: unused method",
        "1 of 2 stages failed",
    ]


def test_a_run_that_ends_without_a_report_shows_its_last_words(checks: ModuleType, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text("<testsuites/>")  # of an earlier run
    crash = "import os; os.write(2, b'Fatal Python error'); os._exit(9)"
    told = checks.summary(checks.run([checks.Stage("tests", (sys.executable, "-c", crash), report)]))
    assert "    exit status 9\n    Fatal Python error\n" in told


def test_what_runs_beside_the_others_counts_and_comes_last(
    checks: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    beside = script(checks, "beside", "print('not private'); raise SystemExit(1)")
    results = checks.run([script(checks, "first", "print('fine')")], beside)
    assert [result.code for result in results] == [0, 1]
    assert capfd.readouterr().out.split() == ["fine", "not", "private"]
    assert "FAILED  beside" in checks.summary(results)


def test_a_process_left_behind_does_not_keep_the_run(checks: ModuleType) -> None:
    leave = "import subprocess; print(subprocess.Popen(['sleep', '60']).pid)"
    (result,) = checks.run([script(checks, "leaves", leave)])
    os.kill(int(result.output), 9)  # it still runs: nobody has waited for it


def test_all_is_well(checks: ModuleType) -> None:
    results = checks.run([script(checks, "one", "pass")])
    assert checks.summary(results).splitlines()[-1] == "Everything passed"

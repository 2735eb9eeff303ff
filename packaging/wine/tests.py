"""Runs the platform-neutral tests on Windows' own binaries under Wine: `make test-windows`, with ARGS for single files.

Each folder has a process of its own, since starting Windows' Python through Wine takes longer than most files. Where a process
ends without a report, each file of that folder gets its own, so that one that stops it cannot take the others along. Then this
system's Python runs the tests of real windows (`tests/wine`). What may fail
stands in `exceptions.txt`, each with its reason. A failure that is not listed fails the run, and so does an entry whose
test passes: the list may only shrink.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

KIT = Path(__file__).resolve().parent
ROOT = KIT.parent.parent
REPORT = ROOT / "tests" / "artifacts" / "windows.xml"
FIGURES = REPORT.parent / "windows" / "figures.json"
"""What `tests/wine` measured."""
FILE_S = 600
"""The longest that one file may take."""

ELSEWHERE = ("bench", "desktop", "privacy", "wine")
"""Folders of tests that need Linux' own desktop and kernel."""


def read_exceptions(text: str) -> dict[str, str]:
    """Test (or file, when its process cannot run) to reason. Raises ValueError for an entry without one."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        test, _, reason = line.partition(" # ")
        if not reason.strip():
            raise ValueError(f"this exception needs a reason: {line}")
        found[test.strip()] = reason.strip()
    return found


def results_of(report: str) -> dict[str, str]:
    """Test to "passed", "failed" or "skipped", from JUnit's XML; a test is `folder.module::name`."""
    found: dict[str, str] = {}
    for case in ElementTree.fromstring(report).iter("testcase"):
        failed = case.find("failure") is not None or case.find("error") is not None
        outcome = "failed" if failed else "skipped" if case.find("skipped") is not None else "passed"
        name = case.get("name", "").encode("unicode_escape").decode()
        found[f"{case.get('classname')}::{name}"] = outcome
    return found


def verdict(results: Mapping[str, str], exceptions: Mapping[str, str], files: Iterable[str]) -> list[str]:
    """What is wrong, one line each; exceptions of files that did not run are left alone."""
    unlisted = [
        f"failed: {test}" for test, outcome in results.items() if outcome == "failed" and test not in exceptions
    ]
    ran = tuple(f"{file}::" for file in files)
    passed = [
        f"passes now, take it off the list: {test}"
        for test in exceptions
        if test.startswith(ran) and results.get(test) == "passed"
    ]
    gone = [
        f"no such test, take it off the list: {test}"
        for test in exceptions
        if test.startswith(ran) and test not in results
    ]
    return [*unlisted, *passed, *gone]


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


def run_files(files: Sequence[Path]) -> dict[str, str]:
    """The results of some files in one process; if it ends without a report, of each file in its own.

    A file whose own process does that is "failed" itself.
    """
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.unlink(missing_ok=True)
    names = [file.relative_to(ROOT).as_posix() for file in files]
    report = REPORT.relative_to(ROOT).as_posix()
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not desktop",
        "--continue-on-collection-errors",
        f"--junitxml={report}",
    ]
    with (REPORT.parent / "windows.log").open("ab") as log:
        subprocess.run(
            ["sh", str(KIT / "run.sh"), "-m", "pytest", *names, *options],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, "T": str(FILE_S * len(files))},
            check=False,
            cwd=ROOT,
        )
    if REPORT.is_file():
        return results_of(REPORT.read_text(encoding="utf-8"))
    if len(files) == 1:
        return {f"{module_of(files[0])}::": "failed"}
    return {test: outcome for file in files for test, outcome in run_files([file]).items()}


def run_windows() -> dict[str, str]:
    """The results of the tests of real windows: this system's Python starts the program under Wine and looks at it."""
    REPORT.unlink(missing_ok=True)
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "tests/wine", f"--junitxml={REPORT}"],
        env={**os.environ, "R2T2_WINE": "1"},
        check=False,
        cwd=ROOT,
    )
    return results_of(REPORT.read_text(encoding="utf-8")) if REPORT.is_file() else {"tests.wine::": "failed"}


def show(name: str, found: Mapping[str, str], seconds: float, exceptions: Mapping[str, str]) -> None:
    print(f"{seconds:6.1f} s  {name}: {counts(found)}", flush=True)
    for test, outcome in found.items():
        if outcome == "failed":
            print(f"          {test}" + (f"  (known: {exceptions[test]})" if test in exceptions else ""), flush=True)


def counts(results: Mapping[str, str]) -> str:
    outcomes = list(results.values())
    return ", ".join(f"{outcomes.count(name)} {name}" for name in ("passed", "failed", "skipped"))


def main(arguments: list[str]) -> int:
    exceptions = read_exceptions((KIT / "exceptions.txt").read_text(encoding="utf-8"))
    files = [ROOT / name for name in arguments] or [
        path
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if not set(path.relative_to(ROOT).parts) & set(ELSEWHERE)
    ]
    (REPORT.parent / "windows.log").unlink(missing_ok=True)
    results: dict[str, str] = {}
    begun = time.monotonic()
    for folder, inside in groupby(files, key=lambda file: file.parent):
        here = time.monotonic()
        found = run_files(list(inside))
        results.update(found)
        show(folder.relative_to(ROOT).as_posix(), found, time.monotonic() - here, exceptions)
    if not arguments:
        here = time.monotonic()
        found = run_windows()
        results.update(found)
        show("tests/wine", found, time.monotonic() - here, exceptions)
        if FIGURES.is_file():
            print(FIGURES.read_text(encoding="utf-8"))
    print(
        f"{time.monotonic() - begun:.0f} s, {len(files)} files: {counts(results)}, {len(exceptions)} known exceptions"
    )
    problems = verdict(results, exceptions, map(module_of, files))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

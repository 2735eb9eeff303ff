"""Runs the platform-neutral tests on Windows' own binaries under Wine: `make test-windows`, with ARGS for single files.

Each test file has a process of its own, since one that stops the process must not take the others along. What may fail
stands in `exceptions.txt`, each with its reason. A failure that is not listed fails the run, and so does an entry whose
test passes: the list may only shrink.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree

KIT = Path(__file__).resolve().parent
ROOT = KIT.parent.parent
REPORT = ROOT / "tests" / "artifacts" / "windows.xml"
FILE_S = 600
"""The longest that one file may take."""

ELSEWHERE = ("bench", "desktop", "privacy")
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


def run_file(file: Path) -> dict[str, str]:
    """The results of one file; the file itself "failed" if its process ended without a report."""
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.unlink(missing_ok=True)
    name = file.relative_to(ROOT).as_posix()
    options = ["-q", "-p", "no:cacheprovider", "-m", "not desktop", f"--junitxml={REPORT.relative_to(ROOT).as_posix()}"]
    subprocess.run(
        ["sh", str(KIT / "run.sh"), "-m", "pytest", name, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=FILE_S + 60,
        check=False,
        cwd=ROOT,
    )
    if not REPORT.is_file():
        return {f"{module_of(file)}::": "failed"}
    return results_of(REPORT.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    exceptions = read_exceptions((KIT / "exceptions.txt").read_text(encoding="utf-8"))
    files = [ROOT / name for name in arguments] or [
        path
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if not set(path.relative_to(ROOT).parts) & set(ELSEWHERE)
    ]
    results: dict[str, str] = {}
    begun = time.monotonic()
    for file in files:
        here = time.monotonic()
        found = run_file(file)
        results.update(found)
        counts = [f"{list(found.values()).count(name)} {name}" for name in ("passed", "failed", "skipped")]
        print(f"{time.monotonic() - here:6.1f} s  {module_of(file)}: {', '.join(counts)}", flush=True)
        for test, outcome in found.items():
            if outcome == "failed":
                print(
                    f"          {test}" + (f"  (known: {exceptions[test]})" if test in exceptions else ""), flush=True
                )
    totals = [f"{list(results.values()).count(name)} {name}" for name in ("passed", "failed", "skipped")]
    print(
        f"{time.monotonic() - begun:.0f} s, {len(files)} files: {', '.join(totals)}, {len(exceptions)} known exceptions"
    )
    problems = verdict(results, exceptions, map(module_of, files))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Lint, types and tests in stages: `python packaging/checks.py [--lowest] [PYTEST ARGUMENT…]`, as `make test` calls it.

Every stage is run, whatever fails, so that one call shows all there is to mend. The output ends with a summary: each stage,
and of what failed the name and the first lines. Whoever sees only the last lines of a log sees these.
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
LINES, COLUMNS = 8, 200
"""What the summary shows of one failure at most."""
FAILURES = 30
"""How many failures of a stage it shows."""
PLACE = re.compile(r"^\S+:\d+: \S.*$", re.MULTILINE)
"""Where a test failed: `file:line: kind of error`."""


@dataclass(frozen=True)
class Stage:
    name: str
    command: tuple[str, ...]
    report: Path | None = None
    """Where pytest writes what each test did, as JUnit's XML."""


def tool(name: str, *arguments: str) -> Stage:
    return Stage(" ".join((name, *arguments[:1])), (str(Path(sys.executable).with_name(name)), *arguments))


def tests(name: str, *arguments: str) -> Stage:
    report = Path(sys.prefix) / f".{name.replace(' ', '-')}.xml"
    color = ["--color=yes"] if sys.stdout.isatty() else []
    options = [f"--junitxml={report}", "-o", "junit_family=xunit1", *color]  # xunit1 has the names of files
    return Stage(name, (sys.executable, "-m", "pytest", *arguments, *options), report)


def stages(arguments: Sequence[str], *, lowest: bool) -> tuple[list[Stage], Stage | None]:
    """The stages in their order, and the one that runs beside them all."""
    lint = [tool("ruff", "check", "."), tool("ruff", "format", "--check", "."), tool("mypy"), tool("vulture")]
    pair = ("-n", "2", "--max-worker-restart", "0")  # after a crash the rest would be waited for in vain
    plain = (*pair, "--dist", "worksteal", "-m", "not desktop", "--ignore=tests/privacy")
    if lowest:
        return [*lint, tests("tests", *plain, *arguments)], None
    if arguments:
        return [*lint, tests("tests", *arguments)], None
    # Two at a time. The desktop tests are mostly waiting for speech to be spoken; each process has a screen and a sound
    # server of its own. They come second, as they do not like a busy machine.
    desktop = tests("desktop tests", *pair, "--dist", "loadfile", "-m", "desktop")
    # The proof of privacy takes four minutes and mostly waits: it runs beside the others.
    return [*lint, tests("tests", *plain), desktop], tests("privacy", "tests/privacy")


@dataclass(frozen=True)
class Result:
    stage: Stage
    code: int
    seconds: float
    output: str
    """The end of what was printed."""

    def lines(self) -> Iterator[str]:
        """The stage's part of the summary."""
        failures = list(self.failures())
        counted = f", {len(failures)} failed" if failures else ""
        yield f"{'FAILED' if self.code else 'passed'}  {self.stage.name} ({self.seconds:.0f} s{counted})"
        if not self.code:
            return
        for name, message in failures[:FAILURES]:
            yield f"    {name}"
            yield from (f"        {line[:COLUMNS]}" for line in message)
        if more := failures[FAILURES:]:
            yield f"    and {len(more)} more"
        if not failures:  # a tool, or pytest that did not get as far as its report
            yield f"    exit status {self.code}"
            yield from (f"    {line[:COLUMNS]}" for line in self.output.splitlines()[-2 * LINES :])

    def failures(self) -> Iterator[tuple[str, list[str]]]:
        """(test, first lines of its message and the place) for each test that failed."""
        if self.stage.report is None or not self.stage.report.is_file():
            return
        for case in ElementTree.parse(self.stage.report).iter("testcase"):
            for kind in ("error", "failure"):
                if (found := case.find(kind)) is not None:
                    message = (found.get("message") or "").splitlines()[:LINES]
                    places = PLACE.findall(found.text or "")
                    yield f"{case.get('file')}::{case.get('name')}", [*message, *places[-1:]]


def follow(stage: Stage) -> Result:
    """Runs a stage and shows what it prints."""
    begun = time.monotonic()
    forget(stage)
    end = b""
    with subprocess.Popen(stage.command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout is not None
        pipe = process.stdout.fileno()
        while True:
            if select.select([pipe], [], [], 1)[0]:
                if not (some := os.read(pipe, 1 << 16)):
                    break
                sys.stdout.buffer.write(some)
                sys.stdout.flush()
                end = (end + some)[-10_000:]
            elif process.poll() is not None:  # something that a test left behind holds the pipe
                break
    return Result(stage, process.returncode, time.monotonic() - begun, end.decode(errors="replace"))


def forget(stage: Stage) -> None:
    """An older report is none of this run."""
    if stage.report is not None:
        stage.report.unlink(missing_ok=True)


def run(order: Sequence[Stage], beside: Stage | None = None) -> list[Result]:
    """Runs all stages, one after another, and `beside` at the same time; its output follows that of the others."""
    if beside is None:
        return [follow(stage) for stage in order]
    begun = time.monotonic()
    forget(beside)
    log = Path(sys.prefix) / f".{beside.name}.log"
    with log.open("wb") as file:
        process = subprocess.Popen(beside.command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT)
    try:
        results = [follow(stage) for stage in order]
        code = process.wait()
    finally:
        process.terminate()
        process.wait()
    printed = log.read_text(encoding="utf-8", errors="replace")
    print(printed)
    return [*results, Result(beside, code, time.monotonic() - begun, printed[-10_000:])]


def summary(results: Sequence[Result]) -> str:
    failed = [result for result in results if result.code]
    heads = [line for result in results if not result.code for line in result.lines()]
    rest = [line for result in failed for line in result.lines()]
    verdict = f"{len(failed)} of {len(results)} stages failed" if failed else "Everything passed"
    return "\n".join(["", "=" * 32 + " summary " + "=" * 32, *heads, *rest, verdict])


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    lowest = arguments[:1] == ["--lowest"]
    results = run(*stages(arguments[lowest:], lowest=lowest))
    print(summary(results))
    return 1 if any(result.code for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

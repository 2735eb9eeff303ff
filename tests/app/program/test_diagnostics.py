"""What is written down about a run."""

from __future__ import annotations

import json
import logging
import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import qWarning
from PySide6.QtTest import QTest

from app.program.diagnostics import CrashReport, EventLog, qt_to_logging, report_unhandled

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.logs("the last run crashed")
def test_a_crash_is_read_at_the_next_start_and_a_clean_end_leaves_nothing(tmp_path: Path) -> None:
    crash = (
        "import faulthandler, sys; from pathlib import Path; from app.program.diagnostics import CrashReport;"
        "report = CrashReport(Path(sys.argv[1])); faulthandler._sigabrt()"
    )
    done = subprocess.run([sys.executable, "-c", crash, str(tmp_path)], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode != 0
    after = CrashReport(tmp_path)
    try:
        assert "Fatal Python error: Aborted" in after.previous
        assert (tmp_path / "crash-last.txt").read_text(encoding="utf-8").strip() == after.previous
    finally:
        after.close()
    clean = CrashReport(tmp_path)
    clean.close()
    assert clean.previous == ""


@pytest.mark.logs("no crash report")
def test_a_folder_that_cannot_be_written_does_not_keep_the_program_from_starting(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    report = CrashReport(in_the_way / "state")
    report.close()
    assert report.previous == ""


def test_a_log_file_that_cannot_be_opened_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "captions.log").mkdir()
    code = (
        "import logging, sys; from pathlib import Path; from app.program.diagnostics import start_logging;"
        "start_logging(Path(sys.argv[1])); logging.info('one'); logging.warning('two')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = done.stderr.splitlines()
    assert len(lines) == 2 and lines[0].startswith("WARNING: no log file: ") and lines[1] == "WARNING: two"


@pytest.mark.logs("unhandled error")
def test_an_error_that_ends_a_thread_is_logged_and_shown(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    shown: list[str] = []
    report_unhandled(shown.append)

    def work() -> None:
        raise ImportError("a library is missing")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert shown == ["ImportError: a library is missing"]
    assert "unhandled error" in caplog.text


@pytest.mark.logs("something about a window")
def test_qt_messages_go_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    from PySide6.QtCore import qInstallMessageHandler

    qt_to_logging()
    try:
        with caplog.at_level(logging.WARNING):
            qWarning("something about a window")
    finally:
        qInstallMessageHandler(None)
    assert [record.getMessage() for record in caplog.records] == ["something about a window"]


def test_events_say_when_the_qt_thread_was_blocked_and_whether_it_was_computing(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    events = EventLog(str(path))
    QTest.qWait(60)
    time.sleep(0.5)  # much longer than what earlier tests may have left to be computed
    QTest.qWait(60)
    events.begin_phase("run")
    QTest.qWait(60)
    events.close()
    written = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    blocks = [event for event in written if event["event"] == "block" and event["phase"] == "start"]
    longest_block = max(blocks, key=lambda block: float(block["ms"]))
    assert longest_block["ms"] >= 450
    assert longest_block["cpu_ms"] < longest_block["ms"]
    longest = {event["phase"]: event["ms"] for event in written if event["event"] == "longest_block"}
    assert longest["start"] >= 450
    assert set(longest) == {"start", "run"}


def test_without_the_variable_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("R2T2_CAPTIONS_EVENTS", raising=False)
    events = EventLog()
    events.write("text", text="secret")
    assert not events.on
    events.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of other systems")
@pytest.mark.usefixtures("application")
def test_events_hold_what_was_said_and_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    old = os.umask(0)
    try:
        events = EventLog(str(path))
    finally:
        os.umask(old)
    events.write("text", text="secret")
    events.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "secret" in path.read_text(encoding="utf-8")


@pytest.mark.usefixtures("application")
@pytest.mark.logs("no events are written")
def test_events_that_cannot_be_written_do_not_keep_the_program_from_starting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    events = EventLog(str(tmp_path / "nowhere" / "events.jsonl"))
    events.write("text", text="said")
    events.close()
    assert not events.on
    assert "no events are written" in caplog.text


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.usefixtures("application")
@pytest.mark.logs("no more events are written")
def test_a_full_disk_ends_the_events_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    events = EventLog("/dev/full")
    events.write("text", text="said")
    assert not events.on
    events.write("text", text="more")
    events.close()
    assert caplog.text.count("no more events") == 1

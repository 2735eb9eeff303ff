"""Exported files, to the byte."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.base.events import CommittedLine, FinalLine
from app.transcript.cues import Piece, TimedLine
from app.transcript.export import ExportError, ExportOptions, check_target, clock, export, file_stem, write_export

LINES = [
    TimedLine(
        "Fish & chips <now> --> please,\nthank you very much indeed for all of it.",
        1.5,
        6.25,
        "Fish & chips <now> --> please,\nthank you very much indeed for all of it.",
        "English",
        (Piece("Fish & chips <now> -->", 1.5, 3.0), Piece(" please,", 3.0, 3.5)),
    ),
    TimedLine("好。", 3661.0, 3661.2, "好。", "Chinese", (Piece("好", 3661.0, 3661.2),)),
    TimedLine("it where", 3700.0, 3702.0, "It were.", "English", (Piece("it where", 3700.0, 3701.0),), True),
]


def test_srt_golden() -> None:
    assert export(LINES, "srt") == (
        "1\n00:00:01,500 --> 00:00:06,250\n"
        "Fish & chips <now> --> please,\nthank you very much indeed for all of it.\n\n"
        "2\n01:01:01,000 --> 01:01:01,833\n好。\n\n"
        "3\n01:01:40,000 --> 01:01:41,000\nIt were.\n\n"
    )


def test_vtt_golden() -> None:
    assert export(LINES, "vtt") == (
        "WEBVTT\n"
        "\n00:00:01.500 --> 00:00:06.250\n"
        "Fish &amp; chips &lt;now&gt; --&gt; please,\nthank you very much indeed for all of it.\n"
        "\n01:01:01.000 --> 01:01:01.833\n好。\n"
        "\n01:01:40.000 --> 01:01:41.000\nIt were.\n"
    )


def test_txt_golden() -> None:
    assert export(LINES, "txt") == (
        "Fish & chips <now> --> please, thank you very much indeed for all of it.\n好。\nIt were.\n"
    )
    stamped = export(LINES, "txt", ExportOptions(timestamps=True, as_shown=True))
    assert stamped.splitlines()[1:] == ["[01:01:01] 好。", "[01:01:40] it where"]


def test_who_spoke_stands_before_the_line_in_every_format() -> None:
    said = [
        CommittedLine(1, " Shall we", 1.0, 1.5, side="you"),
        CommittedLine(2, "Yes", 1.2, 1.4, side="computer"),
        FinalLine(2, "Yes.", "Yes.", ".", False, 1.2, 1.6, side="computer"),
        FinalLine(1, "Shall we start?", "Shall we start?", " start?", False, 1.0, 2.5, side="you"),
    ]
    assert export(said, "txt") == "You: Shall we start?\nComputer: Yes.\n"
    assert export(said, "txt", ExportOptions(timestamps=True)).startswith("[00:00:01] You: Shall we start?\n")
    assert [line["speaker"] for line in json.loads(export(said, "json"))["lines"]] == ["You", "Computer"]
    for name in ("srt", "vtt"):
        assert "\nYou: Shall we start?\n" in export(said, name) and "\nComputer: Yes.\n" in export(said, name)
    named = [TimedLine("Hi.", 0.0, 1.0, "Hi.", speaker="Anna\n<b>")]
    assert "Anna &lt;b&gt;: Hi." in export(named, "vtt")
    assert export([TimedLine("  ", 0.0, 1.0, "", speaker="you")], "srt") == ""


def test_json_keeps_both_texts_and_says_that_times_are_approximate() -> None:
    started = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    document = json.loads(export(LINES, "json", ExportOptions(title="Café", started=started)))
    assert document["title"] == "Café"
    assert document["started"] == "2026-03-01T09:30:00+00:00"
    assert document["piece_times"] == "approximate"
    last = document["lines"][2]
    assert (last["text"], last["shown"], last["final"], last["diverged"]) == ("It were.", "it where", "It were.", True)
    assert last["pieces"] == [{"text": "it where", "start_s": 3700.0, "end_s": 3701.0}]
    assert "好" in export(LINES, "json"), "text is readable, not escaped"


def test_what_the_engine_said_can_be_exported_as_it_is() -> None:
    events = [CommittedLine(1, "Hello", 0.0, 0.5), FinalLine(1, "Hello all.", "Hello all.", " all.", False, 0.0, 2.0)]
    assert export(events, "srt") == "1\n00:00:00,000 --> 00:00:02,000\nHello all.\n\n"


@pytest.mark.parametrize(("name", "expected"), [("txt", ""), ("srt", ""), ("vtt", "WEBVTT\n")])
def test_nothing_said_gives_a_valid_empty_file(name: str, expected: str) -> None:
    assert export([], name) == expected
    assert export([TimedLine("  ", 0, 1)], name) == expected


def test_unknown_format_is_one_sentence() -> None:
    with pytest.raises(ExportError, match="no format 'doc'; choose one of txt, srt, vtt, json"):
        export([], "doc")


@pytest.mark.parametrize(
    ("seconds", "decimal", "expected"),
    [
        (0, ",", "00:00:00,000"),
        (59.9996, ",", "00:01:00,000"),
        (3599.999, ".", "00:59:59.999"),
        (360000.5, ".", "100:00:00.500"),
        (-1, ",", "00:00:00,000"),
        (61.4, "", "00:01:01"),
    ],
)
def test_clock(seconds: float, decimal: str, expected: str) -> None:
    assert clock(seconds, decimal) == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Biology: week 3/4?", "Biology week 3 4"),
        ("会议记录", "会议记录"),
        ("  ..hidden.. ", "hidden"),
        ("con", "con_"),
        ("Con.1 of 2", "Con_.1 of 2"),
        ("\n\t", "captions"),
        ("长" * 100, "长" * 40),
    ],
)
def test_file_names_that_every_system_accepts(title: str, expected: str) -> None:
    assert file_stem(title, None) == expected


def test_a_session_without_title_is_named_after_its_time() -> None:
    assert file_stem("", datetime(2026, 3, 1, 9, 5)) == "captions 2026-03-01 09.05"


def test_files_are_utf8_without_bom_and_replace_the_old_one(tmp_path: Path) -> None:
    folder = tmp_path / "Jürgen 用户 🎉"
    folder.mkdir()
    target = folder / "字幕.srt"
    target.write_text("old", encoding="utf-8")
    write_export(target, "1\nGrüße 你好\n")
    assert target.read_bytes() == "1\nGrüße 你好\n".encode()
    assert [file.name for file in folder.iterdir()] == ["字幕.srt"]


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a matter of other systems")
def test_files_can_be_read_by_those_whom_the_system_lets(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        write_export(tmp_path / "a.txt", "x")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o644


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a matter of other systems")
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "private.txt"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    write_export(target, "new")
    assert target.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_the_file_behind_it_is_written(tmp_path: Path, there: bool) -> None:
    (tmp_path / "elsewhere").mkdir()
    file, link = tmp_path / "elsewhere" / "notes.txt", tmp_path / "notes.txt"
    if there:
        file.write_text("old", encoding="utf-8")
    link.symlink_to(file)
    write_export(link, "new")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "new"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are no files there")
def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_export(pipe, "Grüße\n")
        assert os.read(reader, 100) == "Grüße\n".encode()
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_folder_that_is_gone_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="cannot be written"):
        write_export(tmp_path / "gone" / "a.txt", "x")


def test_a_disk_that_goes_away_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "replace", gone)
    monkeypatch.setattr(Path, "unlink", gone)
    with pytest.raises(ExportError, match=r"a\.txt could not be written: Input/output error\."):
        write_export(tmp_path / "a.txt", "x")


NOT_ON_WINDOWS = ["a?b.txt", "a\tb.txt", "a:b.txt", "NUL", "nul.txt", "com1.srt", "ends.", "ends "]


@pytest.mark.parametrize("name", NOT_ON_WINDOWS)
def test_a_name_that_windows_refuses_or_changes_is_found_before_the_work(name: str, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="Windows does not allow this name"):
        check_target(Path(f"{tmp_path}/{name}"), system="win32")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["captions.txt", "Grüße 你好.srt", "nullable.txt", ".hidden", "a.b.c"])
def test_other_names_are_fine_there(name: str, tmp_path: Path) -> None:
    check_target(Path(f"{tmp_path}/{name}"), system="win32")
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_only_the_disk_refuses_is_found_by_trying_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Path.open

    def refuse(path: Path, *arguments: Any, **named: Any) -> Any:
        if path.name == "odd.txt":
            raise OSError(errno.EINVAL, "Invalid argument")
        return whole(path, *arguments, **named)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ExportError, match=r"odd\.txt could not be written: Invalid argument\."):
        check_target(tmp_path / "odd.txt")
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_file_is_found_before_the_work_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everything, so the refusal is acted
    with pytest.raises(ExportError, match=r"a\.txt could not be written: Permission denied\."):
        check_target(tmp_path / "a.txt", system="win32")


def test_no_temporary_file_stays_where_read_only_files_cannot_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows neither replaces nor deletes a read-only file; the new one has the mode of the old one."""
    target = tmp_path / "a.txt"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o444)
    unlink = Path.unlink

    def refuse_replace(path: Path, to: Path) -> Path:
        raise PermissionError(13, "Access is denied")

    def windows_unlink(path: Path, missing_ok: bool = False) -> None:
        if path.exists() and not path.stat().st_mode & stat.S_IWUSR:
            raise PermissionError(13, "Access is denied")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "replace", refuse_replace)
    monkeypatch.setattr(Path, "unlink", windows_unlink)
    with pytest.raises(ExportError, match="Access is denied"):
        write_export(target, "new")
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_text_that_is_not_unicode_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(ExportError, match=r"a\.txt could not be written"):
        write_export(target, "\ud800")
    assert target.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_lines_of_text_can_have_the_time_of_day() -> None:
    lines = [TimedLine("Good morning.", 3.0, 4.0, wall_s=1_800_000_000.0), TimedLine("Unknown.", 5.0, 6.0)]
    of_day = datetime.fromtimestamp(1_800_000_000.0).strftime("%H:%M:%S")
    clocked = export(lines, "txt", ExportOptions(timestamps=True, times="clock"))
    assert clocked == f"[{of_day}] Good morning.\n[00:00:05] Unknown.\n"
    both = export(lines, "txt", ExportOptions(timestamps=True, times="both"))
    assert both.startswith(f"[00:00:03 · {of_day}] Good")

"""Transcripts as files: plain text, SRT, WebVTT and JSON. Pure functions from lines to text, and one that writes.

Times are seconds of session audio. Words inside a line are timed by when they were committed, so cue times are
approximate; the JSON says so.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from app.base.events import CommittedLine, FinalLine
from app.base.settings import LineTimes
from app.base.sides import speaker_label, speaker_words
from app.transcript.cues import TimedLine, build_cues, gather, visible
from inference.files import move_into_place

JSON_VERSION = 1


@dataclass(frozen=True)
class ExportOptions:
    """Attributes:
    timestamps: put the time of each line before it (text only): since the start, of day, or both, as `times` says.
    as_shown: the words as they stood on screen, not the final transcripts, where the two differ.
    title, started: of the session, where known (text and JSON).
    """

    timestamps: bool = False
    times: LineTimes = "session"
    as_shown: bool = False
    title: str = ""
    started: datetime | None = None


class ExportError(Exception):
    """A transcript could not be exported; the text is a message for the user."""


def clock(seconds: float, decimal: str = "") -> str:
    """`HH:MM:SS`, with `decimal` (`,` or `.`) also the milliseconds: `HH:MM:SS,mmm`. Hours may pass 99."""
    total_ms = max(0, round(seconds * 1000))
    whole, ms = divmod(total_ms, 1000)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02d}:{minute:02d}:{second:02d}" + (f"{decimal}{ms:03d}" if decimal else "")


def _one_line(text: str) -> str:
    return " ".join(visible(text).split())


def to_txt(lines: Sequence[TimedLine], options: ExportOptions = ExportOptions()) -> str:
    """One line of text for each utterance, after the name of who spoke where two sides were heard."""
    written = ""
    for line in lines:
        if text := _one_line(line.text(options.as_shown)):
            stamp = f"[{_stamp(line, options.times)}] " if options.timestamps else ""
            label = _one_line(speaker_label(line.speaker)) + " " if line.speaker else ""
            written += f"{stamp}{label}{text}\n"
    return written


def _named(line: TimedLine) -> TimedLine:
    """The line with the name of who spoke as its first words, where two sides were heard."""
    if not line.speaker or not line.text().strip():
        return line
    label = visible(speaker_label(line.speaker)) + " "
    pieces = (
        (replace(line.pieces[0], text=label + line.pieces[0].text.lstrip()), *line.pieces[1:]) if line.pieces else ()
    )
    final = label + line.final.lstrip() if line.final is not None else None
    return replace(line, shown=label + line.shown.lstrip(), final=final, pieces=pieces)


def _stamp(line: TimedLine, times: LineTimes) -> str:
    """`00:03:07`, `14:32:07` (this machine's time zone), or both."""
    if times == "session" or not line.wall_s:
        return clock(line.start_s)
    of_day = datetime.fromtimestamp(line.wall_s).strftime("%H:%M:%S")
    return of_day if times == "clock" else f"{clock(line.start_s)} · {of_day}"


def to_srt(lines: Sequence[TimedLine], options: ExportOptions = ExportOptions()) -> str:
    """SubRip: numbered cues, comma before the milliseconds."""
    return "".join(
        f"{number}\n{clock(cue.start_ms / 1000, ',')} --> {clock(cue.end_ms / 1000, ',')}\n"
        + "\n".join(cue.lines)
        + "\n\n"
        for number, cue in enumerate(build_cues(map(_named, lines), options.as_shown), 1)
    )


def escape_vtt(text: str) -> str:
    """Cue text in which nothing is markup (https://www.w3.org/TR/webvtt1/#webvtt-cue-text)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def to_vtt(lines: Sequence[TimedLine], options: ExportOptions = ExportOptions()) -> str:
    """WebVTT: point before the milliseconds, `&`, `<` and `>` escaped."""
    cues = "".join(
        f"\n{clock(cue.start_ms / 1000, '.')} --> {clock(cue.end_ms / 1000, '.')}\n"
        + "\n".join(map(escape_vtt, cue.lines))
        + "\n"
        for cue in build_cues(map(_named, lines), options.as_shown)
    )
    return "WEBVTT\n" + cues


def to_json(lines: Sequence[TimedLine], options: ExportOptions = ExportOptions()) -> str:
    """Everything that is known: both texts of each line, and its committed pieces with their times."""
    document: dict[str, Any] = {
        "format": "r2t2-captions transcript",
        "version": JSON_VERSION,
        "title": options.title,
        "started": options.started.isoformat() if options.started else None,
        "piece_times": "approximate",
        "lines": [
            {
                "start_s": round(line.start_s, 3),
                "end_s": round(line.end_s, 3),
                "language": line.language,
                "speaker": speaker_words(line.speaker),
                "text": line.text(options.as_shown),
                "shown": line.shown,
                "final": line.final,
                "diverged": line.diverged,
                "pieces": [
                    {"text": piece.text, "start_s": round(piece.start_s, 3), "end_s": round(piece.end_s, 3)}
                    for piece in line.pieces
                ],
            }
            for line in lines
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


FORMATS: dict[str, Callable[[Sequence[TimedLine], ExportOptions], str]] = {
    "txt": to_txt,
    "srt": to_srt,
    "vtt": to_vtt,
    "json": to_json,
}


def export(
    lines: Iterable[TimedLine | CommittedLine | FinalLine], format_name: str, options: ExportOptions = ExportOptions()
) -> str:
    """The transcript as text in `format_name` (a key of `FORMATS`).

    `lines` are the history's lines, or simply everything the engine said, in order. Raises ExportError.
    """
    if format_name not in FORMATS:
        raise ExportError(f"There is no format '{format_name}'; choose one of {', '.join(FORMATS)}.")
    return FORMATS[format_name](gather(lines), options)


def write_export(path: Path, text: str) -> None:
    """Writes UTF-8 to a temporary file and renames it, so that a full disk leaves no half file. Raises ExportError.

    A link stays: the file it points to is replaced. The mode of a file that is replaced is kept, and its owner where the
    system allows it. A device or a pipe cannot be replaced and is written to.
    """
    try:
        if is_special(path):
            path.write_text(text, encoding="utf-8", newline="\n")
            return
        target = Path(os.path.realpath(path))
    except (OSError, UnicodeError) as error:
        raise not_written(path, error) from error
    temporary, file = _open_temporary(target.parent)
    try:
        with file:
            _keep_access(target, temporary)
            file.write(text)
        move_into_place(temporary, target)
    except (OSError, UnicodeError) as error:
        _discard(temporary)
        raise not_written(path, error) from error


def find_target(folder: str, name: str) -> Path:
    """The file `name` in a folder as a user writes it (`~/captions`). Raises ExportError if nothing can lie there."""
    try:
        if problem := name_problem(name):
            raise OSError(errno.EINVAL, problem)
        target = Path(folder).expanduser() / name
        target.exists()  # a name that is too long, a folder that nobody may enter
    except (OSError, RuntimeError) as error:  # RuntimeError: "~somebody" who is not there
        raise ExportError(_no_way_into(folder, error)) from error
    return target


def check_target(path: Path, *, grows: bool = False, system: str = sys.platform) -> None:
    """Finds out whether a file can be written there, before the work is done for it; nothing is changed.

    `grows`: the file is not replaced but written to line by line. Raises ExportError.
    """
    try:
        if problem := name_problem(path.name, system):
            raise OSError(errno.EINVAL, problem)
        if path.is_dir():
            raise ExportError(f"{path} is a folder. Name a file to write to.")
        if is_special(path) or (grows and path.exists()):
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return
        target = Path(os.path.realpath(path))
    except OSError as error:
        raise not_written(path, error) from error
    temporary, file = _open_temporary(target.parent)
    file.close()
    _discard(temporary)
    try:
        if target.exists():
            # Windows replaces no read-only file; elsewhere the folder's rights decide.
            if system == "win32" and not os.access(target, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        else:
            target.open("x").close()
            target.unlink()
    except OSError as error:
        raise not_written(path, error) from error


def name_problem(name: str, system: str = sys.platform) -> str:
    """Why a system takes no file of this name, or would give it another one without a word; empty if it does take it.

    Microsoft, "Naming Files, Paths, and Namespaces". What depends on the disk, such as the length, only trying shows.
    """
    if system != "win32":
        return ""
    taken = not (_FORBIDDEN_IN_NAMES.intersection(name) or any(ord(char) < 32 for char in name))
    taken = taken and not name.endswith((".", " ")) and not _is_windows_device(name)
    return "" if taken else "Windows does not allow this name"


def is_special(path: Path) -> bool:
    """Whether what is there is neither a file nor a folder: a device, a pipe. Raises OSError."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _open_temporary(folder: Path) -> tuple[Path, TextIO]:
    """A new file beside the one that is to be written. Raises ExportError."""
    temporary = folder / f".export-{secrets.token_hex(6)}"
    try:
        # not by `tempfile`, whose files only their owner may read: an export is there to be shared
        return temporary, temporary.open("x", encoding="utf-8", newline="\n")
    except OSError as error:
        raise ExportError(_no_way_into(folder, error)) from error


def _discard(temporary: Path) -> None:
    """Removes a file of ours; it may have become read-only, which Windows does not delete."""
    with contextlib.suppress(OSError):
        temporary.chmod(stat.S_IRUSR | stat.S_IWUSR)
    with contextlib.suppress(OSError):
        temporary.unlink(missing_ok=True)


def _keep_access(old: Path, new: Path) -> None:
    """Gives `new` the mode and the owner of `old`, if there is one and as far as the system allows it."""
    with contextlib.suppress(OSError):
        status = old.stat()
        new.chmod(stat.S_IMODE(status.st_mode))
        if sys.platform != "win32":
            os.chown(new, status.st_uid, status.st_gid)


def _no_way_into(folder: Path | str, error: OSError | RuntimeError) -> str:
    detail = str((error.strerror if isinstance(error, OSError) else None) or error).rstrip(".")
    return f"The file cannot be written to {folder}: {detail}."


def not_written(path: Path, error: Exception) -> ExportError:
    """What is told where `error` kept a file from being written."""
    detail = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return ExportError(f"{path.name} could not be written: {detail}.")


_FORBIDDEN_IN_NAMES = frozenset('<>:"/\\|?*')
_WINDOWS_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{name}{i}" for name in ("com", "lpt") for i in range(10))}
)


def _is_windows_device(name: str) -> bool:
    return name.partition(".")[0].rstrip().lower() in _WINDOWS_DEVICES  # "con.anything" is the device as well


def file_stem(title: str, started: datetime | None) -> str:
    """A file name without ending that every system accepts: the title, else the time of the session."""
    text = title or (started.strftime("captions %Y-%m-%d %H.%M") if started else "captions")
    kept = "".join(" " if char in _FORBIDDEN_IN_NAMES or not char.isprintable() else char for char in text)
    kept = " ".join(kept.split()).strip(" .")
    while len(kept.encode("utf-8", "ignore")) > 120:
        kept = kept[:-1].rstrip(" .")
    if _is_windows_device(kept):
        first, dot, rest = kept.partition(".")
        kept = f"{first.rstrip()}_{dot}{rest}"
    return kept or "captions"

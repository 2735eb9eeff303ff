"""Which files of a folder are recordings, and where the text beside one lies. Given paths; looks into folders, not into files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

RECORDING = re.compile(
    r"\.(3g2|3gp|aac|ac3|aif[cf]?|aiff|amr|ape|asf|au|avi|caf|dts|eac3|f4v|flac|flv|m2ts|m4[abv]|mk[av]|mov|mp[234]|mpe?g"
    r"|mts|mxf|og[agv]|opus|ra|rf64|rm|spx|tta|ts|vob|w64|wav|web[am]|wm[av]|wv)",
    re.IGNORECASE,
)
"""Endings of the files that are taken from a folder."""


def is_recording(path: Path) -> bool:
    """Whether a file of a folder is taken: by the ending of its name, and not if it or a folder of it is hidden."""
    return RECORDING.fullmatch(path.suffix) is not None and not any(part.startswith(".") for part in path.parts)


def recordings_in(folder: Path) -> list[Path]:
    """The recordings in a folder and the folders in it, in order."""
    return sorted(path for path in folder.rglob("*") if is_recording(path.relative_to(folder)) and path.is_file())


def output_beside(path: Path, ending: str, others: Sequence[Path]) -> Path:
    """`talk.mp4` -> `talk.srt`, where players look for it; `talk.mp4.srt` beside a `talk.wav` that wants one, too.

    >>> output_beside(Path("a/talk.mp4"), "srt", [Path("a/talk.mp4"), Path("b/talk.wav")]).as_posix()
    'a/talk.srt'
    """
    short = path.with_suffix(f".{ending}")
    rivals = [other for other in others if other != path and other.with_suffix("") == path.with_suffix("")]
    return path.with_name(f"{path.name}.{ending}") if rivals or short == path else short

"""What ONNX Runtime's telemetry left is removed, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.base.telemetry_leftovers import remove_telemetry_leftovers, telemetry_folders

LEFT = ("deviceid", "deviceid.lock", "onnxruntime.db", "onnxruntime.db-shm", "onnxruntime.db-wal")
"""What version 1.31.1 leaves (seen)."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (found,) = telemetry_folders("linux", {}, tmp_path)
    found.mkdir(parents=True)
    for name in LEFT:
        (found / name).write_bytes(b"something")
    return found


def test_it_is_removed_with_the_folders_that_are_empty_then(folder: Path, tmp_path: Path) -> None:
    assert remove_telemetry_leftovers(folder)
    assert list(tmp_path.rglob("*")) == [tmp_path / ".cache"]


def test_other_files_beside_it_keep_the_whole_folder(folder: Path) -> None:
    (folder / "notes.txt").write_text("mine")
    assert not remove_telemetry_leftovers(folder)
    assert sorted(file.name for file in folder.iterdir()) == sorted([*LEFT, "notes.txt"])


def test_a_folder_named_like_a_file_of_the_library_keeps_it_too(folder: Path) -> None:
    (folder / "deviceid").unlink()
    (folder / "deviceid").mkdir()
    assert not remove_telemetry_leftovers(folder)
    assert (folder / "onnxruntime.db").exists()


def test_folders_above_that_hold_something_else_stay(folder: Path) -> None:
    other = folder.parent / "deviceid"
    other.write_text("of another tool")
    assert remove_telemetry_leftovers(folder)
    assert other.read_text() == "of another tool"


def test_where_there_is_nothing_nothing_happens(tmp_path: Path) -> None:
    assert not remove_telemetry_leftovers(tmp_path / "not there")


@pytest.mark.parametrize(
    ("system", "environment", "expected"),
    [
        ("linux", {}, ["home/.cache"]),
        ("linux", {"XDG_CACHE_HOME": "elsewhere"}, ["elsewhere"]),
        ("darwin", {}, ["home/Library/Application Support", "home/Library/Caches"]),
        ("win32", {"LOCALAPPDATA": "local"}, ["local"]),
    ],
)
def test_the_folder_of_each_system(system: str, environment: dict[str, str], expected: list[str]) -> None:
    below = Path("Microsoft", "DeveloperTools", ".onnxruntime")
    assert telemetry_folders(system, environment, Path("home")) == [Path(top) / below for top in expected]

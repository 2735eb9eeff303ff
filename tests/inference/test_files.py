"""Finished files get their names, also while another program looks at them, as Windows' virus scanners do."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from inference.files import PATIENCE_S, move_into_place


class Scanner:
    """Keeps a file from being renamed a few times, as Windows reports it; `waits` are the pauses between attempts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
        self.waits: list[float] = []
        self._times = times
        replace = Path.replace

        def refused(source: Path, target: Path) -> Path:
            if self._times > 0:
                self._times -= 1
                raise PermissionError(13, "The file is being used by another process")
            return replace(source, target)

        monkeypatch.setattr(Path, "replace", refused)


def test_a_file_that_a_scanner_reads_for_a_moment_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").write_text("new", encoding="utf-8")
    (tmp_path / "old").write_text("old", encoding="utf-8")
    scanner = Scanner(monkeypatch, 2)
    move_into_place(tmp_path / "new", tmp_path / "old", system="win32", sleep=scanner.waits.append)
    assert (tmp_path / "old").read_text(encoding="utf-8") == "new"
    assert len(scanner.waits) == 2
    assert not (tmp_path / "new").exists()


def test_a_folder_gets_its_name_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "file").touch()
    scanner = Scanner(monkeypatch, 1)
    move_into_place(tmp_path / "new", tmp_path / "model", system="win32", sleep=scanner.waits.append)
    assert (tmp_path / "model" / "file").is_file()


def test_a_file_that_stays_open_is_an_error_after_about_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").touch()
    scanner = Scanner(monkeypatch, 1_000_000)
    with pytest.raises(PermissionError):
        move_into_place(tmp_path / "new", tmp_path / "old", system="win32", sleep=scanner.waits.append)
    assert PATIENCE_S <= sum(scanner.waits) < 2 * PATIENCE_S


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_elsewhere_a_refusal_is_final(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "new").touch()
    scanner = Scanner(monkeypatch, 1)
    with pytest.raises(PermissionError):
        move_into_place(tmp_path / "new", tmp_path / "old", system=system, sleep=scanner.waits.append)
    assert scanner.waits == []


def test_another_error_is_final(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        move_into_place(tmp_path / "missing", tmp_path / "old", system="win32")


def test_nobody_renames_files_without_it() -> None:
    """`Path.replace` and `Path.rename` take one argument, `str.replace` two or more."""
    root = Path(__file__).parents[2]
    settings = {"self", "live", "self.live", "self._live"}  # these are `LiveSettings`, which replaces no files
    found = [
        f"{path.relative_to(root)}:{node.lineno}"
        for package in ("app", "inference", "onnx_export")
        for path in (root / package).rglob("*.py")
        if path != root / "inference/files.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("replace", "rename")
        and len(node.args) == 1
        and not node.keywords
        and ast.unparse(node.func.value) not in settings
    ]
    assert found == []

"""The desktop entry that the program writes for itself: where none works, and gone without a trace."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app.base.desktop_entry import DesktopEntry, entry_text, works
from app.base.paths import APP_ID
from app.program import application

COMMAND = [sys.executable, "-m", "app"]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "own"),
        "XDG_DATA_DIRS": str(tmp_path / "system"),
        "PATH": "/usr/bin:/bin",
    }


def install(env: dict[str, str], program: str) -> Path:
    """An entry as a package leaves it."""
    file = Path(env["XDG_DATA_DIRS"]) / "applications" / f"{APP_ID}.desktop"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[Desktop Entry]\nType=Application\nExec={program}\n", encoding="utf-8")
    return file


def test_where_no_entry_is_installed_the_program_writes_one_and_removes_it(env: dict[str, str]) -> None:
    entry = DesktopEntry(env)
    entry.ensure(COMMAND, "/icon.svg")
    text = entry.file.read_text(encoding="utf-8")
    assert entry.file.name == f"{APP_ID}.desktop" and works(text, env["PATH"]) and "Icon=/icon.svg" in text
    assert entry.remove() and not entry.file.exists()
    assert not entry.remove()


@pytest.mark.skipif(sys.platform == "win32", reason="no program is executable there without an ending")
def test_an_installed_entry_is_left_alone_and_replaces_the_written_one(env: dict[str, str]) -> None:
    entry = DesktopEntry(env)
    entry.ensure(COMMAND, "icon")
    packaged = install(env, "sh --hidden")
    entry.ensure(COMMAND, "icon")
    assert not entry.file.exists() and packaged.exists()
    assert not entry.remove() and packaged.exists()


def test_an_entry_whose_program_is_gone_counts_as_none(env: dict[str, str]) -> None:
    install(env, '"/gone/r2t2-captions" --hidden')
    entry = DesktopEntry(env)
    entry.ensure(COMMAND, "icon")
    assert entry.file.exists()


def test_a_program_that_moved_writes_its_new_place(env: dict[str, str]) -> None:
    entry = DesktopEntry(env)
    entry.ensure(["/old/place/r2t2-captions"], "icon")
    entry.ensure(COMMAND, "icon")
    assert entry.file.read_text(encoding="utf-8") == entry_text(COMMAND, "icon")


def test_the_command_line_removes_the_entry(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    entry = DesktopEntry(env)
    entry.ensure(COMMAND, "icon")
    assert application.run_gui(["--uninstall-entry"]) == 0
    assert not entry.file.exists() and str(entry.file) in capsys.readouterr().out
    assert application.run_gui(["--uninstall-entry"]) == 0
    assert "no desktop entry" in capsys.readouterr().out

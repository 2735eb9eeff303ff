"""The program and Notepad under Wine, seen from outside: their windows on a private X server, their keys, their sound.

Windows' Python lives in the folder that `packaging/wine/setup.sh` makes. `WineDesktop.start` runs with it what the other
desktop tests run with this Python, so that their kit serves here as well.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.desktop.app_kit import ROOT, RunningApp
from tests.desktop.kit import Desktop, Started, wait_until

HOME = Path(os.environ.get("WINE_HOME") or Path.home() / ".cache" / "r2t2-wine")
CHROOT = Path(os.environ.get("TRIXIE") or HOME / "trixie")
PREFIX = Path(os.environ.get("WINEPREFIX") or HOME / "prefix")
START_S = 120.0
"""Windows' Python reads thousands of files through Wine before the first window."""


def windows_path(path: Path | str) -> str:
    r"""The name that Windows' programs know a file by.

    >>> windows_path("/tmp/a b")
    'Z:\\tmp\\a b'
    """
    return "Z:" + str(path).replace("/", "\\")


def windows_value(value: str) -> str:
    return windows_path(value) if value.startswith("/") else value


class WineDesktop(Desktop):
    """A private X server whose programs are Windows' ones. One for all tests: Wine's own desktop stays on its screen."""

    def start(self, *command: str, env: Mapping[str, str] | None = None) -> Started:
        """Starts a program; `sys.executable` is Windows' Python, and values that name a file become Windows' names."""
        program, *arguments = command
        if program == sys.executable:
            program = windows_path(HOME / "win" / "python.exe")
        return super().start(*self.wine("wine", program, *map(windows_value, arguments), env=env))

    def wine(self, *command: str, env: Mapping[str, str] | None = None) -> list[str]:
        """The command line of one of Wine's programs in its folder of Debian 13."""
        own = {name: windows_value(value) for name, value in (env or {}).items() if not name.startswith("PULSE")}
        pulse = {name: value for name, value in (env or {}).items() if name.startswith("PULSE")}
        variables = {
            "HOME": str(HOME / "home"),
            "PATH": "/usr/lib/wine:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "DISPLAY": self.display,
            "WINEPREFIX": str(PREFIX),
            "WINEDEBUG": "-all",
            **own,
            **pulse,
        }
        given = [f"{name}={value}" for name, value in variables.items()]
        shell = 'cd "$1" && shift && exec "$@"'
        return ["chroot", str(CHROOT), "/usr/bin/env", "-i", *given, "sh", "-c", shell, "sh", str(ROOT), *command]

    def close(self) -> None:
        Started(self.wine("wineserver", "-k"), os.environ, self.folder / "wineserver.log").process.wait(60)
        super().close()


class WineApp(RunningApp):
    """The program under Wine."""

    def quit(self) -> int:
        """Asks the running program to end, as another start with `--quit` does; its exit status."""
        assert self.again("--quit").process.wait(START_S) == 0
        return self.started.process.wait(START_S)

    def first_event(self, kind: str, timeout_s: float = START_S) -> dict[str, Any]:
        event = self.wait(lambda: next(iter(self.events(kind)), None), f"the event {kind}", timeout_s)
        assert isinstance(event, dict)
        return event


class Notepad:
    """Windows' editor, and a reader in Windows' Python that writes down what it holds and when."""

    def __init__(self, desktop: WineDesktop, folder: Path) -> None:
        self.desktop = desktop
        self.report = folder / "notepad.jsonl"
        self.process = desktop.start("notepad")
        self.window = desktop.find_window("Notepad$", START_S)
        self.reader = desktop.start(sys.executable, "tests/wine/notepad_reader.py", str(self.report))
        wait_until(self.report.exists, START_S, f"the reader: {self.reader.output()}")
        self.focus()

    def focus(self) -> None:
        self.desktop.xdotool("windowactivate", "--sync", self.window)

    @property
    def changes(self) -> list[dict[str, Any]]:
        """`text` and `wall_s` of each change, the empty beginning included."""
        lines = self.report.read_text(encoding="utf-8").split("\n")
        return [json.loads(line) for line in lines[:-1]]

    @property
    def text(self) -> str:
        return str(self.changes[-1]["text"]) if self.changes else ""

    def close(self) -> None:
        self.reader.stop()
        self.process.stop()

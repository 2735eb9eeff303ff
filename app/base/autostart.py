"""Start at login: a desktop entry on Linux, the Run key on Windows, a launch agent on macOS.

The texts are made by pure functions; `Autostart` writes and removes them.
"""

from __future__ import annotations

import configparser
import os
import plistlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path, PureWindowsPath

from app.base.paths import APP_ID, APP_NAME

WINDOW_PROGRAM = "R2T2 Captions.exe"
"""The packaged program without a console; see `packaging/r2t2-captions.spec`."""
WINDOW_SCRIPT = "r2t2-captions-window.exe"
RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"


class AutostartError(Exception):
    """Start at login could not be switched; the message includes the system's reason."""


def start_command() -> list[str]:
    """How this very program is started again: the packaged executable, the installed script, or the module."""
    frozen = bool(getattr(sys, "frozen", False))
    if sys.platform == "win32":
        return windows_command(PureWindowsPath(sys.executable), frozen=frozen, exists=os.path.isfile)
    if frozen:
        return [sys.executable]
    script = Path(sys.argv[0])
    if script.name.startswith("r2t2-captions") and (found := shutil.which(str(script))):
        return [str(Path(found).absolute())]
    return [sys.executable, "-m", "app"]


def windows_command(executable: PureWindowsPath, *, frozen: bool, exists: Callable[[str], bool]) -> list[str]:
    """The command without a console: a console program at log-in opens a black window, and closing that ends it.

    Packaged, the window program lies beside the console program. pip puts the `gui-scripts` entry of `pyproject.toml`
    beside Python in a virtual environment and into `Scripts` without one; `pythonw.exe` is Python without a console.
    """
    folder = executable.parent
    beside = [WINDOW_PROGRAM] if frozen else [WINDOW_SCRIPT, rf"Scripts\{WINDOW_SCRIPT}"]
    for name in beside:
        if exists(str(folder / name)):
            return [str(folder / name)]
    if frozen:
        return [str(executable)]
    windowed = str(folder / "pythonw.exe")
    return [windowed if exists(windowed) else str(executable), "-m", "app"]


def escape_exec(arguments: Sequence[str]) -> str:
    """An Exec value (Desktop Entry Specification 1.5, "The Exec key", with the string escapes of "Value types").

    >>> print(escape_exec(["/opt/a b/run", "--x"]))
    "/opt/a b/run" --x
    """
    reserved = set(" \t\n\"'\\><~|&;$*?#()`")
    parts = []
    for argument in arguments:
        text = argument.replace("%", "%%")
        if not text or reserved & set(text):
            quoted = "".join("\\" + char if char in '"`$\\' else char for char in text)
            text = f'"{quoted}"'
        parts.append(text)
    # A backslash in the value is itself an escape of the file format, so each is written twice.
    return " ".join(parts).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def desktop_entry(arguments: Sequence[str]) -> str:
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        f"Name={APP_NAME}\n"
        f"Exec={escape_exec(arguments)}\n"
        f"Icon={APP_ID}\n"
        "Terminal=false\n"
        "X-GNOME-Autostart-enabled=true\n"
    )


def launch_agent(arguments: Sequence[str]) -> bytes:
    """A property list for ~/Library/LaunchAgents."""
    return plistlib.dumps(
        {"Label": APP_ID, "ProgramArguments": list(arguments), "RunAtLoad": True, "ProcessType": "Interactive"}
    )


def starts(entry: str) -> bool:
    """Whether a desktop starts what `entry` (a desktop entry's text) names; it is switched off by a key in it as well.

    Desktop Application Autostart Specification 0.5, "Hidden"; GNOME's own settings write the second key.
    """
    parsed = configparser.RawConfigParser(delimiters=("=",), strict=False)
    try:
        parsed.read_string(entry)
    except configparser.Error:
        return True  # it is there; what the desktop makes of it is not known
    hidden = parsed.get("Desktop Entry", "Hidden", fallback="")
    enabled = parsed.get("Desktop Entry", "X-GNOME-Autostart-enabled", fallback="")
    return hidden.lower() != "true" and enabled.lower() != "false"


class Autostart:
    """Start at login on this system.

    Attributes:
        arguments: the command that is started, with `--hidden` so that only the overlay appears.
    """

    def __init__(self, command: Sequence[str] | None = None, *, system: str = sys.platform) -> None:
        self.arguments = [*(command or start_command()), "--hidden"]
        self._system = system

    @property
    def file(self) -> Path:
        """Where the entry lies (not on Windows)."""
        if self._system == "darwin":
            return Path.home() / "Library" / "LaunchAgents" / f"{APP_ID}.plist"
        config = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
        return Path(config) / "autostart" / f"{APP_ID}.desktop"

    @property
    def enabled(self) -> bool:
        if self._system == "win32":
            return self._run_value() is not None
        if self._system == "darwin":
            return self.file.is_file()
        try:
            return starts(self.file.read_text(encoding="utf-8", errors="replace"))
        except OSError:
            return False

    def set_enabled(self, enabled: bool) -> None:
        """Raises AutostartError."""
        try:
            if self._system == "win32":
                self._set_run_value(enabled)
            elif enabled:
                self.file.parent.mkdir(parents=True, exist_ok=True)
                if self._system == "darwin":
                    self.file.write_bytes(launch_agent(self.arguments))
                else:
                    self.file.write_text(desktop_entry(self.arguments), encoding="utf-8")
            else:
                self.file.unlink(missing_ok=True)
        except OSError as error:
            raise AutostartError(error.strerror or str(error)) from error

    def _run_value(self) -> str | None:
        import winreg

        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:  # type: ignore[attr-defined]
                return str(winreg.QueryValueEx(key, APP_NAME)[0])  # type: ignore[attr-defined]
        except FileNotFoundError:
            return None

    def _set_run_value(self, enabled: bool) -> None:
        import winreg

        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, RUN_KEY) as key:  # type: ignore[attr-defined]
            if enabled:
                line = subprocess.list2cmdline(self.arguments)
                winreg.SetValueEx(key, APP_NAME, 0, winreg.REG_SZ, line)  # type: ignore[attr-defined]
            elif self._run_value() is not None:
                winreg.DeleteValue(key, APP_NAME)  # type: ignore[attr-defined]

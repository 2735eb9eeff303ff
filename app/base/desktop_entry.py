"""The program's desktop entry, by which a Wayland desktop knows who asks: without it no portal remembers an answer.

Packages install one. Where there is none that works (`make run`, `pip install`), the program writes its own, and takes
away what it wrote as soon as there is another. GNOME refuses hotkeys without an entry, and KDE forgets them.
"""

from __future__ import annotations

import configparser
import logging
import os
import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from app.base.autostart import escape_exec
from app.base.paths import APP_ID, APP_NAME

log = logging.getLogger(__name__)

OURS = "X-R2T2-Captions-Written=true"
"""A line by which the program knows the entry that it wrote."""


def entry_text(command: Sequence[str], icon: str) -> str:
    """`icon` is a file's path or a name in the icon theme."""
    return (
        "[Desktop Entry]\n"
        "Type=Application\n"
        f"Name={APP_NAME}\n"
        f"Exec={escape_exec(command)}\n"
        f"Icon={icon}\n"
        "Terminal=false\n"
        "Categories=Utility;Accessibility;\n"
        f"{OURS}\n"
    )


def works(entry: str, path: str | None) -> bool:
    """Whether the program that an entry starts is there; `path` is the search path for programs."""
    parsed = configparser.RawConfigParser(delimiters=("=",), strict=False)
    try:
        parsed.read_string(entry)
        words = shlex.split(parsed.get("Desktop Entry", "Exec", fallback="").replace("\\\\", "\\"))
    except (configparser.Error, ValueError):
        return False
    return bool(words) and shutil.which(words[0], path=path) is not None


class DesktopEntry:
    """The entry of this user; see the module.

    Attributes:
        file: where the program writes it.
    """

    def __init__(self, env: Mapping[str, str]) -> None:
        home = env.get("HOME", "")
        own = Path(env.get("XDG_DATA_HOME") or Path(home) / ".local" / "share")
        others = (env.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
        name = Path("applications") / f"{APP_ID}.desktop"
        self.file = own / name
        self._all = [self.file, *(Path(folder) / name for folder in others if folder)]
        self._path = env.get("PATH")

    def _read(self, file: Path) -> str:
        try:
            return file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def ensure(self, command: Sequence[str], icon: str) -> None:
        """Sees to it that there is an entry which works. Raises OSError."""
        if any(works(text, self._path) for file in self._all if OURS not in (text := self._read(file))):
            self.remove()
            return
        text = entry_text(command, icon)
        if self._read(self.file) != text:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(text, encoding="utf-8")
            log.info("wrote %s", self.file)

    def remove(self) -> bool:
        """Takes away the entry that the program wrote; whether there was one. Raises OSError."""
        if OURS not in self._read(self.file):
            return False
        self.file.unlink()
        return True


def in_sandbox(env: Mapping[str, str]) -> bool:
    """Inside Flatpak or Snap: the desktop knows the program, and its entry is outside."""
    return Path("/.flatpak-info").exists() or "SNAP" in env


def ensure_entry(command: Sequence[str], icon: str) -> None:
    """For this session; a folder that cannot be written costs the hotkeys, not the program."""
    try:
        DesktopEntry(os.environ).ensure(command, icon)
    except OSError as error:
        log.warning("desktop entry: %s", error)


__all__ = ["DesktopEntry", "ensure_entry", "entry_text", "in_sandbox", "works"]

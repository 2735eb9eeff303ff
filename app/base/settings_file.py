"""The settings on disk: one JSON file, validated on read, and what earlier formats had otherwise.

A file that cannot be read at all is set aside as `settings.json.broken`, and the program starts with defaults.
"""

from __future__ import annotations

import json
import logging
import os
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.base.fields import from_dict
from app.base.settings import Settings
from inference.files import move_into_place

log = logging.getLogger(__name__)

FORMAT_VERSION = 2
"""1 was also written by versions that switched ONNX Runtime's telemetry off too late: see `app.base.telemetry_leftovers`."""


def migrated(raw: dict[str, Any]) -> dict[str, Any]:
    """Parsed JSON of any earlier format in the form of today's: format 1 had no group for hotwords."""
    found = dict(raw)
    for group in ("captions", "dictation"):
        section = found.get(group)
        if isinstance(section, dict) and isinstance(section.get("hotwords"), str):
            hotwords = {
                "words": section["hotwords"],
                "lists": section.get("hotword_lists"),
                "chosen": section.get("hotword_list"),
            }
            found[group] = {**section, "hotwords": hotwords}
    return found


class SettingsFile:
    """The settings on disk. Written to a temporary file and renamed, so that a crash leaves the old or the new one.

    Attributes:
        unreadable: where a file that could not be read lies now, None if there was none.
        found_format: the format of the file that was read last; the current one where there was none.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.unreadable: Path | None = None
        self.found_format = FORMAT_VERSION

    def load(self) -> Settings:
        """The settings; the defaults where there is no file, or one that cannot be read, which is set aside."""
        try:
            return self._read()
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, RecursionError) as error:
            broken = self.path.with_suffix(".json.broken")
            log.warning("settings could not be read (%s); kept as %s", error, broken)
            self.unreadable = broken
            try:
                move_into_place(self.path, broken)
            except OSError as rename_error:
                log.warning("settings could not be set aside: %s", rename_error)
                self.unreadable = self.path
            return Settings()

    def look(self) -> Settings | None:
        """The settings as they lie there, None where they cannot be read; nothing is changed."""
        try:
            return self._read()
        except (OSError, ValueError, RecursionError):
            return None

    def _read(self) -> Settings:
        text = self.path.read_text(encoding="utf-8-sig")
        raw = json.loads(text)
        if not isinstance(raw, dict):
            raise json.JSONDecodeError("Expecting an object", text, 0)
        self.found_format = raw.get("format", FORMAT_VERSION)
        return from_dict(Settings, migrated(raw))

    def save(self, settings: Settings) -> None:
        """Raises OSError when the folder cannot be written, ValueError for a text that no file can hold.

        Halves of surrogate pairs, which may be pasted, are left out.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": FORMAT_VERSION, **asdict(settings)}, ensure_ascii=False, indent=1)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".settings-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="ignore") as file:
                file.write(text)
            move_into_place(Path(name), self.path)
        except (OSError, ValueError):
            Path(name).unlink(missing_ok=True)
            raise

"""What ONNX Runtime's telemetry left on disk while earlier versions of this program did not switch it off in time.

A persistent device identifier and events that were not sent yet (see `docs/privacy.md`). Other programs that use ONNX
Runtime share the folder; it is theirs to make anew, so nothing of theirs is lost.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

log = logging.getLogger(__name__)

_BELOW = Path("Microsoft", "DeveloperTools", ".onnxruntime")
_OWN = re.compile(r"deviceid(\.lock|\..*tmp.*)?|onnxruntime\.db(-journal|-shm|-wal)?|.*\.ses")
"""Names of the library's files, with the companions of an SQLite database."""

_REGISTRY_KEY = r"SOFTWARE\Microsoft\DeveloperTools\.onnxruntime"


def telemetry_folders(system: str, environment: Mapping[str, str], home: Path) -> list[Path]:
    """Where the library keeps them (its sources: `core/platform/posix/device_id.cc` and `windows/device_id.cc`)."""
    if system == "win32":
        tops = [Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")]
    elif system == "darwin":
        tops = [home / "Library" / "Application Support", home / "Library" / "Caches"]
    else:
        tops = [Path(environment.get("XDG_CACHE_HOME") or home / ".cache")]
    return [top / _BELOW for top in tops]


def remove_telemetry_leftovers(folder: Path) -> bool:
    """Removes the folder if nothing but the library's files is in it, and the folders above it that are empty then.

    Returns whether it was there and is gone. What cannot be removed stays, and is logged.
    """
    try:
        files = list(folder.iterdir())
        if not all(_OWN.fullmatch(file.name) and not file.is_dir() for file in files):
            log.info("%s holds other files too and stays", folder)
            return False
        for file in files:
            file.unlink()
        folder.rmdir()
    except FileNotFoundError:
        return False
    except OSError as error:
        log.warning("what ONNX Runtime's telemetry left could not be removed: %s", error)
        return False
    with contextlib.suppress(OSError):  # other programs' files are in them
        for parent in list(folder.parents)[:2]:
            parent.rmdir()
    log.info("removed what ONNX Runtime's telemetry had left in %s", folder)
    return True


def clean_up_after_telemetry() -> None:
    """Does so on this computer; on Windows the identifier is in the registry."""
    for folder in telemetry_folders(sys.platform, os.environ, Path.home()):
        remove_telemetry_leftovers(folder)
    if sys.platform == "win32":
        import winreg

        with contextlib.suppress(OSError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, _REGISTRY_KEY)

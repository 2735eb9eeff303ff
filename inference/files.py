"""A finished file or folder gets its name: the last step of everything that is written under another name first."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE_S = 1.0
"""How long a virus scanner, an indexer or a backup may keep a new file open."""
FIRST_WAIT_S = 0.01


def move_into_place(
    source: Path, target: Path, *, system: str = sys.platform, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Renames a file or a folder; a file replaces one that is there. Raises OSError.

    Windows refuses while another program has the file open without sharing its deletion, or a file inside the folder:
    ERROR_ACCESS_DENIED or ERROR_SHARING_VIOLATION, both PermissionError in Python. Such programs read a new file for a
    moment, so there the attempt is repeated for `PATIENCE_S`.
    """
    waited_s, pause_s = 0.0, FIRST_WAIT_S
    while True:
        try:
            source.replace(target)
            return
        except PermissionError:
            if system != "win32" or waited_s >= PATIENCE_S:
                raise
        sleep(pause_s)
        waited_s += pause_s
        pause_s *= 2

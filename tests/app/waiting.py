"""Waiting for Qt and for other threads."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication


def wait_until(condition: Callable[[], object], what: str = "the condition", timeout_s: float = 60.0) -> None:
    """Lets Qt work until `condition` is true; other threads too (`QTest.qWait` would not let them continue)."""
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        QCoreApplication.processEvents()
        time.sleep(0.005)

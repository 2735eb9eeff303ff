"""One application object for all tests of this room: widgets are made off screen."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(scope="session", autouse=True)
def qapp() -> Iterator[QApplication]:
    """Made before any test can make a lesser one; the platform is chosen for this process alone."""
    before = os.environ.get("QT_QPA_PLATFORM")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QApplication.instance() or QApplication(["tests"])
    if before is None:
        del os.environ["QT_QPA_PLATFORM"]
    else:
        os.environ["QT_QPA_PLATFORM"] = before
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    app.setQuitOnLastWindowClosed(False)
    yield app

"""One application object for all tests of this room (widgets are made off screen), and engines to drive."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.capture.source import SourceSpec
from app.engine import EngineSetup
from tests.app.engine_rig import FAST, Rig
from tests.app.scripted import MODEL, Loader, Script


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


@pytest.fixture
def rig() -> Iterator[Callable[..., Rig]]:
    """Makes engines that run on threads of their own; all end with the test."""
    rigs: list[Rig] = []

    def make(
        *,
        main: Script | None = None,
        other: Script | None = None,
        starter: Script | None = None,
        hold: bool = False,
        **setup: object,
    ) -> Rig:
        loader = Loader(main=main or Script(), other=other or Script("other"), starter=starter or Script("starter"))
        if hold:
            loader.gate.clear()
        values = {"source": SourceSpec(), "options": FAST, "model": MODEL, "probe_speed": False} | setup
        rigs.append(Rig(EngineSetup(**values), loader).start())  # type: ignore[arg-type]
        return rigs[-1]

    yield make
    for one in rigs:
        one.engine.stop(0.0)
        one._thread.join(10)

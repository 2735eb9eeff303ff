"""One application object for all tests of this package (widgets are made off screen), and engines to drive."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from app.base.autostart import Autostart
from app.base.settings import HistorySettings
from app.base.settings_file import SettingsFile
from app.capture.ports import SourceSpec
from app.engine.loop import EngineSetup
from app.history.store import HistoryStore
from app.program.garbage import collect_due
from app.ui.kit.actions import Actions
from app.ui.kit.live_settings import LiveSettings
from app.ui.kit.relay import post_to_qt
from app.ui.settings.dialog import SettingsDialog
from tests.app.engine.engine_rig import FAST, Rig
from tests.app.models.hub_fixtures import hub, hub_server, models, quick, tiny_bundle, tiny_checkpoint, world
from tests.app.scripted import MODEL, Loader, Script

__all__ = ["hub", "hub_server", "models", "quick", "tiny_bundle", "tiny_checkpoint", "world"]


@pytest.fixture(scope="session", autouse=True)
def qapp() -> Iterator[QApplication]:
    """Made before any test can make a lesser one; the platform is chosen for this process alone.

    R2T2_TESTS_PLATFORM: what stands in for the screen, where a test makes a process with another one.
    """
    before = os.environ.get("QT_QPA_PLATFORM")
    os.environ["QT_QPA_PLATFORM"] = os.environ.get("R2T2_TESTS_PLATFORM", "offscreen")
    if sys.platform == "win32":  # Qt's off-screen windows have no font otherwise, and draw boxes
        os.environ.setdefault("QT_QPA_FONTDIR", str(Path(os.environ["WINDIR"]) / "Fonts"))
    app = QApplication.instance() or QApplication(["tests"])
    if before is None:
        del os.environ["QT_QPA_PLATFORM"]
    else:
        os.environ["QT_QPA_PLATFORM"] = before
    assert isinstance(app, QApplication)
    app.setStyle("Fusion")
    app.setQuitOnLastWindowClosed(False)
    yield app


@pytest.fixture(autouse=True)
def qt_objects_end_with_their_test() -> Iterator[None]:
    """`deleteLater` waits for an event loop, which only the program has: a window would stand there for later tests.

    And as in the program, garbage is collected on Qt's thread only: engines of later tests would collect it on theirs.
    """
    gc.disable()
    yield
    for window in QApplication.topLevelWidgets():
        if window.isVisible():  # a test that failed has left it
            window.hide()
            window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    collect_due()


@pytest.fixture
def live(tmp_path: Path) -> LiveSettings:
    """Settings of nobody, which are all at their defaults."""
    return LiveSettings(SettingsFile(tmp_path))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[HistoryStore]:
    """An empty history."""
    with HistoryStore.open(tmp_path / "history", HistorySettings(), post_to_qt()) as opened:
        yield opened


@pytest.fixture
def settings_dialog(live: LiveSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SettingsDialog]:
    """The settings on screen, all pages made."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    made = SettingsDialog(live, Autostart(["x"], system="linux"), Actions(), has_tray=True)
    made.complete()
    made.present()
    yield made
    made.deleteLater()


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

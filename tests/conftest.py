"""Fixtures that every package uses: the shared reference data and the starter model in the forms that tests need."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.quiet_log import quiet_log

__all__ = ["quiet_log"]

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference traces and recordings that lies beside a full checkout."""
    folder = ROOT.parent / "shared"
    if not (folder / "golden").is_dir():
        pytest.skip(
            "the full reference data (../shared) is not beside this checkout; the sample in tests/golden is used elsewhere"
        )
    return folder


@pytest.fixture(scope="session")
def starter_bundle() -> Path:
    """The int8 starter bundle that ships with the program."""
    return ROOT / "resources" / "starter"


@pytest.fixture(scope="session")
def starter_checkpoint(shared: Path) -> Path:
    return shared / "starter-v4" / "checkpoint"


@pytest.fixture(scope="session")
def starter_bundles(starter_checkpoint: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes (once a test session) and gives the starter model's bundle in the precision asked for."""
    from onnx_export.convert import convert

    folder = tmp_path_factory.mktemp("bundles")

    def bundle(precision: str) -> Path:
        out = folder / precision
        if not out.exists():
            convert(starter_checkpoint, out, precision)
        return out

    return bundle


@pytest.fixture(scope="session")
def fp32_bundle(starter_bundles: Callable[[str], Path]) -> Path:
    """The starter model in float32, made from ../shared."""
    return starter_bundles("fp32")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Programs that the test starts obey Ctrl+C, even where the tests' caller ignores it (`nohup`, a background job)."""
    if sys.platform == "win32":
        pytest.skip("Windows sends Ctrl+C to all programs of a console, never to one of them")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def application() -> object:
    """The one QApplication of this test process, without a screen. Every in-process test of Qt code shares it."""
    from PySide6.QtWidgets import QApplication

    return QApplication.instance() or QApplication(["tests", "-platform", "offscreen"])

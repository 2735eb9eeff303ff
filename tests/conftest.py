"""Fixtures that every room uses: the shared reference data and the starter model in the forms that tests need."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference traces and recordings that lies beside a full checkout."""
    folder = ROOT.parent / "shared"
    if not (folder / "golden").is_dir():
        pytest.skip("the full reference data (../shared) is not beside this checkout; the sample in tests/golden is used elsewhere")
    return folder


@pytest.fixture(scope="session")
def starter_bundle() -> Path:
    """The int8 starter bundle that ships with the program."""
    return ROOT / "resources" / "starter"


@pytest.fixture(scope="session")
def starter_checkpoint(shared: Path) -> Path:
    return shared / "starter" / "checkpoint"

"""`docs/privacy.md` answers for every library that is installed, and what it says about hf_xet is so."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from inference.telemetry import SWITCHES
from tests.test_rooms import declared

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def text() -> str:
    return (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")


def answered_for(text: str) -> set[str]:
    """The distributions in the first column of the table."""
    section = text[text.index("## What each library does") : text.index("## What the system does")]
    cells = re.findall(r"^\|([^|]*)\|", section, re.MULTILINE)
    return {canonicalize_name(name) for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def required(name: str, extras: tuple[str, ...] = ()) -> Iterator[str]:
    """The distribution and everything that it brings along on this system."""
    try:
        requirements = importlib.metadata.distribution(name).requires or []
    except importlib.metadata.PackageNotFoundError:
        return  # of another system, or one of several that would do
    yield canonicalize_name(name)
    for requirement in map(Requirement, requirements):
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras or ("",)):
            yield from required(requirement.name, tuple(requirement.extras))


def test_every_library_is_answered_for(text: str) -> None:
    """Also what comes along with another one; a new dependency has to be asked before this test passes again."""
    found = {
        name for requirement in declared().values() for name in required(requirement.name, tuple(requirement.extras))
    }
    assert len(found) > len(declared()) - 5, "this test looks in the wrong place"
    assert (found | set(declared())) - answered_for(text) == set()


def test_every_switch_is_explained(text: str) -> None:
    assert [name for name, value in SWITCHES.items() if f"`{name}={value}`" not in text] == []


DOWNLOAD = """
import sys
from app.models.hub import Hub, HubOptions
from tests.app.models.hub_server import HubServer
with HubServer() as server:
    server.publish("somebody/model", {"config.json": b"{}"})
    hub = Hub(HubOptions(endpoint=server.url))
    listing = hub.listing("somebody/model", "main")
    with hub.transfer(listing, listing.files[0], 0) as transfer:
        print(b"".join(transfer.chunks).decode())
    hub.close()
print("hf_xet" in sys.modules)
"""


def test_a_download_does_not_load_hf_xet() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DOWNLOAD], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.split() == ["{}", "False"], done.stderr

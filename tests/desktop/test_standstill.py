"""No sample is lost while the interpreter stands still, for as long as reading a large vocabulary has ever held it and more."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.desktop.app_kit import ROOT
from tests.desktop.conftest import need_programs
from tests.desktop.kit import SOUND_PROGRAMS

pytestmark = [pytest.mark.desktop, pytest.mark.slow]


@pytest.mark.parametrize(("way", "holds"), [("server", 20), ("portaudio", 3)])
def test_two_seconds_of_standstill_lose_no_sample(way: str, holds: int) -> None:
    """In a process of its own: nothing of the test run could go on meanwhile. Both are behind a sound server."""
    need_programs(SOUND_PROGRAMS)
    command = [sys.executable, "-m", "tests.bench.standstill", "--way", way, "--holds", str(holds)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["held_s"] >= 2.0
    assert found["heard"] > holds * 2.0 * 44_100, "the sound of the standstills is among it"
    assert (found["missing"], found["gaps"], found["lost_in_ring"], found["overruns"]) == (0, 0, 0, 0)

"""The first start after an update removes what ONNX Runtime's telemetry left, and no later start does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.base.settings_file import FORMAT_VERSION
from app.base.telemetry_leftovers import telemetry_folders
from tests.desktop.app_kit import RunningApp
from tests.desktop.kit import Desktop, Sound

pytestmark = pytest.mark.desktop


def test_it_is_removed_once(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    settings = tmp_path / "config" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"format": 1, "interface": {"first_run_done": True}}), encoding="utf-8")
    home = tmp_path / "home"
    (folder,) = telemetry_folders("linux", {}, home)
    env = {**sound.variables, "HOME": str(home), "XDG_CACHE_HOME": ""}
    for removed in (True, False):
        folder.mkdir(parents=True)
        (folder / "deviceid").write_text("00000000-0000-4000-8000-000000000000")
        (tmp_path / "events.jsonl").unlink(missing_ok=True)
        app = RunningApp(desktop, tmp_path, env=env)
        app.wait_ready()
        assert app.end() == 0
        assert folder.exists() is not removed
        assert json.loads(settings.read_text(encoding="utf-8"))["format"] == FORMAT_VERSION

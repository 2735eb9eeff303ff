"""The real caption worker for the dictation tests and bench: the starter model on the CPU, the default microphone."""

from __future__ import annotations

from pathlib import Path

from app.capture.ports import SourceSpec
from app.engine.loop import EngineSetup
from app.engine.model_loading import ModelChoice
from inference.options import preset


def make_setup(bundle: Path) -> EngineSetup:
    return EngineSetup(
        SourceSpec("microphone"),
        preset("responsive", language="English"),
        ModelChoice(str(bundle), "cpu"),
        probe_speed=False,
    )

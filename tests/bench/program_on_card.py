"""The program itself beside a card: its windows, its threads, a model changed while somebody speaks. Prints JSON.

    python -m tests.bench.program_on_card FIRST SECOND [--provider P] [--seconds N] [--traces FILE]

FIRST and SECOND are bundles. The program runs as it does for a user (windows on whatever screen Qt has, also
`QT_QPA_PLATFORM=offscreen`), with folders of its own; only the microphone is replaced, by one that says the recording
that ships with the program four times: twice to FIRST, then SECOND is chosen in the middle of the second time, and FIRST
again in the middle of the third. What a line said by the same model is, must be the same each time. FILE gets what every
thread was doing whenever the Qt thread had been away for `AWAY_S`.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import functools
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any
from unittest import mock

import numpy as np

from tests.bench.live_path import PAUSE_S, Player, speech_bounds, summary

TURNS = 4
TICK_MS = 5
AWAY_S = 0.1
SETTLED_S = 90.0
"""A model that is not ready after so long is not waited for."""


@dataclass
class Seen:
    """What was said on the Qt thread, with the time."""

    texts: list[tuple[float, int, str]] = field(default_factory=list)
    finals: list[tuple[float, Any]] = field(default_factory=list)
    models: list[tuple[float, str, str]] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    lag_max_s: float = 0.0
    block_max_ms: float = 0.0

    def status(self, status: Any) -> None:
        self.lag_max_s = max(self.lag_max_s, status.lag_s)
        if status.model and (not self.models or self.models[-1][1:] != (status.model, status.provider)):
            self.models.append((time.monotonic(), status.model, status.provider))


def run(first: Path, second: Path, provider: str, seconds: float, traces: IO[str] | None) -> dict[str, Any]:
    os.environ["R2T2_CAPTIONS_HOME"] = tempfile.mkdtemp(prefix="r2t2-bench-")
    os.environ["R2T2_CAPTIONS_MODELS"] = os.environ["R2T2_CAPTIONS_HOME"] + "/models"
    from PySide6.QtCore import QTimer

    from app.base.paths import config_dir, models_dir
    from app.base.settings import Settings
    from app.base.settings_file import SettingsFile
    from app.engine.probe import probe_sound
    from app.engine.segmenter import FRAME
    from app.program import services
    from app.program.captions_application import CaptionsApplication
    from app.program.coordinator import Program
    from app.program.diagnostics import EventLog
    from app.program.garbage import QtThreadCollector
    from app.ui.kit.i18n import Translators
    from app.ui.kit.live_settings import LiveSettings
    from inference.options import SAMPLE_RATE

    for name, bundle in (("first", first), ("second", second)):
        (models_dir() / name).symlink_to(bundle.resolve())
    clip = probe_sound()[: int(seconds * SAMPLE_RATE)]
    clip = clip[: len(clip) // FRAME * FRAME]  # every time cut into the same frames, so that the same is heard
    pause = np.zeros(int(PAUSE_S * SAMPLE_RATE), np.float32)
    player = Player(np.concatenate([pause, *[part for _ in range(TURNS) for part in (clip, pause)], pause]))
    file, plain = SettingsFile(config_dir()), Settings()
    file.save(
        replace(
            plain,
            captions=replace(plain.captions, model="first", provider=provider, language="English"),
            interface=replace(plain.interface, first_run_done=True),
        )
    )
    app = CaptionsApplication(sys.argv[:1])
    collector = QtThreadCollector(app)
    seen, begun = Seen(), time.monotonic()
    turn_s = len(clip) / SAMPLE_RATE + PAUSE_S

    class Watched(Program):
        """The program; what it does is noted, and its worker's opener, which would open a device, gives the player."""

        def make_services(self) -> None:
            worker_type = functools.partial(
                services.CaptionWorker, opener=lambda spec, notify: player, watch_devices=False
            )
            with mock.patch.object(services, "CaptionWorker", worker_type):
                super().make_services()
            assert self.services is not None
            worker = self.services.worker
            worker.status.connect(seen.status)
            worker.finalized.connect(lambda line: seen.finals.append((time.monotonic(), line)))
            self.transcript.text_appended.connect(
                lambda line, delta: seen.texts.append((time.monotonic(), line, delta))
            )
            self.window.messages.shown.connect(lambda kind, text: seen.messages.append(f"{kind}: {text}"))

    program = Watched(app, LiveSettings(file), Translators(app), EventLog())
    last = [0.0]

    def tick() -> None:
        now = time.monotonic()
        if player.began and last[0]:
            seen.block_max_ms = max(seen.block_max_ms, (now - last[0]) * 1000 - TICK_MS)
        last[0] = now
        if traces is not None:
            faulthandler.dump_traceback_later(AWAY_S, file=traces)
        if not player.ready and seen.models:
            player.ready = True
            for turn, name in ((1, "second"), (2, "first")):
                at_s = PAUSE_S + turn * turn_s + len(clip) / SAMPLE_RATE / 2
                QTimer.singleShot(int(at_s * 1000), lambda name=name: program.live.update("captions", model=name))
            QTimer.singleShot(int((PAUSE_S * 2 + TURNS * turn_s) * 1000), program.quit)
        elif not player.ready and now - begun > SETTLED_S:
            program.quit()

    timer = QTimer(interval=TICK_MS)
    timer.timeout.connect(tick)
    timer.start()
    program.start()
    app.exec()
    faulthandler.cancel_dump_traceback_later()
    collector.stop()
    first_s, last_s = speech_bounds(clip)
    firsts, ends, lines = [], [], []
    for turn in range(TURNS):
        begin = PAUSE_S + turn * turn_s
        told = [(at, e) for at, e in seen.finals if begin <= e.end_s < begin + turn_s]
        words = [at for at, _, _ in seen.texts if player.time_of(begin) <= at < player.time_of(begin + turn_s)]
        lines.append([line.shown for _, line in told])
        if words:
            firsts.append(words[0] - player.time_of(begin + first_s))
        if told:
            ends.append(told[-1][0] - player.time_of(begin + last_s))
    return {
        "stage": "program",
        "ready_s": seen.models[0][0] - begun if seen.models else None,
        "models": [(round(at - player.began, 2), model, provider) for at, model, provider in seen.models],
        "messages": seen.messages,
        "lines": lines,
        "same_lines_again": lines[0] == lines[1] == lines[3],
        "first_word_after_speech_began_s": summary(firsts),
        "final_after_speech_ended_s": summary(ends),
        "lag_max_s": seen.lag_max_s,
        "longest_qt_block_ms": round(seen.block_max_ms, 1),
        "forced": program.forced,
    }


def main(arguments: list[str] | None = None) -> int:
    """Prints one JSON object."""
    parser = argparse.ArgumentParser(description="The program itself beside a card.")
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--provider", default="cuda")
    parser.add_argument("--seconds", type=float, default=15.0, help="of the recording that are used")
    parser.add_argument("--traces", type=Path)
    args = parser.parse_args(arguments)
    with args.traces.open("w") if args.traces else contextlib.nullcontext() as traces:
        print(json.dumps(run(args.first, args.second, args.provider, args.seconds, traces)), flush=True)
    # A loading thread inside native code would abort the interpreter's end.
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())

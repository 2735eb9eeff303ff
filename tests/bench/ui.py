"""How fast the windows are, as JSON: start, a delta after two hours of captions, the way back to the first words, memory,
blocks of the Qt thread.

    python -m tests.bench.ui [--starts N] [--minutes M]

Everything runs on a private X server with the program's real windows; the blocks are measured by the program itself
while it captions speech from a virtual microphone.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.desktop.app_kit import ROOT, RunningApp
from tests.desktop.kit import Desktop, Sound

WORDS_PER_MINUTE = 150
WORDS_PER_LINE = 12
SPEECH = (
    "The weather is nice today and we are going to the park. Please bring some water and a warm coat. "
    "After that we will have lunch in the garden, and talk about the plans for the next year."
)


def measure_starts(desktop: Desktop, count: int) -> dict[str, Any]:
    """Seconds from the start of the process to the first painted window; the first start warms the disk."""
    seconds = []
    silent = {"PULSE_SERVER": "unix:/nonexistent", "XDG_RUNTIME_DIR": "/nonexistent"}
    for number in range(count + 1):
        began = time.time()
        app = RunningApp(desktop, Path(tempfile.mkdtemp(prefix="r2t2-bench-")), env=silent)
        app.wait(lambda app=app: app.events("window"), "the window")
        if number:
            seconds.append(app.events("window")[0]["wall_s"] - began)
        app.wait(lambda app=app: app.events("status"), "the services")
        app.end()
    return {"median_s": round(statistics.median(seconds), 2), "max_s": round(max(seconds), 2), "runs": count}


def measure_blocks(desktop: Desktop, sound: Sound) -> dict[str, Any]:
    """Longest time that the Qt thread was away from its event loop while speech was captioned."""
    app = RunningApp(desktop, Path(tempfile.mkdtemp(prefix="r2t2-bench-")), env=sound.variables)
    app.wait_state("listening", timeout_s=60)
    sound.play(sound.say(SPEECH), block=True)
    app.wait(lambda: app.events("line_finished"), "captions")
    time.sleep(2)
    app.end()
    events = app.events("longest_block")
    return {f"{event['phase']}_longest_block_ms": event["ms"] for event in events}


def measure_deltas(minutes: int) -> dict[str, Any]:
    """In a process of its own, on the display of the environment: real windows, `minutes` of captions, then 300 more."""
    import psutil
    from PySide6.QtWidgets import QApplication

    from app.base.events import CommittedLine, FinalLine
    from app.base.settings import OverlaySettings, Settings
    from app.transcript.document import Transcript
    from app.ui.kit.actions import Actions
    from app.ui.main_window.window import MainWindow
    from app.ui.overlay.window import Overlay

    app = QApplication(sys.argv[:1])
    transcript = Transcript()
    actions = Actions()
    window = MainWindow(transcript, actions)
    window.show_settings(Settings())
    overlay = Overlay(
        OverlaySettings(),
        lambda number: transcript.line(number).finished,
        actions,
        lambda number: transcript.line(number).text,
    )
    transcript.text_appended.connect(overlay.append)
    overlay.apply(OverlaySettings(), True)
    window.show()
    process = psutil.Process()

    def say(word: int) -> None:
        utterance, place = divmod(word, WORDS_PER_LINE)
        at_s = word * 60 / WORDS_PER_MINUTE
        text = ("" if place == 0 else " ") + ("captions", "of", "two", "whole", "hours", "字幕")[word % 6]
        transcript.append(CommittedLine(utterance + 1, text, at_s, at_s + 0.4, "English"))
        if place == WORDS_PER_LINE - 1:
            line = transcript.lines[-1].text
            transcript.finish(FinalLine(utterance + 1, line, line, "", False, at_s, at_s + 0.4, "English"))

    for word in range(300):
        say(word)
        app.processEvents()
    before = process.memory_info().rss
    total = minutes * WORDS_PER_MINUTE
    for word in range(300, total):
        say(word)
        if word % 10 == 0:
            app.processEvents()
    app.processEvents()
    grown = process.memory_info().rss - before
    append_ms, painted_ms = [], []
    for word in range(total, total + 300):
        began = time.perf_counter()
        say(word)
        append_ms.append((time.perf_counter() - began) * 1000)
        app.processEvents()
        painted_ms.append((time.perf_counter() - began) * 1000)
    began = time.perf_counter()
    overlay.to_start()
    overlay.repaint()
    back_ms = (time.perf_counter() - began) * 1000
    read_mib = process.memory_info().rss
    for _ in range(1000):
        overlay.scroll_view(1)
        overlay.repaint()
    read_mib = (process.memory_info().rss - read_mib) / 2**20
    overlay.to_live()
    append_ms.sort()
    painted_ms.sort()
    return {
        "minutes": minutes,
        "lines": len(transcript.lines),
        "memory_growth_mib": round(grown / 2**20, 1),
        "back_to_the_first_words_ms": round(back_ms, 2),
        "reading_a_thousand_views_mib": round(read_mib, 1),
        "append_ms": {
            "median": round(append_ms[150], 2),
            "p99": round(append_ms[297], 2),
            "max": round(append_ms[-1], 2),
        },
        "append_and_paint_ms": {
            "median": round(painted_ms[150], 2),
            "p99": round(painted_ms[297], 2),
            "max": round(painted_ms[-1], 2),
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--minutes", type=int, default=120)
    parser.add_argument("--deltas-only", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.deltas_only:
        print(json.dumps(measure_deltas(arguments.minutes)))
        return
    desktop, sound = Desktop(), Sound()
    try:
        report: dict[str, Any] = {"cpus": os.cpu_count(), "load_average": [round(load, 2) for load in os.getloadavg()]}
        report["start_to_first_window"] = measure_starts(desktop, arguments.starts)
        child = desktop.start(
            sys.executable, "-m", "tests.bench.ui", "--deltas-only", "--minutes", str(arguments.minutes),
            env={"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        if child.process.wait(600):
            raise SystemExit(child.output())
        report["deltas"] = json.loads(child.output().strip().splitlines()[-1])
        report["qt_thread"] = measure_blocks(desktop, sound)
        print(json.dumps(report, indent=1))
    finally:
        desktop.close()
        sound.close()


if __name__ == "__main__":
    main()

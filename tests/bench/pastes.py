"""Do all pieces arrive in Chromium? `python -m tests.bench.pastes [--pieces N] [--busy N …] [--programs NAME …]` writes JSON.

Pieces of Chinese follow each other by 20 to 400 ms, as in live dictation, beside that many busy loops. Insertion is the
program's own, on a private X server. A line says how many of them arrived in order and once, and how long it took.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.bench.keyboards import GtkTarget, Program, QtTarget, Target
from tests.desktop.kit import Desktop
from tests.desktop.test_dictation_browser import Box

GAPS_S = (0.02, 0.4)
PATIENCE_S = 60.0


class BrowserTarget:
    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self._box = Box(desktop, folder)

    def focus(self) -> None: ...

    def read(self) -> str:
        return self._box.text


TARGETS = {"Chromium": BrowserTarget, "Qt": QtTarget, "GTK": GtkTarget}


def right_pieces(text: str, pieces: list[str]) -> int:
    """How many stand in `text` in order and once, up to the first that does not."""
    at = 0
    for number, piece in enumerate(pieces):
        if not text.startswith(piece, at):
            return number
        at += len(piece)
    return len(pieces) if at == len(text) else len(pieces) - 1


def measure(app: QApplication, desktop: Desktop, target: Target, count: int, seed: int) -> dict[str, object]:
    gaps = random.Random(seed)
    before = target.read()
    target.focus()
    program = Program(app, desktop, "paste", input_method=lambda: False)
    pieces = [f"第{number}句，" for number in range(count)]
    began = time.monotonic()
    try:
        for number, piece in enumerate(pieces, 1):
            program.begin(piece, last=number == count)
            program.serve(gaps.uniform(*GAPS_S))
        said_s = time.monotonic() - began
        failure = program.answer()
        behind_s = time.monotonic() - began - said_s
    finally:
        program.close()
    end = time.monotonic() + PATIENCE_S
    while (text := target.read().removeprefix(before)) != "".join(pieces) and time.monotonic() < end:
        time.sleep(0.5)
    row: dict[str, object] = {"pieces": count, "arrived": right_pieces(text, pieces), "failure": failure}
    return {**row, "behind_s": round(behind_s, 2), **({} if text == "".join(pieces) else {"saw": text})}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pieces", type=int, default=200)
    parser.add_argument("--busy", type=int, nargs="+", default=[0, 2])
    parser.add_argument("--programs", nargs="+", choices=list(TARGETS), default=list(TARGETS))
    parser.add_argument("--runs", type=int, default=1)
    args = parser.parse_args(argv)
    desktop = Desktop()
    os.environ.update(DISPLAY=desktop.display, QT_QPA_PLATFORM="xcb", XDG_CURRENT_DESKTOP="openbox")
    app = QApplication(sys.argv[:1])
    lost = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        try:
            for program in args.programs:
                target = TARGETS[program](desktop, Path(name))
                for busy in args.busy:
                    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(busy)]
                    try:
                        for run in range(args.runs):
                            row = measure(app, desktop, target, args.pieces, run)
                            lost += args.pieces != row["arrived"]
                            load = round(os.getloadavg()[0], 1)
                            print(
                                json.dumps({"program": program, "busy": busy, "load": load, **row}, ensure_ascii=False)
                            )
                            sys.stdout.flush()
                    finally:
                        for loop in loops:
                            loop.kill()
                            loop.wait()
        finally:
            desktop.close()
    return int(lost > 0)


if __name__ == "__main__":
    raise SystemExit(main())

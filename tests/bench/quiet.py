"""What the program takes of the processor while nothing is said: `python -m tests.bench.quiet [--seconds N] …`; JSON.

The program listens to a silent virtual microphone on a private sound server and screen: in the terminal (`live`), with its
window shown, with its window hidden (`--hidden`), and paused. Each row has the share of one core of the program itself and
of the recorder that it starts, and its resident memory.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from tests.desktop.kit import Desktop, Sound, Started, wait_until

WAYS = ("live", "shown", "hidden", "paused")
SETTLE_S = 15.0


def spent_s(process: psutil.Process) -> float:
    """Processor time so far."""
    times = process.cpu_times()
    return float(times.user + times.system)


def watch(process: psutil.Process, seconds: float) -> dict[str, Any]:
    """Shares of one core over so many seconds."""
    children = process.children(recursive=True)
    began, before = time.monotonic(), [spent_s(one) for one in (process, *children)]
    time.sleep(seconds)
    took_s = time.monotonic() - began
    shares = [(spent_s(one) - start) / took_s for one, start in zip((process, *children), before, strict=True)]
    return {
        "seconds": round(took_s, 1),
        "program": round(shares[0], 4),
        "recorder": round(sum(shares[1:]), 4),
        "memory_mb": round(process.memory_info().rss / 1e6, 1),
    }


@contextmanager
def running(way: str, desktop: Desktop, sound: Sound, folder: Path) -> Iterator[psutil.Process]:
    """The program, listening."""
    if way == "live":
        env = sound.env | {"R2T2_CAPTIONS_HOME": str(folder), "PYTHONPATH": str(Path.cwd())}
        started = Started([sys.executable, "-u", "-m", "app", "live"], env, folder / "live.log")
        wait_until(lambda: "Listening" in started.output(), what="captions in the terminal")
        try:
            yield psutil.Process(started.process.pid)
        finally:
            started.stop()
        return
    config = folder / "config"
    config.mkdir()
    interface = {"start_hidden": way == "hidden", "first_run_done": True}
    (config / "settings.json").write_text(json.dumps({"interface": interface}), encoding="utf-8")
    env = desktop.env | sound.variables
    env |= {"R2T2_CAPTIONS_HOME": str(folder), "PYTHONPATH": str(Path.cwd()), "XDG_CONFIG_HOME": str(folder / "xdg")}
    started = Started([sys.executable, "-m", "app"], env, folder / "program.log")
    wait_until(lambda: sound.listeners() > 1, what="the program's recorder")
    if way == "paused":
        Started([sys.executable, "-m", "app", "--pause"], env, folder / "pause.log").process.wait(60)
        wait_until(lambda: sound.listeners() == 1, what="the pause")
    try:
        yield psutil.Process(started.process.pid)
    finally:
        started.stop()


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS))
    args = parser.parse_args(argv)
    sound, desktop = Sound(), Desktop()
    try:
        for way in args.ways:
            with tempfile.TemporaryDirectory() as folder, running(way, desktop, sound, Path(folder)) as process:
                time.sleep(SETTLE_S)
                print(json.dumps({"way": way, **watch(process, args.seconds)}), flush=True)
    finally:
        desktop.close()
        sound.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

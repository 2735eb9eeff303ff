"""What the program does while the sound server is away: `python -m tests.bench.sound_server [--times N] [--server S] …`.

Prints JSON. `r2t2-captions live` listens to a private sound server, which goes in every way there is and comes back after
`--away-s`. Each time is one row's worth of:

* `return_s`: from the server's return to the first new text of speech that is played from then on.
* `cpu_share`: processor time of the program and the tools it starts, while the server is away, as a share of one core.
* `printed_bytes`, `most_repeated`: what the program wrote to standard error in all, and how often its most frequent line.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import platform
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from tests.desktop.kit import KitError, PipeWireSound, Sound, Started, wait_until

SERVERS: dict[str, type[Sound]] = {"PulseAudio": Sound, "PipeWire": PipeWireSound}
SPEECH = "the children went to school and the teacher told them a story"
RETURN_S = 60.0


def crash_while_opened(sound: Sound) -> None:
    """Killed, started, and killed again as soon as somebody records."""
    sound.kill()
    sound.start()
    with contextlib.suppress(KitError):
        wait_until(lambda: sound.listeners() > 1, 10.0, "the program's stream")
    sound.kill()


WAYS: dict[str, tuple[Callable[[Sound], None], Callable[[Sound], None]]] = {
    "ended": (Sound.stop, Sound.start),
    "killed": (Sound.kill, Sound.start),
    "frozen": (Sound.freeze, Sound.thaw),
    "restarted": (Sound.restart, lambda sound: None),
    "killed while opened": (crash_while_opened, Sound.start),
}


def cpu_s(program: psutil.Process) -> float:
    """Processor time of the program so far, with the tools it started, ended ones included."""
    spent = program.cpu_times()
    total = spent.user + spent.system + spent.children_user + spent.children_system
    for child in program.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = child.cpu_times()
            total += times.user + times.system
    return total


def measure(sound: Sound, source: str, times: int, away_s: float, folder: Path) -> list[dict[str, Any]]:
    """Rows for one server and one source; one program lives through all of it."""
    heard, said = folder / f"{source}.out", folder / f"{source}.err"
    command = ["sh", "-c", 'exec "$@" 2>"$0"', str(said), sys.executable, "-u", "-m", "app", "live"]
    env = sound.env | {"R2T2_CAPTIONS_HOME": str(folder / "home")}
    program = Started([*command, "--source", source, "--language", "English"], env, heard)
    rows = []
    try:
        wave = sound.say(SPEECH)

        def hears(timeout_s: float = RETURN_S) -> float:
            """Seconds until there is new text, while speech is played over and over."""
            before, began = len(program.output()), time.monotonic()
            player = sound.play(wave)
            while len(program.output()) == before:
                if not player.running:
                    player = sound.play(wave)
                if time.monotonic() - began > timeout_s:
                    raise KitError(f"no text after {timeout_s} s: {said.read_text()[-500:]}")
                time.sleep(0.02)
            player.stop()
            return time.monotonic() - began

        hears()
        process = psutil.Process(program.process.pid)
        for way, (goes, comes) in WAYS.items():
            returns, shares = [], []
            for _ in range(times):
                time.sleep(1.0)  # the end of what was played is recognised before the server goes
                goes(sound)
                if way != "restarted":
                    time.sleep(0.5)
                    began, spent = time.monotonic(), cpu_s(process)
                    time.sleep(away_s)
                    shares.append((cpu_s(process) - spent) / (time.monotonic() - began))
                comes(sound)
                returns.append(hears())
            rows.append(
                {
                    "source": source,
                    "way": way,
                    "times": times,
                    "return_s": {"median": round(statistics.median(returns), 2), "most": round(max(returns), 2)},
                    "cpu_share": {"median": round(statistics.median(shares), 3), "most": round(max(shares), 3)}
                    if shares
                    else None,
                }
            )
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    finally:
        program.stop()
    printed = said.read_text(encoding="utf-8", errors="replace")
    lines = Counter(printed.splitlines())
    for row in rows:
        row |= {"printed_bytes": len(printed), "most_repeated": max(lines.values(), default=0)}
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--away-s", type=float, default=5.0)
    parser.add_argument("--server", choices=SERVERS, action="append")
    parser.add_argument("--source", choices=("microphone", "computer", "both"), action="append")
    args = parser.parse_args()
    found = []
    for server in args.server or SERVERS:
        for source in args.source or ("microphone", "computer", "both"):
            sound = SERVERS[server]()
            try:
                with tempfile.TemporaryDirectory() as folder:
                    rows = measure(sound, source, args.times, args.away_s, Path(folder))
                found += [{"server": server, **row} for row in rows]
            finally:
                sound.close()
    print(json.dumps({"system": platform.platform(), "python": platform.python_version(), "rows": found}, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

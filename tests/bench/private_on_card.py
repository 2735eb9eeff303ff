"""That nothing leaves a computer with a card: no connection, no name look-up, no file elsewhere. Prints JSON.

    python -m tests.bench.private_on_card [FIRST SECOND] [--provider P] [--seconds N]

The program runs beside the card as in `tests.bench.program_on_card`, with a new home folder, for N seconds (180). FIRST and
SECOND are bundles for the provider; without them, two small ones with random weights are made. At the same time, in a home of
its own, ONNX Runtime runs with its telemetry on and shows what this measurement is able to notice. `tests/privacy` does
more, and needs a screen, sound and a network namespace; this needs none of them.

Every socket of the processes is looked at every few milliseconds, as `ss` would show it; where strace is installed,
their calls are recorded as well. A name look-up that fails at once, since there is no route, is seen by strace alone.
"""

from __future__ import annotations

import argparse
import ipaddress
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import onnxruntime
import psutil

from app.models.catalogue import resources_folder
from inference.telemetry import SWITCHES
from onnx_export.convert import convert
from tests.privacy.kit import STRACE, outside, parse_record
from tests.synthetic_checkpoint import write_checkpoint

ROOT = Path(__file__).resolve().parents[2]
LOOK_S = 0.005

PROGRAM = """
import json, sys, time
from pathlib import Path
from tests.bench.program_on_card import run
end = time.monotonic() + float(sys.argv[4])
print(json.dumps(run(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], 15.0, None)["models"]), flush=True)
time.sleep(max(0.0, end - time.monotonic()))
import os
os._exit(0)
"""
TELLING = """
import sys, time
import onnxruntime
time.sleep(float(sys.argv[1]))
"""


class Watched:
    """A process with a home of its own, and what it did.

    Attributes:
        sockets: addresses of other computers that a socket of it or of its children was connected to.
    """

    def __init__(self, folder: Path, *command: str) -> None:
        self.folder = folder
        for name in ("home", "temporary", "work"):
            (folder / name).mkdir(parents=True)
        hidden = {*SWITCHES, "CI", "R2T2_CAPTIONS_HOME", "R2T2_CAPTIONS_MODELS"}
        env = {
            name: value for name, value in os.environ.items() if name not in hidden and not name.startswith("XDG_")
        } | {
            "HOME": str(folder / "home"),
            "TMPDIR": str(folder / "temporary"),
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": "offscreen",
        }
        traced = [*STRACE, "-o", str(folder / "calls")] if shutil.which("strace") else []
        self.log = folder / "log"
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [*traced, sys.executable, "-c", *command],
                env=env,
                cwd=folder / "work",
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.sockets: set[str] = set()

    def look(self) -> None:
        """Notes the sockets of this moment."""
        try:
            top = psutil.Process(self.process.pid)
            for process in (top, *top.children(recursive=True)):
                for item in process.net_connections("inet"):
                    if item.raddr and not ipaddress.ip_address(item.raddr.ip).is_loopback:
                        self.sockets.add(f"{item.raddr.ip}:{item.raddr.port}")
        except psutil.Error:
            pass  # one of them ended meanwhile

    def report(self) -> dict[str, Any]:
        calls = self.folder / "calls"
        recorded = parse_record(calls.read_text(errors="replace").splitlines()) if calls.exists() else None
        return {
            "status": self.process.poll(),
            "sockets_to_other_computers": sorted(self.sockets),
            "calls": None if recorded is None else len(recorded),
            "calls_to_other_computers": None if recorded is None else [str(call) for call in outside(recorded)],
            "files": sorted(
                str(path.relative_to(self.folder))
                for name in ("home", "temporary", "work")
                for path in (self.folder / name).rglob("*")
                if path.is_file() and "r2t2-bench-" not in str(path)  # the program's own folder
            ),
            "output": self.log.read_text(errors="replace")[-1000:],
        }


def main() -> int:
    parser = argparse.ArgumentParser(description="What leaves a computer with a card.")
    parser.add_argument("bundles", type=Path, nargs="*", help="two bundles for the provider")
    parser.add_argument("--provider", default="cuda")
    parser.add_argument("--seconds", type=float, default=180.0)
    args = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="r2t2-private-"))
    bundles = args.bundles
    if not bundles:
        checkpoint = write_checkpoint(work / "checkpoint", tokenizer=resources_folder() / "starter")
        precision = "int8" if args.provider == "cpu" else "fp16"
        bundles = [work / "first", work / "second"]
        for bundle in bundles:
            convert(checkpoint, bundle, precision)
    seconds = str(args.seconds)
    program = Watched(work / "program", PROGRAM, *map(str, bundles), args.provider, seconds)
    telling = Watched(work / "telling", TELLING, seconds)
    end = time.monotonic() + args.seconds + 120
    while time.monotonic() < end and (program.process.poll() is None or telling.process.poll() is None):
        program.look()
        telling.look()
        time.sleep(LOOK_S)
    for watched in (program, telling):
        watched.process.kill()
        watched.process.wait()
    report = {
        "onnxruntime": onnxruntime.__version__,
        "providers": onnxruntime.get_available_providers(),
        "provider": args.provider,
        "seconds": args.seconds,
        "strace": shutil.which("strace") is not None,
        "program": program.report(),
        "onnxruntime_with_telemetry": telling.report(),
    }
    shutil.rmtree(work, ignore_errors=True)
    print(json.dumps(report, indent=1), flush=True)
    clean = not program.sockets and not report["program"]["calls_to_other_computers"]  # type: ignore[index]
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())

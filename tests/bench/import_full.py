"""Imports a full-size checkpoint (4 GB, seeded weights, the published layout) from a folder and prints what it took.

    python -m tests.bench.import_full --precision int8 --work DIR [--keep CHECKPOINT]

One JSON object: seconds for each stage, peak memory of the converting process (resident, and without pages that are
only mapped from files), disk use, and the machine. Everything it writes is removed at the end, except a checkpoint that
`--keep` names, which is used again.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from app.base.settings import ModelSettings
from app.models.catalogue import load_catalogue, resources_folder
from app.models.install import Installer
from app.models.machine import memory_bytes
from app.models.progress import Progress
from app.models.source import classify
from inference.bundle import open_bundle
from tests.synthetic_checkpoint import write_checkpoint

NEEDED_BYTES = 16_000_000_000
SAMPLE_S = 0.05


class Watch:
    """Samples memory of the child processes and the size of a folder, stage by stage."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._end = threading.Event()
        self.stage = ""
        self.resident: dict[str, int] = {}
        self.anonymous: dict[str, int] = {}
        self.disk = 0
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        me = psutil.Process()
        rounds = 0
        while not self._end.wait(SAMPLE_S):
            for child in me.children(recursive=True):
                try:
                    info = child.memory_info()
                except psutil.Error:
                    continue
                own = info.rss - getattr(info, "shared", 0)
                self.resident[self.stage] = max(self.resident.get(self.stage, 0), info.rss)
                self.anonymous[self.stage] = max(self.anonymous.get(self.stage, 0), own)
            rounds += 1
            if rounds % 20 == 0:
                self.disk = max(self.disk, folder_bytes(self._folder))


def folder_bytes(folder: Path) -> int:
    """Size of all files; one that vanishes meanwhile counts nothing."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue
    return total


def processor() -> str:
    """Its name, as the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor()


def measure(work: Path, checkpoint: Path, precision: str) -> dict[str, Any]:
    """Imports `checkpoint` into a models folder below `work`."""
    result: dict[str, Any] = {"precision": precision, "cores": psutil.cpu_count(), "processor": processor()}
    result["memory_gb"] = round(memory_bytes() / 1e9, 1)
    begin = time.monotonic()
    if not (checkpoint / "config.json").exists():
        tokenizer = resources_folder() / "starter"
        write_checkpoint(checkpoint, size="full", tokenizer=tokenizer)
    result["write_checkpoint_s"] = round(time.monotonic() - begin, 1)
    result["checkpoint_bytes"] = folder_bytes(checkpoint)

    models = work / "models"
    models.mkdir()
    seconds: dict[str, float] = {}
    with Watch(models) as watch:
        last_s = time.monotonic()

        def on_progress(step: Progress) -> None:
            nonlocal last_s
            now_s = time.monotonic()
            if watch.stage:
                seconds[watch.stage] = seconds.get(watch.stage, 0.0) + now_s - last_s
            last_s, watch.stage = now_s, step.stage
            if sys.stderr.isatty():
                print(f"\r{step.stage} {step.fraction:6.1%}  ", end="", file=sys.stderr)

        begin = time.monotonic()
        installer = Installer(models, ModelSettings(), load_catalogue(), provider="cpu", on_progress=on_progress)
        model = installer.import_checkpoint(classify(checkpoint, load_catalogue()), precision)
        result["total_s"] = round(time.monotonic() - begin, 1)
    result["stage_s"] = {name: round(value, 1) for name, value in seconds.items()}
    result["peak_resident_bytes"] = watch.resident
    result["peak_own_bytes"] = watch.anonymous
    result["peak_disk_bytes"] = watch.disk
    result["bundle_bytes"] = folder_bytes(model.folder)
    result["report"] = dict(open_bundle(model.folder).report)
    return result


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--precision", default="int8", choices=("fp32", "fp16", "int8", "int4"))
    parser.add_argument("--work", type=Path, help="folder to work in; the system's temporary folder by default")
    parser.add_argument("--keep", type=Path, help="folder of the checkpoint, written if missing and kept")
    args = parser.parse_args(argv)
    work = Path(tempfile.mkdtemp(prefix="import-full-", dir=args.work))
    try:
        free = shutil.disk_usage(work).free
        if free < NEEDED_BYTES:
            print(f"{free / 1e9:.1f} GB are free in {work}, {NEEDED_BYTES / 1e9:.0f} GB are needed.", file=sys.stderr)
            return 1
        print(json.dumps(measure(work, args.keep or work / "checkpoint", args.precision), indent=1))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""A real vLLM server as a process that can be killed, stopped and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
KIT_VARIABLE = "R2T2_VLLM"
"""The folder that `packaging/vllm/make.sh` has filled."""
READY_S = 600.0


class RealServer:
    """`vllm serve` of a checkpoint on a port of this computer."""

    def __init__(self, checkpoint: Path, port: int, log: Path, *options: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._command = [
            ROOT / "packaging" / "vllm" / "serve.sh",
            os.environ[KIT_VARIABLE],
            checkpoint,
            str(port),
            *options,
        ]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begins to start it; see `wait`."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, start_new_session=True)

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + READY_S
        while True:
            assert self._process is not None, "start() first"
            assert self._process.poll() is None, f"it ended: see {self._log}"
            assert time.monotonic() < end, f"it does not come up: see {self._log}"
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=2):
                    return
            except (OSError, urllib.error.URLError):
                time.sleep(0.5)

    def _all(self) -> list[psutil.Process]:
        if self._process is None or self._process.poll() is not None:
            return []
        parent = psutil.Process(self._process.pid)
        return [parent, *parent.children(recursive=True)]

    def stop(self) -> None:
        """It stands still, with every connection open."""
        for process in self._all():
            process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        for process in reversed(self._all()):
            process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """At once, with all its processes."""
        processes = self._all()
        for process in processes:
            process.kill()
        psutil.wait_procs(processes, timeout=30)
        if self._process is not None:
            self._process.wait(30)
        self._process = None

    def metric(self, name: str) -> float:
        """The sum of a counter of `/metrics`."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))

"""Malformed requests and messages in great number: `python -m tests.bench.serve_fuzz [--n 50000] [--seed N]` prints JSON.

The attacks of `tests.app.serve.fuzz` against a server with a scripted model in this process. Told are what went wrong, every
warning and error in the log, and what grew from tenth to tenth: memory, before and after what is free of it was given back as
the server does every five minutes, objects, threads, open files, temporary files.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil

from inference.providers import return_freed_memory
from tests.app.scripted import Loader, Script
from tests.app.serve.api_kit import eventually, served, tone, wav
from tests.app.serve.fuzz import attack

SHARE = 250
"""Attacks of one seed."""


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.name}: {record.getMessage()}"[:200])


def state() -> dict[str, int]:
    """What may grow in this process."""
    gc.collect()
    process = psutil.Process()
    untidy = process.memory_info().rss
    return_freed_memory()
    return {
        "objects": len(gc.get_objects()),
        "rss_mb": untidy >> 20,
        "tidy_rss_mb": process.memory_info().rss >> 20,
        "threads": threading.active_count(),
        "open_files": process.num_fds(),
        "temporary": len(list(Path(tempfile.gettempdir()).glob("r2t2-recording-*"))),
    }


def run(n: int, seed: int) -> dict[str, Any]:
    kept = Kept()
    logging.getLogger().addHandler(kept)
    shares = [seed + number for number in range(n // SHARE)]
    began = time.perf_counter()
    loader = Loader(main=Script())
    with served(loader, streams=8, recordings=8) as server, ThreadPoolExecutor(4) as pool:

        def send(part: list[int]) -> list[str]:
            found = [one for share in pool.map(lambda s: attack(server.port, s, SHARE), part) for one in share]
            eventually(
                lambda: not server.turns.busy and server.turns.n_recordings == 0, "everything to be given up", 60
            )
            for model in loader.loaded:  # what it notes for tests: every stream with its sound
                model.streams.clear()
            return found

        wrong, tenths = [], []
        for tenth in range(10):
            wrong += send(shares[tenth * len(shares) // 10 : (tenth + 1) * len(shares) // 10])
            tenths.append(state())
        works = server.transcribe(wav(tone(1.28))).json["text"] == "w0 w1 w2 w3"
        counts = server.turns.counts
    return {
        "sent": len(shares) * SHARE,
        "seed": seed,
        "wrong": wrong[:20],
        "log": kept.messages[:20],
        "tenths": tenths,
        "works_afterwards": works,
        "streams": counts.streams,
        "recordings": counts.recordings,
        "refused": counts.refused,
        "seconds": round(time.perf_counter() - began, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    json.dump(run(args.n, args.seed), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

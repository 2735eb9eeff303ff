"""How fast the history is: adding, reaching the disk, searching, listing, deleting. Prints one JSON object.

    python -m tests.bench.store [--lines 10000] [--folder DIR]

Text is made up of common words of English and of common Chinese characters, with a few rare words at known places.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.base.events import CommittedLine, FinalLine
from app.base.settings import HistorySettings
from app.history import schema as store_schema
from app.history.store import HistoryStore
from app.transcript.cues import build_cues
from app.ui.history.window import HistoryWindow
from app.ui.kit.relay import post_to_qt

ENGLISH_TEXT = (
    "the of and to in is you that it he was for on are as with his they at be this have from or one had by word but "
    "not what all were we when your can said there use an each which she do how their if will up other about out many "
    "then them these so some her would make like him into time has look two more write go see number no way people"
)
ENGLISH = ENGLISH_TEXT.split()
CHINESE = (
    "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天"
)
RARE = "zebra crossing 犀牛"
QUERIES = ("the", "people could", "zebra", "犀牛", "犀", "国", "中国", "of", "zq", "xylophone", "ould peo", "a")


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Milliseconds: median, 95th percentile and maximum of seconds."""
    ordered = sorted(values)
    return {
        "median_ms": round(statistics.median(ordered) * 1000, 3),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)] * 1000, 3),
        "max_ms": round(ordered[-1] * 1000, 3),
    }


def timed(action: Callable[[], object], repeat: int = 20) -> dict[str, float]:
    taken = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return percentiles(taken)


def made_up(random_source: random.Random, index: int) -> str:
    if index % 1000 == 500:
        return RARE
    if index % 4 == 3:
        return "".join(random_source.choices(CHINESE, k=24)) + "。"
    return " ".join(random_source.choices(ENGLISH, k=12)) + "."


def fill(store: HistoryStore, n_lines: int) -> list[float]:
    """Seconds that each call took which the Qt thread would make."""
    random_source, taken = random.Random(7), []
    for index in range(n_lines):
        text = made_up(random_source, index)
        half = len(text) // 2
        start_s = index * 5.0
        for event in (
            CommittedLine(index, text[:half], start_s, start_s + 2, "English"),
            CommittedLine(index, text[half:], start_s + 2, start_s + 4, "English"),
        ):
            start = time.perf_counter()
            store.add_committed(event)
            taken.append(time.perf_counter() - start)
        start = time.perf_counter()
        store.add_final(FinalLine(index, text, text, "", False, start_s, start_s + 4, "English"))
        taken.append(time.perf_counter() - start)
        if index % 1000 == 999:
            store.flush(120)
    store.flush(120)
    return taken


def to_disk(store: HistoryStore, folder: Path, n_deltas: int = 60) -> dict[str, dict[str, float]]:
    """At live pace, three pieces a second: from the call until another connection, as after a kill, reads the piece."""
    other = sqlite3.connect(folder / store_schema.FILE_NAME)
    taken, calls = [], []
    for index in range(n_deltas):
        start = time.perf_counter()
        store.add_committed(CommittedLine(10**9, f" live{index}", index, index + 0.3))
        calls.append(time.perf_counter() - start)
        while not other.execute("SELECT 1 FROM delta WHERE text = ? LIMIT 1", (f" live{index}",)).fetchone():
            time.sleep(0.002)
        taken.append(time.perf_counter() - start)
        time.sleep(max(0.0, 0.33 - taken[-1]))
    other.close()
    return {"call": percentiles(calls), "on_disk": percentiles(taken)}


def commit_costs(folder: Path) -> dict[str, dict[str, float]]:
    """One small transaction with and without forcing it to disk: why the writer has its own thread."""
    costs = {}
    for mode in ("NORMAL", "FULL"):
        connection = store_schema.open_for_writing(folder / f"{mode}.db")
        connection.execute(f"PRAGMA synchronous = {mode}")

        def one(connection: sqlite3.Connection = connection) -> None:
            connection.execute("INSERT INTO session(started_s, active_s) VALUES (0, 0)")

        costs[mode] = timed(one, 100)
        connection.close()
    return costs


def window_search(store: HistoryStore) -> dict[str, dict[str, float]]:
    """From the end of typing until the history window has drawn what was found."""
    window = HistoryWindow(store, HistorySettings())
    window.show()
    while len(window.parts.view.lines) < store.sessions()[0].n_lines - 1:
        QApplication.processEvents()

    def ask(query: str) -> None:
        window.parts.search.setText(query)
        window._list()
        QApplication.processEvents()

    taken = {}
    for query in ("the", "zebra", "中国"):
        ask("")
        taken[query] = timed(partial(ask, query), 10)
    window.close()
    return taken


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--folder", type=Path, help="where the database is made (default: a temporary folder)")
    arguments = parser.parse_args(argv)
    application = QApplication(["bench", "-platform", "offscreen"])
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        start = time.perf_counter()
        store = HistoryStore.open(folder, HistorySettings(), post_to_qt())
        opened_s = time.perf_counter() - start
        store.begin_session(source="microphone")
        start = time.perf_counter()
        calls = fill(store, arguments.lines)
        filled_s = time.perf_counter() - start
        result: dict[str, object] = {
            "sqlite": sqlite3.sqlite_version,
            "lines": arguments.lines,
            "file_mb": round((folder / store_schema.FILE_NAME).stat().st_size / 1e6, 1),
            "open_ms": round(opened_s * 1000, 1),
            "fill_s": round(filled_s, 1),
            "call_in_a_flood": percentiles(calls),
            "piece_at_live_pace": to_disk(store, folder),
            "search": {
                query: {"hits": len(store.search(query)), **timed(partial(store.search, query))} for query in QUERIES
            },
        }
        result["window_search"] = window_search(store)
        session = store.sessions()[0]
        result["sessions"] = timed(store.sessions)
        result["lines_of_session"] = timed(lambda: store.lines(session.id), 3)
        some = store.lines(session.id)[:500]
        result["cues_500_lines"] = timed(lambda: build_cues(some), 3)
        result["commit"] = commit_costs(folder)
        start = time.perf_counter()
        store.delete([session.id])
        result["piece_while_deleting"] = to_disk(store, folder, 12)
        store.flush(120)
        result["delete_session_s"] = round(time.perf_counter() - start, 2)
        store.close()
    del application
    print(json.dumps(result, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()

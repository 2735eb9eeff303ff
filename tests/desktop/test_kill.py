"""`kill -9` at a random moment, 50 times: the store opens, nothing older than a second is lost, the session is
offered."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.base.settings import HistorySettings
from app.history.store import HistoryStore, Session
from app.ui.kit.relay import post_to_qt
from tests.desktop.kit import Desktop, Sound, Started, wait_until

pytestmark = pytest.mark.usefixtures("application")

ROOT = Path(__file__).resolve().parents[2]
KILLS = 50
AT_ONCE = min(5, os.cpu_count() or 1)
MAY_BE_LOST_S = 1.0

SPEAKER = """
import json, random, sys, time
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from app.base.events import CommittedLine, FinalLine
from app.base.settings import HistorySettings
from app.history.store import HistoryStore
from app.ui.kit.relay import post_to_qt

application = QCoreApplication([])
chance = random.Random(int(sys.argv[2]))
store = HistoryStore.open(Path(sys.argv[1]), HistorySettings(), post_to_qt())
store.close_unfinished()
store.begin_session(source="microphone")
now, utterance = 0.0, 0
while True:
    utterance += 1
    start, text = now, ""
    for word in range(chance.randint(2, 12)):
        delta = (" " if word else "") + chance.choice(["word", "字幕", "كلمة", "слово"]) + str(word)
        event = CommittedLine(utterance, delta, now, now + 0.3)
        store.add_committed(event)
        text += delta
        print(json.dumps([time.monotonic(), utterance, "delta", delta]), flush=True)
        now += 0.3
        pause = chance.uniform(0.02, 0.4)
        until = time.monotonic() + pause
        while time.monotonic() < until:
            application.processEvents()
            time.sleep(0.005)
    store.add_final(FinalLine(utterance, text + ".", text + ".", ".", False, start, now))
    print(json.dumps([time.monotonic(), utterance, "final", text + "."]), flush=True)
"""


@dataclass(frozen=True)
class Said:
    at_s: float
    utterance: int
    kind: str
    text: str


@dataclass(frozen=True)
class Kill:
    at_s: float
    said: list[Said]


def pause_before(seed: int) -> float:
    """Seconds between the first word and the kill."""
    return random.Random(seed).uniform(0.0, 2.5)


def speak_and_be_killed(folder: Path, seed: int) -> Kill:
    """Runs the real store at live pace and kills it at a random moment after its first words."""
    speaker = subprocess.Popen(
        [sys.executable, "-c", SPEAKER, str(folder), str(seed)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert speaker.stdout is not None
    first = speaker.stdout.readline()
    time.sleep(pause_before(seed))
    killed_s = time.monotonic()
    os.kill(speaker.pid, signal.SIGKILL)
    reported = first + speaker.stdout.read()
    assert speaker.wait() == -signal.SIGKILL
    said = [Said(*json.loads(row)) for row in reported.splitlines(keepends=True) if row.endswith("\n")]
    return Kill(killed_s, said)


def texts_of(said: list[Said]) -> list[str]:
    """What is on screen after these events, a line each."""
    lines: dict[int, str] = {}
    for event in said:
        lines[event.utterance] = event.text if event.kind == "final" else lines.get(event.utterance, "") + event.text
    return list(lines.values())


def check(folder: Path, kill: Kill, known: set[int]) -> float:
    """Seconds between the kill and the oldest event that was lost (0 if none was); the sessions `known` were there
    before.
    """
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        offered = store.unfinished_session()
        if {session.id for session in store.sessions()} == known:
            # Killed in the moment between the first word and its way to the disk: there is nothing new to offer, and
            # the session before it may not have been closed yet.
            assert offered is None or offered.id in known
            return kill.at_s - kill.said[0].at_s
        assert offered is not None, "the unfinished session is not offered"
        stored = [line.shown for line in store.lines(offered.id)]
        for line in store.lines(offered.id):
            assert line.final in (None, line.shown)
            assert line.shown.startswith(line.committed)
        assert _found(store, offered, stored[0])
    for length in range(len(kill.said), -1, -1):
        if texts_of(kill.said[:length]) == stored:
            lost = kill.said[length:]
            return kill.at_s - lost[0].at_s if lost else 0.0
    # the killed process may have stored an event that it had no time to report
    assert texts_of(kill.said) == [line[: len(text)] for line, text in zip(stored, texts_of(kill.said), strict=False)]
    return 0.0


def session_ids(folder: Path) -> set[int]:
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        return {session.id for session in store.sessions()}


@pytest.fixture
def quick_folder() -> Iterator[Path]:
    """In memory, where there is such a place: a killed process loses nothing more on a slow disk, but its times would
    be the disk's.
    """
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def _found(store: HistoryStore, offered: Session, text: str) -> bool:
    return any(hit.session.id == offered.id for hit in store.search(f'"{text}"'))


@pytest.mark.desktop
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
@pytest.mark.timeout(900)
def test_killed_fifty_times_nothing_older_than_a_second_is_lost(quick_folder: Path) -> None:
    folders = [quick_folder / f"用户 {index}" for index in range(AT_ONCE)]
    losses: list[float] = []
    stored: dict[Path, set[int]] = {folder: set() for folder in folders}
    assert sum(pause_before(seed) > MAY_BE_LOST_S for seed in range(KILLS)) >= KILLS // 2, "most come late enough"
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for first in range(0, KILLS, AT_ONCE):
            seeds = range(first, min(first + AT_ONCE, KILLS))
            for folder, kill in zip(folders, pool.map(speak_and_be_killed, folders, seeds), strict=False):
                losses.append(check(folder, kill, stored[folder]))
                stored[folder] = session_ids(folder)
    some = sum(loss > 0 for loss in losses)
    print(f"{len(losses)} kills; {some} lost something, at most the last {max(losses):.3f} s")
    assert len(losses) == KILLS
    assert max(losses) <= MAY_BE_LOST_S


@pytest.mark.desktop
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_the_program_itself_killed_while_it_captions(
    desktop: Desktop, sound: Sound, tmp_path: Path, quick_folder: Path, artifacts: Path
) -> None:
    home, events = quick_folder / "home", tmp_path / "events.jsonl"
    env = {
        **desktop.env,
        **sound.variables,
        "R2T2_CAPTIONS_HOME": str(home),
        "R2T2_CAPTIONS_EVENTS": str(events),
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
    }
    (home / "config").mkdir(parents=True)
    settings = {"interface": {"first_run_done": True}, "captions": {"language": "English"}}
    (home / "config" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")

    def seen(kind: str) -> list[dict[str, object]]:
        rows = events.read_text(encoding="utf-8").splitlines() if events.is_file() else []
        return [event for event in map(json.loads, rows) if event["event"] == kind]

    command = [sys.executable, "-m", "app.cli.main"]
    program = Started(command, env, tmp_path / "program.log", cwd=ROOT)
    try:
        wait_until(lambda: any(event["provider"] for event in seen("status")), 60, "a model at work")
        sound.play(sound.say("The first sentence is about the weather. " * 6))
        wait_until(lambda: len(seen("text")) >= 6, 60, "words on screen")
        time.sleep(random.Random(50).uniform(0.2, 1.5))
        killed_s = time.time()
        os.kill(program.process.pid, signal.SIGKILL)
        program.process.wait()
    finally:
        program.stop()
    texts = seen("text")
    due: dict[int, str] = {}
    for event in texts:
        if float(str(event["wall_s"])) <= killed_s - MAY_BE_LOST_S:
            number = int(str(event["line"]))
            due[number] = due.get(number, "") + str(event["delta"])
    assert due, "nothing was said early enough to be due"
    with HistoryStore.open(home / "data", HistorySettings(), post_to_qt()) as store:
        offered = store.unfinished_session()
        assert offered is not None
        stored = [line.shown for line in store.lines(offered.id)]
    assert len(stored) >= len(due)
    assert all(line.startswith(text) for line, text in zip(stored, due.values(), strict=False))

    program = Started(command, env, tmp_path / "again.log", cwd=ROOT)
    try:
        wait_until(lambda: len(seen("window")) == 2, 60, "the program to start again")
        window = desktop.find_window("^R2T2 Captions$")
        desktop.xdotool("windowactivate", "--sync", window)
        wait_until(
            lambda: any("ended unexpectedly" in str(event["text"]) for event in seen("message")), 60, "the offer"
        )
        time.sleep(0.5)
        desktop.screenshot(artifacts / "after_kill.png")
        for _ in range(60):
            mark = len(seen("focus"))
            desktop.xdotool("key", "Tab")
            wait_until(lambda mark=mark: len(seen("focus")) > mark, 30, "the next control to have the focus")
            if seen("focus")[-1]["name"] == "QPushButton: Show":
                break
        desktop.xdotool("key", "space")
        desktop.find_window("^History")
        time.sleep(1.0)
        desktop.screenshot(artifacts / "after_kill_history.png")
    finally:
        program.stop(20)

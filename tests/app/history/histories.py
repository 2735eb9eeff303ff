"""Sessions for the tests of the windows over the history."""

from __future__ import annotations

from app.base.events import CommittedLine, FinalLine
from app.history.store import HistoryStore

LECTURE = [
    "Good morning and welcome",
    "An octopus has three hearts",
    "and no bones at all",
    "The octopus is shy",
]
MEETING = ["大家好，欢迎来到今天的会议", "章鱼 octopus 展览下周开放 🐙 octopus"]


def say(store: HistoryStore, number: int, text: str, start_s: float, final: str = "") -> None:
    store.add_committed(CommittedLine(number, text, start_s, start_s + 2))
    store.add_final(FinalLine(number, final or text, text, "", bool(final), start_s, start_s + 2.5))


def add_session(store: HistoryStore, lines: list[str], title: str = "", end: bool = True) -> None:
    store.begin_session(source="microphone")
    for index, text in enumerate(lines):
        say(store, index, text, index * 10.0)
    if end:
        store.end_session()
    assert store.flush()
    if title:
        store.rename(store.sessions()[0].id, title)
        assert store.flush()

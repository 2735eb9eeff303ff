"""The history: what is stored, what survives, what is found, what is gone when it is deleted."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.base.events import CommittedLine, FinalLine
from app.base.settings import CaptionSettings, HistorySettings
from app.history import schema as store_schema
from app.history import writer as store_writer
from app.history.store import HistoryStore
from app.ui.kit.relay import post_to_qt

pytestmark = pytest.mark.usefixtures("application")

ROOT = Path(__file__).resolve().parents[3]
DAY_S = 86400


class Clock:
    def __init__(self, now_s: float = 1_800_000_000.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "Jürgen 用户 🎉" / "history"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(folder: Path) -> Iterator[HistoryStore]:
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as opened:
        yield opened


def opened_at(folder: Path, clock: Clock, **values: object) -> HistoryStore:
    store = HistoryStore(folder, HistorySettings(**values), post=post_to_qt(), clock=clock)  # type: ignore[arg-type]
    store._start()
    return store


def say(store: HistoryStore, utterance: int, text: str, start_s: float = 0.0, final: str | None = "") -> None:
    """Commits `text` word by word and finishes the line with it, or with `final`; None leaves it open."""
    words = text.split(" ")
    for index, word in enumerate(words):
        at = start_s + index * 0.5
        store.add_committed(CommittedLine(utterance, (" " if index else "") + word, at, at + 0.5, "English"))
    if final is not None:
        store.add_final(FinalLine(utterance, final or text, text, "", bool(final), start_s, start_s + len(words) * 0.5))


def events(condition: Callable[[], object], timeout_s: float = 60.0) -> bool:
    """Runs the event loop until `condition` holds."""
    end = time.monotonic() + timeout_s
    while not condition() and time.monotonic() < end:
        QCoreApplication.processEvents()
        time.sleep(0.01)
    return bool(condition())


def bytes_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


# --- storing


def test_committed_and_final_text_are_both_kept_with_their_times(store: HistoryStore) -> None:
    store.begin_session(source="microphone", language="English", model="starter")
    store.add_committed(CommittedLine(7, "We saw", 1.0, 1.6, "English"))
    store.add_committed(CommittedLine(7, " the see shore", 1.6, 2.4, "English"))
    store.add_final(FinalLine(7, "We saw the seashore.", "We saw the see shore.", ".", True, 0.9, 3.0, "English"))
    assert store.flush()
    (session,) = store.sessions()
    assert (session.source, session.language, session.model, session.n_lines) == ("microphone", "English", "starter", 1)
    assert session.preview == "We saw the see shore."
    assert session.audio_s == 3.0
    (line,) = store.lines(session.id)
    assert (line.committed, line.shown, line.final, line.diverged) == (
        "We saw the see shore",
        "We saw the see shore.",
        "We saw the seashore.",
        True,
    )
    assert [(piece.text, piece.start_s, piece.end_s) for piece in line.pieces] == [
        ("We saw", 1.0, 1.6),
        (" the see shore", 1.6, 2.4),
    ]
    assert (line.start_s, line.end_s, line.language) == (0.9, 3.0, "English")


def test_who_spoke_is_kept_by_the_name_of_that_time(store: HistoryStore) -> None:
    store.begin_session(source="both")
    store.add_committed(CommittedLine(1, "Hello", 0.0, 0.5, side="you"))
    store.set_names(CaptionSettings(your_name="  Ben "))
    store.add_final(FinalLine(1, "Hello", "Hello", "", False, 0.0, 1.0, side="you"))
    store.add_final(FinalLine(2, "Yes", "Yes", "Yes", False, 2.0, 3.0, side="you"))
    store.add_final(FinalLine(3, "No", "No", "No", False, 4.0, 5.0, side="computer"))
    store.add_final(FinalLine(4, "dictated", "dictated", "dictated", False, 6.0, 7.0))
    assert store.flush()
    (session,) = store.sessions()
    assert [line.speaker for line in store.lines(session.id)] == ["you", "Ben", "computer", ""]


def test_a_history_from_before_there_were_speakers_is_read_and_continued(folder: Path) -> None:
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        store.begin_session()
        say(store, 1, "of old")
    with sqlite3.connect(folder / store_schema.FILE_NAME) as connection:
        connection.execute("ALTER TABLE line DROP COLUMN speaker")
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        store.begin_session()
        store.add_final(FinalLine(1, "new", "new", "new", False, 0.0, 1.0, side="you"))
        assert store.flush()
        newer, older = store.sessions()
        assert [line.speaker for line in store.lines(older.id) + store.lines(newer.id)] == ["", "you"]
        assert store.search("of old")


def test_noise_leaves_neither_line_nor_session(store: HistoryStore) -> None:
    store.begin_session()
    store.add_final(FinalLine(1, "", "", "", False, 0.0, 1.0))
    store.end_session()
    assert store.flush()
    assert store.sessions() == []


def test_sessions_are_listed_newest_first_and_end(store: HistoryStore) -> None:
    for name in ("first", "second"):
        store.begin_session(source=name)
        say(store, 1, f"the {name} session")
        store.end_session()
    assert store.flush()
    assert [session.source for session in store.sessions()] == ["second", "first"]
    assert all(session.ended_s is not None for session in store.sessions())


def test_nothing_is_stored_outside_a_session(store: HistoryStore) -> None:
    say(store, 1, "before")
    store.begin_session()
    store.end_session()
    say(store, 2, "after")
    assert store.flush()
    assert store.sessions() == []


def test_two_utterances_may_grow_at_once(store: HistoryStore) -> None:
    store.begin_session()
    store.add_committed(CommittedLine(1, "one", 0, 1))
    store.add_committed(CommittedLine(2, "two", 1, 2))
    store.add_committed(CommittedLine(1, " and", 2, 3))
    store.add_final(FinalLine(2, "two.", "two.", ".", False, 1, 2))
    store.add_final(FinalLine(1, "one and.", "one and.", ".", False, 0, 3))
    assert store.flush()
    assert [line.shown for line in store.lines(store.sessions()[0].id)] == ["one and.", "two."]


def test_changed_tells_of_finished_lines(store: HistoryStore) -> None:
    seen: list[int] = []
    store.changed.connect(lambda: seen.append(1))
    store.begin_session()
    say(store, 1, "hello")
    assert events(lambda: seen and store.sessions() and store.sessions()[0].n_lines == 1)


def test_another_thread_reads_for_itself(store: HistoryStore) -> None:
    store.begin_session()
    say(store, 1, "one", 0.0)
    say(store, 2, "two", 2.0)
    store.end_session()
    assert store.flush()
    (session,) = store.sessions()
    lines = store.lines(session.id)
    assert [line.shown for line in lines] == ["one", "two"]
    with ThreadPoolExecutor(1) as other:
        assert other.submit(store.read_apart, [session.id, 999]).result() == [lines, []]


# --- surviving


def test_a_killed_run_is_offered_as_it_was_and_can_be_continued(folder: Path) -> None:
    writer = textwrap.dedent(
        """
        import os, sys
        from pathlib import Path
        from PySide6.QtCore import QCoreApplication
        from app.base.events import CommittedLine, FinalLine
        from app.base.settings import HistorySettings
        from app.history.store import HistoryStore
        from app.ui.kit.relay import post_to_qt
        application = QCoreApplication([])
        store = HistoryStore.open(Path(sys.argv[1]), HistorySettings(), post_to_qt())
        store.begin_session(source="microphone")
        store.add_committed(CommittedLine(1, "a whole line", 0.0, 2.0))
        store.add_final(FinalLine(1, "a whole line.", "a whole line.", ".", False, 0.0, 2.5))
        store.add_committed(CommittedLine(2, "half a", 3.0, 4.0))
        store.flush()
        os.kill(os.getpid(), 9)
        """
    )
    assert subprocess.run([sys.executable, "-c", writer, str(folder)], cwd=ROOT, check=False).returncode in (-9, 9)
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        session = store.unfinished_session()
        assert session is not None
        assert session.ended_s is None
        assert [line.shown for line in store.lines(session.id)] == ["a whole line.", "half a"]
        assert [hit.snippet for hit in store.search("half")] == ["half a"]
        store.close_unfinished()
        assert store.flush()
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        assert store.unfinished_session() is None
        assert len(store.sessions()) == 1


def test_a_declined_offer_is_not_made_again(folder: Path) -> None:
    killed = HistoryStore.open(folder, HistorySettings(), post_to_qt())
    killed.begin_session()
    say(killed, 1, "left open", final=None)
    assert killed.flush()
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        assert store.unfinished_session() is not None
        store.close_unfinished()
        assert store.flush()
        assert store.unfinished_session() is None
        (session,) = store.sessions()
        assert session.ended_s == session.active_s
    killed.close()


@pytest.mark.logs("history is damaged")
def test_a_damaged_file_is_set_aside_and_history_goes_on(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / store_schema.FILE_NAME).write_bytes(
        b"this is not a database, but it is long enough to be read as one" * 40
    )
    notices: list[str] = []
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        store.notice.connect(notices.append)
        store.begin_session()
        say(store, 1, "new history")
        assert store.flush()
        assert [session.preview for session in store.sessions()] == ["new history"]
        assert events(lambda: notices)
    assert "damaged" in notices[0]
    (kept,) = folder.glob("history.db.broken-*")
    assert kept.name in notices[0]


@pytest.mark.logs("history is damaged")
def test_damage_while_running_loses_only_the_damaged_file(folder: Path) -> None:
    notices: list[str] = []
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        store.notice.connect(notices.append)
        store.begin_session(source="microphone")
        say(store, 1, "before the damage")
        assert store.flush()
        with sqlite3.connect(folder / store_schema.FILE_NAME) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            pages = other.execute("PRAGMA page_count").fetchone()[0]
        other.close()
        with (folder / store_schema.FILE_NAME).open("r+b") as file:
            for page in range(1, pages):
                file.seek(page * 4096)
                file.write(b"\xff" * 4096)
        store.rename(1, "touches the damage")
        say(store, 2, "after the damage", start_s=5.0)
        assert events(lambda: any("damaged" in notice for notice in notices))
        assert store.flush()
        assert [session.preview for session in store.sessions()] == ["after the damage"]


@pytest.mark.logs("history: newer")
def test_a_history_of_a_newer_version_is_left_alone(folder: Path) -> None:
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        store.begin_session()
        say(store, 1, "precious")
    with sqlite3.connect(folder / store_schema.FILE_NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (folder / store_schema.FILE_NAME).read_bytes()
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        store.begin_session()
        say(store, 1, "lost")
        assert store.flush()
        assert store.sessions() == []
        assert events(lambda: store.trouble)
        assert "newer version" in store.trouble
    assert (folder / store_schema.FILE_NAME).read_bytes() == before


def test_an_older_file_is_taken_to_the_current_version_step_by_step(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "old.db", isolation_level=None)

    def second(old: sqlite3.Connection) -> None:
        old.execute("ALTER TABLE session ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'")

    def broken(old: sqlite3.Connection) -> None:
        old.execute("ALTER TABLE session ADD COLUMN half TEXT")
        raise sqlite3.OperationalError("cut short")

    store_schema.migrate(connection)
    connection.execute("INSERT INTO session(started_s, active_s) VALUES (1, 1)")
    store_schema.migrate(connection, {store_schema.VERSION: second}, store_schema.VERSION + 1)
    assert connection.execute("SELECT colour FROM session").fetchone() == ("blue",)
    with pytest.raises(sqlite3.OperationalError, match="cut short"):
        store_schema.migrate(connection, {store_schema.VERSION + 1: broken}, store_schema.VERSION + 2)
    assert connection.execute("PRAGMA user_version").fetchone() == (store_schema.VERSION + 1,)
    assert "half" not in [row[1] for row in connection.execute("PRAGMA table_info(session)")]
    connection.close()


@pytest.mark.logs("history: unwritable")
def test_a_folder_that_cannot_be_made_is_trouble_until_it_can_and_captions_go_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    notices: list[str] = []
    store = HistoryStore.open(tmp_path / "file" / "history", HistorySettings(), post_to_qt())
    store.notice.connect(notices.append)
    store.begin_session()
    say(store, 1, "still captioned")
    assert events(lambda: store.trouble)
    assert "can't be saved" in store.trouble
    assert store.sessions() == []
    (tmp_path / "file").unlink()
    assert events(lambda: notices)
    assert notices == ["History is saving again. Nothing was lost."]
    assert store.trouble == ""
    assert store.flush()
    assert [session.preview for session in store.sessions()] == ["still captioned"]
    store.close()


@pytest.mark.logs("history: unwritable")
def test_what_could_not_be_kept_in_memory_is_not_called_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_writer, "MAX_WAITING", 3)
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    notices: list[str] = []
    store = HistoryStore.open(tmp_path / "file" / "history", HistorySettings(), post_to_qt())
    store.notice.connect(notices.append)
    store.begin_session()
    assert events(lambda: store.trouble)
    say(store, 1, "more than there is room for")
    assert events(lambda: "is not saved" in store.trouble)
    (tmp_path / "file").unlink()
    assert events(lambda: notices)
    assert "saving again" in notices[0]
    assert "Nothing was lost" not in notices[0]
    assert store.trouble == ""
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
def test_a_full_disk_is_reported_and_everything_is_stored_when_there_is_room(folder: Path) -> None:
    script = textwrap.dedent(
        """
        import resource, sys, time
        from pathlib import Path
        from PySide6.QtCore import QCoreApplication
        from app.base.events import CommittedLine
        from app.base.settings import HistorySettings
        from app.history.store import HistoryStore
        from app.ui.kit.relay import post_to_qt
        application = QCoreApplication([])
        notices = []
        with HistoryStore.open(Path(sys.argv[1]), HistorySettings(), post_to_qt()) as store:
            store.notice.connect(notices.append)
            store.trouble_changed.connect(lambda: store.trouble and notices.append(store.trouble))
            store.begin_session()
            store.add_committed(CommittedLine(1, "start", 0, 1))
            store.flush()
            log = Path(sys.argv[1]) / "history.db-wal"
            resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, resource.RLIM_INFINITY))
            for index in range(40):
                store.add_committed(CommittedLine(1, f" word{index}" * 50, index, index + 1))
            def wait(n):
                end = time.monotonic() + 20
                while len(notices) < n and time.monotonic() < end:
                    application.processEvents()
                    time.sleep(0.01)
            wait(1)
            print(notices[0])
            print(store.unsaved)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            wait(2)
            print(notices[1])
            store.flush()
            print(store.unsaved)
            print(store.lines(1)[0].committed.count("word"))
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    first, unsaved, second, unsaved_later, count = done.stdout.splitlines()
    assert (unsaved, unsaved_later) == ("True", "False")
    assert "can't be saved" in first
    assert "saving again" in second
    assert count == "2000"


# --- privacy


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a matter of other systems")
def test_files_are_readable_by_their_owner_only(folder: Path) -> None:
    old = os.umask(0)
    try:
        with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
            store.begin_session()
            say(store, 1, "secret")
            assert store.flush()
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    finally:
        os.umask(old)
    assert modes == {"history.db": 0o600, "history.db-wal": 0o600, "history.db-shm": 0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a matter of other systems")
def test_a_file_that_others_could_read_is_closed_to_them(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / store_schema.FILE_NAME).touch(0o644)
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()):
        assert stat.S_IMODE((folder / store_schema.FILE_NAME).stat().st_mode) == 0o600


def test_dont_store_touches_nothing(folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    with HistoryStore.open(folder, HistorySettings(store=False, keep_days=3), post_to_qt()) as store:
        assert store.unfinished_session() is None
        store.begin_session()
        say(store, 1, "not for the disk")
        store.delete_all()
        store.rename(1, "x")
        store.prune()
        assert store.flush()
        assert store.sessions() == []
        assert store.search("disk") == []
    assert list(folder.parent.rglob("*")) == []


def test_storing_can_be_switched_off_and_on_in_a_session(store: HistoryStore) -> None:
    store.begin_session(source="microphone")
    say(store, 1, "kept before")
    store.set_settings(HistorySettings(store=False))
    say(store, 2, "unheard of", start_s=3)
    store.set_settings(HistorySettings(store=True))
    say(store, 3, "kept after", start_s=6)
    assert store.flush()
    assert [session.preview for session in store.sessions()] == ["kept after", "kept before"]
    assert store.sessions()[1].ended_s is not None
    assert store.search("unheard") == []


def test_a_line_that_began_while_nothing_was_stored_stays_out_whole(store: HistoryStore) -> None:
    """Its final has all of its words: those that were said in private, too."""
    say(store, 1, "before the first page was left", final=None)
    store.begin_session(source="microphone")
    say(store, 1, " and after")
    store.set_settings(HistorySettings(store=False))
    say(store, 2, "in private", start_s=3, final=None)
    store.set_settings(HistorySettings(store=True))
    say(store, 2, " and not", start_s=4)
    say(store, 3, "kept", start_s=6)
    assert store.flush()
    assert [session.preview for session in store.sessions()] == ["kept"]
    for word in ("private", "before", "after", "not"):
        assert store.search(word) == []


WORDS = [
    "alpha",
    "bravo",
    "charlie",
    "delta",
    "echo",
    "foxtrot",
    "golf",
    "hotel",
    "india",
    "juliett",
    "kilo",
    "lima",
    "mike",
    "november",
    "oscar",
    "papa",
]


def fill(store: HistoryStore, n_lines: int, secret: str, marker: str = "") -> None:
    for index in range(n_lines):
        words = [WORDS[(index * 7 + k * 3) % len(WORDS)] for k in range(9)]
        say(
            store,
            index,
            " ".join([*words, secret, f"{marker}{index}"]),
            start_s=index * 6.0,
            final=f"{secret} 秘密暗号 {index}",
        )


def test_delete_all_leaves_no_text_in_the_folder(folder: Path) -> None:
    store = HistoryStore.open(folder, HistorySettings(), post_to_qt())
    store.begin_session()
    fill(store, 300, "xylophone")
    assert store.flush()
    store.rename(1, "quicksilver")
    assert store.flush()
    assert store.search("xylophone"), "the reading connection is open"
    (folder / "history.db.broken-20260101-000000").write_bytes(b"xylophone of old")
    whole = bytes_of(folder)
    assert b"xylophone" in whole and "秘密".encode() in whole and b"quicksilver" in whole
    store.delete_all()
    assert store.flush()
    left = bytes_of(folder)
    for text in ("xylophone", "xyl", "quicksilver", "bravo", "秘密", "暗"):
        assert text.encode() not in left
    assert store.sessions() == []
    store.add_committed(CommittedLine(999, "life goes on", 2000.0, 2001.0))
    assert store.flush()
    assert [session.preview for session in store.sessions()] == ["life goes on"]
    store.close()
    assert b"xylophone" not in bytes_of(folder)


def test_a_deleted_session_is_wiped_and_the_others_stay(folder: Path) -> None:
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        store.begin_session()
        fill(store, 120, "xylophone")
        store.begin_session()
        fill(store, 120, "zephyrs", marker="n")
        store.end_session()
        assert store.flush()
        keep, gone = store.sessions()
        store.delete([gone.id])
        assert store.flush()
        assert [session.id for session in store.sessions()] == [keep.id]
        assert store.search("xylophone") == []
        assert len(store.search("zephyrs", limit=500)) == 120
        assert len(store.search("n7", limit=500)) == 11
        assert b"xylophone" not in bytes_of(folder)
        assert b"zephyrs" in bytes_of(folder)


def test_a_deletion_that_was_cut_short_is_finished_by_the_next_start(folder: Path) -> None:
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        store.begin_session()
        fill(store, 450, "xylophone")
        store.begin_session()
        say(store, 1, "stays")
    with sqlite3.connect(folder / store_schema.FILE_NAME) as connection:
        connection.execute("UPDATE session SET deleted = 1 WHERE id = 1")
    connection.close()
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as store:
        assert [session.preview for session in store.sessions()] == ["stays"]
        assert store.search("xylophone") == []
        assert store.flush()
        assert b"xylophone" not in bytes_of(folder)
        assert "秘密".encode() not in bytes_of(folder)
        assert [hit.snippet for hit in store.search("stays")] == ["stays"]


def test_the_line_being_spoken_goes_with_delete_all(store: HistoryStore) -> None:
    store.begin_session()
    store.add_committed(CommittedLine(1, "do not", 0, 1))
    store.delete_all()
    store.add_committed(CommittedLine(1, " keep this", 1, 2))
    store.add_final(FinalLine(1, "do not keep this", "do not keep this", "", False, 0, 3))
    say(store, 2, "but this", start_s=4)
    assert store.flush()
    (session,) = store.sessions()
    assert [line.shown for line in store.lines(session.id)] == ["but this"]


def test_old_sessions_go_and_of_a_running_one_old_lines(folder: Path, clock: Clock) -> None:
    store = opened_at(folder, clock, keep_days=30)
    store.begin_session()
    say(store, 1, "forty days old")
    store.end_session()
    clock.now_s += 9 * DAY_S
    store.begin_session()
    say(store, 2, "begun thirtyone days ago")
    clock.now_s += 30.5 * DAY_S
    say(store, 3, "said just now", start_s=60)
    assert store.flush()
    clock.now_s += 0.6 * DAY_S
    store.prune()
    assert store.flush()
    (session,) = store.sessions()
    assert (session.n_lines, session.preview) == (1, "said just now")
    assert [line.shown for line in store.lines(session.id)] == ["said just now"]
    assert store.search("thirtyone") == []
    assert b"forty" not in bytes_of(folder)
    store.close()


def test_keep_everything_prunes_nothing(folder: Path, clock: Clock) -> None:
    store = opened_at(folder, clock)
    store.begin_session()
    say(store, 1, "ancient")
    store.end_session()
    clock.now_s += 9000 * DAY_S
    store.prune()
    assert store.flush()
    assert len(store.sessions()) == 1
    store.set_settings(HistorySettings(keep_days=1))
    assert store.flush()
    assert store.sessions() == []
    store.close()


# --- searching


SPOKEN = [
    "The quick brown fox jumps over the lazy dog",
    "今天的会议讨论销售数据",
    "これはテストです",
    "안녕하세요 여러분",
    "Jürgen trinkt Kaffee in Zürich",
    "مَرحَبا بالعالم",
    "ＡＢＣ full width",
    'He said "well, well" & left (100 %)',
    "🎉 party",
]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("quick", [0]),
        ("QUICK", [0]),
        ("uick bro", [0]),
        ("fox quick", [0]),
        ("ick", [0]),
        ("ox", [0]),
        ('"quick brown"', [0]),
        ('"brown quick"', []),
        ("quick absent", []),
        ("会议", [1]),
        ("会", [1]),
        ("销售数据", [1]),
        ("议销", []),
        ("会议 数据", [1]),
        ("テスト", [2]),
        ("です", [2]),
        ("안녕", [3]),
        ("녕하세", [3]),
        ("jurgen", [4]),
        ("zürich", [4]),
        ("kaffee ü", [4]),
        ("مرحبا", [5]),
        ("abc", [6]),
        ('well, well" &', [7]),
        ("%", [7]),
        ("AND OR NOT", []),
        ("fox*", []),
        ("🎉", [8]),
        ("  ", []),
        ('"', []),
        ("\0", []),
        ("h", [0, 4, 5, 6, 7]),
    ],
)
def test_search(store_with_lines: HistoryStore, query: str, expected: list[int]) -> None:
    if query == "h":  # every script at once: the letter stands in these lines only
        expected = [index for index, text in enumerate(SPOKEN) if "h" in text.lower()]
    hits = store_with_lines.search(query)
    assert sorted(hit.start_s for hit in hits) == [float(index * 10) for index in expected]


@pytest.fixture(scope="module")
def store_with_lines(tmp_path_factory: pytest.TempPathFactory, application: QCoreApplication) -> Iterator[HistoryStore]:
    with HistoryStore.open(tmp_path_factory.mktemp("search"), HistorySettings(), post_to_qt()) as opened:
        opened.begin_session()
        for index, text in enumerate(SPOKEN):
            say(opened, index, text, start_s=index * 10.0)
        assert opened.flush()
        yield opened


def test_hits_tell_where_the_words_stand(store_with_lines: HistoryStore) -> None:
    (hit,) = store_with_lines.search("FOX lazy")
    assert [hit.snippet[start:end] for start, end in hit.ranges] == ["fox", "lazy"]
    assert hit.session.id == 1
    assert store_with_lines.lines(1, after_line=hit.line - 1)[0].shown == SPOKEN[0]


def test_words_of_a_line_that_is_still_spoken_are_found(store: HistoryStore) -> None:
    store.begin_session()
    say(store, 1, "not finished yet", final=None)
    assert store.flush()
    assert [hit.snippet for hit in store.search("finish")] == ["not finished yet"]


def test_a_word_is_found_in_the_final_text_and_in_what_was_shown(store: HistoryStore) -> None:
    store.begin_session()
    say(store, 1, "we saw the see shore", final="we saw the seashore")
    assert store.flush()
    assert [hit.snippet for hit in store.search("seashore")] == ["we saw the seashore"]
    assert [hit.snippet for hit in store.search("see shore")] == ["we saw the see shore"]


def test_newest_hits_come_first_and_no_more_than_asked_for(store: HistoryStore) -> None:
    store.begin_session()
    for index in range(30):
        say(store, index, f"hello number {index}", start_s=index)
    assert store.flush()
    assert [hit.start_s for hit in store.search("hello", limit=3)] == [29.0, 28.0, 27.0]
    assert [hit.start_s for hit in store.search("he", limit=2)] == [29.0, 28.0]


# --- renaming


def test_rename(store: HistoryStore) -> None:
    store.begin_session()
    say(store, 1, "hello")
    assert store.flush()
    store.rename(store.sessions()[0].id, "  Biology, week 3 生物 ")
    assert store.flush()
    assert store.sessions()[0].title == "Biology, week 3 生物"


def test_close_writes_what_is_waiting_and_can_be_repeated(folder: Path) -> None:
    store = HistoryStore.open(folder, HistorySettings(), post_to_qt())
    store.begin_session()
    say(store, 1, "written at the end")
    assert store.close()
    assert store.close()
    with HistoryStore.open(folder, HistorySettings(), post_to_qt()) as again:
        assert [session.preview for session in again.sessions()] == ["written at the end"]
        assert again.unfinished_session() is None


# --- two programs with one history


@pytest.mark.parametrize("end", ["finished", "line deleted", "session deleted"])
def test_a_second_program_on_the_same_history_damages_nothing(folder: Path, clock: Clock, end: str) -> None:
    """It starts when the first does not answer, finishes the line that the first is still writing, or deletes it."""
    with opened_at(folder, clock) as first, opened_at(folder, clock) as second:
        first.begin_session(source="microphone", language="English", model="starter")
        say(first, 1, "a first line")
        say(first, 2, "the octopus has", 3.0, final=None)
        assert first.flush()
        second._writer.put(lambda recorder: recorder.finish_abandoned(), urgent=True)
        assert second.flush()
        if end == "line deleted":
            second._writer.put(lambda recorder: recorder._delete_lines("shown LIKE 'the octopus%'"), urgent=True)
        elif end == "session deleted":
            second.delete([second.sessions()[0].id])
        assert second.flush()
        first.add_committed(CommittedLine(2, " three hearts", 4.5, 5.5, "English"))
        first.add_final(
            FinalLine(2, "The octopus has three hearts.", "the octopus has three hearts", "", True, 3.0, 5.5)
        )
        say(first, 3, "a last line", 7.0)
        assert first.flush()
        found = [line.shown for session in first.sessions() for line in first.lines(session.id)]
        assert (
            found
            == {
                "finished": ["a first line", "the octopus has three hearts", "a last line"],
                "line deleted": ["a first line", "a last line"],
                "session deleted": ["a last line"],
            }[end]
        )
        assert bool(first.search("hearts")) is (end == "finished")
        first.delete([session.id for session in first.sessions()])
        assert first.flush()
    with sqlite3.connect(folder / store_schema.FILE_NAME) as connection:
        connection.execute("INSERT INTO line_fts(line_fts) VALUES ('integrity-check')")
        assert connection.execute("SELECT COUNT(*) FROM line_fts_docsize").fetchone() == (0,)
        assert connection.execute("SELECT COUNT(*) FROM line_fts_data WHERE id > 10").fetchone() == (0,), "words stay"


def test_what_is_masked_is_stored_as_it_was_said(store: HistoryStore) -> None:
    store.begin_session(source="microphone")
    store.add_committed(CommittedLine(1, "What the fu", 0.0, 1.0, "English"))
    store.add_committed(CommittedLine(1, "ck is", 1.0, 2.0, "English"))
    store.add_final(FinalLine(1, "What the fuck is it?", "What the fuck is it?", " it?", False, 0.0, 3.0, "English"))
    store.end_session()
    assert store.flush()
    (session,) = store.sessions()
    for mask, word in (({"English": "fuck*"}, "f***"), ({}, "fuck")):
        store.set_masked_words(mask)
        found = store.session(session.id)
        assert found is not None
        assert found.preview.startswith(f"What the {word}")
        (line,) = store.lines(session.id)
        assert line.final == line.shown == f"What the {word} is it?"
        assert [piece.text for piece in line.pieces] == [f"What the {word[:2]}", f"{word[2:]} is"]
        assert store.read_apart([session.id]) == [[line]]
        (hit,) = store.search("fuck")
        assert hit.snippet == f"What the {word} is it?"
        assert [hit.snippet[start:end] for start, end in hit.ranges] == [word]
        assert hit.session.preview == found.preview

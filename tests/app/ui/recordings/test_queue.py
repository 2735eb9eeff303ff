"""The queue of recordings: what becomes text in which order, what is stored, and what stops one alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
import soxr

from app.base.settings import HistorySettings
from app.capture.file import AudioFile
from app.engine.model_loading import ModelChoice, load_recognizer
from app.engine.pieces import pieces_of
from app.history.store import HistoryStore
from app.serve.turns import Host
from app.ui.history.labels import details_words, title_words
from inference.options import SAMPLE_RATE
from tests.app.capture.recordings import Kind, write_recording
from tests.app.capture.sounds import RATE
from tests.app.history.histories import say
from tests.app.ui.recordings.kit import Rig, words, write_tone
from tests.app.waiting import wait_until

pytestmark = pytest.mark.usefixtures("application")

SAMPLE = Path(__file__).resolve().parents[4] / "resources" / "sample.wav"
TWO_TRACKS = Kind("mkv", "flac", "mpeg4")


@pytest.fixture
def rig(store: HistoryStore) -> Iterator[Rig]:
    store.begin_session(source="microphone")
    made = Rig(store)
    yield made
    made.close()


def test_recordings_become_text_one_after_the_other_and_lie_in_the_history(rig: Rig, tmp_path: Path) -> None:
    write_tone(tmp_path / "folder" / "b.wav", 0.64)
    write_tone(tmp_path / "folder" / "deep" / "c.flac", 0.96)
    (tmp_path / "folder" / "notes.txt").write_text("no recording")
    rig.add(write_tone(tmp_path / "a.wav", 1.28), tmp_path / "folder", n=3)
    assert rig.states == ["working", "waiting", "waiting"]
    rig.finish()
    assert rig.states == ["done"] * 3
    assert rig.all_done == 1
    sessions = rig.store.sessions()
    assert [session.title for session in sessions] == ["c.flac", "b.wav", "a.wav"]
    assert [rig.store.lines(session.id)[0].shown for session in sessions] == [words(3), words(2), words(4)]
    assert all(session.ended_s is not None for session in sessions)
    assert rig.queue.session_of(rig.named("a.wav")) == sessions[2].id
    assert "Recording “a.wav”" in details_words(sessions[2], running=False)
    assert rig.hosted[0] and not rig.hosted[-1], "the model is needed while there is work, and no longer"


def test_captions_continue_in_a_session_of_their_own(rig: Rig, tmp_path: Path) -> None:
    """What is said while a recording is in work is not mixed with it."""
    rig.add(write_tone(tmp_path / "long.wav", 30.0))
    say(rig.store, 1, "said before", 0.0)
    rig.work_until(lambda: rig.named("long.wav").lines, "the first piece")
    say(rig.store, 2, "said meanwhile", 5.0)
    assert rig.store.flush()
    by_title = {session.title: session for session in rig.store.sessions()}
    newest = max(session.id for session in by_title.values() if session.source == "microphone")
    assert rig.store.is_running(by_title["long.wav"], newest)
    assert "Transcribing" in details_words(by_title["long.wav"], running=True)
    assert rig.store.is_running(by_title[""], newest)
    rig.finish()
    say(rig.store, 3, "said after", 60.0)
    assert rig.store.flush()
    by_title = {session.title: session for session in rig.store.sessions()}
    assert not rig.store.is_running(by_title["long.wav"], newest)
    assert [line.shown for line in rig.store.lines(by_title[""].id)] == ["said before", "said meanwhile", "said after"]
    assert len(rig.store.lines(by_title["long.wav"].id)) == len(rig.named("long.wav").lines)


def test_one_damaged_file_is_a_sentence_and_the_next_goes_on(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "broken.mp4").write_bytes(b"this is no video")
    (tmp_path / "empty.wav").write_bytes(b"")
    rig.add(
        tmp_path / "broken.mp4", tmp_path / "empty.wav", tmp_path / "gone.wav", write_tone(tmp_path / "good.wav", 0.64)
    )
    rig.finish()
    assert rig.states == ["failed", "failed", "failed", "done"]
    for recording, says in zip(
        rig.queue.recordings, ("not a supported recording", "is empty", "does not exist"), strict=False
    ):
        assert says in recording.problem
        assert recording.problem.count(". ") == 0, "one sentence"


def test_what_was_heard_before_the_damage_is_kept(rig: Rig, tmp_path: Path) -> None:
    path = write_tone(tmp_path / "cut.flac", 40.0)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    rig.add(path)
    rig.finish()
    cut = rig.named("cut.flac")
    assert cut.has_text
    assert rig.store.lines(rig.queue.session_of(cut))[0].shown == cut.lines[0].text


def test_one_is_cancelled_and_the_others_go_on_then_all(rig: Rig, tmp_path: Path) -> None:
    rig.add(*(write_tone(tmp_path / f"{name}.wav", 30.0) for name in "abcd"))
    rig.work_until(lambda: rig.named("a.wav").lines, "the first piece")
    rig.queue.cancel([rig.named("a.wav"), rig.named("c.wav")])
    assert rig.states == ["cancelled", "working", "cancelled", "waiting"]
    rig.work_until(lambda: rig.named("b.wav").lines, "a piece of the next")
    rig.queue.cancel_all()
    assert rig.states == ["cancelled"] * 4
    assert not rig.hosted[-1]
    assert rig.store.flush()
    titles = [session.title for session in rig.store.sessions()]
    assert titles == ["b.wav", "a.wav"], "what was recognised until then is kept"


def test_a_piece_that_waits_for_the_model_does_not_hold_up_the_cancel(rig: Rig, tmp_path: Path) -> None:
    rig.add(write_tone(tmp_path / "a.wav", 1.0))
    wait_until(lambda: rig.n_asked, "the piece to be asked for")
    rig.queue.cancel_all()
    wait_until(lambda: not rig.queue._threads, "the file to be let go of without a turn of the model")
    rig.turns.take_commands()
    assert rig.model.passes == 0


def test_one_that_failed_is_tried_again(rig: Rig, tmp_path: Path) -> None:
    rig.add(tmp_path / "later.wav")
    rig.finish()
    assert rig.states == ["failed"]
    write_tone(tmp_path / "later.wav", 0.64)
    rig.queue.retry(rig.queue.recordings)
    rig.finish()
    assert rig.states == ["done"]
    assert rig.named("later.wav").problem == ""
    assert [session.title for session in rig.store.sessions()] == ["later.wav"]


def test_a_file_that_waits_is_not_listed_twice_and_one_that_is_over_may_be(rig: Rig, tmp_path: Path) -> None:
    path = write_tone(tmp_path / "a.wav", 0.64)
    other = write_tone(tmp_path / "b.wav", 0.64)
    rig.add(path)
    rig.add(path, other, n=1)
    rig.finish()
    rig.add(path)
    rig.finish()
    assert [recording.name for recording in rig.queue.recordings] == ["a.wav", "b.wav", "a.wav"]
    rig.queue.remove_finished()
    assert rig.queue.recordings == []


def test_every_track_of_a_video_can_be_chosen(rig: Rig, tmp_path: Path) -> None:
    """The second track is silent: its text is empty."""
    sound = np.interp(np.arange(RATE) / RATE, np.arange(SAMPLE_RATE) / SAMPLE_RATE, np.full(SAMPLE_RATE, 0.3))
    sound *= np.sin(np.arange(RATE) / RATE * 2 * np.pi * 440)
    path = write_recording(tmp_path / "film.mkv", TWO_TRACKS, sound.astype(np.float32), ("eng", "ger"))
    rig.add(path, write_tone(tmp_path / "other.wav", 0.64))
    rig.finish()
    film = rig.named("film.mkv")
    assert film.tracks == ("eng", "ger")
    assert film.read == 1
    assert film.has_text
    rig.queue.choose_track(film, 2)
    rig.finish()
    assert film.read == 2
    assert not film.has_text
    assert rig.queue.file_words(film) == "film.mkv (track 2)"
    assert rig.queue.state_words(film) == "No speech was recognised."


def test_the_tracks_of_one_that_waits_are_known(rig: Rig, tmp_path: Path) -> None:
    rig.add(write_tone(tmp_path / "first.wav", 30.0))
    sound = np.zeros(RATE, np.float32)
    rig.add(write_recording(tmp_path / "film.mkv", TWO_TRACKS, sound, ("eng", "ger")))
    film = rig.named("film.mkv")
    wait_until(lambda: film.tracks, "the file to be looked at")
    assert film.state == "waiting"
    rig.queue.choose_track(film, 2)
    rig.finish()
    assert film.read == 2


def test_without_a_history_the_text_is_there_all_the_same(tmp_path: Path) -> None:
    with HistoryStore.open(tmp_path / "history", HistorySettings(store=False), lambda call: call()) as store:
        store.begin_session()
        rig = Rig(store)
        rig.add(write_tone(tmp_path / "a.wav", 0.64))
        rig.work_until(lambda: not rig.queue.n_left, "the recording")
        assert rig.named("a.wav").lines[0].text == words(2)
        assert rig.queue.session_of(rig.named("a.wav")) == 0
        assert not (tmp_path / "history" / "history.db").exists()
        rig.close()


def test_without_a_model_it_is_one_sentence(rig: Rig, tmp_path: Path) -> None:
    rig.turns.host = Host(problem="There is no model.")
    rig.add(write_tone(tmp_path / "a.wav", 0.64))
    wait_until(lambda: rig.states == ["failed"], "the answer")
    assert rig.named("a.wav").problem == "There is no model."


def test_strong_language_is_stored_and_masked_where_it_leaves(store: HistoryStore, tmp_path: Path) -> None:
    store.begin_session()
    store.set_masked_words({"English": "w1"})
    rig = Rig(store, mask=store.masked)
    rig.add(write_tone(tmp_path / "a.wav", 0.96))
    rig.finish()
    recording = rig.named("a.wav")
    assert [line.text() for line in rig.queue.shown_lines(recording)] == ["w0 w* w2"]
    assert [line.text() for line in store.lines(rig.queue.session_of(recording))] == ["w0 w* w2"]
    store.set_masked_words({})
    assert [line.text() for line in rig.queue.shown_lines(recording)] == ["w0 w1 w2"]
    assert [line.text() for line in store.lines(rig.queue.session_of(recording))] == ["w0 w1 w2"]
    rig.close()


def test_a_recording_that_is_deleted_meanwhile_does_not_come_back(rig: Rig, tmp_path: Path) -> None:
    rig.add(write_tone(tmp_path / "long.wav", 60.0))
    rig.work_until(lambda: rig.named("long.wav").lines, "the first piece")
    assert rig.store.flush()
    rig.store.delete([rig.queue.session_of(rig.named("long.wav"))])
    rig.finish()
    assert rig.store.sessions() == []
    assert len(rig.named("long.wav").lines) > 1


def test_the_text_is_what_the_command_gives(store: HistoryStore, tmp_path: Path) -> None:
    """With the model that comes with the program, of a recording and of a video made from it."""
    store.begin_session()
    rig = Rig(store)
    samples, rate = soundfile.read(SAMPLE, dtype="float32")
    video = write_recording(tmp_path / "talk.mkv", TWO_TRACKS, soxr.resample(samples, rate, RATE))
    model = load_recognizer(ModelChoice(), lambda text: None)
    rig.model = model  # type: ignore[assignment]
    rig.options = replace(rig.options, language=None)
    rig.add(SAMPLE, video)
    rig.finish()
    with AudioFile(SAMPLE) as file:
        expected = [model.transcribe(piece.samples, rig.options).text.strip() for piece in pieces_of(file)]
    assert [line.text for line in rig.named("sample.wav").lines] == expected
    assert any(expected)
    assert [line.text for line in rig.named("talk.mkv").lines] == expected
    assert [title_words(session) for session in store.sessions()] == ["talk.mkv", "sample.wav"]
    rig.close()
    model.close()

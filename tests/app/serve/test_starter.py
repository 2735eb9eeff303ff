"""The real model behind the server: the text is that of `r2t2-captions transcribe`, whatever the recording and its format."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.base.events import FinalLine
from app.capture.file import AudioFile
from app.cli.transcribe import Printer, Work
from app.engine.model_loading import ModelChoice, load_recognizer
from app.engine.probe import SAMPLE
from app.serve import turns as serve_turns
from inference.options import StreamOptions
from tests.app.capture.recordings import Kind, write_recording
from tests.app.serve.api_kit import Answer, Served, pcm, served

MADE = (
    Kind("wav", "pcm_s16le", rate=16_000, channels=1),
    Kind("flac", "flac", rate=44_100),
    Kind("mp3", "libmp3lame", rate=44_100),
    Kind("m4a", "aac", rate=44_100, channels=1),
    Kind("opus", "libopus"),
    Kind("webm", "libopus"),
    Kind("mp4", "aac"),
    Kind("ogg", "flac"),
    Kind("wma", "wmav2", rate=44_100),
    Kind("amr", "libopencore_amrnb", rate=8000, channels=1),
)
"""What OpenAI's clients send (WebM from browsers), and some more."""
OPTIONS = StreamOptions()


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(load_recognizer, model=ModelChoice(), options=OPTIONS) as running:
        yield running


@pytest.fixture(scope="module")
def offline() -> Iterator[Work]:
    with Work(OPTIONS, ModelChoice(), streaming=False) as work:
        yield work


def speech() -> np.ndarray:
    samples, _ = soundfile.read(str(SAMPLE), dtype="float32")
    return np.asarray(samples, np.float32)


def transcribed(work: Work, path: Path, *, one_text: bool = True) -> str:
    """What `r2t2-captions transcribe` prints."""
    printer = Printer("txt", None, one_text=one_text)
    with AudioFile(path) as file:
        work.recognise(file, printer.take, lambda seconds: None)
    return printer.end().strip()


@pytest.mark.parametrize("kind", MADE, ids=lambda kind: kind.name)
def test_a_recording_has_the_text_that_transcribe_gives_it(
    server: Served, offline: Work, kind: Kind, tmp_path: Path
) -> None:
    number = MADE.index(kind)
    samples = speech()[number * 3_000 : len(speech()) - number * 2_000]
    path = write_recording(tmp_path / f"speech.{kind.suffix}", kind, samples)
    answer = server.transcribe(path.read_bytes(), path.name, model="any")
    assert answer.json["text"] == transcribed(offline, path) != ""


def test_a_long_recording_is_cut_where_transcribe_cuts_it(server: Served, offline: Work, tmp_path: Path) -> None:
    samples = np.concatenate([speech(), np.zeros(8_000, np.float32)] * 3)
    path = write_recording(tmp_path / "long.flac", MADE[1], samples)
    answer = server.transcribe(path.read_bytes(), path.name, response_format="verbose_json").json
    assert answer["text"] == transcribed(offline, path)
    assert len(answer["segments"]) > 1


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_live_sound_through_curl_has_the_text_of_the_live_path(
    server: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        serve_turns, "MERGE_BEHIND_S", 1e9
    )  # sent faster than it was spoken, as `--stream` reads a file
    command = ["curl", "-sSN", "-T", "-", "-X", "POST", f"{server.url}/v1/audio/transcriptions/live?language=en"]
    sound = pcm(speech()[:80_000])
    done = subprocess.run(command, input=sound, capture_output=True, timeout=120, check=True)
    *deltas, end = Answer(200, {}, done.stdout).events
    path = tmp_path / "speech.wav"
    soundfile.write(path, np.frombuffer(sound, "<i2"), 16_000)
    lines: list[FinalLine] = []
    with Work(StreamOptions(language="English"), ModelChoice(), streaming=True) as work, AudioFile(path) as file:
        work.recognise(file, lambda line: lines.append(line) if isinstance(line, FinalLine) else None, lambda s: None)
    assert [segment["text"] for segment in end["segments"]] == [line.shown for line in lines]
    assert "".join(str(delta["delta"]) for delta in deltas) == end["text"]
    assert len(deltas) > 3, "while it arrives"

"""The command line as a user or a script uses it: text, events, files, and one sentence for everything that is wrong."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shlex
import signal
import struct
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile
import soxr

from app.base.events import CommittedLine, Failed, FinalLine, Notice, Status
from app.base.settings import CaptionSettings
from app.capture.device import Device, Devices
from app.capture.file import AudioFile, FileCapture
from app.capture.inputs import FileInput
from app.capture.ports import CaptureError, SourceSpec
from app.cli import live as cli_live
from app.cli import main as cli
from app.cli import transcribe as cli_transcribe
from app.cli.common import UsageError, stream_options
from app.engine.pace import Automatic
from app.engine.pieces import LONGEST_S, SHORTEST_S, WHOLE_S, cut_pieces, quietest_cut, read_pieces
from inference.errors import RecognizerError
from inference.options import StreamOptions
from inference.recognizer import Recognizer
from tests.app.capture.recordings import KINDS, write_recording
from tests.app.capture.sounds import RATE, SAMPLE, noise, silence, speech

MICROPHONE = Device("alsa.usb", "USB Mic", 1, 48_000, "alsa.usb", 1)
SPEAKERS = Device("alsa.out", "Speakers", 2, 48_000, "alsa.out.monitor", 2)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings and models of nobody: the starter model is active."""
    home = tmp_path / "Jürgen 用户"
    monkeypatch.setenv("R2T2_CAPTIONS_HOME", str(home))
    return home


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as it is started; an ASCII terminal, which must not matter."""
    return subprocess.run(
        [sys.executable, "-m", "app.cli.main", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"} | environment,
        cwd=Path(__file__).resolve().parents[3],
        check=False,
        timeout=120,
    )


def events(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


# What it gives ------------------------------------------------------------------------------------------------------


def test_a_recording_becomes_text() -> None:
    done = run("transcribe", SAMPLE, "--language", "en")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert "words you hear" in done.stdout and done.stdout.rstrip().endswith("computer.")
    assert done.stderr == ""


def test_streamed_events_only_grow_and_end_with_the_whole_line() -> None:
    done = run("transcribe", SAMPLE, "--stream", "--format", "jsonl", "--chunk-ms", "500")
    assert done.returncode == 0, done.stderr
    shown, last_s, finals = "", 0.0, 0
    for event in events(done.stdout):
        if event["type"] == "committed":
            assert set(event) == {"type", "text", "audio_s"}
            assert event["text"] and last_s <= float(str(event["audio_s"])) <= 10.0
            last_s = float(str(event["audio_s"]))
            shown += str(event["text"])
        else:
            assert set(event) == {"type", "text", "start_s", "end_s", "language"}
            assert 0 <= float(str(event["start_s"])) < float(str(event["end_s"])) <= 10.0
            finals, shown = finals + 1, ""
    assert finals >= 1 and shown == "", "every line has an end"


@pytest.mark.parametrize(
    "format_name, begins, mode",
    [("srt", "1\n00:00:0", ["--stream"]), ("vtt", "WEBVTT\n", []), ("json", "{", []), ("srt", "1\n00:00:0", [])],
)
def test_subtitles_and_json_go_to_a_file(tmp_path: Path, format_name: str, begins: str, mode: list[str]) -> None:
    out = tmp_path / f"Überschrift 字幕.{format_name}"
    assert cli.main(["transcribe", str(SAMPLE), "--format", format_name, "--output", str(out), *mode]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith(begins) and "words" in text


@pytest.mark.parametrize(
    "rate, channels, subtype", [(8000, 1, "PCM_16"), (44_100, 2, "PCM_24"), (48_000, 6, "FLOAT"), (96_000, 1, "PCM_32")]
)
def test_any_rate_and_any_number_of_channels(tmp_path: Path, rate: int, channels: int, subtype: str) -> None:
    samples = soxr.resample(speech(3.0), RATE, rate)
    frames = np.zeros((len(samples), channels), np.float32)
    frames[:, channels - 1] = samples
    path = tmp_path / f"{rate} {channels}.wav"
    soundfile.write(path, frames, rate, subtype=subtype)
    pieces = list(read_pieces(path))
    assert len(pieces) == 1
    assert len(pieces[0].samples) == pytest.approx(3.0 * RATE, abs=2)
    assert np.abs(pieces[0].samples).max() == pytest.approx(np.abs(speech(3.0)).max(), rel=0.1)


def test_a_short_word_of_the_quieter_of_two_voices_is_heard_as_in_live_captions(tmp_path: Path) -> None:
    word = speech(0.3) * 10 ** (-14 / 20)
    left = np.concatenate([speech(1.4), silence(1.2), speech(3.0)])
    right = np.zeros_like(left)
    at = int(1.65 * RATE)
    right[at : at + len(word)] = word
    path = tmp_path / "two voices.wav"
    soundfile.write(path, np.stack([left, right], axis=1), RATE, subtype="FLOAT")
    live = FileInput(SourceSpec("file", path=path, paced=False))
    blocks = [heard.samples for heard in iter(lambda: live.read(0.0), None)]
    live.close()
    whole = next(read_pieces(path)).samples
    np.testing.assert_array_equal(whole, np.concatenate(blocks))
    assert np.abs(whole[at : at + len(word)]).max() >= 0.45 * np.abs(word).max()


def test_other_formats_than_wav(tmp_path: Path) -> None:
    path = tmp_path / "speech.flac"
    soundfile.write(path, speech(2.0), RATE)
    with AudioFile(path) as file:
        assert file.seconds == pytest.approx(2.0)


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
@pytest.mark.parametrize("mode", [[], ["--stream"]])
def test_a_name_that_is_not_valid_utf_8(tmp_path: Path, capsys: pytest.CaptureFixture[str], mode: list[str]) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.wav")
    path.write_bytes(SAMPLE.read_bytes())
    assert cli.main(["transcribe", str(path), *mode]) == 0
    assert "words you hear" in capsys.readouterr().out.replace("\n", " ")


def test_silence_gives_no_text_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "silence.wav"
    soundfile.write(path, silence(3.0), RATE)
    assert cli.main(["transcribe", str(path), "--stream"]) == 0
    said = capsys.readouterr()
    assert said.out == "" and said.err == "No speech was recognised.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of Unix")
def test_a_long_recording_shows_its_progress_in_a_terminal(tmp_path: Path) -> None:
    import pty
    import termios

    path = tmp_path / "long.wav"
    soundfile.write(path, np.concatenate([speech(8.0), silence(1.0)] * 3), RATE)
    ours, its = pty.openpty()
    termios.tcsetwinsize(its, (24, 80))
    command = [sys.executable, "-m", "app.cli.main", "transcribe", str(path), "--format", "jsonl"]
    root = Path(__file__).resolve().parents[3]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its, text=True, cwd=root) as process:
        os.close(its)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while part := os.read(ours, 4096):
                shown += part
        assert process.stdout is not None
        written = process.stdout.read()
    os.close(ours)
    assert process.returncode == 0
    assert b"100%" in shown and b"27/27 s" in shown
    assert len(events(written)) >= 2, "nothing of the bar is in the output"
    done = run("transcribe", path)
    assert (done.returncode, done.stderr) == (0, ""), "no bar where there is no terminal"


# Several at once -----------------------------------------------------------------------------------------------------


@pytest.fixture
def quick_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recogniser that says how long the sound is."""

    class Quick:
        def transcribe(self, samples: np.ndarray, options: object) -> object:
            return SimpleNamespace(text=f"{len(samples) / RATE:.0f} seconds", language="English")

        def close(self) -> None: ...

    monkeypatch.setattr(Recognizer, "load", lambda *_, **__: Quick())


@pytest.mark.usefixtures("quick_model")
def test_a_folder_with_a_damaged_file_is_transcribed_beside_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "inner").mkdir()
    for number in range(1, 50):
        soundfile.write(tmp_path / ("inner" if number % 2 else ".") / f"{number:02d}.wav", speech(1.0), RATE)
    (tmp_path / "00.mp4").write_bytes(b"no video" * 100)
    (tmp_path / "notes.pdf").write_bytes(b"no recording")
    (tmp_path / ".hidden.wav").write_bytes(b"")
    assert cli.main(["transcribe", str(tmp_path), "--beside", "--format", "srt"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    reported = said.err.splitlines()
    assert len(reported) == 2 and "00.mp4” is not a supported recording" in reported[0]
    assert reported[1] == "49 of 50 recordings transcribed. 1 failed."
    assert len(list(tmp_path.rglob("*.srt"))) == 49
    assert "1 seconds" in (tmp_path / "inner" / "01.srt").read_text(encoding="utf-8")
    (tmp_path / "02.srt").write_text("corrected by hand", encoding="utf-8")
    (tmp_path / "04.srt").unlink()
    assert cli.main(["transcribe", str(tmp_path), "--beside", "--format", "srt"]) == 1
    assert (tmp_path / "02.srt").read_text(encoding="utf-8") == "corrected by hand"
    assert capsys.readouterr().err.splitlines()[1] == (
        "1 of 50 recordings transcribed. 48 skipped, because the file next to it exists. 1 failed."
    )


@pytest.mark.usefixtures("quick_model")
def test_several_files_on_standard_output_can_be_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / "a.wav", tmp_path / "b.flac"]
    for path in paths:
        soundfile.write(path, speech(2.0), RATE)
    assert cli.main(["transcribe", *map(str, paths)]) == 0
    assert capsys.readouterr().out == "".join(f"==> {path} <==\n2 seconds\n" for path in paths)
    assert cli.main(["transcribe", *map(str, paths), "--format", "jsonl"]) == 0
    assert [event["file"] for event in events(capsys.readouterr().out)] == list(map(str, paths))
    for words in (["--format", "srt"], ["--output", str(tmp_path / "out.txt")]):
        assert cli.main(["transcribe", *map(str, paths), *words]) == 1
        assert "--beside" in capsys.readouterr().err
    assert cli.main(["transcribe", *map(str, paths), "--beside"]) == 0
    assert [path.name for path in sorted(tmp_path.glob("*.txt"))] == ["a.txt", "b.txt"]


def test_files_of_one_name_get_texts_of_their_own() -> None:
    film, sound = Path("talk.mp4"), Path("talk.wav")
    assert [cli_transcribe.output_beside(path, "srt", [film, sound]).name for path in (film, sound)] == [
        "talk.mp4.srt",
        "talk.wav.srt",
    ]


def test_a_folder_without_recordings_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["transcribe", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"r2t2-captions: The folder “{tmp_path}” contains no recordings.\n"


@pytest.mark.usefixtures("quick_model")
def test_the_tracks_of_a_video_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kind = next(kind for kind in KINDS if kind.suffix == "mkv")
    path = write_recording(tmp_path / "film.mkv", kind, speech(2.0), ("eng", "deu"))
    assert cli.main(["transcribe", str(path)]) == 0
    said = f"“{path}” has 2 audio tracks: 1 (eng), 2 (deu). Using 1. Choose another with --track.\n"
    assert capsys.readouterr() == ("2 seconds\n", said)
    assert cli.main(["transcribe", str(path), "--track", "2"]) == 0
    assert capsys.readouterr() == ("2 seconds\n", "")


@pytest.mark.parametrize("mode", [[], ["--stream"]])
def test_a_pipe_is_transcribed(mode: list[str]) -> None:
    command = [sys.executable, "-m", "app.cli.main", "transcribe", "-", "--language", "en", *mode]
    done = subprocess.run(
        command, input=SAMPLE.read_bytes(), capture_output=True, cwd=Path(__file__).resolve().parents[3], check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"words you hear" in done.stdout.replace(b"\n", b" ")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell and its pipe")
def test_a_reader_that_goes_away_is_no_error() -> None:
    python, sample = shlex.quote(sys.executable), shlex.quote(str(SAMPLE))
    command = f"{python} -m app.cli.main transcribe {sample} --stream --format jsonl | head -n 1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, cwd=Path(__file__).parents[3], check=False
    )
    assert (
        done.stdout.startswith('{"type": "committed"') and "Traceback" not in done.stderr and "Error" not in done.stderr
    )


# What is wrong ------------------------------------------------------------------------------------------------------


def wav_header(rate: int, data: bytes = b"") -> bytes:
    head = (
        b"RIFF"
        + struct.pack("<I", 36 + len(data))
        + b"WAVEfmt "
        + struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16)
    )
    return head + b"data" + struct.pack("<I", len(data)) + data


def bad_file(kind: str, folder: Path) -> Path:
    path = folder / f"{kind}.wav"
    match kind:
        case "missing":
            return path
        case "empty":
            path.write_bytes(b"")
        case "header only":
            path.write_bytes(wav_header(16_000))
            assert path.stat().st_size == 44
        case "no audio":
            path.write_text("This is a shopping list: milk, eggs.", encoding="utf-8")
        case "binary rubbish":
            path.write_bytes(bytes(range(256)) * 40)
        case "0 Hz":
            path.write_bytes(wav_header(0, b"\1\0" * 4000))
        case "folder":
            path.mkdir()
    return path


BAD = {
    "missing": "does not exist",
    "empty": "is empty.",
    "header only": "contains no sound.",
    "no audio": "is not a supported recording",
    "binary rubbish": "is not a supported recording",
    "0 Hz": "0 samples per second|not a supported recording",
    "folder": "contains no recordings",
}


@pytest.mark.parametrize("mode", [[], ["--stream"]])
@pytest.mark.parametrize("kind", BAD)
def test_a_file_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, mode: list[str]
) -> None:
    path = bad_file(kind, tmp_path)
    assert cli.main(["transcribe", str(path), *mode]) == 1
    said = capsys.readouterr()
    lines = said.err.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("r2t2-captions: ") and lines[0].endswith(".")
    assert any(text in lines[0] for text in BAD[kind].split("|"))
    assert path.name in lines[0]


def damaged_at_its_end(path: Path, seconds: float = 8.0) -> Path:
    """Speech as a phone records it, and rubbish after it."""
    write_recording(path, next(kind for kind in KINDS if kind.suffix == "m4a"), np.concatenate([speech(seconds)] * 2))
    data = bytearray(path.read_bytes())
    first, last = data.index(b"mdat") + 8, data.rindex(b"moov") - 4
    data[(first + last) // 2 : last] = b"\xa5" * (last - (first + last) // 2)
    path.write_bytes(bytes(data))
    return path


@pytest.mark.parametrize("mode", [[], ["--stream"]])
@pytest.mark.parametrize("format_name", ["txt", "srt", "jsonl"])
def test_what_was_heard_before_the_damage_is_given_and_then_the_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], format_name: str, mode: list[str]
) -> None:
    path = damaged_at_its_end(tmp_path / "damaged.m4a")
    assert cli.main(["transcribe", str(path), "--format", format_name, *mode]) == 1
    said = capsys.readouterr()
    assert "words you hear" in said.out.replace("\n", " ") or format_name == "jsonl"
    assert format_name != "jsonl" or "words you hear" in events(said.out)[-1]["text"]  # type: ignore[operator]
    assert "is damaged after 8." in said.err.strip().splitlines()[-1]
    out = tmp_path / "out"
    assert cli.main(["transcribe", str(path), "--format", format_name, "--output", str(out), *mode]) == 1
    assert out.read_text(encoding="utf-8") == said.out


@pytest.mark.parametrize("stop", [KeyboardInterrupt, RecognizerError("The graphics card was taken away.")])
def test_a_transcription_that_is_stopped_gives_what_was_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stop: BaseException
) -> None:
    path, out = tmp_path / "long.wav", tmp_path / "out.txt"
    soundfile.write(path, np.concatenate([speech(8.0), silence(1.0)] * 3), RATE)
    whole, passes = Recognizer.transcribe, []

    def transcribe(self: Recognizer, *arguments: Any) -> object:
        passes.append(1)
        if len(passes) > 1:
            raise stop
        return whole(self, *arguments)

    monkeypatch.setattr(Recognizer, "transcribe", transcribe)
    assert cli.main(["transcribe", str(path), "--output", str(out)]) == (130 if stop is KeyboardInterrupt else 1)
    assert "words you hear" in out.read_text(encoding="utf-8")
    assert ("graphics card" in capsys.readouterr().err) is (stop is not KeyboardInterrupt)


@pytest.mark.logs("an error in the engine")
def test_an_unforeseen_error_ends_a_recording_and_writes_nothing_twice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, blocks = FileInput.read, []

    def read(self: FileInput, timeout_s: float) -> object:
        blocks.append(1)
        if len(blocks) == 85:
            raise RuntimeError("nobody thought of this")
        return whole(self, timeout_s)

    monkeypatch.setattr(FileInput, "read", read)
    assert cli.main(["transcribe", str(SAMPLE), "--stream"]) == 1
    said = capsys.readouterr()
    assert said.out.replace("\n", " ").count("words you hear") == 1
    assert said.err.strip().splitlines()[-1].endswith("an internal error (nobody thought of this).")


def test_an_unreadable_file_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.wav"
    path.write_bytes(wav_header(16_000, b"\1\0" * 4000))
    real = Path.open

    def refuse(self: Path, *arguments: object, **named: object) -> object:
        if self == path:
            raise PermissionError(13, "Permission denied", str(path))
        return real(self, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "open", refuse)  # root may read everything, so the refusal is acted
    with pytest.raises(CaptureError, match=r"secret.wav” cannot be read \(Permission denied\)"):
        AudioFile(path)


@pytest.mark.parametrize(
    "arguments, part",
    [
        (["--language", "Klingon"], "Klingon"),
        (["--hotwords", "word, " * 800], "4,000"),
        (["--context", "x" * 4001], "4,000"),
        (["--model", "/nowhere/model"], "no installed model called “/nowhere/model”"),
        (["--model", "~nosuchuser/model"], "no installed model called “~nosuchuser/model”"),
        (["--provider", "abacus"], "abacus"),
        (["--output", "/nowhere/out.txt"], f"The folder “{Path('/nowhere')}” does not exist"),
    ],
)
def test_a_bad_request_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], part: str) -> None:
    if arguments[0] == "--hotwords":
        arguments = ["--hotwords", ", ".join(f"word{i:04d}" for i in range(500))]
    assert cli.main(["transcribe", str(SAMPLE), *arguments]) == 1
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1 and part in lines[0]


@pytest.mark.parametrize("format_name", ["srt", "jsonl"])
@pytest.mark.parametrize("output", ["", "folder", "x" * 300, "/proc/new.txt"])
def test_an_output_that_cannot_be_written_is_told_before_the_work(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    output: str,
    format_name: str,
) -> None:
    if output.startswith("/proc") and sys.platform != "linux":
        pytest.skip("a folder that nobody may write to")
    monkeypatch.setattr(Recognizer, "load", lambda *_, **__: pytest.fail("the model was loaded"))
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    assert cli.main(["transcribe", str(SAMPLE), "--output", output, "--format", format_name]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".export")]


def test_a_text_that_cannot_be_written_after_all_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    whole = Recognizer.transcribe

    def transcribe(self: Recognizer, *arguments: Any) -> object:
        if folder.exists():
            folder.rmdir()  # pulled out meanwhile
        return whole(self, *arguments)

    monkeypatch.setattr(Recognizer, "transcribe", transcribe)
    assert cli.main(["transcribe", str(SAMPLE), "--output", str(folder / "out.txt")]) == 1
    said = capsys.readouterr()
    assert "words you hear" in said.out
    assert "cannot be written" in said.err


@pytest.mark.parametrize("format_name", ["txt", "jsonl"])
def test_the_recording_itself_is_never_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], format_name: str
) -> None:
    path = tmp_path / "precious.wav"
    soundfile.write(path, speech(2.0), RATE)
    before = path.read_bytes()
    same = tmp_path / "." / ".." / tmp_path.name / path.name
    assert cli.main(["transcribe", str(path), "--output", str(same), "--format", format_name]) == 1
    assert "is the recording itself" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("mode", [[], ["--stream"]])
def test_a_model_that_cannot_be_loaded_leaves_the_old_file(tmp_path: Path, mode: list[str]) -> None:
    out = tmp_path / "events.jsonl"
    out.write_text("old", encoding="utf-8")
    model = tmp_path / "model"
    model.mkdir()
    words = ["--format", "jsonl", "--output", str(out), "--model", str(model)]
    assert cli.main(["transcribe", str(SAMPLE), *words, *mode]) == 1
    assert out.read_text(encoding="utf-8") == "old"


def test_events_replace_an_old_file_also_where_nothing_was_said(tmp_path: Path) -> None:
    path, out = tmp_path / "silence.wav", tmp_path / "events.jsonl"
    soundfile.write(path, silence(1.0), RATE)
    out.write_text("old", encoding="utf-8")
    assert cli.main(["transcribe", str(path), "--stream", "--format", "jsonl", "--output", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("damage", ["empty folder", "missing graph", "altered manifest"])
def test_a_damaged_model_is_one_sentence(
    tmp_path: Path, starter_bundle: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    import shutil

    folder = tmp_path / "model"
    if damage == "empty folder":
        folder.mkdir()
    else:
        shutil.copytree(starter_bundle, folder)
        if damage == "missing graph":
            (folder / "decoder.onnx").unlink()
        else:
            (folder / "bundle.json").write_text("{", encoding="utf-8")
    assert cli.main(["transcribe", str(SAMPLE), "--model", str(folder)]) == 1
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("r2t2-captions: ")


def test_a_recording_too_short_to_measure_with_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "click.wav"
    soundfile.write(path, speech(1.0)[:1], 48_000)
    assert cli.main(["bench", "--audio", str(path)]) == 1
    assert capsys.readouterr().err == f"“{path}” contains no sound.\n"


@pytest.mark.parametrize("command", [["transcribe", str(SAMPLE)], ["bench"]])
@pytest.mark.parametrize("value", ["79", "2001", "x", "0", "-5"])
def test_a_chunk_length_out_of_range_is_wrong_usage(
    command: list[str], value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([*command, f"--chunk-ms={value}"])
    assert stop.value.code == 2
    assert "from 80 to 2000" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="only there can the screen be missing")
def test_without_a_screen_the_window_is_one_sentence_and_a_way_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert cli.main([]) != 0
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 2 and "display" in lines[0] and "r2t2-captions live" in lines[1]


# Pieces -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.0, 0.01, 5.0, 20.0, 20.1, 47.0])
def test_pieces_are_short_enough_and_lose_no_sample(seconds: float) -> None:
    samples = np.resize(np.concatenate([speech(5.0), silence(0.5)]), int(seconds * RATE))
    blocks = [samples[at : at + 32_000] for at in range(0, len(samples), 32_000)]
    pieces = list(cut_pieces(iter(blocks)))
    np.testing.assert_array_equal(np.concatenate([piece.samples for piece in pieces] or [silence(0)]), samples)
    at_s = 0.0
    for piece in pieces:
        assert piece.start_s == pytest.approx(at_s)
        assert piece.end_s - piece.start_s <= WHOLE_S
        at_s = piece.end_s


def test_a_long_recording_is_cut_where_it_is_quiet() -> None:
    sound = noise("white", 25.0, -20)
    sound[12 * RATE : int(12.6 * RATE)] = 0.0
    cut = quietest_cut(sound) / RATE
    assert 12.0 <= cut <= 12.6


def test_a_recording_without_silence_is_cut_all_the_same() -> None:
    cut = quietest_cut(noise("white", 25.0, -20)) / RATE
    assert SHORTEST_S <= cut <= LONGEST_S


# Printing -----------------------------------------------------------------------------------------------------------


def final(text: str, start_s: float = 0.0, end_s: float = 1.0) -> FinalLine:
    return FinalLine(1, text, text, text, False, start_s, end_s, "English")


def test_pieces_are_joined_as_their_script_wants_it() -> None:
    printer = cli_transcribe.Printer("txt", None, one_text=True)
    for text in ("Good morning.", "How are you", ""):
        printer.take(final(text))
    assert printer.end() == "Good morning. How are you\n"
    printer = cli_transcribe.Printer("txt", None, one_text=True)
    for text in ("今天", "天气很好"):
        printer.take(final(text))
    assert printer.end() == "今天天气很好\n"


def test_lines_of_a_stream_are_printed_as_they_end() -> None:
    out = io.StringIO()
    printer = cli_transcribe.Printer("txt", out, one_text=False)
    printer.take(CommittedLine(1, "one", 0.0, 0.5))
    printer.take(final("one two"))
    assert out.getvalue() == "one two\n"
    assert printer.heard


def test_captions_in_the_terminal_only_grow() -> None:
    out = io.StringIO()
    terminal = cli_live.Terminal(out, CaptionSettings())
    terminal.take(Status("listening", device="Mic", model="Starter", provider="cpu"))
    seen = []
    for event in (
        CommittedLine(1, " hello", 0.0, 0.5),
        CommittedLine(1, " there", 0.5, 1.0),
        FinalLine(1, "hello there you", "hello there you", " you", False, 0.0, 1.2),
        FinalLine(2, "", "", "", False, 2.0, 2.1),
        FinalLine(3, "yes", "yes", "yes", False, 3.0, 3.1),
        Notice("“Mic” is connected again."),
        Failed("The model is damaged."),
    ):
        terminal.take(event)
        seen.append(out.getvalue())
    assert out.getvalue() == "hello there you\nyes\n"
    assert all(later.startswith(earlier) for earlier, later in pairwise(seen))
    assert terminal.problems == ["The model is damaged."]


def test_two_sides_in_the_terminal_are_named_and_do_not_cut_each_other() -> None:
    out = io.StringIO()
    terminal = cli_live.Terminal(out, CaptionSettings(computer_name="Anna"))
    seen = []
    for event in (
        CommittedLine(1, " I think", 0.0, 0.5, side="you"),
        CommittedLine(2, " Yes", 0.3, 0.6, side="computer"),
        CommittedLine(1, " so", 0.5, 1.0, side="you"),
        FinalLine(2, "Yes.", "Yes.", ".", False, 0.3, 0.8, side="computer"),
        FinalLine(1, "I think so", "I think so", "", False, 0.0, 1.2, side="you"),
        CommittedLine(3, "And", 2.0, 2.2, side="computer"),
        CommittedLine(4, "w" * (cli_live.HELD + 1), 2.0, 6.0, side="you"),
        CommittedLine(3, " then", 2.2, 2.4, side="computer"),
        FinalLine(3, "And then", "And then", "", False, 2.0, 6.0, side="computer"),
        FinalLine(4, "", "", "!", False, 2.0, 6.0, side="you"),
    ):
        terminal.take(event)
        seen.append(out.getvalue())
    long = "w" * (cli_live.HELD + 1)
    assert out.getvalue() == f"You: I think so\nAnna: Yes.\nAnna: And\nYou: {long}!\nAnna: then\n"
    assert all(later.startswith(earlier) for earlier, later in pairwise(seen))


# Choosing -----------------------------------------------------------------------------------------------------------


def live_arguments(*arguments: str) -> object:
    return cli.parser("live").parse_args(["live", *arguments])


def test_without_a_microphone_the_sample_is_captioned_and_that_is_said() -> None:
    source, said = cli_live.decide_source(live_arguments(), Devices(problem="The sound server is not responding."))  # type: ignore[arg-type]
    assert source.kind == "file" and source.path == SAMPLE
    assert said == "The sound server is not responding. Using the bundled sample recording instead."


@pytest.mark.parametrize(
    "source, devices, part",
    [
        ("computer", Devices((MICROPHONE,), (), "alsa.usb", "", "server"), "No sound output was found"),
        ("both", Devices((MICROPHONE,), (), "alsa.usb", "", "server"), "No sound output was found"),
        ("both", Devices((), (SPEAKERS,), "", "alsa.out", "server"), "No microphone is connected."),
        ("microphone", Devices((), (SPEAKERS,), "", "alsa.out", "server"), "No microphone is connected."),
    ],
)
def test_the_message_names_the_device_that_is_missing(source: str, devices: Devices, part: str) -> None:
    chosen, said = cli_live.decide_source(live_arguments("--source", source), devices)  # type: ignore[arg-type]
    assert chosen.path == SAMPLE
    assert said.startswith(part)


def test_a_microphone_is_found_by_its_name_or_its_label() -> None:
    there = Devices((MICROPHONE,), (SPEAKERS,), "alsa.usb", "alsa.out", "server")
    for wanted in ("alsa.usb", "usb mic"):
        source, said = cli_live.decide_source(live_arguments("--device", wanted), there)  # type: ignore[arg-type]
        assert (source, said) == (SourceSpec("microphone", "alsa.usb"), "")
    source, _ = cli_live.decide_source(live_arguments("--source", "both", "--output-device", "Speakers"), there)  # type: ignore[arg-type]
    assert source == SourceSpec("both", "", "alsa.out")


def test_no_such_device_is_one_sentence() -> None:
    there = Devices((MICROPHONE,), (), "alsa.usb", "", "server")
    with pytest.raises(UsageError, match=r"There is no microphone called “attic”\. Available: “USB Mic”\."):
        cli_live.decide_source(live_arguments("--device", "attic"), there)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "no_window, devices, expected",
    [
        (None, Devices((MICROPHONE,)), ("window", "")),
        (None, Devices(problem="No sound server."), ("terminal", "No sound server. Captions appear in this terminal.")),
        ("No display.", Devices((MICROPHONE,)), ("terminal", "No display. Captions appear in this terminal.")),
    ],
)
def test_where_the_program_starts(no_window: str | None, devices: Devices, expected: tuple[str, str]) -> None:
    assert cli.decide_start(no_window, devices) == expected


@pytest.mark.skipif(sys.platform != "linux", reason="only there can the sound system be taken away")
@pytest.mark.slow
def test_live_without_anything_captions_the_sample(tmp_path: Path) -> None:
    done = run(
        "live", PULSE_SERVER=f"unix:{tmp_path}/none", XDG_RUNTIME_DIR=str(tmp_path), PIPEWIRE_RUNTIME_DIR=str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[0].endswith("Using the bundled sample recording instead.")
    assert done.stdout.rstrip().endswith("computer.")


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("wait_s", [0.0, 0.1, 0.3])
def test_ctrl_c_while_the_model_loads_ends_it_quietly(wait_s: float) -> None:
    """A thread inside native code must not be met by the interpreter's end, which aborts the process."""
    code = (
        "import inference.recognizer as module, sys; from app.cli.main import main; load = module.Recognizer.load\n"
        "def slowly(*args, **more): print('loading', flush=True); return load(*args, **more)\n"
        "module.Recognizer.load = slowly; sys.argv[1:] = ['live', '--source', 'sample']; sys.exit(main())"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"loading\n"
        time.sleep(wait_s)
        process.send_signal(signal.SIGINT)
        _, problems = process.communicate(timeout=60)
    assert process.returncode in (0, 130), problems
    assert b"terminate" not in problems


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [
        (["live", "--source", "sample"], "numpy"),
        (["live", "--source", "sample"], "webrtcvad"),
        (["live", "--source", "sample"], "tokenizers"),
        ([], "shiboken6"),
        ([], "PySide6.QtCore"),
        ([], "PySide6.QtGui"),
        ([], "PySide6.QtNetwork"),
        ([], "PySide6.QtWidgets"),
    ],
)
def test_ctrl_c_while_libraries_load_ends_it_quietly(arguments: list[str], loaded: str, tmp_path: Path) -> None:
    """It became an exception inside them: PySide6 aborted, others failed in their own words."""
    command = [sys.executable, "-X", "importtime", "-m", "app", *arguments]
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "R2T2_CAPTIONS_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = []
        for line in process.stderr:
            said.append(line)
            if line.split()[-1] == loaded:
                process.send_signal(signal.SIGINT)
                break
        said += process.stderr.readlines()
        process.wait(60)
    assert f" {loaded}\n" in "".join(said)
    assert process.returncode in (0, 130, -signal.SIGINT), "".join(said)[-2000:]
    assert not [line for line in said if not line.startswith(("import time:", "Listening to"))]


# Files and numbers ---------------------------------------------------------------------------------------------------


def test_a_paced_file_takes_its_time() -> None:
    now = [0.0]
    capture = FileCapture(SAMPLE, paced=True, clock=lambda: now[0])
    capture.start()
    assert capture.read(0.0) is None
    now[0] = 0.25
    blocks = [capture.read(0.0) for _ in range(4)]
    assert [block is not None for block in blocks] == [True, True, False, False]
    assert capture.frames_heard == int(0.25 * RATE)
    capture.close()


def test_every_number_of_the_algorithm_can_be_set() -> None:
    from argparse import ArgumentParser

    from app.cli.common import add_recognition_options, stream_options

    parser = ArgumentParser()
    add_recognition_options(parser)
    words = [
        "--unfixed-chunks",
        "0",
        "--unfixed-tokens",
        "1",
        "--max-tokens",
        "8",
        "--rollback-punctuation",
        "--chunk-ms",
        "80",
    ]
    options = stream_options(parser.parse_args(words))
    numbers = (options.unfixed_chunk_num, options.unfixed_token_num, options.max_tokens, options.chunk_ms)
    assert numbers == (0, 1, 8, 80)
    assert options.rollback_punctuation
    plain = stream_options(parser.parse_args([]))
    assert (plain.unfixed_chunk_num, plain.unfixed_token_num, plain.max_tokens) == (2, 5, 32)
    assert not plain.rollback_punctuation


@pytest.mark.parametrize(
    ("arguments", "kind", "chunk_ms", "held_back"),
    [
        (["live"], Automatic, 320, 5),
        (["live", "--preset", "accurate"], StreamOptions, 1000, 5),
        (["live", "--chunk-ms", "500"], StreamOptions, 500, 5),
        (["live", "--unfixed-tokens", "2"], StreamOptions, 320, 2),
        (["transcribe", "x.wav", "--stream"], StreamOptions, 320, 5),
        (["transcribe", "x.wav", "--stream", "--preset", "automatic"], Automatic, 320, 5),
    ],
)
def test_live_captions_take_the_step_that_suits_the_computer_and_recordings_a_fixed_one(
    arguments: list[str], kind: type[StreamOptions], chunk_ms: int, held_back: int
) -> None:
    """A recording gives the same text every time, and so does whoever asks for a number of his own."""
    parser = argparse.ArgumentParser()
    {"live": cli_live, "transcribe": cli_transcribe}[arguments[0]].add_arguments(parser)
    options = stream_options(parser.parse_args(arguments[1:]))
    assert type(options) is kind
    assert (options.chunk_ms, options.unfixed_token_num) == (chunk_ms, held_back)

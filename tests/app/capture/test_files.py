"""Recordings as people have them: every container and codec, wrong headers, bad samples, damaged ends, pipes, videos."""

from __future__ import annotations

import http.server
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile

from app.capture.file import AudioFile
from app.capture.inputs import open_input
from app.capture.ports import CaptureError, SourceSpec
from app.engine.pieces import pieces_of
from inference.options import PRESETS
from inference.recognizer import Recognizer
from tests.app.capture.recordings import KINDS, Kind, write_recording
from tests.app.capture.sounds import RATE, silence, speech

ROOT = Path(__file__).resolve().parents[3]


def heard(path: Path, track: int = 0) -> np.ndarray:
    with AudioFile(path, track) as file:
        return np.concatenate([piece.samples for piece in pieces_of(file)])


def likeness(sound: np.ndarray, original: np.ndarray) -> tuple[float, float]:
    """How like two sounds are where they match best, 0..1, and how many seconds the first is late there."""
    n = 2 * max(len(sound), len(original))
    match = np.fft.irfft(np.fft.rfft(sound, n) * np.conj(np.fft.rfft(original, n)), n)
    best = int(match.argmax())
    return float(match[best] / np.linalg.norm(sound) / np.linalg.norm(original)), (best - n * (best > n // 2)) / RATE


@pytest.fixture(scope="module")
def recognizer(starter_bundle: Path) -> Iterator[Recognizer]:
    one = Recognizer.load(starter_bundle, "cpu")
    yield one
    one.close()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_container_and_codec_gives_the_sound_it_was_made_from(
    kind: Kind, tmp_path: Path, recognizer: Recognizer
) -> None:
    original = speech(4.0)
    sound = heard(write_recording(tmp_path / f"speech.{kind.suffix}", kind, original))
    like, late_s = likeness(sound, original)
    assert like > (0.999 if kind.lossless else 0.8 if "amr" in kind.codec else 0.97)
    assert abs(late_s) < 0.06, "subtitles are in time"
    assert len(sound) / RATE == pytest.approx(4.0, abs=0.1)
    if kind.lossless:
        text = recognizer.transcribe(sound, PRESETS["balanced"]).text
        assert text == recognizer.transcribe(original, PRESETS["balanced"]).text


def test_formats_that_only_libsndfile_knows(tmp_path: Path) -> None:
    path = tmp_path / "speech.mat"
    soundfile.write(path, speech(2.0), RATE, format="MAT5")
    np.testing.assert_allclose(heard(path), speech(2.0), atol=1e-4)


# Odd samples and headers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [8.0, 32768.0])
@pytest.mark.parametrize("piped", [False, True])
def test_float_samples_above_full_scale_are_scaled(tmp_path: Path, scale: float, piped: bool) -> None:
    path = tmp_path / "loud.wav"
    samples = np.concatenate([silence(1.0), speech(4.0)])
    soundfile.write(path, samples / np.abs(samples).max() * scale, RATE, subtype="FLOAT")
    source = fifo(tmp_path, path.read_bytes()) if piped else path
    sound = heard(source)
    assert np.abs(sound).max() <= 1.0
    # A pipe's level is known only as it comes.
    assert likeness(sound, samples)[0] > (0.98 if piped and scale == 8.0 else 0.9999)


def test_a_click_does_not_make_the_rest_inaudible(tmp_path: Path) -> None:
    samples = speech(4.0)
    samples[2 * RATE] = 1000.0
    soundfile.write(tmp_path / "click.wav", samples, RATE, subtype="FLOAT")
    np.testing.assert_array_equal(heard(tmp_path / "click.wav"), np.minimum(samples, 1.0))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e30])
def test_values_that_are_no_numbers_are_silenced_and_reported_once(tmp_path: Path, value: float) -> None:
    samples = speech(4.0)
    samples[2 * RATE : 2 * RATE + 3] = samples[3 * RATE] = value
    soundfile.write(tmp_path / "odd.wav", samples, RATE, subtype="FLOAT")
    with AudioFile(tmp_path / "odd.wav") as file:
        sound = np.concatenate([piece.samples for piece in pieces_of(file)])
        assert file.repaired.endswith("contains values that are not numbers, first at 2.0 s. They were silenced.")
    expected = speech(4.0)
    expected[2 * RATE : 2 * RATE + 3] = expected[3 * RATE] = 0.0
    np.testing.assert_array_equal(sound, expected)


def wav(samples: np.ndarray, riff_size: int | None = None, data_size: int | None = None, cut: int = 0) -> bytes:
    """A WAV file of 16 bits whose header says what is given here."""
    data = (samples * 32767).astype("<i2").tobytes()
    data = data[: len(data) - cut]
    format_chunk = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, RATE, 2 * RATE, 2, 16)
    body = b"WAVE" + format_chunk + b"data" + struct.pack("<I", len(data) if data_size is None else data_size) + data
    return b"RIFF" + struct.pack("<I", len(body) if riff_size is None else riff_size) + body


@pytest.mark.parametrize(
    "header",
    [
        {"riff_size": 0, "data_size": 0},
        {"riff_size": 2**32 - 1, "data_size": 2**32 - 1},
        {"data_size": 400_000},
        {"data_size": 64_000},
        {"cut": 1},
    ],
    ids=["cut off by its recorder", "written to a pipe", "too long", "too short", "half a sample"],
)
def test_a_header_is_believed_less_than_the_data(tmp_path: Path, header: dict[str, int]) -> None:
    path = tmp_path / "odd.wav"
    path.write_bytes(wav(speech(4.0), **header))
    assert len(heard(path)) == pytest.approx(4 * RATE, abs=1)


def test_without_ffmpeg_what_libsndfile_knows_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package can be built without it; see docs/decisions/ffmpeg-in-the-packages.md."""
    (tmp_path / "whole.wav").write_bytes(wav(speech(2.0)))
    (tmp_path / "video.mp4").write_bytes(b"\0\0\0\x18ftypmp42" + bytes(100))
    monkeypatch.setitem(sys.modules, "av", None)
    assert len(heard(tmp_path / "whole.wav")) == 2 * RATE
    with pytest.raises(CaptureError, match="is not a supported recording"):
        AudioFile(tmp_path / "video.mp4")


@pytest.mark.parametrize("tag", [0x0FFF, 0x674F, 0x9999, 0x1602])
def test_a_codec_that_nobody_knows_is_one_sentence(tag: int, tmp_path: Path) -> None:
    """FFmpeg has a name for some and no decoder for any; PyAV then has no codec context."""
    path = tmp_path / "odd.wav"
    soundfile.write(path, silence(0.4), RATE)
    data = bytearray(path.read_bytes())
    data[20:22] = struct.pack("<H", tag)
    path.write_bytes(data)
    with pytest.raises(CaptureError, match="is not a supported recording"):
        AudioFile(path)


def test_what_stands_behind_the_sound_is_not_heard(tmp_path: Path) -> None:
    path = tmp_path / "tags.wav"
    path.write_bytes(wav(speech(4.0)) + b"LIST" + struct.pack("<I", 70_000) + b"INFO" + b"x" * 69_996)
    assert len(heard(path)) == pytest.approx(4 * RATE, abs=1)


def test_values_that_are_no_numbers_are_reported_in_captions_too(tmp_path: Path) -> None:
    samples = speech(2.0)
    samples[RATE] = np.nan
    soundfile.write(tmp_path / "odd.wav", samples, RATE, subtype="FLOAT")
    said: list[str] = []
    source = open_input(SourceSpec("file", path=tmp_path / "odd.wav", paced=False), said.append)
    while not source.ended:
        source.read(0.0)
    source.close()
    assert len(said) == 1 and "not numbers, first at 1.0 s" in said[0]


def test_a_file_that_was_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    whole = tmp_path / "whole.mp3"
    write_recording(whole, next(kind for kind in KINDS if kind.suffix == "mp3"), speech(6.0))
    path = tmp_path / "cut.mp3"
    path.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    assert len(heard(path)) / RATE == pytest.approx(3.0, abs=0.1)


def damaged(path: Path, n_bytes: int) -> Path:
    """The file with rubbish in its middle."""
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + n_bytes] = b"\xa5" * n_bytes
    path.write_bytes(bytes(data))
    return path


def test_damage_inside_a_file_is_reported_after_all_that_is_whole(tmp_path: Path) -> None:
    kind = next(kind for kind in KINDS if kind.suffix == "m4a")
    path = damaged(write_recording(tmp_path / "damaged.m4a", kind, speech(6.0)), 12_000)
    parts: list[np.ndarray] = []
    with AudioFile(path) as file:
        with pytest.raises(CaptureError, match=r"damaged after [234]\.\d s"):
            parts.extend(file.blocks())
        assert sum(map(len, parts)) / file.rate == pytest.approx(6.0, abs=0.1)


def test_sound_behind_damage_keeps_its_time(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "damaged.flac", speech(6.0), RATE)
    sound = heard(damaged(tmp_path / "damaged.flac", 12_000))
    for start in (0, 4 * RATE):
        np.testing.assert_allclose(sound[start : start + RATE], speech(6.0)[start : start + RATE], atol=1e-4)


# Pipes, videos, long files -------------------------------------------------------------------------------------------


def fifo(folder: Path, data: bytes) -> Path:
    """A named pipe into which a thread writes."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    path = folder / "pipe"
    os.mkfifo(path)
    threading.Thread(target=path.write_bytes, args=(data,), daemon=True).start()
    return path


@pytest.mark.parametrize("suffix", ["wav", "mp3", "mkv", "ogg", "aac"])
def test_a_named_pipe_is_read_as_the_file_is(tmp_path: Path, suffix: str) -> None:
    kind = next(kind for kind in KINDS if kind.suffix == suffix)
    path = write_recording(tmp_path / f"speech.{suffix}", kind, speech(3.0))
    piped, whole = heard(fifo(tmp_path, path.read_bytes())), heard(path)
    n = min(len(piped), len(whole)) - RATE // 10  # the padding at the end of an MP3 is known only to who can look back
    np.testing.assert_allclose(piped[:n], whole[:n], atol=1e-4)
    assert len(piped) == pytest.approx(len(whole), abs=RATE // 10)


def test_standard_input_is_read(tmp_path: Path) -> None:
    code = "from app.capture.file import AudioFile; print(sum(map(len, AudioFile(None).blocks())))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=wav(speech(3.0), 2**32 - 1, 2**32 - 1),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == (str(3 * RATE).encode(), b"")


def test_a_track_of_a_video_can_be_chosen(tmp_path: Path) -> None:
    kind = next(kind for kind in KINDS if kind.suffix == "mkv")
    path = write_recording(tmp_path / "film.mkv", kind, speech(2.0), ("eng", "deu"))
    with AudioFile(path) as file:
        assert (file.tracks, file.track) == (("eng", "deu"), 1)
    assert np.abs(heard(path, 1)).max() > 0.1
    assert np.abs(heard(path, 2)).max() == 0.0
    with pytest.raises(CaptureError, match=r"film.mkv” has no audio track 3\. Available: 1 \(eng\), 2 \(deu\)\."):
        AudioFile(path, 3)


def test_sound_that_begins_after_the_picture_keeps_its_time(tmp_path: Path) -> None:
    path = tmp_path / "late.mkv"
    with av.open(str(path), "w") as out:
        video = out.add_stream("mpeg4", rate=25)
        video.width, video.height, video.pix_fmt = 176, 144, "yuv420p"
        audio = out.add_stream("pcm_s16le", rate=RATE, layout="mono")
        for number in range(100):
            picture = av.VideoFrame.from_ndarray(np.zeros((144, 176, 3), np.uint8), format="rgb24")
            picture.pts = number
            out.mux(video.encode(picture))
        out.mux(video.encode(None))
        frame = av.AudioFrame.from_ndarray((speech(2.0) * 32767).astype(np.int16)[None], "s16", "mono")
        frame.sample_rate, frame.pts = RATE, int(1.5 * RATE)
        out.mux(audio.encode(frame))
        out.mux(audio.encode(None))
    late_s = likeness(heard(path), speech(2.0))[1]
    assert late_s == pytest.approx(1.5, abs=0.01)


def test_a_video_without_sound_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "silent.mp4"
    with av.open(str(path), "w") as out:
        video = out.add_stream("mpeg4", rate=25)
        video.width, video.height, video.pix_fmt = 176, 144, "yuv420p"
        out.mux(video.encode(av.VideoFrame.from_ndarray(np.zeros((144, 176, 3), np.uint8), format="rgb24")))
        out.mux(video.encode(None))
    with pytest.raises(CaptureError, match=r"silent.mp4” contains no sound\."):
        AudioFile(path)


def test_a_playlist_calls_no_server_and_opens_no_other_file(tmp_path: Path) -> None:
    asked = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *arguments: object) -> None:
            """Quiet."""

    soundfile.write(tmp_path / "private.wav", speech(2.0), RATE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        for name, text in {
            "list.m3u8": f"#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n{address}/a.ts\n#EXT-X-ENDLIST\n",
            "local.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nprivate.wav\n#EXT-X-ENDLIST\n",
            "list.ffconcat": "ffconcat version 1.0\nfile private.wav\n",
            "talk.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n",
        }.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
            with pytest.raises(CaptureError):
                AudioFile(tmp_path / name)
        server.shutdown()
    assert asked == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="asks for the memory as Unix gives it")
def test_three_hours_need_no_more_memory_than_a_minute(tmp_path: Path) -> None:
    def peak_mb(seconds: int) -> float:
        path = tmp_path / f"{seconds}.wav"
        path.write_bytes(wav(silence(0.1), data_size=seconds * RATE * 2))
        os.truncate(path, 44 + seconds * RATE * 2)
        code = (
            "import resource, sys; from pathlib import Path; from app.engine.pieces import read_pieces\n"
            "n = sum(len(piece.samples) for piece in read_pieces(Path(sys.argv[1])))\n"
            "print(n, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, cwd=ROOT, check=True
        )
        n, kib = map(int, done.stdout.split())
        assert n == seconds * RATE
        return kib / 1024

    assert peak_mb(3 * 3600) - peak_mb(60) < 20

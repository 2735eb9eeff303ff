"""Recordings and videos of many kinds, made with FFmpeg's encoders from one piece of speech."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
import soxr

from tests.app.capture.sounds import RATE


@dataclass(frozen=True)
class Kind:
    """A file as people have it.

    Attributes:
        suffix: of its name; FFmpeg guesses the container from it.
        codec: of the sound.
        video: codec of the picture, "" for none.
        rate, channels: of the sound.
        lossless: every sample comes back as it was, but for rounding to 16 bits.
        container: FFmpeg's name for it, "" to guess.
    """

    suffix: str
    codec: str
    video: str = ""
    rate: int = 48_000
    channels: int = 2
    lossless: bool = False
    container: str = ""

    @property
    def name(self) -> str:
        return f"{self.suffix} {self.codec} {self.video}".strip()


KINDS = (
    Kind("wav", "pcm_s16le", lossless=True, rate=RATE, channels=1),
    Kind("wav", "pcm_u8", rate=RATE, channels=1),
    Kind("wav", "pcm_f32le", lossless=True),
    Kind("wav", "pcm_f64le", lossless=True),
    Kind("wav", "pcm_alaw", rate=8000, channels=1),
    Kind("wav", "adpcm_ima_wav", rate=16_000, channels=1),
    Kind("wav", "adpcm_ms", rate=16_000, channels=1),
    Kind("w64", "pcm_s24le", lossless=True),
    Kind("aiff", "pcm_s16be", lossless=True, rate=44_100),
    Kind("au", "pcm_mulaw", rate=8000, channels=1),
    Kind("caf", "alac", lossless=True),
    Kind("voc", "pcm_s16le", lossless=True, rate=RATE, channels=1),
    Kind("flac", "flac", lossless=True, rate=44_100),
    Kind("tta", "tta"),
    Kind("wv", "wavpack"),
    Kind("ogg", "flac", lossless=True),
    Kind("opus", "libopus"),
    Kind("mp3", "libmp3lame", rate=44_100),
    Kind("mp2", "mp2"),
    Kind("aac", "aac", rate=44_100),
    Kind("m4a", "aac", rate=44_100, channels=1),
    Kind("m4a", "alac", lossless=True, container="ipod"),
    Kind("ac3", "ac3"),
    Kind("eac3", "eac3"),
    Kind("wma", "wmav2", rate=44_100),
    Kind("amr", "libopencore_amrnb", rate=8000, channels=1),
    Kind("g722", "g722", rate=16_000, channels=1),
    Kind("mka", "libopus"),
    Kind("mp4", "aac", "mpeg4"),
    Kind("mov", "pcm_s16le", "mpeg4", lossless=True),
    Kind("mkv", "flac", "mpeg4", lossless=True),
    Kind("mkv", "ac3", "libx264"),
    Kind("webm", "libopus", "libvpx"),
    Kind("avi", "libmp3lame", "mpeg4"),
    Kind("wmv", "wmav2", "wmv2", rate=44_100),
    Kind("flv", "aac", "flv1", rate=44_100),
    Kind("ts", "mp2", "mpeg2video"),
    Kind("mpg", "mp2", "mpeg2video"),
    Kind("3gp", "libopencore_amrnb", "h263", rate=8000, channels=1),
)


def write_recording(path: Path, kind: Kind, samples: np.ndarray, tracks: tuple[str, ...] = ("",)) -> Path:
    """`samples` (float32 mono, `RATE`) as a file of that kind; each further track is silent, `tracks` are languages.

    Skips the test where this FFmpeg has no such encoder: its wheels differ.
    """
    for codec in filter(None, (kind.codec, kind.video.replace("flv1", "flv"))):
        try:
            av.Codec(codec, "w")
        except av.codec.codec.UnknownCodecError:
            pytest.skip(f"this FFmpeg does not encode {codec}")
    sound = soxr.resample(samples, RATE, kind.rate)
    pcm = (np.clip(sound, -1, 1) * 32767).astype(np.int16)
    layout = "mono" if kind.channels == 1 else "stereo"
    with av.open(str(path), "w", format=kind.container or None) as out:
        video = None
        if kind.video:
            video = out.add_stream("flv" if kind.video == "flv1" else kind.video, rate=25)
            video.width, video.height, video.pix_fmt = 176, 144, "yuv420p"
        audio = []
        for language in tracks:
            stream = out.add_stream(kind.codec, rate=kind.rate, layout=layout)
            stream.bit_rate = {"libopencore_amrnb": 12_200, "g722": 64_000}.get(kind.codec, 192_000)
            if language:
                stream.metadata["language"] = language
            audio.append(stream)
        if video is not None:
            for number in range(int(len(samples) / RATE * 25)):
                picture = av.VideoFrame.from_ndarray(np.full((144, 176, 3), number % 256, np.uint8), format="rgb24")
                picture.pts = number
                picture.time_base = Fraction(1, 25)
                out.mux(video.encode(picture))
            out.mux(video.encode(None))
        for number, stream in enumerate(audio):
            data = pcm if number == 0 else np.zeros_like(pcm)
            frame = av.AudioFrame.from_ndarray(np.repeat(data, kind.channels)[None], "s16", layout)
            frame.sample_rate, frame.pts = kind.rate, 0
            frame.time_base = Fraction(1, kind.rate)
            codec = stream.codec_context
            converter = av.AudioResampler(codec.format, layout, kind.rate, frame_size=codec.frame_size or 1024)
            for piece in (*converter.resample(frame), *converter.resample(None)):
                out.mux(stream.encode(piece))
            out.mux(stream.encode(None))
    return path

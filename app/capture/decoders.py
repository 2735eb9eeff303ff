"""The sound in a file or a pipe as frames of float32: FFmpeg reads it, libsndfile what FFmpeg does not know."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

import numpy as np

from app.base.translation import translate
from app.capture.ports import CaptureError, Samples

if TYPE_CHECKING:
    import av

BLOCK_S = 0.1
"""Seconds in one block."""
MIN_GAP_S, MAX_GAP_S = 0.1, 600.0
"""Time stamps that jump ahead by this much leave silence, so that subtitles stay in time; by more, they are wrong."""
MIN_DAMAGE_S = 0.1
"""Less than this that cannot be decoded is a tag or padding at the end of a stream."""


class UnknownFormatError(CaptureError):
    """A decoder does not know the format; another one may."""


class Decoder(Protocol):
    """An open recording.

    Attributes:
        rate: samples per second.
        channels: values per frame.
        seconds: length as the header says, 0 where it does not say it.
        tracks: the language of each track of sound, "" where it is unknown.
        track: the one that is read, counted from 1.
        may_exceed: samples may be far above full scale: nothing but the data says how far.
    """

    rate: int
    channels: int
    seconds: float
    tracks: tuple[str, ...]
    track: int
    may_exceed: bool

    def frames(self) -> Iterator[Samples]:
        """float32 [n, channels] of `BLOCK_S` each, from the start; once. Raises CaptureError after all that is whole."""

    def close(self) -> None: ...


class FFmpegDecoder:
    """FFmpeg, from the wheels of PyAV; see `Decoder`. `track` 0 takes the main one. `name` is for messages.

    Raises UnknownFormatError, or CaptureError for a file without sound or without that track.
    """

    def __init__(self, file: BinaryIO, name: str, track: int = 0) -> None:
        try:
            import av
        except ImportError as error:  # a package that was built without it
            raise unknown_format(name, error) from error
        self._name = name
        try:
            # The file is open already, and FFmpeg may open nothing else: a playlist could name a server.
            # Tags may be in any encoding; PyAV asks what to do about that before version 19 only.
            tags: dict[str, Any] = {"metadata_errors": "replace"} if int(av.__version__.partition(".")[0]) < 19 else {}
            options = {"protocol_whitelist": "none"} | ({"ignore_length": "1"} if sound_runs_on(file) else {})
            self._container = av.open(file, "r", container_options=options, **tags)
        except (av.FFmpegError, OSError, ValueError) as error:
            raise unknown_format(name, error) from error
        try:
            streams = self._container.streams.audio
            self.tracks = tuple(stream.language or "" for stream in streams)
            if not streams:
                raise CaptureError(translate("Audio", "“{path}” contains no sound.").format(path=name))
            if track > len(streams):
                message = translate("Audio", "“{path}” has no audio track {track}. Available: {tracks}.")
                raise CaptureError(message.format(path=name, track=track, tracks=track_list(self.tracks)))
            best = self._container.streams.best("audio")
            self._stream = streams[track - 1] if track or best is None else streams[streams.index(best)]
            self.track = streams.index(self._stream) + 1
            context = self._stream.codec_context
            # PyAV gives None where FFmpeg has no decoder, whatever its types say.
            if context is None or not context.sample_rate or not context.channels:
                raise unknown_format(name, av.FFmpegError(0, translate("Audio", "unknown codec")))
            self.rate, self.channels = context.sample_rate, context.channels
        except BaseException:
            self._container.close()
            raise
        duration = self._container.duration
        self.seconds = duration / av.time_base if duration and duration > 0 else 0.0
        self.may_exceed = context.name.startswith(("pcm_f", "adpcm_f"))

    def frames(self) -> Iterator[Samples]:
        import av

        began = (self._container.start_time or 0) / av.time_base
        given = 0  # samples
        lost_s, damaged_at, reason = 0.0, 0.0, ""
        block = max(int(BLOCK_S * self.rate), 1)
        resampler = self._resampler(block)
        try:
            for packet in self._container.demux(self._stream):
                try:
                    decoded = packet.decode()
                except av.error.InvalidDataError as error:
                    if not reason:
                        damaged_at, reason = given / self.rate, _reason(error)
                    lost_s += float((packet.duration or 0) * (packet.time_base or 0))
                    continue
                for frame in decoded:
                    if not isinstance(frame, av.AudioFrame) or not frame.samples:
                        continue
                    gap_s = 0.0 if frame.time is None else frame.time - began - given / self.rate
                    if MIN_GAP_S < gap_s < MAX_GAP_S:
                        for rest in resampler.resample(None):
                            yield self._array(rest)
                        resampler = self._resampler(block)
                        silent = int(gap_s * self.rate)
                        given += silent
                        for start in range(0, silent, block):
                            yield np.zeros((min(block, silent - start), self.channels), np.float32)
                    given += frame.samples * self.rate // (frame.sample_rate or self.rate)
                    try:
                        resampled = resampler.resample(frame)
                    except ValueError:  # rate or channels change in the middle
                        for rest in resampler.resample(None):
                            yield self._array(rest)
                        resampler = self._resampler(block)
                        resampled = resampler.resample(frame)
                    for one in resampled:
                        yield self._array(one)
        except (av.FFmpegError, OSError) as error:
            damaged_at, reason, lost_s = given / self.rate, _reason(error), MIN_DAMAGE_S
        if given:
            for rest in resampler.resample(None):
                yield self._array(rest)
        if reason and lost_s >= MIN_DAMAGE_S:
            raise damage(self._name, damaged_at, reason)

    def _resampler(self, block: int) -> av.AudioResampler:
        import av

        return av.AudioResampler("flt", self._stream.codec_context.layout, self.rate, frame_size=block)

    def _array(self, frame: av.AudioFrame) -> Samples:
        return np.asarray(frame.to_ndarray(), np.float32).reshape(-1, self.channels)

    def close(self) -> None:
        self._container.close()


class SndfileDecoder:
    """libsndfile; see `Decoder`. Raises UnknownFormatError."""

    tracks: tuple[str, ...] = ("",)
    track = 1
    may_exceed = False

    def __init__(self, path: Path) -> None:
        import soundfile

        self._name = str(path)
        self._errors = (soundfile.SoundFileError, OSError, ValueError, TypeError)
        # As bytes, so that a name that is not valid UTF-8 can be opened too; on Windows names are text.
        name = str(path) if sys.platform == "win32" else os.fsencode(path)
        try:
            self._file = soundfile.SoundFile(name)
        except self._errors as error:
            raise unknown_format(self._name, error) from error
        self.rate, self.channels = self._file.samplerate, self._file.channels
        self.seconds = self._file.frames / self.rate if self.rate > 0 else 0.0

    def frames(self) -> Iterator[Samples]:
        given = 0
        while True:
            try:
                data = self._file.read(max(int(BLOCK_S * self.rate), 1), dtype="float32", always_2d=True)
            except self._errors as error:
                raise damage(self._name, given / self.rate, _reason(error)) from error
            if not len(data):
                return
            given += len(data)
            yield data

    def close(self) -> None:
        self._file.close()


def sound_runs_on(file: BinaryIO) -> bool:
    """Whether a WAV has sound behind the length that its header gives: what stands there is no chunk and no tag.

    The file is left at its beginning.
    """
    if not file.seekable():
        return False
    try:
        head = file.read(12)
        if head[:4] != b"RIFF" or head[8:] != b"WAVE":
            return False
        while len(chunk := file.read(8)) == 8:
            length = int.from_bytes(chunk[4:], "little")
            behind = file.tell() + length + length % 2
            file.seek(behind)
            if chunk[:4] == b"data":
                name = file.read(4)
                return len(name) == 4 and length > 0 and not all(32 <= byte < 127 for byte in name)
        return False
    finally:
        file.seek(0)


def track_list(languages: Sequence[str]) -> str:
    """Tracks as a message lists them.

    >>> track_list(("eng", ""))
    '1 (eng), 2'
    """
    return ", ".join(f"{n} ({language})" if language else str(n) for n, language in enumerate(languages, 1))


def damage(name: str, seconds: float, reason: str) -> CaptureError:
    """A recording of which some sound cannot be decoded."""
    message = translate("Audio", "“{path}” is damaged after {seconds:.1f} s ({reason}).")
    return CaptureError(message.format(path=name, seconds=seconds, reason=reason))


def unknown_format(name: str, error: BaseException) -> UnknownFormatError:
    """A file that a decoder refuses."""
    message = translate("Audio", "“{path}” is not a supported recording ({reason}).")
    return UnknownFormatError(message.format(path=name, reason=_reason(error)))


def _reason(error: BaseException) -> str:
    text = str(getattr(error, "error_string", "") or getattr(error, "strerror", "") or error).strip().rstrip(".")
    return text.rpartition(": ")[2] or type(error).__name__

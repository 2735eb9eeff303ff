"""A recording as a source of sound: paced like a device, or as fast as it is asked for.

`read_audio` and `AudioFile` say in one message what is wrong with a file that cannot be used.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import numpy as np

from app.base.translation import translate
from app.capture.decoders import Decoder, FFmpegDecoder, SndfileDecoder, UnknownFormatError
from app.capture.mono import MonoMix, Samples
from app.capture.ports import Block, CaptureError

MAX_RATE = 768_000
"""No recording has more samples per second; a header that says so is damaged."""
MAX_VALUE = 2.0**32
"""Some programs write 32-bit integers as float; what is above that is no sound."""
INTEGERS = 20.0
"""No recorder lets sound go 26 dB over full scale; such samples are integers."""
CLICK = 8
"""So many samples of a block may be louder than its level."""


class AudioFile:
    """An open recording or video, or a pipe. Raises CaptureError when it is made.

    Attributes:
        name: the path, for messages.
        rate: samples per second.
        channels: values per frame.
        seconds: length as far as the file says it, else 0.
        tracks: the language of each audio track, "" where it is unknown.
        track: the one that is read, counted from 1.
        repaired: a message about values that were no numbers, "" where there were none so far.
    """

    def __init__(self, path: Path | None, track: int = 0) -> None:
        """`path` None reads standard input; `track` 0 takes the main audio track."""
        self.name = translate("Audio", "standard input") if path is None else str(path)
        self.repaired = ""
        self._file = _open(path)
        try:
            self._decoder = self._decoder_for(path, track)
        except BaseException:
            self._file.close()
            raise
        self.rate, self.channels, self.seconds = self._decoder.rate, self._decoder.channels, self._decoder.seconds
        self.tracks, self.track = self._decoder.tracks, self._decoder.track
        try:
            if not 0 < self.rate <= MAX_RATE:
                message = translate("Audio", "“{path}” is damaged: its header gives {rate} samples per second.")
                raise CaptureError(message.format(path=self.name, rate=self.rate))
            self._gain = FullScale(self._peak(path, track))
            self._frames = self._decoder.frames()
            self._first = next(self._frames, None)
            if self._first is None:
                raise CaptureError(translate("Audio", "“{path}” contains no sound.").format(path=self.name))
        except BaseException:
            self.close()
            raise

    def _decoder_for(self, path: Path | None, track: int) -> Decoder:
        try:
            return FFmpegDecoder(self._file, self.name, track)
        except UnknownFormatError as unknown:
            if path is None or not self._file.seekable():
                raise
            try:
                return SndfileDecoder(path)
            except UnknownFormatError:
                raise unknown from None

    def _peak(self, path: Path | None, track: int) -> float:
        """The level of the loudest sound of a file whose samples may be far above full scale: it is read twice."""
        if path is None or not self._decoder.may_exceed or not self._file.seekable():
            return 0.0
        peak = 0.0
        with _open(path) as file, closing(FFmpegDecoder(file, self.name, track)) as decoder, suppress(CaptureError):
            for data in decoder.frames():
                peak = max(peak, peak_level(silence_invalid(data)[0]))
        return peak

    def blocks(self) -> Iterator[Samples]:
        """Mono float32 blocks of `BLOCK_S`, once; raises CaptureError for damaged data after what is whole.

        The mix looks at one block at a time: in a longer one, a short word of a quiet voice would go under in a loud one.
        """
        mix = MonoMix(self.channels, self.rate)
        first, self._first = self._first, None
        at = 0
        for data in chain(() if first is None else (first,), self._frames):
            whole, n_invalid = silence_invalid(data)
            if n_invalid and not self.repaired:
                message = translate(
                    "Audio",
                    "“{path}” contains values that are not numbers, first at {seconds:.1f} s. They were silenced.",
                )
                self.repaired = message.format(path=self.name, seconds=at / self.rate)
            at += len(data)
            yield mix(self._gain(whole))

    def close(self) -> None:
        self._decoder.close()
        self._file.close()

    def __enter__(self) -> AudioFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def tracks_of(path: Path) -> tuple[tuple[str, ...], float]:
    """The language of each audio track of a file, and its seconds, as its header says. Raises CaptureError."""
    with _open(path) as file, closing(FFmpegDecoder(file, str(path))) as decoder:
        return decoder.tracks, decoder.seconds


def silence_invalid(data: Samples) -> tuple[Samples, int]:
    """Samples with zeros in place of those that are no numbers, and how many these were."""
    valid = np.abs(data) <= MAX_VALUE  # not so for NaN and infinities
    n_invalid = data.size - int(np.count_nonzero(valid))
    return (np.where(valid, data, np.float32(0.0)) if n_invalid else data), n_invalid


def peak_level(data: Samples) -> float:
    """The loudest sample of a block but for a few: a click must not make all the rest inaudible."""
    levels = np.abs(data).ravel()
    return float(np.partition(levels, -CLICK)[-CLICK]) if len(levels) > CLICK else 0.0


class FullScale:
    """Brings samples above full scale below it: divides by the highest level so far, or by one known before.

    Of a pipe nothing is known before; but far above 1.0 are only integers that were written as float, and these have a
    full scale of their own.
    """

    def __init__(self, level: float = 0.0) -> None:
        self._level = max(level, 1.0)

    def __call__(self, data: Samples) -> Samples:
        level = peak_level(data)
        if level > self._level:
            self._level = next((scale for scale in (2.0**15, 2.0**31) if INTEGERS < level <= scale), level)
        scaled = data / np.float32(self._level) if self._level > 1.0 else data
        return np.asarray(np.clip(scaled, -1.0, 1.0), np.float32)


def _open(path: Path | None) -> BinaryIO:
    """A file, a pipe or standard input, open. Raises CaptureError."""
    if path is None:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0)
    if not path.exists():
        raise CaptureError(translate("Audio", "The file “{path}” does not exist.").format(path=path))
    if path.is_dir():
        raise CaptureError(translate("Audio", "“{path}” is a folder, not a recording.").format(path=path))
    try:
        if path.is_file() and path.stat().st_size == 0:
            raise CaptureError(translate("Audio", "“{path}” is empty.").format(path=path))
        return path.open("rb", buffering=0)
    except OSError as error:
        raise CaptureError(
            translate("Audio", "“{path}” cannot be read ({reason}).").format(path=path, reason=error.strerror)
        ) from error


class FileCapture:
    """A recording behind the interface of a device; see `Capture`. A file that is not open yet is opened by `start`."""

    def __init__(self, source: Path | AudioFile, *, paced: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = Path(source.name).name
        self.rate = 0
        self.paced = paced
        self._source = source
        self._clock = clock
        self._file: AudioFile | None = None
        self._blocks: Iterator[Samples] = iter(())
        self._next: Samples | None = None
        self._damage: CaptureError | None = None  # raised once what lies before it has been read
        self._read = 0
        self._began = 0.0

    def start(self) -> None:
        self._file = self._source if isinstance(self._source, AudioFile) else AudioFile(self._source)
        self.rate = self._file.rate
        self._blocks = self._file.blocks()
        self._next = next(self._blocks, None)
        self._read = 0
        self._began = self._clock()

    @property
    def repaired(self) -> str:
        """A message about values that were no numbers, "" where there were none so far."""
        return self._file.repaired if self._file is not None else ""

    @property
    def seconds(self) -> float:
        """Length of the recording; known after `start`."""
        return self._file.seconds if self._file is not None else 0.0

    def read(self, timeout_s: float) -> Block | None:
        if self._next is None:
            if self._damage is not None:
                raise self._damage
            if self.paced:
                time.sleep(timeout_s)
            return None
        if self.paced:
            due = self._began + (self._read + len(self._next)) / self.rate
            wait = due - self._clock()
            if wait > 0:
                time.sleep(min(wait, timeout_s))
                if wait > timeout_s:
                    return None
        samples, start = self._next, self._read
        self._read += len(samples)
        try:
            self._next = next(self._blocks, None)
        except CaptureError as error:
            self._next, self._damage = None, error
        return Block(samples, self.rate, start)

    @property
    def ended(self) -> bool:
        return self._next is None and self._damage is None

    @property
    def frames_heard(self) -> int:
        file = self._file  # once: another thread may ask while this one is being closed
        if not self.paced or file is None:
            return self._read
        if self._next is None:
            return self._read
        clocked = (self._clock() - self._began) * self.rate
        return int(max(min(clocked, file.seconds * self.rate or clocked), self._read))

    @property
    def latency_s(self) -> float:
        return 0.0

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

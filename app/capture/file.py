"""A recording as a source of sound: paced like a device, or as fast as it is asked for.

`read_audio` and `AudioFile` say in one message what is wrong with a file that cannot be used.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import soundfile

from app.base.translation import translate
from app.capture.mono import MonoMix, Samples
from app.capture.ports import Block, CaptureError

BLOCK_S = 0.1
"""Seconds in one block."""
MAX_RATE = 768_000
"""No recording has more samples per second; a header that says so is damaged."""


class AudioFile:
    """An open recording. Raises CaptureError when it is made.

    Attributes:
        path: the file.
        rate: samples per second.
        channels: values per frame.
        frames: length.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise CaptureError(translate("Audio", "The file “{path}” does not exist.").format(path=path))
        if path.is_dir():
            raise CaptureError(translate("Audio", "“{path}” is a folder, not a recording.").format(path=path))
        try:
            if path.stat().st_size == 0:
                raise CaptureError(translate("Audio", "“{path}” is empty.").format(path=path))
            with path.open("rb"):
                pass
        except OSError as error:
            raise CaptureError(
                translate("Audio", "“{path}” cannot be read ({reason}).").format(path=path, reason=error.strerror)
            ) from error
        # As bytes, so that a name that is not valid UTF-8 can be opened too; on Windows names are text.
        name = str(path) if sys.platform == "win32" else os.fsencode(path)
        try:
            self._file = soundfile.SoundFile(name)
        except (soundfile.SoundFileError, OSError, ValueError, TypeError) as error:
            raise CaptureError(
                translate("Audio", "“{path}” is not a supported recording ({reason}).").format(
                    path=path, reason=_reason(error)
                )
            ) from error
        self.rate, self.channels, self.frames = self._file.samplerate, self._file.channels, self._file.frames
        problem = ""
        if not 0 < self.rate <= MAX_RATE:
            problem = translate("Audio", "“{path}” is damaged: its header gives {rate} samples per second.").format(
                path=path, rate=self.rate
            )
        elif self.frames <= 0:
            problem = translate("Audio", "“{path}” contains no sound.").format(path=path)
        if problem:
            self._file.close()
            raise CaptureError(problem)

    @property
    def seconds(self) -> float:
        return float(self.frames / self.rate)

    def blocks(self) -> Iterator[Samples]:
        """Mono float32 blocks of `BLOCK_S`; raises CaptureError for damaged data or values that are no numbers.

        The mix looks at one block at a time: in a longer one, a short word of a quiet voice would go under in a loud one.
        """
        mix = MonoMix(self.channels, self.rate)
        frames = max(int(BLOCK_S * self.rate), 1)
        at = 0
        while True:
            try:
                data = self._file.read(frames, dtype="float32", always_2d=True)
            except (soundfile.SoundFileError, OSError) as error:
                raise CaptureError(
                    translate("Audio", "“{path}” is damaged after {seconds:.1f} s ({reason}).").format(
                        path=self.path, seconds=at / self.rate, reason=_reason(error)
                    )
                ) from error
            if not len(data):
                return
            if not np.isfinite(data).all():
                raise CaptureError(
                    translate(
                        "Audio", "“{path}” is damaged: at {seconds:.1f} s it contains values that are not numbers."
                    ).format(path=self.path, seconds=at / self.rate)
                )
            at += len(data)
            yield mix(np.clip(data, -1.0, 1.0))

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> AudioFile:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _reason(error: BaseException) -> str:
    text = str(getattr(error, "error_string", "") or error).strip().rstrip(".")
    return text.rpartition(": ")[2] or type(error).__name__


class FileCapture:
    """A recording behind the interface of a device; see `Capture`."""

    def __init__(self, path: Path, *, paced: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = path.name
        self.rate = 0
        self.paced = paced
        self._path = path
        self._clock = clock
        self._file: AudioFile | None = None
        self._blocks: Iterator[Samples] = iter(())
        self._next: Samples | None = None
        self._damage: CaptureError | None = None  # raised once what lies before it has been read
        self._read = 0
        self._began = 0.0

    def start(self) -> None:
        self._file = AudioFile(self._path)
        self.rate = self._file.rate
        self._blocks = self._file.blocks()
        self._next = next(self._blocks, None)
        self._read = 0
        self._began = self._clock()

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
        return int(min(max((self._clock() - self._began) * self.rate, self._read), file.frames))

    @property
    def latency_s(self) -> float:
        return 0.0

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

"""A source of the Linux sound server (PulseAudio, or PipeWire in its place) by its own name, through `parec`.

PortAudio sees such a server as one device: it can open neither a chosen microphone nor the monitor of an output. The
server's own recorder can; it comes in the package with `pactl`, which is needed to list the devices anyway, and it ends
when the server does, so that a loss is noticed at once.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import subprocess
import threading

from app.base.translation import translate
from app.capture.ports import Block, CaptureError
from app.capture.ring_reader import RingReader, as_frames

log = logging.getLogger(__name__)

LATENCY_MS = 40
READ_BYTES = 16_384


def server_environment() -> dict[str, str]:
    """The environment for the server's tools: output that does not depend on the person's language."""
    return os.environ | {"LC_ALL": "C", "LANGUAGE": ""}


def has_parec() -> bool:
    return shutil.which("parec") is not None


class ServerSource:
    """A named source of the sound server; see `Capture`."""

    paced = True

    def __init__(self, name: str, source: str, *, channels: int, rate: int) -> None:
        self.name = name
        self.rate = rate
        self._source = source
        self._channels = channels
        self._process: subprocess.Popen[bytes] | None = None
        self._reader = RingReader(channels, rate)
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        command = [
            "parec",
            "--raw",
            f"--device={self._source}",
            "--format=float32le",
            f"--rate={self.rate}",
            f"--channels={self._channels}",
            f"--latency-msec={LATENCY_MS}",
            "--client-name=R2T2 Captions",
            "--stream-name=captions",
        ]
        self._reader = RingReader(self._channels, self.rate)
        try:
            self._process = subprocess.Popen(
                command,
                env=server_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except FileNotFoundError as error:
            sentence = translate(
                "Audio",
                "The recorder of the sound server is missing. On Debian or Ubuntu: sudo apt install pulseaudio-utils",
            )
            raise CaptureError(sentence) from error
        except OSError as error:
            sentence = translate("Audio", "“{name}” could not be opened: {reason}.")
            raise CaptureError(sentence.format(name=self.name, reason=error.strerror)) from error
        self._thread = threading.Thread(
            target=self._pump, args=(self._process, self._reader), name="parec", daemon=True
        )
        self._thread.start()

    def _pump(self, process: subprocess.Popen[bytes], reader: RingReader) -> None:
        assert process.stdout is not None
        frame = 4 * self._channels
        rest = b""
        # A pipe that was shut under the reader is the end of the recording, not an error.
        with contextlib.suppress(ValueError, OSError):
            while data := process.stdout.read1(READ_BYTES):  # type: ignore[attr-defined]
                data = rest + data
                whole = len(data) // frame * frame
                rest = data[whole:]
                if whole:
                    reader.write(as_frames(data[:whole], self._channels))

    def _alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def read(self, timeout_s: float) -> Block | None:
        return self._reader.read(timeout_s, self._alive, self.name)

    @property
    def ended(self) -> bool:
        return False

    @property
    def frames_heard(self) -> int:
        return self._reader.ring.heard

    @property
    def latency_s(self) -> float:
        return LATENCY_MS / 1000

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(1.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self._thread is not None:
            self._thread.join(1.0)
        if process.stdout is not None:
            process.stdout.close()

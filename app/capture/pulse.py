"""Sound from and to the Linux sound server (PulseAudio, or PipeWire in its place), through its own `parec` and `pacat`.

PortAudio reaches such a server only through ALSA's bridge: it can open neither a chosen microphone nor the monitor of an
output, and its thread spins and prints without end when the server goes. The server's own tools can open both; they come
in one package with `pactl`, which is needed to list the devices anyway. They are programs of their own: they end when
the server does, so that a loss is noticed at once, and can be ended whatever the server does.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import threading
import time

import numpy as np
import numpy.typing as npt

from app.base.translation import translate
from app.capture.device import Device
from app.capture.ports import Block, CaptureError
from app.capture.ring_reader import RingReader, as_frames

log = logging.getLogger(__name__)

LATENCY_MS = 40
READ_BYTES = 16_384
MOST_DRAINED_S = 5.0
"""A server may be this much late in playing the end of a sound; later it is stuck."""


def server_environment() -> dict[str, str]:
    """The environment for the server's tools: output that does not depend on the user's language."""
    return os.environ | {"LC_ALL": "C", "LANGUAGE": ""}


def tools_missing() -> CaptureError:
    """There is a sound server, but nothing to record from it with."""
    message = translate(
        "Audio", "The recorder of the sound server is missing. On Debian or Ubuntu: sudo apt install pulseaudio-utils"
    )
    return CaptureError(message)


def play(samples: npt.NDArray[np.int16], rate: int) -> None:
    """Plays int16 mono samples [n] to their end on the server's default output. Raises CaptureError."""
    command = ["pacat", "--raw", "--format=s16le", f"--rate={rate}", "--channels=1", f"--latency-msec={LATENCY_MS}"]
    try:
        subprocess.run(
            [*command, "--client-name=R2T2 Captions", "--stream-name=cue"],
            env=server_environment(),
            input=samples.astype("<i2").tobytes(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=len(samples) / rate + MOST_DRAINED_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise CaptureError(translate("Audio", "The sound server is not responding.")) from error


class ServerSource:
    """A source of the sound server, in its own rate and channels; see `Capture`."""

    paced = True

    def __init__(self, device: Device) -> None:
        self.name = device.label
        self.rate = device.rate or 48_000
        self._source = device.record_name
        self._channels = device.channels or 1
        self._channel_map = device.channel_map
        self._process: subprocess.Popen[bytes] | None = None
        self._reader = RingReader(self._channels, self.rate)
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
        if self._channel_map.count(",") + 1 == self._channels:
            # Else the server mixes the channels into loudspeakers' places, where a studio's "aux" channels are silent.
            command.append(f"--channel-map={self._channel_map}")
        self._reader = RingReader(self._channels, self.rate)
        try:
            self._process = subprocess.Popen(
                command,
                env=server_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,  # Ctrl+C in the terminal is for us alone: the recorder's end would be a device that is lost
            )
        except FileNotFoundError as error:
            raise tools_missing() from error
        except OSError as error:
            message = translate("Audio", "“{name}” could not be opened: {reason}.")
            raise CaptureError(message.format(name=self.name, reason=error.strerror)) from error
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
                    reader.write(as_frames(data[:whole], self._channels), time.monotonic() - LATENCY_MS / 1000)

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

"""What a Windows computer plays: WASAPI loopback through PyAudioWPatch, the maintained build of PortAudio that has it."""

from __future__ import annotations

import logging
import time
from typing import Any

import numpy as np

from app.base.translation import translate
from app.capture.device import Device
from app.capture.microphone import heard_until
from app.capture.ports import Block, CaptureError
from app.capture.ring_reader import RingReader, as_frames

log = logging.getLogger(__name__)

QUIET_AFTER_S = 0.2
"""WASAPI sends nothing while nothing is played; after this time silence is put in its place."""


MOST_FILLED_S = 1.0
"""Most silence that is put in at once: nobody asked for longer, so the computer slept."""


def _wasapi() -> Any:
    try:
        import pyaudiowpatch
    except ImportError as error:
        message = translate(
            "Audio",
            "Captions of what the computer plays need the package PyAudioWPatch: pip install PyAudioWPatch",
        )
        raise CaptureError(message) from error
    return pyaudiowpatch


def windows_outputs() -> tuple[tuple[Device, ...], str]:
    """Outputs that can be recorded, and the name of the default one. Empty where the library is missing."""
    try:
        library = _wasapi()
    except CaptureError as error:
        log.info("%s", error)
        return (), ""
    with library.PyAudio() as audio:
        outputs = tuple(
            Device(
                str(info["name"]),
                str(info["name"]).removesuffix(" [Loopback]"),
                int(info["maxInputChannels"]),
                round(info["defaultSampleRate"]),
                str(info["name"]),
            )
            for info in audio.get_loopback_device_info_generator()
        )
        try:
            default = str(audio.get_default_wasapi_loopback()["name"])
        except (OSError, LookupError):
            default = ""
    return outputs, default


class WasapiLoopback:
    """An output of Windows as a source; see `Capture`. Times without playback are silence of the right length."""

    paced = True

    def __init__(self, name: str, record_name: str, clock: Any = time.monotonic) -> None:
        self.name = name
        self.rate = 48_000
        self._record_name = record_name
        self._clock = clock
        self._audio: Any = None
        self._stream: Any = None
        self._reader: RingReader | None = None
        self._filled = 0
        self._silent = False  # the last that was given is silence of ours
        self._channels = 2
        self._began = 0.0

    def start(self) -> None:
        library = _wasapi()
        self._audio = library.PyAudio()
        try:
            info = next(i for i in self._audio.get_loopback_device_info_generator() if i["name"] == self._record_name)
            self.rate = round(info["defaultSampleRate"])
            self._channels = int(info["maxInputChannels"])
            self._reader = RingReader(self._channels, self.rate)
            self._stream = self._audio.open(
                format=library.paFloat32,
                channels=self._channels,
                rate=self.rate,
                input=True,
                input_device_index=info["index"],
                stream_callback=self._callback,
            )
        except StopIteration as error:
            self.close()
            message = translate("Audio", "There is no output called “{name}”.")
            raise CaptureError(message.format(name=self.name)) from error
        except OSError as error:
            self.close()
            message = translate("Audio", "The sound of “{name}” could not be captured ({error}).")
            raise CaptureError(message.format(name=self.name, error=error)) from error
        self._began = self._clock()

    def _callback(self, data: bytes, count: int, times: Any, status: int) -> tuple[None, int]:
        assert self._reader is not None
        heard_at = heard_until(times["current_time"], times["input_buffer_adc_time"], count / self.rate, self._clock)
        self._reader.write(as_frames(data, self._channels), heard_at)
        return None, 0

    def _missing(self) -> int:
        """Frames of silence that stand for the time in which nothing was played."""
        assert self._reader is not None
        due = int((self._clock() - self._began - QUIET_AFTER_S) * self.rate)
        missing = due - self._reader.ring.heard - self._filled
        if missing > MOST_FILLED_S * self.rate:  # the computer slept: a night is no sound
            self._began += missing / self.rate - MOST_FILLED_S
            missing = int(MOST_FILLED_S * self.rate)
        return missing

    def _placed(self, block: Block) -> Block:
        """The first block after silence of ours, put where its time says: that silence ended a little too early."""
        start = block.start_frame + self._filled
        late = int((block.heard_at - self._began) * self.rate) - start if self._silent else 0
        late = min(max(late, 0), int(2 * QUIET_AFTER_S * self.rate))
        self._silent = False
        self._filled += late
        samples = np.concatenate([np.zeros(late, np.float32), block.samples]) if late else block.samples
        return Block(samples, block.rate, start, block.lost, block.heard_at - late / self.rate)

    def read(self, timeout_s: float) -> Block | None:
        assert self._reader is not None, "start() first"
        end = self._clock() + timeout_s
        while True:
            if not (self._stream and self._stream.is_active()):
                raise CaptureError(translate("Audio", "“{name}” was disconnected.").format(name=self.name))
            if len(self._reader.ring):
                block = self._reader.read(0.0, lambda: True, self.name)
                if block is not None:
                    return self._placed(block)
            missing = self._missing()
            if missing > self.rate // 50:
                start = self._reader.ring.heard + self._filled
                self._filled += missing
                self._silent = True
                heard_at = self._began + start / self.rate
                return Block(np.zeros(missing, np.float32), self.rate, start, 0, heard_at)
            if self._clock() >= end:
                return None
            time.sleep(0.01)

    @property
    def ended(self) -> bool:
        return False

    @property
    def frames_heard(self) -> int:
        return (self._reader.ring.heard if self._reader is not None else 0) + self._filled

    @property
    def latency_s(self) -> float:
        return 0.05

    def close(self) -> None:
        stream, self._stream = self._stream, None
        audio, self._audio = self._audio, None
        try:
            if stream is not None:
                stream.close()
            if audio is not None:
                audio.terminate()
        except OSError as error:
            log.info("closing %s: %s", self.name, error)

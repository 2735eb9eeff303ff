"""A microphone through PortAudio (sounddevice): any rate and channel count that the device has.

The callback copies the block into a bounded ring and does nothing else. Devices are opened by name; where a device
refuses its own defaults, the next plausible combination of channels and rate is tried.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from app.base.translation import translate
from app.capture.ports import Block, CaptureError
from app.capture.ring_reader import RingReader

log = logging.getLogger(__name__)

LATENCY_S = 0.05
"""Asked of the device: short enough to be felt as live, long enough that a busy machine loses nothing."""
CLOSE_S = 2.0
USUAL_RATES = (48_000, 44_100, 16_000)
MOST_CHANNELS = 16
"""A device that claims more is not a device but a plug (the ALSA plugin of a sound server claims 32)."""

portaudio_lock = threading.RLock()
"""Held while PortAudio is asked or told anything about devices: it is not made for two threads."""
_open_streams = 0


def portaudio() -> Any:
    """The sounddevice module. Raises CaptureError where PortAudio is not installed."""
    try:
        import sounddevice
    except OSError as error:
        message = translate(
            "Audio", "The sound library PortAudio is missing. On Debian or Ubuntu: sudo apt install libportaudio2"
        )
        raise CaptureError(message) from error
    return sounddevice


def rescan() -> None:
    """Makes PortAudio look at the devices again, which it does only when none is open. Raises CaptureError."""
    sounddevice = portaudio()
    with portaudio_lock:
        if _open_streams == 0:
            with contextlib.suppress(sounddevice.PortAudioError):  # after one that failed it is not initialised
                sounddevice._terminate()
            try:
                sounddevice._initialize()
            except sounddevice.PortAudioError as error:
                raise _cannot_list(error) from error


def _cannot_list(error: Exception) -> CaptureError:
    message = translate(
        "Audio",
        "The system's sound devices could not be listed ({error}). If this continues, unplug the microphone "
        "and plug it in again, or restart the computer.",
    )
    return CaptureError(message.format(error=error))


def listed_devices(sounddevice: Any) -> list[dict[str, Any]]:
    """PortAudio's devices; hold `portaudio_lock`. Raises CaptureError."""
    try:
        return list(sounddevice.query_devices())
    except sounddevice.PortAudioError as error:
        raise _cannot_list(error) from error


@contextlib.contextmanager
def open_output(rate: int) -> Iterator[Any]:
    """A running int16 mono output stream; while it is open nobody makes PortAudio look at its devices again.

    Raises CaptureError where PortAudio is missing, `sounddevice.PortAudioError` where there is no output.
    """
    global _open_streams
    sounddevice = portaudio()
    with portaudio_lock:
        stream = sounddevice.OutputStream(samplerate=rate, channels=1, dtype="int16")
        _open_streams += 1
    try:
        with stream:
            yield stream
    finally:
        with portaudio_lock:
            _open_streams -= 1


def _close_stream(stream: Any) -> None:
    global _open_streams
    try:
        stream.abort(ignore_errors=True)
        stream.close(ignore_errors=True)
    except Exception as error:  # whatever PortAudio says of a device that is gone, it is gone
        log.info("closing a microphone: %s", error)
    with portaudio_lock:
        _open_streams -= 1


def channel_plan(most: int) -> tuple[int, ...]:
    """Channel counts to try, best first: all that carry sound, then fewer.

    >>> channel_plan(8)
    (8, 2, 1)
    >>> channel_plan(32)
    (2, 1)
    """
    first = max(most, 1) if most <= MOST_CHANNELS else 2
    return (first, *(n for n in (2, 1) if n < first))


def heard_until(now: float, first: float, duration_s: float, clock: Callable[[], float] = time.monotonic) -> float:
    """Monotonic time of the last sample of a block, from PortAudio's own times: its clock's present, and when the first
    sample was heard. A host API that does not know says 0."""
    late = now - first - duration_s if 0.0 < first <= now else 0.0
    return clock() - max(late, 0.0)


def rate_plan(default: float) -> tuple[int, ...]:
    """Rates to try, best first: the device's own, then the usual ones."""
    return tuple(dict.fromkeys([round(default) or USUAL_RATES[0], *USUAL_RATES]))


class Microphone:
    """A PortAudio input stream. See `Capture` for the meaning of the members.

    Attributes:
        overruns: blocks before which the device itself lost sound.
    """

    paced = True

    def __init__(self, name: str, device: int | str | None = None) -> None:
        self.name = name
        self.rate = USUAL_RATES[0]
        self.overruns = 0
        self._overruns_told = 0
        self._device = device
        self._stream: Any = None
        self._reader: RingReader | None = None
        self._callback_error: BaseException | None = None

    def start(self) -> None:
        global _open_streams
        sounddevice = portaudio()
        with portaudio_lock:
            try:
                info = sounddevice.query_devices(self._device, "input")
            except (ValueError, sounddevice.PortAudioError) as error:
                if self._device is None:
                    raise CaptureError(translate("Audio", "No microphone is connected.")) from error
                message = translate("Audio", "There is no microphone called “{name}”.").format(name=self.name)
                raise CaptureError(message) from error
            reasons = []
            for channels, rate in self._combinations(info):
                reader = RingReader(channels, rate)
                try:
                    stream = sounddevice.InputStream(
                        device=self._device,
                        channels=channels,
                        samplerate=rate,
                        dtype="float32",
                        latency=LATENCY_S,
                        callback=self._callback,
                    )
                except sounddevice.PortAudioError as error:
                    reasons.append(str(error))
                    continue
                self._reader, self.rate = reader, rate
                try:
                    stream.start()
                except sounddevice.PortAudioError as error:
                    stream.close()
                    reasons.append(str(error))
                    continue
                self._stream = stream
                _open_streams += 1
                return
        log.warning("microphone %s: %s", self.name, "; ".join(dict.fromkeys(reasons)))
        message = translate(
            "Audio",
            "“{name}” could not be opened ({reason}). Another program may be using it, or this program may not "
            "use the microphone.",
        )
        raise CaptureError(message.format(name=self.name, reason=reasons[0] if reasons else "PortAudio"))

    def _combinations(self, info: dict[str, Any]) -> Iterator[tuple[int, int]]:
        for channels in channel_plan(int(info["max_input_channels"])):
            for rate in rate_plan(float(info["default_samplerate"])):
                yield channels, rate

    def _callback(self, data: Any, frames: int, times: Any, status: Any) -> None:
        """PortAudio's thread: one copy. An error here would end the stream unseen, so it is kept for the reader."""
        try:
            if status.input_overflow:
                self.overruns += 1
            assert self._reader is not None
            self._reader.write(data, heard_until(times.currentTime, times.inputBufferAdcTime, frames / self.rate))
        except BaseException as error:
            self._callback_error = error
            raise

    def _alive(self) -> bool:
        return self._stream is not None and self._stream.active

    def read(self, timeout_s: float) -> Block | None:
        assert self._reader is not None, "start() first"
        if self._callback_error is not None:
            log.error("audio callback failed", exc_info=self._callback_error)
            message = translate("Audio", "“{name}” stopped because of an internal error ({error}).")
            raise CaptureError(message.format(name=self.name, error=self._callback_error))
        if self.overruns != self._overruns_told:
            self._overruns_told = self.overruns
            log.warning("%s: the device lost sound before %d blocks so far", self.name, self._overruns_told)
        return self._reader.read(timeout_s, self._alive, self.name)

    @property
    def ended(self) -> bool:
        return False

    @property
    def frames_heard(self) -> int:
        return self._reader.ring.heard if self._reader is not None else 0

    @property
    def latency_s(self) -> float:
        stream = self._stream  # once: another thread may ask while this one is being closed
        return float(stream.latency) if stream is not None else LATENCY_S

    def close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is None:
            return
        # A sound server that died while the stream was open can hold PortAudio for ever; the captions must not wait.
        closing = threading.Thread(target=_close_stream, args=(stream,), name="close microphone", daemon=True)
        closing.start()
        closing.join(CLOSE_S)
        if closing.is_alive():
            log.warning("%s does not let itself be closed; left to itself", self.name)

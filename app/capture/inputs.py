"""From what a user chose (`SourceSpec`) to an input that can be read: the one place that knows every kind."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence

from app.base.translation import translate
from app.capture.computer import open_computer
from app.capture.device import Choice, Devices
from app.capture.devices import Lookout, choose_input, choose_output, find_devices, has_server_tools, portaudio_index
from app.capture.file import AudioFile, FileCapture
from app.capture.listener import Heard, Listener, SoundInput
from app.capture.microphone import Microphone, rescan
from app.capture.ports import Capture, CaptureError, SourceSpec
from app.capture.pulse import ServerSource
from app.capture.resample import To16k
from app.capture.two_sides import TwoSides
from inference.options import SAMPLE_RATE

log = logging.getLogger(__name__)


def open_microphone(choice: Choice, devices: Devices) -> Capture:
    """The capture for a chosen microphone, made and not yet started. Raises CaptureError."""
    device = choice.device
    assert device is not None
    if devices.backend == "server":
        return ServerSource(device)
    return Microphone(device.label, portaudio_index(device.name))


class FileInput:
    """A recording as an input; see `SoundInput`. Raises CaptureError when it is made, if the file cannot be used.

    A file that is open already is read instead of the path. `notify` is told once of values that were no numbers.
    """

    def __init__(
        self, spec: SourceSpec, file: AudioFile | None = None, notify: Callable[[str], None] = lambda text: None
    ) -> None:
        source = file or spec.path
        if source is None:
            raise CaptureError(translate("Audio", "No recording was chosen."))
        self._capture = FileCapture(source, paced=spec.paced)
        self._capture.start()
        self.paced = spec.paced
        self._resample = To16k(self._capture.rate)
        self._finished = False
        self._notify, self._repaired = notify, ""

    @property
    def seconds(self) -> float:
        return self._capture.seconds

    def read(self, timeout_s: float) -> Heard | None:
        block = self._capture.read(timeout_s)
        if (repaired := self._capture.repaired) != self._repaired:
            self._repaired = repaired
            self._notify(repaired)
        if block is not None:
            return Heard(self._resample(block.samples))
        if self._capture.ended and not self._finished:
            self._finished = True
            return Heard(self._resample.finish())
        return None

    @property
    def device(self) -> str:
        return self._capture.name

    @property
    def problem(self) -> str:
        return ""

    @property
    def live(self) -> bool:
        return True

    @property
    def ended(self) -> bool:
        return self._finished

    @property
    def latency_s(self) -> float:
        return 0.0

    def heard_now(self) -> int:
        return self._capture.frames_heard * SAMPLE_RATE // self._capture.rate

    def devices_changed(self, devices: Devices) -> None:
        """A file needs none."""

    def release(self) -> None:
        """A file is not shared with anybody."""

    def close(self) -> None:
        self._capture.close()


def look_again(inputs: Sequence[SoundInput], devices: Devices, find: Callable[[], Devices] = find_devices) -> Devices:
    """The devices that there are now that `devices` were reported; `inputs` are all that are open.

    PortAudio looks at the devices again only while none is open.
    """
    if devices.backend != "portaudio":
        return devices
    for source in inputs:
        source.release()
    try:
        rescan()
    except CaptureError as error:
        log.info("rescan: %s", error)
    return find()


def lookout() -> Callable[[], Devices | None]:
    """How a listener looks for devices: only a sound server can keep it waiting."""
    return Lookout(find_devices) if has_server_tools() else find_devices


def open_input(
    spec: SourceSpec,
    notify: Callable[[str], None],
    find: Callable[[], Devices | None] | None = None,
    platform: str = sys.platform,
) -> SoundInput:
    """The input for what was chosen. Raises CaptureError for a file that cannot be used; a device is waited for."""
    if spec.kind == "file":
        return FileInput(spec, notify=notify)

    def microphone() -> Listener:
        return Listener(
            lambda devices: choose_input(devices, spec.input_device),
            open_microphone,
            find or lookout(),
            notify,
        )

    def computer() -> Listener:
        return Listener(
            lambda devices: choose_output(devices, spec.output_device),
            lambda choice, devices: open_computer(choice, platform),
            find or lookout(),
            notify,
        )

    if spec.kind == "both":
        return TwoSides(microphone(), computer(), notify)
    return computer() if spec.kind == "computer" else microphone()

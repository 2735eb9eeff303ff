"""One chosen source of sound that keeps coming: opened, watched, reopened, replaced, always as 16 kHz mono.

A `Listener` is given the rule that picks a device and a way to open it. Reading never raises for a device: one that is
lost is closed, the user is told, the next best one is opened, and the chosen one is taken again when it is back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from app.base.translation import translate
from app.capture.device import Choice, Device, Devices
from app.capture.ports import Block, Capture, CaptureError, Samples
from app.capture.resample import To16k
from inference.options import SAMPLE_RATE

log = logging.getLogger(__name__)

BACK_OFF_S = (0.3, 0.6, 1.2, 2.5, 5.0)
POLL_S = 0.01
MOST_FILLED_S = 30.0
"""Lost sound is replaced by silence of its length, up to this, so that times stay right."""


@dataclass(frozen=True)
class Heard:
    """Sound at 16 kHz.

    Attributes:
        samples: float32 mono.
        fresh: what was heard before came from another opening of the device: nothing is to be joined across.
        lost_s: seconds of sound that were lost and stand as silence in `samples`.
        heard_at: monotonic time of the first sample in seconds, as far as its arrival says it; 0 where nobody says it.
        raw: the microphone as it was heard, [n] as `samples`, where those are what is left of it without the computer's
            sound; else None.
        computer: what the computer played meanwhile, [n] as `samples`; None where nobody listens to it apart.
    """

    samples: Samples
    fresh: bool = False
    lost_s: float = 0.0
    heard_at: float = 0.0
    raw: Samples | None = None
    computer: Samples | None = None


class SoundInput(Protocol):
    """What the engine listens to; one thread reads it.

    Attributes:
        paced: sound comes in its own time.
    """

    paced: bool

    def read(self, timeout_s: float) -> Heard | None:
        """What was heard, or None if nothing was within `timeout_s`. Raises CaptureError only for a damaged file."""

    @property
    def device(self) -> str:
        """Name of what is being heard, as the system shows it; "" if nothing is."""

    @property
    def problem(self) -> str:
        """Why nothing is heard, a message; "" if something is."""

    @property
    def live(self) -> bool:
        """Sound has arrived since the device was last opened."""

    @property
    def ended(self) -> bool:
        """A file was read to its end."""

    def heard_now(self) -> int:
        """Samples at 16 kHz that have arrived, read or not, since the beginning; any thread may ask."""

    @property
    def latency_s(self) -> float:
        """How long sound takes from the air to `heard_now`."""

    def devices_changed(self, devices: Devices) -> None:
        """Devices came, went, or became the default."""

    def release(self) -> None:
        """Lets go of the device for a moment; the next read opens it again."""

    def close(self) -> None:
        """For good."""


def decide_device(current: Device | None, choice: Choice) -> str:
    """What to do with an open device when the choice is now `choice`: "keep", "switch" or "lose".

    A device under the same name with another serial was pulled out and put back: the old stream hears something else.
    """
    if current is None:
        return "keep"
    if choice.device is None:
        return "lose"
    same = choice.device.name == current.name and choice.device.serial == current.serial
    return "keep" if same else "switch"


class Listener:
    """See the module and `SoundInput`."""

    paced = True

    def __init__(
        self,
        choose: Callable[[Devices], Choice],
        make_capture: Callable[[Choice, Devices], Capture],
        find: Callable[[], Devices | None],
        notify: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._choose = choose
        self._make_capture = make_capture
        self._find = find
        self._notify = notify
        self._clock = clock
        self._devices: Devices | None = None
        self._capture: Capture | None = None
        self._opened: Device | None = None
        self._choice = Choice(None)  # by which it was opened
        self._resample: To16k | None = None
        self._given = 0  # samples handed out
        self._taken = 0  # frames of the device since it was opened, in its own rate
        self._announced = False  # some device was open before: a change of device is told even if none was heard yet
        self._changed = False  # the same, when the present one was opened
        self._base = 0  # of those, how many before the device was opened
        self._fresh = True
        self._live = False
        self._failures = 0
        self._next_try = 0.0
        self._problem = ""
        self._told = ""
        self._lost_name = ""

    @property
    def device(self) -> str:
        return self._opened.label if self._opened is not None else ""

    @property
    def problem(self) -> str:
        return self._problem

    @property
    def live(self) -> bool:
        return self._live

    @property
    def ended(self) -> bool:
        return False

    @property
    def latency_s(self) -> float:
        capture = self._capture
        return capture.latency_s if capture is not None else 0.0

    def heard_now(self) -> int:
        capture = self._capture
        if capture is None or not capture.rate:
            return self._base
        return self._base + capture.frames_heard * SAMPLE_RATE // capture.rate

    def read(self, timeout_s: float) -> Heard | None:
        if self._capture is None:
            self._try_open()
        if self._capture is None:
            time.sleep(min(timeout_s, max(self._next_try - self._clock(), POLL_S)))
            return None
        try:
            block = self._capture.read(timeout_s)
        except CaptureError as error:
            self._lose(str(error))
            return None
        return self._take(block) if block is not None else None

    def _take(self, block: Block) -> Heard:
        assert self._resample is not None
        samples, lost_s = block.samples, block.lost / block.rate
        heard_at = block.heard_at
        if block.lost:
            filler = np.zeros(int(min(lost_s, MOST_FILLED_S) * block.rate), np.float32)
            samples = np.concatenate([filler, samples])
            heard_at -= len(filler) / block.rate
        # The resampler holds something back: what it gives now was heard before this block.
        heard_at -= self._taken / block.rate - (self._given - self._base) / SAMPLE_RATE
        self._taken += len(samples)
        heard = Heard(self._resample(samples), self._fresh, lost_s, heard_at if block.heard_at else 0.0)
        self._given += len(heard.samples)
        if not self._live:  # a source that its user suspended can be opened and delivers nothing
            self._problem = ""
            self._announce(self._choice)
        self._fresh, self._live = False, True
        self._failures = 0
        return heard

    def devices_changed(self, devices: Devices) -> None:
        self._devices = devices
        self._next_try = 0.0
        choice = self._choose(devices)
        match decide_device(self._opened, choice):
            case "lose":
                self._lose(translate("Audio", "“{name}” was disconnected.").format(name=self.device))
            case "switch":
                assert choice.device is not None
                gone = (
                    self._opened
                    if self._opened and self._opened.name != choice.device.name and choice.missing
                    else None
                )
                if gone is not None and gone.name == choice.missing:
                    self._lost_name = gone.label
                self._close_capture()
                self._try_open()

    def release(self) -> None:
        self._close_capture()
        self._devices = None
        self._next_try = 0.0

    def close(self) -> None:
        self._close_capture()

    def _close_capture(self) -> None:
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.close()
        self._base = self._given
        self._opened, self._resample = None, None
        self._fresh, self._live = True, False

    def _lose(self, reason: str) -> None:
        """The device is gone: say so once, and look for it and for another one from now on."""
        self._lost_name = self.device
        self._close_capture()
        self._devices = None
        self._problem = reason
        self._next_try = self._clock() + self._back_off()
        self._say(
            translate("Audio", "{reason} Your captions are saved and will resume automatically.").format(reason=reason)
        )

    def _back_off(self) -> float:
        wait = BACK_OFF_S[min(self._failures, len(BACK_OFF_S) - 1)]
        self._failures += 1
        return wait

    def _say(self, text: str) -> None:
        """A notice, once, until something else has been said."""
        if text != self._told:
            self._told = text
            self._notify(text)

    def _try_open(self) -> None:
        if self._clock() < self._next_try:
            return
        devices = self._devices = self._devices or self._find()
        if devices is None:  # the system is still being asked
            return
        choice = self._choose(devices)
        try:
            if choice.device is None:
                raise CaptureError(devices.problem or translate("Audio", "No microphone is connected."))
            capture = self._make_capture(choice, devices)
            capture.start()
        except CaptureError as error:
            self._devices = None
            self._problem = str(error)
            self._next_try = self._clock() + self._back_off()
            self._say(self._problem)
            return
        self._capture, self._opened = capture, choice.device
        self._taken = 0
        self._choice = choice
        self._changed, self._announced = self._announced, True
        self._resample = To16k(capture.rate)

    def _announce(self, choice: Choice) -> None:
        """Says what is being heard now that sound arrives, where that is not what was chosen or was not so before."""
        assert self._opened is not None
        label = self._opened.label
        if choice.missing:
            missing = self._lost_name or choice.missing
            self._say(
                translate("Audio", "“{missing}” is not connected. Listening to “{name}” until it is back.").format(
                    missing=missing, name=label
                )
            )
        elif self._lost_name == label:
            self._say(translate("Audio", "“{name}” is connected again.").format(name=label))
            self._lost_name = ""
        elif self._told or self._changed:
            self._say(translate("Audio", "Now listening to “{name}”.").format(name=label))
            self._lost_name = ""
        self._told = self._told if choice.missing else ""

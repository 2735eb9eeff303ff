"""What every live source shares: a ring that the device fills, a watchdog, and the way out as mono blocks."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import numpy as np

from app.base.translation import translate
from app.capture.mono import MonoMix
from app.capture.ports import Block, CaptureError
from app.capture.ring import Frames, Ring

RING_S = 30.0
"""Seconds of sound that a device may run ahead of the worker; only a frozen machine gets there."""
FIRST_BLOCK_S = 6.0
"""Bluetooth headsets need some seconds from opening to the first block."""
SILENT_DEVICE_S = 2.0
"""A device that delivered and delivers no longer is lost after this time."""
POLL_S = 0.01
MOST_MARKS = 10_000


class RingReader:
    """Reads a ring as blocks and notices when nothing comes any more.

    Attributes:
        ring: what the device writes to.
        rate: samples per second.
    """

    def __init__(self, channels: int, rate: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.ring = Ring(int(RING_S * rate), channels)
        self.rate = rate
        self._mix = MonoMix(channels, rate)
        self._marks: deque[tuple[int, float]] = deque(maxlen=MOST_MARKS)  # [position behind a write, its time]
        self._clock = clock
        self._since = clock()
        self._delivered = False

    def write(self, frames: Frames, heard_at: float) -> None:
        """For the device's callback: one copy. The last of the frames was heard at monotonic time `heard_at`."""
        self.ring.write(frames)
        self._marks.append((self.ring.heard, heard_at))

    def _heard_at(self, start: int, end: int) -> float:
        """The earliest time of the frame at `start` that the writes up to `end` allow; 0 if none is known."""
        times = []
        while self._marks and self._marks[0][0] <= end:
            position, heard_at = self._marks.popleft()
            times.append(heard_at - (position - start) / self.rate)
        return min(times, default=0.0)

    def read(self, timeout_s: float, alive: Callable[[], bool], name: str) -> Block | None:
        """What has arrived; None after `timeout_s`. Raises CaptureError for a dead or silent device."""
        end = self._clock() + timeout_s
        while (taken := self.ring.read()) is None:
            now = self._clock()
            if not alive():
                raise CaptureError(translate("Audio", "“{name}” was disconnected.").format(name=name))
            limit = SILENT_DEVICE_S if self._delivered else FIRST_BLOCK_S
            if now - self._since > limit:
                raise CaptureError(translate("Audio", "“{name}” has stopped sending sound.").format(name=name))
            if now >= end:
                return None
            time.sleep(min(POLL_S, max(end - now, 0.0)))
        self._since, self._delivered = self._clock(), True
        heard_at = self._heard_at(taken.start, taken.start + len(taken.frames))
        return Block(self._mix(taken.frames), self.rate, taken.start, taken.lost, heard_at)


def as_frames(data: bytes, channels: int) -> Frames:
    """Interleaved little-endian float32 bytes as [n, channels]."""
    return np.frombuffer(data, "<f4").reshape(-1, channels)

"""A bounded ring of sound between a device's callback and the worker: one writer, one reader, no lock, one copy.

The writer never waits: what does not fit is counted and dropped, and the reader is told with the next block. Positions
are plain integers that only one side changes, so that neither can block the other.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Frames = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Taken:
    """What the reader got.

    Attributes:
        frames: float32 [n, channels], the reader's own copy.
        start: frames written or lost before them.
        lost: frames that were lost just before them.
    """

    frames: Frames
    start: int
    lost: int


class Ring:
    """See the module.

    Attributes:
        capacity: frames it holds.
        channels: values in one frame.
    """

    def __init__(self, capacity: int, channels: int) -> None:
        if capacity < 1 or channels < 1:
            raise ValueError("a ring holds at least one frame of one channel")
        self.capacity = capacity
        self.channels = channels
        self._data = np.zeros((capacity, channels), np.float32)
        self._written = 0  # changed by the writer alone
        self._read = 0  # changed by the reader alone
        self._lost = 0  # changed by the writer alone
        self._gaps: deque[list[int]] = deque()  # [position, frames lost there]; the writer adds, the reader takes
        self._gap: list[int] | None = None  # the last of them; the writer's own
        self._told = 0  # changed by the reader alone

    @property
    def heard(self) -> int:
        """Frames that arrived, lost ones included."""
        return self._written + self._lost

    @property
    def lost(self) -> int:
        """Frames that were dropped because the ring was full."""
        return self._lost

    def __len__(self) -> int:
        """Frames that wait to be read."""
        return self._written - self._read

    def write(self, frames: Frames) -> None:
        """Copies frames in. Called by the device; never blocks, never raises for a full ring.

        What does not fit as a whole is dropped as a whole: a gap then lies between two blocks of the device.
        """
        n = len(frames)
        if n > self.capacity - (self._written - self._read):
            if self._gap is None or self._gap[0] != self._written:
                self._gap = [self._written, n]
                self._gaps.append(self._gap)
            else:
                self._gap[1] += n
            self._lost += n
            return
        at = self._written % self.capacity
        first = min(n, self.capacity - at)
        self._data[at : at + first] = frames[:first]
        if first < n:
            self._data[: n - first] = frames[first:]
        self._written += n

    def read(self, most: int | None = None) -> Taken | None:
        """Up to `most` frames in the order in which they came, or None if there are none.

        A block ends where frames were lost, so that every gap is told at its own place.
        """
        stop = self._written
        gap_here = 0
        # The writer adds to a gap only while nothing has been written behind it, so one that lies before `stop` is done.
        if self._gaps and self._gaps[0][0] < stop:
            if self._gaps[0][0] > self._read:
                stop = self._gaps[0][0]
            else:
                gap_here = self._gaps.popleft()[1]
                if self._gaps:
                    stop = min(stop, self._gaps[0][0])
        n = stop - self._read
        if most is not None:
            n = min(n, most)
        if n <= 0:
            return None
        at = self._read % self.capacity
        first = min(n, self.capacity - at)
        frames = np.empty((n, self.channels), np.float32)
        frames[:first] = self._data[at : at + first]
        frames[first:] = self._data[: n - first]
        self._told += gap_here
        taken = Taken(frames, self._read + self._told, gap_here)
        self._read += n
        return taken

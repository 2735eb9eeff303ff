"""When the samples of a stream were heard: a straight line through the times at which they arrived.

Sound arrives late, never early: by a scheduler's whim, a full buffer, an interpreter that stood still. So the line lies
below all arrivals and touches the earliest of them (the lower convex hull). Its slope is the rate of the device's own
clock, which differs from another device's by up to a hundred parts in a million.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from inference.options import SAMPLE_RATE

WINDOW_S = 300
"""Of arrivals that the line follows; a quartz drifts with the temperature, within minutes."""
STEADY_S = 8
"""Before that the slope is a guess, and no correction is better than a wrong one."""
STEP_S = 0.03
"""Arrivals that are off by so much for so many seconds are another line: sound was lost that nobody counted."""
STEP_BINS = 3
MAX_SLOPE = 1e-3

Point = tuple[int, float]


def lower_line(points: list[Point]) -> tuple[float, float]:
    """(slope, value at position 0) of the line that lies below all points and closest to them; positions rise.

    Of all such lines the one with the least sum of distances is the edge of the hull over the middle of the points.
    """
    hull: list[Point] = []
    for x, y in points:
        while len(hull) > 1:
            (x0, y0), (x1, y1) = hull[-2], hull[-1]
            if (y1 - y0) * (x - x1) < (y - y1) * (x1 - x0):
                break
            hull.pop()
        hull.append((x, y))
    if len(hull) == 1:
        return 0.0, hull[0][1]
    middle = (points[0][0] + points[-1][0]) / 2
    (x0, y0), (x1, y1) = next(edge for edge in pairwise(hull) if edge[1][0] >= middle)
    slope = (y1 - y0) / (x1 - x0)
    return slope, y0 - slope * x0


class StreamClock:
    """See the module. Positions are counts of samples at 16 kHz, times are monotonic seconds."""

    def __init__(self) -> None:
        self._bins: deque[Point] = deque(maxlen=WINDOW_S)
        self._bin: Point | None = None  # the earliest arrival of the present second
        self._bin_end = 0
        self._slope, self._offset = 0.0, 0.0
        self._since = 0  # position at which the present line began

    @property
    def started(self) -> bool:
        return self._bin is not None

    @property
    def steady(self) -> bool:
        """The slope is known."""
        return bool(self._bins) and self._bins[-1][0] - self._since >= STEADY_S * SAMPLE_RATE

    @property
    def seconds_per_sample(self) -> float:
        return 1 / SAMPLE_RATE + self._slope

    @property
    def doubt(self) -> float:
        """By how much the slope may be wrong: how far the seconds' earliest arrivals lie above the line, over its length."""
        above = sorted(offset - (self._offset + self._slope * x) for x, offset in self._bins)
        return above[len(above) // 2] / max(self._bins[-1][0] - self._since, 1)

    def note(self, position: int, at: float) -> None:
        """The sample at `position`, which is not before the last one, was heard at `at` or earlier."""
        offset = at - position / SAMPLE_RATE
        if self._bin is None:
            self._since = position
            self._begin_bin(position, offset)
            self._offset = offset
            return
        if position >= self._bin_end:
            self._bins.append(self._bin)
            self._fit()
            self._begin_bin(position, offset)
        elif offset < self._bin[1]:
            self._bin = (position, offset)
        if not self._bins:
            self._offset = min(self._offset, offset)

    def _begin_bin(self, position: int, offset: float) -> None:
        self._bin, self._bin_end = (position, offset), position + SAMPLE_RATE

    def _fit(self) -> None:
        newest = list(self._bins)[-STEP_BINS:]
        off = [offset - (self._offset + self._slope * x) for x, offset in newest]
        if len(self._bins) > STEP_BINS and (min(off) > STEP_S or max(off) < -STEP_S):
            self._bins = deque(newest, maxlen=WINDOW_S)
            self._since = newest[0][0]
        if self.steady:
            slope, self._offset = lower_line(list(self._bins))
            self._slope = max(-MAX_SLOPE, min(slope, MAX_SLOPE))
        else:
            self._offset = min(offset - self._slope * x for x, offset in self._bins)

    def time(self, position: float) -> float:
        """When the sample at `position` was heard. Only once it has started."""
        return self._offset + position * self.seconds_per_sample

    def position(self, time: float) -> float:
        """The inverse of `time`."""
        return (time - self._offset) / self.seconds_per_sample

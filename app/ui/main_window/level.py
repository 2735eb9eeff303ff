"""What the input level says about the microphone: pure rules on a few seconds of level readings."""

from __future__ import annotations

from collections import deque
from typing import Literal

Hint = Literal["", "silent", "quiet", "loud"]

WINDOW_S = 6.0
SILENT_DBFS = -75.0
"""A connected microphone in a quiet room is louder than this; below, it is muted or nothing is plugged in."""
QUIET_DBFS = -42.0
"""Speech at a normal distance peaks well above this."""
SPEECH_OVER_FLOOR_DB = 9.0
LOUD_DBFS = -3.0
FLOOR_DBFS = -60.0
"""Left end of the meter."""


def classify_level(readings_dbfs: list[float]) -> Hint:
    """A hint from some seconds of readings (root mean square, dBFS); "" while all is well or nobody speaks."""
    if not readings_dbfs:
        return ""
    ordered = sorted(readings_dbfs)
    peak, floor = ordered[-1], ordered[len(ordered) // 5]
    if peak < SILENT_DBFS:
        return "silent"
    if peak > LOUD_DBFS:
        return "loud"
    if peak < QUIET_DBFS and peak - floor >= SPEECH_OVER_FLOOR_DB:
        return "quiet"
    return ""


def meter_fraction(dbfs: float) -> float:
    """Where a level stands on the meter, 0..1."""
    return min(1.0, max(0.0, 1.0 - dbfs / FLOOR_DBFS))


class LevelJudge:
    """Keeps the last seconds of readings and says the hint about them."""

    def __init__(self) -> None:
        self._readings: deque[tuple[float, float]] = deque()

    def add(self, at_s: float, dbfs: float) -> Hint:
        """A reading at a monotonic time; the hint counts only once the window is full."""
        self._readings.append((at_s, dbfs))
        while at_s - self._readings[0][0] > WINDOW_S:
            self._readings.popleft()
        if at_s - self._readings[0][0] < WINDOW_S * 0.8:
            return ""
        return classify_level([value for _, value in self._readings])

    def forget(self) -> None:
        """The source changed: what was heard before says nothing about it."""
        self._readings.clear()

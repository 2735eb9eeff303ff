"""Python's cyclic garbage is collected on Qt's thread only.

The collector runs in whatever thread happens to allocate, and a Qt object that it finds there dies there: a widget that
is destroyed on the recogniser's thread corrupts Qt's memory. So the automatic collector is switched off and its work is
done from a timer, by its own rules.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

CHECK_MS = 100
SETTLED_MS = 10_000
"""By then the program has started: what there is lives as long as it does, and is not looked through again (20 ms)."""


def collect_due() -> None:
    """Collects the oldest generation that is due, as the automatic collector would; the younger ones with it."""
    due = [age for age, (n, limit) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if n > limit > 0]
    if due:
        gc.collect(max(due))


class QtThreadCollector(QObject):
    """Made on Qt's thread; the automatic collector is off from then on, until `stop`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=CHECK_MS)
        self._timer.timeout.connect(collect_due)
        self._timer.start()
        QTimer.singleShot(SETTLED_MS, self, self._settle)

    @staticmethod
    def _settle() -> None:
        gc.collect()
        gc.freeze()

    def stop(self) -> None:
        self._timer.stop()
        gc.enable()

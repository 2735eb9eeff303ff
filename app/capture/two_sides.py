"""Microphone and computer at once, apart: two inputs side by side, and the computer taken out of the microphone.

`read` gives both sounds sample for sample (`Heard.computer`), so that two people who talk at once are two texts, and
loudspeakers in the room write nothing twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import numpy as np

from app.base.translation import translate
from app.capture.device import Devices
from app.capture.listener import Heard, SoundInput
from app.capture.ports import Samples
from app.echo.aligner import AHEAD_S, WAIT_S, Aligner
from app.echo.canceller import DELAY_S, Canceller
from app.echo.delay_finder import DelayFinder
from app.echo.linear_filter import BLOCK
from inference.options import SAMPLE_RATE

log = logging.getLogger(__name__)

ECHO_S, BEST_S = (0.02, 0.11), 0.06
"""Where the echo may lie behind the computer's sound, and where that is put if it lies elsewhere: both cancellers learn an
early echo sooner, and one that comes before its sound never."""
BEHIND_S = AHEAD_S + DELAY_S
"""How far the microphone's sound lies behind the computer's in what is read."""
ABSENT_S = 0.5
"""A microphone that delivers nothing for so long is silent; the computer's sound goes on."""


def make_canceller() -> Canceller | None:
    """None where AEC3 is not installed."""
    try:
        return Canceller()
    except ImportError as error:
        log.warning("no echo canceller: %s", error)
        return None


class TwoSides:
    """See the module and `SoundInput`. The microphone is named first."""

    paced = True

    def __init__(
        self,
        microphone: SoundInput,
        computer: SoundInput,
        notify: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inputs = (microphone, computer)
        self._clock = clock
        self._aligner = Aligner()
        self._delay = DelayFinder()
        self._canceller = make_canceller()
        self._moves = 0
        self._given = 0
        self._fresh, self._lost_s = False, 0.0  # of what waits
        self._absent = False  # silence stands for the microphone
        self._microphone_until = 0.0  # time behind its last sample
        if self._canceller is None:
            notify(translate("Audio", "Echo can't be removed on this computer. Use headphones, or choose one source."))

    def read(self, timeout_s: float) -> Heard | None:
        microphone, computer = self._inputs
        wait = timeout_s / 2
        while (heard := computer.read(wait)) is not None:
            self._aligner.push_computer(heard.samples, heard.heard_at or self._clock(), fresh=heard.fresh)
            wait = 0.0
        wait = timeout_s / 2
        while (heard := microphone.read(wait)) is not None:
            self._take_microphone(heard)
            wait = 0.0
        self._stand_in()
        raw, reference = self._aligner.take(wait=computer.live, multiple=BLOCK)
        if not len(raw):
            return None
        self._given += len(raw)
        heard = Heard(self._cancel(raw, reference), self._fresh, self._lost_s, raw=raw, computer=reference)
        self._fresh, self._lost_s = False, 0.0
        return heard

    def _take_microphone(self, heard: Heard) -> None:
        at = heard.heard_at or self._clock()
        self._fresh |= heard.fresh
        self._lost_s += heard.lost_s
        self._aligner.push_microphone(heard.samples, at, fresh=heard.fresh or self._absent)
        self._absent = False
        self._microphone_until = max(self._microphone_until, at + len(heard.samples) / SAMPLE_RATE)

    def _stand_in(self) -> None:
        """Silence in place of a microphone that is away, by the clock."""
        microphone, computer = self._inputs
        now = self._clock()
        if not self._microphone_until:
            self._microphone_until = now
        missing_s = now - self._microphone_until - ABSENT_S
        if microphone.live or not computer.live or missing_s <= 0.0:
            return
        silence = np.zeros(int(missing_s * SAMPLE_RATE), np.float32)
        self._aligner.push_microphone(silence, self._microphone_until, fresh=not self._absent)
        self._absent = True
        self._microphone_until += len(silence) / SAMPLE_RATE

    def _cancel(self, raw: Samples, reference: Samples) -> Samples:
        if self._fresh or self._moves != self._aligner.moves:
            self._begin_anew()
        delay = self._delay.push(raw, reference)
        if delay is not None and not ECHO_S[0] <= delay <= ECHO_S[1]:
            log.info("the echo is %.0f ms behind: put right", 1000 * delay)
            self._aligner.shift(BEST_S - delay)
        canceller = self._canceller
        if canceller is None:
            return raw
        if delay is not None:
            canceller.echo_seen()
        blocks = [
            canceller.process(raw[at : at + BLOCK], reference[at : at + BLOCK]) for at in range(0, len(raw), BLOCK)
        ]
        return np.concatenate(blocks)

    def _begin_anew(self) -> None:
        """Another device, or another place: what was learnt of the echo is void."""
        self._moves = self._aligner.moves
        self._delay.reset()
        if self._canceller is not None:
            self._canceller.moved()

    @property
    def device(self) -> str:
        return " + ".join(source.device for source in self._inputs if source.device)

    @property
    def problem(self) -> str:
        problems = [source.problem for source in self._inputs]
        return problems[0] or problems[1] if all(problems) else ""

    @property
    def live(self) -> bool:
        return any(source.live for source in self._inputs)

    @property
    def ended(self) -> bool:
        return False

    @property
    def latency_s(self) -> float:
        return self._inputs[0].latency_s + BEHIND_S + WAIT_S

    def heard_now(self) -> int:
        return self._given + self._aligner.waiting

    def devices_changed(self, devices: Devices) -> None:
        self._each(lambda source: source.devices_changed(devices))

    def release(self) -> None:
        self._each(lambda source: source.release())

    def close(self) -> None:
        self._each(lambda source: source.close())

    def _each(self, do: Callable[[SoundInput], None]) -> None:
        for source in self._inputs:
            do(source)

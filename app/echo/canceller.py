"""What the user says, without what the computer plays: two cancellers, each for what it is good at.

WebRTC's AEC3 takes the computer's voice away for certain, and the user's with it when both talk. So it only decides
whether the user speaks. What is heard then comes from the linear filter, which leaves the user's voice alone, as soon as
that one has shown, while the computer alone spoke, that it is of use. While nobody speaks there is silence: a faint rest
of the echo would still be recognised word by word. Headphones, or a computer that plays nothing, change nothing.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import numpy.typing as npt

from app.echo.linear_filter import BLOCK, LinearFilter
from inference.options import SAMPLE_RATE

Samples = npt.NDArray[np.float32]

AHEAD = 25
"""Blocks that are held back: speech begins before it is noticed."""
DELAY_S = AHEAD * BLOCK / SAMPLE_RATE
HOLD = 65
"""Blocks for which the way stays open after the last sign of speech."""
SPEECH_POWER, SPEECH_BLOCKS, SPEECH_WINDOW = 10**-5.8, 9, 12
"""What is left behind AEC3 is speech where so many of the last blocks are louder than this (-58 dBFS) and than eight times the
noise. Single blocks of the echo get through, but not so many: of an echo as loud as the user a fifth of the time was
taken for speech by the mean of four blocks, nothing by this, and no more of the user was missed."""
PLAYING_POWER = 1e-5
ECHO_BLOCKS = 60
"""So long after the computer's last sound its echo has died away."""
DIGITAL_SILENCE = 1e-8
"""A microphone that is switched off, which tells nothing of the loudspeakers."""
TRUSTED = 0.15
"""The linear filter leaves at most this share of the power (8 dB), or nothing above the room's noise."""
NO_ECHO, NO_ECHO_BLOCKS = 2.0, 100
"""While the computer alone speaks, for so long, the microphone hears at most so many times the room's noise: headphones."""
NOISE_RISE = 1.003
"""A block; the noise follows what becomes quieter at once and what becomes louder slowly."""


class _Noise:
    """The quietest power of late."""

    def __init__(self) -> None:
        self.power = 1e-6

    def __call__(self, power: float) -> float:
        self.power = min(max(power, 1e-9), self.power * NOISE_RISE)
        return self.power


class Leveller:
    """The computer's sound brought up to a usual level, slowly: AEC3 hears no echo of a sound that is much quieter.

    A player turned down and a loudspeaker turned up make that. Never quieter, so that nothing is changed in the usual
    case.
    """

    TARGET_POWER = 10**-2.4
    """Of the loudest blocks of speech at -32 dBFS: below that AEC3 begins to miss the echo."""
    MOST_DB = 30.0
    LISTEN = 100
    """Blocks of sound before anything is changed."""
    STEP_DB = 0.05
    FORGET = 0.9995

    def __init__(self) -> None:
        self._peak = 0.0
        self._db = 0.0
        self._blocks = 0

    def __call__(self, samples: Samples) -> Samples:
        power = float(np.mean(np.square(samples)))
        if power > 1e-9:
            self._peak = max(power, self._peak * self.FORGET)
            wanted = min(max(10 * np.log10(self.TARGET_POWER / self._peak), 0.0), self.MOST_DB)
            self._blocks += 1
            if self._blocks > self.LISTEN:
                self._db += min(max(wanted - self._db, -self.STEP_DB), self.STEP_DB)
        return samples if self._db == 0.0 else np.clip(samples * np.float32(10 ** (self._db / 20)), -1.0, 1.0)


class Canceller:
    """See the module. Blocks of 10 ms, `BLOCK` samples; what comes out lies `DELAY_S` behind. Raises ImportError where
    AEC3 is not installed."""

    def __init__(self) -> None:
        self._aec3 = _aec3()
        self._level = Leveller()
        self._linear = LinearFilter()
        self._waiting: deque[Samples] = deque([np.zeros(BLOCK, np.float32)] * AHEAD)
        self._noise, self._room = _Noise(), _Noise()  # behind AEC3, and before it
        self._recent: deque[bool] = deque(maxlen=SPEECH_WINDOW)
        self._open_for = 0
        self._playing, self._quiet_for = 0.0, ECHO_BLOCKS
        self._gain, self._share = 0.0, 1.0  # of all, and of the linear filter's sound in it
        self._trusted, self._without_echo = False, 0
        # Of the microphone and behind the linear filter, while the computer alone spoke.
        self._powers = np.full(2, 1e-8)
        self._past: deque[tuple[float, float] | None] = deque()

    def process(self, microphone: Samples, computer: Samples) -> Samples:
        """Both [BLOCK]; the user's voice [BLOCK] of `DELAY_S` ago."""
        played = self._level(computer)
        strong = np.asarray(self._aec3.process(microphone, played), np.float32)
        gentle = self._linear.process(microphone, played)
        self._note_playing(played)
        self._decide_open(strong)
        self._decide_trust(microphone, gentle)
        silent = self._quiet_for >= ECHO_BLOCKS or self._headphones
        gentle = microphone if silent else gentle
        share = 1.0 if self._trusted or silent else 0.0
        gain = 1.0 if self._open_for > 0 or silent else 0.0
        self._waiting.append(strong + _ramp(self._share, share) * (gentle - strong))
        out = self._waiting.popleft() * _ramp(self._gain, gain)
        self._share, self._gain = share, gain
        return np.asarray(out, np.float32)

    @property
    def _headphones(self) -> bool:
        return self._without_echo >= NO_ECHO_BLOCKS

    def echo_seen(self) -> None:
        """There is an echo, whatever it seemed: somebody turned the loudspeakers on."""
        self._without_echo = 0

    def moved(self) -> None:
        """The echo lies elsewhere from now on: another device, another delay."""
        self._aec3 = _aec3()
        self._linear = LinearFilter()
        self._trusted, self._without_echo = False, 0
        self._powers = np.full(2, 1e-8)
        self._past.clear()

    def _note_playing(self, played: Samples) -> None:
        self._playing = max(float(np.mean(np.square(played))), 0.9 * self._playing)
        self._quiet_for = 0 if self._playing > PLAYING_POWER else self._quiet_for + 1

    def _decide_open(self, strong: Samples) -> None:
        power = float(np.mean(np.square(strong)))
        self._recent.append(power > max(8 * self._noise(power), SPEECH_POWER))
        if sum(self._recent) >= SPEECH_BLOCKS:
            self._open_for = HOLD
        self._open_for -= 1

    def _decide_trust(self, microphone: Samples, gentle: Samples) -> None:
        power = float(np.mean(np.square(microphone)))
        room = self._room(power)
        self._past.append((power, float(np.mean(np.square(gentle)))) if self._playing > PLAYING_POWER else None)
        if self._open_for > 0:  # what came just before may have been its beginning
            self._past.clear()
        elif len(self._past) > AHEAD and (alone := self._past.popleft()) is not None:
            self._powers = 0.97 * self._powers + 0.03 * np.array(alone)
            none = room > DIGITAL_SILENCE and self._powers[0] < NO_ECHO * room
            self._without_echo = self._without_echo + 1 if none or self._headphones else 0
            self._trusted = bool(self._powers[1] < max(TRUSTED * self._powers[0], 6 * room))


def _aec3() -> Any:
    """A new one finds its echo in a moment; one that has learnt another needs seconds."""
    from pywebrtc_audio import AudioProcessor

    return AudioProcessor(sample_rate=SAMPLE_RATE, echo_cancellation=True, noise_suppression=True)


def _ramp(begin: float, end: float) -> Samples:
    return np.linspace(begin, end, BLOCK, dtype=np.float32)

"""Cuts 16 kHz sound into utterances: voice activity on 20 ms frames, pre-roll, endpoint after silence, 300 ms of zeros.

Given float32 mono samples in any portions, it gives `UtteranceStart`, `Audio` and `UtteranceEnd` events whose positions
are sample counts from the first sample it was given. Pure: no clock, no device. The voice activity detector decides
when an utterance opens and closes and nothing else: inside an utterance every sample is handed on, quiet speech and
pauses included, and nobody is cut for talking long (the recogniser has a rolling window for that).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import webrtcvad

from inference.options import SAMPLE_RATE

Samples = npt.NDArray[np.float32]

FRAME = SAMPLE_RATE // 50
"""Samples in one 20 ms frame, the unit of the detector's decisions."""

TAIL_ZEROS = SAMPLE_RATE * 300 // 1000
"""Zeros appended at every endpoint; without them the model swallows the last word."""

MIN_ENDPOINT_MS, MAX_ENDPOINT_MS = 200, 3000


@dataclass(frozen=True)
class SegmenterOptions:
    """How utterances are cut.

    Attributes:
        endpoint_ms: silence that ends an utterance (200..3000).
        preroll_ms: sound handed on from before the first voiced frame; speech begins before a detector hears it.
        onset_voiced: voiced frames, of the last `onset_window`, that open an utterance. A click has fewer.
        onset_window: see `onset_voiced`.
        stay_voiced: voiced frames, of the last `stay_window`, that count as speech inside an utterance, so that a
            single frame of crackle does not hold it open.
        stay_window: see `stay_voiced`.
        aggressiveness: of webrtcvad, 0 (everything is speech) to 3.
    """

    endpoint_ms: int = 600
    preroll_ms: int = 500
    onset_voiced: int = 5
    onset_window: int = 8
    stay_voiced: int = 2
    stay_window: int = 4
    aggressiveness: int = 2

    def __post_init__(self) -> None:
        if not MIN_ENDPOINT_MS <= self.endpoint_ms <= MAX_ENDPOINT_MS:
            raise ValueError(f"The pause that ends a line must be between {MIN_ENDPOINT_MS} and {MAX_ENDPOINT_MS} ms.")

    @property
    def endpoint_frames(self) -> int:
        return -(-self.endpoint_ms // 20)

    @property
    def preroll_frames(self) -> int:
        return -(-self.preroll_ms // 20)


@dataclass(frozen=True)
class UtteranceStart:
    """An utterance opens.

    Attributes:
        start: position of its first sample (pre-roll included).
        speech_start: position of the first voiced frame.
    """

    start: int
    speech_start: int


@dataclass(frozen=True)
class Audio:
    """Sound of the open utterance, in order and without gaps.

    Attributes:
        samples: float32 mono at 16 kHz.
        start: position of the first one.
        tail: these are the zeros that are appended at an endpoint, not sound that was heard.
    """

    samples: Samples
    start: int
    tail: bool = False


@dataclass(frozen=True)
class UtteranceEnd:
    """The open utterance is over; the appended zeros came just before as the last `Audio`.

    Attributes:
        speech_end: position behind the last voiced frame.
        end: position behind the last sample of real sound (the zeros have no position of their own).
    """

    speech_end: int
    end: int


def tail_zeros(position: int) -> Audio:
    """The silence that lets the model say its last word."""
    return Audio(np.zeros(TAIL_ZEROS, np.float32), position, tail=True)


SegmentEvent = UtteranceStart | Audio | UtteranceEnd


class QuietGain:
    """The detector's own copy of quiet sound, made louder; the recogniser never hears it.

    webrtcvad loses half of the speech when a microphone is 40 dB too low. The gain lifts the loudest recent frame to
    -42 dBFS and no further: steady noise at that level is still noise to the detector (white, pink and hum measured),
    so silence is not turned into speech. The level falls slowly, so that pauses do not pump.

    Attributes:
        level_db: the running level, dBFS of the loudest recent frame.
    """

    TARGET_DB = -42.0
    MAX_GAIN_DB = 40.0
    FALL_DB_PER_FRAME = 0.02
    FIRST_DB = -60.0
    """The first words may be quiet, and the level would take seconds to fall to them."""

    def __init__(self) -> None:
        self.level_db = self.FIRST_DB

    def __call__(self, frame: Samples) -> Samples:
        rms = float(np.sqrt(np.mean(np.square(frame, dtype=np.float64))))
        now_db = 20.0 * np.log10(max(rms, 1e-7))
        self.level_db = max(now_db, self.level_db - self.FALL_DB_PER_FRAME)
        gain_db = min(max(self.TARGET_DB - self.level_db, 0.0), self.MAX_GAIN_DB)
        return frame if gain_db == 0.0 else frame * np.float32(10.0 ** (gain_db / 20.0))


class Segmenter:
    """See the module. One per stream of sound; it is never shared and starts fresh."""

    WARM_UP_FRAMES = 5
    """webrtcvad calls its first frames speech whatever they are."""

    SHORTEST_VOICED = 3
    """Voiced frames that are speech when a recording ends on them."""

    def __init__(self, options: SegmenterOptions = SegmenterOptions()) -> None:
        self.options = options
        self._position = 0
        self._rest = np.zeros(0, np.float32)
        self._reset()

    @property
    def position(self) -> int:
        """Samples taken so far."""
        return self._position + len(self._rest)

    @property
    def open(self) -> bool:
        """Whether an utterance is open."""
        return self._open

    def _reset(self) -> None:
        self._vad = webrtcvad.Vad(self.options.aggressiveness)
        self._gain = QuietGain()
        self._heard = 0
        self._open = False
        self._silent = 0
        self._speech_end = 0
        self._recent: deque[bool] = deque(maxlen=max(self.options.onset_window, self.options.stay_window))
        self._preroll: deque[Samples] = deque(maxlen=self.options.preroll_frames + self.options.onset_window)

    def set_endpoint_ms(self, endpoint_ms: int) -> None:
        """Another pause from now on. Raises ValueError outside 200..3000 ms."""
        self.options = replace(self.options, endpoint_ms=endpoint_ms)

    def push(self, samples: Samples) -> list[SegmentEvent]:
        """Takes sound and returns what follows from it. Samples that are not numbers count as silence."""
        samples = np.nan_to_num(np.asarray(samples, np.float32), nan=0.0, posinf=1.0, neginf=-1.0)
        data = np.concatenate([self._rest, samples]) if len(self._rest) else samples
        whole = len(data) // FRAME * FRAME
        self._rest = data[whole:].copy()
        events: list[SegmentEvent] = []
        begun = None  # start of the run of frames that go into one Audio event
        for at in range(0, whole, FRAME):
            frame = data[at : at + FRAME]
            position = self._position + at
            if self._open and begun is None:
                begun = at
            voiced = self._voiced(frame)
            if not self._open:
                self._preroll.append(frame)
                if voiced and self._count(self.options.onset_window) >= self.options.onset_voiced:
                    self._start(position + FRAME, events)
                continue
            if voiced and self._count(self.options.stay_window) >= self.options.stay_voiced:
                self._silent = 0
                self._speech_end = position + FRAME
            else:
                self._silent += 1
            if self._silent >= self.options.endpoint_frames:
                assert begun is not None
                events.append(Audio(data[begun : at + FRAME], self._position + begun))
                begun = None
                self._end(position + FRAME, events)
        if begun is not None:
            events.append(Audio(data[begun:whole], self._position + begun))
        self._position += whole
        return events

    def endpoint(self) -> list[SegmentEvent]:
        """Ends the open utterance now (pause, stop, end of file); [] when none is open. A part of a frame goes in.

        The detector starts afresh: what follows has nothing to do with what was before.
        """
        events: list[SegmentEvent] = []
        if self._open and len(self._rest):
            events.append(Audio(self._rest, self._position))
        self._position += len(self._rest)
        self._rest = np.zeros(0, np.float32)
        if self._open:
            self._end(self._position, events)
        self._reset()
        return events

    def skip(self, n_samples: int) -> None:
        """Sound that is not to be cut (it belongs to a dictation) goes by. Only after `endpoint`."""
        assert not self._open and not len(self._rest), "endpoint() first"
        self._position += n_samples

    def flush(self) -> list[SegmentEvent]:
        """The end of a recording: like `endpoint`, but speech that was too short to open an utterance is not lost."""
        if not self._open and sum(self._recent) >= self.SHORTEST_VOICED:
            opened: list[SegmentEvent] = []
            self._start(self._position, opened)
            return opened + self.endpoint()
        return self.endpoint()

    def _voiced(self, frame: Samples) -> bool:
        pcm = np.clip(self._gain(frame) * 32767.0, -32768, 32767).astype("<i2").tobytes()
        self._heard += 1
        voiced = bool(self._vad.is_speech(pcm, SAMPLE_RATE)) and self._heard > self.WARM_UP_FRAMES
        self._recent.append(voiced)
        return voiced

    def _count(self, window: int) -> int:
        return sum(list(self._recent)[-window:])

    def _start(self, position: int, events: list[SegmentEvent]) -> None:
        """Opens an utterance that has been voiced up to `position`, from the pre-roll on."""
        # The window may begin with unvoiced frames: the pre-roll counts from the first voiced one.
        window = list(self._recent)[-self.options.onset_window :]
        since_voice = len(window) - window.index(True)
        keep = min(len(self._preroll), self.options.preroll_frames + since_voice)
        samples = np.concatenate(list(self._preroll)[-keep:])
        start = position - len(samples)
        self._preroll.clear()
        self._open, self._silent, self._speech_end = True, 0, position
        events += [UtteranceStart(start, max(start, position - since_voice * FRAME)), Audio(samples, start)]

    def _end(self, position: int, events: list[SegmentEvent]) -> None:
        events += [tail_zeros(position), UtteranceEnd(self._speech_end, position)]
        self._open, self._silent = False, 0
        self._recent.clear()
        self._preroll.clear()

"""A recording of any length as pieces of 16 kHz mono that the model can take whole: cut at silences, 18 s at most.

The model was trained on clips of up to 21 s. Pieces are made while the file is read, so that a day-long recording needs
no more memory than a short one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.capture.file import AudioFile
from app.capture.ports import CaptureError
from app.capture.resample import To16k
from inference.options import SAMPLE_RATE

Samples = npt.NDArray[np.float32]

WHOLE_S = 20.0
"""A recording up to this length is not cut."""
LONGEST_S, SHORTEST_S = 18.0, 8.0
"""Where a longer one is cut: at the quietest moment between these."""
QUIET_S = 0.2
"""Length of the moment whose loudness is compared."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a recording.

    Attributes:
        samples: float32 mono at 16 kHz.
        start_s, end_s: where it lies.
    """

    samples: Samples
    start_s: float
    end_s: float


def quietest_cut(samples: Samples) -> int:
    """Where to cut sound that is too long: the middle of the quietest moment, the latest of equals."""
    frame = SAMPLE_RATE // 50
    first, last = int(SHORTEST_S * SAMPLE_RATE), min(int(LONGEST_S * SAMPLE_RATE), len(samples))
    window = samples[first:last]
    power = np.mean(np.square(window[: len(window) // frame * frame], dtype=np.float64).reshape(-1, frame), axis=1)
    width = int(QUIET_S * SAMPLE_RATE) // frame
    moments = np.convolve(power, np.ones(width), "valid")
    # Digital silence and the noise of a good recording differ by nothing that anybody hears.
    quiet = np.flatnonzero(moments <= max(float(moments.min()) * 1.5, width * 1e-9))
    return first + int(quiet[-1] + width // 2) * frame


def cut_pieces(blocks: Iterator[Samples]) -> Iterator[Piece]:
    """16 kHz blocks of any length -> pieces; no sample is lost or doubled.

    A CaptureError of `blocks` is raised once the sound before it has been given.
    """
    waiting = np.zeros(0, np.float32)
    start = 0
    damage: CaptureError | None = None
    try:
        for block in blocks:
            waiting = np.concatenate([waiting, block])
            while len(waiting) > WHOLE_S * SAMPLE_RATE:
                cut = quietest_cut(waiting)
                yield Piece(waiting[:cut], start / SAMPLE_RATE, (start + cut) / SAMPLE_RATE)
                waiting, start = waiting[cut:], start + cut
    except CaptureError as error:
        damage = error
    if len(waiting):
        yield Piece(waiting, start / SAMPLE_RATE, (start + len(waiting)) / SAMPLE_RATE)
    if damage is not None:
        raise damage


def read_pieces(path: Path) -> Iterator[Piece]:
    """The pieces of a file, in order. Raises CaptureError."""
    with AudioFile(path) as file:
        yield from pieces_of(file)


def pieces_of(file: AudioFile) -> Iterator[Piece]:
    """The pieces of an open file, in order. Raises CaptureError."""
    resample = To16k(file.rate)

    def blocks() -> Iterator[Samples]:
        try:
            for block in file.blocks():
                yield resample(block)
        except CaptureError:
            yield resample.finish()
            raise
        yield resample.finish()

    return cut_pieces(blocks())

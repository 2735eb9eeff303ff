"""What a user chose to listen to, the form every source of sound has, and the one error of this package."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]
SourceKind = Literal["microphone", "computer", "both", "file"]


class CaptureError(Exception):
    """A source of sound cannot be opened or was lost; `str(error)` is a message that is shown as it is."""


@dataclass(frozen=True)
class SourceSpec:
    """What to listen to. Devices are stable names, never positions in a list.

    Attributes:
        kind: a microphone, what the computer plays, both apart, or a file.
        input_device: the microphone, "" for the system's default.
        output_device: the output whose sound is taken, "" for the system's default.
        path: the file.
        paced: whether a file arrives as a device would deliver it, or as fast as it is asked for.
    """

    kind: SourceKind = "microphone"
    input_device: str = ""
    output_device: str = ""
    path: Path | None = None
    paced: bool = True


@dataclass(frozen=True)
class Block:
    """Sound that arrived, in order.

    Attributes:
        samples: float32 mono.
        rate: samples per second, the same for every block of one capture.
        start_frame: samples before it since the capture was started, lost ones included.
        lost: samples that were lost just before it (the ring was full).
        heard_at: monotonic time of its first sample in seconds, as far as its arrival says it; 0 where nobody says it.
    """

    samples: Samples
    rate: int
    start_frame: int
    lost: int = 0
    heard_at: float = 0.0


class Capture(Protocol):
    """A source of sound, made closed. One thread starts, reads and closes it.

    Attributes:
        name: as the system shows it.
        rate: samples per second; known after `start`.
        paced: sound arrives in its own time; if not, it waits until it is asked for.
    """

    name: str
    rate: int
    paced: bool

    def start(self) -> None:
        """Opens the device. Raises CaptureError."""

    def read(self, timeout_s: float) -> Block | None:
        """What has arrived, or None after `timeout_s` without any. Raises CaptureError when the source is lost."""

    @property
    def ended(self) -> bool:
        """Nothing more will come: a file was read to its end."""

    @property
    def frames_heard(self) -> int:
        """Samples that arrived since `start`, read or not; any thread may ask."""

    @property
    def latency_s(self) -> float:
        """How long sound takes from the air to `frames_heard`."""

    def close(self) -> None:
        """Closes the device; what had arrived and was not read is gone. Never raises."""

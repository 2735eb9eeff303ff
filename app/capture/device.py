"""What a sound device is, and what a choice among devices comes to. Plain records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Backend = Literal["server", "portaudio", "none"]


@dataclass(frozen=True)
class Device:
    """A microphone, or an output whose sound can be recorded.

    Attributes:
        name: stable name; what settings keep.
        label: what the system shows.
        channels: channels it has, 0 if unknown.
        rate: its own samples per second, 0 if unknown.
        record_name: what a recorder opens: the device itself, or an output's monitor.
        serial: the server's number for it; a device that was pulled out and put back has a new one.
        channel_map: the server's names for its channels, in their order, separated by commas; "" if unknown.
    """

    name: str
    label: str
    channels: int
    rate: int
    record_name: str
    serial: int = 0
    channel_map: str = ""


@dataclass(frozen=True)
class Devices:
    """All devices at one moment.

    Attributes:
        inputs: microphones and line inputs.
        outputs: outputs whose sound can be recorded.
        default_input: name of the system's default microphone, "" if there is none.
        default_output: name of the system's default output, "" if there is none.
        backend: who was asked; "none" if there is no sound system.
        problem: why the lists are empty, a message, or "".
    """

    inputs: tuple[Device, ...] = ()
    outputs: tuple[Device, ...] = ()
    default_input: str = ""
    default_output: str = ""
    backend: Backend = "none"
    problem: str = ""


@dataclass(frozen=True)
class Choice:
    """What shall be opened.

    Attributes:
        device: None if there is nothing to open.
        missing: the name the user asked for, if that device is not there.
    """

    device: Device | None
    missing: str = ""

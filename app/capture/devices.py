"""Which microphones and outputs there are, which of them is the system's default, and word when that changes.

On Linux the sound server is asked (`pactl`): PortAudio would see neither monitors nor what is plugged in later.
Elsewhere PortAudio's list is used. A device is known by a stable name, never by its position. `choose_input` and
`choose_output` hold the rule for "what shall be opened now" and are pure.
"""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from app.capture.microphone import portaudio
from app.capture.pulse import server_environment
from app.capture.source import CaptureError
from app.words import translate

log = logging.getLogger(__name__)

Backend = Literal["server", "portaudio", "none"]
PLUGS = ("pulse", "pipewire", "default")
"""PortAudio's names for "the sound server's default microphone", best first."""
LOOPBACK_NAMES = ("blackhole", "loopback", "soundflower", "vb-cable", "ground control", "existential")
"""Virtual devices on macOS that hand what is played to a recorder."""


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
    """

    name: str
    label: str
    channels: int
    rate: int
    record_name: str
    serial: int = 0


@dataclass(frozen=True)
class Devices:
    """All devices at one moment.

    Attributes:
        inputs: microphones and line inputs.
        outputs: outputs whose sound can be recorded.
        default_input: name of the system's default microphone, "" if there is none.
        default_output: name of the system's default output, "" if there is none.
        backend: who was asked; "none" if there is no sound system.
        problem: why the lists are empty, a sentence, or "".
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
        is_default: the device is the system's default and the person asked for no other.
        missing: the name the person asked for, if that device is not there.
    """

    device: Device | None
    is_default: bool = False
    missing: str = ""


def _choose(devices: Sequence[Device], default: str, wanted: str) -> Choice:
    by_name = {device.name: device for device in devices}
    if wanted in by_name:
        return Choice(by_name[wanted])
    fallback = by_name.get(default) or (devices[0] if devices else None)
    return Choice(fallback, is_default=not wanted and fallback is not None and fallback.name == default, missing=wanted)


def choose_input(devices: Devices, wanted: str) -> Choice:
    """The microphone `wanted`, else the system's default, else the first one. Never the monitor of an output.

    A sound server whose last microphone was pulled out makes a monitor its default source: what the computer plays
    would then appear as what the person says.
    """
    return _choose(devices.inputs, devices.default_input, wanted)


def choose_output(devices: Devices, wanted: str) -> Choice:
    """The output `wanted`, else the system's default, else the first one."""
    return _choose(devices.outputs, devices.default_output, wanted)


# The sound server --------------------------------------------------------------------------------------------------


def _sample_rate(specification: str) -> tuple[int, int]:
    """(rate, channels) of "s16le 2ch 44100Hz"; zeros where it says something else."""
    rate = channels = 0
    for word in specification.split():
        if word.endswith("ch") and word[:-2].isdigit():
            channels = int(word[:-2])
        elif word.endswith("Hz") and word[:-2].isdigit():
            rate = int(word[:-2])
    return rate, channels


def parse_server(
    info: Mapping[str, Any], sources: Sequence[Mapping[str, Any]], sinks: Sequence[Mapping[str, Any]]
) -> Devices:
    """Devices from `pactl -f json` (`info`, `list sources`, `list sinks`)."""
    inputs, monitors = [], {}
    for source in sources:
        rate, channels = _sample_rate(str(source.get("sample_specification", "")))
        name = str(source["name"])
        label = str(source.get("description") or name)
        owner = str(source.get("monitor_source") or "")
        is_monitor = source.get("properties", {}).get("device.class") == "monitor" or bool(owner and owner != "n/a")
        device = Device(name, label, channels, rate, name, int(source.get("index", 0)))
        if is_monitor:
            monitors[name] = device
        else:
            inputs.append(device)
    outputs = []
    for sink in sinks:
        monitor = str(sink.get("monitor_source") or f"{sink['name']}.monitor")
        if monitor in monitors:
            name, source_of = str(sink["name"]), monitors[monitor]
            label = str(sink.get("description") or name)
            outputs.append(Device(name, label, source_of.channels, source_of.rate, monitor, source_of.serial))
    default_input = str(info.get("default_source_name") or "")
    if default_input not in {device.name for device in inputs}:
        default_input = ""
    return Devices(tuple(inputs), tuple(outputs), default_input, str(info.get("default_sink_name") or ""), "server")


def parse_short(defaults: tuple[str, str], sources: str, sinks: str) -> Devices:
    """The same from `pactl list short` (servers' tools before JSON): names serve as labels."""

    def rows(text: str) -> list[list[str]]:
        return [line.split("\t") for line in text.splitlines() if line.count("\t") >= 3]

    source_rows, sink_rows = rows(sources), rows(sinks)
    as_json = [
        {
            "name": row[1],
            "index": int(row[0]),
            "sample_specification": row[3],
            "properties": {"device.class": "monitor" if row[1].endswith(".monitor") else "sound"},
        }
        for row in source_rows
    ]
    info = {"default_source_name": defaults[0], "default_sink_name": defaults[1]}
    return parse_server(info, as_json, [{"name": row[1]} for row in sink_rows])


def _pactl(*arguments: str) -> str:
    """Output of `pactl`. Raises CaptureError with what it says."""
    try:
        done = subprocess.run(
            ["pactl", *arguments],
            env=server_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CaptureError(translate("Audio", "The sound server does not answer.")) from error
    if done.returncode:
        log.info("pactl %s: %s", " ".join(arguments), done.stderr.strip())
        raise CaptureError(translate("Audio", "The sound server does not answer."))
    return done.stdout


def server_devices() -> Devices:
    """Devices of the sound server. Raises CaptureError if none answers."""
    try:
        info, sources, sinks = (
            json.loads(_pactl("--format=json", *command.split())) for command in ("info", "list sources", "list sinks")
        )
    except (ValueError, CaptureError) as error:
        log.info("pactl gives no JSON (%s); short lists instead", error)
        defaults = _default_names(_pactl("info"))
        return parse_short(defaults, _pactl("list", "short", "sources"), _pactl("list", "short", "sinks"))
    return parse_server(info, sources, sinks)


def _default_names(info: str) -> tuple[str, str]:
    """(source, sink) of plain `pactl info`, which is English because its environment says so."""
    values = dict(line.split(": ", 1) for line in info.splitlines() if ": " in line)
    return values.get("Default Source", ""), values.get("Default Sink", "")


# PortAudio ---------------------------------------------------------------------------------------------------------


def portaudio_name(device: Mapping[str, Any], apis: Sequence[Mapping[str, Any]]) -> str:
    """Stable name of a PortAudio device: its own and its host API's."""
    return f"{device['name']} [{apis[device['hostapi']]['name']}]"


def parse_portaudio(
    devices: Sequence[Mapping[str, Any]], apis: Sequence[Mapping[str, Any]], default_input: int, platform: str
) -> Devices:
    """Devices from PortAudio's lists. On Windows only WASAPI's, else every microphone would be there four times."""
    only = (
        next((index for index, api in enumerate(apis) if "WASAPI" in api["name"]), None)
        if platform == "win32"
        else None
    )
    inputs = []
    default = ""
    for index, device in enumerate(devices):
        if not device["max_input_channels"]:
            continue
        name = portaudio_name(device, apis)
        if index == default_input:
            default = name
        if only is None or device["hostapi"] == only:
            inputs.append(
                Device(
                    name,
                    str(device["name"]),
                    int(device["max_input_channels"]),
                    round(device["default_samplerate"]),
                    name,
                )
            )
    if only is not None:
        preferred = apis[only].get("default_input_device", -1)
        default = portaudio_name(devices[preferred], apis) if preferred >= 0 else ""
    outputs = (
        tuple(d for d in inputs if any(word in d.label.lower() for word in LOOPBACK_NAMES))
        if platform == "darwin"
        else ()
    )
    return Devices(tuple(inputs), outputs, default, outputs[0].name if outputs else "", "portaudio")


def portaudio_devices() -> Devices:
    """PortAudio's devices. Raises CaptureError where the library is missing."""
    sounddevice = portaudio()
    try:
        found = parse_portaudio(
            list(sounddevice.query_devices()),
            list(sounddevice.query_hostapis()),
            sounddevice.default.device[0],
            sys.platform,
        )
    except sounddevice.PortAudioError as error:
        raise CaptureError(
            translate("Audio", "The sound system does not answer ({error}).").format(error=error)
        ) from error
    if sys.platform == "win32":
        from app.capture.computer import windows_outputs

        outputs, default = windows_outputs()
        found = Devices(found.inputs, outputs, found.default_input, default, found.backend)
    return found


def portaudio_index(name: str) -> int | None:
    """Where a device of that stable name stands in PortAudio's list at this moment."""
    sounddevice = portaudio()
    apis = list(sounddevice.query_hostapis())
    for index, device in enumerate(sounddevice.query_devices()):
        if device["max_input_channels"] and portaudio_name(device, apis) == name:
            return index
    return None


def without_plugs(devices: Devices) -> Devices:
    """The same without ALSA's names for a sound server, which lead nowhere while the server does not answer."""
    inputs = tuple(device for device in devices.inputs if device.label not in PLUGS)
    default = devices.default_input if devices.default_input in {device.name for device in inputs} else ""
    return replace(devices, inputs=inputs, default_input=default)


def has_server_tools() -> bool:
    return sys.platform == "linux" and shutil.which("pactl") is not None


def find_devices() -> Devices:
    """What there is now. Never raises: the problem is part of the answer."""
    problem = ""
    if has_server_tools():
        try:
            return server_devices()
        except CaptureError as error:
            problem = str(error)
    try:
        found = portaudio_devices()
    except CaptureError as error:
        return Devices(problem=problem or str(error))
    if problem:
        found = without_plugs(found)
    if not found.inputs:
        return Devices(backend="portaudio", problem=problem or translate("Audio", "No microphone is connected."))
    return found

"""Which microphones and outputs there are, which of them is the system's default, and word when that changes.

On Linux the sound server is asked (`pactl`): PortAudio would see neither monitors nor what is plugged in later.
Elsewhere, and on a Linux without a sound server, PortAudio's list is used. A device is known by a stable name, never by
its position. `choose_input` and `choose_output` hold the rule for "what shall be opened now" and are pure.
"""

from __future__ import annotations

import contextlib
import logging
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from app.base.translation import translate
from app.capture.device import Choice, Device, Devices
from app.capture.microphone import listed_devices, portaudio, portaudio_lock
from app.capture.ports import CaptureError
from app.capture.pulse import server_environment, tools_missing

log = logging.getLogger(__name__)

PLUGS = ("pulse", "pipewire", "default")
"""ALSA's names for a sound server. PortAudio's thread spins without end when the server behind one of them is gone."""
LIST_KEEPS_S = 1.0
"""A list of devices that nobody took for so long is made anew."""
LOOPBACK_NAMES = ("blackhole", "loopback", "soundflower", "vb-cable", "ground control", "existential")
"""Virtual devices on macOS that hand what is played to a recorder."""


def _choose(devices: Sequence[Device], default: str, wanted: str) -> Choice:
    by_name = {device.name: device for device in devices}
    if wanted in by_name:
        return Choice(by_name[wanted])
    fallback = by_name.get(default) or (devices[0] if devices else None)
    return Choice(fallback, missing=wanted)


def choose_input(devices: Devices, wanted: str) -> Choice:
    """The microphone `wanted`, else the system's default, else the first one. Never the monitor of an output.

    A sound server whose last microphone was pulled out makes a monitor its default source: what the computer plays
    would then appear as what the user says.
    """
    return _choose(devices.inputs, devices.default_input, wanted)


def choose_output(devices: Devices, wanted: str) -> Choice:
    """The output `wanted`, else the system's default, else the first one."""
    return _choose(devices.outputs, devices.default_output, wanted)


# The sound server --------------------------------------------------------------------------------------------------

_server_seen = False
"""A sound server has answered in this process, or kept a question waiting: it exists, so it is waited for when it goes.

The hardware is the server's. What ALSA lists meanwhile are devices that the server would find taken when it is back, and
bridges to the server itself, which hang while it hangs.
"""

_HEADING = re.compile(r"^(?:Source|Sink) #(\d+)")
_FIELD = re.compile(r"^\t([A-Z][A-Za-z ]*): (.*)")
_PROPERTY = re.compile(r'^\t\t([\w.-]+) = "(.*)"$')


def _sample_rate(specification: str) -> tuple[int, int]:
    """(rate, channels) of "s16le 2ch 44100Hz"; zeros where it says something else."""
    rate = channels = 0
    for word in specification.split():
        if word.endswith("ch") and word[:-2].isdigit():
            channels = int(word[:-2])
        elif word.endswith("Hz") and word[:-2].isdigit():
            rate = int(word[:-2])
    return rate, channels


def parse_blocks(listing: str) -> list[dict[str, str]]:
    """Fields of each device in the output of `pactl list sources` or `sinks` in English.

    "#" is the server's number; properties stand beside the fields under their own names ("device.class").
    """
    blocks: list[dict[str, str]] = []
    for line in listing.splitlines():
        heading = _HEADING.match(line)
        if heading:
            blocks.append({"#": heading[1]})
        elif blocks and (match := _FIELD.match(line)):
            blocks[-1].setdefault(match[1], match[2].strip())
        elif blocks and (match := _PROPERTY.match(line)):
            blocks[-1].setdefault(match[1], match[2])
    return blocks


def parse_server(info: str, sources: str, sinks: str) -> Devices:
    """Devices from the English output of `pactl info`, `pactl list sources` and `pactl list sinks`.

    Not from its JSON: pactl 16 puts "(null)" there for every name that is not ASCII.
    """
    inputs, monitors = [], {}
    for source in parse_blocks(sources):
        name = source.get("Name", "")
        rate, channels = _sample_rate(source.get("Sample Specification", ""))
        channel_map = source.get("Channel Map", "")
        device = Device(name, source.get("Description") or name, channels, rate, name, int(source["#"]), channel_map)
        is_monitor = source.get("device.class") == "monitor" or source.get("Monitor of Sink", "n/a") != "n/a"
        if is_monitor:
            monitors[name] = device
        elif name:
            inputs.append(device)
    outputs = []
    for sink in parse_blocks(sinks):
        name = sink.get("Name", "")
        monitor = monitors.get(sink.get("Monitor Source") or f"{name}.monitor")
        if monitor is not None:
            label = sink.get("Description") or name
            outputs.append(replace(monitor, name=name, label=label))
    general = dict(line.split(": ", 1) for line in info.splitlines() if ": " in line)
    default_input = general.get("Default Source", "")
    if default_input not in {device.name for device in inputs}:
        default_input = ""
    return Devices(tuple(inputs), tuple(outputs), default_input, general.get("Default Sink", ""), "server")


def _pactl(*arguments: str) -> str:
    """Output of `pactl`. Raises CaptureError where no server answers."""
    global _server_seen
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
            process_group=0,  # Ctrl+C in the terminal must not look like a server that does not answer
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        _server_seen |= isinstance(error, subprocess.TimeoutExpired)
        raise CaptureError(translate("Audio", "The sound server is not responding.")) from error
    if done.returncode:
        log.info("pactl %s: %s", " ".join(arguments), done.stderr.strip())
        raise CaptureError(translate("Audio", "The sound server is not responding."))
    _server_seen = True
    return done.stdout


def server_devices() -> Devices:
    """Devices of the sound server. Raises CaptureError if none answers."""
    return parse_server(_pactl("info"), _pactl("list", "sources"), _pactl("list", "sinks"))


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
        with portaudio_lock:
            listed, apis = list(sounddevice.query_devices()), list(sounddevice.query_hostapis())
            default_input = sounddevice.default.device[0]
        found = parse_portaudio(listed, apis, default_input, sys.platform)
    except sounddevice.PortAudioError as error:
        raise CaptureError(
            translate("Audio", "The sound system is not responding ({error}).").format(error=error)
        ) from error
    if sys.platform == "win32":
        from app.capture.wasapi import windows_outputs

        outputs, default = windows_outputs()
        found = Devices(found.inputs, outputs, found.default_input, default, found.backend)
    return found


def portaudio_index(name: str) -> int | None:
    """Where a device of that stable name stands in PortAudio's list at this moment."""
    sounddevice = portaudio()
    with portaudio_lock:
        listed, apis = listed_devices(sounddevice), list(sounddevice.query_hostapis())
    for index, device in enumerate(listed):
        if device["max_input_channels"] and portaudio_name(device, apis) == name:
            return index
    return None


def without_plugs(devices: Devices) -> Devices:
    """The same without ALSA's names for a sound server."""
    inputs = tuple(device for device in devices.inputs if device.label not in PLUGS)
    default = devices.default_input if devices.default_input in {device.name for device in inputs} else ""
    return replace(devices, inputs=inputs, default_input=default)


def has_server_tools() -> bool:
    return sys.platform == "linux" and shutil.which("pactl") is not None


def uses_server() -> bool:
    """Whether sound goes through a sound server: one is there, or was there before and is waited for."""
    if not _server_seen and has_server_tools():
        with contextlib.suppress(CaptureError):
            _pactl("info")
    return _server_seen


class Lookout:
    """`find` on a thread of its own: a sound server that hangs keeps every question waiting for seconds.

    A call returns the list that an earlier call has asked for, or None while there is none yet. Raises what `find` does.
    """

    def __init__(self, find: Callable[[], Devices], clock: Callable[[], float] = time.monotonic) -> None:
        self._find = find
        self._clock = clock
        self._asked: Future[Devices] | None = None
        self._answered_at = 0.0

    def __call__(self) -> Devices | None:
        asked = self._asked
        if asked is None or (asked.done() and self._clock() - self._answered_at > LIST_KEEPS_S):
            self._asked = Future()
            threading.Thread(target=self._look, args=(self._asked,), name="device lookout", daemon=True).start()
            return None
        if not asked.done():
            return None
        self._asked = None
        return asked.result()

    def _look(self, answer: Future[Devices]) -> None:
        try:
            found = self._find()
        except BaseException as error:  # for who asked
            self._answered_at = self._clock()
            answer.set_exception(error)
        else:
            self._answered_at = self._clock()
            answer.set_result(found)


def find_devices() -> Devices:
    """What there is now. Never raises: the problem is part of the answer."""
    problem = ""
    if has_server_tools():
        try:
            return server_devices()
        except CaptureError as error:
            problem = str(error)
        if _server_seen:
            return Devices(problem=problem)
    try:
        found = portaudio_devices()
    except CaptureError as error:
        return Devices(problem=problem or str(error))
    if sys.platform == "linux":
        hardware = without_plugs(found)
        if found.inputs and not hardware.inputs:
            problem = problem or str(tools_missing())
        found = hardware
    if not found.inputs:
        return Devices(backend="portaudio", problem=problem or translate("Audio", "No microphone is connected."))
    return found

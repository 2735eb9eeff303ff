"""A cheap answer to "has the list of sound devices changed?" where no sound server tells: Windows, macOS, bare ALSA.

PortAudio reads the devices once, so it cannot be asked; the systems' own libraries can, in microseconds.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any

_WAVE_MAPPER = ctypes.c_void_p(-1 & (2 ** (8 * ctypes.sizeof(ctypes.c_void_p)) - 1))
_DRVM_MAPPER_PREFERRED_GET = 0x2015
_SYSTEM_OBJECT = 1


def _four(code: str) -> int:
    """A CoreAudio four-character code as its number."""
    return int.from_bytes(code.encode("ascii"), "big")


class _Address(ctypes.Structure):
    """AudioObjectPropertyAddress of CoreAudio."""

    _fields_ = (("selector", ctypes.c_uint32), ("scope", ctypes.c_uint32), ("element", ctypes.c_uint32))


def windows_fingerprint(winmm: Any) -> tuple[int, ...]:
    """Number of inputs and outputs and the preferred ones, from the multimedia library."""
    values = [int(winmm.waveInGetNumDevs()), int(winmm.waveOutGetNumDevs())]
    for message in (winmm.waveInMessage, winmm.waveOutMessage):
        preferred, flags = ctypes.c_uint32(0), ctypes.c_uint32(0)
        message(_WAVE_MAPPER, _DRVM_MAPPER_PREFERRED_GET, ctypes.byref(preferred), ctypes.byref(flags))
        values.append(int(preferred.value))
    return tuple(values)


def mac_fingerprint(core_audio: Any) -> tuple[bytes, ...]:
    """Ids of all devices and of the defaults, from CoreAudio."""
    values = []
    for selector in ("dev#", "dIn ", "dOut"):
        address = _Address(_four(selector), _four("glob"), 0)
        size = ctypes.c_uint32(0)
        if core_audio.AudioObjectGetPropertyDataSize(
            _SYSTEM_OBJECT, ctypes.byref(address), 0, None, ctypes.byref(size)
        ):
            continue
        buffer = ctypes.create_string_buffer(size.value)
        if not core_audio.AudioObjectGetPropertyData(
            _SYSTEM_OBJECT, ctypes.byref(address), 0, None, ctypes.byref(size), buffer
        ):
            values.append(buffer.raw[: size.value])
    return tuple(values)


def alsa_fingerprint(folder: Path) -> frozenset[tuple[str, int]]:
    """Names and inodes of the kernel's sound devices: one that is plugged out and in again is another file."""
    try:
        return frozenset((entry.name, entry.inode()) for entry in os.scandir(folder) if entry.name.startswith("pcm"))
    except OSError:  # no device yet: the folder comes with the first one
        return frozenset()


def device_fingerprint() -> object:
    """Equal as long as no device came, went or became the default. None where the system cannot be asked."""
    if sys.platform == "win32":
        return windows_fingerprint(ctypes.WinDLL("winmm"))
    if sys.platform == "darwin":
        return mac_fingerprint(ctypes.CDLL("/System/Library/Frameworks/CoreAudio.framework/CoreAudio"))
    if sys.platform == "linux":
        return alsa_fingerprint(Path("/dev/snd"))
    return None

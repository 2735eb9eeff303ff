"""Whether a modifier is down, as Windows and macOS know it. By their documentation; see docs/windows.md and docs/macos.md."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

WINDOWS_MODIFIERS = {
    "left shift": 0xA0, "right shift": 0xA1, "left ctrl": 0xA2, "right ctrl": 0xA3, "left alt": 0xA4, "right alt": 0xA5,
    "left super": 0x5B, "right super": 0x5C,
}  # fmt: skip
"""Virtual key codes (`winuser.h`)."""

MAC_MODIFIERS = {
    "left ctrl": 0x3B, "right ctrl": 0x3E, "left alt": 0x3A, "right alt": 0x3D, "left shift": 0x38, "right shift": 0x3C,
    "left super": 0x37, "right super": 0x36,
}  # fmt: skip
"""Virtual key codes (`HIToolbox/Events.h`)."""


def modifier_state(session: str) -> Callable[[str], bool]:
    """A function from a modifier's name to whether it is down. `session` is "windows" or "macos"."""
    if session == "windows":
        user32 = ctypes.WinDLL("user32")  # type: ignore[attr-defined]
        user32.GetAsyncKeyState.restype = ctypes.c_short
        return lambda key: bool(user32.GetAsyncKeyState(WINDOWS_MODIFIERS[key]) & 0x8000)
    import Quartz  # type: ignore[import-not-found]

    # The state of the hardware: keys that programs press or keep back change nothing in it.
    hardware = Quartz.kCGEventSourceStateHIDSystemState
    return lambda key: bool(Quartz.CGEventSourceKeyState(hardware, MAC_MODIFIERS[key]))

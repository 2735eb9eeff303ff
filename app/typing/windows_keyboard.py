"""Typing on Windows with SendInput (Unicode, so that any script can be typed), and which window has the focus.

The pure part turns text and chords into input records; only `_User32` touches the system.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PureWindowsPath
from typing import Any, Protocol

from app.base.translation import translate
from app.hotkeys.keys import MODIFIERS, parse_combo
from app.typing.typist import TypingError, Window

EXTENDED, KEYUP, UNICODE = 0x0001, 0x0002, 0x0004
VK_RETURN, VK_TAB, VK_NONE = 0x0D, 0x09, 0xE8
VK_MODIFIERS = {"ctrl": 0x11, "alt": 0x12, "shift": 0x10, "super": 0x5B}
HELD_KEYS = (0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0x5B, 0x5C)
"""Both sides of Shift, Ctrl, Alt and the Windows key."""

EXTENDED_KEYS = frozenset({0xA3, 0xA5, 0x5B, 0x5C, *range(0x21, 0x29), 0x2D, 0x2E})
"""Right Ctrl, right Alt, the Windows keys, Page Up to Down with the arrows, Insert, Delete: their twins on the left and
on the number pad differ by nothing but the flag (Microsoft, "Keyboard Input Overview", "Extended-Key Flag")."""

_CHORD_KEYS = {"enter": VK_RETURN, "tab": VK_TAB, "insert": 0x2D, "space": 0x20}
GROUP = 32
GROUP_PAUSE_S = 0.01
"""Some editors read fast synthetic keys out of order; a short pause between groups lets them follow."""


@dataclass(frozen=True)
class KeyInput:
    """One KEYBDINPUT record."""

    vk: int
    scan: int
    flags: int


def press_of(vk: int) -> KeyInput:
    """A key goes down."""
    return KeyInput(vk, 0, EXTENDED if vk in EXTENDED_KEYS else 0)


def release_of(vk: int) -> KeyInput:
    """A key comes up."""
    return KeyInput(vk, 0, press_of(vk).flags | KEYUP)


def inputs_for(text: str) -> list[KeyInput]:
    """Down and up records that type `text`: UTF-16 units as Unicode, line ends and tabs as their keys."""
    records: list[KeyInput] = []
    for character in text.replace("\r\n", "\n"):
        if character in "\n\t":
            vk = VK_RETURN if character == "\n" else VK_TAB
            records += [press_of(vk), release_of(vk)]
            continue
        data = character.encode("utf-16-le")
        units = [int.from_bytes(data[index : index + 2], "little") for index in range(0, len(data), 2)]
        # Both halves of a surrogate pair go down before either comes up.
        records += [KeyInput(0, unit, UNICODE) for unit in units]
        records += [KeyInput(0, unit, UNICODE | KEYUP) for unit in units]
    return records


def chord_inputs(chord: str) -> list[KeyInput]:
    """Records that press a chord once. Raises TypingError for a key that chords do not have."""
    combo = parse_combo(chord)
    assert combo is not None
    vk = _CHORD_KEYS.get(combo.key) or (ord(combo.key.upper()) if combo.key.isascii() and len(combo.key) == 1 else 0)
    if not vk:
        raise TypingError(translate("Dictation", "This key cannot be used for pasting."))
    held = [VK_MODIFIERS[name] for name in MODIFIERS if name in combo.modifiers]
    down = [press_of(code) for code in [*held, vk]]
    return down + [release_of(code) for code in [vk, *reversed(held)]]


class WindowsApi(Protocol):
    """The few calls that are needed of user32 and kernel32."""

    def send(self, records: list[KeyInput]) -> int:
        """How many records the system took."""

    def key_down(self, vk: int) -> bool: ...

    def foreground(self) -> int: ...

    def describe(self, window: int) -> tuple[str, str, bool]:
        """(program file name, title, whether the system keeps our keys from it)."""

    def exists(self, window: int) -> bool: ...

    def set_foreground(self, window: int) -> None: ...


class WindowsTypist:
    """Implements `typist.Typist`."""

    sees_modifiers = True

    def __init__(self, api: WindowsApi | None = None) -> None:
        self._api = api or _user32()

    def can_type(self, text: str) -> bool:
        return True

    def can_type_directly(self, text: str) -> bool:
        return True

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        for start in range(0, len(text), GROUP):
            if not go_on():
                return start
            self._send(inputs_for(text[start : start + GROUP]))
            time.sleep(GROUP_PAUSE_S)
        return len(text)

    def press(self, chord: str) -> None:
        self._send(chord_inputs(chord))

    def _send(self, records: list[KeyInput]) -> None:
        window = self._api.foreground()
        if window and self._api.describe(window)[2]:
            raise TypingError("blocked")
        if self._api.send(records) != len(records):
            raise TypingError("blocked")

    def modifiers_held(self) -> bool:
        return any(self._api.key_down(vk) for vk in HELD_KEYS)

    def lift(self) -> None:
        held = [vk for vk in HELD_KEYS if self._api.key_down(vk)]
        if held:
            # An unassigned key in between: Alt or the Windows key coming up alone would open a menu.
            records = [press_of(VK_NONE), release_of(VK_NONE)]
            self._api.send(records + [release_of(vk) for vk in held])

    def close(self) -> None:
        return


class WindowsFocus:
    """Implements `typist.Focus`."""

    def __init__(self, api: WindowsApi | None = None) -> None:
        self._api = api or _user32()

    def knows(self) -> bool:
        return True

    def current(self) -> Window | None:
        handle = self._api.foreground()
        if not handle:
            return None
        program, title, _ = self._api.describe(handle)
        return Window(handle, program.lower(), title)

    def exists(self, window: Window) -> bool:
        return self._api.exists(window.handle)

    def activate(self, window: Window) -> bool:
        self._api.set_foreground(window.handle)
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            if self._api.foreground() == window.handle:
                return True
            time.sleep(0.02)
        return False

    def close(self) -> None:
        return


def _user32() -> WindowsApi:
    """The real calls; only on Windows."""
    if sys.platform != "win32":
        raise TypingError("blocked")
    return _User32()


class _User32:
    """ctypes bindings, set up with their types so that handles keep their 64 bits."""

    def __init__(self) -> None:
        from ctypes import wintypes

        library: Any = getattr(ctypes, "WinDLL")  # noqa: B009 - absent on other systems, also for the type checker
        self._user32 = library("user32", use_last_error=True)
        self._kernel32 = library("kernel32", use_last_error=True)
        self._advapi32 = library("advapi32", use_last_error=True)
        pointer = ctypes.POINTER(ctypes.c_ulong)

        class KeyboardInput(ctypes.Structure):
            _fields_ = [
                ("wVk", wintypes.WORD), ("wScan", wintypes.WORD), ("dwFlags", wintypes.DWORD),
                ("time", wintypes.DWORD), ("dwExtraInfo", pointer),
            ]  # fmt: skip

        class Union(ctypes.Union):
            # The union is as large as its largest member, MOUSEINPUT.
            _fields_ = [("ki", KeyboardInput), ("padding", ctypes.c_byte * (32 if ctypes.sizeof(pointer) == 8 else 24))]

        class Input(ctypes.Structure):
            _fields_ = [("type", wintypes.DWORD), ("union", Union)]

        self._input_type, self._keyboard_type, self._union_type = Input, KeyboardInput, Union
        self._user32.SendInput.argtypes = [wintypes.UINT, ctypes.POINTER(Input), ctypes.c_int]
        self._user32.GetForegroundWindow.restype = wintypes.HWND
        self._user32.GetAsyncKeyState.restype = ctypes.c_short
        self._user32.IsWindow.argtypes = [wintypes.HWND]
        self._user32.SetForegroundWindow.argtypes = [wintypes.HWND]
        self._user32.GetWindowThreadProcessId.argtypes = [wintypes.HWND, ctypes.POINTER(wintypes.DWORD)]
        self._user32.GetWindowTextW.argtypes = [wintypes.HWND, wintypes.LPWSTR, ctypes.c_int]
        self._kernel32.OpenProcess.restype = wintypes.HANDLE
        self._kernel32.CloseHandle.argtypes = [wintypes.HANDLE]
        self._kernel32.QueryFullProcessImageNameW.argtypes = [
            wintypes.HANDLE, wintypes.DWORD, wintypes.LPWSTR, ctypes.POINTER(wintypes.DWORD),
        ]  # fmt: skip
        self._advapi32.OpenProcessToken.argtypes = [
            wintypes.HANDLE, wintypes.DWORD, ctypes.POINTER(wintypes.HANDLE),
        ]  # fmt: skip

    def send(self, records: list[KeyInput]) -> int:
        array = (self._input_type * len(records))()
        for slot, record in zip(array, records, strict=True):
            slot.type = 1  # INPUT_KEYBOARD
            slot.union.ki = self._keyboard_type(record.vk, record.scan, record.flags, 0, None)
        return int(self._user32.SendInput(len(records), array, ctypes.sizeof(self._input_type)))

    def key_down(self, vk: int) -> bool:
        return bool(self._user32.GetAsyncKeyState(vk) & 0x8000)

    def foreground(self) -> int:
        return int(self._user32.GetForegroundWindow() or 0)

    def describe(self, window: int) -> tuple[str, str, bool]:
        process_id = ctypes.c_ulong()
        self._user32.GetWindowThreadProcessId(window, ctypes.byref(process_id))
        title = ctypes.create_unicode_buffer(512)
        self._user32.GetWindowTextW(window, title, 512)
        process = self._kernel32.OpenProcess(0x1000, False, process_id.value)  # PROCESS_QUERY_LIMITED_INFORMATION
        if not process:
            return "", title.value, False
        try:
            name = ctypes.create_unicode_buffer(1024)
            length = ctypes.c_ulong(1024)
            found = self._kernel32.QueryFullProcessImageNameW(process, 0, name, ctypes.byref(length))
            token = ctypes.c_void_p()
            # The token of a process with more rights than ours cannot be opened (error 5): nor do our keys reach it.
            opened = self._advapi32.OpenProcessToken(process, 0x0008, ctypes.byref(token))
            blocked = not opened and getattr(ctypes, "get_last_error")() == 5  # noqa: B009
            if opened:
                self._kernel32.CloseHandle(token)
        finally:
            self._kernel32.CloseHandle(process)
        return PureWindowsPath(name.value).name if found else "", title.value, blocked

    def exists(self, window: int) -> bool:
        return bool(self._user32.IsWindow(window))

    def set_foreground(self, window: int) -> None:
        # Windows gives the foreground only to who had the last input: an Alt tap counts as such.
        self.send([press_of(VK_NONE), release_of(VK_NONE)])
        self._user32.SetForegroundWindow(window)

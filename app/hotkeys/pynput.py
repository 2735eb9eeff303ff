"""System-wide hotkeys on Windows and macOS through pynput's low-level hook and event tap.

The key of a bound combination is kept from the focused window; keys that this program presses are recognised by the
system's own mark. (On X11 this backend works too, without keeping keys back; `x11_hotkeys` is used there.)
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from app.base.translation import translate
from app.hotkeys.key_state import WINDOWS_MODIFIERS, modifier_state
from app.hotkeys.keys import FUNCTION_KEYS, SIDED, Combo
from app.hotkeys.rules import Edge, HotkeyRules, KeyEvent

log = logging.getLogger(__name__)

_PYNPUT_NAMES = {
    "ctrl": "left ctrl", "ctrl_l": "left ctrl", "ctrl_r": "right ctrl", "shift": "left shift", "shift_l": "left shift",
    "shift_r": "right shift", "alt": "left alt", "alt_l": "left alt", "alt_r": "right alt", "alt_gr": "right alt",
    "cmd": "left super", "cmd_l": "left super", "cmd_r": "right super", "space": "space", "tab": "tab",
    "enter": "enter", "esc": "escape", "backspace": "backspace", "insert": "insert", "delete": "delete", "home": "home",
    "end": "end", "page_up": "page up", "page_down": "page down", "left": "left", "up": "up", "right": "right",
    "down": "down", "pause": "pause", "scroll_lock": "scroll lock", "print_screen": "print", "menu": "menu",
    "caps_lock": "caps lock", "num_lock": "num lock", "media_play_pause": "audio play",
    "media_volume_mute": "audio mute", **{name: name for name in FUNCTION_KEYS},
}  # fmt: skip

_WINDOWS_KEYS = {
    0x08: "backspace", 0x09: "tab", 0x0D: "enter", 0x13: "pause", 0x14: "caps lock", 0x1B: "escape", 0x20: "space",
    0x21: "page up", 0x22: "page down", 0x23: "end", 0x24: "home", 0x25: "left", 0x26: "up", 0x27: "right",
    0x28: "down", 0x2C: "print", 0x2D: "insert", 0x2E: "delete", 0x5D: "menu", 0x90: "num lock", 0x91: "scroll lock",
    0xAD: "audio mute", 0xB3: "audio play", **{code: name for name, code in WINDOWS_MODIFIERS.items()},
    0xBA: ";", 0xBB: "=", 0xBC: ",", 0xBD: "-", 0xBE: ".", 0xBF: "/", 0xC0: "`", 0xDB: "[", 0xDC: "\\", 0xDD: "]",
    0xDE: "'", **{0x70 + number: name for number, name in enumerate(FUNCTION_KEYS)},
}  # fmt: skip
"""Virtual key codes of the low-level hook (`winuser.h`), which tells the sides of modifiers apart."""

WM_KEYUP, WM_SYSKEYUP = 0x0101, 0x0105
VK_LCONTROL = 0xA2
ALTGR_SCAN_CODE = 0x21D
"""Of the left Ctrl that Windows itself puts before the right Alt of a layout with AltGr, at its press and its release. A
Ctrl key has 0x1D. It is not marked as injected."""

LLKHF_INJECTED = 0x10


def windows_key_name(vk: int) -> str:
    """Name of a virtual key code; "code N" for one that has none."""
    if 0x30 <= vk <= 0x39 or 0x41 <= vk <= 0x5A:
        return chr(vk).lower()
    return _WINDOWS_KEYS.get(vk, f"code {vk}")


def pynput_key_name(key: Any) -> str:
    """Name of a key as pynput gives it (a `Key`, a `KeyCode` or None)."""
    if key is None:
        return "code 0"
    name = getattr(key, "name", None)
    if name is not None:
        return _PYNPUT_NAMES.get(name, f"code {name}")
    character = getattr(key, "char", None)
    if character and character.isprintable():
        return str(character).lower()
    vk = getattr(key, "vk", None)
    if character and len(character) == 1 and 1 <= ord(character) <= 26:
        return chr(ord(character) + 96)  # a letter under Ctrl
    return f"code {vk}"


def ask_for_accessibility() -> None:
    """Shows macOS' own question, with a button that opens the right page of System Settings; nothing if it was answered.

    `AXIsProcessTrustedWithOptions` (ApplicationServices). Without it, macOS ignores the program and asks nothing.
    """
    from ApplicationServices import (  # type: ignore[import-not-found]
        AXIsProcessTrustedWithOptions,
        kAXTrustedCheckOptionPrompt,
    )

    AXIsProcessTrustedWithOptions({kAXTrustedCheckOptionPrompt: True})


class PynputHotkeys:
    """Implements `backend.Hotkeys`."""

    def __init__(self, on_edge: Callable[[Edge], None], on_trouble: Callable[[str], None], session: str) -> None:
        self._on_edge = on_edge
        self._on_trouble = on_trouble
        self._session = session
        self._lock = threading.Lock()
        self._rules = HotkeyRules({}, release_grace_s=0.0)
        self._escape = False
        self._escape_down = False
        self._acted_s = 0.0
        self._swallow = False
        self._altgr = False  # Windows: the right Alt that comes next types the third level
        self._listener: Any = None
        self._is_down: Callable[[str], bool] | None = None

    def start(self) -> None:
        from pynput import keyboard

        options: dict[str, Any] = {}
        if self._session == "windows":
            options["win32_event_filter"] = self._windows_event
        elif self._session == "macos":
            options["darwin_intercept"] = lambda kind, event: None if self._swallow else event
        self._listener = keyboard.Listener(on_press=self._pressed, on_release=self._released, **options)
        self._listener.start()
        self._listener.wait()
        if self._session == "macos" and not getattr(self._listener, "IS_TRUSTED", True):
            ask_for_accessibility()
            self._on_trouble(
                translate(
                    "Dictation",
                    "macOS does not let this program see key presses yet. Allow it in System Settings > Privacy & "
                    "Security > Accessibility, then restart the program.",
                )
            )

    def set_bindings(self, bindings: Mapping[str, Combo]) -> None:
        with self._lock:
            self._rules.bindings = dict(bindings)

    def grab_escape(self, on: bool) -> None:
        self._escape = on

    def forget(self) -> None:
        """The system may have taken the hook away while the computer slept: it is set anew."""
        with self._lock:
            edges = self._rules.forget(time.monotonic())
        for edge in edges:
            self._on_edge(edge)
        if self._listener is not None:
            self._listener.stop()
            self.start()

    def check_held(self) -> None:
        """A held modifier that the system knows to be up counts as released."""
        if self._session not in ("windows", "macos"):
            return
        self._is_down = self._is_down or modifier_state(self._session)
        with self._lock:
            edges = self._rules.check(time.monotonic(), self._is_down)
        for edge in edges:
            self._on_edge(edge)

    def is_taken(self, combo: Combo) -> bool:
        """Not known here."""
        return False

    @property
    def settled(self) -> bool:
        """Always: everything takes effect at once."""
        return True

    @property
    def person_acted_s(self) -> float:
        return self._acted_s

    def stop(self) -> None:
        if self._listener is not None:
            self._listener.stop()
            self._listener.join(2)
            self._listener = None

    # --- the listening thread ---

    def _pressed(self, key: Any, injected: bool = False) -> None:
        self._swallow = self._event(pynput_key_name(key), True, injected)

    def _released(self, key: Any, injected: bool = False) -> None:
        self._swallow = self._event(pynput_key_name(key), False, injected)

    def _windows_event(self, message: int, data: Any) -> bool:
        """Every key on Windows; False keeps pynput from calling the other callbacks."""
        pressed = message not in (WM_KEYUP, WM_SYSKEYUP)
        if data.vkCode == VK_LCONTROL and data.scanCode == ALTGR_SCAN_CODE:
            self._altgr = pressed
            return False
        name = windows_key_name(data.vkCode)
        altgr = self._altgr and name == "right alt"
        self._altgr = False
        if self._event(name, pressed, bool(data.flags & LLKHF_INJECTED), altgr=altgr):
            self._listener.suppress_event()  # raises pynput's own exception, which ends the hook call
        return False

    def _expire(self) -> None:
        with self._lock:
            edges = self._rules.expire(time.monotonic())
        for edge in edges:
            self._on_edge(edge)

    def _event(self, name: str, pressed: bool, injected: bool, *, altgr: bool = False) -> bool:
        """Feeds the rules; whether the focused window must not get this event."""
        now = time.monotonic()
        if injected:
            with self._lock:
                self._rules.feed(KeyEvent(name, pressed, now, injected=True))
            return False
        with self._lock:
            owned = self._rules.owns(name)
            edges = self._rules.feed(KeyEvent(name, pressed, now, altgr=altgr))
            edges += self._rules.expire(now)
            owned = owned or self._rules.owns(name)
            deadline_s = self._rules.deadline_s
        if name == "escape":
            owned = owned or (self._escape if pressed else self._escape_down)
            self._escape_down = pressed and owned
        if deadline_s is not None:
            timer = threading.Timer(max(0.0, deadline_s - now), self._expire)
            timer.daemon = True
            timer.start()
        if pressed and not edges and name not in SIDED:
            self._acted_s = now
        for edge in edges:
            self._on_edge(edge)
        return owned and self._session in ("windows", "macos")

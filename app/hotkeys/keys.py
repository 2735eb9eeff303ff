"""Names of keys and key combinations, the same on every system. Pure: no device.

A key is named in lower case: `a`, `7`, `,`, `f9`, `space`, `pause`. Modifiers carry their side where a keyboard tells
it (`right ctrl`); in a combination the side does not matter (`ctrl+alt+d`), alone it does.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.base.translation import translate

MODIFIERS = ("ctrl", "alt", "shift", "super")
"""In the order in which they are written. `super` is the Windows key and the Mac's command key."""

SIDED = {f"{side} {modifier}": modifier for modifier in MODIFIERS for side in ("left", "right")}
"""Physical modifier key -> the modifier it holds. AltGr counts as `right alt`."""

FUNCTION_KEYS = tuple(f"f{number}" for number in range(1, 25))

KEYSYMS: dict[str, int] = {
    "left ctrl": 0xFFE3, "right ctrl": 0xFFE4, "left shift": 0xFFE1, "right shift": 0xFFE2,
    "left alt": 0xFFE9, "right alt": 0xFFEA, "left super": 0xFFEB, "right super": 0xFFEC,
    "space": 0x20, "tab": 0xFF09, "enter": 0xFF0D, "escape": 0xFF1B, "backspace": 0xFF08,
    "insert": 0xFF63, "delete": 0xFFFF, "home": 0xFF50, "end": 0xFF57, "page up": 0xFF55, "page down": 0xFF56,
    "left": 0xFF51, "up": 0xFF52, "right": 0xFF53, "down": 0xFF54,
    "pause": 0xFF13, "scroll lock": 0xFF14, "print": 0xFF61, "menu": 0xFF67, "caps lock": 0xFFE5, "num lock": 0xFF7F,
    "audio play": 0x1008FF14, "audio mute": 0x1008FF12, "audio microphone mute": 0x1008FFB2,
    **{name: 0xFFBE + number for number, name in enumerate(FUNCTION_KEYS)},
}  # fmt: skip
"""Key name -> X11 keysym, for every key that is not named by its character (`X11/keysymdef.h`)."""

ISO_LEVEL3_SHIFT = 0xFE03
"""What AltGr is in most layouts."""

_KEYSYM_NAMES = {value: name for name, value in KEYSYMS.items()} | {
    ISO_LEVEL3_SHIFT: "right alt",
    0xFFE7: "left alt",  # Meta_L
    0xFFE8: "right alt",  # Meta_R
    0xFE20: "tab",  # ISO_Left_Tab, what Shift+Tab gives
    0xFF8D: "enter",  # KP_Enter
}

_PORTAL_MODIFIERS = {"ctrl": "CTRL", "alt": "ALT", "shift": "SHIFT", "super": "LOGO"}
_PORTAL_NAMES = {
    "enter": "Return", "escape": "Escape", "backspace": "BackSpace", "page up": "Page_Up", "page down": "Page_Down",
    "scroll lock": "Scroll_Lock", "caps lock": "Caps_Lock", "num lock": "Num_Lock", "print": "Print",
    "audio play": "XF86AudioPlay", "audio mute": "XF86AudioMute", "audio microphone mute": "XF86AudioMicMute",
    "left ctrl": "Control_L", "right ctrl": "Control_R", "left shift": "Shift_L", "right shift": "Shift_R",
    "left alt": "Alt_L", "right alt": "Alt_R", "left super": "Super_L", "right super": "Super_R",
    ",": "comma", ".": "period", "-": "minus", "=": "equal", ";": "semicolon", "'": "apostrophe", "`": "grave",
    "/": "slash", "\\": "backslash", "[": "bracketleft", "]": "bracketright", "+": "plus",
}  # fmt: skip


class KeyNameError(ValueError):
    """A combination that cannot be understood; the message is for the user."""


@dataclass(frozen=True)
class Combo:
    """A key with the modifiers that must be held, or one modifier key alone (then `modifiers` is empty).

    Attributes:
        key: name of the key that fires.
        modifiers: modifiers without side.
    """

    key: str
    modifiers: frozenset[str] = frozenset()

    @property
    def modifier_only(self) -> bool:
        return self.key in SIDED

    def __str__(self) -> str:
        """The form kept in settings: `ctrl+alt+d`."""
        return "+".join([*(name for name in MODIFIERS if name in self.modifiers), self.key])


def parse_combo(text: str) -> Combo | None:
    """The combination written as `ctrl+alt+d` or `right ctrl`; None for "". Raises KeyNameError."""
    text = text.strip().lower()
    if not text:
        return None
    head, _, key = text.rpartition("+")
    if text == "+" or text.endswith("++"):  # the plus key itself
        head, key = head.removesuffix("+"), "+"
    names = [name.strip() for name in head.split("+")] if head else []
    key = key.strip()
    if any(name not in MODIFIERS for name in names):
        message = translate(
            "Dictation", "“{text}” is not a valid shortcut: only ctrl, alt, shift and super can be held down."
        )
        raise KeyNameError(message.format(text=text))
    if key not in KEYSYMS and len(key) != 1:
        message = translate("Dictation", "“{text}” is not a valid shortcut: there is no key called “{key}”.")
        raise KeyNameError(message.format(text=text, key=key))
    if key in SIDED and names:
        message = translate("Dictation", "“{text}” is not a valid shortcut: a modifier key can only be used alone.")
        raise KeyNameError(message.format(text=text))
    return Combo(key, frozenset(names))


def is_plain_typing(combo: Combo) -> bool:
    """Whether people type this all day (a letter, Shift+letter, Enter …), so that it is no use as a hotkey."""
    if combo.key in SIDED or combo.key in FUNCTION_KEYS:
        return False
    if combo.modifiers - {"shift"}:
        return False
    typed = {"space", "tab", "enter", "escape", "backspace", "delete", "left", "right", "up", "down", "home", "end"}
    return len(combo.key) == 1 or combo.key in typed


WELL_KNOWN = {
    "ctrl+c": "copy", "ctrl+v": "paste", "ctrl+x": "cut", "ctrl+z": "undo", "ctrl+s": "save", "ctrl+a": "select all",
    "ctrl+space": "input methods", "super+space": "input methods", "alt+tab": "switching windows",
    "alt+f4": "closing windows", "ctrl+alt+delete": "the system", "shift+insert": "paste", "ctrl+shift+v": "paste",
}  # fmt: skip
"""Combinations that work against the user when a program takes them everywhere, and what they are for."""


def keysym_of(key: str) -> int:
    """X11 keysym of a key name. A character is its own keysym in Latin-1, else 0x01000000 + code point."""
    if key in KEYSYMS:
        return KEYSYMS[key]
    return keysym_of_character(key)


def keysym_of_character(character: str) -> int:
    """X11 keysym that types one character (`X11/keysymdef.h`: Latin-1 directly, everything else by code point)."""
    if character in ("\n", "\r"):
        return KEYSYMS["enter"]
    if character == "\t":
        return KEYSYMS["tab"]
    code = ord(character)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x01000000 | code


def key_of_keysym(keysym: int) -> str:
    """Name of the key with this (unshifted) keysym, "" where it has none."""
    if keysym in _KEYSYM_NAMES:
        return _KEYSYM_NAMES[keysym]
    if 0x21 <= keysym <= 0x7E or 0xA1 <= keysym <= 0xFF:
        return chr(keysym).lower()
    if keysym >> 24 == 1 and keysym & 0xFFFFFF <= 0x10FFFF:
        return chr(keysym & 0xFFFFFF).lower()
    return ""


def portal_trigger(combo: Combo) -> str:
    """The combination as the shortcuts specification of freedesktop.org writes it: `CTRL+ALT+d`."""
    modifiers = [_PORTAL_MODIFIERS[name] for name in MODIFIERS if name in combo.modifiers]
    key = _PORTAL_NAMES.get(combo.key, combo.key)
    if key == combo.key and len(key) > 1:
        key = key.upper() if key in FUNCTION_KEYS else key.title()
    return "+".join([*modifiers, "space" if combo.key == "space" else key])

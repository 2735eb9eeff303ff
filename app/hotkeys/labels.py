"""Keys and troubles in the user's words."""

from __future__ import annotations

import sys

from app.base.translation import translate
from app.hotkeys.keys import MODIFIERS, WELL_KNOWN, Combo


def key_label(key: str) -> str:
    """A key as it is printed on keyboards."""
    mac = sys.platform == "darwin"
    windows_key = translate("Keys", "Win") if sys.platform == "win32" else translate("Keys", "Super")
    names = {
        "ctrl": translate("Keys", "Ctrl"),
        "alt": "⌥" if mac else translate("Keys", "Alt"),
        "shift": translate("Keys", "Shift"),
        "super": "⌘" if mac else windows_key,
        "left ctrl": translate("Keys", "Left Ctrl"),
        "right ctrl": translate("Keys", "Right Ctrl"),
        "left alt": translate("Keys", "Left Option") if mac else translate("Keys", "Left Alt"),
        "right alt": translate("Keys", "Right Option") if mac else translate("Keys", "Right Alt"),
        "left shift": translate("Keys", "Left Shift"),
        "right shift": translate("Keys", "Right Shift"),
        "left super": translate("Keys", "Left Command") if mac else translate("Keys", "Left Super"),
        "right super": translate("Keys", "Right Command") if mac else translate("Keys", "Right Super"),
        "space": translate("Keys", "Space"),
        "tab": translate("Keys", "Tab"),
        "enter": translate("Keys", "Enter"),
        "escape": translate("Keys", "Esc"),
        "backspace": translate("Keys", "Backspace"),
        "insert": translate("Keys", "Insert"),
        "delete": translate("Keys", "Delete"),
        "home": translate("Keys", "Home"),
        "end": translate("Keys", "End"),
        "page up": translate("Keys", "Page Up"),
        "page down": translate("Keys", "Page Down"),
        "pause": translate("Keys", "Pause"),
        "scroll lock": translate("Keys", "Scroll Lock"),
        "print": translate("Keys", "Print"),
        "menu": translate("Keys", "Menu"),
        "caps lock": translate("Keys", "Caps Lock"),
        "num lock": translate("Keys", "Num Lock"),
    }
    return names.get(key, key.upper() if len(key) <= 3 else key.title())


def combo_label(combo: Combo | None) -> str:
    """`Ctrl+Alt+D`; "" for none."""
    if combo is None:
        return ""
    held = [key_label(name) for name in MODIFIERS if name in combo.modifiers]
    return "+".join([*held, key_label(combo.key)])


def known_use(combo: Combo) -> str:
    """What a well-known combination is for, "" for others."""
    uses = {
        "copy": translate("Keys", "copying"),
        "paste": translate("Keys", "pasting"),
        "cut": translate("Keys", "cutting"),
        "undo": translate("Keys", "undoing"),
        "save": translate("Keys", "saving"),
        "select all": translate("Keys", "selecting everything"),
        "input methods": translate("Keys", "switching the input method"),
        "switching windows": translate("Keys", "switching windows"),
        "closing windows": translate("Keys", "closing windows"),
        "the system": translate("Keys", "the system's menu"),
    }
    return uses.get(WELL_KNOWN.get(str(combo), ""), "")


def trouble(code: str, title: str = "", *, kept: bool = True, stored: bool = True) -> str:
    """What to say for a reason of the inserter: a code, or a message of the system about the keys.

    `kept`: the text is on the clipboard. `stored`: the history has it.
    """
    where = title or translate("Dictation", "the window")
    messages = {
        "closed": translate("Dictation", "%1 closed before the text arrived."),
        "no-target": translate("Dictation", "No window had the focus."),
        "not-taken": translate("Dictation", "%1 did not accept the text."),
        "no-way": translate("Dictation", "This text can be neither typed nor pasted here."),
        "no-typist": "",
        "dropped": translate("Dictation", "The text could not be inserted into %1."),
        "blocked": translate("Dictation", "The system does not let this program type into %1."),
    }
    if kept:
        rest = translate("Dictation", "The text was copied to the clipboard. Press Ctrl+V where you want it.")
    elif stored:
        rest = translate("Dictation", "The text is in the history.")
    else:
        rest = translate("Dictation", "It could not be put on the clipboard either.")
    return f"{messages.get(code, code).replace('%1', where)} {rest}".strip()

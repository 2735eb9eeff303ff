"""Keys and troubles in the person's words."""

from __future__ import annotations

import sys

from PySide6.QtCore import QCoreApplication

from .keys import MODIFIERS, Combo

_translate = QCoreApplication.translate


def key_label(key: str) -> str:
    """A key as it is printed on keyboards."""
    mac = sys.platform == "darwin"
    windows_key = _translate("Keys", "Win") if sys.platform == "win32" else _translate("Keys", "Super")
    names = {
        "ctrl": _translate("Keys", "Ctrl"),
        "alt": "⌥" if mac else _translate("Keys", "Alt"),
        "shift": _translate("Keys", "Shift"),
        "super": "⌘" if mac else windows_key,
        "left ctrl": _translate("Keys", "Left Ctrl"),
        "right ctrl": _translate("Keys", "Right Ctrl"),
        "left alt": _translate("Keys", "Left Option") if mac else _translate("Keys", "Left Alt"),
        "right alt": _translate("Keys", "Right Option") if mac else _translate("Keys", "Right Alt"),
        "left shift": _translate("Keys", "Left Shift"),
        "right shift": _translate("Keys", "Right Shift"),
        "left super": _translate("Keys", "Left Command") if mac else _translate("Keys", "Left Super"),
        "right super": _translate("Keys", "Right Command") if mac else _translate("Keys", "Right Super"),
        "space": _translate("Keys", "Space"),
        "tab": _translate("Keys", "Tab"),
        "enter": _translate("Keys", "Enter"),
        "escape": _translate("Keys", "Esc"),
        "backspace": _translate("Keys", "Backspace"),
        "insert": _translate("Keys", "Insert"),
        "delete": _translate("Keys", "Delete"),
        "home": _translate("Keys", "Home"),
        "end": _translate("Keys", "End"),
        "page up": _translate("Keys", "Page Up"),
        "page down": _translate("Keys", "Page Down"),
        "pause": _translate("Keys", "Pause"),
        "scroll lock": _translate("Keys", "Scroll Lock"),
        "print": _translate("Keys", "Print"),
        "menu": _translate("Keys", "Menu"),
        "caps lock": _translate("Keys", "Caps Lock"),
        "num lock": _translate("Keys", "Num Lock"),
    }
    return names.get(key, key.upper() if len(key) <= 3 else key.title())


def combo_label(combo: Combo | None) -> str:
    """`Ctrl+Alt+D`; "" for none."""
    if combo is None:
        return ""
    held = [key_label(name) for name in MODIFIERS if name in combo.modifiers]
    return "+".join([*held, key_label(combo.key)])


def trouble(code: str, title: str = "") -> str:
    """A sentence for a reason code of the inserter; a code that is a sentence already stays as it is."""
    where = title or _translate("Dictation", "the window")
    sentences = {
        "closed": _translate("Dictation", "%1 was closed before the text arrived. The text is on the clipboard."),
        "no-target": _translate("Dictation", "No window had the focus. The text is on the clipboard."),
        "not-taken": _translate("Dictation", "%1 did not take the text. It is on the clipboard: press Ctrl+V."),
        "clipboard-busy": _translate("Dictation", "Another program keeps the clipboard busy. The text is in history."),
        "no-typist": _translate("Dictation", "The text is on the clipboard: press Ctrl+V where you want it."),
        "dropped": _translate("Dictation", "The text was not inserted into %1. It is on the clipboard."),
        "blocked": _translate(
            "Dictation",
            "The system does not let this program type into %1. The text is on the clipboard: press Ctrl+V.",
        ),
    }
    return sentences.get(code, code).replace("%1", where)

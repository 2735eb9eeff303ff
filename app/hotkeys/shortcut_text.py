"""Combinations as Qt and the settings of the captions write them: `Ctrl+Alt+P`. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from app.base.translation import translate
from app.hotkeys.keys import Combo, KeyNameError, is_plain_typing, parse_combo
from app.hotkeys.labels import combo_label

QT_NAMES = {
    "meta": "super", "pgup": "page up", "pgdown": "page down", "del": "delete", "ins": "insert", "esc": "escape",
    "return": "enter",
}  # fmt: skip


def combo_text(qt_text: str) -> str:
    """A QKeySequence's portable text in the writing of `app.hotkeys.keys`.

    >>> combo_text("Ctrl+Meta+PgUp"), combo_text("Ctrl++")
    ('ctrl+super+page up', 'ctrl++')
    """
    head, plus, key = qt_text.lower().rpartition("+")
    if plus and not key:
        head, key = head.rstrip("+"), "+"
    names = [*head.split("+"), key] if head else [key]
    return "+".join(QT_NAMES.get(name, name) for name in names)


def usable_combo(text: str) -> Combo | None:
    """The combination `text` (as `Ctrl+Alt+P`), None for "". Raises KeyNameError where it can be no global shortcut.

    What people type all day would be taken from every program.
    """
    combo = parse_combo(combo_text(text))
    if combo is not None and is_plain_typing(combo):
        message = translate("HotkeyField", "%1 is used for typing. Add Ctrl, Alt or Super, or use a key such as F9.")
        raise KeyNameError(message.replace("%1", combo_label(combo)))
    return combo


def usable_combos(texts: Mapping[str, str]) -> tuple[dict[str, Combo], list[str]]:
    """Name -> combination of the texts that can be global shortcuts, and the messages about the others."""
    combos: dict[str, Combo] = {}
    problems: list[str] = []
    for name, text in texts.items():
        try:
            combo = usable_combo(text)
        except KeyNameError as error:
            problems.append(str(error))
            continue
        if combo is not None:
            combos[name] = combo
    return combos, problems

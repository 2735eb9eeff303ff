"""How dictated text gets into a window: pure rules from facts that were asked to the ways that are tried.

A character that cannot be typed is never sent: typing is a way only where the keyboard is known to have every character
of the text and no input method may swallow it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from app.typing.typist import Read, Window

TERMINALS = dict.fromkeys(
    (
        "gnome-terminal-server", "gnome-terminal", "org.gnome.console", "kgx", "konsole", "xfce4-terminal", "alacritty",
        "kitty", "tilix", "terminator", "org.wezfurlong.wezterm", "wezterm", "foot", "com.mitchellh.ghostty", "ghostty",
        "qterminal", "lxterminal", "mate-terminal", "terminology", "ptyxis", "org.gnome.ptyxis", "deepin-terminal",
        "cosmic-term", "rio",
    ),
    "ctrl+shift+v",
)  # fmt: skip
"""Terminals keep Ctrl+V for the program inside; their own chord for pasting."""

PRIMARY_TERMINALS = frozenset({"xterm", "uxterm", "urxvt", "rxvt", "st", "st-256color", "aterm", "eterm", "mlterm"})
"""Terminals whose Shift+Insert pastes the selection, not the clipboard. They are typed into: both stay as they are."""

QUIET_S = 0.2
"""A program that has more to ask of the clipboard asks sooner than this after its last question, on a machine at rest.
For one paste Chromium asks some twenty times what there is, a millisecond or two apart, and reads the text in two of them:
soon after the key press, and near the end for the paste itself. Where only readings are seen they are 20 to 45 ms apart."""
FIRST_QUIET_S = 1.0
"""The same for the first text in a window: how often it reads for one paste is not known yet."""
SLOWNESS = 4.0
"""A program that was slow between two questions is busy: that many times its slowness is waited for the next one."""
LONGEST_QUIET_S = 5.0
REMEMBERED = 3
"""Pastes by which a window's habit is known. One may have been counted wrong: a clipboard manager reads, too."""

FINGERS_S = 0.6
"""The key of a combination comes up before Ctrl and Alt do, and no desktop tells when they have: letters typed in between
became shortcuts. This long after it, they have come up, too."""
LONGEST_TAP_S = 3.0
"""A key that only switches dictation on is waited for this long. Some desktops never report that it came up."""


class Delivery(Enum):
    NOW = "now"
    WAIT = "wait"
    ACTIVATE = "activate"
    GONE = "gone"


def decide_delivery(
    target: Window | None, current: Window | None, *, exists: bool, knows: bool, policy: str
) -> Delivery:
    """Whether text for `target` can be inserted while `current` has the focus.

    `policy` is "wait" or "return". Without a target (nothing had the focus, or the system does not tell) only a system
    that cannot tell is trusted to have the right window in front.
    """
    if not knows:
        return Delivery.NOW
    if target is None:
        return Delivery.GONE
    if current is not None and current.handle == target.handle:
        return Delivery.NOW
    if not exists:
        return Delivery.GONE
    return Delivery.ACTIVATE if policy == "return" else Delivery.WAIT


@dataclass(frozen=True)
class Method:
    """How to insert: "type", or "paste" with its chord. `primary`: that chord pastes the selection."""

    kind: str
    chord: str = ""
    primary: bool = False


@dataclass(frozen=True)
class Facts:
    """What is known about one text and the window that it is for.

    Attributes:
        application: the program's name, "" where the system does not tell.
        system: the typist's name in `backends.choose_typist`.
        typeable: every character can be typed.
        direct: every character is on the keyboard as it is, so that typing it cannot go wrong.
        input_method: one is on, or may be: it would take typed letters for its own.
    """

    application: str
    system: str
    typeable: bool = True
    direct: bool = True
    input_method: bool = False


def decide_methods(facts: Facts, *, setting: str, overrides: Mapping[str, str]) -> tuple[Method, ...]:
    """The ways to try, best first; the next one is for when a way is not available. () for none.

    `setting` is "auto", "type" or "paste"; an override for the application (part of its name -> "type", "paste" or a
    chord) counts more.
    """
    application = facts.application
    wanted = next((way for part, way in overrides.items() if part and part.lower() in application), setting)
    if wanted not in ("auto", "type", "paste"):
        return (Method("paste", wanted),)
    primary = application in PRIMARY_TERMINALS
    chord = TERMINALS.get(application, "super+v" if facts.system == "macos" else "ctrl+v")
    paste = Method("paste", "shift+insert" if primary else chord, primary=primary)
    if not facts.typeable or facts.input_method:
        return (paste,)
    # Some editors on Windows and macOS read fast synthetic keys out of order.
    typing_first = wanted == "type" or (
        wanted == "auto" and (primary or (facts.direct and facts.system not in ("windows", "macos")))
    )
    return (Method("type"), paste) if typing_first else (paste, Method("type"))


def expected_readings(habit: Sequence[Read]) -> int:
    """How often a window reads the text for one paste, by its last ones. Too few lose a text, too many only cost time."""
    return max((read.count for read in habit), default=1)


def quiet_s(slowest_s: float, habit: Sequence[Read]) -> float:
    """How long a pasted text stays on the clipboard after the last question. A reading is no proof that it arrived.

    `slowest_s`: the longest time from one question to the next in this paste, the key press being the first. `habit`: this
    window's last pastes; it has read the text as often as in those.
    """
    slowest_s = max([slowest_s, *(read.slowest_s for read in habit)])
    return min(max(QUIET_S if habit else FIRST_QUIET_S, SLOWNESS * slowest_s), LONGEST_QUIET_S)


def must_wait_for_release(
    *, sees_modifiers: bool, holding: bool, down_s: float | None, up_s: float | None = None
) -> bool:
    """Whether text waits until the hotkey comes up, as letters typed under Ctrl or Alt would be shortcuts.

    `sees_modifiers`: the keyboard tells what is held, and can let go of it. `holding`: a dictation goes on while its key
    is held. `down_s`: for how long a hotkey has been down, None if none is. `up_s`: how long ago one came up, None if none
    ever did.
    """
    if sees_modifiers:
        return False
    return holding or (down_s is not None and down_s < LONGEST_TAP_S) or (up_s is not None and up_s < FINGERS_S)


__all__ = [
    "LONGEST_QUIET_S", "PRIMARY_TERMINALS", "REMEMBERED", "TERMINALS", "Delivery", "Facts", "Method", "decide_delivery",
    "decide_methods", "expected_readings", "must_wait_for_release", "quiet_s",
]  # fmt: skip

"""What a hotkey backend is: the face that X11, the portal and pynput have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from app.hotkeys.keys import Combo
from app.hotkeys.rules import Edge

DICTATION_BINDINGS = {"hold", "toggle", "both"}
"""The bindings of dictation; "both" is one key for both ways."""


class Hotkeys(Protocol):
    """System-wide hotkeys of one backend. Callbacks come from its own thread."""

    def start(self) -> None: ...

    def set_bindings(self, bindings: Mapping[str, Combo]) -> None: ...

    def grab_escape(self, on: bool) -> None: ...

    def forget(self) -> None:
        """After the computer slept: everything is set up anew."""

    def check_held(self) -> None:
        """Called now and then while a key is held: one that the system knows to be up counts as released."""

    def is_taken(self, combo: Combo) -> bool:
        """Whether another program has this combination; False where that cannot be known."""

    @property
    def settled(self) -> bool:
        """Whether all that was asked for has taken effect."""

    @property
    def person_acted_s(self) -> float: ...

    def stop(self) -> None: ...


@dataclass
class HotkeyNews:
    """What a hotkey backend calls, from its own thread.

    Attributes:
        edge: a bound combination went down or up, or Esc was pressed.
        conflict: (binding, combination) that another program has.
        trouble: a message about why hotkeys do not work now.
        described: (binding, words) how the desktop itself names the combination (Wayland).
    """

    edge: Callable[[Edge], None]
    conflict: Callable[[str, Combo], None]
    trouble: Callable[[str], None]
    described: Callable[[str, str], None]

"""The rules of the hotkeys: from raw key events to what a user meant. Pure; a test gives events and the time.

Given: every key press and release on the system, in order. Gives: edges of the bound combinations (down, up, undone by
a chord) and Esc. The life cycle in `controller` decides what an edge does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from app.hotkeys.keys import SIDED, Combo

RELEASE_GRACE_S = 0.03
"""X11's auto-repeat sends release and press with equal time stamps (nearly so through a remote desktop): a release counts
only if no press follows it. No finger is that quick, and it is told from the times of the keys, not of their arrival.
"""

LONE_DELAY_S = 0.15
"""A lone modifier counts only after this long without another key: most of the time it begins an ordinary shortcut."""

CHORD_WINDOW_S = 1.0
"""Another key this soon after a lone modifier means that it was the beginning of a slow shortcut after all."""

REPEAT_S = 3.0
"""Auto-repeat presses a held key sooner than this. A later press shows that the release never came: a remote desktop or a
lock screen had the keyboard meanwhile."""


@dataclass(frozen=True)
class KeyEvent:
    """One physical key event.

    Attributes:
        key: its name (see `keys`), modifiers with their side.
        at_s: monotonic seconds of the key itself, where the system tells it; a busy machine brings events late and
            close together.
        injected: sent by this program; such events are ignored.
        altgr: the key types a layout's third level (AltGr), so it is no Alt. Known when it goes down.
    """

    key: str
    pressed: bool
    at_s: float
    injected: bool = False
    altgr: bool = False


class EdgeKind(Enum):
    """What happened to a bound combination. CHORD: it went down, but as part of another shortcut; undo it."""

    DOWN = "down"
    UP = "up"
    CHORD = "chord"
    ESCAPE = "escape"


@dataclass(frozen=True)
class Edge:
    """`binding` is the name under which the combination was bound ("" for Esc); `held_s` is known on UP."""

    kind: EdgeKind
    binding: str = ""
    at_s: float = 0.0
    held_s: float = 0.0


@dataclass
class _Held:
    binding: str
    combo: Combo
    since_s: float
    told: bool
    pressed_s: float  # last press of its key
    released_s: float | None = None
    lifted: bool = False  # this program has let go of one of its keys, so the system no longer knows about the finger


class HotkeyRules:
    """Follows the keyboard and finds the bound combinations in it.

    Attributes:
        bindings: name -> combination. May be exchanged while nothing is held.
        held_keys: names of the keys that are physically down.
    """

    def __init__(self, bindings: Mapping[str, Combo], release_grace_s: float = RELEASE_GRACE_S) -> None:
        """`release_grace_s` 0 where auto-repeat sends no releases (Windows, macOS)."""
        self._grace_s = release_grace_s
        self.bindings = dict(bindings)
        self.held_keys: set[str] = set()
        self._altgr: set[str] = set()  # of the held keys
        self._held: _Held | None = None

    @property
    def held_modifiers(self) -> frozenset[str]:
        """Modifiers that are physically down, without side. "altgr" is in no combination: what it types is text."""
        return frozenset("altgr" if key in self._altgr else SIDED[key] for key in self.held_keys if key in SIDED)

    @property
    def deadline_s(self) -> float | None:
        """When `expire` must be called at the latest, None while nothing is pending."""
        held = self._held
        if held is None:
            return None
        if held.released_s is not None:
            return held.released_s + self._grace_s
        return None if held.told else held.since_s + LONE_DELAY_S

    def owns(self, key: str) -> bool:
        """Whether `key` is the main key of the combination that is down: its events are not for the focused window."""
        return self._held is not None and key == self._held.combo.key and not self._held.combo.modifier_only

    def feed(self, event: KeyEvent) -> list[Edge]:
        """The edges that this event makes."""
        if event.injected:
            if self._held is not None and event.key in self._held_modifier_keys(self._held):
                self._held.lifted = True
            return []
        edges = self.expire(event.at_s)
        if event.pressed:
            edges += self._press(event)
        else:
            self._release(event)
        return edges

    def expire(self, now_s: float) -> list[Edge]:
        """What has become certain by `now_s`: a lone modifier that stayed alone, a release that stayed one."""
        held = self._held
        if held is None:
            return []
        edges: list[Edge] = []
        over = held.released_s is not None and now_s >= held.released_s + self._grace_s
        if not held.told and (over or (held.released_s is None and now_s >= held.since_s + LONE_DELAY_S)):
            held.told = True
            edges.append(Edge(EdgeKind.DOWN, held.binding, held.since_s))
        if over:
            edges.append(self._up(held))
        return edges

    def _up(self, held: _Held) -> Edge:
        assert held.released_s is not None
        self._held = None
        return Edge(EdgeKind.UP, held.binding, held.released_s, held.released_s - held.since_s)

    def forget(self, now_s: float) -> list[Edge]:
        """Nothing is down any more as far as we know (after sleep, lock or a lost connection).

        What was down counts as let go now: its own release may never come.
        """
        held, self._held = self._held, None
        self.held_keys.clear()
        self._altgr.clear()
        if held is None or not held.told:
            return []
        return [Edge(EdgeKind.UP, held.binding, now_s, now_s - held.since_s)]

    def check(self, now_s: float, is_down: Callable[[str], bool]) -> list[Edge]:
        """A release that was never reported: something else had the keyboard meanwhile. `is_down` asks the system.

        Only modifiers are asked about: the other key of a combination is kept from the system while it is held.
        """
        held = self._held
        if held is None or not held.told or held.released_s is not None or held.lifted:
            return []
        keys = self._held_modifier_keys(held)
        return [] if not keys or all(is_down(key) for key in keys) else self.forget(now_s)

    def _held_modifier_keys(self, held: _Held) -> list[str]:
        if held.combo.modifier_only:
            return [held.combo.key]
        return [key for key in self.held_keys if SIDED.get(key) in held.combo.modifiers]

    def _press(self, event: KeyEvent) -> list[Edge]:
        repeat = event.key in self.held_keys
        self.held_keys.add(event.key)
        if event.altgr:
            self._altgr.add(event.key)
        held = self._held
        if held is not None:
            if event.key == held.combo.key:
                if event.at_s - held.pressed_s > REPEAT_S:
                    return [*self.forget(event.at_s), *self._press(event)]
                held.pressed_s = event.at_s
                held.released_s = None  # auto-repeat: the release before it was not one
                return []
            if repeat:
                return []
            if held.released_s is not None:
                # Another key within the grace: the release was real, whatever comes next.
                down = [] if held.told else [Edge(EdgeKind.DOWN, held.binding, held.since_s)]
                return [*down, self._up(held), *self._press_alone(event)]
            if event.key == "escape":
                return [Edge(EdgeKind.ESCAPE, at_s=event.at_s)]
            if not held.told:
                self._held = None
                return self._match(event)
            if held.combo.modifier_only and event.at_s - held.since_s < CHORD_WINDOW_S:
                self._held = None
                return [Edge(EdgeKind.CHORD, held.binding, event.at_s), *self._match(event)]
            return []
        return [] if repeat else self._press_alone(event)

    def _press_alone(self, event: KeyEvent) -> list[Edge]:
        """A new press while no combination is down."""
        if event.key == "escape" and not self.held_modifiers:
            return [Edge(EdgeKind.ESCAPE, at_s=event.at_s)]
        return self._match(event)

    def _match(self, event: KeyEvent) -> list[Edge]:
        for name, combo in self.bindings.items():
            if event.key == combo.key and self._satisfied(combo):
                self._held = _Held(name, combo, event.at_s, not combo.modifier_only, event.at_s)
                return [] if combo.modifier_only else [Edge(EdgeKind.DOWN, name, event.at_s)]
        return []

    def _satisfied(self, combo: Combo) -> bool:
        if combo.modifier_only:
            return self.held_keys == {combo.key}  # with anything else down it is part of a chord
        return self.held_modifiers == combo.modifiers

    def _release(self, event: KeyEvent) -> None:
        self.held_keys.discard(event.key)
        altgr = event.key in self._altgr
        self._altgr.discard(event.key)
        held = self._held
        if held is None or held.released_s is not None:
            return
        # Letting go of any part of the chord ends it: fingers do not leave the keys in a fixed order.
        part = event.key == held.combo.key or (not altgr and SIDED.get(event.key) in held.combo.modifiers)
        if part and (event.key == held.combo.key or SIDED[event.key] not in self.held_modifiers):
            held.released_s = event.at_s

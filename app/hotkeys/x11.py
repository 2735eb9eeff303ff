"""System-wide hotkeys on X11: the key is grabbed, so that it never reaches the window one dictates into.

Two connections in one thread. The first holds passive grabs: a taken combination is refused by the server (BadAccess)
and so can be told. The second listens to raw key events (XInput 2.1), which come whoever holds the keyboard: they show
releases, lone modifiers and Esc.

When a grabbed key goes down the server routes the whole keyboard to us, typed text included. So the key is let go at
once on the server's side with an XTEST release: that ends the grab and the auto-repeat, and text can be typed into the
focused window while the finger is still on the key. The finger's own release is seen in the raw events.
"""

from __future__ import annotations

import logging
import select
import struct
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from Xlib import X, display, error  # type: ignore[import-untyped]
from Xlib.ext import ge, xinput, xtest  # type: ignore[import-untyped]

from app.base.translation import translate
from app.hotkeys.command_loop import CommandQueue
from app.hotkeys.keys import ISO_LEVEL3_SHIFT, SIDED, Combo
from app.hotkeys.labels import combo_label
from app.hotkeys.ledger import Ledger
from app.hotkeys.rules import Edge, HotkeyRules, KeyEvent
from app.hotkeys.x11_display import (
    MODIFIER_MASKS,
    KeyPositions,
    ServerClock,
    X11Error,
    connect,
    lock_masks,
    name_keycodes,
    read_bound_keys,
    read_keymap,
)

log = logging.getLogger(__name__)

_RAW_KEY_PRESS, _RAW_KEY_RELEASE, _RAW_BUTTON_PRESS = 13, 14, 15
_RAW_MASK = (1 << _RAW_KEY_PRESS) | (1 << _RAW_KEY_RELEASE) | (1 << _RAW_BUTTON_PRESS)
_RAW_HEAD = struct.Struct("=HIIHHI")
"""deviceid, time, detail (keycode), sourceid, valuators_len, flags of an xXIRawEvent after the generic part."""

RECONNECT_S = 2.0
_ESCAPE = "escape "
"""Beginning of the names of grabs for Esc; no binding has such a name."""


def _is_down(connection: display.Display, keycode: int) -> bool:
    """Whether the key is down now. One that was let go before its press was looked at has ended the grab by itself."""
    return bool(connection.query_keymap()[keycode // 8] >> keycode % 8 & 1)


def is_taken(combo: Combo, display_name: str | None = None, positions: KeyPositions | None = None) -> bool:
    """Whether another program has grabbed this combination. Raises X11Error if there is no display."""
    if combo.modifier_only:
        return False  # only listened to, never grabbed
    connection = connect(display_name)
    try:
        grabs = _Grabs(connection, positions or KeyPositions())
        return grabs.has_key(combo) and not grabs.grab("probe", combo)
    finally:
        connection.close()


class _Grabs:
    """Passive grabs on one connection's root window."""

    def __init__(self, connection: display.Display, positions: KeyPositions) -> None:
        self.connection = connection
        self.positions = positions
        self.root = connection.screen().root
        self.held: dict[str, tuple[Combo, list[tuple[int, int]]]] = {}
        self.read_keys()

    def read_keys(self) -> None:
        keymap = read_keymap(self.connection)
        names = name_keycodes(self.connection, keymap)
        typists = read_bound_keys(self.connection)
        low = self.connection.display.info.min_keycode
        self.names = {code: name for code, name in names.items() if keymap[code - low][:2] != typists.get(code)}
        self.positions.update(self.names)
        self.altgr = {low + number for number, row in enumerate(keymap) if row[0] == ISO_LEVEL3_SHIFT}
        self._locks = lock_masks(self.connection, keymap)

    def facts(self, combos: Iterable[Combo]) -> tuple[object, ...]:
        """All that the grabs of `combos` depend on."""
        return (*self._locks, *(self.positions.keycode(combo.key) for combo in combos))

    def has_key(self, combo: Combo) -> bool:
        return self.positions.keycode(combo.key) is not None

    def grab(self, name: str, combo: Combo) -> bool:
        """Grabs; False if somebody else has it (then nothing of it stays grabbed) or the keyboard lacks the key."""
        code = self.positions.keycode(combo.key)
        if code is None:
            return False
        mask = 0
        for modifier in combo.modifiers:
            mask |= MODIFIER_MASKS[modifier]
        wanted = [(code, mask | lock) for lock in self._locks]
        refused = error.CatchError(error.BadAccess)
        for keycode, state in wanted:
            self.root.grab_key(keycode, state, False, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
        self.connection.sync()
        if refused.get_error() is not None:
            self._ungrab(wanted)
            return False
        self.held[name] = (combo, wanted)
        return True

    def drop(self, name: str) -> None:
        if name in self.held:
            self._ungrab(self.held.pop(name)[1])

    def _ungrab(self, grabbed: list[tuple[int, int]]) -> None:
        for keycode, state in grabbed:
            self.root.ungrab_key(keycode, state, onerror=error.CatchError(error.BadAccess))
        self.connection.sync()


class X11Hotkeys:
    """Listens in a thread of its own and reports edges.

    Args:
        on_edge: called in the listening thread with every edge.
        on_conflict: called in the listening thread with the name of a binding whose combination another program has;
            the binding keeps the combination it had before, if any. It is tried again whenever the keyboard changes.
        on_trouble: called with a message when the connection to the X server breaks (it is retried), and when the
            keyboard lacks the key of a combination.
        ledger: shared with the typist, so that typed keys are not taken for the user's.
    """

    def __init__(
        self,
        on_edge: Callable[[Edge], None],
        on_conflict: Callable[[str, Combo], None],
        on_trouble: Callable[[str], None],
        ledger: Ledger,
        display_name: str | None = None,
    ) -> None:
        self._on_edge = on_edge
        self._on_conflict = on_conflict
        self._on_trouble = on_trouble
        self._ledger = ledger
        self._display_name = display_name
        self._commands = CommandQueue()
        self._wanted: dict[str, Combo] = {}
        self._refused: dict[str, Combo] = {}  # a message about them was shown
        self._positions = KeyPositions()
        self._rules = HotkeyRules({})
        self._clock = ServerClock()
        self._escape = False
        self._person_acted_s = 0.0
        self._thread = threading.Thread(target=self._run, name="hotkeys", daemon=True)

    def start(self) -> None:
        """Raises X11Error if the display cannot be reached or has no XInput 2.1."""
        first = self._open()
        self._links: tuple[_Grabs, display.Display] | None = first
        self._thread.start()

    def set_bindings(self, bindings: Mapping[str, Combo]) -> None:
        """Exchanges the combinations; takes effect in the listening thread (see `settled`)."""
        self._commands.send("bind", dict(bindings))

    def grab_escape(self, on: bool) -> None:
        """While on, Esc is ours and does not reach the focused window."""
        self._commands.send("escape", on)

    def forget(self) -> None:
        """After sleep or unlock: reads the keyboard anew and grabs again."""
        self._commands.send("again")

    def check_held(self) -> None:
        """A held key that the server knows to be up counts as released."""
        self._commands.send("check")

    def is_taken(self, combo: Combo) -> bool:
        """Whether another program has grabbed this combination."""
        try:
            return is_taken(combo, self._display_name, self._positions)
        except X11Error as failure:
            log.warning("conflict check: %s", failure)
            return False

    @property
    def settled(self) -> bool:
        """Whether all that was asked for has taken effect, or will when a lost connection is there again."""
        return self._commands.settled

    @property
    def person_acted_s(self) -> float:
        """When the user last clicked or pressed a key that is not a hotkey (monotonic seconds, 0.0 for never)."""
        return self._person_acted_s

    def stop(self) -> None:
        self._commands.send("stop")
        if self._thread.is_alive():
            self._thread.join(5)
        self._commands.close()

    # --- the listening thread ---

    def _open(self) -> tuple[_Grabs, display.Display]:
        grabbing = connect(self._display_name)
        try:
            listening = connect(self._display_name)
        except X11Error:
            grabbing.close()
            raise
        try:
            extension = listening.query_extension("XInputExtension")
            if extension is None or not grabbing.has_extension("XTEST"):
                raise X11Error(
                    translate(
                        "Dictation", "This X server has no XInput or XTEST extension, so hotkeys are not available."
                    )
                )
            version = xinput.XIQueryVersion(
                display=listening.display, opcode=extension.major_opcode, major_version=2, minor_version=2
            )
            if (version.major_version, version.minor_version) < (2, 1):
                raise X11Error(
                    translate("Dictation", "This X server's XInput is older than 2.1, so hotkeys are not available.")
                )
            listening.screen().root.xinput_select_events([(xinput.AllMasterDevices, _RAW_MASK)])
            listening.sync()
            return _Grabs(grabbing, self._positions), listening
        except (X11Error, error.XError):
            grabbing.close()
            listening.close()
            raise

    def _run(self) -> None:
        try:
            while True:
                if self._links is None and not self._reconnect():
                    return
                assert self._links is not None
                grabs, listening = self._links
                try:
                    self._listen(grabs, listening)
                    return
                except (error.ConnectionClosedError, OSError) as failure:
                    log.warning("hotkeys: connection to the X server lost: %s", failure)
                    self._on_trouble(
                        translate("Dictation", "The connection to the display was lost. Setting up hotkeys again…")
                    )
                    self._close_links()
        finally:
            self._close_links()

    def _reconnect(self) -> bool:
        """Tries until it works; False when told to stop meanwhile."""
        while True:
            try:
                self._links = self._open()
                self._let_go()
                self._bind(self._links[0], self._wanted)
                return True
            except (X11Error, error.XError, OSError):
                for name, value in self._commands.taken(RECONNECT_S):
                    if name == "stop":
                        return False
                    if name == "bind":
                        self._wanted = value
                    elif name == "escape":
                        self._escape = value

    def _let_go(self) -> None:
        for edge in self._rules.forget(time.monotonic()):
            self._on_edge(edge)

    def _close_links(self) -> None:
        if self._links is None:
            return
        grabs, listening = self._links
        self._links = None
        for connection in (grabs.connection, listening):
            try:
                connection.close()
            except (error.ConnectionClosedError, OSError) as failure:
                log.debug("closing the X connection: %s", failure)

    def _listen(self, grabs: _Grabs, listening: display.Display) -> None:
        descriptors = [grabs.connection.fileno(), listening.fileno(), self._commands]
        while True:
            deadline = self._rules.deadline_s
            wait_s = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not (grabs.connection.pending_events() or listening.pending_events()):
                select.select(descriptors, [], [], wait_s)
            # Grabs first: the held key must be let go before the life cycle hears of it and starts to type.
            while grabs.connection.pending_events():
                self._grab_event(grabs, grabs.connection.next_event())
            while listening.pending_events():
                self._raw_event(grabs, listening.next_event())
            for edge in self._rules.expire(time.monotonic()):
                self._on_edge(edge)
            if not self._obey(grabs, listening):
                return

    def _grab_event(self, grabs: _Grabs, event: Any) -> None:
        if event.type == X.KeyPress and _is_down(grabs.connection, event.detail):
            self._ledger.expect(event.detail, False)
            xtest.fake_input(grabs.connection, X.KeyRelease, event.detail)
            grabs.connection.flush()
        elif event.type == X.MappingNotify and event.request in (X.MappingKeyboard, X.MappingModifier):
            before = grabs.facts(self._wanted.values())
            grabs.read_keys()
            if grabs.facts(self._wanted.values()) != before:  # the typist's spare keycodes change nothing here
                self._bind(grabs, self._wanted, again=True)
            elif self._refused:
                self._bind(grabs, self._wanted)

    def _raw_event(self, grabs: _Grabs, event: Any) -> None:
        if event.type == ge.GenericEventCode and event.evtype == _RAW_BUTTON_PRESS:
            self._person_acted_s = time.monotonic()
        if event.type != ge.GenericEventCode or event.evtype not in (_RAW_KEY_PRESS, _RAW_KEY_RELEASE):
            return
        _, server_ms, keycode, *_ = _RAW_HEAD.unpack_from(event.data)
        pressed = event.evtype == _RAW_KEY_PRESS
        name = self._name(grabs, keycode)
        now = time.monotonic()
        if self._ledger.take(keycode, pressed):
            self._rules.feed(KeyEvent(name, pressed, now, injected=True))
            return
        at_s = self._clock.seconds(server_ms, now)
        edges = self._rules.feed(KeyEvent(name, pressed, at_s, altgr=keycode in grabs.altgr))
        if pressed and not edges and name not in SIDED:
            self._person_acted_s = now
        for edge in edges:
            self._on_edge(edge)

    def _name(self, grabs: _Grabs, keycode: int) -> str:
        """Name of a key: as a shortcut calls it, else as the layout does."""
        for combo in self._rules.bindings.values():
            if self._positions.keycode(combo.key) == keycode:
                return combo.key
        return grabs.names.get(keycode, f"code {keycode}")

    def _obey(self, grabs: _Grabs, listening: display.Display) -> bool:
        """Carries out waiting commands; False for stop."""
        for name, value in self._commands.taken():
            if name == "stop":
                for held in list(grabs.held):
                    grabs.drop(held)
                return False
            if name == "bind":
                self._refused.clear()
                self._bind(grabs, value)
            elif name == "escape":
                self._grab_escape(grabs, value)
            elif name == "check":
                self._check_held(grabs, listening)
            elif name == "again":
                self._let_go()
                self._bind(grabs, self._wanted, again=True)
        return True

    def _check_held(self, grabs: _Grabs, listening: display.Display) -> None:
        keymap = grabs.connection.query_keymap()
        listening.sync()
        while listening.pending_events():  # what the typist has lifted by now is known
            self._raw_event(grabs, listening.next_event())
        down = {self._name(grabs, code) for code in range(8, 256) if keymap[code // 8] >> code % 8 & 1}
        for edge in self._rules.check(time.monotonic(), down.__contains__):
            self._on_edge(edge)

    def _bind(self, grabs: _Grabs, wanted: dict[str, Combo], *, again: bool = False) -> None:
        """Grabs what is new; what is taken by others keeps its old combination."""
        bound = dict(self._rules.bindings)
        for name in [name for name in bound if name not in wanted]:
            grabs.drop(name)
            del bound[name]
        grabbed: dict[Combo, str] = {}
        for name, combo in wanted.items():
            if bound.get(name) == combo and not again and (combo.modifier_only or name in grabs.held):
                grabbed[combo] = name
                continue
            old = bound.get(name)
            grabs.drop(name)
            if combo.modifier_only or combo in grabbed or grabs.grab(name, combo):
                bound[name] = combo
                grabbed.setdefault(combo, name)
                self._refused.pop(name, None)
                continue
            if self._refused.get(name) != combo:
                self._refused[name] = combo
                self._report_refusal(grabs, name, combo)
            bound.pop(name, None)
            if old is not None and old != combo and (old.modifier_only or grabs.grab(name, old)):
                bound[name] = old
        self._wanted = dict(wanted)
        self._rules.bindings = bound
        if self._escape:
            self._grab_escape(grabs, True)

    def _report_refusal(self, grabs: _Grabs, name: str, combo: Combo) -> None:
        if grabs.has_key(combo):
            self._on_conflict(name, combo)
            return
        message = translate("Dictation", "The shortcut {keys} does not work because this keyboard has no such key.")
        self._on_trouble(message.format(keys=combo_label(combo)))

    def _grab_escape(self, grabs: _Grabs, on: bool) -> None:
        """Esc alone, and under the modifiers of a chord that may be held just now."""
        self._escape = on
        if not on:
            for name in [name for name in grabs.held if name.startswith(_ESCAPE)]:
                grabs.drop(name)
            return
        for modifiers in {frozenset[str](), *(combo.modifiers for combo in self._rules.bindings.values())}:
            combo = Combo("escape", modifiers)
            name = f"{_ESCAPE}{combo}"
            if name not in grabs.held and not grabs.grab(name, combo):
                log.info("%s belongs to another program; it cancels all the same but reaches the window too", combo)

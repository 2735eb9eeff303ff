"""Typing on X11 with XTEST, and which window has the focus.

A character that the layout has is typed with its own key. Every other one gets a slot on a spare keycode (plain or
with Shift): all slots of a batch are bound first, then the keys are pressed, and a slot is bound anew only after a
pause in which the window can read the keys it stood for. Binding one keycode per character faster than clients read the
keymap is what makes other programs drop and double letters. A character that is alone on its keycode stands on both
levels, since a lone "Ü" would mean the pair ü/Ü.

The server's keymap is anybody's: `setxkbmap`, a keyboard that is plugged in or the desktop's own switch sets it anew, and
what was bound is gone. So nothing about it is believed: it is read before each group of characters, and read once more
afterwards, which shows whether the keys meant the same until the last one was pressed.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from Xlib import X, Xatom, error  # type: ignore[import-untyped]
from Xlib.ext import xtest  # type: ignore[import-untyped]
from Xlib.protocol import event as x_event  # type: ignore[import-untyped]

from app.base.translation import translate
from app.hotkeys.keys import KEYSYMS, SIDED, keysym_of, keysym_of_character, parse_combo
from app.hotkeys.ledger import Ledger
from app.hotkeys.x11_display import BOUND_PROPERTY, MODIFIER_MASKS, connect, read_bound_keys, read_keymap, xkbcommon
from app.typing.typist import TypingError, Window

GROUP_CHARS = 48
"""Most characters typed between two looks at the focused window."""

MAP_PAUSE_S = 0.02
"""After binding spare keycodes: input methods keep a keymap of their own and read it a moment later."""

READ_PAUSE_S = 0.3
"""A slot may be bound anew this long after its key was pressed: the window looks the key up only when it reads it."""

Slot = tuple[int, bool]
"""A spare keycode, and whether Shift is needed."""

LOCKING = {KEYSYMS["caps lock"], KEYSYMS["num lock"], KEYSYMS["scroll lock"]}


def find_key(keymap: list[list[int]], low: int, group: int, keysyms: set[int]) -> tuple[int, bool] | None:
    """(keycode, Shift needed) of the key that gives one of `keysyms` in `group`, None if the layout has none.

    `keymap` holds rows of keysyms from keycode `low` on; a row has two columns (plain, Shift) per group, and a row
    without a second group is the same in all groups. Where a row has the third and the fourth group depends on its
    key's type, which this request does not tell: in these only what is no character counts (Enter, Shift …).
    """
    for number, row in enumerate(keymap):
        columns = (
            row[2 * group : 2 * group + 2] if group < 2 else [key if key >> 8 in (0xFE, 0xFF) else 0 for key in row[:2]]
        )
        if not any(columns) and group < 2:
            columns = row[:2]
        for shift, keysym in enumerate(columns):
            if keysym and keysym in keysyms:
                return low + number, bool(shift)
    return None


class X11Typist:
    """Presses keys through XTEST. Used from one thread."""

    sees_modifiers = True

    def __init__(self, ledger: Ledger, display_name: str | None = None) -> None:
        """Raises X11Error if the display cannot be reached."""
        self._connection = connect(display_name)
        self._ledger = ledger
        self._legacy = xkbcommon("xkb_utf32_to_keysym")
        self._root = self._connection.screen().root
        self._low = self._connection.display.info.min_keycode
        self._slots: OrderedDict[Slot, str] = OrderedDict()  # slot -> its character ("" for none), least used first
        self._last_slot_s = 0.0
        self._reset: set[int] = set()  # keycodes that somebody else has taken from us; keys may be waiting to be read
        self._left_over = read_bound_keys(self._connection)
        self._read_map()

    # --- the keymap ---

    def _read_map(self) -> None:
        """Reads the keymap; what other programs changed is respected, what we bound counts as free."""
        while self._connection.pending_events():  # MappingNotify, which comes too late to rely on
            self._connection.next_event()
        own = self._bound()
        self._keymap = read_keymap(self._connection)
        modifiers = {code for row in self._connection.get_modifier_mapping() for code in row if code}
        free: set[int] = set()
        held: set[int] = set()
        for number, row in enumerate(self._keymap):
            code = self._low + number
            if code in own and row[:2] == own[code]:
                self._keymap[number] = [0] * len(row)
                held.add(code)
            # Keycode 8 is "no key" to some toolkits.
            elif not any(row) and code not in modifiers and code > 8:
                free.add(code)
        self._reset |= own.keys() - held
        self._left_over = {code: row for code, row in self._left_over.items() if code in held}
        kept = {slot: character for slot, character in self._slots.items() if slot[0] in held and character}
        # Both levels of a keycode before the next one: every keycode that changes makes all programs read the keymap
        # again, and some window managers need 0.2 s for that.
        new = [(code, shift) for code in sorted(free | held) for shift in (False, True)]
        self._slots = OrderedDict({slot: "" for slot in new if slot not in kept} | kept)

    def _row(self, code: int) -> list[int]:
        """The two keysyms that a spare keycode has from us."""
        plain, shifted = self._slots.get((code, False), ""), self._slots.get((code, True), "")
        only = plain or shifted
        return [keysym_of_character(character or only) if only else 0 for character in (plain, shifted)]

    def _keysyms(self, character: str) -> set[int]:
        keysyms = {keysym_of_character(character)}
        if self._legacy is not None and character not in "\n\t":
            keysyms.add(int(self._legacy(ord(character))))
        return keysyms

    def _group(self) -> int:
        return int(self._root.query_pointer().mask >> 13) & 3

    def can_type(self, text: str) -> bool:
        """Whether the layout has every character or there are spare keycodes for the others."""
        return bool(self._slots) or self.can_type_directly(text)

    def can_type_directly(self, text: str) -> bool:
        """Whether the layout has every character. ASCII counts always: what it may lack of it gets spare keycodes."""
        self._read_map()
        group = self._group()
        return all(
            character.isascii() or find_key(self._keymap, self._low, group, self._keysyms(character)) is not None
            for character in text
        )

    # --- pressing keys ---

    def _key(self, keycode: int, pressed: bool) -> None:
        self._ledger.expect(keycode, pressed)
        xtest.fake_input(self._connection, X.KeyPress if pressed else X.KeyRelease, keycode)

    def _tap(self, keycode: int, shift: int | None) -> None:
        if shift is not None:
            self._key(shift, True)
        self._key(keycode, True)
        self._key(keycode, False)
        if shift is not None:
            self._key(shift, False)

    def _keycode(self, keysym: int) -> int:
        found = find_key(self._keymap, self._low, 0, {keysym})
        if found is None:
            raise TypingError(translate("Dictation", "This keyboard layout has no key that typing needs."))
        return found[0]

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        """Types `text`; returns how many characters were typed before `go_on` said no. Raises TypingError."""
        text = text.replace("\r\n", "\n")
        try:
            self._read_map()
            caps = self._caps_lock_off()
            try:
                return self._type(text, go_on)
            finally:
                if caps is not None:
                    self._tap(caps, None)
                self._connection.sync()
        except (error.ConnectionClosedError, OSError) as failure:
            raise TypingError(
                translate("Dictation", "The connection to the display was lost while typing.")
            ) from failure

    def _caps_lock_off(self) -> int | None:
        """Turns Caps Lock off for the time of typing; the keycode that turns it on again, None if it was off."""
        if not self._root.query_pointer().mask & X.LockMask:
            return None
        code = self._keycode(KEYSYMS["caps lock"])
        self._tap(code, None)
        self._connection.sync()
        return code

    def _type(self, text: str, go_on: Callable[[], bool]) -> int:
        done = 0
        while done < len(text):
            self._read_map()
            shift = self._keycode(KEYSYMS["left shift"])
            group = self._group()
            keys: list[Slot] = []
            fresh: dict[Slot, str] = {}
            used: set[Slot] = set()
            for character in text[done : done + GROUP_CHARS]:
                key = find_key(self._keymap, self._low, group, self._keysyms(character))
                if key is None:
                    key = self._slot_for(character, used, fresh)
                    if key is None:
                        break  # every slot is in use in this group
                    used.add(key)
                keys.append(key)
            if not keys:
                raise TypingError(
                    translate("Dictation", "This keyboard has no free key code for one of the characters.")
                )
            self._bind(fresh)
            if not go_on():  # now, since binding takes a while
                return done
            for code, shifted in keys:
                self._tap(code, shift if shifted else None)
            self._connection.sync()
            if used:
                self._last_slot_s = time.monotonic()
            self._check_meaning(keys, shift, group, done)
            done += len(keys)
        return done

    def _check_meaning(self, keys: list[Slot], shift: int, group: int, typed: int) -> None:
        """Raises TypingError if a key means something else by now than when it was chosen.

        `typed` characters of the text came before these keys. What arrived of the keys cannot be known.
        """
        now = read_keymap(self._connection)
        codes = {shift, *(code for code, _ in keys)}
        own = {code for code, _ in self._slots} & codes
        changed = any(now[code - self._low][:2] != self._row(code) for code in own)
        changed |= any(now[code - self._low] != self._keymap[code - self._low] for code in codes - own)
        if changed or self._group() != group:
            failure = TypingError(translate("Dictation", "The keyboard layout changed while the text was being typed."))
            failure.typed = typed
            raise failure

    def _slot_for(self, character: str, used: set[Slot], fresh: dict[Slot, str]) -> Slot | None:
        """The slot that has a character, else the least used one that this group leaves free, noted in `fresh`."""
        for slot, has in self._slots.items():
            if fresh.get(slot, has) == character:
                self._slots.move_to_end(slot)
                return slot
        for slot in self._slots:
            if slot not in used and slot not in fresh:
                fresh[slot] = character
                self._slots.move_to_end(slot)
                return slot
        return None

    def _bind(self, fresh: dict[Slot, str]) -> None:
        if not fresh:
            return
        if any(self._slots[slot] or slot[0] in self._reset for slot in fresh):
            time.sleep(max(0.0, self._last_slot_s + READ_PAUSE_S - time.monotonic()))
        self._reset.clear()
        self._slots.update(fresh)
        width = max(4, len(self._keymap[0])) // 2
        for code in {code for code, _ in fresh}:
            self._connection.change_keyboard_mapping(code, [self._row(code) * width])
        self._note_bound()
        self._connection.sync()
        time.sleep(MAP_PAUSE_S)

    def _bound(self) -> dict[int, list[int]]:
        """Keycode -> its two keysyms, of every key that has them from us or from a process before us."""
        return self._left_over | {code: self._row(code) for (code, _), character in self._slots.items() if character}

    def _note_bound(self) -> None:
        bound = self._bound()
        name = self._connection.intern_atom(BOUND_PROPERTY)
        if bound:
            noted = [number for code, row in sorted(bound.items()) for number in (code, *row)]
            self._root.change_property(name, Xatom.CARDINAL, 32, noted)
        else:
            self._root.delete_property(name)

    def press(self, chord: str) -> None:
        """Presses a combination once, with the keys of the map of now: people swap Ctrl and Alt. Raises TypingError."""
        combo = parse_combo(chord)
        assert combo is not None
        try:
            self._read_map()
            code = self._chord_key(combo.key)
            modifiers = [self._modifier_code(name) for name in sorted(combo.modifiers)]
            for modifier in modifiers:
                self._key(modifier, True)
            self._key(code, True)
            self._key(code, False)
            for modifier in reversed(modifiers):
                self._key(modifier, False)
            self._connection.sync()
        except (error.ConnectionClosedError, OSError) as failure:
            raise TypingError(
                translate("Dictation", "The connection to the display was lost while typing.")
            ) from failure

    def _modifier_code(self, modifier: str) -> int:
        """The keycode that really sets this modifier."""
        rows = self._connection.get_modifier_mapping()
        row = rows[MODIFIER_MASKS[modifier].bit_length() - 1]
        named = {KEYSYMS[key] for key, stands_for in SIDED.items() if stands_for == modifier}
        for code in row:
            if code and self._keymap[code - self._low][0] in named:
                return int(code)
        for code in row:
            if code:
                return int(code)
        raise TypingError(translate("Dictation", "This keyboard layout has no key that pasting needs."))

    def _chord_key(self, key: str) -> int:
        """The key of a chord: in the group of now, else in any group (programs look at all groups for shortcuts)."""
        for group in (self._group(), 0, 1):
            found = find_key(self._keymap, self._low, group, {keysym_of(key)})
            if found is not None:
                return found[0]
        fresh: dict[Slot, str] = {}
        slot = self._slot_for(key, set(), fresh) if len(key) == 1 else None
        if slot is None or slot[1]:
            raise TypingError(translate("Dictation", "This keyboard layout has no key that pasting needs."))
        self._bind(fresh)
        self._last_slot_s = time.monotonic()
        return slot[0]

    # --- what is held ---

    def _down(self) -> list[int]:
        bits = self._connection.query_keymap()
        return [index * 8 + bit for index, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1]

    def modifiers_held(self) -> bool:
        """Whether Ctrl, Alt, Shift or Super is down (locks do not count)."""
        modifiers = {code for row in self._connection.get_modifier_mapping() for code in row if code}
        return any(code in modifiers and self._keymap[code - self._low][0] not in LOCKING for code in self._down())

    def lift(self) -> None:
        """Releases every key on the server's side. The user's own release comes later and changes nothing."""
        for code in self._down():
            self._key(code, False)
        self._connection.sync()

    def close(self) -> None:
        """Gives the spare keycodes back and closes the connection."""
        try:
            time.sleep(max(0.0, self._last_slot_s + READ_PAUSE_S - time.monotonic()))
            self._read_map()  # a keycode that the layout has taken back stays as it is
            for code in self._bound():
                self._connection.change_keyboard_mapping(code, [[0] * len(self._keymap[0])])
            self._slots.clear()
            self._left_over.clear()
            self._note_bound()
            self._connection.sync()
            self._connection.close()
        except (error.ConnectionClosedError, OSError):
            return  # the display is gone, and the keymap with it


def _property(connection: Any, window: int, name: str) -> Any:
    """Value of a window property, None where it has none or the window is gone."""
    target = connection.create_resource_object("window", window)
    try:
        answer = target.get_full_property(connection.intern_atom(name), X.AnyPropertyType)
    except error.XError:
        return None
    return None if answer is None else answer.value


def active_window(connection: Any) -> int | None:
    """The window that the window manager calls active, else the one with the input focus, None if there is none."""
    value = _property(connection, connection.screen().root.id, "_NET_ACTIVE_WINDOW")
    if value is not None and len(value):
        return int(value[0]) or None
    focus = connection.get_input_focus().focus
    # Before the first window of a session has been active, the manager keeps the focus on a window of its own.
    own = _property(connection, connection.screen().root.id, "_NET_SUPPORTING_WM_CHECK")
    return None if isinstance(focus, int) or (own is not None and focus.id in own) else int(focus.id)


class X11Focus:
    """Focused window through the window manager's hints. Used from one thread."""

    def __init__(self, display_name: str | None = None) -> None:
        """Raises X11Error."""
        self._connection = connect(display_name)

    def knows(self) -> bool:
        return True

    def current(self) -> Window | None:
        window = active_window(self._connection)
        if window is None or not self.exists(Window(window)):
            return None  # the manager may still name a window that has just been closed
        wm_class = _property(self._connection, window, "WM_CLASS")
        parts = [] if wm_class is None else bytes(wm_class).decode("latin-1").rstrip("\0").split("\0")
        title = _property(self._connection, window, "_NET_WM_NAME")
        if title is None:
            title = _property(self._connection, window, "WM_NAME")
        text = title if isinstance(title, str) else bytes(title or b"").decode("utf-8", "replace")
        return Window(window, parts[-1].lower() if parts else "", text)

    def exists(self, window: Window) -> bool:
        try:
            self._connection.create_resource_object("window", window.handle).get_attributes()
        except error.XError:
            return False
        return True

    def composited(self) -> bool:
        """Whether windows can be translucent: a compositor owns its selection."""
        owner = self._connection.get_selection_owner(self._connection.intern_atom("_NET_WM_CM_S0"))
        return owner not in (X.NONE, None)

    def geometry(self, window: Window) -> tuple[int, int, int, int] | None:
        """x, y, width, height on the screen in physical pixels, None if the window is gone."""
        target = self._connection.create_resource_object("window", window.handle)
        try:
            size = target.get_geometry()
            corner = target.translate_coords(self._connection.screen().root, 0, 0)
        except error.XError:
            return None
        # The reply says where the root's corner lies as seen from the window.
        return -corner.x, -corner.y, size.width, size.height

    def activate(self, window: Window) -> bool:
        root = self._connection.screen().root
        target = self._connection.create_resource_object("window", window.handle)
        active = self._connection.intern_atom("_NET_ACTIVE_WINDOW")
        # Source 2: on behalf of the user, as a pager does; window managers then do not hold it back.
        message = x_event.ClientMessage(window=target, client_type=active, data=(32, [2, X.CurrentTime, 0, 0, 0]))
        root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self._connection.sync()
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            if active_window(self._connection) == window.handle:
                time.sleep(0.03)  # the manager names it active a moment before the focus arrives
                return True
            time.sleep(0.02)
        return False

    def close(self) -> None:
        try:
            self._connection.close()
        except (error.ConnectionClosedError, OSError):
            return


__all__ = ["X11Focus", "X11Typist", "active_window", "find_key"]

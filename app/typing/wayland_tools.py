"""Typing on Wayland with a helper program: wtype types anything, ydotool only presses the paste chord."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping

from app.base.translation import translate
from app.hotkeys.keys import MODIFIERS, parse_combo
from app.typing.typist import TypingError

TIMEOUT_S = 10.0
NOT_OFFERED = "virtual keyboard protocol"
"""In wtype's words where the desktop does not let it type; everything else may be better the next time."""
CHUNK = 64

_EVDEV = {
    "ctrl": 29, "shift": 42, "alt": 56, "super": 125, "enter": 28, "insert": 110, "v": 47, "tab": 15, "space": 57,
}  # fmt: skip
"""Kernel key codes (`linux/input-event-codes.h`) of the keys that chords need."""

_WTYPE_MODIFIERS = {"ctrl": "ctrl", "shift": "shift", "alt": "alt", "super": "logo"}
_WTYPE_KEYS = {"enter": "Return", "insert": "Insert", "tab": "Tab", "space": "space"}


def _run(command: list[str], env: Mapping[str, str], stdin: str | None = None) -> None:
    """Runs a helper. Raises TypingError with its words when it fails or hangs."""
    try:
        done = subprocess.run(
            command, env=dict(env), input=stdin, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        message = translate("Dictation", "{program} did not finish in time.")
        raise TypingError(message.format(program=command[0])) from error
    except OSError as error:
        message = translate("Dictation", "{program} could not be started: {reason}.")
        raise TypingError(message.format(program=command[0], reason=error.strerror)) from error
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()
        message = translate("Dictation", "{program} failed: {reason}")
        raise TypingError(message.format(program=command[0], reason=words[-1] if words else done.returncode))


class WtypeTypist:
    """Implements `typist.Typist` with wtype, which brings a keymap of its own."""

    sees_modifiers = False

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env
        self._refused = ""

    def _call(self, *arguments: str, stdin: str | None = None) -> None:
        if self._refused:
            raise TypingError(self._refused)
        try:
            _run(["wtype", *arguments], self._env, stdin)
        except TypingError as error:
            if NOT_OFFERED in str(error):
                self._refused = str(error)
            raise

    def can_type(self, text: str) -> bool:
        return True

    def can_type_directly(self, text: str) -> bool:
        return True

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        text = text.replace("\r\n", "\n")
        for start in range(0, len(text), CHUNK):
            if not go_on():
                return start
            try:
                self._call("-d", "2", "-", stdin=text[start : start + CHUNK])
            except TypingError as error:
                error.typed = start
                raise
        return len(text)

    def press(self, chord: str) -> None:
        combo = parse_combo(chord)
        assert combo is not None
        held = [_WTYPE_MODIFIERS[name] for name in MODIFIERS if name in combo.modifiers]
        down = [word for name in held for word in ("-M", name)]
        up = [word for name in reversed(held) for word in ("-m", name)]
        self._call(*down, "-k", _WTYPE_KEYS.get(combo.key, combo.key), *up)

    def modifiers_held(self) -> bool:
        """Not known on Wayland."""
        return False

    def lift(self) -> None:
        """Cannot be done on Wayland."""

    def close(self) -> None:
        return


def ydotool_arguments(chord: str) -> list[str]:
    """`key` arguments that press and release a chord, as code:1 and code:0. Raises TypingError for an unknown key."""
    combo = parse_combo(chord)
    assert combo is not None
    names = [*(name for name in MODIFIERS if name in combo.modifiers), combo.key]
    if any(name not in _EVDEV for name in names):
        raise TypingError(translate("Dictation", "ydotool cannot press this key."))
    codes = [_EVDEV[name] for name in names]
    return [*(f"{code}:1" for code in codes), *(f"{code}:0" for code in reversed(codes))]


class YdotoolTypist:
    """Implements `typist.Typist` as far as ydotool can: it knows key codes, no layout, so it never types text."""

    sees_modifiers = False

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env

    def can_type(self, text: str) -> bool:
        return False

    def can_type_directly(self, text: str) -> bool:
        return False

    def type_text(self, text: str, go_on: Callable[[], bool]) -> int:
        raise TypingError(translate("Dictation", "ydotool can only paste text, not type it."))

    def press(self, chord: str) -> None:
        _run(["ydotool", "key", *ydotool_arguments(chord)], self._env)

    def modifiers_held(self) -> bool:
        """Not known on Wayland."""
        return False

    def lift(self) -> None:
        """Cannot be done on Wayland."""

    def close(self) -> None:
        return

"""Whether an input method is on (pinyin, kana …): it takes typed letters for its own, so that text must be pasted.

What can be asked is asked: Fcitx 5 over D-Bus, GNOME's list of input sources, IBus through its own command. An input
method that is named in the environment and does not answer counts as on.
"""

from __future__ import annotations

import ast
import logging
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jeepney import DBusAddress, MessageFlag, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

log = logging.getLogger(__name__)

TIMEOUT_S = 1.0
NAMING = ("XMODIFIERS", "GTK_IM_MODULE", "QT_IM_MODULE", "QT_IM_MODULES")


@dataclass(frozen=True)
class InputMethodFacts:
    """What was answered; None where there was no answer.

    Attributes:
        fcitx: name of Fcitx's present input method ("keyboard-us", "pinyin").
        ibus: name of IBus's present engine ("xkb:us::eng", "libpinyin").
        gnome_sources: kinds of GNOME's input sources ("xkb", "ibus").
        named: what the environment calls the input method ("@im=fcitx").
    """

    fcitx: str | None = None
    ibus: str | None = None
    gnome_sources: tuple[str, ...] | None = None
    named: str = ""


def may_compose(facts: InputMethodFacts) -> bool:
    """Whether typed letters may become something else."""
    if facts.fcitx is not None:
        return bool(facts.fcitx) and not facts.fcitx.startswith("keyboard-")
    if facts.gnome_sources is not None:  # which of them is on can differ from window to window
        return "ibus" in facts.gnome_sources
    if facts.ibus is not None:
        return not facts.ibus.startswith("xkb:")
    return "fcitx" in facts.named or "ibus" in facts.named


def parse_sources(text: str) -> tuple[str, ...]:
    """Kinds in GNOME's list: `[('xkb', 'us'), ('ibus', 'libpinyin')]`; an empty one has its type before it.

    >>> parse_sources("[('xkb', 'us'), ('ibus', 'libpinyin')]"), parse_sources("@a(ss) []")
    (('xkb', 'ibus'), ())
    """
    return tuple(str(kind) for kind, _ in ast.literal_eval(text.strip().removeprefix("@a(ss) ")))


def _output(command: Sequence[str], env: Mapping[str, str]) -> str | None:
    try:
        done = subprocess.run(command, env=dict(env), capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        log.info("%s: %s", command[0], error)
        return None
    return done.stdout.strip() if done.returncode == 0 and done.stdout.strip() else None


def _fcitx(address: str) -> str | None:
    if not address or address == "disabled:":
        return None
    try:
        connection = open_dbus_connection(address)
    except Exception as error:  # jeepney: KeyError, OSError, AuthenticationError …
        log.info("session bus: %s", error)
        return None
    try:
        controller = DBusAddress("/controller", "org.fcitx.Fcitx5", "org.fcitx.Fcitx.Controller1")
        call = new_method_call(controller, "CurrentInputMethod")
        call.header.flags |= MessageFlag.no_auto_start
        reply = connection.send_and_get_reply(call, timeout=TIMEOUT_S)
        return None if reply.header.message_type is MessageType.error else str(reply.body[0])
    except (OSError, EOFError, TimeoutError) as error:
        log.info("Fcitx: %s", error)
        return None
    finally:
        connection.close()


def ask(env: Mapping[str, str]) -> InputMethodFacts:
    """Asks this session; takes a few milliseconds, and no more than three seconds. Linux."""
    named = " ".join(env.get(name, "") for name in NAMING).lower()
    fcitx = _fcitx(env.get("DBUS_SESSION_BUS_ADDRESS", ""))
    sources = None
    if fcitx is None and "gnome" in env.get("XDG_CURRENT_DESKTOP", "").lower():
        text = _output(["gsettings", "get", "org.gnome.desktop.input-sources", "sources"], env)
        try:
            sources = None if text is None else parse_sources(text)
        except (SyntaxError, ValueError) as error:
            log.info("input sources: %s", error)
    ibus = _output(["ibus", "engine"], env) if fcitx is None and sources is None and "ibus" in named else None
    return InputMethodFacts(fcitx, ibus, sources, named)

"""What is on a Wayland desktop's clipboard, for a program on XWayland that does not have the focus.

KWin hides the clipboard from such a program, which could not put it back after a paste. `wl-paste` may read it, where it
is installed; KDE's own clipboard manager gives its text.
"""

from __future__ import annotations

import logging
import subprocess
import time
from collections.abc import Mapping

from jeepney import DBusAddress, MessageFlag, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

log = logging.getLogger(__name__)

TIMEOUT_S = 1.0
TEXT = "text/plain;charset=utf-8"


def _wl_paste(arguments: list[str], env: Mapping[str, str]) -> bytes | None:
    """Output of wl-paste, None where it is missing, hangs or finds nothing."""
    try:
        done = subprocess.run(
            ["wl-paste", *arguments], env=dict(env), capture_output=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        log.info("wl-paste: %s", error)
        return None
    return done.stdout if done.returncode == 0 else None


def _klipper(address: str) -> bytes | None:
    try:
        connection = open_dbus_connection(address)
    except Exception as error:  # jeepney: KeyError, OSError, AuthenticationError …
        log.info("session bus: %s", error)
        return None
    try:
        klipper = DBusAddress("/klipper", "org.kde.klipper", "org.kde.klipper.klipper")
        call = new_method_call(klipper, "getClipboardContents")
        call.header.flags |= MessageFlag.no_auto_start
        reply = connection.send_and_get_reply(call, timeout=TIMEOUT_S)
        return None if reply.header.message_type is MessageType.error else str(reply.body[0]).encode()
    except (OSError, EOFError, TimeoutError) as error:
        log.info("Klipper: %s", error)
        return None
    finally:
        connection.close()


def read_clipboard(env: Mapping[str, str], longest_s: float) -> dict[str, bytes]:
    """Format -> data of everything on the clipboard; {} for nothing, or where it cannot be read within `longest_s`."""
    formats = _wl_paste(["--list-types"], env)
    if formats is None:
        text = _klipper(env.get("DBUS_SESSION_BUS_ADDRESS", ""))
        return {TEXT: text} if text else {}
    end_s = time.monotonic() + longest_s
    found: dict[str, bytes] = {}
    for name in formats.decode(errors="replace").splitlines():
        data = _wl_paste(["--no-newline", "--type", name], env) if time.monotonic() < end_s else None
        if data is not None and "/" in name:
            found[name] = data
    return found

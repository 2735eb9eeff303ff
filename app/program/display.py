"""Whether a window can be shown at all, found out before Qt is started: Qt ends the process where it cannot."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from app.base.translation import translate

X_SOCKETS = Path("/tmp/.X11-unix")


def parse_display(display: str) -> tuple[str, int] | None:
    """(host, number) of an X display name such as ":0", "unix:1.0" or "host:10"; None if it is none.

    >>> parse_display(":0"), parse_display("localhost:10.0"), parse_display("nonsense")
    (('', 0), ('localhost', 10), None)
    """
    host, colon, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not colon or not number.isdigit():
        return None
    return ("" if host in ("unix", "") else host), int(number)


def x_server_answers(display: str, timeout_s: float = 3.0) -> bool:
    """Whether something listens where `display` says the X server is, and lets this program in."""
    return _x_listens(display, timeout_s) and _x_lets_in(display)


def _x_lets_in(display: str) -> bool:
    """Whether the server accepts a connection: it may want a key that another user or session has. True if unknown."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.argtypes, xcb.xcb_connect.restype = [ctypes.c_char_p, ctypes.c_void_p], ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    refused = xcb.xcb_connection_has_error(connection) != 0
    xcb.xcb_disconnect(connection)
    return not refused


def _x_listens(display: str, timeout_s: float) -> bool:
    parsed = parse_display(display)
    if parsed is None:
        return False
    host, number = parsed
    if host:
        try:
            socket.create_connection((host, 6000 + number), timeout_s).close()
        except OSError:
            return False
        return True
    for address in (f"\0{X_SOCKETS}/X{number}", f"{X_SOCKETS}/X{number}"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(timeout_s)
            try:
                probe.connect(address)
            except OSError:
                continue
            return True
    return False


def wayland_answers(env: Mapping[str, str]) -> bool:
    """Whether the compositor's socket is there."""
    name = env.get("WAYLAND_DISPLAY", "")
    if not name:
        return False
    path = Path(name) if name.startswith("/") else Path(env.get("XDG_RUNTIME_DIR", "")) / name
    return path.is_socket()


def decide_platform(
    env: Mapping[str, str], system: str, x_answers: Callable[[str], bool] = x_server_answers
) -> str | None:
    """Value for QT_QPA_PLATFORM, None to leave it.

    On a Wayland session with an X server beside it (XWayland) the program runs on X: only there can captions stay above
    other windows and where they were put. A user's own QT_QPA_PLATFORM is respected.
    """
    if system != "linux" or env.get("QT_QPA_PLATFORM") or not env.get("WAYLAND_DISPLAY") or not env.get("DISPLAY"):
        return None
    return "xcb" if x_answers(env["DISPLAY"]) else "wayland"


def display_problem(env: Mapping[str, str] | None = None, system: str = sys.platform) -> str | None:
    """Why no window can be shown, as one message; None if one can."""
    env = os.environ if env is None else env
    if not system.startswith("linux") or env.get("QT_QPA_PLATFORM", "").partition(":")[0] in ("offscreen", "minimal"):
        return None
    display = env.get("DISPLAY", "")
    if not display and not env.get("WAYLAND_DISPLAY"):
        return translate("Display", "No display is available (neither DISPLAY nor WAYLAND_DISPLAY is set).")
    on_x = bool(display) and x_server_answers(display)
    if not on_x and not wayland_answers(env):
        return translate("Display", "The display {name} is not responding.").format(
            name=display or env.get("WAYLAND_DISPLAY")
        )
    if on_x and ctypes.util.find_library("xcb-cursor") is None:
        return translate(
            "Display",
            "The library libxcb-cursor0 is missing; windows need it (Debian, Ubuntu: apt install libxcb-cursor0).",
        )
    return None

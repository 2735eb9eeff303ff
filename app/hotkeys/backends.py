"""Which mechanism serves this desktop: pure tables from the environment to a choice and a message about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.base.translation import translate


@dataclass(frozen=True)
class BackendChoice:
    """`name` is "x11", "pynput", "portal" or "none"; `reason` is a code for `unavailable_words` ("" when all is well)."""

    name: str
    reason: str = ""


def session_type(env: Mapping[str, str], platform: str) -> str:
    """ "windows", "macos", "wayland", "x11" or "none" (no desktop at all)."""
    if platform.startswith("win"):
        return "windows"
    if platform == "darwin":
        return "macos"
    declared = env.get("XDG_SESSION_TYPE", "").lower()
    # A Wayland session nearly always offers DISPLAY too (XWayland), where keys of other windows are not seen.
    if env.get("WAYLAND_DISPLAY") or declared == "wayland":
        return "wayland"
    return "x11" if env.get("DISPLAY") else "none"


def choose_backend(env: Mapping[str, str], platform: str, *, portal_version: int = 0) -> BackendChoice:
    """The hotkey backend.

    `portal_version` is the version of the GlobalShortcuts portal, 0 where the desktop has none. The X11 backend is
    never chosen on Wayland: it would work over some windows and not over others.
    """
    session = session_type(env, platform)
    if session in ("windows", "macos"):
        return BackendChoice("pynput")
    if session == "x11":
        return BackendChoice("x11")
    if session == "wayland":
        return BackendChoice("portal") if portal_version else BackendChoice("none", "no-portal")
    return BackendChoice("none", "no-desktop")


def unavailable_words(choice: BackendChoice) -> str:
    """The message about a backend that is not there, "" if all is well."""
    return {
        "no-portal": translate(
            "Dictation",
            "This desktop doesn't allow apps to register global hotkeys. In the system's keyboard settings, set "
            "a key that runs “r2t2-captions --dictate”.",
        ),
        "no-desktop": translate("Dictation", "No desktop is running, so hotkeys are not available."),
    }.get(choice.reason, choice.reason)


@dataclass(frozen=True)
class InsertMeans:
    """What is there for putting text into windows on Wayland."""

    wtype: bool = False
    ydotool: bool = False
    keyboard_portal: bool = False


def refuses_wtype(env: Mapping[str, str]) -> bool:
    """Whether the desktop does not offer the virtual-keyboard protocol: GNOME and KDE."""
    return bool({part.lower() for part in env.get("XDG_CURRENT_DESKTOP", "").split(":")} & {"gnome", "kde"})


def choose_typist(env: Mapping[str, str], platform: str, means: InsertMeans) -> str:
    """Who presses keys: "x11", "windows", "macos", "portal", "wtype", "ydotool" or "none".

    wtype brings its own keymap and so types anything, but only some compositors let it; the portal works on GNOME and
    KDE after one question. ydotool knows no layout: it is only trusted with the paste chord.
    """
    session = session_type(env, platform)
    if session in ("x11", "windows", "macos"):
        return session
    if session == "wayland":
        if means.wtype and not refuses_wtype(env):
            return "wtype"
        if means.keyboard_portal:
            return "portal"
        if means.ydotool:
            return "ydotool"
    return "none"

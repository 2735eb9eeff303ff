"""Opens what this desktop offers for hotkeys and typing. The only module that knows all platforms' modules."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.base.translation import translate
from app.dictation.insertion import Pasteboard
from app.dictation.typist import Box, Focus, Typist, UnknownFocus, Window
from app.hotkeys.backend import HotkeyNews, Hotkeys
from app.hotkeys.backends import BackendChoice, InsertMeans, choose_backend, choose_typist, refuses_wtype, session_type
from app.hotkeys.keys import Combo

log = logging.getLogger(__name__)


class DesktopError(Exception):
    """Something of the desktop cannot be used; the message is a sentence for the person."""


class KeepingPasteboard(Pasteboard, Protocol):
    """A pasteboard that can also keep a text for good."""

    def keep_text(self, text: str) -> bool:
        """Whether it could."""


@dataclass
class DesktopParts:
    """Everything that was opened.

    Attributes:
        session: "x11", "wayland", "windows", "macos" or "none".
        system: the typist's name, "none" where there is none.
        hotkeys: None where the desktop has none.
        typist, focus: used by the insertion thread only.
        look: a second look at the focus for the main thread.
        pasteboard: a clipboard of the desktop's own, None where Qt's serves (a Wayland program without the focus may not
            use it).
        problems: sentences about what is missing.
        is_taken: whether another program has a combination.
    """

    session: str
    system: str = "none"
    hotkeys: Hotkeys | None = None
    typist: Typist | None = None
    focus: Focus = field(default_factory=UnknownFocus)
    look: Focus = field(default_factory=UnknownFocus)
    pasteboard: KeepingPasteboard | None = None
    problems: list[str] = field(default_factory=list)
    is_taken: Callable[[Combo], bool] = lambda combo: False


def hotkey_problem(choice: BackendChoice) -> str:
    """The sentence for a backend that is not there, "" if all is well."""
    sentences = {
        "no-portal": translate(
            "Dictation",
            "This desktop lets no program have its own hotkeys. Set a key in the system's keyboard settings that runs "
            "“r2t2-captions --dictate”.",
        ),
        "no-desktop": translate("Dictation", "There is no desktop here, so there are no hotkeys."),
    }
    return sentences.get(choice.reason, choice.reason)


def open_desktop(
    news: HotkeyNews,
    *,
    portal_token: str = "",
    save_token: Callable[[str], None] = lambda token: None,
    env: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> DesktopParts:
    """Opens hotkeys and typing for this session. Never raises: what is missing is told in `problems`."""
    session = session_type(env, platform)
    parts = DesktopParts(session)
    if session == "x11":
        _open_x11(parts, news, env.get("DISPLAY"))
    elif session == "wayland":
        _open_wayland(parts, news, portal_token, save_token, env, platform)
    elif session in ("windows", "macos"):
        _open_pynput(parts, news)
    else:
        parts.problems.append(hotkey_problem(choose_backend(env, platform)))
    return parts


def _open_x11(parts: DesktopParts, news: HotkeyNews, display: str | None) -> None:
    from app.dictation.x11_keyboard import X11Focus, X11Typist
    from app.hotkeys.x11 import X11Hotkeys, is_taken
    from app.hotkeys.ledger import Ledger
    from app.hotkeys.x11_display import X11Error

    ledger = Ledger()
    try:
        parts.look = X11Focus(display)
        parts.focus = X11Focus(display)
        parts.typist = X11Typist(ledger, display)
        parts.system = "x11"
        parts.hotkeys = X11Hotkeys(news.edge, news.conflict, news.trouble, ledger, display)
    except X11Error as error:
        parts.problems.append(str(error))
        return

    def taken(combo: Combo) -> bool:
        try:
            return is_taken(combo, display)
        except X11Error as error:
            log.warning("conflict check: %s", error)
            return False

    parts.is_taken = taken


def _open_pynput(parts: DesktopParts, news: HotkeyNews) -> None:
    from app.hotkeys.pynput import PynputHotkeys

    parts.hotkeys = PynputHotkeys(news.edge, news.trouble, parts.session)
    if parts.session == "windows":
        from app.dictation.windows_keyboard import WindowsFocus, WindowsTypist

        parts.typist, parts.focus, parts.look = WindowsTypist(), WindowsFocus(), WindowsFocus()
    else:
        from app.dictation.macos_keyboard import MacFocus, MacTypist

        parts.typist, parts.focus, parts.look = MacTypist(), MacFocus(), MacFocus()
    parts.system = parts.session


def _open_wayland(
    parts: DesktopParts,
    news: HotkeyNews,
    portal_token: str,
    save_token: Callable[[str], None],
    env: Mapping[str, str],
    platform: str,
) -> None:
    from app.base.portal import portal_version
    from app.dictation.portal_keyboard import PortalTypist
    from app.dictation.portal_session import PortalSession
    from app.dictation.wayland_tools import WtypeTypist, YdotoolTypist
    from app.hotkeys.portal_shortcuts import PortalHotkeys

    address = env.get("DBUS_SESSION_BUS_ADDRESS", "")
    choice = choose_backend(env, platform, portal_version=portal_version("GlobalShortcuts", address))
    if choice.name == "portal":
        parts.hotkeys = PortalHotkeys(news.edge, news.trouble, news.described, address)
    else:
        parts.problems.append(hotkey_problem(choice))
    path = env.get("PATH")
    means = InsertMeans(
        wtype=shutil.which("wtype", path=path) is not None,
        ydotool=shutil.which("ydotool", path=path) is not None,
        keyboard_portal=portal_version("RemoteDesktop", address) > 0,
    )
    parts.system = choose_typist(env, platform, means)
    if parts.system == "wtype":
        parts.typist = WtypeTypist(env)
    elif parts.system == "portal":
        session = PortalSession(address, portal_token, save_token)
        parts.typist, parts.pasteboard = PortalTypist(session), session
    elif parts.system == "ydotool":
        parts.typist = YdotoolTypist(env)
    else:
        parts.problems.append(
            translate(
                "Dictation",
                "This desktop lets no program press keys. Dictated text is put on the clipboard for you to paste; "
                "with “ydotool” installed it can be inserted.",
            )
            if refuses_wtype(env)
            else translate(
                "Dictation",
                "This desktop lets no program press keys. Dictated text is put on the clipboard for you to paste; "
                "with “wtype” or “ydotool” installed it can be inserted.",
            )
        )


def window_box(look: Focus, window: Window | None) -> Box | None:
    """Where a window is, in physical pixels, if the system tells."""
    geometry = getattr(look, "geometry", None)
    if geometry is None or window is None:
        return None
    found = geometry(window)
    return None if found is None else Box(*found)

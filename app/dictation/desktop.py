"""Opens what this desktop offers for typing. The only module of dictation that knows all platforms' modules."""

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
from app.hotkeys.backends import InsertMeans, choose_typist, refuses_wtype, session_type
from app.hotkeys.ledger import Ledger
from app.typing.typist import Box, Focus, Typist, UnknownFocus, Window

log = logging.getLogger(__name__)


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
        typist, focus: used by the insertion thread only.
        look: a second look at the focus for the main thread.
        pasteboard: a clipboard of the desktop's own, None where Qt's serves (a Wayland program without the focus may not
            use it).
        ask: asks the user, through the desktop, to let this program type; waits for the answer and raises TypingError
            where it is no. None where nothing has to be asked.
        problems: messages about what is missing, or still to be allowed.
    """

    session: str
    system: str = "none"
    typist: Typist | None = None
    focus: Focus = field(default_factory=UnknownFocus)
    look: Focus = field(default_factory=UnknownFocus)
    pasteboard: KeepingPasteboard | None = None
    ask: Callable[[], None] | None = None
    problems: list[str] = field(default_factory=list)


def open_desktop(
    ledger: Ledger,
    *,
    portal_token: str = "",
    save_token: Callable[[str], None] = lambda token: None,
    qt_clipboard: bool = True,
    env: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
) -> DesktopParts:
    """Opens typing for this session. Never raises: what is missing is named in `problems`.

    `ledger` is shared with the hotkeys, so that the keys pressed here are not taken for the user's. `qt_clipboard`: Qt's
    clipboard works without the focus, as it does on X11 and XWayland.
    """
    session = session_type(env, platform)
    parts = DesktopParts(session)
    if session == "x11":
        _open_x11(parts, ledger, env.get("DISPLAY"))
    elif session == "wayland":
        _open_wayland(parts, portal_token, save_token, qt_clipboard, env, platform)
    elif session == "windows":
        from app.typing.windows_keyboard import WindowsFocus, WindowsTypist

        parts.typist, parts.focus, parts.look = WindowsTypist(), WindowsFocus(), WindowsFocus()
        parts.system = session
    elif session == "macos":
        from app.typing.macos_keyboard import MacFocus, MacTypist

        parts.typist, parts.focus, parts.look = MacTypist(), MacFocus(), MacFocus()
        parts.system = session
    return parts


def _open_x11(parts: DesktopParts, ledger: Ledger, display: str | None) -> None:
    from app.hotkeys.x11_display import X11Error
    from app.typing.x11_keyboard import X11Focus, X11Typist

    try:
        parts.look = X11Focus(display)
        parts.focus = X11Focus(display)
        parts.typist = X11Typist(ledger, display)
        parts.system = "x11"
    except X11Error as error:
        parts.problems.append(str(error))


def _open_wayland(
    parts: DesktopParts,
    portal_token: str,
    save_token: Callable[[str], None],
    qt_clipboard: bool,
    env: Mapping[str, str],
    platform: str,
) -> None:
    from app.base.portal import portal_version
    from app.typing.portal_keyboard import PortalTypist
    from app.typing.portal_session import PortalSession
    from app.typing.wayland_tools import WtypeTypist, YdotoolTypist
    from app.typing.xwayland_layout import XWaylandLayout

    address = env.get("DBUS_SESSION_BUS_ADDRESS", "")
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
        session = PortalSession(address, portal_token, save_token, clipboard=not qt_clipboard)
        layout = XWaylandLayout(env.get("DISPLAY", ""))
        parts.typist = PortalTypist(session, layout.has, layout.key_in_some)
        parts.pasteboard = None if qt_clipboard else session
        if not portal_token:
            parts.ask = session.ask
    elif parts.system == "ydotool":
        parts.typist = YdotoolTypist(env)
    else:
        parts.problems.append(
            translate(
                "Dictation",
                "This desktop doesn't allow apps to type. Dictated text is copied to the clipboard for you to paste. "
                "Install “ydotool” to have it inserted.",
            )
            if refuses_wtype(env)
            else translate(
                "Dictation",
                "This desktop doesn't allow apps to type. Dictated text is copied to the clipboard for you to paste. "
                "Install “wtype” or “ydotool” to have it inserted.",
            )
        )


def window_box(look: Focus, window: Window | None) -> Box | None:
    """Where a window is, in physical pixels, if the system tells."""
    geometry = getattr(look, "geometry", None)
    if geometry is None or window is None:
        return None
    found = geometry(window)
    return None if found is None else Box(*found)

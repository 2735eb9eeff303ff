"""The page of the desktop's own settings where the hotkeys of programs are changed. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from app.base.paths import APP_ID

PAGES = {
    "gnome": ["gnome-control-center", "applications", APP_ID],
    "kde": ["systemsettings", "kcm_keys"],
}


def settings_page(env: Mapping[str, str]) -> list[str]:
    """The command that opens it, [] where none is known."""
    for name in env.get("XDG_CURRENT_DESKTOP", "").lower().split(":"):
        if name in PAGES:
            return PAGES[name]
    return []

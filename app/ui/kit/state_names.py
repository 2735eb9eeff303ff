"""The state of the captions in words, for the overlay, the window, the tray and screen readers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

STATES = ("loading", "listening", "no_sound", "paused", "behind", "stopped", "failed")


def state_words(state: str, lag_s: float = 0.0) -> str:
    """A short phrase for one of `STATES`; an unknown state is shown as it is."""
    if state == "behind":
        return QCoreApplication.translate("Status", "%1 s behind").replace("%1", f"{lag_s:.0f}")
    words = {
        "loading": QCoreApplication.translate("Status", "Loading the model…"),
        "listening": QCoreApplication.translate("Status", "Listening"),
        "no_sound": QCoreApplication.translate("Status", "No sound"),
        "paused": QCoreApplication.translate("Status", "Paused"),
        "stopped": QCoreApplication.translate("Status", "Stopped"),
        "failed": QCoreApplication.translate("Status", "Not working"),
    }
    return words.get(state, state)

"""The state of the captions in words, for the overlay, the window, the tray and screen readers."""

from __future__ import annotations

from app.base.translation import translate


def state_words(state: str, lag_s: float = 0.0) -> str:
    """A short phrase for a state of `app.base.events.Status`; an unknown one is shown as it is."""
    if state == "behind":
        return translate("Status", "%1 s behind").replace("%1", f"{lag_s:.0f}")
    words = {
        "loading": translate("Status", "Loading the model…"),
        "listening": translate("Status", "Listening"),
        "no_sound": translate("Status", "No sound"),
        "paused": translate("Status", "Paused"),
        "stopped": translate("Status", "Stopped"),
        "failed": translate("Status", "Not working"),
    }
    return words.get(state, state)

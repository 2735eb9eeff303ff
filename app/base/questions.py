"""While the desktop asks the user something on this program's behalf: windows that stay on top give way to its dialog."""

from __future__ import annotations

from app.base.listeners import Listeners

desktop_asks: Listeners[bool] = Listeners()
"""Called with True when a question has come up, and with False when it has been answered. On the asking thread."""

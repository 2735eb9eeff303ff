"""The kind of window that floats above all others and never takes the keyboard: the captions and the dictation pill."""

from __future__ import annotations

from PySide6.QtCore import Qt

_FLAGS = Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint | Qt.WindowType.WindowDoesNotAcceptFocus


def window_flags(platform: str, click_through: bool, ordinary: bool = False) -> Qt.WindowType:
    """Flags of such a window under Qt's platform `platform`.

    On X11 it is not managed by the window manager: only so does it stay above a full-screen window, on every workspace,
    and where it was put. And a tiling desktop gives the keyboard to every new window that it manages, whatever the window
    asks for: dictated text went into the pill there. An `ordinary` window is managed like others, so that programs that
    record the screen list it.
    """
    flags = _FLAGS | (Qt.WindowType.Window if ordinary else Qt.WindowType.Tool)
    if platform == "xcb" and not ordinary:
        flags |= Qt.WindowType.BypassWindowManagerHint
    if click_through:
        flags |= Qt.WindowType.WindowTransparentForInput
    return flags

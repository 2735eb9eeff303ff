"""Keeps the screen on: the desktop's portal or X11 on Linux, the systems' own calls on Windows and macOS. No Qt.

Whoever reads captions touches neither mouse nor keyboard for an hour. `Holder` has a thread of its own, because a desktop
may take seconds to answer.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol

log = logging.getLogger(__name__)

RENEW_S = 30.0
"""X11 forgets; screens go off after a minute at the earliest."""


class Hold(Protocol):
    """The screen stays on from when it is made until `release`; one thread makes, renews and releases it."""

    def renew(self) -> None: ...

    def release(self) -> None: ...


class X11Hold:
    """Sets the screen saver's clock back again and again. Raises what Xlib does where there is no display."""

    def __init__(self) -> None:
        from Xlib.display import Display  # type: ignore[import-untyped]

        self._display = Display()
        self.renew()

    def renew(self) -> None:
        from Xlib import X  # type: ignore[import-untyped]

        self._display.force_screen_saver(X.ScreenSaverReset)
        self._display.sync()

    def release(self) -> None:
        self._display.close()


class WindowsHold:
    """SetThreadExecutionState holds for the thread that called it."""

    CONTINUOUS, SYSTEM, DISPLAY = 0x8000_0000, 1, 2

    def __init__(self, kernel: Any = None) -> None:
        self._kernel = kernel or ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
        self._kernel.SetThreadExecutionState(ctypes.c_uint(self.CONTINUOUS | self.SYSTEM | self.DISPLAY))

    def renew(self) -> None:
        """Nothing to do."""

    def release(self) -> None:
        self._kernel.SetThreadExecutionState(ctypes.c_uint(self.CONTINUOUS))


class MacHold:
    """A power assertion of IOKit."""

    ON = 255

    def __init__(self) -> None:
        self._kit = ctypes.CDLL(str(ctypes.util.find_library("IOKit")))
        core = ctypes.CDLL(str(ctypes.util.find_library("CoreFoundation")))
        make = core.CFStringCreateWithCString
        make.restype, make.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32]
        kind, reason = (
            make(None, text, 0x0800_0100) for text in (b"PreventUserIdleDisplaySleep", b"Captions are running")
        )
        self._number = ctypes.c_uint32(0)
        self._kit.IOPMAssertionCreateWithName(
            ctypes.c_void_p(kind), self.ON, ctypes.c_void_p(reason), ctypes.byref(self._number)
        )

    def renew(self) -> None:
        """Nothing to do."""

    def release(self) -> None:
        self._kit.IOPMAssertionRelease(self._number)


def open_hold() -> Hold | None:
    """The system's way to keep the screen on; None where there is none."""
    if sys.platform == "win32":
        return WindowsHold()
    if sys.platform == "darwin":
        return MacHold()
    from app.base.portal_hold import PortalError, PortalHold  # needs a package that Linux alone has

    try:
        return PortalHold()
    except PortalError as error:
        log.info("the portal does not keep the screen on: %s", error)
    if not os.environ.get("DISPLAY"):
        return None
    try:
        return X11Hold()
    except Exception as error:  # Xlib: DisplayError, OSError, ConnectionClosedError …
        log.info("X11 does not keep the screen on: %s", error)
        return None


class Holder:
    """Keeps the screen on or lets go, on a thread that runs from the first `keep(True)` until `close`."""

    def __init__(self, make: Callable[[], Hold | None] = open_hold, renew_s: float = RENEW_S) -> None:
        self._make = make
        self._renew_s = renew_s
        self._asked: queue.SimpleQueue[bool | None] = queue.SimpleQueue()
        self._kept = False
        self._thread: threading.Thread | None = None

    def keep(self, on: bool) -> None:
        """Returns at once."""
        if on == self._kept:
            return
        self._kept = on
        self._asked.put(on)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="screen", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Lets go for good."""
        self._asked.put(None)
        if self._thread is not None:
            self._thread.join(2.0)

    def _run(self) -> None:
        hold: Hold | None = None
        while True:
            try:
                asked = self._asked.get(timeout=self._renew_s if hold is not None else None)
            except queue.Empty:
                if hold is not None:
                    self._safely(hold.renew)
                continue
            if not asked and hold is not None:
                self._safely(hold.release)
                hold = None
            if asked is None:
                return
            if asked and hold is None:
                hold = self._safely(self._make)

    @staticmethod
    def _safely(act: Callable[[], Hold | None]) -> Hold | None:
        """The screen is not worth an error."""
        try:
            return act()
        except Exception:
            log.exception("keeping the screen on")
            return None

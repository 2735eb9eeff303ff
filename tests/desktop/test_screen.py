"""The screen saver's clock on X11, while captions run."""

from __future__ import annotations

import time

import pytest

from app.base.screen_hold import Holder, X11Hold
from tests.desktop.kit import Desktop, wait_until

display = pytest.importorskip("Xlib.display", reason="X11 is part of Linux desktops")


def test_the_screen_savers_clock_stands_still_while_the_screen_is_held(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", desktop.display)
    watcher = display.Display(desktop.display)

    def idle_ms() -> int:
        return int(watcher.screen().root.screensaver_query_info().idle)

    wait_until(lambda: idle_ms() > 600, what="somebody to do nothing")
    holder = Holder(X11Hold, renew_s=0.1)
    before = idle_ms()
    holder.keep(True)
    wait_until(lambda: idle_ms() < before, what="the clock to be set back")
    held_since = time.monotonic()
    while time.monotonic() < held_since + 1.0:
        wait_until(lambda: idle_ms() < 500, what="it to be set back again")
    holder.keep(False)
    wait_until(lambda: idle_ms() > 600, what="the clock to run again")
    holder.close()
    watcher.close()

"""The X server's time stamps in our own seconds."""

from __future__ import annotations

import pytest

pytest.importorskip("Xlib", reason="python-xlib is a dependency on Linux only")

from app.hotkeys.x11_display import CLOCK_JUMP_S, ServerClock


def test_a_late_event_keeps_its_own_time() -> None:
    clock = ServerClock()
    assert clock.seconds(5_000, 100.0) == pytest.approx(100.0)
    assert clock.seconds(5_012, 100.5) == pytest.approx(100.012)
    assert clock.seconds(5_052, 100.5) == pytest.approx(100.052)


def test_a_quicker_event_corrects_a_late_first_one() -> None:
    clock = ServerClock()
    clock.seconds(1_000, 50.3)  # 0.3 s late
    assert clock.seconds(2_000, 51.0) == pytest.approx(51.0)
    assert clock.seconds(3_000, 52.2) == pytest.approx(52.0)


def test_no_event_is_in_the_future() -> None:
    clock = ServerClock()
    for number in range(1, 50):
        now = 10 + number * 0.0999
        assert clock.seconds(number * 100, now) <= now + 1e-9


def test_the_stamp_begins_again_after_49_days() -> None:
    clock = ServerClock()
    clock.seconds(2**32 - 10, 20.0)
    assert clock.seconds(30, 20.04) == pytest.approx(20.04)
    assert clock.seconds(20, 20.05) == pytest.approx(20.03), "an older stamp is not 49 days later"


def test_a_clock_that_stood_still_is_believed_again() -> None:
    clock = ServerClock()
    clock.seconds(1_000, 10.0)
    late = 20.0 + CLOCK_JUMP_S
    assert clock.seconds(2_000, late) == pytest.approx(late)

"""Microphone and computer apart: in step, without the echo, whatever either of them does."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from app.capture.device import Devices
from app.capture.listener import Heard
from app.capture.mono import dbfs
from app.capture.two_sides import TwoSides
from app.echo.canceller import DELAY_S
from inference.options import SAMPLE_RATE
from tests.app.capture.sounds import noise, silence, speech

pytest.importorskip("pywebrtc_audio")

BLOCK = SAMPLE_RATE // 50


class Delivery:
    """An input that delivers a recording as its time comes; see `SoundInput`."""

    paced, device, ended, latency_s = True, "there", False, 0.0

    def __init__(self, sound: np.ndarray) -> None:
        self.sound = sound
        self.problem = ""
        self.live = True
        self.until_s = 0.0
        self.fresh = True
        self.at = 0

    def read(self, timeout_s: float) -> Heard | None:
        if not self.live or self.at + BLOCK > min(len(self.sound), round(self.until_s * SAMPLE_RATE)):
            return None
        heard = Heard(self.sound[self.at : self.at + BLOCK], self.fresh, heard_at=self.at / SAMPLE_RATE)
        self.at, self.fresh = self.at + BLOCK, False
        return heard

    def heard_now(self) -> int:
        return self.at

    def devices_changed(self, devices: Devices) -> None: ...

    def release(self) -> None: ...

    def close(self) -> None: ...


class Room:
    """Two inputs, read together as time goes by."""

    def __init__(self, microphone: np.ndarray, computer: np.ndarray) -> None:
        self.microphone, self.computer = Delivery(microphone), Delivery(computer)
        self.notices: list[str] = []
        self.now = 0.0
        self.source = TwoSides(self.microphone, self.computer, self.notices.append, clock=lambda: self.now)
        self.heard: list[Heard] = []

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds * 50)):
            self.now += 0.02
            self.microphone.until_s = self.computer.until_s = self.now
            while (heard := self.source.read(0.0)) is not None:
                self.heard.append(heard)

    @property
    def you(self) -> np.ndarray:
        return np.concatenate([heard.samples for heard in self.heard])

    @property
    def played(self) -> np.ndarray:
        return np.concatenate([heard.computer for heard in self.heard if heard.computer is not None])


def echo_of(sound: np.ndarray, delay_s: float, db: float = 0.0) -> np.ndarray:
    """A loudspeaker in a room: late, a little reverberant."""
    random = np.random.default_rng(5)
    response = random.standard_normal(2400) * np.exp(-np.arange(2400) / 400)
    response /= np.sqrt(np.sum(np.square(response)))
    late = np.concatenate([silence(delay_s), np.convolve(sound, response)])[: len(sound)]
    return np.asarray(late * 10 ** (db / 20), np.float32)


def test_on_headphones_nothing_is_changed() -> None:
    you, computer = np.concatenate([silence(4.0), speech(3.0)]), speech(7.0)[::-1]
    room = Room(you + noise("white", 7.0, -65.0), computer)
    room.run(7.0)
    held_back = round(DELAY_S * SAMPLE_RATE)
    spoken = room.you[4 * SAMPLE_RATE + held_back :]
    said = room.microphone.sound[4 * SAMPLE_RATE : 4 * SAMPLE_RATE + len(spoken)]
    assert dbfs(spoken - said) < dbfs(said) - 30
    assert all(heard.raw is not None and len(heard.raw) == len(heard.samples) for heard in room.heard)


@pytest.mark.parametrize("delay_s", [0.02, 0.3])
def test_what_the_loudspeaker_says_is_not_what_the_user_says(delay_s: float) -> None:
    computer = np.concatenate([speech(6.0), speech(6.0), silence(2.0)])
    room = Room(echo_of(computer, delay_s) + noise("white", 14.0, -65.0), computer)
    room.run(14.0)
    later = slice(6 * SAMPLE_RATE, 12 * SAMPLE_RATE)
    assert dbfs(room.microphone.sound[later]) > -40
    assert dbfs(room.you[later]) < dbfs(room.microphone.sound[later]) - 30
    assert dbfs(room.played[later]) > -40, "the computer's own line has it"


def test_without_the_computer_the_microphone_is_heard_as_it_is() -> None:
    room = Room(speech(3.0), silence(0.0))
    room.computer.live = False
    room.run(3.0)
    n = len(room.you)
    assert n >= 2.9 * SAMPLE_RATE
    held_back = round(DELAY_S * SAMPLE_RATE)
    np.testing.assert_allclose(room.you[held_back + 800 :], room.microphone.sound[800 : n - held_back], atol=1e-6)


def test_without_the_microphone_the_computer_is_heard() -> None:
    room = Room(silence(0.0), speech(4.0))
    room.microphone.live = False
    room.run(4.0)
    assert len(room.played) >= 3.0 * SAMPLE_RATE
    assert dbfs(room.played) > -40 and not room.you.any()
    room.microphone.sound, room.microphone.live = speech(6.0), True
    room.microphone.at = 4 * SAMPLE_RATE
    room.run(2.0)
    assert room.you.any(), "it is back"


def test_that_it_is_another_device_stays_with_the_sound_while_that_waits() -> None:
    room = Room(speech(2.0), silence(2.0))
    room.run(2.0)
    assert [heard.fresh for heard in room.heard] == [True] + [False] * (len(room.heard) - 1)


@pytest.mark.logs("no echo canceller")
def test_where_no_canceller_is_installed_the_user_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pywebrtc_audio", None)
    room = Room(speech(1.0), silence(1.0))
    room.run(1.0)
    assert "headphones" in room.notices[0]
    np.testing.assert_array_equal(room.you, room.microphone.sound[: len(room.you)])

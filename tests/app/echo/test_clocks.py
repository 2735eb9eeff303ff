"""Two clocks kept together: times of arrival, the aligner, the echo's delay."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.echo.aligner import AHEAD_S, WAIT_S, Aligner, interpolate
from app.echo.delay_finder import DelayFinder
from app.echo.stream_clock import StreamClock, lower_line

RATE = 16_000
BLOCK = 320


def noise(n: int, seed: int = 0) -> np.ndarray:
    """White noise below 5 kHz: what lies above is no speech, and no interpolation keeps it."""
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(n))
    spectrum[int(len(spectrum) * 5000 / 8000) :] = 0
    return (0.1 * np.fft.irfft(spectrum, n)).astype(np.float32)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_the_line_lies_below_every_arrival_and_touches_two(late: list[float]) -> None:
    points = [(10 * i, value) for i, value in enumerate(late)]
    slope, offset = lower_line(points)
    above = [y - (slope * x + offset) for x, y in points]
    assert min(above) > -1e-9
    assert sum(value < 1e-9 for value in above) >= 2


@pytest.mark.parametrize("ppm", [0.0, 20.0, -100.0])
def test_the_clocks_rate_is_found_though_arrivals_jitter(ppm: float) -> None:
    random, clock = np.random.default_rng(1), StreamClock()
    for position in range(0, 60 * RATE, BLOCK):
        clock.note(position, 5.0 + position / RATE * (1 + ppm * 1e-6) + float(random.exponential(0.004)))
    assert clock.steady
    assert 1e6 * (clock.seconds_per_sample * RATE - 1) == pytest.approx(ppm, abs=3)
    assert clock.time(30 * RATE) == pytest.approx(35.0 + 30e-6 * ppm, abs=1e-3)


def test_arrivals_that_tell_little_change_no_clock() -> None:
    """A busy computer: the earliest arrival of each second is up to 20 ms late, and the slope is wrong by that."""
    random, aligner = np.random.default_rng(3), Aligner()
    late_s = random.uniform(0.0, 0.02, (2, 40))
    for position in range(0, 40 * RATE, BLOCK):
        for index, push in enumerate((aligner.push_microphone, aligner.push_computer)):
            push(np.zeros(BLOCK, np.float32), position / RATE + late_s[index, position // RATE])
        aligner.take(wait=True)
    assert aligner._ratio == pytest.approx(1.0, abs=2e-6)


def test_sound_that_was_lost_on_the_way_begins_another_line() -> None:
    clock = StreamClock()
    for position in range(0, 30 * RATE, BLOCK):
        lost_s = 0.5 if position > 20 * RATE else 0.0
        clock.note(position, position / RATE + lost_s)
    assert clock.time(30 * RATE) == pytest.approx(30.5, abs=1e-3)


def test_a_fractional_place_is_read_as_the_sound_between_two_samples() -> None:
    at = 100.3 + 1.0001 * np.arange(8000)
    wave = np.sin(2 * np.pi * 3000 * np.arange(RATE) / RATE).astype(np.float32)
    np.testing.assert_allclose(interpolate(wave, at), np.sin(2 * np.pi * 3000 * at / RATE), atol=1e-3)
    assert not interpolate(wave, np.arange(-200.0, -100.0)).any()


class Meeting:
    """Two devices that hear the same sound at the same time, by clocks that differ by `ppm`."""

    def __init__(self, seconds: float, ppm: float = 0.0) -> None:
        self.sound = noise(int(seconds * RATE))
        self.ratio = 1 + ppm * 1e-6
        self.aligner = Aligner()
        self.pairs: list[tuple[np.ndarray, np.ndarray]] = []

    def run(self, lost: tuple[float, float] = (0.0, 0.0)) -> tuple[np.ndarray, np.ndarray]:
        """Both sounds as they come out; between the seconds `lost` the computer's does not arrive."""
        microphone = interpolate(self.sound, np.arange(0, len(self.sound) - 64, 1 / self.ratio))
        for at in range(0, len(self.sound) - BLOCK, BLOCK):
            if not lost[0] <= at / RATE < lost[1]:
                self.aligner.push_computer(self.sound[at : at + BLOCK], at / RATE, fresh=at == 0)
            part = microphone[at : at + BLOCK]
            self.aligner.push_microphone(part, at / RATE / self.ratio, fresh=at == 0)
            self.pairs.append(self.aligner.take(wait=True))
        return np.concatenate([m for m, _ in self.pairs]), np.concatenate([c for _, c in self.pairs])


def lag(microphone: np.ndarray, computer: np.ndarray) -> float:
    """Samples by which the microphone's sound lies behind."""
    size = 2 * len(microphone)
    found = np.fft.irfft(np.fft.rfft(microphone, size) * np.conj(np.fft.rfft(computer, size)))
    peak = int(found.argmax())
    return peak if peak < len(microphone) else peak - size


def test_the_microphone_is_never_altered_and_the_computer_stands_ahead() -> None:
    meeting = Meeting(4.0)
    microphone, computer = meeting.run()
    np.testing.assert_array_equal(microphone, meeting.sound[: len(microphone)])
    ahead = int(AHEAD_S * RATE)
    np.testing.assert_allclose(computer[:40_000], meeting.sound[ahead : ahead + 40_000], atol=1e-6)


@pytest.mark.parametrize("ppm", [20.0, 100.0, -100.0])
def test_clocks_that_drift_apart_are_kept_together_without_a_step(ppm: float) -> None:
    meeting = Meeting(60.0, ppm)
    microphone, computer = meeting.run()
    late = [lag(microphone[at : at + RATE], computer[at : at + RATE]) for at in range(20 * RATE, 58 * RATE, RATE)]
    assert max(late) - min(late) <= 1, "uncorrected it would be as many samples as ppm * 0.6"
    assert meeting.aligner.moves == 1, "the first place"


def test_what_is_lost_of_the_computer_is_silence_of_its_length() -> None:
    meeting = Meeting(9.0)
    meeting.aligner.shift(0.0)
    microphone, computer = meeting.run(lost=(2.0, 4.0))
    assert len(microphone) == len(computer) >= (9.0 - WAIT_S - 2 * AHEAD_S - 0.1) * RATE
    assert not computer[int(2.3 * RATE) : int(3.6 * RATE)].any()


def test_without_the_computer_the_microphone_does_not_wait() -> None:
    aligner = Aligner()
    aligner.push_microphone(noise(1000), 0.0, fresh=True)
    microphone, computer = aligner.take(wait=False)
    assert len(microphone) == len(computer) == 1000 and not computer.any()
    aligner.push_microphone(noise(1000), 0.0)
    assert len(aligner.take(wait=True)[0]) == 0, "a moment's patience"
    aligner.push_microphone(noise(int(WAIT_S * RATE)), 0.0)
    assert len(aligner.take(wait=True)[0]) == 1000, "and no more"


@pytest.mark.parametrize("delay_s", [-0.1, 0.05, 0.3, 0.6])
def test_the_echos_delay_is_found(delay_s: float) -> None:
    played = noise(6 * RATE)
    shift = round(delay_s * RATE)
    heard = 0.3 * np.roll(played, shift) + 0.3 * noise(6 * RATE, seed=7)
    finder = DelayFinder()
    found = [
        delay
        for at in range(0, 6 * RATE, BLOCK)
        if (delay := finder.push(heard[at : at + BLOCK], played[at : at + BLOCK])) is not None
    ]
    assert found and found[-1] == pytest.approx(delay_s, abs=1e-3)


def test_where_there_is_no_echo_no_delay_is_found() -> None:
    finder = DelayFinder()
    played, heard = noise(8 * RATE), noise(8 * RATE, seed=7)
    for at in range(0, 8 * RATE, BLOCK):
        assert finder.push(heard[at : at + BLOCK], played[at : at + BLOCK]) is None
        assert finder.push(heard[at : at + BLOCK], np.zeros(BLOCK, np.float32)) is None

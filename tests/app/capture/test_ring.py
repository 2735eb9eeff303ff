"""The ring between a device and the worker, channels to mono, the resampling: no sample lost, doubled or moved."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.capture.mono import MonoMix, dbfs
from app.capture.ports import CaptureError
from app.capture.resample import To16k
from app.capture.ring import Ring
from app.capture.ring_reader import FIRST_BLOCK_S, SILENT_DEVICE_S, RingReader, as_frames


def ramp(start: int, n: int, channels: int = 1) -> np.ndarray:
    """Frames whose value is their position: a lost or moved frame shows."""
    return np.repeat(np.arange(start, start + n, dtype=np.float32)[:, None], channels, axis=1)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=30))
def test_what_is_written_comes_out_once_and_in_order_and_what_does_not_fit_is_counted(
    steps: list[tuple[int, int]],
) -> None:
    ring = Ring(64, 2)
    position, got, gaps = 0, [], 0
    for write, read in steps:
        ring.write(ramp(position, write, 2))
        position += write
        taken = ring.read(read or None)
        if taken is not None:
            gaps += taken.lost
            assert taken.start == taken.frames[0, 0], "the position tells lost frames too"
            got.append(taken.frames)
    while (taken := ring.read()) is not None:
        gaps += taken.lost
        got.append(taken.frames)
    out = np.concatenate(got)[:, 0] if got else np.zeros(0)
    assert (np.diff(out) > 0).all()
    assert len(out) + ring.lost == position == ring.heard
    assert gaps <= ring.lost, "what was lost last is told with the next block"


def test_a_gap_is_told_where_it_lies() -> None:
    ring = Ring(10, 1)
    ring.write(ramp(0, 8))
    ring.write(ramp(8, 5))  # does not fit
    first = ring.read()
    assert first is not None and (len(first.frames), first.lost) == (8, 0)
    ring.write(ramp(13, 4))
    second = ring.read()
    assert second is not None and (second.start, second.lost, second.frames[0, 0]) == (13, 5, 13.0)


def test_a_writer_and_a_reader_in_two_threads_lose_nothing() -> None:
    ring = Ring(4096, 1)
    total = 200_000

    def write() -> None:
        at = 0
        while at < total:
            if len(ring) < 3000:
                ring.write(ramp(at, 441))
                at += 441

    writer = threading.Thread(target=write)
    writer.start()
    expected = 0
    while writer.is_alive() or len(ring):
        taken = ring.read()
        if taken is not None:
            np.testing.assert_array_equal(taken.frames, ramp(expected, len(taken.frames)))
            expected += len(taken.frames)
    writer.join()
    assert expected >= total and ring.lost == 0


@pytest.mark.parametrize("capacity, channels", [(0, 1), (1, 0)])
def test_an_empty_ring_is_refused(capacity: int, channels: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        Ring(capacity, channels)


class Clock:
    """Time that passes only when it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.25
        return self.now


def test_a_device_that_delivers_nothing_any_more_is_lost() -> None:
    clock = Clock()
    reader = RingReader(1, 16_000, clock)
    reader.write(ramp(0, 100), 0.0)
    assert reader.read(0.0, lambda: True, "mic") is not None
    started = clock.now
    with pytest.raises(CaptureError, match="has stopped sending sound"):
        reader.read(60.0, lambda: True, "mic")
    assert SILENT_DEVICE_S <= clock.now - started < SILENT_DEVICE_S + 2


def test_a_device_may_take_its_time_for_the_first_block() -> None:
    clock = Clock()
    reader = RingReader(1, 16_000, clock)
    with pytest.raises(CaptureError):
        reader.read(60.0, lambda: True, "headset")
    assert clock.now >= FIRST_BLOCK_S


def test_a_dead_device_is_told_at_once_after_its_last_sound() -> None:
    reader = RingReader(1, 16_000)
    reader.write(ramp(0, 100), 0.0)
    assert reader.read(1.0, lambda: False, "mic") is not None
    with pytest.raises(CaptureError, match="“mic” was disconnected"):
        reader.read(1.0, lambda: False, "mic")


def test_a_block_tells_when_its_first_sample_was_heard_by_the_earliest_of_its_writes() -> None:
    """A write that the system held up says a later time; the sound before and behind it knows better."""
    reader = RingReader(1, 16_000)
    for at, heard_at in ((0, 10.1), (1600, 10.9), (3200, 10.3)):
        reader.write(ramp(at, 1600), heard_at)
    block = reader.read(1.0, lambda: True, "mic")
    assert block is not None and block.heard_at == pytest.approx(10.0)
    reader.write(ramp(4800, 1600), 10.4)
    block = reader.read(1.0, lambda: True, "mic")
    assert block is not None and block.heard_at == pytest.approx(10.3)


def test_bytes_become_frames() -> None:
    frames = np.arange(6, dtype="<f4").reshape(3, 2)
    np.testing.assert_array_equal(as_frames(frames.tobytes(), 2), frames)


# Channels -----------------------------------------------------------------------------------------------------------


def tone(seconds: float = 1.0, gain: float = 0.3, rate: int = 48_000) -> np.ndarray:
    return (gain * np.sin(np.arange(int(seconds * rate)) * 2 * np.pi * 440 / rate)).astype(np.float32)


@pytest.mark.parametrize("channel", [0, 4, 7])
def test_a_voice_on_one_channel_of_eight_is_heard_at_its_own_level(channel: int) -> None:
    frames = np.random.default_rng(0).standard_normal((48_000, 8)).astype(np.float32) * 1e-4
    frames[:, channel] += tone()
    mono = np.concatenate([MonoMix(8, 48_000)(frames[i : i + 480]) for i in range(0, 48_000, 480)])
    assert dbfs(mono) == pytest.approx(dbfs(tone()), abs=0.5)


def test_a_dead_stereo_channel_does_not_halve_the_voice() -> None:
    frames = np.stack([tone(), np.zeros(48_000, np.float32)], axis=1)
    assert dbfs(MonoMix(2, 48_000)(frames)) == pytest.approx(dbfs(tone()), abs=0.1)


def test_stereo_of_opposite_sign_does_not_cancel() -> None:
    frames = np.stack([tone(), -tone()], axis=1)
    assert dbfs(MonoMix(2, 48_000)(frames)) == pytest.approx(dbfs(tone()), abs=0.1)


def test_two_voices_in_stereo_are_both_heard() -> None:
    left = tone()
    right = (0.2 * np.sin(np.arange(48_000) * 2 * np.pi * 700 / 48_000)).astype(np.float32)
    mixed = MonoMix(2, 48_000)(np.stack([left, right], axis=1))
    np.testing.assert_allclose(mixed, (left + right) / 2, atol=1e-6)


def test_the_choice_of_channel_does_not_flutter_between_words() -> None:
    mix = MonoMix(4, 48_000)
    quiet = np.full((480, 4), 1e-3, np.float32)
    loud = quiet.copy()
    loud[:, 2] = 0.2
    mix(loud)
    quiet[:, 1] = 2e-3  # another channel's noise, louder while the speaker breathes
    assert mix(quiet)[0] == pytest.approx(1e-3)


@pytest.mark.parametrize("samples, expected", [(np.zeros(10, np.float32), -120), (np.ones(10, np.float32), 0)])
def test_level_in_decibels(samples: np.ndarray, expected: float) -> None:
    assert dbfs(samples) == pytest.approx(expected)
    assert dbfs(samples[:0]) == -120


# Rates --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000])
def test_any_rate_becomes_16_khz_of_the_same_length_pitch_and_time(rate: int) -> None:
    n = rate * 2 + 17
    wave = np.sin(np.arange(n) * 2 * np.pi * 300 / rate).astype(np.float32)
    resample = To16k(rate)
    portions = [resample(wave[i : i + rate // 50]) for i in range(0, n, rate // 50)]
    out = np.concatenate([*portions, resample.finish()])
    assert abs(len(out) - n * 16_000 / rate) <= 1
    expected = np.sin(np.arange(len(out)) * 2 * np.pi * 300 / 16_000)
    assert np.abs(out - expected)[300:-300].max() < 1e-3


def test_a_new_recording_has_nothing_of_the_old_one_in_it() -> None:
    second = To16k(48_000)
    first = To16k(48_000)
    first(tone(0.5))
    fresh = To16k(48_000)(tone(1.0, 0.1))
    np.testing.assert_array_equal(second(tone(1.0, 0.1)), fresh)

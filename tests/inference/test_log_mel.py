"""Log-mel features: equal to the official processor's, whatever the order in which audio arrives and goes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inference.log_mel import HOP, LogMel, log_mel, slaney_filterbank


def clips(shared: Path) -> list[dict[str, object]]:
    return json.loads((shared / "golden" / "mel" / "index.json").read_text())  # type: ignore[no-any-return]


def audio(path: Path) -> np.ndarray:
    stored = np.load(path)
    if "audio_i16" in stored:
        return stored["audio_i16"].astype(np.float32) / np.float32(32768)
    return stored["audio_f32"].astype(np.float32)


def test_every_reference_clip_is_within_1e_4(shared: Path) -> None:
    checked = 0
    for item in clips(shared):
        if "error" in item:
            continue
        path = shared / "golden" / "mel" / f"{item['name']}.npz"
        expected = np.load(path)["mel"]
        actual = log_mel(audio(path))
        assert actual.shape == expected.shape, item["name"]
        assert float(np.abs(actual - expected).max()) <= 1e-4, item["name"]
        checked += 1
    assert checked == 26


def test_too_little_audio_for_one_frame_gives_no_frame(shared: Path) -> None:
    """The official feature extractor raises here; a stream just waits for more."""
    refused = [item for item in clips(shared) if "error" in item]
    assert len(refused) == 5
    for item in refused:
        assert log_mel(np.zeros(int(str(item["n"])), np.float32)).shape == (128, 0)


def test_filterbank_is_the_reference_one(shared: Path) -> None:
    stored = np.load(shared / "golden" / "mel" / "_filterbank.npz")
    expected = stored[stored.files[0]]
    assert np.abs(slaney_filterbank(128) - expected).max() < 1e-6


def speech_like(n: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    loudness = np.repeat(10 ** rng.uniform(-4, 0, n // 1000 + 1), 1000)[:n]
    return (rng.standard_normal(n) * loudness * 0.3).astype(np.float32)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 4000), min_size=1, max_size=12), st.integers(0, 99))
def test_pieces_give_the_same_bits_as_the_whole(sizes: list[int], seed: int) -> None:
    samples = speech_like(sum(sizes), seed)
    state, end = LogMel(), 0
    for size in sizes:
        state.append(samples[end : end + size])
        end += size
        assert np.array_equal(state.features(), log_mel(samples[:end]))


@pytest.mark.parametrize("dropped", [160, 8000, 128_000 // 4, 123, 47_999])
def test_dropping_the_beginning_gives_the_same_bits_as_never_having_had_it(dropped: int) -> None:
    samples = speech_like(48_000, 7)
    state = LogMel()
    state.append(samples[:40_000])
    state.features()
    state.append(samples[40_000:])
    state.drop(dropped)
    assert np.array_equal(state.features(), log_mel(samples[dropped:]))
    state.append(samples[:5000])
    assert np.array_equal(state.features(), log_mel(np.concatenate([samples[dropped:], samples[:5000]])))


def test_a_louder_sound_moves_the_floor_under_every_earlier_frame() -> None:
    quiet = speech_like(16_000, 1) * np.float32(1e-4)
    state = LogMel()
    state.append(quiet)
    before = state.features().copy()
    state.append(np.ones(1600, np.float32) * np.sin(np.arange(1600) / 5).astype(np.float32))
    after = state.features()[:, : 16_000 // HOP - 2]
    assert not np.array_equal(before[:, : after.shape[1]], after)
    assert after.max() - after.min() < before.max() - before.min()

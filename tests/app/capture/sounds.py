"""Sound for tests of the engine: real speech from the bundled recording, silence, noise."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import soundfile

RATE = 16_000
SAMPLE = Path(__file__).resolve().parents[3] / "resources" / "sample.wav"


@cache
def _sample() -> np.ndarray:
    return soundfile.read(SAMPLE, dtype="float32")[0]


def speech(seconds: float = 8.0) -> np.ndarray:
    """The bundled recording from its first word on."""
    samples = _sample()
    first = int(np.flatnonzero(np.abs(samples) > 0.02)[0])
    return samples[first : first + int(seconds * RATE)].copy()


def silence(seconds: float) -> np.ndarray:
    return np.zeros(int(seconds * RATE), np.float32)


def noise(kind: str, seconds: float, dbfs: float) -> np.ndarray:
    """White, pink, or a mains hum with two overtones; "zeros" is digital silence."""
    n = int(seconds * RATE)
    random = np.random.default_rng(7)
    if kind == "zeros":
        return np.zeros(n, np.float32)
    if kind == "white":
        wave = random.standard_normal(n)
    elif kind == "pink":
        spectrum = np.fft.rfft(random.standard_normal(n))
        wave = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 1)), n)
    else:
        t = np.arange(n) / RATE
        wave = sum(np.sin(2 * np.pi * f * t) / k for k, f in enumerate((50, 100, 150), 1))
    return (wave / np.sqrt(np.mean(wave**2)) * 10 ** (dbfs / 20)).astype(np.float32)

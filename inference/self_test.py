"""A short question with known answers: is this provider computing what the bundle was made to compute?"""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from inference.audio_tower import AudioEncoder, AudioTower
from inference.bundle import Bundle
from inference.decoder import Decoder
from inference.log_mel import log_mel
from inference.options import SAMPLE_RATE

REQUIRED_AGREEMENT = 0.9
"""Share of the known answers that must come out: a near tie may fall the other way in another arithmetic, nonsense agrees nowhere."""


def sound(n_samples: int) -> NDArray[np.float32]:
    """A deterministic sound with speech-like bands: a gliding pitch, its overtones, syllables at 4 Hz."""
    t = np.arange(n_samples) / SAMPLE_RATE
    phase = 2 * np.pi * (120 * t + 20 * np.sin(2 * np.pi * 0.7 * t))
    voice = sum(np.sin(k * phase) / k for k in range(1, 12))
    syllables = 0.5 - 0.5 * np.cos(2 * np.pi * 4 * t)
    return np.asarray(0.1 * syllables * voice, np.float32)


def ask(
    tower: AudioTower, decoder: Decoder, prompt: Sequence[int], audio_pad: int, n_samples: int
) -> tuple[list[int], NDArray[np.float32]]:
    """Greedy next tokens and logits [len(prompt), vocab] after every position of `prompt`, the test sound at its audio_pad ids."""
    ids = np.array(prompt, np.int64)
    audio = np.concatenate(AudioEncoder(tower).encode(log_mel(sound(n_samples), tower.config.n_mels)))
    rows = decoder.embedding.rows(ids)
    rows[ids == audio_pad] = audio
    return decoder.next_logits([rows], decoder.grown(decoder.new_cache(), len(ids)), range(len(ids)))


def ask_as_a_stream(
    tower: AudioTower, decoder: Decoder, prompt: Sequence[int], audio_pad: int, n_samples: int, rows: Sequence[int]
) -> list[int]:
    """Greedy next tokens after `rows`, with the audio left where the tower leaves it and few rows asked in one call."""
    ids = list(prompt)
    first, n_audio = ids.index(audio_pad), ids.count(audio_pad)
    audio = AudioEncoder(tower).encode(log_mel(sound(n_samples), tower.config.n_mels))
    pieces = [ids[:first], *audio, ids[first + n_audio :]]
    cache = decoder.grown(decoder.new_cache(), len(ids))
    said: list[int] = []
    for start in range(0, len(rows), decoder.max_asked):
        cache.length = 0
        said += decoder.next_ids(pieces, cache, rows[start : start + decoder.max_asked])
    return said


def agreement(tower: AudioTower, decoder: Decoder, bundle: Bundle) -> float:
    """Share of the bundle's known answers that this tower and decoder give, 0..1; not-a-number counts as wrong.

    Where streams go another way than questions for logits (captured graphs), both are asked; the worse share counts.
    """
    test = bundle.self_test
    ids, logits = ask(tower, decoder, test.prompt, bundle.tokens.audio_pad, test.audio_samples)
    right = sum(
        ids[row] == expected and bool(np.isfinite(logits[row]).all())
        for row, expected in zip(test.rows, test.expected, strict=True)
    )
    if decoder.max_asked < len(test.prompt):
        said = ask_as_a_stream(tower, decoder, test.prompt, bundle.tokens.audio_pad, test.audio_samples, test.rows)
        right = min(right, sum(map(operator.eq, said, test.expected)))
    return right / max(1, len(test.rows))

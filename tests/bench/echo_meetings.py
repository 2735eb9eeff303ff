"""Meetings made from recordings: what the computer plays, what the microphone hears, who says what when.

Needs pyroomacoustics. The folder holds clips.tsv (file, speaker, text; tab-separated) and the files: 16 kHz mono, 3 to
7 s, six clips a speaker or more. A meeting lasts about 60 s: far twice | near | far | near | both | near | far | both |
near; "far" is the computer, "near" the user.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile
import soxr

from inference.options import SAMPLE_RATE

NEAR_DBFS, NOISE_DBFS = -26.0, -60.0
TURNS = ("F", "F", "N", "F", "N", "NF", "N", "F", "NF", "N")
LEAD_S = 0.4
"""Where both talk, the computer does so from this before until this after."""


@dataclass(frozen=True)
class Condition:
    """Attributes:
    echo_db: of the echo against the user's speech, at the microphone; None for headphones.
    delay_ms: between the computer's sound and its echo, besides the 1 to 3 ms of the air.
    t60_s: how long the room echoes.
    drift_ppm: by how much the microphone's clock is faster than the computer's.
    silent_until_s: the computer's sound is not delivered before.
    silent_s: seconds between which it is not delivered.
    drop: at half time the volume goes down by 10 dB.
    quiet_db: the computer's sound is delivered so much quieter than it is played.
    """

    echo_db: float | None = 0.0
    delay_ms: float = 80.0
    t60_s: float = 0.3
    drift_ppm: float = 0.0
    silent_until_s: float = 0.0
    silent_s: tuple[float, float] = (0.0, 0.0)
    drop: bool = False
    quiet_db: float = 0.0


BASE = Condition()
CONDITIONS = {
    "headphones": replace(BASE, echo_db=None),
    **{f"echo{db:+d}": replace(BASE, echo_db=float(db)) for db in (6, 0, -3, -9, -18)},
    **{f"delay{ms}": replace(BASE, delay_ms=float(ms)) for ms in (-60, 20, 150, 300)},
    **{f"drift{ppm:+d}": replace(BASE, drift_ppm=float(ppm)) for ppm in (20, 100, -100)},
    "volume": replace(BASE, drop=True),
    "quiet20": replace(BASE, quiet_db=20.0),
    "late": replace(BASE, silent_until_s=20.0),
    "lost": replace(BASE, silent_s=(25.0, 40.0)),
}


@dataclass(frozen=True)
class Span:
    """One turn, in samples. `kind`: "N" the user alone, "F" the computer alone, "NF" both; `text` is the user's."""

    kind: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Meeting:
    """Attributes:
    microphone, computer: float32 at 16 kHz.
    near: the user's speech and the room's noise as the microphone hears them, without the echo.
    """

    microphone: np.ndarray
    computer: np.ndarray
    near: np.ndarray
    spans: tuple[Span, ...]


def active_rms(sound: np.ndarray) -> float:
    power = np.mean(sound[: len(sound) // 320 * 320].reshape(-1, 320) ** 2, axis=1)
    return float(np.sqrt(np.mean(power[power > power.max() * 1e-3])))


def load(folder: Path) -> dict[str, list[tuple[Path, str]]]:
    by_speaker: dict[str, list[tuple[Path, str]]] = {}
    for line in (folder / "clips.tsv").read_text("utf-8").splitlines():
        name, speaker, text = line.split("\t")
        by_speaker.setdefault(speaker, []).append((folder / name, text))
    return {speaker: clips for speaker, clips in sorted(by_speaker.items()) if len(clips) >= 6}


def rooms(t60_s: float, seed: int) -> list[np.ndarray]:
    """Impulse responses of the loudspeaker (0.4 m) and of the user (0.6 m) at the microphone."""
    import pyroomacoustics

    random = np.random.default_rng(seed)
    size = np.array([4.2, 3.4, 2.6]) + random.uniform(-0.5, 0.5, 3)
    absorption, order = pyroomacoustics.inverse_sabine(t60_s, size)
    material = pyroomacoustics.Material(absorption)
    room = pyroomacoustics.ShoeBox(size, fs=SAMPLE_RATE, materials=material, max_order=min(order, 30))
    microphone = size / 2 + random.uniform(-0.4, 0.4, 3)
    for distance, way in ((0.4, random.normal(size=3)), (0.6, random.normal(size=3))):
        room.add_source(microphone + way / np.linalg.norm(way) * distance)
    room.add_microphone(microphone)
    room.compute_rir()
    return [np.asarray(room.rir[0][i][: SAMPLE_RATE // 2]) for i in (0, 1)]


def loudspeaker(sound: np.ndarray) -> np.ndarray:
    """A small one: no bass, soft clipping with a little asymmetry."""
    hertz = np.maximum(np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE), 1)
    thin = np.fft.irfft(np.fft.rfft(sound) / np.sqrt(1 + (200 / hertz) ** 4), len(sound))
    thin = thin / np.abs(thin).max()
    return np.tanh(2.0 * thin + 0.3 * thin**2) / 2.0


def _turns(
    speakers: dict[str, list[tuple[Path, str]]], index: int, random: np.random.Generator
) -> tuple[dict[str, np.ndarray], list[Span], int]:
    names = list(speakers)
    queues = {who: list(speakers[names[(2 * index + i) % len(names)]][:6]) for i, who in enumerate("NF")}
    tracks = {who: np.zeros(120 * SAMPLE_RATE) for who in "NF"}
    spans: list[Span] = []
    at = SAMPLE_RATE // 2
    for turn in TURNS:
        clips, text = {}, {"N": ""}
        for who in turn:
            path, text[who] = queues[who].pop(0)
            clip = soundfile.read(path, dtype="float64")[0]
            clips[who] = clip * 10 ** (NEAR_DBFS / 20) / active_rms(clip)
        length, offset = max(map(len, clips.values())), 0
        if turn == "NF":
            length, offset = len(clips["N"]) + int(2 * LEAD_S * SAMPLE_RATE), int(LEAD_S * SAMPLE_RATE)
            clips["F"] = np.tile(clips["F"], -(-length // len(clips["F"])))[:length]
        for who in turn:
            start = at + (offset if who == "N" else 0)
            tracks[who][start : start + len(clips[who])] += clips[who]
        spans.append(Span(turn, at, at + length, text["N"]))
        at += length + int(random.uniform(0.5, 0.9) * SAMPLE_RATE)
    return tracks, spans, (at + SAMPLE_RATE // 2) // 160 * 160


def make_meeting(speakers: dict[str, list[tuple[Path, str]]], index: int, condition: Condition) -> Meeting:
    """The meeting of that number; the same each time."""
    random = np.random.default_rng(1000 + index)
    tracks, spans, total = _turns(speakers, index, random)
    near, far = tracks["N"][:total], tracks["F"][:total]
    speaker_response, user_response = rooms(condition.t60_s, 77 + index)
    near = np.convolve(near, user_response)[:total]
    alone = near * 10 ** (NEAR_DBFS / 20) / active_rms(near) + random.normal(size=total) * 10 ** (NOISE_DBFS / 20)
    heard = alone
    if condition.echo_db is not None:
        heard = alone + _echo(far, condition, speaker_response, total)
    far = far * 10 ** (-condition.quiet_db / 20)
    for first, last in ((0.0, condition.silent_until_s), condition.silent_s):
        far[int(first * SAMPLE_RATE) : int(last * SAMPLE_RATE)] = 0
    microphone, computer, near = (np.clip(x, -1, 1).astype(np.float32) for x in (heard, far, alone))
    return Meeting(microphone, computer, near, tuple(spans))


def _echo(far: np.ndarray, condition: Condition, response: np.ndarray, total: int) -> np.ndarray:
    played = loudspeaker(far)
    if condition.drift_ppm:
        played = soxr.resample(played, 1e6, 1e6 + condition.drift_ppm, quality="VHQ")
    shift = round(condition.delay_ms * SAMPLE_RATE / 1000)
    echo = np.convolve(np.pad(played, (max(shift, 0), 0))[max(-shift, 0) :], response)
    echo = np.pad(echo, (0, max(total - len(echo), 0)))[:total]
    echo *= 10 ** ((NEAR_DBFS + (condition.echo_db or 0.0)) / 20) / active_rms(echo)
    echo[total // 2 :] *= 10 ** (-10 / 20) if condition.drop else 1.0
    return np.asarray(echo)

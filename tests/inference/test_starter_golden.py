"""Our whole chain against the official code with the same weights in float32, on real speech."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from inference.options import SAMPLE_RATE, Shortcuts, StreamOptions
from inference.providers import CPU
from inference.recognizer import Recognizer
from tests.inference.starter_golden import Comparison, clip, read_clip, records, replay


@pytest.fixture(scope="module")
def exact(fp32_bundle: Path) -> Recognizer:
    return Recognizer.load(fp32_bundle, CPU, threads=1)


@pytest.mark.slow
def test_offline_token_ids(exact: Recognizer, shared: Path) -> None:
    checked = 0
    for record in records(shared, "offline.jsonl.gz"):
        samples = clip(shared, record)
        options = StreamOptions(language=record["language"])
        generator = _with(exact, replace(Shortcuts(), stop_at_doubt=False)).chain.new_generator(options)
        generator.append(samples)
        said = generator.run("", 0, len(samples), record["max_new_tokens"])
        assert list(said.ids) == record["ids"], record["id"]
        assert said.text == record["raw"]
        transcription = exact.transcribe(samples, options)
        assert transcription.text == record["text"].rstrip("|")
        checked += 1
    assert checked == 28


STREAMS = {"c320": 32, "c160": 12, "c1000": 28, "no_reset": 2}
"""Settings of the recorded streams (golden/README.md), and how many there are of each."""


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("setting", STREAMS)
def test_every_chunk_of_every_stream(exact: Recognizer, shared: Path, setting: str) -> None:
    """All shortcuts on; a difference is excused only where the recorded gap of the two best tokens is under 1e-3."""
    rolling = setting == "no_reset"
    total = Comparison()
    n = 0
    for record in records(shared, "no_reset.jsonl.gz" if rolling else "streaming.jsonl.gz"):
        if not rolling and not record["id"].startswith(f"{setting}/"):
            continue
        found = replay(exact, record, clip(shared, record), rolling=rolling)
        total.passes += found.passes
        total.differences += found.differences
        total.excused += found.excused
        n += 1
    print(
        f"\n{setting}: {n} streams, {total.passes} passes, {len(total.differences)} differences, excused: {total.excused}"
    )
    assert n == STREAMS[setting]
    assert total.differences == []


def _with(recognizer: Recognizer, shortcuts: Shortcuts) -> Recognizer:
    """The same loaded model with other shortcuts."""
    chain = copy.copy(recognizer.chain)
    chain.shortcuts = shortcuts
    return Recognizer(chain)


EACH_OFF = [replace(Shortcuts(), **{name: False}) for name in vars(Shortcuts())]


def joined(shared: Path) -> np.ndarray:
    names = ("jfk", "librivox_sense_0870")
    return np.concatenate([read_clip(shared / "audio" / f"{name}.wav") for name in names])


def quiet_then_loud(samples: np.ndarray, db: float) -> np.ndarray:
    """The first half attenuated: the loud half moves the log-mel floor under it, which kept windows must notice."""
    samples = samples.copy()
    samples[: len(samples) // 2] *= np.float32(10 ** (-db / 20))
    return samples


CLIPS: dict[str, Callable[[Path], np.ndarray]] = {
    "18 s of joined speech, in which the window rolls": joined,
    "-36 dB, then loud": lambda shared: quiet_then_loud(read_clip(shared / "audio" / "librivox_sense_0870.wav"), 36),
    "-80 dB, then loud": lambda shared: quiet_then_loud(read_clip(shared / "audio" / "librivox_sense_0870.wav"), 80),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", CLIPS)
def test_no_shortcut_changes_what_comes_out(exact: Recognizer, shared: Path, what: str) -> None:
    """On every clip of ../shared and with three minutes joined: tests/bench/shortcuts.py."""
    samples = CLIPS[what](shared)
    outcomes = []
    for shortcuts in (Shortcuts(), Shortcuts.none(), *EACH_OFF):
        stream = _with(exact, shortcuts).stream(StreamOptions())
        events = [
            event for start in range(0, len(samples), 5120) for event in stream.feed(samples[start : start + 5120])
        ]
        outcomes.append(events + stream.finish())
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert len(outcomes) == 7


@pytest.mark.slow
def test_silence_after_speech_gives_no_old_text(exact: Recognizer, shared: Path) -> None:
    speech = read_clip(shared / "audio" / "librivox_sense_0870.wav")
    first = exact.stream(StreamOptions())
    first.feed(speech)
    assert first.finish()[-1].text
    second = exact.stream(StreamOptions())
    assert second.feed(np.zeros(5 * SAMPLE_RATE, np.float32)) == []
    assert second.finish()[-1].text == ""

"""Where utterances begin and end, and that no sample between is lost or made up."""

from __future__ import annotations

import numpy as np
import pytest
import soundfile as sf
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.segmenter import (
    FRAME,
    TAIL_ZEROS,
    Audio,
    Samples,
    Segmenter,
    SegmenterOptions,
    UtteranceEnd,
    UtteranceStart,
)
from tests.app.capture.sounds import RATE, SAMPLE, noise, silence

DEFAULTS = SegmenterOptions()


def speech() -> Samples:
    """Clear speech with short pauses: the recording that ships with the program, at -20 dBFS."""
    samples, rate = sf.read(SAMPLE, dtype="float32")
    assert rate == RATE
    return samples * np.float32(0.1 / np.sqrt(np.mean(samples**2)))


def steady_speech(seconds: float) -> Samples:
    """The stretch of the recording that has the least quiet in it."""
    sound = speech()
    step = RATE // 10
    level = np.sqrt(np.mean(sound[: len(sound) // step * step].reshape(-1, step) ** 2, axis=1))
    steps = int(seconds * 10)
    best = max(range(len(level) - steps), key=lambda at: min(level[at : at + steps]))
    return sound[best * step : (best + steps) * step]


class Cut:
    """What a segmenter made of a recording, checked for the rules that always hold."""

    def __init__(self, samples: Samples, options: SegmenterOptions = DEFAULTS, portions: tuple[int, ...] = (700,)):
        segmenter = Segmenter(options)
        events = []
        at = turn = 0
        while at < len(samples):
            size = portions[turn % len(portions)]
            events += segmenter.push(samples[at : at + size])
            at, turn = at + size, turn + 1
        events += segmenter.flush()
        assert segmenter.position == len(samples)
        self.utterances: list[tuple[int, Samples, UtteranceEnd]] = []
        start: int | None = None
        parts: list[Samples] = []
        expected = last_end = 0
        for event in events:
            match event:
                case UtteranceStart():
                    assert start is None and event.start >= last_end, "utterances must not overlap"
                    start = expected = event.start
                    parts = []
                case Audio():
                    assert start is not None and event.start == expected, "a gap"
                    expected += len(event.samples)
                    parts.append(event.samples)
                case UtteranceEnd():
                    assert start is not None
                    whole = np.concatenate(parts)
                    assert len(parts[-1]) == TAIL_ZEROS and not parts[-1].any(), "300 ms of zeros end every utterance"
                    real = whole[:-TAIL_ZEROS]
                    assert event.end == start + len(real)
                    assert start <= event.speech_end <= event.end
                    np.testing.assert_array_equal(real, samples[start : event.end])
                    self.utterances.append((start, whole, event))
                    start, last_end = None, event.end
        assert start is None, "the last utterance was not ended"


def test_a_phrase_is_one_utterance_with_its_onset_and_the_pause_that_ended_it() -> None:
    lead = 3.0
    sound = np.concatenate([silence(lead), speech(), silence(2.0)])
    begins = int(np.flatnonzero(np.abs(sound) > 0.005)[0])
    stops = int(np.flatnonzero(np.abs(sound) > 0.005)[-1])
    cut = Cut(sound, SegmenterOptions(endpoint_ms=1500))
    assert len(cut.utterances) == 1
    start, _, end = cut.utterances[0]
    assert begins - start >= 0.4 * RATE, "the pre-roll is there"
    assert end.speech_end >= stops - 0.15 * RATE
    assert 1.4 * RATE <= end.end - end.speech_end <= 1.6 * RATE


@pytest.mark.parametrize("pause_s, expected", [(0.3, 1), (0.5, 1), (0.9, 2), (2.0, 2)])
def test_pauses_shorter_than_the_endpoint_do_not_cut(pause_s: float, expected: int) -> None:
    word = steady_speech(0.9)
    cut = Cut(np.concatenate([silence(1), word, silence(pause_s), word, silence(1)]))
    assert len(cut.utterances) == expected


@pytest.mark.parametrize("endpoint_ms", [200, 600, 1200, 3000])
def test_the_endpoint_pause_is_the_setting(endpoint_ms: int) -> None:
    cut = Cut(np.concatenate([silence(1), speech(), silence(4)]), SegmenterOptions(endpoint_ms=endpoint_ms))
    last = cut.utterances[-1][2]
    assert (last.end - last.speech_end) * 1000 / RATE == pytest.approx(endpoint_ms, abs=41)


@pytest.mark.parametrize("endpoint_ms", [0, 199, 3001])
def test_an_endpoint_out_of_range_is_refused(endpoint_ms: int) -> None:
    with pytest.raises(ValueError, match="between 200 and 3000"):
        SegmenterOptions(endpoint_ms=endpoint_ms)
    with pytest.raises(ValueError, match="between 200 and 3000"):
        Segmenter().set_endpoint_ms(endpoint_ms)


@pytest.mark.parametrize("gain_db", [0, -12, -24, -36])
def test_quiet_speech_opens_an_utterance_as_loud_speech_does(gain_db: int) -> None:
    sound = np.concatenate([silence(1), speech(), silence(1)])
    loud = sum(end.speech_end - start for start, _, end in Cut(sound).utterances)
    quiet = sum(end.speech_end - start for start, _, end in Cut(sound * np.float32(10 ** (gain_db / 20))).utterances)
    assert quiet >= 0.85 * loud


@pytest.mark.parametrize("second", range(8))
def test_the_first_words_after_the_start_are_heard_though_they_are_quiet(second: int) -> None:
    """Speech 5 dB above a quiet room's noise: nobody was heard before the gain had fallen, for many seconds."""
    sound = speech()[second * RATE : (second + 2) * RATE]
    sound = sound[max(int(np.flatnonzero(np.abs(sound) > 0.05)[0]) - 400, 0) :]
    room = noise("white", 4.0, -65)
    at = int(0.3 * RATE)
    room[at : at + len(sound)] += sound * np.float32(10 ** (-60 / 20) / np.sqrt(np.mean(np.square(sound))))
    utterances = Cut(room).utterances
    assert utterances and utterances[0][0] <= at + 0.2 * RATE


def test_speech_after_a_minute_of_near_silence_is_heard() -> None:
    sound = np.concatenate([noise("white", 60, -75), speech() * np.float32(10 ** (-10 / 20)), silence(1)])
    cut = Cut(sound)
    assert cut.utterances and cut.utterances[0][0] == pytest.approx(60 * RATE, abs=RATE)


def test_quiet_speech_after_loud_speech_is_heard() -> None:
    sound = np.concatenate([speech(), silence(2.0), speech() * np.float32(10 ** (-30 / 20)), silence(1)])
    assert any(start > len(speech()) for start, _, _ in Cut(sound).utterances)


@pytest.mark.parametrize(
    "kind, dbfs", [(k, d) for k in ("white", "hum") for d in (-80, -60, -45)] + [("pink", -80), ("pink", -65)]
)
def test_steady_noise_opens_no_utterance(kind: str, dbfs: int) -> None:
    assert Cut(noise(kind, 10, dbfs)).utterances == []


def test_silence_and_clicks_open_no_utterance() -> None:
    assert Cut(silence(10)).utterances == []
    clicks = silence(10)
    for at in range(RATE, len(clicks) - 100, RATE):
        clicks[at : at + 30] = np.linspace(0.3, -0.3, 30, dtype=np.float32)
    assert Cut(clicks).utterances == []


def test_noise_after_speech_does_not_keep_the_utterance_open() -> None:
    sound = np.concatenate([speech(), silence(20)])
    sound += noise("white", 40, -60)[: len(sound)]
    assert Cut(sound).utterances[-1][2].end < len(speech()) + 2 * RATE


def test_ending_now_ends_the_utterance_with_the_last_sample_and_zeros() -> None:
    sound = speech()[: RATE * 2 + 137]
    segmenter = Segmenter()
    events = segmenter.push(sound)
    assert segmenter.open
    events += segmenter.endpoint()
    assert not segmenter.open
    assert isinstance(events[-1], UtteranceEnd) and events[-1].end == len(sound)
    assert segmenter.endpoint() == []


def test_after_an_endpoint_positions_go_on() -> None:
    segmenter = Segmenter()
    segmenter.push(speech()[: RATE + 5])
    segmenter.endpoint()
    events = segmenter.push(np.concatenate([silence(1), speech()]))
    starts = [event.start for event in events if isinstance(event, UtteranceStart)]
    assert starts and starts[0] >= RATE + 5


def test_a_short_word_at_the_very_end_is_not_lost() -> None:
    word = speech()
    loud = np.flatnonzero(np.abs(word) > 0.05)[0]
    assert Cut(np.concatenate([silence(1), word[loud : loud + 5 * FRAME]])).utterances


def test_values_that_are_not_numbers_are_silence() -> None:
    sound = np.concatenate([silence(0.5), speech()])
    sound[100:120] = np.nan
    sound[130] = np.inf
    events = Segmenter().push(sound)
    assert all(np.isfinite(event.samples).all() for event in events if isinstance(event, Audio))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 5000), min_size=1, max_size=6))
def test_the_portions_in_which_sound_arrives_change_nothing(portions: list[int]) -> None:
    sound = np.concatenate([silence(0.7), speech(), silence(0.9)])
    whole = Cut(sound, portions=(len(sound),)).utterances
    parts = Cut(sound, portions=tuple(portions)).utterances
    assert [(start, end) for start, _, end in parts] == [(start, end) for start, _, end in whole]


def test_the_recording_of_these_tests_is_ours_to_ship() -> None:
    """The sample is read speech, about eight seconds of it, at the model's own rate."""
    samples, rate = sf.read(SAMPLE, dtype="float32")
    assert rate == RATE and 5 <= len(samples) / rate <= 12 and samples.ndim == 1
    assert np.abs(samples).max() <= 1.0

"""A stream outlives its recogniser: wherever one fails, the next continues, and the text is what it would have been."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from app.cli.bench import default_audio
from inference.bundle import Bundle, open_bundle
from inference.errors import ProviderError, RecognizerError
from inference.events import Committed, Final, StreamEvent
from inference.options import PRESETS, SAMPLE_RATE, StreamOptions
from inference.provider_chain import ProviderChain
from inference.providers import CPU, Model, open_model
from inference.recognizer import Recognizer, Stream
from inference.utterance import MAX_MERGED_SAMPLES, UtteranceDecoder
from tests.inference.scripted import Asked, BrokenError, FailingTower, FailsAt, PieceCodec, Say, TruthfulModel, played

HEADER = "language English<asr_text>"
WORDS = [f"{a}{b}{n:02d}" for n, (a, b) in enumerate((a, b) for a in "bdfgklmnprstvz" for b in "aeiou")]


TALK = replace(PRESETS["balanced"], chunk_ms=640)
CASES = {
    "automatic language": (TALK, HEADER, False),
    "forced language": (replace(TALK, language="English"), "", False),
    "lookahead": (replace(PRESETS["responsive"], chunk_ms=480, first_chunk_ms=960), HEADER, False),
    "merged": (replace(TALK, chunk_ms=320), HEADER, True),
    "small budget": (replace(TALK, adaptive_budget=True, unfixed_chunk_num=0, unfixed_token_num=1), HEADER, False),
}


@pytest.mark.parametrize("name", CASES)
def test_a_failure_at_any_pass_changes_no_event(name: str) -> None:
    """30 s: over the hand-over to the rolling window, and over a roll."""
    options, header, merge = CASES[name]
    feeds = [16_000, 40_000, 4_000] * 8

    def decoder(*fails: int) -> tuple[UtteranceDecoder, FailsAt]:
        codec = PieceCodec()
        say = FailsAt(TruthfulModel(codec, WORDS, 0.5, header), fails)
        return UtteranceDecoder(codec, Asked(say), options), say

    undisturbed, script = decoder()
    expected = played(undisturbed, feeds, merge=merge)
    final = expected[-1]
    assert isinstance(final, Final)
    assert final.shown.split() == WORDS[:60]
    for question in range(script.asked):
        assert played(decoder(question)[0], feeds, merge=merge) == expected, question
        three = (question, question + 1, question + 2)
        assert played(decoder(*three)[0], feeds, merge=merge) == expected, three


def test_sound_that_waits_when_the_recogniser_fails_is_decoded_at_the_end_before_its_window_goes() -> None:
    codec = PieceCodec()
    asked = Asked(FailsAt(TruthfulModel(codec, WORDS, 0.5, HEADER), [3]))
    decoder = UtteranceDecoder(codec, asked, TALK)
    with pytest.raises(BrokenError):
        decoder.feed(30 * SAMPLE_RATE)
    before = decoder.take_events()
    final = (before + decoder.finish())[-1]
    assert isinstance(final, Final)
    assert final.shown.split() == WORDS[:60]
    assert decoder.finish() == []
    ends = [end for _, _, end, _ in asked.calls]
    assert max(later - earlier for earlier, later in pairwise(ends)) <= MAX_MERGED_SAMPLES


def test_the_question_whether_hotwords_were_said_may_fail_too() -> None:
    hotwords = ("Confucius", "R2T2", "FastAPI")
    codec = PieceCodec()
    spoken = TruthfulModel(codec, [*hotwords, *WORDS], 0.2, HEADER)
    for fails in ([], [0], [0, 1], [0, 1, 2]):
        without = Asked(FailsAt(lambda *question: HEADER + "confusion", fails))
        options = replace(TALK, hotwords=hotwords, unfixed_chunk_num=0, unfixed_token_num=1)
        decoder = UtteranceDecoder(codec, Asked(spoken), options, ask_without_hotwords=without)
        events = played(decoder, [8_000] * 20)
        shown = "".join(event.text if isinstance(event, Committed) else event.remainder for event in events)
        assert shown.split() == [*hotwords, *WORDS][:50]
        assert len(without.calls) == len(fails) + 1


class Swapped:
    """Which model is loaded: a codec whose numbers mean something else after each failure."""

    def __init__(self) -> None:
        self.codec = PieceCodec()

    def swap(self) -> None:
        self.codec = PieceCodec()
        self.codec.encode("other words have these numbers " * 3)

    def encode(self, text: str) -> list[int]:
        return self.codec.encode(text)

    def decode(self, ids: Sequence[int]) -> str:
        return self.codec.decode(ids)


@pytest.mark.parametrize("language", [None, "English"])
def test_another_model_with_another_vocabulary_goes_on_without_a_lost_or_doubled_word(language: str | None) -> None:
    for question in range(40):
        loaded = Swapped()
        model = TruthfulModel(loaded, WORDS, 0.5, "" if language else HEADER)
        say = FailsAt(model, [question], loaded.swap)
        decoder = UtteranceDecoder(loaded, Asked(say), replace(TALK, language=language))
        events = played(decoder, [20_000] * 24)
        final = events[-1]
        assert isinstance(final, Final)
        assert final.shown.split() == WORDS[:60], question
        assert not final.diverged


def test_another_model_that_hears_other_words_takes_nothing_back() -> None:
    def hears(words: Sequence[str]) -> Say:
        """Goes on behind as many words as the prefix has, whatever they are."""

        def say(prefix: str, start: int, end: int, most: int) -> str:
            known = len(prefix.partition(HEADER)[2].split())
            rest = "".join(f" {word}" for word in words[known : end // 8_000])
            return rest if prefix.startswith(HEADER) else HEADER + rest.strip()

        return say

    one = hears(WORDS)
    other = hears([f"{word}x" if n % 3 == 0 else word for n, word in enumerate(WORDS)])
    for question in range(22):
        place = iter([one] * question + [other] * 99)
        say = FailsAt(lambda *q, place=place: next(place)(*q), [question])
        events = played(UtteranceDecoder(PieceCodec(), Asked(say), TALK), [10_240] * 22)
        final = events[-1]
        assert isinstance(final, Final)
        assert final.shown == "".join(event.text for event in events if isinstance(event, Committed)) + final.remainder
        assert [word.rstrip("x") for word in final.shown.split()] == WORDS[:28], question


# With the starter model --------------------------------------------------------------------------------------------------


def that_fails(bundle: Path, windows: int) -> Recognizer:
    """A recogniser with one provider, which breaks after so many windows (three go at load)."""

    def opener(opened: Bundle, name: str, threads: int | None) -> Model:
        model = open_model(opened, CPU, threads)
        return Model(CPU, FailingTower(model.tower, windows), model.decoder)

    return Recognizer(ProviderChain(open_bundle(bundle), [CPU], opener=opener))


@pytest.fixture(scope="module")
def recognizer(starter_bundle: Path) -> Recognizer:
    return Recognizer.load(starter_bundle, CPU)


def recognized(stream: Stream, samples: np.ndarray, next_recognizer: Callable[[], Recognizer]) -> list[StreamEvent]:
    events: list[StreamEvent] = []
    blocks = [samples[start : start + 1600] for start in range(0, len(samples), 1600)]
    for call in [lambda block=block: stream.feed(block) for block in blocks] + [stream.finish]:
        again = call
        while True:
            try:
                events += again()
                break
            except ProviderError:
                events += stream.let_go()
                stream.continue_with(next_recognizer())
                again = call if call == stream.finish else lambda: stream.feed(np.zeros(0, np.float32))
    return events


@pytest.mark.parametrize("windows", [[3], [4], [9], [14], [4, 5, 3], [8, 4, 9, 3]])
def test_recognisers_that_fail_one_after_another_lose_no_text(
    recognizer: Recognizer, starter_bundle: Path, windows: list[int]
) -> None:
    samples = default_audio(5.0)
    options = StreamOptions(language="English")
    expected = recognized(recognizer.stream(options), samples, lambda: recognizer)
    broken = [that_fails(starter_bundle, n) for n in windows]
    waiting = iter([*broken[1:], recognizer])
    assert recognized(broken[0].stream(options), samples, lambda: next(waiting)) == expected
    assert next(waiting, None) is None, "all of them were in use"


def test_what_is_let_go_is_free_for_the_next_model(starter_bundle: Path, recognizer: Recognizer) -> None:
    first = Recognizer.load(starter_bundle, CPU)
    stream = first.stream(StreamOptions(language="English"))
    stream.feed(default_audio(2.0))
    model, session = weakref.ref(first.model), weakref.ref(first.model.decoder._session)  # type: ignore[attr-defined]
    gc.disable()
    try:
        assert stream.let_go() == []
        first.close()
        del first
        assert model() is None
        assert session() is None
    finally:
        gc.enable()
    with pytest.raises(RecognizerError, match="has no model"):
        stream.feed(default_audio(1.0))
    before = stream.times.n_passes
    stream.continue_with(recognizer)
    assert isinstance(stream.finish()[-1], Final)
    assert stream.times.n_passes > before


def test_a_model_without_room_for_the_stream_is_replaced_by_its_next_provider(starter_bundle: Path) -> None:
    notices: list[str] = []

    def opener(bundle: Bundle, name: str, threads: int | None) -> Model:
        return open_model(bundle, CPU, threads)

    recognizer = Recognizer(
        ProviderChain(open_bundle(starter_bundle), [CPU, CPU], notify=notices.append, opener=opener)
    )

    def no_room() -> None:
        raise RuntimeError("failed to allocate memory")

    recognizer.model.decoder.new_cache = no_room  # type: ignore[assignment,method-assign]
    stream = recognizer.stream(StreamOptions(language="English"))
    assert notices == ["CPU failed (its memory is full). Continuing with the CPU."]
    stream.feed(default_audio(2.0))
    assert isinstance(stream.finish()[-1], Final)

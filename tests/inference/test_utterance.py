"""What a stream shows: nothing lost, nothing doubled, nothing taken back; endings, seams, loops, echoes."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest

from inference.errors import RecognizerError
from inference.events import Committed, Final, StreamEvent
from inference.options import PRESETS, StreamOptions
from inference.utterance import UtteranceDecoder
from tests.inference.scripted import Asked, PieceCodec, TruthfulModel

ENGLISH = "language English<asr_text>"


def _words(n: int) -> list[str]:
    """Different words that no other begins or ends with."""
    return [
        f"{first}{second}{i:03d}"
        for i, (first, second) in zip(range(n), itertools.cycle(itertools.product("bdfgklmn", "aeiou")))
    ]


def _shown(events: list[StreamEvent]) -> str:
    return "".join(event.text if isinstance(event, Committed) else event.remainder for event in events)


def _decoder(say: object, options: StreamOptions, **more: object) -> tuple[UtteranceDecoder, Asked]:
    asked = Asked(say)  # type: ignore[arg-type]
    return UtteranceDecoder(PieceCodec(), asked, options, **more), asked  # type: ignore[arg-type]


def _fixed(answer: str) -> object:
    """A model that always ends up with the same whole answer."""
    return lambda prefix, start, end, most: answer[len(prefix) :] if answer.startswith(prefix) else ""


@pytest.mark.parametrize("language", [None, "English"])
def test_every_pass_gets_the_last_answers_end_as_a_draft_also_where_the_window_rolls(language: str | None) -> None:
    """Without one a pass has to say its whole answer token by token: on a card, three times as long as its neighbours."""
    codec, words = PieceCodec(), _words(150)
    answers: list[str] = []

    def say(prefix: str, start: int, end: int, most: int) -> str:
        answers.append(model(prefix, start, end, most))
        return answers[-1]

    model = TruthfulModel(codec, words, 0.4, "" if language else ENGLISH)
    asked = Asked(say)
    decoder = UtteranceDecoder(codec, asked, StreamOptions(language=language, chunk_ms=320))
    for _ in range(150):
        decoder.feed(5_120)
    rolls = {i for i, (_, start, _, _) in enumerate(asked.calls) if i and start != asked.calls[i - 1][1]}
    assert len(rolls) >= 4
    for i in range(8, 150):
        draft = codec.decode(asked.drafts[i])
        assert draft
        assert (asked.calls[i - 1][0] + answers[i - 1]).endswith(draft), i


@pytest.mark.parametrize("chunk_ms", [80, 160, 320, 560, 700, 1000, 2000])
@pytest.mark.parametrize("language", [None, "English"])
@pytest.mark.parametrize("merge", [False, True])
def test_no_word_is_lost_or_doubled_where_the_window_rolls(chunk_ms: int, language: str | None, merge: bool) -> None:
    codec, words = PieceCodec(), _words(150)
    model = TruthfulModel(codec, words, 0.4, "" if language else ENGLISH)
    asked = Asked(model)
    decoder = UtteranceDecoder(codec, asked, StreamOptions(language=language, chunk_ms=chunk_ms))
    events: list[StreamEvent] = []
    for i in range(60):
        events += decoder.feed((16_000, 7_777, 24_223)[i % 3], merge=merge)
    n_samples = 20 * (16_000 + 7_777 + 24_223)
    events += decoder.finish()
    final = events[-1]
    assert isinstance(final, Final)
    assert final.shown.split() == words
    assert (final.text, final.diverged) == (final.shown, False)
    assert _shown(events) == final.shown
    assert [call[2] for call in asked.calls][-1] == n_samples
    assert max(end - start for _, start, end, _ in asked.calls) <= 256_000 + 32_000
    assert {start % 128_000 for _, start, _, _ in asked.calls} == {0}
    assert asked.calls[-1][1] > 0


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_carries_a_minute_over_the_seam(preset: str) -> None:
    codec, words = PieceCodec(), _words(150)
    decoder = UtteranceDecoder(codec, Asked(TruthfulModel(codec, words, 0.4, ENGLISH)), PRESETS[preset])
    events = [event for _ in range(375) for event in decoder.feed(2560)] + decoder.finish()
    final = events[-1]
    assert isinstance(final, Final)
    assert final.shown.split() == words
    assert final.language == "English"


@pytest.mark.parametrize("n_samples", [1, 159, 2559, 5119, 5120, 5121, 10_240, 12_345])
def test_the_end_is_decoded_wherever_it_falls(n_samples: int) -> None:
    decoder, asked = _decoder(_fixed("the last word"), StreamOptions(language="English"))
    events = decoder.feed(n_samples) + decoder.finish()
    assert asked.calls[-1][1:3] == (0, n_samples)
    assert asked.calls[-1][3] >= 32
    assert isinstance(events[-1], Final)
    assert events[-1].shown == "the last word"


def test_finishing_twice_is_harmless_and_feeding_on_is_a_sentence() -> None:
    decoder, asked = _decoder(_fixed("hello"), StreamOptions(language="English"))
    decoder.feed(5120)
    assert len(decoder.finish()) == 1
    n_calls = len(asked.calls)
    assert decoder.finish() == []
    assert len(asked.calls) == n_calls
    with pytest.raises(RecognizerError, match="has ended"):
        decoder.feed(1)


def test_no_audio_is_an_empty_line_and_no_question() -> None:
    decoder, asked = _decoder(_fixed("hello"), StreamOptions())
    assert decoder.feed(0) == []
    assert decoder.finish() == [Final("", "", "", diverged=False, audio_s=0.0, language=None)]
    assert asked.calls == []


def test_the_flush_may_say_all_that_a_small_budget_left_out() -> None:
    codec, words = PieceCodec(), _words(20)
    options = StreamOptions(language="English", chunk_ms=1000, max_tokens=2, unfixed_chunk_num=0, unfixed_token_num=1)
    asked = Asked(TruthfulModel(codec, words, 0.2))
    decoder = UtteranceDecoder(codec, asked, options)
    final = (decoder.feed(64_000) + decoder.finish())[-1]
    assert isinstance(final, Final)
    assert final.shown.split() == words


def test_nothing_is_published_before_the_tag() -> None:
    answers = iter(["language", "language English", ENGLISH, ENGLISH + "hello there my friend, how are you"])
    decoder, _ = _decoder(
        lambda *a: next(answers), StreamOptions(unfixed_chunk_num=9, unfixed_token_num=1, chunk_ms=320)
    )
    events = decoder.feed(4 * 5120)
    assert [event.text for event in events] == ["hello there my friend, how are"]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("hello there", "hello there"),
        ("language English hello there", "hello there"),
        ("language Engl", ""),
        ("language None<asr_text>", ""),
        ("language None<asr_text>hello", "hello"),
        (ENGLISH + "hello|not this", "hello"),
        ("|", ""),
    ],
)
def test_the_final_keeps_untagged_text_without_its_metadata(answer: str, shown: str) -> None:
    decoder, _ = _decoder(lambda *a: answer, StreamOptions())
    events = decoder.feed(2000) + decoder.finish()
    assert [event.shown for event in events if isinstance(event, Final)] == [shown]


@pytest.mark.parametrize("unfixed", [(2, 5), (0, 1), (0, 0)])
def test_language_none_on_leading_silence_is_provisional(unfixed: tuple[int, int]) -> None:
    codec, words = PieceCodec(), _words(20)
    hears = TruthfulModel(codec, words, 0.4, ENGLISH)

    def say(prefix: str, start: int, end: int, most: int) -> str:
        if end <= 80_000:
            return "language None<asr_text>"[len(prefix) :] if "language None<asr_text>".startswith(prefix) else ""
        if prefix.startswith("language None"):
            return ""  # a model that was told that nobody speaks
        return hears(prefix, start, end, most)

    options = StreamOptions(unfixed_chunk_num=unfixed[0], unfixed_token_num=unfixed[1])
    decoder = UtteranceDecoder(codec, Asked(say), options)
    events = decoder.feed(8 * 16_000) + decoder.finish()
    assert _shown(events).split() == words
    assert events[-1].language == "English"


@pytest.mark.parametrize("seconds", [15, 24, 60])
def test_answers_without_metadata_are_kept_before_their_sound_leaves_the_window(seconds: int) -> None:
    """The reference skips them; at the end there was only what the last window held."""
    codec, words = PieceCodec(), _words(60)
    truthful = TruthfulModel(codec, words, 1.0)

    def say(prefix: str, start: int, end: int, most: int) -> str:
        return truthful(prefix.rpartition("<asr_text>")[2], start, end, most)

    asked = Asked(say)
    decoder = UtteranceDecoder(codec, asked, StreamOptions(chunk_ms=320))
    events = [event for _ in range(seconds * 10) for event in decoder.feed(1_600)]
    events += decoder.finish()
    final = events[-1]
    assert isinstance(final, Final)
    assert final.shown.split() == words[:seconds]
    assert (final.text, final.language, final.diverged) == (final.shown, None, False)
    assert _shown(events) == final.shown
    assert max(end - start for _, start, end, _ in asked.calls) <= 256_000 + 32_000


@pytest.mark.parametrize("ahead", range(6))
def test_the_space_that_was_handed_over_to_the_window_is_not_written_twice(ahead: int) -> None:
    """A number behind a full stop: its space is a token of its own, so the published text may end with it."""
    text = " ".join(f"{n}." for n in range(10, 70))

    class Digits(PieceCodec):
        _PIECE = re.compile(r"<asr_text>|\s|\w{1,4}|.", re.DOTALL)

    codec = Digits()

    def say(prefix: str, start: int, end: int, most: int) -> str:
        spoken = text[: end * 4 // 16_000 + ahead]
        rest = spoken[spoken.find(prefix.strip()) + len(prefix.strip()) :].rstrip()
        return codec.decode(codec.encode(rest.lstrip() if prefix.endswith(" ") else rest)[:most])

    decoder = UtteranceDecoder(codec, Asked(say), replace(PRESETS["responsive"], language="English"))
    events = [event for _ in range(400) for event in decoder.feed(1_600)] + decoder.finish()
    assert "  " not in _shown(events)
    assert events[-1].shown == text[: 160 + ahead].rstrip()  # type: ignore[union-attr]


def test_a_loop_closes_the_utterance_and_a_new_one_begins_where_it_was_noticed() -> None:
    def say(prefix: str, start: int, end: int, most: int) -> str:
        whole = "We begin. " + "and so " * (end // 5120) if start == 0 else "A new start."
        return whole[len(prefix) :] if whole.startswith(prefix) else ""

    decoder, asked = _decoder(say, StreamOptions(language="English", unfixed_token_num=1))
    events = [event for _ in range(12) for event in decoder.feed(5120)] + decoder.finish()
    finals = [event for event in events if isinstance(event, Final)]
    assert len(finals) == 2
    assert finals[0].shown.startswith("We begin. and so")
    assert finals[0].shown.count("and so") < 6
    assert finals[1].shown == "A new start."
    first = events.index(finals[0])
    assert _shown(events[: first + 1]) == finals[0].shown
    assert _shown(events[first + 1 :]) == finals[1].shown
    reset_at = next(start for _, start, _, _ in asked.calls if start)
    assert finals[0].audio_s + finals[1].audio_s == pytest.approx(12 * 0.32)
    assert reset_at == int(finals[0].audio_s * 16_000)


def test_a_number_is_no_loop() -> None:
    decoder, _ = _decoder(_fixed("It costs 100000"), StreamOptions(language="English", unfixed_token_num=0))
    events = decoder.feed(8 * 5120) + decoder.finish()
    assert sum(isinstance(event, Final) for event in events) == 1
    assert events[-1].shown == "It costs 100000"  # type: ignore[union-attr]


HOTWORDS = ("Confucius", "R2T2", "FastAPI")


@pytest.mark.parametrize("echo", ["Confucius, R2T2, FastAPI", "Confucius, R2T2", "R2T2, R2T2, R2T2, R2T2, R2T2, R2T2"])
def test_an_echo_of_the_hotwords_is_never_shown(echo: str) -> None:
    decoder, _ = _decoder(
        _fixed(ENGLISH + echo),
        StreamOptions(hotwords=HOTWORDS, unfixed_token_num=0),
        ask_without_hotwords=lambda *a: ENGLISH,
    )
    events = decoder.feed(10 * 5120) + decoder.finish()
    assert _shown(events) == ""
    assert isinstance(events[-1], Final)
    assert (events[-1].text, len(events)) == ("", 1)


def test_hotwords_that_were_really_said_are_shown() -> None:
    said = ENGLISH + "Confucius, R2T2, FastAPI"
    asked_again: list[tuple[int, int]] = []

    def without(prefix: str, start: int, end: int, most: int | None, draft: object = ()) -> str:
        asked_again.append((start, end))
        return ENGLISH + "confusion, are two"

    decoder, _ = _decoder(
        _fixed(said), StreamOptions(hotwords=HOTWORDS, unfixed_token_num=0), ask_without_hotwords=without
    )
    events = decoder.feed(5 * 5120) + decoder.finish()
    assert _shown(events) == "Confucius, R2T2, FastAPI"
    assert asked_again == [(0, 5120)]


def test_hotwords_at_the_beginning_of_a_sentence_are_shown_once_it_goes_on() -> None:
    codec = PieceCodec()
    words = ["Confucius", "R2T2", "is", "what", "we", "talk", "about", "today"]
    decoder = UtteranceDecoder(
        codec, Asked(TruthfulModel(codec, words, 0.4, ENGLISH)), StreamOptions(hotwords=HOTWORDS, unfixed_token_num=1)
    )
    events = decoder.feed(5 * 16_000) + decoder.finish()
    assert _shown(events).split() == words
    assert isinstance(events[0], Committed)


def test_merged_chunks_are_one_pass_with_the_budget_of_all() -> None:
    decoder, asked = _decoder(_fixed("hello"), StreamOptions(language="English"))
    decoder.feed(4 * 5120, merge=True)
    assert [(end, most) for _, _, end, most in asked.calls] == [(20_480, 128)]
    decoder.feed(160_000, merge=True)
    assert [end for _, _, end, _ in asked.calls] == [20_480 + 30_720 * n for n in range(6)] + [179_200]


def test_the_first_step_waits_for_its_lookahead_once() -> None:
    decoder, asked = _decoder(_fixed("hello"), PRESETS["responsive"])
    for _ in range(4):
        decoder.feed(2560)
    assert [(end, most) for _, _, end, most in asked.calls] == [(5120, 4), (7680, 4), (10_240, 4)]

"""Whatever the model says and however the audio comes: deltas only grow, they add up, and no debris is ever shown."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from inference.events import Committed, Final
from inference.options import StreamOptions
from inference.publishing import Publisher, continuation
from inference.stable_prefix import roll_back
from inference.utterance import UtteranceDecoder
from tests.inference.scripted import Asked, ByteCodec, FailsAt, PieceCodec, TruthfulModel, played

HEADERS = (
    "language English<asr_text>",
    "language Chinese<asr_text>",
    "language None<asr_text>",
    "language 中文<asr_text>",
)
WORDS = st.sampled_from(
    [
        "one",
        " two",
        " three",
        ",",
        ".",
        " ",
        "你好",
        "世界",
        "。",
        "!",
        "ok ",
        "哈",
        "👍🏽",
        "é",
        "e\u0301",
        "\ufffd",
        "한글",
        " 100000",
        "𠮷",
    ]
)
SPEECH = st.lists(WORDS, max_size=14).map("".join)
ANSWERS = st.lists(
    st.one_of(
        SPEECH,
        st.builds(lambda head, text: head + text, st.sampled_from(HEADERS), SPEECH),
        st.builds(lambda text, more: text + "|" + more, SPEECH, SPEECH),
        st.builds(lambda head, n: head[:n], st.sampled_from(HEADERS[:3]), st.integers(0, 20)),
        st.builds(lambda word, n: word * n, WORDS, st.integers(1, 40)),
    ),
    min_size=1,
    max_size=12,
)
FEEDS = st.lists(st.integers(0, 40_000), min_size=1, max_size=14)
OPTIONS = st.builds(
    StreamOptions,
    language=st.sampled_from([None, None, "English", "Chinese"]),
    chunk_ms=st.sampled_from([80, 160, 320, 1000, 2000]),
    first_chunk_ms=st.sampled_from([None, 320]),
    unfixed_chunk_num=st.integers(0, 3),
    unfixed_token_num=st.integers(0, 6),
    rollback_punctuation=st.booleans(),
    adaptive_budget=st.booleans(),
    hotwords=st.sampled_from([(), ("one", "two", "three")]),
)
THOROUGH = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class WillfulModel:
    """Answers with one whole text after another; follows a prefix that it is on, else says what it likes."""

    def __init__(self, answers: list[str], *, forced: bool) -> None:
        self._answers = answers
        self._forced = forced
        self._n = 0

    def __call__(self, prefix: str, start: int, end: int, most: int) -> str:
        answer = self._answers[self._n % len(self._answers)]
        self._n += 1
        if not self._forced and answer.startswith(prefix):
            return answer[len(prefix) :][: 4 * most]
        # No model continues with half a piece of metadata by something else than its other half.
        if not self._forced and prefix:
            for header in HEADERS:
                if header.startswith(prefix):
                    return header[len(prefix) :]
        # Nor does it break off its text for metadata; at most it says all of it once more.
        if answer.startswith("lang") and (prefix or self._forced):
            header, tag, text = answer.partition("<asr_text>")
            answer = answer if tag and len(header + tag) <= 4 * most else text
        return answer[: 4 * most]


@THOROUGH
@given(ANSWERS, FEEDS, OPTIONS, st.booleans(), st.booleans(), st.sets(st.integers(0, 40), max_size=8))
@example(
    # An untagged answer, then one that begins anew with its metadata, whose tag is rolled back.
    ["oneone", "language English<asr_text>"],
    [2560],
    StreamOptions(chunk_ms=80, unfixed_chunk_num=0, unfixed_token_num=1, adaptive_budget=False),
    False,
    False,
    set(),
)
def test_a_stream_only_grows_adds_up_and_shows_no_debris(
    answers: list[str], feeds: list[int], options: StreamOptions, merge: bool, in_bytes: bool, fails: set[int]
) -> None:
    asked = Asked(FailsAt(WillfulModel(answers, forced=options.language is not None), fails))
    decoder = UtteranceDecoder(ByteCodec() if in_bytes else PieceCodec(), asked, options)
    events = played(decoder, feeds, merge=merge)
    assert decoder.finish() == []

    assert isinstance(events[-1], Final)
    shown = ""
    for event in events:
        if isinstance(event, Committed):
            assert event.text
            shown += event.text
        else:
            assert event.shown == shown + event.remainder
            assert event.diverged == (not event.text.startswith(shown))
            shown = ""
        for text in (event.text, getattr(event, "shown", ""), getattr(event, "remainder", "")):
            assert "\ufffd" not in text
            assert "|" not in text
            assert "<asr_text>" not in text
            assert "lang" not in text

    total = sum(feeds)
    starts = [start for _, start, _, _ in asked.calls]
    ends = [end for _, _, end, _ in asked.calls]
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    assert all(start < end <= total for _, start, end, _ in asked.calls)
    if total and events[-1].audio_s:
        assert ends[-1] == total


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 90_000), min_size=1, max_size=30),
    st.sampled_from([80, 160, 320, 480, 1000, 2000]),
    st.integers(0, 5),
    st.integers(0, 2),
    st.floats(0.2, 0.8),
    st.sampled_from(["", "language English<asr_text>"]),
    st.booleans(),
)
def test_a_truthful_model_is_shown_word_for_word(
    feeds: list[int], chunk_ms: int, tokens: int, chunks: int, word_s: float, header: str, merge: bool
) -> None:
    codec = PieceCodec()
    n_words = int(sum(feeds) // int(word_s * 16_000))
    words = [f"w{i:04d}" for i in range(n_words)]
    options = StreamOptions(
        language=None if header else "English", chunk_ms=chunk_ms, unfixed_token_num=tokens, unfixed_chunk_num=chunks
    )
    decoder = UtteranceDecoder(codec, Asked(TruthfulModel(codec, words, word_s, header)), options)
    events = [event for n_samples in feeds for event in decoder.feed(n_samples, merge=merge)] + decoder.finish()
    final = events[-1]
    assert isinstance(final, Final)
    assert final.shown.split() == words
    assert not final.diverged


@THOROUGH
@given(st.lists(SPEECH, max_size=12))
def test_publishing_only_appends_and_repeats_nothing_that_is_shown(texts: list[str]) -> None:
    publisher = Publisher()
    for text in texts:
        before = publisher.published
        delta = publisher.publish(text)
        assert publisher.published == before + delta
        assert publisher.publish(text) == ""


@THOROUGH
@given(SPEECH, SPEECH)
def test_what_is_appended_is_the_end_of_the_new_text(published: str, new: str) -> None:
    appended = continuation(published, new)
    assert appended == "" or new.endswith(appended) or new.endswith(appended.removeprefix(" "))
    if new.startswith(published):
        assert published + appended == new


@THOROUGH
@given(SPEECH.map(lambda text: text.replace("\ufffd", "")), st.integers(0, 40))
def test_a_rollback_is_a_beginning_and_never_splits_a_character(text: str, tokens: int) -> None:
    codec = ByteCodec()
    rolled = roll_back(codec, text, tokens)
    assert text.startswith(rolled.text)
    assert codec.encode(rolled.text) + list(rolled.dropped) == codec.encode(text)

"""Speech that becomes no words: one hint for each cause, none where words come, none for coughs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from app.base.events import EngineEvent, NoWords, NoWordsCause
from app.capture.ports import SourceSpec
from app.engine.wordless import LEVELS, Wordless, decide_cause
from inference.options import SAMPLE_RATE, StreamOptions
from tests.app.capture.sounds import silence, speech
from tests.app.engine.engine_rig import Rig
from tests.app.scripted import ScriptedStream


@pytest.fixture
def mute(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Makes the scripted model understand nothing, or words again."""
    understands = ScriptedStream._words

    def switch(on: bool) -> None:
        monkeypatch.setattr(ScriptedStream, "_words", (lambda self, until: "") if on else understands)

    return switch


def talk(seconds: float) -> np.ndarray:
    """Speech without a pause that would end a line."""
    return np.tile(speech(4.0), int(np.ceil(seconds / 4.0)))[: int(seconds * SAMPLE_RATE)]


def causes(it: Rig) -> list[NoWordsCause]:
    return [event.cause for event in it.screen.of(NoWords)]


@pytest.mark.parametrize(
    ("loudest", "chosen", "languages", "cause"),
    [
        (-60.0, None, ("English",), "source"),
        (-60.0, "German", ("English", "German"), "source"),
        (-20.0, None, ("English",), "language"),
        (-20.0, "German", tuple("abcdefgh"), "language"),
        (-20.0, None, tuple("abcdefgh"), "model"),
    ],
)
def test_what_is_probably_wrong(loudest: float, chosen: str | None, languages: tuple[str, ...], cause: str) -> None:
    assert decide_cause(loudest, chosen, languages) == cause


def test_ten_seconds_of_speech_without_a_word_are_one_hint(
    rig: Callable[..., Rig], mute: Callable[[bool], None]
) -> None:
    mute(True)
    it = rig()
    it.hear(talk(9.0))
    it.until(lambda: it.engine._voices.pending == 0 and it.engine._position >= 9 * SAMPLE_RATE, "the sound")
    assert causes(it) == []
    it.hear(talk(30.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    screen = it.stop()
    assert causes(it) == ["language"], "the scripted model knows English only"
    levels = screen.of(NoWords)[0].levels
    assert len(levels) > LEVELS / 2
    assert max(levels) > -40.0


def test_words_are_no_reason_for_a_hint(rig: Callable[..., Rig]) -> None:
    it = rig()
    it.hear(talk(30.0), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    it.stop()
    assert causes(it) == []


def test_quiet_speech_asks_about_the_source(rig: Callable[..., Rig], mute: Callable[[bool], None]) -> None:
    mute(True)
    it = rig()
    quiet = talk(16.0)
    it.hear((quiet / np.sqrt(np.mean(quiet**2)) * 10 ** (-62 / 20)).astype(np.float32), silence(1.0))
    it.until(lambda: it.screen.finals, "the line")
    it.stop()
    assert causes(it) == ["source"]


def test_after_a_change_it_may_be_said_again(rig: Callable[..., Rig], mute: Callable[[bool], None]) -> None:
    mute(True)
    it = rig()
    it.hear(talk(14.0))
    it.until(lambda: causes(it) == ["language"], "the hint")
    it.engine.set_options(StreamOptions(language="English"))
    it.engine.set_source(SourceSpec("microphone", input_device="other"))
    it.until(lambda: len(it.inputs) == 2, "the other source")
    it.hear(talk(14.0), silence(1.0))
    it.until(lambda: len(causes(it)) == 2, "the hint again")
    it.stop()
    assert causes(it) == ["language", "language"]


def test_coughs_over_an_hour_are_no_speech() -> None:
    told: list[EngineEvent] = []
    rule = Wordless(told.append)
    for _ in range(60):
        rule.note_sound(SAMPLE_RATE, speaking=True)
        rule.note_speech(SAMPLE_RATE, None, ())
        rule.note_sound(59 * SAMPLE_RATE, speaking=False)
    assert told == []
    for _ in range(10):
        rule.note_speech(SAMPLE_RATE, None, ())
    assert told == [NoWords("model")]

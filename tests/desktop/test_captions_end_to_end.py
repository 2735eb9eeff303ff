"""From a real microphone to text that is never taken back: the program as a user starts it, nothing mocked."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from tests.desktop.app_kit import ROOT, START, RunningApp, assert_only_grows
from tests.desktop.kit import Desktop, Sound, wait_until

pytestmark = pytest.mark.desktop

SENTENCES = "The weather is nice today. We are going to the park. Please bring some water."
LAST_WORD = "water"
GREETING = "Good morning, everybody. Thank you very much for coming."
"""Said first, so that even a slow machine has its first words on screen before everything has been said."""


def test_words_appear_while_they_are_said_and_never_change(
    desktop: Desktop, sound: Sound, tmp_path: Path, artifacts: Path
) -> None:
    app = RunningApp(desktop, tmp_path, env=sound.variables)
    app.wait_ready()
    player = sound.play(sound.say(f"{GREETING} {SENTENCES}", words_per_minute=140))
    app.wait(lambda: app.events("text"), "the first words", 30)
    assert player.running, "the first words came only after everything had been said"
    while player.running:
        assert app.started.running
        time.sleep(0.05)
    ended_s = time.time()
    app.wait(
        lambda: [event for event in app.events("line_finished") if LAST_WORD in event["text"].lower()],
        f"the last word {LAST_WORD!r} in {[event['text'] for event in app.events('line_finished')]}",
        30,
    )
    desktop.screenshot(artifacts / "captions-end-to-end.png")
    events = app.events()
    texts = assert_only_grows(events)
    said = " ".join(texts.values()).lower()
    known = [word for word in ("weather", "nice", "today", "going", "park", "please", "bring", "water") if word in said]
    assert len(known) >= 6, said
    assert app.end() == 0
    assert "QThread" not in app.started.output()
    events = app.events()
    run = [event["ms"] for event in events if event["event"] == "longest_block" and event["phase"] == "run"]
    first_s = next(event["wall_s"] for event in events if event["event"] == "text")
    last_s = next(
        event["wall_s"] for event in events if event["event"] == "line_finished" and LAST_WORD in event["text"].lower()
    )
    report = {"longest_block_ms": run, "first_text_s": first_s, "final_after_end_s": round(last_s - ended_s, 2)}
    (artifacts / "captions-end-to-end.json").write_text(json.dumps(report), encoding="utf-8")
    assert run, "the Qt thread was not watched"


def test_phrase_by_phrase_the_overlay_shows_the_same_words_in_fewer_steps(
    desktop: Desktop, sound: Sound, tmp_path: Path
) -> None:
    settings = {"overlay": {"text_step": "phrases", "clear_after_s": 0}}
    app = RunningApp(desktop, tmp_path, env=sound.variables, settings=settings)
    app.wait_ready()
    sound.play(sound.say(SENTENCES, words_per_minute=140), block=True)
    app.wait(lambda: [e for e in app.events("line_finished") if LAST_WORD in e["text"].lower()], "the last word", 30)
    count = len(app.events("line_finished"))
    sound.play(sound.say("We are going to the park.", words_per_minute=140), block=True)
    app.wait(lambda: len(app.events("line_finished")) > count, "another line", 30)
    events = app.events("text")
    steps = len({tuple(event["rows"]) for event in events})
    assert steps < 0.7 * len(events), "every word was shown on its own"
    first_line = "".join(event["delta"] for event in events if event["line"] == events[0]["line"])
    shown = " ".join(next(event["rows"] for event in events if event["line"] != events[0]["line"]))
    assert shown.strip().endswith(first_line.strip()[-12:]), "the end of the line did not show what was held"
    assert app.end() == 0


def test_speech_right_after_the_start_is_not_lost(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    """Without waiting for the program to say that it listens. (Sound that comes while the model loads: test_microphone.py.)"""
    before = sound.listeners()
    app = RunningApp(desktop, tmp_path, env=sound.variables)
    app.wait(lambda: sound.listeners() > before, "the microphone to be opened", 60)
    time.sleep(
        0.5
    )  # a null sink's monitor delivers its first blocks late, some of them never; a real microphone does not
    sound.play(sound.say(SENTENCES, words_per_minute=140), block=True)
    app.wait(lambda: [e for e in app.events("line_finished") if LAST_WORD in e["text"].lower()], "the last word", 60)
    texts = assert_only_grows(app.events())
    said = " ".join(texts.values()).lower()
    assert "weather" in said or "nice" in said, said
    assert app.end() == 0


def test_what_was_said_is_in_the_history(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    from app.base.settings import HistorySettings
    from app.history.store import HistoryStore
    from app.ui.kit.relay import post_to_qt

    app = RunningApp(desktop, tmp_path, env=sound.variables)
    app.wait_ready()
    sound.play(sound.say("We are going to the park today."), block=True)
    app.wait(lambda: app.events("line_finished"), "the end of the line")
    assert app.end() == 0
    shown = assert_only_grows(app.events())
    with HistoryStore.open(tmp_path / "data", HistorySettings(), post_to_qt()) as store:
        sessions = store.sessions()
        assert len(sessions) == 1
        stored = [line.shown for line in store.lines(sessions[0].id)]
    assert [text.strip() for text in stored] == [text.strip() for text in shown.values()]


def test_no_microphone_is_told_in_the_window_and_the_program_goes_on(
    desktop: Desktop, sound: Sound, tmp_path: Path
) -> None:
    sound.unplug()
    app = RunningApp(desktop, tmp_path, env=sound.variables)
    event = app.wait_state("no_sound", "failed", timeout_s=60)
    assert event["state"] in ("no_sound", "failed")
    window = app.window_id()
    assert window
    mark = len(app.events())
    sound.plug()
    app.wait_state("listening", after=mark, timeout_s=60)
    sound.play(sound.say("We are going to the park today."), block=True)
    app.wait(lambda: app.events("line_finished"), "captions after the microphone was plugged in")
    assert app.end() == 0


def test_without_a_display_it_says_so_and_names_the_other_ways(desktop: Desktop, tmp_path: Path) -> None:
    started = desktop.start(
        sys.executable,
        *START,
        env={"DISPLAY": ":98765", "R2T2_CAPTIONS_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
    )
    assert started.process.wait(60) == 3
    assert ":98765" in started.output().splitlines()[0]
    assert "Traceback" not in started.output()


def test_closing_while_the_model_loads_ends_cleanly(desktop: Desktop, sound: Sound, tmp_path: Path) -> None:
    app = RunningApp(desktop, tmp_path, env=sound.variables)
    app.wait_state("loading", timeout_s=60)
    window = app.window_id()
    # Not to the window itself: it is gone before the keys come up, and they would stay down for the tests after this.
    desktop.xdotool("windowactivate", "--sync", window)
    desktop.xdotool("key", "ctrl+q")
    wait_until(lambda: not app.started.running, 20, "the end of the program")
    assert app.started.process.wait() == 0
    assert "QThread" not in app.started.output()
    assert "Traceback" not in app.started.output()

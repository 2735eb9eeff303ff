"""When dictation begins and ends: real keys in real windows; the recogniser is a script (`dictation_fixtures`)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.desktop.dictation_fixtures import RIGHT_CTRL, SENTENCE, Start, finish
from tests.desktop.dictation_kit import Editor, Terminal, keycode, keys_down, strike
from tests.desktop.kit import Desktop

pytestmark = pytest.mark.desktop


def test_live_words_grow_in_the_editor_while_the_key_is_held(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start()
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    dictation.command("say Dictated words")
    editor.wait_for("Dictated words")  # Ctrl, Alt and D are still down
    dictation.command("say  do arrive,")
    editor.wait_for("Dictated words do arrive,")
    dictation.release()
    dictation.wait("end")
    finish(dictation, SENTENCE, " every one and in order.")
    editor.wait_for(SENTENCE)
    assert dictation.wait("dictated")["inserted"] is True
    assert editor.only_grew
    assert keys_down(desktop) == []
    assert "".join(event["text"] for event in dictation.all("history")) == SENTENCE
    assert dictation.wait("history-final")["text"] == SENTENCE


def test_the_held_key_itself_types_nothing(start: Start, editor: Editor) -> None:
    dictation = start(hold_key="f8")
    editor.focus()
    dictation.hold("F8")
    time.sleep(1.2)  # auto-repeat would have sent some 14 pairs
    dictation.release("F8")
    dictation.wait("end")
    finish(dictation, "", "")
    dictation.wait("dictated")
    time.sleep(0.3)
    assert editor.text == ""
    assert len(dictation.all("begin")) == 1
    assert len(dictation.all("end")) == 1


def test_a_letter_chord_held_long_types_no_letter(start: Start, editor: Editor) -> None:
    dictation = start(live=False)
    editor.focus()
    dictation.hold()
    time.sleep(1.2)
    dictation.release()
    dictation.wait("end")
    finish(dictation, SENTENCE)
    editor.wait_for(SENTENCE)
    assert len(dictation.all("begin")) == 1


def test_whole_text_arrives_on_release_only(start: Start, editor: Editor) -> None:
    dictation = start(live=False)
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    dictation.command("say Dictated wrods")
    time.sleep(0.3)
    assert editor.text == ""
    dictation.release()
    dictation.wait("end")
    finish(dictation, SENTENCE)
    editor.wait_for(SENTENCE)


def test_the_terminal_gets_the_words(start: Start, terminal: Terminal) -> None:
    dictation = start(ending="enter")
    terminal.focus()
    dictation.hold()
    dictation.wait("begin")
    dictation.command(f"say {SENTENCE}")
    terminal.wait_for(SENTENCE)
    dictation.release()
    dictation.wait("end")
    finish(dictation, SENTENCE)
    terminal.wait_for(SENTENCE + "\n")


def test_toggle_key_starts_and_stops(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start()
    editor.focus()
    desktop.xdotool("key", "F9")
    dictation.wait("begin")
    dictation.command(f"say {SENTENCE}")
    editor.wait_for(SENTENCE)
    desktop.xdotool("key", "F9")
    dictation.wait("end")
    finish(dictation, SENTENCE)
    dictation.wait("dictated")
    assert editor.text == SENTENCE


def test_one_key_for_both_ways(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(hold_key="f9")
    editor.focus()
    desktop.xdotool("key", "F9")  # a tap
    dictation.wait("begin")
    time.sleep(0.3)
    assert dictation.all("end") == []
    desktop.xdotool("key", "F9")
    dictation.wait("end")
    dictation.command("state done")
    time.sleep(0.1)  # a press within 50 ms of a release would count as auto-repeat
    dictation.hold("F9")
    time.sleep(0.5)
    dictation.release("F9")
    dictation.wait("end", 2)


def test_release_after_50_ms_still_delivers(start: Start, editor: Editor) -> None:
    dictation = start()
    editor.focus()
    dictation.hold()
    time.sleep(0.05)
    dictation.release()
    dictation.wait("end")
    finish(dictation, "Yes.", "Yes.")
    editor.wait_for("Yes.")


def test_release_in_mid_word_brings_the_rest_of_the_word(start: Start, editor: Editor) -> None:
    dictation = start()
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    dictation.command("say The dicta")
    dictation.release()
    dictation.wait("end")
    finish(dictation, "The dictation", "tion")
    editor.wait_for("The dictation")
    assert editor.only_grew


def test_a_minute_of_speech_arrives_in_order(start: Start, editor: Editor) -> None:
    """60 s of speech at 150 words a minute, said by the script as fast as it can."""
    dictation = start()
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    words = [f"word{number}" for number in range(150)]
    for start_at in range(0, 150, 10):
        part = " ".join(words[start_at : start_at + 10])
        dictation.command(f"say {part if start_at == 0 else ' ' + part}")
    dictation.release()
    finish(dictation, " ".join(words))
    editor.wait_for(" ".join(words))
    assert editor.only_grew


def test_two_presses_in_quick_succession_are_two_dictations(start: Start, editor: Editor) -> None:
    dictation = start()
    editor.focus()
    dictation.hold()
    dictation.release()
    dictation.wait("end")
    dictation.hold()
    dictation.release()
    dictation.wait("end", 2)
    dictation.command("final First.|First.")
    dictation.command("state done")
    dictation.command("final Second.|Second.")
    dictation.command("state done")
    dictation.wait("dictated", 2)
    editor.wait_for("First. Second.")


def test_the_second_dictation_is_spaced_from_the_first(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start()
    editor.focus()
    for number, text in enumerate(("One thing.", "Another.")):
        dictation.hold()
        dictation.release()
        dictation.wait("end", number + 1)
        finish(dictation, text, text)
        dictation.wait("dictated", number + 1)
    editor.wait_for("One thing. Another.")
    desktop.xdotool("key", "Return")  # the user continues by hand: the place is not known any more
    dictation.hold()
    dictation.release()
    dictation.wait("end", 3)
    finish(dictation, "Third.", "Third.")
    editor.wait_for("One thing. Another.\nThird.")


def test_while_the_model_loads_nothing_is_lost(start: Start, editor: Editor) -> None:
    dictation = start()
    dictation.command("loading on")
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    assert dictation.ask("pill")["state"] == "loading"
    dictation.release()
    dictation.wait("end")
    time.sleep(0.5)
    dictation.command(f"say {SENTENCE}")
    finish(dictation, SENTENCE)
    editor.wait_for(SENTENCE)


def test_escape_cancels_and_does_not_reach_the_window(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(live=False)
    editor.focus()
    desktop.xdotool("key", "F9")
    dictation.wait("begin")
    dictation.command("say never typed")
    desktop.xdotool("key", "Escape")
    assert dictation.wait("dictated")["cancelled"] is True
    dictation.wait("cancel")
    time.sleep(0.3)
    assert editor.text == ""
    desktop.xdotool("key", "Escape")  # not ours any more
    time.sleep(0.2)
    assert len(dictation.all("cancel")) == 1


def test_escape_under_the_held_chord_does_not_reach_the_window(
    start: Start, editor: Editor, desktop: Desktop, tmp_path: Path
) -> None:
    dictation = start(live=False)
    editor.focus()
    dictation.hold()
    dictation.wait("phase", phase="recording")
    dictation.ask("settled")
    desktop.xdotool("key", "Escape")
    dictation.wait("cancel")
    dictation.release()
    time.sleep(0.2)
    assert editor.keys == [], "nothing but modifiers came through"


def test_a_lone_modifier_is_a_hotkey_but_not_in_a_shortcut(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(hold_key="right ctrl")
    editor.focus()
    dictation.hold(RIGHT_CTRL)
    dictation.wait("begin")
    dictation.command("say Typed under the held key")
    editor.wait_for("Typed under the held key")
    dictation.release(RIGHT_CTRL)
    dictation.wait("end")
    finish(dictation, "Typed under the held key")
    dictation.wait("dictated")
    ctrl, a = int(RIGHT_CTRL), keycode(desktop, ord("a"))
    strike(desktop, (ctrl, True), (a, True), (a, False), (ctrl, False))  # select all, an ordinary shortcut
    time.sleep(0.3)
    assert len(dictation.all("begin")) == 1
    desktop.xdotool("key", "x")
    editor.wait_for("x")
    assert len(dictation.all("end")) == 1

"""The right window, held modifiers, pill, scratchpad, two hundred in a row: real windows, a scripted recogniser."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.desktop.dictation_fixtures import SENTENCE, Start, finish
from tests.desktop.dictation_kit import MIXED, Editor, keys_down
from tests.desktop.kit import Desktop, wait_until

pytestmark = pytest.mark.desktop


def test_the_microphone_fails_while_held(start: Start, editor: Editor) -> None:
    dictation = start()
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    dictation.command("say So far so good")
    dictation.command("state failed")
    editor.wait_for("So far so good")
    outcome = dictation.wait("dictated")
    assert outcome["text"] == "So far so good"
    assert outcome["problem"]
    assert dictation.ask("pill")["state"] == "error"
    dictation.release()
    time.sleep(0.2)
    assert editor.text == "So far so good"
    dictation.hold()  # and the next one works
    dictation.wait("begin", 2)
    dictation.release()


def test_text_waits_for_its_window(start: Start, editor: Editor, desktop: Desktop, tmp_path: Path) -> None:
    other = Editor(desktop, tmp_path, "Other editor")
    try:
        dictation = start(focus="wait")
        editor.focus()
        dictation.hold()
        dictation.wait("begin")
        dictation.command("say Mine")
        editor.wait_for("Mine")
        other.focus()
        dictation.command("say  only")
        dictation.release()
        finish(dictation, "Mine only.", ".")
        wait_until(lambda: "Waiting for" in dictation.ask("pill")["text"], what="the pill's words")
        time.sleep(0.5)
        assert other.text == ""
        editor.focus()
        editor.wait_for("Mine only.")
        assert other.text == ""
        dictation.wait("dictated", inserted=True)
    finally:
        other.close()


def test_the_window_is_brought_back_where_that_is_set(
    start: Start, editor: Editor, desktop: Desktop, tmp_path: Path
) -> None:
    other = Editor(desktop, tmp_path, "Other editor")
    try:
        dictation = start(focus="return", live=False)
        editor.focus()
        dictation.hold()
        dictation.wait("begin")
        other.focus()
        dictation.release()
        finish(dictation, SENTENCE)
        editor.wait_for(SENTENCE)
        dictation.wait("dictated", inserted=True)
        assert other.text == ""
        wait_until(lambda: desktop.xdotool("getactivewindow") == other.window, what="the person's window")
    finally:
        other.close()


def test_modifiers_the_person_holds_are_waited_for(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(live=False)
    dictation.command("patience 600")
    editor.focus()
    dictation.command("toggle")
    dictation.wait("begin")
    dictation.command("toggle")
    desktop.xdotool("keydown", "ctrl")
    finish(dictation, "abc")
    time.sleep(0.4)
    assert editor.text == ""
    desktop.xdotool("keyup", "ctrl")
    editor.wait_for("abc")
    assert keys_down(desktop) == []


def test_modifiers_that_stay_down_are_let_go(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(live=False)
    editor.focus()
    dictation.command("toggle")
    dictation.command("toggle")
    desktop.xdotool("keydown", "ctrl")
    finish(dictation, "abc")
    editor.wait_for("abc")
    desktop.xdotool("keyup", "ctrl")
    assert keys_down(desktop) == []


def test_a_taken_combination_is_told_and_the_old_one_stays(start: Start, editor: Editor, desktop: Desktop) -> None:
    from Xlib import XK, X, display

    connection = display.Display(desktop.display)
    try:
        code = connection.keysym_to_keycode(XK.XK_F7)
        connection.screen().root.grab_key(code, 0, False, X.GrabModeAsync, X.GrabModeAsync)
        connection.sync()
        dictation = start()
        dictation.command('settings {"toggle_key": "f7"}')
        assert dictation.wait("conflict") == {**dictation.wait("conflict"), "binding": "toggle", "label": "F7"}
        wait_until(lambda: any("F7 is already in use" in event["text"] for event in dictation.all("notice")))
        editor.focus()
        desktop.xdotool("key", "F9")
        dictation.wait("begin")
    finally:
        connection.close()


def test_with_no_window_in_front_the_scratchpad_opens(start: Start, desktop: Desktop) -> None:
    dictation = start(live=False)
    dictation.hold()
    dictation.release()
    dictation.wait("end")
    finish(dictation, MIXED)
    dictation.wait("dictated", inserted=True)
    assert dictation.ask("scratchpad")["text"] == MIXED
    desktop.find_window("^Scratchpad$")


def test_captions_pause_meanwhile_where_that_is_set(start: Start, editor: Editor) -> None:
    dictation = start(pause_captions=True)
    editor.focus()
    dictation.hold()
    dictation.wait("paused")
    dictation.release()
    dictation.wait("resumed")


def test_own_language_and_words(start: Start, editor: Editor) -> None:
    dictation = start(
        caption_language=False, language="German", caption_hotwords=False, hotwords={"words": "Zürich, Kuhn"}
    )
    editor.focus()
    dictation.hold()
    begin = dictation.wait("begin")
    dictation.release()
    assert begin["language"] == "German"
    assert begin["hotwords"] == ["Zürich", "Kuhn"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_hundred_dictations_leak_nothing(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(ending="space")
    dictation.command("auto Yes")
    editor.focus()

    def dictate(number: int) -> None:
        dictation.hold()
        dictation.release()
        dictation.wait("dictated", number)

    for number in range(1, 6):
        dictate(number)
    before = dictation.ask("count")
    for number in range(6, 201):
        dictate(number)
    after = dictation.ask("count")
    assert after["threads"] == before["threads"]
    assert after["files"] <= before["files"]
    editor.wait_for("Yes " * 200)
    dictation.close()
    # No grab is left behind: another program can take both combinations.
    from app.hotkeys.keys import Combo
    from app.hotkeys.x11 import is_taken

    assert not is_taken(Combo("d", frozenset({"ctrl", "alt"})), desktop.display)
    assert not is_taken(Combo("f9"), desktop.display)
    assert not is_taken(Combo("escape"), desktop.display)

"""Dictation into real windows: real hotkeys, keys, clipboard and focus; the recogniser is a script.

With a script every moment can be chosen (a release in mid-word, a model that loads, 60 s of speech in a second); what
real speech gives is held by `test_dictation_speech`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.dictation_kit import HOLD_SETTINGS, MIXED, Dictation, Editor, Terminal, keys_down
from tests.desktop.kit import Desktop, wait_until

pytestmark = pytest.mark.desktop

RIGHT_CTRL = "105"
"""Its keycode: by name, xdotool would press the left one with it."""

SENTENCE = "Dictated words do arrive, every one and in order."


@pytest.fixture
def editor(desktop: Desktop, tmp_path: Path) -> Iterator[Editor]:
    program = Editor(desktop, tmp_path)
    yield program
    program.close()


@pytest.fixture
def reader(desktop: Desktop, tmp_path: Path) -> Iterator[Editor]:
    """Another program that reads the clipboard."""
    program = Editor(desktop, tmp_path, "Reader")
    yield program
    program.close()


@pytest.fixture
def terminal(desktop: Desktop, tmp_path: Path) -> Iterator[Terminal]:
    program = Terminal(desktop, tmp_path)
    yield program
    program.close()


class Start:
    """Starts the dictating process with settings of the test's choice."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self._desktop, self._folder = desktop, folder
        self.running: Dictation | None = None

    def __call__(self, **settings: Any) -> Dictation:
        self.running = Dictation(self._desktop, self._folder, {**HOLD_SETTINGS, **settings})
        return self.running


@pytest.fixture
def start(desktop: Desktop, tmp_path: Path) -> Iterator[Start]:
    starter = Start(desktop, tmp_path)
    yield starter
    for key in ("d", "alt", "ctrl", RIGHT_CTRL, "F9", "Escape", "Shift_L"):
        desktop.xdotool("keyup", key)
    if starter.running is not None:
        starter.running.process.stop()


def finish(dictation: Dictation, text: str, remainder: str = "") -> None:
    dictation.command(f"final {text}|{remainder}")
    dictation.command("state done")


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


@pytest.mark.parametrize("text", [MIXED, "日本語のテスト、漢字かな交じり文。", "naïve façade – ¿qué? ¡sí!", "👩‍💻 🎉"])
@pytest.mark.parametrize("method", ["type", "paste"])
def test_any_script_arrives_in_the_editor(start: Start, editor: Editor, method: str, text: str) -> None:
    dictation = start(method=method)
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    dictation.command(f"say {text}")
    editor.wait_for(text)
    dictation.release()
    dictation.wait("end")
    finish(dictation, text)
    dictation.wait("dictated", inserted=True)
    assert editor.text == text


@pytest.mark.parametrize("method", ["auto", "paste"])
def test_any_script_arrives_in_the_terminal(start: Start, terminal: Terminal, method: str) -> None:
    dictation = start(method=method, live=False)
    terminal.focus()
    dictation.hold()
    dictation.release()
    dictation.wait("end")
    finish(dictation, MIXED)
    terminal.wait_for(MIXED)


def test_typing_mixed_text_twenty_times_loses_nothing(start: Start, editor: Editor) -> None:
    dictation = start(method="type", live=False, ending="enter")
    for number in range(20):
        editor.focus()
        dictation.command("toggle")
        dictation.wait("begin", number + 1)
        dictation.command("toggle")
        finish(dictation, MIXED)
        dictation.wait("dictated", number + 1)
    editor.wait_for(f"{MIXED}\n" * 20)


def test_newlines_and_tabs_arrive(start: Start, editor: Editor) -> None:
    dictation = start(live=False, replacements=[{"find": "new line", "put": "\\n"}, {"find": "tab stop", "put": "\\t"}])
    editor.focus()
    dictation.command("toggle")
    dictation.command("toggle")
    finish(dictation, "one new line two tab stop three")
    editor.wait_for("one \n two \t three")


def test_the_whole_clipboard_is_there_afterwards(start: Start, editor: Editor, reader: Editor) -> None:
    dictation = start(method="paste", live=False)
    editor.copy_sample()
    before = reader.copied()
    editor.focus()
    assert set(before) >= {"text", "html", "image", "own"}
    dictation.hold()
    dictation.release()
    dictation.wait("end")
    finish(dictation, MIXED)
    editor.wait_for(MIXED)
    dictation.wait("dictated", inserted=True)
    time.sleep(0.8)
    assert reader.copied() == before


def test_live_pasting_restores_the_clipboard_once_at_the_end(start: Start, editor: Editor, reader: Editor) -> None:
    dictation = start(method="paste")
    editor.copy_sample()
    before = reader.copied()
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    for number in range(6):
        dictation.command(f"say {'' if number == 0 else ' '}piece{number}")
    dictation.release()
    whole = " ".join(f"piece{number}" for number in range(6))
    finish(dictation, whole)
    editor.wait_for(whole)
    dictation.wait("dictated", inserted=True)
    time.sleep(0.8)
    assert reader.copied() == before
    assert editor.only_grew


def test_a_program_that_reads_late_gets_the_speech_not_the_old_clipboard(
    start: Start, desktop: Desktop, tmp_path: Path, editor: Editor, reader: Editor
) -> None:
    slow = Editor(desktop, tmp_path, "Slow editor", "--slow-ms", "700")
    try:
        dictation = start(method="paste", live=False)
        editor.copy_sample()
        before = reader.copied()
        slow.focus()
        dictation.hold()
        dictation.release()
        dictation.wait("end")
        finish(dictation, SENTENCE)
        slow.wait_for(SENTENCE)
        time.sleep(1.2)
        assert reader.copied() == before
    finally:
        slow.close()


def test_what_another_program_copies_meanwhile_stays(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(method="paste", live=False)
    editor.focus()
    dictation.hold()
    dictation.release()
    dictation.wait("end")
    finish(dictation, SENTENCE)
    editor.wait_for(SENTENCE)
    editor.copy_sample()  # within the moment in which the old contents would be put back
    time.sleep(0.8)
    assert editor.copied()["text"] == "copied before – 剪贴板"


def test_a_program_that_never_takes_the_text_loses_nothing(start: Start, terminal: Terminal) -> None:
    # xterm does not know Ctrl+V as paste: nothing asks for the clipboard.
    dictation = start(method="auto", live=False, overrides=[{"application": "xterm", "method": "ctrl+v"}])
    terminal.focus()
    dictation.hold()
    dictation.release()
    dictation.wait("end")
    finish(dictation, SENTENCE)
    outcome = dictation.wait("dictated", timeout_s=15)
    assert outcome["inserted"] is False
    assert outcome["undelivered"] == SENTENCE
    assert dictation.ask("clipboard")["text"] == SENTENCE
    assert any("did not take the text" in event["text"] for event in dictation.all("notice"))
    assert dictation.ask("pill")["state"] == "error"


def test_primary_selection_is_left_alone(start: Start, editor: Editor, desktop: Desktop) -> None:
    owner = desktop.start("sh", "-c", "printf 'my selection' | exec xclip -selection primary -loops 0 -quiet")
    read = "xclip -selection primary -o 2>&1 || true"
    wait_until(lambda: desktop.run("sh", "-c", read) == "my selection", what="the selection")
    dictation = start(method="paste", live=False)
    editor.focus()
    dictation.command("toggle")
    dictation.command("toggle")
    finish(dictation, MIXED)
    editor.wait_for(MIXED)
    assert desktop.run("sh", "-c", read) == "my selection"
    owner.stop()


def test_the_lent_text_is_marked_as_private(start: Start, terminal: Terminal, desktop: Desktop) -> None:
    dictation = start(live=False, overrides=[{"application": "xterm", "method": "ctrl+v"}])
    terminal.focus()
    dictation.command("toggle")
    dictation.command("toggle")
    finish(dictation, SENTENCE)
    formats = wait_until(
        lambda: [
            line
            for line in desktop.run("sh", "-c", "xclip -selection clipboard -o -t TARGETS 2>&1 || true").splitlines()
            if "passwordManagerHint" in line
        ],
        what="the mark",
    )
    assert formats == ["x-kde-passwordManagerHint"]
    dictation.wait("dictated")


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
    editor.wait_for(" ".join(words), timeout_s=20)
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
    desktop.xdotool("key", "Return")  # the person goes on by hand: the place is not known any more
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


def test_the_microphone_fails_while_held(start: Start, editor: Editor) -> None:
    dictation = start()
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    dictation.command("say So far so good")
    dictation.command("state failed")
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


def test_a_closed_window_leaves_the_text_on_the_clipboard(start: Start, desktop: Desktop, tmp_path: Path) -> None:
    editor = Editor(desktop, tmp_path, "Short lived")
    dictation = start(live=False)
    editor.focus()
    dictation.hold()
    dictation.wait("begin")
    editor.close()
    dictation.release()
    finish(dictation, SENTENCE)
    outcome = dictation.wait("dictated")
    assert outcome["inserted"] is False
    assert outcome["undelivered"] == SENTENCE
    assert dictation.ask("clipboard")["text"] == SENTENCE
    assert dictation.wait("history-final")["text"] == SENTENCE
    assert any("was closed" in event["text"] for event in dictation.all("notice"))


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
    dictation.wait("begin")
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
    desktop.xdotool("keydown", RIGHT_CTRL, "key", "a", "keyup", RIGHT_CTRL)  # select all, an ordinary shortcut
    time.sleep(0.3)
    assert len(dictation.all("begin")) == 1
    desktop.xdotool("key", "x")
    editor.wait_for("x")
    assert len(dictation.all("end")) == 1


def test_modifiers_the_person_holds_are_waited_for(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(live=False)
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


def test_caps_lock_does_not_change_the_text(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(live=False, method="type")
    editor.focus()
    desktop.xdotool("key", "Caps_Lock")
    try:
        dictation.command("toggle")
        dictation.command("toggle")
        finish(dictation, "Hello World é")
        editor.wait_for("Hello World é")
    finally:
        desktop.xdotool("key", "Caps_Lock")


@pytest.mark.parametrize(
    "layout", [("ru",), ("-option", "ctrl:swap_lalt_lctl", "us"), ("de",), ("us,ru", "-option", "grp:toggle")]
)
def test_other_layouts_type_and_paste(start: Start, editor: Editor, desktop: Desktop, layout: tuple[str, ...]) -> None:
    desktop.run("setxkbmap", *layout)
    try:
        dictation = start(live=False, hold_key="f8")
        for number, method in enumerate(("type", "paste")):
            dictation.command(f'settings {{"method": "{method}"}}')
            editor.focus()
            dictation.command("toggle")
            dictation.command("toggle")
            finish(dictation, "Zed, yes? да @ 你好.")
            dictation.wait("dictated", number + 1, inserted=True)
        wait_until(lambda: editor.text.count("Zed, yes? да @ 你好.") == 2, what=f"both texts ({editor.text!r})")
    finally:
        desktop.run("setxkbmap", "-option", "", "us")


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
        assert any("F7 is already in use" in event["text"] for event in dictation.all("notice"))
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


def test_the_pill_never_takes_the_focus(start: Start, editor: Editor, desktop: Desktop, artifacts: Path) -> None:
    dictation = start()
    editor.focus()
    dictation.command("auto Hello there")
    dictation.hold()
    dictation.wait("begin")
    for _ in range(10):
        assert desktop.xdotool("getactivewindow") == editor.window
        time.sleep(0.05)
    pill = dictation.ask("pill")
    assert pill["visible"] is True
    assert pill["state"] == "listening"
    desktop.screenshot(artifacts / "dictation-pill.png")
    dictation.release()
    dictation.wait("dictated", inserted=True)
    assert desktop.xdotool("getactivewindow") == editor.window
    wait_until(lambda: not dictation.ask("pill")["visible"], what="the pill to go")


def test_captions_pause_meanwhile_where_that_is_set(start: Start, editor: Editor) -> None:
    dictation = start(pause_captions=True)
    editor.focus()
    dictation.hold()
    dictation.wait("paused")
    dictation.release()
    dictation.wait("resumed")


def test_own_language_and_words(start: Start, editor: Editor) -> None:
    dictation = start(caption_language=False, language="German", caption_hotwords=False, hotwords="Zürich, Kuhn")
    editor.focus()
    dictation.hold()
    begin = dictation.wait("begin")
    dictation.release()
    assert begin["language"] == "German"
    assert begin["hotwords"] == ["Zürich", "Kuhn"]


@pytest.mark.slow
def test_two_hundred_dictations_leak_nothing(start: Start, editor: Editor, desktop: Desktop) -> None:
    dictation = start(ending="space")
    dictation.command("auto Yes")
    editor.focus()

    def dictate(number: int) -> None:
        dictation.hold()
        dictation.release()
        dictation.wait("dictated", number, timeout_s=20)

    for number in range(1, 6):
        dictate(number)
    before = dictation.ask("count")
    for number in range(6, 201):
        dictate(number)
    after = dictation.ask("count")
    assert after["threads"] == before["threads"]
    assert after["files"] <= before["files"]
    editor.wait_for("Yes " * 200, timeout_s=20)
    dictation.close()
    # No grab is left behind: another program can take both combinations.
    from app.dictation.keys import Combo
    from app.dictation.x11_hotkeys import is_taken

    assert not is_taken(Combo("d", frozenset({"ctrl", "alt"})), desktop.display)
    assert not is_taken(Combo("f9"), desktop.display)
    assert not is_taken(Combo("escape"), desktop.display)

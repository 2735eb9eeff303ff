"""Any text in any window, typed or pasted, and the clipboard as it was: real windows, a scripted recogniser."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.desktop.dictation_fixtures import SENTENCE, Start, finish
from tests.desktop.dictation_kit import MIXED, Editor, Terminal
from tests.desktop.kit import Desktop, wait_until

pytestmark = pytest.mark.desktop


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
    wait_until(lambda: reader.copied() == before, what="the clipboard as it was")


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
    wait_until(lambda: reader.copied() == before, what="the clipboard as it was")
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
        wait_until(lambda: reader.copied() == before, what="the clipboard as it was")
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
    outcome = dictation.wait("dictated")
    assert outcome["inserted"] is False
    assert outcome["undelivered"] == SENTENCE
    assert dictation.ask("clipboard")["text"] == SENTENCE
    assert any("did not accept the text" in event["text"] for event in dictation.all("notice"))
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
    assert any(" closed before" in event["text"] for event in dictation.all("notice"))


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

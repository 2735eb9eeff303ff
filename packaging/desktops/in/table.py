"""table.py [TIMES] [TARGET…]   every target, method and kind of text on this desktop: what arrived, as JSON lines on stdout.

Targets are editor, terminal, chromium and firefox (without a name: all). A cell counts as right if the text is in the
target letter for letter, or whole on the clipboard and reported so. The session's LAYOUT and IM say which keyboard layout
is in use, and whether an input method is switched on; that it is on is tried before each target.
"""

import json
import os
import sys
import time

from targets import DESKTOP, TARGETS, Helper, Target, hands, quietly, start_typing, until

LAYOUT = os.environ.get("LAYOUT") or "us"
IM = os.environ.get("IM", "")
TEXTS = {
    "ASCII": "Hello 42, ok? !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ end",
    "accents": "Grüße, Ñandú, façade à Łódź",
    "marks": "– “ ” … €",
    "Chinese, Japanese": "你好，世界。日本語のテスト",
    "emoji": "😀👍🏽 👩‍💻",
    "2,000 characters": ("The weather is fine today. " * 75)[:2000],
}
METHODS = ("auto", "type", "paste")


def choose_source(number: int) -> None:
    """One of the layouts of the session, counted from 0; on GNOME its input method is the one after them."""
    if DESKTOP == "gnome":
        manager = "Main.panel.statusArea.keyboard._inputSourceManager"
        quietly("python3", "/kit/shell.py", f"{manager}.inputSources[{number}].activate(true); 1")
    else:
        layouts = ("-d", "org.kde.keyboard", "-o", "/Layouts", "-m", "org.kde.KeyboardLayouts.setLayout")
        quietly("gdbus", "call", "--session", *layouts, str(number))


def switch_input_method(on: bool, target: Target) -> bool:
    """Whether it is as asked: "nihao" and a blank become two characters where it is on."""
    if DESKTOP == "gnome":
        choose_source(len(LAYOUT.split(",")) if on else 0)
    else:
        quietly("fcitx5-remote", "-o" if on else "-c")
    if not on:
        return True
    time.sleep(2)
    target.clear()
    hands("type", "nihao ", "sleep", "1")
    until(target.read, 3)
    return "你好" in target.read()


def measure(server: Helper, times: int, target: Target, name: str, method: str, kind: str, text: str) -> dict:
    right = clipboard = wrong = 0
    saw = said = ""
    for _ in range(times):
        target.clear()
        until(lambda: not target.read(), 5)
        # The terminal does not say that it is one: its own chord is asked for, as a user does by an override.
        way = "ctrl+shift+v" if name == "terminal" and method == "paste" else method
        said = server.ask(json.dumps([way, text]))
        until(lambda: target.read() == text, 3.0)
        saw = target.read()
        if said == "inserted" and saw == text:
            right += 1
        elif said != "inserted":
            pasted = quietly("timeout", "3", "wl-paste", "-n")
            clipboard += pasted == text
            wrong += pasted != text
        else:
            wrong += 1
    row = {"desktop": DESKTOP, "layout": LAYOUT, "input_method": IM, "target": name, "method": method, "text": kind}
    row |= {"times": times, "arrived": right, "on_clipboard": clipboard, "wrong": wrong}
    return {**row, **({"said": said, "saw": saw[:80]} if wrong or clipboard else {})}


def main(times: int, names: list[str]) -> None:
    if "," in LAYOUT:
        choose_source(LAYOUT.count(","))
    first = TARGETS["editor"]()
    first.take_focus()
    server = Helper("/opt/app/bin/python", "/kit/put.py", "auto", env={"PYTHONPATH": "/src"})
    start_typing(server)
    for name in names:
        target = first if name == "editor" else TARGETS[name]()
        focused = target.take_focus()
        on = switch_input_method(True, target) if focused and IM else False
        if not focused or (IM and not on):
            problem = f"the input method is off: {target.read()}" if focused else "no focus"
            row = {"desktop": DESKTOP, "layout": LAYOUT, "input_method": IM, "target": name, "wrong": -1}
            print(json.dumps({**row, "problem": problem}), flush=True)
        else:
            for method in METHODS:
                for kind, text in TEXTS.items():
                    print(json.dumps(measure(server, times, target, name, method, kind, text), ensure_ascii=False))
                    sys.stdout.flush()
        quietly("python3", "/kit/shot.py", f"/out/table-{DESKTOP}-{name}-{LAYOUT}{IM}.png")
        if IM:
            switch_input_method(False, target)
        target.process.kill()  # KWrite would ask whether to save
        target.process.wait()


numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
main(*(numbers or [5]), [word for word in sys.argv[1:] if not word.isdigit()] or list(TARGETS))

"""table.py [TIMES]   every target, method and kind of text on this desktop: what arrived, as JSON lines on stdout.

A cell counts as right if the text is in the target letter for letter, or whole on the clipboard and reported so.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

DESKTOP = os.environ["DESKTOP"]
TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 5
TEXTS = {
    "ASCII": "Hello 42, ok? !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ end",
    "accents": "Grüße, Ñandú, façade à Łódź",
    "marks": "– “ ” … €",
    "Chinese, Japanese": "你好，世界。日本語のテスト",
    "emoji": "😀👍🏽 👩‍💻",
    "2,000 characters": ("The weather is fine today. " * 75)[:2000],
}
METHODS = ("auto", "type", "paste")
EDITOR = {"gnome": "gnome-text-editor", "kde": "kwrite"}[DESKTOP]
TYPED = Path("/tmp/typed.txt")


def hands(*words: str) -> None:
    subprocess.run(["python3", "/kit/hands.py", *words], check=False, capture_output=True)


def editor_text() -> str:
    done = subprocess.run(["python3", "/kit/ax.py", "text", EDITOR], check=False, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("'", '"'))]
    return max((eval(line) for line in lines), key=len, default="")


def terminal_text() -> str:
    return TYPED.read_text(errors="replace")


def put_server() -> subprocess.Popen:
    environment = {**os.environ, "PYTHONPATH": "/src"}
    return subprocess.Popen(
        ["/opt/app/bin/python", "/kit/put.py", "auto"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=environment,
    )  # fmt: skip


def measure(server: subprocess.Popen, target: str, method: str, kind: str, text: str) -> dict:
    right = clipboard = wrong = 0
    saw = ""
    for _ in range(TIMES):
        if target == "editor":
            hands("key", "ctrl+a", "key", "delete")
        else:
            TYPED.write_text("")
        # The terminal does not say that it is one: its own chord is asked for, as a user does by an override.
        server.stdin.write(
            json.dumps(["ctrl+shift+v" if target == "terminal" and method == "paste" else method, text]) + "\n"
        )
        server.stdin.flush()
        said = server.stdout.readline().strip()
        end = time.monotonic() + 3.0
        read = editor_text if target == "editor" else terminal_text
        while (saw := read()) != text and time.monotonic() < end:
            time.sleep(0.1)
        if said == "inserted" and saw == text:
            right += 1
        elif said != "inserted":
            pasted = subprocess.run(["timeout", "3", "wl-paste", "-n"], check=False, capture_output=True, text=True)
            clipboard += pasted.stdout == text
            wrong += pasted.stdout != text
        else:
            wrong += 1
    row = {"desktop": DESKTOP, "target": target, "method": method, "text": kind, "times": TIMES, "arrived": right}
    return {**row, "on_clipboard": clipboard, "wrong": wrong, **({"saw": saw[:80]} if wrong else {})}


def main() -> None:
    Path("/tmp/hello.txt").touch()
    if DESKTOP == "kde":  # else the editor closes quotes by itself
        (Path.home() / ".config" / "kwriterc").write_text("[KTextEditor View]\nAuto Brackets=false\n")
    TYPED.touch()
    subprocess.Popen([EDITOR, "/tmp/hello.txt"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(7)
    hands("click", "640", "420")
    server = put_server()
    server.stdin.write(json.dumps(["auto", "x"]) + "\n")
    server.stdin.flush()
    time.sleep(5)
    if DESKTOP == "gnome":
        hands("click", "885", "323", "sleep", "0.5", "click", "926", "189")
    else:
        subprocess.run(
            ["python3", "/kit/ax.py", "press", "portal-kde", "button", "Share", "8"], check=False, capture_output=True
        )
    server.stdout.readline()
    for target in ("editor", "terminal"):
        if target == "terminal":
            script = f"stty -echo -icanon; exec cat >> {TYPED}"
            subprocess.Popen(["foot", "sh", "-c", script], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(4)
        for method in METHODS:
            for kind, text in TEXTS.items():
                print(json.dumps(measure(server, target, method, kind, text), ensure_ascii=False), flush=True)


main()

"""hold.py [SENTENCES]   hold to talk with this desktop's default key, and its portal restarted: what arrived, as JSON.

The dictation is the program's own (hotkeys, rules, insertion) with a recogniser that says what it is told to while the
key is held. Each sentence has to stand in the editor letter for letter. Then the portal is ended, and started again:
as many sentences have to arrive by the same key, without a dialog.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from targets import DESKTOP, Editor, add_shortcuts, allow_typing, hands, quietly, until, windows

SENTENCES = (
    "Good morning everybody, is it done? ",
    "The quick brown fox jumps over lazy dogs. ",
    "Quit, save, open, find: 1234567890. ",
)
FOLDER = Path("/tmp/hold")
CONTROL, EVENTS = FOLDER / "control", FOLDER / "events"
KEYS = ("ctrl", "alt", "h")


def tell(command: str) -> None:
    path = CONTROL / f"{time.monotonic_ns()}.tmp"
    path.write_text(command)
    path.rename(path.with_suffix(".cmd"))


def events(kind: str) -> list[dict]:
    return [event for event in map(json.loads, EVENTS.read_text().splitlines()) if event["kind"] == kind]


def hold(seconds: float) -> None:
    words = [word for key in KEYS for word in ("down", key)] + ["sleep", str(seconds)]
    hands(*words, *[word for key in reversed(KEYS) for word in ("up", key)])


def dialogs() -> str:
    """Windows that are there beside the editor."""
    return windows() if DESKTOP == "gnome" else ""


def end_portal() -> None:
    bus = ("-d", "org.freedesktop.DBus", "-o", "/org/freedesktop/DBus")
    method = "org.freedesktop.DBus.GetConnectionUnixProcessID"
    answer = quietly("gdbus", "call", "--session", *bus, "-m", method, "org.freedesktop.portal.Desktop")
    os.kill(int(answer.strip("()\n ,").split()[-1]), signal.SIGTERM)


def letters(text: str) -> str:
    """Without blanks: the program puts one between two dictations by what stands there."""
    return text.replace(" ", "")


def talk(editor: Editor, count: int) -> dict:
    """`count` sentences; how many of their letters are missing, or stand there in vain."""
    editor.clear()
    until(lambda: not editor.read(), 5)
    expected, short = "", 0
    for number in range(count):
        sentence = SENTENCES[number % len(SENTENCES)]
        before = len(events("dictated"))
        tell(f"auto {sentence}")
        time.sleep(0.3)
        hold(1.5)
        if not until(lambda before=before: len(events("dictated")) > before, 20):
            short += 1
            continue
        expected += sentence
        until(lambda wanted=expected: letters(editor.read()) == letters(wanted), 5)
    text = editor.read()
    right = letters(text) == letters(expected) and not short
    row = {
        "desktop": DESKTOP,
        "sentences": count,
        "without_answer": short,
        "letters": len(letters(expected)),
        "right": right,
    }
    return {**row, **({} if right else {"saw": text, "expected": expected})}


def main(count: int) -> None:
    CONTROL.mkdir(parents=True)
    EVENTS.touch()
    editor = Editor()
    editor.take_focus()
    environment = {**os.environ, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": "/src"}
    entry = "from app.base.desktop_entry import ensure_entry; ensure_entry(['/opt/app/bin/r2t2-captions'], 'r2t2')"
    subprocess.run(["/opt/app/bin/python", "-c", entry], check=True, env=environment)
    program = subprocess.Popen(
        ["/opt/app/bin/python", "-m", "tests.desktop.dictation_app", str(CONTROL), str(EVENTS),],
        cwd="/src", env=environment, stderr=(FOLDER / "log").open("w"),
    )  # fmt: skip
    time.sleep(5)
    print(json.dumps({"windows at the first start": dialogs()}), flush=True)
    quietly("python3", "/kit/shot.py", f"/out/hold-{DESKTOP}-asked.png")
    print(json.dumps({"asked": add_shortcuts()}), flush=True)
    until(lambda: events("ready"), 30)
    tell("auto x")
    time.sleep(0.3)
    hold(1.0)
    time.sleep(4)
    quietly("python3", "/kit/shot.py", f"/out/hold-{DESKTOP}-allow.png")
    allow_typing()
    if not until(lambda: events("dictated"), 30):
        raise SystemExit(f"the first dictation did not come: {EVENTS.read_text()}")
    print(json.dumps(talk(editor, count), ensure_ascii=False), flush=True)
    end_portal()
    time.sleep(3)
    with Path("/out/log-portal-2").open("w") as log:
        subprocess.Popen(
            ["/usr/libexec/xdg-desktop-portal", "-v", "-r"], stdout=log, stderr=log, start_new_session=True
        )
    time.sleep(8)
    print(json.dumps({"windows after the portal's restart": dialogs()}), flush=True)
    quietly("python3", "/kit/shot.py", f"/out/hold-{DESKTOP}-restarted.png")
    print(json.dumps({"portal": "restarted", **talk(editor, count)}, ensure_ascii=False), flush=True)
    print(json.dumps({"notices": events("notice")}, ensure_ascii=False), flush=True)
    tell("quit")
    program.wait(20)


main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)

"""starts.py [TIMES]   the whole program started again and again: dialogs, hotkeys, and what it leaves in the desktop's files.

The first start has its dialog answered. At each start Ctrl+Alt+P has to pause the captions. Prints JSON lines; the last
one has the entries in the desktop's own files.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from targets import DESKTOP, add_shortcuts, hands, quietly, until, windows

CONFIG = Path.home() / ".config" / "r2t2-captions"


def open_windows() -> str:
    return windows() if DESKTOP == "gnome" else quietly("python3", "/kit/ax.py", "apps")


def shows(word: str) -> bool:
    return f"'{word}'" in quietly("python3", "/kit/ax.py", "tree", "r2t2")


def leftovers() -> list[str]:
    if DESKTOP == "gnome":
        return quietly("dconf", "dump", "/org/gnome/settings-daemon/global-shortcuts/").splitlines()
    text = (Path.home() / ".config" / "kglobalshortcutsrc").read_text()
    return [line for line in text.splitlines() if line.startswith("[") and ("r2t2" in line.lower() or "token" in line)]


def main(times: int) -> None:
    CONFIG.mkdir(parents=True, exist_ok=True)
    (CONFIG / "settings.json").write_text(json.dumps({"interface": {"first_run_done": True}}))
    for number in range(1, times + 1):
        with Path(f"/out/log-start-{number}").open("w") as log:
            program = subprocess.Popen(["/opt/app/bin/r2t2-captions"], stdout=log, stderr=log, cwd="/src")
        until(lambda: shows("Pause"), 60)
        time.sleep(4)
        seen = open_windows()
        if number <= 2:
            quietly("python3", "/kit/shot.py", f"/out/starts-{DESKTOP}-{number}.png")
        if number == 1:
            add_shortcuts()
        hands("key", "ctrl+alt+p")
        paused = until(lambda: shows("Resume") or shows("Continue"), 8)
        print(json.dumps({"start": number, "windows": seen, "paused": paused}, ensure_ascii=False), flush=True)
        program.terminate()
        program.wait(30)
    print(json.dumps({"desktop": DESKTOP, "entries": leftovers()}), flush=True)


main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)

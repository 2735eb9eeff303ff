"""put.py METHOD [TEXT]...   puts each text into the focused window with the program's own typist and inserter.

METHOD is auto, type or paste. Without texts, JSON lists [METHOD, TEXT] are read from stdin, one a line, and answered with
a line each: "inserted", or the reason why not. The permission token is kept in /out/token-DESKTOP.
Run with the program's interpreter; PYTHONPATH names its sources.
"""

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.dictation.desktop import open_desktop
from app.dictation.insertion import Inserter, InsertSettings
from app.hotkeys.ledger import Ledger
from app.ui.dictation.clipboard import ClipboardLease
from app.ui.dictation.controller import hidden_clipboard, input_method_on

app = QApplication(["r2t2-captions", "-platform", os.environ.get("QPA", "xcb")])
token = Path(f"/out/token-{os.environ['DESKTOP']}")
parts = open_desktop(
    Ledger(),
    portal_token=token.read_text() if token.exists() else "",
    save_token=token.write_text,
    qt_clipboard=app.platformName() != "wayland",
)
lease = ClipboardLease(hidden=hidden_clipboard)
done = threading.Event()
answer = ""


def finished(text: str) -> None:
    global answer
    answer = text
    done.set()


inserter = Inserter(
    parts.typist, parts.focus, parts.pasteboard or lease, system=parts.system, held=lambda: False,
    on_done=lambda number: finished("inserted"), on_failed=lambda number, text, reason, title: finished(reason),
    on_waiting=lambda number, title: None, input_method=input_method_on,
)  # fmt: skip
inserter.start()


def put(number: int, method: str, text: str) -> None:
    done.clear()
    inserter.settings = InsertSettings(method=method)
    inserter.insert(number, None, text, enter=False, last=True)
    while not done.is_set():
        app.processEvents()
        time.sleep(0.005)
    if answer != "inserted":
        lease.keep_text(text)
    print(answer, flush=True)


def asked() -> Iterator[str]:
    """Lines of stdin; whoever reads the clipboard is served while there is none."""
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in chain(sys.stdin, [None])], daemon=True).start()
    while True:
        app.processEvents()
        try:
            line = lines.get(timeout=0.01)
        except queue.Empty:
            continue
        if line is None:
            return
        yield line


requests = [json.dumps([sys.argv[1], text]) for text in sys.argv[2:]] if len(sys.argv) > 2 else asked()
for number, line in enumerate(requests, 1):
    put(number, *json.loads(line))
end = time.monotonic() + 1.0
while time.monotonic() < end:
    app.processEvents()
    time.sleep(0.02)
inserter.stop()
lease.close()

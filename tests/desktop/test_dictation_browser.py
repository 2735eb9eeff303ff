"""Pieces that follow each other quickly into Chromium, which reads the clipboard at the key press and again for the paste."""

from __future__ import annotations

import http.server
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.dictation_fixtures import Start, finish
from tests.desktop.kit import Desktop, wait_until

pytestmark = pytest.mark.desktop

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PIECES = 40
PAGE = b"""<!doctype html><meta charset=utf-8><title>BOX</title>
<textarea id=t autofocus style='width:95%;height:90vh'></textarea>
<script>let n=0;fetch('/0',{method:'POST'});t.oninput=()=>fetch('/'+(++n),{method:'POST',body:t.value})</script>"""


class Box:
    """A text field in Chromium; reports what it holds over HTTP.

    Attributes:
        text: what it holds.
        loaded: the page is there.
    """

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self.text, self.loaded, self._newest = "", False, 0
        box = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args: object) -> None: ...

            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(PAGE)

            def do_POST(self) -> None:
                number, size = int(self.path[1:]), int(self.headers["Content-Length"] or 0)
                text = self.rfile.read(size).decode()
                box.loaded = True
                if number > box._newest:  # they may overtake each other
                    box._newest, box.text = number, text
                self.send_response(204)
                self.end_headers()

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        assert CHROMIUM is not None
        self._browser = desktop.start(
            CHROMIUM, "--no-sandbox", "--no-first-run", "--disable-gpu", f"--user-data-dir={folder / 'browser'}",
            f"--app=http://127.0.0.1:{self._server.server_port}/",
        )  # fmt: skip
        wait_until(lambda: self.loaded, 60.0, "the page")
        window = desktop.find_window("^BOX")
        desktop.xdotool("windowactivate", "--sync", window, "mousemove", "400", "300", "click", "1")

    def close(self) -> None:
        self._browser.stop()
        self._server.shutdown()


@pytest.fixture
def box(desktop: Desktop, tmp_path: Path) -> Iterator[Box]:
    if CHROMIUM is None:
        pytest.skip("needs Chromium (Debian: apt install chromium)")
    opened = Box(desktop, tmp_path)
    yield opened
    opened.close()


@pytest.mark.slow
@pytest.mark.parametrize("gap_s", [0.02, 0.1, 0.4])
def test_every_piece_arrives_in_chromium_once_and_in_order(start: Start, box: Box, gap_s: float) -> None:
    dictation = start(method="paste")
    dictation.command("toggle")
    dictation.wait("begin")
    pieces = [f"第{number}句，" for number in range(PIECES)]
    for piece in pieces:
        dictation.command(f"say {piece}")
        time.sleep(gap_s)
    dictation.command("toggle")
    dictation.wait("end")
    finish(dictation, "".join(pieces))
    assert dictation.wait("dictated", inserted=True)
    try:
        wait_until(lambda: box.text == "".join(pieces), 30.0, "the text")
    except Exception as error:
        raise AssertionError(f"the field holds {box.text!r}") from error

"""Programs that text is put into, on this desktop, and the hands and eyes for them: parts of this kit's scripts."""

import http.server
import json
import os
import shlex
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

DESKTOP = os.environ["DESKTOP"]
EDITOR = {"gnome": "gnome-text-editor", "kde": "kwrite"}[DESKTOP]
PAGE = b"""<!doctype html><meta charset=utf-8><title>BOX</title>
<textarea id=t autofocus style='width:95%;height:90vh'></textarea>
<script>let n=0;t.oninput=()=>fetch('/'+(++n),{method:'POST',body:t.value})</script>"""
FIREFOX = """user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.translations.enable", false);
"""
MIDDLE = ("640", "420")


class Helper:
    """A process of the kit that answers each line with one."""

    def __init__(self, *command: str, env: dict[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **(env or {})}
        )

    def send(self, line: str) -> None:
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def answer(self) -> str:
        return self._process.stdout.readline().strip()

    def ask(self, line: str) -> str:
        self.send(line)
        return self.answer()


HANDS = Helper("python3", "/kit/hands.py", "-")


def hands(*words: str) -> None:
    HANDS.ask(shlex.join(words))


def quietly(*command: str) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout


def until(condition: Callable[[], object], seconds: float, again: Callable[[], None] = lambda: None) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        again()
        time.sleep(0.1)
    return True


class Target(ABC):
    """A program that text is put into."""

    def start(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @abstractmethod
    def read(self) -> str: ...

    def clear(self) -> None:
        hands("key", "ctrl+home", "key", "ctrl+shift+end", "key", "delete")

    def take_focus(self) -> bool:
        """Whether what hands type arrives."""

        def knock() -> None:
            hands("click", *MIDDLE, "sleep", "0.5", "type", "x", "sleep", "1")

        return until(self.read, 60, knock)


class Editor(Target):
    def __init__(self) -> None:
        Path("/tmp/hello.txt").touch()
        if DESKTOP == "kde":  # else the editor closes quotes by itself
            (Path.home() / ".config" / "kwriterc").write_text("[KTextEditor View]\nAuto Brackets=false\n")
        self.start(EDITOR, "/tmp/hello.txt")
        self._eyes = Helper("python3", "/kit/ax.py", "watch", EDITOR)

    def read(self) -> str:
        return str(json.loads(self._eyes.ask("")))


class Terminal(Target):
    def __init__(self) -> None:
        self._typed = Path("/tmp/typed.txt")
        self._typed.touch()
        self.start("foot", "sh", "-c", f"stty -echo -icanon; exec cat >> {self._typed}")

    def read(self) -> str:
        return self._typed.read_text(errors="replace")

    def clear(self) -> None:
        self._typed.write_text("")


class Browser(Target):
    """A text field that tells over HTTP what it holds."""

    def __init__(self, name: str) -> None:
        self._text, self._newest = "", 0
        box = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args: object) -> None: ...

            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(PAGE)

            def do_POST(self) -> None:
                text = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
                if int(self.path[1:]) > box._newest:  # they may overtake each other
                    box._newest, box._text = int(self.path[1:]), text
                self.send_response(204)
                self.end_headers()

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = f"http://127.0.0.1:{server.server_port}/"
        if name == "chromium":
            self.start(
                "chromium", "--no-sandbox", "--no-first-run", "--disable-gpu", "--password-store=basic",
                "--user-data-dir=/tmp/chromium", "--start-maximized", f"--app={place}",
            )  # fmt: skip
        else:
            profile = Path("/tmp/firefox")
            profile.mkdir()
            (profile / "user.js").write_text(FIREFOX)
            self.start("firefox-esr", "--profile", str(profile), "--kiosk", place)

    def read(self) -> str:
        return self._text


TARGETS: dict[str, Callable[[], Target]] = {
    "editor": Editor, "terminal": Terminal, "chromium": lambda: Browser("chromium"), "firefox": lambda: Browser("firefox")
}  # fmt: skip


def start_typing(server: Helper) -> None:
    """Lets put.py, which listens in `server`, type a first letter, and allows it in the desktop's dialog."""
    server.send(json.dumps(["auto", "x"]))
    allow_typing()
    server.answer()


def add_shortcuts() -> bool:
    """Answers GNOME's dialog; whether there was one."""
    if DESKTOP != "gnome" or not until(lambda: "global-shortcuts" in quietly("python3", "/kit/ax.py", "apps"), 30):
        return False
    time.sleep(2)
    quietly("python3", "/kit/ax.py", "press", "global-shortcuts", "button", "=Add", "8")
    time.sleep(1)
    return True


def windows() -> str:
    """Classes and titles of what is open, on GNOME."""
    script = "global.get_window_actors().map(a => `${a.meta_window.get_wm_class()}: ${a.meta_window.title}`).join('; ')"
    return quietly("python3", "/kit/shell.py", script).strip()


def allow_typing() -> None:
    """Answers the desktop's question, which may take its time to come."""
    if DESKTOP == "gnome":
        until(lambda: "portal" in windows(), 40)
        time.sleep(2)
        hands("click", "885", "323", "sleep", "0.5", "click", "926", "189")
    else:
        quietly("python3", "/kit/ax.py", "press", "portal-kde", "button", "Share", "40")

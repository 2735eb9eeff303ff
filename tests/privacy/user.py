"""A user who has just logged in for the first time, and what the user does with the program in three minutes."""

from __future__ import annotations

import configparser
import json
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.desktop.app_kit import ROOT, Bystander, RunningApp
from tests.desktop.kit import Desktop, KitError, Sound, Started, wait_until
from tests.privacy.kit import QuietNetwork
from tests.synthetic_checkpoint import write_checkpoint

WINDOW_S = 180.0
"""How long the window runs: the first attempts of ONNX Runtime to send were seen 9 to 100 seconds after it was loaded."""

SENTENCE = "We are going to the park today."
SAMPLE = ROOT / "resources" / "sample.wav"
STARTER = ROOT / "resources" / "starter"

USE_LIBRARY = f"""
import time
from pathlib import Path
from inference.recognizer import Recognizer
recognizer = Recognizer.load(Path({str(STARTER)!r}), "cpu")
time.sleep(150)
"""
"""The recogniser without the program."""

START_AT_LOGIN = f"""
from app.base.autostart import Autostart
Autostart([{sys.executable!r}, "-m", "app"]).set_enabled(True)
"""

HUB = """
import json, sys, time
from pathlib import Path
from app.models.catalogue import resources_folder
from tests.app.models.hub_server import HubServer
checkpoint, catalogue = map(Path, sys.argv[1:])
with HubServer() as server:
    raw = json.loads((resources_folder() / "catalogue.json").read_text(encoding="utf-8"))
    for entry in raw["models"]:
        if repository := entry.get("repository"):
            entry["revision"] = server.publish_folder(repository, checkpoint)
            entry["files"] = [{"path": file.name, "size": file.stat().st_size, "sha256": None} for file in checkpoint.iterdir()]
    catalogue.write_text(json.dumps(raw), encoding="utf-8")
    print(server.url, flush=True)
    time.sleep(600)
"""
"""A hub on this computer, for the one command that uses the network: it must call the hub that it is given, and no other."""


ASK = """
import http.client, sys, time
from pathlib import Path
from tests.app.serve.api_kit import BOUNDARY, form

def ask(method, path, body=None, headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", 8798, timeout=60)
    connection.request(method, path, body, headers)
    return connection.getresponse()

end = time.monotonic() + 90
while True:
    try:
        if ask("GET", "/health").status == 200:
            break
    except OSError:
        assert time.monotonic() < end, "no server"
    time.sleep(0.2)
kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
print(ask("POST", "/v1/audio/transcriptions", form(Path(sys.argv[1]).read_bytes()), kind).read().decode(), flush=True)
time.sleep(600)
"""
"""Another program on this computer, which asks `r2t2-captions serve`."""


class Computer:
    """A desktop with sound and a quiet network, whose user has an empty home folder.

    The environment is what a log-in gives: nothing in it switches telemetry off or says that tests are running.

    Attributes:
        home: the user's folder.
        network: where everything that the user starts runs and is recorded.
    """

    def __init__(self, desktop: Desktop, sound: Sound) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="r2t2-user-", dir="/tmp"))  # short: a socket lies in it
        self.desktop, self.sound, self.network = desktop, sound, QuietNetwork()
        self.home = self.folder / "home"
        for name in ("home", "runtime", "temporary", "work", "logs"):
            (self.folder / name).mkdir(mode=0o700)
        kept = ("DISPLAY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "DBUS_SESSION_BUS_ADDRESS", "LC_ALL", "PATH")
        self.env = {
            **{name: desktop.env[name] for name in kept},
            **sound.variables,
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.folder / "runtime"),
            "TMPDIR": str(self.folder / "temporary"),
            "PYTHONPATH": str(ROOT),
        }
        self._started: list[Started] = []

    def start(self, *command: str, name: str = "", env: Mapping[str, str] | None = None) -> Started:
        """As a menu, a log-in or a terminal starts it. Its calls are recorded under `name`, with a number before it."""
        name = f"{len(self._started):02}-{name}"
        recorded = self.network.recorded(name, *command, folder=self.folder / "work")
        started = Started(recorded, {**self.env, **(env or {})}, self.folder / "logs" / f"{name}.log")
        self._started.append(started)
        return started

    def run(self, *arguments: str, status: int = 0, module: str = "app") -> str:
        """The output of a command that ends by itself."""
        started = self.start(sys.executable, "-m", module, *arguments, name="-".join(arguments[:2]).replace("/", "_"))
        found = started.process.wait(240)
        assert found == status, f"{arguments} ended with {found}: {started.output()[-2000:]}"
        return started.output()

    def files(self) -> set[str]:
        """Every file there is: "~/…" in the home folder, "runtime/…", "temporary/…" or "work/…" outside."""
        found = set()
        for top in ("home", "runtime", "temporary", "work"):
            for path in (self.folder / top).rglob("*"):
                if not path.is_dir():
                    found.add(str(path.relative_to(self.folder)).replace("home/", "~/", 1))
        return found

    def close(self) -> None:
        for started in self._started:
            started.stop()
        self.network.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class App(RunningApp):
    """The program as that user starts it."""

    def __init__(self, computer: Computer, *command: str) -> None:
        self.computer = computer
        self.screen, self.home = computer.desktop, computer.home
        self.events_file = computer.folder / "events.jsonl"
        self.events_file.unlink(missing_ok=True)
        self.env = {"R2T2_CAPTIONS_EVENTS": str(self.events_file)}
        self.started = computer.start(*(command or (sys.executable, "-m", "app")), name="window", env=self.env)

    def again(self, *arguments: str) -> Started:
        started = self.computer.start(
            sys.executable, "-m", "app", *arguments, name=f"again{''.join(arguments)}", env=self.env
        )
        assert started.process.wait(60) == 0, started.output()
        return started

    def settings(self) -> dict[str, Any]:
        file = self.home / ".config" / "r2t2-captions" / "settings.json"
        parsed = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        assert isinstance(parsed, dict)
        return parsed

    def hear(self) -> None:
        """Somebody speaks, and it is captioned."""
        before = len(self.events("line_finished"))
        self.computer.sound.play(self.computer.sound.say(SENTENCE), block=True)
        self.wait(lambda: len(self.events("line_finished")) > before, "captions")

    def visit(self, keys: str, title: str, use: Callable[[], object] = lambda: None) -> None:
        """Opens a window by its keys, uses it and closes it."""
        self.desktop.xdotool("windowactivate", "--sync", self.window_id(), "key", keys)
        window = self.desktop.find_window(title)
        self.desktop.xdotool("windowactivate", "--sync", window)
        use()
        self.desktop.xdotool("windowactivate", "--sync", window, "key", "Escape")
        wait_until(lambda: not self.desktop.windows(title), what=f"{title} to close")

    def export(self) -> None:
        """In the history window: the session that is shown, into a text file in a folder chosen from a file dialog."""
        title, chooser_title = "^Export ", "^Folder for the export$"

        def opened() -> str:
            """Its id; "" if the window did not take the key, since it was still reading the history."""
            self.desktop.xdotool("key", "ctrl+s")
            try:
                return self.desktop.find_window(title, 5.0)
            except KitError:
                return ""

        dialog = str(wait_until(opened, what="the export dialog"))
        self.desktop.xdotool("windowactivate", "--sync", dialog)
        self.desktop.xdotool("key", "alt+o", "Tab", "space")
        chooser = self.desktop.find_window(chooser_title)
        self.desktop.xdotool("windowactivate", "--sync", chooser, "key", "Return")
        wait_until(lambda: not self.desktop.windows(chooser_title), what="the file dialog to close")
        self.desktop.xdotool("windowactivate", "--sync", dialog, "key", "Return")
        wait_until(lambda: list(self.home.glob("*.txt")), what="the exported file")
        wait_until(lambda: not self.desktop.windows(title), what="the dialog to close")

    def dictate(self) -> None:
        """Begins and ends dictation by command, and says something in between."""
        self.again("--dictate")
        self.wait(lambda: self.desktop.windows("dictation"), "dictation to begin")
        self.computer.sound.play(self.computer.sound.say(SENTENCE), block=True)
        self.again("--dictate")


def first_start(computer: Computer) -> None:
    """The welcome page, and out again. Then the program is to start at log-in, and to offer its captions to OBS."""
    app = App(computer)
    app.wait_ready()
    page = computer.desktop.find_window("^Welcome to R2T2 Captions$")
    computer.desktop.xdotool("windowactivate", "--sync", page, "key", "Return")
    app.wait_setting("interface", "first_run_done", True)
    assert app.end() == 0, app.started.output()
    computer.start(sys.executable, "-c", START_AT_LOGIN, name="start-at-login").process.wait(60)
    file = computer.home / ".config" / "r2t2-captions" / "settings.json"
    settings = app.settings()
    settings["obs"] |= {"enabled": True, "port": 0}
    file.write_text(json.dumps(settings), encoding="utf-8")


def log_in(computer: Computer) -> App:
    """The program as the desktop starts it at log-in; then its window is fetched by a second start."""
    (entry,) = (computer.home / ".config" / "autostart").iterdir()
    parsed = configparser.RawConfigParser()
    parsed.read(entry, encoding="utf-8")
    app = App(computer, *shlex.split(parsed["Desktop Entry"]["Exec"]))
    app.wait_ready()
    app.again()
    app.window_id()
    return app


def use_window(app: App) -> None:
    """Captions, dictation into the scratchpad and into another program, history, export, models, settings."""
    app.hear()
    app.visit("ctrl+comma", "^Settings$")
    app.visit("ctrl+h", "^History$", app.export)
    app.visit("ctrl+d", "^Models$")
    app.desktop.xdotool("windowactivate", "--sync", app.window_id())
    app.dictate()
    scratchpad = app.home / ".local" / "share" / "r2t2-captions" / "scratchpad.txt"
    app.wait(lambda: scratchpad.is_file() and scratchpad.read_text(encoding="utf-8"), "the text in the scratchpad")
    other = Bystander(app.desktop, app.computer.folder, (100, 60, 600, 300))
    app.dictate()
    app.wait(lambda: other.events("text"), "the text in the other window")
    other.stop()


def use_commands(computer: Computer) -> None:
    """Every command. The one that fetches a model calls a hub on this computer."""
    checkpoint = str(write_checkpoint(computer.folder / "checkpoint", tokenizer=STARTER))
    converted, exported = str(computer.folder / "converted"), str(computer.folder / "exported")
    computer.run("--version")
    computer.run("doctor")
    computer.run("doctor", "--json")
    computer.run("transcribe", str(SAMPLE))
    computer.run("transcribe", str(SAMPLE), "--stream", "--format", "jsonl")
    computer.run("live", "--source", "sample")
    server = computer.start(sys.executable, "-m", "app", "serve", "--port", "8798", name="serve")
    other = computer.start(sys.executable, "-c", ASK, str(SAMPLE), name="other program")
    wait_until(lambda: "words" in other.output() or not other.running, what="the answer to the other program")
    assert "words" in other.output(), other.output()
    other.stop()
    server.stop()
    computer.run("models", "list")
    computer.run("models", "licence", "confucius4-r2t2")
    computer.run("models", "get", "confucius4-r2t2", status=3)
    catalogue = computer.folder / "catalogue.json"
    hub = computer.start(sys.executable, "-c", HUB, checkpoint, str(catalogue), name="hub")
    wait_until(lambda: hub.output().strip() or not hub.running, what="the hub")
    computer.run(
        "models", "--catalogue", str(catalogue), "get", "confucius4-r2t2", "--accept-licence", "--precision", "int8",
        "--mirror", hub.output().strip(),
    )  # fmt: skip
    hub.stop()
    computer.run("models", "import", checkpoint, "--name", "Tiny", "--accept-licence")
    computer.run("models", "verify", "Tiny-int8")
    computer.run("models", "convert", checkpoint, converted)
    computer.run(checkpoint, exported, module="onnx_export")
    computer.run("bench", "--audio", str(SAMPLE))


def spend_three_minutes(computer: Computer) -> None:
    """All of it; the window stays open while the commands run and until the time is up."""
    library = computer.start(sys.executable, "-c", USE_LIBRARY, name="library")
    first_start(computer)
    app = log_in(computer)
    end = time.monotonic() + WINDOW_S
    use_window(app)
    use_commands(computer)
    app.hear()
    while time.monotonic() < end:
        assert app.started.running, app.started.output()
        time.sleep(0.5)
    app.hear()
    app.again("--quit")
    assert app.started.process.wait(60) == 0, app.started.output()
    assert library.process.wait(60) == 0, library.output()

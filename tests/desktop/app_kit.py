"""The program as a user starts it, on the private desktop, seen from outside: its events file, its windows, its keys."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.desktop.kit import Desktop, Screen, Started, wait_until

ROOT = Path(__file__).resolve().parents[2]
OVERLAY = "^Captions overlay$"
WINDOW = "^R2T2 Captions$"
START = ("-m", "app")


class RunningApp:
    """One run of the program.

    Attributes:
        screen: where it appears.
        started: the process.
        home: its folder for settings, history and logs.
        events_file: what `R2T2_CAPTIONS_EVENTS` wrote; see `app.program.diagnostics`.
    """

    def __init__(
        self,
        screen: Screen,
        home: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        settings: Mapping[str, Any] | None = None,
        first_run_done: bool = True,
    ) -> None:
        self.screen = screen
        self.home = home
        self.events_file = home / "events.jsonl"
        folder = home / "config"
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "settings.json").exists():
            given = {name: dict(group) for name, group in (settings or {}).items()}
            given.setdefault("interface", {}).setdefault("first_run_done", first_run_done)
            (folder / "settings.json").write_text(json.dumps(given), encoding="utf-8")
        self.env = {
            "R2T2_CAPTIONS_HOME": str(home),
            "R2T2_CAPTIONS_EVENTS": str(self.events_file),
            "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(home / "xdg"),
            **(env or {}),
        }
        self.started: Started = screen.start(sys.executable, *START, *arguments, env=self.env)

    @property
    def desktop(self) -> Desktop:
        """The screen, where windows can be looked for: one of X11's."""
        assert isinstance(self.screen, Desktop)
        return self.screen

    def events(self, kind: str = "") -> list[dict[str, Any]]:
        """All events so far, or those of one kind."""
        if not self.events_file.exists():
            return []
        lines = self.events_file.read_text(encoding="utf-8").splitlines()
        parsed = [json.loads(line) for line in lines if line.endswith("}")]
        return [event for event in parsed if not kind or event["event"] == kind]

    def wait(self, condition: Callable[[], object], what: str, timeout_s: float = 60.0) -> Any:
        def still_running() -> object:
            assert self.started.running, f"the program ended: {self.started.output()}"
            return condition()

        return wait_until(still_running, timeout_s, what)

    def wait_state(self, *states: str, after: int = 0, timeout_s: float = 60.0) -> dict[str, Any]:
        """The first event after number `after` that says one of `states`."""

        def found() -> object:
            return next(
                (event for event in self.events()[after:] if event["event"] == "status" and event["state"] in states),
                None,
            )

        event = self.wait(found, f"the state {' or '.join(states)}", timeout_s)
        assert isinstance(event, dict)
        return event

    def wait_ready(self, after: int = 0, timeout_s: float = 60.0) -> dict[str, Any]:
        """The first event after number `after` that says that a model is at work, whether there is sound yet or not."""

        def found() -> object:
            states = [event for event in self.events()[after:] if event["event"] == "status"]
            ready = (event for event in states if event["provider"] and event["state"] != "loading")
            return next(ready, None)

        event = self.wait(found, "a model at work", timeout_s)
        assert isinstance(event, dict)
        return event

    def tab_to(self, name: str) -> None:
        """Presses Tab until the control with this name has the focus; each Tab is waited for."""
        for _ in range(60):
            focused = self.events("focus")
            if focused and focused[-1]["name"].endswith(f": {name}"):
                return
            self.tab()
        raise AssertionError(f"{name} is not reached with Tab: {[event['name'] for event in self.events('focus')]}")

    def tab(self) -> None:
        """Presses Tab and waits for the control that has the focus then."""
        mark = len(self.events("focus"))
        self.desktop.xdotool("key", "Tab")
        self.wait(lambda: len(self.events("focus")) > mark, "the next control to have the focus")

    def wait_geometry(self, window: str, area: tuple[int, int, int, int]) -> None:
        """Until a window is exactly there: x, y, width, height."""
        self.wait(lambda: self.geometry(window) == area, f"the place {area}, not {self.geometry(window)}")

    def state(self) -> str:
        states = self.events("status")
        return str(states[-1]["state"]) if states else ""

    def overlay_id(self) -> str:
        return self.desktop.find_window(OVERLAY)

    def window_id(self) -> str:
        return self.desktop.find_window(WINDOW)

    def geometry(self, window: str) -> tuple[int, int, int, int]:
        """x, y, width, height on the screen."""
        words = dict(
            line.split("=", 1) for line in self.desktop.xdotool("getwindowgeometry", "--shell", window).splitlines()
        )
        return int(words["X"]), int(words["Y"]), int(words["WIDTH"]), int(words["HEIGHT"])

    def settings(self) -> dict[str, Any]:
        """What is on disk."""
        parsed = json.loads((self.home / "config" / "settings.json").read_text(encoding="utf-8"))
        assert isinstance(parsed, dict)
        return parsed

    def wait_setting(self, group: str, name: str, value: object, timeout_s: float = 60.0) -> None:
        self.wait(lambda: self.settings().get(group, {}).get(name) == value, f"{group}.{name} = {value!r}", timeout_s)

    def again(self, *arguments: str) -> Started:
        """A second start, with the same settings."""
        return self.screen.start(sys.executable, *START, *arguments, env=self.env)

    def end(self) -> int:
        """As a log-out ends it; the exit status."""
        if self.started.running:
            self.started.process.terminate()
        return self.started.process.wait(60)


def assert_only_grows(events: list[dict[str, Any]]) -> dict[int, str]:
    """Checks every change of the overlay: within a line, what is on screen only grows. Gives the lines' texts."""
    texts: dict[int, str] = {}
    rows: list[str] = []
    finished: set[int] = set()
    last_line = -1
    for event in events:
        if event["event"] == "line_finished":
            assert event["text"] == texts.get(event["line"], "")
            finished.add(event["line"])
        if event["event"] != "text":
            continue
        line = event["line"]
        assert line not in finished, "text after the end of a line"
        assert event["delta"]
        texts[line] = texts.get(line, "") + event["delta"]
        shown = " ".join(event["rows"]).strip()
        whole = texts[line].strip()
        complete = whole.rpartition(" ")[0]  # the last word may wait for the rest of it
        assert shown.endswith((whole[-12:], complete[-12:])), f"{whole!r} is not on screen: {event['rows']}"
        if line == last_line and rows:
            joined_before, joined = "".join(rows), "".join(event["rows"])
            kept = joined_before[-40:]
            assert kept.replace(" ", "") in joined.replace(" ", ""), "words on screen were changed"
        rows, last_line = event["rows"], line
    return texts


class Bystander:
    """Another program's window; see `tests.desktop.bystander`."""

    def __init__(self, desktop: Desktop, folder: Path, area: tuple[int, int, int, int], *flags: str) -> None:
        self.desktop = desktop
        self.file = folder / f"bystander-{len(list(folder.glob('bystander-*')))}.jsonl"
        self.started = desktop.start(
            sys.executable, "-m", "tests.desktop.bystander", str(self.file), *map(str, area), *flags,
            env={"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        wait_until(self.file.exists, what="the bystander")
        self.id = desktop.find_window("^Bystander$")
        self.focus()

    def focus(self) -> None:
        self.desktop.xdotool("windowactivate", "--sync", self.id)

    def events(self, kind: str) -> list[dict[str, Any]]:
        parsed = [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]
        return [event for event in parsed if event["event"] == kind]

    @property
    def active(self) -> bool:
        """The window manager's word for it."""
        return self.desktop.run("xdotool", "getactivewindow") == self.id

    def stop(self) -> None:
        self.started.stop()

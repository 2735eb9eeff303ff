"""Helpers of the dictation tests: the dictating process, the editor and xterm, and what they hold."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.desktop.kit import Desktop, Started, wait_until

ROOT = Path(__file__).resolve().parents[2]

MIXED = "Héllo Wörld – 你好，世界！こんにちは、カナ 한국어 😀🎉 Ünïçø Ä"
assert len(MIXED) == 43
"""Latin with accents, a dash, Chinese, Japanese, Korean, emoji."""

HOLD = ("ctrl", "alt", "d")
HOLD_SETTINGS = {"hold_key": "ctrl+alt+d", "toggle_key": "f9"}


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The complete lines of a file of JSON lines."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


class Editor:
    """The Qt editor in a process of its own."""

    def __init__(self, desktop: Desktop, folder: Path, title: str = "Editor under test", *options: str) -> None:
        self.desktop = desktop
        self.title = title
        self.report = folder / f"{title.replace(' ', '-')}.jsonl"
        self.clipboard_file = folder / f"{title.replace(' ', '-')}-clipboard.json"
        self.process: Started = desktop.start(
            sys.executable, "-m", "tests.desktop.editor", str(self.report), title,
            "--clipboard", str(self.clipboard_file), *options,
            env={"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        self.window = desktop.find_window(f"^{title}$")
        self.focus()

    def focus(self) -> None:
        """Gives it the focus and waits until it has it."""
        self.desktop.xdotool("windowactivate", "--sync", self.window)
        wait_until(lambda: self.desktop.xdotool("getactivewindow") == self.window, what="the editor's focus")
        time.sleep(0.1)

    @property
    def texts(self) -> list[str]:
        """What it held after every change."""
        return [line["text"] for line in read_lines(self.report) if "text" in line]

    @property
    def text(self) -> str:
        return (self.texts or [""])[-1]

    @property
    def keys(self) -> list[int]:
        """Qt codes of the keys that reached it, modifiers left out."""
        return [line["key"] for line in read_lines(self.report) if "key" in line]

    @property
    def only_grew(self) -> bool:
        return all(line["grew"] for line in read_lines(self.report) if "grew" in line)

    def wait_for(self, text: str, timeout_s: float = 60.0) -> None:
        """Waits until it holds exactly `text`."""
        try:
            wait_until(lambda: self.text == text, timeout_s, "the text")
        except Exception as error:
            raise AssertionError(f"the editor holds {self.text!r} instead of {text!r}") from error

    def press(self, key: str) -> None:
        self.desktop.xdotool("key", key)

    def copied(self) -> dict[str, str]:
        """What the clipboard holds as another program reads it."""
        self.clipboard_file.unlink(missing_ok=True)
        self.focus()
        self.press("F11")
        wait_until(self.clipboard_file.is_file, what="the clipboard's contents")
        found: dict[str, str] = json.loads(self.clipboard_file.read_text(encoding="utf-8"))
        return found

    def copy_sample(self) -> None:
        """Puts text, HTML, an image and a private format on the clipboard."""
        self.focus()
        self.press("F12")
        wait_until(lambda: any("copied" in line for line in read_lines(self.report)), what="the copy")

    def close(self) -> None:
        self.process.stop()


class Terminal:
    """xterm whose program writes what it is given into a file."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self.desktop = desktop
        self.file = folder / "xterm.txt"
        script = f"stty -echo -icanon; exec cat > '{self.file}'"
        self.process = desktop.start("xterm", "-u8", "-T", "Terminal under test", "-e", "sh", "-c", script)
        self.window = desktop.find_window("^Terminal under test$")
        wait_until(self.file.exists, what="the terminal's program")
        self.focus()

    def focus(self) -> None:
        self.desktop.xdotool("windowactivate", "--sync", self.window)
        time.sleep(0.2)

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, text: str, timeout_s: float = 60.0) -> None:
        try:
            wait_until(lambda: self.text == text, timeout_s, "the text")
        except Exception as error:
            raise AssertionError(f"the terminal got {self.text!r} instead of {text!r}") from error

    def close(self) -> None:
        self.process.stop()


class Dictation:
    """The dictating process."""

    def __init__(
        self,
        desktop: Desktop,
        folder: Path,
        settings: Mapping[str, Any],
        *,
        env: Mapping[str, str] | None = None,
        worker: Path | None = None,
    ) -> None:
        self.desktop = desktop
        self.folder = folder / "control"
        self.folder.mkdir()
        self.events_file = folder / "events.jsonl"
        self._count = 0
        command = [
            sys.executable, "-m", "tests.desktop.dictation_app", str(self.folder), str(self.events_file),
            "--settings", json.dumps(dict(settings)),
        ]  # fmt: skip
        if worker is not None:
            command += ["--worker", str(worker)]
        own = {"PYTHONPATH": str(ROOT), "R2T2_CAPTIONS_HOME": str(folder / "home"), **(env or {})}
        self.process = desktop.start(*command, env=own)
        self.wait("ready", timeout_s=60)

    def command(self, text: str) -> None:
        self._count += 1
        path = self.folder / f"{self._count:06d}"
        path.write_text(text, encoding="utf-8")
        path.rename(path.with_suffix(".cmd"))
        wait_until(
            lambda: not path.with_suffix(".cmd").exists(), what=f"the command {text!r} ({self.process.output()})"
        )

    @property
    def events(self) -> list[dict[str, Any]]:
        return read_lines(self.events_file)

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] == kind]

    def wait(self, kind: str, count: int = 1, timeout_s: float = 60.0, **fields: Any) -> dict[str, Any]:
        """Waits for the `count`th event of a kind with these fields and returns it."""

        def found() -> list[dict[str, Any]]:
            matching = [event for event in self.all(kind) if fields.items() <= event.items()]
            return matching[count - 1 : count]

        try:
            result = wait_until(found, timeout_s, kind)
        except Exception as error:
            raise AssertionError(f"no {kind} {fields}; events: {self.events[-8:]}; {self.process.output()}") from error
        assert isinstance(result, list)
        event: dict[str, Any] = result[0]
        return event

    def ask(self, command: str) -> dict[str, Any]:
        """Carries out a command that answers with an event of its own name."""
        before = len(self.all(command))
        self.command(command)
        return self.wait(command, before + 1)

    def hold(self, *keys: str) -> None:
        self.desktop.xdotool(*(word for key in keys or HOLD for word in ("keydown", key)))

    def release(self, *keys: str) -> None:
        self.desktop.xdotool(*(word for key in reversed(keys or HOLD) for word in ("keyup", key)))

    def close(self) -> dict[str, Any]:
        """Ends it as the application does; returns its last count of threads and files."""
        self.command("quit")
        closed = self.wait("closed")
        wait_until(lambda: not self.process.running, what="the end of the dictating process")
        return closed


def strike(desktop: Desktop, *keys: tuple[int, bool]) -> None:
    """Keycodes that go down (True) and up, so close together that nothing comes between them."""
    from Xlib import X, display
    from Xlib.ext import xtest

    connection = display.Display(desktop.display)
    try:
        for keycode, down in keys:
            xtest.fake_input(connection, X.KeyPress if down else X.KeyRelease, keycode)
        connection.sync()
    finally:
        connection.close()


def keycode(desktop: Desktop, keysym: int) -> int:
    from Xlib import display

    connection = display.Display(desktop.display)
    try:
        return int(connection.keysym_to_keycode(keysym))
    finally:
        connection.close()


def keys_down(desktop: Desktop) -> list[int]:
    """Keycodes that the X server believes to be pressed."""
    from Xlib import display

    connection = display.Display(desktop.display)
    try:
        bits = connection.query_keymap()
    finally:
        connection.close()
    return [index * 8 + bit for index, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1]

"""Does every character arrive? `python -m tests.bench.keyboards [--input-method NAME] [--runs N]` writes JSON.

Without an option: 14 keyboard layouts × set before or under the running program × a Qt editor, a GTK editor (mousepad)
and xterm × typing and pasting, with a text of symbols, accents, Cyrillic, Greek, Chinese and an emoji. With
`--input-method`: English, Chinese or Japanese, and mixed sentences into mousepad while fcitx5's pinyin, IBus's libpinyin
or IBus's anthy is on (with dbus-run-session); `typed_anyway` shows what typing would have made of them.

Insertion is the program's own, on a private X server. An outcome is "ok" (letter for letter), "failed: REASON" (it was
reported as not inserted), or what arrived instead.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QApplication

from app.dictation.insertion import Inserter, InsertSettings
from app.hotkeys.ledger import Ledger
from app.typing.input_method import ask, may_compose
from app.typing.x11_keyboard import X11Focus, X11Typist
from app.ui.dictation.clipboard import ClipboardLease
from tests.desktop.dictation_kit import Editor, Terminal
from tests.desktop.kit import Desktop, KitError, wait_until
from tests.desktop.test_layouts import LAYOUTS, TEXT, set_layout

SYMBOLS = TEXT.strip()
ENGLISH = "Dear Anna, thank you for the report. We will meet on Monday. "
CHINESE = {
    "English": ENGLISH,
    "Chinese": "亲爱的安娜，谢谢你的报告。我们星期一见。",
    "mixed": "请把 report 发给 Anna, 明天 10:30 见。 ",
}
JAPANESE = {
    "English": ENGLISH,
    "Japanese": "アンナさん、レポートをありがとうございます。月曜日に会いましょう。",
    "mixed": "明日 10:30 に Anna と meeting があります。ｶﾀｶﾅ ",
}
PATIENCE_S = 15.0
SETTLE_S = 2.0
"""A GTK program has handled all keys by then, on a busy machine too."""


class Target(Protocol):
    """A program that text is put into."""

    def focus(self) -> None: ...

    def read(self) -> str:
        """All that it holds now."""


class QtTarget:
    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self._editor = Editor(desktop, folder)
        self.focus = self._editor.focus

    def read(self) -> str:
        return self._editor.text


class TerminalTarget:
    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self._terminal = Terminal(desktop, folder)
        self.focus = self._terminal.focus

    def read(self) -> str:
        return self._terminal.text


class GtkTarget:
    """mousepad, which saves when it is asked to."""

    def __init__(self, desktop: Desktop, folder: Path) -> None:
        self._desktop = desktop
        self._file = folder / "mousepad.txt"
        self._file.touch()
        desktop.start("mousepad", str(self._file), env={"GSETTINGS_BACKEND": "memory"})
        self._window = desktop.find_window("mousepad.txt")

    def focus(self) -> None:
        self._desktop.xdotool("windowactivate", "--sync", self._window)

    def read(self) -> str:
        time.sleep(SETTLE_S)  # a layout that is set while it reads keys would change them
        self.focus()
        set_layout(self._desktop, "us")
        time.sleep(SETTLE_S / 4)
        self._desktop.xdotool("key", "ctrl+s")
        time.sleep(0.3)
        return self._file.read_text(encoding="utf-8").rstrip("\n")


TARGETS: dict[str, Callable[[Desktop, Path], Target]] = {"Qt": QtTarget, "GTK": GtkTarget, "xterm": TerminalTarget}


class Program:
    """The program's insertion with one method."""

    def __init__(self, app: QApplication, desktop: Desktop, method: str, *, input_method: Callable[[], bool]) -> None:
        self._app = app
        self._lease = ClipboardLease()
        self._over = threading.Event()
        self._failure = ""
        self._look = X11Focus(desktop.display)
        self._inserter = Inserter(
            X11Typist(Ledger(), desktop.display), X11Focus(desktop.display), self._lease, system="x11", held=lambda: False,
            on_done=lambda number: self._over.set(), on_failed=self._failed, on_waiting=lambda number, title: None,
            input_method=input_method,
        )  # fmt: skip
        self._inserter.settings = InsertSettings(method)
        self._inserter.start()

    def _failed(self, number: int, text: str, reason: str, title: str) -> None:
        self._failure = reason
        self._over.set()

    def insert(self, text: str) -> str:
        """Puts text into the window in front; "" or the reason why it could not be."""
        self.begin(text, last=True)
        return self.answer()

    def begin(self, text: str, *, last: bool) -> None:
        """Has a piece of a dictation put into the window in front."""
        self._over.clear()
        self._failure = ""
        self._inserter.insert(1, self._look.current(), text, enter=False, last=last)

    def answer(self) -> str:
        """Waits until the last piece is in; "" or the reason why one is not."""
        end = time.monotonic() + PATIENCE_S
        while not self._over.is_set() and time.monotonic() < end:
            self.serve(0.005)
        return self._failure if self._over.is_set() else "no answer"

    def serve(self, seconds: float) -> None:
        """Lets time pass; whoever reads the clipboard is answered."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._app.processEvents()
            time.sleep(0.002)

    def close(self) -> None:
        self._inserter.stop()
        self._look.close()
        self._lease.close()


def outcome(program: Program, target: Target, text: str) -> str:
    """What became of `text`."""
    before = target.read()
    target.focus()
    failure = program.insert(text)
    if failure:
        return f"failed: {failure}"
    try:
        wait_until(lambda: target.read() == before + text, 5, "the text")
    except KitError:
        return target.read().removeprefix(before)
    return "ok"


def matrix(app: QApplication, desktop: Desktop, folder: Path, names: list[str]) -> Iterator[dict[str, object]]:
    """One line a cell, for the targets with these names."""
    for name in names:
        target = TARGETS[name](desktop, folder)
        for method in ("type", "paste"):
            for layout in LAYOUTS:
                for under in (False, True):
                    before, after = ("us", layout) if under else (layout, layout)
                    set_layout(desktop, before)
                    program = Program(app, desktop, method, input_method=lambda: False)
                    target.focus()
                    set_layout(desktop, after)
                    cell = outcome_on(desktop, program, target, layout)
                    program.close()
                    yield {"target": name, "method": method, "layout": layout, "set_meanwhile": under, "outcome": cell}


def outcome_on(desktop: Desktop, program: Program, target: Target, layout: str) -> str:
    """`outcome` while `layout` is in use; reading a target may set another one."""

    class Set:
        focus = staticmethod(target.focus)
        first = True

        def read(self) -> str:
            text = target.read()
            if self.first:
                set_layout(desktop, layout)
                self.first = False
            return text

    return outcome(program, Set(), SYMBOLS)


HIRAGANA = "[org/freedesktop/ibus/engine/anthy/common]\ninput-mode=0\n"
"""Else anthy starts with Latin letters, and composes nothing."""


class Fcitx:
    """fcitx5 with pinyin."""

    module = "fcitx"

    def __init__(self, desktop: Desktop, config: Path, engine: str) -> None:
        self._desktop = desktop
        self._engine = engine
        (config / "fcitx5").mkdir(parents=True)
        (config / "fcitx5" / "profile").write_text(
            f"[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM={engine}\n[Groups/0/Items/0]\nName=keyboard-us\n"
            f"[Groups/0/Items/1]\nName={engine}\n[GroupOrder]\n0=Default\n",
            encoding="utf-8",
        )
        desktop.start("fcitx5", "-r")
        wait_until(lambda: desktop._output(["fcitx5-remote"]).strip() in ("0", "1", "2"), 60, "fcitx5")

    def is_on(self) -> bool:
        """Switched on for the window in front; may take more than one attempt after its focus."""
        self._desktop._output(["fcitx5-remote", "-o"])
        return self._desktop._output(["fcitx5-remote", "-n"]).strip() == self._engine


class Ibus:
    """IBus with one of its engines."""

    module = "ibus"

    def __init__(self, desktop: Desktop, config: Path, engine: str) -> None:
        self._desktop = desktop
        self._engine = engine
        (config / "glib-2.0" / "settings").mkdir(parents=True)
        (config / "glib-2.0" / "settings" / "keyfile").write_text(HIRAGANA, encoding="utf-8")
        desktop.start("ibus-daemon", "--xim", "--panel", "disable", env={"GSETTINGS_BACKEND": "keyfile"})
        wait_until(lambda: desktop._output(["ibus", "list-engine", "--name-only"]), 60, "IBus")

    def is_on(self) -> bool:
        """Its engine is one for all windows."""
        self._desktop._output(["ibus", "engine", self._engine])
        return self._desktop._output(["ibus", "engine"]).strip() == self._engine


INPUT_METHODS = {
    "fcitx5": (Fcitx, "pinyin", CHINESE),
    "libpinyin": (Ibus, "libpinyin", CHINESE),
    "anthy": (Ibus, "anthy", JAPANESE),
}


def with_input_method(
    app: QApplication, desktop: Desktop, folder: Path, name: str, runs: int
) -> Iterator[dict[str, object]]:
    """Sentences while an input method is on."""
    make, engine, sentences = INPUT_METHODS[name]
    names = {
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XMODIFIERS": f"@im={make.module}",
        "GTK_IM_MODULE": make.module,
        "PATH": f"/usr/bin:{os.environ['PATH']}",  # engines in Python want the system's
        "DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"],
    }
    desktop.env.update(names)
    os.environ.update(names)
    method = make(desktop, folder / "config", engine)
    target = GtkTarget(desktop, folder)

    def one(sentence: str, way: str, asked: Callable[[], bool]) -> str:
        target.focus()
        wait_until(method.is_on, 30, f"{name} to be on")
        program = Program(app, desktop, way, input_method=asked)
        try:
            return outcome(program, target, sentence)
        finally:
            program.close()

    for language, sentence in sentences.items():
        for run in range(runs):
            result = one(sentence, "auto", lambda: may_compose(ask(os.environ)))
            yield {"input_method": name, "language": language, "run": run, "outcome": result}
    result = one(ENGLISH, "type", lambda: False)
    yield {"input_method": name, "language": "English", "typed_anyway": True, "outcome": result}


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--input-method", choices=list(INPUT_METHODS))
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--targets", nargs="+", choices=list(TARGETS), default=list(TARGETS))
    args = parser.parse_args(argv)
    if args.input_method and "R2T2_BENCH_BUS" not in os.environ:
        command = ["dbus-run-session", "--", sys.executable, "-m", "tests.bench.keyboards", *(argv or sys.argv[1:])]
        return subprocess.run(command, env={**os.environ, "R2T2_BENCH_BUS": "1"}, check=False).returncode
    desktop = Desktop()
    os.environ.update(DISPLAY=desktop.display, QT_QPA_PLATFORM="xcb", XDG_CURRENT_DESKTOP="openbox")
    app = QApplication(sys.argv[:1])
    counts: Counter[str] = Counter()
    composed = True
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        rows = (
            with_input_method(app, desktop, folder, args.input_method, args.runs)
            if args.input_method
            else matrix(app, desktop, folder, args.targets)
        )
        try:
            for row in rows:
                if row.get("typed_anyway"):
                    composed = row["outcome"] != "ok"
                else:
                    counts["ok" if row["outcome"] == "ok" else "other"] += 1
                print(json.dumps(row, ensure_ascii=False), flush=True)
        finally:
            desktop.close()
    print(
        json.dumps({"cells": sum(counts.values()), "letter_for_letter": counts["ok"], "input_method_was_on": composed})
    )
    return int(counts["other"] > 0 or not composed)


if __name__ == "__main__":
    raise SystemExit(main())

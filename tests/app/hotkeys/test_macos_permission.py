"""On a Mac that does not let the program see keys, macOS' own question is shown, and the program's words tell the way."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from app.hotkeys.pynput import PynputHotkeys


class Listener:
    """pynput's, on a Mac where Accessibility was allowed or not."""

    IS_TRUSTED = False

    def __init__(self, **options: Any) -> None:
        self.options = options

    def start(self) -> None: ...

    def wait(self) -> None: ...


@pytest.mark.parametrize("trusted", [False, True])
def test_accessibility_is_asked_for_when_hotkeys_start(trusted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, bool]] = []
    services = ModuleType("ApplicationServices")
    services.kAXTrustedCheckOptionPrompt = "AXTrustedCheckOptionPrompt"  # type: ignore[attr-defined]
    services.AXIsProcessTrustedWithOptions = asked.append  # type: ignore[attr-defined]
    keyboard = ModuleType("pynput.keyboard")
    keyboard.Listener = Listener  # type: ignore[attr-defined]
    package = ModuleType("pynput")
    package.keyboard = keyboard  # type: ignore[attr-defined]
    for module in (services, keyboard, package):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(Listener, "IS_TRUSTED", trusted)
    told: list[str] = []
    PynputHotkeys(lambda edge: None, told.append, "macos").start()
    assert asked == ([] if trusted else [{"AXTrustedCheckOptionPrompt": True}])
    assert ["Accessibility" in text for text in told] == ([] if trusted else [True])

"""On Windows, ONNX Runtime finds the Visual C++ runtime that PySide6 brings, also in commands that do not import PySide6."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import PySide6
import pytest

from app.base import windows_runtime


def test_the_folder_of_pyside_is_offered_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[str] = []
    monkeypatch.setattr(os, "add_dll_directory", offered.append, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    windows_runtime.offer_runtime()
    assert PySide6.__file__ is not None
    assert [Path(folder) for folder in offered] == [Path(PySide6.__file__).parent]


def test_without_pyside_nothing_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(windows_runtime, "find_spec", lambda name: None)
    windows_runtime.offer_runtime()  # a system without `add_dll_directory` would notice

"""Every module can be imported on the system that the tests run on: no name that only another system has at the top of one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("app", "inference", "onnx_export")

LINUX_ONLY = {
    "app.base.portal",
    "app.base.portal_hold",
    "app.typing.input_method",
    "app.typing.portal_keyboard",
    "app.typing.portal_session",
    "app.typing.wayland_clipboard",
    "app.typing.x11_keyboard",
    "app.typing.xwayland_layout",
    "app.hotkeys.portal_shortcuts",
    "app.hotkeys.x11",
    "app.hotkeys.x11_display",
}
"""Modules that need python-xlib or jeepney; others import them on the desktops that have these alone."""


LINUX_PACKAGES = ("jeepney", "Xlib")
"""What only Linux installs."""


def modules(elsewhere: bool = sys.platform != "linux") -> list[str]:
    """Every module, or those that other systems than Linux have, too."""
    names = (
        ".".join(path.relative_to(ROOT).with_suffix("").parts) for room in ROOMS for path in (ROOT / room).rglob("*.py")
    )
    return sorted(
        name.removesuffix(".__init__")
        for name in names
        if not name.endswith("__main__") and not (elsewhere and name in LINUX_ONLY)
    )


IMPORT_ALL = """
import importlib, sys
from app.base.translation import use_translator
def refuse(context, text):
    raise AssertionError(f"translated before the language is known: {text}")
use_translator(refuse)
for package in filter(None, sys.argv[1].split(",")):
    sys.modules[package] = None  # as if it was not installed
failed = []
for name in sys.argv[2:]:
    try:
        importlib.import_module(name)
    except BaseException as error:
        failed.append(f"{name}: {type(error).__name__}: {error}")
print("\\n".join(failed))
sys.exit(bool(failed))
"""


@pytest.mark.parametrize("refused", ["", ",".join(LINUX_PACKAGES)], ids=["here", "where_linux_packages_are_missing"])
def test_every_module_can_be_imported_and_none_translates_meanwhile(refused: str) -> None:
    """A text that is translated by an import stays English: the language is chosen when the window is made.

    Windows and macOS lack the packages that are installed on Linux alone, so what runs there must not import them.
    """
    names = modules(elsewhere=True) if refused else modules()
    assert len(names) > 100, "this test looks in the wrong place"
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, refused, *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", ["inference.recognizer", "onnx_export.convert"])
def test_the_recogniser_and_the_exporter_load_without_the_toolkit(module: str) -> None:
    """They could be published on their own: no window toolkit, no sound device, nothing of `app` comes along."""
    code = (
        f"import sys, {module}; print([m for m in sys.modules if m.split('.')[0] in ('PySide6', 'sounddevice', 'app')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "[]"

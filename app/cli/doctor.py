"""`r2t2-captions doctor`: what the program finds on this machine, what is missing, and which package brings it."""

from __future__ import annotations

import argparse
import ctypes.util
import importlib
import json
import os
import platform
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app import __version__
from app.base import paths
from app.base.settings_file import SettingsFile
from app.base.translation import translate
from app.capture.device import Devices
from app.capture.devices import find_devices
from app.models.installed import chosen_bundle
from inference.bundle import Bundle, open_bundle
from inference.errors import RecognizerError

PACKAGES: dict[str, tuple[str, str, str]] = {
    # what: (Debian and Ubuntu, Fedora, Arch)
    "portaudio": ("libportaudio2", "portaudio", "portaudio"),
    "pactl": ("pulseaudio-utils", "pulseaudio-utils", "libpulse"),
    "sndfile": ("libsndfile1", "libsndfile", "libsndfile"),
    "xcb-cursor": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "xkbcommon-x11": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "xcb-icccm": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "xcb-image": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "xcb-keysyms": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "xcb-render-util": ("libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
    "EGL": ("libegl1", "libglvnd-egl", "libglvnd"),
    "GL": ("libgl1", "libglvnd-glx", "libglvnd"),
    "wtype": ("wtype", "wtype", "wtype"),
}
WINDOW_LIBRARIES = (
    "xcb-cursor",
    "xkbcommon-x11",
    "xcb-icccm",
    "xcb-image",
    "xcb-keysyms",
    "xcb-render-util",
    "EGL",
    "GL",
)
LIBRARIES = ("onnxruntime", "tokenizers", "soxr", "soundfile", "av")
"""Python packages that recognition and recordings need, and that can be there and fail to load."""
VISUAL_CPP_RUNTIME = "https://aka.ms/vs/17/release/vc_redist.x64.exe"
"""Microsoft's installer of what ONNX Runtime needs on Windows; its package does not contain it."""
INSTALLERS = (("apt", "sudo apt install"), ("dnf", "sudo dnf install"), ("pacman", "sudo pacman -S"))


@dataclass(frozen=True)
class Missing:
    """Something that is not there.

    Attributes:
        what: library or program.
        why: what does not work without it, a message.
        install: the command that brings it, "" where there is none.
        essential: captions do not work without it.
    """

    what: str
    why: str
    install: str
    essential: bool


def install_command(what: str, which: Callable[[str], str | None] = shutil.which) -> str:
    """How to install `what` with the package manager of this machine; Debian's if there is none that is known."""
    column = next((index for index, (tool, _) in enumerate(INSTALLERS) if which(tool)), 0)
    return f"{INSTALLERS[column][1]} {PACKAGES[what][column]}" if what in PACKAGES else ""


def find_missing(
    devices: Devices,
    environment: Mapping[str, str],
    has_library: Callable[[str], bool],
    has_program: Callable[[str], bool],
) -> list[Missing]:
    """What a Linux machine lacks. Pure but for the questions handed in."""
    missing = []

    def need(what: str, why: str, present: bool, essential: bool = True) -> None:
        if not present:
            missing.append(Missing(what, why, install_command(what), essential))

    # Beside a sound server its own tools record.
    present = devices.backend == "server" or has_library("portaudio")
    need("portaudio", translate("Doctor", "Microphones cannot be opened."), present)
    need(
        "pactl",
        translate("Doctor", "Microphones cannot be selected by name, and what the computer plays cannot be captioned."),
        has_program("pactl") and has_program("parec"),
        essential=False,
    )
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        for library in WINDOW_LIBRARIES:
            need(library, translate("Doctor", "The window cannot be opened on X11."), has_library(library))
    if environment.get("WAYLAND_DISPLAY"):
        present = has_program("wtype") or has_program("ydotool")
        need(
            "wtype",
            translate("Doctor", "Dictation can only use the portal or the clipboard."),
            present,
            essential=False,
        )
    if not devices.inputs:
        why = devices.problem or translate("Doctor", "No microphone is connected.")
        missing.append(Missing(translate("Doctor", "microphone"), why, "", essential=False))
    return missing


def find_missing_libraries(load: Callable[[str], object] = importlib.import_module) -> list[Missing]:
    """The Python packages that cannot be imported, with the reason."""
    missing = []
    for name in LIBRARIES:
        try:
            load(name)
        except (ImportError, OSError) as error:
            why = translate("Doctor", "It cannot be loaded ({0}). Speech recognition needs it.").format(error)
            install = ""
            if isinstance(error, ModuleNotFoundError) and not getattr(sys, "frozen", False):
                install = f"{Path(sys.executable).name} -m pip install {name}"
            elif name == "onnxruntime" and sys.platform == "win32":
                install = VISUAL_CPP_RUNTIME
            elif name == "soundfile" and sys.platform == "linux":
                install = install_command("sndfile")
            missing.append(Missing(name, why, install, essential=True))
    return missing


def describe_providers(bundle: Bundle | None) -> dict[str, str]:
    """Provider -> "usable", or why it is not; nothing where ONNX Runtime itself is missing."""
    if bundle is None:
        return {}
    try:
        from inference.providers import PLANS, why_not
    except (ImportError, OSError):
        return {}
    return {name: why_not(name, bundle) or translate("Doctor", "usable") for name in PLANS}


def describe_display(environment: Mapping[str, str]) -> str:
    """The screen that a window would open on."""
    if sys.platform != "linux":
        return translate("Doctor", "the desktop")
    if environment.get("WAYLAND_DISPLAY"):
        return f"Wayland ({environment['WAYLAND_DISPLAY']})"
    if environment.get("DISPLAY"):
        return f"X11 ({environment['DISPLAY']})"
    return translate("Doctor", "none")


def examine() -> dict[str, Any]:
    """Everything that is found, as plain data for JSON."""
    settings = SettingsFile(paths.config_dir()).load()
    folder, model_problem = chosen_bundle(settings)
    bundle: Bundle | None = None
    try:
        bundle = open_bundle(folder)
    except RecognizerError as error:
        model_problem = str(error)
    try:
        devices = find_devices()
    except ImportError as error:
        devices = Devices(problem=str(error))
    missing = find_missing(devices, os.environ, _has_library, lambda name: shutil.which(name) is not None)
    if sys.platform != "linux":
        missing = [item for item in missing if not item.install]
    return {
        "version": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "onnxruntime": _version("onnxruntime"),
        "qt": _version("PySide6"),
        "providers": describe_providers(bundle),
        "model": {
            "name": bundle.name if bundle else "",
            "precision": bundle.precision if bundle else "",
            "languages": len(bundle.languages) if bundle else 0,
            "bytes": bundle.n_bytes if bundle else 0,
            "folder": str(folder),
            "problem": model_problem,
        },
        "audio": {
            "backend": devices.backend,
            "microphones": [asdict(device) for device in devices.inputs],
            "outputs": [asdict(device) for device in devices.outputs],
            "default_microphone": devices.default_input,
            "default_output": devices.default_output,
            "problem": devices.problem,
        },
        "display": describe_display(os.environ),
        "folders": {
            "settings": str(paths.config_dir()),
            "history": str(paths.data_dir()),
            "log": str(paths.state_dir()),
        },
        "missing": [asdict(item) for item in (*find_missing_libraries(), *missing)],
    }


def _has_library(name: str) -> bool:
    if name == "portaudio":
        try:
            import sounddevice  # noqa: F401  carries the library on Windows and macOS
        except (ImportError, OSError):
            return False
        return True
    return ctypes.util.find_library(name) is not None


def _version(module: str) -> str:
    try:
        return str(__import__(module).__version__)
    except (ImportError, OSError, AttributeError) as error:
        return translate("Doctor", "not usable ({0})").format(error)


def render(found: Mapping[str, Any]) -> str:
    """The report for people."""
    model, audio = found["model"], found["audio"]
    lines = [f"R2T2 Captions {found['version']}  ·  Python {found['python']}  ·  {found['system']}"]
    lines.append(f"ONNX Runtime {found['onnxruntime']}  ·  Qt {found['qt']}")
    lines.append("")
    name = f"{model['name']} ({model['precision']}, {model['bytes'] / 1e6:.0f} MB)" if model["name"] else "-"
    lines.append(f"{translate('Doctor', 'Model'):<14}{name}")
    lines.append(f"{'':<14}{model['folder']}")
    if model["problem"]:
        lines.append(f"{'':<14}{model['problem']}")
    for index, (provider, state) in enumerate(found["providers"].items()):
        lines.append(f"{translate('Doctor', 'Providers') if index == 0 else '':<14}{provider}: {state}")
    for title, key, default in (
        (translate("Doctor", "Microphones"), "microphones", "default_microphone"),
        (translate("Doctor", "Outputs"), "outputs", "default_output"),
    ):
        devices = audio[key]
        if not devices:
            lines.append(f"{title:<14}{translate('Doctor', 'none')}")
        for index, device in enumerate(devices):
            mark = "*" if device["name"] == audio[default] else " "
            rate = f"{device['rate']} Hz, {device['channels']} ch"
            label = f"{mark} {device['label']}  [{device['name']}]  {rate}"
            lines.append(f"{title if index == 0 else '':<14}{label}")
    lines.append(f"{translate('Doctor', 'Display'):<14}{found['display']}")
    for key, folder in found["folders"].items():
        lines.append(f"{key:<14}{folder}")
    lines.append("")
    if not found["missing"]:
        lines.append(translate("Doctor", "Nothing is missing."))
    for item in found["missing"]:
        lines.append(f"{translate('Doctor', 'Missing')}: {item['what']}. {item['why']}")
        if item["install"]:
            lines.append(f"    {item['install']}")
    return "\n".join(lines) + "\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("--json", action="store_true", help=translate("Doctor", "print one JSON object"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints the report; 1 if something is missing without which captions do not work."""
    found = examine()
    sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n" if args.json else render(found))
    broken = bool(found["model"]["name"] == "" or any(item["essential"] for item in found["missing"]))
    return 1 if broken else 0

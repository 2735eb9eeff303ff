"""Light, dark and high contrast, and whether things may move: from the user's choice and the system's."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.ui.kit.contrast import COLOURS as CONTRAST_COLOURS
from app.ui.kit.contrast import contrast_sheet

log = logging.getLogger(__name__)

STYLE = "Fusion"
"""One look on every system. Windows 10's own style has no dark colours, and Windows' own styles paint a selected row in
colours that no palette names, so that text in the palette's colours could not be read on it."""

SCHEMES = {
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
    "system": Qt.ColorScheme.Unknown,
    "contrast": Qt.ColorScheme.Dark,
}
CONTRAST_PROPERTY = "high-contrast"
"""Set on the application while its windows have high contrast, the program's own or a theme of Windows."""


def palette_for(dark: bool) -> QPalette:
    """The program's colours: neutral greys with one green accent. Every text pair has a contrast of at least 4.5:1."""
    return _palette(
        {
            "window": "#1e2227", "base": "#16191d", "alternate": "#1b1f24", "text": "#e8ebee", "button": "#2a3037",
            "mid": "#3a424b", "disabled": "#8b949e", "link": "#6fd9ba", "accent": "#3ecfa4", "on_accent": "#06281f",
            "placeholder": "#98a2ad",
        }
        if dark
        else {
            "window": "#f5f6f8", "base": "#ffffff", "alternate": "#f0f2f4", "text": "#1b2026", "button": "#ffffff",
            "mid": "#c9ced4", "disabled": "#737b84", "link": "#0b6b52", "accent": "#0f7b5f", "on_accent": "#ffffff",
            "placeholder": "#69717a",
        }
    )  # fmt: skip


def _palette(colours: Mapping[str, str]) -> QPalette:
    roles = QPalette.ColorRole
    palette = QPalette(QColor(colours["button"]), QColor(colours["window"]))
    for role, name in (
        (roles.Window, "window"), (roles.WindowText, "text"), (roles.Base, "base"),
        (roles.AlternateBase, "alternate"), (roles.Text, "text"), (roles.Button, "button"),
        (roles.ButtonText, "text"), (roles.ToolTipBase, "button"), (roles.ToolTipText, "text"),
        (roles.Mid, "mid"), (roles.Link, "link"), (roles.Highlight, "accent"),
        (roles.HighlightedText, "on_accent"), (roles.Accent, "accent"), (roles.PlaceholderText, "placeholder"),
        (roles.BrightText, "on_accent"),
    ):  # fmt: skip
        palette.setColor(role, QColor(colours[name]))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours["disabled"]))
    return palette


def apply_scheme(app: QApplication, scheme: str) -> None:
    """Sets `scheme` ("light", "dark", "contrast" or "system") for all windows, open ones too."""
    hints = app.styleHints()
    hints.setColorScheme(SCHEMES[scheme])
    dark = is_dark(scheme)
    windows_own, ours = contrast_theme(), scheme == "contrast" or (scheme == "system" and wants_contrast())
    app.setProperty(CONTRAST_PROPERTY, windows_own or ours)  # before the palette: widgets ask when that changes
    if windows_own:
        app.setPalette(selection_everywhere(QPalette()))
        app.setStyleSheet("")
    elif ours:
        app.setPalette(_palette(CONTRAST_COLOURS))
        app.setStyleSheet(contrast_sheet())
    else:
        app.setPalette(palette_for(dark))
        app.setStyleSheet(check_boxes(dark))


def in_contrast() -> bool:
    """Whether windows have high contrast now."""
    app = QGuiApplication.instance()
    return app is not None and bool(app.property(CONTRAST_PROPERTY))


def wants_contrast() -> bool:
    """Whether the system asks for high contrast."""
    hints = QGuiApplication.styleHints()  # held: PySide takes what it gives for deleted when it goes
    return hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast


def contrast_theme(system: str = sys.platform) -> bool:
    """Whether Windows shows one of its contrast themes: colours which the user needs, and which replace ours."""
    return system == "win32" and wants_contrast()


def selection_everywhere(palette: QPalette) -> QPalette:
    """`palette` with one pair of colours for what is selected, whether its window is in front or not.

    Pictures of selected entries are made before anybody knows which of the two it will be.
    """
    for role in (QPalette.ColorRole.Highlight, QPalette.ColorRole.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Inactive, role, palette.color(QPalette.ColorGroup.Active, role))
    return palette


def check_boxes(dark: bool) -> str:
    """A style sheet for check boxes and radio buttons whose edge has a contrast of 3:1 (WCAG 1.4.11), which the Fusion style
    lacks."""
    palette = palette_for(dark)
    base = palette.color(QPalette.ColorRole.Base).name()
    accent = palette.color(QPalette.ColorRole.Accent).name()
    text = palette.color(QPalette.ColorRole.WindowText).name()
    edge, off = ("#7d8791", "#454d56") if dark else ("#7b838c", "#b9bfc6")
    tick = files("resources") / "icons" / f"tick-{'dark' if dark else 'light'}.svg"
    return (
        "QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }"
        "QCheckBox { spacing: 8px; }"
        f"QCheckBox::indicator {{ width: 15px; height: 15px; border: 1px solid {edge}; border-radius: 4px;"
        f" background: {base}; }}"
        f"QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent};"
        f" image: url({Path(str(tick)).as_posix()}); }}"
        # The thicker edge grows inwards: a wider box would push the last letter of the label out of sight.
        f"QCheckBox::indicator:focus {{ width: 13px; height: 13px; border: 2px solid {accent}; }}"
        f"QCheckBox::indicator:checked:focus {{ border-color: {text}; }}"
        f"QCheckBox::indicator:disabled {{ border-color: {off}; }}"
        f"QCheckBox::indicator:checked:disabled {{ background: {off}; border-color: {off}; }}"
        "QRadioButton { spacing: 8px; }"
        f"QRadioButton::indicator {{ width: 15px; height: 15px; border: 1px solid {edge}; border-radius: 8px;"
        f" background: {base}; }}"
        f"QRadioButton::indicator:checked {{ width: 7px; height: 7px; border: 5px solid {accent}; }}"
        f"QRadioButton::indicator:focus {{ width: 13px; height: 13px; border: 2px solid {accent}; }}"
        f"QRadioButton::indicator:checked:focus {{ width: 7px; height: 7px; border: 5px solid {text}; }}"
    )


def is_dark(scheme: str = "system") -> bool:
    """Whether windows are dark now."""
    if scheme != "system":
        return scheme != "light"
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def accent() -> QColor:
    return QGuiApplication.palette().color(QPalette.ColorRole.Accent)


def decide_smooth(setting: str, system_reduces: bool) -> bool:
    """Whether rows of captions slide: the user's choice, else unless the system asks for reduced motion."""
    return setting == "on" or (setting == "system" and not system_reduces)


def reduced_motion() -> bool:
    """Whether the system asks for less movement; False where it cannot be read.

    Linux: GNOME's and KDE's own setting, through `gsettings`. Windows: animations of controls. macOS: `defaults`.
    Takes some milliseconds: not for the Qt thread.
    """
    try:
        if sys.platform == "win32":
            return not _windows_animations()
        if sys.platform == "darwin":
            return _said(["defaults", "read", "com.apple.universalaccess", "reduceMotion"]) == "1"
        if os.environ.get("DBUS_SESSION_BUS_ADDRESS", "").startswith("disabled"):
            return False
        return _said(["gsettings", "get", "org.gnome.desktop.interface", "enable-animations"]) == "false"
    except (OSError, subprocess.SubprocessError) as error:
        log.debug("reduced motion cannot be read: %s", error)
        return False


def _said(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=2, check=False, stdin=subprocess.DEVNULL)
    return done.stdout.strip()


def _windows_animations() -> bool:
    import ctypes

    enabled = ctypes.c_int(1)
    spi_get_client_area_animation = 0x1042
    ctypes.windll.user32.SystemParametersInfoW(  # type: ignore[attr-defined]
        spi_get_client_area_animation, 0, ctypes.byref(enabled), 0
    )
    return bool(enabled.value)

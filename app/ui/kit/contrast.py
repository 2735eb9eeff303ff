"""High contrast: white on black, yellow for what is focused, chosen or on; every control has an edge.

The Fusion style derives edges from the colours of windows, so that on black they cannot be seen. The style sheet here draws
them: 2 px around a control, 4 px in yellow around the one that has the keyboard. An edge grows inwards, so that nothing
moves when the keyboard comes.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

BLACK, WHITE, YELLOW, GREY, OLIVE = "#000000", "#ffffff", "#ffff00", "#b3b3b3", "#474700"
"""Grey is for what is disabled, olive lies behind what is pressed or switched on."""

COLOURS = {
    "window": BLACK, "base": BLACK, "alternate": BLACK, "text": WHITE, "button": BLACK, "mid": WHITE, "disabled": GREY,
    "link": YELLOW, "accent": YELLOW, "on_accent": BLACK, "placeholder": WHITE,
}  # fmt: skip
"""As those of the other schemes in `app.ui.kit.theme`. Every text pair has a contrast of at least 7:1."""


def _picture(name: str) -> str:
    return Path(str(files("resources") / "icons" / f"{name}.svg")).as_posix()


def contrast_sheet() -> str:
    """The style sheet of all windows in this scheme."""
    fields = "QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QAbstractSpinBox"
    focused = ", ".join(f"{name}:focus" for name in fields.split(", "))
    return f"""
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QToolTip {{ background: {BLACK}; color: {WHITE}; border: 2px solid {WHITE}; }}
QMenu {{ border: 2px solid {WHITE}; }}

QPushButton {{ background: {BLACK}; border: 2px solid {WHITE}; border-radius: 5px; padding: 4px 14px; min-height: 18px; }}
QPushButton:hover {{ border-color: {YELLOW}; }}
QPushButton:pressed, QPushButton:checked, QToolButton:pressed, QToolButton:checked {{ background: {OLIVE}; }}
QPushButton:default {{ border-width: 3px; padding: 3px 13px; }}
QPushButton:focus {{ border: 4px solid {YELLOW}; padding: 2px 12px; }}
QPushButton:disabled {{ border: 2px dashed {GREY}; }}

QToolButton {{ background: {BLACK}; border: 1px solid {WHITE}; border-radius: 5px; padding: 4px; }}
QToolButton:hover, QToolButton:checked {{ border: 2px solid {YELLOW}; padding: 3px; }}
QToolButton:focus {{ border: 4px solid {YELLOW}; padding: 1px; }}
QToolButton:disabled {{ border: 1px dashed {GREY}; }}
QLineEdit QToolButton {{ border: none; }}

{fields} {{ background: {BLACK}; border: 2px solid {WHITE}; border-radius: 4px; padding: 3px; }}
{focused} {{ border: 4px solid {YELLOW}; padding: 1px; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{ border: 2px dashed {GREY}; }}
QComboBox QLineEdit, QComboBox QLineEdit:focus {{ border: none; padding: 0 4px; }}
QComboBox::drop-down {{ border: none; width: 24px; }}
QComboBox::down-arrow, QAbstractSpinBox::down-arrow {{ image: url({_picture("arrow-down")}); width: 12px; height: 12px; }}
QAbstractSpinBox::up-arrow {{ image: url({_picture("arrow-up")}); width: 12px; height: 12px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: none; width: 20px; subcontrol-origin: padding; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; }}

QAbstractItemView {{ border: 2px solid {WHITE}; padding: 2px; }}
QAbstractItemView:focus {{ border: 4px solid {YELLOW}; padding: 0; }}
QAbstractItemView QLineEdit {{ padding: 0; }}
QHeaderView {{ border: none; padding: 0; }}
QHeaderView::section {{ background: {BLACK}; border: 1px solid {WHITE}; padding: 3px; }}
QTabWidget::pane {{ border: 2px solid {WHITE}; }}
QTabBar::tab {{ background: {BLACK}; border: 2px solid {WHITE}; padding: 5px 12px; }}
QTabBar::tab:selected {{ background: {YELLOW}; color: {BLACK}; }}
QTabBar::tab:focus {{ border: 4px solid {YELLOW}; padding: 3px 10px; }}

QCheckBox, QRadioButton {{ spacing: 8px; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: 14px; height: 14px; border: 2px solid {WHITE}; background: {BLACK}; }}
QRadioButton::indicator {{ border-radius: 9px; }}
QCheckBox::indicator:checked, QRadioButton::indicator:checked {{ background: {YELLOW}; border-color: {YELLOW}; }}
QCheckBox::indicator:checked {{ image: url({_picture("tick-dark")}); }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ width: 10px; height: 10px; border: 4px solid {YELLOW}; }}
QCheckBox::indicator:checked:focus, QRadioButton::indicator:checked:focus {{ border-color: {WHITE}; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {GREY}; }}
QCheckBox::indicator:checked:disabled, QRadioButton::indicator:checked:disabled {{ background: {GREY}; }}

QSlider::groove:horizontal {{ height: 4px; background: {BLACK}; border: 2px solid {WHITE}; border-radius: 4px; }}
QSlider::sub-page:horizontal {{ background: {YELLOW}; border: 2px solid {WHITE}; border-radius: 4px; }}
QSlider::handle:horizontal {{ width: 14px; margin: -7px 0; background: {BLACK}; border: 2px solid {WHITE}; border-radius: 5px; }}
QSlider::handle:horizontal:focus {{ background: {YELLOW}; }}
QSlider:focus {{ border: 2px solid {YELLOW}; }}
QProgressBar {{ border: 2px solid {WHITE}; background: {BLACK}; text-align: center; }}
QProgressBar::chunk {{ background: {OLIVE}; border-right: 3px solid {YELLOW}; }}

QScrollBar {{ background: {BLACK}; border: 1px solid {WHITE}; }}
QScrollBar:vertical {{ width: 16px; }}
QScrollBar:horizontal {{ height: 16px; }}
QScrollBar::handle {{ background: {WHITE}; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollBar::handle:hover {{ background: {YELLOW}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
QSplitter::handle {{ background: {BLACK}; }}
"""

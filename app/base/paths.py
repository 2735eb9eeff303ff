"""Every folder the program writes to, in one table. `R2T2_CAPTIONS_HOME` moves all of them (tests, portable use)."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import platformdirs

APP_ID = "io.github.r2t2_captions.R2T2Captions"
"""Base name of the desktop file; window icon, portals and notifications depend on it."""

APP_NAME = "R2T2 Captions"
HOME_VARIABLE = "R2T2_CAPTIONS_HOME"
MODELS_VARIABLE = "R2T2_CAPTIONS_MODELS"

_dirs = platformdirs.PlatformDirs("r2t2-captions", appauthor=False)


def _folder(kind: str, default: str) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    path = Path(home) / kind if home else Path(default)
    path.mkdir(parents=True, exist_ok=True)
    return path


def config_dir() -> Path:
    """Settings."""
    return _folder("config", _dirs.user_config_dir)


def data_dir() -> Path:
    """History."""
    return _folder("data", _dirs.user_data_dir)


def state_dir() -> Path:
    """Logs, crash reports."""
    return _folder("state", _dirs.user_state_dir)


def runtime_dir() -> Path:
    """The lock of the running instance."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the system names no such folder; another one is taken
        default = _dirs.user_runtime_dir
    return _folder("runtime", default)


def models_dir(setting: str = "") -> Path:
    """Model bundles: the environment variable, else the user's setting, else the data folder."""
    chosen = os.environ.get(MODELS_VARIABLE) or setting
    path = Path(chosen).expanduser() if chosen else data_dir() / "models"
    path.mkdir(parents=True, exist_ok=True)
    return path

"""All settings: one frozen dataclass of groups, one JSON file, validated on read.

A value of the wrong type or outside its choices falls back to its default alone; a file that cannot be read at all is
set aside as `settings.json.broken` and the program starts with defaults.
"""

from __future__ import annotations

import json
import logging
import os
import tempfile
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

log = logging.getLogger(__name__)

FORMAT_VERSION = 1
T = TypeVar("T")


def setting(default: Any, *, choices: tuple[Any, ...] | None = None, low: float | None = None, high: float | None = None) -> Any:
    """A field with its default and the values it may take."""
    metadata = {"choices": choices, "low": low, "high": high}
    if isinstance(default, list | dict):
        raise TypeError("use a tuple")
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class CaptionSettings:
    """What is recognised, and from where.

    Attributes:
        source: microphone, what the computer plays, or both mixed.
        input_device: stable name of the microphone, "" for the system's default.
        output_device: stable name of the output whose sound is captioned, "" for the system's default.
        language: canonical English language name, "" for automatic.
        hotwords: the words in the box, as typed.
        preset: name in `inference.options.PRESETS`.
        endpoint_ms: silence that ends an utterance.
        provider: execution provider, "auto" to try them in order.
        model: id of the active bundle, "" for the starter model.
    """

    source: str = setting("microphone", choices=("microphone", "computer", "both"))
    input_device: str = setting("")
    output_device: str = setting("")
    language: str = setting("")
    recent_languages: tuple[str, ...] = setting(())
    hotwords: str = setting("")
    preset: str = setting("balanced", choices=("responsive", "balanced", "accurate"))
    endpoint_ms: int = setting(600, low=200, high=3000)
    provider: str = setting("auto", choices=("auto", "cuda", "dml", "coreml", "cpu"))
    model: str = setting("")


@dataclass(frozen=True)
class OverlaySettings:
    """How the captions overlay looks and where it stands."""

    lines: int = setting(3, low=1, high=6)


@dataclass(frozen=True)
class HistorySettings:
    """What is kept. `keep_days` 0 keeps everything."""

    store: bool = setting(True)
    keep_days: int = setting(0, low=0, high=3650)


@dataclass(frozen=True)
class DictationSettings:
    """Hotkeys, injection and vocabulary of dictation."""

    enabled: bool = setting(True)


@dataclass(frozen=True)
class ModelSettings:
    """Where models are and how they are fetched."""

    folder: str = setting("")


@dataclass(frozen=True)
class ObsSettings:
    """The loopback-only caption page for OBS."""

    enabled: bool = setting(False)


@dataclass(frozen=True)
class InterfaceSettings:
    """The program's own windows. `ui_language` "" follows the system."""

    ui_language: str = setting("", choices=("", "en", "zh_CN"))
    first_run_done: bool = setting(False)


@dataclass(frozen=True)
class Settings:
    """All groups. Change with `dataclasses.replace`, save with `SettingsFile.save`."""

    captions: CaptionSettings = field(default_factory=CaptionSettings)
    overlay: OverlaySettings = field(default_factory=OverlaySettings)
    history: HistorySettings = field(default_factory=HistorySettings)
    dictation: DictationSettings = field(default_factory=DictationSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    obs: ObsSettings = field(default_factory=ObsSettings)
    interface: InterfaceSettings = field(default_factory=InterfaceSettings)


def _value(raw: Any, hint: Any, metadata: Any, default: Any) -> Any:
    """`raw` as the type `hint`, or `default` where it does not fit."""
    if is_dataclass(hint) and isinstance(hint, type):
        return from_dict(hint, raw)
    if get_origin(hint) is tuple:
        items = get_args(hint)
        if not isinstance(raw, list | tuple):
            return default
        if len(items) == 2 and items[1] is Ellipsis:
            kind = items[0]
            if is_dataclass(kind) and isinstance(kind, type):
                return tuple(from_dict(kind, item) for item in raw if isinstance(item, dict))
            return tuple(item for item in raw if isinstance(item, kind))
        return tuple(raw) if len(raw) == len(items) and all(map(isinstance, raw, items)) else default
    if hint is float and isinstance(raw, int) and not isinstance(raw, bool):
        raw = float(raw)
    if not isinstance(raw, hint) or (hint is int and isinstance(raw, bool)):
        return default
    choices, low, high = metadata.get("choices"), metadata.get("low"), metadata.get("high")
    if choices is not None and raw not in choices:
        return default
    if (low is not None and raw < low) or (high is not None and raw > high):
        return default
    return raw


def from_dict(kind: type[T], raw: Any) -> T:
    """A dataclass of `kind` from parsed JSON; whatever does not fit keeps its default."""
    if not isinstance(raw, dict):
        return kind()
    hints = get_type_hints(kind)
    blank = kind()
    values = {
        item.name: _value(raw[item.name], hints[item.name], item.metadata, getattr(blank, item.name))
        for item in fields(kind)  # type: ignore[arg-type]
        if item.name in raw
    }
    return replace(blank, **values)  # type: ignore[type-var]


class SettingsFile:
    """The settings on disk. Written to a temporary file and renamed, so that a crash leaves the old or the new one."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"

    def load(self) -> Settings:
        try:
            raw = json.loads(self.path.read_text(encoding="utf-8-sig"))
            if not isinstance(raw, dict):
                raise ValueError("not an object")
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError) as error:
            broken = self.path.with_suffix(".json.broken")
            log.warning("settings could not be read (%s); kept as %s", error, broken)
            try:
                self.path.replace(broken)
            except OSError as rename_error:
                log.warning("settings could not be set aside: %s", rename_error)
            return Settings()
        return from_dict(Settings, raw)

    def save(self, settings: Settings) -> None:
        """Raises OSError when the folder cannot be written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": FORMAT_VERSION, **asdict(settings)}, ensure_ascii=False, indent=1)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".settings-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self.path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

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


def setting(
    default: Any, *, choices: tuple[Any, ...] | None = None, low: float | None = None, high: float | None = None
) -> Any:
    """A field with its default and the values it may take."""
    metadata = {"choices": choices, "low": low, "high": high}
    if isinstance(default, list | dict):
        raise TypeError("use a tuple")
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class HotwordList:
    """A named list of hotwords that can be switched to. `words` as typed: one per line or separated by commas."""

    name: str = setting("")
    words: str = setting("")


@dataclass(frozen=True)
class CaptionSettings:
    """What is recognised, and from where.

    Attributes:
        source: microphone, what the computer plays, or both mixed.
        input_device: stable name of the microphone, "" for the system's default.
        output_device: stable name of the output whose sound is captioned, "" for the system's default.
        language: canonical English language name, "" for automatic.
        recent_languages: canonical names, newest first, shown on top of the language list.
        hotwords: the words in the box, as typed.
        hotword_lists: lists saved under a name.
        hotword_list: name of the list the box was filled from, "" for none.
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
    hotword_lists: tuple[HotwordList, ...] = setting(())
    hotword_list: str = setting("")
    preset: str = setting("balanced", choices=("responsive", "balanced", "accurate"))
    endpoint_ms: int = setting(600, low=200, high=3000)
    provider: str = setting("auto", choices=("auto", "cuda", "dml", "coreml", "cpu"))
    model: str = setting("")


@dataclass(frozen=True)
class OverlayPlace:
    """Where the overlay stood under one monitor layout.

    Attributes:
        layout: `app.ui.overlay.placement.layout_key` of the screens at that time.
        screen: name of the screen it stood on.
        x, y: its top left corner as a fraction of that screen's work area, 0..1.
        width: its width as a fraction of the work area's width.
    """

    layout: str = setting("")
    screen: str = setting("")
    x: float = setting(0.0, low=-1.0, high=2.0)
    y: float = setting(0.0, low=-1.0, high=2.0)
    width: float = setting(0.68, low=0.05, high=1.0)


@dataclass(frozen=True)
class OverlaySettings:
    """How the captions overlay looks and where it stands.

    Attributes:
        lines: rows of text; the height of the overlay is always this many rows.
        font_family: "" for the system's sans serif font.
        font_px: text size in logical pixels.
        theme: name in `app.ui.overlay.theme.PRESETS`, or "own" for the person's two colours.
        text_colour, box_colour: "#rrggbb", used by the theme "own".
        opacity: of the box behind the text, percent.
        outline: around the letters; "auto" draws it where the box alone does not give enough contrast.
        text_step: new text appears word by word, or held until its phrase is complete.
        smooth_scroll: rows slide instead of jump; "system" follows the system's reduced-motion setting.
        clear_after_s: seconds of silence after which the overlay is emptied, 0 for never.
        hide_when_empty: the box is not drawn while there is no text.
        locked: the overlay cannot be moved.
        click_through: while locked, the mouse reaches what is underneath.
        dock: stands free, or at an edge of `screen` ("" for the primary screen).
        places: one place per monitor layout.
    """

    visible: bool = setting(True)
    lines: int = setting(3, low=1, high=6)
    font_family: str = setting("")
    font_px: int = setting(32, low=14, high=120)
    font_weight: int = setting(500, choices=(400, 500, 600, 700))
    theme: str = setting(
        "white_on_black", choices=("white_on_black", "yellow_on_black", "black_on_white", "cyan_on_black", "own")
    )
    text_colour: str = setting("#ffffff")
    box_colour: str = setting("#101418")
    opacity: int = setting(85, low=0, high=100)
    outline: str = setting("auto", choices=("auto", "on", "off"))
    text_step: str = setting("words", choices=("words", "phrases"))
    smooth_scroll: str = setting("system", choices=("system", "on", "off"))
    clear_after_s: int = setting(8, low=0, high=120)
    hide_when_empty: bool = setting(False)
    locked: bool = setting(False)
    click_through: bool = setting(True)
    dock: str = setting("free", choices=("free", "top", "bottom"))
    screen: str = setting("")
    places: tuple[OverlayPlace, ...] = setting(())


@dataclass(frozen=True)
class HistorySettings:
    """What is kept, and how it was last exported.

    Attributes:
        store: keep what is said; off, nothing of it touches the disk.
        keep_days: older sessions are deleted, 0 keeps everything.
        export_folder: where the last export went, "" for the documents folder.
        export_format: key in `app.transcript.export.FORMATS`.
        export_timestamps: put times before the lines of a text file.
        export_as_shown: the words as they stood on screen instead of the final transcripts.
    """

    store: bool = setting(True)
    keep_days: int = setting(0, low=0, high=3650)
    export_folder: str = setting("")
    export_format: str = setting("txt", choices=("txt", "srt", "vtt", "json"))
    export_timestamps: bool = setting(False)
    export_as_shown: bool = setting(False)


@dataclass(frozen=True)
class Replacement:
    """What dictation writes instead of something it has recognised; see `app.dictation.replacements.Rule`."""

    find: str = setting("")
    put: str = setting("")
    regex: bool = setting(False)
    match_case: bool = setting(False)


@dataclass(frozen=True)
class InsertOverride:
    """How text is put into one program: `application` is part of its name, `method` "type", "paste" or a key chord."""

    application: str = setting("")
    method: str = setting("paste")


@dataclass(frozen=True)
class DictationSettings:
    """Hotkeys, injection and vocabulary of dictation.

    Attributes:
        hold_key: combination that records while it is held, "" for none; see `app.hotkeys.keys`.
        toggle_key: combination that starts and stops; may be the same.
        live: type each committed piece at once instead of the final text on release.
        method: how text is put into windows; "auto" types what the keyboard has and pastes the rest.
        overrides: other methods for single programs.
        focus: what happens when another window comes to the front meanwhile: the text waits, or its window returns.
        ending: what follows a dictation.
        language: canonical English name, "" for automatic; unused while `caption_language` is on.
        hotwords: the words in the box, as typed; unused while `caption_hotwords` is on.
        hotword_lists: lists saved under a name.
        hotword_list: name of the list the box was filled from, "" for none.
        replacements: applied after recognition, in this order.
        preset: name in `inference.options.PRESETS`.
        pause_captions: captions rest while one dictates.
        pill: where the status pill stands: at the text window, at an edge of the screen, or nowhere.
        portal_token: what the desktop gave us to press keys without asking again (Wayland).
    """

    enabled: bool = setting(True)
    hold_key: str = setting("right ctrl")
    toggle_key: str = setting("ctrl+alt+d")
    live: bool = setting(True)
    method: str = setting("auto", choices=("auto", "type", "paste"))
    overrides: tuple[InsertOverride, ...] = setting(())
    focus: str = setting("wait", choices=("wait", "return"))
    ending: str = setting("none", choices=("none", "space", "enter"))
    caption_language: bool = setting(True)
    language: str = setting("")
    caption_hotwords: bool = setting(True)
    hotwords: str = setting("")
    hotword_lists: tuple[HotwordList, ...] = setting(())
    hotword_list: str = setting("")
    replacements: tuple[Replacement, ...] = setting(())
    preset: str = setting("responsive", choices=("responsive", "balanced", "accurate"))
    pause_captions: bool = setting(False)
    sounds: bool = setting(False)
    pill: str = setting("window", choices=("window", "bottom", "top", "off"))
    portal_token: str = setting("")


@dataclass(frozen=True)
class LicenceAcceptance:
    """That a model's licence was accepted: which one, the text (by its SHA-256) and the day (ISO 8601)."""

    licence: str = setting("")
    version: str = setting("")
    text_sha256: str = setting("")
    date: str = setting("")


@dataclass(frozen=True)
class ModelSettings:
    """Where models are and how they are fetched.

    Attributes:
        folder: of the models, "" for the data folder.
        mirror: address of the hub, "" for `HF_ENDPOINT` or the official one.
        proxy: "http://host:port", "" for the system's.
        token: access token of the hub for gated repositories. The settings file is readable by its owner alone.
        offline: never use the network for models.
        keep_source: keep the download after it was converted.
        external: folders of model bundles that are used where they lie.
        accepted: licences that were accepted.
    """

    folder: str = setting("")
    mirror: str = setting("")
    proxy: str = setting("")
    token: str = setting("")
    offline: bool = setting(False)
    keep_source: bool = setting(False)
    external: tuple[str, ...] = setting(())
    accepted: tuple[LicenceAcceptance, ...] = setting(())


@dataclass(frozen=True)
class ObsSettings:
    """The loopback-only caption page for OBS.

    Attributes:
        port: TCP port on 127.0.0.1, 0 to let the system choose one.
        token: secret part of the page's address, made when the page is first switched on.
    """

    enabled: bool = setting(False)
    port: int = setting(8778, low=0, high=65535)
    token: str = setting("")


@dataclass(frozen=True)
class InterfaceSettings:
    """The program's own windows.

    Attributes:
        ui_language: "" follows the system.
        colour_scheme: light, dark, or the system's.
        first_run_done: the first-run page has been finished.
        start_hidden: only the overlay and the tray icon show at the start.
        close_to_tray: closing the window keeps the captions running where there is a tray.
        pause_shortcut: global shortcut to pause and resume, as `Ctrl+Alt+P`; "" for none.
        overlay_shortcut: global shortcut that unlocks the captions and brings them back on screen; "" for none.
        window_size: width and height of the main window in logical pixels, empty for the default.
    """

    ui_language: str = setting("", choices=("", "en", "zh_CN"))
    colour_scheme: str = setting("system", choices=("system", "light", "dark"))
    first_run_done: bool = setting(False)
    start_hidden: bool = setting(False)
    close_to_tray: bool = setting(True)
    pause_shortcut: str = setting("Ctrl+Alt+P")
    overlay_shortcut: str = setting("Ctrl+Alt+O")
    window_size: tuple[int, ...] = setting(())


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


def _whole(text: str) -> str:
    """`text` without halves of surrogate pairs, which no file can hold."""
    return text.encode("utf-8", "ignore").decode("utf-8")


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
            return tuple(_whole(item) if isinstance(item, str) else item for item in raw if isinstance(item, kind))
        return tuple(raw) if len(raw) == len(items) and all(map(isinstance, raw, items)) else default
    if hint is float and isinstance(raw, int) and not isinstance(raw, bool):
        try:
            raw = float(raw)
        except OverflowError:
            return default
    if isinstance(raw, str):
        raw = _whole(raw)
    if not isinstance(raw, hint) or (hint is int and isinstance(raw, bool)):
        return default
    choices, low, high = metadata.get("choices"), metadata.get("low"), metadata.get("high")
    if choices is not None and raw not in choices:
        return default
    if not ((low is None or low <= raw) and (high is None or raw <= high)):  # not a number is in no range
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
    """The settings on disk. Written to a temporary file and renamed, so that a crash leaves the old or the new one.

    Attributes:
        unreadable: where a file that could not be read lies now, None if there was none.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.unreadable: Path | None = None

    def load(self) -> Settings:
        """The settings; the defaults where there is no file, or one that cannot be read, which is set aside."""
        try:
            return self._read()
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError, RecursionError) as error:
            broken = self.path.with_suffix(".json.broken")
            log.warning("settings could not be read (%s); kept as %s", error, broken)
            self.unreadable = broken
            try:
                self.path.replace(broken)
            except OSError as rename_error:
                log.warning("settings could not be set aside: %s", rename_error)
                self.unreadable = self.path
            return Settings()

    def look(self) -> Settings | None:
        """The settings as they lie there, None where they cannot be read; nothing is changed."""
        try:
            return self._read()
        except (OSError, ValueError, RecursionError):
            return None

    def _read(self) -> Settings:
        text = self.path.read_text(encoding="utf-8-sig")
        raw = json.loads(text)
        if not isinstance(raw, dict):
            raise json.JSONDecodeError("Expecting an object", text, 0)
        return from_dict(Settings, raw)

    def save(self, settings: Settings) -> None:
        """Raises OSError when the folder cannot be written, ValueError for a text that no file can hold.

        Halves of surrogate pairs, which a person may paste, are left out.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": FORMAT_VERSION, **asdict(settings)}, ensure_ascii=False, indent=1)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".settings-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="ignore") as file:
                file.write(text)
            Path(name).replace(self.path)
        except (OSError, ValueError):
            Path(name).unlink(missing_ok=True)
            raise

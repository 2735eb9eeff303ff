"""All settings: one frozen dataclass of groups. They lie on disk in `app.base.settings_file`.

Everything that is known of a setting stands in its field; see `app.base.fields`. A value of the wrong type or outside
its choices falls back to its default alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from app.base.fields import Setting, setting, settings_in
from app.base.translation import QT_TRANSLATE_NOOP, translate

Source = Literal["microphone", "computer", "both"]
Preset = Literal["automatic", "responsive", "balanced", "accurate"]
Provider = Literal["auto", "cuda", "dml", "coreml", "cpu"]
Theme = Literal["white_on_black", "yellow_on_black", "black_on_white", "cyan_on_black", "white_on_green", "own"]
Outline = Literal["auto", "on", "off"]
TextStep = Literal["words", "phrases", "tokens"]
SmoothScroll = Literal["system", "on", "off"]
Dock = Literal["free", "top", "bottom"]
ExportFormat = Literal["txt", "srt", "vtt", "json"]
LineTimes = Literal["session", "clock", "both"]
InsertMethod = Literal["auto", "type", "paste"]
Focus = Literal["wait", "return"]
Ending = Literal["none", "space", "enter"]
Pill = Literal["window", "bottom", "top", "off"]
ColourScheme = Literal["system", "light", "dark", "contrast"]
UiLanguage = Literal["", "en", "zh_CN", "zh_TW"]

LANGUAGES: dict[str, str] = {"en": "English", "zh_CN": "简体中文", "zh_TW": "繁體中文"}
"""Languages of the interface: code -> its own name. English is the source language."""

PRESET_NAMES = {
    "automatic": QT_TRANSLATE_NOOP("Settings", "Automatic"),
    "responsive": QT_TRANSLATE_NOOP("Settings", "Fastest"),
    "balanced": QT_TRANSLATE_NOOP("Settings", "Balanced"),
    "accurate": QT_TRANSLATE_NOOP("Settings", "Most accurate"),
}


@dataclass(frozen=True)
class HotwordList:
    """A named list of hotwords that can be switched to. `words` as typed: one per line or separated by commas."""

    name: str = setting("")
    words: str = setting("")


@dataclass(frozen=True)
class Hotwords:
    """Words the model should spell this way.

    Attributes:
        words: in the box, as typed.
        lists: saved under a name.
        chosen: name of the list the box was filled from, "" for none.
    """

    words: str = setting("")
    lists: tuple[HotwordList, ...] = setting(())
    chosen: str = setting("")


@dataclass(frozen=True)
class MaskList:
    """Words that are masked in one language (its canonical name), one a line; see `app.transcript.masking`."""

    language: str = setting("")
    words: str = setting("")


@dataclass(frozen=True)
class CaptionSettings:
    """What is recognised, and from where.

    Attributes:
        source: microphone, what the computer plays, or both, each with lines of its own.
        input_device: stable name of the microphone, "" for the system's default.
        output_device: stable name of the output whose sound is captioned, "" for the system's default.
        your_name, computer_name: who speaks in the microphone and in the computer where both are heard, "" for "You" and
            "Computer".
        language: canonical English language name, "" for automatic.
        recent_languages: canonical names, newest first, shown on top of the language list.
        hotwords: words and lists of words.
        preset: how soon words are shown; "automatic" for as soon as this computer can.
        endpoint_ms: silence that ends an utterance.
        rest_after_min: minutes of pause after which the model's memory is freed, 0 for never. It is loaded again when
            captions or a dictation need it, and what is said meanwhile is kept.
        provider: execution provider, "auto" to try them in order.
        model: id of the active bundle, "" for the starter model, "server:" and the addresses for a server.
        mask: strong language is masked where it is shown, typed or exported; the history keeps what was said.
        mask_lists: lists of such words in place of the program's own.
    """

    source: Source = setting(
        "microphone",
        label=QT_TRANSLATE_NOOP("Settings", "Listen to"),
        choices={
            "microphone": QT_TRANSLATE_NOOP("Settings", "Microphone"),
            "computer": QT_TRANSLATE_NOOP("Settings", "What the computer plays"),
            "both": QT_TRANSLATE_NOOP("Settings", "Microphone and computer"),
        },
    )
    input_device: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Microphone"))
    output_device: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Computer sound from"))
    your_name: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Name for your lines"))
    computer_name: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Name for the computer's lines"))
    language: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Spoken language"))
    recent_languages: tuple[str, ...] = setting(())
    hotwords: Hotwords = setting(Hotwords(), label=QT_TRANSLATE_NOOP("Settings", "Hotwords"), own=True)
    preset: Preset = setting("automatic", label=QT_TRANSLATE_NOOP("Settings", "Speed"), choices=PRESET_NAMES)
    endpoint_ms: int = setting(
        600,
        low=200,
        high=3000,
        step=100,
        unit=QT_TRANSLATE_NOOP("Settings", " ms"),
        label=QT_TRANSLATE_NOOP("Settings", "End a line after a pause of"),
    )
    rest_after_min: int = setting(
        15,
        low=0,
        high=1440,
        unit=QT_TRANSLATE_NOOP("Settings", " min"),
        zero=QT_TRANSLATE_NOOP("Settings", "Never"),
        label=QT_TRANSLATE_NOOP("Settings", "Free memory when paused for"),
    )
    provider: Provider = setting(
        "auto",
        label=QT_TRANSLATE_NOOP("Settings", "Processor"),
        choices={
            "auto": QT_TRANSLATE_NOOP("Settings", "Automatic"),
            "cuda": "NVIDIA (CUDA)",
            "dml": "DirectML",
            "coreml": "Core ML",
            "cpu": "CPU",
        },
    )
    model: str = setting("")
    mask: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Mask strong language"))
    mask_lists: tuple[MaskList, ...] = setting((), label=QT_TRANSLATE_NOOP("Settings", "Words to mask"), own=True)


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
        theme: colours of the overlay, "own" for the user's two; on green it is opaque, to be keyed out.
        text_colour, box_colour: "#rrggbb", used by the theme "own".
        opacity: of the box behind the text, percent.
        outline: around the letters; "auto" draws it where the box alone does not give enough contrast.
        speakers: lines begin with the name of who speaks where microphone and computer are both heard.
        text_step: new text appears word by word, held until its phrase is complete, or as soon as there is any.
        smooth_scroll: rows slide instead of jump; "system" follows the system's reduced-motion setting.
        clear_after_s: seconds of silence after which the overlay is emptied, 0 for never.
        hide_when_empty: the box is not drawn while there is no text.
        locked: the overlay cannot be moved.
        click_through: while locked, the mouse reaches what is underneath.
        ordinary: the overlay is a window as others are, so that OBS can capture it.
        dock: stands free, or at an edge of `screen` ("" for the primary screen).
        places: one place per monitor layout.
    """

    visible: bool = setting(True, label=QT_TRANSLATE_NOOP("Settings", "Show the captions overlay"))
    lines: int = setting(3, low=1, high=6, label=QT_TRANSLATE_NOOP("Settings", "Lines"))
    font_family: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Font"))
    font_px: int = setting(32, low=14, high=120, step=2, unit=" px", label=QT_TRANSLATE_NOOP("Settings", "Text size"))
    font_weight: Literal[400, 500, 600, 700] = setting(
        500,
        label=QT_TRANSLATE_NOOP("Settings", "Weight"),
        choices={
            400: QT_TRANSLATE_NOOP("Settings", "Regular"),
            500: QT_TRANSLATE_NOOP("Settings", "Medium"),
            600: QT_TRANSLATE_NOOP("Settings", "Semibold"),
            700: QT_TRANSLATE_NOOP("Settings", "Bold"),
        },
    )
    theme: Theme = setting(
        "white_on_black",
        label=QT_TRANSLATE_NOOP("Settings", "Colours"),
        choices={
            "white_on_black": QT_TRANSLATE_NOOP("Settings", "White on black"),
            "yellow_on_black": QT_TRANSLATE_NOOP("Settings", "Yellow on black"),
            "black_on_white": QT_TRANSLATE_NOOP("Settings", "Black on white"),
            "cyan_on_black": QT_TRANSLATE_NOOP("Settings", "Cyan on black"),
            "white_on_green": QT_TRANSLATE_NOOP("Settings", "White on green (chroma key)"),
            "own": QT_TRANSLATE_NOOP("Settings", "Custom"),
        },
    )
    text_colour: str = setting("#ffffff", label=QT_TRANSLATE_NOOP("Settings", "Text colour"))
    box_colour: str = setting("#101418", label=QT_TRANSLATE_NOOP("Settings", "Background colour"))
    opacity: int = setting(
        85,
        low=0,
        high=100,
        step=5,
        unit=" %",
        label=QT_TRANSLATE_NOOP("Settings", "Background opacity"),
    )
    outline: Outline = setting(
        "auto",
        label=QT_TRANSLATE_NOOP("Settings", "Text outline"),
        choices={
            "auto": QT_TRANSLATE_NOOP("Settings", "When contrast is low"),
            "on": QT_TRANSLATE_NOOP("Settings", "Always"),
            "off": QT_TRANSLATE_NOOP("Settings", "Never"),
        },
    )
    speakers: bool = setting(True, label=QT_TRANSLATE_NOOP("Settings", "Show who speaks"))
    text_step: TextStep = setting(
        "words",
        label=QT_TRANSLATE_NOOP("Settings", "New text appears"),
        choices={
            "words": QT_TRANSLATE_NOOP("Settings", "Word by word"),
            "phrases": QT_TRANSLATE_NOOP("Settings", "Phrase by phrase"),
            "tokens": QT_TRANSLATE_NOOP("Settings", "At once, in parts of words"),
        },
    )
    smooth_scroll: SmoothScroll = setting(
        "system",
        label=QT_TRANSLATE_NOOP("Settings", "Smooth scrolling"),
        choices={
            "system": QT_TRANSLATE_NOOP("Settings", "Follow system"),
            "on": QT_TRANSLATE_NOOP("Settings", "On"),
            "off": QT_TRANSLATE_NOOP("Settings", "Off"),
        },
    )
    clear_after_s: int = setting(
        8,
        low=0,
        high=120,
        unit=QT_TRANSLATE_NOOP("Settings", " s"),
        zero=QT_TRANSLATE_NOOP("Settings", "Never"),
        label=QT_TRANSLATE_NOOP("Settings", "Clear after silence of"),
    )
    hide_when_empty: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Hide the box when nobody speaks"))
    locked: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Lock in place"))
    click_through: bool = setting(
        True,
        label=QT_TRANSLATE_NOOP("Settings", "While locked, let clicks pass through"),
    )
    ordinary: bool = setting(
        False,
        label=QT_TRANSLATE_NOOP("Settings", "Show the captions as an ordinary window (window capture)"),
    )
    dock: Dock = setting(
        "free",
        label=QT_TRANSLATE_NOOP("Settings", "Position"),
        choices={
            "free": QT_TRANSLATE_NOOP("Settings", "Where I drag it"),
            "top": QT_TRANSLATE_NOOP("Settings", "Top edge of the screen"),
            "bottom": QT_TRANSLATE_NOOP("Settings", "Bottom edge of the screen"),
        },
    )
    screen: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Screen"))
    places: tuple[OverlayPlace, ...] = setting(())


NEVER_STORED = (
    "keepass", "1password", "bitwarden", "enpass", "dashlane", "lastpass", "proton pass", "com.apple.passwords",
    "keychain", "seahorse", "kwalletmanager", "terminal", "konsole", "xterm", "rxvt", "alacritty", "kitty", "wezterm",
    "ghostty", "foot", "tilix", "terminator", "ptyxis", "kgx", "org.gnome.console", "cmd.exe", "powershell", "iterm",
    "putty",
)  # fmt: skip
"""Parts of the names of password managers and terminals."""


@dataclass(frozen=True)
class HistorySettings:
    """What is kept, and how it was last exported.

    Attributes:
        store: keep what is said; off, nothing of it touches the disk.
        skip_dictation: dictated text is never stored.
        skip_programs: parts of the names of programs; what is dictated into them is never stored. Where the desktop
            does not say which program is in front (Wayland), they have no effect.
        keep_days: older sessions are deleted, 0 keeps everything.
        line_times: which time stands before a line: since the start of the session, of day, or both.
        export_folder: where the last export went, "" for the documents folder.
        export_format: file type of the last export.
        export_timestamps: put times before the lines of a text file.
        export_as_shown: the words as they stood on screen instead of the final transcripts.
    """

    store: bool = setting(True, label=QT_TRANSLATE_NOOP("Settings", "Save what is said on this computer"))
    skip_dictation: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Don't store dictation"))
    skip_programs: tuple[str, ...] = setting(
        NEVER_STORED,
        label=QT_TRANSLATE_NOOP("Settings", "Never store dictation in"),
    )
    keep_days: int = setting(
        0,
        low=0,
        high=3650,
        unit=QT_TRANSLATE_NOOP("Settings", " days"),
        zero=QT_TRANSLATE_NOOP("Settings", "Forever"),
        label=QT_TRANSLATE_NOOP("Settings", "Keep for"),
    )
    line_times: LineTimes = setting(
        "session",
        label=QT_TRANSLATE_NOOP("Settings", "Times of lines"),
        choices={
            "session": QT_TRANSLATE_NOOP("Settings", "Since the start of the session"),
            "clock": QT_TRANSLATE_NOOP("Settings", "Time of day"),
            "both": QT_TRANSLATE_NOOP("Settings", "Both"),
        },
    )
    export_folder: str = setting("")
    export_format: ExportFormat = setting("txt")
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
        hotwords: words and lists of words; unused while `caption_hotwords` is on.
        replacements: applied after recognition, in this order.
        spoken_marks: words such as "comma" and "new line" are written as marks; see `app.dictation.spoken_commands`.
        spoken_numbers: numbers from ten on, and those with a unit, are written in digits.
        preset: how soon words are shown; "automatic" for as soon as this computer can.
        longest_min: a dictation ends after this many minutes, because the release of its key may never come.
        pause_captions: captions rest while one dictates.
        pill: where the status pill stands: at the text window, at an edge of the screen, or nowhere.
        portal_token: what the desktop gave us to press keys without asking again (Wayland).
    """

    enabled: bool = setting(True, label=QT_TRANSLATE_NOOP("Settings", "Dictate into other windows"))
    hold_key: str = setting("right ctrl", label=QT_TRANSLATE_NOOP("Settings", "Hold to talk"))
    toggle_key: str = setting("ctrl+alt+d", label=QT_TRANSLATE_NOOP("Settings", "Press to start and stop"))
    live: bool = setting(
        True,
        label=QT_TRANSLATE_NOOP("Settings", "Insert text"),
        choices={
            True: QT_TRANSLATE_NOOP("Settings", "While you speak, word by word"),
            False: QT_TRANSLATE_NOOP("Settings", "All at once, when you finish"),
        },
    )
    method: InsertMethod = setting(
        "auto",
        label=QT_TRANSLATE_NOOP("Settings", "Insert text by"),
        choices={
            "auto": QT_TRANSLATE_NOOP("Settings", "Typing; pasting what the keyboard lacks"),
            "type": QT_TRANSLATE_NOOP("Settings", "Typing only"),
            "paste": QT_TRANSLATE_NOOP("Settings", "Pasting only"),
        },
    )
    overrides: tuple[InsertOverride, ...] = setting(
        (),
        label=QT_TRANSLATE_NOOP("Settings", "Exceptions for single programs"),
    )
    focus: Focus = setting(
        "wait",
        label=QT_TRANSLATE_NOOP("Settings", "If you switch to another window"),
        choices={
            "wait": QT_TRANSLATE_NOOP("Settings", "Wait until you return to it"),
            "return": QT_TRANSLATE_NOOP("Settings", "Bring the first window back"),
        },
    )
    ending: Ending = setting(
        "none",
        label=QT_TRANSLATE_NOOP("Settings", "Afterwards"),
        choices={
            "none": QT_TRANSLATE_NOOP("Settings", "Do nothing"),
            "space": QT_TRANSLATE_NOOP("Settings", "Add a space"),
            "enter": QT_TRANSLATE_NOOP("Settings", "Press Enter"),
        },
    )
    caption_language: bool = setting(True, label=QT_TRANSLATE_NOOP("Settings", "Same language as the captions"))
    language: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Language"))
    caption_hotwords: bool = setting(True, label=QT_TRANSLATE_NOOP("Settings", "Same hotwords as the captions"))
    hotwords: Hotwords = setting(Hotwords(), label=QT_TRANSLATE_NOOP("Settings", "Hotwords"), own=True)
    replacements: tuple[Replacement, ...] = setting((), label=QT_TRANSLATE_NOOP("Settings", "Replacements"), own=True)
    spoken_marks: bool = setting(
        False,
        label=QT_TRANSLATE_NOOP("Settings", "Write spoken punctuation as marks: “comma”, “new line”"),
    )
    spoken_numbers: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Write numbers as digits: “$25”"))
    preset: Preset = setting("automatic", label=QT_TRANSLATE_NOOP("Settings", "Speed"), choices=PRESET_NAMES)
    longest_min: int = setting(
        10,
        low=1,
        high=120,
        unit=QT_TRANSLATE_NOOP("Settings", " min"),
        label=QT_TRANSLATE_NOOP("Settings", "End a dictation after"),
    )
    pause_captions: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Pause captions while dictating"))
    sounds: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Play sounds at start and end"))
    pill: Pill = setting(
        "window",
        label=QT_TRANSLATE_NOOP("Settings", "Show the status"),
        choices={
            "window": QT_TRANSLATE_NOOP("Settings", "At the text window"),
            "bottom": QT_TRANSLATE_NOOP("Settings", "At the bottom of the screen"),
            "top": QT_TRANSLATE_NOOP("Settings", "At the top of the screen"),
            "off": QT_TRANSLATE_NOOP("Settings", "Never"),
        },
    )
    portal_token: str = setting("")


@dataclass(frozen=True)
class LicenceAcceptance:
    """That a model's licence was accepted: which one, the text (by its SHA-256) and the day (ISO 8601)."""

    licence: str = setting("")
    version: str = setting("")
    text_sha256: str = setting("")
    date: str = setting("")


@dataclass(frozen=True)
class Server:
    """A server that recognises speech in place of this computer; everything that is heard is sent there.

    Attributes:
        addresses: of one server, or of several with the same model that stand in for each other, separated by spaces.
        token: bearer token, "" for none. The settings file is readable by its owner alone.
        certificate: PEM of the one certificate that is accepted, "" for those that this computer trusts.
        name: what it answered for its model when it was added.
    """

    addresses: str = setting("")
    token: str = setting("")
    certificate: str = setting("")
    name: str = setting("")


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
        servers: servers that were added. None is used unless it is chosen (`captions.model`).
    """

    folder: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Folder for models"))
    mirror: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Hub mirror"))
    proxy: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Proxy"))
    token: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Access token"))
    offline: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Never use the network for models"))
    keep_source: bool = setting(False)
    external: tuple[str, ...] = setting(())
    accepted: tuple[LicenceAcceptance, ...] = setting(())
    servers: tuple[Server, ...] = setting(())


@dataclass(frozen=True)
class ObsSettings:
    """The loopback-only caption page for OBS.

    Attributes:
        port: TCP port on 127.0.0.1, 0 to let the system choose one.
        token: secret part of the page's address, made when the page is first switched on.
    """

    enabled: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Offer captions as a browser source (OBS)"))
    port: int = setting(
        8778,
        low=0,
        high=65535,
        zero=QT_TRANSLATE_NOOP("Settings", "Automatic"),
        label=QT_TRANSLATE_NOOP("Settings", "Port"),
    )
    token: str = setting("")


@dataclass(frozen=True)
class ShareSettings:
    """Captions for phones in the local network. Whether they are shared is no setting: it ends with the program.

    Attributes:
        address: IP address of this computer at which the page is served, "" for the one that phones most likely reach.
        port: TCP port there, 0 to let the system choose one.
        earlier: viewers also see what was said before sharing began.
    """

    earlier: bool = setting(False, label=QT_TRANSLATE_NOOP("Settings", "Also show what was said before sharing began"))
    address: str = setting("", label=QT_TRANSLATE_NOOP("Settings", "Address on the network"))
    port: int = setting(
        8779,
        low=0,
        high=65535,
        zero=QT_TRANSLATE_NOOP("Settings", "Automatic"),
        label=QT_TRANSLATE_NOOP("Settings", "Port"),
    )


@dataclass(frozen=True)
class ServeSettings:
    """The recogniser for other programs on this computer.

    Attributes:
        port: TCP port on 127.0.0.1.
    """

    enabled: bool = setting(
        False, label=QT_TRANSLATE_NOOP("Settings", "Let other programs on this computer recognise speech")
    )
    port: int = setting(8780, low=1024, high=65535, label=QT_TRANSLATE_NOOP("Settings", "Port"))


@dataclass(frozen=True)
class InterfaceSettings:
    """The program's own windows.

    Attributes:
        ui_language: "" follows the system.
        colour_scheme: light, dark, high contrast, or as the system asks.
        first_run_done: the first-run page has been finished.
        start_hidden: only the overlay and the tray icon show at the start; without a tray the window is minimised.
        close_to_tray: closing the window keeps the captions running; without a tray it is minimised.
        keep_awake: the screen does not go off while captions run and someone speaks; ten minutes of silence end that.
        pause_shortcut: global shortcut to pause and resume, as `Ctrl+Alt+P`; "" for none.
        overlay_shortcut: global shortcut that unlocks the captions and brings them back on screen; "" for none.
        window_size: width and height of the main window in logical pixels, empty for the default.
    """

    ui_language: UiLanguage = setting(
        "",
        label=QT_TRANSLATE_NOOP("Settings", "Interface language"),
        choices={"": QT_TRANSLATE_NOOP("Settings", "System language"), **LANGUAGES},
    )
    colour_scheme: ColourScheme = setting(
        "system",
        label=QT_TRANSLATE_NOOP("Settings", "Theme"),
        choices={
            "system": QT_TRANSLATE_NOOP("Settings", "Follow system"),
            "light": QT_TRANSLATE_NOOP("Settings", "Light"),
            "dark": QT_TRANSLATE_NOOP("Settings", "Dark"),
            "contrast": QT_TRANSLATE_NOOP("Settings", "High contrast"),
        },
    )
    first_run_done: bool = setting(False)
    start_hidden: bool = setting(
        False,
        label=QT_TRANSLATE_NOOP("Settings", "Start with captions only, without this window"),
    )
    close_to_tray: bool = setting(
        True,
        label=QT_TRANSLATE_NOOP("Settings", "Keep captions running when the window is closed"),
    )
    keep_awake: bool = setting(
        True,
        label=QT_TRANSLATE_NOOP("Settings", "Keep the screen on while someone speaks"),
    )
    pause_shortcut: str = setting(
        "Ctrl+Alt+P",
        label=QT_TRANSLATE_NOOP("Settings", "Global shortcut: pause and resume"),
    )
    overlay_shortcut: str = setting(
        "Ctrl+Alt+O",
        label=QT_TRANSLATE_NOOP("Settings", "Global shortcut: unlock and bring back"),
    )
    window_size: tuple[int, ...] = setting(())


@dataclass(frozen=True)
class Settings:
    """All groups. Change with `dataclasses.replace`, save with `SettingsFile.save` of `app.base.settings_file`."""

    captions: CaptionSettings = field(default_factory=CaptionSettings)
    overlay: OverlaySettings = field(default_factory=OverlaySettings)
    history: HistorySettings = field(default_factory=HistorySettings)
    dictation: DictationSettings = field(default_factory=DictationSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    obs: ObsSettings = field(default_factory=ObsSettings)
    share: ShareSettings = field(default_factory=ShareSettings)
    serve: ServeSettings = field(default_factory=ServeSettings)
    interface: InterfaceSettings = field(default_factory=InterfaceSettings)


def setting_of(group: str, name: str) -> Setting:
    """What is known of the field `name` of a group, as in `setting_of("overlay", "lines").high`. Raises KeyError."""
    return settings_in(getattr(Settings(), group).__class__)[name]


def in_words(text: str) -> str:
    """A text of a `Setting` in the language of the interface."""
    return translate("Settings", text)


def label_of(group: str, name: str) -> str:
    """How windows name a setting."""
    return in_words(setting_of(group, name).label)


def choices_of(group: str, name: str) -> list[tuple[str, Any]]:
    """(name on screen, value) of each choice of a setting, in order."""
    return [(in_words(text), value) for value, text in setting_of(group, name).choices.items()]

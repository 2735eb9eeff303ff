"""What the settings ask of a dictation. Pure."""

from __future__ import annotations

import logging

from app.base.hotword_fit import fit
from app.base.settings import DictationSettings, HistorySettings, Settings
from app.dictation.life_cycle import Plan
from app.dictation.replacements import Rule
from app.engine.pace import named_options
from app.hotkeys.keys import Combo, KeyNameError, parse_combo
from inference.hotwords import split_hotwords
from inference.options import StreamOptions

log = logging.getLogger(__name__)


def plan_of(settings: Settings) -> Plan:
    """How the next dictation is done."""
    own = settings.dictation
    rules = tuple(Rule(item.find, item.put, item.regex, item.match_case) for item in own.replacements)
    return Plan(
        own.live,
        own.ending,
        rules,
        own.pause_captions,
        marks=own.spoken_marks,
        numbers=own.spoken_numbers,
        language=language_of(settings),
    )


def language_of(settings: Settings) -> str:
    """The language dictation is set to (canonical name), "" for automatic."""
    own = settings.dictation
    return settings.captions.language if own.caption_language else own.language


def options_of(settings: Settings) -> StreamOptions:
    """How dictation is recognised: its own language and words, or the captions'."""
    own, captions = settings.dictation, settings.captions
    language = language_of(settings)
    hotwords = captions.hotwords if own.caption_hotwords else own.hotwords
    return named_options(own.preset, language=language or None, hotwords=fit(split_hotwords(hotwords.words)))


def is_stored(settings: HistorySettings, application: str) -> bool:
    """Whether what is dictated into a program belongs into the history. `application` is "" where it is not known."""
    name = application.lower()
    return settings.store and not settings.skip_dictation and not any(part in name for part in settings.skip_programs)


def bindings_of(settings: DictationSettings) -> dict[str, Combo]:
    """Binding name -> combination. One key for both ways is bound once, as "both". An unreadable one is left out."""
    found: dict[str, Combo] = {}
    for name, text in (("hold", settings.hold_key), ("toggle", settings.toggle_key)):
        try:
            combo = parse_combo(text)
        except KeyNameError as error:
            log.warning("hotkey left out: %s", error)
            continue
        if combo is not None:
            found[name] = combo
    if "hold" in found and found.get("hold") == found.get("toggle"):
        return {"both": found["hold"]}
    return found

"""The 30 languages the model was trained to name: its English name, the language's own name, and codes.

`find_language` understands what people and files write: a name, an own name, a code, a code with a region.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from inference.errors import RecognizerError
from inference.messages import translate

AUTO_WORDS = frozenset({"", "auto", "automatic", "detect", "none", "zhen", "und", "mul"})
"""Asks for detection. `zhen` (mixed Chinese and English) is the official server's default and means the same there."""


@dataclass(frozen=True)
class Language:
    """One language.

    Attributes:
        name: canonical English name, as the prompt has it.
        own_name: what its speakers call it.
        code: primary BCP-47 subtag.
        other_codes: further subtags for the same language: ISO 639-2/3, macro-language members, old codes.
    """

    name: str
    own_name: str
    code: str
    other_codes: tuple[str, ...] = ()


LANGUAGES: tuple[Language, ...] = (
    Language("Chinese", "中文", "zh", ("zho", "chi", "cmn")),
    Language("English", "English", "en", ("eng",)),
    Language("Cantonese", "粵語", "yue", ()),
    Language("Arabic", "العربية", "ar", ("ara", "arb")),
    Language("German", "Deutsch", "de", ("deu", "ger")),
    Language("French", "Français", "fr", ("fra", "fre")),
    Language("Spanish", "Español", "es", ("spa",)),
    Language("Portuguese", "Português", "pt", ("por",)),
    Language("Indonesian", "Bahasa Indonesia", "id", ("ind", "in")),
    Language("Italian", "Italiano", "it", ("ita",)),
    Language("Korean", "한국어", "ko", ("kor",)),
    Language("Russian", "Русский", "ru", ("rus",)),
    Language("Thai", "ไทย", "th", ("tha",)),
    Language("Vietnamese", "Tiếng Việt", "vi", ("vie",)),
    Language("Japanese", "日本語", "ja", ("jpn",)),
    Language("Turkish", "Türkçe", "tr", ("tur",)),
    Language("Hindi", "हिन्दी", "hi", ("hin",)),
    Language("Malay", "Bahasa Melayu", "ms", ("msa", "may", "zsm")),
    Language("Dutch", "Nederlands", "nl", ("nld", "dut")),
    Language("Swedish", "Svenska", "sv", ("swe",)),
    Language("Danish", "Dansk", "da", ("dan",)),
    Language("Finnish", "Suomi", "fi", ("fin",)),
    Language("Polish", "Polski", "pl", ("pol",)),
    Language("Czech", "Čeština", "cs", ("ces", "cze")),
    Language("Filipino", "Filipino", "fil", ("tl", "tgl")),
    Language("Persian", "فارسی", "fa", ("fas", "per", "pes", "prs")),
    Language("Greek", "Ελληνικά", "el", ("ell", "gre")),
    Language("Romanian", "Română", "ro", ("ron", "rum", "mo")),
    Language("Hungarian", "Magyar", "hu", ("hun",)),
    Language("Macedonian", "Македонски", "mk", ("mkd", "mac")),
)
"""In the reference's order."""

_OTHER_NAMES = {
    "mandarin": "Chinese",
    "mandarin chinese": "Chinese",
    "普通话": "Chinese",
    "普通話": "Chinese",
    "汉语": "Chinese",
    "漢語": "Chinese",
    "国语": "Chinese",
    "國語": "Chinese",
    "粤语": "Cantonese",
    "廣東話": "Cantonese",
    "广东话": "Cantonese",
    "farsi": "Persian",
    "tagalog": "Filipino",
    "castilian": "Spanish",
    "bahasa": "Indonesian",
    "flemish": "Dutch",
}

_BY_KEY: dict[str, str] = {
    **_OTHER_NAMES,
    **{
        key.casefold(): language.name
        for language in LANGUAGES
        for key in (language.name, language.own_name, language.code, *language.other_codes)
    },
}

_TAG = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,8})+")

# Cantonese is written as a region or an extended subtag of Chinese as often as by its own code.
_CANTONESE_TAGS = frozenset({"zh-yue", "zh-hk", "zh-hant-hk", "zh-mo", "zh-hant-mo"})


def find_language(text: str | None) -> str | None:
    """The canonical name of the language that `text` means, None for automatic detection.

    Takes names (any case, English or the language's own), codes (`de`, `deu`) and tags with a region (`en-US`,
    `pt_BR`). `zh-HK` is Cantonese, every other `zh-…` Chinese. Raises RecognizerError for anything else.
    """
    key = " ".join((text or "").split()).casefold()
    if key in AUTO_WORDS:
        return None
    if key in _BY_KEY:
        return _BY_KEY[key]
    tag = key.replace("_", "-")
    if tag in _CANTONESE_TAGS:
        return "Cantonese"
    primary = tag.partition("-")[0]
    if _TAG.fullmatch(tag) and any(primary in (language.code, *language.other_codes) for language in LANGUAGES):
        return _BY_KEY[primary]
    raise RecognizerError(
        translate("Recognizer", "The model does not know the language {0!r}. Choose auto or one of: {1}.").format(
            text, ", ".join(language.name for language in LANGUAGES)
        )
    )


def language_named(name: str) -> Language | None:
    """The language with this canonical name; None if there is none (the model may name others)."""
    return next((language for language in LANGUAGES if language.name == name), None)

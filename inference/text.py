"""Pure rules about recognised text: punctuation by context, `language X<asr_text>` parsing, `|`, words, joins.

Everything here takes and gives strings. The functions that carry a name of the reference behave exactly as the
reference's (4,081 recorded pairs hold them to it); what the product adds stands below them.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable

from inference.repetition import detect_and_fix_repetitions
from inference.scripts import is_chinese, needs_space

ASR_TEXT_TAG = "<asr_text>"
"""Ends the metadata of an answer. Ordinary text to the tokenizer, not a special token."""

LANGUAGE_PREFIX = "language "
"""Begins the metadata line that names the language, in any case."""

DOUBT_MARK = "|"
"""The model writes it where it stops trusting what follows; text is cut at the first one."""

REPLACEMENT = "\ufffd"
"""What an incomplete UTF-8 sequence decodes to; never part of a transcript."""

SUPPORTED_LANGUAGES = (
    "Chinese", "English", "Cantonese", "Arabic", "German", "French", "Spanish", "Portuguese", "Indonesian", "Italian",
    "Korean", "Russian", "Thai", "Vietnamese", "Japanese", "Turkish", "Hindi", "Malay", "Dutch", "Swedish", "Danish",
    "Finnish", "Polish", "Czech", "Filipino", "Persian", "Greek", "Romanian", "Hungarian", "Macedonian",
)  # fmt: skip
"""The languages the model was trained to name, in the reference's order."""

_HALF_TO_FULL = {",": "，", ".": "。", "!": "！", "?": "？", ";": "；", ":": "：", "(": "（", ")": "）"}
_FULL_TO_HALF = {full: half for half, full in _HALF_TO_FULL.items()}
_MARKS = frozenset((*_HALF_TO_FULL, *_FULL_TO_HALF))
_HALF_WIDTH_CONTEXT = frozenset(string.ascii_letters + string.digits + "\"'")

# The official server's table: ASCII punctuation, its full-width twins but the full stop, and the marks of Chinese and
# typographic writing.
_PUNCTUATION = (
    string.punctuation
    + "！＂＃＄％＆＇（）＊＋，－／：；＜＝＞？＠［＼］＾＿｀｛｜｝～"
    + "、。〃〄々〆〇〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟〰〾〿–—‘’‛“”„‟…‧﹏"
)
_WITHOUT_PUNCTUATION = {ord(c): None for c in _PUNCTUATION}
_TOKEN = re.compile(r"[A-Za-z]+|\S")
_SPACE_BETWEEN_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


def cut_at_doubt(text: str) -> str:
    """`text` up to the first `|`."""
    return text.partition(DOUBT_MARK)[0]


def normalize_punct_by_context(text: str) -> str:
    """Full-width marks after an ideograph, half-width ones after an ASCII letter, digit or quote.

    What counts is the previous character that is no space, as it stands in `text`; after anything else, and at the
    beginning, a mark stays as it is. Length is preserved.
    """
    if _MARKS.isdisjoint(text):
        return text
    out: list[str] = []
    previous = ""
    for char in text:
        if is_chinese(previous):
            out.append(_HALF_TO_FULL.get(char, char))
        elif previous in _HALF_WIDTH_CONTEXT:
            out.append(_FULL_TO_HALF.get(char, char))
        else:
            out.append(char)
        if not char.isspace():
            previous = char
    return "".join(out)


def remove_spaces_between_chinese(text: str) -> str:
    """`text` without the white space that stands between two ideographs (U+4E00..U+9FFF)."""
    return _SPACE_BETWEEN_CHINESE.sub("", text)


def normalize_language_name(language: object) -> str:
    """The name stripped, with a capital and then small letters. Raises ValueError for None and for an empty name."""
    if language is None:
        raise ValueError("language is None")
    name = str(language).strip()
    if not name:
        raise ValueError("language is empty")
    return name[:1].upper() + name[1:].lower()


def _language_of(metadata: str) -> str:
    """The language that the first `language …` line of the metadata names, "" if there is none."""
    for line in metadata.splitlines():
        stripped = line.strip()
        if stripped.lower().startswith(LANGUAGE_PREFIX):
            name = stripped[len(LANGUAGE_PREFIX) :].strip()
            return normalize_language_name(name) if name else ""
    return ""


def _split_answer(answer: str) -> tuple[str, str]:
    """(language, text) of an answer to a prompt that left the language open."""
    metadata, tag, body = answer.partition(ASR_TEXT_TAG)
    if not tag:
        return "", answer.strip()
    if "language none" in metadata.lower():
        return "", body.strip()
    return _language_of(metadata), body.strip()


def parse_asr_output(raw: str | None, user_language: str | None = None) -> tuple[str, str]:
    """(language, text) of a whole answer, stripped and with repetitions repaired.

    With `user_language` the prompt has named the language and the answer is text from its first character. Without
    it the text follows `<asr_text>`; an answer without the tag has no language and is all text. `language None`
    gives no language.
    """
    answer = detect_and_fix_repetitions((raw or "").strip())
    if not answer:
        return "", ""
    if user_language:
        return user_language, answer
    return _split_answer(answer)


def is_language_none(raw: str) -> bool:
    """Whether `raw` has complete metadata that says `language None`: the model has heard no speech so far."""
    metadata, tag, _ = raw.partition(ASR_TEXT_TAG)
    return bool(tag) and "language none" in metadata.lower()


def begins_with_metadata(answer: str) -> bool:
    """Whether an answer names its language and comes to `<asr_text>`."""
    return answer.lstrip().lower().startswith(LANGUAGE_PREFIX) and ASR_TEXT_TAG in answer


_NON_TEXT = re.compile(r"<non_speech>|</?think>")
_METADATA = re.compile(r"(?:language\s+[^\s<]+\s*)?<asr_text>")


def clean_markers(answer: str, *, in_text: bool) -> str:
    """An answer without the markers that survive decoding and are no speech: `<non_speech>`, and metadata out of place.

    `in_text`: the answer stands in the transcript from its first character; otherwise its first `<asr_text>` belongs
    where it is.
    """
    answer = _NON_TEXT.sub("", answer)
    if in_text:
        return _METADATA.sub("", answer)
    metadata, tag, body = answer.partition(ASR_TEXT_TAG)
    return metadata + tag + _METADATA.sub("", body)


def parse_language_output(raw: str | None, user_language: str | None = None) -> tuple[str, str]:
    """`parse_asr_output` without the repair; for English that the prompt has named, leading space is kept."""
    answer = (raw or "").rstrip() if user_language == "English" else (raw or "").strip()
    if not answer:
        return "", ""
    if user_language:
        return user_language, answer
    return _split_answer(answer)


def remove_punctuation(text: str) -> str:
    """`text` without punctuation as the official server counts it: `々`, `〆` and `〇`, which are letters, go too."""
    return text.translate(_WITHOUT_PUNCTUATION)


def split_text_to_tokens(text: str) -> list[str]:
    """What the official server counts as words: runs of ASCII letters, and every other character by itself."""
    return _TOKEN.findall(remove_punctuation(text))


def join_segments(left: str, right: str) -> str:
    """Two transcripts in a row: a space between Latin, digit, Cyrillic, Hangul … edges, none at a CJK or Thai one."""
    return f"{left} {right}" if needs_space(left, right) else left + right


def strip_language_head(text: str) -> str:
    """An untagged answer without the metadata that it begins with, complete or cut off.

    `language English hello` is `hello`; `language`, `langu`, `language Engl` and `language English<asr` are nothing. A
    sentence about a language barrier stays: only what can be metadata goes, that is the word in small letters, then
    a language's name (or None) or the end of the text.
    """
    match = _LANGUAGE_HEAD.match(text)
    body = text[match.end() :] if match else text
    bare = body.strip()
    if bare and (_is_cut_metadata(bare) or ASR_TEXT_TAG.startswith(bare)):
        return ""
    return body.lstrip() if match else body


_LANGUAGE_HEAD = re.compile(
    rf"\s*language\s+(?i:{'|'.join((*SUPPORTED_LANGUAGES, 'None'))})(?![A-Za-z])\s*"
    r"(?:<asr_text>|<asr_text|<asr_|<asr)?"
)


def _is_cut_metadata(bare: str) -> bool:
    word, _, name = bare.partition(" ")
    if not name:
        return LANGUAGE_PREFIX.startswith(bare)
    return word == "language" and any(known.startswith(name.strip()) for known in (*SUPPORTED_LANGUAGES, "None"))


_SPECIAL_TOKEN = re.compile(
    r"<(?=\|[^<>|\s]*\|>|/?(?:asr_text|non_speech|think|tool_call|tool_response|blank\d+|tts_\w+)>)"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufeff]")


def sanitize_context(text: str, tokens: Iterable[str] = ()) -> str:
    """`text` so that nothing the user typed is read as one of the model's own tokens.

    `<|im_end|>`, `<asr_text>` and the like get a space behind the `<`, which the tokenizer reads as plain text; so
    does every one of `tokens` (those that the model's tokenizer adds). Control characters and byte-order marks go, and
    halves of surrogate pairs (bytes that are not UTF-8, from a command line) become question marks.
    """
    text = text.encode("utf-8", "replace").decode("utf-8")
    clean = _SPECIAL_TOKEN.sub("< ", _CONTROL.sub("", text.replace("\r\n", "\n")))
    for token in tokens:
        if len(token) > 1:
            clean = clean.replace(token, f"{token[0]} {token[1:]}")
    return clean

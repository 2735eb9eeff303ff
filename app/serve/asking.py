"""What a request asks for, in the words of OpenAI's API, as options of a stream.

`language` is a code or a name; `prompt` is a list of names and terms, or free text about the subject; `hotwords` is such a
list alone. The model's name is taken for what it is: a wish, as there is one model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.engine.model_loading import check_options
from app.engine.segmenter import MAX_ENDPOINT_MS, MIN_ENDPOINT_MS
from inference.errors import RecognizerError
from inference.hotwords import split_hotwords
from inference.languages import find_language
from inference.options import StreamOptions

LONGEST_TERM = 5
"""Words of an entry of a list; a longer one is part of a sentence."""
_SENTENCE_END = re.compile(r"[.!?。！？](\s|$)")


class AskedError(Exception):
    """A request asks for what cannot be done; the text says what.

    Attributes:
        param: the field that is wrong, "" for none.
    """

    def __init__(self, message: str, param: str = "") -> None:
        super().__init__(message)
        self.param = param


def is_list(prompt: str) -> bool:
    """Whether a prompt is a list of names and terms.

    >>> is_list("Kubernetes, Ångström"), is_list("Kubernetes"), is_list("A talk about cats, dogs and other friends. Hello.")
    (True, True, False)
    """
    entries = split_hotwords(prompt)
    return not _SENTENCE_END.search(prompt) and all(len(entry.split()) <= LONGEST_TERM for entry in entries)


def asked_options(base: StreamOptions, fields: Mapping[str, Any]) -> StreamOptions:
    """`base` with the language and the words of a request. Raises AskedError."""
    options = base
    if language := _text(fields, "language"):
        try:
            options = replace(options, language=find_language(language))
        except RecognizerError as error:
            raise AskedError(str(error), "language") from error
    if prompt := _text(fields, "prompt").strip():
        found = {"hotwords": split_hotwords(prompt)} if is_list(prompt) else {"context": prompt}
        options = replace(options, **found)
    if hotwords := _text(fields, "hotwords"):
        options = replace(options, hotwords=split_hotwords(hotwords))
    try:
        check_options(options)
    except RecognizerError as error:
        raise AskedError(str(error), "prompt") from error
    return options


def asked_endpoint_ms(value: Any, default: int) -> int:
    """Silence that ends an utterance, within what the segmenter can do; `default` where nothing usable is asked for."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    return int(min(max(value, MIN_ENDPOINT_MS), MAX_ENDPOINT_MS))


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise AskedError(f"“{name}” has to be a text.", name)
    return value

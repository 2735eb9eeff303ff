"""The model's tokenizer: text to ids and back. A thin face over `tokenizers.Tokenizer`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from tokenizers import Tokenizer as _FastTokenizer

from inference.errors import BundleError
from inference.messages import translate

_CACHED_TEXTS = 512
"""Encodings kept. A stream encodes the same text as stable prefix and, one pass later, as prompt prefix."""

_CACHED_WORDS = 8192
"""Words kept with their ids. The text of a stream is encoded in every pass, and hardly a word of it is new."""

_WORD_START = re.compile(r"(?<=[^\W\d_])(?= [^\W\d_])")
"""Before a space that stands between two letters. The published pre-tokenizers never join a letter to a space behind it,
so text cut there has the ids of its pieces."""

_PRE_TOKENIZERS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
)
"""Patterns of which that is known: Qwen's, and the one that transformers puts in its place for Mistral's sake."""


class Tokenizer:
    """Encodes without adding special tokens; decodes them as text unless asked to leave them out."""

    def __init__(self, fast: _FastTokenizer, *, by_word: bool = False) -> None:
        """`by_word`: texts may be encoded word by word (see `_WORD_START`)."""
        self._fast = fast
        self._encode_piece = lru_cache(maxsize=_CACHED_WORDS)(self._encode_whole)
        self._encode = lru_cache(maxsize=_CACHED_TEXTS)(self._encode_by_word if by_word else self._encode_whole)

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """The tokenizer of a `tokenizer.json`. Raises BundleError when the file is missing or is no tokenizer."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise BundleError(
                translate("Recognizer", "The tokenizer {0} cannot be read: {1}.").format(path, error.strerror or error)
            ) from error
        except ValueError as error:
            raise BundleError(_no_json(path)) from error
        return cls.from_text(text, str(path))

    @classmethod
    def from_text(cls, text: str, name: str) -> Self:
        """The tokenizer that the content of a `tokenizer.json` describes; errors call it `name`. Raises BundleError."""
        try:
            fast = _FastTokenizer.from_str(text)
        except Exception as error:  # the library raises bare Exception for everything it cannot read
            if not _is_json(text):
                raise BundleError(_no_json(name)) from error
            raise BundleError(
                translate("Recognizer", "The tokenizer {0} is damaged or of an unknown kind: {1}.").format(name, error)
            ) from error
        # A file may carry the padding or truncation of its training; nothing here is ever padded or cut.
        fast.no_padding()
        fast.no_truncation()
        return cls(fast, by_word=_is_cut_at_words(_described(fast)))

    def _encode_whole(self, text: str) -> tuple[int, ...]:
        return tuple(self._fast.encode(text, add_special_tokens=False).ids)

    def _encode_by_word(self, text: str) -> tuple[int, ...]:
        return tuple(number for piece in _WORD_START.split(text) for number in self._encode_piece(piece))

    def encode(self, text: str) -> list[int]:
        """The ids of `text` (NFC is applied first). Special tokens written out in `text` become their ids."""
        return list(self._encode(text))

    def decode(self, ids: Sequence[int], *, skip_special_tokens: bool = False) -> str:
        """The text of `ids`; a character cut in the middle comes out as U+FFFD.

        `skip_special_tokens` leaves out those that the file marks special, as the reference does with an answer
        (`<asr_text>` is not marked, so it stays).
        """
        return str(self._fast.decode(list(ids), skip_special_tokens=skip_special_tokens))

    def added_tokens(self) -> dict[str, int]:
        """Text and id of every token that was added beside the vocabulary, special or not."""
        return {token.content: number for number, token in self._fast.get_added_tokens_decoder().items()}


def _no_json(name: str | Path) -> str:
    return translate("Recognizer", "The tokenizer {0} is damaged: it is not JSON. Reinstall the model.").format(name)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def model_tokenizer(path: Path) -> Tokenizer:
    """As `Tokenizer.from_file`, kept for the next model with the same file.

    The library reads a full vocabulary in a third of a second and holds Python's lock meanwhile: windows and captions
    stand still. So it is read once, and nothing else is done with the text (parsing it here, too, took another tenth).
    """
    try:
        state = path.stat()
    except OSError:
        return Tokenizer.from_file(path)
    return _kept(path.resolve(), state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=2)
def _kept(path: Path, size: int, changed_ns: int) -> Tokenizer:
    """The tokenizer of the file that had this size and was changed at this time."""
    return Tokenizer.from_file(path)


def _described(fast: _FastTokenizer) -> dict[str, Any]:
    """The sections of a `tokenizer.json` that `_is_cut_at_words` looks at."""
    parts = {"pre_tokenizer": fast.pre_tokenizer, "normalizer": fast.normalizer}
    # What the library pickles of a part is its section of the file.
    sections = {name: None if part is None else json.loads(part.__getstate__()) for name, part in parts.items()}
    tokens = [
        {"content": t.content, "lstrip": t.lstrip, "rstrip": t.rstrip, "single_word": t.single_word}
        for t in fast.get_added_tokens_decoder().values()
    ]
    return {**sections, "added_tokens": tokens}


def _is_cut_at_words(definition: dict[str, Any]) -> bool:
    """Whether a `tokenizer.json` is known to encode texts word by word."""
    steps = (definition.get("pre_tokenizer") or {}).get("pretokenizers") or [{}]
    pattern = (steps[0].get("pattern") or {}).get("Regex")
    tokens = definition.get("added_tokens") or []
    return (
        pattern in _PRE_TOKENIZERS
        and len(steps) == 2
        and steps[1].get("type") == "ByteLevel"
        and definition.get("normalizer") in (None, {"type": "NFC"})
        and not any(" " in t["content"] or t["lstrip"] or t["rstrip"] or t["single_word"] for t in tokens)
    )

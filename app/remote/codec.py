"""The tokenizer of a model that lies on a server: the same one where it is on this computer, else the server is asked.

The stable prefix is cut in token space, so both ends must agree on the tokens. A tokenizer of this computer is used only
when it encodes a text that is hard on tokenizers exactly as the server does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from app.base.translation import translate
from app.remote.errors import ServerError
from app.remote.link import Link
from inference.bundle import TOKENIZER
from inference.errors import BundleError
from inference.text import ASR_TEXT_TAG
from inference.tokenizer import Tokenizer, model_tokenizer

PROBE = (
    "<|im_start|>assistant\nlanguage English<asr_text>It's the naïve CamelCase, NASA's 3.14% & 100 km/h — “don't”!\n"
    " 你好，世界。今天3月 мир 🙂 ไทย\t x<|im_end|><|audio_start|><|audio_pad|><|audio_end|><|endoftext|>"
)
"""Every kind of token: added ones, contractions, inner capitals, digits, scripts, pieces of characters, white space."""

SPECIAL_TOKENS = ("<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|audio_start|>", "<|audio_end|>", "<|audio_pad|>")
_CACHED_TEXTS = 512
_PIECES: dict[tuple[int, ...], dict[int, bytes]] = {}
"""The bytes of the tokens that came, by vocabulary."""


class FullCodec(Protocol):
    """A tokenizer as streams and prompts need it."""

    def encode(self, text: str) -> list[int]: ...

    def decode(self, ids: Sequence[int], *, skip_special_tokens: bool = False) -> str: ...

    def added_tokens(self) -> dict[str, int]: ...


class ServerCodec:
    """Encodes on the server, whose answers are kept; decodes the ids that have come so far. Raises ServerError."""

    def __init__(self, link: Link, model: str, vocabulary: Sequence[int]) -> None:
        """`vocabulary`: how it encodes `PROBE`. Servers that do it alike share what is known of their tokens: a text
        may be encoded by one and decoded by another, which has taken its place."""
        self._link = link
        self._model = model
        self._pieces = _PIECES.setdefault(tuple(vocabulary), {})
        self._encode = lru_cache(maxsize=_CACHED_TEXTS)(self._ask)

    def encode(self, text: str) -> list[int]:
        """The ids of `text`."""
        return list(self._encode(text)) if text else []

    def decode(self, ids: Sequence[int], *, skip_special_tokens: bool = False) -> str:
        """The text of ids that `encode` has given."""
        return b"".join(self._pieces[i] for i in ids).decode("utf-8", "replace")

    def added_tokens(self) -> dict[str, int]:
        return {token: self.encode(token)[0] for token in (*SPECIAL_TOKENS, ASR_TEXT_TAG)}

    def _ask(self, text: str) -> tuple[int, ...]:
        answer = ask_tokens(self._link, self._model, text)
        ids, strings = answer["tokens"], answer.get("token_strs")
        if not isinstance(strings, list) or len(strings) != len(ids) or not all(isinstance(s, str) for s in strings):
            raise ServerError(_too_old(self._link))
        self._pieces.update(zip(ids, map(bytes_of, strings), strict=True))
        return tuple(ids)


def ask_tokens(link: Link, model: str, text: str) -> dict[str, Any]:
    """The server's own encoding of a text. Raises ServerError."""
    body = {"model": model, "prompt": text, "add_special_tokens": False, "return_token_strs": True}
    answer = link.post("/tokenize", body)
    if not isinstance(answer, dict) or read_ids(answer.get("tokens")) is None:
        raise ServerError(_too_old(link))
    return answer


def read_ids(value: Any) -> list[int] | None:
    """Token ids as a server sent them, None for what is no list of such."""
    if not isinstance(value, list) or not all(type(one) is int and 0 <= one < 1 << 31 for one in value):
        return None
    return value


def codec_for(link: Link, model: str, bundles: Iterable[Path]) -> FullCodec:
    """The tokenizer of a server's model: of the first of these bundles with the same one, else the server's own.

    Raises ServerError, also for a model that is not of this kind: `<asr_text>` is one token of those that are.
    """
    wanted = ask_tokens(link, model, PROBE)["tokens"]
    if len(ask_tokens(link, model, ASR_TEXT_TAG)["tokens"]) != 1:
        message = translate("Remote", "The model “{0}” on {1} is not a Confucius4-R2T2 or Qwen3-ASR model.")
        raise ServerError(message.format(model, link.address.host))
    for folder in bundles:
        try:
            tokenizer: Tokenizer = model_tokenizer(folder / TOKENIZER)
        except BundleError:
            continue
        if tokenizer.encode(PROBE) == wanted:
            return tokenizer
    return ServerCodec(link, model, wanted)


def _too_old(link: Link) -> str:
    return translate("Remote", "{0} does not give out the tokens of its model. It needs vLLM 0.10 or later.").format(
        link.address.host
    )


def _byte_letters() -> dict[str, int]:
    """The letters with which a byte-level vocabulary writes bytes: printable ones as themselves, others from U+0100."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(0x100 + n): byte for n, byte in enumerate(others)}


_BYTES = _byte_letters()


def bytes_of(token: str) -> bytes:
    """The bytes that a token of a byte-level vocabulary stands for.

    >>> bytes_of("Ġhello").decode()
    ' hello'
    """
    if all(letter in _BYTES for letter in token):
        return bytes(_BYTES[letter] for letter in token)
    return token.encode()

"""The prompt: the chat template around the audio rows, as the published template renders it.

<|im_start|>system\\n{context}<|im_end|>\\n<|im_start|>user\\n<|audio_start|>  AUDIO ROWS
<|audio_end|><|im_end|>\\n<|im_start|>assistant\\n[language X<asr_text>]{prefix}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from inference.hotwords import build_context
from inference.messages import translate
from inference.options import StreamOptions
from inference.tokenizer import Tokenizer

_HEAD = "<|im_start|>system\n{context}<|im_end|>\n<|im_start|>user\n<|audio_start|>"
_TAIL = "<|audio_end|><|im_end|>\n<|im_start|>assistant\n"


class Words(Protocol):
    """What is needed of a tokenizer to see how much of a context fits."""

    def encode(self, text: str) -> list[int]: ...

    def added_tokens(self) -> dict[str, int]: ...


def fitting_context(tokenizer: Words, options: StreamOptions, room: int) -> tuple[str, tuple[str, ...]]:
    """The text of the system turn, with a head of at most `room` ids, and messages about what had to be left out.

    Hotwords go first, from the end of the list, then the context, from its end. Raises RecognizerError for more
    characters than any model is given.
    """
    hotwords, context = options.hotwords, options.context
    while True:
        text = build_context(context, hotwords, tokenizer.added_tokens())
        share = room / len(tokenizer.encode(_HEAD.format(context=text)))
        if share >= 1 or not (hotwords or context):
            break
        if hotwords:
            hotwords = hotwords[: min(len(hotwords) - 1, int(len(hotwords) * share))]
        else:
            context = context[: min(len(context) - 1, int(len(context) * share))]
    messages = []
    if hotwords != options.hotwords:
        message = translate("Recognizer", "{0} hotwords are too many for this model. It uses the first {1} of them.")
        messages.append(message.format(len(options.hotwords), len(hotwords)))
    if context != options.context:
        message = translate("Recognizer", "The context is too long for this model. It uses the first {0:,} characters.")
        messages.append(message.format(len(context)))
    return text, tuple(messages)


@dataclass(frozen=True)
class Prompt:
    """One stream's prompt; only the audio between `head` and `tail` and the prefix change from pass to pass.

    Attributes:
        tokenizer: encodes the texts.
        head: ids before the audio rows.
        opening: what the assistant turn begins with: `language X<asr_text>` when the language is forced, else nothing.
    """

    tokenizer: Tokenizer
    head: tuple[int, ...]
    opening: str

    @classmethod
    def build(cls, tokenizer: Tokenizer, *, context: str = "", language: str | None = None) -> Prompt:
        """`language` is a canonical name; `context` must hold no special tokens (see `text.sanitize_context`)."""
        opening = f"language {language}<asr_text>" if language else ""
        return cls(tokenizer, tuple(tokenizer.encode(_HEAD.format(context=context))), opening)

    @classmethod
    def fitting(cls, tokenizer: Tokenizer, options: StreamOptions, room: int) -> tuple[Prompt, tuple[str, ...]]:
        """The prompt of a stream with a head of at most `room` ids, and messages about what had to be left out.

        Raises RecognizerError for more characters than any model is given.
        """
        context, messages = fitting_context(tokenizer, options, room)
        return cls.build(tokenizer, context=context, language=options.language), messages

    def tail(self, prefix: str) -> list[int]:
        """Ids after the audio rows, the recognised text so far included.

        Encoded as one text: a prefix that begins with a line break would merge with the one before it.
        """
        return self.tokenizer.encode(_TAIL + self.opening + prefix)

"""The reference where the product differs: functions that it does without, and the stable-prefix machines with their oddities.

What differs stands here and nowhere else. One thing stays ours: `RollingWindow` counts samples where the reference
counts entries, which is wrong after skipped, merged or odd-sized chunks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from inference.scripts import is_chinese
from inference.slices import Slice
from inference.stable_prefix import Generate, Pass, RolledBack, RollingWindow, Rules, TextCodec, WholeUtterance
from inference.text import ASR_TEXT_TAG, SUPPORTED_LANGUAGES, cut_at_doubt

SERVER_THRESHOLD = 5
"""Repetitions from which the official server's own helper repairs a text; it is never called."""


def validate_language(language: str) -> None:
    """Raises ValueError unless `language` is one of `SUPPORTED_LANGUAGES`, letter by letter."""
    if language not in SUPPORTED_LANGUAGES:
        raise ValueError(f"Unsupported language: {language}. Supported: {list(SUPPORTED_LANGUAGES)}")


def merge_languages(languages: Iterable[str | None]) -> str:
    """The languages of joined pieces, comma-separated, empty ones left out and neighbours that are equal only once."""
    merged: list[str] = []
    for language in languages:
        name = (language or "").strip()
        if name and (not merged or merged[-1] != name):
            merged.append(name)
    return ",".join(merged)


def is_last_token_chinese(tokens: Sequence[str]) -> bool:
    """Whether the last of `tokens` has an ideograph of U+4E00..U+9FFF."""
    return bool(tokens) and any(is_chinese(char) for char in tokens[-1])


@dataclass(frozen=True)
class ReferenceRules(Rules):
    """An answer always follows its prefix, and metadata that was cut off is text.

    Attributes:
        rolled: the stable text of each pass but the last, metadata included, and the ids rolled back.
    """

    rolled: list[RolledBack] = field(default_factory=list)

    def ask(
        self,
        prefix: str,
        audio_start: int,
        audio_end: int,
        max_tokens: int | None,
        draft: Sequence[int],
        *,
        rollback_punctuation: bool,
    ) -> Pass:
        result = super().ask(
            prefix, audio_start, audio_end, max_tokens, draft, rollback_punctuation=rollback_punctuation
        )
        return replace(result, tagged=not result.skipped)

    def join(self, prefix: str, answer: str) -> str:
        return prefix + answer

    def untagged(self, text: str) -> str:
        return text

    def stable(self, raw: str, rollback_punctuation: bool) -> RolledBack:
        self.rolled.append(super().stable(raw, rollback_punctuation))
        return self.rolled[-1]


class _ByChunks:
    """Decodes once for every whole chunk, the rest at the end.

    Attributes:
        chunk_samples: may be changed between feeds (the official server's first chunk is longer).
        buffered: samples that wait for a whole chunk.
    """

    chunk_samples: int
    buffered: int
    audio_end: int

    def feed(self, n_samples: int, max_tokens: int | None, *, rollback_punctuation: bool = False) -> list[Pass]:
        """One pass a chunk; the reference returns the last one only."""
        self.buffered += n_samples
        passes = []
        while self.buffered >= self.chunk_samples:
            self.buffered -= self.chunk_samples
            end = self.audio_end + self.chunk_samples
            passes.append(self.decode(end, max_tokens, rollback_punctuation=rollback_punctuation))
        return passes

    def finish(self, max_tokens: int | None) -> Pass | None:
        """None if no samples wait."""
        if not self.buffered:
            return None
        end = self.audio_end + self.buffered
        self.buffered = 0
        return self.flush(end, max_tokens)

    def decode(self, audio_end: int, max_tokens: int | None, *, rollback_punctuation: bool = False) -> Pass:
        raise NotImplementedError

    def flush(self, audio_end: int, max_tokens: int | None) -> Pass:
        raise NotImplementedError


class ReferenceWholeUtterance(WholeUtterance, _ByChunks):
    """The standard variant."""

    def __init__(self, rules: ReferenceRules, *, unfixed_chunk_num: int, chunk_samples: int) -> None:
        super().__init__(rules, unfixed_chunk_num=unfixed_chunk_num)
        self.chunk_samples, self.buffered = chunk_samples, 0

    def _is_provisional(self, raw: str) -> bool:
        return False

    def _last_prefix(self) -> tuple[str, Sequence[int]]:
        """At least one token stays, and a character may be split."""
        raw = cut_at_doubt(self.raw)
        ids = self._rules.codec.encode(raw)
        if self.chunk_id < self._unfixed_chunk_num:
            return "", ids
        end = max(1, len(ids) - self._rules.unfixed_token_num)
        return cut_at_doubt(self._rules.codec.decode(ids[:end])), ids[end:]


class ReferenceRollingWindow(RollingWindow, _ByChunks):
    """The `…_no_reset` variant.

    Attributes:
        dropped_slices: text slices that left with each roll of the window.
    """

    def __init__(self, rules: ReferenceRules, *, chunk_samples: int) -> None:
        super().__init__(rules)
        self.chunk_samples, self.buffered = chunk_samples, 0
        self.dropped_slices: list[int] = []

    def flush(self, audio_end: int, max_tokens: int | None) -> Pass:
        """The new text is cut off by length, whether or not the answer begins with what is known."""
        prefix, draft = self._move_to(audio_end)
        result = self._rules.ask_last(prefix, self.window_start, audio_end, max_tokens, draft)
        self._take(result)
        self._append(self.text[len(self._window_text().strip()) :])
        return replace(result, stable_text=self.stable_text)

    def _keep_untagged(self) -> None:
        """Untagged answers are skipped; only the last window's is taken, at the end."""

    def _roll(self, audio_end: int) -> None:
        before = len(self.slices)
        super()._roll(audio_end)
        self.dropped_slices.append(before - len(self.slices))

    def _header(self) -> str:
        """`language None` is dropped, and text behind it waits for a tag that its own prefix rules out."""
        return f"language {self.language}{ASR_TEXT_TAG}" if self.language and self._rules.language is None else ""

    def _new_text(self, text: str) -> str:
        """Nothing is new for as long as an answer differs from its prefix; a space may be written twice."""
        known, new = self._window_text().strip(), text.strip()
        return new[len(known) :] if new.startswith(known) else ""

    def _append(self, new: str) -> None:
        """Words are glued together where the window is empty."""
        self.slices.append(Slice(self.audio_end, new))
        self.stable_text += new


def reference_machine(
    record: dict[str, Any], codec: TextCodec, generate: Generate, *, rolling: bool
) -> tuple[ReferenceWholeUtterance | ReferenceRollingWindow, ReferenceRules]:
    """The machine of a recorded stream, and its rules."""
    init, config = record["init"], record["config"]
    rules = ReferenceRules(codec, generate, init["force_language"], config["unfixed_token_num"])
    chunk_samples = init["chunk_size_samples"]
    if rolling:
        return ReferenceRollingWindow(rules, chunk_samples=chunk_samples), rules
    unfixed_chunk_num = config["unfixed_chunk_num"]
    return ReferenceWholeUtterance(rules, unfixed_chunk_num=unfixed_chunk_num, chunk_samples=chunk_samples), rules

"""The Longest-Stable-Prefix state machine: each pass decodes all audio so far anew, then rolls the answer's end back.

What remains after the rollback is *stable*: it is the next pass's prompt prefix, so the model carries on from it. The
machines are pure. They are handed a tokenizer and a `generate`, count samples, and never see a graph or a sound:

    machine = WholeUtterance(Rules(tokenizer, generate, language="English"))
    result = machine.decode(5120, max_tokens=32)         # the samples up to this one
    result.text, result.stable_text
    machine.flush(6000, max_tokens=32)                   # the last pass

`WholeUtterance` is the reference's `streaming_transcribe`, `RollingWindow` its `…_no_reset` variant for speech without
end: over 16 s of audio the oldest 8 s go, with the text of the slices that lie wholly in them. Where the reference would
lose or garble text they leave it; `tests/inference/reference.py` puts its behaviour back, and that is equal to the
reference call by call. `inference.utterance.UtteranceDecoder` adds publishing, hand-over, budgets and resets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from inference.publishing import continuation
from inference.slices import Slice
from inference.text import (
    ASR_TEXT_TAG,
    REPLACEMENT,
    begins_with_metadata,
    cut_at_doubt,
    is_language_none,
    join_segments,
    normalize_punct_by_context,
    parse_asr_output,
    parse_language_output,
    remove_spaces_between_chinese,
    strip_language_head,
)

WINDOW_SAMPLES = 256_000
"""Samples above which the rolling window drops its beginning (16 s)."""

DROP_SAMPLES = 128_000
"""Samples that the rolling window drops at once (8 s, one attention window of the audio tower)."""

# With `rollback_punctuation` nothing is rolled back behind one of these. The reference has two sets: the ASCII comma
# counts only where the stable text is cut, not where the next prompt's prefix is.
_PREFIX_PUNCTUATION = tuple("，。！？、；：.!?;:")
_STABLE_PUNCTUATION = (*_PREFIX_PUNCTUATION, ",")


class TextCodec(Protocol):
    """What the machine needs of a tokenizer (`inference.tokenizer.Tokenizer` is one)."""

    def encode(self, text: str) -> list[int]: ...

    def decode(self, ids: Sequence[int]) -> str: ...


class Generate(Protocol):
    """One answer of the model."""

    def __call__(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        """The decoded text that follows `prefix` when the audio is the samples `audio_start`..`audio_end`.

        Sample indices count from the beginning of the stream. `max_tokens` None or 0 means the model's own limit.
        `draft` are ids that probably come first (the last answer's rolled-back end); they must not change the answer.
        """
        ...


@dataclass(frozen=True)
class RolledBack:
    """A text cut back in token space.

    Attributes:
        text: what stays; never holds U+FFFD.
        dropped: the ids that were cut off.
    """

    text: str
    dropped: tuple[int, ...]


@dataclass(frozen=True)
class Pass:
    """What one decoding pass did.

    Attributes:
        audio_start, audio_end: samples decoded, counted from the beginning of the stream.
        generated: the model's answer as it came.
        raw: prefix and answer after cleaning, metadata included; the machine's memory.
        text: all text of this pass, the unstable end included.
        language: as this pass's metadata names it, or as given; "" if unknown.
        stable_text: for `WholeUtterance` the stable text of this pass, for `RollingWindow` all of it since the start.
        tagged: the stable text is transcript: the language was given, or its metadata is complete.
        skipped: automatic language and no `<asr_text>` in the answer: nothing was taken from this pass.
    """

    audio_start: int
    audio_end: int
    generated: str
    raw: str
    text: str
    language: str
    stable_text: str
    tagged: bool
    skipped: bool = False


def roll_back(codec: TextCodec, text: str, tokens: int) -> RolledBack:
    """`text` without its last `tokens` tokens, and without more where the cut would split a character.

    Encoding applies NFC, so characters that stay may come out composed, as in the reference.
    """
    ids = codec.encode(text)
    for end in range(len(ids) - tokens, 0, -1):
        kept = codec.decode(ids[:end])
        if REPLACEMENT not in kept:
            return RolledBack(kept, tuple(ids[end:]))
    return RolledBack("", tuple(ids))


def _clean_answer(generated: str) -> str:
    """Marks are normalised inside each answer alone: its first mark never sees the prefix, as in the reference."""
    return normalize_punct_by_context(generated).replace(REPLACEMENT, "")


def _without_metadata(text: str) -> str:
    metadata, tag, body = text.partition(ASR_TEXT_TAG)
    return cut_at_doubt(body if tag else metadata)


@dataclass(frozen=True)
class Rules:
    """How the model is asked, and how its answer is read and rolled back: the same in both machines.

    Attributes:
        codec: the model's tokenizer.
        generate: asks the model.
        language: the given language, None to let the model name it.
        unfixed_token_num: tokens rolled back from the end of an answer.
    """

    codec: TextCodec
    generate: Generate
    language: str | None = None
    unfixed_token_num: int = 5

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
        """One pass whose end is rolled back. `raw` is rebuilt from the text, so it is stripped and repaired too."""
        generated = self.generate(prefix, audio_start, audio_end, max_tokens, draft)
        raw = self.join(prefix, _clean_answer(generated))
        if (self.language or parse_language_output(raw)[0]) == "Chinese":
            raw = remove_spaces_between_chinese(raw)
        language, text = parse_asr_output(raw, self.language)
        metadata, tag, _ = raw.partition(ASR_TEXT_TAG)
        raw = cut_at_doubt(metadata + tag + text if tag else text)
        stable = self.stable(raw, rollback_punctuation)
        skipped = not self.is_transcript(raw)
        return Pass(
            audio_start,
            audio_end,
            generated,
            raw,
            text="" if skipped else cut_at_doubt(text),
            language=language,
            stable_text="" if skipped else _without_metadata(stable.text),
            tagged=not skipped and self.is_transcript(stable.text),
            skipped=skipped,
        )

    def ask_last(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int]
    ) -> Pass:
        """The pass that ends an utterance: nothing is rolled back, and an answer without metadata is taken, too.

        As in the reference there is no punctuation rule and no Chinese space removal.
        """
        generated = self.generate(prefix, audio_start, audio_end, max_tokens, draft)
        raw = cut_at_doubt(self.join(prefix, _clean_answer(generated)))
        language, text = parse_asr_output(raw, self.language)
        tagged = self.is_transcript(raw)
        if not tagged:
            text = self.untagged(text)
        return Pass(audio_start, audio_end, generated, raw, text, language, text, tagged)

    def join(self, prefix: str, answer: str) -> str:
        """Prefix and answer. One that begins with metadata behind an untagged prefix stands alone: the prefix was never shown."""
        anew = self.language is None and ASR_TEXT_TAG not in prefix and begins_with_metadata(answer)
        return answer if anew else prefix + answer

    def untagged(self, text: str) -> str:
        """The transcript in a last answer that has not come to its tag: what can be metadata is none."""
        return strip_language_head(text)

    def stable(self, raw: str, rollback_punctuation: bool) -> RolledBack:
        tokens = self.unfixed_token_num
        pieces = raw.split(ASR_TEXT_TAG, 2)
        if (len(pieces) > 1 and not pieces[1]) or (rollback_punctuation and raw.strip().endswith(_STABLE_PUNCTUATION)):
            tokens = 0
        return roll_back(self.codec, raw, tokens)

    def is_transcript(self, raw: str) -> bool:
        return self.language is not None or ASR_TEXT_TAG in raw


class WholeUtterance:
    """The standard variant: every pass decodes all the audio since the beginning.

    Attributes:
        raw: prefix and answer of the last pass, metadata included.
        text: transcript of the last pass, its unstable end included.
        language: given or recognised language, "" while unknown.
        chunk_id: passes taken (skipped ones are not counted).
        audio_end: samples decoded so far.
    """

    def __init__(self, rules: Rules, *, unfixed_chunk_num: int = 2) -> None:
        """`unfixed_chunk_num`: passes at the beginning that start from an empty prefix."""
        self._rules = rules
        self._unfixed_chunk_num = unfixed_chunk_num
        self.audio_end = 0
        self.forget()

    def forget(self) -> None:
        """The next pass decodes from an empty prefix, as at the beginning."""
        self.raw = self.text = self.language = ""
        self.chunk_id = 0

    def full_text(self) -> str:
        """All text of the last pass, the unstable end included."""
        return self.text

    def decode(self, audio_end: int, max_tokens: int | None, *, rollback_punctuation: bool = False) -> Pass:
        """One pass over the samples 0..`audio_end`, which may be any number of chunks further than the last."""
        prefix, draft = self._prefix(rollback_punctuation=rollback_punctuation)
        return self._take(
            self._rules.ask(prefix, 0, audio_end, max_tokens, draft, rollback_punctuation=rollback_punctuation)
        )

    def flush(self, audio_end: int, max_tokens: int | None) -> Pass:
        """The last pass of an utterance: nothing is rolled back from its answer."""
        prefix, draft = self._last_prefix()
        return self._take(self._rules.ask_last(prefix, 0, audio_end, max_tokens, draft))

    def _take(self, result: Pass) -> Pass:
        self.audio_end = result.audio_end
        self.raw, self.text = result.raw, result.text
        if not result.skipped:
            self.language = result.language
            self.chunk_id += 1
        return result

    def _prefix(self, *, rollback_punctuation: bool) -> tuple[str, Sequence[int]]:
        """What the next answer has to follow, and the draft: what was rolled back from it."""
        raw = cut_at_doubt(self.raw)
        if self.chunk_id < self._unfixed_chunk_num or self._is_provisional(raw):
            return "", self._rules.codec.encode(raw)
        tokens = self._rules.unfixed_token_num
        if rollback_punctuation and raw.strip().endswith(_PREFIX_PUNCTUATION):
            tokens = 0
        rolled = roll_back(self._rules.codec, raw, tokens)
        return cut_at_doubt(rolled.text), rolled.dropped

    def _last_prefix(self) -> tuple[str, Sequence[int]]:
        return self._prefix(rollback_punctuation=False)

    def _is_provisional(self, raw: str) -> bool:
        """`language None` without text means only that nothing was heard yet. Kept as the prefix of all that follows
        (so the reference), speech after leading silence would never come out."""
        return is_language_none(raw) and not self.text


class RollingWindow:
    """The variant for speech without end: a window of 8 to 16 s of audio, and text that is only ever added to.

    The prompt prefix is the text of the slices in the window (with the language's metadata once it is known), so an
    answer can only extend it. `unfixed_chunk_num` has no part in this variant.

    Attributes:
        raw: prefix and answer of the last pass, metadata included.
        text: transcript of the window, its unstable end included.
        language, chunk_id, audio_end: as in `WholeUtterance`.
        stable_text: all stable text since the beginning; only ever extended.
        slices: text of the window by the audio on which it became stable.
        window_start: first sample still decoded.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.stable_text = ""
        self.window_start = self.audio_end = 0
        self.forget()

    def forget(self) -> None:
        """The next pass decodes from an empty prefix, as at the beginning; what is stable stays."""
        self.raw = self.text = self.language = self._metadata = ""
        self.chunk_id = 0
        self.slices: list[Slice] = []

    def take_over(self, whole: WholeUtterance, slices: Sequence[Slice]) -> None:
        """Continues where `whole` stands, its stable text cut into `slices`. The next pass is this machine's."""
        self.raw = whole.raw
        self.text = whole.text
        self.language = whole.language
        self._metadata = _metadata_of(whole.raw)
        self.slices = list(slices)
        self.stable_text = "".join(piece.text for piece in slices)
        self.audio_end = whole.audio_end
        self.chunk_id = whole.chunk_id

    def full_text(self) -> str:
        """All text since the beginning, the unstable end of the last pass included."""
        window_text = self._window_text()
        known = window_text.strip()
        rest = self.text[len(known) :] if self.text.startswith(known) else ""
        return self.stable_text + _behind(window_text, rest)

    def decode(self, audio_end: int, max_tokens: int | None, *, rollback_punctuation: bool = False) -> Pass:
        """One pass over the window up to `audio_end`, which may be any number of chunks further than the last."""
        prefix, draft = self._move_to(audio_end)
        result = self._rules.ask(
            prefix, self.window_start, audio_end, max_tokens, draft, rollback_punctuation=rollback_punctuation
        )
        self._take(result)
        if result.tagged:
            self._append(self._new_text(result.stable_text))
        return replace(result, stable_text=self.stable_text)

    def flush(self, audio_end: int, max_tokens: int | None) -> Pass:
        """The last pass of an utterance: all of its answer beyond the prefix is added to the stable text."""
        prefix, draft = self._move_to(audio_end)
        result = self._rules.ask_last(prefix, self.window_start, audio_end, max_tokens, draft)
        self._take(result)
        self._append(self._new_text(result.text))
        return replace(result, stable_text=self.stable_text)

    def _take(self, result: Pass) -> None:
        self.audio_end = result.audio_end
        self.raw, self.text = result.raw, result.text
        if not result.skipped:
            self.language = result.language
            self._metadata = _metadata_of(result.raw)
            self.chunk_id += 1

    def _move_to(self, audio_end: int) -> tuple[str, Sequence[int]]:
        """The prefix of a pass up to `audio_end`, and its draft; what has left the window by then goes."""
        if audio_end - self.window_start > WINDOW_SAMPLES:
            self._keep_untagged()
        # The draft is what the last answer had beyond the stable text; a roll, which drops the prompt's beginning,
        # changes nothing of it.
        known = self._header() + self._window_text().lstrip()  # as it stands in `raw`
        draft = self._rules.codec.encode(self.raw[len(known) :]) if self.raw.startswith(known) else ()
        if audio_end - self.window_start > WINDOW_SAMPLES:
            self._roll(audio_end)
        return self._header() + self._window_text(), draft

    def _keep_untagged(self) -> None:
        """Takes the last answer as text before its sound goes, if no answer has had its metadata so far.

        The reference skips such answers, at the end only the last window's is taken, and the words before are lost.
        When each word was spoken is not known: they are spread over the window evenly.
        """
        if self._header() or self._rules.is_transcript(self.raw):
            return
        kept = roll_back(self._rules.codec, strip_language_head(self.raw), self._rules.unfixed_token_num).text
        text = join_segments(self.stable_text, kept)[len(self.stable_text) :]
        if not text.strip():
            return
        words = re.findall(r"\s*\S+", text)
        pieces = words if len(words) > 1 else list(text)
        heard = self.audio_end - self.window_start
        self.slices = [
            Slice(self.window_start + heard * (i + 1) // len(pieces), piece) for i, piece in enumerate(pieces)
        ]
        self.stable_text += "".join(pieces)
        self._metadata = "language None"

    def _roll(self, audio_end: int) -> None:
        """Drops the oldest 8 s until the window is no longer than 16 s, and the slices whose audio has gone wholly."""
        while audio_end - self.window_start > WINDOW_SAMPLES:
            self.window_start += DROP_SAMPLES
        self.slices = [piece for piece in self.slices if piece.audio_end > self.window_start]

    def _window_text(self) -> str:
        return "".join(piece.text for piece in self.slices)

    def _header(self) -> str:
        """The metadata of the prompt prefix: "" while nothing is known.

        A `language None` is kept as the model wrote it once text has followed it: without it (so the reference) the
        prefix would rule out the tag that the text waits for.
        """
        if self._rules.language is not None:
            return ""
        if self.language:
            return f"language {self.language}{ASR_TEXT_TAG}"
        return self._metadata + ASR_TEXT_TAG if self._metadata and self._window_text().strip() else ""

    def _new_text(self, text: str) -> str:
        """What `text`, an answer with its prefix, adds to the window's text."""
        window_text = self._window_text()
        known, new = window_text.strip(), text.strip()
        if new.startswith(known):
            return _behind(window_text, new[len(known) :])
        return continuation(known, new)

    def _append(self, new: str) -> None:
        if not self._window_text().strip():
            # Nothing in the prompt asked for a space; without one two words would be glued together here.
            new = join_segments(self.stable_text, new)[len(self.stable_text) :]
        self.slices.append(Slice(self.audio_end, new))
        self.stable_text += new


def _metadata_of(raw: str) -> str:
    metadata, tag, _ = raw.partition(ASR_TEXT_TAG)
    return metadata if tag else ""


def _behind(window_text: str, rest: str) -> str:
    """`rest` of an answer behind the window's text, which may end with the space that the answer has too."""
    return rest.lstrip() if window_text[-1:].isspace() else rest

"""The Longest-Stable-Prefix state machine: each chunk decodes all audio so far anew, then rolls the answer's end back.

What remains after the rollback is *stable*: it is the next pass's prompt prefix, so the model carries on from it. The
machine is pure. It is handed a tokenizer and a `generate`, counts samples, and never sees a graph or a sound:

    machine = WholeUtterance(tokenizer, generate, language="English", chunk_samples=5120)
    for result in machine.feed(5120, max_tokens=32):     # one Pass a chunk
        result.text, result.stable_text
    machine.finish(max_tokens=32)

`WholeUtterance` is the reference's `streaming_transcribe`, `RollingWindow` its `…_no_reset` variant for speech without
end: over 16 s of audio the oldest 8 s go, with the text of the slices that lie wholly in them. Both are equal to the
reference call by call (`golden/lsp`), its oddities included, except that `RollingWindow` counts samples where the
reference counts entries (which is wrong after skipped, merged or odd-sized chunks). With `repair_faults` they leave
the reference where it would lose or garble text; each such place says so. The recogniser drives them through
`inference.utterance.UtteranceDecoder`, which adds publishing, hand-over, budgets and resets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
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
        bad_cuts: cuts thrown away because they split a character.
    """

    text: str
    dropped: tuple[int, ...]
    bad_cuts: int


@dataclass(frozen=True)
class Pass:
    """What one decoding pass did.

    Attributes:
        prefix: what the answer had to follow in the prompt.
        audio_start, audio_end: samples decoded, counted from the beginning of the stream.
        generated: the model's answer as it came.
        raw: prefix and answer after cleaning, metadata included; the machine's memory.
        stable_raw: `raw` rolled back, metadata included.
        stable_text: for `WholeUtterance` the stable text of this pass, for `RollingWindow` all of it since the start.
        text: all text of this pass, the unstable end included.
        language: as known after this pass; "" if unknown.
        tagged: the stable text is transcript: the language was given, or its metadata is complete.
        skipped: automatic language and no `<asr_text>` in the answer: nothing was taken from this pass.
        bad_cuts: stable cuts thrown away for a split character.
        dropped_slices: text slices that left with a roll of the window; None if it did not roll.
    """

    prefix: str
    audio_start: int
    audio_end: int
    generated: str
    raw: str
    stable_raw: str
    stable_text: str
    text: str
    language: str
    tagged: bool
    skipped: bool
    bad_cuts: int
    dropped_slices: int | None = None


def roll_back(codec: TextCodec, text: str, tokens: int) -> RolledBack:
    """`text` without its last `tokens` tokens, and without more where the cut would split a character.

    Encoding applies NFC, so characters that stay may come out composed, as in the reference.
    """
    ids = codec.encode(text)
    end = max(0, len(ids) - tokens)
    bad_cuts = 0
    while end > 0:
        kept = codec.decode(ids[:end])
        if REPLACEMENT not in kept:
            return RolledBack(kept, tuple(ids[end:]), bad_cuts)
        bad_cuts += 1
        end -= 1
    return RolledBack("", tuple(ids), bad_cuts)


def _clean_answer(generated: str) -> str:
    """Marks are normalised inside each answer alone: its first mark never sees the prefix, as in the reference."""
    return normalize_punct_by_context(generated).replace(REPLACEMENT, "")


def _without_metadata(text: str) -> str:
    metadata, tag, body = text.partition(ASR_TEXT_TAG)
    return cut_at_doubt(body if tag else metadata)


@dataclass(frozen=True)
class _Parsed:
    raw: str
    text: str
    language: str


def _parse(raw: str, forced: str | None) -> _Parsed:
    """Language and text of prefix and answer; `raw` is rebuilt from the text, so it is stripped and repaired too."""
    if (forced or parse_language_output(raw)[0]) == "Chinese":
        raw = remove_spaces_between_chinese(raw)
    language, text = parse_asr_output(raw, forced)
    metadata, tag, _ = raw.partition(ASR_TEXT_TAG)
    return _Parsed(raw=cut_at_doubt(metadata + tag + text if tag else text), text=cut_at_doubt(text), language=language)


class _Rules:
    """What both variants share: how an answer is asked for, read and rolled back."""

    def __init__(self, codec: TextCodec, generate: Generate, language: str | None, unfixed_token_num: int) -> None:
        self.codec = codec
        self.generate = generate
        self.forced = language
        self.unfixed_token_num = unfixed_token_num

    def stable(self, raw: str, rollback_punctuation: bool) -> RolledBack:
        tokens = self.unfixed_token_num
        pieces = raw.split(ASR_TEXT_TAG, 2)
        if (len(pieces) > 1 and not pieces[1]) or (rollback_punctuation and raw.strip().endswith(_STABLE_PUNCTUATION)):
            tokens = 0
        return roll_back(self.codec, raw, tokens)

    def is_transcript(self, text: str) -> bool:
        return self.forced is not None or ASR_TEXT_TAG in text


class WholeUtterance:
    """The standard variant: every pass decodes all the audio since the beginning.

    Attributes:
        raw: prefix and answer of the last pass, metadata included.
        text: transcript of the last pass, its unstable end included.
        language: given or recognised language, "" while unknown.
        chunk_id: passes taken (skipped ones are not counted).
        audio_end: samples decoded so far.
        buffered: samples that wait for a whole chunk.
        chunk_samples: samples of a chunk; may be changed between feeds (the official server's first one is longer).
    """

    def __init__(
        self,
        codec: TextCodec,
        generate: Generate,
        *,
        language: str | None = None,
        unfixed_chunk_num: int = 2,
        unfixed_token_num: int = 5,
        chunk_samples: int = 32_000,
        repair_faults: bool = False,
    ) -> None:
        self._rules = _Rules(codec, generate, language, unfixed_token_num)
        self._unfixed_chunk_num = unfixed_chunk_num
        self._repair_faults = repair_faults
        self.chunk_samples = chunk_samples
        self.raw = ""
        self.text = ""
        self.language = ""
        self.chunk_id = 0
        self.audio_end = 0
        self.buffered = 0

    def feed(self, n_samples: int, max_tokens: int | None, *, rollback_punctuation: bool = False) -> list[Pass]:
        """Takes samples in and decodes once for every whole chunk. The reference returns the last pass only."""
        self.buffered += n_samples
        passes = []
        while self.buffered >= self.chunk_samples:
            self.buffered -= self.chunk_samples
            end = self.audio_end + self.chunk_samples
            passes.append(self.decode(end, max_tokens, rollback_punctuation=rollback_punctuation))
        return passes

    def decode(self, audio_end: int, max_tokens: int | None, *, rollback_punctuation: bool = False) -> Pass:
        """One pass over the samples 0..`audio_end`, which may be any number of chunks further than the last."""
        self.audio_end = audio_end
        prefix, draft = self._prefix(rollback_punctuation)
        generated = self._rules.generate(prefix, 0, audio_end, max_tokens, draft)
        parsed = _parse(self._joined(prefix, generated), self._rules.forced)
        self.raw = parsed.raw
        stable = self._rules.stable(parsed.raw, rollback_punctuation)
        skipped = not self._rules.is_transcript(parsed.raw)
        if skipped:
            self.text = ""
        else:
            self.text = parsed.text
            self.language = parsed.language
            self.chunk_id += 1
        return Pass(
            prefix=prefix,
            audio_start=0,
            audio_end=audio_end,
            generated=generated,
            raw=parsed.raw,
            stable_raw=stable.text,
            stable_text="" if skipped else _without_metadata(stable.text),
            text=self.text,
            language=self.language,
            tagged=not skipped and self._rules.is_transcript(stable.text),
            skipped=skipped,
            bad_cuts=stable.bad_cuts,
        )

    def _prefix(self, rollback_punctuation: bool) -> tuple[str, tuple[int, ...]]:
        raw = cut_at_doubt(self.raw)
        if self.chunk_id < self._unfixed_chunk_num or self._is_provisional(raw):
            return "", tuple(self._rules.codec.encode(raw))
        tokens = self._rules.unfixed_token_num
        if rollback_punctuation and raw.strip().endswith(_PREFIX_PUNCTUATION):
            tokens = 0
        rolled = roll_back(self._rules.codec, raw, tokens)
        return cut_at_doubt(rolled.text), rolled.dropped

    def _joined(self, prefix: str, generated: str) -> str:
        """Prefix and answer. The reference puts an answer that begins with metadata behind an untagged prefix, and has half
        of both as text later; what was untagged was never shown, so with `repair_faults` such an answer stands alone."""
        answer = _clean_answer(generated)
        anew = self._rules.forced is None and ASR_TEXT_TAG not in prefix and begins_with_metadata(answer)
        return answer if self._repair_faults and anew else prefix + answer

    def _is_provisional(self, raw: str) -> bool:
        """`language None` without text says only that nothing was heard yet. The reference keeps it as the prefix of
        all that follows, so that speech after leading silence never comes out."""
        return self._repair_faults and is_language_none(raw) and not self.text

    def forget(self) -> None:
        """The next pass decodes from an empty prefix, as at the beginning."""
        self.raw = self.text = self.language = ""
        self.chunk_id = 0

    def finish(self, max_tokens: int | None) -> Pass | None:
        """Decodes the samples that wait for a chunk; None if there are none, as in the reference."""
        if not self.buffered:
            return None
        end = self.audio_end + self.buffered
        self.buffered = 0
        return self.flush(end, max_tokens)

    def flush(self, audio_end: int, max_tokens: int | None) -> Pass:
        """The last pass of an utterance: nothing is rolled back from its answer.

        As in the reference there is no punctuation rule, no Chinese space removal and no test for the tag: an untagged
        answer becomes the text, its `language …` too. At least one token stays in the prefix, which may split a
        character there. With `repair_faults` no character is split and no metadata is text.
        """
        self.audio_end = audio_end
        raw = cut_at_doubt(self.raw)
        prefix, draft = self._flush_prefix(raw)
        generated = self._rules.generate(prefix, 0, audio_end, max_tokens, draft)
        self.raw = cut_at_doubt(self._joined(prefix, generated))
        self.language, self.text = parse_asr_output(self.raw, self._rules.forced)
        if self._repair_faults and not self._rules.is_transcript(self.raw):
            self.text = strip_language_head(self.text)
        self.chunk_id += 1
        return Pass(
            prefix=prefix,
            audio_start=0,
            audio_end=audio_end,
            generated=generated,
            raw=self.raw,
            stable_raw=self.raw,
            stable_text=self.text,
            text=self.text,
            language=self.language,
            tagged=self._rules.is_transcript(self.raw),
            skipped=False,
            bad_cuts=0,
        )

    def _flush_prefix(self, raw: str) -> tuple[str, Sequence[int]]:
        if self.chunk_id < self._unfixed_chunk_num or self._is_provisional(raw):
            return "", self._rules.codec.encode(raw)
        if self._repair_faults:
            rolled = roll_back(self._rules.codec, raw, self._rules.unfixed_token_num)
            return cut_at_doubt(rolled.text), rolled.dropped
        ids = self._rules.codec.encode(raw)
        end = max(1, len(ids) - self._rules.unfixed_token_num)
        return cut_at_doubt(self._rules.codec.decode(ids[:end])), ids[end:]


class RollingWindow:
    """The variant for speech without end: a window of 8 to 16 s of audio, and text that is only ever added to.

    The prompt prefix is the text of the slices in the window (with the language's metadata once it is known), so an
    answer can only extend it. `unfixed_chunk_num` has no part in this variant.

    Attributes:
        raw: prefix and answer of the last pass, metadata included.
        text: transcript of the window, its unstable end included.
        language: given or recognised language, "" while unknown.
        stable_text: all stable text since the beginning; only ever extended.
        slices: text of the window by the audio on which it became stable.
        window_start: first sample still decoded.
        audio_end, buffered, chunk_id, chunk_samples: as in `WholeUtterance`.
    """

    def __init__(
        self,
        codec: TextCodec,
        generate: Generate,
        *,
        language: str | None = None,
        unfixed_token_num: int = 5,
        chunk_samples: int = 32_000,
        repair_faults: bool = False,
    ) -> None:
        self._rules = _Rules(codec, generate, language, unfixed_token_num)
        self._repair_faults = repair_faults
        self._metadata = ""
        self.chunk_samples = chunk_samples
        self.raw = ""
        self.text = ""
        self.language = ""
        self.stable_text = ""
        self.slices: list[Slice] = []
        self.window_start = 0
        self.chunk_id = 0
        self.audio_end = 0
        self.buffered = 0

    def take_over(self, whole: WholeUtterance, slices: Sequence[Slice]) -> None:
        """Goes on where `whole` stands, its stable text cut into `slices`. The next pass is this machine's."""
        self.raw = whole.raw
        self.text = whole.text
        self.language = whole.language
        self._metadata = whole.raw.partition(ASR_TEXT_TAG)[0] if ASR_TEXT_TAG in whole.raw else ""
        self.slices = list(slices)
        self.stable_text = "".join(piece.text for piece in slices)
        self.audio_end = whole.audio_end
        self.chunk_id = whole.chunk_id

    def forget(self) -> None:
        """The next pass decodes from an empty prefix, as at the beginning; what is stable stays."""
        self.raw = self.text = self.language = self._metadata = ""
        self.chunk_id = 0
        self.slices = []

    def full_text(self) -> str:
        """All text since the beginning, the unstable end of the last pass included."""
        window_text = self._window_text()
        known = window_text.strip()
        rest = self.text[len(known) :] if self.text.startswith(known) else ""
        return self.stable_text + self._without_second_space(window_text, rest)

    def feed(self, n_samples: int, max_tokens: int | None, *, rollback_punctuation: bool = False) -> list[Pass]:
        """Takes samples in and decodes once for every whole chunk. The reference returns the last pass only."""
        self.buffered += n_samples
        passes = []
        while self.buffered >= self.chunk_samples:
            self.buffered -= self.chunk_samples
            end = self.audio_end + self.chunk_samples
            passes.append(self.decode(end, max_tokens, rollback_punctuation=rollback_punctuation))
        return passes

    def decode(self, audio_end: int, max_tokens: int | None, *, rollback_punctuation: bool = False) -> Pass:
        """One pass over the window up to `audio_end`, which may be any number of chunks further than the last."""
        self._keep_untagged(audio_end)
        self.audio_end = audio_end
        draft = self._draft()
        dropped = self._roll()
        window_text = self._window_text()
        prefix = self._header() + window_text
        generated = self._rules.generate(prefix, self.window_start, audio_end, max_tokens, draft)
        parsed = _parse(prefix + _clean_answer(generated), self._rules.forced)
        self.raw = parsed.raw
        stable = self._rules.stable(parsed.raw, rollback_punctuation)
        skipped = not self._rules.is_transcript(parsed.raw)
        if skipped:
            self.text = ""
        else:
            self.text = parsed.text
            self._keep_language(parsed)
            self.chunk_id += 1
            if self._rules.is_transcript(stable.text) or not self._repair_faults:
                self._append(self._new_text(window_text, _without_metadata(stable.text)))
        return Pass(
            prefix=prefix,
            audio_start=self.window_start,
            audio_end=audio_end,
            generated=generated,
            raw=parsed.raw,
            stable_raw=stable.text,
            stable_text=self.stable_text,
            text=self.text,
            language=self.language,
            tagged=not skipped and self._rules.is_transcript(stable.text),
            skipped=skipped,
            bad_cuts=stable.bad_cuts,
            dropped_slices=dropped,
        )

    def finish(self, max_tokens: int | None) -> Pass | None:
        """Decodes the samples that wait for a chunk; None if there are none, as in the reference."""
        if not self.buffered:
            return None
        end = self.audio_end + self.buffered
        self.buffered = 0
        return self.flush(end, max_tokens)

    def flush(self, audio_end: int, max_tokens: int | None) -> Pass:
        """The last pass of an utterance: all of its answer beyond the prefix is added to the stable text."""
        self._keep_untagged(audio_end)
        self.audio_end = audio_end
        draft = self._draft()
        dropped = self._roll()
        window_text = self._window_text()
        prefix = self._header() + window_text
        generated = self._rules.generate(prefix, self.window_start, audio_end, max_tokens, draft)
        self.raw = cut_at_doubt(prefix + _clean_answer(generated))
        self.language, self.text = parse_asr_output(self.raw, self._rules.forced)
        if self._repair_faults and not self._rules.is_transcript(self.raw):
            self.text = strip_language_head(self.text)
        self.chunk_id += 1
        if self._repair_faults:
            self._append(self._new_text(window_text, self.text))
        else:
            self._append(self.text[len(window_text.strip()) :])
        return Pass(
            prefix=prefix,
            audio_start=self.window_start,
            audio_end=audio_end,
            generated=generated,
            raw=self.raw,
            stable_raw=self.raw,
            stable_text=self.stable_text,
            text=self.text,
            language=self.language,
            tagged=self._rules.is_transcript(self.raw),
            skipped=False,
            bad_cuts=0,
            dropped_slices=dropped,
        )

    def _keep_untagged(self, audio_end: int) -> None:
        """Takes the last answer as text before its sound goes, if no answer has had its metadata so far.

        The reference skips such answers, at the end only the last window's is taken, and the words before are lost.
        When each word was said is not known: they are spread over the window evenly.
        """
        if not self._repair_faults or audio_end - self.window_start <= WINDOW_SAMPLES:
            return
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

    def _roll(self) -> int | None:
        """Drops the oldest 8 s when the window is over 16 s, and the slices whose audio has gone wholly."""
        if self.audio_end - self.window_start <= WINDOW_SAMPLES:
            return None
        while self.audio_end - self.window_start > WINDOW_SAMPLES:
            self.window_start += DROP_SAMPLES
        before = len(self.slices)
        self.slices = [piece for piece in self.slices if piece.audio_end > self.window_start]
        return before - len(self.slices)

    def _window_text(self) -> str:
        return "".join(piece.text for piece in self.slices)

    def _header(self) -> str:
        if self._rules.forced is not None:
            return ""
        if self.language:
            return f"language {self.language}{ASR_TEXT_TAG}"
        # The reference drops a `language None` and then waits for ever for a tag that its own prefix rules out. Once
        # text has followed it, it is kept as the model wrote it.
        if self._repair_faults and self._metadata and self._window_text().strip():
            return self._metadata + ASR_TEXT_TAG
        return ""

    def _keep_language(self, parsed: _Parsed) -> None:
        self.language = parsed.language
        self._metadata = parsed.raw.partition(ASR_TEXT_TAG)[0] if ASR_TEXT_TAG in parsed.raw else ""

    def _draft(self) -> Sequence[int]:
        """What the last answer said beyond the stable text; a roll, which drops the prompt's beginning, changes nothing of it."""
        prefix = self._header() + self._window_text().lstrip()  # as `_parse` leaves it
        return self._rules.codec.encode(self.raw[len(prefix) :]) if self.raw.startswith(prefix) else ()

    def _new_text(self, window_text: str, stable: str) -> str:
        known, new = window_text.strip(), stable.strip()
        if new.startswith(known):
            return self._without_second_space(window_text, new[len(known) :])
        # The reference adds nothing then, for as long as the answer differs from its prefix (a repair is enough).
        return continuation(known, new) if self._repair_faults else ""

    def _without_second_space(self, window_text: str, rest: str) -> str:
        """`rest` of an answer behind the window's text, which may end with the space that the answer has too. The
        reference writes it twice."""
        return rest.lstrip() if self._repair_faults and window_text[-1:].isspace() else rest

    def _append(self, new: str) -> None:
        if self._repair_faults and not self._window_text().strip():
            # Nothing in the prompt asked for a space, so the reference would glue two words together here.
            new = join_segments(self.stable_text, new)[len(self.stable_text) :]
        self.slices.append(Slice(self.audio_end, new))
        self.stable_text += new

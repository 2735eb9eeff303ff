"""The options of a stream. Frozen, with the defaults documented where they are defined."""

from __future__ import annotations

from dataclasses import dataclass, replace

SAMPLE_RATE = 16_000
"""Samples per second everywhere in this package; audio is float32 mono in -1..1."""

MAX_CONTEXT_CHARS = 4_000
"""Longest context (hotwords included) that is sent to the model; the official server's limit."""


@dataclass(frozen=True)
class StreamOptions:
    """How one stream recognises.

    Attributes:
        language: canonical English name ("English", "Chinese", …; see `inference.languages`), None to detect it.
        hotwords: words the model should spell this way; sent as one comma-separated list in the system turn.
        context: free text for the system turn, before the hotwords.
        chunk_ms: audio per decoding pass, 80..2000.
        first_chunk_ms: audio before the first pass; None means `chunk_ms`. (The official server waits for one step
            of lookahead.)
        unfixed_chunk_num: passes at the start of an utterance that decode from an empty prefix.
        unfixed_token_num: tokens rolled back from the recognised text before it becomes prompt or is committed.
        rollback_punctuation: do not roll back behind a punctuation mark ("fast" mode of the official server).
        max_tokens: most tokens one pass may generate; the cap of the budget when `adaptive_budget` is on.
        adaptive_budget: size each pass's budget by the official server's rule instead of `max_tokens` alone.
    """

    language: str | None = None
    hotwords: tuple[str, ...] = ()
    context: str = ""
    chunk_ms: int = 320
    first_chunk_ms: int | None = None
    unfixed_chunk_num: int = 2
    unfixed_token_num: int = 5
    rollback_punctuation: bool = False
    max_tokens: int = 32
    adaptive_budget: bool = False

    @property
    def chunk_samples(self) -> int:
        return self.chunk_ms * SAMPLE_RATE // 1000

    @property
    def first_chunk_samples(self) -> int:
        return (self.first_chunk_ms or self.chunk_ms) * SAMPLE_RATE // 1000


@dataclass(frozen=True)
class Shortcuts:
    """The ways in which a pass avoids work; none changes the output.

    Attributes:
        log_mel: keep log-mel frames that can no longer change.
        audio_windows: keep the embeddings of finished attention windows while their features are bit-identical.
        kv_prefix: keep the K/V rows of the unchanged beginning of the prompt.
        draft: confirm the last pass's rolled-back tokens in the same call as the prefill.
        stop_at_doubt: end the answer at the model's `|`, behind which all text is cut off.
    """

    log_mel: bool = True
    audio_windows: bool = True
    kv_prefix: bool = True
    draft: bool = True
    stop_at_doubt: bool = True

    @classmethod
    def none(cls) -> Shortcuts:
        return cls(log_mel=False, audio_windows=False, kv_prefix=False, draft=False, stop_at_doubt=False)


PRESETS: dict[str, StreamOptions] = {
    "responsive": StreamOptions(
        chunk_ms=160, first_chunk_ms=320, unfixed_chunk_num=0, unfixed_token_num=1, adaptive_budget=True
    ),
    "balanced": StreamOptions(),
    "accurate": StreamOptions(chunk_ms=1000),
}
"""The policies a user can choose; the numbers are the reference's own."""


def preset(
    name: str, *, language: str | None = None, hotwords: tuple[str, ...] = (), context: str = ""
) -> StreamOptions:
    """The preset `name` with the user's language and words. Raises KeyError for an unknown name."""
    return replace(PRESETS[name], language=language, hotwords=hotwords, context=context)

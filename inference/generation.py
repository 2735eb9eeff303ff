"""One decoding pass: audio and prefix in, greedy text out, with no work done twice.

Between passes only the end of the prompt changes, so the K/V rows of its unchanged beginning (the template's head and the
finished audio windows) are kept. What the last pass answered beyond the new prefix is appended as a draft: one call prefills the
new rows AND shows for every draft token whether it would still be generated. Decoding continues from the first difference.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from inference.arrays import Float32, Rows
from inference.audio_tower import AudioEncoder, AudioTower
from inference.config import SpecialTokens
from inference.decoder import Decoder, Piece
from inference.log_mel import HOP, LogMel
from inference.options import Shortcuts
from inference.passes import Answer, PassTimes
from inference.prompt import Prompt
from inference.text import DOUBT_MARK


@dataclass
class _Before:
    """The last pass, as far as the next one can use it."""

    windows: list[Rows] = field(default_factory=list)
    tail: list[int] = field(default_factory=list)
    answer: list[int] = field(default_factory=list)
    cached_head: bool = False


class Generator:
    """The passes of one stream. Not thread-safe; streams of one recogniser are used by one thread.

    Attributes:
        times: what it cost so far.
    """

    def __init__(
        self, tower: AudioTower, decoder: Decoder, prompt: Prompt, tokens: SpecialTokens, shortcuts: Shortcuts
    ) -> None:
        self._decoder = decoder
        self._prompt = prompt
        self._end_ids = frozenset(tokens.eos)
        self._asr_text = tokens.asr_text
        self._doubt: dict[int, bool] = {}
        self._shortcuts = shortcuts
        self._window_samples = tower.config.window_frames * HOP
        self._log_mel = LogMel(tower.config.n_mels, incremental=shortcuts.log_mel)
        self._encoder = AudioEncoder(tower, reuse=shortcuts.audio_windows)
        self._cache = decoder.new_cache()
        self._pending: list[Float32] = []
        self._start = 0
        self._before = _Before()
        self.times = PassTimes()

    def begin_at(self, n_samples: int) -> None:
        """Lets the next appended sample have this index: the audio before it is gone (another provider takes over)."""
        self._start = n_samples

    def append(self, samples: Float32) -> None:
        """Audio that later passes may use: float32 [n], 16 kHz mono."""
        self._pending.append(samples)

    def run(self, prefix: str, audio_start: int, audio_end: int, max_tokens: int, draft: Sequence[int] = ()) -> Answer:
        """One pass over the samples audio_start..audio_end (counted since the stream began), at most `max_tokens` tokens.

        Both indices only grow from pass to pass. `draft` are ids the caller expects; what the last pass answered is used
        where it fits. Audio too short for one feature frame gives an empty answer. Raises RecognizerError.
        """
        started = time.perf_counter()
        self._move_audio(audio_start, audio_end)
        features = self._log_mel.features()
        featured = time.perf_counter()
        if features.shape[1] == 0:
            return Answer((), "")
        windows = self._encoder.encode(features, self._log_mel.n_unchanged)
        encoded = time.perf_counter()
        tail = self._prompt.tail(prefix)
        answer = self._answer(windows, tail, max_tokens, self._draft(tail, draft), encoded)
        self.times.n_passes += 1
        self.times.features_s += featured - started
        self.times.tower_s += encoded - featured
        ids = [i for i in answer if i not in self._end_ids]
        self._before = _Before(windows, tail, ids, cached_head=True)
        return Answer(tuple(answer), self._prompt.tokenizer.decode(ids, skip_special_tokens=True))

    def _move_audio(self, audio_start: int, audio_end: int) -> None:
        """Takes pending audio up to `audio_end` and lets go of what lies before `audio_start`."""
        needed = audio_end - self._start - self._log_mel.n_samples
        while needed > 0 and self._pending:
            piece = self._pending.pop(0)
            self._log_mel.append(piece[:needed])
            if len(piece) > needed:
                self._pending.insert(0, piece[needed:])
            needed -= len(piece)
        dropped = audio_start - self._start
        if dropped:
            self._log_mel.drop(dropped)
            n_windows, rest = divmod(dropped, self._window_samples)
            if rest == 0:
                self._encoder.drop_windows(n_windows)
            self._start = audio_start

    def _draft(self, tail: list[int], hint: Sequence[int]) -> list[int]:
        """What will probably follow `tail`: what the last pass answered there."""
        if not self._shortcuts.draft:
            return []
        said = self._before.tail + self._before.answer
        if len(said) > len(tail) and said[: len(tail)] == tail:
            return said[len(tail) :]
        return list(hint)

    def _kept(self, windows: list[Rows], tail: list[int]) -> int:
        """Prompt rows whose K/V is still right, where `windows` [T, hidden] each and the ids `tail` follow the head."""
        if not (self._shortcuts.kv_prefix and self._before.cached_head):
            return 0
        n = len(self._prompt.head)
        for old, new in zip(self._before.windows, windows, strict=False):
            if old is not new:
                return n
            n += len(new)
        if len(self._before.windows) != len(windows):
            return n
        for old_id, new_id in zip(self._before.tail + self._before.answer, tail, strict=False):
            if old_id != new_id:
                break
            n += 1
        return min(n, self._cache.length)

    def _answer(
        self, windows: list[Rows], tail: list[int], max_tokens: int, draft: list[int], started: float
    ) -> list[int]:
        """The ids that follow head, `windows` ([T, hidden] each) and `tail`, at most `max_tokens`; `draft` goes along."""
        head, decoder = self._prompt.head, self._decoder
        n_audio = sum(map(len, windows))
        n_prompt = len(head) + n_audio + len(tail)
        draft = draft[: min(max_tokens, decoder.max_asked) - 1]
        cache = decoder.grown(self._cache, n_prompt + len(draft) + 1)
        # The last prompt row is always run again: its answer is asked for.
        kept = min(self._kept(windows, tail), n_prompt - 1) if cache is self._cache else 0
        self._cache = cache
        new = self._pieces_behind(kept, windows, tail + draft)
        cache.length = kept
        first = n_prompt - 1 - kept
        said = decoder.next_ids(new, cache, range(first, first + 1 + len(draft)))
        answer: list[int] = []
        in_text = bool(self._prompt.opening) or self._asr_text in tail
        for i, token in enumerate(said):
            answer.append(token)
            if self._ended(answer, max_tokens, in_text) or i == len(draft) or token != draft[i]:
                break
        self.times.n_confirmed += sum(1 for token, guess in zip(answer, draft, strict=False) if token == guess)
        cache.length = n_prompt + len(answer) - 1
        prefilled = time.perf_counter()
        while not self._ended(answer, max_tokens, in_text):
            if cache.length < cache.capacity:
                answer += decoder.next_ids([answer[-1:]], cache, [0])
                continue
            # Few answers are as long as they may be, so there was no room for all of it: everything again, in a larger cache.
            cache = self._cache = decoder.grown(cache, cache.length + 1)
            cache.length = 0
            whole = self._pieces_behind(0, windows, tail + answer)
            self.times.n_prefill_rows += n_prompt + len(answer)
            answer += decoder.next_ids(whole, cache, [n_prompt + len(answer) - 1])
        self.times.n_tokens += len(answer)
        self.times.n_prefill_rows += sum(map(len, new))
        self.times.n_kept_rows += kept
        self.times.prefill_s += prefilled - started
        self.times.decode_s += time.perf_counter() - prefilled
        return answer

    def _pieces_behind(self, kept: int, windows: list[Rows], text: list[int]) -> list[Piece]:
        """The prompt and what follows it, without its first `kept` rows."""
        pieces: list[Piece] = []
        whole: tuple[Piece, ...] = (self._prompt.head, *windows, text)
        for piece in whole:
            if kept < len(piece):
                pieces.append(piece[kept:] if kept > 0 else piece)
            kept -= len(piece)
        return pieces

    def _ended(self, answer: list[int], max_tokens: int, in_text: bool) -> bool:
        """Whether nothing after `answer` can matter: the model ended it, the budget is spent, or the transcript has come to `|`."""
        last = answer[-1]
        if last in self._end_ids or len(answer) >= max_tokens:
            return True
        return self._shortcuts.stop_at_doubt and (in_text or self._asr_text in answer) and self._says_doubt(last)

    def _says_doubt(self, token: int) -> bool:
        known = self._doubt.get(token)
        if known is None:
            known = self._doubt[token] = DOUBT_MARK in self._prompt.tokenizer.decode([token])
        return known

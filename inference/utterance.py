"""One stream's utterances: sample counts in, committed deltas and final lines out.

    decoder = UtteranceDecoder(tokenizer, generate, options)
    decoder.feed(n_samples)        # -> [Committed, …], also Final when a loop made it begin anew
    decoder.finish()               # -> […, Final]; again -> []

`generate(prefix, audio_start, audio_end, max_tokens, draft)` answers with text; sample indices count from the beginning
of the stream (`inference.stable_prefix.Generate`). The caller keeps the samples: here they are only counted. An
utterance starts in the whole-utterance variant and goes over to the rolling window when it is longer than 16 s.

When `generate` raises, nothing is lost: the events of the passes before wait for the next call (`take_events`), and the
next `feed` or `finish` repeats the pass that failed. By then `codec` and `generate` may be another model's.
"""

from __future__ import annotations

from collections.abc import Sequence

from inference.budget import AdaptiveBudget, flush_tokens
from inference.errors import RecognizerError
from inference.events import Committed, Final, StreamEvent
from inference.hotwords import copies_list
from inference.loop_detection import collapse_loop, is_loop
from inference.messages import translate
from inference.options import SAMPLE_RATE, StreamOptions
from inference.publishing import Publisher, ends_in_open_word
from inference.slices import SliceTrack
from inference.stable_prefix import WINDOW_SAMPLES, Generate, Pass, RollingWindow, Rules, TextCodec, WholeUtterance
from inference.text import ASR_TEXT_TAG, clean_markers, parse_asr_output, strip_language_head

MAX_MERGED_SAMPLES = 32_000
"""Most new audio for one pass when chunks are merged (2 s, the longest chunk of all): a longer leap could carry audio
out of the rolling window before its words were stable."""


class UtteranceDecoder:
    """The utterances of one stream; append-only, no tail lost.

    Attributes:
        language: given or recognised language of the running utterance, None while unknown.
    """

    def __init__(
        self,
        codec: TextCodec,
        generate: Generate,
        options: StreamOptions,
        *,
        ask_without_hotwords: Generate | None = None,
    ) -> None:
        """`ask_without_hotwords` answers like `generate` from a prompt without the hotwords. It is asked once when a
        text looks like a copy of the list, and decides."""
        self._codec = codec
        self._generate = generate
        self._ask_without_hotwords = ask_without_hotwords or generate
        self._options = options
        self._budget = (
            AdaptiveBudget(options.chunk_samples, options.first_chunk_samples) if options.adaptive_budget else None
        )
        self._received = 0
        self._decoded = 0
        self._begun = False
        self._finished = False
        self._events: list[StreamEvent] = []
        self._utterance = self._begin(0)

    @property
    def language(self) -> str | None:
        return self._utterance.language

    def feed(self, n_samples: int, *, merge: bool = False) -> list[StreamEvent]:
        """Takes in `n_samples` more and decodes every whole chunk; with `merge` as many as possible in one pass.

        A merged pass covers at most 2 s of new audio and gets the budget of all its chunks. Raises RecognizerError
        after `finish`, and whatever `generate` raises; the samples are taken in even then.
        """
        if self._finished:
            raise RecognizerError(translate("Recognizer", "This stream has ended. Start a new one for more audio."))
        self._received += n_samples
        self._decode_waiting(merge=merge)
        return self.take_events()

    def finish(self) -> list[StreamEvent]:
        """Decodes all that is left, however little, and ends the utterance; the Final comes last. Again: nothing.

        There is always a pass if there was any audio: also where the end falls on a chunk's edge, for the tokens that
        were held back. Raises whatever `generate` raises, and may then be called again.
        """
        if not self._finished:
            self._decode_waiting(merge=True)
            self._events.append(self._flush())
            self._finished = True
        return self.take_events()

    def take_events(self) -> list[StreamEvent]:
        """The events that no call has returned yet, because a later pass of the same call failed."""
        events, self._events = self._events, []
        return events

    def _decode_waiting(self, *, merge: bool) -> None:
        while True:
            step = self._options.chunk_samples if self._begun else self._options.first_chunk_samples
            waiting = self._received - self._decoded
            if waiting < step:
                return
            n_steps = 1
            if merge:
                n_steps += max(0, min(waiting, MAX_MERGED_SAMPLES) - step) // self._options.chunk_samples
            audio_end = self._decoded + step + (n_steps - 1) * self._options.chunk_samples
            self._events += self._decode(audio_end, n_steps)
            self._decoded = audio_end
            self._begun = True

    def _begin(self, origin: int) -> _Utterance:
        return _Utterance(self._codec, self._generate, self._options, origin)

    def _decode(self, audio_end: int, n_steps: int) -> list[StreamEvent]:
        utterance = self._utterance
        result = utterance.decode(audio_end, self._pass_tokens(n_steps))
        if result.skipped:
            if is_loop(result.raw):
                utterance.forget()
            self._step_budget("")
            return []
        if self._is_echo(utterance, result):
            utterance.forget()
            self._step_budget("")
            return []
        if is_loop(result.text):
            final = utterance.close(collapse_loop(utterance.full_text()), result)
            self._step_budget(final.remainder)
            self._utterance = self._begin(audio_end)
            return [final]
        delta = utterance.publish(result) if result.tagged else ""
        self._step_budget(delta)
        if not delta:
            return []
        open_word = ends_in_open_word(utterance.published, utterance.full_text())
        return [Committed(delta, result.audio_end / SAMPLE_RATE, utterance.language, open_word)]

    def _flush(self) -> Final:
        utterance = self._utterance
        if self._received == utterance.origin:
            return Final("", "", "", diverged=False, audio_s=0.0, language=self._options.language)
        result = utterance.flush(self._received)
        text = utterance.full_text()
        if self._is_echo(utterance, result):
            text = ""
        return utterance.close(collapse_loop(text), result)

    def _pass_tokens(self, n_steps: int) -> int:
        most = self._options.max_tokens * n_steps
        return min(most, self._budget.tokens(n_steps)) if self._budget else most

    def _step_budget(self, committed: str) -> None:
        if self._budget:
            self._budget.step(committed)

    def _is_echo(self, utterance: _Utterance, result: Pass) -> bool:
        """Whether the answer is the hotword list copied out, not speech.

        Only the beginning of an utterance, before anything is published, is in question. People do say such things
        (most of all to try the hotwords out), so the model is asked again without the list: what it still hears is speech.
        """
        hotwords = self._options.hotwords
        if utterance.published or utterance.echo_ruled_out or not copies_list(utterance.full_text(), hotwords):
            return False
        start, end = utterance.origin + result.audio_start, utterance.origin + result.audio_end
        heard = self._ask_without_hotwords("", start, end, _CHECK_TOKENS)
        utterance.echo_ruled_out = bool(self._text_of(heard))
        return not utterance.echo_ruled_out

    def _text_of(self, answer: str) -> str:
        text = parse_asr_output(answer.partition("|")[0], self._options.language)[1]
        return text if self._options.language or ASR_TEXT_TAG in answer else strip_language_head(text)


_CHECK_TOKENS = 32


class _Answers:
    """`generate` as an utterance's machine asks it: samples counted from the utterance's beginning, markers cleaned away.

    It knows nothing of the utterance: in a circle with it, a finished stream would keep its cache until the garbage
    collector came by, and the next one would need another (117 MB at the full size).

    Attributes:
        n_tokens: of the last answer.
    """

    def __init__(self, codec: TextCodec, generate: Generate, forced: bool, origin: int) -> None:
        self.n_tokens = 0
        self._codec = codec
        self._generate = generate
        self._forced = forced
        self._origin = origin

    def __call__(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        answer = self._generate(prefix, self._origin + audio_start, self._origin + audio_end, max_tokens, draft)
        answer = clean_markers(answer, in_text=self._forced or ASR_TEXT_TAG in prefix)
        # Counted here, where nothing has been taken from the answer yet: a codec that asks a server may fail.
        self.n_tokens = len(self._codec.encode(answer))
        return answer


class _Utterance:
    """From one reset to the next: the machine in charge, what is published, and when its text came.

    Sample indices outside count from the beginning of the stream, inside (`Pass`) from `origin`.
    """

    def __init__(self, codec: TextCodec, generate: Generate, options: StreamOptions, origin: int) -> None:
        self.origin = origin
        self.echo_ruled_out = False
        self._answers = _Answers(codec, generate, options.language is not None, origin)
        self._rules = Rules(
            codec,
            self._answers,
            options.language,
            options.unfixed_token_num,
        )
        self._options = options
        self._publisher = Publisher()
        self._track = SliceTrack()
        self._complete_until = 0  # audio of the last pass that came to its own end, not to that of its budget
        self._machine: WholeUtterance | RollingWindow = WholeUtterance(
            self._rules, unfixed_chunk_num=options.unfixed_chunk_num
        )

    @property
    def language(self) -> str | None:
        return self._options.language or self._machine.language or None

    @property
    def published(self) -> str:
        return self._publisher.published

    def decode(self, audio_end: int, max_tokens: int) -> Pass:
        """One pass over the audio up to `audio_end`; goes over to the rolling window when that is needed."""
        end = audio_end - self.origin
        if isinstance(self._machine, WholeUtterance) and end > WINDOW_SAMPLES:
            self._machine = self._rolling(self._machine)
        result = self._machine.decode(end, max_tokens, rollback_punctuation=self._options.rollback_punctuation)
        self._note_completeness(result, max_tokens)
        return result

    def flush(self, audio_end: int) -> Pass:
        """The last pass."""
        end = audio_end - self.origin
        max_tokens = flush_tokens(self._known_tokens(), end - self._complete_until)
        return self._machine.flush(end, max_tokens)

    def full_text(self) -> str:
        """All text of the last pass, the unstable end included."""
        return self._machine.full_text()

    def publish(self, result: Pass) -> str:
        """The new part of the pass's stable text."""
        delta = self._publisher.publish(result.stable_text)
        if delta:
            self._track.update(self._publisher.covered, len(delta), result.audio_end)
        return delta

    def close(self, text: str, result: Pass) -> Final:
        """The final line of the utterance, whose whole text is `text`."""
        before = self._publisher.published
        remainder = self._publisher.publish(text)
        return Final(
            text=text,
            shown=self._publisher.published,
            remainder=remainder,
            diverged=not text.startswith(before),
            audio_s=result.audio_end / SAMPLE_RATE,
            language=self.language,
        )

    def forget(self) -> None:
        """The next pass decodes as if nothing had been recognised."""
        self._machine.forget()

    def _rolling(self, whole: WholeUtterance) -> RollingWindow:
        """The rolling window that continues where `whole` stands: with the text that is published, as it reads now."""
        rolling = RollingWindow(self._rules)
        rolling.take_over(whole, self._track.slices())
        return rolling

    def _note_completeness(self, result: Pass, max_tokens: int) -> None:
        if self._answers.n_tokens < max_tokens:
            self._complete_until = result.audio_end

    def _known_tokens(self) -> int:
        """Tokens recognised so far that the last pass will have to generate once more."""
        tokens = len(self._rules.codec.encode(self._machine.raw))
        return tokens if self._machine.chunk_id < self._options.unfixed_chunk_num else self._options.unfixed_token_num

"""The face of this room: load a bundle, open streams, transcribe clips.

    recognizer = Recognizer.load(Path("resources/starter"))
    stream = recognizer.stream(StreamOptions(language="English"))
    for block in blocks:                      # float32 mono, 16 kHz, any length
        for event in stream.feed(block): ...  # Committed: append its text, never take it back
    for event in stream.finish(): ...         # … and the Final, last

A provider that fails, when the model is loaded or in the middle of an utterance, is replaced by the next best one; the
utterance's audio is kept and fed to the new one, and the text goes on. One thread uses a recogniser and its streams.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inference import self_test
from inference.bundle import TOKENIZER, Bundle, open_bundle
from inference.errors import BundleError, ProviderError, RecognizerError
from inference.events import StreamEvent
from inference.generation import Answer, Generator, PassTimes
from inference.hotwords import build_context, copies_list
from inference.loop_detection import collapse_loop
from inference.options import SAMPLE_RATE, Shortcuts, StreamOptions
from inference.prompt import Prompt
from inference.providers import (
    AUTO,
    CPU,
    PLANS,
    Model,
    candidates,
    is_outdated,
    open_model,
    return_freed_memory,
    why_not,
)
from inference.sentences import translate
from inference.text import ASR_TEXT_TAG, clean_markers, cut_at_doubt, parse_asr_output, strip_language_head
from inference.tokenizer import Tokenizer, model_tokenizer
from inference.utterance import UtteranceDecoder

Float32 = NDArray[np.float32]
Opener = Callable[[Bundle, str, int | None], Model]
Notify = Callable[[str], None]

_ANSWER_TOKENS = 512
"""Most tokens of an offline answer; the official code's default for one clip."""

_SPEECH_POSITIONS = 1024
"""Of a prompt: 18 s of sound, the text recognised so far, and what a pass may add to it."""

_LOUDEST = 1e4
"""A sample beyond it, or one that is no number, is no sound: one of them would blot out all of its window."""

_WARM_UP_S = (0.4, 2.5)
"""Lengths of sound run through the model at load, so that the first word does not wait for kernels."""


@dataclass(frozen=True)
class Transcription:
    """A whole clip's text. `language` is the one recognised or forced, None where nothing was said."""

    text: str
    language: str | None


@dataclass(frozen=True)
class LoadTimes:
    """Seconds spent opening the graphs, asking the self-test, and warming up."""

    open_s: float
    self_test_s: float
    warm_up_s: float


class Recognizer:
    """A loaded model.

    Attributes:
        bundle: what is loaded.
        load_times: how long loading took.
    """

    def __init__(
        self,
        bundle: Bundle,
        names: Sequence[str],
        threads: int | None,
        shortcuts: Shortcuts,
        notify: Notify,
        opener: Opener,
    ) -> None:
        self.bundle = bundle
        self._names = list(names)
        self._threads = threads
        self._shortcuts = shortcuts
        self._notify = notify
        self._opener = opener
        self._tokenizer = model_tokenizer(bundle.path(TOKENIZER))
        self._too_long: tuple[tuple[str, ...], str] = ((), "")
        self.load_times = LoadTimes(0, 0, 0)
        self._thread = threading.get_ident()
        self._model = self._next_model()

    @classmethod
    def load(
        cls,
        bundle: Path,
        provider: str = AUTO,
        *,
        threads: int | None = None,
        shortcuts: Shortcuts = Shortcuts(),  # noqa: B008  frozen
        on_notice: Notify | None = None,
        opener: Opener = open_model,
    ) -> Recognizer:
        """Opens the bundle folder on the best provider that passes the self-test.

        Args:
            provider: "auto", or the one to try before the CPU.
            threads: CPU threads of one graph; ONNX Runtime's choice by default.
            on_notice: told, in a sentence, when a provider is passed over or replaced.
            opener: opens the graphs (a test hands in one that fails).

        Raises BundleError for a missing or damaged bundle, ProviderError when not even the CPU can run it.
        """
        opened = open_bundle(bundle)
        notify = on_notice or (lambda text: None)
        names = candidates(opened, provider)
        missed = provider if provider != AUTO else next((name for name in PLANS if is_outdated(opened, name)), AUTO)
        if missed not in (AUTO, names[0]):
            words = translate("Recognizer", "{0} cannot be used: {1}. The {2} is used instead.")
            notify(words.format(PLANS[missed].label, why_not(missed, opened), PLANS[names[0]].label))
        return cls(opened, names, threads, shortcuts, notify, opener)

    @property
    def provider(self) -> str:
        """The provider that really runs the model."""
        return self._model.provider

    @property
    def provider_label(self) -> str:
        return PLANS[self._model.provider].label

    @property
    def model(self) -> Model:
        """The opened graphs (for the bench and for tests)."""
        return self._model

    def settle(self) -> None:
        """Makes the calling thread the one that uses the model from now on.

        What CUDA captured belongs to the thread that loaded; without this the first words would wait for it to be made
        again, piece by piece. Elsewhere nothing is done. Raises ProviderError as a pass does.
        """
        model, thread = self._model, threading.get_ident()
        if model.prepare is None or thread == self._thread:
            return
        self._thread = thread
        try:
            model.prepare()
        except Exception as error:  # ONNX Runtime's exceptions share no base class
            self.replace_model(model, error)

    def stream(self, options: StreamOptions) -> Stream:
        """A new utterance. Raises RecognizerError for an unknown language or hotwords that are too long."""
        return Stream(self, options)

    def transcribe(self, samples: Float32, options: StreamOptions = StreamOptions()) -> Transcription:  # noqa: B008  frozen
        """One pass over a whole clip [n], float32 mono 16 kHz. Cut speech longer than about 20 s beforehand: the
        model was trained on clips of that length. Raises RecognizerError."""
        passes = StreamPasses(self, options)
        passes.append(samples)
        language, text = _transcript(passes("", 0, len(samples), _ANSWER_TOKENS), options.language)
        if copies_list(text, options.hotwords):
            # Were the hotwords heard, or copied from the prompt?
            text = (
                text if _transcript(passes.ask_without_hotwords("", 0, len(samples), None), options.language)[1] else ""
            )
        return Transcription(text, language or None)

    def close(self) -> None:
        """Frees the model; streams must not be used afterwards. Closing again is harmless."""
        model: Model | None = self.__dict__.pop("_model", None)
        if model is not None:
            model.free()

    def new_generator(self, options: StreamOptions) -> Generator:
        prompt = self._prompt(options)
        return Generator(self._model.tower, self._model.decoder, prompt, self.bundle.tokens, self._shortcuts)

    def _prompt(self, options: StreamOptions) -> Prompt:
        """The prompt, with as many of the hotwords, and then as much of the context, as the model has room for; what is
        left out is told once."""
        hotwords, context = options.hotwords, options.context
        room = self._model.decoder.config.max_positions - _SPEECH_POSITIONS
        while True:
            text = build_context(context, hotwords, self._tokenizer.added_tokens())
            prompt = Prompt.build(self._tokenizer, context=text, language=options.language)
            share = room / len(prompt.head)
            if share >= 1 or not (hotwords or context):
                break
            if hotwords:
                hotwords = hotwords[: min(len(hotwords) - 1, int(len(hotwords) * share))]
            else:
                context = context[: min(len(context) - 1, int(len(context) * share))]
        asked = (options.hotwords, options.context)
        if asked not in ((hotwords, context), self._too_long):
            self._too_long = asked
            if hotwords != options.hotwords:
                words = translate(
                    "Recognizer", "This model has no room for {0} hotwords: the first {1} of them are used."
                )
                self._notify(words.format(len(options.hotwords), len(hotwords)))
            if context != options.context:
                words = translate(
                    "Recognizer", "This model has no room for the whole context: its first {0:,} characters are used."
                )
                self._notify(words.format(len(context)))
        return prompt

    @property
    def tokenizer(self) -> Tokenizer:
        return self._tokenizer

    def replace_model(self, failed: Model, error: Exception) -> None:
        """Goes on with the next provider after `failed` broke; another stream may have done so already. Raises ProviderError."""
        if self._model is not failed:
            return
        label = PLANS[failed.provider].label
        if not self._names:
            raise ProviderError(
                translate("Recognizer", "The {0} failed and no other provider is left: {1}.").format(
                    label, _sentence(error)
                )
            ) from error
        words = translate("Recognizer", "{0} failed ({1}); going on with the {2}.")
        self._notify(words.format(label, _sentence(error), PLANS[self._names[0]].label))
        failed.free()  # its memory may be what the next one needs
        self._model = self._next_model()

    def _next_model(self) -> Model:
        """The first provider in line that loads and passes the self-test. Raises the last one's error."""
        while True:
            name = self._names.pop(0)
            try:
                return self._prove(name)
            except (ProviderError, BundleError) as error:
                if not self._names:
                    raise
                words = translate("Recognizer", "{0}. Trying the {1}.")
                self._notify(words.format(_sentence(error), PLANS[self._names[0]].label))

    def _prove(self, name: str) -> Model:
        started = time.perf_counter()
        try:
            model = self._opener(self.bundle, name, self._threads)
        except RecognizerError:
            raise
        except Exception as error:  # a card without memory left raises where it likes
            raise ProviderError(
                translate("Recognizer", "{0} could not load the model ({1})").format(
                    PLANS[name].label, _sentence(error)
                )
            ) from error
        opened = time.perf_counter()
        try:
            share = self_test.agreement(model.tower, model.decoder, self.bundle)
        except Exception as error:  # whatever a driver raises, the answer is the next provider
            model.free()
            raise ProviderError(
                translate("Recognizer", "{0} failed its self-test ({1})").format(PLANS[name].label, _sentence(error))
            ) from error
        if share < self_test.REQUIRED_AGREEMENT:
            model.free()
            # On the CPU the graphs compute what they say, so a wrong answer means other weights than the manifest's.
            if name == CPU:
                raise BundleError(
                    translate(
                        "Recognizer", "The model in {0} is damaged: it fails its self-test ({1:.0%} right)"
                    ).format(self.bundle.folder, share)
                )
            raise ProviderError(
                translate("Recognizer", "{0} gives wrong answers on this machine ({1:.0%} right)").format(
                    PLANS[name].label, share
                )
            )
        tested = time.perf_counter()
        self._thread = threading.get_ident()
        try:
            self._warm_up(model)
        except Exception as error:  # passed the short test, and had no memory left for more
            model.free()
            raise ProviderError(
                translate("Recognizer", "{0} could not load the model ({1})").format(
                    PLANS[name].label, _sentence(error)
                )
            ) from error
        return_freed_memory()
        self.load_times = LoadTimes(opened - started, tested - opened, time.perf_counter() - tested)
        return model

    def _warm_up(self, model: Model) -> None:
        prompt = Prompt.build(self._tokenizer)
        generator = Generator(model.tower, model.decoder, prompt, self.bundle.tokens, Shortcuts.none())
        end = 0
        for seconds in _WARM_UP_S:
            n_samples = int(seconds * SAMPLE_RATE)
            generator.append(self_test.sound(n_samples))
            end += n_samples
            generator.run("", 0, end, 3)


@dataclass(frozen=True)
class _Loaded:
    """What a stream's passes run on: its recogniser, the model of it that its generator was made for."""

    recognizer: Recognizer
    model: Model
    generator: Generator


class StreamPasses:
    """One stream's passes, on whatever provider works: the `generate` and the tokenizer of its stable-prefix machine.

    Keeps the audio of the current window, so that another provider, or another recogniser, can take over in the middle
    of an utterance.
    """

    def __init__(self, recognizer: Recognizer, options: StreamOptions) -> None:
        self._options = options
        self._audio: list[Float32] = []
        self._audio_from = 0
        self._spent = PassTimes()
        self._loaded: _Loaded | None = None
        self.continue_with(recognizer)

    def continue_with(self, recognizer: Recognizer) -> None:
        """Lets `recognizer` do the passes from now on, with the audio of the current window.

        Raises ProviderError when none of its providers has room for it.
        """
        self.let_go()
        while self._loaded is None:
            model = recognizer.model
            try:
                self._loaded = _Loaded(recognizer, model, self._generator_of(recognizer, self._options))
            except RecognizerError:
                raise
            except Exception as error:  # ONNX Runtime's exceptions share no base class
                recognizer.replace_model(model, error)

    def let_go(self) -> None:
        """Drops the model and its cache. Until `continue_with` no pass can be made."""
        if self._loaded is not None:
            self._spent = _sum(self._spent, self._loaded.generator.times)
        self._loaded = None

    def encode(self, text: str) -> list[int]:
        return self._use().recognizer.tokenizer.encode(text)

    def decode(self, ids: Sequence[int]) -> str:
        return self._use().recognizer.tokenizer.decode(ids)

    def _use(self) -> _Loaded:
        if self._loaded is None:
            raise RecognizerError("This stream has no model: let it continue with one first.")  # a caller's mistake
        return self._loaded

    def append(self, samples: Float32) -> None:
        """Audio that later passes may use: float32 [n], 16 kHz mono. A sample that is no sound is taken as silence.

        Raises RecognizerError while there is no model.
        """
        generator = self._use().generator
        samples = np.ascontiguousarray(samples, np.float32)
        sound = np.abs(samples) <= _LOUDEST
        if not sound.all():
            samples = np.where(sound, samples, np.float32(0))
        self._audio.append(samples)
        generator.append(samples)

    def __call__(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        """See `inference.stable_prefix.Generate`. Raises ProviderError when no provider is left."""
        self._forget_before(audio_start)
        return self._persist(
            lambda loaded: loaded.generator.run(prefix, audio_start, audio_end, max_tokens or _ANSWER_TOKENS, draft)
        )

    def ask_without_hotwords(
        self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Sequence[int] = ()
    ) -> str:
        """The same question from a prompt without the hotwords, asked once: are they heard, or copied?"""
        without = replace(self._options, hotwords=())
        return self._persist(
            lambda loaded: self._generator_of(loaded.recognizer, without).run(
                prefix, audio_start, audio_end, max_tokens or _ANSWER_TOKENS, draft
            )
        )

    def _persist(self, ask: Callable[[_Loaded], Answer]) -> str:
        """The answer, on the next provider where the present one fails. Raises ProviderError when none is left."""
        while True:
            loaded = self._use()
            try:
                return ask(loaded).text
            except RecognizerError:
                raise
            except Exception as error:  # ONNX Runtime's exceptions share no base class
                loaded.recognizer.replace_model(loaded.model, error)
                self.continue_with(loaded.recognizer)

    @property
    def times(self) -> PassTimes:
        return self._spent if self._loaded is None else _sum(self._spent, self._loaded.generator.times)

    def _generator_of(self, recognizer: Recognizer, options: StreamOptions) -> Generator:
        generator = recognizer.new_generator(options)
        generator.begin_at(self._audio_from)
        for samples in self._audio:
            generator.append(samples)
        return generator

    def _forget_before(self, audio_start: int) -> None:
        while self._audio and self._audio_from + len(self._audio[0]) <= audio_start:
            self._audio_from += len(self._audio.pop(0))


class Stream:
    """One utterance: audio in, events out. See `inference.utterance` for the rules that the text follows.

    A stream survives its recogniser. After an error, or to change the model in the middle of an utterance:

        shown += stream.let_go()               # the failed model's memory is free for the next one
        stream.continue_with(other)            # … and the text goes on: no word is lost, doubled or taken back
        stream.feed(more)

    The samples of the call that failed were taken in: they are not to be fed again.
    """

    def __init__(self, recognizer: Recognizer, options: StreamOptions) -> None:
        self._passes = StreamPasses(recognizer, options)
        self._decoder = UtteranceDecoder(
            self._passes, self._passes, options, ask_without_hotwords=self._passes.ask_without_hotwords
        )

    def feed(self, samples: Float32, *, merge: bool = False) -> list[StreamEvent]:
        """float32 mono 16 kHz [n], any length; decodes what completes a chunk.

        `merge` decodes several waiting chunks in one pass (2 s of new audio at most): the way to catch up. No samples
        decode what an error left waiting. Raises RecognizerError.
        """
        if len(samples):
            self._passes.append(samples)
        return self._decoder.feed(len(samples), merge=merge)

    def finish(self) -> list[StreamEvent]:
        """Decodes what is left and gives the `Final` last; calling it again gives nothing.

        Raises RecognizerError, and may be called again once another recogniser has taken over.
        """
        return self._decoder.finish()

    def let_go(self) -> list[StreamEvent]:
        """Drops the model and its cache; no audio can be fed until `continue_with`. Calling it again is harmless.

        Returns the events that came before the error in the call that failed.
        """
        self._passes.let_go()
        return self._decoder.take_events()

    def continue_with(self, recognizer: Recognizer) -> None:
        """Lets another recogniser go on, of the same model or another; a pass that failed is made again by the next call.

        Raises RecognizerError, after which the stream is as `let_go` leaves it.
        """
        self._passes.continue_with(recognizer)

    @property
    def times(self) -> PassTimes:
        """What the passes cost so far."""
        return self._passes.times


def _transcript(raw: str, forced: str | None) -> tuple[str, str]:
    """Language ("" for none) and text of a whole answer, without what is no speech in it."""
    raw = cut_at_doubt(clean_markers(raw, in_text=forced is not None))
    language, text = parse_asr_output(raw, forced)
    if forced is None and ASR_TEXT_TAG not in raw:
        text = strip_language_head(text)
    return language, collapse_loop(text)


def _sum(a: PassTimes, b: PassTimes) -> PassTimes:
    return PassTimes(**{name: value + getattr(b, name) for name, value in vars(a).items()})


def _sentence(error: Exception) -> str:
    """What an error says, short enough to show: drivers and ONNX Runtime answer with half a page of C++."""
    lines = str(error).strip().splitlines()
    line = (lines[0] if lines else type(error).__name__).rstrip(".。")
    if isinstance(error, RecognizerError):
        return line
    said = str(error).lower()
    if any(piece in said for piece in _NO_MEMORY):
        return translate("Recognizer", "its memory is full")
    if any(piece in said for piece in _LOST):
        return translate("Recognizer", "the device was lost")
    return line[:_LONGEST_CAUSE]


_LONGEST_CAUSE = 160

_NO_MEMORY = ("out of memory", "resource allocation failed", "failed to allocate memory")
_LOST = ("device lost", "device removed", "device-side assert", "unspecified launch failure")
"""Pieces of messages seen from drivers, in lower case."""

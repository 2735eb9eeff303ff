"""A bundle's model on the best provider that works, and on the next one when that fails.

A provider is used only after it has passed the self-test; one that fails, while it loads or in the middle of an utterance,
is freed before the next one is opened. One thread uses a chain.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inference import self_test
from inference.bundle import TOKENIZER, Bundle
from inference.errors import BundleError, ProviderError, RecognizerError
from inference.generation import Generator
from inference.messages import translate
from inference.options import SAMPLE_RATE, Shortcuts, StreamOptions
from inference.prompt import Prompt
from inference.providers import CPU, PLANS, Model, could_not_load, describe_failure, open_model, return_freed_memory
from inference.tokenizer import model_tokenizer

Opener = Callable[[Bundle, str, int | None], Model]
Notify = Callable[[str], None]

_SPEECH_POSITIONS = 1024
"""Of a prompt: 18 s of sound, the text recognised so far, and what a pass may add to it."""

_WARM_UP_S = (0.4, 2.5)
"""Lengths of sound run through the model at load, so that the first word does not wait for kernels."""


@dataclass(frozen=True)
class LoadTimes:
    """Seconds spent opening the graphs, running the self-test, and warming up."""

    open_s: float = 0.0
    self_test_s: float = 0.0
    warm_up_s: float = 0.0


class ProviderChain:
    """See the module.

    Attributes:
        bundle: what is loaded.
        tokenizer: the bundle's.
        load_times: how long loading took.
        shortcuts: what new generators use.
    """

    def __init__(
        self,
        bundle: Bundle,
        providers: Sequence[str],
        *,
        threads: int | None = None,
        shortcuts: Shortcuts = Shortcuts(),  # noqa: B008  frozen
        notify: Notify = lambda text: None,
        opener: Opener = open_model,
    ) -> None:
        """Opens the first of `providers` that works; see `Recognizer.load` for the rest.

        Raises BundleError or ProviderError as the last of them failed.
        """
        self.bundle = bundle
        self.tokenizer = model_tokenizer(bundle.path(TOKENIZER))
        self.load_times = LoadTimes()
        self._untried = list(providers)
        self._thread = threading.get_ident()
        self._threads = threads
        self.shortcuts = shortcuts
        self._notify = notify
        self._opener = opener
        self._reported: tuple[tuple[str, ...], str] = ((), "")
        self._model: Model | None = self._next_model()

    @property
    def model(self) -> Model:
        """The opened graphs. Raises RecognizerError after `close`."""
        if self._model is None:
            raise RecognizerError("The model has been freed.")  # a caller's mistake
        return self._model

    def new_generator(self, options: StreamOptions) -> Generator:
        """A generator for one stream on the present model.

        Raises RecognizerError for hotwords that are too long, and whatever a device without memory raises.
        """
        return Generator(
            self.model.tower, self.model.decoder, self._prompt(options), self.bundle.tokens, self.shortcuts
        )

    def settle(self) -> None:
        """Makes the calling thread the one that uses the model from now on.

        What CUDA captured belongs to the thread that loaded; without this the first words would wait for it to be made
        again, piece by piece. Elsewhere nothing is done. Raises ProviderError as a pass does.
        """
        model, thread = self.model, threading.get_ident()
        if model.prepare is None or thread == self._thread:
            return
        self._thread = thread
        try:
            model.prepare()
        except Exception as error:  # ONNX Runtime's exceptions share no base class
            self.replace(model, error)

    def replace(self, failed: Model, error: Exception) -> None:
        """Continues with the next provider after `failed` broke; another stream may have done so already.

        Raises ProviderError when none is left.
        """
        if self.model is not failed:
            return
        label, cause = PLANS[failed.provider].label, describe_failure(error)
        if not self._untried:
            message = translate("Recognizer", "The {0} failed, and no other provider is available: {1}.")
            raise ProviderError(message.format(label, cause)) from error
        message = translate("Recognizer", "{0} failed ({1}). Continuing with the {2}.")
        self._notify(message.format(label, cause, PLANS[self._untried[0]].label))
        failed.free()  # its memory may be what the next one needs
        self._model = self._next_model()

    def close(self) -> None:
        """Frees the model; streams must not be used afterwards. Closing again is harmless."""
        model, self._model = self._model, None
        if model is not None:
            model.free()
            return_freed_memory()

    def _prompt(self, options: StreamOptions) -> Prompt:
        """The prompt as far as the model has room for it; what is left out is reported once."""
        room = self.model.decoder.config.max_positions - _SPEECH_POSITIONS
        prompt, messages = Prompt.fitting(self.tokenizer, options, room)
        asked = (options.hotwords, options.context)
        if messages and asked != self._reported:
            self._reported = asked
            for message in messages:
                self._notify(message)
        return prompt

    def _next_model(self) -> Model:
        """The first provider in line that loads and passes the self-test. Raises the last one's error."""
        while True:
            name = self._untried.pop(0)
            try:
                return self._prove(name)
            except (ProviderError, BundleError) as error:
                if not self._untried:
                    raise
                message = translate("Recognizer", "{0}. Trying the {1}.")
                self._notify(message.format(describe_failure(error), PLANS[self._untried[0]].label))

    def _prove(self, name: str) -> Model:
        """Opens, tests and warms up one provider. Whatever a driver raises, the answer is the next provider."""
        started = time.perf_counter()
        try:
            model = self._opener(self.bundle, name, self._threads)
        except RecognizerError:
            raise
        except Exception as error:
            raise could_not_load(name, error) from error
        try:
            opened = time.perf_counter()
            self._self_test(model, name)
            tested = time.perf_counter()
            self._thread = threading.get_ident()
            try:
                self._warm_up(model)
            except Exception as error:  # passed the short test, and had no memory left for more
                raise could_not_load(name, error) from error
        except RecognizerError:
            model.free()
            raise
        return_freed_memory()
        self.load_times = LoadTimes(opened - started, tested - opened, time.perf_counter() - tested)
        return model

    def _self_test(self, model: Model, name: str) -> None:
        label = PLANS[name].label
        try:
            share = self_test.agreement(model.tower, model.decoder, self.bundle)
        except Exception as error:
            message = translate("Recognizer", "{0} failed its self-test ({1})")
            raise ProviderError(message.format(label, describe_failure(error))) from error
        if share >= self_test.REQUIRED_AGREEMENT:
            return
        # On the CPU the graphs compute what they say, so a wrong answer means other weights than the manifest's.
        if name == CPU:
            message = translate("Recognizer", "The model in {0} is damaged: it fails its self-test ({1:.0%} correct)")
            raise BundleError(message.format(self.bundle.folder, share))
        message = translate("Recognizer", "{0} computes wrong results on this computer ({1:.0%} correct)")
        raise ProviderError(message.format(label, share))

    def _warm_up(self, model: Model) -> None:
        prompt = Prompt.build(self.tokenizer)
        generator = Generator(model.tower, model.decoder, prompt, self.bundle.tokens, Shortcuts.none())
        end = 0
        for seconds in _WARM_UP_S:
            n_samples = int(seconds * SAMPLE_RATE)
            generator.append(self_test.sound(n_samples))
            end += n_samples
            generator.run("", 0, end, 3)

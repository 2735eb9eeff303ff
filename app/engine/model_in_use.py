"""Which model is in use: loaded beside the present one, taken between two utterances, replaced when it fails.

The engine asks the desk for the recogniser and lets it guard every piece of work with it. Loading happens on another
thread (`app.engine.model_loading.ModelLoader`); everything else on the engine's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.base.translation import model_words, translate
from app.engine.model_loading import Load, Loaded, ModelChoice, ModelLoader, RecognizerLike
from inference.errors import BundleError, ProviderError, RecognizerError
from inference.options import StreamOptions

log = logging.getLogger(__name__)

SWAP_AFTER_S = 12.0
"""A new model takes over between two utterances; if nobody pauses for this long, an edge is made."""
FAULTS_IN_A_ROW = 3

Tell = Callable[[str], None]


class ModelDesk:
    """See the module.

    Attributes:
        recognizer: what is in use, None until one is loaded and after it was lost.
        loading: a model is being loaded.
    """

    def __init__(
        self,
        model: ModelChoice,
        fallback: ModelChoice | None,
        load: Load,
        *,
        post: Callable[[Callable[[], None]], None],
        notice: Tell,
        later_notice: Tell,
        fail: Tell,
        ready: Callable[[], None],
        clock: Callable[[], float],
        probe: bool,
    ) -> None:
        """`post` runs something on the engine's thread; `later_notice` may be called on any; `fail` is told when there
        is no model left, `ready` when one has been loaded."""
        self.recognizer: RecognizerLike | None = None
        self.loading = False
        self._model = model
        self._fallback = fallback
        self._notice, self._fail, self._ready = notice, fail, ready
        self._clock = clock
        self._probe = probe
        self._loader = ModelLoader(load, lambda loaded, turn: post(lambda: self._take(loaded, turn)), later_notice)
        self._turn = 0  # the request that is waited for
        self._asked: tuple[ModelChoice, ...] = ()  # what is being loaded
        self._asked_options = StreamOptions()
        self._spare: tuple[ModelChoice, ...] = ()  # loaded if none of it can be
        self._rescuing = False
        self._next: Loaded | None = None
        self._next_since = 0.0
        self._old: list[RecognizerLike] = []
        self._faults = 0

    def load_first(self, options: StreamOptions) -> None:
        """Begins with the chosen model, or the one that is always there."""
        choices = [self._model]
        if self._fallback is not None and self._fallback.bundle != self._model.bundle:
            choices.append(self._fallback)
        self.load(choices, options)

    def load(self, choices: Sequence[ModelChoice], options: StreamOptions) -> None:
        """Loads the first of `choices` that can be, beside the present model."""
        self.loading = True
        self._asked, self._asked_options, self._rescuing = tuple(choices), options, False
        self._turn = self._loader.start(choices, options, probe=self._probe)

    def _rescue(self) -> bool:
        """Nothing is in use and what was asked for cannot be loaded: loads what has not been tried, if there is any."""
        spare = (*self._spare, *([self._fallback] if self._fallback is not None else []))
        rest = [choice for choice in dict.fromkeys(spare) if choice not in self._asked]
        self._spare = ()
        if rest:
            self.load(rest, self._asked_options)
            self._rescuing = True
        return bool(rest)

    def _take(self, loaded: Loaded, turn: int) -> None:
        recognizer = loaded.recognizer
        if turn != self._turn:  # another request was made while this answer waited to be taken
            if recognizer is not None:
                recognizer.close()
            return
        self.loading = False
        if recognizer is None and self.recognizer is None and self._next is None:
            if self._rescue():
                for problem in loaded.problems:
                    self._notice(problem)
            else:
                self._fail(" ".join(loaded.problems))
            return
        for problem in loaded.problems:
            self._notice(problem)
        if recognizer is None:
            present = self.recognizer or (self._next.recognizer if self._next is not None else None)
            assert present is not None
            sentence = translate("Audio", "“{model}” stays in use.")
            self._notice(sentence.format(model=model_words(present.bundle.name)))
            return
        self._spare = ()
        if loaded.problems or self._rescuing:
            sentence = translate("Audio", "“{model}” is used instead.")
            self._notice(sentence.format(model=model_words(recognizer.bundle.name)))
        self._ready()
        if self._next is not None and self._next.recognizer is not None:
            self._old.append(self._next.recognizer)
        self._next, self._next_since = loaded, self._clock()

    def needs_edge(self) -> bool:
        """A loaded model has waited long for the end of an utterance; asking makes it wait anew."""
        if self._next is None or self._clock() - self._next_since <= SWAP_AFTER_S:
            return False
        self._next_since = self._clock()
        return True

    def swap(self, busy: bool) -> bool:
        """Takes a loaded model into use unless an utterance is running with the present one; True if it did."""
        taken = self._next is not None and not busy
        if self._next is not None and taken:
            if self.recognizer is not None:
                self._old.append(self.recognizer)
            self.recognizer, self._model = self._next.recognizer, self._next.choice
            self._next = None
            self._faults = 0
            self._settle()
        while self._old:
            self._old.pop().close()
        return taken

    def _settle(self) -> None:
        """The model was loaded on another thread. If it cannot be had on this one, the first words find out what to do."""
        try:
            if self.recognizer is not None:
                self.recognizer.settle()
        except RecognizerError as error:
            log.warning("the recogniser could not settle: %s", error)

    def all_well(self) -> None:
        """An utterance came to its end: earlier faults were not the model's."""
        if self.recognizer is not None:
            self._faults = 0

    def guard(
        self,
        work: Callable[[RecognizerLike], bool],
        fail: Callable[[], None],
        fail_all: Callable[[], None],
        options: StreamOptions,
    ) -> bool:
        """Does a piece of work with the recogniser; False if there was none to do or it failed.

        `fail` makes what failed wait for another attempt, `fail_all` everything that uses the recogniser.
        """
        recognizer = self.recognizer
        if recognizer is None:
            return False
        try:
            return work(recognizer)
        except (ProviderError, BundleError) as error:
            log.warning("the recogniser gave up: %s", str(error))  # the error itself holds the stream
            fail_all()
            self._replace(str(error), options)
        except Exception as error:  # a RecognizerError of another kind is about what was asked, not about the model
            log.exception("an error in the recogniser")
            fail()
            self._faults += 1
            sentence = translate("Audio", "An error in the recogniser ({error}). Captions go on with the next words.")
            self._notice(sentence.format(error=error))
            if self._faults >= FAULTS_IN_A_ROW:
                fail_all()
                self._replace(translate("Audio", "The model fails again and again."), options)
        return False

    def _replace(self, reason: str, options: StreamOptions) -> None:
        """The model cannot go on: the same on the CPU, else the model that is always there."""
        failed, self.recognizer = self.recognizer, None
        self._faults = 0
        choices = []
        if failed is not None:
            self._old.append(failed)
            if "cpu" not in (failed.provider, self._model.provider):
                choices.append(replace(self._model, provider="cpu"))
        if self._fallback is not None and self._fallback.bundle != self._model.bundle:
            choices.append(self._fallback)
        if not choices and not self.loading and self._next is None:
            self._fail(reason)
            return
        self._notice(reason)
        if self.loading:
            self._spare = tuple(choices)
        elif self._next is None:  # else a new model is ready and takes over at once
            self.load(choices, options)

    def close(self) -> None:
        """Frees every model; what is still being loaded is freed when it comes."""
        self._loader.abandon()
        recognizers = [self.recognizer, self._next.recognizer if self._next else None, *self._old]
        self.recognizer = self._next = None
        self._old.clear()
        for recognizer in recognizers:
            if recognizer is not None:
                recognizer.close()

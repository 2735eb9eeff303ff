"""Which model is in use: loaded beside the present one, taken between two utterances, replaced when it fails.

The engine asks for the recogniser and reports its failures. Which provider runs a model is the recogniser's business; when
it gives up, all of them have been tried. Loading happens on another thread (`app.engine.model_loading.ModelLoader`);
everything else on the engine's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from app.base.events import EngineEvent, Failed, Notice
from app.base.translation import model_words, translate
from app.engine.model_loading import Load, Loaded, ModelChoice, ModelLoader, RecognizerLike
from app.engine.pace import PassCost
from inference.errors import BundleError, ProviderError, RecognizerError
from inference.options import StreamOptions
from inference.providers import return_freed_memory

log = logging.getLogger(__name__)

LOOK_AFTER_S = (5.0, 10.0, 20.0, 30.0)
"""Pauses between looks for a server that was lost; the last one from then on."""
SWAP_AFTER_S = 12.0
"""A new model takes over between two utterances; if nobody pauses for this long, in the middle of one."""
FAULTS_IN_A_ROW = 3
TIDY_EVERY_S = 300.0
"""Passes and requests leave their memory in ever-new pieces, which the C library keeps: 12 MB an hour of speech until it is
asked."""


class ModelInUse:
    """See the module.

    Attributes:
        recognizer: what is in use, None until one is loaded and after it was lost.
        loading: a model is being loaded.
        problem: why there is no model and none is coming, else "".
        cost: what passes of the model in use took when it was loaded, None where that is not known.
        rest_after_s: the model is let go of when nobody has used it for so long, 0 for never; `wake` loads it again.
    """

    def __init__(
        self,
        model: ModelChoice,
        fallback: ModelChoice | None,
        load: Load,
        emit: Callable[[EngineEvent], None],
        post: Callable[[Callable[[], None]], None],
        *,
        clock: Callable[[], float],
        probe: bool,
        advise: bool = True,
        rest_after_s: float = 0.0,
    ) -> None:
        """`post` runs something on the engine's thread, where `emit` may be called. `probe` measures every model that is
        loaded, and `advise` says so where it is too slow."""
        self.recognizer: RecognizerLike | None = None
        self.loading = False
        self.problem = ""
        self.cost: PassCost | None = None
        self.rest_after_s = rest_after_s
        self._used_at = self._tidied_at = clock()
        self._rested: tuple[Any, str] | None = None
        self._model = model
        self._fallback = fallback
        self._emit = emit
        self._clock = clock
        self._probe = probe
        self._loader = ModelLoader(
            load,
            done=lambda loaded, turn: post(lambda: self._take(loaded, turn)),
            notice=lambda text: post(lambda: emit(Notice(text))),
            advise=advise,
        )
        self._turn = 0  # the request that is waited for
        self._asked: tuple[ModelChoice, ...] = ()  # what is being loaded
        self._asked_options = StreamOptions()
        self._rescuing = False
        self._next: Loaded | None = None
        self._next_since = 0.0
        self._old: list[RecognizerLike] = []
        self._faults = 0
        self._away: ModelChoice | None = None  # the server that is to return
        self._looks = 0
        self._look_at = 0.0
        self._looking = False

    def load_first(self, options: StreamOptions) -> None:
        """Begins with the chosen model, or the one that is always there."""
        choices = [self._model]
        if self._fallback is not None and self._fallback.model != self._model.model:
            choices.append(self._fallback)
        self.load(choices, options)

    def load(self, choices: Sequence[ModelChoice], options: StreamOptions) -> None:
        """Loads the first of `choices` that can be, beside the present model."""
        self.loading, self.problem = True, ""
        self._looking, self._away = False, None
        self._asked, self._asked_options, self._rescuing = tuple(choices), options, False
        again = self._rested is not None and self.cost is not None and self._asked[0] == self._model
        self._turn = self._loader.start(choices, options, probe=self._probe and not again)

    def _rescue(self) -> bool:
        """Nothing is in use and what was asked for cannot be loaded: loads the fallback if it has not been tried."""
        if self._fallback is None or self._fallback in self._asked:
            return False
        asked = self._asked
        self.load([self._fallback], self._asked_options)
        self._rescuing = True
        self._expect(asked[0])
        return True

    def _expect(self, lost: ModelChoice) -> None:
        """A server that does not answer is looked for until it is back. A model that failed is not."""
        if lost.server is not None:
            self._away, self._looks = lost, 0
            self._look_at = self._clock() + LOOK_AFTER_S[0]

    def look_for_server(self, options: StreamOptions) -> None:
        """Tries a server that was lost now and then, without a word until it is back. Called in every turn."""
        idle = not (self.loading or self._looking) and self._next is None
        if self._away is None or not idle or self._clock() < self._look_at:
            return
        self._looking = True
        self._turn = self._loader.start([self._away], options, probe=False)

    def _found(self, loaded: Loaded) -> None:
        """What came of looking for the server."""
        self._looking = False
        self._looks += 1
        if loaded.recognizer is None:
            self._look_at = self._clock() + LOOK_AFTER_S[min(self._looks, len(LOOK_AFTER_S) - 1)]
            return
        self._away = None
        self.problem = ""
        message = translate("Audio", "“{model}” is back, and captions use it again.")
        self._emit(Notice(message.format(model=model_words(loaded.recognizer.bundle.name))))
        self._next, self._next_since = loaded, self._clock()

    def _take(self, loaded: Loaded, turn: int) -> None:
        recognizer = loaded.recognizer
        if turn != self._turn:  # another request was made while this answer waited to be taken
            if recognizer is not None:
                recognizer.close()
            return
        if self._looking:
            self._found(loaded)
            return
        self.loading = False
        if recognizer is None and self.recognizer is None and self._next is None:
            if self._rescue():
                for problem in loaded.problems:
                    self._emit(Notice(problem))
            else:
                self._fail(" ".join(loaded.problems))
            return
        for problem in loaded.problems:
            self._emit(Notice(problem))
        if recognizer is None:
            present = self.recognizer or (self._next.recognizer if self._next is not None else None)
            assert present is not None
            message = translate("Audio", "“{model}” remains in use.")
            self._emit(Notice(message.format(model=model_words(present.bundle.name))))
            self._expect(self._asked[0])
            return
        if loaded.problems or self._rescuing:
            message = translate("Audio", "“{model}” is used instead.")
            self._emit(Notice(message.format(model=model_words(recognizer.bundle.name))))
        self.problem = ""
        if loaded.choice != self._asked[0]:
            self._expect(self._asked[0])
        if self._next is not None and self._next.recognizer is not None:
            self._old.append(self._next.recognizer)
        self._next, self._next_since = loaded, self._clock()

    @property
    def waiting_to_swap(self) -> bool:
        """A loaded model waits to be taken into use."""
        return self._next is not None

    def may_swap(self, *, busy: bool) -> bool:
        """A loaded model may take over: no utterance runs with the present one, or its end has been waited for long."""
        if self._next is None:
            return False
        if busy and self.recognizer is not None and not getattr(self._next.recognizer, "takes_over", True):
            return False  # it begins with an utterance, or not at all
        return not busy or self.recognizer is None or self._clock() - self._next_since > SWAP_AFTER_S

    def swap(self) -> None:
        """Takes the loaded model into use. Whoever uses the present one has let go of it."""
        assert self._next is not None, "may_swap() first"
        if self.recognizer is not None:
            self._old.append(self.recognizer)
        if self._next.cost is not None or self._next.choice != self._model:
            self.cost = self._next.cost
        self.recognizer, self._model = self._next.recognizer, self._next.choice
        self._rested = None
        self._next = None
        self._faults = 0
        self._settle()

    @property
    def described(self) -> tuple[Any, str] | None:
        """Bundle and provider of the model in use, or of the one that rests."""
        recognizer = self.recognizer
        return (recognizer.bundle, recognizer.provider) if recognizer is not None else self._rested

    def rest_unless(self, used: bool) -> None:
        """Lets go of a model that has not been `used` for long: its memory is for others meanwhile."""
        recognizer, now = self.recognizer, self._clock()
        if used or recognizer is None or self.loading or self._next is not None:
            self._used_at = now
        elif self.rest_after_s and now - self._used_at >= self.rest_after_s:
            self._rested = (recognizer.bundle, recognizer.provider)
            self._old.append(recognizer)
            self.recognizer = None

    def wake(self, options: StreamOptions) -> None:
        """Somebody needs the model: one that rests is loaded again."""
        if self._rested is not None and self.recognizer is None and not self.loading:
            self.load_first(options)

    def close_old(self) -> None:
        """Frees the models that are no longer in use."""
        while self._old:
            self._old.pop().close()

    def tidy(self) -> None:
        """Gives memory that is free back to the system now and then. Called in every turn."""
        if self._clock() - self._tidied_at >= TIDY_EVERY_S:
            self._tidied_at = self._clock()
            return_freed_memory()

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

    def note_failure(self, error: Exception, options: StreamOptions) -> None:
        """The recogniser failed at work, which everybody has let go of: it is tried again, or replaced if it gave up."""
        if isinstance(error, ProviderError | BundleError):
            log.warning("the recogniser gave up: %s", str(error))  # the error itself holds the model
            self._replace(str(error), options)
            return
        # A RecognizerError of another kind is about what was asked, not about the model.
        log.error("an error in the recogniser", exc_info=error)
        self._faults += 1
        message = translate("Audio", "Speech recognition hit an error ({error}). Captions continue.")
        self._emit(Notice(message.format(error=error)))
        if self._faults >= FAULTS_IN_A_ROW:
            self._replace(translate("Audio", "The model keeps failing."), options)

    def _replace(self, reason: str, options: StreamOptions) -> None:
        """The model cannot continue: the one that is coming takes its place, else the one that is always there."""
        if self.recognizer is not None:
            self._old.append(self.recognizer)
        self.recognizer = None
        self._faults = 0
        if self.loading or self._next is not None:
            self._emit(Notice(reason))
        elif self._fallback is not None and self._fallback.model != self._model.model:
            lost = self._model
            if lost.server is not None:
                message = translate("Audio", "{reason} Until it is back, captions continue on this computer.")
                reason = message.format(reason=reason)
            self._emit(Notice(reason))
            self.load([self._fallback], options)
            self._expect(lost)
        else:
            self._fail(reason)

    def _fail(self, problem: str) -> None:
        self.problem = problem
        self._emit(Failed(problem))

    def close(self) -> None:
        """Frees every model; what is still being loaded is freed when it comes."""
        self._loader.abandon()
        recognizers = [self.recognizer, self._next.recognizer if self._next else None, *self._old]
        self.recognizer = self._next = None
        self._old.clear()
        for recognizer in recognizers:
            if recognizer is not None:
                recognizer.close()

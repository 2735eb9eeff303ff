"""What the engine needs of a recogniser, and the thread that loads one while sound is being kept.

`inference.recognizer.Recognizer` runs a model on this computer, those of `app.remote.opening` ask a server; tests
script another.
"""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from app.base.leaving import LOADER
from app.base.settings import Server
from app.base.translation import model_words, translate
from app.engine.pace import PassCost
from app.engine.probe import measure_cost, probe_sound, speed_advice
from app.models.errors import ModelError
from app.models.installed import locate, starter_folder
from app.remote.connect import connect
from inference.errors import RecognizerError
from inference.events import StreamEvent
from inference.hotwords import build_context
from inference.languages import find_language
from inference.options import StreamOptions

if TYPE_CHECKING:
    from inference.recognizer import Transcription

log = logging.getLogger(__name__)

Samples = npt.NDArray[np.float32]
PATIENCE_S = 20.0
"""A request to load waits so long for an earlier one."""


class StreamLike(Protocol):
    """One utterance."""

    def feed(self, samples: Samples, *, merge: bool = False) -> list[StreamEvent]: ...

    def finish(self) -> list[StreamEvent]: ...

    def let_go(self) -> list[StreamEvent]: ...

    def continue_with(self, recognizer: Any) -> None: ...


class RecognizerLike(Protocol):
    """A loaded model."""

    @property
    def provider(self) -> str: ...

    @property
    def bundle(self) -> Any: ...

    def settle(self) -> None: ...

    def stream(self, options: StreamOptions) -> StreamLike: ...

    def transcribe(self, samples: Samples, options: StreamOptions = ...) -> Transcription: ...

    def close(self) -> None: ...


def check_options(options: StreamOptions) -> None:
    """Raises RecognizerError for words that are too many or a language that is not known."""
    build_context(options.context, options.hotwords)
    if options.language is not None:
        find_language(options.language)


@dataclass(frozen=True)
class ModelChoice:
    """A model to use, by name: where it lies is found out when it is loaded, as a disk may be slow.

    Attributes:
        model: as the setting `captions.model` has it: "" for the starter model, the name of a folder in the folder for
            models, or the absolute path of a bundle.
        provider: the execution provider, "auto" to let the recogniser choose.
        models_folder: the setting `models.folder`.
        server: the server that recognises in place of a model on this computer; `model` is its id then.
        streams: how many may be open at once.
    """

    model: str = ""
    provider: str = "auto"
    models_folder: str = ""
    server: Server | None = None
    streams: int = 1


Load = Callable[[ModelChoice, Callable[[str], None]], RecognizerLike]
"""Loads a model; the second argument takes notices. Raises RecognizerError or ModelError."""


def load_recognizer(choice: ModelChoice, notice: Callable[[str], None]) -> RecognizerLike:
    """The program's own way to load a model."""
    if choice.server is not None:
        return connect(choice.server, choice.models_folder, notice)
    from inference.providers import open_model
    from inference.recognizer import Recognizer

    bundle = locate(choice.model, choice.models_folder)
    opener = functools.partial(open_model, streams=choice.streams)
    return Recognizer.load(bundle, choice.provider, on_notice=notice, opener=opener)


@dataclass(frozen=True)
class Loaded:
    """How loading ended: a recogniser, or why there is none.

    Attributes:
        choice: what was loaded, or what was asked for first if nothing could be.
        recognizer: None if every choice failed.
        problems: a message for each choice that failed.
        cost: what its passes take here, None where that was not measured.
    """

    choice: ModelChoice
    recognizer: RecognizerLike | None
    problems: tuple[str, ...] = ()
    cost: PassCost | None = None


def load_first(choices: Sequence[ModelChoice], load: Load, notice: Callable[[str], None]) -> Loaded:
    """The first of `choices` that can be loaded. Nothing is raised: a model that fails must not end the captions."""
    problems = []
    for choice in choices:
        try:
            recognizer = load(choice, notice)
        except (RecognizerError, ModelError) as error:
            problems.append(str(error))
        except Exception as error:
            log.exception("loading %s", choice)
            message = translate("Audio", "The model in “{folder}” could not be loaded ({error}).")
            problems.append(message.format(folder=choice.model or starter_folder(), error=error))
        else:
            return Loaded(choice, recognizer, tuple(problems))
    return Loaded(choices[0], None, tuple(problems))


class ModelLoader:
    """Loads models on threads of their own, one at a time; the newest request wins."""

    def __init__(
        self,
        load: Load,
        done: Callable[[Loaded, int], None],
        notice: Callable[[str], None],
        *,
        advise: bool = True,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """`done` is told the request's number too: another may have been made before the answer is taken.
        `advise`: a model that is measured and too slow for live captions is a notice.
        `patience_s`: how long a request waits for an earlier one to come to its end."""
        self._advise = advise
        self._patience_s = patience_s
        self._load = load
        self._done = done
        self._notice = notice
        self._turn = 0
        self._lock = threading.Lock()
        self._at_work = threading.Lock()

    def start(self, choices: Sequence[ModelChoice], options: StreamOptions, *, probe: bool = True) -> int:
        """Begins to load, and gives the request's number; `done` is called on the loader's thread, unless a newer
        request came meanwhile."""
        with self._lock:
            self._turn += 1
            turn = self._turn
        arguments = (tuple(choices), options, turn, probe)
        threading.Thread(target=self._run, args=arguments, name=LOADER, daemon=True).start()
        return turn

    def abandon(self) -> None:
        """Nobody waits any more: what is being loaded is closed when it comes."""
        with self._lock:
            self._turn += 1

    def _run(self, choices: tuple[ModelChoice, ...], options: StreamOptions, turn: int, probe: bool) -> None:
        # Two large models in the making at once are more than many a computer holds. One that hangs is left behind.
        at_work = self._at_work
        if not at_work.acquire(timeout=self._patience_s):
            at_work = self._at_work = threading.Lock()
            at_work.acquire()
        try:
            if turn == self._turn:
                self._load_one(choices, options, turn, probe)
        finally:
            at_work.release()

    def _load_one(self, choices: tuple[ModelChoice, ...], options: StreamOptions, turn: int, probe: bool) -> None:
        loaded = load_first(choices, self._load, lambda text: self._notice(text) if turn == self._turn else None)
        if probe and loaded.recognizer is not None and turn == self._turn:
            loaded = replace(loaded, cost=self._measure(loaded.recognizer, options))
        with self._lock:
            current = turn == self._turn
        if current:
            self._done(loaded, turn)
        elif loaded.recognizer is not None:
            loaded.recognizer.close()

    def _measure(self, recognizer: RecognizerLike, options: StreamOptions) -> PassCost | None:
        """What passes take; a notice is given where that is too long."""
        try:
            cost = measure_cost(recognizer, options, probe_sound())
        except Exception as error:  # the engine meets the same error with its own means
            log.warning("the speed could not be measured: %s", error)
            return None
        log.info("one pass takes %.3f s and %.3f s for each second of new sound", cost.fixed_s, cost.per_s)
        bundle = recognizer.bundle
        is_starter = bundle.folder.resolve() == starter_folder().resolve()
        advice = speed_advice(cost, options, model_words(bundle.name), recognizer.provider, is_starter=is_starter)
        if advice and self._advise:
            self._notice(advice)
        return cost

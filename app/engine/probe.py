"""How fast a model is on this computer: what its passes take, measured over a recording when it is loaded, and advice."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import soundfile

from app.base.translation import translate
from app.engine.pace import ROOMY_LOAD, STEPS_MS, Automatic, PassCost, shortest_step
from inference.options import SAMPLE_RATE, StreamOptions

if TYPE_CHECKING:
    from app.engine.model_loading import RecognizerLike

Samples = npt.NDArray[np.float32]

SAMPLE = Path(str(resources.files("resources"))) / "sample.wav"

BEFORE_S = (1.92, 1.92)
"""Sound before the passes whose time is taken: about a sentence, so that they cost what they will cost."""
LONG_S, SHORT_MS = 0.96, 160
"""New sound in the passes whose time is taken, one of each in a round."""
FEWEST_ROUNDS, MOST_ROUNDS = 2, 3
LONG_ENOUGH_S = 1.0
"""Rounds after the fewest are for fast models; nobody is kept waiting for them."""


def probe_sound() -> Samples:
    """Some seconds of speech: the recording that ships with the program."""
    samples, _ = soundfile.read(str(SAMPLE), dtype="float32")
    return np.asarray(samples, np.float32)


def measure_cost(
    recognizer: RecognizerLike,
    options: StreamOptions,
    sound: Samples,
    clock: Callable[[], float] = time.perf_counter,
) -> PassCost:
    """What a pass takes on this machine, some seconds into an utterance of speech; measured, not guessed.

    The best of several passes: a machine that is starting other programs is slow only for the moment. Raises what the
    recogniser raises.
    """
    stream = recognizer.stream(replace(options, chunk_ms=SHORT_MS, first_chunk_ms=None))
    at = 0

    def feed(seconds: float) -> float:
        nonlocal at
        begin, at = at, at + round(seconds * SAMPLE_RATE)
        started = clock()
        stream.feed(sound[begin:at], merge=True)
        return clock() - started

    for seconds in BEFORE_S:
        feed(seconds)
    long: list[float] = []
    short: list[float] = []
    for done in range(MOST_ROUNDS):
        if done >= FEWEST_ROUNDS and sum(long) + sum(short) > LONG_ENOUGH_S:
            break
        long.append(feed(LONG_S))
        short.append(feed(SHORT_MS / 1000))
    stream.let_go()
    return PassCost.between((SHORT_MS / 1000, min(short)), (LONG_S, min(long)))


def speed_advice(cost: PassCost, options: StreamOptions, model: str, provider: str, *, is_starter: bool) -> str:
    """What to tell a user whose machine needs `cost` for a pass; "" if it keeps up, with the longest step if need be."""
    automatic = isinstance(options, Automatic)
    chunk_ms = STEPS_MS[-1] if automatic else options.chunk_ms
    if cost.load(chunk_ms) <= 1.0:
        return ""
    ways = []
    if not automatic and cost.load(shortest_step(cost, ROOMY_LOAD)) <= ROOMY_LOAD:
        ways.append(translate("Audio", "Set Speed to “Automatic”, which works in longer steps."))
    if not is_starter:
        ways.append(translate("Audio", "The starter model is faster."))
    message = translate(
        "Audio",
        "“{model}” needs {need:.1f} s for every {chunk:.2f} s of speech on this computer ({provider}), so captions will "
        "fall behind.",
    )
    said = message.format(model=model, provider=provider.upper(), need=cost.seconds(chunk_ms), chunk=chunk_ms / 1000)
    return " ".join([said, *ways])

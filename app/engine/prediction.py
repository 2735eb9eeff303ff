"""Will a model run here? Memory and the delay of words, for each precision and provider, before 4 GB are downloaded.

A few layers of the model's real shape (`onnx_export.sample`) are run on this computer for a few seconds, and their times
multiplied by the number of its layers. A pass over speech is then put together from them: the sizes of its parts are those
that the full-size model had on an eight-core computer, where a pass at 320 ms spent 160 ms in the prefill of about 79
rows, 56 ms in the tower and 73 ms in 1.3 decode steps (`tests/bench/RESULTS.md`).
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from app.engine.pace import ROOMY_LOAD, Automatic, PassCost, shortest_step, with_step, words_after_s
from inference.config import ModelConfig
from inference.errors import RecognizerError
from inference.providers import CPU, PLANS, open_model, why_not_precision
from onnx_export.sample import layer_parameters, write_sample

log = logging.getLogger(__name__)

PREFILL_ROWS = 72
"""Rows of the decoder in a pass, besides those of the new sound."""
ROWS_PER_S = 16.5
"""Rows for each second of new sound: 13 of audio, 3.5 of text."""
STEPS_PER_S = 4.3
"""Decode steps for each second of new sound."""
WINDOW_SHARE = 0.65
"""Of the tower's time for a whole attention window: the open one is half full on average."""

REPEATS, MOST_S = 8, 1.5
"""How often a part is run, and after how many seconds no more."""
PAST = 300

CPU_BASE_BYTES, CARD_BASE_BYTES = 250_000_000, 1_200_000_000
"""Memory besides the weights: the program and the K/V cache; on a card, CUDA itself and the captured graphs."""


@dataclass(frozen=True)
class Prediction:
    """What to expect of one precision on one provider.

    Attributes:
        memory_bytes: of the computer, or of the graphics card.
        cost: of a pass.
        step_ms: the step that "Automatic" would choose.
        words_after_s: about how long after its end a word appears.
        load: share of the time in which sound comes that is spent computing; above 1, captions fall behind.
    """

    precision: str
    provider: str
    memory_bytes: int
    cost: PassCost
    step_ms: int
    words_after_s: float
    load: float

    @property
    def keeps_up(self) -> bool:
        return self.load <= ROOMY_LOAD


@dataclass(frozen=True)
class Parts:
    """Seconds of the parts of a pass.

    Attributes:
        stem_s: the convolutions for one second of sound.
        window_s: the tower for one whole attention window.
        step_s: a decode step.
        base_s, row_s: a prefill takes `base_s`, and `row_s` for each of its rows.
    """

    stem_s: float
    window_s: float
    step_s: float
    base_s: float
    row_s: float

    def cost(self) -> PassCost:
        """Of a pass over speech."""
        fixed_s = WINDOW_SHARE * self.window_s + self.stem_s + self.base_s + PREFILL_ROWS * self.row_s
        return PassCost(fixed_s, STEPS_PER_S * self.step_s + ROWS_PER_S * self.row_s)


def predict(
    config: ModelConfig, precision: str, provider: str, disk_bytes: int, threads: int | None = None
) -> Prediction:
    """What to expect of a model of this shape here. Raises RecognizerError where the provider cannot be used, OSError."""
    with tempfile.TemporaryDirectory(prefix="r2t2-sample-") as folder:
        bundle = write_sample(config, precision, Path(folder))
        model = open_model(bundle, provider, threads)
        try:
            parts = measure_parts(model, bundle, config)
        finally:
            model.free()
    cost = parts.cost()
    step_ms = shortest_step(cost, ROOMY_LOAD)
    base = CPU_BASE_BYTES if provider == CPU else CARD_BASE_BYTES
    return Prediction(
        precision,
        provider,
        disk_bytes + base,
        cost,
        step_ms,
        words_after_s(with_step(Automatic(), step_ms), cost),
        cost.load(step_ms),
    )


def measure_parts(model: Any, bundle: Any, whole: ModelConfig) -> Parts:
    """Times of the sample's parts, extrapolated to the whole model by its layers, and by the size of its head."""
    small: ModelConfig = bundle.config
    audio, decoder = small.audio, model.decoder
    features = np.random.default_rng(0).standard_normal((1, audio.n_mels, audio.chunk_frames)).astype(np.float32)
    chunks = [model.tower.stem(features)[0]] * audio.chunks_per_window
    cache = decoder.grown(decoder.new_cache(), PAST + 160)
    ids = [i % small.decoder.vocab_size for i in range(128)]

    def run(n_rows: int) -> None:
        cache.length = PAST
        decoder.next_ids([ids[:n_rows]], cache, range(max(0, n_rows - 6), n_rows))

    layer, head = layer_parameters(small), small.decoder.hidden_size
    sampled = layer * small.decoder.n_layers + head * small.decoder.vocab_size
    n_layers = whole.decoder.n_layers
    # A step reads every weight once: time goes with their number. Few rows of a prefill pass the head.
    by_weights = (layer * n_layers + head * whole.decoder.vocab_size) / sampled
    by_layers = n_layers / small.decoder.n_layers
    step_s = seconds(lambda: run(1)) * by_weights
    few_s, many_s = seconds(lambda: run(32)) * by_layers, seconds(lambda: run(128)) * by_layers
    row_s = max((many_s - few_s) / 96, 0.0)
    return Parts(
        stem_s=seconds(lambda: settle(model.tower.stem(features)[0])),
        window_s=seconds(lambda: settle(model.tower.window(chunks))) * whole.audio.n_layers / audio.n_layers,
        step_s=step_s,
        base_s=max(few_s - 32 * row_s, 0.0) + step_s * (1 - by_layers / by_weights),
        row_s=row_s,
    )


def settle(rows: Any) -> None:
    """Rows that stay on a device are only started."""
    if hasattr(rows, "wait"):
        rows.wait()


def seconds(call: Callable[[], object]) -> float:
    """Of one call: the fastest of several, which other programs disturbed the least."""
    call()
    times: list[float] = []
    while len(times) < REPEATS and (len(times) < 2 or sum(times) < MOST_S):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return min(times)


def ways() -> list[tuple[str, str]]:
    """(precision, provider) of every way to run a large model on this computer, the best provider first."""
    found = []
    for plan in PLANS.values():
        # fp32 and fp16 on the CPU are for proof; Core ML runs the tower alone, and was measured nowhere.
        precisions = ("int8", "int4") if plan.name == CPU else () if plan.decoder_on_cpu else plan.precisions
        found += [(precision, plan.name) for precision in precisions if why_not_precision(plan.name, precision) is None]
    return found


def recommended(predictions: Sequence[Prediction]) -> Prediction | None:
    """The one whose words come soonest, of those that keep up; else none. The first of equals."""
    fitting = [one for one in predictions if one.keeps_up]
    return min(fitting, key=lambda one: round(one.words_after_s, 1), default=None)


def predict_all(config: ModelConfig, sizes: Mapping[str, int], threads: int | None = None) -> list[Prediction]:
    """A prediction for every way for which `sizes` has the bytes of a bundle; one whose provider fails is left out."""
    found = []
    for precision, provider in ways():
        if precision not in sizes:
            continue
        try:
            found.append(predict(config, precision, provider, sizes[precision], threads))
        except RecognizerError as error:
            log.info("no prediction for %s on %s: %s", precision, provider, error)
    return found

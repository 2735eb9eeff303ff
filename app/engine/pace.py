"""How soon words appear where that is left to the program: the shortest step that this computer keeps up with.

A pass takes a time of its own, however little sound is new in it (what was heard before is looked at again), and more for
every second that is new. Passes over two lengths of sound, taken when a model is loaded, give both. What passes take from
then on says how much slower or faster the computer has become: on battery, or beside other programs. Pure: it is handed
times and counts of samples, and knows no clock.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from inference.options import PRESETS, SAMPLE_RATE, StreamOptions, preset

AUTOMATIC = "automatic"

STEPS_MS: tuple[int, ...] = (*range(160, 640, 80), *range(640, 1280, 160), 1280, 1600, 2000)
"""Steps to choose from: multiples of the 80 ms of one audio token, finer where they are short."""

FULL_LOAD = 0.9
"""A step is left for a longer one when passes take more than this share of the time in which sound comes."""
ROOMY_LOAD = 0.75
"""The share that a chosen step may take: speech is denser at times, and other programs want to work too."""
SHORTER_LOAD = 0.7
"""The share that a shorter step may take to be gone back to; far from `FULL_LOAD`, so that no step comes and goes."""

JUDGED_S = 10.0
"""Seconds of speech over which the speed is judged."""
SETTLED_S = 30.0
"""Seconds of speech before a shorter step is tried."""

RECOGNISED_S, HELD_S, OF_STEP = 0.25, 0.22, 0.4
"""How long a word waits besides for its pass: until it is recognised, for each token held back, and this share of a step.
Fitted to what `tests.bench.word_delay` measured: within 0.12 s for steps of 160 to 1000 ms and 1 to 5 tokens."""


class Automatic(StreamOptions):
    """Options whose step `Pace` chooses: see `with_step` for what comes of them."""


def named_options(
    name: str, *, language: str | None = None, hotwords: tuple[str, ...] = (), context: str = ""
) -> StreamOptions:
    """As `inference.options.preset`, which knows no "automatic"."""
    if name == AUTOMATIC:
        return Automatic(language=language, hotwords=hotwords, context=context)
    return preset(name, language=language, hotwords=hotwords, context=context)


@dataclass(frozen=True)
class PassCost:
    """What one pass takes on this computer.

    Attributes:
        fixed_s: seconds, however short the step is.
        per_s: seconds for each second of new sound.
    """

    fixed_s: float
    per_s: float

    @classmethod
    def between(cls, short: tuple[float, float], long: tuple[float, float]) -> PassCost:
        """From two passes, each (seconds of new sound, seconds taken). Neither number comes out below zero."""
        (short_s, short_took), (long_s, long_took) = short, long
        per_s = min(max((long_took - short_took) / (long_s - short_s), 0.0), short_took / short_s)
        return cls(short_took - per_s * short_s, per_s)

    def seconds(self, chunk_ms: int) -> float:
        """Of one pass with this step."""
        return self.fixed_s + self.per_s * chunk_ms / 1000

    def load(self, chunk_ms: int) -> float:
        """Share of the time in which sound comes that passes with this step take; above 1, captions fall behind."""
        return self.seconds(chunk_ms) * 1000 / chunk_ms

    def times(self, factor: float) -> PassCost:
        """On a computer that is `factor` times as slow."""
        return PassCost(self.fixed_s * factor, self.per_s * factor)


def shortest_step(cost: PassCost, most_load: float) -> int:
    """The shortest step in ms whose load is at most `most_load`; the longest one if there is none."""
    return next((step for step in STEPS_MS if cost.load(step) <= most_load), STEPS_MS[-1])


def decide_step(present_ms: int, cost: PassCost, settled_s: float) -> int:
    """The step to use, where `present_ms` has been used for `settled_s` seconds of speech and passes take `cost` now."""
    if cost.load(present_ms) > FULL_LOAD:
        return max(present_ms, shortest_step(cost, ROOMY_LOAD))
    if settled_s >= SETTLED_S:
        return min(present_ms, shortest_step(cost, SHORTER_LOAD))
    return present_ms


def with_step(options: Automatic, chunk_ms: int) -> StreamOptions:
    """The options with a step: the official low-latency setting, one token held back, in steps that may be longer.

    A longer step hears fewer words cut in two, so one token is enough there if it is for the shortest.
    """
    fastest = PRESETS["responsive"]
    first_ms = max(chunk_ms, fastest.first_chunk_ms or 0)
    return replace(
        fastest,
        chunk_ms=chunk_ms,
        first_chunk_ms=first_ms,
        language=options.language,
        hotwords=options.hotwords,
        context=options.context,
    )


def words_after_s(options: StreamOptions, cost: PassCost) -> float:
    """About how long after its end half of the words are on screen."""
    step_s = options.chunk_ms / 1000
    return RECOGNISED_S + HELD_S * options.unfixed_token_num + OF_STEP * step_s + cost.seconds(options.chunk_ms)


@dataclass
class _Spell:
    """About a second of speech: what its passes should have taken, and what they took."""

    sound_s: float = 0.0
    expected_s: float = 0.0
    spent_s: float = 0.0

    def add(self, sound_s: float, expected_s: float, spent_s: float) -> None:
        self.sound_s += sound_s
        self.expected_s += expected_s
        self.spent_s += spent_s


class Pace:
    """Chooses the step for `Automatic` options, and knows how soon words come. One thread uses it.

    Attributes:
        cost: what passes took when the model in use was loaded, None where that is not known.
    """

    def __init__(self) -> None:
        self.cost: PassCost | None = None
        self._step_ms = PRESETS["balanced"].chunk_ms
        self._settled_s = 0.0
        self._recent: deque[_Spell] = deque()

    def use(self, cost: PassCost | None) -> None:
        """Another model is in use, whose passes take `cost`."""
        self.cost = cost
        self._recent.clear()
        self._settled_s = 0.0
        self._step_ms = PRESETS["balanced"].chunk_ms if cost is None else shortest_step(cost, ROOMY_LOAD)

    def resolved(self, options: StreamOptions) -> StreamOptions:
        """What a stream that begins now is to be given."""
        return with_step(options, self._step_ms) if isinstance(options, Automatic) else options

    def words_after_s(self, options: StreamOptions) -> float:
        """About how long after its end a word appears; 0 where that is not known."""
        if self.cost is None:
            return 0.0
        return words_after_s(self.resolved(options), self.cost.times(self._slowness()))

    def note(self, n_samples: int, spent_s: float, chunk_ms: int, *, merged: bool = False) -> None:
        """So much sound took so long with this step, in one pass if it was merged."""
        if self.cost is None:
            return
        sound_s = n_samples / SAMPLE_RATE
        expected_s = self.cost.fixed_s + self.cost.per_s * sound_s if merged else self.cost.load(chunk_ms) * sound_s
        if not self._recent or self._recent[-1].sound_s >= 1.0:
            self._recent.append(_Spell())
        self._recent[-1].add(sound_s, expected_s, spent_s)
        self._settled_s += sound_s
        judged_s = sum(spell.sound_s for spell in self._recent)
        if judged_s < JUDGED_S:
            return
        while judged_s - self._recent[0].sound_s >= JUDGED_S:
            judged_s -= self._recent.popleft().sound_s
        step = decide_step(self._step_ms, self.cost.times(self._slowness()), self._settled_s)
        if step != self._step_ms:
            self._step_ms, self._settled_s = step, 0.0

    def _slowness(self) -> float:
        expected_s = sum(spell.expected_s for spell in self._recent)
        return sum(spell.spent_s for spell in self._recent) / expected_s if expected_s else 1.0

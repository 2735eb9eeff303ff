"""The dictations of an engine: the present one, those before it that are still being recognised, their own microphone.

A dictation hears the captions' microphone where they listen to one, and else opens a microphone for itself. The engine
hands in the sound and the work; positions are counts of samples of the input that a dictation listens to.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from app.base.events import DictationState, EngineEvent, Notice
from app.capture.listener import SoundInput
from app.capture.ports import CaptureError, Samples
from app.engine.dictation import Dictation
from app.engine.model_loading import RecognizerLike
from app.engine.pace import Pace
from inference.options import SAMPLE_RATE, StreamOptions

REPLAY_S = 2.0
"""Sound of the captions' microphone that is kept, as an engine at work hears of a key press late."""
RELEASE_TAIL_S = 0.05
HEARD_PER_TURN_S = 5.0


def release_mark(source: SoundInput) -> int:
    """The position up to which a dictation goes whose key is released now."""
    return source.heard_now() + int((source.latency_s + RELEASE_TAIL_S) * SAMPLE_RATE)


class Dictations:
    """See the module. One thread uses it.

    Attributes:
        own: the microphone of the present dictation alone, None if it hears the captions' or there is none.
        n_dropped: samples that found no room, so far.
    """

    def __init__(
        self,
        emit: Callable[[EngineEvent], None],
        *,
        ready: Callable[[], bool],
        clock: Callable[[], float],
        limit: int,
        pace: Pace | None = None,
    ) -> None:
        """`ready` tells whether a model is in use; `limit` is the number of samples that may wait; `pace` as for `Captioner`."""
        self.own: SoundInput | None = None
        self.n_dropped = 0
        self._emit = emit
        self._ready, self._clock = ready, clock
        self._limit = limit
        self._pace = pace
        self._own_position = 0
        self._present: Dictation | None = None
        self._earlier: deque[Dictation] = deque()
        self._recent: deque[tuple[int, Samples]] = deque()
        self._heard = False  # the present one has heard something

    @property
    def _all(self) -> list[Dictation]:
        """All that are not finished, in the order in which they were spoken."""
        return [*self._earlier, *([] if self._present is None else [self._present])]

    @property
    def idle(self) -> bool:
        return not self._all

    @property
    def pending(self) -> bool:
        """Sound waits to be recognised."""
        return any(dictation.pending for dictation in self._all)

    @property
    def open(self) -> bool:
        """A recogniser's stream is in use."""
        return any(dictation.open for dictation in self._all)

    @property
    def on_shared(self) -> bool:
        """The present dictation hears the captions' microphone."""
        return self._present is not None and self.own is None

    # Begin and end -------------------------------------------------------------------------------------------------

    def make_room(self) -> None:
        """Another one begins: the present one is finished in its turn if its key was released, else it is cancelled."""
        present = self._present
        if present is None:
            return
        if not present.ended:
            present.cancel()
            self._end_present()
            return
        if self.own is not None:
            self.hear_own(0.0)
            present.sound_is_gone()
            self._close_own()
        self._present = None
        self._earlier.append(present)

    def begin_shared(self, number: int, options: StreamOptions, begin: int, *, live: bool) -> None:
        """Hears the captions' microphone, which is `live` if it delivers sound, from position `begin`, which may be a
        little ago."""
        self._present, self._heard = self._make(number, options, begin), live
        self._present.say(self._opening_state())
        for position, samples in self._recent:
            self._present.push(samples, position)

    def begin_own(self, number: int, options: StreamOptions, microphone: SoundInput) -> None:
        """Hears a microphone of its own, which is closed with it."""
        self.own, self._own_position = microphone, 0
        self._present, self._heard = self._make(number, options, 0), False
        self._present.say(self._opening_state())

    def _opening_state(self) -> DictationState:
        return ("recording" if self._heard else "opening") if self._ready() else "loading"

    def _make(self, number: int, options: StreamOptions, begin: int) -> Dictation:
        return Dictation(number, options, begin, self._emit, limit=self._limit, clock=self._clock, pace=self._pace)

    def end(self, number: int, marks: dict[int, int], shared: SoundInput | None, position: int) -> None:
        """The key was released: `marks` are the positions of that moment, by input."""
        if self._present is None or self._present.number != number:
            return
        source = self.own if self.own is not None else shared
        if source is None:
            self._present.end(position)
            self._present.sound_is_gone()
        else:
            self._present.end(marks.get(id(source), release_mark(source)))

    def cancel(self, number: int) -> None:
        """The present one, if it is this one, ends without another word."""
        if self._present is not None and self._present.number == number:
            self._present.cancel()
            self._end_present()

    def give_up(self, problem: str) -> None:
        """None of them can continue, because of `problem`; what is typed stays."""
        for dictation in self._all:
            dictation.give_up(problem)
        self._earlier.clear()
        self._end_present()

    def finish_all(self) -> None:
        """No more sound is heard: what waits is all."""
        for dictation in self._all:
            dictation.end(0)
            dictation.sound_is_gone()

    def _end_present(self) -> None:
        self._present = None
        self._close_own()

    def _close_own(self) -> None:
        if self.own is not None:
            self.own.close()
            self.own = None

    # Sound ---------------------------------------------------------------------------------------------------------

    def take(self, samples: Samples, begin: int) -> tuple[int, int]:
        """Sound of the captions' input from position `begin`; which part of it, (first, last), is the dictation's and not
        for captions."""
        self._recent.append((begin, samples))
        oldest = begin + len(samples) - REPLAY_S * SAMPLE_RATE
        while self._recent[0][0] + len(self._recent[0][1]) < oldest:
            self._recent.popleft()
        for earlier in self._earlier:
            self.n_dropped += earlier.push(samples, begin)
        if self._present is None or self.own is not None:
            return len(samples), len(samples)
        share = self._present.share(begin, len(samples))
        self._note_heard()
        self.n_dropped += self._present.push(samples, begin)
        return share

    def _note_heard(self) -> None:
        if not self._heard and self._present is not None and self._present.listening and not self._present.ended:
            self._heard = True
            self._present.say(self._opening_state())

    def shared_opened(self) -> None:
        """The captions' input is another one: its positions begin at zero."""
        self._recent.clear()

    def shared_gone(self) -> None:
        """The captions' input delivers no more."""
        for earlier in self._earlier:
            earlier.sound_is_gone()
        if self._present is not None and self.own is None:
            self._present.sound_is_gone()

    def end_shared(self, position: int) -> None:
        """The captions go to another input: a dictation on the present one ends with what it heard."""
        if self._present is not None and self.own is None:
            self._present.end(position)

    def hear_own(self, timeout_s: float, *, measure: Callable[[Samples], None] | None = None) -> None:
        """Hears the dictation's own microphone; its loss ends the dictation with the words so far."""
        total = 0
        while self.own is not None and self._present is not None and total <= HEARD_PER_TURN_S * SAMPLE_RATE:
            try:
                heard = self.own.read(timeout_s)
            except CaptureError as error:
                self._emit(Notice(str(error)))
                self._present.end(self._own_position)
                self._present.sound_is_gone()
                self._close_own()
                return
            if heard is None:
                return
            self._note_heard()
            self.n_dropped += self._present.push(heard.samples, self._own_position)
            self._own_position += len(heard.samples)
            if measure is not None:
                measure(heard.samples)
            timeout_s = 0.0
            total += len(heard.samples)

    # Recognition ---------------------------------------------------------------------------------------------------

    def model_is_there(self) -> None:
        """A model was taken into use."""
        if self._present is not None and self._present.listening and not self._present.ended:
            self._present.say(self._opening_state())

    def work(self, recognizer: RecognizerLike) -> bool:
        """Recognises one portion, the oldest dictation first; False if there was nothing to do.

        Raises what the recogniser raises; nothing is lost then.
        """
        if self.idle:
            return False
        dictation = self._all[0]
        worked = dictation.work(recognizer)
        if dictation.finished:
            if dictation is self._present:
                self._end_present()
            else:
                self._earlier.popleft()
        return worked

    def let_go(self) -> None:
        """Lets go of the recogniser; all wait for another one."""
        for dictation in self._all:
            dictation.let_go()

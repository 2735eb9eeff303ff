"""Recorded sessions of the official server, played to ours: the same messages in, a model that answers as it was recorded.

The records hold counts of samples and the model's answers, no sound. So every session runs without voice activity detection,
up to the first thing that only a detector or a clock could have caused.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from inference.events import StreamEvent
from inference.loop_detection import is_loop
from inference.options import StreamOptions
from inference.stable_prefix import WINDOW_SAMPLES
from inference.utterance import UtteranceDecoder
from tests.inference.golden import tokenizer

Record = dict[str, Any]


@dataclass
class Turn:
    """One audio message: what was sent, and what the official server answered before its `{}`.

    Attributes:
        n: samples.
        wav_header: the message begins with one.
        text: of all answers, joined.
        decodes: what the model was asked and answered.
        cause: why the official server ended a segment here: "", "loop", "vad" or "time".
    """

    n: int
    wav_header: bool
    text: str = ""
    decodes: list[Record] = field(default_factory=list)
    cause: str = ""

    @property
    def data(self) -> bytes:
        sound = np.full(self.n, 1000, "<i2").tobytes()
        return WAV_HEADER + sound if self.wav_header else sound


WAV_HEADER = b"RIFF" + struct.pack("<I", 1 << 30) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 16000, 32000, 2, 16)
WAV_HEADER += b"data" + struct.pack("<I", 1 << 30)


def turns_of(record: Record) -> Iterator[Turn]:
    turn: Turn | None = None
    speech_end = False
    for event in record["events"]:
        kind = event["ev"]
        if kind == "recv":
            turn = Turn(event["n"], event["wav_header"])
        elif turn is None:
            continue
        elif kind == "decode":
            turn.decodes.append(event)
        elif kind == "vad":
            speech_end |= event["speech_end"]
        elif kind == "send":
            turn.text += event["text"]
            if event["reset"]:
                turn.cause = "vad" if speech_end else "loop or time"
        elif kind == "ack":
            yield turn
            turn, speech_end = None, False


class PlayedRecognizer:
    """Answers as recorded, in order.

    Attributes:
        parted: the first question (stable text, samples of sound) that is not the recorded one, as (ours, recorded).
    """

    provider = "cpu"
    bundle = SimpleNamespace(name="played", languages=("English",))

    def __init__(self) -> None:
        self.begin([])

    def begin(self, turns: Sequence[Turn]) -> None:
        """The next stream plays these."""
        self._decodes = [decode for turn in turns for decode in turn.decodes]
        self.parted: tuple[Any, Any] | None = None

    def settle(self) -> None: ...

    def close(self) -> None: ...

    def stream(self, options: StreamOptions) -> PlayedStream:
        return PlayedStream(self, options)

    def answer(self, prefix: str, audio_start: int, audio_end: int, max_tokens: int | None, draft: Any = ()) -> str:
        if self.parted is not None or not self._decodes:
            return ""
        decode = self._decodes.pop(0)
        (generation,) = decode["gens"]
        ours, recorded = (prefix, audio_end - audio_start), (generation["prefix"], generation["audio_n"])
        if ours != recorded:
            self.parted = (ours, recorded)
            return ""
        return str(generation["gen"])


class PlayedStream:
    def __init__(self, owner: PlayedRecognizer, options: StreamOptions) -> None:
        self._decoder = UtteranceDecoder(tokenizer(), owner.answer, options)

    def feed(self, samples: np.ndarray, *, merge: bool = False) -> list[StreamEvent]:
        return self._decoder.feed(len(samples), merge=merge)

    def finish(self) -> list[StreamEvent]:
        return self._decoder.finish()

    def let_go(self) -> list[StreamEvent]:
        return self._decoder.take_events()

    def continue_with(self, recognizer: object) -> None: ...


def why_different(handler: str, turns: Sequence[Turn], at: int) -> set[str]:
    """What the official server did by turn `at` that ours does not do; each is a fault that is mended, or the variant.

    * "metadata": pieces of `language …<asr_text>` in the text or in front of the next prompt.
    * "rewritten": a stable text that shrank or changed, of which it shows what its count of characters leaves over.
    * "reset": a segment that a loop, a clock or its detector ended: words are lost or sent again.
    * "loop": an answer in which a loop is as yet too short for a reset.
    * "window": v0 hears more than 16 s at once, and forgets nothing until a reset.
    * "variant": v1 counts text in slices from the first chunk on; ours does so only beyond 16 s.
    """
    found: set[str] = {"variant"} if handler == "v1" else set()
    stable = ""
    for turn in turns[: at + 1]:
        for decode in turn.decodes:
            text, prefix, answer = decode["ret_fixed"], decode["gens"][0]["prefix"], decode["gens"][0]["gen"]
            if "language" in text or "<asr" in text or (prefix and "<asr_text>" in answer):
                found.add("metadata")
            if not text.startswith(stable):
                found.add("rewritten")
            if is_loop(text) or is_loop(decode["ret_text"]) or is_loop(prefix + answer):
                found.add("loop")
            stable = text
        if turn.cause:
            found.add("reset")
            stable = ""
    if sum(turn.n for turn in turns[: at + 1]) > WINDOW_SAMPLES:
        found.add("window")
    return found

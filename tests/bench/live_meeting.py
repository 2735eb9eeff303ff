"""A meeting on loudspeakers, live: `python -m tests.bench.live_meeting CLIPS [--seconds 600] [--echo-db 0]`; JSON.

On a private sound server the computer plays one side, a loopback of 100 ms brings it into the room, and the microphone there
hears it together with the other side. Both sides talk in turn, and at once in every third turn. An engine with the model that
comes with the program listens to both apart. Word errors of each side in per cent, beside those of the same model that hears
each side alone ("floor"); words written as the user's while the computer alone spoke; words skipped because it was too slow.
CLIPS is a folder for `tests.bench.echo_meetings.load`: clips.tsv (file, speaker, text) and the files.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr

from app.base.events import EngineEvent, FinalLine, Notice, Status
from app.capture.file import AudioFile
from app.capture.inputs import FileInput
from app.capture.ports import SourceSpec
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice
from app.engine.pace import named_options
from inference.options import SAMPLE_RATE
from tests.bench.echo import errors, words
from tests.desktop.kit import Sound, wait_until

SPEECH_DBFS = -24.0
GAP_S = 1.0
TURNS = ("F", "N", "FN")
SERVER_RATE = 44_100
OPTIONS = named_options("balanced")


@dataclass(frozen=True)
class Meeting:
    """Attributes:
    sound, text: of each side ("F" the computer, "N" the user); the sound is 16 kHz mono.
    far_only: seconds in which the computer alone speaks.
    """

    sound: dict[str, np.ndarray]
    text: dict[str, list[str]]
    far_only: list[tuple[float, float]]


def make_meeting(folder: Path, seconds: float) -> Meeting:
    with (folder / "clips.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if len(row) == 3 and (folder / row[0]).is_file()]
    voices = sorted({speaker for _, speaker, _ in rows})
    sides = {"F": set(voices[::2]), "N": set(voices[1::2])}
    clips = {side: [row for row in rows if row[1] in sides[side]] for side in sides}
    sound = {side: np.zeros(int((seconds + 10.0) * SAMPLE_RATE), np.float32) for side in sides}
    text: dict[str, list[str]] = {side: [] for side in sides}
    far_only = []
    at, turn, used = 1.0, 0, {"F": 0, "N": 0}
    while at < seconds:
        longest = 0.0
        for side in TURNS[turn % len(TURNS)]:
            name, _, said = clips[side][used[side] % len(clips[side])]
            used[side] += 1
            samples, rate = soundfile.read(folder / name, dtype="float32")
            samples = soxr.resample(samples, rate, SAMPLE_RATE)
            samples = samples / np.sqrt(np.mean(samples**2)) * 10 ** (SPEECH_DBFS / 20)
            start = int(at * SAMPLE_RATE)
            sound[side][start : start + len(samples)] = samples[: len(sound[side]) - start]
            text[side] += words(said)
            longest = max(longest, len(samples) / SAMPLE_RATE)
        if TURNS[turn % len(TURNS)] == "F":
            far_only.append((at, at + longest))
        at += longest + GAP_S
        turn += 1
    return Meeting({side: one[: int((at + 1.0) * SAMPLE_RATE)] for side, one in sound.items()}, text, far_only)


def alone(samples: np.ndarray, folder: Path) -> list[str]:
    """What the live path makes of one side without the other."""
    path = folder / "alone.wav"
    soundfile.write(path, samples, SAMPLE_RATE)
    lines: list[str] = []
    spec = SourceSpec("file", path=path, paced=False)
    setup = EngineSetup(spec, OPTIONS, ModelChoice(), stop_at_end=True, probe_speed=False)

    def hear(event: EngineEvent) -> None:
        if isinstance(event, FinalLine):
            lines.append(event.text)

    Engine(setup, hear, opener=lambda spec, notify: FileInput(spec, AudioFile(path))).run()
    return words(" ".join(lines))


def live(meeting: Meeting, sound: Sound, echo_db: float) -> tuple[list[FinalLine], list[str], float]:
    """The lines of both sides, what the user was told, and the longest lag."""
    sound.add_sink("room")
    sound.pactl("load-module", "module-loopback", f"source={Sound.SINK}.monitor", "sink=room", "latency_msec=100")
    number = sound.pactl("list", "short", "sink-inputs").split()[0]
    sound.pactl("set-sink-input-volume", number, f"{echo_db:+.1f}dB".replace("+", ""))
    sound.add_microphone("mic", "room")
    sound.set_default_source("mic")
    sound.set_default_sink(Sound.SINK)
    os.environ.update(sound.variables)
    lines: list[FinalLine] = []
    notices: list[str] = []
    lags = [0.0]
    listening = threading.Event()

    def hear(event: EngineEvent) -> None:
        if isinstance(event, FinalLine) and event.text.strip():
            lines.append(event)
        elif isinstance(event, Notice):
            notices.append(event.text)
        elif isinstance(event, Status):
            lags.append(event.lag_s)
            if event.provider and event.state in ("listening", "no_sound"):
                listening.set()

    engine = Engine(EngineSetup(SourceSpec("both"), OPTIONS, ModelChoice(), probe_speed=False), hear)
    thread = threading.Thread(target=engine.run)
    thread.start()
    try:
        wait_until(listening.is_set, what="both sources")
        wavs = {}
        for side, samples in meeting.sound.items():
            wavs[side] = sound.folder / f"{side}.wav"
            soundfile.write(wavs[side], soxr.resample(samples, SAMPLE_RATE, SERVER_RATE), SERVER_RATE)
        players = [sound.play(wavs["F"]), sound.play(wavs["N"], sink="room")]
        for player in players:
            player.process.wait()
        time.sleep(3.0)
    finally:
        engine.stop(60.0)
        thread.join(90)
    return lines, notices, max(lags)


def measure(folder: Path, seconds: float, echo_db: float) -> dict[str, Any]:
    meeting = make_meeting(folder, seconds)
    sound = Sound()
    try:
        lines, notices, lag_s = live(meeting, sound, echo_db)
        heard = {
            "F": words(" ".join(line.text for line in lines if line.side == "computer")),
            "N": words(" ".join(line.text for line in lines if line.side == "you")),
        }
        floor = {side: alone(samples, sound.folder) for side, samples in meeting.sound.items()}
    finally:
        sound.close()
    wrong = {
        name: {
            side: round(100 * errors(meeting.text[side], found[side]) / len(meeting.text[side]), 1) for side in found
        }
        for name, found in (("through", heard), ("floor", floor))
    }
    # The session begins a little before the players do: a line belongs to a turn in whose middle it lies.
    as_user = 0
    for line in lines:
        middle = (line.start_s + line.end_s) / 2
        if line.side == "you" and any(start + 0.5 < middle < end + 0.5 for start, end in meeting.far_only):
            as_user += len(words(line.text))
    return {
        "seconds": round(len(meeting.sound["F"]) / SAMPLE_RATE, 1),
        "echo_db": echo_db,
        "words": {side: len(text) for side, text in meeting.text.items()},
        "errors": wrong,
        "far_only_s": round(sum(end - start for start, end in meeting.far_only), 1),
        "computer_as_user": as_user,
        "longest_lag_s": round(lag_s, 1),
        "notices": notices,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", type=Path)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--echo-db", type=float, default=0.0)
    args = parser.parse_args()
    print(json.dumps(measure(args.clips, args.seconds, args.echo_db)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

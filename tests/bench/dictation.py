"""How fast dictation is: `python -m tests.bench.dictation [--runs N]` prints JSON.

A voice is played into a virtual microphone while the hotkey is held; an editor in another process notes when its text
changes. Measured by the wall clock on a private desktop, on the CPU with the starter model:

* `release_to_last_character_s`: from the key's release to the last change of the editor's text (target 0.7 s);
* `first_word_s`: from the moment the first word has been spoken to the first change (target 1.2 s). When it has been
  spoken comes from the recording itself: the end of the first stretch of sound, plus the time until the player's sound
  was first heard by the microphone (`player_start_s`, measured apart).

The editor's clock and ours are the same; what the two measurements include beside recognition is the detection of the
key, the insertion and the editor's own reading.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import wave
from pathlib import Path

import numpy as np

from tests.desktop.dictation_kit import HOLD_SETTINGS, ROOT, Dictation, Editor, read_lines
from tests.desktop.kit import Desktop, Sound

SENTENCES = (
    "good morning everybody and thank you for coming",
    "the weather is good today and we walk along the river",
    "please write this down before we go on",
    "there is nothing more to say about the old mill",
)
TARGETS = {"release_to_last_character_s": 0.7, "first_word_s": 1.2}


def first_word_end_s(path: Path, word: str, sound: Sound) -> float:
    """Seconds into a recording at which its first word has been spoken: the word said alone, from the same onset."""
    with wave.open(str(path), "rb") as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32)
    with wave.open(str(sound.say(word)), "rb") as file:
        alone = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32)
    onset = int(np.argmax(np.abs(samples) > 500))
    loud = np.flatnonzero(np.abs(alone) > 500)
    return float((onset + loud[-1] - loud[0]) / rate)


def player_start_s(sound: Sound) -> float:
    """Seconds from starting the player to its sound on the microphone: median of five clicks."""
    path = sound.folder / "click.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22_050)
        file.writeframes(np.full(11_025, 20_000, np.int16).tobytes())
    found = []
    for _ in range(5):
        recorder = subprocess.Popen(
            ["parec", "--format=s16le", "--rate=16000", "--channels=1", "--latency-msec=5", f"--device={sound.SOURCE}"],
            env=sound.env,
            stdout=subprocess.PIPE,
        )
        assert recorder.stdout is not None
        try:
            recorder.stdout.read(16_000)  # half a second: the stream runs
            started = time.monotonic()
            sound.play(path)
            while True:
                block = np.frombuffer(recorder.stdout.read(320), np.int16)
                if len(block) and np.abs(block.astype(np.int32)).max() > 2_000:
                    found.append(time.monotonic() - started)
                    break
        finally:
            recorder.terminate()
            recorder.wait()
        time.sleep(0.7)
    return statistics.median(found)


def measure(runs: int, settings: dict[str, object]) -> dict[str, object]:
    """Figures of one way of delivery."""
    desktop, sound = Desktop(), Sound()
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            editor = Editor(desktop, folder)
            chosen = {**HOLD_SETTINGS, "caption_language": False, "language": "English", **settings}
            dictation = Dictation(desktop, folder, chosen, env=sound.variables, worker=ROOT / "resources" / "starter")
            dictation.wait("status", state="listening", timeout_s=60)
            time.sleep(1.0)
            lead_s = player_start_s(sound)
            editor.focus()
            releases, firsts = [], []
            for run in range(runs):
                sentence = SENTENCES[run % len(SENTENCES)]
                wav = sound.say(sentence)
                spoken_s = first_word_end_s(wav, sentence.split()[0], sound)
                seen = len(read_lines(editor.report))
                dictation.hold()
                time.sleep(0.2)
                played = time.time()
                sound.play(wav, block=True)
                released = time.time()  # before the helper starts: its own few milliseconds count too
                desktop.xdotool("keyup", "d", "keyup", "alt", "keyup", "ctrl")
                outcome = dictation.wait("dictated", run + 1, timeout_s=30)
                time.sleep(0.7)
                changes = [line["at"] for line in read_lines(editor.report)[seen:] if "text" in line]
                if changes and outcome["text"]:
                    releases.append(max(0.0, changes[-1] - released))
                    if settings.get("live", True):
                        firsts.append(changes[0] - played - lead_s - spoken_s)
            dictation.close()
            figures: dict[str, object] = {
                "runs": len(releases),
                "player_start_s": round(lead_s, 3),
                "release_to_last_character_s": summary(releases),
            }
            if firsts:  # whole text has no first word before the release
                figures["first_word_s"] = summary(firsts)
            return figures
    finally:
        desktop.close()
        sound.close()


def summary(values: list[float]) -> dict[str, float]:
    return {
        "median": round(statistics.median(values), 3),
        "worst": round(max(values), 3),
        "best": round(min(values), 3),
    }


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=12)
    runs = parser.parse_args().runs
    ways: dict[str, dict[str, object]] = {
        "live, typed": {},
        "whole, typed": {"live": False},
        "whole, pasted": {"live": False, "method": "paste"},
    }
    report = {
        "bench": "dictation",
        "cores": len(os.sched_getaffinity(0)),
        "load_before": round(os.getloadavg()[0], 2),
        "python": sys.version.split()[0],
        "targets": TARGETS,
        "ways": {name: measure(runs, settings) for name, settings in ways.items()},
    }
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

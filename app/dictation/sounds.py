"""Short cues: one hears that dictation has begun and ended. `python -m app.dictation.sounds FOLDER` makes the files.

Played in a thread of their own: opening an output can take a tenth of a second; nothing waits for it.
"""

from __future__ import annotations

import argparse
import io
import logging
import queue
import threading
import wave
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.capture import pulse
from app.capture.devices import uses_server
from app.capture.microphone import open_output

log = logging.getLogger(__name__)

Cue = npt.NDArray[np.int16]
RATE = 48_000
NOTES: dict[str, tuple[tuple[float, float], ...]] = {
    "start": ((659.3, 0.07), (880.0, 0.11)),
    "stop": ((880.0, 0.07), (659.3, 0.11)),
    "cancel": ((440.0, 0.12),),
    "error": ((330.0, 0.13), (311.1, 0.19)),
}
"""Cue -> (frequency in Hz, length in seconds) of its notes; the direction tells them apart."""


def synthesise(name: str) -> Cue:
    """Samples of a cue: int16 mono at RATE. Soft sines that fade in over 6 ms and die away, at -14 dBFS."""
    parts = []
    for frequency, length_s in NOTES[name]:
        time_s = np.arange(round(length_s * RATE)) / RATE
        tone = np.sin(2 * np.pi * frequency * time_s) + 0.18 * np.sin(4 * np.pi * frequency * time_s)
        shape = np.minimum(time_s / 0.006, 1.0) * np.exp(-time_s / (length_s * 0.45))
        shape *= np.minimum((length_s - time_s) / 0.01, 1.0)
        parts.append(tone * shape)
    whole = np.concatenate(parts)
    return np.asarray(np.round(whole / np.abs(whole).max() * 0.2 * 32767), np.int16)


def write_all(folder: Path) -> list[Path]:
    """Writes one WAV file per cue."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in NOTES:
        path = folder / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(synthesise(name).tobytes())
        written.append(path)
    return written


def load(name: str) -> tuple[Cue, int]:
    """(int16 mono samples, rate) of a cue from `resources/sounds`. Raises OSError or wave.Error."""
    data = (files("resources") / "sounds" / f"{name}.wav").read_bytes()
    with wave.open(io.BytesIO(data), "rb") as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16), file.getframerate()


def play(samples: Cue, rate: int) -> None:
    """Plays int16 mono samples to their end: on the sound server where there is one, else through PortAudio.

    Raises CaptureError or `sounddevice.PortAudioError`.
    """
    if uses_server():
        pulse.play(samples, rate)
        return
    with open_output(rate) as stream:
        # The tail lets the last note leave the buffers before the stream is closed.
        stream.write(np.concatenate([samples, np.zeros(rate // 10, np.int16)]).reshape(-1, 1))


class CuePlayer:
    """Plays cues one after another; a cue that cannot be played is logged and nothing else."""

    def __init__(self) -> None:
        self._names: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def play(self, name: str) -> None:
        """Returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="dictation-sounds", daemon=True)
            self._thread.start()
        self._names.put(name)

    def close(self) -> None:
        if self._thread is not None:
            self._names.put(None)
            self._thread.join(2)
            self._thread = None

    def _run(self) -> None:
        while (name := self._names.get()) is not None:
            try:
                play(*load(name))
            except Exception as error:  # no output, no library, a damaged file: dictation continues without a sound
                log.info("cue %s not played: %s", name, error)


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the cue sounds as WAV files.")
    parser.add_argument("folder", type=Path)
    for path in write_all(parser.parse_args().folder):
        print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

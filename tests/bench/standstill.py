"""Sound while the interpreter stands still: `python -m tests.bench.standstill [--way server|pipewire|portaudio] …`; JSON.

A virtual microphone plays numbered samples. The program's capture records them while a C call holds the interpreter's lock
for `--seconds`, `--holds` times: no thread of Python's runs meanwhile, the recorder's own among them. Then every sample is
counted: those that are missing between the first and the last, those that came in a wrong place, and those that the ring
says were lost. `portaudio` is PortAudio through ALSA's bridge to the same server; it stands for a device without one.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np

from tests.desktop.kit import PipeWireSound, Sound

RATES = {"server": 44_100, "pipewire": 48_000, "portaudio": 44_100}
"""The servers' own, so that nothing is resampled on the way."""
BITS = 15
BETWEEN_S = 0.4
LEAD_S = 1.0


def numbered(seconds: float, rate: int) -> np.ndarray:
    """int16 [n, 2]: each frame holds its number from 1 on, the low half on the left."""
    numbers = np.arange(1, int(seconds * rate) + 1)
    return np.stack([numbers & (1 << BITS) - 1, numbers >> BITS], axis=1).astype("<i2")


def number_of(frames: np.ndarray) -> np.ndarray:
    """The numbers of recorded frames (float32 [n, 2]); 0 for silence."""
    whole = np.rint(frames.astype(np.float64) * (1 << BITS)).astype(np.int64)
    return whole[:, 0] + (whole[:, 1] << BITS)


def hold(seconds: float) -> None:
    """The interpreter stands still: a C function that does not let go of its lock."""
    ctypes.PyDLL(None).usleep(int(seconds * 1e6))


def captured(way: str) -> Any:
    """The program's capture of the output's monitor, started."""
    from app.capture.device import Device
    from app.capture.microphone import Microphone
    from app.capture.pulse import ServerSource

    capture = (
        Microphone("pulse", "pulse")
        if way == "portaudio"
        else ServerSource(Device("m", "m", 2, RATES[way], f"{Sound.SINK}.monitor"))
    )
    capture.start()
    return capture


def measure(way: str, holds: int, seconds: float) -> dict[str, Any]:
    """One recording."""
    sound = PipeWireSound() if way == "pipewire" else Sound()
    os.environ.update(sound.variables | {"PULSE_SOURCE": f"{Sound.SINK}.monitor"})
    try:
        signal = sound.folder / "numbered"
        numbered(2 * LEAD_S + holds * (seconds + BETWEEN_S) + 3.0, RATES[way]).tofile(signal)
        capture = captured(way)
        frames, delays, over = [], [], threading.Event()

        def read() -> None:
            """As the caption worker does, but that it keeps everything."""
            while not over.is_set():
                taken = capture._reader.ring.read()
                if taken is None:
                    time.sleep(0.01)
                else:
                    frames.append(taken.frames)

        reader = threading.Thread(target=read)
        reader.start()
        play = ["pacat", "--raw", "--format=s16le", f"--rate={RATES[way]}", "--channels=2", f"--device={Sound.SINK}"]
        with signal.open("rb") as file:
            player = subprocess.Popen(play, stdin=file, env=sound.env)
        time.sleep(LEAD_S)
        for _ in range(holds):
            began = time.monotonic()
            hold(seconds)
            delays.append(time.monotonic() - began)
            time.sleep(BETWEEN_S)
        time.sleep(LEAD_S)
        player.terminate()
        player.wait()
        time.sleep(0.3)
        over.set()
        reader.join()
        lost_in_ring = capture._reader.ring.lost
        capture.close()
    finally:
        sound.close()
    numbers = number_of(np.concatenate(frames))
    heard = numbers[numbers > 0]
    steps = np.diff(heard)
    return {
        "way": way,
        "holds": holds,
        "held_s": round(min(delays), 3),
        "heard": len(heard),
        "missing": int(heard[-1] - heard[0] + 1 - len(heard)),
        "gaps": int(np.count_nonzero(steps != 1)),
        "lost_in_ring": int(lost_in_ring),
        "overruns": int(getattr(capture, "overruns", 0)),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--way", choices=("server", "pipewire", "portaudio"), default="server")
    parser.add_argument("--holds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    print(json.dumps(measure(args.way, args.holds, args.seconds)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

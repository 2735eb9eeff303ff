"""Sound as FLAC, in a `data:` address: lossless, and 0.6 times the size of a WAV."""

from __future__ import annotations

import base64
import io

import numpy as np
import numpy.typing as npt
import soundfile

from inference.options import SAMPLE_RATE


def as_flac(samples: npt.NDArray[np.float32], *, exact: bool = False) -> bytes:
    """float32 [n], 16 kHz mono, as FLAC with 16 bits, as the official server takes sound; louder than 1 is clipped.

    `exact`: with 24 bits where 16 would round. That doubles the size for nothing that a model hears in a recording of
    ordinary loudness; it is there for comparisons with the reference.
    """
    scaled = samples * np.float32(32768)
    bits = 24 if exact and (scaled != np.rint(scaled)).any() else 16
    whole = np.clip(np.rint(samples.astype(np.float64) * 2 ** (bits - 1)), -(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    # libsndfile takes 24 bits in the upper part of 32.
    data = whole.astype(np.int16) if bits == 16 else (whole.astype(np.int32) << 8)
    out = io.BytesIO()
    soundfile.write(out, data, SAMPLE_RATE, format="FLAC", subtype=f"PCM_{bits}")
    return out.getvalue()


def data_url(flac: bytes) -> str:
    """As a message of a chat carries it."""
    return f"data:audio/flac;base64,{base64.b64encode(flac).decode('ascii')}"

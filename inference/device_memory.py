"""Buffers on a device, and who may touch it while a graph is being captured.

While one thread captures a CUDA graph, CUDA forbids all threads whatever may wait for the card: copies, allocations, and
what a session does while it is opened. Breaking that ends the capture, and both sides fail. So everything on the card is
done by whoever holds `DEVICE` (but for opening a session: see `inference.cuda.card`).
"""

from __future__ import annotations

import threading
from typing import Any

import onnxruntime as ort
from numpy.typing import NDArray

DEVICE = threading.RLock()
"""Held by whoever copies to or from the card, allocates or frees there, or runs a graph."""


def free(owner: Any, lock: Any = DEVICE) -> None:
    """Forgets all that `owner` holds, buffers and sessions, while nobody captures."""
    with lock:
        owner.__dict__.clear()


def on_device(array: NDArray[Any], device: str) -> Any:
    """A buffer on the device with the array's values. On the CPU it shares the array's memory."""
    with DEVICE:
        return ort.OrtValue.ortvalue_from_numpy(array, device, 0)

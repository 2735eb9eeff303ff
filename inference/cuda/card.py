"""Sessions and captured graphs on the card, kept apart from each other.

Opening a session takes seconds, in which captions continue with the present model: it does not hold `DEVICE`
(`inference.device_memory`). Meanwhile nothing new is captured, and a graph that has not been captured runs as it is.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import onnxruntime as ort

from inference.device_memory import DEVICE, free

_NO_CAPTURE = -1


class Session:
    """An open session; whoever is the last to forget it frees it on the card as the rule says, on whatever thread."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Any:
        if name == "_session":
            raise AttributeError("The model has been freed.")
        return getattr(self._session, name)

    def __del__(self, lock: Any = DEVICE) -> None:
        free(self, lock)


def run_options(graph_id: int = _NO_CAPTURE, *, waited_for: bool = False) -> Any:
    """Run options for the captured graph of this number, by default for none of them."""
    options = ort.RunOptions()
    options.add_run_config_entry("gpu_graph_id", str(graph_id))
    if not waited_for:
        options.add_run_config_entry("disable_synchronize_execution_providers", "1")
    return options


class Captures:
    """Keeps captures and the opening of sessions apart."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opening = 0

    @contextlib.contextmanager
    def while_opening(self) -> Iterator[None]:
        """A session is opened, possibly beside others; waits for the end of a capture, which is short."""
        with self._lock:
            self._opening += 1
        try:
            yield
        finally:
            with self._lock:
                self._opening -= 1

    @contextlib.contextmanager
    def attempt(self) -> Iterator[bool]:
        """Whether a graph may be captured now; nobody begins to open a session meanwhile."""
        with self._lock:
            yield self._opening == 0


CAPTURES = Captures()


class CapturedGraph:
    """A session's graph over fixed buffers: captured at its first run on each thread, replayed from then on.

    ONNX Runtime keeps what it captured by thread.

    Attributes:
        binding: the buffers.
    """

    def __init__(self, session: Any, number: int, captures: Captures = CAPTURES) -> None:
        """`number`: 1, 2, … for each graph of the session."""
        self.binding = session.io_binding()
        self._session = session
        self._captures = captures
        self._captured_run, self._plain_run = run_options(number), run_options()
        self._on_this_thread = threading.local()

    def __del__(self, lock: Any = DEVICE) -> None:
        free(self, lock)

    def run(self) -> None:
        """Starts it; whoever reads its outputs waits. Held for that: `DEVICE`."""
        if hasattr(self._on_this_thread, "captured"):
            self._session.run_with_iobinding(self.binding, self._captured_run)
            return
        with self._captures.attempt() as may_capture:
            if may_capture:
                self._session.run_with_iobinding(self.binding, self._captured_run)
                self._on_this_thread.captured = True
                return
        self._session.run_with_iobinding(self.binding, self._plain_run)

"""The end of the process while native code is at work.

A model that is being loaded cannot be stopped, and the interpreter's end would abort the process under it. A library that
is being loaded aborts, or fails in ways of its own, where Ctrl+C becomes an exception inside it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import NoReturn

LOADER = "model loader"
"""Name of the threads that load a model."""


def threads_at_work() -> list[str]:
    """Names of the threads that still run beside this one."""
    return [thread.name for thread in threading.enumerate() if thread is not threading.current_thread()]


@contextlib.contextmanager
def ended_by_interrupt() -> Iterator[None]:
    """Meanwhile Ctrl+C ends the process at once, as it does before Python runs: for the time in which libraries load."""
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def leave_at_once(status: int) -> NoReturn:
    """Ends the process with `status`; whatever is to be written has been written and closed."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):  # shut, or none at all
            stream.flush()
    os._exit(status)

"""The end of the process while a thread is inside native code.

A model that is being loaded cannot be stopped, and the interpreter's end would abort the process under it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
from typing import NoReturn

LOADER = "model loader"
"""Name of the threads that load a model."""


def threads_at_work() -> list[str]:
    """Names of the threads that still run beside this one."""
    return [thread.name for thread in threading.enumerate() if thread is not threading.current_thread()]


def leave_at_once(status: int) -> NoReturn:
    """Ends the process with `status`; whatever is to be written has been written and closed."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):  # shut, or none at all
            stream.flush()
    os._exit(status)

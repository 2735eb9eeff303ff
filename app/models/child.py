"""Runs one long piece of work in a process of its own, at low priority.

Converting four gigabytes beside running captions must not make them stutter, and its memory must come back when it is
done; a crash of it must not take the program along. The work is a module-level function
`task(progress, cancelled, **arguments)`; progress, the result and a failure's message come back through a pipe.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.synchronize import Event
from typing import Any

from app.base.translation import SpeakLanguage, children_speak, translate
from app.models.errors import ModelError, StoppedError
from app.models.progress import IsCancelled, never_cancelled
from inference.errors import RecognizerError
from onnx_export.errors import ExportError

log = logging.getLogger(__name__)

Report = Callable[[float, str], None]
Task = Callable[..., Any]

GRACE_S = 5.0
"""Time that a stopped piece of work gets to clean up before its process is ended."""

_POLL_S = 0.1
_TELL_EVERY_S = 0.1


def _lower_priority() -> None:
    if sys.platform == "win32":
        import ctypes

        below_normal = 0x4000
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), below_normal)
    else:
        with contextlib.suppress(OSError):  # some sandboxes forbid it; the work is then done at normal priority
            os.nice(10)


def _end_with_parent(stop: Event) -> None:
    """Runs on a thread of the child: when the program dies, the work stops in good order, or the hard way."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    wait([parent.sentinel])
    stop.set()
    time.sleep(GRACE_S)
    os._exit(1)


def _work(task: Task, arguments: dict[str, Any], pipe: Connection, stop: Event, speak: SpeakLanguage) -> None:
    """Runs in the child."""
    _lower_priority()
    speak()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the parent says when to stop
    threading.Thread(target=_end_with_parent, args=(stop,), daemon=True).start()
    told_s = 0.0

    def tell(fraction: float, what: str) -> None:
        nonlocal told_s
        now_s = time.monotonic()
        if now_s - told_s >= _TELL_EVERY_S or fraction >= 1.0:
            told_s = now_s
            pipe.send(("progress", fraction, what))

    try:
        pipe.send(("done", task(tell, stop.is_set, **arguments)))
    except (ModelError, ExportError, RecognizerError) as error:
        pipe.send(("failed", str(error), ""))
    except MemoryError:
        pipe.send(("failed", translate("Models", "This computer does not have enough memory for that."), ""))
    except OSError as error:
        reason = f"{error.strerror or error} ({error.filename})" if error.filename else str(error)
        pipe.send(("failed", translate("Models", "Reading or writing failed: {0}").format(reason), ""))
    except Exception as error:  # a bug of ours: a message for the user, the whole for the log, which the parent has
        message = translate("Models", "Something unexpected went wrong: {0}")
        detail = " ".join(f"{type(error).__name__}: {error}".split())
        pipe.send(("failed", message.format(detail), traceback.format_exc()))


def explain_ending(code: int | None) -> str:
    """One message for a child that ended without a word, from its exit code (negative: minus the signal's number)."""
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = str(-code)
        if name == "SIGKILL":
            return translate("Models", "The system stopped the work. The computer may have run out of memory.")
        if name in {"SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT"}:
            return translate("Models", "The work crashed ({0}).").format(name)
        return translate("Models", "The work was stopped from outside ({0}).").format(name)
    return translate("Models", "The work ended unexpectedly (code {0}).").format(code)


def run_in_child(
    task: Task, arguments: dict[str, Any], on_progress: Report, cancelled: IsCancelled = never_cancelled
) -> Any:
    """What `task` returns. Raises ModelError with the child's message, or StoppedError."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    stop = context.Event()
    process = context.Process(target=_work, args=(task, arguments, sender, stop, children_speak()), daemon=True)
    process.start()
    sender.close()
    try:
        return _follow(process, receiver, stop, on_progress, cancelled)
    finally:
        receiver.close()
        if process.is_alive():
            process.terminate()
            process.join(GRACE_S)
            if process.is_alive():
                process.kill()
        process.join()


def _follow(
    process: multiprocessing.process.BaseProcess,
    receiver: Connection,
    stop: Event,
    on_progress: Report,
    cancelled: IsCancelled,
) -> Any:
    stopped_s: float | None = None
    while True:
        if stopped_s is None and cancelled():
            stopped_s = time.monotonic()
            stop.set()
        if stopped_s is not None and time.monotonic() - stopped_s > GRACE_S:
            raise StoppedError(translate("Models", "Stopped."))
        if not receiver.poll(_POLL_S):
            continue
        try:
            message = receiver.recv()
        except (EOFError, OSError):  # it ended; OSError: in the middle of a message
            process.join()
            if stopped_s is not None:
                raise StoppedError(translate("Models", "Stopped.")) from None
            raise ModelError(explain_ending(process.exitcode)) from None
        if message[0] == "progress":
            on_progress(message[1], message[2])
        elif stopped_s is not None:
            raise StoppedError(translate("Models", "Stopped."))
        elif message[0] == "failed":
            if message[2]:
                log.error("models: the child process failed\n%s", message[2])
            raise ModelError(message[1])
        else:
            return message[1]

"""The command line: `r2t2-captions` opens the window; `transcribe`, `live`, `serve`, `models`, `doctor` and
`bench` need none.

Every failure that a user can cause is one message on stderr and a non-zero exit code. Output is UTF-8 everywhere.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import io
import os
import sys
from collections.abc import Iterator, Sequence

from app import __version__
from app.base.leaving import LOADER, ended_by_interrupt, leave_at_once, threads_at_work
from app.base.translation import missing_part, translate
from app.capture.device import Devices
from app.capture.devices import find_devices
from app.capture.ports import CaptureError
from app.cli.common import UsageError, say
from app.models.errors import ModelError
from app.program.display import display_problem
from app.transcript.export import ExportError
from inference.errors import RecognizerError

PASSED_ON = ("models", "bench")
"""Commands with a parser of their own."""


def parser(only: str | None = None) -> argparse.ArgumentParser:
    """All commands with their arguments; with `only`, those of that command alone.

    The module of a command is imported for its arguments: what it needs and this machine lacks must not keep another
    command from running. Raises UsageError where something is missing.
    """
    top = argparse.ArgumentParser(
        prog="r2t2-captions",
        description=translate(
            "Cli", "Live captions and dictation on your own computer. Without a command, opens the window."
        ),
    )
    top.add_argument("--version", action="version", version=f"r2t2-captions {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in (
        ("transcribe", translate("Cli", "transcribe a recording")),
        ("live", translate("Cli", "show captions in this terminal")),
        ("serve", translate("Cli", "offer the recogniser to other programs")),
        ("doctor", translate("Doctor", "show what the program finds and what is missing")),
    ):
        made = commands.add_parser(name, help=text, description=text)
        if only in (None, name):
            _add_arguments(name, made)
    text = translate("Cli", "open the window; without a screen or a microphone, captions in this terminal")
    commands.add_parser("run", help=text, description=text).set_defaults(run=run_anywhere)
    commands.add_parser("models", help=translate("Cli", "download, convert, select and remove models"), add_help=False)
    commands.add_parser("bench", help=translate("Cli", "measure the model on this computer"), add_help=False)
    return top


def _add_arguments(command: str, made: argparse.ArgumentParser) -> None:
    with _importing():
        if command == "transcribe":
            from app.cli.transcribe import add_arguments
        elif command == "live":
            from app.cli.live import add_arguments
        elif command == "serve":
            from app.cli.serve import add_arguments
        else:
            from app.cli.doctor import add_arguments
    add_arguments(made)


@contextlib.contextmanager
def _importing() -> Iterator[None]:
    """What is missing, or is there and cannot be loaded, is a message: raises UsageError."""
    try:
        with ended_by_interrupt():
            yield
    except (ImportError, OSError) as error:
        raise UsageError(missing_part(error)) from error


def decide_start(no_window: str | None, devices: Devices) -> tuple[str, str]:
    """("window" or "terminal", the reason in a message) for `run`; `no_window` is why none can be shown."""
    if no_window is not None:
        return "terminal", translate("Cli", "{0} Captions appear in this terminal.").format(no_window)
    if not devices.inputs:
        reason = devices.problem or translate("Cli", "No microphone is connected.")
        return "terminal", translate("Cli", "{0} Captions appear in this terminal.").format(reason)
    return "window", ""


def run_anywhere(args: argparse.Namespace) -> int:
    """The window where that makes sense, else the terminal, so that the command always shows the program at work."""
    where, reason = decide_start(display_problem(), find_devices())
    if where == "window":
        return open_window([])
    say(reason)
    live = parser("live").parse_args(["live"])
    return int(live.run(live))


def open_window(arguments: Sequence[str]) -> int:
    """The window. Where none can be shown: a message, and what to do instead."""
    with _importing():
        from app.program.application import EXIT_NO_DISPLAY, run_gui
    status = int(run_gui(list(arguments)))
    if status == EXIT_NO_DISPLAY:
        say(
            translate(
                "Cli",
                "Use “r2t2-captions live” for captions in the terminal, or “r2t2-captions transcribe” for a recording.",
            )
        )
    return status


def _pass_on(command: str, arguments: list[str]) -> int:
    if command == "models":
        with _importing():
            from app.cli.models import main as models
        return models(arguments)
    if importlib.util.find_spec("app.cli.bench") is None:
        raise UsageError(translate("Cli", "This installation has no benchmark."))
    with _importing():
        bench = importlib.import_module("app.cli.bench").main
    return int(bench(arguments))


def use_utf8() -> None:
    """Text is UTF-8 whatever the terminal's code page says; what it cannot show is shown as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns the exit code: 0 done, 1 could not be done, 2 wrong usage, 130 interrupted."""
    use_utf8()
    status = _main(list(sys.argv[1:] if argv is None else argv))
    if argv is None and LOADER in threads_at_work():
        leave_at_once(status)
    return status


def _main(arguments: list[str]) -> int:
    try:
        if arguments and arguments[0] in PASSED_ON:
            return _pass_on(arguments[0], arguments[1:])
        # Options of the window itself (Qt's, "--hidden" of the autostart entry) are its own business.
        if not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help", "--version")):
            return open_window(arguments)
        args = parser(arguments[0]).parse_args(arguments)
        return int(args.run(args))
    except (CaptureError, RecognizerError, ExportError, ModelError, UsageError) as error:
        say(f"r2t2-captions: {error}")
        return 1
    except ImportError as error:
        say(f"r2t2-captions: {missing_part(error)}")
        return 1
    except BrokenPipeError:
        # The reader of our output has gone; nothing is wrong, and nothing more can be said.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"“{error.filename}”: " if error.filename else ""
        say(f"r2t2-captions: {where}{error.strerror or error}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

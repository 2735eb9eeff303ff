"""`r2t2-captions live`: captions in the terminal, from the microphone or, where there is none, from the bundled sample."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, TextIO

from app.base.events import CommittedLine, EngineEvent, Failed, FinalLine, Notice, Side, Status
from app.base.settings import CaptionSettings, Settings, setting_of
from app.base.sides import speaker_label, speaker_of
from app.base.translation import translate
from app.capture.computer import no_output_sentence
from app.capture.device import Devices
from app.capture.devices import find_devices
from app.capture.ports import SourceSpec
from app.capture.watch import DeviceWatcher
from app.cli.common import UsageError, add_recognition_options, chosen_model, load_settings, say, stream_options
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice
from app.engine.probe import SAMPLE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    captions = Settings().captions
    kinds = (*setting_of("captions", "source").choices, "sample")
    parser.add_argument("--source", choices=kinds, default=captions.source, help=translate("Cli", "what to listen to"))
    parser.add_argument(
        "--device", default="", metavar="NAME", help=translate("Cli", "a microphone; “doctor” lists them")
    )
    parser.add_argument(
        "--output-device", default="", metavar="NAME", help=translate("Cli", "an output; “doctor” lists them")
    )
    parser.add_argument(
        "--endpoint-ms",
        type=int,
        default=captions.endpoint_ms,
        metavar="N",
        help=translate("Cli", "pause that ends a line"),
    )
    add_recognition_options(parser)
    parser.set_defaults(run=run)


def find_name(wanted: str, known: dict[str, str], what: str) -> str:
    """The stable name for a name or a label. Raises UsageError for a device that is not there."""
    if not wanted or wanted in known:
        return wanted
    for name, label in known.items():
        if wanted.casefold() == label.casefold():
            return name
    listed = ", ".join(f"“{label}”" for label in known.values()) or translate("Cli", "none")
    message = translate("Cli", "There is no {0} called “{1}”. Available: {2}.")
    raise UsageError(message.format(what, wanted, listed))


def decide_source(args: argparse.Namespace, devices: Devices) -> tuple[SourceSpec, str]:
    """What to listen to, and a message where it is not what was asked for. Raises UsageError for a missing device."""
    sample = SourceSpec("file", path=SAMPLE)
    if args.source == "sample":
        return sample, ""
    microphone = find_name(args.device, {d.name: d.label for d in devices.inputs}, translate("Cli", "microphone"))
    output = find_name(args.output_device, {d.name: d.label for d in devices.outputs}, translate("Cli", "output"))
    needs_input = args.source in ("microphone", "both")
    needs_output = args.source in ("computer", "both")
    no_input, no_output = needs_input and not devices.inputs, needs_output and not devices.outputs
    if no_input or no_output:
        missing = translate("Cli", "No microphone is connected.") if no_input else no_output_sentence()
        reason = devices.problem or missing
        return sample, translate("Cli", "{0} Using the bundled sample recording instead.").format(reason)
    return SourceSpec(args.source, microphone, output), ""


HELD = 60
"""Characters of one side that wait while the other one's line grows; more begin a line of their own."""


class Terminal:
    """Writes lines as they grow: what stands there is never taken back.

    Where two sides speak at once, the line that began first grows, and the other side's words wait for its end, or
    until there are many.
    """

    def __init__(self, out: TextIO, captions: CaptionSettings) -> None:
        """`captions` has the names of the two sides."""
        self._out = out
        self._captions = captions
        self._open: int | None = None  # the line that grows
        self._held: dict[int, tuple[Side, str, bool]] = {}  # other lines: side, text, whether it is all
        self.problems: list[str] = []
        self._state = ""
        self._said = ""

    def take(self, event: EngineEvent) -> None:
        match event:
            case CommittedLine():
                self._grow(event.utterance_id, event.side, event.text, False)
            case FinalLine():
                self._grow(event.utterance_id, event.side, event.remainder, True)
            case Notice():
                self._said = event.text
                say(event.text)
            case Failed():
                self.problems.append(event.text)
                say(event.text)
            case Status() if event.state != self._state:
                self._state = event.state
                if event.state == "listening":
                    text = translate("Cli", "Listening to “{0}” with {1} on {2}. Press Ctrl+C to stop.")
                    if event.words_after_s:
                        text = translate(
                            "Cli",
                            "Listening to “{0}” with {1} on {2}, words after about {3:.1f} s. Press Ctrl+C to stop.",
                        )
                    provider = event.provider.upper()
                    say(text.format(event.device, event.model, provider, event.words_after_s))
                elif event.message not in self._said and event.state in ("no_sound", "behind"):
                    say(event.message)

    def _grow(self, line: int, side: Side, text: str, whole: bool) -> None:
        """More of a line, or with `whole` the last of it."""
        if self._open is not None and self._open != line:
            self._held[line] = (side, self._held.get(line, (side, "", False))[1] + text, whole)
            if len(self._held[line][1]) <= HELD:
                return
            self._write("\n")
            self._open = None
            _side, text, whole = self._held.pop(line)
        if self._open is None and (text := text.lstrip()):
            label = speaker_label(speaker_of(side, self._captions))
            self._write(f"{label} " if label else "")
            self._open = line
        self._write(text)
        if whole and self._open == line:
            self._write("\n")
            self._open = None
        while self._open is None and self._held:
            earliest = min(self._held)
            self._grow(earliest, *self._held.pop(earliest))

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def run(args: argparse.Namespace) -> int:
    """Until Ctrl+C, or the end of the sample. Raises the errors of the packages, each with its message."""
    options = stream_options(args)
    settings = load_settings()
    model = chosen_model(args, settings)
    source, instead = decide_source(args, find_devices())
    if instead:
        say(instead)
    terminal = Terminal(sys.stdout, settings.captions)
    fallback = ModelChoice()
    try:
        setup = EngineSetup(source, options, model, args.endpoint_ms, fallback, stop_at_end=source.kind == "file")
        engine = Engine(setup, terminal.take)
    except ValueError as error:
        raise UsageError(str(error)) from error
    with _stopping(lambda: engine.stop(3.0)):
        watcher = DeviceWatcher(engine.devices_changed)
        if source.kind != "file":
            watcher.start()
        try:
            engine.run()
        finally:
            watcher.stop()
    return 1 if terminal.problems else 0


class _stopping:  # noqa: N801  reads as a statement
    """Ctrl+C and a polite kill end the captions, not the program in the middle of a word."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._before: dict[int, Any] = {}

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, lambda *_: self._stop())

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

"""`r2t2-captions transcribe FILE`: a recording as text, whole (offline) or exactly as live captions hear it (`--stream`)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol, TextIO

from app.base.events import CommittedLine, EngineEvent, Failed, FinalLine, Notice
from app.base.translation import translate
from app.capture.audio_file import read_pieces
from app.capture.file import AudioFile
from app.capture.inputs import FileInput
from app.capture.listener import Heard, SoundInput
from app.capture.ports import CaptureError, SourceSpec
from app.cli.common import UsageError, add_recognition_options, chosen_model, load_settings, say, stream_options
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice
from app.models.installed import locate
from app.transcript.export import FORMATS, ExportError, check_target, export, write_export
from inference.options import SAMPLE_RATE, StreamOptions
from inference.recognizer import Recognizer
from inference.text import join_segments

LONG_S = 20.0
"""Recordings longer than this show their progress."""

Line = CommittedLine | FinalLine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help=translate("Cli", "a recording in any format that libsndfile reads")
    )
    parser.add_argument("--stream", action="store_true", help=translate("Cli", "process it as live captions would"))
    add_recognition_options(parser)
    parser.add_argument("--format", choices=(*FORMATS, "jsonl"), default="txt", help=translate("Cli", "output format"))
    parser.add_argument("--output", type=Path, metavar="PATH", help=translate("Cli", "write to a file"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Raises CaptureError, RecognizerError, ExportError, UsageError or OSError, each with its message."""
    options = stream_options(args)
    model = chosen_model(args, load_settings())
    with AudioFile(args.file) as file:  # before the model is loaded: a bad file is told at once
        seconds = file.seconds
    if args.output is not None:
        check_output(args)
    recognise = stream if args.stream else offline
    with _output(args) as out:
        printer = Printer(args.format, out, one_text=not args.stream)
        complete = False
        try:
            with _progress(seconds) as progress:
                recognise(args.file, options, model, printer.take, progress)
            complete = True
        finally:  # a damaged end, a model that fails, Ctrl+C: what was heard until then is given all the same
            if complete or printer.heard:
                finish(printer, args)
    if not printer.heard:
        say(translate("Cli", "No speech was recognised."))
    return 0


def finish(printer: Printer, args: argparse.Namespace) -> None:
    """Gives out what has not been written yet. Raises ExportError or OSError."""
    text = printer.end()
    if args.output is None or args.format == "jsonl":
        return
    try:
        write_export(args.output, text)
    except ExportError:
        sys.stdout.write(text)  # the work of perhaps an hour
        raise


def check_output(args: argparse.Namespace) -> None:
    """Raises UsageError or ExportError for what must not or cannot be written to: before the work is done for it."""
    output: Path = args.output
    if not output.parent.is_dir():
        raise UsageError(translate("Cli", "The folder “{0}” does not exist.").format(output.parent))
    if output.exists() and output.samefile(args.file):
        message = translate("Cli", "“{0}” is the recording itself. Choose another output file.")
        raise UsageError(message.format(output))
    check_target(output, grows=args.format == "jsonl")


class Out(Protocol):
    """Something that takes text."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> object: ...


class GrowingFile:
    """A file that is opened, and an old one emptied, only when the first text is written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIO | None = None

    def write(self, text: str) -> None:
        if self._file is None:
            self._file = self._path.open("w", encoding="utf-8", newline="\n")
        self._file.write(text)

    def flush(self) -> None:
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


class Printer:
    """Gives lines out as they happen where the format allows it, else at the end.

    Attributes:
        heard: whether any text came.
    """

    def __init__(self, format_name: str, out: Out | None, *, one_text: bool) -> None:
        """`out` None collects everything for `end`; `one_text` joins plain text to one paragraph."""
        self.heard = False
        self._format = format_name
        self._out = out
        self._one_text = one_text
        self._lines: list[Line] = []

    def take(self, line: Line) -> None:
        self.heard |= bool(line.text)
        if self._format == "jsonl":
            self._write(json.dumps(as_event(line), ensure_ascii=False) + "\n")
            return
        self._lines.append(line)
        if self._format == "txt" and not self._one_text and isinstance(line, FinalLine) and line.text:
            self._write(line.text + "\n")

    def end(self) -> str:
        """What has not been written yet is written; returns the whole text where it goes to a file at the end."""
        if self._format == "jsonl":
            self._write("")  # also where nothing was said there is a file now
            return ""
        if self._format == "txt" and self._one_text:
            text = ""
            for line in self._lines:
                if isinstance(line, FinalLine) and line.text:
                    text = join_segments(text, line.text) if text else line.text
            text += "\n" if text else ""
        else:
            text = export(self._lines, self._format)
        if self._format != "txt" or self._one_text:
            self._write(text)
        return text

    def _write(self, text: str) -> None:
        if self._out is not None:
            self._out.write(text)
            self._out.flush()


def as_event(line: Line) -> dict[str, Any]:
    """The line as one JSON event; times in seconds of the recording."""
    if isinstance(line, CommittedLine):
        return {"type": "committed", "text": line.text, "audio_s": round(line.end_s, 3)}
    return {
        "type": "final",
        "text": line.text,
        "start_s": round(line.start_s, 3),
        "end_s": round(line.end_s, 3),
        "language": line.language,
    }


def offline(
    path: Path,
    options: StreamOptions,
    model: ModelChoice,
    take: Callable[[Line], None],
    progress: Callable[[float], None],
) -> None:
    """Every piece of the recording in one pass each. Raises CaptureError or RecognizerError."""
    recognizer = Recognizer.load(locate(model.model, model.models_folder), model.provider, on_notice=say)
    try:
        for number, piece in enumerate(read_pieces(path), 1):
            result = recognizer.transcribe(piece.samples, options)
            text = result.text.strip()
            take(FinalLine(number, text, text, text, False, piece.start_s, piece.end_s, result.language))
            progress(piece.end_s - piece.start_s)
    finally:
        recognizer.close()


class StreamedFile(FileInput):
    """A file as the live path hears it, that tells how far it has been read."""

    def __init__(self, spec: SourceSpec, progress: Callable[[float], None]) -> None:
        super().__init__(spec)
        self._progress = progress

    def read(self, timeout_s: float) -> Heard | None:
        heard = super().read(timeout_s)
        if heard is not None:
            self._progress(len(heard.samples) / SAMPLE_RATE)
        return heard


def stream(
    path: Path,
    options: StreamOptions,
    model: ModelChoice,
    take: Callable[[Line], None],
    progress: Callable[[float], None],
) -> None:
    """The whole live path, as fast as the machine can. Raises UsageError with the message of what failed."""
    problems: list[str] = []

    def hear(event: EngineEvent) -> None:
        if isinstance(event, CommittedLine | FinalLine):
            take(event)
        elif isinstance(event, Notice):
            say(event.text)
        elif isinstance(event, Failed):
            problems.append(event.text)

    def opener(spec: SourceSpec, notify: Callable[[str], None]) -> SoundInput:
        return StreamedFile(spec, progress)

    source = SourceSpec("file", path=path, paced=False)
    Engine(EngineSetup(source, options, model, stop_at_end=True, probe_speed=False), hear, opener=opener).run()
    if problems:
        raise CaptureError(problems[0])


@contextmanager
def _output(args: argparse.Namespace) -> Iterator[Out | None]:
    """Standard output, the file that grows (jsonl), or None where the file is written at the end."""
    if args.output is None:
        yield sys.stdout
    elif args.format == "jsonl":
        with closing(GrowingFile(args.output)) as file:
            yield file
    else:
        yield None


@contextmanager
def _progress(seconds: float) -> Iterator[Callable[[float], None]]:
    """A bar on stderr for long recordings; it is told the seconds that were done."""
    if seconds < LONG_S:
        yield lambda done: None
        return
    from tqdm import tqdm

    layout = "{percentage:3.0f}% |{bar}| {n:.0f}/{total:.0f} s [{elapsed}<{remaining}]"
    with tqdm(total=seconds, file=sys.stderr, bar_format=layout, mininterval=0.2, leave=False) as bar:
        yield lambda done: bar.update(min(done, max(seconds - bar.n, 0.0)))
        bar.refresh()  # the last step may fall into the interval in which nothing is drawn

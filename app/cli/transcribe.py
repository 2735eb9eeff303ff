"""`r2t2-captions transcribe FILE…`: recordings as text, whole (offline) or exactly as live captions hear them (`--stream`)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TextIO

from app.base.events import CommittedLine, EngineEvent, Failed, FinalLine, Notice
from app.base.translation import translate
from app.capture.decoders import track_list
from app.capture.file import AudioFile
from app.capture.inputs import FileInput
from app.capture.listener import Heard, SoundInput
from app.capture.ports import CaptureError, SourceSpec
from app.cli.common import UsageError, add_recognition_options, chosen_model, load_settings, say, stream_options
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice, RecognizerLike, load_recognizer
from app.engine.pace import Automatic
from app.engine.pieces import pieces_of
from app.engine.recordings import lines_of
from app.transcript.beside import output_beside, recordings_in
from app.transcript.export import FORMATS, ExportError, check_target, export, write_export
from inference.options import SAMPLE_RATE, StreamOptions
from inference.text import join_segments

LONG_S = 20.0
"""Recordings longer than this show their progress."""
Line = CommittedLine | FinalLine


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=translate("Cli", "a recording or a video, a folder of them, or - for standard input"),
    )
    parser.add_argument(
        "--track", type=track, default=0, metavar="N", help=translate("Cli", "audio track of a video, counted from 1")
    )
    parser.add_argument("--stream", action="store_true", help=translate("Cli", "process it as live captions would"))
    add_recognition_options(
        parser, "balanced"
    )  # whatever the computer's speed: a recording gives the same text every time
    parser.add_argument("--format", choices=(*FORMATS, "jsonl"), default="txt", help=translate("Cli", "output format"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--output", type=Path, metavar="PATH", help=translate("Cli", "write to a file"))
    where.add_argument(
        "--beside", action="store_true", help=translate("Cli", "write a file next to each recording, unless it exists")
    )
    parser.set_defaults(run=run)


def track(text: str) -> int:
    """argparse type: a number from 1 on."""
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def run(args: argparse.Namespace) -> int:
    """Raises CaptureError, RecognizerError, ExportError, UsageError or OSError, each with its message."""
    options = stream_options(args)
    model = chosen_model(args, load_settings())
    jobs = find_jobs(args.files, args.format if args.beside else "", args.output)
    several = len(jobs) > 1
    if several and args.format not in ("txt", "jsonl") and not args.beside:
        raise UsageError(translate("Cli", "Use --beside to write a file for each recording."))
    with Work(options, model, args.stream) as work:
        if not several:
            transcribe(jobs[0], work, args.format, args.track, "")
            return 0
        return transcribe_all(jobs, work, args.format, args.track)


def transcribe_all(jobs: Sequence[Job], work: Work, format_name: str, track: int) -> int:
    """Every recording, whatever happens to the one before; then a summary. Returns the exit code."""
    done = skipped = failed = 0
    try:
        for number, job in enumerate(jobs, 1):
            if job.output is not None and job.output.exists():
                skipped += 1
                continue
            try:
                transcribe(job, work, format_name, track, f"{number}/{len(jobs)} {job.name}")
                done += 1
            except (CaptureError, ExportError, OSError) as error:
                failed += 1
                say(str(error))
    finally:
        summary = translate("Cli", "{0} of {1} recordings transcribed.").format(done, len(jobs))
        if skipped:
            summary += " " + translate("Cli", "{0} skipped, because the file next to it exists.").format(skipped)
        if failed:
            summary += " " + translate("Cli", "{0} failed.").format(failed)
        say(summary)
    return 1 if failed else 0


@dataclass(frozen=True)
class Job:
    """One recording to transcribe.

    Attributes:
        source: the file, None for standard input.
        output: where the text goes, None for standard output.
    """

    source: Path | None
    output: Path | None = None

    @property
    def name(self) -> str:
        return self.source.name if self.source is not None else "-"


def find_jobs(names: Sequence[str], beside: str, output: Path | None) -> list[Job]:
    """What to transcribe, folders opened up. `beside` is the ending of the files next to the recordings, "" for none.

    Raises UsageError, also for a folder without recordings.
    """
    sources: dict[Path | None, None] = {}
    for name in names:
        path = Path(name)
        if name == "-":
            sources[None] = None
        elif path.is_dir():
            found = recordings_in(path)
            if not found:
                raise UsageError(translate("Cli", "The folder “{0}” contains no recordings.").format(path))
            sources |= dict.fromkeys(found)
        else:
            sources[path] = None
    if beside:
        if None in sources:
            raise UsageError(translate("Cli", "Standard input has no place for a file next to it. Use --output."))
        paths = [source for source in sources if source is not None]
        return [Job(path, output_beside(path, beside, paths)) for path in paths]
    if output is not None and len(sources) > 1:
        raise UsageError(translate("Cli", "Use --beside to write a file for each recording."))
    return [Job(source, output) for source in sources]


def transcribe(job: Job, work: Work, format_name: str, track: int, title: str) -> None:
    """One recording; `title` is shown where there are several. Raises CaptureError, RecognizerError, ExportError, OSError."""
    if job.output is not None:
        check_output(job, format_name)
    with AudioFile(job.source, track) as file:  # before the model is loaded: a bad file is told at once
        if len(file.tracks) > 1 and not track:
            message = translate("Cli", "“{0}” has {1} audio tracks: {2}. Using {3}. Choose another with --track.")
            say(message.format(file.name, len(file.tracks), track_list(file.tracks), file.track))
        with _output(job.output, format_name) as out:
            heading = title and job.output is None
            printer = Printer(format_name, out, one_text=not work.streaming, source=file.name if heading else "")
            complete = False
            try:
                with _progress(file.seconds, title) as progress:
                    work.recognise(file, printer.take, progress)
                complete = True
            finally:  # a damaged end, a model that fails, Ctrl+C: what was heard until then is given all the same
                if complete or printer.heard:
                    finish(printer, job.output, format_name)
                if file.repaired:
                    say(file.repaired)
    if not printer.heard and not title:
        say(translate("Cli", "No speech was recognised."))


def finish(printer: Printer, output: Path | None, format_name: str) -> None:
    """Gives out what has not been written yet. Raises ExportError or OSError."""
    text = printer.end()
    if output is None or format_name == "jsonl":
        return
    try:
        write_export(output, text)
    except ExportError:
        sys.stdout.write(text)  # the work of perhaps an hour
        raise


def check_output(job: Job, format_name: str) -> None:
    """Raises UsageError or ExportError for what must not or cannot be written to: before the work is done for it."""
    assert job.output is not None
    if not job.output.parent.is_dir():
        raise UsageError(translate("Cli", "The folder “{0}” does not exist.").format(job.output.parent))
    if job.source is not None and job.source.exists() and job.output.exists() and job.output.samefile(job.source):
        message = translate("Cli", "“{0}” is the recording itself. Choose another output file.")
        raise UsageError(message.format(job.output))
    check_target(job.output, grows=format_name == "jsonl")


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

    def __init__(self, format_name: str, out: Out | None, *, one_text: bool, source: str = "") -> None:
        """`out` None collects everything for `end`; `one_text` joins plain text to one paragraph.

        `source` names the recording where several are given out together.
        """
        self.heard = False
        self._source = source
        self._format = format_name
        self._out = out
        self._one_text = one_text
        self._lines: list[Line] = []

    def take(self, line: Line) -> None:
        self.heard |= bool(line.text)
        if self._format == "jsonl":
            named = {"file": self._source} if self._source else {}
            self._write(json.dumps(named | as_event(line), ensure_ascii=False) + "\n")
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
            if self._source and self._format == "txt":
                self._out.write(f"==> {self._source} <==\n")
                self._source = ""
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


class StreamedFile(FileInput):
    """A file as the live path hears it, that tells how far it has been read."""

    def __init__(self, spec: SourceSpec, file: AudioFile, progress: Callable[[float], None]) -> None:
        super().__init__(spec, file)
        self._progress = progress

    def read(self, timeout_s: float) -> Heard | None:
        heard = super().read(timeout_s)
        if heard is not None:
            self._progress(len(heard.samples) / SAMPLE_RATE)
        return heard


class Work:
    """How recordings are recognised. The model is loaded for the first one.

    Attributes:
        streaming: as live captions are, else every piece in one pass.
    """

    def __init__(self, options: StreamOptions, model: ModelChoice, streaming: bool) -> None:
        self.streaming = streaming
        self._options = options
        self._model = model
        self._recognizer: RecognizerLike | None = None

    def __enter__(self) -> Work:
        return self

    def __exit__(self, *error: object) -> None:
        if self._recognizer is not None:
            self._recognizer.close()

    def recognise(self, file: AudioFile, take: Callable[[Line], None], progress: Callable[[float], None]) -> None:
        """Gives the lines of a file. Raises CaptureError or RecognizerError."""
        (self._stream if self.streaming else self._offline)(file, take, progress)

    def _offline(self, file: AudioFile, take: Callable[[Line], None], progress: Callable[[float], None]) -> None:
        if self._recognizer is None:
            self._recognizer = load_recognizer(self._model, say)
        recognizer = self._recognizer
        for piece, line in lines_of(pieces_of(file), lambda samples: recognizer.transcribe(samples, self._options)):
            take(line)
            progress(piece.end_s - piece.start_s)

    def _stream(self, file: AudioFile, take: Callable[[Line], None], progress: Callable[[float], None]) -> None:
        """The whole live path, as fast as the machine can."""
        problems: list[str] = []

        def hear(event: EngineEvent) -> None:
            if isinstance(event, CommittedLine | FinalLine):
                take(event)
            elif isinstance(event, Notice):
                say(event.text)
            elif isinstance(event, Failed):
                problems.append(event.text)

        def opener(spec: SourceSpec, notify: Callable[[str], None]) -> SoundInput:
            return StreamedFile(spec, file, progress)

        setup = EngineSetup(
            SourceSpec("file", paced=False),
            self._options,
            self._model,
            stop_at_end=True,
            probe_speed=isinstance(self._options, Automatic),
        )
        Engine(setup, hear, opener=opener).run()
        if problems:
            raise CaptureError(problems[0])


@contextmanager
def _output(output: Path | None, format_name: str) -> Iterator[Out | None]:
    """Standard output, the file that grows (jsonl), or None where the file is written at the end."""
    if output is None:
        yield sys.stdout
    elif format_name == "jsonl":
        with closing(GrowingFile(output)) as file:
            yield file
    else:
        yield None


@contextmanager
def _progress(seconds: float, title: str) -> Iterator[Callable[[float], None]]:
    """A bar in a terminal for long recordings, and for each of several; it is told the seconds that were done.

    `seconds` is 0 where the length is unknown.
    """
    if (0 < seconds < LONG_S and not title) or not sys.stderr.isatty():
        yield lambda done: None
        return
    from tqdm import tqdm

    layout = "{desc}{percentage:3.0f}% |{bar}| {n:.0f}/{total:.0f} s [{elapsed}<{remaining}]"
    layout = layout if seconds else "{desc}{n:.0f} s [{elapsed}]"
    heading = f"{title} " if title else ""
    with tqdm(total=seconds, desc=heading, file=sys.stderr, bar_format=layout, mininterval=0.2, leave=False) as bar:
        yield lambda done: bar.update(min(done, max(seconds - bar.n, 0.0)) if seconds else done)
        bar.refresh()  # the last step may fall into the interval in which nothing is drawn

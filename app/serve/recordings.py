"""`POST /v1/audio/transcriptions`: a recording as OpenAI's clients send it, in any format that the program reads.

The recording lies in a file of its own, in a folder that only this user can read, until it is answered. It is decoded in a
thread and cut where `r2t2-captions transcribe` cuts; each piece takes its turn with the model, so the text is the same.
"""

from __future__ import annotations

import asyncio
import binascii
import contextlib
import tempfile
import warnings
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import BadContentDispositionHeader, BadContentDispositionParam, BodyPartReader, web
from aiohttp.http_exceptions import HttpProcessingError

from app.base.events import FinalLine
from app.capture.file import AudioFile
from app.capture.ports import CaptureError
from app.engine.pieces import pieces_of
from app.engine.recordings import WholeRecording
from app.serve import answers
from app.serve.asking import AskedError, asked_options
from app.serve.async_stream import GrowingText
from app.serve.turns import Turns
from inference.errors import RecognizerError
from inference.options import StreamOptions

MAX_FIELD = 16_384
"""Bytes of a field that is no file."""
MAX_FIELDS = 32
READ_TIMEOUT_S = 30.0
"""For the next bytes of a recording to arrive."""
COPY = 1 << 16
BROKEN = (HttpProcessingError, ValueError, AssertionError, LookupError, RuntimeError, TypeError, binascii.Error)
"""How aiohttp says that a form is broken."""
for _kind in (
    BadContentDispositionHeader,
    BadContentDispositionParam,
):  # each text of a stranger would be kept for ever
    warnings.filterwarnings("ignore", category=_kind)
GRANULARITIES = "timestamp_granularities[]"


@dataclass
class Upload:
    """What a form holds.

    Attributes:
        path: the recording, None where there is none.
        name: what its sender calls it.
        fields: the other fields.
        granularities: `timestamp_granularities[]`, which may come several times.
    """

    path: Path | None = None
    name: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    granularities: set[str] = field(default_factory=set)


async def answer_recording(
    request: web.Request, turns: Turns, base: StreamOptions, max_bytes: int
) -> web.StreamResponse:
    """Raises AskedError, BusyError, CaptureError or RecognizerError, or an HTTP error."""
    turns.begin_recording()
    try:
        with tempfile.TemporaryDirectory(prefix="r2t2-recording-") as folder:
            upload = await read_form(request, Path(folder), max_bytes)
            if upload.path is None:
                raise AskedError("The form has no recording in its field “file”.", "file")
            form = upload.fields.get("response_format") or "json"
            if form not in answers.RESPONSE_FORMATS:
                known = ", ".join(answers.RESPONSE_FORMATS)
                raise AskedError(f"There is no format “{form}”. Choose one of {known}.", "response_format")
            options = asked_options(base, upload.fields)
            work = Work(turns, upload.path, upload.name, options)
            if upload.fields.get("stream", "").lower() in ("true", "1"):
                return await _stream(request, work)
            return await _whole(work, form, with_words="word" in upload.granularities)
    finally:
        turns.end_recording()


async def read_form(request: web.Request, folder: Path, max_bytes: int) -> Upload:
    """The form's fields; the recording is written into `folder`. Raises AskedError or HTTPRequestEntityTooLarge."""
    if request.content_type != "multipart/form-data":
        raise AskedError("Send a form (multipart/form-data) with the recording in its field “file”.")
    upload = Upload()
    try:
        reader = await request.multipart()
        for _ in range(MAX_FIELDS):
            async with asyncio.timeout(READ_TIMEOUT_S):
                part = await reader.next()
            if part is None:
                return upload
            if not isinstance(part, BodyPartReader):
                raise AskedError("A form inside the form cannot be read.")
            await _take_part(part, upload, folder, max_bytes)
    except TimeoutError as error:
        raise web.HTTPRequestTimeout(text="The recording did not arrive in time.") from error
    except BROKEN as error:
        raise AskedError("The form cannot be read: it is not what multipart/form-data looks like.") from error
    raise AskedError(f"The form has more than {MAX_FIELDS} fields.")


async def _take_part(part: BodyPartReader, upload: Upload, folder: Path, max_bytes: int) -> None:
    if part.name == "file" and upload.path is None:
        upload.name = (part.filename or "recording").replace("\\", "/").rpartition("/")[2]
        upload.path = folder / "recording"
        await _save(part, upload.path, max_bytes)
        return
    value = bytearray()
    while chunk := await _read(part):
        value += chunk
        if len(value) > MAX_FIELD:
            raise AskedError(f"The field “{part.name}” is longer than {MAX_FIELD} bytes.", part.name or "")
    text = value.decode("utf-8", "replace")
    if part.name in (GRANULARITIES, GRANULARITIES.removesuffix("[]")):
        upload.granularities.add(text)
    elif part.name:
        upload.fields[part.name] = text


async def _read(part: BodyPartReader) -> bytes:
    """The next bytes, none at the end. Raises TimeoutError."""
    async with asyncio.timeout(READ_TIMEOUT_S):
        return bytes(await part.read_chunk(COPY))


async def _save(part: BodyPartReader, path: Path, max_bytes: int) -> None:
    size = 0
    with path.open("wb") as file:
        while chunk := await _read(part):
            size += len(chunk)
            if size > max_bytes:
                raise web.HTTPRequestEntityTooLarge(
                    max_bytes, size, text=f"The recording is larger than {max_bytes:,} bytes."
                )
            file.write(chunk)


class Work:
    """One recording on its way to text."""

    def __init__(self, turns: Turns, path: Path, name: str, options: StreamOptions) -> None:
        self._path, self._name = path, name
        self._whole = WholeRecording(lambda samples: turns.transcribe(samples, options))

    @property
    def seconds(self) -> float:
        """How far it has come."""
        return self._whole.seconds

    async def lines(self) -> AsyncGenerator[FinalLine, None]:
        """Its lines, as they are recognised. Raises CaptureError or RecognizerError."""
        loop = asyncio.get_running_loop()
        found: asyncio.Queue[FinalLine | None] = asyncio.Queue()

        def give(line: FinalLine | None) -> None:
            with contextlib.suppress(RuntimeError):  # the server was closed meanwhile
                loop.call_soon_threadsafe(found.put_nowait, line)

        work = asyncio.ensure_future(asyncio.to_thread(self._run, give))
        try:
            while (line := await found.get()) is not None:
                yield line
            await work
        finally:
            self._whole.stop()
            if not work.done():
                with contextlib.suppress(Exception):
                    await work  # the file is in use until then

    def _run(self, give: Callable[[FinalLine | None], None]) -> None:
        try:
            with AudioFile(self._path) as file:
                for line in self._whole.lines(pieces_of(file)):
                    give(line)
        except CaptureError as error:
            raise CaptureError(str(error).replace(str(self._path), self._name)) from error
        finally:
            give(None)


async def _whole(work: Work, form: str, *, with_words: bool) -> web.Response:
    text = GrowingText()
    async with contextlib.aclosing(work.lines()) as lines:
        async for line in lines:
            text.new_line()
            text.add(line)
    answer = answers.transcription(form, text.text, text.lines, work.seconds, with_words=with_words)
    if isinstance(answer, str):
        return web.Response(text=answer, content_type=answers.CONTENT_TYPES[form])
    return web.json_response(answer)


async def _stream(request: web.Request, work: Work) -> web.StreamResponse:
    text = GrowingText()
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    await response.prepare(request)
    try:
        async with contextlib.aclosing(work.lines()) as lines:
            async for line in lines:
                text.new_line()
                if delta := text.add(line):
                    await response.write(answers.delta_event(delta))
    except (CaptureError, RecognizerError) as error:
        await response.write(answers.failed_event(str(error)))
        return response
    await response.write(answers.done_event(text.text, text.lines, work.seconds) + answers.DONE)
    return response

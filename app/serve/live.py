"""`POST /v1/audio/transcriptions/live`: raw samples in, Server-Sent Events out while they arrive, on one connection.

    arecord -f S16_LE -r 16000 -t raw | curl -N -T - -X POST http://127.0.0.1:8780/v1/audio/transcriptions/live

The end of the body is the end of the sound. A connection that breaks before is nobody's who could read an answer.
"""

from __future__ import annotations

import asyncio
import contextlib

from aiohttp import web

from app.serve import answers
from app.serve.asking import AskedError, asked_endpoint_ms, asked_options
from app.serve.async_stream import AsyncStream, GrowingText, Pcm, read_number
from app.serve.sockets import both
from app.serve.turns import Ended, Turns
from inference.options import SAMPLE_RATE, StreamOptions

READ_TIMEOUT_S = 60.0
"""For the next samples to arrive."""


async def answer_live(request: web.Request, turns: Turns, base: StreamOptions, endpoint_ms: int) -> web.StreamResponse:
    """Raises AskedError or BusyError."""
    query = request.query
    try:
        pcm = Pcm(
            read_number(query.get("sample_rate"), SAMPLE_RATE),
            read_number(query.get("channels"), 1),
            query.get("sample_format") or "s16le",
        )
        endpoint_ms = asked_endpoint_ms(read_number(query.get("endpoint_ms"), endpoint_ms), endpoint_ms)
    except ValueError as error:
        raise AskedError(
            f"This sound cannot be read ({error}). Send s16le or f32le, 1000 to 384000 Hz, 1 to 16 channels."
        ) from error
    options = asked_options(base, query)
    async with AsyncStream(turns, options, endpoint_ms) as stream:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
        await response.prepare(request)
        await both(_hear(request, pcm, stream), _tell(response, stream))
    return response


async def _hear(request: web.Request, pcm: Pcm, stream: AsyncStream) -> None:
    """The whole body. A sender who stops sending has ended."""
    with contextlib.suppress(TimeoutError, ConnectionError, web.RequestPayloadError):
        while data := await _read(request):
            for samples in pcm.portions(data):
                await stream.feed(samples)
    await stream.feed(pcm.finish())
    stream.end()


async def _read(request: web.Request) -> bytes:
    """The next bytes, none at the end. Raises TimeoutError."""
    async with asyncio.timeout(READ_TIMEOUT_S):
        return await request.content.readany()


async def _tell(response: web.StreamResponse, stream: AsyncStream) -> None:
    text = GrowingText()
    async for news in stream:
        if isinstance(news, Ended) and news.problem:
            await response.write(answers.failed_event(news.problem))
            return
        if delta := text.add(news):
            await response.write(answers.delta_event(delta))
    await response.write(answers.done_event(text.text, text.lines, stream.fed / SAMPLE_RATE) + answers.DONE)

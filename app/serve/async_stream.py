"""A live stream as a request's handler uses it, and the text of its utterances as one that only grows.

async with AsyncStream(turns, options, endpoint_ms) as stream:     # raises BusyError
    await stream.feed(samples)            # waits where the model is too far behind: the sender has to wait, too
    stream.end()
    async for news in stream: ...         # ends with `Ended`
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any

import numpy as np

from app.base.events import CommittedLine, FinalLine, UtteranceStarted
from app.capture.mono import MonoMix
from app.capture.resample import To16k
from app.engine.model_loading import Samples
from app.serve.turns import Ended, Processed, StreamNews, Turns
from inference.options import SAMPLE_RATE, StreamOptions
from inference.text import join_segments

BACKLOG_S = 20.0
"""Sound of one stream that may wait for the model; the rest waits with its sender."""
DTYPES: dict[str, np.dtype[Any]] = {"s16le": np.dtype("<i2"), "f32le": np.dtype("<f4")}
MAX_RATE, MAX_CHANNELS = 384_000, 16


class AsyncStream:
    """See the module. Used in the server's thread; leaving it cancels what is not ended."""

    def __init__(self, turns: Turns, options: StreamOptions, endpoint_ms: int | None) -> None:
        self._turns = turns
        self._loop = asyncio.get_running_loop()
        self._news: asyncio.Queue[StreamNews] = asyncio.Queue()
        self._fed = self._processed = 0
        self._room = asyncio.Event()
        self._over = False
        self._stream = turns.open(options, endpoint_ms, self._tell)

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._over:
            self._stream.cancel()

    @property
    def fed(self) -> int:
        """Samples so far."""
        return self._fed

    async def feed(self, samples: Samples) -> None:
        """float32 mono, 16 kHz [n]; waits for room."""
        while self._fed - self._processed > BACKLOG_S * SAMPLE_RATE and not self._over:
            self._room.clear()
            await self._room.wait()
        self._fed += len(samples)
        self._stream.feed(samples)

    def endpoint(self) -> None:
        """The utterance ends here."""
        self._stream.endpoint()

    def change(self, options: StreamOptions, endpoint_ms: int | None) -> None:
        """Other options from now on; the utterance ends here."""
        self._stream.change(options, endpoint_ms)

    def clear(self) -> None:
        """What waits is not recognised."""
        self._stream.clear()

    def end(self) -> None:
        """No more sound comes."""
        self._stream.end()

    async def __aiter__(self) -> AsyncIterator[StreamNews]:
        while not self._over:
            news = await self._news.get()
            if isinstance(news, Processed):
                self._processed = news.position
                self._room.set()
            elif isinstance(news, Ended):
                self._over = True
                self._room.set()
            yield news

    def _tell(self, news: StreamNews) -> None:
        with contextlib.suppress(RuntimeError):  # the server was closed meanwhile
            self._loop.call_soon_threadsafe(self._news.put_nowait, news)


class GrowingText:
    """The utterances of a stream joined to one text: what is added is never changed.

    Attributes:
        text: all of it.
        lines: the utterances that have ended, those without words left out.
    """

    def __init__(self) -> None:
        self.text = ""
        self.lines: list[FinalLine] = []
        self._begins = True

    def add(self, news: StreamNews) -> str:
        """What `news` adds, with the space that belongs before it; "" for nothing."""
        if isinstance(news, UtteranceStarted):
            self.new_line()
        elif isinstance(news, CommittedLine):
            return self._grow(news.text)
        elif isinstance(news, FinalLine):
            added = self._grow(news.remainder)
            if news.shown.strip():
                self.lines.append(news)
            return added
        return ""

    def new_line(self) -> None:
        """What follows is another utterance."""
        self._begins = True

    def _grow(self, text: str) -> str:
        if self._begins:
            text = text.lstrip()
        if not text:
            return ""
        before, self.text = (
            self.text,
            join_segments(self.text, text) if self._begins and self.text else self.text + text,
        )
        self._begins = False
        return self.text[len(before) :]


class Pcm:
    """Raw samples of any rate and number of channels, in portions of any length -> float32 mono at 16 kHz."""

    def __init__(self, rate: int = SAMPLE_RATE, channels: int = 1, sample_format: str = "s16le") -> None:
        """Raises ValueError for what no recorder delivers."""
        if not 1000 <= rate <= MAX_RATE or not 1 <= channels <= MAX_CHANNELS or sample_format not in DTYPES:
            raise ValueError(f"{rate} Hz, {channels} channels, {sample_format}")
        self._dtype, self._channels = DTYPES[sample_format], channels
        self._portion = max(rate // 2, 1) * channels * self._dtype.itemsize
        self._mix, self._resample = MonoMix(channels, rate), To16k(rate)
        self._rest = b""

    def __call__(self, data: bytes) -> Samples:
        """What is whole of it; part of a frame waits for the next call."""
        data = self._rest + data
        whole = len(data) - len(data) % (self._dtype.itemsize * self._channels)
        self._rest = data[whole:]
        values = np.frombuffer(data[:whole], self._dtype)
        if self._dtype.kind == "i":
            values = values.astype(np.float32) / np.float32(32768)
        frames = np.nan_to_num(values.astype(np.float32), nan=0.0, posinf=0.0, neginf=0.0).reshape(-1, self._channels)
        return self._resample(self._mix(frames))

    def portions(self, data: bytes) -> Iterator[Samples]:
        """The same in portions of half a second: a low rate makes sound of sixteen times as many bytes."""
        for at in range(0, len(data), self._portion):
            yield self(data[at : at + self._portion])

    def finish(self) -> Samples:
        """What the resampler held back."""
        return self._resample.finish()


def read_number(text: str | None, default: int) -> int:
    """A whole number of a query. Raises ValueError."""
    return default if text is None or text == "" else int(text)

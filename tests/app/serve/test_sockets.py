"""Reading and writing at once, and what ends them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.serve.sockets import GoneError, both, send_json


class Socket:
    """Takes a message when it is told to."""

    closed = False

    def __init__(self) -> None:
        self.takes = asyncio.Event()

    async def send_str(self, _text: str) -> None:
        await self.takes.wait()


@pytest.mark.parametrize("steps", range(8))
def test_a_writer_ends_with_its_reader_also_when_its_message_was_just_taken(steps: int) -> None:
    """The reader fails so many turns of the loop after the message was taken: one of them is that of the cancellation."""

    async def run() -> None:
        socket: Any = Socket()
        writing = asyncio.Event()

        async def write() -> None:
            writing.set()
            await send_json(socket, {})
            await asyncio.Event().wait()  # for what never comes

        async def read() -> None:
            await writing.wait()
            await asyncio.sleep(0)
            socket.takes.set()
            for _ in range(steps):
                await asyncio.sleep(0)
            raise GoneError

        async with asyncio.timeout(10):
            with pytest.raises(GoneError):
                await both(read(), write())

    asyncio.run(run())

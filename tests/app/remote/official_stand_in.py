"""A stand-in for the official server, with its faults: it plays the protocol, and hears one word in every 320 ms of sound."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
from pathlib import Path
from typing import Any

import numpy as np
from aiohttp import web

from app.remote.official import END, PATH

CHUNK = 2560
WORD = 2 * CHUNK


class OfficialStandIn:
    """
    Attributes:
        key: the secret key it wants.
        close_at: it closes without a word once it has heard so many chunks; None for never.
        hang_at: from this chunk on it neither answers nor acknowledges; None for never.
        leaks: it lets metadata through.
        headers: of all sessions.
    """

    def __init__(self, certificate: Path | None = None) -> None:
        """`certificate`: a PEM file with key and certificate, for TLS."""
        self._certificate = certificate
        self.key = "test0102"
        self.close_at: int | None = None
        self.hang_at: int | None = None
        self.leaks = self.refuses = False
        self.headers: list[dict[str, Any]] = []
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._runner = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(10)

    @property
    def url(self) -> str:
        return f"{'wss' if self._certificate else 'ws'}://127.0.0.1:{self.port}"

    async def _start(self) -> web.AppRunner:
        app = web.Application()
        app.router.add_get(PATH, self._session)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        context = None
        if self._certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self._certificate)
        site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context)
        await site.start()
        self.port = runner.addresses[0][1]
        return runner

    def close(self) -> None:
        async def end() -> None:
            await self._runner.cleanup()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _session(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        header = json.loads((await socket.receive()).data)
        self.headers.append(header)
        if header["secret_key"] != self.key:
            await socket.close(code=4401)
            return socket
        if self.refuses:
            await socket.send_json({"status": "error", "requestId": header["requestId"], "msg": "prompt too long"})
            await socket.close(code=1008)
            return socket
        await socket.send_json({"status": "connected", "requestId": header["requestId"], "msg": ""})
        await self._hear(socket, header["requestId"])
        return socket

    async def _hear(self, socket: web.WebSocketResponse, request: str) -> None:
        sound, decoded, words = np.zeros(0, np.int16), 0, 0

        async def send(text: str, reset: bool, **times: float) -> None:
            message = {"text": text, "reset": reset, **times}
            await socket.send_json({"status": "success", "requestId": request, "msg": message})

        async for message in socket:
            if message.data == END:
                break
            sound = np.concatenate([sound, np.frombuffer(message.data, "<i2")])
            while len(sound) - decoded >= CHUNK:  # what is shorter than a chunk is never decoded
                decoded += CHUNK
                if self.close_at is not None and decoded >= self.close_at * CHUNK:
                    await socket.close()  # with code 1000, as at a good end
                    return
                if self.hang_at is not None and decoded >= self.hang_at * CHUNK:
                    await asyncio.sleep(60)
                part = sound[max(0, decoded - WORD) : decoded]
                text = ""
                if decoded % WORD == 0 and np.abs(part).max() > 30:
                    text = ("language English<asr_text>" if self.leaks and not words else "") + f" w{words}"
                    words += 1
                await send(text.lstrip() if words == 1 else text, False, asr_cost_ms=1.0, total_cost_ms=1.0, lag_ms=1.0)
            await socket.send_json({})
        await send("", True)
        await socket.close()

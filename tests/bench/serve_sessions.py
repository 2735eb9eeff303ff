"""Short sessions in great number: is a server that runs for months level? `python -m tests.bench.serve_sessions [--n 2000]`

A server with the starter model in this process, asked as clients do: recordings, live sound, realtime and official
sessions in turn. JSON, a line for every tenth of them, with what `tests.bench.serve_fuzz` looks at.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import sys
from collections.abc import Iterator
from typing import Any

import aiohttp
import numpy as np
import soundfile

from app.engine.model_loading import ModelChoice, load_recognizer
from app.models.installed import starter_folder
from inference.options import SAMPLE_RATE
from tests.app.serve.api_kit import Served, eventually, pcm, served, wav
from tests.bench.serve_fuzz import state

END = "YOUDAO_ONETIME_ASR_STREAM_EOS"


async def realtime(http: aiohttp.ClientSession, url: str, samples: np.ndarray) -> None:
    async with http.ws_connect(f"{url}/v1/realtime") as socket:
        await socket.send_json({"type": "session.update", "model": "any"})
        audio = base64.b64encode(pcm(samples)).decode()
        await socket.send_json({"type": "input_audio_buffer.append", "audio": audio})
        await socket.send_json({"type": "input_audio_buffer.commit", "final": True})
        while (await socket.receive_json())["type"] != "transcription.done":
            pass


async def official(http: aiohttp.ClientSession, url: str, samples: np.ndarray) -> None:
    async with http.ws_connect(f"{url}/asr_stream_api_v1") as socket:
        await socket.send_json({"requestId": "1", "language": "English"})
        await socket.send_bytes(pcm(samples))
        await socket.send_str(END)
        async for _ in socket:
            pass


async def live(http: aiohttp.ClientSession, url: str, samples: np.ndarray) -> None:
    async with http.post(f"{url}/v1/audio/transcriptions/live", data=pcm(samples)) as answer:
        assert (await answer.read()).endswith(b"[DONE]\n\n")


async def recording(http: aiohttp.ClientSession, url: str, samples: np.ndarray) -> None:
    form = aiohttp.FormData()
    form.add_field("file", wav(samples), filename="a.wav", content_type="audio/wav")
    async with http.post(f"{url}/v1/audio/transcriptions", data=form) as answer:
        assert "text" in await answer.json()


KINDS = (realtime, official, live, recording)


async def ask(server: Served, speech: np.ndarray, first: int, n: int) -> None:
    """Sessions number `first` to `first + n`, each with another half second to two seconds of speech."""
    async with aiohttp.ClientSession() as http:
        for number in range(first, first + n):
            rng = np.random.default_rng(number)
            length = int(rng.uniform(0.5, 2.0) * SAMPLE_RATE)
            at = int(rng.integers(len(speech) - length))
            await KINDS[number % len(KINDS)](http, server.url, speech[at : at + length])


def run(n: int) -> Iterator[dict[str, Any]]:
    speech, _ = soundfile.read(starter_folder().parent / "sample.wav", dtype="float32")
    with served(load_recognizer, model=ModelChoice()) as server:
        for part in range(10):
            asyncio.run(ask(server, speech, part * n // 10, n // 10))
            eventually(lambda: not server.turns.busy and server.turns.n_recordings == 0, "the end of all")
            yield {"sessions": (part + 1) * n // 10, **state()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=2000)
    for row in run(parser.parse_args().n):
        json.dump(row, sys.stdout)
        print(flush=True)


if __name__ == "__main__":
    main()

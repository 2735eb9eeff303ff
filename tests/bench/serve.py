"""Live streams of other programs at once: `python -m tests.bench.serve [--streams N] [--seconds N] [--chunk-ms N]` prints JSON.

A server of its own with the starter model, and as many clients as it takes, each sending the bundled recording over and over
at the speed of speech through the live route, one chunk at a time. What is measured is how long a chunk waits until everything
up to it has been recognised (`lag`), by the server's own clock. Real time is kept when 95 of 100 chunks wait no longer than a
chunk lasts. One more client asks when all are at work: it has to be refused.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import sys
import threading
import time
from typing import Any

import numpy as np
import soundfile

from app.engine.model_loading import ModelChoice, load_recognizer
from app.engine.probe import SAMPLE
from app.serve.turns import Stream
from inference.options import SAMPLE_RATE, StreamOptions
from tests.app.serve.api_kit import Served, pcm, served


def measured(lags: list[float]) -> None:
    """From now on each stream's lags are noted."""
    settle = Stream._settle

    def noting(stream: Stream) -> None:
        came = stream._came[0] if stream._came else None
        settle(stream)
        if came is not None and not stream._came:
            lags.append(stream._turns.clock() - came)

    Stream._settle = noting  # type: ignore[method-assign]


def speak(server: Served, number: int, seconds: float, block_s: float, texts: dict[int, str]) -> None:
    """One client: the recording from another place on, at the speed of speech."""
    samples, _ = soundfile.read(str(SAMPLE), dtype="float32")
    begin = number * 7_000
    sound = pcm(np.concatenate([samples[begin:], np.zeros(8_000, np.float32), samples[:begin]]))
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(
        f"POST /v1/audio/transcriptions/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Transfer-Encoding: chunked\r\n\r\n".encode()
    )
    size = int(block_s * SAMPLE_RATE) * 2
    started = time.monotonic() + 0.08 * number
    for block in range(int(seconds / block_s)):
        time.sleep(max(started + (block + 1) * block_s - time.monotonic(), 0))
        at = block * size % (len(sound) - size)
        connection.sendall(f"{size:x}\r\n".encode() + sound[at : at + size] + b"\r\n")
    connection.sendall(b"0\r\n\r\n")
    response = http.client.HTTPResponse(connection, method="POST")
    response.begin()
    *_, done, end = [line for line in response.read().decode().splitlines() if line.startswith("data: ")]
    assert end == "data: [DONE]"
    texts[number] = json.loads(done[6:])["text"]


def run(streams: int, seconds: float, chunk_ms: int) -> dict[str, Any]:
    lags: list[float] = []
    texts: dict[int, str] = {}
    options = StreamOptions(language="English", chunk_ms=chunk_ms)
    with served(load_recognizer, model=ModelChoice(), options=options, streams=streams) as server:
        measured(lags)
        clients = [
            threading.Thread(target=speak, args=(server, n, seconds, chunk_ms / 1000, texts)) for n in range(streams)
        ]
        began = time.perf_counter()
        for client in clients:
            client.start()
        time.sleep(seconds / 2)
        late = server.ask("POST", "/v1/audio/transcriptions/live", b"")
        for client in clients:
            client.join()
        spent = time.perf_counter() - began
        counts = server.turns.counts
    wait_ms = np.percentile(np.asarray(lags) * 1000, [50, 95, 99, 100])
    return {
        "streams": streams,
        "chunk_ms": chunk_ms,
        "seconds": seconds,
        "cpus": os.cpu_count(),
        "load_before": round(LOAD, 2),
        "lag_ms": dict(zip(("p50", "p95", "p99", "max"), (round(float(ms), 1) for ms in wait_ms), strict=True)),
        "keeps_real_time": bool(wait_ms[1] <= chunk_ms),
        "busy_share": round(counts.busy_s / spent, 3),
        "factor": round(counts.sound_s / counts.busy_s, 1),
        "texts_complete": len(texts) == streams and all(texts.values()),
        "one_more": {"status": late.status, "retry_after": late.headers["Retry-After"]},
    }


LOAD = os.getloadavg()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--chunk-ms", type=int, default=320)
    args = parser.parse_args()
    json.dump(run(args.streams, args.seconds, args.chunk_ms), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

"""Whatever is sent to the server, it neither fails nor hangs nor keeps anything of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.app.serve.api_kit import eventually, served, tone, wav
from tests.app.serve.fuzz import attack

N = 1_500


@pytest.mark.filterwarnings("ignore::aiohttp.BadContentDispositionHeader")  # it is bad on purpose
def test_malformed_requests_and_messages_do_no_harm() -> None:
    """On demand with 50,000: `python -m tests.bench.serve_fuzz`. A warning or an error in the log fails this test, too."""
    with served(streams=8, recordings=8) as server:
        with ThreadPoolExecutor(2) as pool:
            found = [*pool.map(lambda seed: attack(server.port, seed, N // 2), (1, 2))]
        assert found == [[], []]
        eventually(lambda: not server.turns.busy and server.turns.n_recordings == 0, "everything to be given up")
        assert server.transcribe(wav(tone(1.28))).json["text"] == "w0 w1 w2 w3"
        assert server.ask("GET", "/health").json["streams"] == 0

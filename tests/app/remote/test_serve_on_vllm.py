"""`r2t2-captions serve --engine`: other programs are recognised on a vLLM server, with the text of the same model here."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from app.base.settings import Server
from app.engine import model_in_use
from app.engine.model_loading import ModelChoice, load_recognizer
from app.models.servers import server_id
from inference.options import StreamOptions
from inference.recognizer import Recognizer
from tests.app.remote.conftest import MakeServer
from tests.app.serve.api_kit import eventually, served, wav

OPTIONS = StreamOptions(language="English")


def test_a_recording_and_another_beside_it(make_server: MakeServer, starter: Recognizer, speech: np.ndarray) -> None:
    vllm = make_server()
    at = Server(vllm.url)
    with served(load_recognizer, model=ModelChoice(server_id(at), server=at), options=OPTIONS) as server:
        texts: list[str] = []
        asking = [
            threading.Thread(target=lambda: texts.append(server.transcribe(wav(speech)).json["text"])) for _ in range(2)
        ]
        for one in asking:
            one.start()
        for one in asking:
            one.join(60)
        samples = np.frombuffer(wav(speech)[44:], "<i2").astype(np.float32) / np.float32(32768)
        assert texts == [starter.transcribe(samples, OPTIONS).text.strip()] * 2 != ["", ""]


@pytest.mark.logs("the recogniser gave up")
def test_a_server_that_comes_back_is_used_again(
    make_server: MakeServer, speech: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_in_use, "LOOK_AFTER_S", (0.1,))
    vllm = make_server()
    at = Server(vllm.url)
    with served(load_recognizer, model=ModelChoice(server_id(at), server=at), options=OPTIONS) as server:
        vllm.kill()
        before = server.transcribe(wav(speech)).json["text"]
        assert server.turns.host.name.startswith("Starter model")
        vllm.start()
        eventually(lambda: server.turns.host.name.startswith("r2t2"), "the server's return")
        asked = len(vllm.asked)
        assert server.transcribe(wav(speech)).json["text"] == before
        assert len(vllm.asked) > asked


@pytest.mark.logs("the recogniser gave up")
def test_the_model_of_this_computer_takes_over_when_the_server_dies(
    make_server: MakeServer, speech: np.ndarray
) -> None:
    vllm = make_server()
    at = Server(vllm.url)
    with served(load_recognizer, model=ModelChoice(server_id(at), server=at), options=OPTIONS) as server:
        before = server.transcribe(wav(speech)).json["text"]
        vllm.close()
        assert server.transcribe(wav(speech)).json["text"] == before, "the starter model is the one behind the stand-in"
        eventually(lambda: server.notices, "the notice")

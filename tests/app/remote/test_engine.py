"""The engine on a server: captions, dictation, the server's end in mid-utterance, and its return."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from app.base.events import DictationFinalized, Notice, Status
from app.base.settings import Server, Settings
from app.capture.ports import SourceSpec
from app.cli import main as cli
from app.engine import model_in_use
from app.engine.loop import EngineSetup
from app.engine.model_loading import ModelChoice, load_recognizer
from app.models.installed import with_active, without
from app.models.servers import as_models, chosen_server, server_id, with_server
from app.program.services import model_choice
from inference.options import SAMPLE_RATE, StreamOptions
from tests.app.engine.engine_rig import Rig
from tests.app.remote.conftest import MakeServer
from tests.app.remote.vllm_stand_in import VllmStandIn
from tests.app.serve.api_kit import served, wav

OPTIONS = StreamOptions(chunk_ms=640)
PAUSE = np.zeros(SAMPLE_RATE, np.float32)

MakeRig = Callable[..., Rig]


@pytest.fixture
def listen() -> Iterator[MakeRig]:
    """Makes engines that recognise on a server, and on the starter model where that is lost."""
    made: list[Rig] = []

    def make(server: VllmStandIn, **setup: object) -> Rig:
        entry = Server(server.url)
        model = ModelChoice(server_id(entry), server=entry)
        values = {"fallback": ModelChoice(), "probe_speed": False} | setup
        made.append(Rig(EngineSetup(SourceSpec(), OPTIONS, model, **values), load_recognizer))  # type: ignore[arg-type]
        return made[-1].start()

    yield make
    for rig in made:
        rig.stop()


def of_kind(rig: Rig, kind: type) -> list[str]:
    return [event.text for event in rig.screen.of(kind)]


def test_a_server_in_the_settings_is_used_only_where_it_is_chosen() -> None:
    server = Server("https://gpu.example", "secret", name="r2t2")
    settings = with_server(with_server(Settings(), Server("https://gpu.example", "old")), server)
    assert settings.models.servers == (server,)
    assert chosen_server(settings) is None
    assert model_choice(settings).server is None
    chosen = with_active(settings, server_id(server))
    assert model_choice(chosen).server == server
    (entry,) = as_models(chosen)
    assert entry.active
    assert without(entry, chosen) == Settings()


def test_captions_and_a_dictation_are_recognised_on_the_server(
    make_server: MakeServer, listen: MakeRig, speech: np.ndarray
) -> None:
    server = make_server()
    rig = listen(server)
    rig.until(lambda: rig.screen.model, "the model")
    status: Status = rig.screen.of(Status)[-1]
    assert (status.model, status.provider, status.server) == (f"r2t2 on 127.0.0.1:{server.port}", "server", "")
    rig.hear(speech[: 4 * SAMPLE_RATE], PAUSE)
    rig.until(lambda: rig.screen.finals, "a final line")
    asked = len(server.asked)
    rig.engine.begin_dictation(1, OPTIONS)
    rig.hear(speech[: 4 * SAMPLE_RATE])
    rig.engine.end_dictation(1)
    rig.until(lambda: rig.screen.of(DictationFinalized), "the dictation's text")
    assert len(rig.screen.of(DictationFinalized)[0].line.text.split()) > 4
    assert len(server.asked) > asked
    assert of_kind(rig, Notice) == []


@pytest.mark.logs("the recogniser gave up")
def test_a_server_that_dies_in_mid_utterance_is_replaced_and_returns_by_itself(
    make_server: MakeServer, listen: MakeRig, speech: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_in_use, "LOOK_AFTER_S", (0.1,))
    server = make_server()
    rig = listen(server)
    rig.hear(speech[: 4 * SAMPLE_RATE])
    rig.until(lambda: rig.screen.shown and next(iter(rig.screen.shown.values())), "text from the server")
    before = next(iter(rig.screen.shown.values()))
    server.kill()
    rig.hear(speech[4 * SAMPLE_RATE :], PAUSE)
    rig.until(lambda: rig.screen.finals, "the line's end")
    line = next(iter(rig.screen.finals.values()))
    assert line.shown.startswith(before)
    assert len(line.shown.split()) > len(before.split()) + 5
    assert rig.screen.model.startswith("Starter model")
    assert len(of_kind(rig, Notice)) == 1
    assert "Until it is back, captions continue on this computer." in of_kind(rig, Notice)[0]
    asked = len(server.asked)
    server.start()
    rig.until(lambda: rig.screen.model.startswith("r2t2"), "the server's return")
    rig.hear(speech[: 3 * SAMPLE_RATE], PAUSE)
    rig.until(lambda: len(rig.screen.finals) == 2, "a line from the server")
    assert len(server.asked) > asked + 3
    assert ["use it again" in text for text in of_kind(rig, Notice)] == [False, True]


def test_a_server_that_is_not_there_at_the_start_is_found_when_it_comes(
    make_server: MakeServer, listen: MakeRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_in_use, "LOOK_AFTER_S", (0.1,))
    server = make_server()
    server.kill()
    rig = listen(server)
    rig.until(lambda: rig.screen.model.startswith("Starter model"), "the model of this computer")
    server.start()
    rig.until(lambda: rig.screen.model.startswith("r2t2"), "the server")


def test_a_file_is_transcribed_on_a_server(
    make_server: MakeServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    server = make_server()
    server.token = "secret"
    sample = str(Path(__file__).parents[3] / "resources" / "sample.wav")
    engine = ["--engine", server.url, "--engine-token", "secret"]
    assert cli.main(["transcribe", sample, *engine]) == 0
    out, err = capsys.readouterr()
    assert f"All sound is sent to {server.url}." in err
    assert len(out.split()) > 10
    assert cli.main(["transcribe", "--stream", sample, *engine]) == 0
    assert len(capsys.readouterr().out.split()) > 10
    assert cli.main(["transcribe", sample, "--engine", server.url]) == 1
    assert "did not accept the access token" in capsys.readouterr().err


def test_serve_answers_other_programs_with_what_a_server_recognises(
    make_server: MakeServer, speech: np.ndarray
) -> None:
    server = make_server()
    entry = Server(server.url)
    choice = ModelChoice(server_id(entry), server=entry)
    with served(load_recognizer, model=choice, options=OPTIONS) as running:
        asked = len(server.asked)
        answer = running.transcribe(wav(speech))
    assert answer.status == 200
    assert len(answer.json["text"].split()) > 10
    assert len(server.asked) > asked

"""A model that answers like a vLLM server, the starter model behind it, and speech to send there."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from tokenizers import Tokenizer as FastTokenizer

from app.remote import official, vllm
from app.remote.opening import open_remote
from inference.options import Shortcuts
from inference.providers import CPU
from inference.recognizer import Recognizer
from inference.tokenizer import Tokenizer
from tests.app.remote.vllm_stand_in import Model, VllmStandIn, local_model

MakeServer = Callable[..., VllmStandIn]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that is busy with other tests is no server that does not answer."""
    assert open_remote.__kwdefaults__ is not None
    monkeypatch.setitem(open_remote.__kwdefaults__, "answer_s", 60.0)
    monkeypatch.setattr(vllm, "CHECK_S", 30.0)
    monkeypatch.setattr(official, "MOST_BEHIND_S", 60.0)


@pytest.fixture(scope="session")
def starter(starter_bundle: Path) -> Iterator[Recognizer]:
    """The starter model on this computer, computing each prompt at once as the stand-ins do: int8 rounds otherwise."""
    recognizer = Recognizer.load(starter_bundle, CPU, threads=1, shortcuts=Shortcuts.none())
    yield recognizer
    recognizer.close()


@pytest.fixture(scope="session")
def starter_answers(starter: Recognizer) -> Model:
    """The model behind the stand-ins; every question is answered once only, as tests ask the same ones again."""
    return local_model(starter)


@pytest.fixture
def make_server(starter_answers: Model, starter_bundle: Path) -> Iterator[MakeServer]:
    """Makes servers with the starter model; all end with the test."""
    made: list[VllmStandIn] = []
    file = starter_bundle / "tokenizer.json"

    def make(**options: object) -> VllmStandIn:
        fast = FastTokenizer.from_file(str(file))
        made.append(VllmStandIn(starter_answers, Tokenizer.from_file(file), fast, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for server in made:
        server.close()


@pytest.fixture(scope="session")
def speech() -> np.ndarray:
    """Ten seconds of speech, float32 at 16 kHz: the recording that ships with the program."""
    samples, rate = soundfile.read(Path(__file__).parents[3] / "resources" / "sample.wav", dtype="float32")
    assert rate == 16_000
    return np.asarray(samples, np.float32)


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two self-signed certificates with their keys."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificates, is not here")
    made = []
    for name in ("one", "two"):
        folder = tmp_path_factory.mktemp(name)
        command = [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ]
        command += ["-subj", "/CN=captions", "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        both = folder / "both.pem"
        both.write_text((folder / "key.pem").read_text() + (folder / "cert.pem").read_text())
        made.append(both)
    return made

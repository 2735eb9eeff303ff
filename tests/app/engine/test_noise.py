"""Noise and silence give no text: the whole live path with the starter model, forced and automatic language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from app.capture.ports import SourceSpec
from app.engine.loop import Engine, EngineSetup
from app.engine.model_loading import ModelChoice
from inference.options import StreamOptions
from inference.recognizer import Recognizer
from tests.app.capture.sounds import RATE, noise, silence, speech
from tests.app.scripted import Screen

pytestmark = pytest.mark.slow


class Kept:
    """A loaded recogniser that outlives the engine that uses it."""

    def __init__(self, inner: Recognizer) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def close(self) -> None:
        """The fixture closes it."""


@pytest.fixture(scope="module")
def recognizer(starter_bundle: Path) -> Iterator[Recognizer]:
    loaded = Recognizer.load(starter_bundle, "cpu")
    yield loaded
    loaded.close()


def caption(path: Path, recognizer: Recognizer, options: StreamOptions) -> Screen:
    screen = Screen()
    setup = EngineSetup(
        SourceSpec("file", path=path, paced=False),
        options,
        ModelChoice("kept"),
        stop_at_end=True,
        probe_speed=False,
    )
    Engine(setup, screen.take, load=lambda choice, notice: Kept(recognizer)).run()  # type: ignore[arg-type, return-value]
    return screen


@pytest.mark.parametrize("language", ["English", None])
@pytest.mark.parametrize("dbfs", [-60, -40, -20])
@pytest.mark.parametrize("kind", ["zeros", "white", "pink", "hum"])
def test_noise_and_silence_give_no_text(
    tmp_path: Path, recognizer: Recognizer, kind: str, dbfs: int, language: str | None
) -> None:
    path = tmp_path / "noise.wav"
    soundfile.write(path, noise(kind, 10.0, dbfs), RATE, subtype="FLOAT")
    assert caption(path, recognizer, StreamOptions(language=language)).lines == []


def test_a_pause_after_speech_brings_no_old_words_back(tmp_path: Path, recognizer: Recognizer) -> None:
    path = tmp_path / "pause.wav"
    said = speech(2.6)
    soundfile.write(path, said, RATE)
    alone = caption(path, recognizer, StreamOptions(language="English")).lines
    sound = [said, silence(5.0)]

    soundfile.write(path, np.concatenate(sound) + noise("white", 7.6, -65)[: len(said) + 5 * RATE], RATE)
    with_pause = caption(path, recognizer, StreamOptions(language="English")).lines
    assert len(with_pause) == len(alone) >= 1
    assert len(" ".join(with_pause).split()) <= len(" ".join(alone).split()) + 1
